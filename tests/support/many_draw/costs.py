"""What a stroke on a board of several people, and an open page of it, cost a bot process, beside
those of a person's own board.

`python -m tests.support.many_draw.costs`
"""

import argparse
import asyncio
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.support.many_draw.bots import UNLIMITED, Bots, running_bots
from tests.support.many_draw.pages import Network, opened
from tests.support.many_draw.people import People
from tests.support.waiting import until
from tools.bench.measure import Goals, print_machine
from tools.bench.processes import usage_of

QUIET = Network((0, 0), 0, every=10_000, doubled=0)
PEOPLE, PAGES = 8, 4
"""People, and pages of each of them, whose memory is measured."""
IDLE_SECONDS = 10
OWN = "own board"


def used(bots: Bots) -> list[float]:
    """Processor seconds of the bot, its workers and the database so far."""
    bot = bots.processes[0].bot
    assert bot is not None
    folder = bots.database.partition("host=")[2]
    server = int(Path(folder, "data", "postmaster.pid").read_text("utf-8").split()[0])
    database, ours = usage_of(server), bot.usage()
    return [ours.bot, ours.workers, database.bot + database.workers]


async def stroke(bots: Bots, tokens: Sequence[str], rate: float, strokes: int) -> list[float]:
    """Processor ms of a stroke: of the bot, its workers and the database."""
    async with opened(bots.processes, tokens, QUIET) as pages:
        before = used(bots)
        people = People(pages, random.Random(2))
        await people.draw(rate, lambda: sum(page.asked for page in pages) >= strokes)
        await until(lambda: not any(page.waiting for page in pages))
        return [
            (end - start) * 1e3 / strokes for start, end in zip(before, used(bots), strict=True)
        ]


async def memory(bots: Bots, tokens: Sequence[str]) -> tuple[float, float]:
    """KiB of the bot for each open page, and its processor ms a second while nobody draws."""
    bot = bots.processes[0].bot
    assert bot is not None
    before = bot.usage().own
    async with opened(bots.processes, tokens, QUIET):
        after, [start, *_] = bot.usage().own, used(bots)
        await asyncio.sleep(IDLE_SECONDS)
        idle = used(bots)[0] - start
    return (after - before) / 1024 / len(tokens), idle * 1e3 / IDLE_SECONDS


async def measure(rate: float, strokes: int, rounds: int) -> None:
    """Print what strokes and open pages cost."""
    print_machine(all_cores=True)
    goals, found = Goals(), dict[str, list[list[float]]]()
    async with running_bots(1, **UNLIMITED) as bots:
        for number in range(rounds + 1):  # the first one is to warm up
            own = [await bots.own_board(f"own {number}")]
            _, shared = await bots.shared_board(f"shared {number}", PEOPLE)
            _, alone = await bots.shared_board(f"alone {number}", 1)
            kinds = {OWN: own, "shared, 1 page": alone, f"shared, {PEOPLE} pages": shared}
            for kind, tokens in kinds.items():
                found.setdefault(kind, []).append(await stroke(bots, tokens, rate, strokes))
        for kind, [_, *each] in found.items():
            ratios = [mine[0] / own[0] for mine, own in zip(each, found[OWN][1:], strict=True)]
            parts = ", ".join(f"{median(part):.2f}" for part in zip(*each, strict=True))
            told = f"{parts}; {median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}"
            goals.note(f"{kind}: ms of bot, workers, database; ratio", told)
        owns = [await bots.own_board(f"page {number}") for number in range(PEOPLE)]
        for kind, tokens in {OWN: owns, "shared": shared}.items():
            kibibytes, idle = await memory(bots, tokens * PAGES)
            told = f"{kibibytes:.0f} KiB each; {idle:.1f} ms a second"
            goals.note(f"{kind}: {PEOPLE * PAGES} open pages", told)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, default=20, help="strokes a second")
    parser.add_argument("--strokes", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3)
    asyncio.run(measure(**vars(parser.parse_args())))
