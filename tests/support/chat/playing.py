"""Helpers for playing a board in a local chat: buttons, moves as text, and the picture."""

from collections.abc import Iterator
from itertools import pairwise

from bot.boards.components import key_of
from play.pen import Arrow, MoveTo, Pad
from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import parse_puzzle
from puzzle.places import ways
from puzzle.rules import find_loops
from sandbox.model.components import walk
from sandbox.server import Sandbox
from sandbox.testing.client import Reply
from solver.search import solve
from tests.support.pixels import lines_in
from texts import board_page

FIVE = "5x5:b1c3a12a02d1a2c32"
PUZZLE = parse_puzzle(FIVE)
[SOLUTION] = solve(PUZZLE).solutions


def tour(grid: Grid, lines: frozenset[int]) -> list[int]:
    """The dots of a loop in order; the first dot is repeated at the end."""
    [loop] = find_loops(grid, lines)
    return [*loop.dots, loop.dots[0]]


def arrows(puzzle: Puzzle, dots: list[int]) -> Iterator[str]:
    """The names of the arrow buttons that draw a tour from its first dot; the line goes on."""
    pad = Pad.fresh(puzzle).apply(MoveTo(dots[0]))
    following = dict(pairwise(dots))
    while len(pad.board.lines) < len(following):
        ahead = puzzle.grid.edge_between(pad.pen, following[pad.pen])
        arrow = next(Arrow(w) for w, edge in ways(puzzle.grid, pad.pen).items() if edge == ahead)
        yield key_of(arrow)
        pad = pad.apply(arrow)


def moves(lines: frozenset[int]) -> str:
    return format_marks(PUZZLE.grid, dict.fromkeys(lines, EdgeState.LINE))


def button(board: Reply, action: str) -> str:
    """The `custom_id` of the pad's button for an action; raises `LookupError` if missing."""
    for part in walk(board.message["components"]):
        if str(part.get("custom_id", "")).endswith(f":{action}"):
            return str(part["custom_id"])
    raise LookupError(action)


def menu(board: Reply) -> str:
    """The `custom_id` of the pad's menu."""
    return f"ouro:pad-menu:{button(board, 'up').split(':')[2]}"


async def press(chat: Sandbox, board: Reply, *actions: str, user: int | None = None) -> Reply:
    """Do actions of the pad, by its buttons or its menu."""
    for action in actions:
        try:
            found = button(board, action)
        except LookupError:
            board = await chat.client.select(board, menu(board), [action], user=user)
        else:
            board = await chat.client.press(board, found, user=user)
    return board


async def tap(chat: Sandbox, board: Reply, action: str) -> Reply:
    """Do an action of the pad, and wait only for the acknowledgement."""
    try:
        return await chat.client.tap(board, button(board, action))
    except LookupError:
        return await chat.client.tap(board, menu(board), [action])


async def write(chat: Sandbox, board: Reply, text: str) -> Reply:
    form = await press(chat, board, "type")
    return await chat.client.submit_modal(form, {"moves": text})


async def drawn(board: Reply, grid: Grid = PUZZLE.grid, *, labels: bool = True) -> frozenset[int]:
    return lines_in(await board.attachment_bytes(), grid, labels=labels)


async def opened(chat: Sandbox, **who: int) -> Reply:
    return await chat.client.slash("play", {"puzzle": FIVE}, **who)


async def link_to(chat: Sandbox, board: Reply) -> str:
    """The address of the page that "Open board" answers with, in private."""
    answer = await chat.client.press(board, board_page.OPEN_BOARD.text)
    assert answer.ephemeral
    [url] = [part["url"] for part in walk(answer.message["components"]) if part.get("url")]
    return str(url)


def moves_of(puzzle: Puzzle) -> str:
    """The solution of a puzzle as moves in text form."""
    [solution] = solve(puzzle).solutions
    return format_marks(puzzle.grid, dict.fromkeys(solution, EdgeState.LINE))
