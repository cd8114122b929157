"""Draws a board on pages while processes are killed, and judges what is left."""

import asyncio
import random
import time
from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from tests.support.many_draw.judging import Judged, judge, read_stored
from tests.support.many_draw.pages import Network, Page, Request, Server, opened, shows
from tests.support.many_draw.people import People
from tests.support.waiting import until

SETTLED_SECONDS = 600
"""Seconds for pages to come back from a long cut and to send all that waits."""
AFTER_KILL = 5.0
"""Seconds after a process is there again that count as near to the kill."""


class Plan(Struct, frozen=True):
    """How a board is drawn: strokes a second in all, for how long, and how often a process is
    killed meanwhile."""

    rate: float
    seconds: float
    kills: int
    network: Network = Network()
    human: bool = False
    seed: int = 1


class Drawn(Struct, frozen=True):
    """What happened on a board; `equal` counts the pages that are as the database, and `kills` are
    when each began and was over."""

    pages: Sequence[Page]
    equal: int
    judged: Judged
    kills: Sequence[tuple[float, float]]
    loops: int

    @property
    def settled(self) -> list[Request]:
        """All requests that were answered."""
        return [request for page in self.pages for request in page.settled]

    @property
    def faults(self) -> dict[str, int]:
        """What there is none of where nothing is wrong."""
        return {
            "pages unlike the database": len(self.pages) - self.equal,
            "requests without answer": sum(len(page.waiting) for page in self.pages),
            "refused": sum(bool(each.refused) for each in self.settled),
            "acknowledged and lost": len(self.judged.lost),
            "stored of no request": len(self.judged.unasked),
        }


async def draw_board(
    plan: Plan, servers: Sequence[Server], tokens: Sequence[str], address: str, number: int
) -> Drawn:
    """Draw a board of a database on the pages with these tokens."""
    rng = random.Random(plan.seed)
    async with opened(servers, tokens, plan.network, plan.seed) as pages:
        killing = asyncio.create_task(_kill_in_turn(servers, plan))
        over = time.monotonic() + plan.seconds
        people = People(pages, rng, human=plan.human, removes=not plan.human)
        await people.draw(plan.rate, lambda: time.monotonic() > over and killing.done())
        for page in pages:  # connections are bad on, but not cut any more
            page.network = replace(plan.network, every=10 * SETTLED_SECONDS)
        with suppress(TimeoutError):
            await until(lambda: not any(page.waiting for page in pages), SETTLED_SECONDS)
        stored = await read_stored(address, number)
        shown = stored.shown
        with suppress(TimeoutError):
            await until(lambda: all(shows(page) == shown for page in pages), SETTLED_SECONDS)
        equal = sum(shows(page) == shown for page in pages)
    judged = judge(stored, [request for page in pages for request in page.settled])
    return Drawn(pages, equal, judged, await killing, people.loops)


async def _kill_in_turn(servers: Sequence[Server], plan: Plan) -> list[tuple[float, float]]:
    times = []
    for kill in range(plan.kills):
        await asyncio.sleep(plan.seconds / (plan.kills + 1))
        server, began = servers[kill % len(servers)], time.monotonic()
        await server.kill()
        await server.start()
        times.append((began, time.monotonic() + AFTER_KILL))
    return times
