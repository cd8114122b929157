"""Boards as text, drawn with characters for a terminal."""

from collections.abc import Iterator

from puzzle.model import Board, EdgeState

CELL_WIDTH, CELL_HEIGHT = 4, 2
"""Characters from one dot to the next."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
JUNCTIONS = "·╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""The character for a dot, by the sum of the directions in which lines leave it."""

CROSS = "\N{MULTIPLICATION SIGN}"
"""The character in the middle of a crossed out edge."""


def board_text(board: Board) -> str:
    """The board in box-drawing characters, for square grids, without trailing blanks.

    Crosses are multiplication signs in the middle of their edges.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> board = Board.of_lines(Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 2, 4, 5}))
    >>> print(board_text(board))
    ┏━━━┓   ·
    ┃ 3 ┃
    ┗━━━┛   ·
    """
    grid = board.puzzle.grid
    canvas = [[" "] * (CELL_WIDTH * grid.cols + 1) for _ in range(CELL_HEIGHT * grid.rows + 1)]
    for row, col, text in _pieces(board):
        canvas[row][col : col + len(text)] = text
    return "\n".join("".join(line).rstrip() for line in canvas)


def _pieces(board: Board) -> Iterator[tuple[int, int, str]]:
    """Every mark, dot and clue as text, with the line and column where it starts."""
    grid = board.puzzle.grid
    arms = [0] * len(grid.dots)
    for edge, state in enumerate(board.marks):
        start, end = grid.edge_dots[edge]
        row, col = _place(grid.dots[start])
        across = grid.dots[start][0] == grid.dots[end][0]
        if state is EdgeState.LINE:
            arms[start] += EAST if across else SOUTH
            arms[end] += WEST if across else NORTH
            yield (row, col + 1, "━━━") if across else (row + 1, col, "┃")
        elif state is EdgeState.CROSS:
            yield (row, col + 2, CROSS) if across else (row + 1, col, CROSS)
    for dot, arm in enumerate(arms):
        yield *_place(grid.dots[dot]), JUNCTIONS[arm]
    for cell in board.puzzle.clue_cells:
        yield *_place(grid.cells[cell]), str(board.puzzle.clues[cell])


def _place(coord: tuple[float, float]) -> tuple[int, int]:
    return round(coord[0] * CELL_HEIGHT), round(coord[1] * CELL_WIDTH)
