"""Messages, their embeds, allowed mentions and lists of attachments; channels and threads."""

from datetime import datetime

from msgspec import Struct

from sandbox.model.records import Json
from sandbox.requests.forms import Filled, MediaAddress, RefusedError, WebAddress

MAX_CONTENT = 2000
MAX_EMBED_CHARACTERS = 6000


class EmbedMedia(Struct):
    """A picture of an embed."""

    url: MediaAddress | None = None


class EmbedFooter(Struct):
    """The last line of an embed."""

    text: str
    icon_url: MediaAddress | None = None


class EmbedAuthor(Struct):
    """The first line of an embed."""

    name: str
    icon_url: MediaAddress | None = None
    url: WebAddress | None = None


class EmbedField(Struct):
    """A titled text of an embed."""

    name: Filled
    value: Filled


class Embed(Struct):
    """A text in a frame."""

    title: str | None = None
    description: str | None = None
    url: WebAddress | None = None
    timestamp: datetime | None = None
    footer: EmbedFooter | None = None
    author: EmbedAuthor | None = None
    image: EmbedMedia | None = None
    thumbnail: EmbedMedia | None = None
    video: EmbedMedia | None = None
    fields: list[EmbedField] | None = None

    @property
    def characters(self) -> int:
        """The number of characters that count towards the limit of a message."""
        texts = [self.title, self.description]
        texts.append(self.footer.text if self.footer else None)
        texts.append(self.author.name if self.author else None)
        for field in self.fields or ():
            texts += [field.name, field.value]
        return sum(len(text or "") for text in texts)


class AllowedMentions(Struct):
    """Who is told of a message: kinds, or people and roles by id."""

    parse: list[str] | None = None
    users: list[str | int] | None = None
    roles: list[str | int] | None = None

    def __post_init__(self) -> None:
        for key, named in (("users", self.users), ("roles", self.roles)):
            if named and key in (self.parse or ()):
                message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
                raise RefusedError("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


class AttachmentEntry(Struct):
    """A file that is kept or sent."""

    id: int | str
    filename: str | None = None
    description: str | None = None


class MessageRequest(Struct):
    """A new message, or what changes of one. Polls, stickers and themes are refused."""

    content: str | None = None
    flags: int | None = None
    embeds: list[Embed] | None = None
    components: list[Json] | None = None
    attachments: list[AttachmentEntry] | None = None
    allowed_mentions: AllowedMentions | None = None
    poll: object = None
    sticker_ids: object = None
    shared_client_theme: object = None

    def __post_init__(self) -> None:
        for key in ("poll", "sticker_ids", "shared_client_theme"):
            if getattr(self, key):
                raise RefusedError(key, "SANDBOX_UNSUPPORTED", f"The sandbox has no {key}.")
        if len((self.content or "").strip()) > MAX_CONTENT:
            message = f"Must be {MAX_CONTENT} or fewer in length."
            raise RefusedError("content", "BASE_TYPE_MAX_LENGTH", message)
        if sum(embed.characters for embed in self.embeds or ()) > MAX_EMBED_CHARACTERS:
            message = f"Embed size exceeds maximum size of {MAX_EMBED_CHARACTERS}"
            raise RefusedError("embeds", "MAX_EMBED_SIZE_EXCEEDED", message)


class ChannelRequest(Struct):
    """What changes of a channel or a thread."""

    name: Filled | None = None
    archived: bool | None = None
    locked: bool | None = None
    applied_tags: list[str] | None = None


class ThreadRequest(Struct):
    """A new thread; a post of a forum has a message, and perhaps tags."""

    name: Filled
    type: int | None = None
    message: Json | None = None
    applied_tags: list[str] | None = None
