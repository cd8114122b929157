"""Texts as programs, sites and people write them: read as the board they mean, or refused."""

import base64
import re
import time
import zlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError, PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.notation import (
    NOTATIONS,
    format_board,
    format_puzzle,
    format_rows,
    parse_rows,
)
from puzzle.rules import ALL_RULES, PLAIN, Rules
from puzzle.tilings.catalogue import TILINGS
from solver.judge import read_only
from tests.support.readings import given_board as parse_board
from tests.support.readings import given_puzzle as parse_puzzle
from tests.support.readings import is_kept, readings
from tests.support.strategies import boards, wide_puzzles
from tests.support.tilings import small_grid

FOUR = ["3...", "3...", ".22.", ".2.1"]
WIDE = ["3..2..1", ".2.3..2", "0..2.3.", ".1..3.2", ".1.2..3"]


def penpa(lines: list[str]) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return "https://x.org/penpa-edit/?m=solve&p=" + base64.b64encode(packed).decode()


def drawn(numbers: str, tags: str = '["slitherlink"]', space: str = "[0,0,0,0]") -> list[str]:
    """The lines of penpa-edit for a board of 2 rows of 3 cells."""
    lines = ["square,3,2,38,0", space, "{}", "{zN:{" + numbers + "},zS:{}}", "", "[]"]
    return [*lines, *[""] * 11, tags]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("4 4\n3...\n3...\n.22.\n.2.1", FOUR),
        ("4\n3...\n3...\n.22.\n.2.1", FOUR),
        ("4 x 4\n3 * * *\n3 * * *\n* 2 2 *\n* 2 * 1\n", FOUR),
        ("4 4 3... 3... .22. .2.1", FOUR),
        ("4 4/3.../3.../.22./.2.1", FOUR),
        ("5 7\n" + "\n".join(WIDE), WIDE),
        ("7 5\n" + "\n".join(WIDE), WIDE),
        ("7x5\n" + "\n".join(WIDE), WIDE),
        ("5\n7\n" + "\n".join(WIDE), WIDE),
        ("5,7\n" + "\n".join(",".join(row) for row in WIDE), WIDE),
        ("[size]\n5 7\n[cells]\n" + "\n".join(WIDE) + "\n[solution]\n0 1 1", WIDE),
        ("[problem]\n" + "\n".join(" ".join(row) for row in WIDE), WIDE),
        ("# mine\n\n" + "\n\n".join(WIDE), WIDE),
        ("7x5:3b2b1.a2a3b2.0b2a3a.a1b3a2.a1a2b3", WIDE),
        ("7x5:" + "".join(WIDE), WIDE),
        ("x3x\n3xx/x2x".replace("/", "\n"), [".3.", "3..", ".2."]),
        ("3555\n3555\n5225\n5251", FOUR),
        (
            "\uff13\u30fb\u30fb\u30fb\n".join(["", ""])
            + "3\u30fb\u30fb\u30fb\n\u30fb22\u30fb\n\u30fb2\u30fb1",
            FOUR,
        ),
        ("3\ufe0f\u20e3⬛⬛⬛\n3\ufe0f\u20e3⬛⬛⬛\n⬛2\ufe0f\u20e32\ufe0f\u20e3⬛\n⬛2⬛1", FOUR),
        ("---\n3.2\n.1.\n---", ["3.2", ".1."]),
        ("[[3, None, 2], [None, 1, None]]", ["3.2", ".1."]),
        ("board: list[list[int]] = [[3, -1, 2],\n [-1, 1, -1],\n]", ["3.2", ".1."]),
        ("np.array([[3, -1, 2], [-1, 1, -1]], dtype=int)", ["3.2", ".1."]),
        ("[[ 3 -1  2]\n [-1  1 -1]]", ["3.2", ".1."]),
        ("int board[2][3] = {{3, -1, 2}, {-1, 1, -1}};", ["3.2", ".1."]),
        ("int[][] board = {\n  {3, -1, 2},\n  {-1, 1, -1},\n};", ["3.2", ".1."]),
        (
            "private static final int[][] B = new int[][] {{3, -1, 2}, {-1, 1, -1}};",
            ["3.2", ".1."],
        ),
        ("int[,] board = new int[,] { {3, -1, 2}, {-1, 1, -1} };", ["3.2", ".1."]),
        ("let b: Vec<Vec<i8>> = vec![vec![3, -1, 2], vec![-1, 1, -1]];", ["3.2", ".1."]),
        ("std::vector<std::vector<int>> b = {{3, -1, 2}, {-1, 1, -1}};", ["3.2", ".1."]),
        ("board := [][]int{{3, -1, 2}, {-1, 1, -1}}", ["3.2", ".1."]),
        ('["3.2", ".1."]', ["3.2", ".1."]),
        ('["3.", ".1"]', ["3.", ".1"]),
        ("[size]\n3 2\n[cells]\n4.\n..\n..", ["4.", "..", ".."]),
        ("+   +   +\n  3\n+   +   +\n\n+   +   +", ["3.", ".."]),
        ("[[3, '', 2], ['', 1, '']]", ["3.2", ".1."]),
        ("[3, nan, 2.0], [nan, 1.0, nan]", ["3.2", ".1."]),
        ('{"name": "x", "clues": [[3, null, 2], [null, 1, null]]}', ["3.2", ".1."]),
        ('{"Task": "3a2a1a", "W": 3, "H": 2}', ["3.2", ".1."]),
        ("var task = '3a2a1a'; puzzleWidth: 3, puzzleHeight: 2", ["3.2", ".1."]),
        ("3,nan,2\nnan,1,", ["3.2", ".1."]),
        (
            "+---+---+---+\n| 3 |   | 2 |\n+---+---+---+\n|   | 1 |   |\n+---+---+---+",
            ["3.2", ".1."],
        ),
        ("┌─┬─┬─┐\n│3│ │2│\n├─┼─┼─┤\n│ │1│ │\n└─┴─┴─┘", ["3.2", ".1."]),
        ("| 3 | . | 2 |\n|---|---|---|\n| . | 1 | . |", ["3.2", ".1."]),
        ("3|.|2\n.|1|.", ["3.2", ".1."]),
        ("||3|\n|3||", [".3", "3."]),
        (". . . .\n 3   2\n. . . .\n   1\n. . . .", ["3.2", ".1."]),
        ("·   ·   ·\n  3\n·   ·   ·\n      1\n·   ·   ·", ["3.", ".1"]),
        (penpa(drawn('"16":[3,1,"1"],"18":["2",1,"1"],"24":["1",1,"1"]')), ["3.2", ".1."]),
        (penpa(drawn('"17":[3,1,"1"]', space="[0,1,1,0]")), ["3."]),
        ("puzz.link/p?type=editor&pzprv3/slither/2/3/3%20.%202/.%201%20./", ["3.2", ".1."]),
    ],
)
def test_forms_of_a_board(text: str, rows: list[str]) -> None:
    assert parse_puzzle(text) == parse_rows("\n".join(rows) + "/" * (len(rows) == 1))
    assert parse_board(text).puzzle == parse_puzzle(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3x.\n.x.", 'row 1, column 2, "x" is not a cell'),
        ("3..2\n.2.3\n0..2\n..5x", "row 4, column 3, the clue 5 is out of range"),
        ("323\n253\n312", "row 2, column 2, the clue 5 is out of range"),
        ("3.2.1.2.3.", "The text is one row of 10 cells, so its line ends were probably lost"),
        ("3,.,2", "The text is one row of 3 cells, so its line ends were probably lost"),
        ("4x4:3c.3c.a22.a2a1", "in row 3, there are 3 cells instead of 4"),
        ("[[3, -1], [2]]", "in row 2, there is 1 cell instead of 2"),
        ("var task = '3c3d2';", "the size of the board is missing for these 10 cells"),
        ("task = '3c'; task: '3d'", "there is not exactly one task in it"),
        ("+ + +\n|3 2\n+ + +", None),
        ("6x6t17:202041D_zzzz", "past the last of"),
        (". . .   3 2 .   . . 1", "its line ends were probably lost"),
        ("4 4 0 3   1 2 0 3   1 2 0 3   1 2 0 3", "its line ends were probably lost"),
        ("SAVEFILE:41:Simon\n", "in line 1,"),
        ("SAVEFILE:1:x\nGAME    :4:Mines\n", None),
        ("SAVEFILE:1:x\nGAME    :5:Mines", 'it is of the game "Mines"'),
        ("SAVEFILE:1:x\nGAME    :5:Loopy", "it has no clues or no size"),
        (
            "SAVEFILE:1:x\nGAME    :5:Loopy\nPARAMS  :3:1x1\nDESC    :1:4\nMOVE    :2:9y",
            "in a move, there is no edge 9",
        ),
        (
            "SAVEFILE:1:x\nGAME    :5:Loopy\nPARAMS  :3:1x1\nDESC    :1:4\nMOVE    :2:9x",
            '"9x" is not a move',
        ),
        (penpa(drawn("", tags='["nurikabe"]')), 'it is a puzzle of the genre "nurikabe"'),
        (penpa(drawn('"16":[7,1,"1"]')), "row 1, column 1, the clue 7 is out of range"),
        (penpa(drawn('"2":[3,1,"1"]')), '"3" stands outside of the board'),
        (penpa(drawn('"x":[3,1,"1"]')), "a number has no place"),
        (penpa(drawn("", space="[9,0,0,0]")), "it has no size"),
        (penpa(["hex,3,2", "", "", "", "", ""]), 'its grid is "hex"'),
        (penpa([*drawn("")[:5], "[16,1,6]"]), "the cells of the board are no rectangle"),
        (penpa(drawn("["))[:-1], "it"),
        ("https://x.org/penpa-edit/#m=edit&p=AAAA", "its end is missing"),
        ("https://x.org/penpa-edit/#m=edit&p=//8=", "it is damaged"),
        ("https://bit.ly/3abcde", "The address of bit.ly holds no clues; open it"),
        ("https://www.puzzle-loop.com/?e=MDoxLDIzNA==", "puzzle-loop.com holds no clues; copy"),
        ("https://puzsq.logicpuzzle.app/puzzle/1234", "holds no clues; open the puzzle there"),
        ("https://www.janko.at/Raetsel/Slitherlink/001.a.htm", "holds no clues; copy the rows"),
        ("https://krazydad.com/slitherlink/", "krazydad.com holds no clues; type the puzzle"),
        ("https://sudokupad.app/abc", "sudokupad.app holds no clues; copy the address of"),
    ],
)
def test_what_is_not_certain_is_refused(text: str, sentence: str | None) -> None:
    with pytest.raises(PuzzleError) as raised:
        parse_puzzle(text)
    assert (sentence or "") in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://puzz.link/p?slither/4/4/dgdh", "the last 7 cells are read as blank"),
        ("https://puzz.link/p?slither/3/1/33", "the last cell is read as blank"),
        ("https://puzz.link/p?slither/4/4/dgdh2c7b", ""),
        ("task = '3c'", "no size is given, so it is read as a square of 2x2"),
        ("3../.2.", ""),
        ("3x3:i", ""),
        (
            "SAVEFILE:1:x\nGAME    :5:Loopy\nPARAMS  :5:3x3t2\nDESC    :2:6h\nMOVE    :2:9y",
            "drawn edges are read on squares only",
        ),
    ],
)
def test_what_a_text_left_open_is_remarked(text: str, told: str) -> None:
    assert read_only(text).remarks == ((told,) if told else ())


# Random boards


@given(
    puzzle=wide_puzzles(), sign=st.sampled_from(".-_?*xX\u30fb\u00b7\u2022\u2b1b\u2b1c\u25fb\u25a1")
)
def test_one_sign_for_blank_cells(puzzle: Puzzle, sign: str) -> None:
    """A text is read as the puzzle that it means, asked about, or refused."""
    lines = format_rows(puzzle).replace(".", sign)
    try:
        found = readings(lines)
    except PuzzleError:
        return
    assert len(found) > 1 or found == [puzzle]


@given(boards())
def test_save_files_of_loopy_keep_every_mark(board: Board) -> None:
    for notation in (each.name for each in NOTATIONS.values() if each.write_marks):
        assert parse_board(format_board(board, notation)) == board


@pytest.mark.parametrize(
    ("told", "moves", "sentence"),
    [
        ("NSTATES :1:3\nSTATEPOS:1:2\n", 1, 'it has 2 states instead of "3"'),
        ("NSTATES :1:2\nSTATEPOS:1:3\n", 1, '"3" is none of its states'),
        ("NSTATES :1:2\nSTATEPOS:1:0\n", 1, '"0" is none of its states'),
        ("NSTATES :1:1\nSTATEPOS:2:-1\n", 0, '"-1" is none of its states'),
    ],
)
def test_a_save_file_without_all_its_moves_is_refused(told: str, moves: int, sentence: str) -> None:
    text = f"SAVEFILE:1:x\nGAME    :5:Loopy\nPARAMS  :3:1x1\nDESC    :1:4\n{told}"
    with pytest.raises(NotationError, match=sentence):
        parse_board(text + "MOVE    :2:0y\n" * moves)


def test_moves_of_loopy_are_numbered_around_its_cells() -> None:
    text = "SAVEFILE:1:x\nGAME    :5:Loopy\nCPARAMS :3:2x1\nPARAMS  :3:9x9\nDESC    :2:3a\n"
    text += "NSTATES :1:4\nSTATEPOS:1:3\nMOVE    :4:0y6n\nSOLVE   :7:S1y2y0u\nMOVE    :2:4y\n"
    board = parse_board(text)
    top, right, bottom, _ = board.puzzle.grid.cell_edges[0]
    assert board.lines == {right, bottom}
    assert board.crosses == {board.puzzle.grid.cell_edges[1][2]}
    assert top not in board.lines
    assert not parse_board(text.replace("MOVE    :4:0y6n", "RESTART :0:")).crosses


# Sizes


WRITTEN = [
    *((notation, PLAIN) for notation in NOTATIONS),
    *(("pzpr", rules) for rules in ALL_RULES if not rules.is_plain),
]
"""Every notation, and the longest one with other rules than the plain ones."""


@pytest.mark.parametrize(("notation", "rules"), WRITTEN)
def test_the_largest_board_that_is_written_is_read(notation: str, rules: Rules) -> None:
    side = DEFAULT_BOUNDS.max_side
    grid = square_grid(side, side)
    puzzle = Puzzle(grid, (None, *(3,) * (len(grid.cells) - 1)), rules)
    board = Board(puzzle, (EdgeState.CROSS,) * len(grid.edge_dots))
    assert parse_board(format_board(board, notation)).puzzle == board.puzzle


def test_a_notation_refuses_rules_that_it_cannot_name() -> None:
    for notation, rules in product(NOTATIONS, ALL_RULES):
        puzzle = Puzzle(square_grid(3, 4), (3, *(None,) * 11), rules)
        try:
            text = format_puzzle(puzzle, notation)
        except NotationError:
            assert not rules.is_plain
        else:
            assert is_kept(text, puzzle)


def test_what_unfolds_to_very_much_is_refused_before_it_does() -> None:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(b"[" * 50_000_000) + packer.flush()
    text = "https://x.org/penpa-edit/#m=edit&p=" + base64.b64encode(packed).decode()
    start = time.process_time()
    with pytest.raises(NotationError, match="it unfolds to over 2,400,000 characters"):
        parse_puzzle(text)
    assert time.process_time() - start < 20


@pytest.mark.parametrize("head", ["square,999,999,38", "square,0,1,38", "square,1,,"])
def test_sizes_are_checked_before_cells_are_made(head: str) -> None:
    with pytest.raises(PuzzleError, match=r"999x999|0x1|no size"):
        parse_puzzle(penpa([head, *drawn("")[1:]]))


@pytest.mark.parametrize("tiling", TILINGS)
def test_errors_name_the_right_number_of_cells(tiling: str) -> None:
    puzzle = Puzzle(grid := small_grid(tiling), (None,) * (cells := len(grid.cells)))
    for notation in ("loopy", "save"):
        assert parse_puzzle(format_puzzle(puzzle, notation)) == puzzle
    head = re.sub("[a-z]*$", "", format_puzzle(puzzle, "loopy"))
    for clues, told in (
        ("a" * cells + "z", f"last of {cells:,} cell"),
        ("", f"0 of {cells:,} cell"),
    ):
        with pytest.raises(NotationError, match=told):
            parse_puzzle(head + clues)


@pytest.mark.parametrize("notation", sorted(set(NOTATIONS) - {"loopy", "save"}))
def test_notations_of_squares_refuse_other_tilings(notation: str) -> None:
    with pytest.raises(NotationError, match="Only puzzles of square cells can be written as"):
        format_puzzle(parse_puzzle("3x3t2:6h"), notation)


def test_a_short_text_may_not_be_read_beyond_its_bounds() -> None:
    with pytest.raises(NotationError, match="unfolds to over 800 characters"):
        parse_puzzle(penpa(drawn('"16":[3,1,"1"]' + " " * 5000)), Bounds(max_text=200))


@pytest.mark.parametrize("comment", ["# 3x3", "# 3 3", "# from a book, page 3", "// mine"])
def test_a_comment_that_is_no_row_is_passed_over(comment: str) -> None:
    assert parse_puzzle(f"{comment}\n1..\n.2.\n..3") == parse_puzzle("1../.2./..3")
