"""Journals: entries for actions, and the strokes that are read from them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.history import Mark
from play.journal import MAX_BYTES, Journal, MarkSource, entry_of
from play.pen import Action, Pad
from puzzle.errors import NotationError
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.strokes import drawn
from tests.support.pads import actions

PUZZLE = Puzzle(square_grid(3, 4), (None,) * 12)


@given(st.lists(actions(PUZZLE.grid), max_size=30))
def test_a_journal_leads_to_the_board_whatever_was_undone(done: list[Action]) -> None:
    pad, text = Pad.fresh(PUZZLE), ""
    for seconds, action in enumerate(done):
        after = pad.apply(action)
        text += entry_of(pad.history, action, after.history, MarkSource.PEN, 40 * seconds)
        pad = after
    strokes = Journal(text).strokes(PUZZLE)
    assert drawn(PUZZLE, strokes) == pad.board
    assert [s.seconds for s in strokes] == sorted(s.seconds for s in strokes)


def test_a_corrected_mistake_stays_in_the_journal() -> None:
    strokes = Journal("2PA.4UC.9HB.").strokes(PUZZLE)
    assert [(s.seconds, s.states[0], s.own) for s in strokes] == [
        (2, EdgeState.LINE, True),
        (4, EdgeState.UNKNOWN, False),
        (9, EdgeState.CROSS, False),
    ]


@pytest.mark.parametrize(
    "text",
    ["2PA", "PA.", "2XA.", "2P.", "2PG.", "2PC.", "2PA.3PA.", "2Pzz9A.", "2PA.!", "2PA.!3PC.", "é"],
)
def test_a_damaged_or_incomplete_journal_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Journal(text).strokes(PUZZLE)


@given(st.text("0az.!PTHWURABCDEF", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_journal_or_refused(text: str) -> None:
    try:
        strokes = Journal(text).strokes(PUZZLE)
    except NotationError:
        return
    assert text.count(".") == len(strokes)


def test_a_journal_that_is_too_long_is_refused() -> None:
    with pytest.raises(NotationError):
        list(Journal("0PA.0UC." * (MAX_BYTES // 8 + 1)).entries())


def test_marks_that_were_there_make_no_entry() -> None:
    pad = Pad.fresh(PUZZLE).apply(Mark({3: EdgeState.LINE}))
    again = Mark({3: EdgeState.LINE})
    assert not entry_of(pad.history, again, pad.apply(again).history, MarkSource.TEXT, 1)
