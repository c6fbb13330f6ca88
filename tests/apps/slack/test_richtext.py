"""The rich_text block of a message's text, and its HTML (reference B' 12, C.2 34-37)."""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workaday.apps.slack import mrkdwn, richtext

Json = Mapping[str, Any]


def containers(text: str) -> list[Any]:
    found: list[Any] = [dict(block) for block in richtext.blocks(text, "key")]
    return [container for block in found for container in block["elements"]]


def elements(text: str) -> list[Any]:
    (section,) = containers(text)
    assert section["type"] == "rich_text_section"
    found: list[Any] = section["elements"]
    return found


def text(characters: str, **style: bool) -> dict[str, Any]:
    return {"type": "text", "text": characters, **({"style": style} if style else {})}


def section(*parts: Json) -> dict[str, Any]:
    return {"type": "rich_text_section", "elements": list(parts)}


def items(style: str, indent: int, *lines: str, **more: int) -> dict[str, Any]:
    sections = [section(text(line)) for line in lines]
    return {
        "type": "rich_text_list",
        "elements": sections,
        "style": style,
        "indent": indent,
        "border": 0,
        **more,
    }


class Page:
    """The names that a page knows, the worst ones among them."""

    viewer_id = "U2"

    def user(self, user_id: str, /) -> tuple[str, str]:
        labels = {"U1": "Dana O'Neil <script>alert(1)</script>", "U2": "\u202eNoam\u202c"}
        return labels.get(user_id, "x\x00y"), f"/team/{user_id}?a=1&b=2"

    def channel(self, channel_id: str, /) -> tuple[str, str]:
        return 'general"><script>', f"/archives/{channel_id}"

    def link(self, url: str, /) -> str:
        return url.replace("https://acme.example/", "/here/")


def html(stored: str) -> str:
    return str(richtext.html(richtext.blocks(stored, "key"), Page()))


class Reader(HTMLParser):
    """Reads HTML strictly: what is opened is closed, in order. Keeps the words and the attributes.

    With ``emoji_names``, an emoji counts as its name.
    """

    def __init__(self, markup: str, emoji_names: bool = False) -> None:
        super().__init__(convert_charrefs=True)
        self.emoji_names = emoji_names
        self.open: list[str] = []
        self.words = ""
        self.name: str | None = None
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.name = dict(attrs).get("data-stringify-emoji") if self.emoji_names else None
        if tag == "br":
            self.words += "\n"
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += self.name or data
        self.name = None

    def one(self, tag: str) -> dict[str, str | None]:
        (attributes,) = (attributes for name, attributes in self.tags if name == tag)
        return attributes


# The block that Slack made of this message, as the tests of 0x6b/mrkdwn2markdown recorded it.
RECORDED_TEXT = """\
Hello, Markdown *mrkdwn*! and _markdown_.
`mrkdwn` is text formatting markup style in <https://slack.com/|Slack>.

• First
• Second
    ◦ Third
• Fourth
        ▪︎ Fifth
    ◦ Sixth
• Seventh
1. Ordered list 1
• Ordered list 1-1
    ◦ Ordered list 1-2
2. Ordered list 2
    1. Ordered list 2-1
    2. Ordered list 2-2
3. Ordered list 3
&gt; _This is blockquote._
```console.log('Hello, mrkdwn!')```
Another paragraph."""

RECORDED_ELEMENTS = [
    section(
        text("Hello, Markdown "),
        text("mrkdwn", bold=True),
        text("! and "),
        text("markdown", italic=True),
        text(".\n"),
        text("mrkdwn", code=True),
        text(" is text formatting markup style in "),
        {"type": "link", "url": "https://slack.com/", "text": "Slack"},
        text(".\n\n"),
    ),
    items("bullet", 0, "First", "Second"),
    items("bullet", 1, "Third"),
    items("bullet", 0, "Fourth"),
    items("bullet", 2, "Fifth"),
    items("bullet", 1, "Sixth"),
    items("bullet", 0, "Seventh"),
    items("ordered", 0, "Ordered list 1"),
    items("bullet", 0, "Ordered list 1-1"),
    items("bullet", 1, "Ordered list 1-2"),
    items("ordered", 0, "Ordered list 2", offset=1),
    items("ordered", 1, "Ordered list 2-1", "Ordered list 2-2"),
    items("ordered", 0, "Ordered list 3", offset=2),
    {"type": "rich_text_quote", "elements": [text("This is blockquote.", italic=True)]},
    {"type": "rich_text_preformatted", "elements": [text("console.log('Hello, mrkdwn!')")], "border": 0},
    section(text("Another paragraph.")),
]


def test_a_message_recorded_from_slack_gives_the_recorded_elements() -> None:
    assert containers(RECORDED_TEXT) == RECORDED_ELEMENTS


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ("a *b* c", [text("a "), text("b", bold=True), text(" c")]),
        ("_a_", [text("a", italic=True)]),
        ("~a b~", [text("a b", strike=True)]),
        ("`a`", [text("a", code=True)]),
        ("*_a_*", [text("a", bold=True, italic=True)]),
        ("_*a*_", [text("a", bold=True, italic=True)]),
        (
            "*a _b ~c~_*",
            [
                text("a ", bold=True),
                text("b ", bold=True, italic=True),
                text("c", bold=True, italic=True, strike=True),
            ],
        ),
        ("*`a`*", [text("a", bold=True, code=True)]),
        ("(*a*), _b_.", [text("("), text("a", bold=True), text("), "), text("b", italic=True), text(".")]),
        ("*a* *b*", [text("a", bold=True), text(" "), text("b", bold=True)]),
        ("*a\n*b*", [text("*a\n"), text("b", bold=True)]),
        ("*a &lt; b*", [text("a < b", bold=True)]),
        ("*<@U1>*", [{"type": "user", "user_id": "U1", "style": {"bold": True}}]),
        (
            "_<https://x.example/a_b_c>_",
            [{"type": "link", "url": "https://x.example/a_b_c", "style": {"italic": True}}],
        ),
    ],
)
def test_formatting_styles_the_words_between_its_markers(stored: str, expected: list[Json]) -> None:
    assert elements(stored) == expected


@pytest.mark.parametrize(
    "stored",
    [
        "snake_case_name and __init__",
        "2*3*4 = 24, 2 * 3 * 4",
        "*not bold",
        "not bold*",
        "a * not bold*",
        "*not bold *",
        "*not bold*er",
        "**not bold**",
        "~~not struck~~",
        "*a\nb*",
        "a `b",
        "a`b` `c`d",
        "a*b* c_d_ e~f~",
        "``",
        "``` never closed",
        "_",
        "10:30:00, :no_such_emoji: and :EYES: and a:b",
    ],
)
def test_what_is_no_formatting_stays_as_it_was_written(stored: str) -> None:
    assert elements(stored) == [text(stored)]


def test_there_is_no_formatting_inside_code() -> None:
    assert elements("`*a* _b_ :eyes: &lt;c&gt;`") == [text("*a* _b_ :eyes: <c>", code=True)]
    assert containers("```*a* `b` :eyes:\n&gt; c\n• d```") == [
        {"type": "rich_text_preformatted", "elements": [text("*a* `b` :eyes:\n> c\n• d")], "border": 0}
    ]


def test_crossing_markers_style_only_the_pair_that_closes_first() -> None:
    assert elements("*a _b* c_") == [text("a _b", bold=True), text(" c_")]


def test_elements_hold_characters_unescaped() -> None:
    assert elements("Html chars &lt; &gt; &amp;amp; R&amp;D") == [text("Html chars < > &amp; R&D")]


@pytest.mark.parametrize(
    ("token", "element"),
    [
        ("<@U1>", {"type": "user", "user_id": "U1"}),
        ("<@U1|dana>", {"type": "user", "user_id": "U1"}),
        ("<#C1|general>", {"type": "channel", "channel_id": "C1"}),
        ("<!subteam^S1|@tax>", {"type": "usergroup", "usergroup_id": "S1"}),
        ("<!here>", {"type": "broadcast", "range": "here"}),
        ("<!channel|channel>", {"type": "broadcast", "range": "channel"}),
        ("<https://x.example/?a&amp;b>", {"type": "link", "url": "https://x.example/?a&b"}),
        ("<https://x.example|R&amp;D>", {"type": "link", "url": "https://x.example", "text": "R&D"}),
        (
            "<mailto:a@b.example|a@b.example>",
            {"type": "link", "url": "mailto:a@b.example", "text": "a@b.example"},
        ),
        (
            "<!date^1392734382^{date_short}^https://x.example/|Feb 18, 2014>",
            {
                "type": "date",
                "timestamp": 1392734382,
                "format": "{date_short}",
                "url": "https://x.example/",
                "fallback": "Feb 18, 2014",
            },
        ),
        (":tada:", {"type": "emoji", "name": "tada", "unicode": "1f389"}),
        (":wave::skin-tone-2:", {"type": "emoji", "name": "wave", "unicode": "1f44b-1f3fb", "skin_tone": 2}),
        (":thumbsup:", {"type": "emoji", "name": "thumbsup", "unicode": "1f44d"}),
    ],
)
def test_tokens_and_emoji_are_elements(token: str, element: Json) -> None:
    assert elements(f"a {token} b") == [text("a "), element, text(" b")]


def test_a_skin_tone_that_does_not_fit_is_an_emoji_of_its_own() -> None:
    assert [part["name"] for part in elements(":eyes::skin-tone-2:")] == ["eyes", "skin-tone-2"]


def test_a_colon_that_closes_no_emoji_may_open_the_next() -> None:
    assert elements("10:30:eyes:") == [text("10:30"), {"type": "emoji", "name": "eyes", "unicode": "1f440"}]


def test_mentions_in_code_are_still_mentions() -> None:
    assert elements("`a <@U1>`") == [
        text("a ", code=True),
        {"type": "user", "user_id": "U1", "style": {"code": True}},
    ]


def test_quoted_lines_are_one_quote_and_three_brackets_quote_the_rest() -> None:
    assert containers("said:\n&gt; a\n&gt;b\nso") == [
        section(text("said:\n")),
        {"type": "rich_text_quote", "elements": [text("a\nb")]},
        section(text("so")),
    ]
    assert containers("&gt;&gt;&gt; a\nb\n\nc") == [
        {"type": "rich_text_quote", "elements": [text("a\nb\n\nc")]}
    ]
    assert containers("&gt;") == [section(text(">"))]


def test_a_code_block_takes_the_line_breaks_around_it() -> None:
    code = {"type": "rich_text_preformatted", "elements": [text("x\n\ny")], "border": 0}
    assert containers("a\n```\nx\n\ny\n```\nb") == [section(text("a\n")), code, section(text("b"))]
    assert containers("a ```x\n\ny``` b") == [section(text("a ")), code, section(text(" b"))]


@pytest.mark.parametrize(
    "line", ["2. second", "2025. A good year", "1.5 hours", "-5 degrees", "•x", "• ", "0. nought"]
)
def test_a_line_that_starts_no_list_is_text(line: str) -> None:
    assert containers(line) == [section(text(line))]


def test_a_list_shows_no_number_that_was_not_written() -> None:
    assert containers("1. a\n1. b\n2. c\n4. d") == [
        items("ordered", 0, "a"),
        items("ordered", 0, "b", "c"),
        section(text("4. d")),
    ]


def test_what_follows_a_code_block_in_its_line_begins_no_quote_or_list() -> None:
    assert containers("```a```&gt; b")[1:] == [section(text("> b"))]
    assert containers("```a```- b\n- c")[1:] == [section(text("- b\n")), items("bullet", 0, "c")]


@pytest.mark.parametrize(
    ("space", "indent"),
    [("", 0), (" ", 0), ("  ", 1), ("    ", 1), ("\t", 1), (" " * 8, 2), ("\t\t", 2), (" " * 99, 8)],
)
def test_the_space_before_an_item_is_its_depth(space: str, indent: int) -> None:
    assert containers(f"{space}- a") == [items("bullet", indent, "a")]


def test_a_list_that_was_left_does_not_go_on() -> None:
    assert containers("1. a\nb\n2. c") == [items("ordered", 0, "a"), section(text("b\n2. c"))]


def test_a_dash_makes_an_item_as_it_does_in_the_composer() -> None:
    assert containers("- a\n* b") == [items("bullet", 0, "a", "b")]


def test_an_empty_text_has_no_block() -> None:
    assert richtext.blocks("", "key") == []


def test_a_block_has_five_base64_characters_for_an_id_that_depend_on_the_key_alone() -> None:
    (first,), (second,), (other,) = (richtext.blocks(*args) for args in (("a", "1"), ("b", "1"), ("a", "2")))
    assert first["block_id"] == second["block_id"] != other["block_id"]
    assert re.fullmatch(r"[A-Za-z0-9+/]{5}", first["block_id"])
    assert first["type"] == "rich_text"


def test_a_mention_is_a_slug_and_the_viewers_own_stands_out() -> None:
    other, own = Reader(html("<@U1>")).one("a"), Reader(html("<@U2>")).one("a")
    assert other["data-member-id"] == "U1"
    assert other["href"] == "/team/U1?a=1&b=2"
    assert "c-member_slug" in (other["class"] or "").split()
    assert "c-member_slug--mention-self" not in (other["class"] or "").split()
    assert "c-member_slug--mention-self" in (own["class"] or "").split()
    assert Reader(html("<@U1>")).words == "@Dana O'Neil <script>alert(1)</script>"


def test_a_channel_is_a_chip_that_leads_to_it() -> None:
    page = Reader(html("<#C1|old>"))
    assert page.one("a")["href"] == "/archives/C1"
    assert "c-channel_entity" in (page.one("a")["class"] or "").split()
    assert page.words == '#general"><script>'


def test_a_link_opens_elsewhere_unless_the_page_shows_it_itself() -> None:
    outside = Reader(html("<https://x.example/?a&amp;b|R&amp;D>")).one("a")
    assert (outside["class"], outside["href"], outside["target"]) == (
        "c-link",
        "https://x.example/?a&b",
        "_blank",
    )
    assert "noopener" in (outside["rel"] or "")
    inside = Reader(html("<https://acme.example/archives/C1/p1>")).one("a")
    assert inside["href"] == "/here/archives/C1/p1"
    assert "target" not in inside


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "data:text/html,x", " https://x", "tel:+16145550100", "//x.example"]
)
def test_an_address_that_is_not_safe_to_follow_is_only_words(url: str) -> None:
    sent = [{"type": "rich_text", "elements": [section({"type": "link", "url": url, "text": "here"})]}]
    page = Reader(str(richtext.html(sent, Page())))
    assert page.words == "here"
    assert [tag for tag, _ in page.tags] == ["div", "div"]


def test_an_emoji_is_its_character_with_a_name() -> None:
    span = Reader(html(":wave::skin-tone-2:")).one("span")
    assert span["data-stringify-emoji"] == ":wave::skin-tone-2:"
    assert span["role"] == "img"
    assert "wave" in (span["aria-label"] or "")
    assert Reader(html(":wave::skin-tone-2:")).words == "\U0001f44b\U0001f3fb"


def test_an_emoji_that_only_the_workspace_knows_is_its_name() -> None:
    sent = [{"type": "rich_text", "elements": [section({"type": "emoji", "name": "partyparrot"})]}]
    assert Reader(str(richtext.html(sent, Page()))).words == ":partyparrot:"


@pytest.mark.parametrize(
    ("stored", "jumbo"),
    [
        (":eyes:", True),
        (" :eyes: :tada:\n:wave::skin-tone-2: ", True),
        (":eyes:" * 23, True),
        (":eyes:" * 24, False),
        (":eyes: x", False),
        ("<@U1>", False),
        ("&gt; :eyes:", False),
        (" ", False),
    ],
)
def test_up_to_23_emoji_alone_are_large(stored: str, jumbo: bool) -> None:
    classes = (Reader(html(stored)).tags[0][1]["class"] or "").split()
    assert ("p-rich_text_block--jumbo" in classes) is jumbo


@pytest.mark.parametrize(
    ("stored", "tag", "attributes"),
    [
        ("`a`", "code", {"class": "c-mrkdwn__code"}),
        ("```a```", "pre", {"class": "c-mrkdwn__pre"}),
        ("&gt; a", "blockquote", {"class": "c-mrkdwn__quote"}),
        ("• a", "ul", {"class": "p-rich_text_list p-rich_text_list__bullet", "data-indent": "0"}),
        ("    ◦ a", "ul", {"data-indent": "1"}),
        ("1. a", "ol", {"class": "p-rich_text_list p-rich_text_list__ordered", "start": "1"}),
        ("*a*", "b", {}),
        ("_a_", "i", {}),
        ("~a~", "s", {}),
        ("a", "div", {"class": "p-rich_text_section"}),
    ],
)
def test_each_kind_of_text_has_slacks_element_and_class(stored: str, tag: str, attributes: Json) -> None:
    page = Reader(html(stored))
    found = [found for name, found in page.tags if name == tag and attributes.items() <= found.items()]
    assert len(found) == 1
    assert page.words.strip() == "a"


def test_a_list_that_goes_on_keeps_its_number() -> None:
    starts = [found["start"] for tag, found in Reader(html("1. a\n- x\n2. b")).tags if tag == "ol"]
    assert starts == ["1", "2"]


def test_code_keeps_its_own_line_breaks() -> None:
    assert html("```a\nb```").count("<br>") == 0
    assert Reader(html("```a\nb```")).words == "\na\nb"  # a parser drops the first, which follows <pre>


def test_other_blocks_and_unknown_elements_show_nothing() -> None:
    sent: list[Json] = [
        {"type": "divider"},
        {
            "type": "rich_text",
            "elements": [{"type": "rich_text_novelty"}, section({"type": "novelty"}, text("a"))],
        },
    ]
    assert Reader(str(richtext.html(sent, Page()))).words == "a"


# What may stand in a line, in every order; then lines with what marks their kind.
PIECES = [
    *"*_~`:. \n\x00(a1é\u202e<>&\"'",
    "ab",
    "```",
    "<script>",
    "</div>",
    ":eyes:",
    ":wave::skin-tone-2:",
    "::",
    "skin-tone-2",
    "<@U1>",
    "<#C1>",
    "<!here>",
    "<https://x.example/a_b|*l*>",
    "https://x.example/a_b",
    "<!date^1^{date}|then>",
]
messy = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=80)
MARKS = "*_~`\n"


def shown(element: Json) -> str:
    match element["type"]:
        case "text":
            return str(element["text"])
        case "user":
            return "@" + str(element["user_id"])
        case "channel":
            return "#" + str(element["channel_id"])
        case "broadcast":
            return "@" + str(element["range"])
        case "emoji":
            tone = f"::skin-tone-{element['skin_tone']}" if "skin_tone" in element else ""
            return f":{element['name']}{tone}:"
        case "date":
            return str(element["fallback"])
    return str(element.get("text") or element["url"].removeprefix("mailto:"))


def leaves(found: list[Any]) -> Iterator[Json]:
    for element in found:
        yield from leaves(element["elements"]) if "elements" in element else [element]


def without_marks(characters: str) -> str:
    return "".join(character for character in characters if character not in MARKS)


@given(messy)
def test_a_block_says_what_the_text_says_less_the_markers(sent: str) -> None:
    # Lines that begin as quotes and items do are another test's.
    stored = mrkdwn.normalise("\n".join("." + line for line in sent.split("\n")))
    read = "".join(shown(element) for element in leaves(containers(stored)))
    assert without_marks(read) == without_marks(mrkdwn.plain(stored, lambda identifier: identifier))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "&gt; ", "• ", "    ◦ ", "- "]),
            st.lists(st.sampled_from(["ab", "*c*", "_d_", ":eyes:", "<@U1>", "e_f", " "]), min_size=1).map(
                "".join
            ),
        ),
        min_size=1,
    )
)
def test_quotes_and_lists_lose_only_what_marks_the_line(lines: list[tuple[str, str]]) -> None:
    lines = [(mark, "x" + body) for mark, body in lines]
    read = "".join(
        shown(element) for element in leaves(containers("\n".join(mark + body for mark, body in lines)))
    )
    said = "".join(mrkdwn.plain(body, lambda identifier: identifier) for _, body in lines)
    assert without_marks(read) == without_marks(said)


@given(messy)
def test_neighbouring_texts_of_one_style_are_one_element(sent: str) -> None:
    for block in richtext.blocks(mrkdwn.normalise(sent), "key"):
        for container in block["elements"]:
            lines: list[Any] = (
                [container] if container["type"] != "rich_text_list" else list(container["elements"])
            )
            for line in lines:
                found = line["elements"]
                assert found
                assert all(element["text"] for element in found if element["type"] == "text")
                for before, after in pairwise(found):
                    texts = before["type"] == after["type"] == "text"
                    assert not (texts and before.get("style") == after.get("style"))


@given(messy)
def test_html_is_well_formed_and_runs_nothing(sent: str) -> None:
    markup = html(mrkdwn.normalise(sent))
    page = Reader(markup)
    assert "<script" not in markup.lower()
    assert "\x00" not in markup
    allowed = {"div", "blockquote", "pre", "ul", "ol", "li", "b", "i", "s", "code", "a", "span", "br"}
    assert {tag for tag, _ in page.tags} <= allowed
    assert not any(name.startswith("on") for _, attributes in page.tags for name in attributes)


@given(messy.filter(lambda sent: "\r\n" not in sent))
def test_what_a_person_types_is_what_the_page_shows_less_the_markers(sent: str) -> None:
    typed = mrkdwn.typed("\n".join("." + line for line in sent.split("\n")))
    words = without_marks(Reader(html(typed), emoji_names=True).words)
    assert words == without_marks("".join("." + line for line in sent.split("\n"))).replace("\x00", "\ufffd")


@pytest.mark.parametrize(
    "unit",
    [
        "*",
        "*a",
        " *a",
        "_a* ",
        "~_*a ",
        "`",
        "`a",
        "```",
        "``` ",
        ":",
        ":a",
        ":eyes:",
        "<",
        "<@U1>",
        "&gt;",
        "\n",
        "\n&gt; ",
        "\n- ",
        "\n1. ",
        "1. a\n",
        "- a\n",
        "\t",
        "&",
        "<!date^",
        "*a*",
        "🎉",
        "\u202e",
    ],
)
def test_forty_thousand_hostile_characters_are_shown_in_one_pass(unit: str) -> None:
    stored = mrkdwn.normalise((unit * 40_000)[:40_000])
    Reader(html(stored))
