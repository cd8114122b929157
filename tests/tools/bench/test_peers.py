"""The peers that Ouro's speed is compared with give right answers."""

import importlib
from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from tests.support.oracle import solutions
from tools.bench.peers import plain_negation

Peer = Callable[[Puzzle, float], int | None]

INSTALLABLE = {
    "pycosat_filter": ("pycosat", "tools.bench.peers.enumeration"),
    "pycosat_negation": ("pycosat", "tools.bench.peers.enumeration"),
    "cp_sat": ("ortools", "tools.bench.peers.circuit"),
    "clingo_reachability": ("clingo", "tools.bench.peers.reachability"),
}
OPTIONAL = {"ortools", "clingo"}


@pytest.fixture(params=["plain_negation", *INSTALLABLE], scope="module")
def peer(request: pytest.FixtureRequest) -> Peer:
    if request.param not in INSTALLABLE:
        return plain_negation
    library, module = INSTALLABLE[request.param]
    if library in OPTIONAL:
        pytest.importorskip(library, reason=f"{library} comes with the extra bench")
    found: Peer = getattr(importlib.import_module(module), request.param)
    return found


def expected(rows: int, cols: int, clues: tuple[Clue, ...]) -> int:
    return min(2, len(solutions(rows, cols, clues)))


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 1), (1, 1)])
def test_a_peer_agrees_with_the_oracle_on_every_tiny_board(
    peer: Peer, rows: int, cols: int
) -> None:
    for clues in product([None, 0, 1, 2, 3, 4], repeat=rows * cols):
        puzzle = Puzzle(square_grid(rows, cols), clues)
        assert peer(puzzle, 60) == expected(rows, cols, clues), clues


clues_of_six = st.lists(
    st.sampled_from([None, None, None, None, 0, 1, 2, 3, 4]), min_size=6, max_size=6
)


@settings(max_examples=40)
@given(st.sampled_from([(2, 3), (3, 2), (1, 6)]), clues_of_six)
def test_a_peer_agrees_with_the_oracle(
    peer: Peer, size: tuple[int, int], clues: list[Clue]
) -> None:
    puzzle = Puzzle(square_grid(*size), tuple(clues))
    assert peer(puzzle, 60) == expected(*size, tuple(clues))


@pytest.mark.parametrize(
    "clues",
    [
        (None,) * 12,
        (0,) * 12,
        (None,) * 5 + (4,) + (None,) * 6,
        (4, *(None,) * 10, 4),
        (3, *(None,) * 10, 3),
        (2, 2, 2, 2, 2, 0, 0, 2, 2, 2, 2, 2),
    ],
)
def test_a_peer_is_right_on_boards_that_trip_solvers(peer: Peer, clues: tuple[Clue, ...]) -> None:
    assert peer(Puzzle(square_grid(3, 4), clues), 60) == expected(3, 4, clues)


def test_a_peer_that_runs_out_of_time_says_so(peer: Peer) -> None:
    blank = Puzzle(square_grid(25, 25), (3, *(None,) * 623, 3))
    assert peer(blank, 0) is None
