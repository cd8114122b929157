"""Puzzles that simulated people use."""

from puzzle.notation import format_puzzle
from puzzle.symmetry import images
from solver.generate.generate import GeneratedPuzzle
from solver.generate.series import series
from solver.generate.spec import GenerationSpec


def puzzle_notations(side: int, count: int = 12) -> list[str]:
    """Notations of `count` generated puzzles, each in all its orientations."""
    made = series(GenerationSpec(side, side), count)
    puzzles = (
        image for one in made if isinstance(one, GeneratedPuzzle) for image in images(one.puzzle)
    )
    return [format_puzzle(puzzle, "loopy") for puzzle in puzzles]
