"""Methods that Slack has and this replica has not, and those that Slack itself has retired.

Their answers are true ones: a token without the scope hears so, as it would from Slack, and one that has it
hears that it is denied access, with a line that says why.
"""

from __future__ import annotations

from typing import NoReturn

from workaday.world import Context

from .arguments import Arguments
from .methods import METHODS, Action, Open
from .refusals import Refused

_BY_SCOPE = {
    "": (
        "oauth.v2.access "
        "oauth.access auth.revoke auth.teams.list rtm.connect dialog.open "
        "blocks.validate agents.sessions.rename agents.sessions.setStatus apps.activities.list "
        "apps.auth.external.delete apps.auth.external.get apps.datastore.bulkDelete apps.datastore.bulkGet "
        "apps.datastore.bulkPut apps.datastore.count apps.datastore.delete apps.datastore.get "
        "apps.datastore.put apps.datastore.query apps.datastore.update "
        "apps.icon.set apps.managed.permissions.set apps.manifest.create apps.manifest.delete "
        "apps.manifest.export apps.manifest.update apps.manifest.validate apps.uninstall "
        "apps.user.connection.update assistant.search.info calls.add calls.end calls.info "
        "calls.participants.add calls.participants.remove calls.update canvases.access.delete "
        "canvases.access.set conversations.acceptSharedInvite conversations.approveSharedInvite "
        "conversations.declineSharedInvite conversations.externalInvitePermissions.set "
        "conversations.listConnectInvites conversations.requestSharedInvite.approve "
        "conversations.requestSharedInvite.deny conversations.requestSharedInvite.list "
        "entity.acknowledgeCommentAction entity.presentComments entity.presentDetails files.comments.delete "
        "files.remote.remove files.remote.update functions.completeError functions.completeSuccess "
        "functions.distributions.permissions.add functions.distributions.permissions.list "
        "functions.distributions.permissions.remove functions.distributions.permissions.set "
        "functions.workflows.steps.list functions.workflows.steps.responses.export oauth.v2.exchange "
        "oauth.v2.user.access openid.connect.token openid.connect.userInfo rtm.start "
        "slackLists.access.delete slackLists.access.set slackLists.download.get slackLists.download.start "
        "slackLists.items.delete slackLists.items.deleteMultiple slackLists.items.info slackLists.update "
        "team.billing.info team.externalTeams.disconnect team.externalTeams.list team.integrationLogs "
        "tooling.tokens.rotate users.discoverableContacts.lookup users.setActive workflows.featured.add "
        "workflows.featured.list workflows.featured.remove workflows.featured.set "
        "workflows.triggers.permissions.add workflows.triggers.permissions.list "
        "workflows.triggers.permissions.remove workflows.triggers.permissions.set"
    ),
    "admin": (
        "team.accessLogs team.billableInfo admin.analytics.getFile admin.apps.activities.list "
        "admin.apps.approve admin.apps.approved.list admin.apps.clearResolution admin.apps.config.lookup "
        "admin.apps.config.set admin.apps.mcp.servers.list admin.apps.mcp.servers.permissions.list "
        "admin.apps.mcp.servers.permissions.set admin.apps.requests.cancel admin.apps.requests.list "
        "admin.apps.restrict admin.apps.restricted.list admin.apps.uninstall "
        "admin.auth.policy.assignEntities admin.auth.policy.getEntities admin.auth.policy.removeEntities "
        "admin.barriers.create admin.barriers.delete admin.barriers.list admin.barriers.update "
        "admin.conversations.archive admin.conversations.bulkArchive admin.conversations.bulkDelete "
        "admin.conversations.bulkMove admin.conversations.bulkSetProperties "
        "admin.conversations.convertToPrivate admin.conversations.convertToPublic "
        "admin.conversations.create admin.conversations.createForObjects admin.conversations.delete "
        "admin.conversations.disconnectShared admin.conversations.ekm.listOriginalConnectedChannelInfo "
        "admin.conversations.getConversationPrefs admin.conversations.getCustomRetention "
        "admin.conversations.getTeams admin.conversations.invite admin.conversations.linkObjects "
        "admin.conversations.lookup admin.conversations.removeCustomRetention admin.conversations.rename "
        "admin.conversations.restrictAccess.addGroup admin.conversations.restrictAccess.listGroups "
        "admin.conversations.restrictAccess.removeGroup admin.conversations.search "
        "admin.conversations.setConversationPrefs admin.conversations.setCustomRetention "
        "admin.conversations.setTeams admin.conversations.unarchive admin.conversations.unlinkObjects "
        "admin.emoji.add admin.emoji.addAlias admin.emoji.list admin.emoji.remove admin.emoji.rename "
        "admin.functions.list admin.functions.permissions.lookup admin.functions.permissions.set "
        "admin.inviteRequests.approve admin.inviteRequests.approved.list admin.inviteRequests.denied.list "
        "admin.inviteRequests.deny admin.inviteRequests.list admin.roles.addAssignments "
        "admin.roles.listAssignments admin.roles.removeAssignments admin.slackbot.skills.list "
        "admin.slackbot.skills.publish admin.slackbot.skills.setAutoEnabled admin.slackbot.skills.unpublish "
        "admin.teams.admins.list admin.teams.create admin.teams.list admin.teams.owners.list "
        "admin.teams.settings.info admin.teams.settings.setDefaultChannels "
        "admin.teams.settings.setDescription admin.teams.settings.setDiscoverability "
        "admin.teams.settings.setIcon admin.teams.settings.setName admin.usergroups.addChannels "
        "admin.usergroups.addTeams admin.usergroups.listChannels admin.usergroups.removeChannels "
        "admin.users.assign admin.users.getExpiration admin.users.invite admin.users.list "
        "admin.users.remove admin.users.session.clearSettings admin.users.session.getSettings "
        "admin.users.session.invalidate admin.users.session.list admin.users.session.reset "
        "admin.users.session.resetBulk admin.users.session.setSettings admin.users.setAdmin "
        "admin.users.setExpiration admin.users.setOwner admin.users.setRegular "
        "admin.users.unsupportedVersions.export admin.workflows.collaborators.add "
        "admin.workflows.collaborators.remove admin.workflows.permissions.lookup admin.workflows.search "
        "admin.workflows.unpublish"
    ),
    "assistant:write": "assistant.threads.setTitle assistant.threads.setSuggestedPrompts",
    "canvases:read": "canvases.sections.lookup",
    "canvases:write": "canvases.create canvases.edit canvases.delete conversations.canvases.create",
    "chat:write": ("chat.startStream chat.appendStream chat.stopStream assistant.threads.setStatus"),
    "conversations.connect:write": "conversations.inviteShared",
    "lists:read": "slackLists.items.list",
    "lists:write": "slackLists.create slackLists.items.create slackLists.items.update",
    "remote_files:read": "files.remote.list files.remote.info",
    "remote_files:share": "files.remote.share",
    "remote_files:write": "files.remote.add",
    "search:read.public search:read.private search:read.im search:read.mpim": "assistant.search.context",
    "tokens.basic": "migration.exchange",
    "users.profile:write": "users.setPhoto users.deletePhoto",
}
"""The methods by the scopes of which a user's token needs one (reference A.1 to A.3, and for the names of
``admin.*`` slack_sdk 3.48)."""

_RETIRED = {
    "channels.mark": "conversations.mark",
    "groups.mark": "conversations.mark",
    "im.mark": "conversations.mark",
    "mpim.mark": "conversations.mark",
    "im.list": "conversations.list or users.conversations",
    "mpim.list": "conversations.list or users.conversations",
    "files.upload": "files.getUploadURLExternal and files.completeUploadExternal",
}
"""What Slack names in their place (reference 0.1)."""

_CHANGELOG = "https://api.slack.com/changelog/2020-01-deprecating-antecedents-to-the-conversations-api"


def _absent(name: str, scopes: tuple[str, ...]) -> Action:
    def refuse(_context: Context, _arguments: Arguments) -> NoReturn:
        raise Refused("access_denied", f"this replica does not have {name}")

    return Action(name, scopes, kinds=("user", "bot", "app"), handler=refuse)


def _retired(name: str, instead: str) -> Open:
    def refuse(_arguments: Arguments) -> NoReturn:
        told = f"This method is retired and can no longer be used. Please use {instead} instead."
        raise Refused("method_deprecated", f"{told} Learn more: {_CHANGELOG}.")

    return Open(name, handler=refuse)


ABSENT = {
    name: _absent(name, tuple(scopes.split()))
    for scopes, names in _BY_SCOPE.items()
    for name in names.split()
}
RETIRED = {name: _retired(name, instead) for name, instead in _RETIRED.items()}
METHODS.update(ABSENT)
METHODS.update(RETIRED)
