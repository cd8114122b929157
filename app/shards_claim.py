"""Waits for a range of shards that no other process has, where the settings ask for any."""

import asyncio
import contextlib

import structlog

from app.health import serving_health
from app.settings import Settings
from service.processes import RENEWAL_SECONDS, Processes
from store.errors import StoreError
from store.shards import FreeRange
from telemetry.metrics import Metrics
from texts import operator

log = structlog.stdlib.get_logger(__name__)


async def claim_shards(
    settings: Settings, processes: Processes, metrics: Metrics, stop: asyncio.Event
) -> Settings | None:
    """The settings with the range of this process, as soon as there is one.

    They are unchanged if they name a range or none. Until then the process is alive and not ready.
    Returns None if `stop` is set before.
    """
    free = settings.shards
    if not isinstance(free, FreeRange):
        return settings

    async def discord() -> str:
        return operator.NO_RANGE

    async with serving_health(settings, metrics, {"discord": discord}):
        if not await _until_claimed(processes, free, stop):
            return None
    log.info("shards claimed", shards=str(processes.shards))
    return settings.model_copy(update={"shards": processes.shards})


async def _until_claimed(processes: Processes, free: FreeRange, stop: asyncio.Event) -> bool:
    """Claim a range; returns false if `stop` is set before one is free."""
    logged = False
    while not stop.is_set():
        try:
            if await processes.claim(free):
                return True
        except StoreError as error:
            log.warning("no shards claimed", reason=type(error).__name__)
        if not logged:
            log.info("waiting for shards that no process has", size=free.size, shards=free.count)
            logged = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), RENEWAL_SECONDS)
    return False
