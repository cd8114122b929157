"""Drills of all techniques, checked by a SAT solver that shares no code with the project."""

from collections import Counter
from collections.abc import Collection

import pytest
from msgspec.structs import replace

from puzzle.model import Board, EdgeState
from solver.drills import Drill, drill_step, make_drill, pack, question, unpack
from solver.drills.drill import apart
from solver.drills.kernels import Kernel, all_kernels
from solver.drills.making import SINGLE_REASON, effort
from solver.drills.solutions import KnownSolutions, open_solutions
from solver.errors import DrillError
from solver.explain.explainer import Explainer
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import states_of
from solver.explain.step import (
    ClueReason,
    Deduction,
    DotReason,
    LoopReason,
    Reason,
    SidesReason,
    Step,
)
from solver.explain.steps import step_of_easy, takes_a_trial
from solver.explain.techniques import OTHER_RULES, PRACTISED
from tests.support.explain.truth import Truth, meets_clues, some_cycle
from tests.support.long import some_or_all
from tests.support.work import work_of

NAMES = [row.name for row in PRACTISED]
LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
MOST_WORK = 20_000_000
"""The bound of the work of making a drill: what the loops take that are drawn at most."""
ROOM = 80
"""Maximum length of a 6x6 drill: with the names of a button it has room in a `custom_id`."""


class Judge:
    """What is forced on the board of a drill, and what single reasons force.

    That an edge is forced is proved by SAT. That it is open is shown by solutions, which may come
    from anywhere as long as they break no rule.
    """

    def __init__(self, board: Board, truth: Truth, solutions: KnownSolutions) -> None:
        self.board = board
        self.truth = truth
        self.rules = truth.rules
        self.solutions = solutions

    def state(self, edge: int) -> EdgeState:
        """The state that all rules force; UNKNOWN where both are left."""
        left = []
        for state, other in ((LINE, CROSS), (CROSS, LINE)):
            found = self.solutions.find(self.board, {edge: state})
            if found is None:
                marks = dict(enumerate(self.board.marks))
                assert self.truth.forces(self.rules, marks, Deduction(edge, other))
            else:
                assert meets_clues(self.board.puzzle, found)
                assert some_cycle(self.board.puzzle, found) == found
                assert self.board.lines <= found
                assert not self.board.crosses & found
                assert (edge in found) is (state is LINE)
                left.append(state)
        assert left, "the board has no solution"
        return left[0] if len(left) == 1 else EdgeState.UNKNOWN

    def follow(self, known: dict[int, EdgeState], edges: Collection[int]) -> dict[int, EdgeState]:
        """Which of these edges follow from known ones by single reasons, one after another."""
        found: dict[int, EdgeState] = {}
        todo = True
        while todo:
            todo = False
            for edge in edges:
                states = {**known, **found}
                for state in (LINE, CROSS) if edge not in found else ():
                    deduction = Deduction(edge, state)
                    if any(self.truth.forces([r], states, deduction) for r in self.around(edge)):
                        found[edge] = state
                        todo = True
        return found

    def around(self, edge: int) -> list[Reason]:
        """The clues and dots of an edge, the loop, and its sides where animals tell them."""
        grid = self.board.puzzle.grid
        clues = [ClueReason(cell) for cell in grid.edge_cells[edge]]
        dots = [DotReason(dot) for dot in grid.edge_dots[edge]]
        reasons: tuple[Reason, ...] = (*clues, *dots, LoopReason())
        if self.board.puzzle.rules.variant.signs:
            reasons += (SidesReason(),)
        return [reason for reason in reasons if reason in self.rules]


def check(drill: Drill, name: str) -> None:
    """Only the answer and what follows from it at once is forced, and it is the named step."""
    board, answer = drill.board, drill.answer
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    assert (step.technique.name, step.forced) == (name, answer)
    assert not takes_a_trial(step)
    unmarked = [edge for edge, mark in enumerate(board.marks) if not mark]
    puzzle = board.puzzle
    with Truth(puzzle) as truth, open_solutions(puzzle.grid, puzzle.rules) as solutions:
        judge = Judge(board, truth, solutions)
        forced = {edge: state for edge in unmarked if (state := judge.state(edge))}
        assert answer.items() <= forced.items()
        others = forced.keys() - answer.keys()
        marks = {edge: mark for edge, mark in enumerate(board.marks) if mark} | answer
        assert judge.follow(marks, others) == {edge: forced[edge] for edge in others}
        asked = question(drill)
        assert len(asked.edges) == 4
        states = [forced.get(edge, EdgeState.UNKNOWN) for edge in asked.edges]
        assert states.pop(asked.right) is asked.state is answer[asked.edges[asked.right]]
        assert not any(states)
        beside = [edge for edge in asked.edges if edge not in answer]
        assert apart(board.puzzle.grid, beside, answer) == beside
        if effort(name) > SINGLE_REASON:
            marks = dict(enumerate(board.marks))
            for deduction in drill.deductions:
                reasons = judge.around(deduction.edge)
                assert not any(truth.forces([one], marks, deduction) for one in reasons)


def check_that_nothing_is_easier(drill: Drill) -> None:
    """No single reason and no known pattern with less effort leads to a part of the answer."""
    explainer, states = Explainer(drill.board.puzzle), states_of(drill.board)
    nowhere = Nearness(drill.board.puzzle.grid, ())
    for easy in explainer.easy.at(states, nowhere):
        step = step_of_easy(explainer.graph, drill.board, states, easy)
        assert step.forced.keys() <= drill.answer.keys()
        assert effort(step.technique.name) >= effort(drill.technique)


@pytest.mark.parametrize(
    ("name", "seeds"),
    [
        *((name, 1) for name in dict.fromkeys((*NAMES[::4], *OTHER_RULES))),
        *(pytest.param(name, 100, marks=pytest.mark.long) for name in NAMES),
    ],
)
def test_nothing_is_forced_but_the_answer_which_fits_a_button(name: str, seeds: int) -> None:
    for seed in range(seeds):
        drill = make_drill(name, seed)
        check(drill, name)
        check_that_nothing_is_easier(drill)
        text = pack(drill)
        assert len(text) <= ROOM
        assert unpack(text) == drill


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("name", ["met-clue", "diagonal-3-3", "even-crossings"])
def test_boards_may_be_smaller_and_larger(name: str, size: int) -> None:
    drill = make_drill(name, 1, size)
    assert drill.board.puzzle.grid.rows == drill.board.puzzle.grid.cols == size
    check(drill, name)


def test_no_board_decides_too_much_to_ask_about_four_edges() -> None:
    drill = make_drill("three-next-to-zero", 22)
    assert len(question(drill).edges) == 4
    check(drill, "three-next-to-zero")


@pytest.mark.parametrize("name", ["loop-at-both-ends", "loop-look-ahead", "look-ahead"])
def test_no_drill_is_about_a_step_that_only_a_long_trial_shows(name: str) -> None:
    for seed in range(4):
        step = drill_step(make_drill(name, seed))
        assert step is not None
        assert not takes_a_trial(step)


def test_the_decided_edge_is_at_each_place_as_often() -> None:
    plain = [name for name in NAMES if name not in OTHER_RULES]
    drills = [make_drill(name, 3) for name in plain[::3]]
    asked = [question(replace(drill, technique=name)) for drill in drills for name in plain]
    places = Counter(each.right for each in asked)
    assert all(0.19 <= places[place] / len(asked) <= 0.31 for place in range(4))


@pytest.mark.parametrize("seed", [0, 8, 19])
def test_a_part_of_the_answer_that_is_easier_to_find_makes_no_drill(seed: int) -> None:
    """With these seeds, the board of some technique would be one where less is enough."""
    for name in ("corner-1", "corner-3", "diagonal-3-2-3"):
        check_that_nothing_is_easier(make_drill(name, seed))


def test_a_seed_makes_one_drill() -> None:
    made = [make_drill("line-arriving-1", seed) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


def test_what_cannot_be_made_is_refused() -> None:
    for name, size in (("magic", 6), ("corner-3", 4), ("corner-3", 8)):
        with pytest.raises(DrillError):
            make_drill(name, 1, size)


def test_each_technique_has_kernels_in_the_order_of_the_table() -> None:
    assert [*all_kernels()] == NAMES
    assert all(all_kernels().values())


@some_or_all("step", 5, 1)
@pytest.mark.parametrize("name", NAMES)
def test_kernels_are_written_as_they_are_read(name: str, step: int) -> None:
    for kernel in all_kernels()[name][::step]:
        assert Kernel.of_line(kernel.line) == kernel
        images = kernel.images()
        assert kernel == images[0]
        assert all(image.images() == images for image in images)


SLOW = (("even-crossings", 1575481258793550908), ("parity", 703337530191920339))
"""Drills for which a search without limits takes seconds on the first loop."""


@pytest.mark.parametrize(
    ("name", "seeds"),
    [
        *((name, range(seed, seed + 1)) for name, seed in SLOW),
        *((name, range(1)) for name in NAMES[::8]),
        *(pytest.param(name, range(1, 100), marks=pytest.mark.long) for name in NAMES),
    ],
)
def test_a_drill_takes_little_work(name: str, seeds: range) -> None:
    for seed in seeds:
        assert work_of(lambda: make_drill(name, seed)) <= MOST_WORK, seed  # noqa: B023
