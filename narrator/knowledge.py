"""The facts that an argument has established so far, and which depend on a supposition."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from puzzle.model import EdgeState
from solver.explain.step import Deduction, EdgesAre, Fact, Inference, PairIs


class Knowledge(Struct):
    """The facts known at a point of an argument.

    - `states`: the state of each edge.
    - `supposed_edges`, `supposed_pairs`: facts that depend on a supposition.
    - `established_pairs`: relations that do not.
    """

    states: dict[int, EdgeState]
    supposed_edges: set[int] = field(default_factory=set)
    supposed_pairs: set[PairIs] = field(default_factory=set)
    established_pairs: set[PairIs] = field(default_factory=set)

    @classmethod
    def of_marks(cls, marks: Sequence[EdgeState]) -> "Knowledge":
        """The knowledge before an argument: the marks of the board, by edge."""
        return cls(dict(enumerate(marks)))

    def copy(self) -> "Knowledge":
        """An independent copy."""
        return replace(
            self,
            states=self.states.copy(),
            supposed_edges=self.supposed_edges.copy(),
            supposed_pairs=self.supposed_pairs.copy(),
            established_pairs=self.established_pairs.copy(),
        )

    def suppose(self, supposed: Deduction) -> None:
        """Add the supposition that an edge has a state."""
        self.states[supposed.edge] = supposed.state
        self.supposed_edges.add(supposed.edge)

    def depends_on_supposition(self, inference: Inference) -> bool:
        """Whether an inference uses a fact that depends on a supposition."""
        return not (
            self.supposed_edges.isdisjoint(inference.given)
            and self.supposed_pairs.isdisjoint(inference.pairs)
        )

    def record(self, fact: Fact, *, supposed: bool) -> None:
        """Add a fact; `supposed` is whether it depends on a supposition.

        Contradictions are ignored.
        """
        if isinstance(fact, EdgesAre):
            self.states.update(dict.fromkeys(fact.edges, fact.state))
            if supposed:
                self.supposed_edges.update(fact.edges)
        elif isinstance(fact, PairIs):
            (self.supposed_pairs if supposed else self.established_pairs).add(fact)

    def is_established(self, fact: Fact) -> bool:
        """Whether a fact is known independently of any supposition."""
        if isinstance(fact, EdgesAre):
            return all(
                self.states[edge] is fact.state and edge not in self.supposed_edges
                for edge in fact.edges
            )
        return fact in self.established_pairs

    def lines_and_crosses(
        self, inference: Inference, around: Iterable[int]
    ) -> tuple[list[int], list[int]]:
        """The lines and the crosses among the edges `around` that an inference uses."""
        known = [edge for edge in around if edge in inference.given]
        return (
            [edge for edge in known if self.states[edge] is EdgeState.LINE],
            [edge for edge in known if self.states[edge] is EdgeState.CROSS],
        )
