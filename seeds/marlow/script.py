"""Written conversations, and how they are played.

A script is a few lines of text. ``A: words`` is said in the channel, ``> B: words`` in the thread under the last such
line, ``>> B: words`` there and in the channel too. ``* joy B C`` are reactions to the last line, ``| words`` goes on
with it. Heads, one a line: ``cast: A=desk B=gene.marlow`` (anyone, else), ``client: business``, ``touches: fee``,
``times: 2``, ``from: 2025-01-27``, ``until: 2025-04-15``. In stories ``== 2025-01-06 08:05`` sets the time and
``## kitchen`` the place of what follows. ``@A`` mentions, ``{A}`` names; ``[this|that]`` and ``{blanks}`` as in wording.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from workaday.chance import Random
from workaday.seeds.marlow.hours import SEASON, ZONE, settle
from workaday.seeds.marlow.office import Office
from workaday.seeds.marlow.shapes import Post
from workaday.seeds.marlow.wording import fill, spin

_HEAD = re.compile(r"^(cast|client|touches|times|from|until): (.+)$")
_SAID = re.compile(r"^(>>|>)?\s*([A-H]): (.+)$")
_MENTION = re.compile(r"@([A-H])\b")
_NAME = re.compile(r"\{([A-H])\}")
_PLACE = re.compile(r"\{#([a-z0-9-]+)\}")


@dataclass(frozen=True, slots=True)
class Line:
    """One thing said; ``at`` and ``where`` only in stories."""

    speaker: str
    text: str
    reply: bool
    broadcast: bool
    at: datetime | None = None
    where: str | None = None
    reactions: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Talk:
    """A parsed script. ``cast`` gives the role of each letter, in the order of speaking; ``extras`` only react."""

    where: tuple[str, ...]
    cast: dict[str, str]
    extras: tuple[str, ...]
    lines: tuple[Line, ...]
    client: str = "any"
    touches: tuple[str, ...] = ()
    times: int = 1
    first: date = date(2024, 12, 16)
    last: date = date(2025, 3, 18)
    text: str = field(default="", repr=False)

    @property
    def places(self) -> tuple[str, ...]:
        """Channels the script links to or goes to."""
        return tuple(_PLACE.findall(self.text)) + tuple(line.where for line in self.lines if line.where)


def parse(text: str, where: Iterable[str] = (), times: int = 1, since: date | None = None) -> Talk:
    """Reads a script; a line it cannot read is a ValueError that quotes it."""
    heads: dict[str, str] = {}
    lines: list[Line] = []
    at: datetime | None = None
    place: str | None = None
    for row in text.strip().splitlines():
        if match := _HEAD.match(row):
            heads[match[1]] = match[2]
        elif row.startswith("== "):
            at = datetime.fromisoformat(row[3:]).replace(tzinfo=ZONE)
        elif row.startswith("## "):
            place = row[3:]
        else:
            _read(row, lines, at, place)
            at = None if not row.startswith(("*", "|")) else at
    return _talk(text, tuple(where), lines, heads, times, since)


def _read(row: str, lines: list[Line], at: datetime | None, place: str | None) -> None:
    if row.startswith("* "):
        emoji, _, who = row[2:].partition(" ")
        lines[-1] = replace(lines[-1], reactions=(*lines[-1].reactions, (emoji, who.replace(" ", ""))))
    elif row.startswith("|"):
        lines[-1] = replace(lines[-1], text=f"{lines[-1].text}\n{row[2:]}")
    elif match := _SAID.match(row):
        lines.append(Line(match[2], match[3], bool(match[1]), match[1] == ">>", at, place))
    else:
        raise ValueError(f"not a line of a script: {row!r}")


def _talk(
    text: str,
    where: tuple[str, ...],
    lines: list[Line],
    heads: dict[str, str],
    times: int,
    since: date | None,
) -> Talk:
    roles = dict(part.split("=") for part in heads.get("cast", "").split())
    speaking = [line.speaker for line in lines] + _MENTION.findall(text) + _NAME.findall(text)
    reacting = [letter for line in lines for _, letters in line.reactions for letter in letters]
    letters = [*roles, *dict.fromkeys(letter for letter in speaking if letter not in roles)]
    first = date.fromisoformat(heads.get("from", str(since or date(2024, 12, 16))))
    return Talk(
        where=where,
        cast={letter: roles.get(letter, "anyone") for letter in letters},
        extras=tuple(dict.fromkeys(letter for letter in reacting if letter not in letters)),
        lines=tuple(lines),
        client=heads.get("client", "any"),
        touches=tuple(heads.get("touches", "").split()),
        times=int(heads.get("times", times)),
        first=first,
        last=date.fromisoformat(heads.get("until", "2025-03-18")),
        text=text,
    )


def cast(office: Office, talk: Talk, where: str, moment: datetime, random: Random) -> dict[str, str] | None:
    """A different person present for each letter, or None when too few are there to speak."""
    players: dict[str, str] = {}
    for letter, role in talk.cast.items():
        named = role if role in office.people else None  # a story may name those who are not there all along
        player = named or office.pick(random, where, moment, role, players.values())
        if player is None:
            return None
        players[letter] = player
    for letter in talk.extras:
        if (player := office.pick(random, where, moment, "anyone", players.values())) is not None:
            players[letter] = player
    return players


def _put_in(office: Office, text: str, players: Mapping[str, str], blanks: Mapping[str, str]) -> str:
    """The words of one line with its people, clients and numbers."""
    text = _MENTION.sub(lambda match: "{@" + players[match[1]] + "}", text)
    text = _NAME.sub(lambda match: office.people[players[match[1]]].person.given_name, text)
    return fill(text, blanks)


def play(
    office: Office,
    talk: Talk,
    kind: str,
    where: str,
    start: datetime,
    players: Mapping[str, str],
    blanks: Mapping[str, str],
    random: Random,
) -> list[Post]:
    """Says the lines one after the other, and stops where the present begins."""
    said: list[Post] = []
    linked: dict[str, int] = {}
    root: Post | None = None
    moment = settle(start)
    for line in talk.lines:
        place = line.where or where
        moment = line.at or (moment if not said else settle(moment + _pause(line, said[-1], players, random)))
        if office.is_over(moment):
            break
        reply_to = root.key if root is not None and line.reply else None
        text = _put_in(office, spin(line.text, random, linked), players, blanks)
        post = office.say(
            kind, place, players[line.speaker], moment, text, reply_to=reply_to, broadcast=line.broadcast
        )
        for emoji, letters in line.reactions:
            office.react(post.key, emoji, [players[letter] for letter in letters if letter in players])
        root = post if not line.reply else root
        moment = post.at.replace(microsecond=0)
        said.append(post)
    return said


def _pause(line: Line, before: Post, players: Mapping[str, str], random: Random) -> timedelta:
    """Going on oneself is quick; an answer takes minutes, sometimes an hour."""
    if players[line.speaker] == before.author and not line.reply:
        return timedelta(seconds=random.randint(25, 110))
    slow = random.random() < (0.12 if before.at.date() < SEASON else 0.2)
    return timedelta(seconds=random.randint(1500, 7200) if slow else random.randint(35, 780))
