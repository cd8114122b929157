"""Finds the smallest set of reasons that forces an edge, exactly; hints are compared with it.

A set of reasons forces the state of an edge when no choice of lines has the opposite state, agrees
with the marks and obeys those rules. So the set must contain, for each choice of lines with the
opposite state, a rule that the choice violates: the violated rules are a set to *hit*. The search
takes a minimum hitting set of the sets found so far, and asks a SAT solver whether it forces the
edge. If it does not, the solver's model gives another set to hit. The search always continues with
the edge whose hitting set is smallest, so the first edge that is forced has the smallest core of
all. (Implicit hitting sets: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS
extraction with minimal hitting set dualization, CP 2015. Over many conclusions at once: E. Gamba,
B. Bogaerts, T. Guns, Efficiently explaining CSPs with unsatisfiable subset optimization, JAIR 78,
2023.)

Lines violate the rule of one loop when they contain a cycle and are not a solution: then the cycle
leaves a line outside, or does not meet a clue.
"""

import heapq
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from pysat.solvers import Solver

from puzzle.grid import Grid
from puzzle.model import Board, EdgeState, Solution
from solver.backbone import find_backbone
from solver.encoding import Clause, edge_variable, exactly, forbid, none_or_two
from solver.explain.step import ClueReason, Deduction, DotReason, LoopReason, Reason
from solver.loops import LoopWalker, loop_dots
from solver.search import Limits, solve

BACKEND = "minisat22"

Lines = frozenset[int]
Rules = frozenset[int]
"""Numbers of rules: a clue has that of its cell; the dots follow, then the rule of one loop."""


@dataclass(frozen=True, slots=True)
class SmallestCore:
    """A deduction and the reasons that force it; no other deduction needs fewer."""

    deduction: Deduction
    reasons: tuple[Reason, ...]


class NothingForcedError(ValueError):
    """The marks contradict the clues, or leave no edge on which all solutions agree."""


def smallest_core(board: Board, seconds: float = 60) -> SmallestCore | None:
    """The fewest reasons that force an unmarked edge, given the marks; None after `seconds`.

    Raises `NothingForcedError` when no unmarked edge is forced.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> smallest_core(Board.blank(Puzzle(square_grid(1, 2), (3, None)))).reasons
    (ClueReason(cell=0), DotReason(dot=0))
    """
    deadline = time.perf_counter() + seconds
    assume = dict(enumerate(board.marks))
    example = solve(board.puzzle, Limits(seconds, solutions=1), assume=assume)
    shared = find_backbone(board.puzzle, Limits(seconds), assume=assume)
    if not shared.complete:
        return None
    lines = shared.edges.lines if _requires_lines(board) else frozenset()
    edges = [edge for edge in lines | shared.edges.crosses if not board.marks[edge]]
    if not edges or not example.solutions:
        raise NothingForcedError("No unmarked edge is forced by these clues and marks.")
    with _LineChoices(board, example.solutions[0]) as choices:
        return _HittingSetSearch(choices, edges).run(deadline)


def _requires_lines(board: Board) -> bool:
    """Whether marks or clues require a line; otherwise a board without lines obeys all rules."""
    return bool(board.lines) or any(board.puzzle.clues)


class _HittingSetSearch:
    """The search for the smallest core; stores the known sets to hit for each edge."""

    def __init__(self, choices: "_LineChoices", edges: Collection[int]) -> None:
        self._choices = choices
        self._to_hit: dict[int, list[Rules]] = {edge: [] for edge in edges}
        for lines in choices.nearby(edges):
            self._learn(lines)

    def _learn(self, lines: Lines) -> None:
        """Add the rules that a choice of lines violates to the sets of every edge that differs."""
        changed = lines ^ self._choices.solution
        violated = self._choices.violated_by(lines)
        for edge in changed & self._to_hit.keys():
            known = self._to_hit[edge]
            if not any(other <= violated for other in known):
                self._to_hit[edge] = [
                    *(other for other in known if not violated <= other),
                    violated,
                ]

    def run(self, deadline: float) -> SmallestCore | None:
        """Increase the size for the edge with the smallest one until an edge is forced.

        Returns None when the deadline (`time.perf_counter`) has passed.
        """
        queue = [(1, edge) for edge in sorted(self._to_hit)]
        while time.perf_counter() < deadline:
            size, edge = queue[0]
            rules = hitting_set(self._to_hit[edge], size)
            if rules is None:
                heapq.heapreplace(queue, (size + 1, edge))
                continue
            lines = self._choices.counterexample(edge, rules)
            if lines is None:
                return self._choices.core(edge, rules)
            self._learn(lines)
        return None


def hitting_set(sets: Collection[Rules], size: int) -> Rules | None:
    """A hitting set with at most `size` numbers; None if there is none.

    Disjoint sets need one number each, which gives a lower bound. The search branches on the
    numbers of the smallest set, and excludes numbers that failed from later branches.

    >>> hitting_set([frozenset({1, 2}), frozenset({2, 3})], 1)
    frozenset({2})
    >>> hitting_set([frozenset({1}), frozenset({2, 3})], 1)
    """
    if not sets:
        return frozenset()
    ordered = sorted(sets, key=len)
    if _count_disjoint(ordered) > size:
        return None
    uses = Counter(chain.from_iterable(ordered))
    tried: set[int] = set()
    for number in sorted(ordered[0], key=lambda number: (-uses[number], number)):
        rest = [one - tried for one in ordered if number not in one]
        found = hitting_set(rest, size - 1) if all(rest) else None
        if found is not None:
            return found | {number}
        tried.add(number)
    return None


def _count_disjoint(sets: Iterable[Rules]) -> int:
    """The number of disjoint sets that a greedy selection finds."""
    seen: set[int] = set()
    count = 0
    for one in sets:
        if seen.isdisjoint(one):
            seen |= one
            count += 1
    return count


class _LineChoices:
    """Choices of lines that agree with the marks, relative to one solution.

    Use it as a context manager, because the solver allocates memory outside Python.
    """

    def __init__(self, board: Board, solution: Solution) -> None:
        grid = board.puzzle.grid
        self.solution = solution
        self._puzzle = board.puzzle
        self._members = (*grid.cell_edges, *grid.dot_edges)
        self._loop = len(self._members)
        self._rules_of: list[list[int]] = [[] for _ in grid.edge_dots]
        self._solution_literals = [
            self._literal(e, e in solution) for e in range(len(grid.edge_dots))
        ]
        self._marked = {edge for edge, mark in enumerate(board.marks) if mark}
        (self._walk,) = LoopWalker(grid).walk(sorted(solution))
        self._dot_at = {dot: at for at, dot in enumerate(loop_dots(grid, self._walk))}
        self._solver = Solver(name=BACKEND)
        self._load()

    def __enter__(self) -> "_LineChoices":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _load(self) -> None:
        cells = len(self._puzzle.grid.cells)
        for rule, edges in enumerate(self._members):
            variables = tuple(map(edge_variable, edges))
            clue = self._puzzle.clues[rule] if rule < cells else 0
            if clue is None:
                continue
            for edge in edges:
                self._rules_of[edge].append(rule)
            self._add(rule, exactly(clue, variables) if rule < cells else none_or_two(variables))
        for edge in self._marked:
            self._solver.add_clause([self._solution_literals[edge]])

    def _add(self, rule: int, clauses: Iterable[Clause]) -> None:
        for clause in clauses:
            self._solver.add_clause([*clause, -self._selector(rule)])

    @staticmethod
    def _literal(edge: int, is_line: bool) -> int:
        return edge_variable(edge) if is_line else -edge_variable(edge)

    def _selector(self, rule: int) -> int:
        return len(self._rules_of) + 1 + rule

    def nearby(self, edges: Collection[int]) -> Iterator[Lines]:
        """Choices in which an edge, or all edges of a cell, differ from the solution."""
        for edge in edges:
            yield self.solution ^ {edge}
        for around in self._puzzle.grid.cell_edges:
            if self._marked.isdisjoint(around):
                yield self.solution ^ frozenset(around)

    def counterexample(self, edge: int, rules: Rules) -> Lines | None:
        """Lines that obey these rules and have `edge` in the opposite state; None if impossible."""
        assumptions = [-self._solution_literals[edge], *map(self._selector, rules)]
        while True:
            self._solver.set_phases(self._solution_literals)
            if not self._solver.solve(assumptions):
                return None
            model = self._solver.get_model()
            lines = frozenset(e for e in range(len(self._rules_of)) if model[e] > 0)
            if self._loop not in rules or not self._has_cycle(lines ^ self.solution):
                return lines
            found = cycles(self._puzzle.grid, lines)
            self._add(self._loop, [self._cut(cycle, lines) for cycle in found])

    def _cut(self, cycle: Lines, lines: Lines) -> Clause:
        """A clause that excludes a cycle; if it meets all clues, only with a line outside it."""
        if not self._meets_clues(cycle):
            return forbid(cycle)
        return forbid([*cycle, min(lines - cycle)])

    def _meets_clues(self, lines: Lines) -> bool:
        return all(
            clue is None or len(lines.intersection(edges)) == clue
            for clue, edges in zip(self._puzzle.clues, self._puzzle.grid.cell_edges, strict=True)
        )

    def violated_by(self, lines: Lines) -> Rules:
        """The rules that these lines, which are not a solution, violate."""
        changed = lines ^ self.solution
        touched = set(chain.from_iterable(self._rules_of[edge] for edge in changed))
        violated = {rule for rule in touched if not self._obeys(rule, lines)}
        if self._has_cycle(changed):
            violated.add(self._loop)
        return frozenset(violated)

    def _obeys(self, rule: int, lines: Lines) -> bool:
        count = sum(edge in lines for edge in self._members[rule])
        if rule < len(self._puzzle.clues):
            return count == self._puzzle.clues[rule]
        return count in (0, 2)

    def _has_cycle(self, changed: Lines) -> bool:
        """Whether the lines that differ from the solution in just these edges contain a cycle.

        Without its changed edges, the solution's loop consists of arcs, numbered by the gaps before
        them. Additional lines join arcs and other dots; one that joins two parts that are connected
        already closes a cycle.
        """
        gaps = [at for at, edge in enumerate(self._walk) if edge in changed]
        if not gaps:
            return True

        def part(dot: int) -> int:
            at = self._dot_at.get(dot)
            return -1 - dot if at is None else bisect_left(gaps, at) % len(gaps)

        further = (self._puzzle.grid.edge_dots[edge] for edge in changed - self.solution)
        return _joins_close_cycle((part(a), part(b)) for a, b in further)

    def core(self, edge: int, rules: Rules) -> SmallestCore:
        """The core of an edge and rules, as a deduction and reasons."""
        state = EdgeState.LINE if edge in self.solution else EdgeState.CROSS
        return SmallestCore(Deduction(edge, state), tuple(map(self._reason, sorted(rules))))

    def _reason(self, rule: int) -> Reason:
        cells = len(self._puzzle.clues)
        if rule == self._loop:
            return LoopReason()
        return ClueReason(rule) if rule < cells else DotReason(rule - cells)


def _joins_close_cycle(joins: Iterable[tuple[int, int]]) -> bool:
    """Whether a join connects two parts that are already connected (union-find)."""
    joined: dict[int, int] = {}
    for ends in joins:
        one, other = (_root(joined, end) for end in ends)
        if one == other:
            return True
        joined[one] = other
    return False


def _root(joined: dict[int, int], part: int) -> int:
    while part in joined:
        part = joined[part]
    return part


def cycles(grid: Grid, lines: Collection[int]) -> Iterator[Lines]:
    """Cycles among lines, at least one if there are any; dots may have any number of lines.

    A breadth-first search closes a cycle with each line that leads to a dot visited before.

    >>> from puzzle.grid import square_grid
    >>> [sorted(cycle) for cycle in cycles(square_grid(1, 2), {0, 1, 2, 4, 5})]
    [[0, 2, 4, 5]]
    """
    at: dict[int, list[int]] = {}
    for edge in lines:
        for dot in grid.edge_dots[edge]:
            at.setdefault(dot, []).append(edge)
    parent_edge: dict[int, int | None] = {}
    for start in at:
        if start in parent_edge:
            continue
        parent_edge[start] = None
        todo = [start]
        for dot in todo:
            for edge in at[dot]:
                other = grid.other_end(edge, dot)
                if other not in parent_edge:
                    parent_edge[other] = edge
                    todo.append(other)
                elif parent_edge[dot] != edge and parent_edge[other] != edge and dot < other:
                    path = _path_to_root(grid, parent_edge, dot)
                    yield path ^ _path_to_root(grid, parent_edge, other) | {edge}


def _path_to_root(grid: Grid, parent_edge: dict[int, int | None], dot: int) -> Lines:
    """The lines of the search tree from a dot to the root."""
    way = []
    while (edge := parent_edge[dot]) is not None:
        way.append(edge)
        dot = grid.other_end(edge, dot)
    return frozenset(way)
