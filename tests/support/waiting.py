"""Polling for conditions without events: another process, a file, a row of the database."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable


async def until(condition: Callable[[], object], seconds: float = 300) -> None:
    """Poll until the condition is true; it may be a coroutine function.

    Raises `TimeoutError` after `seconds`.
    """
    async with asyncio.timeout(seconds):
        while not await _answer(condition()):  # noqa: ASYNC110 - the change sends no event
            await asyncio.sleep(0.01)


async def until_is(wanted: object, ask: Callable[[], Awaitable[object]]) -> None:
    """Poll until `ask` returns the wanted value; raises `TimeoutError` as `until` does."""

    async def is_wanted() -> bool:
        return await ask() == wanted

    await until(is_wanted)


async def _answer(said: Awaitable[object] | object) -> object:
    return await said if inspect.isawaitable(said) else said
