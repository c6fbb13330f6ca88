"""What can go wrong, told so that a person knows what to do next."""

from __future__ import annotations


class WorkadayError(Exception):
    """Base of every error that this package raises on purpose."""


class WorldError(WorkadayError):
    """A world was asked for something that it cannot do: it is closed, or busy, or its database is gone."""


class SnapshotError(WorkadayError):
    """A snapshot could not be built, found or read."""


class TaskError(WorkadayError):
    """A task is unknown, or cannot be drawn from this world."""


class ActionError(WorkadayError):
    """An action that the person may not take, or that makes no sense: nothing was changed.

    Apps subclass it, one class for each of the product's own codes.  ``argument`` names the argument at
    fault, where one is.
    """

    code: str = "action_refused"

    def __init__(self, message: str = "", *, argument: str | None = None) -> None:
        super().__init__(message or self.__doc__ or self.code)
        self.argument = argument

    def as_dict(self) -> dict[str, str]:
        """The error as tools answer it: ``error``, ``message``, and ``argument`` where one is at fault."""
        answer = {"error": self.code, "message": str(self)}
        if self.argument is not None:
            answer["argument"] = self.argument
        return answer


class InvalidArgument(ActionError):
    """An argument is missing, unknown, or of the wrong kind."""

    code = "invalid_arguments"


class UnknownTool(ActionError):
    """No tool of that name is offered here."""

    code = "unknown_tool"
