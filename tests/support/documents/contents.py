"""Lists of contents at the top of documents."""

import re

from tests.support.documents.markdown import Document

LONG = 150
"""Documents of more lines have a list of contents."""
TOP = 25
"""It begins within so many lines."""
ENTRY = re.compile(r"^- \[(.+)\]\((#[^)]+)\)$")


def listed(document: Document) -> list[str]:
    """The lines of a document's list of contents; none where it has no such list at its top."""
    lines = document.text.splitlines()
    begin = next((at for at, line in enumerate(lines[:TOP]) if ENTRY.match(line)), len(lines))
    entries = []
    for line in lines[begin:]:
        if not ENTRY.match(line):
            break
        entries.append(line)
    return entries


def expected(document: Document) -> list[str]:
    """The list of contents that a document should have: its `##` headings."""
    return [f"- [{h.text}](#{h.anchor})" for h in document.headings if h.level == 2]
