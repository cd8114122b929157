"""Who is in a server, and by which name: its boards leave out who has left it, and nothing of these
people is deleted.

Discord tells nobody's leaving without a privileged intent, so it is asked about the people who are
about to be shown.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import TypeAlias, TypeVar

from cachetools import TTLCache

from workers.errors import Busy

SECONDS = 3600.0
"""How long it is known whether a person is in a server."""
FRESH_SECONDS = 600.0
"""How long it counts as known of who draws with others."""
MAX_KNOWN = 10_000
"""Maximum number of people in servers of whom that is known."""
LOOKS = 3
"""Maximum number of pages whose people are asked about for one that is shown."""
AT_ONCE = 3
"""Maximum number of people who are asked about at a time: half of what Discord lets a bot ask."""

Page = TypeVar("Page")
SILENT_SECONDS = 60.0
"""How long nobody is asked about once Discord has not answered: nothing waits for it meanwhile."""
AskName: TypeAlias = Callable[[int, int], Awaitable[str | None]]
"""The name in a server of a person, empty for who is not in it; None if that cannot be known.

It raises `Busy` if Discord does not answer."""


class Membership:
    """Knows for a while who is in which server; `ask` asks Discord, without it all are members."""

    def __init__(self) -> None:
        self.ask: AskName | None = None
        self._known: TTLCache[tuple[int, int], str] = TTLCache(MAX_KNOWN, SECONDS)
        self._fresh: TTLCache[tuple[int, int], bool] = TTLCache(MAX_KNOWN, FRESH_SECONDS)
        self._silent: TTLCache[bool, bool] = TTLCache(1, SILENT_SECONDS)
        self._turns = asyncio.Semaphore(AT_ONCE)

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
            if server is None or "" not in (await self.names(server, people)).values():
                return page
        return (await read(self._gone(server)))[0]

    async def names(
        self, server: int, people: Collection[int], *, fresh: bool = False
    ) -> dict[int, str]:
        """The names of people in a server as far as they are known, empty for who is not in it.

        With `fresh`, what was told longer than `FRESH_SECONDS` ago is asked again. Who has deleted
        their data has a negative ID, which is nobody's.
        """
        known = self._fresh if fresh else self._known
        unknown = [each for each in people if each > 0 and (server, each) not in known]
        await asyncio.gather(*(self._find(server, each, known) for each in unknown))
        found = ((each, self._known.get((server, each))) for each in people)
        return {each: name for each, name in found if name is not None}

    async def _find(self, server: int, person: int, known: Collection[tuple[int, int]]) -> None:
        if self.ask is None:
            return
        async with self._turns:
            if self._silent or (server, person) in known:
                return
            try:
                name = await self.ask(server, person)
            except Busy:
                self._silent[True] = True
                return
            if name is not None:
                self._known[server, person] = name
                self._fresh[server, person] = True

    def _gone(self, server: int | None) -> list[int]:
        """The people who are known to have left a server."""
        known = [
            (person, self._known.get((at, person))) for at, person in [*self._known] if at == server
        ]
        return [person for person, name in known if name == ""]
