"""What is said about answers to drills: for each verdict, with signs and without them."""

from itertools import product

import pytest

from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from i18n.localizer import ENGLISH
from narrator.drills import TITLES, verdict_text, verdict_title
from puzzle.model import EdgeState
from renderer.highlights import SIGNS
from solver.drills import DrillVerdict

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS


@pytest.mark.parametrize(
    ("verdict", "drawn", "text"),
    [
        (DrillVerdict.RIGHT, LINE, "The top of B2 is a line."),
        (DrillVerdict.PART, CROSS, "The top of B2 is a cross."),
        (DrillVerdict.ALSO_RIGHT, CROSS, "The top of B2 is a cross."),
        (DrillVerdict.NOT_DECIDED, LINE, "The top of B2 may also be a cross, as in this loop:"),
        (DrillVerdict.NOT_DECIDED, CROSS, "The top of B2 may also be a line, as in this loop:"),
        (DrillVerdict.IMPOSSIBLE, LINE, "The top of B2 is a cross."),
        (DrillVerdict.IMPOSSIBLE, CROSS, "The top of B2 is a line."),
    ],
)
def test_a_verdict_tells_the_state_of_the_edge(
    verdict: DrillVerdict, drawn: EdgeState, text: str
) -> None:
    assert verdict_text(ENGLISH, verdict, "the top of B2", drawn) == text
    signed = text.replace("The top of B2", "③, the top of B2,")
    assert verdict_text(ENGLISH, verdict, "the top of B2", drawn, 2) == signed


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_verdict_has_words(language: str) -> None:
    localizer = localizer_for(language)
    for verdict, sign in product(DrillVerdict, range(len(SIGNS))):
        text = verdict_text(localizer, verdict, "B2", LINE, sign)
        assert text.startswith(SIGNS[sign])
        assert verdict_title(localizer, verdict)
    assert TITLES.keys() == set(DrillVerdict)
