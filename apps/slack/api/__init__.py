"""Slack's Web API: ``/slack/api/<method>``, as real clients speak it.

``door`` takes a request in and sends the answer out; ``arguments`` reads what was sent, ``tokens`` who sent
it; ``methods`` lists what can be called.  The methods themselves are in modules named after their families.
What each covers, and what it does not, is in ``coverage.toml``.
"""

from . import hooks, transfers
from .absent import ABSENT, RETIRED
from .door import api
from .methods import METHODS

__all__ = ["api", "hooks", "served", "transfers"]


def served() -> frozenset[str]:
    """The methods that are here: neither absent nor retired by Slack itself."""
    return frozenset(METHODS).difference(ABSENT, RETIRED)
