"""Hypothesis strategies: puzzles and boards, times of day and time zones."""

from datetime import time
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from puzzle.clue_rows import Clue
from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import NOTATIONS, format_puzzle

TIMES = st.builds(time, st.integers(0, 23), st.integers(0, 59))
"""Times of day, to the minute."""
ZONES = st.sampled_from(
    [
        ZoneInfo(name)
        for name in (
            "Europe/London",
            "America/New_York",
            "Australia/Lord_Howe",
            "Africa/Cairo",
            "Pacific/Kiritimati",
            "Asia/Tokyo",
        )
    ]
)
"""Time zones with different daylight saving rules, or without."""


def sizes(max_side: int = 8) -> st.SearchStrategy[tuple[int, int]]:
    """Rows and columns; failures shrink to 2 rows of 3, which is not square."""
    side = st.integers(1, max_side)
    return st.one_of(st.just((2, 3)), st.just((3, 1)), st.tuples(side, side))


def grids(max_side: int = 8) -> st.SearchStrategy[Grid]:
    """Square grids."""
    return sizes(max_side).map(lambda size: square_grid(*size))


@st.composite
def puzzles(draw: st.DrawFn, max_side: int = 8) -> Puzzle:
    """Puzzles with random clues; most of them have no solution."""
    grid = draw(grids(max_side))
    clue: st.SearchStrategy[Clue] = st.one_of(st.none(), st.integers(0, 4))
    cells = len(grid.cells)
    return Puzzle(grid, tuple(draw(st.lists(clue, min_size=cells, max_size=cells))))


@st.composite
def boards(draw: st.DrawFn, max_side: int = 6) -> Board:
    """Boards with random marks."""
    puzzle = draw(puzzles(max_side))
    edges = len(puzzle.grid.edge_dots)
    marks = st.lists(st.sampled_from(EdgeState), min_size=edges, max_size=edges)
    return Board(puzzle, tuple(draw(marks)))


@st.composite
def almost_puzzles(draw: st.DrawFn) -> str:
    """Notations of puzzles with a few characters removed, replaced or inserted."""
    text = format_puzzle(draw(puzzles(4)), draw(st.sampled_from([*NOTATIONS])))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 3, len(text))))
        text = text[:start] + draw(_FRAGMENTS) + text[end:]
    return text


_FRAGMENTS = st.one_of(
    st.text(max_size=3),
    st.sampled_from(
        ["", "x", ":", "/", "?", "#", "-1", "_", "\n", " ", "t1", "f/", '"', "```", "&="]
    ),
)


_ANY_CLUES: st.SearchStrategy[Clue] = st.one_of(st.none(), st.integers(0, 4))


@st.composite
def wide_puzzles(draw: st.DrawFn) -> Puzzle:
    """Boards from 3x3 to 8x8 cells with any clues."""
    grid = square_grid(draw(st.integers(3, 8)), draw(st.integers(3, 8)))
    cells = len(grid.cells)
    return Puzzle(grid, tuple(draw(st.lists(_ANY_CLUES, min_size=cells, max_size=cells))))
