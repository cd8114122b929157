"""The reader of whatever people paste: read right or refused, never another board."""

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.errors import PuzzleError
from puzzle.model import Puzzle
from puzzle.notation import NOTATIONS, find_puzzle, format_puzzle, notation_name, parse_rows, read
from puzzle.notation.search import MAX_FOUND
from tests.support.puzzles.strategies import puzzles

ROWS = "3...\n3...\n.22.\n.2.1"
PUZZLE = parse_rows(ROWS)
ADDRESS = "https://puzz.link/p?slither/4/4/dgdh2c7b"

WRAPPINGS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "alone": lambda text: text,
        "after words": lambda text: f"try this: {text}",
        "after a word": lambda text: f"try {text}",
        "before words": lambda text: f"{text} <- my favourite",
        "in a sentence": lambda text: f"Stuck on {text}, any ideas?",
        "between lines": lambda text: f"I found this\n{text}\nhow hard is it?",
        "between blank lines": lambda text: f"I found this\n\n{text}\n\nhow hard is it?",
        "exclamation": lambda text: f"{text}!",
        "full stop": lambda text: f"{text}.",
        "dots": lambda text: f"{text}...",
        "cut": lambda text: f"{text[: len(text) * 2 // 3]}\u2026",
        "brackets": lambda text: f"(see {text})",
        "link": lambda text: f"[{text}]({text})",
        "angles": lambda text: f"<{text}>",
        "bold": lambda text: f"**{text}**",
        "italics": lambda text: f"_{text}_",
        "struck out": lambda text: f"~~{text}~~",
        "spoiler": lambda text: f"||{text}||",
        "spoiler in words": lambda text: f"careful ||{text}|| ok?",
        "quoted lines": lambda text: "> " + text.replace("\n", "\n> "),
        "quote": lambda text: f">>> {text}",
        "code": lambda text: f"`{text}`",
        "block": lambda text: f"```\n{text}\n```",
        "block with words": lambda text: f"Look:\n```py\nboard 1\n{text}\n```",
        "Japanese": lambda text: f"解けません{text}。",
        "unseen": lambda text: f"\u200b{text}\ufeff",
        "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
        "line ends lost": lambda text: text.replace("\n", " "),
        "line ends gone": lambda text: text.replace("\n", ""),
        "blank lines": lambda text: text.replace("\n", "\n\n"),
        "indented": lambda text: "    " + text.replace("\n", "\n    "),
        "rule above": lambda text: f"----\n{text}",
        "rules": lambda text: f"=====\n{text}\n=====",
        "numbered": lambda text: "\n".join(
            f"{number} {line}" for number, line in enumerate(text.split("\n"), 1)
        ),
        "labelled": lambda text: "\n".join(
            f"{letter}: {line}" for letter, line in zip("ABCDEFGHI", text.split("\n"), strict=False)
        ),
        "bullets": lambda text: "- " + text.replace("\n", "\n- "),
        "words inside": lambda text: text.replace("\n", "\nand\n", 1),
        "spaced": lambda text: "\n".join(" ".join(line) for line in text.split("\n")),
        "no scheme": lambda text: text.removeprefix("https://"),
        "capital": lambda text: text.replace("https", "Https"),
        "utm": lambda text: f"{text}?utm_source=share&utm_medium=x",
        "setter": lambda text: f"{text}/@somebody",
        "another page": lambda text: f"https://semiexp.net/apps/cspuz_solver.html?{text}",
        "encoded": lambda text: (
            "https://x.org/?u=" + text.replace(":", "%3A").replace("/", "%2F").replace("?", "%3F")
        ),
    }
)
"""Ways in which people paste a puzzle."""

CHANGES = frozenset({"cut", "line ends gone", "line ends lost", "numbered", "labelled", "spaced"})
"""Wrappings that may leave another board that nobody could tell from this one."""


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("name", WRAPPINGS)
@given(puzzle=puzzles(4), notation=st.sampled_from([*NOTATIONS, "address"]))
def test_a_wrapped_board_is_read_right_or_refused(
    name: str, alone: bool, puzzle: Puzzle, notation: str
) -> None:
    text = format_puzzle(puzzle, "puzzlink" if notation == "address" else notation)
    reading = read(WRAPPINGS[name](text), alone=alone)
    assert [found.puzzle for found in reading.found] in ([], [puzzle]), notation
