"""Creates and edits messages from request bodies."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import asdict, replace

from sandbox.chat.attachments import Attachments, clean_filename
from sandbox.model.components import complete_components, embed_media
from sandbox.model.errors import ApiError, bad_length, invalid_form, unknown
from sandbox.model.records import Attachment, ChatMessage, Json, MessageFlag, MessageType
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.state import State
from sandbox.model.uploads import MAX_FILES, Body, Upload
from sandbox.requests.components import check_components
from sandbox.requests.forms import read
from sandbox.requests.messages import MessageRequest

NONCE_SPAN = timedelta(minutes=5)
"""How long a nonce is kept; Discord's documentation says "the past few minutes"."""
ATTACHMENT_SCHEME = "attachment://"
CREATE_FLAGS = (
    MessageFlag.SUPPRESS_EMBEDS
    | MessageFlag.EPHEMERAL
    | MessageFlag.SUPPRESS_NOTIFICATIONS
    | MessageFlag.COMPONENTS_V2
)
EDIT_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2


class Origin(Struct, frozen=True):
    """The fields of a message that the request body does not determine; by default a new id."""

    channel_id: int
    author_id: int
    type: MessageType = MessageType.DEFAULT
    interaction_id: int | None = None
    interaction_metadata: Json | None = None
    reference_id: int | None = None
    visible_to: int | None = None
    nonce: str | None = None
    message_id: int | None = None


class Messages(Struct, eq=False):
    """Creates and edits the messages of a `State`."""

    state: State
    snowflakes: Snowflakes
    attachments: Attachments
    clock: Callable[[], float]

    def create(self, body: Body, origin: Origin) -> ChatMessage:
        """Create a message from a request body; raises `ApiError` when Discord would refuse it."""
        self.state.channel(origin.channel_id)
        message = self.draft(body, origin)
        self.state.add_message(message)
        return message

    def draft(self, body: Body, origin: Origin) -> ChatMessage:
        """A message from a request body, which is not stored yet; raises as `create` does."""
        payload = body.mapping()
        flags = flags_of(payload) & CREATE_FLAGS
        return self._fill(self._new_message(origin, flags), payload, body.numbered())

    def create_loading(self, origin: Origin) -> ChatMessage:
        """Create the placeholder of a deferred answer ("thinking…")."""
        self.state.channel(origin.channel_id)
        message = self._new_message(origin, MessageFlag.LOADING)
        self.state.add_message(message)
        return message

    def edit(self, message: ChatMessage, body: Body) -> ChatMessage:
        """Edit a message and return it. Omitted fields stay; `attachments` lists the files to keep.

        Raises `ApiError` when Discord would refuse the result.
        """
        payload = body.mapping()
        was_loading = message.loading
        flags = message.flags & ~MessageFlag.LOADING
        if payload.get("flags") is not None:
            kept = flags & ~EDIT_FLAGS | (flags & MessageFlag.COMPONENTS_V2)
            flags = kept | (flags_of(payload) & EDIT_FLAGS)
        edited = message.edited if was_loading else self._now()
        message = replace(message, flags=flags, edited=edited)
        message = self._fill(message, payload, body.numbered())
        self.state.replace_message(message)
        return message

    def find_by_nonce(self, origin: Origin) -> ChatMessage | None:
        """The message of the last `NONCE_SPAN` with the same author and nonce, or None."""
        since = self._now() - NONCE_SPAN
        for message in reversed(self.state.timeline(origin.channel_id)):
            if message.timestamp < since:
                break
            if (message.author_id, message.nonce) == (origin.author_id, origin.nonce):
                return message
        return None

    def visible(self, channel_id: int, message_id: int) -> ChatMessage:
        """A message of the channel; raises `ApiError` 10008 if it is missing or ephemeral."""
        self.state.channel(channel_id)
        message = self.state.messages.get(message_id)
        if message is None or message.channel_id != channel_id or message.visible_to is not None:
            raise unknown(10008)
        return message

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC)

    def _new_message(self, origin: Origin, flags: MessageFlag) -> ChatMessage:
        if origin.visible_to is not None:
            flags |= MessageFlag.EPHEMERAL
        given = asdict(origin)
        message_id = given.pop("message_id") or self.snowflakes.make()
        return ChatMessage(id=message_id, timestamp=self._now(), flags=flags, **given)

    def _fill(self, message: ChatMessage, payload: Json, uploads: dict[int, Upload]) -> ChatMessage:
        request = read(payload, MessageRequest)
        content = (request.content or "").strip() if "content" in payload else message.content
        given_embeds = _given_list(payload, "embeds")
        given_components = _given_list(payload, "components")
        v2 = MessageFlag.COMPONENTS_V2 in message.flags
        if given_components is not None:
            check_components(given_components, v2=v2)
        if v2 and (content or given_embeds or (given_embeds is None and message.embeds)):
            raise invalid_form(
                ["content"],
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "The 'content' and 'embeds' fields cannot be used with IS_COMPONENTS_V2.",
            )
        kept = self._attach(message, payload, uploads)
        find = _media_finder(kept, self.attachments)
        filled = replace(
            message,
            content=content,
            attachments=kept,
            embeds=message.embeds
            if given_embeds is None
            else tuple(_complete_embed(embed, find) for embed in given_embeds),
            components=message.components
            if given_components is None
            else complete_components(given_components, find),
        )
        if not (filled.content or filled.embeds or filled.components or filled.attachments):
            raise ApiError(400, 50006, "Cannot send an empty message")
        return filled

    def _attach(
        self, message: ChatMessage, payload: Json, uploads: dict[int, Upload]
    ) -> tuple[Attachment, ...]:
        known = {str(a.id) for a in message.attachments} | {str(n) for n in uploads}
        listed = _given_list(payload, "attachments")
        if any(str(entry["id"]) not in known for entry in listed or ()):
            raise ApiError(400, 50146, "Uploaded file not found.")
        described = {str(entry["id"]): entry for entry in listed or ()}
        kept = [
            replace(a, description=described[str(a.id)].get("description", a.description))
            if listed is not None
            else a
            for a in message.attachments
            if listed is None or str(a.id) in described
        ]
        if len(kept) + len(uploads) > MAX_FILES:
            raise bad_length(["attachments"], 0, MAX_FILES)
        for number, upload in sorted(uploads.items()):
            entry = described.get(str(number), {})
            kept.append(
                self.attachments.store(
                    upload,
                    message.channel_id,
                    filename=entry.get("filename"),
                    description=entry.get("description"),
                    ephemeral=message.visible_to is not None,
                )
            )
        return tuple(kept)


def _media_finder(
    attached: Sequence[Attachment], attachments: Attachments
) -> Callable[[str], Attachment | None]:
    by_name = {attachment.filename: attachment for attachment in attached}

    def find(url: str) -> Attachment | None:
        if url.startswith(ATTACHMENT_SCHEME):
            return by_name.get(clean_filename(url.removeprefix(ATTACHMENT_SCHEME)))
        return attachments.find(url)

    return find


def _complete_embed(embed: Json, find: Callable[[str], Attachment | None]) -> Json:
    completed: Json = {"type": "rich", **deepcopy(embed)}
    for media in embed_media(completed):
        attachment = find(str(media.get("url", "")))
        if attachment is not None:
            media.update(
                url=attachment.url,
                proxy_url=attachment.url,
                width=attachment.width or 0,
                height=attachment.height or 0,
            )
    for field in completed.get("fields") or ():
        field["inline"] = bool(field.get("inline"))
    for key in ("author", "footer"):
        parent = completed.get(key) or {}
        attachment = find(str(parent.get("icon_url", "")))
        if attachment is not None:
            parent.update(icon_url=attachment.url, proxy_icon_url=attachment.url)
    return completed


def flags_of(payload: Json) -> MessageFlag:
    """The `flags` of a request body; raises `ApiError` 50035 when they are not a number."""
    return MessageFlag((read(payload, MessageRequest).flags or 0) & 0xFFFF_FFFF)


def _given_list(payload: Json, key: str) -> list[Json] | None:
    """The list under a key; None when the key is omitted, empty when it is null."""
    return payload[key] or [] if key in payload else None
