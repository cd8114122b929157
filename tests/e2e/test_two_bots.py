"""Two bots on one token and one database, as in a rolling restart: everything is done once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from play.clock import Help
from play.pen import Arrow, Pad
from play.saving import from_text
from sandbox.model.events import Event, InteractionCreated
from sandbox.model.uploads import Body
from tests.support.chat.messages import readable
from tests.support.chat.playing import PUZZLE, button, moves, opened, press, tap
from tests.support.chat.playing import SOLUTION as LOOP
from tests.support.chat.stored import count, pending_replies, rows
from tests.support.program import end_of, forked_service
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until
from tests.support.warm.program import WarmProgram
from texts import helping, problems, sharing

pytestmark = pytest.mark.both_databases

WRONG = moves(frozenset(PUZZLE.grid.cell_edges[0]))
"""A loop around one cell."""
ARROWS = ["right", "down", "left", "up", "right"] * 2

DEFERRED_MESSAGE, DEFERRED_UPDATE = 5, 6
"""Discord's numbers of acknowledgements."""

Stop: TypeAlias = Callable[[], Awaitable[None]]


@asynccontextmanager
async def two_bots(bots: WarmProgram, chat: Sandbox, folder: Path) -> AsyncIterator[Stop]:
    """Two programs that both receive every interaction; the function stops them in good order."""
    async with AsyncExitStack() as stack:
        processes = [
            await stack.enter_async_context(forked_service(bots, chat, folder, OURO_WORKERS="1"))
            for _ in range(2)
        ]
        await until(lambda: sum(one.send is not None for one in chat.gateway.sessions) == 2)

        async def stop() -> None:
            for process in processes:
                process.terminate()
            for code, _, log in await asyncio.gather(*map(end_of, processes)):
                assert code == 0
                assert [entry for entry in log if entry.get("level") == "error"] == []

        yield stop


async def attempt_of(address: str, player: int) -> dict[str, Any]:
    """The only attempt of a player, as it is stored."""
    found = "SELECT pad, nudges, mistakes FROM attempts WHERE player_id = :player"
    [row] = await rows(address, found, player=player)
    return dict(zip(("pad", "nudges", "mistakes"), row, strict=True))


def seen_with(chat: Sandbox, sentence: str, user: int | None = None) -> int:
    """In how many messages a person sees a sentence."""
    return sum(sentence in readable(message) for message in chat.client.messages(user=user))


@pytest.mark.usefixtures("made_dailies")
async def test_everything_is_done_once(
    sandbox: Sandbox, warm_bots: WarmProgram, tmp_path: Path, bot_database: str
) -> None:
    chat, address = sandbox.client, bot_database
    ann, bob, eve, fay = (sandbox.add_user(name) for name in ("Ann", "Bob", "Eve", "Fay"))
    puzzles_before = await count(address, "puzzles")
    async with two_bots(warm_bots, sandbox, tmp_path) as stop:
        # The pad, pressed slowly and fast.
        board = await opened(sandbox, user=ann)
        for arrow in ARROWS:
            board = await chat.press(board, button(board, arrow), user=ann)
        for arrow in ARROWS:
            await chat.tap(board, button(board, arrow), user=ann)
        expected = Pad.fresh(PUZZLE)
        for arrow in ARROWS * 2:
            expected = expected.apply(Arrow[arrow.upper()])
        lines = f"with {len(expected.board.lines)} lines drawn"
        await board.until(lambda message: lines in str(message))

        # A hint, wrong answers.
        own = await opened(sandbox, user=bob)
        await press(sandbox, own, "hint", user=bob)
        await chat.slash("submit", {"moves": WRONG}, user=bob)
        await chat.slash("submit", {"moves": WRONG}, user=bob)

        # A puzzle is generated.
        await chat.slash("new", {"size": "5x5", "level": "easy"}, user=eve)
        await chat.slash("settings", {"zone": "Asia/Tokyo"}, user=eve)

        # A result is shared, and everything deleted: the board is gone then.
        solved = await opened(sandbox, user=fay)
        form = await press(sandbox, solved, "type", user=fay)
        solved = await chat.submit_modal(form, {"moves": moves(LOOP)})
        await chat.press(solved, sharing.SHARE.text, user=fay)
        told = await chat.slash("privacy", user=fay)
        question = await chat.press(told, "ouro:privacy:delete", user=fay)
        await chat.press(question, "ouro:privacy:confirm", user=fay)
        await chat.press(solved, sharing.SHARE.text, user=fay)
        await stop()

    assert from_text(PUZZLE, (await attempt_of(address, ann))["pad"]) == expected
    helped = await attempt_of(address, bob)
    assert (helped["nudges"], helped["mistakes"]) == (1, 1)
    assert seen_with(sandbox, problems.NOT_YOURS.text, fay) == 1
    assert await count(address, "puzzles") == puzzles_before + 2  # the generated, the pasted
    used = "SELECT used FROM quotas WHERE scope = 'puzzles' AND subject_id = :eve"
    assert await rows(address, used, eve=eve) == [(1,)]
    assert len(chat.messages()) == 1  # what was shared is all that everybody sees
    assert await pending_replies(address) == []


# One bot, and a test in the place of the other


@contextmanager
def acknowledged_elsewhere(chat: Sandbox, kind: int) -> Iterator[list[int]]:
    """Somebody else acknowledges each interaction, before the bot can; yields their IDs."""
    seen: list[int] = []

    def acknowledge(event: Event) -> None:
        if isinstance(event, InteractionCreated):
            seen.append(event.interaction.id)
            body = Body({"type": kind})
            chat._interactions.callback(event.interaction.id, event.interaction.token, body)

    unsubscribe = chat.state.subscribe(acknowledge)
    try:
        yield seen
    finally:
        unsubscribe()


async def test_who_stores_a_press_draws_it_whoever_acknowledges(chat: Sandbox) -> None:
    board = await opened(chat)
    with acknowledged_elsewhere(chat, DEFERRED_UPDATE):
        board = await chat.client.press(board, button(board, "right"))
    assert "with 1 line drawn" in str(board.message)


async def test_who_claims_a_command_answers_it_whoever_acknowledges(chat: Sandbox) -> None:
    with acknowledged_elsewhere(chat, DEFERRED_MESSAGE):
        reply = await chat.client.slash("solve", {"puzzle": "3x3:i"})
    assert "213 solutions" in reply.text


async def test_a_press_that_another_bot_acknowledges_first_is_left_to_it(chat: Sandbox) -> None:
    board = await opened(chat)
    before = board.message
    with acknowledged_elsewhere(chat, DEFERRED_UPDATE):
        await tap(chat, board, "submit")
        await tap(chat, board, "hint")
    after = await chat.client.slash("hint")  # counted once, and by this command
    assert helping.COST.text.partition(" ")[0] in after.text
    assert f"+{Help.NUDGE.penalty}" in after.text
    assert helping.COUNTED_BEFORE.text.partition(",")[0] not in after.text
    assert board.message == before
