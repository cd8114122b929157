"""Drills made on demand: a kernel of the technique on a random loop, with context grown around it.

Random clues and marks of the loop are added one by one. What is then forced elsewhere is marked,
so that nothing is forced but the answer and what follows from it by single reasons. An addition is
kept if the next step is still of the technique and has the same answer.
"""

from collections.abc import Mapping

from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from solver.agreement import Agreement
from solver.drills.drill import SIZES, Drill
from solver.drills.kernels import Kernel, all_kernels
from solver.drills.places import Placed, Truth
from solver.drills.solutions import KnownSolutions, open_solutions
from solver.errors import DrillError
from solver.explain.choice import easy_choices
from solver.explain.direct import RuleDeduction, close
from solver.explain.explainer import Explainer
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import States, board_of, states_of
from solver.explain.step import Deduction, Step
from solver.generate.loops import random_loop
from solver.generate.seeded_random import SeededRandom

MAX_LOOPS, KERNELS_PER_LOOP = 200, 8
"""Maximum numbers of loops that are drawn, and of kernels that are tried on each."""

CLUE_SHARE, MARKS, MARK_SHARE = 0.5, 8, 0.3
"""The share of the cells whose clues are tried as context, the number of edges that are tried, and
the maximum share of the edges that have a mark in the end."""

MIN_OPEN = 3
"""Minimum number of edges that stay open, for a question with so many wrong choices."""


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


def _on_a_loop(
    technique: str, kernels: tuple[Kernel, ...], size: int, rng: SeededRandom
) -> Drill | None:
    grid = square_grid(size, size)
    truth = Truth(grid, random_loop(grid, rng))
    with open_solutions(grid) as solutions:
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
        self._is_bare = True
        self._board = Board.blank(Puzzle(truth.grid, (None,) * len(truth.clues)))

    @property
    def drill(self) -> Drill:
        """The drill with the context grown so far."""
        answer = sorted(self._answer.items())
        deductions = tuple(Deduction(edge, state) for edge, state in answer)
        return Drill(self._board, self._technique, deductions)

    def begin(self) -> bool:
        """Put the kernel alone on the board; whether its step is the next one."""
        return self._add(self._placed.clues, self._placed.marks)

    def grow(self, rng: SeededRandom) -> None:
        """Add clues and marks of the loop in random order, as far as the step stays the next."""
        truth = self._truth
        self._is_bare = False
        cells = rng.shuffled(range(len(truth.clues)))
        for cell in cells[: round(CLUE_SHARE * len(cells))]:
            if self._board.puzzle.clues[cell] is None:
                self._add({cell: truth.clues[cell]}, {})
        for edge in rng.shuffled(range(len(truth.states)))[:MARKS]:
            if not self._board.marks[edge] and edge not in self._answer:
                self._add({}, {edge: truth.states[edge]})

    def _add(self, clues: Mapping[int, int], marks: Mapping[int, EdgeState]) -> bool:
        """Add clues and marks, and mark what is forced elsewhere; whether the step stays."""
        before = self._board
        known = {**dict(enumerate(before.puzzle.clues)), **clues}
        puzzle = Puzzle(before.puzzle.grid, tuple(known[cell] for cell in sorted(known)))
        board = Board(puzzle, before.marks).mark(marks)
        forced = self._solutions.forced(board)
        if not self._answer.items() <= forced.items():
            return False
        whole = board.mark(forced)
        explainer = Explainer(puzzle, shared=Agreement(whole.lines, whole.crosses))
        board = self._with_forced(explainer, board, forced)
        if not self._is_small(board) or not self._is_next(explainer, board):
            return False
        self._board = board
        return True

    def _with_forced(
        self, explainer: Explainer, board: Board, forced: Mapping[int, EdgeState]
    ) -> Board:
        """The board with all forced edges but the answer and what follows from it at once."""
        states = states_of(board)
        while elsewhere := [
            new for new in self._easy(explainer, states) if new.keys().isdisjoint(self._answer)
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

    def _is_small(self, board: Board) -> bool:
        """Whether a board has room for more marks; the kernel alone may have any number."""
        marks = len(board.marks) - board.marks.count(EdgeState.UNKNOWN)
        return self._is_bare or marks <= MARK_SHARE * len(board.marks)

    def _is_next(self, explainer: Explainer, board: Board) -> bool:
        """Whether the next step has the technique and the answer, and nothing easy is elsewhere."""
        easy = self._easy(explainer, states_of(board))
        if any(not self._answer.keys() >= new.keys() for new in easy):
            return False
        step = explainer.next_step(board)
        if not isinstance(step, Step) or step.technique.name != self._technique:
            return False
        return step.forced == self._answer

    @staticmethod
    def _easy(explainer: Explainer, states: States) -> list[dict[int, int]]:
        """What each single reason and each known pattern forces."""
        nowhere = Nearness(explainer.puzzle.grid, ())
        return [
            dict.fromkeys(easy.edges, easy.state)
            if isinstance(easy, RuleDeduction)
            else easy.open_edges(states)
            for easy in easy_choices(explainer.graph, explainer.patterns, states, nowhere)
        ]
