"""What people do on the chat page: requests as structs."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct

from sandbox.chat.actions import Actions
from sandbox.model.records import ChatMessage, Interaction, Json
from sandbox.model.uploads import Upload

Files = Mapping[str, Upload]


class PageAction(Protocol):
    """What a person does on the page."""

    def act(self, actions: Actions, user: int, files: Files) -> Json | None:
        """Do it; raises `ActionError` when it is impossible."""


def _created(record: ChatMessage | Interaction) -> Json:
    return {"id": str(record.id)}


class InChannel(Struct):
    """Something that is done in a channel."""

    channel_id: int


class PostMessage(InChannel):
    """Write a message."""

    text: str

    def act(self, actions: Actions, user: int, files: Files) -> Json:
        """See `Actions.post`."""
        return _created(actions.post(user, self.channel_id, self.text, tuple(files.values())))


class Slash(InChannel):
    """Use a slash command."""

    name: str
    values: dict[str, Any] = {}

    def act(self, actions: Actions, user: int, files: Files) -> Json:
        """See `Actions.slash`."""
        values = {**self.values, **files}
        return _created(actions.slash(user, self.channel_id, self.name, values))


class Autocompletion(InChannel):
    """Ask for suggestions."""

    name: str
    focused: str
    values: dict[str, str] = {}


class MessageCommand(Struct):
    """Use a command on a message."""

    message_id: int
    name: str

    def act(self, actions: Actions, user: int, _: Files) -> Json:
        """See `Actions.message_command`."""
        return _created(actions.message_command(user, self.message_id, self.name))


class UserCommand(InChannel):
    """Use a command on a person."""

    user_id: int
    name: str

    def act(self, actions: Actions, user: int, _: Files) -> Json:
        """See `Actions.user_command`."""
        return _created(actions.user_command(user, self.channel_id, self.user_id, self.name))


class UseComponent(Struct):
    """UseComponent a button, or choose values in a menu."""

    message_id: int
    custom_id: str
    values: list[str] | None = None

    def act(self, actions: Actions, user: int, _: Files) -> Json:
        """See `Actions.component`."""
        return _created(actions.component(user, self.message_id, self.custom_id, self.values))


class Submit(Struct):
    """Submit a form."""

    interaction_id: int
    entries: dict[str, Any] = {}

    def act(self, actions: Actions, user: int, files: Files) -> Json:
        """See `Actions.submit_modal`."""
        uploads: dict[str, list[Upload]] = {}
        for field, upload in files.items():  # "custom_id" or "custom_id#2" …
            uploads.setdefault(field.rpartition("#")[0] or field, []).append(upload)
        entries = {**self.entries, **uploads}
        return _created(actions.submit_modal(user, self.interaction_id, entries))


class Dismiss(Struct):
    """Dismiss a message or a notice."""

    message_id: int | None = None
    interaction_id: int | None = None

    def act(self, actions: Actions, user: int, _: Files) -> None:
        """See `Actions.dismiss_message` and `Actions.dismiss_interaction`."""
        if self.message_id is not None:
            actions.dismiss_message(user, self.message_id)
        else:
            actions.dismiss_interaction(user, self.interaction_id or 0)


class Launch(InChannel):
    """Use the entry point command."""

    name: str

    def act(self, actions: Actions, user: int, _: Files) -> None:
        """See `Actions.launch`."""
        actions.launch(user, self.channel_id, self.name)


class FollowLink(InChannel):
    """Follow a link to the Activity."""

    custom_id: str

    def act(self, actions: Actions, user: int, _: Files) -> None:
        """See `Actions.follow_link`."""
        actions.follow_link(user, self.channel_id, self.custom_id)


class Leave(Struct):
    """Leave the Activity."""

    instance_id: str

    def act(self, actions: Actions, user: int, _: Files) -> None:
        """See `Actions.leave`."""
        actions.leave(user, self.instance_id)


class Authorize(Struct):
    """Authorise an application in the Activity."""

    client_id: int
    instance_id: str

    def act(self, actions: Actions, user: int, _: Files) -> Json:
        """See `Actions.authorize`."""
        return {"code": actions.authorize(user, self.instance_id, self.client_id)}


class Authenticate(Struct):
    """Log in to Discord's client with a token."""

    access_token: str

    def act(self, actions: Actions, user: int, _: Files) -> Json:
        """See `Actions.authenticate`."""
        return actions.authenticate(user, self.access_token)


REQUESTS: Mapping[str, type[PageAction]] = {
    "post": PostMessage,
    "slash": Slash,
    "message-command": MessageCommand,
    "user-command": UserCommand,
    "component": UseComponent,
    "modal": Submit,
    "dismiss": Dismiss,
    "launch": Launch,
    "follow-link": FollowLink,
    "leave": Leave,
    "authorize": Authorize,
    "authenticate": Authenticate,
}
"""The requests by the last part of their path."""
