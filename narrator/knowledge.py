"""What an argument has shown so far, and which of it only holds under a supposition."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from puzzle.model import EdgeState
from solver.explain.step import Deduction, EdgesAre, Fact, Inference, PairIs


@dataclass
class Knowledge:
    """The states of edges while an argument is told.

    `edges` and `pairs` depend on what is supposed; `told` are the facts that do not.
    """

    states: dict[int, EdgeState]
    edges: set[int] = field(default_factory=set)
    pairs: set[PairIs] = field(default_factory=set)
    told: set[PairIs] = field(default_factory=set)

    @classmethod
    def of_marks(cls, marks: Sequence[EdgeState]) -> "Knowledge":
        """What the marks of a board say."""
        return cls(dict(enumerate(marks)))

    def copy(self) -> "Knowledge":
        """The same, to go on from in another way."""
        return replace(
            self,
            states=self.states.copy(),
            edges=self.edges.copy(),
            pairs=self.pairs.copy(),
            told=self.told.copy(),
        )

    def suppose(self, supposed: Deduction) -> None:
        """Take an edge to have a state."""
        self.states[supposed.edge] = supposed.state
        self.edges.add(supposed.edge)

    def depends(self, inference: Inference) -> bool:
        """Whether an inference rests on anything supposed."""
        return not (
            self.edges.isdisjoint(inference.given) and self.pairs.isdisjoint(inference.pairs)
        )

    def note(self, fact: Fact, *, supposed: bool) -> None:
        """Keep what has been told."""
        if isinstance(fact, EdgesAre):
            self.states.update(dict.fromkeys(fact.edges, fact.state))
            if supposed:
                self.edges.update(fact.edges)
        elif isinstance(fact, PairIs):
            (self.pairs if supposed else self.told).add(fact)

    def has(self, fact: Fact) -> bool:
        """Whether that has been told already, of what is."""
        if isinstance(fact, EdgesAre):
            return all(
                self.states[edge] is fact.state and edge not in self.edges for edge in fact.edges
            )
        return fact in self.told

    def lines_and_crosses(
        self, inference: Inference, around: Iterable[int]
    ) -> tuple[list[int], list[int]]:
        """The lines and the crosses among these edges that an inference takes as known."""
        known = [edge for edge in around if edge in inference.given]
        return (
            [edge for edge in known if self.states[edge] is EdgeState.LINE],
            [edge for edge in known if self.states[edge] is EdgeState.CROSS],
        )
