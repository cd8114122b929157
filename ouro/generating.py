"""New puzzles."""

import secrets
from collections.abc import Collection, Mapping
from typing import TypeVar

from puzzle.symmetry import Symmetry
from solver.errors import SpecError
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, NotGenerated
from solver.generate.generate import generate as make
from solver.generate.spec import (
    ALL_VALUES,
    LEVELS,
    RECIPE,
    SEEDS,
    SYMMETRIES,
    GenerationSpec,
)

Choice = TypeVar("Choice")


def generate(
    rows: int,
    cols: int,
    *,
    level: Difficulty | str = Difficulty.NORMAL,
    symmetry: Symmetry | str = Symmetry.ROT180,
    seed: int | None = None,
    mask: Collection[int] | None = None,
    values: Collection[int] = ALL_VALUES,
    seconds: float | None = None,
    recipe: int = RECIPE,
) -> GeneratedPuzzle | NotGenerated:
    """Make a puzzle that has one solution and takes steps of a level.

    - `rows`, `cols`: the size of the board in cells, from 3 to 60 each.
    - `level`: a `Difficulty` or its name: "easy", "normal", "hard", "expert" or "extreme".
    - `symmetry`: of the cells with clues, a `Symmetry` or its name: "none", "rot180", "rot90" (for
      square boards) or "mirror".
    - `seed`: of all chance. The same arguments make the same puzzle on every machine. None draws a
      seed, which the result tells.
    - `mask`: the cells that may hold a clue, numbered from 0 row by row; None is all cells.
    - `values`: the clues that may be shown, some of 0, 1, 2 and 3.
    - `seconds`: no other loop is tried after so long; None is no bound. It never changes which
      puzzle is made, only whether one is.
    - `recipe`: the version of the generator that the seed belongs to. Seeds of other versions are
      refused, as they would make other puzzles.

    Returns `GeneratedPuzzle`, with the `puzzle`, its `solution`, its `rating` (None for "extreme"),
    the `seed`, and its recipe as `spec.recipe`; or `NotGenerated` with a sentence as its `reason`
    where none was found.

    Raises `SpecError` when no such puzzle can be made, whatever the chance, and `PuzzleError` when
    "rot90" is asked for and the board is not square.

    >>> import ouro
    >>> made = ouro.generate(5, 7, level="easy", seed=1)
    >>> made.level.name, ouro.write(made.puzzle)
    ('EASY', '7x5:2132c1a21a131b2b311a00a2c1233')
    """
    spec = GenerationSpec(
        rows,
        cols,
        _named(level, LEVELS, "of level") if isinstance(level, str) else level,
        _named(symmetry, SYMMETRIES, "with symmetry") if isinstance(symmetry, str) else symmetry,
        secrets.randbelow(SEEDS) if seed is None else seed,
        None if mask is None else frozenset(mask),
        frozenset(values),
        seconds=seconds,
        recipe=recipe,
    )
    return make(spec)


def _named(name: str, choices: Mapping[str, Choice], what: str) -> Choice:
    if name not in choices:
        *others, last = choices
        raise SpecError(f"{what} {name!r}", f"choose {', '.join(others)} or {last}")
    return choices[name]
