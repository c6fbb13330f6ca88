"""Who may see which conversation, joining, and direct conversations (reference B.2, B' 16, 19)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from tests.apps.slack.acting import (
    DANA,
    MARCUS,
    OTHER_DANA,
    PRIYA,
    RUTH,
    TOM,
    WALT,
    by,
    one,
    seen_by,
    timeline,
)
from tests.office import EVERYBODY, Office
from workaday.apps.slack.errors import (
    ChannelNotFound,
    IsArchived,
    MethodNotSupported,
    TooManyUsers,
    UserDisabled,
    UserNotFound,
    UsersListNotSupplied,
    UsersNotFound,
)
from workaday.apps.slack.service import channels, history, marks, messages, people, reactions, setup
from workaday.errors import ActionError
from workaday.people import Person
from workaday.world import Context, World

MADE_UP = "C0MADEUP1234"

# --- who may see what -----------------------------------------------------------------------------------

LOOKS: dict[str, Callable[[Context, str], object]] = {
    "get": channels.get,
    "joined": channels.joined,
    "find": channels.find,
    "history": lambda context, channel: history.top_level(context, channel, history.Window(10)),
    "thread": lambda context, channel: history.thread(context, channel, "1.0", history.Window(10)),
    "post": lambda context, channel: messages.post(context, channel, "hello"),
    "edit": lambda context, channel: messages.edit(context, channel, "1.0", "hello"),
    "delete": lambda context, channel: messages.delete(context, channel, "1.0"),
    "react": lambda context, channel: reactions.add(context, channel, "1.0", "eyes"),
    "take back": lambda context, channel: reactions.remove(context, channel, "1.0", "eyes"),
    "mark": lambda context, channel: marks.mark(context, channel, "1.0"),
    "join": channels.join,
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("channel", ["partners", "dm", "group"])
def test_a_conversation_one_is_not_in_is_as_if_it_did_not_exist(
    world: World, office: Office, look: str, channel: str
) -> None:
    def refusal(channel_id: str) -> dict[str, str]:
        with by(world, TOM) as context, pytest.raises(ChannelNotFound) as caught:
            LOOKS[look](context, channel_id)
        return caught.value.as_dict()

    assert refusal(office.channels[channel]) == refusal(MADE_UP)


def test_a_public_channel_can_be_read_without_joining(world: World, office: Office) -> None:
    assert office.messages["question"] in timeline(world, office.channels["tax-season"], TOM)
    assert office.messages["archived"] in timeline(world, office.channels["old-software"], PRIYA)


@pytest.mark.parametrize(
    ("person", "hidden"),
    [(DANA, {"partners"}), (RUTH, {"dm", "group"}), (MARCUS, {"group"}), (TOM, {"partners", "dm", "group"})],
)
def test_the_list_holds_public_channels_and_one_s_own(
    world: World, office: Office, person: str, hidden: set[str]
) -> None:
    with seen_by(world, person) as context:
        listed = [each.id for each in channels.listed(context)]
    assert listed == sorted(id_ for name, id_ in office.channels.items() if name not in hidden)


def test_the_list_can_be_narrowed(world: World, office: Office) -> None:
    with seen_by(world) as context:
        assert [each.kind for each in channels.listed(context, ["im", "mpim"])] in (
            ["im", "mpim"],
            ["mpim", "im"],
        )
        assert channels.listed(context, []) == []
        live = {each.id for each in channels.listed(context, archived=False)}
    assert live == {office.channels[name] for name in ("general", "tax-season", "dm", "group")}


def test_a_conversation_tells_whether_it_is_direct(world: World, office: Office) -> None:
    with seen_by(world) as context:
        for name in ("general", "tax-season", "dm", "group"):
            assert bool(channels.get(context, office.channels[name]).is_direct) == (name in {"dm", "group"})


@pytest.mark.parametrize("name", ["general", "#general"])
def test_a_channel_is_found_by_name_or_id(world: World, office: Office, name: str) -> None:
    with seen_by(world) as context:
        assert channels.find(context, name).id == office.channels["general"]
        assert channels.find(context, office.channels["general"]).id == office.channels["general"]
        group = channels.get(context, office.channels["group"])
        for wrong in ("General", "##general", "gen", "", f"#{group.name}", group.name or "", "partners"):
            with pytest.raises(ChannelNotFound):
                channels.find(context, wrong)


def test_members_come_in_order_of_joining(world: World, office: Office) -> None:
    with seen_by(world) as context:
        seated = channels.members(context, office.channels["tax-season"])
        assert set(seated) == {office.users[person] for person in (DANA, MARCUS, PRIYA, OTHER_DANA)}
        assert channels.members(context, office.channels["tax-season"]) == seated
        counts = channels.member_counts(context, [office.channels["general"], office.channels["dm"], MADE_UP])
        assert counts == {office.channels["general"]: len(EVERYBODY), office.channels["dm"]: 2}


# --- joining --------------------------------------------------------------------------------------------


def test_joining_seats_the_person_and_says_so_in_the_channel(world: World, office: Office) -> None:
    tax = office.channels["tax-season"]
    with by(world, TOM) as context:
        assert channels.join(context, tax)
        assert channels.is_member(context, tax)
        assert not channels.join(context, tax)
    notice = one(world, tax, timeline(world, tax)[0])
    assert notice is not None
    assert (notice.subtype, notice.user_id) == ("channel_join", office.users[TOM])
    assert notice.text == f"<@{office.users[TOM]}> has joined the channel"
    assert len([change for change in world.changes() if change.table == "slack_message"]) == 1


def test_one_joins_public_channels_that_are_live(world: World, office: Office) -> None:
    with by(world, PRIYA) as context:
        with pytest.raises(IsArchived):
            channels.join(context, office.channels["old-software"])
        with pytest.raises(MethodNotSupported):
            channels.join(context, office.channels["group"])


# --- direct conversations -------------------------------------------------------------------------------


def test_two_people_have_one_direct_conversation_whoever_opens_it(world: World, office: Office) -> None:
    for person, other in ((DANA, MARCUS), (MARCUS, DANA)):
        with by(world, person) as context:
            opened = channels.open_direct(context, [office.users[other]])
            assert (opened.channel.id, opened.already_open) == (office.channels["dm"], True)


def test_the_same_people_in_any_order_have_the_same_conversation(world: World, office: Office) -> None:
    others = [office.users[person] for person in (OTHER_DANA, PRIYA)]
    found = set()
    for order in permutations([*others, office.users[DANA]]):
        with by(world) as context:
            found.add(channels.open_direct(context, order).channel.id)
    assert found == {office.channels["group"]}


def test_more_or_fewer_people_are_another_conversation(world: World, office: Office) -> None:
    with by(world) as context:
        larger = [office.users[person] for person in (OTHER_DANA, PRIYA, MARCUS)]
        assert channels.open_direct(context, larger).channel.id != office.channels["group"]
        pair = channels.open_direct(context, [office.users[PRIYA]]).channel
        assert (pair.kind, pair.name, pair.id[0]) == ("im", None, "D")


def test_a_new_conversation_is_shown_to_its_opener_first(world: World, office: Office) -> None:
    with by(world) as context:
        opened = channels.open_direct(context, [office.users[TOM], office.users[RUTH]])
        assert not opened.already_open
        made = opened.channel
        assert (made.kind, made.id[0], made.creator_id) == ("mpim", "C", office.users[DANA])
        assert made.name == "mpdm-dana.whitfield--tom.alvarez--ruth.okafor-1"
        assert channels.open_direct(context, [office.users[RUTH], office.users[TOM]]).already_open
    with by(world, TOM) as context:
        again = channels.open_direct(context, [office.users[DANA], office.users[RUTH]])
        assert (again.channel.id, again.already_open) == (made.id, False)


def test_one_has_a_conversation_with_oneself(world: World, office: Office) -> None:
    with by(world) as context:
        own = channels.open_direct(context, [office.users[DANA]]).channel
        assert channels.members(context, own.id) == [office.users[DANA]]
        assert channels.partner(context, own) == office.users[DANA]
        assert channels.open_direct(context, [office.users[DANA]] * 2).channel.id == own.id


def test_the_partner_is_the_other_one(world: World, office: Office) -> None:
    for person, other in ((DANA, MARCUS), (MARCUS, DANA)):
        with seen_by(world, person) as context:
            place = channels.get(context, office.channels["dm"])
            assert channels.partner(context, place) == office.users[other]


def test_a_conversation_is_not_made_when_it_is_only_looked_for(world: World, office: Office) -> None:
    with by(world) as context, pytest.raises(ChannelNotFound):
        channels.open_direct(context, [office.users[TOM]], create=False)
    assert world.changes() == []


@pytest.mark.parametrize(
    ("people_", "refusal"),
    [
        ([], UsersListNotSupplied),
        ([""], UsersListNotSupplied),
        (["U0NOBODY123"], UserNotFound),
        (["['U1', 'U2']"], UserNotFound),
        ([WALT], UserDisabled),
    ],
)
def test_one_says_with_whom(
    world: World, office: Office, people_: list[str], refusal: type[ActionError]
) -> None:
    users = [office.users.get(person, person) for person in people_]
    with by(world) as context, pytest.raises(refusal) as caught:
        channels.open_direct(context, users)
    assert caught.value.argument == "users"
    assert world.changes() == []


def hire(context: Context, number: int) -> str:
    """One more colleague with an account; the user's id."""
    person = Person(
        id=f"extra.{number}",
        given_name="Extra",
        family_name=str(number),
        email=f"extra.{number}@whitford-okafor.example",
        title="Intern",
        team="Tax",
        timezone="America/New_York",
    )
    context.session.add(person)
    context.session.flush()
    return setup.user(context, person, setup.Account(f"extra.{number}")).id


def test_a_group_has_at_most_eight_others(world: World) -> None:
    with by(world) as context:
        extra = [hire(context, number) for number in range(9)]
        assert channels.open_direct(context, extra[:8]).channel.kind == "mpim"
        with pytest.raises(TooManyUsers):
            channels.open_direct(context, extra)


# --- people ---------------------------------------------------------------------------------------------


def test_people_are_found_by_id_and_by_email_whatever_its_case(world: World, office: Office) -> None:
    with seen_by(world) as context:
        assert people.get(context, office.users[TOM]).name == TOM
        assert people.by_email(context, " Tom.Alvarez@Whitford-Okafor.EXAMPLE ").id == office.users[TOM]
        assert people.get(context, office.users[WALT]).deleted
        for email in (f"{WALT}@whitford-okafor.example", "", "tom.alvarez"):
            with pytest.raises(UsersNotFound):
                people.by_email(context, email)
        with pytest.raises(UserNotFound):
            people.get(context, MADE_UP)


def test_everybody_is_listed_in_order_of_id_with_slackbot_and_those_who_left(
    world: World, office: Office
) -> None:
    with seen_by(world) as context:
        ids = [user.id for user in people.everyone(context)]
    assert ids == sorted([*office.users.values(), people.SLACKBOT])


def test_whoever_has_no_account_sees_nothing(world: World, office: Office) -> None:
    for person in (WALT, "somebody.else"):
        for look in LOOKS.values():
            with by(world, person) as context, pytest.raises(ActionError, match="no active account"):
                look(context, office.channels["general"])
