"""Validation of embeds, allowed mentions and lists of attachments."""

from datetime import datetime

from sandbox.model.errors import ApiError, invalid_form
from sandbox.model.records import Json
from sandbox.requests.forms import FieldValidator

MAX_EMBED_CHARACTERS = 6000
MAX_MENTIONS = 100
MEDIA = ("http", "https", "attachment")
UNSUPPORTED = ("poll", "sticker_ids", "shared_client_theme")
"""Fields that Discord has and the sandbox refuses, because it does not implement them."""


def check_supported(payload: Json) -> None:
    """Raise `ApiError` 50035 for fields that the sandbox does not implement."""
    for key in UNSUPPORTED:
        if payload.get(key):
            raise invalid_form([key], "SANDBOX_UNSUPPORTED", f"The sandbox has no {key}.")


def check_embeds(embeds: list[FieldValidator]) -> None:
    """Raise `ApiError` 50035 when a message cannot have these embeds."""
    if sum(_check_embed(embed) for embed in embeds) > MAX_EMBED_CHARACTERS:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_CHARACTERS}"
        raise invalid_form(["embeds"], "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(embed: FieldValidator) -> int:
    """Validate an embed and return its number of characters."""
    texts = [embed.text("title", 256), embed.text("description", 4096)]
    embed.address("url")
    embed.integer("color", 0, 0xFFFFFF)
    _check_time(embed)
    for key, text, longest in (("footer", "text", 2048), ("author", "name", 256)):
        holder = embed.inside(key)
        if holder.fields:
            texts.append(holder.text(text, longest, needed=True))
            holder.address("icon_url", schemes=MEDIA)
            holder.address("url")
    for key in ("image", "thumbnail"):
        embed.inside(key).address("url", schemes=MEDIA)
    for field in embed.items("fields", 25):
        texts.append(field.text("name", 256, shortest=1, needed=True))
        texts.append(field.text("value", 1024, shortest=1, needed=True))
        field.flag("inline")
    return sum(len(text) for text in texts)


def _check_time(embed: FieldValidator) -> None:
    text = embed.text("timestamp", 64)
    try:
        if text:
            datetime.fromisoformat(text)
    except ValueError as error:
        message = f"Could not parse {text}. Should be ISO8601."
        raise embed.refuse("timestamp", "DATE_TIME_TYPE_PARSE", message) from error


def check_mentions(payload: Json) -> None:
    """Raise `ApiError` 50035 for allowed mentions that contradict themselves."""
    mentions = FieldValidator(payload).inside("allowed_mentions")
    parse = mentions.fields.get("parse") or []
    if not isinstance(parse, list) or not set(map(str, parse)) <= {"roles", "users", "everyone"}:
        message = "Value must be one of {'users', 'roles', 'everyone'}."
        raise mentions.refuse("parse", "BASE_TYPE_CHOICES", message)
    for key in ("users", "roles"):
        named = mentions.fields.get(key) or []
        if not isinstance(named, list) or len(named) > MAX_MENTIONS:
            message = f"Must be {MAX_MENTIONS} or fewer in length."
            raise mentions.refuse(key, "BASE_TYPE_MAX_LENGTH", message)
        if named and key in parse:
            message = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
            code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
            raise invalid_form(mentions.path, code, message)
    mentions.flag("replied_user")


def check_attachments(entries: list[FieldValidator], known: set[str]) -> None:
    """Raise `ApiError` for an invalid entry, or one whose id is not in `known`."""
    for entry in entries:
        snowflake = entry.need("id")
        if isinstance(snowflake, bool) or not isinstance(snowflake, int | str):
            raise entry.refuse("id", "NUMBER_TYPE_COERCE", "Value is not snowflake.")
        entry.text("filename", 1024, shortest=1)
        entry.text("description", 1024)
        if str(snowflake) not in known:
            raise ApiError(400, 50146, "Uploaded file not found.")
