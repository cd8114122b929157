"""A local chat in which a test acts for people."""

from typing import Any

from sandbox import server
from tests.support.sandbox.client import Client


class Sandbox(server.Sandbox):
    """A local chat with a `client`, which acts for people; the options are those of the chat."""

    def __init__(self, port: int = 0, **options: Any) -> None:
        super().__init__(port, **options)
        self.client = self._client()

    def add_user(self, name: str) -> int:
        """Add a person to all servers and return their id; `world.add_user` has more options."""
        return self.world.add_user(name)

    def create_defaults(self) -> None:
        """Add another set of default people and servers for `client` to act for from now on."""
        self.home = self.world.create_defaults()
        self.client = self._client()

    def _client(self) -> Client:
        return Client(self.state, self.actions, self.world, self.home)
