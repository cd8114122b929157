"""What a document mentions exists: links, headings, commands with options, settings, metrics."""

import pytest

from tests.support.documents.markdown import Document
from tests.support.documents.project import documents
from tests.support.documents.references import problems


@pytest.mark.parametrize("document", documents(), ids=lambda document: document.path)
def test_everything_that_a_document_mentions_exists(document: Document) -> None:
    assert problems(document) == []


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("[it](nowhere.md)", "the link nowhere.md leads to no file"),
        ("[it](security.md#nowhere)", "the link security.md#nowhere leads to no heading"),
        ("`bot/no_such.py`", "there is no bot/no_such.py"),
        ("`OURO_NO_SUCH=1 script/test`", "nothing reads the variable OURO_NO_SUCH"),
        ("`ouro db dance`", "ouro db has no command dance"),
        ("`docker compose exec ouro ouro hint --jobs 3`", "ouro hint has no option --jobs"),
        ("`script/no-such`", "there is no script/no-such"),
        ("`script/gallery --minutes 3`", "script/gallery has no option --minutes"),
        ("`/dance`", "the bot has no command /dance"),
        ("`/solve dance:`", "/solve has no option dance:"),
        ("`ouro_no_such_total`", "there is no metric ouro_no_such_total"),
        ("```sh\nls\nscript/ouro dance  # a dance\n```", "script/ouro has no command dance"),
        ("```console\n$ ouro rate \\\n    --dance\n```", "ouro rate has no option --dance"),
        ("    cat puzzles | ouro dance > it", "ouro has no command dance"),
    ],
)
def test_a_broken_reference_is_found(written: str, what: str) -> None:
    page = Document("docs/page.md", f"# A page\n\nIt stands here.\n\n{written}\n")
    assert problems(page) == [what]
