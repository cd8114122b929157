"""Checks that each fact of an argument follows from its reason, as a reader would.

A clue or a dot is checked on all states of the edges around it, at most 16.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise, product

from puzzle.grid import OUTSIDE
from puzzle.model import EdgeState, Puzzle
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    ClueReason,
    DeadEnd,
    Deduction,
    DotReason,
    EdgesAre,
    Inference,
    LoopReason,
    PairIs,
    Reason,
    Relation,
    SidesReason,
    Subloop,
    TooFew,
    TooMany,
    Unvisited,
    Way,
    WrongSide,
)
from tests.support.explain.truth import ANIMALS, Marks, is_inside

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
CONTRADICTIONS = (TooMany, TooFew, Branch, DeadEnd, Unvisited, Subloop, WrongSide, Clash)

HOLDS: dict[Relation, Callable[[bool, bool], bool]] = {
    Relation.ONE: lambda a, b: a != b,
    Relation.SOME: lambda a, b: a or b,
    Relation.NOT_BOTH: lambda a, b: not (a and b),
    Relation.ALIKE: lambda a, b: a == b,
    Relation.IMPLIES: lambda a, b: b or not a,
}


class Reader:
    """Follows arguments with the known states and pairs, and asserts each inference."""

    def __init__(self, puzzle: Puzzle, reasons: Collection[Reason], states: Marks) -> None:
        self.puzzle = puzzle
        self.reasons = reasons
        self.states = dict(states)
        self.pairs: set[PairIs] = set()

    def follow(self, argument: Argument) -> None:
        """Check an argument, then add what it proves: its facts, or its supposition's opposite."""
        if argument.supposed is None:
            assert not argument.cases
            self.pairs.clear()
            for inference in argument.inferences:
                self.take(inference)
            assert isinstance(argument.inferences[-1].fact, EdgesAre)
        else:
            shown = self.refuted(argument, argument.supposed)
            self.states[shown.edge] = shown.state

    def refuted(self, argument: Argument, supposed: Deduction) -> Deduction:
        """Check an argument with a supposition; returns the opposite, the only thing it proves."""
        inner = Reader(self.puzzle, self.reasons, self.states)
        assert not inner.states.get(supposed.edge), "what is supposed is known already"
        inner.states[supposed.edge] = supposed.state
        for inference in argument.inferences:
            inner.take(inference)
        if argument.cases:
            inner.refute_both(argument.cases)
        else:
            assert isinstance(argument.inferences[-1].fact, CONTRADICTIONS)
        return Deduction(supposed.edge, CROSS if supposed.state is LINE else LINE)

    def refute_both(self, cases: tuple[Argument, ...]) -> None:
        """Check that the cases refute both states of one edge."""
        supposed = [case.supposed for case in cases if case.supposed is not None]
        assert [case.state for case in supposed] == [LINE, CROSS]
        assert supposed[0].edge == supposed[1].edge
        for case, opposite in zip(cases, supposed, strict=True):
            self.refuted(case, opposite)

    def take(self, inference: Inference) -> None:
        """Check an inference and add its fact."""
        assert inference.reason in self.reasons
        assert all(self.states.get(edge) for edge in inference.given), "given, but not known"
        assert self.pairs.issuperset(inference.pairs), "a relation that was not shown"
        if isinstance(inference.reason, LoopReason):
            self.check_loop(inference)
        elif isinstance(inference.reason, SidesReason):
            self.check_sides(inference)
        else:
            self.check_local(inference)
        if isinstance(inference.fact, EdgesAre):
            self.states.update(dict.fromkeys(inference.fact.edges, inference.fact.state))
        if isinstance(inference.fact, PairIs):
            self.pairs.add(inference.fact)

    # The rule of one loop

    def check_loop(self, inference: Inference) -> None:
        """The loop is complete, and a line or a dot is outside or a clue is violated.

        Or more than two lines meet, as nowhere in one loop.
        """
        fact = inference.fact
        if isinstance(fact, Branch):
            around = inference.given.intersection(self.puzzle.grid.dot_edges[fact.dot])
            assert sum(self.states[edge] is LINE for edge in around) > 2
            return
        if isinstance(fact, EdgesAre):
            subloop = inference.subloop
            assert subloop is not None
            assert fact.state is CROSS
            (closing,) = fact.edges
            assert closing in subloop.edges
        else:
            assert isinstance(fact, Subloop)
            subloop, closing = fact, None
        edges = set(subloop.edges)
        assert {*edges} - {closing} <= inference.given
        assert all(self.states[edge] is LINE for edge in edges - {closing})
        assert self.is_one_cycle(edges)
        witnesses = (subloop.unmet, subloop.outside, subloop.missed)
        assert witnesses.count(None) == len(witnesses) - 1
        if subloop.outside is not None:
            assert subloop.outside not in edges
            assert subloop.outside in inference.given
            assert self.states[subloop.outside] is LINE
        if subloop.unmet is not None:
            clue = self.puzzle.clues[subloop.unmet]
            sides = self.puzzle.grid.cell_edges[subloop.unmet]
            assert clue is not None
            if clue in ANIMALS:
                assert is_inside(self.puzzle, subloop.unmet, edges) is not ANIMALS[clue]
            else:
                assert len(edges.intersection(sides)) != clue
        if subloop.missed is not None:
            assert self.puzzle.rules.variant.visits_every_dot
            assert edges.isdisjoint(self.puzzle.grid.dot_edges[subloop.missed])

    # The sides of the loop

    def check_sides(self, inference: Inference) -> None:
        """The way leads over given edges, and tells the edge, or puts a cell on the wrong side."""
        fact = inference.fact
        if isinstance(fact, EdgesAre):
            assert inference.way is not None
            (edge,) = fact.edges
            assert not self.states.get(edge), "known before"
            ends = {inference.way.cells[0], inference.way.cells[-1]}
            assert ends == {*self.puzzle.grid.edge_cells[edge]}
            assert self.differ(inference.way, inference.given) is (fact.state is LINE)
            return
        assert isinstance(fact, WrongSide)
        way = fact.way
        assert way.jump is None
        assert fact.lines == sum(self.states[edge] is LINE for edge in way.crossed)
        first, last = way.cells[0], way.cells[-1]
        differ = first != last and self.side(first) is not self.side(last)
        assert self.differ(way, inference.given) is not differ

    def differ(self, way: Way, given: Collection[int]) -> bool:
        """Whether a way tells that its ends are on different sides."""
        assert {*way.crossed} <= {*given}
        halves = [way.cells] if way.jump is None else [way.cells[: way.jump], way.cells[way.jump :]]
        pairs = [pair for half in halves for pair in pairwise(half)]
        for pair, edge in zip(pairs, way.crossed, strict=True):
            assert {*pair} == {*self.puzzle.grid.edge_cells[edge]}
        lines = sum(self.states[edge] is LINE for edge in way.crossed)
        if way.jump is None:
            return lines % 2 == 1
        jump = self.side(way.cells[way.jump - 1]) is not self.side(way.cells[way.jump])
        return (lines + jump) % 2 == 1

    def side(self, cell: int) -> bool:
        """Whether an animal, or what is beyond the border, is inside."""
        return cell != OUTSIDE and ANIMALS[self.puzzle.clues[cell] or 0]

    def is_one_cycle(self, edges: set[int]) -> bool:
        grid = self.puzzle.grid
        if any(len(edges.intersection(at)) not in {0, 2} for at in grid.dot_edges):
            return False
        reached = {min(edges)}
        todo = [min(edges)]
        for edge in todo:
            for dot in grid.edge_dots[edge]:
                new = edges.intersection(grid.dot_edges[dot]) - reached
                reached |= new
                todo += new
        return reached == edges

    # Clues and dots

    def check_local(self, inference: Inference) -> None:
        """The fact holds in every choice that the clue or dot allows."""
        edges, _ = self.rule(inference.reason)
        choices = list(self.choices(inference))
        fact = inference.fact
        if isinstance(fact, EdgesAre):
            assert set(fact.edges) <= set(edges)
            assert fact.edges
            assert not any(self.states.get(edge) for edge in fact.edges), "known before"
            assert choices, "a contradiction passes for a deduction"
            assert all(choice[e] is (fact.state is LINE) for choice in choices for e in fact.edges)
        elif isinstance(fact, PairIs):
            self.check_pair(fact, edges, choices)
        else:
            assert not choices, "no contradiction"
            self.check_contradiction(inference)

    def rule(self, reason: Reason) -> tuple[tuple[int, ...], set[int]]:
        """The edges of a clue or dot, and the allowed numbers of lines."""
        grid = self.puzzle.grid
        if isinstance(reason, ClueReason):
            clue = self.puzzle.clues[reason.cell]
            assert clue is not None
            return grid.cell_edges[reason.cell], {clue}
        assert isinstance(reason, DotReason)
        return grid.dot_edges[reason.dot], {2} if self.puzzle.rules.variant.visits_every_dot else {
            0,
            2,
        }

    def choices(self, inference: Inference) -> Iterator[dict[int, bool]]:
        """The states of the edges that the rule and the premises of the inference allow."""
        edges, counts = self.rule(inference.reason)
        for states in product((False, True), repeat=len(edges)):
            choice = dict(zip(edges, states, strict=True))
            if (
                sum(states) in counts
                and all(
                    choice[edge] is (self.states[edge] is LINE)
                    for edge in inference.given.intersection(edges)
                )
                and all(
                    HOLDS[pair.relation](choice[pair.edges[0]], choice[pair.edges[1]])
                    for pair in inference.pairs
                    if set(pair.edges) <= set(edges)
                )
            ):
                yield choice

    def check_pair(
        self, pair: PairIs, edges: tuple[int, ...], choices: list[dict[int, bool]]
    ) -> None:
        one, other = pair.edges
        assert {one, other} <= set(edges)
        assert {one, other} <= set(self.puzzle.grid.dot_edges[pair.dot])
        assert all(HOLDS[pair.relation](choice[one], choice[other]) for choice in choices)

    def check_contradiction(self, inference: Inference) -> None:
        """The contradiction has the right place and the right number of lines."""
        fact, given = inference.fact, inference.given
        edges, _ = self.rule(inference.reason)
        lines = sum(self.states[edge] is LINE for edge in given.intersection(edges))
        crosses = sum(self.states[edge] is CROSS for edge in given.intersection(edges))
        match fact:
            case TooMany():
                assert inference.reason == ClueReason(fact.cell)
                assert fact.lines == lines > (self.puzzle.clues[fact.cell] or 0)
            case TooFew():
                assert inference.reason == ClueReason(fact.cell)
                assert fact.lines == len(edges) - crosses
                assert fact.lines < (self.puzzle.clues[fact.cell] or 0)
            case Branch():
                assert inference.reason == DotReason(fact.dot)
                assert lines > 2
            case DeadEnd():
                assert inference.reason == DotReason(fact.dot)
                assert (lines, lines + crosses) == (1, len(edges))
            case Unvisited():
                assert inference.reason == DotReason(fact.dot)
                assert lines == 0
                assert crosses >= len(edges) - 1
            case _:
                assert isinstance(fact, Clash)
