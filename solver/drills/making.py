"""Drills made on demand: a kernel of the technique on a random loop, with context grown around it.

Random clues and marks of the loop are added one by one. What is then forced elsewhere is marked,
so that nothing is forced but the answer and what follows from it by single reasons. An addition is
kept if the next step is still of the technique and has the same answer, no part of which follows
from less.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from solver.agreement import Agreement
from solver.drills.drill import OTHERS, SIZES, Drill, apart
from solver.drills.kernels import Kernel, Placed, Truth, all_kernels
from solver.drills.solutions import KnownSolutions, open_solutions
from solver.errors import DrillError
from solver.explain.budget import Budget
from solver.explain.choice import Easy
from solver.explain.direct import RuleDeduction, close
from solver.explain.explainer import Explainer
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import States, board_of, states_of
from solver.explain.step import Deduction, Difficulty, Step
from solver.explain.steps import takes_a_trial
from solver.explain.techniques import TABLE, rules_of
from solver.generate.loops import full_loop, random_loop
from solver.generate.seeded_random import SeededRandom

MAX_LOOPS, KERNELS_PER_LOOP = 200, 8
"""Maximum numbers of loops that are drawn, and of kernels that are tried on each."""

CLUE_SHARE, MARKS, MARK_SHARE = 0.5, 8, 0.3
"""The share of the cells whose clues are tried as context, the number of edges that are tried, and
the maximum share of the edges that have a mark in the end."""

ADDED_AT_ONCE = 3
"""Number of clues and marks that are added between two searches for the next step."""

STEP_UNITS = 4_000
"""Maximum units of work for one such search; boards that take more are no drills."""

Effort: TypeAlias = tuple[int, Difficulty]
SINGLE_REASON: Effort = (1, Difficulty.EASY)


def make_drill(technique: str, seed: int, size: int = 6) -> Drill:
    """Make a drill of a technique; the same arguments make the same drill on every machine.

    Raises `DrillError` when there is no such technique, when a drill cannot have so many rows and
    columns, or when none was found within the limits.

    >>> drill = make_drill("corner-3", 1)
    >>> drill.technique, drill.board.puzzle.size, len(drill.answer)
    ('corner-3', '6x6', 2)
    """
    kernels = all_kernels().get(technique)
    if kernels is None:
        raise DrillError(f"of {technique!r}", "there is no technique with this name")
    if size not in SIZES:
        raise DrillError(f"of {size}x{size} cells", f"give a size from {SIZES[0]} to {SIZES[-1]}")
    rng = SeededRandom(f"{technique}/{size}/{seed}")
    for _ in range(MAX_LOOPS):
        drill = _on_a_loop(technique, kernels, size, rng)
        if drill is not None:
            return drill
    raise DrillError(f"of {technique!r}", "no loop was found for it; try another seed")


def drill_step(drill: Drill) -> Step | None:
    """The step of a drill; None if the explainer finds none by now.

    Raises `DrillError` if it takes more work than the making of a drill.

    >>> step = drill_step(make_drill("corner-3", 1))
    >>> step and step.technique.name
    'corner-3'
    """
    board = drill.board
    with open_solutions(board.puzzle.grid, board.puzzle.rules) as solutions:
        whole = board.mark(solutions.forced(board))
    explainer = Explainer(board.puzzle, shared=Agreement(whole.lines, whole.crosses))
    return _next_step(_Stage(board, explainer))


def _next_step(stage: "_Stage") -> Step | None:
    """The next step of a board, if it is found with little work."""
    budget = Budget(STEP_UNITS)
    step = stage.explainer.next_step(stage.board, budget)
    return step if isinstance(step, Step) and not budget.is_spent else None


def _on_a_loop(
    technique: str, kernels: tuple[Kernel, ...], size: int, rng: SeededRandom
) -> Drill | None:
    """A drill on a random loop; None if it has none, or the search for it takes too long."""
    rules, grid = rules_of(technique), square_grid(size, size)
    is_full = rules.variant.visits_every_dot
    if is_full and len(grid.dots) % 2:  # no loop visits them all
        grid = square_grid(size - 1, size)
    loop = full_loop(grid, rng) if is_full else random_loop(grid, rng)
    if loop is None:
        return None
    truth = Truth(grid, loop, rules)
    with open_solutions(grid, rules) as solutions, suppress(DrillError):
        solutions.add(truth.loop)
        for kernel in rng.shuffled(kernels)[:KERNELS_PER_LOOP]:
            placed = truth.place(kernel, rng)
            if placed is None:
                continue
            grower = Grower(truth, solutions, technique, placed)
            if grower.begin():
                grower.grow(rng)
                return grower.drill
    return None


class _Stage(NamedTuple):
    """A board, and an explainer that knows what all of its solutions share."""

    board: Board
    explainer: Explainer


class Grower:
    """Grows context around a placed kernel."""

    def __init__(
        self, truth: Truth, solutions: KnownSolutions, technique: str, placed: Placed
    ) -> None:
        self._truth = truth
        self._solutions = solutions
        self._technique = technique
        self._placed = placed
        self._answer = placed.answer
        self._effort = effort(technique)
        self._board = Board.blank(Puzzle(truth.grid, (None,) * len(truth.clues), truth.rules))

    @property
    def drill(self) -> Drill:
        """The drill with the context grown so far."""
        answer = sorted(self._answer.items())
        deductions = tuple(Deduction(edge, state) for edge, state in answer)
        return Drill(self._board, self._technique, deductions)

    def begin(self) -> bool:
        """Put the kernel alone on the board; whether its step is the next one."""
        stage = self._extended(self._board, self._placed.clues, self._placed.marks)
        if stage is None or not self._is_next(stage):
            return False
        self._board = stage.board
        return True

    def grow(self, rng: SeededRandom) -> None:
        """Add clues and marks of the loop in random order, as far as the step stays the next."""
        board, newest, added = self._board, None, 0
        for clues, marks in self._context(rng):
            most = MARK_SHARE * len(board.marks)
            stage = self._extended(board, clues, marks)
            if stage is None or len(stage.board.lines | stage.board.crosses) > most:
                continue
            board, newest, added = stage.board, stage, added + 1
            if added % ADDED_AT_ONCE == 0:
                board, newest = self._kept(stage), None
        if newest is not None:
            self._kept(newest)

    def _context(self, rng: SeededRandom) -> Iterator[tuple[dict[int, int], dict[int, EdgeState]]]:
        """Clues and marks of the loop, one at a time."""
        clues, states = self._truth.clues, self._truth.states
        if self._truth.rules.variant.signs:
            pairs = zip(clues, self._truth.animals, strict=True)
            clues = tuple(rng.pick(pair) for pair in pairs)
        cells, edges = rng.shuffled(range(len(clues))), rng.shuffled(range(len(states)))
        yield from (({cell: clues[cell]}, {}) for cell in cells[: round(CLUE_SHARE * len(cells))])
        yield from (({}, {edge: states[edge]}) for edge in edges[:MARKS])

    def _kept(self, stage: _Stage) -> Board:
        """The last board on which the step is the next one, of this and those before."""
        if self._is_next(stage):
            self._board = stage.board
        return self._board

    def _extended(
        self, before: Board, clues: Mapping[int, int], marks: Mapping[int, EdgeState]
    ) -> _Stage | None:
        """A board with more clues and marks, and marked where more is forced elsewhere.

        None where they are not new, are of the answer, decide too much to ask about anything else
        that does not touch it, or leave something easy elsewhere, or a part of the answer that
        follows more easily.
        """
        known = {**dict(enumerate(before.puzzle.clues)), **clues}
        puzzle = replace(before.puzzle, clues=tuple(known[cell] for cell in sorted(known)))
        board = Board(puzzle, before.marks).mark(marks)
        forced = self._solutions.forced(board)
        if board == before or not self._answer.items() <= forced.items():
            return None
        whole = board.mark(forced)
        open_edges = [edge for edge, mark in enumerate(whole.marks) if not mark]
        if len(apart(puzzle.grid, open_edges, self._answer)) < OTHERS:
            return None
        explainer = Explainer(puzzle, shared=Agreement(whole.lines, whole.crosses))
        board = self._with_forced(explainer, board, forced)
        states = states_of(board)
        if any(
            not self._answer.keys() >= _edges_of(easy, states).keys()
            or _effort_of(easy) < self._effort
            for easy in self._easy(explainer, states)
        ):
            return None
        return _Stage(board, explainer)

    def _with_forced(
        self, explainer: Explainer, board: Board, forced: Mapping[int, EdgeState]
    ) -> Board:
        """The board with all forced edges but the answer and what follows from it at once."""
        states = states_of(board)
        while elsewhere := [
            new
            for easy in self._easy(explainer, states)
            if (new := _edges_of(easy, states)).keys().isdisjoint(self._answer)
        ]:
            for new in elsewhere:
                for edge, state in new.items():
                    states[edge] = state
        board = board_of(board.puzzle, states)
        for edge, state in self._answer.items():
            states[edge] = int(state)
        for _ in close(explainer.graph, states):
            pass
        return board.mark({edge: state for edge, state in forced.items() if not states[edge]})

    def _is_next(self, stage: _Stage) -> bool:
        """Whether the next step of the board has the technique and the answer, and is told."""
        step = _next_step(stage)
        if step is None or takes_a_trial(step):
            return False
        return (step.technique.name, step.forced) == (self._technique, self._answer)

    @staticmethod
    def _easy(explainer: Explainer, states: States) -> Iterator[Easy]:
        """The single reasons and known patterns of a board."""
        nowhere = Nearness(explainer.puzzle.grid, ())
        return explainer.easy.at(states, nowhere)


def _edges_of(easy: Easy, states: States) -> dict[int, int]:
    """What a single reason or a known pattern forces."""
    if isinstance(easy, RuleDeduction):
        return dict.fromkeys(easy.edges, easy.state)
    return easy.open_edges(states)


def _effort_of(easy: Easy) -> Effort:
    """The effort of a single reason or a known pattern."""
    return SINGLE_REASON if isinstance(easy, RuleDeduction) else effort(easy.place.name)


def effort(technique: str) -> Effort:
    """The number of reasons of a technique, and its difficulty.

    >>> effort("full-clue") == SINGLE_REASON < effort("adjacent-3-3")
    True
    """
    return next((row.cost, row.difficulty) for row in TABLE if row.name == technique)
