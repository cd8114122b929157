"""Submitted texts: each accepted form, and one sentence for any other text."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.submission import parse_submission
from puzzle.errors import NotationError
from puzzle.grid import edge_rows, mark_rows
from puzzle.model import Board, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import format_pzpr, parse_puzzle
from puzzle.symmetry import images
from tests.support.strategies import boards, puzzles

PUZZLE = parse_puzzle("3.3/2..")  # two rows of three: 17 edges


@given(boards(5), st.booleans())
def test_every_form_of_the_same_lines_is_read_alike(board: Board, upper: bool) -> None:
    grid, puzzle = board.puzzle.grid, board.puzzle
    lines = board.lines
    horizontal, vertical = edge_rows(grid, lines)
    marked, also_marked = mark_rows(grid, lines, board.crosses)
    task = "".join("ny"[edge in lines] for edge in range(len(grid.edge_dots)))
    texts = [
        task.upper() if upper else task,
        "```\n" + "\n".join(horizontal + vertical) + "\n```",
        "/".join(horizontal + vertical),
        "\r\n".join(marked + also_marked),
        json.dumps({"horizontal": horizontal, "vertical": vertical}),
        format_pzpr(board),
        "```text\n" + format_pzpr(board) + "```",
        format_pzpr(board).replace("\n", "/"),
        "https://puzz.link/p?" + format_pzpr(board).replace("\n", "/"),
    ]
    if lines:
        texts.append(format_marks(grid, dict(enumerate(board.marks))))
    for text in texts:
        assert parse_submission(text, puzzle).lines == lines


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no answer in the text; give the moves"),
        ("``` ```", "There is no answer in the text"),
        (",", "There is no answer in the text"),
        ("yn", "Read as the answer to a task: there are 2 letters; this puzzle has 17 edges."),
        ("111/000/111", "there are 3 rows; this puzzle has 3 of horizontal edges, then 2 of"),
        ("111/00/111/1111/1111", "Read as rows of edges: in row 2, there are 2 edges; there s"),
        ("A1-E1", "There is no dot E1; this board has the dots A1 to D3."),
        ("e A1-B1", "'e' is no move"),
        ("https://puzz.link/p?slither/3/2/dcg", "An address has the puzzle and no lines; save"),
        ("see pzprv3", "Read as a pzprv3 file: it ends where the genre should stand"),
        ("pzprv3/slither/2/3", "Read as a pzprv3 file: it ends where row 1 of the clues should"),
        ("pzprv3/slither/1/1/3/", "it is another puzzle, of 1x1; this one is of 3x2."),
        (
            "pzprv3/slither/2/3/3 . 3/1 . ./",
            "it is another puzzle: it has the clue 1 at A2, where this one has the clue 2; save",
        ),
        (
            "pzprv3/slither/2/3/3 1 3/2 . ./",
            "it has the clue 1 at B1, where this one has no clue",
        ),
        (
            "pzprv3/slither/2/3/3 . 3/. . 2/",
            "it is this puzzle turned or mirrored; save it as it lies here.",
        ),
        (
            "pzprv3/slither/3/2/2 3/. ./. 3/",
            "it is this puzzle turned or mirrored",
        ),
    ],
)
def test_other_texts_get_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_submission(text, PUZZLE)
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")


@given(puzzles(4), st.integers(0, 7))
def test_a_file_is_accepted_only_in_the_orientation_of_the_puzzle(
    puzzle: Puzzle, turn: int
) -> None:
    image = images(puzzle)[turn]
    text = format_pzpr(Board.blank(image))
    if image == puzzle:
        assert parse_submission(text, puzzle).puzzle == puzzle
    else:
        with pytest.raises(NotationError, match="turned or mirrored"):
            parse_submission(text, puzzle)
