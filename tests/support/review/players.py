"""Simulated players, who know which of their strokes are honest steps, guesses and mistakes."""

import random
from collections.abc import Iterator, Mapping
from enum import Enum, auto

from msgspec import Struct

from puzzle.model import Board, EdgeState, Puzzle
from puzzle.strokes import Stroke
from solver.explain.budget import Budget
from solver.explain.direct import RuleDeduction, apply_rule
from solver.explain.explainer import Explainer
from solver.explain.nearness import Nearness
from solver.explain.rule_graph import EDGE_STATES, states_of
from solver.explain.step import Step


class Marks(Enum):
    """What a player draws: all marks, only lines, or only lines and several at once."""

    ALL = auto()
    LINES = auto()
    SEVERAL = auto()


class Planted(Enum):
    """What a stroke of a simulated player is."""

    HONEST = auto()
    GUESS = auto()
    MISTAKE = auto()
    CONSEQUENCE = auto()
    CORRECTION = auto()


class PlantedStroke(Struct, frozen=True):
    stroke: Stroke
    kind: Planted


LATE = 0.7
"""A guess is a line that a walk from there finds after this part of its lines."""
MIND_UNITS = 200_000


class SimulatedPlayer:
    """Solves a puzzle with one solution, in an order and with mistakes that a seed decides."""

    def __init__(
        self,
        puzzle: Puzzle,
        marks: Marks,
        seed: int,
        *,
        guesses: float = 0.05,
        mistakes: float = 0.03,
    ) -> None:
        self.explainer = Explainer(puzzle)
        found = self.explainer.solution
        assert found is not None
        self.solution = found
        self._marks = marks
        self._guesses, self._mistakes = guesses, mistakes
        self._random = random.Random(seed)
        self._mind = Board.blank(puzzle)
        self._drawn = Board.blank(puzzle)
        self._wrong: list[int] = []
        self._held: dict[int, EdgeState] = {}
        self._seconds = 0

    def play(self) -> tuple[PlantedStroke, ...]:
        """All strokes up to the solution."""
        return tuple(self._strokes())

    def _strokes(self) -> Iterator[PlantedStroke]:
        while not self._drawn.lines >= self.solution or self._drawn.lines - self.solution:
            roll = self._random.random()
            if self._wrong and (self._random.random() < 0.35 or self._drawn.lines >= self.solution):
                yield from self._draw({self._wrong.pop(): EdgeState.UNKNOWN}, Planted.CORRECTION)
            elif roll < self._mistakes:
                yield from self._blunder()
            elif roll > 1 - self._guesses and (guess := self._late_line()) is not None:
                self._mind = self._mind.mark({guess: EdgeState.LINE})
                yield from self._draw({guess: EdgeState.LINE}, Planted.GUESS)
            else:
                yield from self._step()

    def _draw(self, states: Mapping[int, EdgeState], kind: Planted) -> Iterator[PlantedStroke]:
        if states:
            self._seconds += self._random.choice((1, 1, 2, 2, 3, 5))
            self._drawn = self._drawn.mark(states)
            yield PlantedStroke(Stroke(self._seconds, dict(states)), kind)

    def _shows(self, state: EdgeState) -> bool:
        return self._marks is Marks.ALL or state is EdgeState.LINE

    def _blunder(self) -> Iterator[PlantedStroke]:
        """A wrong mark, and some that follow from it by a single reason."""
        marks, mind = self._drawn.marks, self._mind.marks
        unknown = [e for e, mark in enumerate(marks) if not mark and not mind[e]]
        if not unknown:
            return
        edge = self._random.choice(unknown)
        state = EdgeState.CROSS if edge in self.solution else EdgeState.LINE
        if not self._shows(state):
            return
        follows = edge in dict(self._wrong_followers())
        yield from self._draw({edge: state}, Planted.CONSEQUENCE if follows else Planted.MISTAKE)
        self._wrong.append(edge)
        while self._random.random() < 0.5 and (wrong := self._wrong_followers()):
            edge, state = self._random.choice(wrong)
            yield from self._draw({edge: state}, Planted.CONSEQUENCE)
            self._wrong.append(edge)

    def _wrong_followers(self) -> list[tuple[int, EdgeState]]:
        """The wrong marks that single reasons force on the board as it is drawn."""
        graph, states = self.explainer.graph, states_of(self._drawn)
        found = (apply_rule(graph, states, rule) for rule in graph.rules)
        followers = [(e, EDGE_STATES[one.state]) for one in found if one for e in one.edges]
        return [
            (edge, state)
            for edge, state in followers
            if (state is EdgeState.LINE) != (edge in self.solution) and self._shows(state)
        ]

    def _late_line(self) -> int | None:
        """A line that a walk from here finds late."""
        steps = self.explainer.walkthrough(self._mind, units=MIND_UNITS)
        found = [e for step in steps if isinstance(step, Step) for e in step.forced]
        lines = [e for e in found if e in self.solution and e not in self._drawn.lines]
        late = lines[int(LATE * len(lines)) :] if len(lines) > 10 else []
        return self._random.choice(late) if late else None

    def _step(self) -> Iterator[PlantedStroke]:
        """An honest step from what the player knows."""
        found = self._deduction()
        self._mind = self._mind.mark(found)
        shown = {e: s for e, s in found.items() if self._shows(s) and self._drawn.marks[e] is not s}
        if self._marks is Marks.SEVERAL:
            self._held.update(shown)
            wanted = self._random.choice((2, 3, 4, 6))
            if len(self._held) < wanted and not self._mind.lines >= self.solution:
                return
            shown, self._held = self._held, {}
        self._wrong = [edge for edge in self._wrong if edge not in shown]
        yield from self._draw(shown, Planted.HONEST)

    def _deduction(self) -> dict[int, EdgeState]:
        """Any easy step, or else the next one of several reasons."""
        states = states_of(self._mind)
        nowhere = Nearness(self.explainer.puzzle.grid, ())
        choices = [*self.explainer.easy.at(states, nowhere)]
        if choices:
            easy = self._random.choice(choices)
            if isinstance(easy, RuleDeduction):
                return dict.fromkeys(easy.edges, EDGE_STATES[easy.state])
            return {e: EDGE_STATES[s] for e, s in easy.open_edges(states).items()}
        step = self.explainer.next_step(self._mind, Budget(MIND_UNITS))
        assert isinstance(step, Step), step
        return step.forced
