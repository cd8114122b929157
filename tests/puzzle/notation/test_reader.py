"""The reader of whatever people paste: read right or refused, never another board."""

import random
from collections.abc import Callable, Mapping
from itertools import product
from string import ascii_uppercase
from types import MappingProxyType
from urllib.parse import quote

import pytest

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import NOTATIONS, detect, format_puzzle, parse_rows, read
from puzzle.notation.addresses import SITES
from puzzle.notation.search import MAX_FOUND
from tests.support.long import some_or_all
from tests.support.work import lines_run

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
            f"{letter}: {line}"
            for letter, line in zip(ascii_uppercase, text.split("\n"), strict=False)
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

ADDRESSES = frozenset({"no scheme", "capital", "utm", "setter", "another page", "encoded", "dots"})
"""Wrappings in which an address is always read."""


CLUES = (None, None, None, 0, 1, 2, 3)


def board(rng: random.Random) -> Puzzle:
    """A board of at least two rows and columns: a single row reads as more with a `/` behind it."""
    rows, cols = rng.randint(2, 6), rng.randint(2, 6)
    return Puzzle(square_grid(rows, cols), tuple(rng.choices(CLUES, k=rows * cols)))


@some_or_all("examples", 4, 250)
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("name", WRAPPINGS)
def test_a_wrapped_board_is_read_right_or_refused(name: str, alone: bool, examples: int) -> None:
    rng = random.Random(name)
    for notation in [*NOTATIONS] * examples:
        puzzle = board(rng)
        text = WRAPPINGS[name](format_puzzle(puzzle, notation))
        reading = read(text, alone=alone)
        found = [each.puzzle for each in reading.found]
        assert found in ([], [puzzle]), text
        assert found or reading.miss or not alone
        if name in ADDRESSES and notation == "puzzlink":
            assert found, text


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        f"{ADDRESS}/@anna",
        f"**[x]({ADDRESS})**",
        f"https://x.org/?url={quote(ADDRESS, safe='')}",
        f"{ADDRESS}\u2026",
        "**4x4:3c3d22b2a1**",
        f"try this: {ROWS}",
        f"{ROWS} <- my favourite",
        "look:\n  A B C D\n1 3 . . .\n2 3 . . .\n3 . 2 2 .\n4 . 2 . 1",
        "look:\n  1 2 3 4\n1 3 . . .\n2 3 . . .\n3 . 2 2 .\n4 . 2 . 1",
        "ABCD\n" + ROWS,
        "1: 3...\n2: 3...\n3: .22.\n4: .2.1",
        "* " + ROWS.replace("\n", "\n* "),
        f"-----\n{ROWS}\n-----",
        f"```\n+----+\n{ROWS}\n+----+\n```",
        f"hmm...\n{ROWS}",
        f"well:\n```\n----\n{ROWS}\n```",
        f"{ROWS}\n\nfrom 2024",
        f"my save:\n{format_puzzle(PUZZLE, 'save')}thanks",
        ROWS.replace("\n", "\n\n"),
    ],
)
def test_one_board_is_read(text: str, alone: bool) -> None:
    [found] = read(text, alone=alone).found
    assert found.puzzle == PUZZLE


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("\t\t\n\t3\t\n1\t\t2\n\t\t", ".../.3./1.2/..."),
        ("\n".join(f"{at}: {row}" for at, row in enumerate(["3.."] * 7, 1)), "/".join(["3.."] * 7)),
        (". . . .\n 3\n. . . .\n\n. . . .\n 2 1\n. . . .", "3../.../21."),
        ("Look:\n. . . .\n 3\n. . . .\n\n. . . .\n 2 1\n. . . .\nnice", "3../.../21."),
        (",0,1,2\n0,3,,\n1,,2,\n2,,,1", "3../.2./..1"),
        ("0\t1\t2\t3\t4\t5\n3\t\t\t\t\t\n\t2\t\t\t\t1", "3...../.2...1"),
        (". . . .\n\n. . . .\n 3 2 1\n. . . .", ".../321"),
    ],
)
def test_no_row_without_clues_is_left_out(text: str, rows: str) -> None:
    [found] = read(text).found
    assert found.puzzle == parse_rows(rows)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("form", ["https://{}/p/1?e=x", "hard: {}/1", "[x](http://www.{}/?e=MDo)"])
def test_a_site_without_clues_in_its_addresses_is_told(form: str, alone: bool) -> None:
    for site in SITES:
        for host in (site, f"es.{site}"):
            miss = read(form.format(host), alone=alone).miss
            assert str(miss).startswith(f"The address of {site} holds no clues; ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https://puzz.link/p?slither/4/4/dgd\u2026", "it was cut off at the end"),
        ("https://puzz.link/p?slither/4/4/dgd...", "it was cut off at the end"),
        ("https://puzz.link/p?slither/4/4/dgd\uff13", "it was cut off at the end"),
        ("1 3 . . .\n2 3 . . .\n3 . 2 2 .", "the first column may be labels or clues"),
        ("1 2 3 4\n3 . . .\n. 2 2 .", "the first row may be labels or clues"),
        ("```\n1 2 3 4\n3 . . .\n. 2 2 .\n```", "the first row may be labels or clues"),
        ("0,1,2\n3,,\n,2,\n,,1", "the first row may be labels or clues"),
        ("- 3\n- 2\n- 1", "the first column may be labels or clues"),
        ("  132\n  330\n  211", "the spaces before all rows may be blank cells"),
        ("132  \n330  \n211  ", "the spaces after all rows may be blank cells"),
        ("1  3  2\n3  3  0\n2  1  1", "the spaces between all cells may be blank cells"),
        ("3,1,2\n,1,2\n3\n\n1,,2\n3,1", "a row stands apart"),
        (",,1\n1,1,1\n1,,1\n\n1,1\n,1\n1,1\n1,,1", "a row stands apart"),
        ("1  1\n   1\n11 1\n\n1 11\n 111\n11 1", "a row stands apart"),
        ("3...\n3...\n\n.22.\n.2.1\n1...", "in line 1, a row stands apart"),
        ("3...\n3...\nhm\n.22.\n.2.1", "in line 4, a row stands apart"),
        ("3...\n3...\n----\n.22.\n.2.1", "stands"),
        ("well ...\n3.2\n.1.\n2.3", "it is not clear whether the words"),
        ("no 321\n3.2\n.1.\n2.3", "it is not clear whether the words"),
        ("3 2\n4.\n..\n..\n0 0", '"4." has no spaces inside'),
        ("3..2\n.2..\n0..5\n..1.", "in row 3, column 4, the clue 5 is out of range"),
        ("look:\n3..2\n.2..\n0..a\n..1.", 'in row 3, column 4, "a" is not a cell'),
    ],
)
def test_what_is_not_certain_is_refused(text: str, sentence: str) -> None:
    for alone in (True, False):
        reading = read(text, alone=alone)
        assert not reading.found
        assert alone or sentence in str(reading.miss) or text.startswith("- ")
    assert sentence in str(read(text, alone=text.startswith("- ")).miss)


@pytest.mark.parametrize(
    "text", ["3 . 2", "3,,2", "3;;2", "3,,, 3,, ,2,2, ,2,,1", "3\t\t\t 3\t\t\t \t2\t2 \t2\t\t1"]
)
def test_no_single_row_is_made_of_lost_line_ends(text: str) -> None:
    reading = read(text)
    assert not reading.found
    assert "its line ends were probably lost" in str(reading.miss)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_notation_reads_the_narrowest_boards_that_it_writes(notation: str) -> None:
    for size in ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (1, 4), (4, 1), (1, 9)):
        for clues in product((None, 3, 4), repeat=2):
            puzzle = Puzzle(square_grid(*size), (*clues, *[None] * 9)[: size[0] * size[1]])
            reading = read(format_puzzle(puzzle, notation))
            assert [found.puzzle for found in reading.found] == [puzzle]


def test_a_single_row_is_written_with_its_end() -> None:
    assert [found.puzzle.size for found in read("3.2/").found] == ["3x1"]
    assert not read("3.2").found + read("4").found


def test_all_puzzles_are_found_once() -> None:
    tables = f"{ROWS}\n\n{ROWS[::-1]}"
    reading = read(f"[{ADDRESS}]({ADDRESS}) or 3x3:3h or\n{tables}")
    assert [found.puzzle.size for found in reading.found] == ["4x4", "3x3", "4x4"]
    assert len(read(" ".join(f"{side}x3:z" for side in range(1, 30))).found) == 0
    many = " ".join(f"{side}x1:{side % 4}{chr(95 + side)}" for side in range(2, 20))
    assert len(read(many).found) == MAX_FOUND


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_notation_is_recognised(notation: str) -> None:
    assert detect(format_puzzle(parse_rows("3..\n.22"), notation)) == notation


def test_every_notation_has_a_name() -> None:
    names = [notation.title for notation in NOTATIONS.values()]
    assert all(names)
    assert len({*names}) == len(names)


HOSTILE = (
    "a", "`a", "3..\n", "3.. words\n", "%2F", "3../", "A B C D\n", "1 . 3\n\nw\n", "```\n3", "- 3\n"
)  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE, ids=repr)
def test_work_is_bounded_by_the_length(piece: str) -> None:
    """Eight times the text needs about eight times the work; quadratic work is 64 times as much."""
    short, long = (piece * (length // len(piece)) for length in (1_000, 8_000))
    read(short)
    first = lines_run(lambda: read(short, alone=False))
    second = lines_run(lambda: read(long, alone=False))
    assert second < 16 * first + 1000
