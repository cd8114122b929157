"""Messages and interactions as Discord's JSON: ids are strings, all required fields present."""

from typing import Any

from msgspec.structs import replace

from sandbox.model.components import embed_media, media_of, walk
from sandbox.model.permissions import DIRECT
from sandbox.model.records import (
    Attachment,
    Channel,
    ChatMessage,
    Interaction,
    InteractionType,
    Json,
    MessageType,
    User,
)
from sandbox.model.state import State
from sandbox.model.uploads import MAX_FILE_BYTES
from sandbox.payloads.places import channel_json, member_json, user_json

WITH_MESSAGE = frozenset({4, 7})  # callbacks whose answer contains the created or edited message


def attachment_json(attachment: Attachment) -> Json:
    """The JSON of an attachment; optional fields are omitted when they have no value."""
    optional = {
        "width": attachment.width,
        "height": attachment.height,
        "description": attachment.description,
        "ephemeral": attachment.ephemeral or None,
    }
    return {
        "id": str(attachment.id),
        "filename": attachment.filename,
        "size": attachment.size,
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
    } | {key: value for key, value in optional.items() if value is not None}


def message_json(state: State, message: ChatMessage) -> Json:
    """The JSON of a message. Files shown by its components or embeds are not in `attachments`."""
    shown = _shown_urls(message)
    answer: Json = {
        "id": str(message.id),
        "type": int(message.type),
        "channel_id": str(message.channel_id),
        "author": user_json(state.users[message.author_id]),
        "content": message.content,
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "attachments": [attachment_json(a) for a in message.attachments if a.url not in shown],
        "embeds": list(message.embeds),
        "components": list(message.components),
        "timestamp": message.timestamp.isoformat(),
        "edited_timestamp": message.edited.isoformat() if message.edited else None,
        "flags": int(message.flags),
        "pinned": False,
        "tts": False,
    }
    if message.interaction_id is not None:
        answer["application_id"] = answer["webhook_id"] = str(state.application_id)
    if message.interaction_metadata is not None:
        answer["interaction_metadata"] = message.interaction_metadata
    if message.reference_id is not None:
        answer["message_reference"] = _reference_json(state, message)
        referenced = state.messages.get(message.reference_id)
        if message.type is MessageType.REPLY and referenced is not None:
            plain = replace(referenced, reference_id=None)
            answer["referenced_message"] = message_json(state, plain)
    if message.snapshots:
        answer["message_snapshots"] = [{"message": each} for each in message.snapshots]
    return answer


def _reference_json(state: State, message: ChatMessage) -> Json:
    guild = state.guild_of(message.channel_id)
    reference: Json = {
        "type": 1 if message.snapshots else 0,
        "channel_id": str(message.channel_id),
        "message_id": str(message.reference_id),
    }
    return reference if guild is None else reference | {"guild_id": str(guild.id)}


def _shown_urls(message: ChatMessage) -> set[str]:
    media = [m for component in walk(message.components) for m in media_of(component)]
    media += [m for embed in message.embeds for m in embed_media(embed)]
    return {str(m.get("url")) for m in media}


def resolved_member_json(state: State, channel: Channel, user: User) -> Json:
    """The partial member in the `resolved` data of an interaction: no user, `deaf` or `mute`."""
    member = member_json(state, state.guilds[channel.guild_id or 0], user)
    for key in ("user", "deaf", "mute"):
        del member[key]
    return member | {"permissions": permissions_json(state, user.id, channel)}


RESOLVED_OF_THREADS = (
    "parent_id",
    "thread_metadata",
    "owner_id",
    "message_count",
    "member_count",
    "total_message_sent",
)


def resolved_channel_json(state: State, channel: Channel, user_id: int) -> dict[str, Any]:
    """The partial channel in the `resolved` data of an interaction, with the user's permissions."""
    answer = {
        "id": str(channel.id),
        "name": channel.name,
        "type": int(channel.type),
        "permissions": permissions_json(state, user_id, channel),
    }
    if channel.is_thread:
        thread = channel_json(state, channel)
        answer |= {key: thread[key] for key in RESOLVED_OF_THREADS}
    return answer


def permissions_json(state: State, user_id: int, channel: Channel) -> str:
    """A user's permissions in a channel as a decimal string."""
    return str(int(state.permissions(user_id, channel)))


def interaction_json(state: State, interaction: Interaction) -> Json:
    """The JSON of an interaction in an `INTERACTION_CREATE` event."""
    channel = state.channel(interaction.channel_id)
    guild = state.guild_of(channel.id)
    user = state.users[interaction.user_id]
    answer: Json = {
        "id": str(interaction.id),
        "application_id": str(state.application_id),
        "type": int(interaction.type),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": channel_json(state, channel),
        "locale": user.locale,
        "entitlements": [],
        "authorizing_integration_owners": interaction.owners,
        "context": 0 if guild is not None else 1,
        "attachment_size_limit": MAX_FILE_BYTES,
    }
    if guild is None:
        answer |= {"user": user_json(user), "app_permissions": str(int(DIRECT))}
    else:
        answer |= {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": member_json(state, guild, user)
            | {"permissions": permissions_json(state, user.id, channel)},
            "app_permissions": permissions_json(state, state.bot.id, channel)
            if guild.has_bot
            else str(int(DIRECT)),
        }
    source = state.messages.get(interaction.message_id or 0)
    if source is not None and interaction.type is not InteractionType.COMMAND:
        answer["message"] = message_json(state, source)
    return answer


def callback_json(state: State, interaction: Interaction) -> Json:
    """The answer to an interaction callback with `with_response`."""
    about: Json = {
        "id": str(interaction.id),
        "type": int(interaction.type),
        "channel_id": str(interaction.channel_id),
    }
    answer: Json = {"interaction": about}
    response = state.messages.get(interaction.response_id or 0)
    if response is not None:
        about |= {
            "response_message_id": str(response.id),
            "response_message_loading": response.loading,
            "response_message_ephemeral": response.visible_to is not None,
        }
        if interaction.callback in WITH_MESSAGE:
            message = message_json(state, response)
            answer["resource"] = {"type": interaction.callback, "message": message}
    if interaction.activity is not None:
        about["activity_instance_id"] = interaction.activity
        instance = {"id": interaction.activity}
        answer["resource"] = {"type": interaction.callback, "activity_instance": instance}
    guild = state.guild_of(interaction.channel_id)
    if guild is not None:
        about["guild_id"] = str(guild.id)
    return answer
