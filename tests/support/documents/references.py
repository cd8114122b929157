"""References of a document that lead nowhere."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.support.documents.code import wrong_in_python, wrong_places
from tests.support.documents.commands import SHELL, command_lines, wrong_in
from tests.support.documents.foreign import FOREIGN, FORMER
from tests.support.documents.links import wrong_link
from tests.support.documents.markdown import Document
from tests.support.documents.project import variables
from tests.support.documents.spans import wrong_span

VARIABLE = re.compile(r"\b(?:OURO|DISCORD)_[A-Z_]+\b")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A reference that leads nowhere."""

    path: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def problems(document: Document) -> list[Problem]:
    """All references of a document that lead nowhere, in order."""
    found = (*_of_links(document), *_of_spans(document), *_of_blocks(document), *_others(document))
    return sorted({Problem(document.path, line, what) for line, what in found})


def _of_links(document: Document) -> Iterator[tuple[int, str]]:
    for link in document.links:
        for what in wrong_link(document, link.text):
            yield link.line, what


def _of_spans(document: Document) -> Iterator[tuple[int, str]]:
    folder = document.path.rpartition("/")[0]
    for span in document.spans:
        known = VARIABLE.fullmatch(span.text) or span.text in FOREIGN
        if not known and (document.path, span.text) not in FORMER:
            for what in wrong_span(span.text, folder):
                yield span.line, what


def _of_blocks(document: Document) -> Iterator[tuple[int, str]]:
    for block in document.blocks:
        if block.kind == "python":
            for line, what in wrong_in_python(block.text):
                yield block.line + line - 1, what
        elif block.kind in SHELL:
            for at, command in command_lines(block.text, block.kind):
                for what in wrong_in(command):
                    yield block.line + at, what


def _others(document: Document) -> Iterator[tuple[int, str]]:
    yield from wrong_places(document)
    for line, found in document.found(VARIABLE):
        if found[0] not in variables():
            yield line, f"nothing reads the variable {found[0]}"
