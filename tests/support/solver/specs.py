"""Specifications of puzzles, and the puzzles generated for them."""

from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec

EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty
CHECKERS = frozenset(cell for cell in range(64) if (cell // 8 + cell) % 2 == 0)
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
)
"""Specifications, and the canonical key of the puzzle that each must always give."""


def made(spec: GenerationSpec) -> GeneratedPuzzle:
    answer = generate(spec)
    assert isinstance(answer, GeneratedPuzzle), answer
    return answer
