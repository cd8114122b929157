"""Playing in the chat: the pad, moves as text, answers, restarts, and what others can see."""

import asyncio
import gc

import discord
import pytest
from msgspec.structs import replace

from bot.answering.layouts import LinkedView
from puzzle.model import Board, EdgeState
from puzzle.moves import format_marks
from puzzle.notation import format_puzzle, format_pzpr
from puzzle.places import dot_name
from puzzle.symmetry import images
from sandbox.chat.interactions import CallbackType
from sandbox.model.components import walk
from sandbox.model.records import MessageFlag
from sandbox.model.uploads import Upload
from solver.search import solve
from tests.support.chat.dailies import daily_puzzle
from tests.support.chat.messages import labels, picture_text, readable
from tests.support.chat.playing import (
    FIVE,
    PUZZLE,
    SOLUTION,
    arrows,
    drawn,
    link_to,
    moves,
    opened,
    press,
    tap,
    tour,
    write,
)
from tests.support.chat.runner import Runner
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import board_page, boards, commands, problems, sharing, verdicts
from tools.bench.operations import counted

SOON_OR_LATE = [(60.0, CallbackType.UPDATE), (0.0, CallbackType.DEFERRED_UPDATE)]


async def test_a_board_is_played_to_its_end_with_the_pad(chat: Sandbox) -> None:
    board = await opened(chat)
    assert board.ephemeral
    dots = tour(PUZZLE.grid, SOLUTION)
    board = await write(chat, board, f"go {dot_name(PUZZLE.grid, dots[0])}")
    *most, last = arrows(PUZZLE, dots)
    board = await press(chat, board, *most)
    assert len(await drawn(board)) == len(SOLUTION) - 1
    chat.clock.advance(60)
    board = await press(chat, board, "submit")
    assert verdicts.UNFINISHED.text in board.text
    board = await press(chat, board, last)
    assert boards.SOLVED.text in board.text
    assert "No help" in board.text
    assert await drawn(board, labels=False) == SOLUTION
    assert sharing.SHARE.text in labels(board.message)
    assert boards.SUBMIT.text not in labels(board.message)


async def test_a_press_reads_its_board_with_what_shows_it_at_once(chat: Sandbox) -> None:
    """Its claim, its board, and what is stored of it: the board and an entry of its journal."""
    board = await press(chat, await opened(chat), "right")
    with counted() as count:
        await press(chat, board, "down")
    assert count.statements == 4


async def test_a_press_leaves_nothing_for_the_garbage_collector(chat: Sandbox) -> None:
    board = await press(chat, await opened(chat), "right")
    gc.collect()

    def held() -> int:
        return sum(isinstance(it, discord.Interaction | LinkedView) for it in gc.get_objects())

    before = held()
    gc.disable()
    try:
        await press(chat, board, *["undo", "right"] * 3)
        async with asyncio.timeout(10):
            while held() > before:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)  # the last one is still being handled
    finally:
        gc.enable()


@pytest.mark.parametrize(("seconds", "callback"), SOON_OR_LATE)
async def test_a_press_is_answered_by_its_picture_if_that_is_ready_soon(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch, seconds: float, callback: CallbackType
) -> None:
    board = await opened(chat)
    monkeypatch.setattr("bot.answering.interactions.ANSWER_SECONDS", seconds)
    for arrow, lines in (("right", "1 line"), ("down", "2 lines")):
        board = await press(chat, board, arrow)
        assert board.interaction.callback == callback
        assert f"with {lines} drawn" in str(board.message)
        assert len(board.files) == 1


async def test_a_press_without_a_picture_is_acknowledged(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A newer picture is to be shown in the message."""
    board = await opened(chat)
    monkeypatch.setattr("bot.boards.display.MessageUpdates.is_replaced", lambda *_: True)
    before = board.message
    skipped = await tap(chat, board, "right")
    assert skipped.interaction.callback == CallbackType.DEFERRED_UPDATE
    assert board.message == before


async def test_moves_as_text_with_crosses_undo_and_clear(chat: Sandbox) -> None:
    board = await write(chat, await opened(chat), "A1-C1-C2 x A2-B2")
    assert "corner of B2**" in board.text
    assert "with 3 lines drawn and 1 cross." in picture_text(board.message)
    board = await press(chat, board, "undo")
    assert "with" not in picture_text(board.message)
    board = await press(chat, board, "redo", "clear")
    assert "with" not in picture_text(board.message)
    board = await press(chat, board, "undo")
    for text, problem in (("A1-A9", "A9"), ("go", "go C3"), ("sideways", "sideways")):
        board = await write(chat, board, text)
        assert problem in board.text
        assert "with 3 lines drawn and 1 cross." in picture_text(board.message)
    board = await press(chat, board, "cross", "down", "erase", "left", "up", "right")
    assert "with 3 lines drawn and 1 cross." in picture_text(board.message)


async def test_a_person_who_chose_labels_of_dots_is_told_of_the_pen_by_them(chat: Sandbox) -> None:
    cells = await opened(chat)
    settings = await chat.client.slash("settings")
    await chat.client.select(settings, "ouro:setting:switches", ["dots"])
    board = await write(chat, cells, "go F6")
    assert "The pen is at **F6** and draws lines." in board.text
    dots = await board.attachment_bytes()
    await chat.client.select(settings, "ouro:setting:switches", [])
    board = await press(chat, board, "line")
    assert "corner of E5**" in board.text
    assert await board.attachment_bytes() != dots


async def test_a_wrong_answer_names_the_place_and_costs_time(chat: Sandbox) -> None:
    board = await opened(chat)
    branching = [each for each in PUZZLE.grid.dot_edges[7] if each not in SOLUTION][:1]
    wrong = moves(SOLUTION ^ {*branching})
    reply = await chat.client.slash("submit", {"moves": wrong})
    assert "**Not the solution.** That adds 30 seconds." in reply.text
    assert "Lines branch at the top-left corner of A2" in reply.text
    right = format_pzpr(Board.of_lines(PUZZLE, SOLUTION))
    for text, problem in (("A1-Z9", "Z9"), ("https://puzz.link/p?slither/5/5/0", "lines")):
        reply = await chat.client.slash("submit", {"moves": text})
        assert problem in reply.text
    reply = await chat.client.slash("submit", {"file": Upload("loop.txt", right.encode())})
    assert boards.SOLVED.text in reply.text
    assert "Mistakes 1" in reply.text
    board = await press(chat, board, "submit")  # an old message shows the same
    assert boards.SOLVED.text in board.text
    reply = await chat.client.slash("submit", {"moves": wrong})
    assert "no board open" in reply.text


async def test_help_from_the_pad_and_giving_up(chat: Sandbox) -> None:
    board = await opened(chat)
    board = await press(chat, board, "hint")
    board = await press(chat, board, "draw", "check", "draw")
    board = await press(chat, board, "give-up", "draw", "give-up")
    [reveal] = [id_ for id_ in custom_ids(board) if id_.startswith("ouro:reveal:")]
    board = await chat.client.press(board, reveal)
    assert "One solution" in board.text
    board = await press(chat, board, "draw")
    assert boards.CLOSED.text in board.text


def custom_ids(board: Reply) -> list[str]:
    parts = walk(board.message["components"])
    return [str(part["custom_id"]) for part in parts if "custom_id" in part]


async def test_nobody_plays_on_the_board_of_another(chat: Sandbox) -> None:
    board = await opened(chat)
    messages, number = chat.state.messages, int(board.message["id"])
    messages[number] = replace(messages[number], visible_to=None)  # so that others can press
    for action in ("right", "submit", "type", "hint", "check", "give-up"):
        stranger = await press(chat, board, action, user=chat.client.member)
        assert problems.NOT_YOURS.text in stranger.text
    assert "with" not in picture_text(board.message)


async def test_a_board_that_others_see_has_no_link(chat: Sandbox) -> None:
    """Its button answers with the board in private, which has one."""
    board = await opened(chat)
    messages, number = chat.state.messages, int(board.message["id"])
    shown = messages[number]
    flags = shown.flags & ~MessageFlag.EPHEMERAL
    messages[number] = replace(shown, visible_to=None, flags=flags)
    board = await press(chat, board, "right")
    assert all("url" not in part for part in walk(board.message["components"]))
    private = await chat.client.press(board, board_page.OPEN_BOARD.text)
    assert "/board/#" in link_to(private)
    stranger = await chat.client.press(board, board_page.OPEN_BOARD.text, user=chat.client.member)
    assert problems.NOT_YOURS.text in stranger.text


async def test_boards_outlive_a_restart_and_their_token(sandbox: Sandbox, run_bot: Runner) -> None:
    async with run_bot(sandbox):
        board = await press(sandbox, await opened(sandbox), "right", "down")
        form = await press(sandbox, board, "type")
    sandbox.clock.advance(60 * 60)
    async with run_bot(sandbox):
        board = await press(sandbox, board, "right")
        assert "with 3 lines drawn" in picture_text(board.message)
        board = await sandbox.client.submit_modal(form, {"moves": "x A1-A2"})
        assert "with 3 lines drawn and 1 cross" in picture_text(board.message)
        overview = await sandbox.client.slash("play")
        again = await press(sandbox, overview, "play")
        again = await press(sandbox, again, "draw")
        assert "corner of A2**" in again.text
        board = await press(sandbox, again, "undo", "undo")
        assert "with 2 lines drawn." in picture_text(board.message)


async def test_a_solved_board_is_shared_with_its_loop(chat: Sandbox) -> None:
    await opened(chat)
    solved = await chat.client.slash("submit", {"moves": moves(SOLUTION)})
    await chat.client.press(solved, sharing.SHARE.text)
    await solved.until(lambda message: sharing.SHARED.text in str(message["components"]))
    shared = await chat.client.wait_for_message(
        lambda message: "Ouro · 5x5" in str(message["components"]), user=chat.client.member
    )
    assert f"<@{chat.client.me}>" in str(shared["components"])
    assert "The loop is shown." in picture_text(shared)
    again = await chat.client.press(solved, sharing.SHARE.text)
    assert problems.SHARED_LATELY.text in again.text
    theirs = await chat.client.press(shared, boards.PLAY.text, user=chat.client.member)
    assert theirs.ephemeral
    assert "with" not in picture_text(theirs.message)


async def test_the_puzzle_of_a_message_is_opened(chat: Sandbox) -> None:
    post = await chat.client.post_message(f"can you do {FIVE} ?")
    board = await chat.client.message_command(commands.PLAY_MESSAGE.text, post)
    assert "Slitherlink 5x5" in board.text
    answer = await chat.client.slash("solve", {"puzzle": FIVE})
    board = await chat.client.message_command(commands.PLAY_MESSAGE.text, answer)
    assert "Slitherlink 5x5" in board.text
    for puzzle, problem in (
        ("40x5:a", "no side may be over 30 cells"),
        ("3x3:i", "no clue"),
        ("2x2:0123", "No single loop"),
        ("hello", "hello"),
    ):
        reply = await chat.client.slash("play", {"puzzle": puzzle})
        assert problem in reply.text
        assert not reply.files
    board = await chat.client.slash("play", {"puzzle": "3x3:1h"})
    assert boards.SEVERAL.text in board.text


async def test_a_daily_is_solved_and_shared_and_its_copies_are_the_daily(chat: Sandbox) -> None:
    puzzle = await daily_puzzle(chat, "easy")
    overview = await chat.client.slash("play")
    [easy] = [each for each in custom_ids(overview) if each.endswith(":easy")]
    board = await chat.client.press(overview, easy)
    assert "Easy 7x7" in board.text
    turned = format_puzzle(images(puzzle)[1], "rows")
    copy = await chat.client.slash("play", {"puzzle": turned})
    assert boards.IS_A_DAILY.text in copy.text
    assert "Easy 7x7" in copy.text
    [solution] = solve(puzzle).solutions
    loop = format_marks(puzzle.grid, dict.fromkeys(solution, EdgeState.LINE))
    chat.clock.advance(100)
    board = await write(chat, board, loop)
    assert boards.COUNTS.text in board.text
    assert "No help" in board.text
    standing = await chat.client.press(board, f"ouro:board:{post_day(easy)}:easy")
    assert f"<@{chat.client.me}>" in standing.text
    await chat.client.tap(board, sharing.SHARE.text)
    shared = await chat.client.wait_for_message(
        lambda message: "No help" in str(message["components"]), user=chat.client.member
    )
    assert "Nothing else of the puzzle is shown" in picture_text(shared)
    assert "Regions in the order of solving, row by row: " in picture_text(shared)
    assert "\u20e3" not in readable(shared)  # the picture has it
    theirs = await chat.client.press(shared, easy, user=chat.client.member)
    assert "with" not in picture_text(theirs.message)
    overview = await chat.client.slash("play")
    assert "solved in 1:4" in overview.text


def post_day(custom_id: str) -> str:
    return custom_id.split(":")[2]
