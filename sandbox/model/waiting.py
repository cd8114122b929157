"""Waiting for a condition on the state of the chat."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.model.events import Event
from sandbox.model.records import AnswerStage, Interaction
from sandbox.model.state import State

T = TypeVar("T")


async def wait_until(state: State, probe: Callable[[], T | None], seconds: float) -> T:
    """The first value other than None that `probe` returns; it is called again after every event.

    Raises `TimeoutError` after `seconds`.
    """
    found = probe()
    if found is not None:
        return found
    result: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def listen(_: Event) -> None:
        seen = probe()
        if seen is not None and not result.done():
            result.set_result(seen)

    unsubscribe = state.subscribe(listen)
    try:
        return await asyncio.wait_for(result, seconds)
    finally:
        unsubscribe()


async def wait_for_answer(state: State, interaction_id: int, seconds: float) -> Interaction:
    """Wait until an interaction is answered or has failed, and return it.

    Raises `TimeoutError` after `seconds`.
    """

    def probe() -> Interaction | None:
        interaction = state.interactions[interaction_id]
        settled = interaction.stage in (AnswerStage.ANSWERED, AnswerStage.FAILED)
        return interaction if settled else None

    return await wait_until(state, probe, seconds)
