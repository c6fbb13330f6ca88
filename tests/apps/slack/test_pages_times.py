"""Moments in words, as Slack's own page says them (reference C.1 and C.2, probes 25 and 31)."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from workaday.apps.slack.pages.times import Calendar, ordinal
from workaday.apps.slack.timestamps import ts
from workaday.clock import micros

NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2025, 3, 18, 9, 0, tzinfo=NEW_YORK)
CALENDAR = Calendar(micros(NOW), NEW_YORK)


def at(*moment: int) -> str:
    return ts(micros(datetime(*moment, tzinfo=NEW_YORK)))  # type: ignore[arg-type,misc]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        (date(2025, 3, 18), "Today"),
        (date(2025, 3, 17), "Yesterday"),
        (date(2025, 3, 16), "Sunday, March 16th"),
        (date(2025, 1, 1), "Wednesday, January 1st"),
        (date(2024, 12, 31), "Tuesday, December 31st, 2024"),
    ],
)
def test_a_day_is_called_as_people_call_it(day: date, said: str) -> None:
    assert CALENDAR.heading(day) == said


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (22, "22nd"), (23, "23rd"), (30, "30th"), (31, "31st")],
)  # fmt: skip
def test_a_day_of_the_month_has_its_ending(number: int, said: str) -> None:
    assert ordinal(number) == said


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ((2025, 3, 18, 0, 5), "12:05 AM"),
        ((2025, 3, 18, 12, 0), "12:00 PM"),
        ((2025, 3, 18, 18, 18), "6:18 PM"),
    ],
)
def test_a_time_has_twelve_hours(moment: tuple[int, ...], said: str) -> None:
    assert CALENDAR.time(at(*moment)) == said


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ((2025, 3, 18, 6, 18), "Last reply today at 6:18 AM"),
        ((2025, 3, 17, 18, 18), "Last reply yesterday at 6:18 PM"),
        ((2025, 3, 15, 9, 0), "Last reply 3 days ago"),
        ((2025, 2, 10, 9, 0), "Last reply 1 month ago"),
        ((2023, 3, 1, 9, 0), "Last reply 2 years ago"),
    ],
)
def test_the_last_reply_is_told_from_today(moment: tuple[int, ...], said: str) -> None:
    assert CALENDAR.last_reply(at(*moment)) == said


def test_the_day_is_the_viewers_own() -> None:
    late = ts(micros(datetime(2025, 3, 18, 5, 30, tzinfo=UTC)))
    chicago = ZoneInfo("America/Chicago")
    assert CALENDAR.full(late) == "Today at 1:30 AM"
    assert Calendar(micros(NOW), chicago).full(late) == "Today at 12:30 AM"
    assert Calendar(micros(NOW), ZoneInfo("America/Los_Angeles")).full(late) == "Yesterday at 10:30 PM"
