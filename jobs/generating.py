"""The job that generates puzzles."""

from msgspec import Struct
from msgspec.structs import replace

from puzzle.copies import LoopKey
from puzzle.model import Puzzle, Solution
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, NotGenerated, generate
from solver.generate.spec import GenerationSpec
from solver.rating import Rating


class GenerateRequest(Struct, frozen=True):
    """The specification of a puzzle to generate; see `solver.generate.spec`.

    With `or_easier`, a lower level is tried where none of its level is found.
    """

    spec: GenerationSpec
    or_easier: bool = False


class GenerateAnswer(Struct, frozen=True):
    """A generated puzzle with its only solution, its rating, and its seed with the recipe.

    Only Extreme puzzles have no rating. `loop` is the key of the solution.
    """

    puzzle: Puzzle
    solution: Solution
    rating: Rating | None
    seed: int
    recipe: int
    loop: LoopKey | None = None


def make_puzzle(request: GenerateRequest) -> GenerateAnswer | str:
    """Generate a puzzle, or return one sentence that says why there is none.

    >>> made = make_puzzle(GenerateRequest(GenerationSpec(5, 5, Difficulty.EASY, seed=1)))
    >>> made.puzzle.size
    '5x5'
    """
    spec = request.spec
    made = generate(spec)
    while request.or_easier and isinstance(made, NotGenerated) and spec.level > Difficulty.EASY:
        spec = replace(spec, level=Difficulty(spec.level - 1))
        made = generate(spec)
    if isinstance(made, GeneratedPuzzle):
        found = made.puzzle, made.solution, made.rating, made.seed, made.spec.recipe
        return GenerateAnswer(*found, LoopKey.of(made.puzzle.grid, made.solution))
    return made.reason
