"""What a document mentions exists: links, headings, commands with options, settings, metrics."""

import re

import pytest

from tests.support.documents.markdown import Document
from tests.support.documents.project import documents
from tests.support.documents.references import Problem, problems
from tests.support.paths import ROOT


@pytest.mark.parametrize("document", documents(), ids=lambda document: document.path)
def test_everything_that_a_document_mentions_exists(document: Document) -> None:
    found = problems(document)
    assert not found, "\n" + "\n".join(map(str, found))


def test_all_documents_are_read() -> None:
    paths = {document.path for document in documents()}
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "tests/README.md"} < paths
    assert sum(path.startswith("docs/") for path in paths) > 10


def test_the_page_for_players_names_no_code() -> None:
    (page,) = (document for document in documents() if document.path == "docs/playing.md")
    packages = "|".join(path.parent.name for path in ROOT.glob("*/__init__.py"))
    code = rf"`\w+(?:[./]\w+)*\.py|`(?:{packages})[./]\w|\bpackage\b|\bmodule\b|\bOURO_"
    assert re.findall(code, page.text) == []


@pytest.mark.parametrize(
    ("written", "what"),
    [
        ("[it](nowhere.md)", "the link nowhere.md leads to no file"),
        ("[it](#nowhere)", "the link #nowhere leads to no heading"),
        ("[it](security.md#nowhere)", "the link security.md#nowhere leads to no heading"),
        ("![it](images/no.png)", "the link images/no.png leads to no file"),
        ('<img src="images/no.png" alt="">', "the link images/no.png leads to no file"),
        ("`script/no-such`", "there is no script/no-such"),
        ("`bot/no_such.py`", "there is no bot/no_such.py"),
        ("`solver/no_such/`", "there is no solver/no_such/"),
        ("`OURO_NO_SUCH`", "nothing reads the variable OURO_NO_SUCH"),
        ("`OURO_NO_SUCH=1 script/test`", "nothing reads the variable OURO_NO_SUCH"),
        ("`ouro dance`", "ouro has no command dance"),
        ("`ouro db dance`", "ouro db has no command dance"),
        ("`ouro solve --dance`", "ouro solve has no option --dance"),
        ("`ouro hint --jobs 3`", "ouro hint has no option --jobs"),
        ("`script/ouro rate -o FILE`", "script/ouro rate has no option -o"),
        ("`docker compose exec ouro ouro db dance`", "ouro db has no command dance"),
        ("`script/bench dance`", "script/bench has no command dance"),
        ("`script/bench load --jobs 3`", "script/bench load has no option --jobs"),
        ("`script/gallery --minutes 3`", "script/gallery has no option --minutes"),
        ("`script/test --dance`", "script/test has no option --dance"),
        ("`/dance`", "the bot has no command /dance"),
        ("`/solve dance:`", "/solve has no option dance:"),
        ("`ouro_no_such_total`", "there is no metric ouro_no_such_total"),
    ],
)
def test_a_broken_reference_is_found(written: str, what: str) -> None:
    page = Document("docs/page.md", f"# A page\n\nIt stands here.\n\nThere is {written}.\n")
    assert problems(page) == [Problem("docs/page.md", 5, what)]
    assert str(problems(page)[0]) == f"docs/page.md:5: {what}"


@pytest.mark.parametrize(
    ("block", "line", "what"),
    [
        ("```sh\nls\nscript/ouro dance  # a dance\n```", 5, "script/ouro has no command dance"),
        ("```console\n$ ouro rate \\\n    --dance\n```", 4, "ouro rate has no option --dance"),
        ("    cat puzzles | script/no-such > it\n", 3, "there is no script/no-such"),
        ("```sh\nexport OURO_NO_SUCH=1\n```", 4, "nothing reads the variable OURO_NO_SUCH"),
    ],
)
def test_a_broken_reference_in_code_is_found(block: str, line: int, what: str) -> None:
    page = Document("docs/page.md", f"# A page\n\n{block}\n")
    (found,) = problems(page)
    assert (found.line, found.what.endswith(what)) == (line, True), found


def test_what_exists_is_no_problem() -> None:
    text = """# A page

## One: `/solve` & more

See [there](#one-solve--more), [a heading](security.md#secrets), [a test](../tests/README.md) and
[elsewhere](https://example.org/nowhere#at-all). `puzzle/`, `script/`, `Grid`, `custom_id`,
`OURO_WORKERS`, `OURO_TEST_POSTGRES`, `DISCORD_TOKEN`, `ouro_solves_total`,
`ouro_ack_seconds_bucket`, `/solve puzzle: file:`, `/healthz`, `/tmp`, `--max-solutions 3`, `3x3:i`,
`https://puzz.link/p?slither/3/3/dgd`, `ouro db backup /var/lib/ouro/it.db`,
`git pull && script/ouro --help`.

```sh
OURO_WORKERS=1 script/server
script/ouro solve - --max-solutions 10 --time-limit 5 < puzzles.txt   # some
script/test tests/test_layers.py::test_no_module_is_long -k long
docker compose exec ouro ouro doctor
```

```json
{"no": "`script/no-such`"}
```
"""
    assert problems(Document("docs/page.md", text)) == []
