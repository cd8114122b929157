"""Tells the pages in the same instance of the Activity how far their people are."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

from msgspec import Struct, field

from service.playing.activities import Companion, Companions
from store.records import PageSession

Tell: TypeAlias = Callable[[tuple[Companion, ...]], None]


class InstancePage(Struct, eq=False):
    """An open page in an instance, what tells it how far others are, and what it was told last."""

    instance: bytes
    person: int
    tell: Tell
    told: tuple[Companion, ...] = ()


class OpenCompanions(Struct, eq=False):
    """The open pages inside Discord."""

    companions: Companions
    _pages: set[InstancePage] = field(default_factory=set)

    @asynccontextmanager
    async def telling(self, session: PageSession, tell: Tell) -> AsyncIterator[None]:
        """Tell the page of a session how far others are while the block runs.

        Nothing is told to a page whose session was not made for an instance.
        """
        instance = await self.companions.instance_of(session)
        if instance is None:
            yield
            return
        page = InstancePage(instance, session.player_id, tell)
        self._pages.add(page)
        try:
            yield
        finally:
            self._pages.remove(page)

    async def look(self) -> None:
        """Tell pages what has changed since the last look; without pages, nothing is read."""
        pages = [*self._pages]
        found = await self.companions.look({page.instance for page in pages})
        for page in pages:
            others = tuple(
                each for each in found.get(page.instance, ()) if each.person != page.person
            )
            if others != page.told:
                page.told = others
                page.tell(others)
