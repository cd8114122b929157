"""A client for tests that performs the actions of people and waits for the answers."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import aiohttp
from msgspec.structs import replace

from sandbox.chat.actions import Actions
from sandbox.chat.modals import Entry
from sandbox.chat.options import Value
from sandbox.model.components import embed_media, media_of, walk
from sandbox.model.records import AnswerStage, Interaction, Json, MessageType
from sandbox.model.state import State
from sandbox.model.uploads import Upload
from sandbox.model.waiting import wait_for_answer, wait_until
from sandbox.model.world import DefaultIds, World
from sandbox.payloads.messages import message_json

TIMEOUT_SECONDS = 90.0
"""Maximum seconds to wait for an answer, unless a call says otherwise."""


FORWARDED = (
    "type",
    "content",
    "embeds",
    "attachments",
    "timestamp",
    "edited_timestamp",
    "flags",
    "mentions",
    "mention_roles",
    "components",
)
"""The fields of a message that are forwarded.

Source: https://discord.com/developers/docs/resources/message#message-snapshot-object
"""
_COMMAND_LINK = re.compile(r"</([^:>]+):\d+>")


def with_command_names(text: str) -> str:
    """A text with the names of commands in the place of links to them.

    >>> with_command_names("Type </daily:7>.")
    'Type `/daily`.'
    """
    return _COMMAND_LINK.sub(r"`/\1`", text)


class NoAnswer(TimeoutError):  # noqa: N818 (the name states what happened)
    """The application did not answer in time; the text names the missed deadline."""


class Reply:
    """The answer to an interaction of a person; properties show its current state."""

    def __init__(self, state: State, interaction_id: int) -> None:
        self._state = state
        self._interaction_id = interaction_id

    @property
    def interaction(self) -> Interaction:
        """The current record of the interaction."""
        return self._state.interactions[self._interaction_id]

    @property
    def message(self) -> Json:
        """The current message with the answer; raises `LookupError` if there is none."""
        message = self._state.messages.get(self.interaction.answer_id or 0)
        if message is None:
            raise LookupError("the answer has no message, or it was deleted")
        return message_json(self._state, message)

    @property
    def ephemeral(self) -> bool:
        """Whether the answer is visible only to the person who caused it."""
        message = self._state.messages.get(self.interaction.answer_id or 0)
        return message is not None and message.visible_to is not None

    @property
    def modal(self) -> Json | None:
        """The modal that was opened as the answer, or None."""
        return self.interaction.modal

    @property
    def ack_seconds(self) -> float | None:
        """Seconds until the application acknowledged; None before that."""
        return self.interaction.ack_seconds

    @property
    def text(self) -> str:
        """The texts of the message: content, text displays, titles and descriptions of embeds.

        Links to commands are written as `/name` in backticks.
        """
        message = self.message
        parts = [message["content"]]
        parts += [c["content"] for c in walk(message["components"]) if c.get("content")]
        for embed in message["embeds"]:
            parts += [embed.get("title"), embed.get("description")]
        return with_command_names("\n".join(part for part in parts if part))

    @property
    def files(self) -> list[str]:
        """URLs of the files of the message: attachments, then media in components and embeds."""
        message = self.message
        shown = [m for component in walk(message["components"]) for m in media_of(component)]
        shown += [m for embed in message["embeds"] for m in embed_media(embed)]
        return [f["url"] for f in (*message["attachments"], *shown)]

    async def attachment_bytes(self, index: int = 0) -> bytes:
        """Download one of `files` over HTTP."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(self.files[index], raise_for_status=True) as response,
        ):
            return await response.read()

    async def until(
        self, condition: Callable[[Json], bool], seconds: float = TIMEOUT_SECONDS
    ) -> Json:
        """Wait until the message satisfies a condition and return it.

        Raises `TimeoutError` after `seconds`.
        """

        def probe() -> Json | None:
            message = self._state.messages.get(self.interaction.answer_id or 0)
            shown = None if message is None else message_json(self._state, message)
            return shown if shown is not None and condition(shown) else None

        return await wait_until(self._state, probe, seconds)


class Client:
    """Acts for people. `channel` and `user` are ids, by default `general` and `me`.

    The people are `me`, who is also `manager` of all servers, `member` and `newcomer`;
    `DefaultIds` describes them and the channels. `Sandbox.world` creates more.
    Methods raise `ActionError` with the reason when Discord would not permit the action, and
    `NoAnswer` when the bot misses the deadline or does not answer within `seconds`.
    """

    def __init__(self, state: State, actions: Actions, world: World, home: DefaultIds) -> None:
        self.me = self.manager = home.me
        self.member = home.member
        self.newcomer = home.newcomer
        self.guild = home.guild
        self.general = home.general
        self.thread = home.thread
        self.forum = home.forum
        self.direct = home.direct
        self.elsewhere = home.elsewhere
        self._state = state
        self._actions = actions
        self._world = world

    def direct_of(self, user: int) -> int:
        """The id of a person's direct message channel with the bot; created if necessary."""
        return self._world.open_direct(user)

    def commands(self, channel: int | None = None, user: int | None = None) -> list[str]:
        """The names of the commands that a person may use in a channel."""
        commands = self._actions.commands.available(channel or self.general, user or self.me)
        return [command.name for command in commands]

    async def slash(
        self,
        name: str,
        values: Mapping[str, Value] | None = None,
        *,
        channel: int | None = None,
        user: int | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> Reply:
        """Use a slash command and wait for the final answer."""
        interaction = self._actions.slash(
            user or self.me, channel or self.general, name, values or {}
        )
        return await self._reply(interaction, seconds)

    async def message_command(
        self,
        name: str,
        message: Json | Reply,
        *,
        user: int | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> Reply:
        """Use a command of the "Apps" menu on a message."""
        interaction = self._actions.message_command(user or self.me, _id(message), name)
        return await self._reply(interaction, seconds)

    async def user_command(
        self,
        name: str,
        target: int,
        *,
        channel: int | None = None,
        user: int | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> Reply:
        """Use a command of the "Apps" menu on a person."""
        interaction = self._actions.user_command(
            user or self.me, channel or self.general, target, name
        )
        return await self._reply(interaction, seconds)

    async def press(
        self,
        message: Json | Reply,
        button: str,
        *,
        user: int | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> Reply:
        """Press the button with that `custom_id` or label, and wait for the answer.

        Raises `LookupError` when the message has no such button.
        """
        custom_id = self._custom_id(_id(message), button)
        interaction = self._actions.component(user or self.me, _id(message), custom_id)
        return await self._reply(interaction, seconds)

    async def tap(
        self,
        message: Json | Reply,
        component: str,
        values: Sequence[str] = (),
        *,
        user: int | None = None,
    ) -> Reply:
        """Press a button and wait only for the acknowledgement, as for several quick presses.

        With `values`, these are chosen in a select menu. Raises `NoAnswer` when there is no
        acknowledgement in time.
        """
        custom_id = self._custom_id(_id(message), component)
        interaction = self._actions.component(user or self.me, _id(message), custom_id, values)

        def probe() -> AnswerStage | None:
            stage = self._state.interactions[interaction.id].stage
            return None if stage is AnswerStage.WAITING else stage

        if await wait_until(self._state, probe, TIMEOUT_SECONDS) is AnswerStage.FAILED:
            raise NoAnswer("the application did not respond")
        return Reply(self._state, interaction.id)

    async def select(
        self,
        message: Json | Reply,
        menu: str,
        values: Sequence[str],
        *,
        user: int | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> Reply:
        """Choose values in the select menu with that `custom_id` or placeholder."""
        custom_id = self._custom_id(_id(message), menu)
        interaction = self._actions.component(user or self.me, _id(message), custom_id, values)
        return await self._reply(interaction, seconds)

    async def submit_modal(
        self, opened: Reply, entries: Mapping[str, Entry], *, seconds: float = TIMEOUT_SECONDS
    ) -> Reply:
        """Fill in the modal that a reply opened, by `custom_id` or label, and submit it."""
        interaction = opened.interaction
        names = _field_names(opened.modal or {})
        renamed = {names.get(name, name): entry for name, entry in entries.items()}
        sent = self._actions.submit_modal(interaction.user_id, interaction.id, renamed)
        return await self._reply(sent, seconds)

    async def autocomplete(
        self,
        name: str,
        option: str,
        values: Mapping[str, str],
        *,
        channel: int | None = None,
        user: int | None = None,
    ) -> list[Json]:
        """The suggestions for an option; `values` are the current inputs, also of that option."""
        interaction = self._actions.autocomplete(
            user or self.me, channel or self.general, name, values, option
        )
        reply = await self._reply(interaction, TIMEOUT_SECONDS)
        return list(reply.interaction.choices)

    async def post_message(
        self,
        text: str,
        files: Iterable[Upload] = (),
        *,
        channel: int | None = None,
        user: int | None = None,
        embeds: Sequence[Json] = (),
        components: Sequence[Json] = (),
        answers: Json | None = None,
        forwards: Json | None = None,
    ) -> Json:
        """Post a message and return it.

        It may have embeds and components as those of applications, answer a message, or forward
        one, with an empty `text`.
        """
        sender, place = user or self.me, channel or self.general
        posted = self._actions.post(sender, place, text or "…", tuple(files))
        about = answers or forwards
        message = replace(
            posted,
            content=text,
            embeds=tuple({"type": "rich", **embed} for embed in embeds),
            components=tuple(components),
            type=MessageType.REPLY if answers else MessageType.DEFAULT,
            reference_id=int(about["id"]) if about else None,
            snapshots=(_snapshot(forwards),) if forwards else (),
        )
        self._state.messages[message.id] = message
        return message_json(self._state, message)

    def messages(self, channel: int | None = None, user: int | None = None) -> list[Json]:
        """The messages that a person sees in a channel, oldest first."""
        seen = (None, user or self.me)
        place = self._state.channels.get(channel or self.general)
        if place is None or (user and not self._state.can_see(user, place)):
            return []
        return [
            message_json(self._state, message)
            for message in self._state.timeline(place.id)
            if message.visible_to in seen and not message.dismissed
        ]

    async def wait_for_message(
        self,
        condition: Callable[[Json], bool],
        *,
        channel: int | None = None,
        user: int | None = None,
        seconds: float = TIMEOUT_SECONDS,
    ) -> Json:
        """Wait until a message of a channel satisfies a condition, and return the newest such one.

        This is for messages that the bot posts without an interaction. Raises `NoAnswer` after
        `seconds`.
        """

        def probe() -> Json | None:
            found = (m for m in reversed(self.messages(channel, user)) if condition(m))
            return next(found, None)

        try:
            return await wait_until(self._state, probe, seconds)
        except TimeoutError:
            seen = [message["content"][:80] for message in self.messages(channel, user)]
            raise NoAnswer(f"no such message within {seconds} s, only {seen}") from None

    async def _reply(self, interaction: Interaction, seconds: float) -> Reply:
        try:
            settled = await wait_for_answer(self._state, interaction.id, seconds)
        except TimeoutError:
            stage = self._state.interactions[interaction.id].stage.value
            raise NoAnswer(f"no answer within {seconds} s: {stage}") from None
        if settled.stage is AnswerStage.FAILED:
            raise NoAnswer("the application did not respond")
        return Reply(self._state, interaction.id)

    def _custom_id(self, message_id: int, name: str) -> str:
        message = self._state.messages.get(message_id)
        components = list(walk(message.components)) if message else []
        for key in ("custom_id", "label", "placeholder"):
            for component in components:
                if component.get(key) == name and component.get("custom_id"):
                    return str(component["custom_id"])
        labels = [c.get("label") or c.get("custom_id") for c in components if c.get("custom_id")]
        raise LookupError(f"there is no {name!r} on that message, only {labels}")


def _snapshot(message: Json) -> Json:
    kept = {name: message[name] for name in FORWARDED}
    return kept | {"stickers": [], "sticker_items": []}


def _id(message: Json | Reply) -> int:
    return int((message.message if isinstance(message, Reply) else message)["id"])


def _field_names(modal: Json) -> dict[str, str]:
    """The `custom_id` of each labelled field of a modal, by label."""
    names: dict[str, Any] = {}
    for component in walk(modal.get("components", ())):
        label, inner = component.get("label"), component.get("component", component)
        if label and inner.get("custom_id"):
            names[label] = inner["custom_id"]
    return names
