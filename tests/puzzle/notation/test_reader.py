"""The reader of whatever people paste: read right or refused, never another board."""

from itertools import product
from urllib.parse import quote

import pytest

from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import NOTATIONS, format_puzzle, parse_rows
from puzzle.notation.addresses import SITES
from puzzle.notation.search import MAX_FOUND
from solver.judge import read

ROWS = "3...\n3...\n.22.\n.2.1"
PUZZLE = parse_rows(ROWS)
ADDRESS = "https://puzz.link/p?slither/4/4/dgdh2c7b"


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
        ("\n".join(f"{at}: {row}" for at, row in enumerate(["3.."] * 7, 1)), "/".join(["3.."] * 7)),
        (". . . .\n 3\n. . . .\n\n. . . .\n 2 1\n. . . .", "3../.../21."),
        ("Look:\n. . . .\n 3\n. . . .\n\n. . . .\n 2 1\n. . . .\nnice", "3../.../21."),
        (",0,1,2\n0,3,,\n1,,2,\n2,,,1", "3../.2./..1"),
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
    "text",
    [
        "3 . 2",
    ],
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
    reading = read(f"[{ADDRESS}]({ADDRESS}) or 3x3:3h")
    assert [found.puzzle.size for found in reading.found] == ["4x4", "3x3"]
    assert len(read(" ".join(f"{side}x3:z" for side in range(1, 30))).found) == 0
    many = " ".join(f"{side}x1:{side % 4}{chr(95 + side)}" for side in range(2, 20))
    assert len(read(many).found) == MAX_FOUND


def test_every_notation_has_a_name() -> None:
    names = [notation.title for notation in NOTATIONS.values()]
    assert all(names)
    assert len({*names}) == len(names)
