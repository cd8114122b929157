"""The exact search for the fewest reasons agrees with trying all sets of reasons."""

import random
from collections.abc import Collection, Iterator
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.clue_rows import Clue
from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.rules import is_solved
from solver.explain.step import ClueReason, Deduction, DotReason, LoopReason, Reason
from tests.support.oracle import simple_cycles
from tools.bench.exact import NothingForcedError, SmallestCore, cycles, hitting_set, smallest_core

Reasons = frozenset[Reason]

SEEDS = [*range(6), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(6, 20))]


def line_sets(board: Board) -> Iterator[frozenset[int]]:
    """Every set of lines that agrees with the marks."""
    unknown = [edge for edge, mark in enumerate(board.marks) if mark is EdgeState.UNKNOWN]
    for states in product((False, True), repeat=len(unknown)):
        yield board.lines.union(edge for edge, line in zip(unknown, states, strict=True) if line)


def has_cycle(grid: Grid, lines: Collection[int]) -> bool:
    """Whether edges remain after repeatedly removing edges with a loose end."""
    left = set(lines)
    while left:
        loose = {dot for dot, edges in enumerate(grid.dot_edges) if len(left & {*edges}) == 1}
        if not loose:
            return True
        left -= {edge for edge in left if not loose.isdisjoint(grid.edge_dots[edge])}
    return False


def violated_rules(puzzle: Puzzle, lines: frozenset[int]) -> Reasons:
    """The rules that these lines violate."""
    grid = puzzle.grid
    found: set[Reason] = set()
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None and len(lines.intersection(grid.cell_edges[cell])) != clue:
            found.add(ClueReason(cell))
    for dot, edges in enumerate(grid.dot_edges):
        if len(lines.intersection(edges)) not in {0, 2}:
            found.add(DotReason(dot))
    if has_cycle(grid, lines) and not is_solved(puzzle, lines):
        found.add(LoopReason())
    return frozenset(found)


class BruteForce:
    """A board with the rules that each possible set of lines violates; edges can be marked."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._breaks = {lines: violated_rules(board.puzzle, lines) for lines in line_sets(board)}

    def mark(self, deduction: Deduction) -> None:
        self.board = self.board.mark({deduction.edge: deduction.state})
        for lines in self._against(Deduction(deduction.edge, deduction.state)):
            del self._breaks[lines]

    def _against(self, deduction: Deduction) -> list[frozenset[int]]:
        is_line = deduction.state is EdgeState.LINE
        return [lines for lines in self._breaks if (deduction.edge in lines) is not is_line]

    def forces(self, reasons: Collection[Reason], deduction: Deduction) -> bool:
        against = self._against(deduction)
        return not any(self._breaks[lines].isdisjoint(reasons) for lines in against)

    def fewest(self) -> int:
        """The size of the smallest set of reasons that forces an edge, trying all of them."""
        unknown = [edge for edge, mark in enumerate(self.board.marks) if not mark]
        to_hit = [
            {self._breaks[lines] for lines in self._against(Deduction(edge, state))}
            for edge in unknown
            for state in (EdgeState.LINE, EdgeState.CROSS)
        ]
        to_hit = [
            {one for one in sets if not any(other < one for other in sets)}
            for sets in to_hit
            if frozenset() not in sets
        ]
        for size in range(1, 20):
            for sets in to_hit:
                for chosen in combinations(frozenset().union(*sets), size):
                    if not any(reasons.isdisjoint(chosen) for reasons in sets):
                        return size
        raise AssertionError("no reasons force any edge")


def random_board(rng: random.Random) -> Board:
    """A small board with at least one solution and 11 unmarked edges."""
    rows, cols = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3)])
    grid = square_grid(rows, cols)
    loop = {
        grid.edge_index[grid.dot_index[one], grid.dot_index[other]]
        for one, other in rng.choice(simple_cycles(rows, cols))
    }
    share = rng.choice([0.3, 0.6])
    clues = tuple(
        len(loop.intersection(edges)) if rng.random() < share else None for edges in grid.cell_edges
    )
    edges = range(len(grid.edge_dots))
    marked = rng.sample(edges, len(edges) - 11)
    states = {edge: EdgeState.LINE if edge in loop else EdgeState.CROSS for edge in marked}
    return Board.blank(Puzzle(grid, clues)).mark(states)


def random_stuck_board(rng: random.Random) -> Board:
    """A random board on which no single reason forces an edge."""
    while True:
        board = random_board(rng)
        while (found := next_core(board)) is not None:
            if len(found.reasons) > 1:
                return board
            board = board.mark({found.deduction.edge: found.deduction.state})


def next_core(board: Board) -> SmallestCore | None:
    """The smallest core, None if nothing is forced; asserts that the time suffices."""
    try:
        found = smallest_core(board)
    except NothingForcedError:
        return None
    assert found is not None
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_forced_by_fewer(seed: int) -> None:
    rng = random.Random(seed)
    brute_force = BruteForce(random_stuck_board(rng))
    while found := next_core(brute_force.board):
        assert brute_force.forces(found.reasons, found.deduction), brute_force.board
        assert len(found.reasons) == 1 or brute_force.fewest() == len(found.reasons), (
            brute_force.board
        )
        brute_force.mark(found.deduction)


@pytest.mark.parametrize("seed", SEEDS)
def test_where_one_reason_suffices_it_is_found(seed: int) -> None:
    """When it finds none, trying all sets of reasons finds no single reason either."""
    board = random_stuck_board(random.Random(100 + seed))
    assert BruteForce(board).fewest() > 1


def board(rows: int, cols: int, clues: tuple[Clue, ...], marks: str = "") -> Board:
    grid = square_grid(rows, cols)
    return Board.blank(Puzzle(grid, clues)).mark(parse_marks(marks, grid))


def test_the_line_between_neighbouring_3s_takes_both_and_the_loop() -> None:
    clues: list[Clue] = [None] * 25
    clues[6], clues[7], clues[18] = 3, 3, 2
    found = smallest_core(board(5, 5, tuple(clues)))
    assert found is not None
    assert found.reasons == (ClueReason(6), ClueReason(7), LoopReason())
    (edge,) = parse_marks("C2-C3", square_grid(5, 5))
    assert found.deduction == Deduction(edge, EdgeState.LINE)


def test_a_loop_may_not_close_before_it_meets_all_clues() -> None:
    found = smallest_core(board(1, 4, (None, None, None, 1), "C1-A1-A2-C2 x B1-B2"))
    assert found is not None
    assert found.reasons == (LoopReason(),)
    assert found.deduction.state is EdgeState.CROSS


def test_a_loop_may_close_where_that_solves_the_puzzle() -> None:
    with pytest.raises(NothingForcedError):
        smallest_core(board(1, 3, (3, None, None), "x B1-C1 x C1-D1 B1-A1-A2-B2 x D1-D2"))


def test_beside_a_closed_loop_everything_is_a_cross() -> None:
    found = smallest_core(board(1, 2, (4, None), "A1-B1-B2-A2-A1"))
    assert found is not None
    assert len(found.reasons) == 1
    assert found.deduction.state is EdgeState.CROSS


@pytest.mark.parametrize(
    ("clues", "marks"),
    [
        ((None,), ""),  # the only solution has lines, but no rule says that there are any
        ((4,), "A1-B1-B2-A2-A1"),  # all edges are marked
        ((4,), "x A1-B1"),  # a mistake
        ((3,), ""),  # no solution at all
    ],
)
def test_where_nothing_is_forced_it_says_so(clues: tuple[Clue, ...], marks: str) -> None:
    with pytest.raises(NothingForcedError, match="No unmarked edge is forced"):
        smallest_core(board(1, 1, clues, marks))


def test_without_time_it_gives_up() -> None:
    assert smallest_core(board(1, 2, (3, None)), seconds=0) is None


@given(st.lists(st.frozensets(st.integers(0, 6)), max_size=7), st.integers(0, 4))
def test_a_hitting_set_is_found_where_there_is_one(sets: list[frozenset[int]], size: int) -> None:
    found = hitting_set(sets, size)
    hits = [
        chosen
        for count in range(size + 1)
        for chosen in combinations(range(7), count)
        if not any(one.isdisjoint(chosen) for one in sets)
    ]
    assert (found is not None) is bool(hits)
    if found is not None:
        assert len(found) <= size
        assert not any(one.isdisjoint(found) for one in sets)


@given(st.sets(st.integers(0, 30), max_size=25))
def test_cycles_are_found_where_there_are_any(lines: set[int]) -> None:
    grid = square_grid(3, 4)
    found = list(cycles(grid, lines))
    assert bool(found) is has_cycle(grid, lines)
    for cycle in found:
        assert cycle <= lines
        assert {len(cycle.intersection(edges)) for edges in grid.dot_edges} == {0, 2}
