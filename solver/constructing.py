"""What the solver tells whoever sets a puzzle, after each clue.

Known loops answer most: those that still meet the clues say that there is a solution, that there
are several, and which edges are not forced. Forced edges stay forced when a clue is added; when one
is removed, no others can be forced. The rest is searched: one clause asks for a solution in which
*some* edge that may still be forced differs, as in `solver.backbone`.

All answers but those that a limit ended are the same whatever was known.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from msgspec import Struct
from msgspec.structs import replace

from puzzle.clue_rows import Clue
from puzzle.model import EdgeState, Puzzle
from puzzle.rules import Counted
from solver.agreement import Agreement
from solver.assumed import BACKEND, AssumedClues, LimitReachedError, Loop, bits_of, numbers_of
from solver.encoding import edge_variable, inside_variable
from solver.loops import segments_around
from solver.minimal import reduced_by_cores
from solver.options import Options
from solver.presolve import OnlySolution, presolve
from solver.report import Limits, Outcome
from solver.session import Session

MAX_LOOPS = 64
"""Maximum number of loops that are kept."""

Group = tuple[int, ...]
"""Cells whose clues go together."""


class KnownLoops(Struct, frozen=True):
    """What is known when clues change: some loops, and what the clues `clues` force, as bits.

    `complete` is whether `lines` and `crosses` are all that they force.
    """

    clues: tuple[Clue, ...] = ()
    loops: tuple[bytes, ...] = ()
    lines: bytes = b""
    crosses: bytes = b""
    complete: bool = False

    @property
    def size(self) -> int:
        """Its size in bytes, about."""
        return len(self.clues) + sum(map(len, (*self.loops, self.lines, self.crosses)))


NOTHING = KnownLoops()
"""Nothing is known."""


class Consequences(Struct, frozen=True):
    """How many solutions a puzzle has, and the edges that have the same state in all of them.

    Unless `complete`, more may be forced. Without a solution nothing is.
    """

    outcome: Outcome
    forced: Agreement
    complete: bool


class Told(Struct, frozen=True):
    """Groups of cells, clues or edges, as a question says; not `complete` if a limit ended it."""

    groups: tuple[Group, ...] = ()
    complete: bool = True


class Construction:
    """Answers about a puzzle while its clues are set, with marks that all solutions have.

    Each question may use what those before it left of the limits.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        session: Session,
        known: KnownLoops = NOTHING,
        marks: Mapping[int, EdgeState] | None = None,
    ) -> None:
        self._puzzle = puzzle
        self._clues = puzzle.clues
        self._solver = solver = AssumedClues(puzzle.grid, puzzle.rules, session)
        self._marks = marks = marks or {}
        self._lines, self._crosses = (
            bits_of(edge_variable(edge) for edge, mark in marks.items() if mark is state)
            for state in (EdgeState.LINE, EdgeState.CROSS)
        )
        self._assumed = solver.assumed(self._clues)
        self._assumed += [edge_variable(edge) for edge in numbers_of(self._lines)]
        self._assumed += [-edge_variable(edge) for edge in numbers_of(self._crosses)]
        self._before = known
        self._pool = list[Loop]()
        self._others = list[Loop]()
        for loop in map(_unpacked, known.loops):
            (self._pool if self._fits(loop) else self._others).append(loop)
        self._forced = (0, 0)
        self._complete = False

    def _fits(self, loop: Loop) -> bool:
        marked = loop & self._lines == self._lines and not loop & self._crosses
        return marked and self._solver.fits(loop, self._clues)

    # What is forced

    def follow(self) -> Consequences:
        """How many solutions there are, and what is forced."""
        before = self._before.clues or (None,) * len(self._clues)
        pairs = [(old, new) for old, new in zip(before, self._clues, strict=True) if old != new]
        added = any(new is not None for _, new in pairs)
        removed = any(old is not None for old, _ in pairs)
        told = _unpacked(self._before.lines), _unpacked(self._before.crosses)
        if not removed:
            self._forced = told
        with suppress(LimitReachedError):
            if not self._pool and not self._find_first():
                return Consequences(Outcome.NONE, Agreement(), complete=True)
            self._propagate()
            limits = told if removed and not added and self._before.complete else None
            self._forced = self._refine(limits)
            self._complete = True
        lines, crosses = self._forced
        outcome = Outcome.of(min(len(self._pool), 2), self._complete)
        forced = Agreement(frozenset(numbers_of(lines)), frozenset(numbers_of(crosses)))
        return Consequences(outcome, forced, self._complete)

    @property
    def knowledge(self) -> KnownLoops:
        """What is known now, for the next clues; without a solution, about those before."""
        loops = tuple(map(_packed, (*self._pool, *self._others)[:MAX_LOOPS]))
        if not self._pool:
            return replace(self._before, loops=loops)
        lines, crosses = map(_packed, self._forced)
        return KnownLoops(self._clues, loops, lines, crosses, self._complete)

    @property
    def only_solution(self) -> frozenset[int] | None:
        """The only solution, if `follow` found out that there is one."""
        is_unique = self._complete and len(self._pool) == 1
        return self._solver.solution(self._pool[0]) if is_unique else None

    def _find_first(self) -> bool:
        found = self._solver.find(self._assumed)
        if found is not None:
            self._pool.append(found)
        return found is not None

    def _add(self, loop: Loop) -> None:
        """Keep a solution; beyond those that are kept, one of the middle goes."""
        self._pool.append(loop)
        if len(self._pool) > MAX_LOOPS:
            self._pool.pop(len(self._pool) // 2)

    def _propagate(self) -> None:
        """Add what the rules alone force."""
        lines, crosses = self._forced
        follows = self._solver.session.propagate(self._assumed)
        edges = self._solver.edges
        lines |= bits_of(literal for literal in follows if 0 < literal <= edges)
        crosses |= bits_of(-literal for literal in follows if -edges <= literal < 0)
        match presolve(self._puzzle, self._marks):
            case Agreement() as known:
                lines |= bits_of(map(edge_variable, known.lines))
                crosses |= bits_of(map(edge_variable, known.crosses))
            case OnlySolution(lines=only):
                lines = bits_of(map(edge_variable, only))
                crosses = self._solver.every ^ lines
        self._forced = lines, crosses

    def _refine(self, limits: tuple[int, int] | None) -> tuple[int, int]:
        """The lines and the crosses that all solutions share, which are among the limits."""
        lines, crosses = limits or (self._solver.every, self._solver.every)
        for loop in self._pool:
            lines, crosses = lines & loop, crosses & ~loop
        fresh = self._pool[-1:]
        while True:
            open_lines, open_crosses = lines & ~self._forced[0], crosses & ~self._forced[1]
            if not open_lines and not open_crosses:
                return lines, crosses
            if fresh:
                found = [*self._flipped(fresh.pop())]
            else:
                other = self._differing(self._assumed, open_lines, open_crosses)
                if other is None:
                    return lines, crosses
                found, fresh = [other], [other]
            for loop in found:
                if lines & ~loop or crosses & loop:
                    self._add(loop)
                    lines, crosses = lines & loop, crosses & ~loop

    def _differing(self, members: Sequence[int], lines: int, crosses: int) -> Loop | None:
        """A solution without some of these lines, or with some of these crosses."""
        with self._some_of(_literals(~0, crosses) + _literals(0, lines)) as enabled:
            return self._solver.find(
                [*members, enabled], lambda loop: bool(lines & ~loop or crosses & loop)
            )

    @contextmanager
    def _some_of(self, literals: list[int]) -> Iterator[int]:
        """A variable that enables the clause of some literals, which the solver tries first."""
        session, enabled = self._solver.session, self._solver.new_variable()
        session.add_clause([-enabled, *literals])
        session.set_phases(literals)
        yield enabled
        session.add_clause([-enabled])

    def _flipped(self, loop: Loop) -> Iterator[Loop]:
        """Solutions that differ from one in the side of a cell."""
        grid, clues, variant = self._puzzle.grid, self._clues, self._puzzle.rules.variant
        if variant.visits_every_dot or variant.counted is not Counted.LINES:
            return
        lines, signs = self._solver.solution(loop), variant.signs
        counted = {
            cell for cell, clue in enumerate(clues) if clue is not None and clue not in signs
        }
        for cell, edges in enumerate(grid.cell_edges):
            clue, around = clues[cell], self._solver.around[cell]
            if clue is not None and (clue in signs or 2 * clue != len(edges)):
                continue
            if any(
                other != cell and other in counted for e in edges for other in grid.edge_cells[e]
            ):
                continue
            if not 0 < (loop & around).bit_count() < len(edges):
                continue
            segments = segments_around(grid, lines, cell)
            if segments is not None and len(segments) == 1:
                other = loop ^ around ^ 1 << inside_variable(grid, cell) - 1
                if self._lines & ~other == 0 == self._crosses & other:
                    yield other

    # Other questions

    def contradiction(self, last: int | None = None) -> Told:
        """A group of cells whose clues contradict each other; none unless that is known of some.

        If complete, they do not without any of them. Those far from the `last` cell that was
        changed are left out first.
        """
        solver, means = self._solver, self._puzzle.grid.cell_means
        with suppress(LimitReachedError):
            if self._pool or self._find_first():
                return Told()
            members = frozenset(solver.core())
            is_limited = False

            def without(dropped: int, left: frozenset[int]) -> frozenset[int] | None:
                nonlocal is_limited
                rest = [each for each in self._assumed if each in left and each != dropped]
                try:
                    found = solver.find(rest)
                except LimitReachedError:
                    is_limited = True
                    return None
                return frozenset(solver.core()) if found is None else None

            def nearness(member: int) -> float:
                cell = solver.cell_of(member)
                if last is None or cell is None:
                    return 0
                pairs = zip(means[cell], means[last], strict=True)
                return -sum((here - there) ** 2 for here, there in pairs)

            order = sorted(sorted(members), key=nearness)
            left, minimal = reduced_by_cores(members, order, without, lambda: is_limited)
            cells = {cell for each in left if (cell := solver.cell_of(each)) is not None}
            return Told((tuple(sorted(cells)),), minimal)
        return Told(complete=False)

    def values(self, cell: int) -> Told:
        """The group of clues that a cell could have beside those of the others."""
        solver, grid, variant = self._solver, self._puzzle.grid, self._puzzle.rules.variant
        others = tuple(None if at == cell else clue for at, clue in enumerate(self._clues))
        members, found = solver.assumed(others), set[int]()
        fitting = [loop for loop in (*self._pool, *self._others) if solver.fits(loop, others)]
        complete = False
        with suppress(LimitReachedError):
            for clue in (*range(len(grid.cell_edges[cell]) + 1), *variant.signs):
                known = any(solver.meets(loop, cell, clue) for loop in fitting)
                if known or solver.find([*members, solver.selector(cell, clue)]) is not None:
                    found.add(clue)
            complete = True
        return Told((tuple(sorted(found, key=lambda clue: (clue < 0, abs(clue)))),), complete)

    def difference(self) -> Told:
        """The lines that only the first, and that only the second, of two solutions has.

        None unless two are known; if complete, no solution differs from the first in a part of
        these edges.
        """
        every = self._solver.every
        with suppress(LimitReachedError):
            if not self._pool and not self._find_first():
                return Told()
            if len(self._pool) == 1:
                one = self._pool[0]
                found = self._differing(self._assumed, one & every, ~one & every)
                if found is None:
                    return Told()
                self._add(found)
        if len(self._pool) < 2:
            return Told(complete=False)
        pairs = ((a, b) for at, a in enumerate(self._pool) for b in self._pool[:at])
        first, second = min(pairs, key=lambda pair: ((pair[0] ^ pair[1]) & every).bit_count())
        complete = False
        with suppress(LimitReachedError):
            while nearer := self._between(first, second):
                second = nearer
            complete = True
        only = ((first & ~second) & every, (second & ~first) & every)
        return Told(tuple(tuple(numbers_of(bits)) for bits in only), complete)

    def _between(self, first: Loop, second: Loop) -> Loop | None:
        """A solution that differs from the first in a part of the edges in which a second does."""
        every = self._solver.every
        differ = (first ^ second) & every
        members = [*self._assumed, *_literals(first, every & ~differ)]
        with (
            self._some_of(_literals(~first, differ)) as changed,
            self._some_of(_literals(first, differ)) as kept,
        ):
            return self._solver.find(
                [*members, changed, kept], lambda loop: (loop ^ first) & every not in (0, differ)
            )

    def removable(self, groups: Collection[Group]) -> Told:
        """The groups of clues that could go, each alone; none unless there is one solution."""
        every, solver, could, needed = self._solver.every, self._solver, set[Group](), set[Group]()
        with suppress(LimitReachedError):
            if not self._pool and not self._find_first():
                return Told()
            only = self._pool[0]
            lines, crosses = only & every, ~only & every
            if len(self._pool) > 1 or self._differing(self._assumed, lines, crosses) is not None:
                return Told()
            self._complete = True
            needed |= set(self._broken(self._others, groups))
            for group in groups:
                if group in could or group in needed:
                    continue
                rest = [each for each in self._assumed if solver.cell_of(each) not in group]
                found = self._differing(rest, lines, crosses)
                if found is None:
                    used = {solver.cell_of(each) for each in solver.core()}
                    could |= {other for other in groups if used.isdisjoint(other)}
                else:
                    needed |= {group, *self._broken([found], groups)}
        told = tuple(group for group in groups if group in could)
        return Told(told, could | needed >= {*groups})

    def _broken(self, loops: Collection[Loop], groups: Collection[Group]) -> Iterator[Group]:
        """The groups whose clues alone some loop breaks."""
        for loop in loops:
            broken = {
                cell
                for cell, clue in enumerate(self._clues)
                if clue is not None and not self._solver.meets(loop, cell, clue)
            }
            yield from (group for group in groups if broken and broken.issubset(group))


def _packed(bits: int) -> bytes:
    return bits.to_bytes(-(-bits.bit_length() // 8), "little")


def _unpacked(bits: bytes) -> int:
    return int.from_bytes(bits, "little")


def _literals(states: int, edges: int) -> list[int]:
    """The literals of edges, which are lines where `states` has a bit."""
    return [edge_variable(e) if states >> e & 1 else -edge_variable(e) for e in numbers_of(edges)]


@contextmanager
def open_construction(
    puzzle: Puzzle,
    limits: Limits,
    known: KnownLoops = NOTHING,
    marks: Mapping[int, EdgeState] | None = None,
) -> Iterator[Construction]:
    """Open the questions about a puzzle, all of them together within limits."""
    with Session(limits, Options(backend=BACKEND)) as session:
        yield Construction(puzzle, session, known, marks)


def find_forced(
    puzzle: Puzzle, limits: Limits, marks: Mapping[int, EdgeState] | None = None
) -> Consequences:
    """How many solutions with some marks a puzzle has, and the edges that these force.

    >>> from puzzle.grid import square_grid
    >>> found = find_forced(Puzzle(square_grid(1, 3), (3, None, None)), Limits())
    >>> found.outcome, sorted(found.forced.lines), sorted(found.forced.crosses)
    (<Outcome.MULTIPLE: 'multiple'>, [0, 1, 3, 4, 6], [7])
    """
    with open_construction(puzzle, limits, marks=marks) as construction:
        return construction.follow()
