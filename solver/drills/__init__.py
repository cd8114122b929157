"""Drills: small boards whose next step is of one technique.

docs/practice.md tells how they are made.
"""

from solver.drills.drill import Drill
from solver.drills.making import drill_step, make_drill
from solver.drills.packing import pack, unpack
from solver.drills.questions import (
    DrillVerdict,
    Graded,
    Question,
    about,
    grade,
    moves_on,
    new_in,
    question,
)

__all__ = [
    "Drill",
    "DrillVerdict",
    "Graded",
    "Question",
    "about",
    "drill_step",
    "grade",
    "make_drill",
    "moves_on",
    "new_in",
    "pack",
    "question",
    "unpack",
]
