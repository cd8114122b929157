"""Reads DIMACS files and solves them with Lingeling; shares no code with the project."""

from collections.abc import Iterator

from msgspec import Struct
from pysat.solvers import Lingeling

from tests.support.oracle import Cycle, Dot


class Cnf(Struct, frozen=True):
    """A DIMACS file: comments split into words, the numbers in its header, and its clauses."""

    comments: list[list[str]]
    variables: int
    announced: int
    clauses: list[list[int]]

    def solve(self) -> set[int] | None:
        """The true variables of a model; None when there is none."""
        model = _model(self.clauses)
        return None if model is None else {literal for literal in model if literal > 0}

    def cycles(self) -> Iterator[Cycle]:
        """The lines of each model."""
        edges = self.edges()
        clauses = list(self.clauses)
        while (model := _model(clauses)) is not None:
            shown = [literal for literal in model if abs(literal) in edges]
            yield frozenset(edges[literal] for literal in shown if literal > 0)
            clauses.append([-literal for literal in shown])

    def edges(self) -> dict[int, tuple[Dot, Dot]]:
        """The edge of each variable that a comment maps to one, in the oracle's form."""
        words = (comment[1:] for comment in self.comments if comment[0] == "edge")
        return {int(v): ends(name) for v, name in words}


def _model(clauses: list[list[int]]) -> list[int] | None:
    with Lingeling(bootstrap_with=clauses) as solver:
        model: list[int] | None = solver.get_model() if solver.solve() else None
    return model


def ends(name: str) -> tuple[Dot, Dot]:
    """The dots of an edge named like "B3-C3", the smaller first."""
    one, other = sorted((int(dot[1:]) - 1, ord(dot[0]) - ord("A")) for dot in name.split("-"))
    return one, other


def parse(text: str) -> Cnf:
    lines = [line.split() for line in text.splitlines()]
    comments = [words[1:] for words in lines if words[0] == "c"]
    (header,) = (words for words in lines if words[0] == "p")
    assert header[1] == "cnf"
    clauses = [[int(word) for word in words] for words in lines if words[0] not in "cp"]
    assert all(clause[-1] == 0 for clause in clauses)
    return Cnf(comments, int(header[2]), int(header[3]), [clause[:-1] for clause in clauses])
