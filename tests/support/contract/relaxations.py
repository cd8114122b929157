"""All places where the published documents are stricter than Discord itself, with reasons."""

from typing import Any

from msgspec import Struct

from tests.support.sandbox.client import FORWARDED


class Relaxation(Struct, frozen=True):
    """A property of a schema for which another schema is also `allowed`."""

    schema: str
    property: str
    allowed: dict[str, Any]
    reason: str


OPENAPI = (
    Relaxation(
        "MessageAttachmentRequest",
        "id",
        {"type": "integer", "minimum": 0},
        "discord.py numbers new files with integers, as Discord's own examples do",
    ),
    Relaxation(
        "CreatePrivateChannelRequest",
        "recipient_id",
        {"type": "integer", "minimum": 0},
        "discord.py sends this id as a number; Discord reads ids in both forms",
    ),
    *(
        Relaxation(
            f"{kind}SelectDefaultValue",
            "id",
            {"type": "integer", "minimum": 0},
            "as with recipients: discord.py sends what is chosen at first as numbers",
        )
        for kind in ("Channel", "Role", "User")
    ),
    Relaxation(
        "MessageAllowedMentionsRequest",
        "roles",
        {"type": "array", "items": {"type": "integer", "minimum": 0}},
        "as with recipients",
    ),
    Relaxation(
        "ApplicationCommandUpdateRequest",
        "nsfw",
        {"type": "boolean"},
        "a documented field of commands that the document leaves out; discord.py always sends it",
    ),
    Relaxation(
        "IncomingWebhookUpdateRequestPartial",
        "tts",
        {"const": False},
        "discord.py sends it with every edit; false says nothing",
    ),
    Relaxation(
        "MessageEditRequestPartial",
        "tts",
        {"const": False},
        "as with webhooks",
    ),
    Relaxation(
        "Error",
        "code",
        {"type": "string"},
        "inside `errors` Discord names problems in words, as its reference shows",
    ),
    Relaxation(
        "RichEmbed",
        "flags",
        {"const": 0},
        "discord.py sends the flags it read back; 0 says nothing",
    ),
)

GATEWAY = (
    Relaxation(
        "*Flags",
        "",
        {"type": "integer"},
        "the schemas list single bits; combinations and 0 are just as good",
    ),
    Relaxation(
        "APIUnfurledMediaItem",
        "id",
        {"type": "string"},
        "the OpenAPI document requires it for the same object",
    ),
    *(
        Relaxation(
            "APIMessageSnapshotFields",
            field,
            {"$ref": f"#/definitions/APIMessage/properties/{field}"},
            "the schema takes a whole message for each of these fields of a message",
        )
        for field in FORWARDED
    ),
    *(
        Relaxation(
            "APIMessageSnapshotFields",
            field,
            {"type": "array", "maxItems": 0},
            "as with the others; nothing is forwarded with stickers",
        )
        for field in ("stickers", "sticker_items")
    ),
)
