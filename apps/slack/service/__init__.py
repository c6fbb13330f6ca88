"""Everything that can be done in Slack.  This package alone changes Slack's rows.

Each function takes the :class:`~workaday.world.Context` of the action first: who acts, in which world.  The
page, the wire API and the JSON tools parse their input, call these functions and format what they return.
"""
