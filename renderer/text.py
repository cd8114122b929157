"""Boards as text: box-drawing characters for a terminal."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from puzzle.model import Board, EdgeState
from puzzle.names import AxisLabels
from renderer.errors import NoTextPictureError
from renderer.labels import Labels

CELL_WIDTH, CELL_HEIGHT = 4, 2
"""Distance between neighbouring dots, in columns and lines of characters."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LINE_JUNCTIONS = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The character for a dot, indexed by the sum of the directions of its lines."""

CROSS = "\N{MULTIPLICATION SIGN}"
"""The character in the middle of an edge with a cross."""


NO_SIGNS: Mapping[int, str] = MappingProxyType({})


def board_text(
    board: Board, signs: Mapping[int, str] = NO_SIGNS, labels: Labels = Labels.NONE
) -> str:
    """Draw a board of a square grid in box-drawing characters, without trailing spaces.

    Animals are the letters S and W. The name of other rules than the plain ones is the last line.
    Crosses are multiplication signs in the middle of their edges, where those with a sign have it.
    Labels name the columns above the board, and the rows left of it.
    Raises `NoTextPictureError` unless the cells are squares.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 2, 4, 5}))
    >>> print(board_text(board, labels=Labels.CELLS))
        A   B
      ┏━━━┓   ·
    1 ┃ 3 ┃
      ┗━━━┛   ·
    """
    grid = board.puzzle.grid
    if not grid.is_square:
        raise NoTextPictureError
    canvas = [[" "] * (CELL_WIDTH * grid.cols + 1) for _ in range(CELL_HEIGHT * grid.rows + 1)]
    for row, col, text in _text_pieces(board, signs):
        canvas[row][col : col + len(text)] = text
    lines = ["".join(line) for line in canvas]
    if labels is not Labels.NONE:
        lines = _labelled(
            lines, grid.names.labels(grid.cells if labels is Labels.CELLS else grid.dots)
        )
    if not board.puzzle.rules.is_plain:
        lines.append(board.puzzle.rules.title)
    return "\n".join(line.rstrip() for line in lines)


def _labelled(lines: list[str], names: AxisLabels) -> list[str]:
    """The lines below the names of columns, each after the name of its row if it has one."""
    rows = {round(row * CELL_HEIGHT): text for row, text in names.rows.items()}
    width = max(map(len, rows.values()))
    head = ""
    for col, text in names.columns.items():
        head = head.ljust(round(col * CELL_WIDTH) - (len(text) - 1) // 2) + text
    beside = (f"{rows.get(at, ''):>{width}} {line}" for at, line in enumerate(lines))
    return [f"{'':>{width}} {head}", *beside]


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
