"""Boards as text: drawn with characters for a terminal, told in words for a screen reader."""

from collections.abc import Iterable, Iterator

from puzzle.grid import cell_name, dot_name, edge_name
from puzzle.model import Board, Clue, EdgeState
from renderer.chains import chains_of, is_one_loop
from renderer.highlights import NO_HIGHLIGHTS, Highlights

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


def alt_text(board: Board, highlights: Highlights = NO_HIGHLIGHTS) -> str:
    """What a picture of the board shows, in at most `ALT_LENGTH` characters.

    The clues are told in words while there is room, then as digits and dots, then only
    counted; what is highlighted is left out last. The dots where the loop turns are named if
    they still fit. It does not say by itself whether anything is right.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> alt_text(Board.blank(puzzle))
    'Slitherlink puzzle, 2 columns by 1 row. Clues row by row: 3 blank.'
    >>> alt_text(Board.of_lines(puzzle, frozenset({0, 1, 2, 3, 4, 6})))[40:]
    'with the loop drawn. Clues row by row: 3 blank. The loop turns at A1, C1, C2, A2.'
    >>> alt_text(Board.blank(puzzle), Highlights(reason_cells=frozenset({0})))[40:]
    'Reason: the 3 at A1. Clues row by row: 3 blank.'
    """
    head = _headline(board)
    shown = " ".join((head, *_told_highlights(board, highlights)))
    rows = board.puzzle.clue_rows
    clues = (
        f"Clues row by row: {_clue_words(rows)}.",
        f"Clues row by row, dots for blanks: {_clue_digits(rows)}.",
        f"{_count(len(board.puzzle.clue_cells), 'clue')}, too many to list here.",
    )
    texts = [f"{start} {told}" for start in (shown, head) for told in clues]
    text = next(text for text in texts if len(text) <= ALT_LENGTH)
    turns = _turns(board)
    return text + turns if len(text + turns) <= ALT_LENGTH else text


PLACES_LISTED = 8
"""So many places of a kind are named; more of them are counted."""


def _told_highlights(board: Board, shown: Highlights) -> Iterator[str]:
    """A sentence for every kind of highlight that there is."""
    kinds = (
        ("Look at", _region(board, shown.region)),
        ("Reason", _reasons(board, shown)),
        ("Known", _edges(board, shown.known)),
        ("Must be lines", _edges(board, shown.forced_lines)),
        ("Must be crosses", _edges(board, shown.forced_crosses)),
        ("Wrong", _edges(board, shown.wrong)),
        ("Conflict", _conflict(board, shown)),
        ("Only in the first solution", _edges(board, shown.only_first)),
        ("Only in the second solution", _edges(board, shown.only_second)),
        ("Start", _dots(board, () if shown.start is None else (shown.start,))),
        ("Finish", _dots(board, () if shown.finish is None else (shown.finish,))),
        ("Cursor", _dots(board, () if shown.cursor is None else (shown.cursor,))),
    )
    for label, places in kinds:
        if places:
            yield f"{label}: {places}."


def _region(board: Board, cells: frozenset[int]) -> str:
    """The corners between which cells lie."""
    if not cells:
        return ""
    grid = board.puzzle.grid
    dots = {dot for cell in cells for dot in grid.cell_dots[cell]}
    rows, cols = zip(*(grid.dots[dot] for dot in dots), strict=True)
    first, last = (
        min(dots, key=lambda dot: abs(grid.dots[dot][0] - row) + abs(grid.dots[dot][1] - col))
        for row, col in ((min(rows), min(cols)), (max(rows), max(cols)))
    )
    return f"between {dot_name(grid, first)} and {dot_name(grid, last)}"


def _reasons(board: Board, shown: Highlights) -> str:
    return _joined(_cells(board, shown.reason_cells), _dots(board, shown.reason_dots))


def _conflict(board: Board, shown: Highlights) -> str:
    cells, dots = _cells(board, shown.conflict_cells), _dots(board, shown.conflict_dots)
    return _joined(cells, dots, _edges(board, shown.conflict_edges))


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _cells(board: Board, cells: Iterable[int]) -> str:
    clues, grid = board.puzzle.clues, board.puzzle.grid
    told = [
        f"the {'cell' if clues[cell] is None else clues[cell]} at {cell_name(grid, cell)}"
        for cell in sorted(cells)
    ]
    return _listed(told, "cells")


def _dots(board: Board, dots: Iterable[int]) -> str:
    told = [f"dot {dot_name(board.puzzle.grid, dot)}" for dot in sorted(dots)]
    return _listed(told, "dots")


def _edges(board: Board, edges: Iterable[int]) -> str:
    told = [edge_name(board.puzzle.grid, edge) for edge in sorted(edges)]
    return _listed(told, "edges")


def _listed(places: list[str], many: str) -> str:
    return ", ".join(places) if len(places) <= PLACES_LISTED else f"{len(places)} {many}"


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
