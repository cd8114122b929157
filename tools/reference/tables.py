"""Tables in Markdown, and what docstrings say."""

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_BULLET = re.compile(r"^- (`[^:]*`): (.+?)(?=^- |^\S|\Z)", re.DOTALL | re.MULTILINE)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table.

    >>> list(table(["A", "B"], [["a", "x|y"]]))
    ['| A | B |', '|---|---|', '| a | x\\\\|y |']
    """
    yield _row(head)
    yield "|" + "---|" * len(head)
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    escaped = (cell.replace("|", r"\|") for cell in cells)
    return f"| {' | '.join(escaped)} |"


def bullets(docstring: str) -> dict[str, str]:
    """What a docstring says of each name in its list, in one line.

    >>> bullets("Options.\\n\\n- `a`: one\\n  thing.\\n- `b`, `c`: another.\\n")
    {'`a`': 'one thing.', '`b`, `c`': 'another.'}
    """
    return {names: " ".join(text.split()) for names, text in _BULLET.findall(docstring)}


def first_sentence(docstring: str) -> str:
    """The first sentence or clause of a docstring, without a full stop.

    >>> first_sentence("Seconds of one try; after it\\na puzzle waits.")
    'Seconds of one try; after it a puzzle waits'
    """
    paragraph = " ".join(docstring.partition("\n\n")[0].split())
    return re.split(r"\.(?: |$)", paragraph)[0]


@cache
def documented(module: str) -> dict[str, str]:
    """The docstrings below the constants of a module, and below those of its classes."""
    tree = ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    return {name: text for body in bodies for name, text in _documented(body)}


def _documented(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for before, after in pairwise(body):
        match before, after:
            case ast.Assign(targets=[target]), ast.Expr(value=ast.Constant(value=str(text))):
                for node in ast.walk(target):
                    if isinstance(node, ast.Name):
                        yield node.id, " ".join(text.split())
