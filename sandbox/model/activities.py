"""Activities: instances in channels, the people in them, and who authorised the application."""

import secrets
from collections.abc import Iterator

from msgspec import Struct, field

from sandbox.model.events import ActivityLaunched, ParticipantsChanged
from sandbox.model.records import Channel, User
from sandbox.model.snowflakes import Snowflakes
from sandbox.model.state import State


class Instance(Struct):
    """A running Activity in a channel, and who is in it, in the order in which they came."""

    id: str
    launch_id: int
    channel: Channel
    users: list[int] = field(default_factory=list)


class Instances:
    """The instances of the application of a chat, and the codes and tokens of people.

    An instance begins with the first person who launches it in a channel and ends when the last
    leaves. A code is for one application, and good once. In the `refused` servers, an application
    launches none: Discord does that to one that is not verified, in large servers.
    """

    def __init__(self, state: State, snowflakes: Snowflakes) -> None:
        self.client_secret = secrets.token_urlsafe(24)
        self.refused = set[int | None]()
        self._state = state
        self._snowflakes = snowflakes
        self._instances: dict[str, Instance] = {}
        self._codes: dict[str, tuple[int, int]] = {}
        self._tokens: dict[str, int] = {}

    def launch(self, user_id: int, channel_id: int, custom_id: str | None = None) -> Instance:
        """Bring a person into the instance of a channel, which begins if there is none.

        `custom_id` is that of the link which they followed.
        """
        instance = self._in_channel(channel_id) or self._begin(channel_id)
        if user_id not in instance.users:
            instance.users.append(user_id)
        self._state.publish(ActivityLaunched(user_id, instance.id, channel_id, custom_id))
        self._state.publish(ParticipantsChanged(instance.id))
        return instance

    def leave(self, user_id: int, instance_id: str) -> None:
        """Take a person out of an instance."""
        instance = self._instances.get(instance_id)
        if instance is None or user_id not in instance.users:
            return
        instance.users.remove(user_id)
        if not instance.users:
            del self._instances[instance_id]
        self._state.publish(ParticipantsChanged(instance_id))

    @property
    def running(self) -> tuple[Instance, ...]:
        """All instances."""
        return tuple(self._instances.values())

    def find(self, instance_id: str) -> Instance | None:
        """An instance by its ID."""
        return self._instances.get(instance_id)

    def participants(self, instance_id: str) -> Iterator[User]:
        """The people in an instance."""
        instance = self._instances.get(instance_id)
        for user_id in () if instance is None else instance.users:
            yield self._state.users[user_id]

    def authorize(self, user_id: int, application_id: int) -> str:
        """A code with which an application learns who a person is."""
        code = secrets.token_urlsafe(22)
        self._codes[code] = (user_id, application_id)
        return code

    def knows(self, client_id: str, client_secret: str) -> bool:
        """Whether these are the ID and the secret of the application of this chat."""
        right = secrets.compare_digest(client_secret.encode(), self.client_secret.encode())
        return right and client_id == str(self._state.application_id)

    def trade(self, code: str) -> str | None:
        """The token for a code; None for one that was used or is of another application."""
        user_id, application_id = self._codes.pop(code, (0, 0))
        if application_id != self._state.application_id:
            return None
        token = secrets.token_urlsafe(22)
        self._tokens[token] = user_id
        return token

    def owner_of(self, token: str) -> User | None:
        """The person who authorised a token."""
        user_id = self._tokens.get(token)
        return None if user_id is None else self._state.users.get(user_id)

    def _in_channel(self, channel_id: int) -> Instance | None:
        found = (each for each in self.running if each.channel.id == channel_id)
        return next(found, None)

    def _begin(self, channel_id: int) -> Instance:
        channel, launch = self._state.channel(channel_id), self._snowflakes.make()
        place = location_id(channel)
        instance = Instance(f"i-{launch}-{place}", launch, channel)
        self._instances[instance.id] = instance
        return instance


def location_id(channel: Channel) -> str:
    """Discord's name of a place where an Activity runs.

    >>> location_id(Channel(7, "general", guild_id=5)), location_id(Channel(8, "", recipient_id=1))
    ('gc-5-7', 'pc-8')
    """
    return f"pc-{channel.id}" if channel.guild_id is None else f"gc-{channel.guild_id}-{channel.id}"
