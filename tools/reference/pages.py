"""The marked blocks of a document, each filled by a function of its name.

A block is between two comments, `<!-- generated: limits -->` and `<!-- end -->`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from tools.reference import programs, techniques
from tools.reference.limits import limits

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)

BLOCKS: Mapping[str, Callable[[], Iterable[str]]] = MappingProxyType(
    {
        "commands": programs.commands,
        "exit-codes": programs.exit_codes,
        "limits": limits,
        "methods": programs.methods,
        "metrics": programs.metrics,
        "notations": programs.notations,
        "options": programs.options,
        "settings": programs.settings,
        "techniques": techniques.table,
        "technique-examples": techniques.entries,
    }
)
"""The lines of each block by its name."""


def documents() -> list[Path]:
    """The documents that may have blocks."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def current(text: str) -> str:
    """The text of a document with its blocks as the code is now.

    >>> current("# A page\\n") == "# A page\\n"
    True
    """
    return BLOCK.sub(_filled, text)


def _filled(found: re.Match[str]) -> str:
    start, name, end = found.groups()
    return "\n".join([start, *BLOCKS[name](), "", end])
