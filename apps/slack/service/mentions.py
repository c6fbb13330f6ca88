"""Which messages call somebody: by name, by a user group of theirs, or everybody.

Conditions on :class:`Message`, in its text and in what its blocks say; their parameters come from :func:`of`.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, bindparam, func, literal, or_, select

from workaday.apps.slack.models import Message, UserGroup, UserGroupMember

_CALLS = ("<!here", "<!channel", "<!everyone")


def _holds(sought: object) -> ColumnElement[bool]:
    return or_(func.instr(Message.text, sought) > 0, func.instr(Message.words, sought) > 0)


BY_NAME = or_(*(_holds(bindparam(name)) for name in ("mention", "named_mention")))
"""It mentions the person."""
BY_GROUP = (
    select(UserGroupMember.user_id)
    .join(UserGroup, UserGroup.id == UserGroupMember.usergroup_id)
    .where(UserGroupMember.user_id == bindparam("viewer"), UserGroup.deleted == 0)
    .where(_holds(literal("<!subteam^") + UserGroupMember.usergroup_id))
    .correlate(Message)
    .exists()
)
"""It mentions a user group that the person is in, and that is not disabled."""
TO_ALL = or_(*(_holds(call) for call in _CALLS))
"""It calls everybody who is there."""
ANY = or_(BY_NAME, TO_ALL, BY_GROUP)


def of(viewer: str) -> dict[str, object]:
    """The values of the conditions' parameters, for a person by id."""
    return {"viewer": viewer, "mention": f"<@{viewer}>", "named_mention": f"<@{viewer}|"}
