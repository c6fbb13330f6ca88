"""Times as people write them.  Now is Tuesday 18 March 2025, 09:00 in New York, as everywhere in the tests."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workaday.apps.slack.when import Recurrence, following, parse, split

ZONE = ZoneInfo("America/New_York")
NOW = datetime(2025, 3, 18, 9, 0, tzinfo=ZONE)


def at(text: str) -> str | None:
    found = parse(text, NOW)
    return f"{found.at:%a %Y-%m-%d %H:%M}" if found else None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("in 20 minutes", "Tue 2025-03-18 09:20"),
        ("in an hour", "Tue 2025-03-18 10:00"),
        ("in half an hour", "Tue 2025-03-18 09:30"),
        ("in an hour and a half", "Tue 2025-03-18 10:30"),
        ("In 2 hours and 30 mins", "Tue 2025-03-18 11:30"),
        ("in 3 days", "Fri 2025-03-21 09:00"),
        ("in 2 weeks at 5pm", "Tue 2025-04-01 17:00"),
        ("in a month", "Fri 2025-04-18 09:00"),
        ("tomorrow", "Wed 2025-03-19 09:00"),
        ("tomorrow at 3:30 pm", "Wed 2025-03-19 15:30"),
        ("3pm tomorrow", "Wed 2025-03-19 15:00"),
        ("day after tomorrow at noon", "Thu 2025-03-20 12:00"),
        ("tonight", "Tue 2025-03-18 20:00"),
        ("this afternoon", "Tue 2025-03-18 13:00"),
        ("at 3pm", "Tue 2025-03-18 15:00"),
        ("at 8am", "Wed 2025-03-19 08:00"),
        ("15:30", "Tue 2025-03-18 15:30"),
        ("at 3", "Tue 2025-03-18 15:00"),
        ("monday", "Mon 2025-03-24 09:00"),
        ("on Tuesday", "Tue 2025-03-25 09:00"),
        ("Tuesday at 3pm", "Tue 2025-03-18 15:00"),
        ("next tuesday at 4:15pm", "Tue 2025-03-25 16:15"),
        ("next week", "Mon 2025-03-24 09:00"),
        ("next month", "Tue 2025-04-01 09:00"),
        ("March 25th, 2025 at 5pm", "Tue 2025-03-25 17:00"),
        ("25 march", "Tue 2025-03-25 09:00"),
        ("march 5", "Thu 2026-03-05 09:00"),
        ("4/15", "Tue 2025-04-15 09:00"),
        ("2025-04-15 at 14:00", "Tue 2025-04-15 14:00"),
        ("the 25th", "Tue 2025-03-25 09:00"),
        ("on the 1st at noon", "Tue 2025-04-01 12:00"),
        ("feb 29", "Tue 2028-02-29 09:00"),
    ],
)
def test_a_time_is_the_first_to_come_that_it_can_mean(text: str, moment: str) -> None:
    assert at(text) == moment


@pytest.mark.parametrize(
    "text",
    ["", "banana", "yesterday", "at 25", "25pm", "13/45", "tomorrow at 25:00", "in 0 minutes", "3/25/1999",
     "every 3rd friday", "in a hurry", "on", "2025-02-30"],
)  # fmt: skip
def test_what_names_no_time_to_come_is_none(text: str) -> None:
    assert parse(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "first", "frequency", "weekdays"),
    [
        ("every day", "Wed 2025-03-19 09:00", "daily", ()),
        ("daily at 6pm", "Tue 2025-03-18 18:00", "daily", ()),
        ("every morning", "Wed 2025-03-19 09:00", "daily", ()),
        ("every weekday at 8:30am", "Wed 2025-03-19 08:30", "weekdays", ()),
        ("at 9am every weekday", "Wed 2025-03-19 09:00", "weekdays", ()),
        ("every Tuesday at 3pm", "Tue 2025-03-18 15:00", "weekly", ("tuesday",)),
        ("every mon, wed and fri", "Wed 2025-03-19 09:00", "weekly", ("monday", "wednesday", "friday")),
        ("every other friday", "Fri 2025-03-21 09:00", "biweekly", ("friday",)),
        ("every 2 weeks on thursday", "Thu 2025-03-20 09:00", "biweekly", ("thursday",)),
        ("every month on the 31st", "Mon 2025-03-31 09:00", "monthly", ()),
        ("every march 5 at 4pm", "Thu 2026-03-05 16:00", "yearly", ()),
    ],
)
def test_every_begins_what_comes_again(
    text: str, first: str, frequency: str, weekdays: tuple[str, ...]
) -> None:
    found = parse(text, NOW)
    assert found is not None
    assert found.recurrence is not None
    assert (at(text), found.recurrence.frequency, found.recurrence.weekdays) == (first, frequency, weekdays)


def days(recurrence: Recurrence, count: int) -> list[str]:
    """When it comes next, so many times."""
    moments = [NOW]
    for _ in range(count):
        moments.append(following(moments[-1], recurrence))
    return [f"{moment:%a %m-%d %H:%M}" for moment in moments[1:]]


def test_what_comes_again_comes_at_the_same_time_of_its_days() -> None:
    assert days(Recurrence("weekdays"), 4) == [
        "Wed 03-19 09:00",
        "Thu 03-20 09:00",
        "Fri 03-21 09:00",
        "Mon 03-24 09:00",
    ]
    assert days(Recurrence("biweekly", ("tuesday",)), 2) == ["Tue 04-01 09:00", "Tue 04-15 09:00"]
    assert days(Recurrence("biweekly", ("tuesday", "friday")), 3) == [
        "Fri 03-21 09:00",
        "Tue 04-01 09:00",
        "Fri 04-04 09:00",
    ]
    assert days(Recurrence("monthly", day=31), 3) == ["Mon 03-31 09:00", "Wed 04-30 09:00", "Sat 05-31 09:00"]


def test_an_hour_is_an_hour_when_clocks_are_put_forward() -> None:
    """9 March 2025: after 01:59 comes 03:00 in New York."""
    before = datetime(2025, 3, 9, 1, 30, tzinfo=ZONE)
    found = parse("in an hour", before)
    assert found is not None
    assert f"{found.at:%H:%M}" == "03:30"
    assert (
        f"{following(datetime(2025, 3, 8, 9, 0, tzinfo=ZONE), Recurrence('daily')):%d %H:%M %z}"
        == "09 09:00 -0400"
    )


def test_what_and_when_are_told_apart() -> None:
    assert split("call the client tomorrow at 9am", NOW) == ("call the client", "tomorrow at 9am")
    assert split("in 20 minutes check the oven", NOW) == ("check the oven", "in 20 minutes")
    assert split("call the client", NOW) is None


@given(st.text(alphabet="inevry 0123456789:/-apmthdouswkn,.@½²", max_size=40))
def test_any_text_is_a_time_to_come_or_none(text: str) -> None:
    found = parse(text, NOW)
    assert found is None or found.at > NOW
