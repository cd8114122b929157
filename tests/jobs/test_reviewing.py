"""Reviews as a job: their pictures have labels of cells, which the texts name."""

import pytest

from jobs.appearance import Appearance
from jobs.reviewing import ReviewRequest, review_attempt
from narrator.reviews import report_on
from play.journal import Journal
from play.steps import base36
from puzzle.notation import parse_puzzle
from renderer.labels import Labels
from renderer.picture import Picture
from solver.explain.explainer import Explainer
from solver.review.judgement import NotReviewed


@pytest.mark.parametrize("look", [Appearance(), Appearance(labels=True, dots=True)])
def test_pictures_name_cells_whatever_the_setting_of_labels(look: Appearance) -> None:
    explainer = Explainer(parse_puzzle("3x3:3b13b2a"))
    assert explainer.solution is not None
    [wrong, *_] = sorted({*range(24)} - explainer.solution)
    lines = "".join(f"9P{base36(edge)}A." for edge in sorted(explainer.solution))
    journal = f"4P{base36(wrong)}A.5P{base36(wrong)}C.{lines}"
    answer = review_attempt(ReviewRequest(explainer.puzzle, journal, look))
    told = report_on(explainer, Journal(journal).strokes(explainer.puzzle))
    assert not isinstance(told, NotReviewed)
    pictures = [
        Picture(moment.board, look.theme, Labels.CELLS, moment.highlights).png()
        for moment in told.moments
    ]
    assert pictures
    assert [moment.drawing.png for moment in answer.moments] == pictures
