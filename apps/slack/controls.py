"""What whoever runs a world can ask of its Slack, beyond what anybody in it can do."""

from __future__ import annotations

from typing import Annotated

from workaday.apps.slack.service import faults
from workaday.tool import JSON, Tool, tool
from workaday.world import Context


@tool(reads=False)
def slack_add_fault(
    context: Context,
    *,
    method: Annotated[str, "Name of a method of the Web API, such as chat.postMessage; * for any"],
    kind: Annotated[
        faults.Kind, "ratelimited (429 and Retry-After), unavailable (5xx) or slow (by `delay`)"
    ],
    skip: Annotated[int, "So many calls pass first"] = 0,
    times: Annotated[int, "So many are struck then; -1 for all"] = -1,
    per_minute: Annotated[int, "Strike only what is beyond so many calls a minute of world time"] = 0,
    retry_after: Annotated[int, "Seconds that Retry-After tells"] = 30,
    status: Annotated[int, "Status of `unavailable`"] = 503,
    delay: Annotated[int, "Milliseconds that `slow` takes"] = 0,
) -> JSON:
    """Let calls of the Web API go wrong, the same way for the same calls."""
    made = faults.add(
        context,
        method,
        kind,
        skip=skip,
        times=times,
        per_minute=per_minute,
        retry_after=retry_after,
        status=status,
        delay=delay,
    )
    return {"fault": made.id}


@tool(reads=False)
def slack_clear_faults(context: Context) -> JSON:
    """Let everything go right again."""
    return {"cleared": faults.clear(context)}


def all_controls() -> list[Tool]:
    """Every control of this module, in order of writing."""
    return [each for each in globals().values() if isinstance(each, Tool)]
