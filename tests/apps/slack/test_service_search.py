"""Searching: what is found, by whom, in which order (reference B' 22)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.apps.slack.acting import DANA, MARCUS, OTHER_DANA, PRIYA, RUTH, TOM, by, post, seen_by
from tests.apps.slack.test_query import HOSTILE
from tests.office import Office
from workaday.apps.slack.errors import NoQuery
from workaday.apps.slack.models import Message
from workaday.apps.slack.service import channels, files, messages, pins, reactions, saved, search
from workaday.clock import micros
from workaday.snapshot import Snapshot
from workaday.world import World

PICTURE = b"\x89PNG\r\n\x1a\n"
"""What every PNG begins with."""


@pytest.fixture
def herons(world: World, office: Office) -> dict[str, str]:
    """Messages about herons, by what they are about; each a minute after the one before."""
    said = [
        ("plain", "general", DANA, "A heron landed on the roof"),
        ("plural", "general", MARCUS, "herons are nesting again"),
        ("letter", "tax-season", MARCUS, "The letter about the heron is new"),
        ("old letter", "tax-season", PRIYA, "the heron letter, old version"),
        ("phrase", "tax-season", DANA, "signed heron letter attached"),
        ("private", "partners", RUTH, "a heron in the budget"),
        ("direct", "dm", MARCUS, "you and your heron"),
        ("group", "group", OTHER_DANA, "heron club on Friday"),
        ("ampersand", "general", TOM, "Heron & Sons <Ltd> called"),
        ("accent", "general", TOM, "el hérón del tejado"),
    ]
    written = {}
    for name, channel, person, text in said:
        world.advance(60)
        written[name] = post(world, office.channels[channel], text, person)
    return written


def found(world: World, query: str, person: str = DANA, **how: object) -> list[str]:
    with seen_by(world, person) as context:
        return [each.ts for each in search.messages(context, query, count=100, **how).messages]  # type: ignore[arg-type]


def names(herons: dict[str, str], timestamps: list[str]) -> list[str]:
    told = {ts: name for name, ts in herons.items()}
    return [told[ts] for ts in timestamps]


# --- what is found --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "heron",
            {"plain", "plural", "letter", "old letter", "phrase", "direct", "group", "ampersand", "accent"},
        ),
        (
            "HERON",
            {"plain", "plural", "letter", "old letter", "phrase", "direct", "group", "ampersand", "accent"},
        ),
        ("heron letter", {"letter", "old letter", "phrase"}),
        ("letter heron", {"letter", "old letter", "phrase"}),
        ('"heron letter"', {"old letter", "phrase"}),
        ("heron letter -old", {"letter", "phrase"}),
        ('heron letter -"heron letter"', {"letter"}),
        ("nest*", {"plural"}),
        ("nest", {"plural"}),
        ("hero", set()),
        (
            "hero*",
            {"plain", "plural", "letter", "old letter", "phrase", "direct", "group", "ampersand", "accent"},
        ),
        ("heron sons", {"ampersand"}),
        ("heron & sons", {"ampersand"}),
        ("heron <Ltd>", {"ampersand"}),
        ("heron amp", set()),
        ("heron lt", set()),
        ("heron in:general", {"plain", "plural", "ampersand", "accent"}),
        ("heron in:#general", {"plain", "plural", "ampersand", "accent"}),
        ("heron -in:general -in:#tax-season", {"direct", "group"}),
        ("heron in:general in:tax-season -letter", {"plain", "plural", "ampersand", "accent"}),
        ("heron in:@marcus.lee", {"direct"}),
        ("heron in:@tom.alvarez", set()),
        ("heron in:partners", set()),
        ("heron in:nowhere", set()),
        ("heron from:me", {"plain", "phrase"}),
        ("heron from:@marcus.lee", {"plural", "letter", "direct"}),
        ("heron from:marcus.lee from:priya.raman", {"plural", "letter", "direct", "old letter"}),
        ('heron from:"Marcus Lee"', {"plural", "letter", "direct"}),
        ('heron from:"INÊS DUARTE"', set()),
        ("heron from:@dana.whitford", {"group"}),
        ("heron from:nobody", set()),
        ("heron -from:me -from:marcus.lee", {"old letter", "group", "ampersand", "accent"}),
        ("from:me in:general heron roof", {"plain"}),
        ("heron after:tomorrow", set()),
        ('"', set()),
        ("*", set()),
    ],
)
def test_a_search_finds(world: World, herons: dict[str, str], query: str, expected: set[str]) -> None:
    assert set(names(herons, found(world, query))) == expected


def test_people_and_channels_can_be_named_by_id(world: World, office: Office, herons: dict[str, str]) -> None:
    marcus, general = office.users[MARCUS], office.channels["general"]
    for query in (
        f"heron from:<@{marcus}> in:<#{general}|general>",
        f"heron from:{marcus} in:{general.lower()}",
    ):
        assert names(herons, found(world, query)) == ["plural"]


def test_modifiers_alone_find_everything_they_allow(world: World, office: Office) -> None:
    post(world, office.channels["general"], "one")
    post(world, office.channels["general"], "two")
    assert len(found(world, "from:me in:general")) == 2
    assert len(found(world, "in:general -one")) == len(found(world, "in:general")) - 1


@pytest.mark.parametrize("person", [DANA, MARCUS, RUTH, TOM])
def test_one_finds_only_what_one_may_see(world: World, herons: dict[str, str], person: str) -> None:
    sees = {
        DANA: {"direct", "group"},
        MARCUS: {"direct", "private"},
        RUTH: {"private"},
        TOM: set[str](),
    }[person]
    everywhere = {"private", "direct", "group"}
    assert set(names(herons, found(world, "heron", person))) & everywhere == sees
    hidden = everywhere - sees
    assert not any(found(world, f"heron in:{name}", person) for name in ("partners",) if "private" in hidden)


def test_replies_and_archived_channels_are_found(world: World, office: Office) -> None:
    assert found(world, "old one in Templates") == [office.messages["reply"]]
    assert found(world, "moved to the new suite") == [office.messages["archived"]]


def test_placeholders_and_notices_are_not_found(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    root = post(world, tax, "heron")
    post(world, tax, "a reply", MARCUS, thread_ts=root)
    with by(world) as context:
        messages.delete(context, tax, root)
    with by(world, TOM) as context:
        channels.join(context, tax)
    assert found(world, "deleted") == found(world, "joined the channel") == found(world, "heron") == []


def test_an_edit_or_a_deletion_changes_what_is_found_at_once(world: World, office: Office) -> None:
    general = office.channels["general"]
    ts = post(world, general, "a heron & a stork")
    with by(world) as context:
        messages.edit(context, general, ts, "a crane & a stork")
    assert (found(world, "heron"), found(world, "crane"), found(world, "stork")) == ([], [ts], [ts])
    with by(world) as context:
        messages.delete(context, general, ts)
    assert found(world, "crane") == found(world, "stork") == []


# --- dates ----------------------------------------------------------------------------------------------


def at(world: World, office: Office, year: int, month: int, day: int, hour: int, minute: int = 0) -> str:
    """A message written at that time in New York."""
    moment = datetime(year, month, day, hour, minute, tzinfo=ZoneInfo("America/New_York"))
    with by(world) as context:
        context.clock.move(micros(moment))
        return messages.post(context, office.channels["general"], f"heron at {moment}").message.ts


def test_days_are_those_of_the_office_and_exclusive(world: World, office: Office) -> None:
    before = at(world, office, 2025, 3, 29, 23, 59)
    first = at(world, office, 2025, 3, 30, 0)
    last = at(world, office, 2025, 3, 30, 23, 59)
    after = at(world, office, 2025, 3, 31, 0)
    assert found(world, "heron on:2025-03-30") == [last, first]
    assert found(world, "heron after:2025-03-30") == [after]
    assert found(world, "heron before:2025-03-30") == [before]
    assert found(world, "heron after:2025-03-29 before:2025-03-31") == [last, first]
    assert found(world, "heron after:2025-03-30 before:2025-03-30") == []


def test_a_day_may_have_23_hours(world: World, office: Office) -> None:
    """Clocks go forward in New York on 8 March 2026 at 02:00."""
    written = [at(world, office, 2026, 3, 8, hour) for hour in (0, 1, 3, 23)]
    following = at(world, office, 2026, 3, 9, 0)
    assert int(float(following)) - int(float(written[0])) == 23 * 3600
    assert found(world, "heron on:2026-03-08") == written[::-1]


# --- the other modifiers --------------------------------------------------------------------------------


@pytest.fixture
def storks(world: World, office: Office) -> dict[str, str]:
    """Messages about storks, each with one thing that a modifier asks for, by that thing."""
    written: dict[str, str] = {}

    def say(name: str, channel: str, text: str, person: str = DANA, **how: str) -> None:
        world.advance(60)
        written[name] = post(world, office.channels[channel], text, person, **how)  # type: ignore[arg-type]

    def attach(name: str, text: str, file: str, person: str = DANA) -> None:
        world.advance(60)
        with by(world, person) as context:
            made = files.upload(context, file, b"%PDF-" if file.endswith("pdf") else PICTURE)
            posted = messages.post(context, office.channels["tax-season"], text, file_ids=[made.id])
            written[name] = posted.message.ts

    say("root", "general", "stork root", MARCUS)
    say("pinned", "general", "stork pinned")
    say("saved", "general", "stork saved")
    say("mine", "general", "stork that I reacted to", MARCUS)
    say("theirs", "general", "stork that Marcus reacted to")
    say("to me", "dm", "stork for you", MARCUS)
    say("to Marcus", "dm", "stork for Marcus")
    say("to the group", "group", "stork for the group", PRIYA)
    say("lake", "tax-season", "stork by the lake")
    say("reply", "general", "stork reply", PRIYA, thread_ts=written["root"])
    attach("shared", "stork", "bird.png", MARCUS)
    attach("titled", "see this", "stork of the year.pdf")
    general = office.channels["general"]
    with by(world) as context:
        pins.add(context, general, written["pinned"])
        saved.add(context, channel_id=general, message_ts=written["saved"])
        reactions.add(context, general, written["mine"], "eyes")
    with by(world, MARCUS) as context:
        reactions.add(context, general, written["theirs"], "eyes")
    return written


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("has:pin", {"pinned"}),
        ("has:star", {"saved"}),
        ("is:saved", {"saved"}),
        ("is:thread", {"root", "reply"}),
        ("is:dm", {"to me", "to Marcus", "to the group"}),
        ("is:dm -to:me", {"to Marcus"}),
        ("to:me", {"to me", "to the group"}),
        ("to:@marcus.lee", {"to Marcus"}),
        ("to:me to:@marcus.lee", {"to me", "to Marcus", "to the group"}),
        ("with:@priya.raman", {"root", "reply", "to the group"}),
        ("with:@marcus.lee", {"root", "reply", "to me", "to Marcus"}),
        ("with:@marcus.lee with:@priya.raman", {"root", "reply"}),
        ("with:@marcus.lee -is:dm", {"root", "reply"}),
        ("with:@nobody", set()),
        ("has::eyes:", {"mine", "theirs"}),
        ("hasmy::eyes:", {"mine"}),
        ("has::eyes: -hasmy::eyes:", {"theirs"}),
        ("has:reaction -has::tada:", {"mine", "theirs"}),
        ("has:reaction -has::eyes:", set()),
        ("has:file", {"shared", "titled"}),
        ("type:images", {"shared"}),
        ("type:image type:pdf", {"shared", "titled"}),
        ("has:file -type:pdf", {"shared"}),
        ("creator:@marcus.lee", {"shared"}),
        ("creator:me", {"titled"}),
        ("has:file -creator:me", {"shared"}),
        ("year", {"titled"}),
        ("-has:pin -has:star -has:reaction -is:dm -is:thread -has:file", {"lake"}),
        ("-with:@marcus.lee -with:@priya.raman in:general -has:reaction", {"pinned", "saved"}),
        ("-during:march", set()),
        ("-during:february has:pin", {"pinned"}),
        ("-before:today has:pin", {"pinned"}),
        ("-after:yesterday has:pin", set()),
        ("on:tuesday has:pin", {"pinned"}),
        ("during:week has:pin", {"pinned"}),
        ("has:teeth", set()),
        ("is:confidential", set()),
        ("type:cuneiform", set()),
    ],
)
def test_a_modifier_narrows(world: World, storks: dict[str, str], query: str, expected: set[str]) -> None:
    """Reference B' 22."""
    assert set(names(storks, found(world, f"stork {query}"))) == expected


def test_a_modifiers_value_may_be_in_quotes(world: World, storks: dict[str, str]) -> None:
    assert set(names(storks, found(world, 'stork to:"Marcus Lee" is:dm'))) == {"to Marcus"}


def test_blocks_and_attachments_are_found_by_what_they_say(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world) as context:
        block = {"type": "section", "text": {"type": "mrkdwn", "text": "a pelican &amp; friends"}}
        in_block = messages.post(context, general, "see", blocks=[block]).message.ts
        attachment = {"text": "a cormorant", "fields": [{"title": "Wings", "value": "two"}]}
        attached = messages.post(context, general, "see", attachments=[attachment]).message.ts
    assert found(world, "pelican") == [in_block]
    assert found(world, "cormorant wings") == [attached]
    assert found(world, "amp") == []


# --- files ----------------------------------------------------------------------------------------------


def files_found(world: World, query: str, person: str = DANA, **how: object) -> list[str]:
    with seen_by(world, person) as context:
        return [each.name for each in search.files(context, query, **how).files]  # type: ignore[arg-type]


@pytest.fixture
def papers(world: World, office: Office) -> None:
    """Four files, each a minute after the one before."""
    for name, content, where, person in (
        ("heron.txt", b"the lake in winter", "general", DANA),
        ("list.csv", b"heron,1\nstork,2", "dm", MARCUS),
        ("secret heron.txt", b"x", "partners", RUTH),
        ("heron.png", PICTURE, "", DANA),
    ):
        world.advance(60)
        with by(world, person) as context:
            file = files.upload(context, name, content)
            if where:
                messages.post(context, office.channels[where], "look", file_ids=[file.id])


@pytest.mark.usefixtures("papers")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("heron", ["heron.png", "list.csv", "heron.txt"]),
        ("herons", ["heron.png", "list.csv", "heron.txt"]),
        ("lake -winter", []),
        ('"lake in"', ["heron.txt"]),
        ("heron from:me", ["heron.png", "heron.txt"]),
        ("heron -from:me", ["list.csv"]),
        ("heron creator:@marcus.lee", ["list.csv"]),
        ("heron in:#general", ["heron.txt"]),
        ("heron -in:#general", ["heron.png", "list.csv"]),
        ("heron in:@marcus.lee", ["list.csv"]),
        ("heron to:me", ["list.csv"]),
        ("heron with:@marcus.lee", ["list.csv"]),
        ("heron is:dm", ["list.csv"]),
        ("heron type:image", ["heron.png"]),
        ("heron type:spreadsheets", ["list.csv"]),
        ("heron -type:image", ["list.csv", "heron.txt"]),
        ("heron on:today", ["heron.png", "list.csv", "heron.txt"]),
        ("heron -on:today", []),
        ("heron before:2025-03-18", []),
        ("heron has:file", ["heron.png", "list.csv", "heron.txt"]),
        ("heron has:link", []),
        ("heron is:saved", []),
        ("secret", []),
    ],
)
def test_files_are_searched_by_name_text_and_modifiers(world: World, query: str, expected: list[str]) -> None:
    assert files_found(world, query, by_time=True) == expected


@pytest.mark.usefixtures("papers")
def test_files_that_say_it_word_for_word_come_first(world: World) -> None:
    assert files_found(world, "lake winter") == ["heron.txt"]
    assert files_found(world, "heron", count=2, page=2) == ["heron.txt"]
    assert files_found(world, "secret heron", RUTH) == ["secret heron.txt"]


def test_a_deleted_file_is_not_found_and_its_message_not_by_it(world: World, office: Office) -> None:
    with by(world) as context:
        file = files.upload(context, "heron.txt", b"nest")
        ts = messages.post(context, office.channels["general"], "look", file_ids=[file.id]).message.ts
    assert (files_found(world, "nest"), found(world, "heron")) == (["heron.txt"], [ts])
    with by(world) as context:
        files.delete(context, file.id)
    assert files_found(world, "nest") == files_found(world, "heron") == found(world, "heron") == []


# --- by name --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tax", ["tax-season"]),
        ("#season", ["tax-season"]),
        ("soft", ["old-software"]),
        ("partners", []),
        ("zebra", []),
        ("", ["general", "tax-season", "old-software"]),
    ],
)
def test_channels_are_found_by_beginnings_of_words(world: World, text: str, expected: list[str]) -> None:
    """Archived ones last; private ones of others not at all."""
    with seen_by(world) as context:
        assert [each.name for each in search.channels(context, text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dana", ["dana.whitfield", "dana.whitford"]),
        ("whitford", ["dana.whitford"]),
        ("ines", ["ines.duarte"]),
        ("payroll", ["dana.whitford"]),
        ("dana.whitford@", ["dana.whitford"]),
        ("bookkeeper", ["walt.brenner"]),
        ("@marcus.lee", ["marcus.lee"]),
        ("lee marc", ["marcus.lee"]),
    ],
)
def test_people_are_found_by_names_without_accents_and_by_title(
    world: World, text: str, expected: list[str]
) -> None:
    with seen_by(world) as context:
        handles = [each.name for each in search.people(context, text)]
    assert handles == expected


def test_suggestions_are_people_channels_files_and_how_a_modifier_goes_on(
    world: World, office: Office
) -> None:
    with by(world) as context:
        file = files.upload(context, "taxes.csv", b"a")

        def suggested(text: str) -> list[tuple[str, str]]:
            return [(each.kind, each.id) for each in search.suggestions(context, text)]

        assert suggested("tax") == [
            ("person", office.users[DANA]),
            ("person", office.users[MARCUS]),
            ("person", office.users[PRIYA]),
            ("channel", office.channels["tax-season"]),
            ("file", file.id),
        ]
        assert suggested("letter from:mar") == [("modifier", "letter from:@marcus.lee")]
        assert suggested("-in:gen") == [("modifier", "-in:#general")]
        assert suggested("  ") == []


# --- order and pages ------------------------------------------------------------------------------------


def test_the_whole_query_word_for_word_comes_first_then_the_newest(
    world: World, herons: dict[str, str]
) -> None:
    assert names(herons, found(world, "heron letter")) == ["phrase", "old letter", "letter"]
    assert names(herons, found(world, "Letter Heron")) == ["phrase", "old letter", "letter"]
    assert names(herons, found(world, "letter about the heron")) == ["letter"]


def test_order_can_be_by_time_and_turned_round(world: World, herons: dict[str, str]) -> None:
    by_time = names(herons, found(world, "heron letter", by_time=True))
    assert by_time == ["phrase", "old letter", "letter"]
    assert names(herons, found(world, "heron letter", by_time=True, ascending=True)) == by_time[::-1]
    everything = found(world, "heron", by_time=True)
    assert everything == sorted(everything, reverse=True)


def test_messages_of_one_moment_have_an_order(world: World, office: Office) -> None:
    places = [office.channels[name] for name in ("general", "tax-season", "dm")]
    for place in places:
        post(world, place, "simultaneous heron")
    with seen_by(world) as context:
        shown = [each.channel_id for each in search.messages(context, "heron").messages]
        turned = [each.channel_id for each in search.messages(context, "heron", ascending=True).messages]
    assert shown == sorted(places, reverse=True)
    assert turned == sorted(places)


@pytest.mark.parametrize("count", [1, 2, 4, 9, 100])
def test_pages_show_each_match_once_and_all_know_the_total(
    world: World, herons: dict[str, str], count: int
) -> None:
    shown: list[Message] = []
    for page in range(1, 12):
        with seen_by(world) as context:
            told = search.messages(context, "heron", count=count, page=page)
        assert told.total == 9
        assert len(told.messages) == max(0, min(count, 9 - (page - 1) * count))
        shown += told.messages
    assert [each.ts for each in shown] == found(world, "heron")


# --- hostile queries ------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", HOSTILE)
def test_no_query_is_an_error(world: World, query: str) -> None:
    with seen_by(world) as context:
        told = search.messages(context, query)
        assert told.total >= len(told.messages)
        held = search.files(context, query)
        assert held.total >= len(held.files)
        assert len(search.suggestions(context, query)) <= 10


@pytest.mark.parametrize("query", ["", " ", "\n\t"])
def test_an_empty_query_says_so(world: World, query: str) -> None:
    with seen_by(world) as context, pytest.raises(NoQuery):
        search.messages(context, query)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.sampled_from(
            [
                "heron",
                '"a heron"',
                "-letter",
                "from:me",
                "-from:@marcus.lee",
                "in:general",
                "-in:dm",
                "her*",
                "after:2025-03-01",
                "before:2030-01-01",
                "*",
                "(",
                "NOT",
                "\x00",
                "é",
                "zzz",
            ]
        ),
        min_size=1,
        max_size=6,
    )
)
def test_what_is_found_always_has_what_was_asked_for(
    snapshot: Snapshot, world: World, herons: dict[str, str], terms: list[str]
) -> None:
    with seen_by(world) as context:
        me = context.world.raw.execute("SELECT id FROM slack_user WHERE name = ?", (DANA,)).fetchone()[0]
        for each in search.messages(context, " ".join(terms), count=100).messages:
            text = each.text.lower()
            assert "heron" not in terms or "heron" in text.replace("é", "e").replace("ó", "o")
            assert '"a heron"' not in terms or "a heron" in text
            assert "-letter" not in terms or "letter" not in text
            assert "from:me" not in terms or each.user_id == me


# --- how it is looked for -------------------------------------------------------------------------------


MODIFIED = [
    "",
    "-old from:@marcus.lee",
    "in:general -has:link",
    "to:me with:@marcus.lee",
    "is:thread has:pin has:file is:saved has:reaction hasmy::eyes:",
    "is:dm type:pdf -type:image",
    "during:march -on:tuesday",
]


@pytest.mark.parametrize(
    ("look", "query"),
    [
        *((search.messages, f"heron {each}") for each in MODIFIED),
        *((search.messages, each) for each in MODIFIED[1:]),
        *((search.files, f"heron {each}") for each in MODIFIED),
    ],
)
def test_no_search_reads_a_whole_table(world: World, look: Callable[..., object], query: str) -> None:
    """SQLite plans by the statement alone here, so this is the plan of a big world too."""
    asked: list[str] = []
    with seen_by(world) as context:
        context.world.raw.set_trace_callback(asked.append)
        look(context, query)
        context.world.raw.set_trace_callback(None)
        searched = [
            sql
            for sql in asked
            if sql.startswith(("SELECT slack_message.", "SELECT slack_file.", "SELECT count(*)"))
        ]
        plans = [row[3] for sql in searched for row in context.world.raw.execute(f"EXPLAIN QUERY PLAN {sql}")]
    assert len(searched) == 2
    whole = [plan for plan in plans if plan.startswith("SCAN") and "VIRTUAL TABLE" not in plan]
    assert {plan.split()[1] for plan in whole} <= {"CONSTANT"}
