"""A Markdown document taken apart: code blocks, words in backticks, links and headings."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}[^\n]*\n|\n(?= {4}))+")
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
LINK = re.compile(r"\]\(([^()\s]+)\)|<(?:img|a)\b[^>]*?\b(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^(#{1,6}) +(.+?)[ #]*$", re.MULTILINE)


class Part(Struct, frozen=True):
    """A piece of a document that begins on a line; `kind` is the language of a code block."""

    line: int
    text: str
    kind: str = ""


class Heading(Struct, frozen=True):
    """A heading as plain text; `anchor` is what links call it."""

    line: int
    level: int
    text: str
    anchor: str


class Document(Struct, frozen=True, dict=True):
    """A document; `path` is relative to the root of the project, with `/`."""

    path: str
    text: str

    @cached_property
    def prose(self) -> str:
        """The text with code blocks blank, at the same offsets."""
        without = FENCE.sub(lambda found: _blank(found[0]), self.text)
        return INDENTED.sub(
            lambda found: found[0] if _in_list(without, found.start()) else _blank(found[0]),
            without,
        )

    @cached_property
    def blocks(self) -> tuple[Part, ...]:
        """Code blocks; the line is that of their first line of code."""
        fenced = [Part(self._line(b.start(2)), b[2], b[1]) for b in FENCE.finditer(self.text)]
        without = FENCE.sub(lambda found: _blank(found[0]), self.text)
        indented = [
            Part(self._line(b.start()), b[0])
            for b in INDENTED.finditer(without)
            if b[0].strip() and not _in_list(without, b.start())
        ]
        return (*fenced, *indented)

    @cached_property
    def spans(self) -> tuple[Part, ...]:
        """What stands in backticks within the prose."""
        return tuple(
            Part(self._line(span.start()), " ".join(span[1].split()))
            for span in SPAN.finditer(self.prose)
        )

    @cached_property
    def links(self) -> tuple[Part, ...]:
        """Targets of links and images."""
        prose = SPAN.sub(lambda found: _blank(found[0]), self.prose)
        return tuple(
            Part(self._line(link.start()), link[1] or link[2]) for link in LINK.finditer(prose)
        )

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """All headings, in order."""
        return tuple(self._headings())

    def _headings(self) -> Iterator[Heading]:
        taken: Counter[str] = Counter()
        for found in HEADING.finditer(self.prose):
            text = plain(found[2])
            slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
            anchor = f"{slug}-{taken[slug]}" if taken[slug] else slug
            taken[slug] += 1
            yield Heading(self._line(found.start()), len(found[1]), found[2], anchor)

    def found(self, pattern: "re.Pattern[str]") -> Iterator[tuple[int, re.Match[str]]]:
        """Where a pattern matches anywhere, with the line."""
        for found in pattern.finditer(self.text):
            yield self._line(found.start()), found

    def _line(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1


def plain(heading: str) -> str:
    """A heading without its markup.

    >>> plain("One *press*: `/solve` of [rules](rules.md)")
    'One press: /solve of rules'
    """
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return heading.replace("`", "").replace("*", "")


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _in_list(text: str, offset: int) -> bool:
    """Whether what is indented there belongs to an item of a list."""
    before = text[:offset].rstrip().rpartition("\n\n")[2]
    return bool(re.match(r"\s*(?:[-*]|\d+\.) ", before))
