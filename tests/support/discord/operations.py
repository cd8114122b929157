"""Operations of the HTTP API that Ouro, its sandbox and their tests use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Field

from tests.support.discord.basics import (
    BotAccountPatchRequest,
    CreatePrivateChannelRequest,
    GatewayBotResponse,
    Id,
    PrivateApplicationResponse,
    UserPIIResponse,
    UserResponse,
)
from tests.support.discord.commands import (
    ApplicationCommandPatch,
    ApplicationCommandResponse,
    ApplicationCommandUpdateRequest,
)
from tests.support.discord.messages import (
    Callback,
    IncomingWebhookRequestPartial,
    IncomingWebhookUpdateRequestPartial,
    InteractionCallbackResponse,
    MessageCreateRequest,
    MessageEditRequestPartial,
    MessageResponse,
)
from tests.support.discord.places import (
    AnyChannel,
    CreateTextThreadWithMessageRequest,
    CreateTextThreadWithoutMessageRequest,
    GuildMemberResponse,
    GuildRoleResponse,
    GuildWithCountsResponse,
    PrivateChannelResponse,
    ThreadResponse,
    ThreadsResponse,
    UpdateChannelRequest,
)

Type = Any
"""A type that pydantic can describe: a class or a type expression."""


@dataclass(frozen=True, slots=True)
class Call:
    """An operation: types of the request body, of the answers by status, and of the query.

    An answer without a type has no body. With `files`, a form may contain `files[0]` to `files[9]`.
    """

    method: str
    path: str
    name: str
    answers: Mapping[int, Type]
    body: Type = None
    files: bool = False
    query: Mapping[str, Type] = field(default_factory=dict)


APPLICATION = "/applications/{application_id}"
GUILD = "/guilds/{guild_id}"
CHANNEL = "/channels/{channel_id}"
MESSAGE = f"{CHANNEL}/messages/{{message_id}}"
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"

Commands = list[ApplicationCommandResponse]
ManyCommands = Annotated[list[ApplicationCommandUpdateRequest], Field(max_length=130)]
PAGE = {"around": Id, "before": Id, "after": Id, "limit": Annotated[int, Field(ge=1, le=100)]}
THREAD = {"thread_id": Id}


def command_calls(path: str, kind: str) -> tuple[Call, ...]:
    """The operations on global commands, or on commands of one server."""
    one, command = f"{path}/{{command_id}}", ApplicationCommandResponse
    made = {200: command, 201: command}
    return (
        Call("get", path, f"list_{kind}s", {200: Commands}, query={"with_localizations": bool}),
        Call("put", path, f"bulk_set_{kind}s", {200: Commands}, ManyCommands),
        Call("post", path, f"create_{kind}", made, ApplicationCommandUpdateRequest),
        Call("get", one, f"get_{kind}", {200: command}),
        Call("patch", one, f"update_{kind}", {200: command}, ApplicationCommandPatch),
        Call("delete", one, f"delete_{kind}", {204: None}),
    )


def webhook_calls(path: str, kind: str) -> tuple[Call, ...]:
    """The operations on a message that answers an interaction."""
    answer, body = {200: MessageResponse}, IncomingWebhookUpdateRequestPartial
    query = {"with_components": bool, **THREAD}
    return (
        Call("get", path, f"get_{kind}", answer, query=THREAD),
        Call("patch", path, f"update_{kind}", answer, body, files=True, query=query),
        Call("delete", path, f"delete_{kind}", {204: None}, query=THREAD),
    )


CALLS = (
    Call("get", "/gateway/bot", "get_bot_gateway", {200: GatewayBotResponse}),
    Call("get", "/users/@me", "get_my_user", {200: UserPIIResponse}),
    Call("patch", "/users/@me", "update_my_user", {200: UserPIIResponse}, BotAccountPatchRequest),
    Call(
        "post",
        "/users/@me/channels",
        "create_dm",
        {200: PrivateChannelResponse},
        CreatePrivateChannelRequest,
    ),
    Call("get", "/users/{user_id}", "get_user", {200: UserResponse}),
    Call("get", "/applications/@me", "get_my_application", {200: PrivateApplicationResponse}),
    Call(
        "get",
        "/oauth2/applications/@me",
        "get_my_oauth2_application",
        {200: PrivateApplicationResponse},
    ),
    Call("get", "/stickers/{sticker_id}", "get_sticker", {200: dict[str, Any]}),
    Call("get", GUILD, "get_guild", {200: GuildWithCountsResponse}, query={"with_counts": bool}),
    Call("get", f"{GUILD}/bans", "list_guild_bans", {200: list[Any]}),
    Call("get", f"{GUILD}/channels", "list_guild_channels", {200: list[AnyChannel]}),
    Call("get", f"{GUILD}/roles", "list_guild_roles", {200: list[GuildRoleResponse]}),
    Call("get", f"{GUILD}/threads/active", "get_active_guild_threads", {200: ThreadsResponse}),
    Call("get", f"{GUILD}/members/{{user_id}}", "get_guild_member", {200: GuildMemberResponse}),
    *command_calls(f"{APPLICATION}/commands", "application_command"),
    *command_calls(f"{APPLICATION}{GUILD}/commands", "guild_application_command"),
    Call("get", CHANNEL, "get_channel", {200: AnyChannel}),
    Call("patch", CHANNEL, "update_channel", {200: AnyChannel}, UpdateChannelRequest),
    Call("delete", CHANNEL, "delete_channel", {200: AnyChannel}),
    Call("post", f"{CHANNEL}/typing", "trigger_typing_indicator", {204: None}),
    Call(
        "post",
        f"{CHANNEL}/threads",
        "create_thread",
        {201: ThreadResponse},
        CreateTextThreadWithoutMessageRequest,
    ),
    Call("put", f"{CHANNEL}/thread-members/@me", "join_thread", {204: None}),
    Call("get", f"{CHANNEL}/messages", "list_messages", {200: list[MessageResponse]}, query=PAGE),
    Call(
        "post",
        f"{CHANNEL}/messages",
        "create_message",
        {200: MessageResponse},
        MessageCreateRequest,
        files=True,
    ),
    Call("get", MESSAGE, "get_message", {200: MessageResponse}),
    Call(
        "patch",
        MESSAGE,
        "update_message",
        {200: MessageResponse},
        MessageEditRequestPartial,
        files=True,
    ),
    Call("delete", MESSAGE, "delete_message", {204: None}),
    Call(
        "post",
        f"{MESSAGE}/threads",
        "create_thread_from_message",
        {201: ThreadResponse},
        CreateTextThreadWithMessageRequest,
    ),
    Call(
        "post",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        "create_interaction_response",
        {200: InteractionCallbackResponse, 204: None},
        Callback,
        query={"with_response": bool},
    ),
    Call(
        "post",
        WEBHOOK,
        "execute_webhook",
        {200: MessageResponse, 204: None},
        IncomingWebhookRequestPartial,
        query={"wait": bool, "with_components": bool, **THREAD},
    ),
    *webhook_calls(f"{WEBHOOK}/messages/@original", "original_webhook_message"),
    *webhook_calls(f"{WEBHOOK}/messages/{{message_id}}", "webhook_message"),
)
