"""Boards as text: box-drawing characters for a terminal."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from puzzle.model import Board, EdgeState
from renderer.errors import NoTextPictureError

CELL_WIDTH, CELL_HEIGHT = 4, 2
"""Distance between neighbouring dots, in columns and lines of characters."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LINE_JUNCTIONS = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The character for a dot, indexed by the sum of the directions of its lines."""

CROSS = "\N{MULTIPLICATION SIGN}"
"""The character in the middle of an edge with a cross."""


NO_SIGNS: Mapping[int, str] = MappingProxyType({})


def board_text(board: Board, signs: Mapping[int, str] = NO_SIGNS) -> str:
    """Draw a board of a square grid in box-drawing characters, without trailing spaces.

    Animals are the letters S and W. The name of other rules than the plain ones is the last line.
    Crosses are multiplication signs in the middle of their edges, where those with a sign have it.
    Raises `NoTextPictureError` unless the cells are squares.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 2, 4, 5}))
    >>> print(board_text(board))
    ┏━━━┓   ·
    ┃ 3 ┃
    ┗━━━┛   ·
    """
    grid = board.puzzle.grid
    if not grid.is_square:
        raise NoTextPictureError
    canvas = [[" "] * (CELL_WIDTH * grid.cols + 1) for _ in range(CELL_HEIGHT * grid.rows + 1)]
    for row, col, text in _text_pieces(board, signs):
        canvas[row][col : col + len(text)] = text
    drawn = ["".join(line).rstrip() for line in canvas]
    rules = board.puzzle.rules
    return "\n".join(drawn if rules.is_plain else [*drawn, rules.title])


def _text_pieces(board: Board, signs: Mapping[int, str]) -> Iterator[tuple[int, int, str]]:
    """Every mark, sign, dot and clue as (line, column, text) of its first character."""
    grid = board.puzzle.grid
    directions = [0] * len(grid.dots)
    for edge, state in enumerate(board.marks):
        start, end = grid.edge_dots[edge]
        row, col = _canvas_position(grid.dots[start])
        across = grid.dots[start][0] == grid.dots[end][0]
        if state is EdgeState.LINE:
            directions[start] += EAST if across else SOUTH
            directions[end] += WEST if across else NORTH
            yield (row, col + 1, "━━━") if across else (row + 1, col, "┃")
        elif state is EdgeState.CROSS:
            yield (row, col + 2, CROSS) if across else (row + 1, col, CROSS)
        if edge in signs:
            yield (row, col + 2, signs[edge]) if across else (row + 1, col, signs[edge])
    for dot, direction_sum in enumerate(directions):
        yield *_canvas_position(grid.dots[dot]), LINE_JUNCTIONS[direction_sum]
    for cell in board.puzzle.clue_cells:
        clue = board.puzzle.clues[cell] or 0
        yield *_canvas_position(grid.cells[cell]), board.puzzle.rules.clue_text(clue)


def _canvas_position(coord: tuple[float, float]) -> tuple[int, int]:
    return round(coord[0] * CELL_HEIGHT), round(coord[1] * CELL_WIDTH)
