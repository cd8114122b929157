"""How solved boards were drawn."""

from collections.abc import Sequence

from narrator.reviews import ToldReview, report_on
from ouro.reading import puzzle_of
from puzzle.model import Puzzle
from puzzle.strokes import Stroke, parse_strokes
from solver.explain.explainer import Explainer
from solver.review.judgement import NotReviewed


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
    '0:27 passed before the next stroke'
    """
    given = puzzle_of(puzzle)
    read = parse_strokes(strokes, given.grid) if isinstance(strokes, str) else strokes
    return report_on(Explainer(given), read)
