"""Counts how reviews of simulated games agree with what was planted in them."""

from collections import Counter

from msgspec import Struct, field

from puzzle.model import Puzzle
from solver.explain.explainer import Explainer
from solver.review.judgement import JudgedStroke, Kind, Review
from solver.review.review import review
from tests.support.review.players import Marks, Planted, PlantedStroke, SimulatedPlayer

ORDER = (Kind.MISTAKE, Kind.CONSEQUENCE, Kind.AHEAD, Kind.OPEN, Kind.CORRECTION)


class Agreement(Struct):
    """How often a planted kind of stroke was said to be another."""

    table: Counter[tuple[Planted, Kind]] = field(default_factory=Counter)

    def add(self, planted: PlantedStroke, judged: JudgedStroke) -> None:
        said = next((kind for kind in ORDER if judged.of(kind)), Kind.FOLLOWED)
        self.table[planted.kind, said] += 1

    def of(self, planted: Planted) -> int:
        return sum(count for (kind, _), count in self.table.items() if kind is planted)

    @property
    def falsely_ahead(self) -> float:
        """The part of honest strokes that were said to be ahead of the reasons."""
        return self.table[Planted.HONEST, Kind.AHEAD] / self.of(Planted.HONEST)

    @property
    def precision(self) -> float:
        """The part of strokes said to be ahead of the reasons that are guesses."""
        said = sum(count for (_, kind), count in self.table.items() if kind is Kind.AHEAD)
        return self.table[Planted.GUESS, Kind.AHEAD] / said

    @property
    def recall(self) -> float:
        """The part of guesses that were said to be ahead of the reasons."""
        return self.table[Planted.GUESS, Kind.AHEAD] / self.of(Planted.GUESS)


def reviewed_game(puzzle: Puzzle, marks: Marks, seed: int) -> tuple[Review, list[PlantedStroke]]:
    """A simulated game and its review."""
    planted = [*SimulatedPlayer(puzzle, marks, seed).play()]
    found = review(Explainer(puzzle), [one.stroke for one in planted])
    assert isinstance(found, Review)
    return found, planted
