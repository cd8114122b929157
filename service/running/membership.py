"""Who has left a server: its boards leave these people out, and nothing of them is deleted.

Discord tells nobody's leaving without a privileged intent, so it is asked about the people who are
about to be shown.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeAlias, TypeVar

from cachetools import TTLCache

SECONDS = 3600.0
"""How long it is known whether a person is in a server."""
MAX_KNOWN = 10_000
"""Maximum number of people in servers of whom that is known."""
LOOKS = 3
"""Maximum number of pages whose people are asked about for one that is shown."""

Page = TypeVar("Page")
IsMember: TypeAlias = Callable[[int, int], Awaitable[bool | None]]
"""Whether a server has a person as a member; None where that cannot be known."""


class Membership:
    """Knows for a while who is in which server; `ask` asks Discord, None takes all for members."""

    def __init__(self) -> None:
        self.ask: IsMember | None = None
        self._known: TTLCache[tuple[int, int], bool] = TTLCache(MAX_KNOWN, SECONDS)

    async def page(
        self,
        server: int | None,
        read: Callable[[Sequence[int]], Awaitable[tuple[Page, Collection[int]]]],
    ) -> Page:
        """What `read` returns without the people who have left a server: a page, and who is on it.

        It is read again where somebody on it has left. None for the board of no server.
        """
        for _ in range(LOOKS):
            page, people = await read(self._gone(server))
            if server is None or not await self._find_gone(server, people):
                return page
        return (await read(self._gone(server)))[0]

    def _gone(self, server: int | None) -> list[int]:
        """The people who are known to have left a server."""
        known = [
            (person, self._known.get((place, person)))
            for place, person in [*self._known]
            if place == server
        ]
        return [person for person, is_member in known if is_member is False]

    async def _find_gone(self, server: int, people: Collection[int]) -> bool:
        """Ask about the people of whom nothing is known; True if one of them has left.

        Who has deleted their data has a negative ID, which is nobody's.
        """
        asked = [each for each in people if each > 0 and (server, each) not in self._known]
        if self.ask is None:
            return False
        found = await asyncio.gather(*(self.ask(server, person) for person in asked))
        for person, is_member in zip(asked, found, strict=True):
            if is_member is not None:
                self._known[server, person] = is_member
        return False in found
