"""Pads as stored text: parsing restores them, and refuses any other text with a sentence."""

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.history import MAX_STEPS, Mark, Undo
from play.pen import Arrow, Pad
from play.saving import from_text, to_text
from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from tests.support.pads import pads

PUZZLE = Puzzle(square_grid(2, 3), (None,) * 6)
GOOD = to_text(Pad.fresh(PUZZLE).apply(Arrow.RIGHT).apply(Arrow.DOWN).apply(Undo()))


def test_the_format_of_version_1_stays_readable() -> None:
    assert GOOD == "1;1;l;jaaaaa;0-1:0A;1-5:aA"
    pad = from_text(PUZZLE, GOOD)
    assert (sorted(pad.board.lines), pad.pen_name) == ([0], "B1")
    assert sorted(pad.apply(Arrow.DOWN).board.lines) == [0, 10]


@given(pads())
def test_parsing_restores_a_formatted_pad(pad: Pad) -> None:
    pad = Pad(replace(pad.history, notice=None), pad.pen, pad.mode)
    text = to_text(pad)
    assert from_text(pad.board.puzzle, text) == pad
    assert text.isascii()
    assert " " not in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "it does not have the six parts of version 1"),
        (GOOD.replace("1;", "2;", 1), "six parts of version 1"),
        (GOOD + ";", "six parts"),
        ("1;zz;l;jaaaaa;;", "its pen is not on the board"),
        ("1;-1;l;jaaaaa;;", "its pen is not on the board"),
        ("1;c;l;jaaaaa;;", "its pen is not on the board"),  # of 12 dots
        ("1;0;q;jaaaaa;;", "its mode is not known"),
        ("1;0;l;jaaaa;;", "its marks are not those of 17 edges"),
        ("1;0;l;jaaaaaa;;", "its marks are not those of 17 edges"),
        ("1;0;l;JAAAAA;;", "its marks are not those"),
        ("1;0;l;jaaaab;;", "it marks more than 17 edges"),
        ("1;0;l;jaaaaa;0-1;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;0-1:0A.;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;0-1:0B;", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;;0-1:0A", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;0-1:0C0A;", "its steps do not lead to its marks"),
        ("1;0;l;aaaaaa;;0-1:0A0D", "its steps do not lead to its marks"),  # one edge twice
        ("1;0;l;jaaaaa;;0-1:zzA", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;z-1:0A;", "a step begins or ends beyond the board"),
        ("1;0;l;jaaaaa;0-c:0A;", "a step begins or ends beyond the board"),
        ("1;0;l;jaaaaa;" + ".".join(["0-1:0A"] * 1001) + ";", "has more than 1000 steps"),
        ("x" * 10**7, "it has 10000000 characters; at most"),
    ],
)
def test_any_other_text_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_text(PUZZLE, text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 120


@given(pads(), st.data())
def test_damaged_text_is_a_pad_that_can_be_undone_or_is_refused(
    pad: Pad, data: st.DataObject
) -> None:
    text = to_text(pad)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 3, len(text))))
    piece = data.draw(
        st.one_of(st.text(max_size=3), st.sampled_from(["0-1:0A", ";", ".", "zzzzA"]))
    )
    with contextlib.suppress(NotationError):
        read = from_text(pad.board.puzzle, text[:start] + piece + text[end:])
        again = to_text(read)
        assert from_text(pad.board.puzzle, again) == read
        for _ in read.done:
            read = read.apply(Undo())
        assert not read.done
        assert from_text(pad.board.puzzle, to_text(read)) == read


def test_parsing_restores_a_full_history_of_a_large_board() -> None:
    puzzle = Puzzle(square_grid(30, 25), (None,) * 750)
    states = dict.fromkeys(range(1555), EdgeState.LINE)
    pad = Pad.fresh(puzzle).apply(Mark(states))
    for turn in range(MAX_STEPS):
        pad = pad.apply(Mark({turn: EdgeState.CROSS}))
    text = to_text(pad)
    assert len(text) < 12_000
    assert from_text(puzzle, text) == pad
