"""Creates and changes people, servers, roles, channels and threads of the chat."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from sandbox.model.clock import Clock
from sandbox.model.errors import ActionError
from sandbox.model.events import (
    BotJoined,
    BotLeft,
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    PeopleChanged,
    RoleCreated,
    RoleUpdated,
)
from sandbox.model.permissions import EVERYONE, MANAGER, NOTHING, Overwrite, Permission, Role
from sandbox.model.records import Channel, ChannelType, Forum, Guild, Member, Tag, User
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.state import State

MANAGERS = "Managers"
YEAR = 365 * 86_400.0
"""Seconds in a year of 365 days."""
BOT_PERMISSIONS = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""Permissions of the role that a bot's invitation creates."""


class DefaultIds(Struct, frozen=True):
    """Ids of the people and channels in a new sandbox.

    `me` owns both servers, `member` joined them a year ago, and `newcomer` joined just now and
    has not installed the application. `guild` is the server with the bot; `general` and its
    `thread` are in it. `direct` has the direct messages of `me` with the bot. `elsewhere` is a
    channel of a server without the bot, where only user installations work. `forum` is in `guild`;
    its posts need a tag.
    """

    me: int
    member: int
    newcomer: int
    guild: int
    general: int
    thread: int
    direct: int
    elsewhere: int
    forum: int = 0


class World(Struct, eq=False):
    """Administration of the chat: creates and changes people and places by their ids.

    The bot receives the corresponding gateway events.
    """

    state: State
    snowflakes: Snowflakes
    clock: Clock

    def create_defaults(self) -> DefaultIds:
        """Create the people, servers and channels of a new sandbox."""
        me = User(self.snowflakes.make(), "you", "You")
        self.state.users[me.id] = me
        home = self.add_guild("Sandbox", owner=me.id)
        away = self.add_guild("Elsewhere", owner=me.id, has_bot=False)
        channels = {channel.guild_id: channel.id for channel in self.state.channels.values()}
        general, lounge = channels[home], channels[away]
        self.change_channel(lounge, name="lounge")
        member = self.add_user("Member")
        newcomer = self.add_user("Newcomer", installed=False, ago=0)
        thread = self.add_thread(general, "A thread", owner=member)
        direct = self.open_direct(me.id)
        forum = self.add_forum(home, "posts", ("Puzzles", "Talk"), requires_tag=True)
        return DefaultIds(me.id, member, newcomer, home, general, thread, direct, lounge, forum)

    def add_user(
        self,
        name: str,
        *,
        guilds: tuple[int, ...] | None = None,
        locale: str = "en-US",
        installed: bool = True,
        ago: float = YEAR,
    ) -> int:
        """Add a person to `guilds` (all servers by default) and return the id.

        They joined `ago` seconds ago. `installed` means that they have installed the application to
        their own account.
        """
        user = User(
            self.snowflakes.make(),
            "".join(name.lower().split())[:32],
            name,
            locale=locale,
            installed=installed,
        )
        self.state.users[user.id] = user
        for guild_id in self.state.guilds if guilds is None else guilds:
            self.join(user.id, guild_id, ago=ago)
        self.state.publish(PeopleChanged())
        return user.id

    def join(self, user_id: int, guild_id: int, *, ago: float = 0.0) -> None:
        """Make a user a member of a server since `ago` seconds."""
        member = Member(guild_id, user_id, self.clock() - ago)
        self.state.memberships[guild_id, user_id] = member
        self.state.publish(PeopleChanged())

    def leave(self, user_id: int, guild_id: int) -> None:
        """End a membership."""
        del self.state.memberships[guild_id, user_id]
        self.state.publish(PeopleChanged())

    def change_user(self, user_id: int, **changes: Any) -> None:
        """Change fields of a `User`, such as `locale` or `installed`."""
        self.state.users[user_id] = replace(self.state.users[user_id], **changes)
        self.state.publish(PeopleChanged())

    def add_guild(
        self, name: str, *, owner: int, has_bot: bool = True, locale: str = "en-US"
    ) -> int:
        """Add a server with all people as members and a channel #general; returns the id."""
        guild = Guild(self.snowflakes.make(), name, owner, has_bot=False, locale=locale)
        self.state.guilds[guild.id] = guild
        self.state.roles[guild.id] = Role(guild.id, guild.id, "@everyone", EVERYONE)
        for user in self.state.users.values():
            if not user.bot:
                self.state.memberships[guild.id, user.id] = Member(guild.id, user.id, self.clock())
        if has_bot:
            self.invite_bot(guild.id)
        self.add_channel(guild.id, "general")
        return guild.id

    def invite_bot(self, guild_id: int) -> None:
        """Add the bot to a server, with a role of its own."""
        bot = self.state.bot
        role = Role(self.snowflakes.make(), guild_id, bot.name, BOT_PERMISSIONS, 1, bot.id)
        self.state.roles[role.id] = role
        member = Member(guild_id, bot.id, self.clock(), frozenset({role.id}))
        self.state.memberships[guild_id, bot.id] = member
        guild = replace(self.state.guilds[guild_id], has_bot=True)
        self.state.guilds[guild_id] = guild
        self.state.publish(BotJoined(guild))

    def remove_bot(self, guild_id: int) -> None:
        """Remove the bot and its role from a server."""
        guild = replace(self.state.guilds[guild_id], has_bot=False)
        self.state.guilds[guild_id] = guild
        member = self.state.memberships.pop((guild_id, self.state.bot.id))
        for role in member.roles:
            if self.state.roles[role].bot_id is not None:
                del self.state.roles[role]
        self.state.publish(BotLeft(guild))

    def add_role(self, guild_id: int, name: str, permissions: Permission = NOTHING) -> int:
        """Add a role above the existing ones and return the id."""
        guild = self.state.guilds[guild_id]
        role = Role(
            self.snowflakes.make(),
            guild_id,
            name,
            permissions,
            len(self.state.roles_of(guild)),
        )
        self.state.roles[role.id] = role
        self.state.publish(RoleCreated(role))
        return role.id

    def give_role(self, user_id: int, role_id: int) -> None:
        """Assign a role to a member of its server."""
        role = self.state.roles[role_id]
        member = self.state.memberships[role.guild_id, user_id]
        self.state.memberships[role.guild_id, user_id] = replace(
            member, roles=member.roles | {role_id}
        )
        self.state.publish(PeopleChanged())

    def add_manager(self, name: str, guild_id: int) -> int:
        """Add a person with a role that may manage the server; returns the user's id."""
        user = self.add_user(name)
        self.give_role(user, self.add_role(guild_id, MANAGERS, MANAGER))
        return user

    def change_bot_permissions(self, guild_id: int, permissions: Permission) -> None:
        """Set the permissions of the bot's own role in a server."""
        for role in self.state.roles_of(self.state.guilds[guild_id]):
            if role.bot_id is not None:
                changed = replace(role, permissions=permissions)
                self.state.roles[role.id] = changed
                self.state.publish(RoleUpdated(changed))

    def add_channel(self, guild_id: int, name: str) -> int:
        """Add a text channel to a server and return the id."""
        return self._add(Channel(self.snowflakes.make(), name, guild_id=guild_id))

    def add_forum(
        self, guild_id: int, name: str, tags: Iterable[str] = (), *, requires_tag: bool = False
    ) -> int:
        """Add a forum with tags to a server and return the id."""
        forum = Forum(tuple(Tag(self.snowflakes.make(), tag) for tag in tags), requires_tag)
        return self._add(Channel(self.snowflakes.make(), name, guild_id=guild_id, forum=forum))

    def add_thread(  # noqa: PLR0913 - all by name
        self,
        channel_id: int,
        name: str,
        *,
        owner: int | None = None,
        thread_id: int | None = None,
        applied: tuple[int, ...] = (),
        members: Iterable[int] | None = None,
    ) -> int:
        """Open a thread in a text channel or a forum and return the id.

        `thread_id` is the id of the message that the thread starts from; `owner` defaults to the
        owner of the server. It is public, or private for its owner and `members`. Raises
        `ActionError` when the channel has no threads.
        """
        parent = self.state.channel(channel_id)
        if parent.type not in {ChannelType.TEXT, ChannelType.FORUM}:
            raise ActionError("Threads are opened in text channels and forums.")
        owner = owner or self.state.guilds[parent.guild_id or 0].owner_id
        thread = Channel(
            thread_id or self.snowflakes.make(),
            name,
            guild_id=parent.guild_id,
            parent_id=channel_id,
            owner_id=owner,
            applied=applied,
            members=None if members is None else frozenset({owner, *members}),
        )
        return self._add(thread)

    def open_direct(self, user_id: int) -> int:
        """The id of a person's direct message channel with the bot; created if necessary."""
        found = self.state.direct_channel(user_id)
        if found is not None:
            return found.id
        user = self.state.users[user_id]
        return self._add(Channel(self.snowflakes.make(), user.name, recipient_id=user_id))

    def change_channel(self, channel_id: int, **changes: Any) -> None:
        """Change fields of a `Channel`, such as `name`, `overwrites` or `archived`."""
        channel = self.state.channel(channel_id)
        changed = replace(channel, **changes)
        if changed.archived is not channel.archived:
            changed = replace(changed, changed=datetime.fromtimestamp(self.clock(), UTC))
        self.state.channels[channel_id] = changed
        self.state.publish(ChannelUpdated(changed))

    def deny(self, channel_id: int, user_id: int, permissions: Permission) -> None:
        """Deny permissions to one user (or the bot) in one channel."""
        channel = self.state.channel(channel_id)
        others = tuple(o for o in channel.overwrites if o.target_id != user_id)
        mine = Overwrite(user_id, deny=permissions, member=True)
        self.change_channel(channel_id, overwrites=(*others, mine))

    def remove_channel(self, channel_id: int) -> None:
        """Delete a channel with its threads and messages."""
        for thread in tuple(self.state.channels.values()):
            if thread.parent_id == channel_id:
                self.remove_channel(thread.id)
        channel = self.state.channel(channel_id)
        for message in self.state.timeline(channel_id):
            self.state.discard_message(message)
        del self.state.channels[channel_id]
        self.state.publish(ChannelDeleted(channel))

    def _add(self, channel: Channel) -> int:
        self.state.channels[channel.id] = channel
        self.state.publish(ChannelCreated(channel))
        return channel.id
