"""Counts the operations of the event loop that grow with what a person has stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from types import ModuleType
from typing import Any
from unittest import mock

from msgspec import Struct

from play import saving, steps
from play.steps import HistoryStep
from service.running import board_cache
from service.running.rate_limiter import RateLimiter
from service.running.scheduler import TASK_NAME
from store.database import Database
from store.drivers import Fetched, Sent
from store.transaction import Connection

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

    def read_board(_: object, __: str, edges: int) -> None:
        count.boards += 1
        count.edges += edges
        count.parsed_in_writing += _writing.get()

    def read_puzzle(*_: object) -> None:
        count.puzzles += 1
        count.parsed_in_writing += _writing.get()

    def read_step(step: HistoryStep, _: object) -> None:
        count.changes += len(step.changes)

    def wrote(text: str, _: object) -> None:
        count.encoded += len(text)

    patches = (
        _noting(saving, "read_states", read_board),
        _noting(saving, "states_text", wrote),
        _noting(steps, "decode", read_step),
        _noting(steps, "encode", wrote),
        _noting(board_cache, "parse_loopy", read_puzzle),
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


def _noting(module: ModuleType, name: str, note: Callable[..., None]) -> Any:
    """A patch after which `note` gets each result of a function, and what the function got."""
    real = getattr(module, name)

    def noting(*given: Any) -> Any:
        result = real(*given)
        note(result, *given)
        return result

    return mock.patch.object(module, name, noting)


def _text_bytes(fields: Iterable[object]) -> int:
    """The bytes of text in a row or among the values of a statement."""
    return sum(len(field) for field in fields if isinstance(field, str))


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
