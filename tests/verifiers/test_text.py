"""What a text says, by meaning."""

from __future__ import annotations

import pytest

from workaday.verifiers.text import Kind, found, same, says_all, states


@pytest.mark.parametrize(
    "said",
    ["$4,350", "4350", "$4,350.00", "The fee is $4,350.", "4,350 dollars", "*$4,350*", "It's $4350 now."],
)
def test_an_amount_is_recognised_in_every_usual_spelling(said: str) -> None:
    assert states("money", "435000", ["390000"])(said)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "$43,500",
        "$4,350x",
        "x",
        "$435",
        "$4,350.50",
        "Not true: $4,350",
        "It isn't $4,350.",
        "$4,350 or $3,900",
        "$3,900",
        "Either $4,350",
        "$4,350 " * 60,
    ],
)
def test_another_amount_a_denial_and_a_list_of_amounts_do_not_state_it(said: str) -> None:
    assert not states("money", "435000", ["390000"])(said)


@pytest.mark.parametrize(
    "said",
    [
        "2025-03-27",
        "March 27",
        "Mar 27",
        "27 March",
        "March 27th, 2025",
        "3/27",
        "03/27/2025",
        "It's the 27th of March.",
    ],
)
def test_a_day_is_recognised_in_every_usual_spelling(said: str) -> None:
    assert states("date", "2025-03-27")(said)


@pytest.mark.parametrize(
    "said", ["March 28", "27", "March", "2025-03-27 or 2025-03-28", "March 27x", "2024-03-27"]
)
def test_another_day_does_not_state_it(said: str) -> None:
    assert not states("date", "2025-03-27")(said)


@pytest.mark.parametrize("said", ["14:30", "2:30 pm", "2:30pm", "2:30 P.M.", "at 2:30 PM."])
def test_a_time_is_recognised_in_every_usual_spelling(said: str) -> None:
    assert states("time", "14:30")(said)


@pytest.mark.parametrize("said", ["2:30", "2:30 am", "2 pm", "14:30 or 15:00", "25:00"])
def test_another_time_does_not_state_it(said: str) -> None:
    assert not states("time", "14:30")(said)


def test_a_text_is_compared_by_whole_words_whatever_the_case() -> None:
    asked = states("text", "Cabinet B", ["Cabinet C"])
    assert asked("cabinet b")
    assert asked("It is in Cabinet B.")
    assert not asked("Cabinet Bx")
    assert not asked("Cabinet B or Cabinet C")


def test_an_answer_that_is_a_denial_can_be_given() -> None:
    asked = states("text", "no extension", ["extension"])
    assert asked("No extension.")
    assert not asked("It is not true that there is no extension")
    assert not asked("extension")


def test_the_names_of_people_and_channels_in_a_message_are_not_read_as_numbers() -> None:
    assert found("number", "<@U07123456> says 12") == ["12"]
    assert found("money", "see <#C0123|fees> for $5") == ["500"]


@pytest.mark.parametrize(
    ("kind", "said"),
    [("money", "no idea"), ("date", "2025-02-30"), ("date", "13/45"), ("time", "99:99"), ("number", "1.5")],
)
def test_what_makes_no_sense_states_nothing(kind: Kind, said: str) -> None:
    assert found(kind, said) == []


def test_the_same_text_may_differ_in_case_spacing_and_the_full_stop() -> None:
    asked = same("On my list for this afternoon.")
    assert asked("on my  list for this afternoon")
    assert asked("On my list for this afternoon!")
    assert not asked("On my list for this afternoon, maybe.")
    assert not asked("Not true: On my list for this afternoon.")
    assert not asked(None)


def test_several_values_have_to_be_there_together() -> None:
    asked = says_all(("text", "Hartley Dental"), ("date", "2025-03-20"))
    assert asked("Hartley Dental needs it by March 20.")
    assert not asked("Hartley Dental needs it.")
    assert not asked("Hartley Dental does not need it by March 20.")


def test_a_value_is_compared_as_slack_stores_it() -> None:
    assert same("Smith & Sons isn\u2019t in")("Smith &amp; Sons isn't in")
