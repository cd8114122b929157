"""New puzzles."""

import secrets
from collections.abc import Collection, Mapping
from typing import TypeVar

from puzzle.errors import alternatives
from puzzle.grid import SQUARE
from puzzle.rules import PLAIN, Rules
from puzzle.symmetry import Symmetry
from solver.errors import SpecError
from solver.explain.step import Difficulty
from solver.generate.generate import GeneratedPuzzle, NotGenerated
from solver.generate.generate import generate as make
from solver.generate.spec import (
    GENERATED,
    LEVELS,
    RECIPE,
    SEEDS,
    SYMMETRIES,
    GenerationSpec,
    default_symmetry,
)

Choice = TypeVar("Choice")


def generate(
    rows: int,
    cols: int,
    *,
    level: Difficulty | str = Difficulty.NORMAL,
    symmetry: Symmetry | str | None = None,
    seed: int | None = None,
    mask: Collection[int] | None = None,
    values: Collection[int] | None = None,
    seconds: float | None = None,
    recipe: int = RECIPE,
    tiling: str = SQUARE,
    rules: Rules | str = PLAIN,
) -> GeneratedPuzzle | NotGenerated:
    """Make a puzzle that has one solution and takes steps of a level.

    - `rows`, `cols`: the size of the board in cells, from 3 to 60 each; on other tilings than
      squares, the size in game IDs of Loopy.
    - `level`: a `Difficulty` or its name: "easy", "normal", "hard", "expert" or "extreme".
    - `symmetry`: of the cells with clues, a `Symmetry` or its name: "none", "rot180", "rot90" (for
      square boards) or "mirror". None is "rot180" on squares, and "none" on other tilings, where
      no other is possible.
    - `seed`: of all chance. The same arguments make the same puzzle on every machine. None draws a
      seed, which the result tells.
    - `mask`: the cells that may hold a clue, numbered from 0 row by row; None is all cells.
    - `values`: the clues that may be shown; on squares, some of 0, 1, 2 and 3. None is all.
    - `seconds`: no other loop is tried after so long; None is no bound. It never changes which
      puzzle is made, only whether one is.
    - `recipe`: the version of the generator that the seed belongs to. Seeds of other versions are
      refused, as they would make other puzzles.
    - `tiling`: "square" or the name of another periodic tiling, such as "honeycomb".
    - `rules`: a `Rules` or its name: "standard" (the plain rules), "full", "sheep-wolf" or
      "sheep-wolf-full"; the others are for squares, without `mask` and `values`.

    Returns `GeneratedPuzzle`, with the `puzzle`, its `solution`, its `rating` (None for "extreme"),
    the `seed`, and its recipe as `spec.recipe`; or `NotGenerated` with a sentence as its `reason`
    where none was found.

    Raises `SpecError` when no such puzzle can be made, whatever the chance, and `PuzzleError` when
    "rot90" is asked for and the board is not square.

    >>> import ouro
    >>> made = ouro.generate(5, 7, level="easy", seed=1)
    >>> made.level.name, ouro.write(made.puzzle)
    ('EASY', '7x5:2132c1a21a131b2b311a00a2c1233')
    >>> ouro.write(ouro.generate(3, 4, tiling="honeycomb", seed=1).puzzle)
    '4x3t2:5a33a5a3a432'
    """
    spec = GenerationSpec(
        rows,
        cols,
        _named(level, LEVELS, "of level") if isinstance(level, str) else level,
        _symmetry(symmetry, tiling),
        secrets.randbelow(SEEDS) if seed is None else seed,
        None if mask is None else frozenset(mask),
        None if values is None else frozenset(values),
        seconds=seconds,
        recipe=recipe,
        tiling=tiling,
        rules=_named(rules, GENERATED, "of the rules") if isinstance(rules, str) else rules,
    )
    return make(spec)


def _symmetry(asked: Symmetry | str | None, tiling: str) -> Symmetry:
    if asked is None:
        return default_symmetry(tiling)
    return _named(asked, SYMMETRIES, "with symmetry") if isinstance(asked, str) else asked


def _named(name: str, choices: Mapping[str, Choice], what: str) -> Choice:
    if name not in choices:
        raise SpecError(f"{what} {name!r}", f"choose {alternatives(choices)}")
    return choices[name]
