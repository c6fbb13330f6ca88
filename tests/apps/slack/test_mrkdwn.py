"""The stored text of messages: escaping, control tokens, links (reference B' 10 and 11)."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from workaday.apps.slack import mrkdwn

TOKENS = [
    "<@U024BE7LH>",
    "<@W024BE7LH|bob>",
    "<#C024BE7LR|general>",
    "<#C024BE7LR|>",
    "<!here>",
    "<!channel>",
    "<!everyone>",
    "<!here|here>",
    "<!subteam^SAZ94GDB8>",
    "<!subteam^SAZ94GDB8|@preparers>",
    "<!date^1392734382^{date_short} at {time}|Feb 18, 2014>",
    "<!date^1392734382^{date_short}^https://example.com/|Feb 18, 2014>",
    "<https://example.com/a?b=1&amp;c=2|a label &amp; more>",
    "<mailto:bob@example.com|Bob>",
]

NOT_TOKENS = [
    "<@u024be7lh>",
    "<@dana>",
    "<@>",
    "<#general>",
    "<!all>",
    "<!subteam^>",
    "<!date^today^{date}|x>",
    "<!date^1392734382^{date}>",
    "<javascript:alert(1)|here>",
    "<b>",
    "<>",
    "<@U1\n>",
]

# Little pieces that meet in every order are what breaks a scanner.
FRAGMENTS = [
    *"`*_~<>&|@#!.,:;/()'\" \n\x00aU1é😀\u202e",
    *TOKENS,
    "&amp;",
    "&lt;",
    "&gt;",
    "```",
    "https://example.com",
    "http://a.b/(c)",
    "HTTPS://X.example",
    "bob@example.com",
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join) | st.text(max_size=60)


def names(identifier: str) -> str:
    return {"U024BE7LH": "Dana O'Neil", "C024BE7LR": "general", "SAZ94GDB8": "preparers"}.get(identifier, "?")


@pytest.mark.parametrize("token", TOKENS)
def test_a_control_token_is_kept(token: str) -> None:
    assert mrkdwn.normalise(f"see {token}, ok") == f"see {token}, ok"


@pytest.mark.parametrize("token", NOT_TOKENS)
def test_what_only_looks_like_a_token_is_escaped(token: str) -> None:
    assert mrkdwn.normalise(token) == token.replace("<", "&lt;").replace(">", "&gt;")


@pytest.mark.parametrize("token", [*TOKENS, *NOT_TOKENS])
def test_a_typed_token_is_plain_text(token: str) -> None:
    stored = mrkdwn.typed(token)
    assert mrkdwn.mentions(stored) == ()
    assert mrkdwn.broadcasts(stored) == ()
    assert mrkdwn.plain(stored, names) == token


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("Hello & <world>", "Hello &amp; &lt;world&gt;"),
        ("Hello &amp; &lt;world&gt;", "Hello &amp; &lt;world&gt;"),
        ("&amp;amp; &quot; &#39; &copy;", "&amp;amp; &amp;quot; &amp;#39; &amp;copy;"),
        ('We\'ve said "no"', 'We\'ve said "no"'),
        ("1 < 2 > 0 && x", "1 &lt; 2 &gt; 0 &amp;&amp; x"),
        ("<https://x.example/?a=1&b=2|R&D>", "<https://x.example/?a=1&amp;b=2|R&amp;D>"),
        ("&<@U1>", "&amp;<@U1>"),
        ("<<@U1>>", "&lt;<@U1>&gt;"),
    ],
)
def test_only_three_characters_are_escaped_and_never_twice(sent: str, stored: str) -> None:
    assert mrkdwn.normalise(sent) == stored


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("https://example.com", "<https://example.com>"),
        ("see https://example.com.", "see <https://example.com>."),
        ("is it https://example.com/a?b=c?!", "is it <https://example.com/a?b=c>?!"),
        ("(https://example.com/a_(b))", "(<https://example.com/a_(b)>)"),
        ("*https://example.com*", "*<https://example.com>*"),
        ('"https://example.com"', '"<https://example.com>"'),
        ("https://example.com/?a=1&b=2", "<https://example.com/?a=1&amp;b=2>"),
        ("<https://example.com/a b>", "&lt;<https://example.com/a> b&gt;"),
        ("https://example.com&", "<https://example.com>&amp;"),
        ("https://example.com/?a=&.", "<https://example.com/?a=>&amp;."),
        ("HTTP://EXAMPLE.com", "<HTTP://EXAMPLE.com>"),
        (
            "write to bob.o+x@mail.example.com.",
            "write to <mailto:bob.o+x@mail.example.com|bob.o+x@mail.example.com>.",
        ),
        ("xhttps://example.com", "xhttps://example.com"),
        ("https:// and http://.", "https:// and http://."),
        ("react@18.2.0 @bob a@b", "react@18.2.0 @bob a@b"),
        ("www.example.com", "www.example.com"),
    ],
)
def test_a_bare_address_becomes_a_link_and_the_sentence_stays_outside(sent: str, stored: str) -> None:
    assert mrkdwn.normalise(sent) == stored
    if "<" not in sent:
        assert mrkdwn.typed(sent) == stored


@pytest.mark.parametrize(
    "code",
    [
        "`curl https://example.com`",
        "```\ncurl https://example.com\nmail bob@example.com\n```",
        "run `mail bob@example.com` now",
    ],
)
def test_an_address_in_code_is_left_alone(code: str) -> None:
    assert mrkdwn.normalise(code) == code
    assert mrkdwn.typed(code) == code


def test_typed_brackets_stay_outside_of_the_link_between_them() -> None:
    assert mrkdwn.typed("<https://example.com>") == "&lt;<https://example.com>&gt;"
    assert mrkdwn.typed("https://example.com<b>") == "<https://example.com>&lt;b&gt;"


@pytest.mark.parametrize(
    "sent", ["`https://example.com", "https://example.com/`", "`a@example.com", "a@example.com`"]
)
def test_an_address_that_touches_a_backtick_is_left_alone(sent: str) -> None:
    assert mrkdwn.typed(sent) == sent


def test_an_unclosed_backtick_does_not_hide_a_link() -> None:
    assert mrkdwn.typed("a ` b https://example.com") == "a ` b <https://example.com>"
    assert mrkdwn.typed("``` b https://example.com") == "``` b <https://example.com>"


def test_the_line_breaks_of_a_form_are_stored_as_everywhere() -> None:
    assert mrkdwn.typed("a\r\nb\n\r\nc") == "a\nb\n\nc"


def test_half_a_surrogate_pair_which_no_database_can_hold_is_replaced() -> None:
    assert mrkdwn.normalise("a\ud83d\ude00 \ud83d") == mrkdwn.typed("a\ud83d\ude00 \ud83d") == "a?? ?"


def test_mentions_are_listed_once_and_in_order() -> None:
    text = "<@U2> and <@U1|ann>, <@U2> again, not &lt;@U3&gt; nor <#C1|x> `<@W4>`"
    assert mrkdwn.mentions(text) == ("U2", "U1", "W4")


def test_broadcasts_are_listed_once_and_in_order() -> None:
    assert mrkdwn.broadcasts("<!channel> <!here|here> <!channel> <!subteam^S1> @everyone") == (
        "channel",
        "here",
    )


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ("hi <@U024BE7LH>!", "hi @Dana O'Neil!"),
        ("in <#C024BE7LR|old-name>", "in #general"),
        ("<!here> <!subteam^SAZ94GDB8> <!subteam^SAZ94GDB8|@tax>", "@here @preparers @tax"),
        (
            "<https://example.com/?a&amp;b> <https://example.com|the form>",
            "https://example.com/?a&b the form",
        ),
        ("<mailto:bob@example.com> <mailto:bob@example.com|Bob>", "bob@example.com Bob"),
        ("<!date^1392734382^{date_short}|Feb 18, 2014>", "Feb 18, 2014"),
        ("R&amp;D &lt;b&gt; &amp;lt;", "R&D <b> &lt;"),
        ("<https://example.com|>", "https://example.com"),
    ],
)
def test_plain_text_is_what_a_person_reads(stored: str, read: str) -> None:
    assert mrkdwn.plain(stored, names) == read


def test_a_token_gives_its_parts_unescaped() -> None:
    assert list(mrkdwn.pieces("a &amp; <https://x.example/?a&amp;b|R&amp;D><@U1>")) == [
        "a &amp; ",
        mrkdwn.Token("link", "https://x.example/?a&b", "R&D"),
        mrkdwn.Token("user", "U1", None),
    ]


@given(texts)
@example("https://x`.` https://z`")
@example("`a`https://x a`b` https://y`")
def test_normalising_again_changes_nothing(text: str) -> None:
    stored = mrkdwn.normalise(text)
    assert mrkdwn.normalise(stored) == stored


@given(texts)
def test_what_was_typed_is_already_normal(text: str) -> None:
    stored = mrkdwn.typed(text)
    assert mrkdwn.normalise(stored) == stored


@given(texts)
def test_what_was_typed_reads_as_it_was_typed(text: str) -> None:
    assert mrkdwn.plain(mrkdwn.typed(text), names) == text.replace("\r\n", "\n")


@given(
    st.text(alphabet=st.characters(codec="utf-8", exclude_characters="<>&@")).filter(
        lambda text: "://" not in text
    )
)
def test_escaping_is_undone_by_unescaping(text: str) -> None:
    for raw in (text, f"{text} & < {text} > {text}"):
        assert mrkdwn.unescape(mrkdwn.normalise(raw)) == raw


@given(texts)
def test_a_stored_text_has_angle_brackets_only_around_tokens(text: str) -> None:
    rest = "".join(piece for piece in mrkdwn.pieces(mrkdwn.normalise(text)) if isinstance(piece, str))
    assert "<" not in rest
    assert ">" not in rest


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        "`",
        "```",
        "a.",
        "a@",
        "@a.",
        "<@U",
        "<https://",
        "https://a)",
        "(",
        "https://a`",
        "&",
        "<!date^1^",
        "a@b.c.",
    ],
)
def test_forty_thousand_hostile_characters_are_read_in_one_pass(unit: str) -> None:
    text = (unit * 40_000)[:40_000]
    assert mrkdwn.plain(mrkdwn.typed(text), names) == text
    assert mrkdwn.normalise(mrkdwn.normalise(text)) == mrkdwn.normalise(text)
