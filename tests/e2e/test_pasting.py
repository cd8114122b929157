"""Puzzles of the user's own: the form of /play, and rows whose line ends were lost."""

import pytest

from bot.boards import texts as boards_texts
from bot.pasting import texts as pasting
from puzzle.notation import parse_puzzle
from puzzle.rules import is_solved
from sandbox.model.uploads import Upload
from tests.support.chat.messages import labels
from tests.support.chat.playing import drawn
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import problems

ROWS = "3..\n...\n..3"
"""Rows on lines of their own, blank at line ends."""


async def entered(
    chat: Sandbox, puzzle: str = "", file: Upload | None = None, **more: str
) -> Reply:
    """The answer to a form with these entries."""
    overview = await chat.client.slash("play")
    form = await chat.client.press(overview, pasting.ENTER.text)
    entries = {"puzzle": puzzle, **more} | ({"file": [file]} if file else {})
    return await chat.client.submit_modal(form, entries)


async def test_a_puzzle_of_several_lines_is_played(chat: Sandbox) -> None:
    board = await entered(chat, ROWS)
    assert board.ephemeral
    assert boards_texts.DRAW.text in labels(board.message)
    assert "3x3" in board.text


async def test_a_file_is_solved_and_rated(chat: Sandbox) -> None:
    file = Upload("puzzle.txt", ROWS.encode())
    solved = await entered(chat, file=file, purpose="solve")
    assert solved.ephemeral
    puzzle = parse_puzzle(ROWS)
    assert is_solved(puzzle, await drawn(solved, puzzle.grid, labels=False))
    rated = await entered(chat, file=file, purpose="rate")
    assert rated.ephemeral
    assert rated.files
    assert rated.text != solved.text


async def test_neither_text_nor_file_and_both(chat: Sandbox) -> None:
    for given in ({}, {"puzzle": ROWS, "file": Upload("puzzle.txt", ROWS.encode())}):
        answer = await entered(chat, **given)  # type: ignore[arg-type]
        assert problems.PUZZLE_OR_FILE.text in answer.text


async def test_a_file_that_is_too_large_is_refused(chat: Sandbox) -> None:
    answer = await entered(chat, file=Upload("big.txt", b"." * 2**21))
    assert "too large" in answer.text


@pytest.mark.parametrize("command", ["solve", "play"])
async def test_lost_line_ends(chat: Sandbox, command: str) -> None:
    joined = ROWS.replace("\n", "")
    lost = await chat.client.slash(command, {"puzzle": joined[:8]})
    assert "one row of 8 cells" in lost.text
    assert f"`/{command} puzzle:" in lost.text
    assert "`/play` alone has a form" in lost.text
    square = await chat.client.slash(command, {"puzzle": joined})
    assert "Please check: no size is given, so it is read as a square of 3x3." in square.text
    answer = await chat.client.slash(command, {"puzzle": ROWS.replace("\n", " ")})
    assert "3x3" in answer.text
