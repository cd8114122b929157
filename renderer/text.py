"""Boards as text: drawn with characters for a terminal, told in words for a screen reader."""

from collections.abc import Iterator

from puzzle.grid import dot_name
from puzzle.model import Board, Clue, EdgeState
from renderer.chains import chains_of, is_one_loop

ALT_LENGTH = 1024
"""An alt text has at most so many characters: as many as Discord takes."""

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


def alt_text(board: Board) -> str:
    """What a picture of the board shows, in at most `ALT_LENGTH` characters.

    The clues are told in words while there is room, then as digits and dots, then only
    counted; the dots where the loop turns are named if they still fit. It does not say
    whether anything is right.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> alt_text(Board.blank(puzzle))
    'Slitherlink puzzle, 2 columns by 1 row. Clues row by row: 3 blank.'
    >>> alt_text(Board.of_lines(puzzle, frozenset({0, 1, 2, 3, 4, 6})))[40:]
    'with the loop drawn. Clues row by row: 3 blank. The loop turns at A1, C1, C2, A2.'
    """
    rows = board.puzzle.clue_rows
    head = _headline(board)
    clues = (
        f"Clues row by row: {_clue_words(rows)}.",
        f"Clues row by row, dots for blanks: {_clue_digits(rows)}.",
        f"{_count(len(board.puzzle.clue_cells), 'clue')}, too many to list here.",
    )
    text = next(text for text in (f"{head} {told}" for told in clues) if len(text) <= ALT_LENGTH)
    turns = _turns(board)
    return text + turns if len(text + turns) <= ALT_LENGTH else text


def _headline(board: Board) -> str:
    grid = board.puzzle.grid
    size = f"{_count(grid.cols, 'column')} by {_count(grid.rows, 'row')}"
    marks = []
    if is_one_loop(chains_of(grid, board.lines)):
        marks.append("the loop drawn")
    elif board.lines:
        marks.append(f"{_count(len(board.lines), 'line')} drawn")
    if board.crosses:
        marks.append(_count(len(board.crosses), "cross", "crosses"))
    shown = f", with {' and '.join(marks)}" if marks else ""
    return f"Slitherlink puzzle, {size}{shown}."


def _clue_words(rows: list[tuple[Clue, ...]]) -> str:
    return "; ".join(
        " ".join("blank" if clue is None else str(clue) for clue in row) for row in rows
    )


def _clue_digits(rows: list[tuple[Clue, ...]]) -> str:
    return " / ".join("".join("." if clue is None else str(clue) for clue in row) for row in rows)


def _turns(board: Board) -> str:
    grid = board.puzzle.grid
    chains = chains_of(grid, board.lines)
    if not is_one_loop(chains):
        return ""
    return f" The loop turns at {', '.join(dot_name(grid, dot) for dot in chains[0].dots)}."


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
