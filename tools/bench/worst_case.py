"""A database in which one person has stored the most, and the most expensive, that they can.

Boards are as large as can be played, and full of marks and of steps to undo; every list is full.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from random import Random

from msgspec.structs import replace

from play.calendar import closes, number_of, opens
from play.history import Mark
from play.pen import Pad
from play.saving import to_text
from play.tracks import tracks_of
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import format_puzzle, parse_loopy
from service.playing.attempts import MAX_UNFINISHED
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from store import attempts, dailies, players, puzzles
from store.database import Database
from store.records import AttemptKind, DailyRecord, UnsavedPuzzle
from store.transaction import Connection

SIDE = 30
"""The side of the largest board that can be played, in cells."""
EARLIER_STEPS = 10
"""Changes of all edges in the history of a board."""


async def fill(  # noqa: PLR0913 - all by name
    database: Database,
    person: int,
    now: datetime,
    *,
    days: int = 0,
    boards: int = MAX_UNFINISHED,
    server: int | None = None,
) -> list[int]:
    """Store the worst case of a person; returns the IDs of their unfinished boards.

    They have solved all dailies of the last `days` days, in all tracks, and have `boards`
    unfinished boards.
    """
    async with database.writing() as connection:
        await players.ensure(connection, person, now)
        if server is not None:
            await players.join(connection, person, server)
        await _add_dailies(connection, person, now.date(), days)
        return [await _add_board(connection, person, number, now) for number in range(boards)]


def worst_board(number: int) -> tuple[str, str]:
    """The notation of a large puzzle, which has a solution, and the stored text of a full board."""
    grid = square_grid(SIDE, SIDE)
    loop = random_loop(grid, SeededRandom("worst"))
    clues: list[int | None] = [len(loop & set(edges)) for edges in grid.cell_edges]
    for bit in range(10):  # another puzzle for each number, with the same solution
        if number >> bit & 1:
            clues[bit] = None
    puzzle = Puzzle(grid, tuple(clues))
    states = [EdgeState.LINE, EdgeState.CROSS]
    pad = Pad.fresh(puzzle)
    for turn in range(EARLIER_STEPS):
        edges = range(turn % 2, len(grid.edge_dots), 1 + turn % 2)
        pad = pad.apply(Mark(dict.fromkeys(edges, states[turn % 2])))
        pad = pad.apply(Mark(dict.fromkeys(edges, states[(turn + 1) % 2])))
    return format_puzzle(puzzle, "loopy"), to_text(pad)


async def _add_board(connection: Connection, person: int, number: int, now: datetime) -> int:
    notation, pad = worst_board(number)
    key = parse_loopy(notation).canonical_key
    stored = await puzzles.add(connection, UnsavedPuzzle(notation, key))
    begun = now - timedelta(days=1) + timedelta(seconds=number)
    attempt = await attempts.begin(connection, person, stored, AttemptKind.PASTED, begun)
    full = replace(attempt, shown_at=begun, pad=pad, lines=SIDE * SIDE)
    return (await attempts.save(connection, full)).id


async def _add_dailies(connection: Connection, person: int, last: date, days: int) -> None:
    """Dailies of small puzzles of which only the number matters, all solved by the person."""
    for ago in range(1, days + 1):
        day = last - timedelta(days=ago)
        for track in tracks_of(day):
            rng = Random(f"{day} {track}")
            clues = tuple(rng.choice((None, 1, 2, 3)) for _ in range(49))
            puzzle = Puzzle(square_grid(7, 7), clues)
            new = UnsavedPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key, score=1.0)
            stored = await puzzles.add(connection, new)
            daily = DailyRecord(
                day,
                track.value,
                number_of(day),
                stored.id,
                stored.canonical_key,
                opens(day),
                closes(day),
            )
            await dailies.add(connection, daily)
            attempt = await attempts.begin(connection, person, daily, AttemptKind.DAILY, opens(day))
            solved_at = opens(day) + timedelta(minutes=9)
            solved = replace(
                attempt, shown_at=opens(day), ranked=True, solved_at=solved_at, seconds=540
            )
            await attempts.save(connection, solved)
