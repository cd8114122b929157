"""Keeping duties going, whatever happens in them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import structlog

if TYPE_CHECKING:
    from bot.client import OuroClient

log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to be looked after every so many `seconds`."""

    name: str
    seconds: float
    look_after: Callable[[OuroClient], Awaitable[None]]


@contextlib.asynccontextmanager
async def on_duty(client: OuroClient, duties: Sequence[Duty]) -> AsyncIterator[None]:
    """Duties are looked after while the block runs, once the client is connected."""
    tasks = [asyncio.create_task(_keep(client, duty), name=duty.name) for duty in duties]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _keep(client: OuroClient, duty: Duty) -> None:
    await client.connected.wait()
    while not client.closing:
        try:
            await duty.look_after(client)
        except Exception as error:
            log.error("duty failed", duty=duty.name, exc_info=error)
        await asyncio.sleep(duty.seconds)
