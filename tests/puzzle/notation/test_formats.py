"""Each notation: parsing, formatting, and the messages about mistakes."""

import pytest

from puzzle.bounds import Bounds
from puzzle.errors import NotationError, SizeError
from puzzle.grid import edge_rows
from puzzle.notation import (
    format_csv,
    format_loopy,
    format_puzzle,
    format_puzzlink,
    format_pzpr,
    format_rows,
    parse_loopy,
    parse_puzzlink,
    parse_pzpr,
    parse_rows,
)
from tests.support.readings import given_board
from tests.support.readings import given_puzzle as parse_puzzle

PUZZLE = parse_rows("3...2/.0.1.")  # two rows of five
BLANK_3X3 = parse_rows(".../.../...")
SAVED = """pzprv3
slither
2
5
3 . . . 2
. 0 . 1 .
1 0 0 0 0 1
0 0 -1 0 0 0
1 0 0 0 1
0 0 0 0 0
0 0 0 -1 0
"""


@pytest.mark.parametrize(
    "text",
    [
        "5x2:3c2a0a1a",
        "5x2t0dh:3c2a0a1a",
        "5x2t0:3aaa2a0a1a",
        "5x2de:3c2a0a1a",
        " 5x2:3c2a0a1a\n",
        "5X2: 3c2a0a1a",
        "5 \u00d7 2:3c2a0a1a",
        "||5x2:3c2a0a1a||",
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html#5x2t0dh:3c2a0a1a",
        "http://example.org/loopy.html#5x2t0dh%3A3c2a0a1a",
        "https://puzz.link/p?slither/5/2/dg756",
        "https://puzz.link/p?slither/5/2/dg751",
        "https://puzz.link/p?slither/5/2/dg75b",
        "https://puzz.link/p?slither/5/2/3i2g0g1g",
        "https://puzz.link/p?slither/5/2/dg751.",
        "https://puzz.link/p?slither%2F5%2F2%2Fdg75b",
        "https://puzz.link/p?type=player&slither/5/2/dg75b",
        "https://puzz.link/p?slither//5/2/dg75b/#x",
        "http://pzv.jp/p.html?slitherlink/5/2/dg75b",
        "https://pzprxs.vercel.app/p?slither_edit/5/2/dg75b",
        "https://pzplus.tck.mn/p?slither_play/5/2/dg75b",
        "puzz.link/p?slither/5/2/dg75b",
        "p?slither/5/2/dg75b",
        "?slither/5/2/dg75b",
        "Slither/5/2/dg75b",
        "slither/5/2/dg75b",
        "<https://puzz.link/p?slither/5/2/dg75b>",
        "http://www.kanpen.net/slitherlink.html?problem=2/5/3_._._._2_/._0_._1_./",
        "http://www.kanpen.net/slitherlink.html?pzpr=5/2/dg75b",
        "http://indi.s58.xrea.com/slither/sa/q.html?5/2/dg75b",
        "3...2\n.0.1.",
        "3...2/.0.1./",
        "3...2/\n.0.1./\n",
        "\ufeff3...2\r\n.0.1.\r\n",
        "3---2\r-0-1-",
        "3___2\n_0_1_",
        "3???2\n?0?1?",
        "3 . . . 2\n. 0 . 1 .",
        "3 . . . 2 \n. 0 . 1 . ",
        "  3 . . . 2\n  . 0 . 1 .",
        "  3  .  .  .  2\n  .  0  .  1  .",
        "3 -1 -1 -1 2\n-1 0 -1 1 -1",
        "```\n3...2\n.0.1.\n```",
        "```text\n3...2\n.0.1.```",
        "`3...2/.0.1.`",
        "3,,,,2\n,0,,1,",
        "3;.;.;.;2\r\n.;0;.;1;.\r\n",
        "3\t\t\t\t2\n\t0\t\t1\t",
        SAVED,
        SAVED.replace("\n", "/"),
        "https://puzz.link/p?" + SAVED.replace("\n", "/"),
        "https://puzz.link/p?" + SAVED.replace("\n", "/").replace(" ", "%20"),
        "pzprv3/slither/2/5/3 - - . 2 /. 0 . 1 . /",
        SAVED + 'info:{"metadata":{"author":"a/b"}}',
        SAVED + "TrialData(1)\n3 . . . 2",
        SAVED + "http://pzv.jp/p.html?slither/5/2/dg75b",
    ],
)
def test_every_way_to_write_one_puzzle(text: str) -> None:
    assert parse_puzzle(text) == PUZZLE
    assert given_board(text).puzzle == PUZZLE


def test_what_is_written() -> None:
    assert format_loopy(PUZZLE) == "5x2:3c2a0a1a"
    assert format_puzzlink(PUZZLE) == "https://puzz.link/p?slither/5/2/dg75b"
    assert format_rows(PUZZLE) == "3...2\n.0.1."
    assert format_csv(PUZZLE) == "3,.,.,.,2\n.,0,.,1,."
    assert format_loopy(BLANK_3X3) == "3x3:i"
    assert format_puzzlink(BLANK_3X3) == "https://puzz.link/p?slither/3/3/o"


def test_long_runs_of_blanks() -> None:
    blank = parse_rows("/".join(["." * 9] * 6))  # 54 cells
    assert format_loopy(blank) == "9x6:zzb"
    assert format_puzzlink(blank).rsplit("/", maxsplit=1)[1] == "zzt"


def test_every_character_of_an_address() -> None:
    body = "01234" + "56789" + "abcde" + "g" + "z" + "."
    text = "01234" + "0.1.2.3.4." + "0..1..2..3..4.." + "." + "." * 20 + "."
    assert parse_puzzlink(f"slither/{len(text)}/1/{body}") == parse_rows(text)


def test_trailing_blanks_of_an_address_may_be_left_out() -> None:
    assert parse_puzzlink("slither/3/2/3") == parse_rows("3../...")
    assert parse_puzzlink("slither/3/2") == parse_rows(".../...")


def test_drawn_edges_of_a_saved_file() -> None:
    board = given_board(SAVED)
    assert edge_rows(board.puzzle.grid, board.lines) == (
        ["10001", "00000", "00000"],
        ["100001", "000000"],
    )
    assert edge_rows(board.puzzle.grid, board.crosses) == (
        ["00000", "00000", "00010"],
        ["000000", "001000"],
    )
    assert format_pzpr(board) == SAVED


def test_cell_colours_of_version_3_1_are_passed_over() -> None:
    head, edges = SAVED[: SAVED.index("1 0 0")], SAVED[SAVED.index("1 0 0") :]
    coloured = head.replace("pzprv3", "pzprv3.1") + "0 1 2 0 0\n0 0 0 0 1\n" + edges
    assert parse_pzpr(coloured) == parse_pzpr(SAVED)


@pytest.mark.parametrize(
    "text",
    [
        "3.2/.1./2.3",
    ],
)
def test_rows_in_one_line(text: str) -> None:
    assert parse_puzzle(text) == parse_puzzle("3.2\n.1.\n2.3")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("3 . .\n.2.", "3..\n.2."),
        ("3 2\n4.\n..\n..", "4.\n..\n.."),
        ("3x2: 3.. .2.", "3..\n.2."),
        ("3x2:3../.2.", "3..\n.2."),
    ],
)
def test_separators_of_cells_do_not_separate_rows(text: str, same: str) -> None:
    assert parse_puzzle(text) == parse_rows(same)


LOST = "The text is one row of {count} cells, so its line ends were probably lost; put a space or /"


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("3.2.1.", 6),
        ("." * 99, 99),
        ("3,.,2", 3),
        ("3 . 2 . 1 .", 6),
        ("3 . . .", 4),
        ("`3.2.`", 4),
        ("303212", 6),
        ("3.2", 3),
    ],
)
def test_lost_line_ends_are_not_guessed(text: str, count: int) -> None:
    with pytest.raises(NotationError) as raised:
        parse_puzzle(text)
    assert str(raised.value).startswith(LOST.format(count=count))


@pytest.mark.parametrize(
    "text",
    [
        "3.2.1.2.3/",
        "4/",
        "9x1:3a2a1a2a3",
        "slither/9/1/i",
    ],
)
def test_a_single_row_is_read_when_it_is_marked_as_one(text: str) -> None:
    assert parse_puzzle(text).grid.rows == 1


LOOPY, LINK, ROWS, FILE = (
    "Read as a Loopy game ID: ",
    "Read as a puzz.link address: ",
    "Read as rows of cells: ",
    "Read as a pzprv3 file: ",
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no puzzle in the text; give an address"),
        ("\n \n", "There is no puzzle in the text"),
        ("``````", "There is no puzzle in the text"),
        ("hello there", '"hello there" is not a puzzle in a notation that is known here; give'),
        ("4x4:3c3", LOOPY + "the clues end after 5 of 16 cells; add 11 more cells"),
        ("2x2:1234a", LOOPY + "at character 5 of the clues, the clues run past the last of 4 "),
        ("2x2:e", LOOPY + "at character 1 of the clues, the clues run past"),
        ("2x2:1!b", LOOPY + 'at character 2 of the clues, "!" is not a cell; use a digit'),
        ("2x2:15b", LOOPY + "at character 2 of the clues, the clue 5 is out of range; a cell here"),
        ("2x2:1Cb", LOOPY + 'at character 2 of the clues, "C" stands for a clue of 12, which is'),
        ("2x2:٣c", LOOPY + "at character 1 of the clues, the character ARABIC-INDIC DIGIT THREE"),
        ("2x2:\x07c", LOOPY + "at character 1 of the clues, the character U+0007 is not a cell"),
        ("2x2:\ud800c", LOOPY + "at character 1 of the clues, the character U+D800 is not a"),
        ("2x2:zz_d", LOOPY + 'before the "_", there is a description of the grid'),
        ("2x2:d#1", LOOPY + "at character 2 of the clues, a random seed follows the clues"),
        ("7x7t0dh#123", LOOPY + "it has a random seed (#) and no clues, so only Loopy can"),
        ("7x7t0dh", LOOPY + "there are no clues after the size; write a colon"),
        ("7x7t2dh:a", LOOPY + "the clues end after 1 of 49 cells; add 48 more cells, or make"),
        (
            "3x3t2:7h",
            LOOPY + "at character 1 of the clues, the clue 7 is out of range; a cell here",
        ),
        ("3x3t1:1_s", LOOPY + 'before the "_", there is no valid description of the'),
        ("7x7t99:a", LOOPY + "there is no tiling t99; the tilings are t0 to t1"),
        (f"7x7t{'9' * 5000}:a", LOOPY + "there is no tiling t9999999999999999; the"),
        ("2x2dx:d", LOOPY + 'after the d, "x" is not a difficulty; use de, dn, dt or dh'),
        ("2x2d:d", LOOPY + "after the d, the difficulty is missing"),
        ("2x2q:d", LOOPY + 'after the size, "q" means nothing; only a type'),
        ("3a2c3b23b2a3b2b132a", LOOPY + "the size of the board is missing for these 25 cells; "),
        ("3a2b", LOOPY + "the size of the board is missing for these 5 cells; write columns x"),
        ("https://puzz.link/p", LINK + "there is no puzzle in it; write it as"),
        ("https://puzz.link/p?x=1", LINK + 'after the "?", there is no puzzle; write it as'),
        ("puzz.link/p?slither/", LINK + "after the genre, the size is missing"),
        ("puzz.link/p?slither/4", LINK + "after the genre, the size is missing"),
        ("puzz.link/p?slither/4/x/", LINK + "after the genre, the size is missing"),
        ("puzz.link/p?slither/f/f/3/3/o", LINK + 'before the size, the variant flag "f" is not'),
        ("puzz.link/p?slither/q/3/3/o", LINK + 'before the size, the variant flag "q" is not'),
        (
            "puzz.link/p?slither/v:All/3/3/o",
            LINK + "before the size, the puzzle has rules of",
        ),
        ("puzz.link/p?masyu/3/3/o", LINK + 'it is a puzzle of the genre "masyu"; the genres'),
        ("puzz.link/p?myopia/3/3/o", LINK + 'it is a puzzle of the genre "myopia"; the genres'),
        ("puzz.link/p?swslither/3/3/3b7", LINK + 'at character 3 of the clues, "7" is not a cell'),
        ("puzz.link/p?vslither/3/3/3d6j", LINK + "at character 4 of the clues, the clues run"),
        ("slither/3/3/o0", LINK + "at character 2 of the clues, the clues run past the last of 9"),
        ("slither/3/3/p", LINK + "at character 1 of the clues, the clues run past the last of 9"),
        ("slither/3/3/3f", LINK + 'at character 2 of the clues, "f" is not a cell; use 0 to 4'),
        ("slither/3/3/3-12", LINK + 'at character 2 of the clues, "-" is not a cell'),
        ("slither/3/3/3/2", LINK + 'at character 2 of the clues, "/" is not a cell'),
        ("slither/3/3/3A", LINK + 'at character 2 of the clues, "A" is a capital letter; write'),
        (
            "http://www.kanpen.net/slitherlink.html?problem=2/3/3_._._/._2_/",
            LINK + "in row 2, there are 2 cells instead of 3; give every row 3 cells",
        ),
        (
            "http://www.kanpen.net/slitherlink.html?problem=2/3/3_._._/",
            LINK + "there is 1 row instead of 2; Kanpen writes rows/columns/",
        ),
        (
            "http://www.kanpen.net/slitherlink.html?problem=1/2/3_x_/",
            LINK + 'in row 1, column 2, "x" is not a cell',
        ),
        ("3...\n3..\n.22.", ROWS + "in row 2, there are 3 cells instead of 4; give every row 4"),
        ("3...\n3....\n.22.", ROWS + "in row 2, there are 5 cells instead of 4"),
        ("3.x.\n....", ROWS + 'in row 1, column 3, "x" is not a cell; write a digit from 0'),
        ("3..\n.5.", ROWS + "in row 2, column 2, the clue 5 is out of range; a cell has four"),
        ("3 12 -1\n. . .", ROWS + "in row 1, column 2, the clue 12 is out of range"),
        ("pzprv4/slither/", FILE + 'in line 1, "pzprv4" is not a version that can be read'),
        ("pzprv3/masyu/", FILE + 'in line 2, it is a puzzle of the genre "masyu"'),
        ("pzprv3/slither", FILE + "it ends where the number of rows should stand"),
        ("pzprv3/slither/2/x", FILE + 'in line 4, "x" is not a number of columns'),
        ("pzprv3/slither/2/2/q/. ./. ./", FILE + 'in line 5, the variant flag "q" is not'),
        ("pzprv3/slither/2/2/3 5/. ./", FILE + "in row 1, column 2, the clue 5 is out of range"),
        ("pzprv3/slither/2/2/. ./", FILE + "in row 2, there are 0 cells instead of 2; give"),
        ("pzprv3/slither/2/2/. .", FILE + "it ends where row 2 of the clues should stand; copy"),
        ("pzprv3/slither/1/2/3 ./1 0/", FILE + "in row 1 of the vertical edges, there are 2 edges"),
        ("pzprv3/slither/1/1/3/1 7/1/1", FILE + "in row 1 of the vertical edges, column 2, "),
        ("pzprv3/slither/1/1/3/1 1/1", FILE + "it ends where row 2 of the horizontal edges"),
        ("pzprv3/slither/1/1/3/1 1/1/1/1", FILE + "in line 9, the text goes on after the last"),
    ],
)
def test_a_mistake_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_puzzle(text)
    message = str(raised.value)
    assert message.startswith(sentence)
    assert "\n" not in message
    assert len(message) < 300
    message.encode()  # no lone surrogate is repeated


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0x0:", "0x0"),
        ("1000x1000t0de:a", "1000x1000"),
        ("999999999:a", "999999999x999999999"),
        (f"{'9' * 5000}x1:a", "999999999…x1"),
        ("slither/0/0/", "0x0"),
        ("slither/-3/4/g", "-3x4"),
        ("slither/1000/3/", "1000x3"),
        (f"slither/{'9' * 5000}/3/", "999999999…x3"),
        ("www.kanpen.net/slitherlink.html?problem=3/1000/", "1000x3"),
        ("pzprv3/slither/3/1000/", "1000x3"),
        ("." * 201 + "/", "201x1"),
        ("/".join(["."] * 201), "1x201"),
    ],
)
def test_sizes_are_checked_before_any_cell_is_created(text: str, size: str) -> None:
    with pytest.raises(SizeError) as raised:
        parse_puzzle(text)
    assert raised.value.size == size


@pytest.mark.parametrize(
    "parse", [parse_loopy, parse_puzzlink, parse_rows, parse_pzpr, parse_puzzle]
)
def test_long_text_is_refused(parse: object) -> None:
    assert callable(parse)
    with pytest.raises(NotationError, match=r"has 11 characters; at most 10 are read"):
        parse("3x3:i234567", Bounds(max_text=10))


def test_unknown_notation_is_refused_by_name() -> None:
    with pytest.raises(NotationError, match='no notation called "xml"; choose one of loopy, puzz'):
        format_puzzle(PUZZLE, "xml")
