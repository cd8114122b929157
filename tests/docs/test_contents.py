"""Long documents begin with a list of contents, which has their headings."""

import pytest

from tests.support.documents.contents import LONG, expected, listed
from tests.support.documents.markdown import Document
from tests.support.documents.project import documents

PAGE = """# A page

- [One: `two`](#one-two)
- [Three](#three)

## One: `two`

### Not listed

## Three
"""


def is_long(document: Document) -> bool:
    return document.text.count("\n") > LONG


@pytest.mark.parametrize("document", documents(), ids=lambda document: document.path)
def test_a_long_document_lists_its_headings(document: Document) -> None:
    entries = listed(document)
    if entries or is_long(document):
        assert entries == expected(document), "the list should be\n" + "\n".join(expected(document))


def test_a_list_is_read_and_made() -> None:
    page = Document("page.md", PAGE)
    assert listed(page) == expected(page) == ["- [One: `two`](#one-two)", "- [Three](#three)"]


@pytest.mark.parametrize("wrong", ["- [Three](#tree)", "- [Third](#three)", ""])
def test_a_list_that_is_wrong_differs(wrong: str) -> None:
    page = Document("page.md", PAGE.replace("- [Three](#three)", wrong))
    assert listed(page) != expected(page)


def test_a_list_further_down_is_not_one_of_contents() -> None:
    page = Document("page.md", "# A page\n" + "\n" * 30 + PAGE)
    assert listed(page) == []
