"""What the firm of Marlow & Finch promises to those who write tasks about it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import combinations
from typing import Any, get_args
from zoneinfo import ZoneInfo

import pytest

from workaday.apps.slack.emoji import canonical
from workaday.seeds.marlow.conversations.chatter import FILES, talks
from workaday.seeds.marlow.firm import firm
from workaday.seeds.marlow.script import parse
from workaday.seeds.marlow.shapes import Fact, Firm, Post, Size
from workaday.seeds.marlow.wording import words
from workaday.verifiers import text

NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2025, 3, 18, 9, 0, tzinfo=NEW_YORK)
REFERENCE = re.compile(r"\{([@#])([^}]*)\}")
ASKING = ("doc-requests", "it-help", "front-desk", "scanning")


@pytest.fixture(
    scope="module",
    params=[(size, seed) for size in get_args(Size) for seed in (1, 2, 3)],
    ids=lambda param: f"{param[0]}-{param[1]}",
)
def made(request: pytest.FixtureRequest) -> Firm:
    return firm(*request.param)


@pytest.fixture(params=[1, 2, 3])
def small(request: pytest.FixtureRequest) -> Firm:
    return firm("small", request.param)


@pytest.fixture(params=[1, 2, 3])
def tiny(request: pytest.FixtureRequest) -> Firm:
    return firm("tiny", request.param)


def facts(of: Firm, kind: str) -> list[Fact]:
    return [fact for fact in of.facts if fact.kind == kind]


def posts(of: Firm) -> dict[str, Post]:
    return {post.key: post for post in of.posts}


def replies(of: Firm, root: str) -> list[Post]:
    return [post for post in of.posts if post.reply_to == root]


# --- sizes --------------------------------------------------------------------------------------------------


def test_small_is_an_office_of_three_months(small: Firm) -> None:
    assert 24 <= len(small.people) <= 30
    assert 20 <= len(small.channels) <= 26
    assert 2300 <= len(small.posts) <= 2700
    assert small.posts[-1].at - small.posts[0].at > timedelta(days=85)
    assert len(small.clients) >= 60
    assert len(small.directs) >= 20


def test_tiny_is_an_office_of_three_weeks(tiny: Firm) -> None:
    assert 9 <= len(tiny.people) <= 12
    assert 7 <= len(tiny.channels) <= 10
    assert 180 <= len(tiny.posts) <= 300
    assert timedelta(days=14) < tiny.posts[-1].at - tiny.posts[0].at < timedelta(days=22)


@pytest.mark.parametrize(("size", "least"), [("tiny", 2), ("small", 5)])
def test_people_have_near_namesakes(size: Size, least: int) -> None:
    names = [person.name for person in firm(size, 1).people]
    close = [pair for pair in combinations(names, 2) if SequenceMatcher(None, *pair).ratio() >= 0.8]
    assert len(close) >= least
    assert len(set(names)) == len(names)


def test_there_is_enough_for_tasks_in_small(small: Firm) -> None:
    assert len(facts(small, "statement")) >= 120
    assert len({fact.data["channel"] for fact in facts(small, "statement")}) >= 8
    assert len(facts(small, "promise")) >= 60
    assert len(facts(small, "request")) >= 120
    assert len(left_open(small)) >= 6


def test_there_is_enough_for_tasks_in_tiny(tiny: Firm) -> None:
    assert len(facts(tiny, "statement")) >= 25
    assert len(facts(tiny, "promise")) >= 12
    assert len(left_open(tiny)) >= 2


def left_open(of: Firm) -> list[tuple[Any, Any]]:
    """Channels and kinds of request of which two to five wait for an answer."""
    waiting = Counter(
        (fact.data["channel"], fact.data["request_kind"])
        for fact in facts(of, "request")
        if not fact.data["answered"]
    )
    return [which for which, count in waiting.items() if 2 <= count <= 5]


# --- consistency --------------------------------------------------------------------------------------------


def test_posts_are_in_order_of_time_and_no_two_at_once(made: Firm) -> None:
    times = [post.at for post in made.posts]
    assert times == sorted(set(times))
    assert times[-1] < made.now == NOW
    assert len(posts(made)) == len(made.posts)


def test_people_write_in_office_hours(made: Firm) -> None:
    for post in made.posts:
        local = post.at.astimezone(NEW_YORK)
        assert time(7, 30) < local.time() < time(20, 0), post
        assert local.weekday() != 6, post
        assert local.date() not in {date(2024, 12, 25), date(2025, 1, 1)}, post
        assert post.edited_at is None or post.at < post.edited_at < NOW


def test_nobody_speaks_or_reacts_where_they_are_not_yet(made: Firm) -> None:
    inside = {channel.name: dict.fromkeys(channel.members, channel.created) for channel in made.channels}
    inside |= {direct.key: dict.fromkeys(direct.members, made.posts[0].at) for direct in made.directs}
    for post in made.posts:
        if post.subtype == "channel_join":
            inside[post.where][post.author] = post.at
    for post in made.posts:
        there = inside[post.where]
        for person in [post.author, *(who for _, people in post.reactions for who in people)]:
            assert there[person] <= post.at, post


def test_those_who_left_are_silent_afterwards_and_the_new_one_before(small: Firm) -> None:
    kyle = [post.at.date() for post in small.posts if post.author == "kyle.renner"]
    sofia = [post.at.date() for post in small.posts if post.author == "sofia.marchetti"]
    assert max(kyle) <= date(2025, 1, 10) < date(2025, 1, 13) <= min(sofia)


def test_a_reply_follows_its_root_in_the_same_place(made: Firm) -> None:
    by_key = posts(made)
    for post in made.posts:
        if post.reply_to is not None:
            root = by_key[post.reply_to]
            assert root.reply_to is None
            assert (root.where, root.at < post.at) == (post.where, True)


def test_threads_are_as_long_as_people_can_follow(small: Firm) -> None:
    lengths = Counter(post.reply_to for post in small.posts if post.reply_to)
    assert max(lengths.values()) <= 8
    assert len(lengths) > 300


def test_whoever_and_whatever_is_mentioned_exists(made: Firm) -> None:
    known = {"@": {person.id for person in made.people}, "#": {channel.name for channel in made.channels}}
    for post in made.posts:
        for mark, name in REFERENCE.findall(post.text):
            assert name in known[mark], post


def test_nothing_of_the_making_shows_in_what_is_said(made: Firm) -> None:
    for post in made.posts:
        bare = REFERENCE.sub("N", post.text)
        assert not re.search(r"[{}\[\]]|\s[A-H]\b@|@[A-H]\b", bare), post
        assert bare == bare.strip(), post
        assert "  " not in bare, post


def test_every_person_has_a_manager_who_is_listed_before(made: Firm) -> None:
    seen: set[str] = set()
    for person in made.people:
        assert person.manager_id is None or person.manager_id in seen
        seen.add(person.id)
    assert [person.id for person in made.people if person.manager_id is None] == ["gene.marlow"]


def test_every_emoji_is_one_of_slacks_under_its_own_name() -> None:
    scripts = [talk.lines for file in FILES for talk in talks(file)]
    scripts += [parse(text).lines for text in words("stories")["stories"]]
    scripts += [parse(text).lines for group in words("directs").values() for text in group["talks"]]
    used = [emoji for lines in scripts for line in lines for emoji, _ in line.reactions]
    used += [emoji for size in get_args(Size) for post in firm(size, 1).posts for emoji, _ in post.reactions]
    assert [emoji for emoji in dict.fromkeys(used) if canonical(emoji) != emoji] == []


# --- facts --------------------------------------------------------------------------------------------------


def test_facts_stand_in_posts_that_exist(made: Firm) -> None:
    by_key = posts(made)
    for fact in made.facts:
        assert fact.posts
        for key in fact.posts:
            assert by_key[key].where == fact.data["channel"]
        assert by_key[fact.posts[0]].author == fact.data.get("author", fact.data.get("promiser"))


def test_a_statement_says_its_value_of_its_client(made: Firm) -> None:
    by_key = posts(made)
    for fact in facts(made, "statement"):
        said = by_key[fact.posts[0]].text
        assert str(fact.data["said"]) in said
        assert str(fact.data["client"]).lower() in said.lower()


def test_the_words_of_a_statement_are_accepted_as_an_answer(made: Firm) -> None:
    for fact in facts(made, "statement"):
        kind, value, rivals = fact.data["value_type"], str(fact.data["value"]), fact.data["rivals"]
        if kind == "person":
            continue
        assert kind in get_args(text.Kind)
        accepts = text.states(kind, value, map(str, rivals))  # type: ignore[arg-type]
        assert accepts(str(fact.data["said"])), fact


def test_rivals_are_there_and_are_wrong(made: Firm) -> None:
    for fact in facts(made, "statement"):
        rivals = fact.data["rivals"]
        assert isinstance(rivals, list)
        assert rivals, fact
        assert fact.data["value"] not in rivals


def test_money_is_in_cents(made: Firm) -> None:
    money = [fact for fact in facts(made, "statement") if fact.data["value_type"] == "money"]
    assert money
    for fact in money:
        told = str(fact.data["said"]).replace("$", "").replace(",", "")
        assert round(float(told) * 100) == fact.data["cents"] == fact.data["value"]


def test_what_no_longer_holds_was_said_before(made: Firm) -> None:
    by_key = posts(made)
    stale = [fact for fact in facts(made, "statement") if fact.stale]
    assert len(stale) >= len(facts(made, "statement")) / 3
    for fact in stale:
        assert all(by_key[key].at < by_key[fact.posts[0]].at for key in fact.stale)
        assert all(str(fact.data["client"]).lower() in by_key[key].text.lower() for key in fact.stale)


def test_a_day_is_changed_before_it_comes(made: Firm) -> None:
    by_key = posts(made)
    for fact in facts(made, "statement"):
        if fact.stale and fact.data["value_type"] == "date":
            (older,) = text.found("date", by_key[fact.stale[0]].text)
            assert date.fromisoformat(older) > by_key[fact.posts[0]].at.date(), fact
            assert date.fromisoformat(str(fact.data["value"])) > NOW.date()


def test_a_matter_has_one_statement_and_several_ways_to_ask(made: Firm) -> None:
    statements, clients = facts(made, "statement"), {client.name for client in made.clients}
    assert len({(fact.data["topic"], fact.data["client"]) for fact in statements}) == len(statements)
    for fact in statements:
        question = fact.data["question"]
        assert isinstance(question, list)
        assert len(set(question)) >= 3
        assert fact.data["client"] not in clients or all(
            str(fact.data["client"]) in str(each) for each in question
        )
        if fact.data["value_type"] != "text":
            assert not any(str(fact.data["said"]) in str(each) for each in question)


def test_twins_are_stated_apart(small: Firm) -> None:
    names = {client.id: client.name for client in small.clients}
    twins = {client.name: names[client.twin] for client in small.clients if client.twin}
    values = {
        (fact.data["topic"], fact.data["client"]): fact.data["value"] for fact in facts(small, "statement")
    }
    both = [
        (value, values[topic, twins[str(client)]])
        for (topic, client), value in values.items()
        if (topic, twins.get(str(client))) in values
    ]
    assert len(both) >= 60
    assert sum(mine != other for mine, other in both) > 0.9 * len(both)


def test_a_promise_is_kept_apart_from_the_namesakes(made: Firm) -> None:
    people = {person.id: person for person in made.people}
    members = {channel.name: channel.members for channel in made.channels}
    for fact in facts(made, "promise"):
        promiser, lookalike = str(fact.data["promiser"]), str(fact.data["lookalike"])
        assert promiser != lookalike
        assert SequenceMatcher(None, people[promiser].name, people[lookalike].name).ratio() > 0.7
        assert {promiser, lookalike} <= set(members[str(fact.data["channel"])])


def test_a_promise_names_thing_client_and_day(made: Firm) -> None:
    by_key = posts(made)
    for fact in facts(made, "promise"):
        post = by_key[fact.posts[0]]
        thing = str(fact.data["what"]).removeprefix("deliver ")
        assert thing in post.text.replace("The ", "the ")
        assert str(fact.data["client"]) in post.text
        assert date.fromisoformat(str(fact.data["by"])) in days_named(post), post
        assert date.fromisoformat(str(fact.data["by"])) > NOW.date()


def days_named(post: Post) -> Iterator[date]:
    """The days that a post names, seen from the day on which it was written."""
    yield from map(date.fromisoformat, text.found("date", post.text))
    for ahead in range(1, 7):
        day = post.at.date() + timedelta(days=ahead)
        if f"{day:%A}" in post.text or (ahead == 1 and "tomorrow" in post.text):
            yield day


def test_nothing_is_promised_twice(made: Firm) -> None:
    promised = Counter((fact.data["what"], fact.data["client"]) for fact in facts(made, "promise"))
    assert set(promised.values()) == {1}


def test_a_request_is_answered_by_a_colleague_or_a_tick_and_by_nothing_else(made: Firm) -> None:
    by_key = posts(made)
    for fact in facts(made, "request"):
        post = by_key[fact.posts[0]]
        others = [reply for reply in replies(made, post.key) if reply.author != post.author]
        ticked = "white_check_mark" in dict(post.reactions)
        how = "reply" if others else "reaction" if ticked else ""
        assert (fact.data["how"], fact.data["answered"]) == (how, bool(how))
        if not how:
            assert post.reactions == ()
            assert bool(replies(made, post.key)) == fact.data["bumped"]


def test_some_who_wait_have_asked_again(small: Firm) -> None:
    bumped = [fact for fact in facts(small, "request") if fact.data["bumped"]]
    assert len(bumped) >= 5
    assert all(fact.data["answered"] is False for fact in bumped)


def test_channels_for_requests_mix_kinds(made: Firm) -> None:
    for channel in {fact.data["channel"] for fact in facts(made, "request")}:
        kinds = {
            fact.data["request_kind"] for fact in facts(made, "request") if fact.data["channel"] == channel
        }
        assert len(kinds) >= 4
        assert channel in ASKING


def test_nothing_else_in_those_channels_asks_for_anything(made: Firm) -> None:
    known = {key for fact in facts(made, "request") for key in fact.posts}
    helpers = {person.id for person in made.people if person.team in {"Front Office", "IT"}}
    for post in made.posts:
        if post.where in ASKING and post.reply_to is None and post.key not in known and not post.subtype:
            assert "?" not in post.text, post
            assert post.author in helpers, post


# --- variety ------------------------------------------------------------------------------------------------


def test_people_do_not_repeat_each_other(small: Firm) -> None:
    said = Counter(masked(small, post.text) for post in small.posts if not post.subtype)
    (_, most), total = said.most_common(1)[0], sum(said.values())
    assert most <= 0.006 * total
    assert len(said) >= 0.8 * total
    long = Counter(
        masked(small, post.text) for post in small.posts if not post.subtype and len(post.text) > 40
    )
    assert max(long.values()) <= 5


def masked(of: Firm, said: str) -> str:
    """A text without the names and numbers in it, so that only its wording counts."""
    names = [client.name for client in of.clients] + [client.contact for client in of.clients]
    names += [person.name for person in of.people] + [person.given_name for person in of.people]
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    said = re.sub(rf"\b(?:{either})(?!\w)", "N", REFERENCE.sub("N", said))
    return re.sub(r"\W+", " ", re.sub(r"\d+", "9", said)).strip().lower()


def test_voices_differ(small: Firm) -> None:
    """Tom never begins with a capital; Linda likes an exclamation mark; Gene sometimes signs."""
    by = {
        person.id: [post.text for post in small.posts if post.author == person.id] for person in small.people
    }
    tom = [said for said in by["tom.okafor"] if said[0].isalpha()]
    assert sum(said[0].islower() for said in tom) > 0.8 * len(tom)
    assert sum(said.endswith("!") for said in by["linda.gutierrez"]) > 0.4 * len(by["linda.gutierrez"])
    assert any(said.endswith("\n- Gene") for said in by["gene.marlow"])


# --- the same everywhere ------------------------------------------------------------------------------------

PRINT = """
from hashlib import sha256
from workaday.seeds.marlow.firm import firm
print([sha256(repr(firm(size, 7)).encode()).hexdigest() for size in ("tiny", "small")])
"""


def elsewhere(code: str, **environment: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_a_firm_is_the_same_in_every_process() -> None:
    here = str([sha256(repr(firm(size, 7)).encode()).hexdigest() for size in get_args(Size)])
    assert elsewhere(PRINT, PYTHONHASHSEED="1", TZ="Asia/Tokyo") == here
    assert elsewhere(PRINT, PYTHONHASHSEED="2", TZ="UTC") == here


def test_another_seed_is_another_story() -> None:
    one, two = firm("tiny", 1), firm("tiny", 2)
    assert one.people == two.people
    assert [post.text for post in one.posts] != [post.text for post in two.posts]


def test_importing_the_recipe_writes_no_story() -> None:
    code = "import sys, workaday.seeds.marlow; print('workaday.seeds.marlow.firm' in sys.modules)"
    assert elsewhere(code) == "False"


def test_a_script_that_cannot_be_read_is_refused_with_its_line() -> None:
    with pytest.raises(ValueError, match="not a line of a script: 'hello there'"):
        parse("A: good morning\nhello there")
