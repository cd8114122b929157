"""Pads as stored text: parsing restores them, and refuses any other text with a sentence."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from play import steps
from play.history import MAX_BYTES, MAX_STEPS, Mark, Redo, Undo
from play.pen import Arrow, Pad
from play.saving import from_text, to_text
from play.steps import HistoryStep
from puzzle.errors import NotationError, PuzzleError
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from tests.support.pads import pads

PUZZLE = Puzzle(square_grid(2, 3), (None,) * 6)
LINE, DECODE = EdgeState.LINE, steps.decode
GOOD = to_text(Pad.fresh(PUZZLE).apply(Arrow.RIGHT).apply(Arrow.DOWN).apply(Undo()))


def test_a_stored_board_is_played_on() -> None:
    assert GOOD == "1;1;l;jaaaaa;0-1=A;1-5=aA"
    pad = from_text(PUZZLE, GOOD)
    assert (sorted(pad.board.lines), pad.pen) == ([0], 1)
    assert sorted(pad.apply(Arrow.DOWN).board.lines) == [0, 10]
    assert sorted(pad.apply(Redo()).board.lines) == [0, 10]
    assert pad.apply(Redo()).apply(Undo()).apply(Undo()).board == Pad.fresh(PUZZLE).board


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
        ("", "it does not have the parts of version 1 or 2"),
        (GOOD.replace("1;", "2;", 1), "parts of version 1 or 2"),
        (GOOD + ";", "the parts of version"),
        ("1;zz;l;jaaaaa;;", "its pen is not on the board"),
        ("1;-1;l;jaaaaa;;", "its pen is not on the board"),
        ("1;c;l;jaaaaa;;", "its pen is not on the board"),  # of 12 dots
        ("1;0;q;jaaaaa;;", "its mode or stride is not known"),
        ("1;0;l2;jaaaaa;;", "its mode or stride is not known"),
        ("1;0;l9;jaaaaa;;", "its mode or stride is not known"),
        ("1;0;l;jaaaa;;", "its marks are not those of 17 edges"),
        ("1;0;l;jaaaaaa;;", "its marks are not those of 17 edges"),
        ("1;0;l;JAAAAA;;", "its marks are not those"),
        ("1;0;l;jaaaab;;", "it marks more than 17 edges"),
        ("1;0;l;jaaaaa;0-1;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;0-1=A.;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;0-1=;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;.0-1=A;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;0-1:A;", "one of its steps cannot be read"),
        ("1;0;l;jaaaaa;;0-1=G", "one of its steps cannot be read"),
        ("x" * 10**7, "it has 10000000 characters; at most"),
    ],
)
def test_any_other_text_is_refused_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        from_text(PUZZLE, text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1;0;l;jaaaaa;0-1=B;", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;;0-1=A", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;0-1=C;", "its steps do not lead to its marks"),
        ("1;0;l;aaaaaa;;0-1=D", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;;0-1=zzA", "its steps do not lead to its marks"),
        ("1;0;l;jaaaaa;z-1=A;", "the board ends before it"),
        ("1;0;l;aaaaaa;;0-c=A", "the board ends before it"),
    ],
)
def test_a_step_that_does_not_fit_the_board_is_refused_when_it_is_undone(
    text: str, sentence: str
) -> None:
    pad = from_text(PUZZLE, text)
    with pytest.raises(PuzzleError, match=sentence):
        pad.apply(Undo() if pad.done else Redo())
    assert pad.apply(Arrow.DOWN).board.marks != pad.board.marks, "the board can still be played"


@given(pads(), st.data())
def test_damaged_text_is_a_pad_that_can_be_stored_again_or_is_refused(
    pad: Pad, data: st.DataObject
) -> None:
    text = to_text(pad)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 3, len(text))))
    piece = data.draw(st.one_of(st.text(max_size=3), st.sampled_from(["0-1=A", ";", ".", "zzzzA"])))
    with contextlib.suppress(NotationError):
        read = from_text(pad.board.puzzle, text[:start] + piece + text[end:])
        again = to_text(read)
        assert from_text(pad.board.puzzle, again) == read
        for _ in range(len(read.done)):
            with contextlib.suppress(PuzzleError):
                read = read.apply(Undo())
        assert from_text(pad.board.puzzle, to_text(read)) == replace(
            read, history=replace(read.history, notice=None)
        )


@pytest.mark.parametrize("turns", [MAX_STEPS, 3 * MAX_STEPS])
def test_the_text_of_the_largest_board_is_bounded(turns: int) -> None:
    puzzle = Puzzle(square_grid(30, 30), (None,) * 900)
    edges = len(puzzle.grid.edge_dots)
    pad = Pad.fresh(puzzle)
    for turn in range(turns):
        if turn % 500 == 250:
            pad = pad.apply(Mark(dict.fromkeys(range(edges), EdgeState(1 + turn // 500 % 2))))
        pad = pad.apply((Arrow.RIGHT, Arrow.DOWN, Arrow.LEFT, Arrow.UP)[turn // 29 % 4])
        if turn % 7 == 0:
            pad = pad.apply(Mark({turn % edges: EdgeState.CROSS, edges - 1 - turn % edges: LINE}))
    text = to_text(pad)
    assert len(text) <= MAX_BYTES + edges // 3 + 20
    assert from_text(puzzle, text) == replace(pad, history=replace(pad.history, notice=None))


def test_a_text_is_read_and_written_without_decoding_its_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pad = Pad.fresh(PUZZLE)
    for turn in range(200):
        pad = pad.apply(Mark({turn % 17: EdgeState(1 + turn // 17 % 2)}))
    text, decoded = to_text(pad), list[str]()

    def decode(step: str) -> HistoryStep:
        decoded.append(step)
        return DECODE(step)

    monkeypatch.setattr(steps, "decode", decode)
    read = from_text(PUZZLE, text).apply(Arrow.RIGHT).apply(Arrow.DOWN)
    assert to_text(read) > ""
    assert decoded == []
    read.apply(Undo())
    assert len(set(decoded)) == 1
