"""Specifications of puzzles, and the puzzles generated for them."""

from puzzle.rules import is_solved
from puzzle.symmetry import Symmetry, orbits
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GENERATED, SIZES, GenerationSpec
from solver.generate.style import StyleBounds, style_of, widest_gap
from solver.options import Options
from solver.rating import Rating, rate
from solver.report import Outcome
from solver.search import solve
from tests.support.pickling import pickled

EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty
OTHER_SOLVER = Options(method="negate-loops", backend="glucose42")
"""A method and a backend that the generator does not use."""
FULL, ANIMALS, BOTH = (GENERATED[name] for name in ("full", "sheep-wolf", "sheep-wolf-full"))
CHECKERS = frozenset(cell for cell in range(64) if (cell // 8 + cell) % 2 == 0)


def tiled_spec(name: str, seed: int = 0, level: Difficulty = NORMAL) -> GenerationSpec:
    """The specification of a board of the smallest size that is suggested."""
    cols, rows = map(int, SIZES[name].suggested[0].split("x"))
    return GenerationSpec(rows, cols, level, Symmetry.NONE, seed, tiling=name)


def mini_spec(size: tuple[int, int], level: Difficulty, seed: int) -> GenerationSpec:
    """The specification of a puzzle with a short loop."""
    return GenerationSpec(*size, level, Symmetry.NONE, seed, short=True)


PINNED = (
    (GenerationSpec(10, 10, EASY, seed=1), "a6faa8545428ad07453d065d59efee32"),
    (GenerationSpec(10, 10, NORMAL, seed=1), "40a2548e309e4012d810d5c570cdeb5a"),
    (GenerationSpec(10, 10, HARD, seed=1), "87771360350411098af881670da65b0c"),
    (GenerationSpec(7, 7, EXPERT, Symmetry.ROT90, seed=1), "d6105bdbe1f4fbabae5e6152792b42b8"),
    (GenerationSpec(7, 9, EXTREME, Symmetry.NONE, seed=1), "f22460017eaf1749a71c14d6bc4ccc7b"),
    (
        GenerationSpec(8, 8, HARD, seed=1, values=frozenset({1, 3})),
        "f7fec54980560ab0346ecb4c25ec6511",
    ),
    (GenerationSpec(8, 8, NORMAL, seed=3, mask=CHECKERS), "412ae386a55985ba20c83fa7582a0984"),
    (
        GenerationSpec(4, 5, NORMAL, Symmetry.NONE, 1, short=True),
        "c0a0a0264137be4f5436c6401319a6ba",
    ),
    (GenerationSpec(4, 5, HARD, Symmetry.NONE, 1, short=True), "6851b83f6b63469ae0c0f57313bc9ce2"),
    (tiled_spec("honeycomb", 1, EASY), "f310007f91c795a4e822028e43e09f4f"),
    (tiled_spec("cairo", 1, NORMAL), "ce4f8347b1ef3b1fc542bb667627f3d5"),
    (tiled_spec("dodecagonal", 1, HARD), "8b8f17c12418797146eb3f0c4050474b"),
    (tiled_spec("kites", 1, EXPERT), "ef3cb40b1b1e4c80705d0ae47245b214"),
    (tiled_spec("triangular", 1, EXTREME), "617cb1cf16b498a84667666afe84053e"),
    (GenerationSpec(7, 7, EASY, seed=1, rules=FULL), "b56b30ac3923c61b0efd961d739b170b"),
    (
        GenerationSpec(7, 6, NORMAL, Symmetry.NONE, seed=1, rules=ANIMALS),
        "4031b2d3c15c7b624b4ae1ce066c8932",
    ),
    (
        GenerationSpec(5, 5, HARD, Symmetry.MIRROR, seed=1, rules=BOTH),
        "444b9e618a5048de4265874606cd9fa5",
    ),
    (
        GenerationSpec(7, 7, EXPERT, Symmetry.ROT90, seed=1, rules=FULL),
        "972a9e3a7d5874bfb1935f2ee129a828",
    ),
    (GenerationSpec(6, 6, EXTREME, seed=1, rules=ANIMALS), "f1b91f904fba7faa66ca5b387238dd80"),
)
"""Specifications, and the canonical key of the puzzle that each must always give."""


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
    rating = None if spec.level is EXTREME else rate(puzzle)
    assert rating == answer.rating
    assert rating is None or (isinstance(rating, Rating) and rating.level is spec.level)
    return answer
