"""Drills: small boards whose next step is of one technique."""

import secrets

from solver.drills import Drill
from solver.drills import make_drill as make
from solver.generate.spec import SEEDS


def drill(technique: str, *, seed: int | None = None, size: int = 6) -> Drill:
    """Make a small board whose next step is of a technique.

    - `technique`: the name of a technique, as `Step.technique` has it: "diagonal-3-3".
    - `seed`: of all chance. The same arguments make the same drill on every machine. None draws a
      seed.
    - `size`: the number of rows and columns, from 5 to 7.

    Returns a `Drill`: its `board`, its `technique`, and its `answer`, the states of the edges that
    follow. `solver.drills` grades answers and turns drills into questions.

    Raises `DrillError` when there is no such technique or size.

    >>> import ouro
    >>> found = ouro.drill("corner-3", seed=1)
    >>> ouro.explain(found.board, steps=1).steps[0].step.forced == found.answer
    True
    """
    return make(technique, secrets.randbelow(SEEDS) if seed is None else seed, size)
