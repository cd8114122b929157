"""docs/hints.md shows the techniques there are, as they are."""

from tests.support.explain.page import HEADING, PAGE, replaced, section


def test_the_document_is_up_to_date() -> None:
    """If not, `python -m tests.support.explain.page` writes it anew."""
    document = PAGE.read_text(encoding="utf-8")
    assert document.count(HEADING) == 1
    assert replaced(document) == document


def test_only_the_part_on_techniques_is_replaced() -> None:
    around = f"# Hints\n\nBefore.\n\n{HEADING}\nOld.\n\n## Other\n\nAfter.\n"
    new = replaced(around)
    assert new == f"# Hints\n\nBefore.\n\n{section()}\n## Other\n\nAfter.\n"
    assert replaced(new) == new


def test_a_missing_part_is_added() -> None:
    new = replaced("# Hints\n")
    assert new == f"# Hints\n\n{section()}"
    assert replaced(new) == new
