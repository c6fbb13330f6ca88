"""A typed function becomes a JSON tool: a schema, arguments that are checked, answers that are plain JSON."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from workaday.app import apps
from workaday.errors import InvalidArgument, UnknownTool, WorldError
from workaday.tool import JSON, Tool, find, tool, toolbox
from workaday.world import Context, World

DANA = "dana.whitfield"


@tool(reads=True, wire="things.get")
def slack_get_thing(
    context: Context,
    *,
    name: Annotated[str, "Name of the thing"],
    count: Annotated[int, "How many"] = 3,
    loud: Annotated[bool, "Whether to shout"] = False,
) -> JSON:
    """One thing."""
    return {
        "name": name.upper() if loud else name,
        "count": count,
        "by": context.person,
        "door": context.door,
    }


@tool(reads=True)
def slack_break_word(context: Context) -> JSON:
    """Says that it reads, and writes."""
    return {"number": context.ids.number("thing")}


GET, BREAK = slack_get_thing, slack_break_word


def test_a_tool_is_described_as_an_openai_function() -> None:
    assert GET.schema == {
        "type": "function",
        "function": {
            "name": "slack_get_thing",
            "description": "One thing.",
            "parameters": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name"],
                "properties": {
                    "name": {"type": "string", "description": "Name of the thing"},
                    "count": {"type": "integer", "description": "How many", "default": 3},
                    "loud": {"type": "boolean", "description": "Whether to shout", "default": False},
                },
            },
        },
    }


def test_a_tool_knows_its_app_and_the_product_s_method() -> None:
    assert (GET.app, GET.wire, GET.reads, BREAK.wire) == ("slack", "things.get", True, None)


def test_a_call_is_an_action_of_the_person_through_the_tool_door(world: World) -> None:
    assert GET.call(world, DANA, {"name": "pen"}) == {"name": "pen", "count": 3, "by": DANA, "door": "tool"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"name": "pen", "count": "5"}, {"name": "pen", "count": 5, "loud": False}),
        ({"name": "", "loud": "true"}, {"name": "", "count": 3, "loud": True}),
        ({"name": "🙂\x00", "count": 2**63 - 1}, {"name": "🙂\x00", "count": 2**63 - 1, "loud": False}),
    ],
)
def test_arguments_are_read_as_models_write_them(arguments: JSON, expected: JSON) -> None:
    assert GET.parse(arguments) == expected


@pytest.mark.parametrize(
    ("arguments", "argument"),
    [
        ({}, "name"),
        ({"name": None}, "name"),
        ({"name": 5}, "name"),
        ({"name": ["pen"]}, "name"),
        ({"name": "pen", "count": "many"}, "count"),
        ({"name": "pen", "count": 1.5}, "count"),
        ({"name": "pen", "loud": "perhaps"}, "loud"),
        ({"name": "pen", "colour": "red"}, "colour"),
        ({"name": "half \ud83d"}, "name"),
        ({"name": "pen", "count": {1, 2}}, "count"),
        ({"name": "pen", "count": 2**63}, "count"),
    ],
)
def test_a_bad_argument_is_named(world: World, arguments: dict[str, Any], argument: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        GET.call(world, DANA, arguments)
    assert caught.value.argument == argument
    told = caught.value.as_dict()
    assert told["error"] == "invalid_arguments"
    assert told["message"].startswith(f"{argument}: ")


def test_a_tool_that_says_it_reads_is_held_to_it(world: World) -> None:
    before = world.state_hash()
    with pytest.raises(WorldError, match="slack_break_word was to read only"):
        BREAK.call(world, DANA, {})
    assert world.state_hash() == before


def test_an_unknown_tool_is_an_answer_not_a_crash() -> None:
    tools = {GET.name: GET}
    assert find(tools, "slack_get_thing") is GET
    with pytest.raises(UnknownTool) as caught:
        find(tools, "slack_get_think")
    assert caught.value.as_dict() == {
        "error": "unknown_tool",
        "message": "there is no tool called 'slack_get_think'",
    }


def test_the_toolbox_holds_every_app_s_tools_under_names_that_start_with_the_app_s() -> None:
    everything = toolbox()
    assert everything
    assert set(everything) == {name for app in apps() for name in toolbox(app)}
    for name, each in everything.items():
        assert isinstance(each, Tool)
        assert name == each.name
        assert each.app in apps()
