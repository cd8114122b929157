"""References of a document that lead nowhere: links, paths, commands, settings and metrics."""

import re
from collections.abc import Iterator

from tests.support.deployment import known_series
from tests.support.documents.commands import SHELL, command_lines, wrong_in, wrong_slash
from tests.support.documents.markdown import Document
from tests.support.documents.project import variables
from tests.support.paths import PACKAGES, ROOT

VARIABLE = re.compile(r"\b(?:OURO|DISCORD)_[A-Z_]+\b")
METRIC = re.compile(r"ouro(?:_[a-z]+){2,}")
PATH = re.compile(rf"(?:{'|'.join(PACKAGES)}|tests|docs|deploy|script)(?:/[a-z0-9_.-]+)+")
"""A module, a file or a folder of the project."""
FORMER = ("CHANGELOG.md",)
"""Documents that tell of commands that are gone."""


def problems(document: Document) -> list[str]:
    """What is wrong with the references of a document, each once."""
    found = [*_of_links(document), *_of_variables(document)]
    if document.path not in FORMER:
        found += [*_of_spans(document), *_of_blocks(document)]
    return sorted({*found})


def _of_links(document: Document) -> Iterator[str]:
    """Links that lead nowhere; addresses elsewhere are not looked at."""
    for target in document.links:
        path, _, anchor = target.partition("#")
        place = (ROOT / document.path).parent / path if path else ROOT / document.path
        if "://" in target or target.startswith("mailto:"):
            continue
        if path and not place.exists():
            yield f"the link {target} leads to no file"
        elif anchor and place.suffix == ".md":
            linked = Document(path, place.read_text(encoding="utf-8")) if path else document
            if anchor not in linked.anchors:
                yield f"the link {target} leads to no heading"


def _of_variables(document: Document) -> Iterator[str]:
    for name in set(VARIABLE.findall(document.text)) - variables():
        yield f"nothing reads the variable {name}"


def _of_spans(document: Document) -> Iterator[str]:
    """Commands, metrics, and paths of the project or below the document."""
    folders = (ROOT, (ROOT / document.path).parent)
    for span in document.spans:
        yield from (*wrong_in(span), *wrong_slash(span))
        if METRIC.fullmatch(span) and span not in known_series():
            yield f"there is no metric {span}"
        path = span.rstrip("/")
        if PATH.fullmatch(path) and not any((folder / path).exists() for folder in folders):
            yield f"there is no {span}"


def _of_blocks(document: Document) -> Iterator[str]:
    for block in document.blocks:
        if block.kind in SHELL:
            for command in command_lines(block):
                yield from wrong_in(command)
