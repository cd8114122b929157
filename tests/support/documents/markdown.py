"""A Markdown document taken apart: code blocks, words in backticks, links and headings."""

import re
from collections import Counter

from msgspec import Struct

FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}[^\n]*\n)+")
SPAN = re.compile(r"(?<!`)`([^`]+)`(?!`)")
LINK = re.compile(r"\]\(([^()\s]+)\)|<(?:img|a)\b[^>]*?\b(?:src|href)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6} +(.+?)[ #]*$", re.MULTILINE)


class Block(Struct, frozen=True):
    """A block of code in a language."""

    text: str
    kind: str


class Document(Struct, frozen=True):
    """A document; `path` is relative to the root of the project, with `/`."""

    path: str
    text: str

    @property
    def prose(self) -> str:
        """The text without code blocks."""
        return FENCE.sub("", self.text)

    @property
    def blocks(self) -> list[Block]:
        """Code blocks; those that are indented have no language."""
        fenced = [Block(found[2], found[1]) for found in FENCE.finditer(self.text)]
        return fenced + [Block(text, "") for text in INDENTED.findall(self.prose)]

    @property
    def spans(self) -> list[str]:
        """What stands in backticks within the prose."""
        return [" ".join(found.split()) for found in SPAN.findall(self.prose)]

    @property
    def links(self) -> list[str]:
        """Targets of links and images."""
        return [one or other for one, other in LINK.findall(SPAN.sub("", self.prose))]

    @property
    def anchors(self) -> set[str]:
        """What links call the headings."""
        taken: Counter[str] = Counter()
        found = set()
        for heading in HEADING.findall(self.prose):
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
            slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            found.add(f"{slug}-{taken[slug]}" if taken[slug] else slug)
            taken[slug] += 1
        return found
