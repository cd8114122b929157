"""Entering a puzzle in the chat: /create, the form, the page, and what follows."""

import pytest

from puzzle.notation import parse_loopy, parse_rows
from tests.support.chat.messages import labels
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import drafts as texts
from texts import problems
from texts.puzzles import EXAMPLE, EXAMPLE_ROWS

PUZZLE = parse_loopy(EXAMPLE)
ROWS = EXAMPLE_ROWS.replace("/", "\n")


async def typed(chat: Sandbox, draft: Reply, text: str) -> Reply:
    """The draft after clues are typed in its form."""
    form = await chat.client.press(draft, texts.TYPE.text)
    return await chat.client.submit_modal(form, {"clues": text})


async def test_a_puzzle_is_entered_mended_and_played(chat: Sandbox) -> None:
    begun = await chat.client.slash("create", {"size": "5"})
    assert begun.ephemeral
    assert begun.text.startswith("### Your puzzle, 5x5\nIt has no clues yet.")
    assert labels(begun.message) == ["Edit", "Play", "Share", "Copy", "Type clues", "Look again"]
    wrong = await typed(chat, begun, f"{ROWS}1")
    assert "Read as rows of cells: in row 5" in wrong.text
    filled = await typed(chat, begun, ROWS)
    assert "It has one solution.\nExpert: it takes" in filled.text
    assert labels(filled.message)[0] == "Play"
    mended = await typed(chat, filled, "C1 = 3\nZ1 = 2\nhello")
    assert "There is no cell Z1; this board has the cells A1 to E5." in mended.text
    assert "'hello' does not say which clue a cell has" in mended.text
    assert "It has no solution." in mended.text
    refused = await chat.client.press(mended, "Play")
    assert problems.NO_SOLUTION.text in refused.text
    await typed(chat, mended, "C1 = 1")
    board = await chat.client.press(mended, "Play")
    assert board.ephemeral
    assert "5x5" in board.text
    copied = await chat.client.press(mended, "Copy")
    parts = copied.text.split("```")
    assert (parse_loopy(parts[1].strip()), parse_rows(parts[3].strip())) == (PUZZLE, PUZZLE)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"size": "31"}, "I cannot make 31x31 puzzles: each side must be 3 to 30 cells."),
    ],
)
async def test_an_empty_board_has_only_a_size(
    chat: Sandbox, options: dict[str, str | bool], problem: str
) -> None:
    refused = await chat.client.slash("create", {**options})
    assert problem.replace("`", "") in refused.text.replace("`", "")


async def test_a_large_puzzle_is_copied_without_a_link(chat: Sandbox) -> None:
    begun = await chat.client.slash("create", {"size": "30"})
    rows = ("20" * 15, "31" * 15) * 15
    filled = await typed(chat, begun, "\n".join(rows))
    copied = await chat.client.press(filled, "Copy")
    assert copied.text.count("```") == 4
    assert labels(copied.message) == []


async def test_other_tilings_and_rules_are_entered(chat: Sandbox) -> None:
    honeycomb = await chat.client.slash("create", {"size": "3x3", "tiling": "honeycomb"})
    assert "honeycomb" in honeycomb.text
    filled = await typed(chat, honeycomb, "A1 = 6")
    assert "It has one solution." in filled.text
    assert (await chat.client.press(filled, "Copy")).text.count("```") == 2
    sheep = await chat.client.slash("create", {"size": "4x3", "rules": "sheep-wolf"})
    assert "sheep and wolves" in sheep.text
