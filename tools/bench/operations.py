"""Counts the operations of the event loop that grow with what a person has stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar
from unittest import mock

from msgspec import Struct

from play import saving, steps
from play.steps import HistoryStep
from puzzle.model import EdgeState, Puzzle
from puzzle.notation import parse_loopy
from service.running import board_cache
from service.running.rate_limiter import RateLimiter
from service.running.scheduler import TASK_NAME
from store.database import Database
from store.drivers import Fetched, Sent
from store.transaction import Connection

Result = TypeVar("Result")

_writing: ContextVar[bool] = ContextVar("writing", default=False)
"""Whether the present task is in a write transaction."""


class Operations(Struct):
    """Numbers of operations.

    - `boards`, `puzzles`: boards and puzzles parsed from stored text; `edges`: the edges of these
      boards; `changes`: the edge changes decoded from steps.
    - `parsed_in_writing`: boards and puzzles parsed within a write transaction.
    - `encoded`: bytes of stored boards that were encoded, not copied.
    - `weight`: how much the requests counted against the rate of their sender.
    - `statements`, `rows`: SQL statements, without those of periodic tasks, and rows that they
      returned; `read` and `written`: the bytes of text among these rows, and among the values of
      statements.
    """

    boards: int = 0
    puzzles: int = 0
    edges: int = 0
    changes: int = 0
    parsed_in_writing: int = 0
    encoded: int = 0
    weight: float = 0
    statements: int = 0
    rows: int = 0
    read: int = 0
    written: int = 0


@contextmanager
def counted() -> Iterator[Operations]:
    """Count the operations of this process while the block runs."""
    count = Operations()

    patches = (
        mock.patch.object(saving, "_read_states", _marks_reader(count)),
        mock.patch.object(saving, "_states_text", _marks_writer(count)),
        mock.patch.object(steps, "decode", _step_decoder(count)),
        mock.patch.object(steps, "encode", _step_encoder(count)),
        mock.patch.object(board_cache, "parse_loopy", _puzzle_reader(count)),
        mock.patch.object(Connection, "execute", _row_counter(count)),
        mock.patch.object(Database, "writing", _writing_marker()),
        mock.patch.object(RateLimiter, "allows", _weight_counter(count)),
    )
    try:
        for patch in patches:
            patch.start()
        yield count
    finally:
        for patch in patches:
            patch.stop()


def _text_bytes(fields: Iterable[object]) -> int:
    """The bytes of text in a row or among the values of a statement."""
    return sum(len(field) for field in fields if isinstance(field, str))


def _marks_reader(count: Operations) -> Callable[[str, int], tuple[EdgeState, ...]]:
    read = saving._read_states

    def counting(text: str, edges: int) -> tuple[EdgeState, ...]:
        count.boards += 1
        count.edges += edges
        count.parsed_in_writing += _writing.get()
        return read(text, edges)

    return counting


def _marks_writer(count: Operations) -> Callable[[tuple[EdgeState, ...]], str]:
    write = saving._states_text

    def counting(states: tuple[EdgeState, ...]) -> str:
        text = write(states)
        count.encoded += len(text)
        return text

    return counting


def _step_decoder(count: Operations) -> Callable[[str], HistoryStep]:
    decode = steps.decode

    def counting(text: str) -> HistoryStep:
        step = decode(text)
        count.changes += len(step.changes)
        return step

    return counting


def _step_encoder(count: Operations) -> Callable[[HistoryStep], str]:
    encode = steps.encode

    def counting(step: HistoryStep) -> str:
        text = encode(step)
        count.encoded += len(text)
        return text

    return counting


def _puzzle_reader(count: Operations) -> Callable[[str], Puzzle]:
    parse = parse_loopy

    def counting(text: str) -> Puzzle:
        count.puzzles += 1
        count.parsed_in_writing += _writing.get()
        return parse(text)

    return counting


def _row_counter(count: Operations) -> Callable[..., Any]:
    execute = Connection.execute

    async def counting(connection: Connection, sent: Sent) -> Fetched:
        if _is_periodic():
            return await execute(connection, sent)
        count.statements += 1
        count.written += sum(map(_text_bytes, sent.rows))
        fetched = await execute(connection, sent)
        count.rows += len(fetched.rows)
        count.read += sum(map(_text_bytes, fetched.rows))
        return fetched

    return counting


def _is_periodic() -> bool:
    """Whether the present task is a periodic one, which runs while a request takes its time."""
    task = asyncio.current_task()
    return task is not None and task.get_name().startswith(TASK_NAME)


def _weight_counter(count: Operations) -> Callable[[RateLimiter, int, float], bool]:
    allows = RateLimiter.allows

    def counting(limiter: RateLimiter, person: int, weight: float = 1) -> bool:
        count.weight += weight
        return allows(limiter, person, weight)

    return counting


def _writing_marker() -> Callable[..., Any]:
    writing = Database.writing

    @asynccontextmanager
    async def marking(database: Database, *seconds: float) -> AsyncIterator[Connection]:
        async with writing(database, *seconds) as connection:
            token = _writing.set(True)
            try:
                yield connection
            finally:
                _writing.reset(token)

    return marking
