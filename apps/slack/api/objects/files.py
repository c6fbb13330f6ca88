"""Files (reference B.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import url_for
from markupsafe import escape

from workaday.apps.slack import filetypes, origin
from workaday.apps.slack.api.refusals import JSON
from workaday.apps.slack.models import File, Message
from workaday.apps.slack.service import files, people
from workaday.apps.slack.service.files import Share
from workaday.chance import digest
from workaday.world import Context

FITTING = (160, 360, 480, 720, 800, 960, 1024)
"""The sizes in pixels of thumbnails that keep their shape; those of 64 and 80 are square."""
_ALWAYS = (160, 360)
_PREVIEWED_LINES = 5
_NOT_IN_MESSAGES = ("comments_count", "shares", "channels", "groups", "ims", "has_more_shares")


@dataclass(frozen=True)
class _Around:
    """What stands around files: the workspace, the messages that share them, which the viewer has saved."""

    team: str
    domain: str
    shares: Mapping[str, Sequence[Share]]
    saved: frozenset[str]


def several(context: Context, found: Sequence[File]) -> list[JSON]:
    """Files with all that is known of them."""
    if not found:
        return []
    workspace = people.workspace(context)
    around = _Around(
        workspace.id, workspace.domain, files.shares(context, found), files.saved(context, found)
    )
    return [_file(each, around) for each in found]


def one(context: Context, found: File) -> JSON:
    """One file."""
    return several(context, [found])[0]


def in_messages(context: Context, found: Sequence[Message]) -> dict[str, list[JSON]]:
    """The files of messages of one conversation, by timestamp; of a deleted one only that there was one."""
    held = files.on(context, found)
    there = {each.id: each for several in held.values() for each in several if not each.is_deleted}
    told = {each["id"]: each for each in several(context, list(there.values()))}
    for each in told.values():
        for key in _NOT_IN_MESSAGES:
            del each[key]
    return {
        ts: [told.get(each.id, {"id": each.id, "mode": "tombstone"}) for each in shown]
        for ts, shown in held.items()
    }


def _file(shown: File, around: _Around) -> JSON:
    shares = around.shares.get(shown.id, [])
    kind = filetypes.named(shown.filetype)
    told: JSON = {
        "id": shown.id,
        "created": shown.created,
        "timestamp": shown.created,
        "name": shown.name,
        "title": shown.title,
        "mimetype": shown.mimetype,
        "filetype": shown.filetype,
        "pretty_type": kind.pretty_type,
        "user": shown.user_id,
        "user_team": around.team,
        "editable": shown.mode == "snippet",
        "size": shown.size,
        "mode": shown.mode,
        "is_external": False,
        "external_type": "",
        "is_public": any(each.channel.kind == "public" for each in shares),
        "public_url_shared": shown.is_public_url,
        "display_as_bot": False,
        "username": "",
        **_addresses(shown, around),
        "media_display_type": "unknown",
    }
    if shown.alt_text:
        told["alt_txt"] = shown.alt_text
    told |= _pictured(shown, around) | _written(shown, told["permalink"])
    return told | {
        "comments_count": 0,
        "is_starred": shown.id in around.saved,
        "shares": _shares(shares, around.team),
        **_places(shares),
        "has_more_shares": False,
        "has_rich_preview": False,
        "file_access": "visible",
    }


# --- addresses ------------------------------------------------------------------------------------------


def upload_address(begun: File) -> str:
    """Where the bytes of an upload go: whoever has the address may send them, as with Slack's."""
    return url_for("slack_api.upload", file_id=begun.id, secret=begun.upload_secret, _external=True)


def _addresses(shown: File, around: _Around) -> JSON:
    reference = f"{around.team}-{shown.id}"
    name = files.slug(shown)
    return {
        "url_private": _address("private_file", "files-pri", reference, name),
        "url_private_download": _address("private_download", "files-pri", reference, name),
        "permalink": files.address(around.domain, shown),
        "permalink_public": _public(f"{reference}-{shown.public_secret}"),
    }


def _address(endpoint: str, folder: str, reference: str, name: str) -> str:
    """An address on this server, where clients can really fetch it; Slack's own where no client asks."""
    if origin.on_this_server():
        return url_for(f"slack_api.{endpoint}", reference=reference, name=name, _external=True)
    download = "download/" if endpoint == "private_download" else ""
    return f"https://files.slack.com/{folder}/{reference}/{download}{name}"


def _public(reference: str) -> str:
    if origin.on_this_server():
        return url_for("slack_api.public_file", reference=reference, _external=True)
    return f"https://slack-files.com/{reference}"


# --- previews -------------------------------------------------------------------------------------------


def _pictured(shown: File, around: _Around) -> JSON:
    """The thumbnails of a picture: each is the picture itself, with the size to show it in."""
    if shown.width is None or shown.height is None:
        return {}
    reference = f"{around.team}-{shown.id}-{digest('slack thumbnail', shown.id).hex()[:10]}"
    stem, _, ending = files.slug(shown).rpartition(".")

    def thumb(size: int) -> str:
        return _address("thumbnail", "files-tmb", reference, f"{stem or ending}_{size}.{shown.filetype}")

    told: JSON = {f"thumb_{size}": thumb(size) for size in (64, 80)}
    longest = max(shown.width, shown.height)
    for size in FITTING:
        if size <= longest or size in _ALWAYS:
            told[f"thumb_{size}"] = thumb(size)
            if size != 160:
                scale = min(1.0, size / longest)
                told[f"thumb_{size}_w"] = max(1, round(shown.width * scale))
                told[f"thumb_{size}_h"] = max(1, round(shown.height * scale))
    return told | {"original_w": shown.width, "original_h": shown.height}


def _written(shown: File, permalink: str) -> JSON:
    """The first lines of a text."""
    if shown.mode != "snippet":
        return {}
    first = shown.text.splitlines()[:_PREVIEWED_LINES]
    more = max(shown.lines - len(first), 0)
    return {
        "edit_link": f"{permalink}/edit",
        "preview": "\n".join(first),
        "preview_highlight": highlighted(first),
        "lines": shown.lines,
        "lines_more": more,
        "preview_is_truncated": more > 0,
    }


def highlighted(lines: Sequence[str]) -> str:
    """Lines of text as HTML, in the frame that Slack puts around them."""
    shown = "\n".join(f"<div><pre>{escape(line)}</pre></div>" for line in lines)
    code = f'<div class="CodeMirror-code">\n{shown}\n</div>'
    return f'<div class="CodeMirror cm-s-default CodeMirrorServer">\n{code}\n</div>\n'


# --- shares ---------------------------------------------------------------------------------------------


def _places(shares: Sequence[Share]) -> JSON:
    """Where the file is, by kind of conversation."""
    kinds = {"channels": ("public",), "groups": ("private", "mpim"), "ims": ("im",)}
    return {
        key: list(dict.fromkeys(each.channel.id for each in shares if each.channel.kind in of))
        for key, of in kinds.items()
    }


def _shares(shares: Sequence[Share], team: str) -> JSON:
    told: JSON = {}
    for each in shares:
        visibility = "public" if each.channel.kind == "public" else "private"
        told.setdefault(visibility, {}).setdefault(each.channel.id, []).append(_share(each, team))
    return told


def _share(share: Share, team: str) -> JSON:
    thread = share.thread
    told: JSON = {
        "reply_users": list(thread.users) if thread else [],
        "reply_users_count": len(thread.users) if thread else 0,
        "reply_count": thread.count if thread else 0,
        "ts": share.message.ts,
    }
    if share.message.thread_ts or thread:
        told["thread_ts"] = share.message.thread_ts or share.message.ts
    if thread:
        told["latest_reply"] = thread.latest
    return told | {
        "channel_name": share.channel.name or "",
        "team_id": team,
        "share_user_id": share.message.user_id,
        "source": "UNKNOWN",
    }
