"""Ids, errors, people and applications."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict

Id = Annotated[str, Field(pattern="^(0|[1-9][0-9]*)$")]
Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Nothing = Annotated[list[Any], Field(max_length=0)]
"""A list that the sandbox always leaves empty; its items are not described here."""
# fmt: off
Locale = Literal[
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th",
    "tr", "uk", "vi", "zh-CN", "zh-TW",
]
# fmt: on


class Error(TypedDict):
    code: int
    message: str


class InnerErrors(TypedDict):
    _errors: list[Error]


ErrorDetails = TypeAliasType("ErrorDetails", "dict[str, ErrorDetails] | InnerErrors")


class ErrorResponse(Error):  # noqa: N818 - Discord's name; not an exception
    errors: NotRequired[ErrorDetails]


RatelimitedResponse = TypedDict(
    "RatelimitedResponse", {"code": int, "message": str, "retry_after": float, "global": bool}
)


class UserResponse(TypedDict):
    id: Id
    username: str
    discriminator: str
    global_name: str | None
    avatar: str | None
    public_flags: int
    flags: int
    primary_guild: dict[str, Any] | None
    bot: NotRequired[bool]
    system: NotRequired[bool]
    banner: NotRequired[str | None]
    accent_color: NotRequired[int | None]
    avatar_decoration_data: NotRequired[dict[str, Any] | None]
    collectibles: NotRequired[dict[str, Any] | None]


class UserPIIResponse(UserResponse):
    mfa_enabled: bool
    locale: Locale
    email: NotRequired[str | None]
    verified: NotRequired[bool]


class SessionStartLimit(TypedDict):
    total: int
    remaining: int
    reset_after: int
    max_concurrency: int


class GatewayBotResponse(TypedDict):
    url: str
    shards: int
    session_start_limit: SessionStartLimit


class InstallParams(TypedDict):
    scopes: set[Literal["applications.commands", "bot"]]
    permissions: str


class IntegrationTypeConfiguration(TypedDict):
    oauth2_install_params: NotRequired[InstallParams]


class PrivateApplicationResponse(TypedDict):
    id: Id
    name: str
    icon: str | None
    description: str
    type: int | None
    verify_key: str
    flags: int
    flags_new: str
    redirect_uris: list[str]
    interactions_endpoint_url: str | None
    role_connections_verification_url: str | None
    owner: UserResponse
    approximate_guild_count: int
    approximate_user_install_count: int
    approximate_user_authorization_count: int
    explicit_content_filter: Literal[0, 1]
    team: dict[str, Any] | None
    eligible_oauth2_scopes: list[str]
    bot: NotRequired[UserResponse]
    bot_public: NotRequired[bool]
    bot_require_code_grant: NotRequired[bool]
    integration_types_config: NotRequired[dict[Literal["0", "1"], IntegrationTypeConfiguration]]


class CreatePrivateChannelRequest(TypedDict):
    recipient_id: NotRequired[Id | None]


class BotAccountPatchRequest(TypedDict):
    username: Annotated[str, Field(min_length=2, max_length=32)]
