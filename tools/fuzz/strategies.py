"""Strategies of Hypothesis for texts: arbitrary ones, and valid ones that are edited."""

from collections.abc import Sequence
from typing import TypeAlias

from hypothesis import strategies as st

MAX_LENGTH = 300_000
"""Maximum length in characters; more than any parser accepts."""
TIMES = (*[1] * 20, 2, 10, 100, 100_000)
"""How often a piece is repeated; long texts reveal slow parsers."""
FRAGMENTS = (
    ":",
    "/",
    "?",
    "#",
    ".",
    ",",
    ";",
    "-",
    "_",
    "=",
    "&",
    "%",
    "x",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\0",
    '"',
    "'",
    "`",
    "```",
    "|",
    "||",
    "*",
    "@everyone",
    "<@1>",
    "://",
    "t1",
    "de",
    "f/",
    "pzprv3",
    "slither/",
    "5x5:",
    "100x100:",
    "z",
    "A1-",
    "x ",
    "erase ",
    "go ",
    "\ufeff",
    "\u202e",
    "\u200b",
    "\u0663",
    "\uff13",
    "\u00d7",
    "\U0001f600",
    "\ud800",
    "\x1b[31m",
    "%00",
    "{",
    "}",
    "{0}",
    "\\",
    "$",
    "NaN",
    "inf",
    "1e999",
    "0x10",
    "\u0661",
    "\u00b2",
    "\u0130",
    "0",
    "00",
    "1",
    "99",
    "101",
    "65536",
    "9" * 20,
    "9" * 5000,
    "-1",
    "1_000",
    "\u017f",
)
"""Pieces that parsers may trip over."""

Edit: TypeAlias = tuple[int, int, str, int]
"""A place, how many characters are cut out there, and a piece that is inserted so many times."""


def inputs(seeds: Sequence[str]) -> st.SearchStrategy[str]:
    """Texts of any characters, of those of valid texts, and valid texts after a few edits."""
    arbitrary = st.text(st.characters(exclude_categories=()))
    familiar = st.text(st.sampled_from(sorted(set("".join(seeds)))))
    valid = st.sampled_from(sorted(seeds, key=len))
    pieces = st.one_of(familiar, st.sampled_from(FRAGMENTS), arbitrary, valid)
    edits = st.tuples(
        st.integers(0, max(map(len, seeds))), st.integers(0, 20), pieces, st.sampled_from(TIMES)
    )
    edited = st.builds(_edit, valid, st.lists(edits, max_size=4))
    return st.one_of(familiar, arbitrary, edited)


def _edit(text: str, edits: Sequence[Edit]) -> str:
    """The text after the edits; without a piece, what was cut out is inserted."""
    for place, cut, piece, times in edits:
        start = place % (len(text) + 1)
        end = start + cut
        inserted = piece or text[start:end]
        most = MAX_LENGTH // max(len(inserted), 1) + 1
        text = text[:start] + inserted * min(times, most) + text[end:]
    return text[:MAX_LENGTH]
