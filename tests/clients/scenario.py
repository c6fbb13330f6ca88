"""One long day on Slack's Web API, step by step, for any client: every method that an office uses.

Each step names a method, whose token calls it, and its arguments, which may come from earlier answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.office import Office

JSON = dict[str, Any]
Notes = dict[str, JSON]
"""The answers so far, by the names of their steps."""
Call = Callable[[str, str, JSON], JSON]
"""Sends a method with the token of ``user`` or ``bot`` and its arguments; the answer."""

ALL = "public_channel,private_channel,mpim,im"
SECTION = [{"type": "section", "text": {"type": "mrkdwn", "text": "*Two* returns left"}}]
HOME = {"type": "home", "blocks": SECTION}
BY_TRIGGER = {"views.open", "views.push", "views.update"}
"""What only somebody's click allows: held where clicks are made."""
OF_APPS = {"apps.connections.open", "apps.event.authorizations.list"}
"""What takes an app's own token: held with Socket Mode."""
UNFURLING = {"chat.unfurl"}
"""What answers a link that somebody has posted: held with the messages."""


@dataclass(frozen=True)
class Step:
    """One call."""

    method: str
    arguments: Callable[[Notes], JSON] = field(default=lambda _: {})
    name: str = ""
    token: Literal["user", "bot"] = "user"


def scenario(office: Office) -> list[Step]:
    """The day of Dana Whitfield, and of a bot that is in #tax-season."""
    channel, general = office.channels["tax-season"], office.channels["general"]
    priya, tom, ines = (office.users[name] for name in ("priya.raman", "tom.alvarez", "ines.duarte"))

    def given(**arguments: Any) -> Callable[[Notes], JSON]:
        return lambda _: arguments

    def at(step: str, /, **arguments: Any) -> Callable[[Notes], JSON]:
        return lambda notes: {"channel": channel, "timestamp": notes[step]["ts"], **arguments}

    def ts(name: str, **arguments: Any) -> Callable[[Notes], JSON]:
        return lambda notes: {"channel": channel, "ts": notes[name]["ts"], **arguments}

    def made(**arguments: Any) -> Callable[[Notes], JSON]:
        return lambda notes: {"channel": notes["made"]["channel"]["id"], **arguments}

    def marked(**arguments: Any) -> Callable[[Notes], JSON]:
        return lambda notes: {
            "channel_id": channel,
            "bookmark_id": notes["bookmark"]["bookmark"]["id"],
            **arguments,
        }

    def group(**arguments: Any) -> Callable[[Notes], JSON]:
        return lambda notes: {"usergroup": notes["group"]["usergroup"]["id"], **arguments}

    def reminder(notes: Notes) -> JSON:
        return {"reminder": notes["reminder"]["reminder"]["id"]}

    return [
        Step("api.test", given(foo="bar")),
        Step("auth.test"),
        Step("auth.test", token="bot"),
        Step("team.info"),
        Step("team.profile.get"),
        Step("team.preferences.list"),
        # --- finding ------------------------------------------------------------------------------------
        Step("conversations.list", given(types=ALL, limit=3)),
        Step("users.conversations", given(types=ALL)),
        Step("conversations.info", given(channel=channel, include_num_members=True)),
        Step("conversations.members", given(channel=channel, limit=2)),
        Step("conversations.history", given(channel=channel, limit=2)),
        Step("conversations.replies", given(channel=channel, ts=office.messages["question"])),
        Step("users.list", given(limit=3)),
        Step("users.info", given(user=priya)),
        Step("users.lookupByEmail", given(email="marcus.lee@whitford-okafor.example")),
        Step("users.profile.get", given(user=priya)),
        Step("users.identity"),
        Step("emoji.list"),
        # --- writing ------------------------------------------------------------------------------------
        Step("chat.postMessage", given(channel=channel, text="Two returns left"), "posted"),
        Step(
            "chat.postMessage",
            given(channel=channel, text="Two returns left", blocks=SECTION),
            "blocks",
            "bot",
        ),
        Step(
            "chat.postMessage",
            lambda notes: {"channel": channel, "text": "On it", "thread_ts": notes["posted"]["ts"]},
        ),
        Step("chat.update", ts("posted", text="One return left")),
        Step("chat.getPermalink", lambda notes: {"channel": channel, "message_ts": notes["posted"]["ts"]}),
        Step("chat.postEphemeral", given(channel=channel, user=priya, text="Only you see this")),
        Step("chat.meMessage", given(channel=channel, text="sighs"), "sigh"),
        Step("chat.delete", ts("sigh")),
        Step("chat.scheduleMessage", given(channel=channel, text="Later", post_at=1742306400), "later"),
        Step("chat.scheduledMessages.list", given(channel=channel)),
        Step(
            "chat.deleteScheduledMessage",
            lambda notes: {
                "channel": channel,
                "scheduled_message_id": notes["later"]["scheduled_message_id"],
            },
        ),
        Step("conversations.mark", ts("posted")),
        # --- keeping ------------------------------------------------------------------------------------
        Step("reactions.add", at("posted", name="eyes")),
        Step("reactions.get", at("posted")),
        Step("reactions.list"),
        Step("reactions.remove", at("posted", name="eyes")),
        Step("pins.add", at("posted")),
        Step("pins.list", given(channel=channel)),
        Step("pins.remove", at("posted")),
        Step("stars.add", at("posted")),
        Step("stars.list"),
        Step("stars.remove", at("posted")),
        Step(
            "bookmarks.add",
            given(channel_id=channel, title="IRS", type="link", link="https://www.irs.gov"),
            "bookmark",
        ),
        Step("bookmarks.list", given(channel_id=channel)),
        Step("bookmarks.edit", marked(title="IRS forms")),
        Step("bookmarks.remove", marked()),
        Step("reminders.add", given(text="sign the letter", time="in 20 minutes"), "reminder"),
        Step("reminders.list"),
        Step("reminders.info", reminder),
        Step("reminders.complete", reminder),
        Step("reminders.delete", reminder),
        # --- files --------------------------------------------------------------------------------------
        Step("files.getUploadURLExternal", given(filename="notes.txt", length=5), "upload"),
        Step("PUT", lambda notes: {"url": notes["upload"]["upload_url"], "content": "hello"}),
        Step(
            "files.completeUploadExternal",
            lambda notes: {
                "files": [{"id": notes["upload"]["file_id"], "title": "Notes"}],
                "channel_id": channel,
            },
        ),
        Step("files.info", lambda notes: {"file": notes["upload"]["file_id"]}),
        Step("files.list", given(channel=channel)),
        Step("files.sharedPublicURL", lambda notes: {"file": notes["upload"]["file_id"]}),
        Step("files.revokePublicURL", lambda notes: {"file": notes["upload"]["file_id"]}),
        # --- searching ----------------------------------------------------------------------------------
        Step("search.messages", given(query="return in:#tax-season", sort="timestamp")),
        Step("search.files", given(query="notes")),
        Step("search.all", given(query="notes")),
        Step("files.delete", lambda notes: {"file": notes["upload"]["file_id"]}),
        # --- conversations ------------------------------------------------------------------------------
        Step("conversations.create", given(name="year-end-2025"), "made"),
        Step("conversations.invite", made(users=f"{priya},{tom}")),
        Step("conversations.setTopic", made(topic="Close the books")),
        Step("conversations.setPurpose", made(purpose="Year end")),
        Step("conversations.rename", made(name="year-end")),
        Step("conversations.kick", made(user=tom)),
        Step("conversations.leave", made()),
        Step("conversations.join", made()),
        Step("conversations.archive", made()),
        Step("conversations.unarchive", made()),
        Step("conversations.open", given(users=f"{priya},{ines}", return_im=True), "opened"),
        Step("conversations.close", lambda notes: {"channel": notes["opened"]["channel"]["id"]}),
        # --- oneself and groups -------------------------------------------------------------------------
        Step(
            "users.profile.set", given(profile={"status_text": "Out to lunch", "status_emoji": ":sandwich:"})
        ),
        Step("users.setPresence", given(presence="away")),
        Step("users.getPresence", given(user=priya)),
        Step("dnd.setSnooze", given(num_minutes=30)),
        Step("dnd.info"),
        Step("dnd.teamInfo", given(users=f"{priya},{tom}")),
        Step("dnd.endSnooze"),
        Step("usergroups.create", given(name="Tax leads", handle="tax-leads"), "group"),
        Step("usergroups.users.update", group(users=f"{priya},{tom}")),
        Step("usergroups.users.list", group()),
        Step("usergroups.update", group(description="Who signs")),
        Step("usergroups.disable", group()),
        Step("usergroups.enable", group()),
        Step("usergroups.list", given(include_users=True)),
        # --- apps ---------------------------------------------------------------------------------------
        Step("bots.info", lambda notes: {"bot": notes["blocks"]["message"]["bot_id"]}, token="bot"),
        Step("views.publish", given(user_id=priya, view=HOME), token="bot"),
        Step("chat.postMessage", given(channel=general, text="Done for today")),
    ]


def play(office: Office, call: Call) -> list[tuple[str, JSON]]:
    """Play the day; each step's method and answer."""
    notes: Notes = {}
    told = []
    for step in scenario(office):
        answer = call(step.token, step.method, step.arguments(notes))
        notes[step.name] = answer
        told.append((step.method, answer))
    return told
