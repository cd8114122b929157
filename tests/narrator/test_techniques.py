"""Every technique has a title and a description, and there are no others."""

import pytest

from narrator.techniques import TECHNIQUES, text_of
from solver.explain.techniques import EVERY_ROW, TechniqueRow


def test_techniques_and_texts_correspond() -> None:
    assert set(TECHNIQUES) == {row.name for row in EVERY_ROW}


@pytest.mark.parametrize("row", EVERY_ROW, ids=lambda row: row.name)
def test_titles_are_short_and_descriptions_are_one_or_two_sentences(row: TechniqueRow) -> None:
    title, description = text_of(row.technique)
    assert 3 < len(title.text) <= 40
    assert not title.text.endswith(".")
    assert 20 < len(description.text) <= 200
    assert description.text[0].isupper()
    assert description.text.endswith(".")
    assert description.text.count(". ") <= 1


def test_no_two_techniques_have_the_same_title() -> None:
    titles = [text.title.text for text in TECHNIQUES.values()]
    assert len(titles) == len(set(titles))
