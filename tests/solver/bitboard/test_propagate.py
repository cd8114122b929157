"""Propagation on bitboards against all solutions of small boards, and on puzzles for people."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle, Solution
from puzzle.notation.rows import parse_rows
from puzzle.rules import is_solved
from solver.bitboard.propagate import NEVER, propagate
from solver.bitboard.rules import BitRules
from solver.bitboard.state import (
    ByRule,
    Contradiction,
    Propagated,
    Solved,
    Stuck,
    first_state,
)
from solver.search import solve
from tests.support.long import some_or_all
from tests.support.shared import Collections, Record
from tests.support.solver.bitboards import (
    Marks,
    known_edges,
    marked,
    random_marked_boards,
    with_marks,
)
from tests.support.solver.boards import sparse_board
from tests.support.solver.expected import expected, fits, marked_puzzles


def check_sound(puzzle: Puzzle, marks: Marks, solutions: set[Solution]) -> Propagated:
    """Propagate, and check that nothing is claimed that is not so in all solutions."""
    rules = BitRules.of_puzzle(puzzle)
    result = propagate(rules, marked(rules, marks))
    known = known_edges(rules, result)
    if isinstance(result, Contradiction):
        assert not solutions
    elif isinstance(result, Solved):
        assert solutions == {result.solution(rules.layout)}
    else:
        assert known is not None
        assert len(known) < len(puzzle.grid.edge_dots)
        assert known.items() >= marks.items()
        assert all(fits(solution, known) for solution in solutions)
    return result


@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (3, 1), (2, 2)])
def test_every_clue_pattern_agrees_with_the_oracle(rows: int, cols: int) -> None:
    for clues in itertools.product((None, 0, 1, 2, 3, 4), repeat=rows * cols):
        puzzle = Puzzle(square_grid(rows, cols), clues)
        check_sound(puzzle, {}, expected(puzzle))


@some_or_all("count", 1500, 30_000)
def test_random_boards_with_marks_agree_with_the_oracle(count: int) -> None:
    kinds = set()
    for puzzle, marks in random_marked_boards(count, seed=count):
        kinds.add(type(check_sound(puzzle, marks, expected(puzzle, marks))))
    assert kinds == {Solved, Stuck, Contradiction}


@given(marked_puzzles())
def test_marked_puzzles_agree_with_the_oracle(case: tuple[Puzzle, dict[int, EdgeState]]) -> None:
    puzzle, marks = case
    check_sound(puzzle, marks, expected(puzzle, marks))


@given(marked_puzzles(), st.data())
def test_filled_boards_are_judged_as_by_the_rules(
    case: tuple[Puzzle, dict[int, EdgeState]], data: st.DataObject
) -> None:
    puzzle, marks = case
    edges = range(len(puzzle.grid.edge_dots))
    lines = {edge for edge, mark in marks.items() if mark is EdgeState.LINE}
    for solution in expected(puzzle):
        lines = set(solution)
        lines ^= data.draw(st.sets(st.sampled_from(edges), max_size=2))
        break
    filled = {e: EdgeState.LINE if e in lines else EdgeState.CROSS for e in edges}
    rules = BitRules.of_puzzle(puzzle)
    result = propagate(rules, marked(rules, filled))
    solved = is_solved(puzzle, frozenset(lines))
    assert type(result) is (Solved if solved else Contradiction)


@pytest.mark.parametrize(
    ("rows", "cols", "lines"),
    [(1, 5, ["11011"]), (5, 3, ["111", "111", "000", "111", "000"])],
)
def test_two_separate_loops_are_no_solution(rows: int, cols: int, lines: list[str]) -> None:
    """All clues are met and all dots have two lines or none."""
    grid = square_grid(rows, cols)
    inside = {i for i, digit in enumerate("".join(lines)) if digit == "1"}
    loops = {e for e, sides in enumerate(grid.edge_cells) if len(inside.intersection(sides)) == 1}
    clues = tuple(len(loops.intersection(edges)) for edges in grid.cell_edges)
    marks = {
        e: EdgeState.LINE if e in loops else EdgeState.CROSS for e in range(len(grid.edge_dots))
    }
    check_sound(Puzzle(grid, clues), marks, set())
    check_sound(Puzzle(grid, (None,) * len(clues)), marks, set())


@given(marked_puzzles(), st.data())
def test_more_marks_lead_to_at_least_as_much(
    case: tuple[Puzzle, dict[int, EdgeState]], data: st.DataObject
) -> None:
    puzzle, marks = case
    rules = BitRules.of_puzzle(puzzle)
    edges = st.integers(0, len(puzzle.grid.edge_dots) - 1)
    more = data.draw(
        st.dictionaries(edges, st.sampled_from([EdgeState.LINE, EdgeState.CROSS]), max_size=3)
    )
    few = known_edges(rules, propagate(rules, marked(rules, marks)))
    many = known_edges(rules, propagate(rules, marked(rules, more | marks)))
    if few is None or many is None:
        assert many is None
    else:
        assert many.items() >= few.items()


@given(marked_puzzles(), marked_puzzles())
def test_going_on_from_a_state_is_like_starting_with_all_marks(
    case: tuple[Puzzle, dict[int, EdgeState]], later: tuple[Puzzle, dict[int, EdgeState]]
) -> None:
    puzzle, marks = case
    rules = BitRules.of_puzzle(puzzle)
    first = propagate(rules, marked(rules, marks))
    if isinstance(first, Stuck):
        more = {e: mark for e, mark in later[1].items() if e < len(puzzle.grid.edge_dots)}
        before = first.state, list(first.state.ends)
        again = propagate(rules, first.state)
        assert isinstance(again, Stuck)
        assert again.state == first.state
        onwards = propagate(rules, with_marks(rules, first.state, more))
        at_once = propagate(rules, with_marks(rules, marked(rules, marks), more))
        assert known_edges(rules, onwards) == known_edges(rules, at_once)
        assert (first.state, first.state.ends) == before


def solved_share(records: Sequence[Record], *, colours: bool = True) -> float:
    """The share of puzzles that are solved; checks the solutions, and that none is contradicted."""
    solved = 0
    for record in records:
        puzzle = parse_rows("/".join(record["clues"]))
        rules = BitRules.of_puzzle(puzzle)
        result = propagate(rules, colours_from=0.0 if colours else NEVER)
        assert not isinstance(result, Contradiction)
        if isinstance(result, Solved):
            assert is_solved(puzzle, result.solution(rules.layout))
            solved += 1
    return solved / len(records)


@pytest.mark.parametrize("name", ["medium_10x10", "medium_15x15", "medium_20x20", "medium_25x30"])
@some_or_all("count", 5, 100)
def test_easy_puzzles_are_solved(name: str, count: int, collections: Collections) -> None:
    assert solved_share(collections.records(name)[:count]) == 1
    assert solved_share(collections.records(name)[:count], colours=False) == 1


@pytest.mark.parametrize(
    "name", ["hard_5x5", "hard_10x10", "tricky_10x10", "expert_10x10", "expert_30x30"]
)
@some_or_all("count", 5, 100)
def test_hard_puzzles_of_others_are_solved(name: str, count: int, collections: Collections) -> None:
    """Ours ask for more: the samples of these collections are not all solved."""
    share = solved_share(collections.records(name)[:count])
    assert share >= collections.enough(shared=1, sample=0)


def boards() -> list[BitRules]:
    """Boards on which half the clues of a random loop are shown."""
    return [BitRules.of_puzzle(sparse_board(8, 9, 0.5, seed)) for seed in range(20)]


def test_colours_find_at_least_as_much_as_the_other_rules() -> None:
    further = 0
    for rules in boards():
        few = known_edges(rules, propagate(rules, colours_from=NEVER))
        many = known_edges(rules, propagate(rules))
        assert few is not None
        assert many is not None
        assert many.items() >= few.items()
        further += len(many) > len(few)
    assert further


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("223/.1./.1.", id="relations of neighbours"),
        pytest.param(".2./3../231", id="two neighbours of a 2 with the same colour"),
        pytest.param(".../321/.3.", id="inside and outside are connected"),
    ],
)
def test_boards_that_need_a_rule_of_colours(text: str) -> None:
    rules = BitRules.of_puzzle(parse_rows(text))
    assert isinstance(propagate(rules, colours_from=NEVER), Stuck)
    assert isinstance(propagate(rules), Solved)


def test_the_counters_say_which_rules_made_edges_known() -> None:
    every = [propagate(rules).counters for rules in boards()]
    assert min(ByRule(*map(sum, zip(*(counters.rounds for counters in every), strict=True)))) > 0
    assert min(ByRule(*map(sum, zip(*(counters.edges for counters in every), strict=True)))) > 0
    for rules in boards():
        result = propagate(rules)
        if isinstance(result, Stuck):
            known, at_first = (
                sum(bits.bit_count() for bits in state.unknown(rules.layout))
                for state in (result.state, first_state(rules))
            )
            assert sum(result.counters.edges) == at_first - known


@some_or_all("count", 30, 600)
def test_what_is_known_of_varied_puzzles_holds_in_their_solution(
    count: int, collections: Collections
) -> None:
    for record in collections.records("varied")[:count]:
        puzzle = parse_rows("/".join(record["clues"]))
        report = solve(puzzle)
        assert report.solutions
        check_sound(puzzle, {}, set(report.solutions))
