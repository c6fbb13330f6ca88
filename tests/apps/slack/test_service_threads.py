"""Threads that one follows, and what happens that concerns one."""

from __future__ import annotations

import pytest

from tests.apps.slack import apps
from tests.apps.slack.acting import DANA, MARCUS, OTHER_DANA, PRIYA, RUTH, by, post, seen_by
from tests.office import Office
from workaday.apps.slack.models import UserGroup, UserGroupMember
from workaday.apps.slack.service import activity, channels, messages, reactions, threads
from workaday.world import World


def unread(world: World, person: str) -> dict[str, int]:
    """The threads that somebody follows, by root, and how much is new in each."""
    with seen_by(world, person) as context:
        return {each.root.ts: each.unread for each in threads.followed(context, limit=99)}


def test_people_follow_what_they_started_replied_in_or_are_mentioned_in(world: World, office: Office) -> None:
    season, question = office.channels["tax-season"], office.messages["question"]
    assert unread(world, PRIYA) == {question: 2}
    assert unread(world, DANA) == {question: 1}
    assert unread(world, MARCUS) == {question: 0}
    assert unread(world, OTHER_DANA) == {}
    post(world, season, f"<@{office.users[OTHER_DANA]}> look", thread_ts=question)
    assert unread(world, OTHER_DANA) == {question: 3}
    assert unread(world, RUTH) == {}


def test_what_one_says_of_following_counts_more(world: World, office: Office) -> None:
    season, question, reply = (
        office.channels["tax-season"],
        office.messages["question"],
        office.messages["reply"],
    )
    with by(world) as context:
        threads.follow(context, season, reply, False)
    with by(world, OTHER_DANA) as context:
        threads.follow(context, season, question, True)
        root = messages.get(context, season, question)
        assert threads.follows(context, [root]) == {question: question}
    assert unread(world, DANA) == {}
    assert unread(world, OTHER_DANA) == {question: 2}


def test_reading_and_replying_move_the_mark_of_a_thread(world: World, office: Office) -> None:
    season, question, reply = (
        office.channels["tax-season"],
        office.messages["question"],
        office.messages["reply"],
    )
    with by(world, PRIYA) as context:
        threads.mark(context, season, question, reply)
        assert threads.unread(context) == 1
    assert unread(world, PRIYA) == {question: 1}
    post(world, season, person=PRIYA, thread_ts=question)
    assert unread(world, PRIYA) == {question: 0}
    with seen_by(world, PRIYA) as context:
        assert threads.unread(context) == 0
    with by(world, PRIYA) as context:
        threads.mark(context, season, question, question)
        assert threads.unread(context) == 1


def test_threads_come_page_by_page_the_last_replied_to_first(world: World, office: Office) -> None:
    general = office.channels["general"]
    roots = [post(world, general, f"root {number}") for number in range(3)]
    for root in (roots[1], roots[0], roots[2]):
        world.advance(1)
        post(world, general, person=MARCUS, thread_ts=root)
    with seen_by(world) as context:
        first = threads.followed(context, limit=2)
        rest = threads.followed(context, limit=9, before=first[-1].latest)
    assert [each.root.ts for each in first] == [roots[2], roots[0]]
    assert [each.root.ts for each in rest] == [roots[1], office.messages["question"]]


def test_a_message_without_replies_is_followed_by_who_wrote_it(world: World, office: Office) -> None:
    general = office.channels["general"]
    with seen_by(world, RUTH) as context:
        found = [messages.get(context, general, office.messages[name]) for name in ("welcome", "edited")]
        assert set(threads.follows(context, found)) == {office.messages["welcome"]}


# --- activity -------------------------------------------------------------------------------------------


def happened(world: World, office: Office, person: str, *kinds: str) -> list[tuple[str, str, str]]:
    """What has happened to somebody, the newest first: kind, who, and the message's text or the emoji."""
    names = {user: name for name, user in office.users.items()}
    with seen_by(world, person) as context:
        found = activity.listed(context, kinds=kinds or None)
    return [(each.kind, names.get(each.user_id, ""), each.emoji or each.message.text) for each in found]


def test_replies_reactions_and_mentions_are_activity(world: World, office: Office) -> None:
    season, question = office.channels["tax-season"], office.messages["question"]
    assert [each[0] for each in happened(world, office, PRIYA)] == ["thread", "reaction"]
    assert happened(world, office, RUTH) == [("reaction", PRIYA, "tada"), ("reaction", MARCUS, "tada")]
    assert [each[:2] for each in happened(world, office, OTHER_DANA)] == [("mention", MARCUS)]
    world.advance(1)
    post(world, season, f"<@{office.users[PRIYA]}> see here", thread_ts=question)
    assert happened(world, office, PRIYA)[0][:2] == ("mention", DANA)
    world.advance(1)
    post(world, office.channels["general"], "<!channel> lunch", person=MARCUS)
    assert [each[0] for each in happened(world, office, PRIYA, "mention")] == ["mention", "mention"]
    assert [each[0] for each in happened(world, office, MARCUS, "mention")] == []


def test_a_groups_mention_and_an_apps_word_are_activity(world: World, office: Office) -> None:
    general = office.channels["general"]
    with by(world, RUTH) as context:
        now, ruth = context.clock.seconds, office.users[RUTH]
        group = UserGroup(
            id="S0TAX", name="Tax", handle="tax", created=now, updated=now, created_by=ruth, updated_by=ruth
        )
        context.session.add(group)
        context.session.flush()
        context.session.add(UserGroupMember(usergroup_id="S0TAX", user_id=office.users[PRIYA], position=0))
    post(world, general, "<!subteam^S0TAX> the list is in")
    bot = apps.install(world)
    with apps.acting(world, bot) as context:
        place = channels.open_direct(context, [office.users[PRIYA]]).channel
        messages.post(context, place.id, "Your report is ready")
    assert {each[0] for each in happened(world, office, PRIYA, "usergroup", "app")} == {"usergroup", "app"}
    assert happened(world, office, MARCUS, "usergroup", "app") == []


def test_what_one_has_looked_at_is_not_new(world: World, office: Office) -> None:
    with by(world, PRIYA) as context:
        assert activity.unseen(context) == 2
        activity.seen(context)
        assert activity.unseen(context) == 0
    world.advance(1)
    with by(world, MARCUS) as context:
        reactions.add(context, office.channels["tax-season"], office.messages["question"], "tada")
    with seen_by(world, PRIYA) as context:
        assert activity.unseen(context) == 1
        assert [each.emoji for each in activity.listed(context, limit=1)] == ["tada"]
        assert len(activity.listed(context, before=activity.listed(context)[0].ts)) == 2


@pytest.mark.parametrize("kinds", [(), ("nonsense",)])
def test_of_no_kind_there_is_nothing(world: World, kinds: tuple[str, ...]) -> None:
    with seen_by(world, PRIYA) as context:
        assert activity.listed(context, kinds=kinds) == []
