"""Puzzles solved step by step, as a person would; how boards were drawn; and drills."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec import Struct

from narrator.reviews import ToldReview, report_on
from narrator.walkthrough import ExplainedStep, explain_end, explained_steps, why_it_ends
from ouro.reading import board_of, puzzle_of
from puzzle.model import Board, Puzzle
from puzzle.strokes import Stroke, parse_strokes
from solver.drills import Drill, make_drill
from solver.errors import LimitsError
from solver.explain.explainer import Explainer, NoStep
from solver.explain.why import Ambiguous, Impossible
from solver.generate.spec import SEEDS
from solver.review.judgement import NotReviewed


class Explanation(Struct, frozen=True):
    """Steps from a board on, and why there are no others. Iterating over it gives the steps.

    - `steps`: each with the board before and after it, what it found, and its text.
    - `end`: why there is no next step; None where there may be one, but no more were asked for.
    - `why`: of a puzzle with several solutions, two of them; of one with none, clues that cannot
      hold together. None where the puzzle has one solution, or nothing was found in time.
    - `board`: the board after the last step.
    """

    steps: tuple[ExplainedStep, ...]
    end: NoStep | None
    why: Ambiguous | Impossible | None
    board: Board

    def __iter__(self) -> Iterator[ExplainedStep]:
        return iter(self.steps)

    @property
    def ending(self) -> str:
        """`end` and `why` in English; empty where `end` is None."""
        return (
            "" if self.end is None else " ".join(explain_end(self.board.puzzle, self.end, self.why))
        )


def explain(
    puzzle: str | Puzzle | Board,
    *,
    steps: int | None = None,
    units: int | None = None,
    in_mind: bool = False,
) -> Explanation:
    """Solve a puzzle by steps that a person could find, each with its reasons.

    - `puzzle`: a text, a puzzle, or a board; the steps go on from its marks.
    - `steps`: stop after so many, 0 or more; None goes on to the end. One step is a hint.
    - `units`: how much work all steps together may take, 0 or more. Work is counted, so the steps
      are the same on every machine; a second is roughly 100,000 units. None is no bound.
    - `in_mind`: whether steps use the crosses that easy steps show and the board lacks.

    Returns an `Explanation`: the steps, and why they end. They end with SOLVED where each line
    could be explained, with TOO_HARD where a bound was met first, with NO_SOLUTION or
    NOTHING_FORCED for a puzzle without a solution or with several, and with WRONG_MARKS where the
    marks of a board lead to no solution.

    Raises `LimitsError` for a negative bound, and what `read` raises.

    >>> import ouro
    >>> explanation = ouro.explain(ouro.read("2x1:4a"))
    >>> for step in explanation:
    ...     print(step.text)
    Every side needed
    The 4 at A1 has a line on every side.
    So all four of its sides are lines.
    >>> explanation.end.name, explanation.ending
    ('SOLVED', 'The puzzle is solved: the loop is closed and meets every clue.')
    """
    for name, most in (("steps", steps), ("units", units)):
        if most is not None and most < 0:
            raise LimitsError(name, most, "give zero or more")
    board = board_of(puzzle)
    explainer = Explainer(board.puzzle)
    taken: list[ExplainedStep] = []
    end = None
    for found in islice(explained_steps(explainer, board, units, in_mind=in_mind), steps):
        if isinstance(found, NoStep):
            end = found
        else:
            taken.append(found)
            board = found.after
    why = None if end is None else why_it_ends(explainer, end)
    return Explanation(tuple(taken), end, why, board)


def review(puzzle: str | Puzzle, strokes: str | Sequence[Stroke]) -> ToldReview | NotReviewed:
    """Review how a board was drawn, from a blank board to the solution.

    - `puzzle`: a text or a puzzle, with one solution.
    - `strokes`: values of `Stroke`, or a text with one in each line: minutes and seconds since the
      board was first seen, and marks, such as `1:05 D2 top, x D2 left` or `1:09 erase D2 top`.

    Returns a `ToldReview`: the judged strokes as `review`, sentences with `counts`, and at most
    five `moments` that are worth a look, each with its text, its board and highlights to render; or
    `NotReviewed`, where the strokes do not lead to the solution or the puzzle has not just one.

    Raises `NotationError` when a line of the strokes is no stroke, and what `read` raises.

    >>> import ouro
    >>> puzzle = ouro.read("2x1:4a")
    >>> report = ouro.review(puzzle, "0:02 A1 top\\n0:04 A1 left\\n0:31 A1 right, A1 bottom")
    >>> report.counts
    ('3 strokes in 0:31.', '4 marks follow from the marks before them.', 'No mark was wrong.')
    >>> report.moments[0].text.partition(".")[0]
    '0:27 passed before the lines at the right and bottom of A1'
    """
    given = puzzle_of(puzzle)
    read = parse_strokes(strokes, given.grid) if isinstance(strokes, str) else strokes
    return report_on(Explainer(given), read)


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
    return make_drill(technique, secrets.randbelow(SEEDS) if seed is None else seed, size)
