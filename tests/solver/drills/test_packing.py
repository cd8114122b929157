"""Drills as texts: what is packed is read again, and anything else is refused."""

import re
import string
from base64 import urlsafe_b64encode
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from solver.drills import Drill, make_drill, pack, unpack
from solver.drills.drill import SIZES
from solver.errors import DrillTextError
from solver.explain.step import Deduction
from solver.explain.techniques import TABLE, rules_of

NAMES = [row.name for row in TABLE]


@st.composite
def drills(draw: st.DrawFn) -> Drill:
    """Any drill that can be written down, sound or not."""
    size = st.integers(SIZES[0], SIZES[-1])
    grid = square_grid(draw(size), draw(size))
    name = draw(st.sampled_from(NAMES))
    rules = rules_of(name)
    clue = st.one_of(st.none(), st.integers(0, 3), *map(st.just, rules.variant.signs))
    clues = draw(st.tuples(*[clue] * len(grid.cells)))
    states = draw(st.tuples(*[st.sampled_from(EdgeState)] * len(grid.edge_dots)))
    unmarked = [edge for edge, state in enumerate(states) if not state]
    if not unmarked:
        unmarked, states = [0], (EdgeState.UNKNOWN, *states[1:])
    edges = draw(st.sets(st.sampled_from(unmarked), min_size=1))
    answer = st.sampled_from([EdgeState.LINE, EdgeState.CROSS])
    deductions = tuple(Deduction(edge, draw(answer)) for edge in sorted(edges))
    return Drill(Board(Puzzle(grid, clues, rules), states), name, deductions)


@given(drills())
def test_a_packed_drill_is_read_again(drill: Drill) -> None:
    text = pack(drill)
    assert re.fullmatch(r"[\w-]+", text, re.ASCII)
    assert unpack(text) == drill


TEXT = pack(make_drill("corner-3", 1))


def _with_head(*head: int) -> str:
    return urlsafe_b64encode(bytes(head) + b"\1" * 35).decode().rstrip("=")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "AA",
        "AAAA",
        "é" * 51,
        " ",
        "=" * 51,
        "-" * 51,
        "_" * 51,
        "A" * 10**6,
        TEXT[:-1],
        TEXT + "A",
        TEXT + "=",
        TEXT + "\n",
        TEXT.replace(TEXT[9], "*"),
        _with_head(0x66, 0, 0),
        _with_head(0x00, 0, 0),
        _with_head(0xFF, 0, 0),
    ],
)
def test_what_is_no_drill_is_refused(text: str) -> None:
    with pytest.raises(DrillTextError):
        unpack(text)


SIGNS = string.ascii_letters + string.digits + "-_"
CHANGED = st.builds(
    lambda place, sign: TEXT[:place] + sign + TEXT[place + 1 :],
    st.integers(0, len(TEXT) - 1),
    st.sampled_from(SIGNS),
)


@given(st.text(SIGNS, max_size=110) | st.text(max_size=110) | CHANGED)
def test_any_text_is_a_drill_or_refused(text: str) -> None:
    try:
        drill = unpack(text)
    except DrillTextError:
        return
    assert pack(drill) == text


@pytest.mark.parametrize(
    "change",
    [
        lambda drill: Drill(drill.board, "magic", drill.deductions),
        lambda drill: Drill(drill.board, drill.technique, ()),
        lambda drill: Drill(
            Board.blank(Puzzle(square_grid(4, 6), (None,) * 24)), "zero", drill.deductions
        ),
        lambda drill: Drill(
            Board.blank(Puzzle(square_grid(5, 5), (4,) * 25)), "zero", drill.deductions[:1]
        ),
    ],
)
def test_what_has_no_text_is_refused(change: Callable[[Drill], Drill]) -> None:
    with pytest.raises(DrillTextError):
        pack(change(make_drill("corner-3", 1)))
