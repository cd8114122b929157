"""Drills: small boards on which one step of one technique follows, and nothing else.

docs/practice.md tells how they are made.
"""

from solver.drills.asking import Question, question
from solver.drills.drill import Drill
from solver.drills.grading import DrillVerdict, Graded, grade
from solver.drills.making import make_drill
from solver.drills.packing import pack, unpack

__all__ = [
    "Drill",
    "DrillVerdict",
    "Graded",
    "Question",
    "grade",
    "make_drill",
    "pack",
    "question",
    "unpack",
]
