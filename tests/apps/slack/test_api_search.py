"""Searching over the Web API (reference A.1, B.5, B' 22)."""

from __future__ import annotations

import re
from urllib.request import Request, urlopen

import pytest

from tests.apps.slack.wire import JSON, Wire, messages_of
from tests.office import Office


def search(wire: Wire, query: str, **arguments: object) -> JSON:
    return wire.call("search.messages", query=query, **arguments)


def found(told: JSON) -> list[str]:
    return [each["ts"] for each in told["messages"]["matches"]]


def test_a_search_has_slacks_keys(wire: Wire, office: Office) -> None:
    """[NODE, SPEC] reference B.5."""
    told = search(wire, "template")
    assert list(told) == ["ok", "query", "messages"]
    assert told["query"] == "template"
    assert list(told["messages"]) == ["total", "pagination", "paging", "matches"]
    assert told["messages"]["pagination"] == {
        "total_count": 2, "page": 1, "per_page": 20, "page_count": 1, "first": 1, "last": 2,
    }  # fmt: skip
    assert told["messages"]["paging"] == {"count": 20, "total": 2, "page": 1, "pages": 1}


def test_a_match_tells_where_it_is_and_who_wrote_it(wire: Wire, office: Office) -> None:
    """Reference B.5: ``username`` is the handle; in a thread the permalink names it."""
    (match,) = search(wire, "folder")["messages"]["matches"]
    channel, ts = office.channels["tax-season"], office.messages["reply_broadcast"]
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", match["iid"])
    assert match["team"] == office.workspace
    assert (match["channel"]["id"], match["channel"]["name"]) == (channel, "tax-season")
    assert (match["user"], match["username"]) == (office.users["marcus.lee"], "marcus.lee")
    assert (match["type"], match["ts"]) == ("message", ts)
    assert match["permalink"].endswith(f"?thread_ts={office.messages['question']}&cid={channel}")


def place(channel: str, name: str, **keys: object) -> JSON:
    """What a match says of where it is; of what is not told in ``keys`` everything is false or nothing."""
    flags = ("is_group", "is_im", "is_mpim", "is_private", "is_shared", "is_org_shared", "is_ext_shared")
    nothing = {**dict.fromkeys((*flags, "is_pending_ext_shared"), False), "pending_shared": []}
    kind = {"is_channel": not keys.get("is_im", False)}
    return {**nothing, **kind, "id": channel, "name": name, **keys}


def test_a_match_in_a_channel_tells_of_what_kind_it_is(wire: Wire, office: Office) -> None:
    """Reference B.5."""
    for person, query, name, keys in (
        ("dana.whitfield", "folder", "tax-season", {}),
        ("marcus.lee", "offer", "partners", {"is_private": True}),
        (
            "dana.whitfield",
            "payroll",
            "mpdm-dana.whitfield--dana.whitford--priya.raman-1",
            {"is_private": True, "is_mpim": True},
        ),
    ):
        (match,) = search(wire.sitting(person), query)["messages"]["matches"]
        channel = office.channels.get(name, office.channels["group"])
        assert match["channel"] == place(channel, name, name_normalized=name, **keys)


def test_a_match_in_a_direct_message_is_named_after_the_other_person(wire: Wire, office: Office) -> None:
    """Reference B.5: ``channel.name`` is the other user's id."""
    (match,) = search(wire, "Hartley")["messages"]["matches"]
    marcus = office.users["marcus.lee"]
    assert match["channel"] == place(office.channels["dm"], marcus, is_im=True, is_private=True, user=marcus)


def test_a_search_finds_only_what_the_person_can_see(wire: Wire, office: Office) -> None:
    """Reference B' 22: one's own conversations and public channels, archived ones too."""
    assert found(search(wire, "offer")) == []
    assert found(search(wire.sitting("marcus.lee"), "offer")) == [office.messages["private"]]
    assert found(search(wire.sitting("ines.duarte"), "suite")) == [office.messages["archived"]]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("template from:@marcus.lee", ["reply_broadcast"]),
        ("from:<@{marcus.lee}> in:#tax-season", ["mention", "reply_broadcast"]),
        ("template -folder", ["reply"]),
        ('"template folder"', ["reply_broadcast"]),
        ("from:me template", ["reply"]),
        ("template after:2025-03-17", []),
        ("template before:2025-03-18", ["reply_broadcast", "reply"]),
    ],
)
def test_modifiers_narrow_a_search(wire: Wire, office: Office, query: str, names: list[str]) -> None:
    """Reference B' 22: dates are exclusive of the day named; the office's day was 17 March."""
    for person, user in office.users.items():
        query = query.replace(f"{{{person}}}", user)
    assert found(search(wire, query)) == [office.messages[name] for name in names]


@pytest.mark.parametrize(
    ("period", "found_any"),
    [
        ("during:yesterday", True),
        ("during:today", False),
        ("during:2025-03-17", True),
        ("during:2025-03", True),
        ("during:2025", True),
        ("during:march", True),
        ("during:Mar", True),
        ("during:month", True),
        ("during:year", True),
        ("on:2025-03-17", True),
        ("during:april", False),
        ("during:2024", False),
        ("during:2025-02", False),
        ("after:yesterday", False),
        ("before:today", True),
        ("after:february", True),
        ("before:2025-03", False),
        ("during:nonsense", False),
        ("during:2025-13", False),
        ("during:0000", False),
        ("during:9999-12", False),
    ],
)
def test_a_period_is_a_day_a_month_or_a_year(
    wire: Wire, office: Office, period: str, found_any: bool
) -> None:
    """Reference B' 22, case 34 for ``during:``; it is 18 March 2025 and everything was said on the 17th."""
    assert bool(found(search(wire, f"template {period}"))) is found_any


def test_what_a_message_has_narrows_a_search(wire: Wire, office: Office) -> None:
    """Reference B' 22: ``has:link``, ``has:reaction`` and ``has::emoji:``."""
    linked = wire.call("chat.postMessage", channel=office.channels["general"], text="See https://a.example/")
    welcome, question = office.messages["welcome"], office.messages["question"]
    assert found(search(wire, "has:link")) == [linked["ts"]]
    assert found(search(wire, "has:reaction")) == [question, welcome]
    assert found(search(wire, "has::tada:")) == [welcome]
    assert found(search(wire, "has::tada: has::eyes:")) == []
    wire.call("reactions.add", channel=office.channels["general"], timestamp=welcome, name="eyes")
    assert found(search(wire, "has::tada: has::eyes:")) == [welcome]
    everything = set(found(search(wire, "-has:nothing", count=100)))
    assert set(found(search(wire, "-has:reaction", count=100))) == everything - {welcome, question}
    assert set(found(search(wire, "-has:link", count=100))) == everything - {linked["ts"]}
    for nothing in ("has:file", "has:pin", "has::nonsense:"):
        assert found(search(wire, nothing)) == []


def test_a_search_is_paged_by_number(wire: Wire, office: Office) -> None:
    told = search(wire, "template", count=1, page=2)["messages"]
    assert told["pagination"] == {
        "total_count": 2, "page": 2, "per_page": 1, "page_count": 2, "first": 2, "last": 2,
    }  # fmt: skip
    assert len(told["matches"]) == 1
    beyond = search(wire, "template", page=3)["messages"]
    assert (beyond["matches"], beyond["total"]) == ([], 2)


def test_a_search_can_be_in_order_of_time(wire: Wire, office: Office) -> None:
    expected = [office.messages["reply"], office.messages["reply_broadcast"]]
    assert found(search(wire, "template", sort="timestamp", sort_dir="asc")) == expected
    assert found(search(wire, "template", sort="timestamp", sort_dir="desc")) == expected[::-1]


def test_a_search_puts_the_very_words_first_unless_time_orders_it(wire: Wire, office: Office) -> None:
    """``sort`` is score unless it is timestamp (reference A.1)."""
    channel = office.channels["general"]
    verbatim = wire.call("chat.postMessage", channel=channel, text="A green folder")["ts"]
    later = wire.call("chat.postMessage", channel=channel, text="A folder that is green")["ts"]
    assert found(search(wire, "green folder")) == [verbatim, later]
    assert found(search(wire, "green folder", sort="score")) == [verbatim, later]
    assert found(search(wire, "green folder", sort="timestamp")) == [later, verbatim]


def test_what_a_search_cannot_read_is_named(wire: Wire) -> None:
    """[MEAS] a line for each, before an empty query is looked at; ``sort=bogus`` is accepted."""
    told = search(wire, "", count="1.5", page="x", sort_dir="ASC")
    assert told["error"] == "invalid_arguments"
    assert messages_of(told) == [
        "[ERROR] must provide a number [json-pointer:/count]",
        "[ERROR] must provide a number [json-pointer:/page]",
        "[ERROR] must be a valid enum value [json-pointer:/sort_dir]",
    ]
    assert search(wire, "template", sort="bogus")["ok"] is True


@pytest.mark.parametrize(
    ("count", "readable"),
    [
        ("007", True),
        ("-5", True),
        ("0", True),
        ("9223372036854775807", True),
        ("-9223372036854775808", True),
        ("9223372036854775808", False),
        ("-9223372036854775809", False),
        ("9" * 4301, False),
        ("-0", False),
        ("-01", False),
        ("+1", False),
        ("1\n", False),
        ("", False),
        ("１", False),
    ],
)
def test_a_count_is_a_whole_number_of_64_bits(wire: Wire, count: str, readable: bool) -> None:
    """[MEAS] digits, with a minus sign only before one that is not zero; what is served is 1 to 100."""
    told = search(wire, "template", count=count)
    assert told["ok"] is readable
    if readable:
        assert told["messages"]["paging"]["count"] == min(max(int(count), 1), 100)


def test_a_search_needs_a_query(wire: Wire) -> None:
    """[MEAS, REF] absent and blank are two things."""
    for method in ("search.messages", "search.all"):
        missing = wire.call(method)
        assert messages_of(missing) == ["[ERROR] missing required field: query"]
        for blank in ("", "  ", "\t\n"):
            assert wire.call(method, query=blank)["error"] == "no_query"


def test_an_empty_direction_is_read_by_one_method_alone(wire: Wire) -> None:
    """[MEAS 2026-10-05] served on search.messages, refused on search.all."""
    assert wire.call("search.messages", query="x", sort_dir="")["ok"] is True
    assert wire.call("search.all", query="x", sort_dir="")["error"] == "invalid_arguments"


def test_searching_everything_finds_messages_and_files(wire: Wire, office: Office) -> None:
    """Case 34: slack-go's search calls it (strukto-ai/mirage#1189); search.files [MEAS]."""
    share(wire, "template.csv", b"a,b\n1,2\n", office.channels["general"], comment="The template")
    told = wire.call("search.all", query="template")
    assert list(told) == ["ok", "query", "messages", "files"]
    assert told["messages"] == search(wire, "template")["messages"]
    assert told["files"] == wire.call("search.files", query="template")["files"]
    (file,) = told["files"]["matches"]
    assert (file["name"], file["is_public"], told["files"]["total"]) == ("template.csv", True, 1)
    assert told["files"]["pagination"] == {
        "total_count": 1, "page": 1, "per_page": 20, "page_count": 1, "first": 1, "last": 1,
    }  # fmt: skip
    nothing = wire.call("search.all", query="heron")["files"]
    assert nothing["paging"] == {"count": 20, "total": 0, "page": 1, "pages": 0}


def test_a_message_is_found_by_what_its_files_are_called(wire: Wire, office: Office) -> None:
    share(wire, "ledger.csv", b"a,b\n", office.channels["general"], comment="Numbers")
    (match,) = search(wire, "ledger")["messages"]["matches"]
    assert (match["text"], match["files"][0]["name"]) == ("Numbers", "ledger.csv")


def share(wire: Wire, name: str, content: bytes, channel: str, *, comment: str = "") -> str:
    """Upload a file as clients do; its id."""
    begun = wire.call("files.getUploadURLExternal", filename=name, length=len(content))
    request = Request(begun["upload_url"], content, {"Content-Type": "application/octet-stream"})
    with urlopen(request) as answer:
        assert answer.read() == f"OK - {len(content)}".encode()
    done = wire.call(
        "files.completeUploadExternal",
        files=[{"id": begun["file_id"]}],
        channel_id=channel,
        initial_comment=comment,
    )
    assert done["ok"]
    file_id: str = begun["file_id"]
    return file_id


def test_pages_can_go_on_by_cursors(wire: Wire) -> None:
    """The first cursor is ``*``; an empty one ends it."""
    first = search(wire, "template", cursor="*", count=1)
    following = search(wire, "template", cursor=first["response_metadata"]["next_cursor"], count=1)
    assert found(first) + found(following) == found(search(wire, "template"))
    assert following["response_metadata"] == {"next_cursor": ""}
    for bogus in ("bogus", "cGFnZTp4", "cGFnZTo5OTk5OTk5"):
        assert messages_of(search(wire, "template", cursor=bogus))[0].endswith("[json-pointer:/cursor]")


def test_what_was_found_can_be_marked(wire: Wire, office: Office) -> None:
    """[GK] B' 22: U+E000 before and U+E001 behind; links and mentions stay whole."""
    marcus = office.users["marcus.lee"]
    text = f"Fees & herons: <https://heron.example/|herons> by <@{marcus}>, a heron's"
    wire.call("chat.postMessage", channel=office.channels["general"], text=text)
    for query, marked in (
        ("heron fee*", "\ue000Fees\ue001 &amp; \ue000herons\ue001: <https://heron.example/|herons> by"),
        ('"a heron"', "Fees &amp; herons: <https://heron.example/|herons> by"),
    ):
        (match,) = search(wire, query, highlight="true")["messages"]["matches"]
        assert match["text"].startswith(marked)
    assert match["text"].endswith(", \ue000a heron\ue001's")
    plain = search(wire, "heron", highlight="false")["messages"]["matches"][0]["text"]
    assert "\ue000" not in plain
