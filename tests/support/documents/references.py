"""References of a document that lead nowhere: links, paths, commands, settings and metrics."""

import re
from collections.abc import Iterator

from msgspec import Struct

from tests.support.documents.commands import SHELL, command_lines, wrong_in, wrong_slash
from tests.support.documents.links import wrong_link
from tests.support.documents.markdown import Document
from tests.support.documents.project import is_metric, variables
from tests.support.paths import PACKAGES, ROOT

VARIABLE = re.compile(r"\b(?:OURO|DISCORD)_[A-Z_]+\b")
METRIC = re.compile(r"ouro(?:_[a-z]+){2,}")
PATH = re.compile(rf"(?:{'|'.join(PACKAGES)}|tests|docs|deploy|script)(?:/[a-z0-9_.-]+)+")
"""A module, a file or a folder of the project."""
FORMER = ("CHANGELOG.md",)
"""Documents that tell of commands that are gone."""


class Problem(Struct, frozen=True, order=True):
    """A reference that leads nowhere."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def problems(document: Document) -> list[Problem]:
    """All references of a document that lead nowhere, in order."""
    found = [*_of_links(document), *_of_variables(document)]
    if document.path not in FORMER:
        found += [*_of_spans(document), *_of_paths(document), *_of_blocks(document)]
    return sorted({Problem(document.path, line, what) for line, what in found})


def _of_links(document: Document) -> Iterator[tuple[int, str]]:
    for link in document.links:
        for what in wrong_link(document, link.text):
            yield link.line, what


def _of_variables(document: Document) -> Iterator[tuple[int, str]]:
    for line, found in document.found(VARIABLE):
        if found[0] not in variables():
            yield line, f"nothing reads the variable {found[0]}"


def _of_spans(document: Document) -> Iterator[tuple[int, str]]:
    for span in document.spans:
        for what in (*wrong_in(span.text), *wrong_slash(span.text)):
            yield span.line, what
        if METRIC.fullmatch(span.text) and not is_metric(span.text):
            yield span.line, f"there is no metric {span.text}"


def _of_paths(document: Document) -> Iterator[tuple[int, str]]:
    """The paths of modules and folders of packages that do not exist, also below the document."""
    for span in document.spans:
        path = span.text.rstrip("/")
        if PATH.fullmatch(path):
            here = (ROOT / document.path).parent
            if not any((folder / path).exists() for folder in (ROOT, here)):
                yield span.line, f"there is no {span.text}"


def _of_blocks(document: Document) -> Iterator[tuple[int, str]]:
    for block in document.blocks:
        if block.kind in SHELL:
            for at, command in command_lines(block.text, block.kind):
                for what in wrong_in(command):
                    yield block.line + at, what
