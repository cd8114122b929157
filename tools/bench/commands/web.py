"""The board page: frames in Chromium, acknowledgements, and what open pages cost the bot."""

import asyncio
import os
import tempfile
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Annotated

import typer

from sandbox.model.settings import SandboxSettings
from sandbox.server import Sandbox
from solver.timing import percentile
from tools.bench.measure import Goals, print_machine
from tools.bench.page_frames import TURNS, chromium_pages, in_turns
from tools.bench.processes import Bot, running_bot
from tools.bench.virtual_users import (
    Guest,
    PageSockets,
    VirtualUsers,
    draw,
    invite,
    page_sockets,
    puzzle_notations,
)
from tools.chromium import NO_CHROMIUM, find_chromium
from tools.programs import free_port
from web.files import IN_DISCORD, packed_files
from web.limits import OPEN_PER_PERSON

SIDE, SMALL_SIDE = 30, 7
"""Rows of the boards that are drawn on, and of those of other people."""
FRAME_MS = 1000 / 60
"""Milliseconds of a frame."""
TOLERANCE_MS = 1.5
"""By how much a frame may seem longer, because browsers round times."""
PAIRS = 5
"""How often presses in chat are measured without open pages and then with them."""
SLOWER = 4
"""By how much the browser slows the page down, as on a phone."""
UNLIMITED = dict.fromkeys(("OURO_PERSON_PACE", "OURO_PERSON_PUZZLES"), "10000")


def web(
    strokes: Annotated[int, typer.Option(help="Strokes at each speed of the browser.")] = 31,
    drawing: Annotated[int, typer.Option(help="People who draw at the same time.")] = 50,
    seconds: Annotated[float, typer.Option(help="How long they do.")] = 12,
    idle: Annotated[int, typer.Option(help="Open pages on which nobody draws.")] = 500,
    presses: Annotated[int, typer.Option(help="Presses in chat with them, and without.")] = 100,
) -> None:
    """Measure the board page with the bot as a program, in the local chat.

    The exit code is 1 when a goal is missed.
    """
    print_machine(all_cores=True)
    goals = Goals()
    asyncio.run(_measure(goals, strokes, drawing, seconds, idle, presses))
    if not goals.reached:
        raise typer.Exit(1)


async def _measure(  # noqa: PLR0913, PLR0917 - one parameter for each option
    goals: Goals, strokes: int, drawing: int, seconds: float, idle: int, presses: int
) -> None:
    files = packed_files()
    size = sum(len(files[name].body) for name in files.keys() - IN_DISCORD)
    goals.at_most("the page, compressed, in bytes", size, 48 * 1024)
    address, folder = f"http://127.0.0.1:{free_port()}/", tempfile.TemporaryDirectory()
    variables = {"OURO_WEB_URL": address, "OURO_WEB_PORT": address.split(":")[2].strip("/")}
    settings = SandboxSettings(acknowledge=60)
    with folder as name:
        async with (
            Sandbox(application="Ouro", settings=settings) as sandbox,
            running_bot(sandbox, Path(name), **variables, **UNLIMITED) as bot,
            page_sockets(address) as sockets,
        ):
            users = VirtualUsers(sandbox)
            large = puzzle_notations(SIDE, 1)
            await bot.idle(600)
            await _frames(goals, (await invite(users, large[:1], "painter"))[0], strokes)
            painters = await invite(users, [*islice(cycle(large), drawing)], "painter")
            await _acknowledgements(goals, painters, sockets, seconds)
            await _idle_pages(goals, bot, users, sockets, idle, presses)


async def _frames(goals: Goals, guest: Guest, strokes: int) -> None:
    """How soon a 30x30 board in Chromium shows what a pointer does."""
    chromium = find_chromium()
    if chromium is None:
        goals.note("frames were not measured", NO_CHROMIUM)
        return
    _title(f"A board of {SIDE}x{SIDE} in Chromium, in turns with a bare page")
    async with chromium_pages(chromium, guest.link) as pages:
        await in_turns(pages, SIDE, min(TURNS, strokes), 1)  # warm
        bare, full = await in_turns(pages, SIDE, strokes, 1)
        bare_slow, slow = await in_turns(pages, SIDE, strokes, SLOWER)
    _beside(goals, "pointer to frame", bare.moves, full.moves)
    _within(goals, "  median", median(full.moves), FRAME_MS + TOLERANCE_MS)
    _beside(goals, "release to paint", bare.releases, full.releases)
    _title("The same at a quarter of the processor")
    _beside(goals, "pointer to frame", bare_slow.moves, slow.moves)
    _within(goals, "  p95", percentile(slow.moves, 0.95), 80)
    _beside(goals, "release to paint", bare_slow.releases, slow.releases)
    _within(goals, "  p95", percentile(slow.releases, 0.95), 160)
    _beside(goals, "between frames while pinching", bare_slow.pinching, slow.pinching)
    _within(goals, "  median", median(slow.pinching), FRAME_MS + TOLERANCE_MS)
    late = sum(each > FRAME_MS + TOLERANCE_MS for each in slow.pinching)
    goals.ratio("  share of frames that came later", late / len(slow.pinching), 0.1)


async def _acknowledgements(
    goals: Goals, painters: list[Guest], sockets: PageSockets, seconds: float
) -> None:
    """How soon strokes are saved while many people draw."""
    _title(f"{len(painters)} people draw on boards of {SIDE}x{SIDE}")
    joined = [await sockets.join(guest.link) for guest in painters]
    drawn = await asyncio.gather(
        *(draw(*each, seconds, Random(number)) for number, each in enumerate(joined))
    )
    times = [1000 * each for found in drawn for each in found]
    goals.note("strokes per second", f"{len(times) / seconds:.0f}")
    _note(goals, "acknowledged", times)
    _within(goals, "  p95", percentile(times, 0.95), 50)
    await sockets.close()


async def _idle_pages(  # noqa: PLR0913, PLR0917 - the parts of a measurement
    goals: Goals,
    bot: Bot,
    users: VirtualUsers,
    sockets: PageSockets,
    idle: int,
    presses: int,
) -> None:
    """What open pages cost: memory, and how they delay presses in chat."""
    _title(f"{idle} open pages on which nobody draws")
    small = puzzle_notations(SMALL_SIDE, 4)
    count = -(-idle // OPEN_PER_PERSON)
    guests = await invite(users, [*islice(cycle(small), count)], "reader")
    [player] = await invite(users, small[:1], "player")
    links = [*islice(cycle(guest.link for guest in guests), idle)]
    await _press(users, player, 20)
    without, beside, memory, ratios = list[float](), list[float](), list[float](), list[float]()
    for _ in range(PAIRS):
        alone = await _press(users, player, presses)
        before = bot.usage().own
        for link in links:
            await sockets.join(link)
        memory.append((bot.usage().own - before) / idle)
        among = await _press(users, player, presses)
        await sockets.close()
        without, beside = without + alone, beside + among
        ratios.append(percentile(among, 0.99) / percentile(alone, 0.99))
    goals.at_most("bytes of memory of an open page, at first", memory[0], 40 * 1024)
    _note(goals, "a press in chat without pages", without)
    _note(goals, "a press in chat beside them", beside)
    goals.note("  p99 of both", f"{_p99(without)}, {_p99(beside)} ms")
    goals.ratio("  p99 to that without, median of the pairs", median(ratios), 1.3)


def _p99(times: list[float]) -> str:
    return f"{percentile(times, 0.99):.1f}"


async def _press(users: VirtualUsers, player: Guest, count: int) -> list[float]:
    """Milliseconds from presses of an arrow, one after another, to the new picture."""
    times = []
    for number in range(count):
        arrow = player.arrow.replace(":right", (":right", ":left")[number % 2])
        pressed = await users.press(player.person, player.message, arrow, "press")
        assert pressed.seconds is not None
        times.append(1000 * pressed.seconds)
    return times


def _title(text: str) -> None:
    print(f"\n{text} (load {os.getloadavg()[0]:.1f}; median, p95)")


def _note(goals: Goals, name: str, times: list[float]) -> None:
    goals.note(name, f"{median(times):.1f}, {percentile(times, 0.95):.1f} ms")


def _beside(goals: Goals, name: str, bare: list[float], times: list[float]) -> None:
    """Print times beside those of a bare page."""
    _note(goals, name, times)
    _note(goals, "  a bare page", bare)


def _within(goals: Goals, name: str, milliseconds: float, most: float) -> None:
    goals.below(name, milliseconds / 1000, most / 1000)
