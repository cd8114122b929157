"""Waiting for what nothing announces: another process, a file, a row of the database."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable


async def until(condition: Callable[[], object], seconds: float = 60) -> None:
    """Ask until the answer is true; the condition may be a coroutine function."""
    async with asyncio.timeout(seconds):
        while not await _answer(condition()):  # noqa: ASYNC110 - nothing tells of the change
            await asyncio.sleep(0.01)


async def until_is(wanted: object, ask: Callable[[], Awaitable[object]]) -> None:
    """Ask until the answer is what is wanted."""

    async def is_wanted() -> bool:
        return await ask() == wanted

    await until(is_wanted)


async def _answer(said: Awaitable[object] | object) -> object:
    return await said if inspect.isawaitable(said) else said
