"""Tasks that are done in Slack alone."""

from __future__ import annotations

from workaday.tasks.slack.answer_in_thread import AnswerInThread
from workaday.tasks.slack.tell_promiser import TellPromiser
from workaday.tasks.slack.tidy_requests import TidyRequests

families = [AnswerInThread(), TellPromiser(), TidyRequests()]
