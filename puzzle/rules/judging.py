"""Whether lines solve a puzzle under its rules, and the violations if not."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.errors import RulesError
from puzzle.grid import Grid
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.rules.catalogue import Rules
from puzzle.rules.loops import cells_inside, find_loops, is_one_loop, lines_at_dots
from puzzle.rules.variant import Around, Capability, ViolationCode


class Ruled(Protocol):
    """What is judged: a grid with clues and rules, as a `puzzle.model.Puzzle` has."""

    @property
    def grid(self) -> Grid:
        """The grid."""

    @property
    def clues(self) -> tuple[Clue, ...]:
        """A clue, or None, for each cell."""

    @property
    def rules(self) -> Rules:
        """The rules."""


class Violation(Struct, frozen=True):
    """A broken rule and where: a dot, the cell of a clue, or the edges of a subloop."""

    code: ViolationCode
    dot: int | None = None
    cell: int | None = None
    edges: frozenset[int] = frozenset()


def require(puzzle: Ruled, capability: Capability) -> None:
    """Raise `RulesError`, with one sentence, unless something works with the rules of a puzzle."""
    if not puzzle.rules.supports(capability):
        raise RulesError(refusal(puzzle.rules, capability))


def refusal(of: Rules, capability: Capability) -> LazyMessage:
    """The sentence that something is not supported for some rules.

    >>> refusal(Rules("touch"), Capability.RATINGS)
    'There are no ratings for Touch Slitherlink.'
    """
    rules = of.title
    match capability:
        case Capability.FAST_SEARCH:
            return lazy("This way of searching is not for {rules}.", rules=rules)
        case Capability.PLAY:
            return lazy("There are no boards to play on for {rules}.", rules=rules)
        case Capability.HINTS:
            return lazy("There are no hints and explanations for {rules}.", rules=rules)
        case Capability.RATINGS:
            return lazy("There are no ratings for {rules}.", rules=rules)
        case Capability.REVIEWS:
            return lazy("There are no reviews for {rules}.", rules=rules)
        case Capability.GENERATING:
            return lazy("No puzzles are made of {rules}.", rules=rules)


def violations(puzzle: Ruled, lines: frozenset[int]) -> list[Violation]:
    """Every rule that `lines` break as a complete answer; empty exactly when they solve the puzzle.

    Which animals are on the wrong side is told of closed loops only.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> [v.code.value for v in violations(Puzzle(square_grid(1, 1), (3,)), frozenset({0, 1, 2}))]
    ['dead-end', 'dead-end']
    """
    at_dots = lines_at_dots(puzzle.grid, lines)
    return [
        *(() if lines else (Violation(ViolationCode.NO_LINE),)),
        *_dot_violations(at_dots),
        *_clue_violations(puzzle, lines, at_dots),
        *_loop_violations(puzzle.grid, lines),
        *_unvisited(puzzle, at_dots),
    ]


_LinesAtDots = Mapping[int, list[int]]


def _dot_violations(at_dots: _LinesAtDots) -> Iterator[Violation]:
    for dot, edges in sorted(at_dots.items()):
        if len(edges) == 1:
            yield Violation(ViolationCode.DEAD_END, dot=dot)
        elif len(edges) > 2:
            yield Violation(ViolationCode.BRANCH, dot=dot)


def _clue_violations(
    puzzle: Ruled, lines: frozenset[int], at_dots: _LinesAtDots
) -> Iterator[Violation]:
    variant = puzzle.rules.variant
    for cell, clue in enumerate(puzzle.clues):
        if clue is not None:
            code = variant.broken(clue, around(puzzle.grid, cell, lines, at_dots))
            if code is not None:
                yield Violation(code, cell=cell)
    sides = variant.sides(puzzle.clues)
    if not sides or not lines or any(len(edges) != 2 for edges in at_dots.values()):
        return
    inside = cells_inside(puzzle.grid, lines)
    for cell, within in sides.items():
        if within is not (cell in inside):
            yield Violation(variant.signs[puzzle.clues[cell] or 0].violation, cell=cell)


def around(grid: Grid, cell: int, lines: frozenset[int], visited: _LinesAtDots) -> Around:
    """What lines have around a cell, with the dots that they visit.

    >>> from puzzle.grid import square_grid
    >>> grid, lines = square_grid(1, 2), frozenset({0, 2, 4, 5})
    >>> around(grid, 1, lines, lines_at_dots(grid, lines))
    Around(lines=1, dots=2, sides=4)
    """
    edges = grid.cell_edges[cell]
    dots = sum(dot in visited for dot in grid.cell_dots[cell])
    return Around(len(lines.intersection(edges)), dots, len(edges))


def _loop_violations(grid: Grid, lines: frozenset[int]) -> Iterator[Violation]:
    for loop in find_loops(grid, lines):
        if len(loop.edges) < len(lines):
            yield Violation(ViolationCode.SEVERAL_LOOPS, edges=frozenset(loop.edges))


def _unvisited(puzzle: Ruled, at_dots: _LinesAtDots) -> Iterator[Violation]:
    for dot in puzzle.rules.variant.unvisited(puzzle.grid, at_dots):
        yield Violation(ViolationCode.UNVISITED, dot=dot)


def is_solved(puzzle: Ruled, lines: frozenset[int]) -> bool:
    """Whether `lines` are a single loop that keeps the rules and satisfies every clue.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> is_solved(Puzzle(square_grid(1, 1), (4,)), frozenset({0, 1, 2, 3}))
    True
    """
    if not _meets_line_counts(puzzle, lines) or not is_one_loop(puzzle.grid, lines):
        return False
    return puzzle.rules.is_plain or not violations(puzzle, lines)


def _meets_line_counts(puzzle: Ruled, lines: frozenset[int]) -> bool:
    common = lines.intersection
    counts = puzzle.rules.line_counts(puzzle.clues)
    for edges, count in zip(puzzle.grid.cell_edges, counts, strict=True):
        if count is not None and len(common(edges)) != count:
            return False
    return True
