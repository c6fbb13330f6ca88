"""Seats: a token stands for one person in one world, and for nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from flask import Flask, current_app, g

from workaday.world import World

EXTENSION = "workaday_seats"


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits: whoever holds the token acts as that person in that world."""

    token: str
    world: World
    person: str


class Seats(Protocol):
    """Where a door looks tokens up."""

    def find(self, token: str) -> Seat | None:
        """The token's seat, whose world stays open until it is released; None for a token that is not one."""

    def release(self, seat: Seat) -> None:
        """The request that found this seat has been answered."""


def install(app: Flask, seats: Seats) -> None:
    """Make these the seats of a door; what a request has found is released when it ends."""
    app.extensions[EXTENSION] = seats
    app.teardown_appcontext(_release)


def find(token: str) -> Seat | None:
    """The seat of a token, for the request being served: it has one seat, and no second one."""
    found: Seat | None = g.get("workaday_found")
    if found is not None:
        return found if found.token == token else None
    seat = _seats().find(token)
    if seat is not None:
        g.workaday_found = seat
    return seat


def sit(seat: Seat) -> None:
    """Make a seat the one of the request being served."""
    g.workaday_seat = seat


def current() -> Seat:
    """The seat of the request being served."""
    return cast(Seat, g.workaday_seat)


def _seats() -> Seats:
    return cast(Seats, current_app.extensions[EXTENSION])


def _release(_: BaseException | None) -> None:
    seat = g.pop("workaday_found", None)
    if seat is not None:
        _seats().release(seat)
