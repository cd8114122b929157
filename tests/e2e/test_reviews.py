"""Reviews in the chat: of a board solved by presses, and of a live daily."""

from io import BytesIO

from PIL import Image

from sandbox.model.components import walk
from tests.support.chat.messages import labels
from tests.support.chat.playing import (
    PUZZLE,
    SOLUTION,
    arrows,
    opened,
    press,
    tour,
    write,
)
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import practice, reviews


def galleries(reply: Reply) -> list[str]:
    parts = [part for part in walk(reply.message["components"]) if part["type"] == 12]
    return [item["description"] for part in parts for item in part["items"]]


async def solved_by_presses(chat: Sandbox) -> Reply:
    """A board on which one line is wrong and taken back, and then the loop is drawn."""
    board = await opened(chat)
    board = await write(chat, board, "B3 top")
    board = await press(chat, board, "undo")
    dots = tour(PUZZLE.grid, SOLUTION)
    row, col = PUZZLE.grid.dots[dots[0]]
    board = await write(chat, board, f"go {chr(ord('A') + int(col))}{int(row) + 1}")
    chat.clock.advance(45)
    return await press(chat, board, *arrows(PUZZLE, dots))


async def test_a_board_solved_by_presses_is_reviewed_and_replayed(own_chat: Sandbox) -> None:
    board = await solved_by_presses(own_chat)
    review = await own_chat.client.press(board, reviews.REVIEW.text)
    assert review.ephemeral
    assert reviews.TITLE.text in review.text
    assert "1 stroke went wrong." in review.text
    assert "1 wrong mark was taken back." in review.text
    assert "The solution does not have the line at the top of B3." in review.text
    assert " passed before the " in review.text
    assert 2 <= len(galleries(review)) <= 5
    replay = await own_chat.client.press(review, reviews.REPLAY.text)
    assert replay.ephemeral
    moving = Image.open(BytesIO(await replay.attachment_bytes()))
    assert moving.format == "GIF"
    assert getattr(moving, "n_frames", 1) > 5
    drill = await own_chat.client.press(review, practice.TRAIN_BUTTON.text)
    assert drill.ephemeral
    assert "① line" in labels(drill.message)
