"""The routes of the REST API about channels, messages and threads."""

from datetime import UTC, datetime

from aiohttp import web
from msgspec import Struct
from msgspec.structs import asdict, replace

from sandbox.api.answers import Answer, json_answer, snowflake, with_token
from sandbox.chat.messages import Messages, Origin
from sandbox.model.errors import (
    ApiError,
    bad_length,
    invalid_form,
    missing_access,
    missing_permissions,
    required,
    unknown,
)
from sandbox.model.events import TypingStarted
from sandbox.model.permissions import Permission
from sandbox.model.records import (
    Channel,
    ChannelType,
    ChatMessage,
    Forum,
    Json,
    MessageFlag,
    MessageType,
)
from sandbox.model.snowflakes import created_at, number_in
from sandbox.model.state import State, send_permission
from sandbox.model.uploads import Body, read_body
from sandbox.model.world import World
from sandbox.payloads.messages import message_json
from sandbox.payloads.places import channel_json
from sandbox.requests.forms import read
from sandbox.requests.messages import ChannelRequest, ThreadRequest

MAX_PAGE = 100
MAX_TAGS = 5
MAX_NAME = 100
TAG_REQUIRED = "A tag is required to create a forum post in this channel"
NO_TAGS = "There are no tags available that can be set by non-moderators"
ARCHIVED = "Thread is archived"


class ChannelRest(Struct, eq=False):
    """Request handlers for channels, messages and threads; `add_routes` maps paths to them."""

    state: State
    world: World
    messages: Messages
    token: str

    def add_routes(self, app: web.Application) -> None:
        """Register every route, each behind the check of the bot's token."""
        channel = "/channels/{channel_id}"
        messages = channel + "/messages"
        routes: list[tuple[str, str, Answer]] = [
            ("GET", channel, self._channel),
            ("PATCH", channel, self._edit_channel),
            ("DELETE", channel, self._delete_channel),
            ("POST", channel + "/typing", self._typing),
            ("POST", channel + "/threads", self._create_thread),
            ("GET", channel + "/threads/archived/public", self._list_archived),
            ("PUT", channel + "/thread-members/@me", self._join_thread),
            ("GET", messages, self._list_messages),
            ("POST", messages, self._create_message),
            ("GET", messages + "/{message_id}", self._message),
            ("PATCH", messages + "/{message_id}", self._edit_message),
            ("DELETE", messages + "/{message_id}", self._delete_message),
            ("POST", messages + "/{message_id}/threads", self._create_thread_on_message),
        ]
        for method, path, answer in routes:
            app.router.add_route(method, path, with_token(self.token, answer))

    async def _channel(self, request: web.Request) -> web.Response:
        return json_answer(channel_json(self.state, self._find_channel(request)))

    async def _edit_channel(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        change = read((await read_body(request)).mapping(), ChannelRequest)
        if channel.type is ChannelType.DIRECT:
            raise ApiError(403, 50003, "Cannot execute action on a DM channel")
        own = channel.owner_id == self.state.bot.id and not channel.locked
        only_opens = change == ChannelRequest(archived=False) and not channel.locked
        if channel.is_thread and only_opens:
            self._require(channel, Permission.SEND_MESSAGES_IN_THREADS)
        elif not own:
            self._require(channel, managing(channel))
        given = {key: value for key, value in asdict(change).items() if value is not None}
        tags, parent = given.pop("applied_tags", None), channel.parent_id
        if tags is not None and parent is not None:
            given["applied"] = self._tags(self.state.channels[parent], tags)
        self.world.change_channel(channel.id, **given)
        return json_answer(channel_json(self.state, self.state.channel(channel.id)))

    async def _delete_channel(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        if channel.type is ChannelType.DIRECT:
            return json_answer(channel_json(self.state, channel))
        self._require(channel, managing(channel))
        answer = channel_json(self.state, channel)
        self.world.remove_channel(channel.id)
        return json_answer(answer)

    async def _typing(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        self._require(channel, send_permission(channel))
        self.state.publish(TypingStarted(channel.id, self.state.bot.id))
        return web.Response(status=204)

    async def _create_thread(self, request: web.Request) -> web.Response:
        parent = self._find_channel(request)
        body = await read_body(request)
        if parent.type is ChannelType.FORUM:
            return self._create_post(parent, body)
        return self._open_thread(parent, body.mapping())

    def _create_post(self, forum: Channel, body: Body) -> web.Response:
        """A post of a forum: a thread, and its first message with the same ID."""
        wanted = read(body.mapping(), ThreadRequest)
        if wanted.message is None:
            raise required(["message"])
        if len(wanted.name) > MAX_NAME:
            raise bad_length(["name"], 1, MAX_NAME)
        self._require(forum, Permission.SEND_MESSAGES)
        if body.files:
            self._require(forum, Permission.ATTACH_FILES)
        tags = self._tags(forum, wanted.applied_tags or [])
        new, bot = self.world.snowflakes.make(), self.state.bot.id
        origin = Origin(new, bot, message_id=new)
        message = self.messages.draft(Body(wanted.message, body.files), origin)
        self.world.add_thread(forum.id, wanted.name, owner=bot, thread_id=new, applied=tags)
        self.state.add_message(message)
        post = channel_json(self.state, self.state.channel(new))
        return json_answer(post | {"message": message_json(self.state, message)}, 201)

    def _tags(self, forum: Channel, wanted: list[str]) -> tuple[int, ...]:
        """The tags that a post gets; raises `ApiError` for those that Discord refuses."""
        has = forum.forum or Forum()
        if len(wanted) > MAX_TAGS:
            raise bad_length(["applied_tags"], 0, MAX_TAGS)
        if not set(wanted) <= {str(tag.id) for tag in has.tags}:
            raise unknown(10087)
        if Permission.MANAGE_THREADS not in self._allowed(forum):
            free = {str(tag.id) for tag in has.tags if not tag.moderated}
            if has.requires_tag and not free:
                raise ApiError(400, 40066, NO_TAGS)
            if not set(wanted) <= free:
                raise missing_permissions()
        if has.requires_tag and not wanted:
            raise ApiError(400, 40067, TAG_REQUIRED)
        return tuple(map(int, wanted))

    async def _create_thread_on_message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        parent = self._find_channel(request)
        if message.id in self.state.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        return self._open_thread(parent, (await read_body(request)).mapping(), message.id)

    def _open_thread(
        self, parent: Channel, payload: Json, message_id: int | None = None
    ) -> web.Response:
        if parent.type is not ChannelType.TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        wanted = read(payload, ThreadRequest)
        private, public = ChannelType.PRIVATE_THREAD, ChannelType.THREAD
        kind = public if message_id else wanted.type or private
        if kind not in {public, private}:
            raise invalid_form(["type"], "BASE_TYPE_CHOICES", "Value must be one of {11, 12}.")
        self._require(
            parent,
            Permission.CREATE_PUBLIC_THREADS
            if kind == public
            else Permission.CREATE_PRIVATE_THREADS,
        )
        thread = self.world.add_thread(
            parent.id,
            wanted.name,
            owner=self.state.bot.id,
            thread_id=message_id,
            members=() if kind == private else None,
        )
        return json_answer(channel_json(self.state, self.state.channel(thread)), 201)

    async def _join_thread(self, request: web.Request) -> web.Response:
        if not self._find_channel(request).is_thread:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        return web.Response(status=204)

    async def _list_archived(self, request: web.Request) -> web.Response:
        """The public threads of a channel that are archived, the latest of them first."""
        parent = self._find_channel(request)
        self._require(parent, Permission.READ_MESSAGE_HISTORY)
        limit, before = _query_number(request, "limit") or 50, request.query.get("before")
        until = datetime.fromisoformat(before) if before else datetime.max.replace(tzinfo=UTC)
        places = self.state.channels.values()
        found = [
            (each.changed or created_at(each.id), each.id)
            for each in places
            if each.parent_id == parent.id and each.type is ChannelType.THREAD and each.archived
        ]
        earlier = [self.state.channel(number) for at, number in sorted(found)[::-1] if at < until]
        threads = [channel_json(self.state, each) for each in earlier[:limit]]
        more = {"has_more": len(earlier) > limit, "members": []}
        return json_answer({"threads": threads, **more})

    async def _list_messages(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        readable = Permission.READ_MESSAGE_HISTORY in self._allowed(channel)
        found = [m for m in self.state.timeline(channel.id) if readable and m.visible_to is None]
        query = {key: _query_number(request, key) for key in ("limit", "before", "after", "around")}
        limit = 50 if query["limit"] is None else query["limit"]
        if not 1 <= limit <= MAX_PAGE:
            raise invalid_form(["limit"], "NUMBER_TYPE_MAX", f"Must be between 1 and {MAX_PAGE}.")
        if (around := query["around"]) is not None:
            found = sorted(found, key=lambda m: abs(m.id - around))[:limit]
        elif (after := query["after"]) is not None:
            found = [m for m in found if m.id > after][:limit]
        elif (before := query["before"]) is not None:
            found = [m for m in found if m.id < before]
        newest = sorted(found, key=lambda m: m.id, reverse=True)[:limit]
        return json_answer([message_json(self.state, m) for m in newest])

    async def _create_message(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        body = await read_body(request)
        payload = body.mapping()
        self._check_may_post(channel, body)
        flags = payload.get("flags") or 0
        if isinstance(flags, int) and flags & MessageFlag.EPHEMERAL:
            payload["flags"] = flags & ~MessageFlag.EPHEMERAL
        origin = Origin(channel.id, self.state.bot.id)
        reference = payload.get("message_reference") or {}
        if isinstance(reference, dict) and reference.get("message_id"):
            source = self._referenced(channel, reference)
            if source is not None:
                origin = replace(origin, type=MessageType.REPLY, reference_id=source)
        nonce = payload.get("nonce")
        if nonce is not None and payload.get("enforce_nonce"):
            origin = replace(origin, nonce=str(nonce))
            message = self.messages.find_by_nonce(origin) or self.messages.create(body, origin)
        else:
            message = self.messages.create(body, origin)
        return json_answer(message_json(self.state, message))

    def _referenced(self, channel: Channel, reference: Json) -> int | None:
        number = number_in(str(reference["message_id"]))
        try:
            return self.messages.visible(channel.id, number or 0).id
        except ApiError as error:
            if reference.get("fail_if_not_exists") is False:
                return None
            raise invalid_form(
                ["message_reference"], "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message"
            ) from error

    def _check_may_post(self, channel: Channel, body: Body) -> None:
        """Check the permissions for a message that is not an answer to an interaction."""
        if channel.type is ChannelType.DIRECT:
            self._check_may_write_to(channel.recipient_id or 0)
        self._require(channel, send_permission(channel))
        if body.files:
            self._require(channel, Permission.ATTACH_FILES)
        if body.mapping().get("embeds"):
            self._require(channel, Permission.EMBED_LINKS)
        if channel.type is ChannelType.FORUM:
            raise ApiError(400, 40058, "Cannot send a message in a forum channel")
        if channel.locked and Permission.MANAGE_THREADS not in self._allowed(channel):
            archived = ApiError(403, 50083, ARCHIVED)
            raise archived if channel.archived else ApiError(403, 160005, "The thread is locked")
        if channel.archived:  # a message unarchives the thread
            self.world.change_channel(channel.id, archived=False)

    def _check_may_write_to(self, user_id: int) -> None:
        user = self.state.users[user_id]
        guilds = (g for g in self.state.guilds.values() if g.has_bot)
        shared = any(self.state.member(guild.id, user_id) for guild in guilds)
        if not shared and not user.installed:
            raise ApiError(
                403,
                50278,
                "Cannot send messages to this user due to having no mutual guilds",
            )
        if not user.accepts_direct:
            raise ApiError(403, 50007, "Cannot send messages to this user")

    async def _message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        self._require(self.state.channel(message.channel_id), Permission.READ_MESSAGE_HISTORY)
        return json_answer(message_json(self.state, message))

    async def _edit_message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        if message.author_id != self.state.bot.id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        if self.state.channel(message.channel_id).archived:
            raise ApiError(400, 50083, ARCHIVED)
        edited = self.messages.edit(message, await read_body(request))
        return json_answer(message_json(self.state, edited))

    async def _delete_message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        channel = self.state.channel(message.channel_id)
        if message.author_id != self.state.bot.id:
            if channel.type is ChannelType.DIRECT:
                raise ApiError(403, 50003, "Cannot execute action on a DM channel")
            self._require(channel, Permission.MANAGE_MESSAGES)
        self.state.remove_message(message)
        return web.Response(status=204)

    def _allowed(self, channel: Channel) -> Permission:
        return self.state.permissions(self.state.bot.id, channel)

    def _require(self, channel: Channel, permission: Permission) -> None:
        if permission not in self._allowed(channel):
            raise missing_permissions()

    def _find_channel(self, request: web.Request) -> Channel:
        channel = self.state.channel(snowflake(request, "channel_id"))
        if not self.state.can_see(self.state.bot.id, channel):
            raise missing_access()
        return channel

    def _find_message(self, request: web.Request) -> ChatMessage:
        channel = self._find_channel(request)
        return self.messages.visible(channel.id, snowflake(request, "message_id"))


def managing(channel: Channel) -> Permission:
    """What allows to change or delete the channels of others."""
    return Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS


def _query_number(request: web.Request, name: str) -> int | None:
    text = request.query.get(name)
    number = number_in(text)
    if text is not None and number is None:
        raise invalid_form([name], "NUMBER_TYPE_COERCE", f"Value of {name} is not a number.")
    return number
