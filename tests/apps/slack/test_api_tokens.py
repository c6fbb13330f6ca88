"""Tokens of apps: which kind may call what, and with which scopes (reference 0.4 and A)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.apps.slack.test_api_coverage import HERE, REFERENCE
from tests.apps.slack.wire import Wire
from tests.office import Office
from workaday.apps.slack.api.methods import METHODS
from workaday.apps.slack.models import Bot
from workaday.apps.slack.service import setup
from workaday.server.local import LocalServer
from workaday.world import World

Calling = Callable[..., Wire]
ALL_READS = ("channels:read", "groups:read", "im:read", "mpim:read", "channels:history", "groups:history")


@pytest.fixture
def app(world: World, server: LocalServer, office: Office) -> Calling:
    """Installs an app and answers with the Web API as it calls it."""

    def installed(*scopes: str, actor: str = "slack:{bot.user_id}", channels: tuple[str, ...] = ()) -> Wire:
        with world.action("install", door="setup", person=None) as context:
            seated = [office.channels[name] for name in channels]
            made: Bot = setup.install(
                context, "Ledger", bot_scopes=scopes, user_scopes=scopes, channels=seated
            )
            named = actor.format(bot=made)
        return Wire(server, server.seat(world, named))

    return installed


def test_a_bot_is_told_who_it_is_in_slacks_order(app: Calling) -> None:
    """[VCR] with ``bot_id`` after ``user_id``."""
    told = app("chat:write").call("auth.test")
    assert list(told) == [
        "ok",
        "url",
        "team",
        "user",
        "team_id",
        "user_id",
        "bot_id",
        "is_enterprise_install",
    ]
    assert told["user"] == "ledger"
    assert re.fullmatch(r"B[A-Z0-9]{10}", told["bot_id"])


def test_a_tokens_beginning_is_its_kinds(app: Calling, wire: Wire) -> None:
    bot = app("chat:write")
    assert bot.token.startswith("xoxb-")
    for wrong in ("xoxp-", "xapp-"):
        told = bot.request("POST", "auth.test", bearer=bot.token.replace("xoxb-", wrong)).json
        assert told["error"] == "invalid_auth"
    assert wire.request("POST", "auth.test", bearer=f"xoxb-{wire.seat.token}").json["error"] == "invalid_auth"


def test_a_method_tells_which_scope_is_missing_and_which_there_are(app: Calling, office: Office) -> None:
    """[JAVA] the keys ``needed`` and ``provided``; the scope is looked at before the arguments."""
    bot = app("channels:read", "users:read")
    reply = bot.post("chat.postMessage")
    assert reply.json == {
        "ok": False,
        "error": "missing_scope",
        "needed": "chat:write",
        "provided": "channels:read,users:read",
    }
    assert reply.headers["x-oauth-scopes"] == "channels:read,users:read"
    assert reply.headers["x-accepted-oauth-scopes"] == "chat:write"


def test_reading_each_kind_of_conversation_takes_its_own_scope(app: Calling, office: Office) -> None:
    bot = app("channels:read", "channels:history", channels=("tax-season", "partners"))
    assert bot.call("conversations.history", channel=office.channels["tax-season"])["ok"]
    for method, scope in (("conversations.history", "groups:history"), ("conversations.info", "groups:read")):
        told = bot.call(method, channel=office.channels["partners"])
        assert (told["error"], told["needed"]) == ("missing_scope", scope)
    assert bot.call("conversations.list", types="public_channel")["ok"]
    told = bot.call("conversations.list", types="public_channel,private_channel")
    assert (told["error"], told["needed"]) == ("missing_scope", "groups:read")


def test_what_a_bot_may_not_see_is_not_there_whatever_its_scopes(app: Calling, office: Office) -> None:
    """Case 5: a private channel answers as a made-up one does."""
    bot = app("channels:history")
    for channel in (office.channels["partners"], office.channels["dm"], "C0NOWHERE00"):
        assert bot.call("conversations.history", channel=channel)["error"] == "channel_not_found"


def test_a_bot_reads_a_public_channel_only_from_within(app: Calling, wire: Wire, office: Office) -> None:
    """Case 44: deno-slack-sdk#128, archestra#405; a person may look in."""
    outside = app(*ALL_READS)
    for method, more in (
        ("conversations.history", {}),
        ("conversations.replies", {"ts": office.messages["question"]}),
    ):
        told = outside.call(method, channel=office.channels["tax-season"], **more)
        assert told["error"] == "not_in_channel"


def test_writing_where_a_bot_is_not_takes_chat_write_public(app: Calling, office: Office) -> None:
    """Reference B.2: ``not_in_channel`` without it."""
    channel = office.channels["tax-season"]
    assert app("chat:write").call("chat.postMessage", channel=channel, text="x")["error"] == "not_in_channel"


def test_with_chat_write_public_a_bot_writes_into_any_public_channel(app: Calling, office: Office) -> None:
    bot = app("chat:write", "chat:write.public")
    told = bot.call("chat.postMessage", channel=office.channels["tax-season"], text="Filed.")
    assert told["ok"]
    assert told["message"]["bot_id"] == bot.call("auth.test")["bot_id"]
    assert bot.call("chat.postMessage", channel=office.channels["partners"], text="x")["error"] == (
        "channel_not_found"
    )


def test_an_apps_token_for_somebody_acts_as_them_within_its_scopes(app: Calling, office: Office) -> None:
    held = app("chat:write", actor="slack:{bot.app_id}:dana.whitfield")
    assert held.token.startswith("xoxp-")
    told = held.call("auth.test")
    assert told["user_id"] == office.users["dana.whitfield"]
    assert "bot_id" not in told
    posted = held.call("chat.postMessage", channel=office.channels["tax-season"], text="From the app.")
    assert posted["message"]["user"] == office.users["dana.whitfield"]
    assert posted["message"]["bot_id"]
    assert held.call("users.list")["error"] == "missing_scope"


def test_an_apps_own_token_is_for_nothing_but_the_apps_methods(app: Calling) -> None:
    held = app(actor="slack:{bot.app_id}")
    assert held.token.startswith("xapp-")
    for method in ("users.list", "chat.postMessage", "search.messages"):
        assert held.call(method)["error"] == "not_allowed_token_type"


@pytest.mark.parametrize(("more", "seen"), [((), False), (("users:read.email",), True)])
def test_an_address_is_for_those_who_may_read_addresses(
    app: Calling, wire: Wire, office: Office, more: tuple[str, ...], seen: bool
) -> None:
    """Reference B.3: ``email`` takes ``users:read.email``; people have it."""
    marcus = office.users["marcus.lee"]
    profile = app("users:read", *more).call("users.info", user=marcus)["user"]["profile"]
    assert ("email" in profile) is seen
    assert wire.call("users.info", user=marcus)["user"]["profile"]["email"]


def test_a_bot_is_a_member_that_names_its_app(app: Calling, wire: Wire) -> None:
    """Reference B.3, B.5: ``bot_id`` and ``api_app_id`` in its profile, the same in bots.info."""
    bot = app("users:read")
    who = bot.call("auth.test")
    told = wire.call("users.info", user=who["user_id"])["user"]
    assert told["is_bot"] is True
    assert told["profile"]["bot_id"] == who["bot_id"]
    for wanted in ({}, {"bot": who["bot_id"]}):
        shown = bot.call("bots.info", **wanted)["bot"]
        assert (shown["user_id"], shown["app_id"]) == (who["user_id"], told["profile"]["api_app_id"])


def test_joining_takes_a_bot_a_scope_of_its_own(app: Calling, office: Office) -> None:
    """Reference A.1: bot ``channels:join``, user ``channels:write``."""
    told = app("channels:write", "channels:manage").call(
        "conversations.join", channel=office.channels["tax-season"]
    )
    assert (told["error"], told["needed"]) == ("missing_scope", "channels:join")


def test_a_bot_joins_with_that_scope_alone(app: Calling, office: Office) -> None:
    assert app("channels:join").call("conversations.join", channel=office.channels["tax-season"])["ok"]


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference is not on this machine")
def test_methods_for_people_alone_refuse_bots(app: Calling) -> None:
    """Reference A: the scopes' column says ``user only``; case 32: obot#4137, opensre#5660."""
    rows = re.findall(r"^\| `([A-Za-z0-9.]+)` \| [^|]* \| ([^|]*) \|", REFERENCE.read_text(), re.MULTILINE)
    only = {name for name, scopes in rows if scopes.strip().startswith("user only")} & HERE
    bot = app("search:read", "reminders:write")
    assert {name for name in only if METHODS[name].kinds != ("user",)} == set()
    for name in sorted(only):
        assert bot.call(name)["error"] == "not_allowed_token_type"


def test_an_app_that_was_removed_has_no_account(app: Calling, world: World) -> None:
    bot = app("chat:write")
    with world.action("remove", door="setup", person=None) as context:
        context.session.query(Bot).one().deleted = True
    assert bot.call("auth.test")["error"] == "account_inactive"
