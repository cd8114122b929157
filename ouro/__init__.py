"""Ouro as a library: Slitherlink puzzles read, solved, counted, made, explained, rated and drawn.

The functions take and return values of the packages `puzzle`, `solver` and `renderer`, which can
be imported from here, too. docs/python.md introduces them.

>>> import ouro
>>> puzzle = ouro.read("3x3:3a3c3a3")
>>> ouro.solve(puzzle).outcome, str(ouro.count(puzzle))
(<Outcome.MULTIPLE: 'multiple'>, '2')
"""

from narrator.reviews import ToldReview
from narrator.walkthrough import ExplainedStep
from ouro.explaining import Explanation, drill, explain, review
from ouro.generating import generate
from ouro.reading import PuzzleTypeError, read, read_board, read_picture, write
from ouro.rendering import render
from ouro.solving import count, rate, solve
from puzzle.errors import AmbiguousTextError, NotationError, PuzzleError, RulesError, SizeError
from puzzle.model import Board, EdgeState, Puzzle, Solution
from puzzle.rules import Rules
from puzzle.strokes import Stroke
from puzzle.symmetry import Symmetry
from renderer.errors import RendererError
from renderer.highlights import Highlights
from scanner.errors import PictureError
from scanner.values import PictureReading
from service.version import VERSION
from solver.drills import Drill
from solver.enumeration import Count
from solver.errors import SolverError
from solver.explain.explainer import NoStep
from solver.explain.step import Difficulty, Step, Technique
from solver.explain.why import Ambiguous, Impossible
from solver.generate.generate import GeneratedPuzzle, NotGenerated
from solver.rating import NotRated, Rating
from solver.report import Outcome, Report, Stats
from solver.review.judgement import NotReviewed

__version__ = VERSION

__all__ = [
    "Ambiguous",
    "AmbiguousTextError",
    "Board",
    "Count",
    "Difficulty",
    "Drill",
    "EdgeState",
    "ExplainedStep",
    "Explanation",
    "GeneratedPuzzle",
    "Highlights",
    "Impossible",
    "NoStep",
    "NotGenerated",
    "NotRated",
    "NotReviewed",
    "NotationError",
    "Outcome",
    "PictureError",
    "PictureReading",
    "Puzzle",
    "PuzzleError",
    "PuzzleTypeError",
    "Rating",
    "RendererError",
    "Report",
    "Rules",
    "RulesError",
    "SizeError",
    "Solution",
    "SolverError",
    "Stats",
    "Step",
    "Stroke",
    "Symmetry",
    "Technique",
    "ToldReview",
    "count",
    "drill",
    "explain",
    "generate",
    "rate",
    "read",
    "read_board",
    "read_picture",
    "render",
    "review",
    "solve",
    "write",
]
