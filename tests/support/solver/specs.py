"""Specifications of puzzles, and the puzzles generated for them."""

from puzzle.rules import is_solved
from puzzle.symmetry import Symmetry, orbits
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GENERATED, SIZES, GenerationSpec
from solver.generate.style import StyleBounds, style_of, widest_gap
from solver.options import Options
from solver.rating import RATING_BUDGET, NotRated, Rating, rate
from solver.report import Outcome
from solver.search import solve
from tests.support.pickling import pickled

EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty
OTHER_SOLVER = Options(method="negate-loops", backend="glucose42")
"""A method and a backend that the generator does not use."""
FEW_UNITS = 30_000
"""Units of work in which an Extreme puzzle is rated, or is too hard."""
FULL, ANIMALS, BOTH = (GENERATED[name] for name in ("full", "sheep-wolf", "sheep-wolf-full"))
CHECKERS = frozenset(cell for cell in range(64) if (cell // 8 + cell) % 2 == 0)


def tiled_spec(name: str, seed: int = 0, level: Difficulty = NORMAL) -> GenerationSpec:
    """The specification of a board of the smallest size that is suggested."""
    cols, rows = map(int, SIZES[name].suggested[0].split("x"))
    return GenerationSpec(rows, cols, level, Symmetry.NONE, seed, tiling=name)


def mini_spec(size: tuple[int, int], level: Difficulty, seed: int) -> GenerationSpec:
    """The specification of a puzzle with a short loop."""
    return GenerationSpec(*size, level, Symmetry.NONE, seed, short=True)


def made(spec: GenerationSpec) -> GeneratedPuzzle:
    answer = generate(spec)
    assert isinstance(answer, GeneratedPuzzle), answer
    return answer


def satisfied(spec: GenerationSpec) -> GeneratedPuzzle:
    """A generated puzzle, checked against all that its specification promises."""
    answer = made(spec)
    puzzle, loop = answer.puzzle, answer.solution
    assert (puzzle.grid.key, puzzle.rules) == (spec.grid_key, spec.rules)
    assert is_solved(puzzle, loop)
    report = solve(puzzle, options=OTHER_SOLVER)
    assert (report.outcome, report.solutions) == (Outcome.UNIQUE, (loop,))
    assert answer.certificate.outcome is Outcome.UNIQUE
    shown = set(puzzle.clue_cells)
    for cells in orbits(spec.rows, spec.cols, spec.symmetry) if puzzle.grid.is_square else ():
        assert not shown.intersection(cells) or shown.issuperset(cells)
    bounds = StyleBounds.for_cells(len(puzzle.clues))
    assert answer.style == style_of(puzzle.grid, loop)
    assert bounds.allow(answer.style)
    assert widest_gap(puzzle) <= bounds.gap
    assert (answer.seed, answer.level) == (spec.seed, spec.level)
    assert pickled(answer) == answer
    rating = rate(puzzle, units=FEW_UNITS if spec.level is EXTREME else RATING_BUDGET)
    assert rating is NotRated.TOO_HARD or (
        isinstance(rating, Rating) and rating.level is spec.level
    )
    assert answer.rating == (None if spec.level is EXTREME else rating)
    return answer
