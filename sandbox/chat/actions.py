"""The actions of people in the chat, used by the page and the test client."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sandbox.chat.attachments import Attachments
from sandbox.chat.commands import Command, CommandBook
from sandbox.chat.interactions import InteractionRegistry, UserAction
from sandbox.chat.messages import Messages, Origin
from sandbox.chat.modals import ENTITY_SELECTS, Entry, check_selected, submit_components
from sandbox.chat.options import Leaf, Resolver, Value, fill_options, find_leaf
from sandbox.model.activities import Instances
from sandbox.model.components import SELECTS, ComponentType, find_component
from sandbox.model.errors import ActionError
from sandbox.model.events import InteractionUpdated, MessageUpdated
from sandbox.model.permissions import Permission
from sandbox.model.records import AnswerStage, ChatMessage, Interaction, InteractionType, Json
from sandbox.model.state import State, send_permission
from sandbox.model.uploads import Body, Upload
from sandbox.payloads.places import user_json
from sandbox.requests.commands import CommandType, Handler


class Actions(Struct, eq=False):
    """Actions of people. Each creates an interaction or a message.

    Each raises `ActionError` with a sentence for the person when the action is impossible.
    """

    state: State
    commands: CommandBook
    messages: Messages
    interactions: InteractionRegistry
    attachments: Attachments
    activities: Instances

    def post(
        self, user_id: int, channel_id: int, text: str, files: Sequence[Upload] = ()
    ) -> ChatMessage:
        """Post a message; raises `ActionError` when it is empty or not permitted."""
        self._check_channel(user_id, channel_id)
        self._check_may_send(user_id, channel_id, with_files=bool(files))
        if not text.strip() and not files:
            raise ActionError("Type a message first.")
        uploads = {f"files[{number}]": upload for number, upload in enumerate(files)}
        return self.messages.create(Body({"content": text}, uploads), Origin(channel_id, user_id))

    def slash(
        self, user_id: int, channel_id: int, name: str, values: Mapping[str, Value]
    ) -> Interaction:
        """Use a slash command; `name` includes the sub-command, as in "daily show"."""
        self._check_channel(user_id, channel_id)
        command, leaf = self._leaf(user_id, channel_id, name)
        resolver = self._resolver(user_id, channel_id)
        options = leaf.wrap(fill_options(leaf, values, resolver.resolve))
        data = _command_data(command, options) | _resolved(resolver)
        action = UserAction(InteractionType.COMMAND, user_id, channel_id, f"/{name}", data)
        return self._create(action, command)

    def launch(self, user_id: int, channel_id: int, name: str) -> None:
        """Use the entry point command; Discord answers it itself unless the bot is to."""
        self._check_channel(user_id, channel_id)
        command = self._command(user_id, channel_id, CommandType.ENTRY_POINT, name)
        if command.json["handler"] == Handler.DISCORD:
            self.activities.launch(user_id, channel_id)
            return
        kind, data = InteractionType.COMMAND, _command_data(command, None)
        self._create(UserAction(kind, user_id, channel_id, f"/{name}", data), command)

    def follow_link(self, user_id: int, channel_id: int, custom_id: str) -> None:
        """Follow a link to the Activity, which opens in the channel."""
        self._check_channel(user_id, channel_id)
        self.activities.launch(user_id, channel_id, custom_id or None)

    def leave(self, user_id: int, instance_id: str) -> None:
        """Leave an instance of the Activity."""
        self.activities.leave(user_id, instance_id)

    def authorize(self, user_id: int, instance_id: str, application_id: int) -> str:
        """The code for an application that the person authorises within an instance.

        Raises `ActionError` when the person is not in it.
        """
        if user_id not in {user.id for user in self.activities.participants(instance_id)}:
            raise ActionError("You are not in that activity.")
        return self.activities.authorize(user_id, application_id)

    def authenticate(self, user_id: int, access_token: str) -> Json:
        """Who logs in to Discord's client with a token, and at which application.

        Raises `ActionError` for the token of somebody else.
        """
        owner = self.activities.owner_of(access_token)
        if owner is None or owner.id != user_id:
            raise ActionError("That token is not yours.")
        application = {"id": str(self.state.application_id), "name": self.state.bot.name}
        return {"user": user_json(owner), "application": application}

    def autocomplete(
        self, user_id: int, channel_id: int, name: str, values: Mapping[str, str], focused: str
    ) -> Interaction:
        """Request suggestions for the option `focused`; its value may be incomplete.

        Raises `ActionError` when the option has no autocompletion.
        """
        self._check_channel(user_id, channel_id)
        command, leaf = self._leaf(user_id, channel_id, name)
        option = next((o for o in leaf.options if o["name"] == focused), None)
        if option is None or not option.get("autocomplete"):
            raise ActionError(f"/{name} suggests nothing for {focused}.")
        options = [
            {"name": o["name"], "type": o["type"], "value": values.get(o["name"], "")}
            | ({"focused": True} if o is option else {})
            for o in leaf.options
            if o is option or values.get(o["name"])
        ]
        kind, data = InteractionType.AUTOCOMPLETE, _command_data(command, leaf.wrap(options))
        return self._create(UserAction(kind, user_id, channel_id, f"/{name}", data), command)

    def message_command(self, user_id: int, message_id: int, name: str) -> Interaction:
        """Use a command of the "Apps" menu on a message."""
        message = self._message(user_id, message_id)
        command = self._command(user_id, message.channel_id, CommandType.MESSAGE, name)
        resolver = self._resolver(user_id, message.channel_id)
        data = _command_data(command, None) | {"target_id": resolver.add_message(message)}
        kind, data = InteractionType.COMMAND, data | _resolved(resolver)
        action = UserAction(kind, user_id, message.channel_id, name, data, message_id=message.id)
        return self._create(action, command)

    def user_command(self, user_id: int, channel_id: int, target_id: int, name: str) -> Interaction:
        """Use a command of the "Apps" menu on a person; raises `ActionError` if they are gone."""
        self._check_channel(user_id, channel_id)
        command = self._command(user_id, channel_id, CommandType.USER, name)
        target = self.state.users.get(target_id)
        if target is None:
            raise ActionError("That person is no longer there.")
        resolver = self._resolver(user_id, channel_id)
        data = _command_data(command, None) | {"target_id": resolver.add_user(target)}
        kind, data = InteractionType.COMMAND, data | _resolved(resolver)
        return self._create(UserAction(kind, user_id, channel_id, name, data), command)

    def component(
        self, user_id: int, message_id: int, custom_id: str, values: Sequence[str] | None = None
    ) -> Interaction:
        """Press a button, or choose `values` in a select menu.

        Raises `ActionError` when the component is gone, disabled, or takes no such values.
        """
        message = self._message(user_id, message_id)
        component = find_component(message.components, custom_id)
        if component is None:
            raise ActionError("That button is no longer there.")
        if component.get("disabled"):
            raise ActionError("That is disabled.")
        data: Json = {"component_type": component["type"], "custom_id": custom_id}
        title = str(component.get("label") or component.get("placeholder") or "…")
        if component["type"] in SELECTS:
            data |= self._selection(component, values or (), user_id, message.channel_id)
        elif component["type"] != ComponentType.BUTTON:
            raise ActionError("That cannot be pressed.")
        self._dismiss_failures(user_id, message_id)
        kind, channel = InteractionType.COMPONENT, message.channel_id
        action = UserAction(kind, user_id, channel, title, data, message_id=message.id)
        return self._create(action, None)

    def submit_modal(
        self, user_id: int, interaction_id: int, entries: Mapping[str, Entry]
    ) -> Interaction:
        """Submit the modal that an interaction opened; `entries` maps `custom_id` to the value.

        Raises `ActionError` when the modal is not open or an entry is invalid.
        """
        opener = self.state.interactions.get(interaction_id)
        if opener is None or opener.modal is None or opener.user_id != user_id:
            raise ActionError("That form is no longer open.")
        resolver = self._resolver(user_id, opener.channel_id)
        components = submit_components(opener.modal["components"], entries, resolver)
        data = {"custom_id": opener.modal["custom_id"], "components": components}
        from_message = opener.type is InteractionType.COMPONENT
        action = UserAction(
            InteractionType.MODAL,
            user_id,
            opener.channel_id,
            str(opener.modal["title"]),
            data | _resolved(resolver),
            opener.owners,
            opener.message_id if from_message else None,
            opener,
        )
        return self.interactions.create(action)

    def dismiss_message(self, user_id: int, message_id: int) -> None:
        """Dismiss an ephemeral message; raises `ActionError` if it is not ephemeral."""
        message = self._message(user_id, message_id)
        if message.visible_to != user_id:
            raise ActionError("Only a message that only you can see can be dismissed.")
        dismissed = replace(message, dismissed=True)
        self.state.messages[message_id] = dismissed
        self.state.publish(MessageUpdated(dismissed))

    def dismiss_interaction(self, user_id: int, interaction_id: int) -> None:
        """Dismiss the notice that the application did not respond.

        Raises `ActionError` when the interaction is not one of this person.
        """
        interaction = self.state.interactions.get(interaction_id)
        if interaction is None or interaction.user_id != user_id:
            raise ActionError("That is no longer there.")
        dismissed = replace(interaction, dismissed=True)
        self.state.interactions[interaction_id] = dismissed
        self.state.publish(InteractionUpdated(dismissed))

    def _dismiss_failures(self, user_id: int, message_id: int) -> None:
        """Dismiss the notices of this person's failed interactions with a message."""
        for interaction in tuple(self.state.interactions.values()):
            tried = interaction.user_id == user_id and interaction.message_id == message_id
            if tried and interaction.stage is AnswerStage.FAILED and not interaction.dismissed:
                self.dismiss_interaction(user_id, interaction.id)

    def _create(self, action: UserAction, command: Command | None) -> Interaction:
        """Create the interaction of an action, which installations of the command authorise."""
        guild = self.state.guild_of(action.channel_id)
        kinds = {0, 1} if command is None else set(command.integration_types)
        owners = {}
        if 0 in kinds and (guild is None or guild.has_bot):
            owners["0"] = "0" if guild is None else str(guild.id)
        if 1 in kinds and self.state.users[action.user_id].installed:
            owners["1"] = str(action.user_id)
        return self.interactions.create(replace(action, owners=owners))

    def _check_may_send(self, user_id: int, channel_id: int, *, with_files: bool) -> None:
        channel = self.state.channel(channel_id)
        allowed = self.state.permissions(user_id, channel)
        if send_permission(channel) not in allowed or channel.locked or channel.forum:
            raise ActionError("You do not have permission to send messages here.")
        if with_files and Permission.ATTACH_FILES not in allowed:
            raise ActionError("You do not have permission to attach files here.")

    def _selection(
        self, component: Json, values: Sequence[str], user_id: int, channel_id: int
    ) -> Json:
        low, high = component["min_values"], component["max_values"]
        if not low <= len(values) <= high:
            raise ActionError(f"Choose {low} to {high} of the options.")
        kind = ENTITY_SELECTS.get(component["type"])
        if kind is None:
            return {"values": check_selected(component, values)}
        resolver = self._resolver(user_id, channel_id)
        return {
            "values": [resolver.resolve(kind, value) for value in values],
            "resolved": resolver.to_json(),
        }

    def _leaf(self, user_id: int, channel_id: int, name: str) -> tuple[Command, Leaf]:
        first, *words = name.removeprefix("/").split() or [""]
        command = self._command(user_id, channel_id, CommandType.CHAT, first)
        return command, find_leaf(command, words)

    def _command(self, user_id: int, channel_id: int, kind: CommandType, name: str) -> Command:
        for command in self.commands.found(channel_id, user_id):
            if command.type == kind and command.name == name:
                if self.commands.may_use(user_id, channel_id, command):
                    return command
                raise ActionError(f"You do not have permission to use {name} here.")
        raise ActionError(f"No command here is called {name[:40]!r}.")

    def _check_channel(self, user_id: int, channel_id: int) -> None:
        channel = self.state.channels.get(channel_id)
        if channel is None or not self.state.can_see(user_id, channel):
            raise ActionError("That channel does not exist.")

    def _message(self, user_id: int, message_id: int) -> ChatMessage:
        message = self.state.messages.get(message_id)
        if message is None or message.visible_to not in (None, user_id):
            raise ActionError("That message is no longer there.")
        self._check_channel(user_id, message.channel_id)
        return message

    def _resolver(self, user_id: int, channel_id: int) -> Resolver:
        return Resolver(self.state, self.attachments, channel_id, user_id)


def _command_data(command: Command, options: list[Json] | None) -> Json:
    data: Json = {"id": str(command.id), "name": command.name, "type": command.type}
    if options is not None:
        data["options"] = options
    if command.guild_id is not None:
        data["guild_id"] = str(command.guild_id)
    return data


def _resolved(resolver: Resolver) -> Json:
    found = resolver.to_json()
    return {"resolved": found} if found else {}
