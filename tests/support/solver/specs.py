"""Specifications of puzzles, and the puzzles generated for them."""

from puzzle.symmetry import Symmetry
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, generate
from solver.generate.spec import GenerationSpec

EASY, NORMAL, HARD, EXPERT, EXTREME = Difficulty
CHECKERS = frozenset(cell for cell in range(64) if (cell // 8 + cell) % 2 == 0)
PINNED = (
    (GenerationSpec(10, 10, EASY, seed=1), "706f0d345397c10f9baf57a1e5b43b56"),
    (GenerationSpec(10, 10, NORMAL, seed=1), "5c734e43e482c642787de4d2f9b0f2ef"),
    (GenerationSpec(10, 10, HARD, seed=1), "62f09c167490c55daf08e674187d8002"),
    (GenerationSpec(7, 7, EXPERT, Symmetry.ROT90, seed=1), "00cba330434475c0be9d656ce38efcb7"),
    (GenerationSpec(7, 9, EXTREME, Symmetry.NONE, seed=1), "f22460017eaf1749a71c14d6bc4ccc7b"),
    (
        GenerationSpec(8, 8, HARD, seed=1, values=frozenset({1, 3})),
        "db0f59466e0e5442fb919bfb061a6a4e",
    ),
    (GenerationSpec(8, 8, NORMAL, seed=1, mask=CHECKERS), "e97e7ceedfef6ff533013216dca3e6c7"),
)
"""Specifications, and the canonical key of the puzzle that each must always give."""


def made(spec: GenerationSpec) -> GeneratedPuzzle:
    answer = generate(spec)
    assert isinstance(answer, GeneratedPuzzle), answer
    return answer
