"""Hypothesis strategies for actions of players on a pad."""

from hypothesis import strategies as st

from play.history import Clear, Mark, Redo, Undo
from play.pen import STRIDES, Action, Arrow, Far, Mode, MoveTo, Pad, SetMode, SetStride
from puzzle.grid import Grid
from puzzle.model import EdgeState, Puzzle
from tests.support.strategies import puzzles


def actions(grid: Grid) -> st.SearchStrategy[Action]:
    dots = st.integers(0, len(grid.dots) - 1)
    edges = st.integers(0, len(grid.edge_dots) - 1)
    states = st.dictionaries(edges, st.sampled_from(EdgeState), max_size=6)
    return st.one_of(
        st.sampled_from(Arrow),
        st.sampled_from(Arrow).map(Far),
        st.sampled_from(STRIDES).map(SetStride),
        st.sampled_from(Mode).map(SetMode),
        dots.map(MoveTo),
        st.builds(Mark, states, st.one_of(st.none(), dots)),
        st.sampled_from([Clear(), Undo(), Undo(), Redo()]),
    )


@st.composite
def plays(draw: st.DrawFn) -> tuple[Puzzle, list[Action]]:
    """A puzzle and a list of actions on its pad."""
    puzzle = draw(puzzles(4))
    return puzzle, draw(st.lists(actions(puzzle.grid), max_size=30))


def played(puzzle: Puzzle, done: list[Action]) -> Pad:
    pad = Pad.fresh(puzzle)
    for action in done:
        pad = pad.apply(action)
    return pad


def pads() -> st.SearchStrategy[Pad]:
    """Pads after some actions."""
    return plays().map(lambda play: played(*play))
