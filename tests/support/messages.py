"""The messages in the code: their IDs, and the names that they have in modules."""

import ast
from collections.abc import Iterator
from functools import cache

from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords

from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES, ROOT

KEYWORDS = parse_keywords(
    ["Message:1,1t", "Message:1,2c,2t", "Plural:1,2", "lazy", "lazy_plural:1,2"]
)
"""Where readers' texts are, and what marks them; `script/texts` looks for the same."""


@cache
def texts_in_code() -> set[tuple[str | tuple[str, ...], str]]:
    """Every message ID in the source, of a plural both forms, with its context."""
    found: set[tuple[str | tuple[str, ...], str]] = set()
    for package in PACKAGES:
        for _, _, text, _, context in extract_from_dir(str(ROOT / package), keywords=KEYWORDS):
            found.add((text if isinstance(text, str) else tuple(text), context or ""))
    return found


def ids_in_code() -> set[str | tuple[str, ...]]:
    """Every message ID in the source; of a plural, both forms."""
    return {text for text, _ in texts_in_code()}


def named_messages() -> Iterator[tuple[str, str]]:
    """The module and the name of each constant that is a message or a plural."""
    for package in PACKAGES:
        for path in modules(package):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                    function = node.value.func
                    if isinstance(function, ast.Name) and function.id in {"Message", "Plural"}:
                        for target in node.targets:
                            if isinstance(target, ast.Name):
                                yield name_of(path), target.id


@cache
def names_used() -> frozenset[str]:
    """Every name that is read anywhere in the packages."""
    used: set[str] = set()
    for package in PACKAGES:
        for path in modules(package):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute):
                    used.add(node.attr)
                elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    used.add(node.id)
    return frozenset(used)
