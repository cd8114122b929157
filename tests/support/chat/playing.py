"""Helpers for playing a board in a local chat: buttons, moves as text, and the picture."""

from collections.abc import Iterator
from itertools import pairwise

from bot.boards.components import PEN_ACTIONS, key_of
from play.pen import Arrow, MoveTo, Pad
from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import parse_puzzle
from puzzle.places import ways
from puzzle.rules import find_loops
from sandbox.model.components import walk
from solver.search import solve
from tests.support.pixels import lines_in
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox

FIVE = "5x5:b1c3a12a02d1a2c32"
PUZZLE = parse_puzzle(FIVE)
PAD = {*PEN_ACTIONS} - {"clear"}
"""The actions of the buttons of a pad."""
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
    """The `custom_id` of the menu below a board."""
    return f"ouro:pad-menu:{attempt_of(board)}"


def attempt_of(board: Reply) -> int:
    """The ID of the attempt of an unfinished board."""
    [found] = [
        part["custom_id"].split(":")[2]
        for part in walk(board.message["components"])
        if str(part.get("custom_id", "")).startswith("ouro:pad-menu:")
    ]
    return int(found)


async def press(chat: Sandbox, board: Reply, *actions: str, user: int | None = None) -> Reply:
    """Do actions of the pad, which is opened for its buttons, or of the menu."""
    for action in actions:
        if action in PAD:
            board = await with_pad(chat, board, user=user)
        try:
            found = button(board, action)
        except LookupError:
            board = await chat.client.select(board, menu(board), [action], user=user)
        else:
            board = await chat.client.press(board, found, user=user)
    return board


async def tap(chat: Sandbox, board: Reply, action: str) -> Reply:
    """Do an action of the shown pad, and wait only for the acknowledgement."""
    try:
        return await chat.client.tap(board, button(board, action))
    except LookupError:
        return await chat.client.tap(board, menu(board), [action])


async def write(chat: Sandbox, board: Reply, text: str) -> Reply:
    form = await press(chat, board, "type")
    return await chat.client.submit_modal(form, {"moves": text})


async def drawn(board: Reply, grid: Grid = PUZZLE.grid, *, labels: bool = True) -> frozenset[int]:
    return lines_in(await board.attachment_bytes(), grid, labels=labels)


async def with_pad(chat: Sandbox, board: Reply, *, user: int | None = None) -> Reply:
    """A board with the buttons of its pad, which it has from the start without a board page."""
    try:
        draw = button(board, "draw")
    except LookupError:
        return board
    return await chat.client.press(board, draw, user=user)


async def opened(chat: Sandbox, puzzle: str = FIVE, **who: int) -> Reply:
    """A new board with its pad."""
    board = await chat.client.slash("play", {"puzzle": puzzle}, **who)
    return await with_pad(chat, board, user=who.get("user"))


def link_to(board: Reply) -> str:
    """The address of the page that the button "Open board" of a board in private has."""
    assert board.ephemeral
    [url] = [part["url"] for part in walk(board.message["components"]) if part.get("url")]
    return str(url)


def moves_of(puzzle: Puzzle) -> str:
    """The solution of a puzzle as moves in text form."""
    [solution] = solve(puzzle).solutions
    return format_marks(puzzle.grid, dict.fromkeys(solution, EdgeState.LINE))
