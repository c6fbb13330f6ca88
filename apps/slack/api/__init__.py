"""Slack's Web API: ``/slack/api/<method>``, as real clients speak it.

``door`` takes a request in and sends the answer out; ``arguments`` reads what was sent, ``tokens`` who sent
it; ``methods`` lists what can be called.  The methods themselves are in modules named after their families.
What each covers, and what it does not, is in ``coverage.toml``.
"""

from .door import api

__all__ = ["api"]
