"""Known patterns: each claim follows from its rules, and a hint tells a pattern as a whole."""

import random
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

import pytest

from narrator.narration import Level, narrate
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import parse_puzzle
from puzzle.notation.rows import parse_rows
from solver.explain.explainer import Explainer
from solver.explain.marked_patterns import (
    clues_at_closed_corners,
    lines_reaching_clues,
    patterns_of_marks,
)
from solver.explain.patterns import KnownPattern, patterns_of_clues
from solver.explain.rule_graph import RuleGraph, States, states_of
from solver.explain.step import ClueReason, Deduction, DotReason, LoopReason, Reason, Step
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom
from solver.rating import Rating, rate
from tests.support.explain.judge import marks_of, state_in
from tests.support.explain.orientations import ORIENTATIONS, oriented
from tests.support.explain.truth import Truth
from tests.support.solver.boards import clues_of

LINE, CROSS, UNMARKED = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN
STEPS_OF_A_BOARD = 6
"""Number of steps that are looked at on each board, in the order in which they are offered."""


# Soundness


def random_board(rng: random.Random) -> Board:
    """A board of a random loop with some of its clues and marks."""
    rows, cols = rng.randint(2, 6), rng.randint(2, 6)
    grid = square_grid(rows, cols)
    loop = random_loop(grid, SeededRandom(rng.randrange(10**9)))
    share, marked = rng.uniform(0.5, 1), rng.choice([0, 0.1, 0.3, 0.6])
    clues = tuple(clue if rng.random() < share else None for clue in clues_of(grid, loop))
    edges = [edge for edge in range(len(grid.edge_dots)) if rng.random() < marked]
    return Board.blank(Puzzle(grid, clues)).mark({edge: state_in(loop, edge) for edge in edges})


def check_claims(truth: Truth, graph: RuleGraph, board: Board, known: KnownPattern) -> None:
    """Each claim follows from its rules and given marks, and from no fewer of them."""
    for claim in known.claims:
        given = {edge: board.marks[edge] for edge in claim.given}
        found = [Deduction(edge, EdgeState(claim.state)) for edge in claim.edges]
        reasons = graph.reasons(claim.rules)
        assert all(truth.forces(reasons, given, one) for one in found)
        for edge in given:
            rest = {other: mark for other, mark in given.items() if other != edge}
            assert not all(truth.forces(reasons, rest, one) for one in found)
        for reason in reasons if found else ():
            others = [other for other in reasons if other != reason]
            assert not all(truth.forces(others, given, one) for one in found)


def test_each_claim_follows_from_its_rules_and_needs_all_of_them() -> None:
    rng, seen = random.Random(1), Counter[str]()
    for _ in range(150):
        board = random_board(rng)
        graph, states = RuleGraph(board.puzzle), states_of(board)
        with Truth(board.puzzle) as truth:
            for known in (*patterns_of_clues(graph), *patterns_of_marks(graph, states)):
                seen[known.place.name] += 1
                check_claims(truth, graph, board, known)
                assert all(board.marks[edge] for claim in known.claims for edge in claim.given)
    turns = {f"{name}-{clue}" for name in ("line-arriving", "forced-turn") for clue in (1, 2, 3)}
    zeros = {"three-next-to-zero", "three-diagonal-to-zero"}
    threes = {"adjacent-3-3", "diagonal-3-3", "diagonal-3-2-3"}
    closed = {f"{word}-at-closed-corner" for word in ("one", "two", "three")}
    assert seen.keys() == {"corner-1", "corner-2", "corner-3"} | turns | zeros | threes | closed


Found = dict[tuple[int, int], dict[int, int]]
"""The states of edges that are found, by cell and dot."""


def found_of(patterns: Iterable[KnownPattern], states: States) -> Found:
    """What patterns of one clue and one dot force."""
    return {
        (known.place.cells[0], known.place.dots[0]): known.open_edges(states)
        for known in patterns
        if len(known.place.dots) == 1
    }


def forced(
    truth: Truth, marks: dict[int, EdgeState], edges: Collection[int], rules: Collection[Reason]
) -> dict[int, int]:
    """What rules force of the edges without marks."""
    return {
        edge: int(state)
        for edge in edges
        for state in (LINE, CROSS)
        if edge not in marks and truth.forces(rules, marks, Deduction(edge, state))
    }


def test_clues_at_closed_and_reached_corners_are_found_wherever_both_force_something() -> None:
    """Compared with all that the clue and the dot force together, but not the clue alone."""
    rng, compared = random.Random(7), Counter[bool]()
    for _ in range(120):
        board = random_board(rng)
        grid, states = board.puzzle.grid, states_of(board)
        graph, dots = RuleGraph(board.puzzle), range(len(grid.dots))
        closed = found_of(clues_at_closed_corners(graph, states, dots), states)
        reached = found_of(lines_reaching_clues(graph, states, dots), states)
        with Truth(board.puzzle) as truth:
            for dot, edges in enumerate(grid.dot_edges):
                open_ = {edge for edge in edges if not board.marks[edge]}
                lines = len(board.lines.intersection(edges))
                for cell, *sides in graph.clue_corners[dot]:
                    is_closed = not lines and open_ == {*sides} != {*edges}
                    if not (is_closed or (lines == 1 and {*sides} <= open_)):
                        continue
                    around = {*edges, *grid.cell_edges[cell]}
                    marks = {edge: board.marks[edge] for edge in around if board.marks[edge]}
                    asked = grid.cell_edges[cell] if is_closed else around
                    alone = forced(truth, marks, asked, graph.reasons([cell]))
                    both = forced(truth, marks, asked, graph.reasons([cell, graph.cells + dot]))
                    if alone.keys().isdisjoint(both):
                        compared[is_closed] += bool(both)
                        assert (closed if is_closed else reached).get((cell, dot), {}) == both
    assert min(compared[True], compared[False]) > 30


def needless(truth: Truth, board: Board, step: Step) -> list[Reason]:
    """The reasons and places of a pattern without which the others force the same."""
    place = step.pattern
    assert place is not None
    named = {*step.reasons, *map(ClueReason, place.cells), *map(DotReason, place.dots)}
    if place.subloop is not None:
        named.add(LoopReason())
    marks = marks_of(board)
    return [
        reason
        for reason in named
        if all(truth.forces(named - {reason}, marks, found) for found in step.deductions)
    ]


def test_a_step_by_a_pattern_names_no_needless_reason() -> None:
    """On boards with random marks, and of each of several steps that are offered there."""
    rng, seen = random.Random(1), Counter[str]()
    for _ in range(90):
        board = random_board(rng)
        grid, marks = board.puzzle.grid, rng.choice([0, 0.05, 0.15])
        board = board.mark(
            {edge: UNMARKED for edge in range(len(grid.edge_dots)) if rng.random() > marks}
        )
        explainer = Explainer(board.puzzle)
        with Truth(board.puzzle) as truth:
            for another in range(STEPS_OF_A_BOARD):
                step = explainer.next_step(board, another=another)
                if isinstance(step, Step) and step.pattern is not None:
                    seen[step.technique.name] += 1
                    assert not needless(truth, board, step)
    assert sum(seen.values()) > 200
    assert len(seen) > 10


# A hint tells the whole pattern


class Whole(NamedTuple):
    """A pattern on a board, and all that it forces, as text for `parse_marks`."""

    name: str
    rows: tuple[str, ...]
    forced: str
    marks: str = ""


WHOLE = (
    Whole(
        "three-next-to-zero",
        ("....", ".30.", "....", "...."),
        "C1-C2-B2-B3-C3-C4 x C2-C3-D3-D2-C2",
    ),
    Whole(
        "three-diagonal-to-zero",
        ("....", ".3..", "..0.", "...."),
        "C2-C3-B3 x C3-D3-D4-C4-C3",
    ),
    Whole("adjacent-3-3", ("....", ".33.", "....", ".2.."), "B2-B3 C2-C3 D2-D3 x C1-C2 x C3-C4"),
    Whole("adjacent-3-3", (".33.", "....", "...1"), "B1-B2 C1-C2 D1-D2 x C2-C3"),
    Whole("diagonal-3-3", ("....", ".3..", "..3.", "...."), "C2-B2-B3 D3-D4-C4"),
    Whole("diagonal-3-2-3", (".....", ".3...", "..2..", "...3."), "C2-B2-B3 E4-E5-D5"),
    Whole(
        "diagonal-3-2-3",
        ("3.....", ".2....", "..2...", "...3..", "......"),
        "B1-A1-A2 E4-E5-D5",
    ),
    Whole("corner-1", ("1...", "....", "...."), "x B1-A1-A2"),
    Whole("corner-2", ("2...", "....", "...."), "B1-C1 A2-A3"),
    Whole("corner-3", ("3...", "....", "...."), "B1-A1-A2"),
    Whole("line-arriving-3", ("....", ".3..", "...."), "B2-B3-C3 x C1-C2", "D2-C2"),
    Whole("forced-turn-3", ("....", ".3..", "...."), "B2-B3-C3", "D2-C2 x C1-C2"),
    Whole("line-arriving-2", ("....", ".2..", "...."), "B3-C3 x C1-C2", "D2-C2 x B2-B3"),
    Whole("forced-turn-2", ("....", ".2..", "...."), "x B3-C3", "D2-C2 B2-B3 x C1-C2"),
    Whole("forced-turn-1", ("....", ".1..", "...."), "x B2-B3-C3", "D2-C2 x C1-C2"),
    Whole("line-arriving-1", ("....", ".1..", "...."), "x C1-C2", "D2-C2 x B2-B3-C3"),
)


@pytest.mark.parametrize("way", ORIENTATIONS)
@pytest.mark.parametrize("whole", WHOLE, ids=lambda whole: whole.name)
def test_a_hint_gives_the_whole_pattern_in_at_most_three_sentences(whole: Whole, way: str) -> None:
    puzzle = parse_rows("\n".join(whole.rows))
    before = Board.blank(puzzle).mark(parse_marks(whole.marks, puzzle.grid))
    turn = ORIENTATIONS[way]
    board = oriented(before, turn)
    after = oriented(before.mark(parse_marks(whole.forced, puzzle.grid)), turn)
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    assert step.technique.name == whole.name
    found = {deduction.edge: deduction.state for deduction in step.deductions}
    assert board.mark(found) == after
    told = narrate(board, step, Level.STEP)
    assert told.conclusion is not None
    assert len(told.sentences) <= 2
    assert not any("uppose" in sentence for sentence in told.sentences)


def test_no_harder_step_comes_before_a_pattern_of_3s() -> None:
    """On real boards, while two 3s stand untouched, steps are single reasons or known patterns."""
    rng, beside = random.Random(8), 0
    for _ in range(12):
        rows, cols = rng.randint(5, 7), rng.randint(5, 7)
        grid = square_grid(rows, cols)
        loop = random_loop(grid, SeededRandom(rng.randrange(10**9)))
        puzzle = Puzzle(grid, clues_of(grid, loop))
        explainer, board = Explainer(puzzle), Board.blank(puzzle)
        threes = [one for one in explainer.patterns if one.place.name.endswith("3-3")]
        for step in explainer.walkthrough():
            if isinstance(step, Step):
                if any(one.is_untouched(states_of(board)) for one in threes):
                    beside += 1
                    assert step.cost == 1 or step.pattern is not None
                board = board.mark({found.edge: found.state for found in step.deductions})
    assert beside > 50


# Ratings count the reasons of patterns


@pytest.mark.parametrize(
    ("text", "level", "score", "hardest", "sizes"),
    [
        (
            "10x10:3a3322j11023b3a32a2a22a122f2a121b32b122a1f202a20a1a22a2b02232j3333a3",
            "EXPERT",
            63.3,
            6,
            {1: 139, 2: 9, 3: 8, 4: 5, 5: 1, 6: 2},
        ),
        (
            "7x7:c22a1313a3b2222a1c1a2c2a3311b2a2110a32c",
            "EXPERT",
            945.4,
            7,
            {1: 67, 2: 5, 3: 5, 4: 4, 6: 1, 7: 2},
        ),
        ("5x5:3222c2b1a0a3b1c2221", "HARD", 52.0, 4, {1: 37, 2: 3, 3: 3, 4: 2}),
        (
            "10x10:2232a2b33a2c1a0c22c223211a10a2a13101322221b02122132212a1a12a122201c23c1a2c2a32b2a2233",
            "NORMAL",
            6.7,
            2,
            {1: 162, 2: 12},
        ),
    ],
)
def test_ratings_count_the_reasons_of_patterns_one_by_one(
    text: str, level: str, score: float, hardest: int, sizes: dict[int, int]
) -> None:
    rating = rate(parse_puzzle(text))
    assert isinstance(rating, Rating)
    assert (rating.level.name, rating.score, rating.hardest) == (level, score, hardest)
    assert rating.sizes == sizes
