"""Boards of other tilings and rules in the chat: opened from IDs and addresses, drawn, judged,
shared."""

import pytest

from puzzle.model import EdgeState, Puzzle
from puzzle.moves import examples, format_marks
from puzzle.notation import parse_puzzle
from puzzle.places import dot_name, side_name
from puzzle.rules import Capability, refusal
from puzzle.tilings.catalogue import TILINGS
from sandbox.model.components import walk
from solver.search import solve
from tests.support.chat.messages import labels, picture_text
from tests.support.chat.playing import arrows, opened, press, tour, write
from tests.support.sandbox.server import Sandbox
from tests.support.solver.expected import expected
from tests.support.variants import ADDRESSES, sample
from texts import boards, commands, helping, reviews, sharing
from texts import new_puzzles as generating
from tools.gallery.tilings import PUZZLES

BOARDS = {"honeycomb 5x4": "5x4t2:d0a443a432e4a", "Cairo 4x3": "4x3t4:32d34a34c4a0"}


@pytest.mark.parametrize("title", BOARDS)
async def test_a_board_is_played_from_its_id_to_the_share_card(chat: Sandbox, title: str) -> None:
    puzzle = parse_puzzle(BOARDS[title])
    [solution] = solve(puzzle).solutions
    board = await opened(chat, BOARDS[title])
    assert f"Slitherlink {title}" in board.text
    assert {"↖", "↑", "↗", "←", "→", "↙", "↓", "↘"} <= {*labels(board.message)}

    line, path, cross = examples(puzzle.grid)
    for text in (f"{line}, x {cross}", path):
        board = await write(chat, board, text)
        assert "drawn" in picture_text(board.message)
        board = await press(chat, board, "undo")
        assert "drawn" not in picture_text(board.message)
    board = await write(chat, board, "A1:A3 top")
    assert "only boards of squares have runs" in board.text
    overview = await chat.client.slash("play")
    assert f"**Slitherlink {title}** · 0 lines drawn" in overview.text

    dots = tour(puzzle.grid, solution)
    board = await write(chat, board, f"go {dot_name(puzzle.grid, dots[0])}")
    *most, last = arrows(puzzle, dots)
    board = await press(chat, board, *most)
    board = await press(chat, board, "undo", "redo", last)
    assert boards.SOLVED.text in board.text
    chat.clock.advance(60)
    await chat.client.press(board, sharing.SHARE.text)
    shared = await chat.client.wait_for_message(
        lambda message: f"Ouro · {title}" in str(message["components"]), user=chat.client.member
    )
    assert "The loop is shown." in picture_text(shared)
    review = await chat.client.press(board, reviews.REVIEW.text)
    assert reviews.TITLE.text in review.text
    replay = await chat.client.press(review, reviews.REPLAY.text)
    assert reviews.REPLAY_TITLE.text in replay.text


async def test_puzzles_of_every_tiling_are_solved(chat: Sandbox) -> None:
    for game_id in PUZZLES:
        puzzle = parse_puzzle(game_id)
        reply = await chat.client.slash("solve", {"puzzle": game_id})
        assert "has exactly one solution" in reply.text
        assert TILINGS[puzzle.grid.tiling].title in reply.text
        assert game_id in reply.text
        assert "Play in Loopy" in labels(reply.message)
        assert "with the loop drawn" in picture_text(reply.message)


async def test_a_puzzle_of_another_tiling_is_found_in_a_message(chat: Sandbox) -> None:
    said = await chat.client.post_message(f"who can solve {PUZZLES[1]}?")
    for command in (commands.SOLVE_MESSAGE, commands.RATE_MESSAGE, commands.PLAY_MESSAGE):
        reply = await chat.client.message_command(command.text, said)
        assert "honeycomb" in reply.text


async def test_what_is_too_large_to_play_is_said(chat: Sandbox) -> None:
    for puzzle, reason in (
        ("30x30t13:3", "a board may have at most 900 cells"),
        (f"30x30t2:{900 * '3'}", "a board may have at most 2000 edges here"),
    ):
        reply = await chat.client.slash("play", {"puzzle": puzzle})
        assert reason in reply.text


@pytest.mark.parametrize("title", BOARDS)
async def test_hints_and_checks(chat: Sandbox, title: str) -> None:
    puzzle = parse_puzzle(BOARDS[title])
    [solution] = solve(puzzle).solutions
    board = await opened(chat, BOARDS[title])
    hint = await press(chat, board, "hint")
    assert "Look around the 0" in hint.text
    board = await press(chat, hint, "draw")
    wrong = next(edge for edge in range(len(puzzle.grid.edge_dots)) if edge not in solution)
    board = await write(chat, board, side_name(puzzle.grid, wrong))
    check = await press(chat, board, "check")
    assert "One of your marks is wrong" in check.text


# Other rules


def moves(puzzle: Puzzle, lines: list[int], state: EdgeState = EdgeState.LINE) -> str:
    return format_marks(puzzle.grid, dict.fromkeys(lines, state))


async def test_help_that_there_is_not_is_refused_and_not_offered(chat: Sandbox) -> None:
    puzzle = sample("touch")
    (solution,) = expected(puzzle)
    no_hints = refusal(puzzle.rules, Capability.HINTS)
    elsewhere = await chat.client.slash("hint", {"puzzle": ADDRESSES["touch"]})
    assert elsewhere.text == no_hints
    assert str(puzzle.rules.title) not in (await chat.client.slash("play")).text  # not stored
    board = await opened(chat, ADDRESSES["touch"])
    (menu,) = [part for part in walk(board.message["components"]) if "options" in part]
    values = {option["value"] for option in menu["options"]}
    assert "check" in values
    assert "hint" not in values
    assert (await chat.client.slash("hint")).text == no_hints

    board = await write(chat, board, moves(puzzle, sorted(solution)[:1], EdgeState.CROSS))
    check = await press(chat, board, "check")
    assert "One of your marks is wrong" in check.text
    offered = labels(check.message)
    assert any(label.startswith("Which ones?") for label in offered)
    assert not any(label.startswith("Why?") for label in offered)
    why = await chat.client.slash("check", {"detail": "why"})
    assert no_hints in why.text
    refused = await chat.client.slash("solution", {"animate": True})
    refused = await chat.client.press(refused, helping.REVEAL_BUTTON.text)
    assert refused.text == no_hints

    wrong = await chat.client.slash("submit", {"moves": "A1-B1-B2-A2-A1"})
    assert "touch" in wrong.text
    right = await chat.client.slash("submit", {"moves": moves(puzzle, sorted(solution))})
    assert boards.SOLVED.text in right.text
    ending = labels(right.message)
    assert reviews.REVIEW.text not in ending
    assert generating.NEW_BUTTON.text not in ending
    replay = await chat.client.press(right, reviews.REPLAY.text)
    assert reviews.REPLAY_TITLE.text in replay.text
