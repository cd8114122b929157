"""Answers /solve, and handles the button that shows the next solution."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import Any

import discord
import structlog

from bot.attachments import fetch_text
from bot.components.next_solution import PUZZLE_FILE, NextSolution
from bot.handlers.secrecy import SecrecyHandlers
from bot.interaction_state import Interaction
from bot.interactions import Interactions, reply
from bot.message_parts import walk
from bot.presenters.solving import answer_message
from bot.router import Router
from bot.viewers import Viewer
from jobs import Appearance, MessageTexts, PastedText, SolveRequest
from service.dailies import LiveDaily
from service.errors import InputError, Problem
from service.solving import Solving
from solver.report import SOLUTION_ORDER
from telemetry.metrics import Metrics
from texts import solving as texts

_ID = r"(\d+x\d+:[0-9a-z]+)"
_ID_LINE = re.compile(re.escape(texts.PUZZLE_ID).replace(re.escape("{puzzle}"), _ID))

log = structlog.stdlib.get_logger(__name__)


class SolveHandlers:
    """Solves puzzles from users; a live daily only after a private confirmation."""

    def __init__(
        self,
        *,
        interactions: Interactions,
        solving: Solving,
        secrecy: SecrecyHandlers,
        metrics: Metrics,
        input_bytes: int,
    ) -> None:
        self._interactions = interactions
        self._solving = solving
        self._secrecy = secrecy
        self._metrics = metrics
        self._input_bytes = input_bytes

    def add_to(self, router: Router) -> None:
        """Register the handler of the button."""
        router.add(NextSolution, self.next_solution)

    async def answer(
        self,
        interaction: Interaction,
        viewer: Viewer,
        source: PastedText | MessageTexts,
        appearance: Appearance,
        index: int = 0,
    ) -> None:
        """Solve a puzzle, and replace "thinking…" or the pressed message with the answer.

        `index` selects the solution to show, counted from 0. Of a message only the puzzle is
        stored until the answer is sent.
        """
        if isinstance(source, MessageTexts):
            source = await self._solving.puzzle_in(source, interaction.user.id)
        request = self._solving.request(source, appearance, viewer.localizer.language, index)
        await self._interactions.store_payload(
            interaction, to_payload(request, private=viewer.private)
        )
        start = time.perf_counter()
        answer = await self._solving.solve(request, interaction.user.id)
        if isinstance(answer, LiveDaily):
            await self._secrecy.keep_secret(interaction, viewer, answer)
            return
        work_seconds = time.perf_counter() - start
        self._metrics.solves.labels(answer.outcome.value).inc()
        alone = viewer.private or interaction.context.dm_channel
        await reply(
            interaction, answer_message(viewer.localizer, answer, appearance, private=alone)
        )
        log.info(
            "answered",
            size=answer.size,
            outcome=answer.outcome.value,
            solutions=answer.solutions,
            solve_ms=round(answer.stats.seconds * 1000),
            work_ms=round(work_seconds * 1000),
            total_ms=round((time.perf_counter() - start) * 1000),
        )

    async def next_solution(self, interaction: Interaction, button: NextSolution) -> None:
        """Solve the puzzle of the message again up to the button's solution, and show that.

        Raises `InputError` when the order of solutions has changed since the message was sent: the
        index would be that of another solution.
        """
        async with self._interactions.pressing(interaction) as viewer:
            if button.order != SOLUTION_ORDER:
                raise InputError(Problem.ORDER_CHANGED)
            puzzle = await puzzle_in_answer(interaction.message, self._input_bytes)
            await self.answer(interaction, viewer, puzzle, button.appearance, button.index)


async def puzzle_in_answer(message: discord.Message | None, max_bytes: int) -> PastedText:
    """The puzzle in the message of an answer, from its text or a file of at most `max_bytes` bytes.

    Raises `InputError` when the message contains none, or the file cannot be read.
    """
    if message is not None:
        for part in walk(message.components):  # a file in a component is not an attachment
            if isinstance(part, discord.TextDisplay) and (found := _ID_LINE.search(part.content)):
                return PastedText(found[1])
            if isinstance(part, discord.FileComponent) and part.name == PUZZLE_FILE:
                return PastedText(await fetch_text(part.media.url, max_bytes))
    raise InputError(Problem.PUZZLE_GONE)


def to_payload(request: SolveRequest, *, private: bool) -> dict[str, Any]:
    """The JSON values of a request for a pending reply, from which a restart can answer.

    >>> request = SolveRequest(PastedText("1x1:4"), index=2)
    >>> from_payload(to_payload(request, private=True), "en") == (request, True)
    True
    """
    return {
        "pasted": request.source.text,
        "index": request.index,
        "theme": request.appearance.theme,
        "labels": request.appearance.labels,
        "dots": request.appearance.dots,
        "private": private,
    }


def from_payload(payload: Mapping[str, Any], language: str) -> tuple[SolveRequest, bool]:
    """The request of a payload, with default limits, and whether its answer is private."""
    source = PastedText(payload["pasted"])
    # A payload of an earlier version has no "dots".
    appearance = Appearance(payload["theme"], payload["labels"], payload.get("dots", False))
    return SolveRequest(source, payload["index"], appearance, locale=language), payload["private"]
