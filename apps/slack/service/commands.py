"""Slash commands: Slack's own, and those of installed apps (reference B' 27)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from workaday.apps.slack import mrkdwn, when
from workaday.apps.slack.errors import NotInChannel, SlackError
from workaday.apps.slack.models import Channel, Command, Membership
from workaday.apps.slack.service import (
    channels,
    deliveries,
    dnd,
    ephemeral,
    management,
    messages,
    people,
    personal,
    presence,
    profiles,
    reminders,
    shortcuts,
)
from workaday.apps.slack.service.reminders import now as local_time
from workaday.apps.slack.timestamps import ts
from workaday.clock import SECOND
from workaday.world import Context

Kind = Literal["nothing", "note", "message", "channel", "search", "collapse", "expand", "shortcuts"]

_NAMES = {"im": "directmessage", "private": "privategroup"}
_UNKNOWN = (
    "`{}` is not a valid command. In Slack, all messages that start with the “/” character are interpreted "
    "as slash commands. If you are trying to send a message and not run a slash command, try preceding the "
    "“/” with an empty space."
)
_SHRUG = "¯\\_(ツ)_/¯"
_COMMAND = re.compile(r"(/\S+)\s*(.*)", re.DOTALL)
_QUOTED = re.compile(r'["“](?P<what>.+?)["”]\s*(?P<when>.+)', re.DOTALL)


@dataclass(frozen=True)
class Outcome:
    """What the person sees of it: a note that they alone see, a message of theirs, a conversation to go to …

    ``about`` is the note's or the message's ``ts``, the conversation's id, or what to search for.
    """

    kind: Kind
    about: str = ""


@dataclass(frozen=True)
class Listed:
    """A command as completion offers it; ``by`` is the app that it belongs to, empty for Slack's own."""

    name: str
    usage: str
    description: str
    by: str = ""


@dataclass(frozen=True)
class Here:
    """Where a command is given, and what follows it."""

    channel: Channel
    text: str
    thread_ts: str

    @property
    def first(self) -> str:
        """The first word."""
        return self.text.partition(" ")[0]

    @property
    def rest(self) -> str:
        """What follows the first word."""
        return self.text.partition(" ")[2].strip()


Does = Callable[[Context, Here], Outcome]


@dataclass(frozen=True)
class _Own:
    usage: str
    description: str
    does: Does


def listed(context: Context) -> list[Listed]:
    """Every command that there is, in order of name."""
    own = [Listed(name, each.usage, each.description) for name, each in _OWN.items()]
    apps = {each.id: each.name for each in deliveries.installed(context)}
    of_apps = [
        Listed(each.name, each.usage, each.description, apps[each.app_id])
        for each in shortcuts.commands(context)
        if each.name not in _OWN
    ]
    return sorted([*own, *of_apps], key=lambda each: each.name)


def run(context: Context, channel_id: str, text: str, thread_ts: str = "") -> Outcome:
    """Do what a text that begins with a slash says.

    What cannot be done is told in a note that the person alone sees.
    """
    channel = channels.get(context, channel_id)
    match = _COMMAND.fullmatch(text.strip())
    name, said = (match[1].lower(), match[2].strip()) if match else (text.strip() or "/", "")
    here = Here(channel, said, thread_ts)
    own, app_command = _OWN.get(name), shortcuts.command(context, name)
    if own is not None:
        return _tried(context, here, own.does)
    if app_command is None:
        return _note(context, here, _UNKNOWN.format(name))
    _tell_app(context, here, app_command)
    return Outcome("nothing")


def _tried(context: Context, here: Here, does: Does) -> Outcome:
    """A refusal is told; services look before they write, so that nothing has been done."""
    try:
        return does(context, here)
    except SlackError as error:
        return _note(context, here, str(error))


def _note(context: Context, here: Here, text: str) -> Outcome:
    return Outcome("note", ephemeral.note(context, here.channel.id, text, here.thread_ts or None).ts)


# --- apps' commands -------------------------------------------------------------------------------------


def _tell_app(context: Context, here: Here, command: Command) -> None:
    app = deliveries.installed_app(context, command.app_id)
    user, team = people.me(context), people.workspace(context)
    answer = deliveries.address(context, "commands", command.app_id, user.id, here.channel.id)
    told = {
        "token": app.verification_token,
        "team_id": team.id,
        "team_domain": team.domain,
        "channel_id": here.channel.id,
        "channel_name": _NAMES.get(here.channel.kind) or here.channel.name,
        "user_id": user.id,
        "user_name": user.name,
        "command": command.name,
        "text": here.text,
        "api_app_id": app.id,
        "is_enterprise_install": "false",
        "response_url": answer.url,
        "trigger_id": deliveries.trigger(context, command.app_id, user.id),
    }
    deliveries.tell(context, command.app_id, deliveries.COMMANDS, told, answer.secret)


# --- whom and what is meant -----------------------------------------------------------------------------


def _person(context: Context, word: str) -> str | None:
    """The id of the member that a word names: a mention, or a handle after ``@``."""
    if mentioned := mrkdwn.mentions(word):
        return mentioned[0]
    handle = word.removeprefix("@").lower()
    found = (each for each in people.everyone(context) if each.name == handle and not each.deleted)
    member = next(found, None) if word.startswith("@") else None
    return member.id if member else None


def _people(context: Context, text: str) -> list[str]:
    return [found for word in text.split() if (found := _person(context, word))]


def _place(context: Context, word: str) -> Channel:
    """The channel that a word names: a link, or a name."""
    linked = re.fullmatch(r"<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>", word)
    return channels.get(context, linked[1]) if linked else channels.find(context, word)


# --- Slack's own ----------------------------------------------------------------------------------------


def _me(context: Context, here: Here) -> Outcome:
    return Outcome("message", messages.me(context, here.channel.id, here.text).message.ts)


def _shrug(context: Context, here: Here) -> Outcome:
    """Its underscores are arms, and make nothing italic."""
    text = f"{here.text} {_SHRUG}".strip()
    posted = messages.post(context, here.channel.id, text, thread_ts=here.thread_ts or None, plain=True)
    return Outcome("message", posted.message.ts)


def _direct(context: Context, here: Here) -> Outcome:
    """``/dm @somebody hello``, or to several, or into a channel."""
    words = here.text.split(" ")
    named = next((n for n, word in enumerate(words) if _person(context, word) is None), len(words))
    others, said = _people(context, " ".join(words[:named])), " ".join(words[named:]).strip()
    if not others and here.first.startswith(("#", "<#")):
        place, said = _place(context, here.first), here.rest
    elif others:
        place = channels.open_direct(context, others).channel
    else:
        return _note(context, here, f"Say whom to write to: `{_OWN['/dm'].usage}`")
    if said:
        messages.post(context, place.id, said)
    return Outcome("channel", place.id)


def _topic(context: Context, here: Here) -> Outcome:
    if not here.text:
        return _note(context, here, here.channel.topic or "No topic is set for this conversation.")
    management.set_topic(context, here.channel.id, here.text)
    return Outcome("nothing")


def _invite(context: Context, here: Here) -> Outcome:
    words = here.text.split()
    named = [word for word in words if word.startswith(("#", "<#"))]
    place = _place(context, named[-1]) if named else here.channel
    others = _people(context, here.text)
    if not others:
        return _note(context, here, f"Say whom to add: `{_OWN['/invite'].usage}`")
    management.invite(context, place.id, others)
    return Outcome("nothing")


def _remove(context: Context, here: Here) -> Outcome:
    other = _person(context, here.first)
    if other is None:
        return _note(context, here, f"Say whom to remove: `{_OWN['/remove'].usage}`")
    management.kick(context, here.channel.id, other)
    return Outcome("nothing")


def _join(context: Context, here: Here) -> Outcome:
    place = _place(context, here.first) if here.text else here.channel
    channels.join(context, place.id)
    return Outcome("channel", place.id)


def _open(context: Context, here: Here) -> Outcome:
    return Outcome("channel", _place(context, here.first).id)


def _leave(context: Context, here: Here) -> Outcome:
    if here.channel.is_direct:
        management.close(context, here.channel.id)
    else:
        management.leave(context, here.channel.id)
    return Outcome("channel")


def _archive(context: Context, here: Here) -> Outcome:
    management.archive(context, here.channel.id)
    return Outcome("nothing")


def _rename(context: Context, here: Here) -> Outcome:
    management.rename(context, here.channel.id, here.text.removeprefix("#"))
    return Outcome("nothing")


def _who(context: Context, here: Here) -> Outcome:
    members = channels.members(context, here.channel.id)
    told = ", ".join(f"<@{each}>" for each in members)
    return _note(context, here, f"Members of this conversation ({len(members)}): {told}")


def _search(_context: Context, here: Here) -> Outcome:
    return Outcome("search", here.text)


def _star(context: Context, here: Here) -> Outcome:
    starred = _seat(context, here).is_starred
    personal.star(context, here.channel.id, not starred)
    return _note(context, here, f"This conversation is {'not starred any more' if starred else 'starred'}.")


def _mute(context: Context, here: Here) -> Outcome:
    muted = _seat(context, here).is_muted
    personal.mute(context, here.channel.id, not muted)
    return _note(context, here, f"This conversation is {'not muted any more' if muted else 'muted'}.")


def _seat(context: Context, here: Here) -> Membership:
    seat = channels.membership(context, here.channel.id)
    if seat is None:
        raise NotInChannel(argument="channel")
    return seat


def _only(kind: Kind) -> Does:
    """A command that is about the page alone."""
    return lambda _context, _here: Outcome(kind)


# --- oneself --------------------------------------------------------------------------------------------


def _status(context: Context, here: Here) -> Outcome:
    """``/status :palm_tree: On leave``; ``/status clear`` takes it back."""
    if here.text.lower() in {"clear", ""}:
        profiles.set_status(context, "", "")
        return _note(context, here, "Your status has been cleared.")
    match = re.fullmatch(r"(:[^\s:]+(?:::[^\s:]+)?:)?\s*(.*)", here.text, re.DOTALL)
    assert match is not None
    user = profiles.set_status(context, match[2], match[1] or "")
    return _note(context, here, f"Your status has been set to {user.status_emoji} {user.status_text}".strip())


def _away(context: Context, here: Here) -> Outcome:
    chosen = "auto" if people.me(context).presence == "away" else "away"
    presence.choose(context, chosen)
    return _note(context, here, "You are now set to *away*." if chosen == "away" else "You are now *active*.")


def _active(context: Context, here: Here) -> Outcome:
    presence.choose(context, "auto")
    return _note(context, here, "You are now *active*.")


def _dnd(context: Context, here: Here) -> Outcome:
    """``/dnd 20 minutes``, ``/dnd until tomorrow``; ``/dnd off`` ends it."""
    if here.text.lower() in {"off", "end"}:
        dnd.end_snooze(context)
        return _note(context, here, "Notifications are on again.")
    said = re.sub(r"^(for|until)\s+", "", here.text, flags=re.IGNORECASE) or "1 hour"
    present = local_time(context)
    found = when.parse(said, present) or when.parse(f"in {said}", present)
    if found is None:
        return _note(context, here, f"Sorry, I didn't understand that. Try `{_OWN['/dnd'].usage}`")
    held = dnd.snooze(context, round((found.at - present).total_seconds() / 60))
    return _note(context, here, f"Notifications are paused until {_at(held.snoozed_until)}.")


# --- reminders ------------------------------------------------------------------------------------------


def _remind(context: Context, here: Here) -> Outcome:
    """``/remind me to call Ana tomorrow at 9am``, ``/remind #team "stand-up" every weekday`` …"""
    if here.text.lower() in {"list", "help", ""}:
        return _note(context, here, _reminders(context) if here.text.lower() == "list" else _REMIND_USAGE)
    asked = _what_and_when(context, here.rest)
    if asked is None:
        return _note(context, here, f"Sorry, I didn't understand that. {_REMIND_USAGE}")
    what, time = asked
    where, whom = _reminded(context, here)
    made = reminders.add(context, what, time, channel_id=where, user_id=whom)
    who = f"<#{where}>" if where else f"<@{whom}>" if whom else "you"
    return _note(context, here, f":+1: I will remind {who} “{made.text}” {_at(made.time)}.")


def _reminded(context: Context, here: Here) -> tuple[str | None, str | None]:
    """The channel or the member that a reminder is for; neither for oneself."""
    if here.first.lower() == "here":
        return here.channel.id, None
    if here.first.startswith(("#", "<#")):
        return _place(context, here.first).id, None
    return None, None if here.first.lower() == "me" else _person(context, here.first)


def _what_and_when(context: Context, said: str) -> tuple[str, str] | None:
    if quoted := _QUOTED.fullmatch(said):
        return quoted["what"], quoted["when"]
    found = when.split(said, local_time(context))
    return (re.sub(r"^to\s+", "", found[0], flags=re.IGNORECASE), found[1]) if found else None


def _reminders(context: Context) -> str:
    due = [each for each in reminders.listed(context) if not each.complete_ts]
    told = [f"• “{each.text}” {_at(each.time)}" for each in due]
    return "\n".join(["*Upcoming*", *told]) if told else "You have no reminders."


def _at(second: int) -> str:
    fallback = ts(second * SECOND)
    return f"<!date^{second}^{{date_short_pretty}} at {{time}}|{fallback}>"


_REMIND_USAGE = (
    "Try `/remind me to drink water at 3pm every day` or `/remind #team “stand-up” tomorrow at 9am`."
)

_OWN: dict[str, _Own] = {
    "/active": _Own("", "Set yourself as active", _active),
    "/archive": _Own("", "Archive the current channel", _archive),
    "/away": _Own("", "Toggle your away status", _away),
    "/collapse": _Own("", "Collapse all inline images and video", _only("collapse")),
    "/dm": _Own("@someone your message", "Send a direct message", _direct),
    "/dnd": _Own("[some description of time]", "Start or end a Do Not Disturb session", _dnd),
    "/expand": _Own("", "Expand all inline images and video", _only("expand")),
    "/invite": _Own("@someone [#channel]", "Invite another member to a channel", _invite),
    "/join": _Own("#channel", "Open a channel and become a member", _join),
    "/kick": _Own("@someone", "Remove a user from the current channel", _remove),
    "/leave": _Own("", "Leave a channel", _leave),
    "/me": _Own("your message", "Displays action text", _me),
    "/msg": _Own("[#channel or @someone] your message", "Send a message", _direct),
    "/mute": _Own("", "Mute or unmute the current conversation", _mute),
    "/open": _Own("#channel", "Open a channel", _open),
    "/remind": _Own("[@someone or #channel] [what] [when]", "Set a reminder", _remind),
    "/remove": _Own("@someone", "Remove a user from the current channel", _remove),
    "/rename": _Own("new-name", "Rename the current channel", _rename),
    "/search": _Own("your text", "Search Slack messages and files", _search),
    "/shortcuts": _Own("", "Open the keyboard shortcuts dialog", _only("shortcuts")),
    "/shrug": _Own("your message", f"Appends {_SHRUG} to your message", _shrug),
    "/star": _Own("", "Star or unstar the current conversation", _star),
    "/status": _Own(":emoji: your new status message", "Set or clear your custom status", _status),
    "/topic": _Own("your text", "Set the channel topic", _topic),
    "/who": _Own("", "List users in the current channel", _who),
}
"""Slack's own commands, in order of name."""
