"""A player's own notes: shades of cells, trials, and the rest as lines."""

from hypothesis import given
from hypothesis import strategies as st

from play.history import (
    MAX_TRIALS,
    Clear,
    DrawRest,
    History,
    Mark,
    Redo,
    Shade,
    ShadeCells,
    Trial,
    UnchangedReason,
    Undo,
)
from play.journal import Journal, MarkSource, entry_of
from play.pen import Action, Arrow, Pad
from play.saving import from_text, to_text
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.strokes import drawn

PUZZLE = Puzzle(square_grid(2, 2), (None, 3, None, None))
EDGES, CELLS = range(12), range(4)
LINES = {0: EdgeState.LINE, 1: EdgeState.LINE}

ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.builds(
        Mark, st.dictionaries(st.sampled_from(EDGES), st.sampled_from(EdgeState), min_size=1)
    ),
    st.builds(ShadeCells, st.dictionaries(st.sampled_from(CELLS), st.sampled_from(Shade))),
    st.sampled_from([*Trial, *Trial, Undo(), Undo(), Redo(), Clear(), DrawRest(), Arrow.RIGHT]),
)


def shown(pad: Pad) -> tuple[object, object]:
    return pad.board.marks, [pad.history.shade_of(cell) for cell in CELLS]


@given(st.lists(ACTIONS, max_size=30))
def test_all_that_is_noted_is_stored_undone_and_in_the_journal(actions: list[Action]) -> None:
    pad, entries = Pad.fresh(PUZZLE), ""
    begun: list[tuple[object, object]] = []
    for action in actions:
        after = pad.apply(action)
        entries += entry_of(pad.history, action, after.history, MarkSource.PAGE, 7)
        if action is Trial.TAKE_BACK and pad.history.trials:
            assert shown(after) == begun[len(pad.history.trials) - 1]
        begun = begun[: len(after.history.trials)]
        if len(begun) < len(after.history.trials):
            begun.append(shown(pad))
        pad = after
        assert from_text(PUZZLE, to_text(pad)).without_notice() == pad.without_notice()
        assert all(pad.board.marks[edge] for edge in pad.history.levels)
        assert {*pad.history.levels.values()} <= {*range(1, len(pad.history.trials) + 1)}
    assert drawn(PUZZLE, Journal(entries).strokes(PUZZLE)) == pad.board
    final = shown(pad)
    undone = pad
    while undone.done:
        undone = undone.apply(Undo())
        assert undone.notice is None
    assert shown(undone) == shown(Pad.fresh(PUZZLE))
    while undone.undone and len(undone.done) < len(pad.done):
        undone = undone.apply(Redo())
    assert shown(undone) == final


def test_a_trial_is_kept_or_taken_back_as_a_whole() -> None:
    history = History.blank(PUZZLE).mark({5: EdgeState.CROSS})
    tried = history.try_out(Trial.BEGIN).mark(LINES).shade({2: Shade.INSIDE})
    inner = tried.try_out(Trial.BEGIN).mark({0: EdgeState.CROSS, 3: EdgeState.LINE})
    assert dict(inner.levels) == {0: 2, 1: 1, 3: 2}
    kept = inner.try_out(Trial.KEEP)
    assert dict(kept.levels) == {0: 1, 1: 1, 3: 1}
    back = kept.try_out(Trial.TAKE_BACK)
    assert (back.board, back.shades, back.trials) == (history.board, (), ())
    again = back.undo()
    assert (again.board, again.shade_of(2)) == (kept.board, Shade.INSIDE)
    assert back.try_out(Trial.TAKE_BACK).notice is UnchangedReason.NO_TRIAL


def test_undo_passes_through_the_beginning_of_a_trial() -> None:
    history = History.blank(PUZZLE).mark(LINES).try_out(Trial.BEGIN).mark({3: EdgeState.LINE})
    before = history.undo()
    assert before.trials == (1,)
    assert before.undo().trials == ()
    assert not before.undo().board.lines


def test_trials_are_nested_up_to_a_limit() -> None:
    history = History.blank(PUZZLE)
    for level in range(MAX_TRIALS):
        history = history.try_out(Trial.BEGIN).mark({level: EdgeState.LINE})
    assert max(history.levels.values()) == MAX_TRIALS
    full = history.try_out(Trial.BEGIN)
    assert (full.notice, full.trials) == (UnchangedReason.TOO_MANY_TRIALS, history.trials)


def test_a_trial_whose_beginning_is_no_longer_kept_ends() -> None:
    pad = Pad.fresh(PUZZLE).apply(Trial.BEGIN).apply(Mark(LINES)).apply(Trial.BEGIN)
    for number in range(1_001):
        state = EdgeState.CROSS if number % 2 else EdgeState.UNKNOWN
        pad = pad.apply(Mark({7: state, 8: EdgeState.LINE if number % 2 else EdgeState.CROSS}))
    assert len(pad.history.trials) < 2
    assert from_text(PUZZLE, to_text(pad)).history.trials == pad.history.trials


def test_clearing_takes_the_marks_and_then_the_shades() -> None:
    noted = History.blank(PUZZLE).shade({1: Shade.OUTSIDE}).mark(LINES)
    marks = noted.clear()
    assert (marks.board.lines, marks.shade_of(1)) == (frozenset(), Shade.OUTSIDE)
    assert marks.clear().shades == ()


def test_a_line_drawn_on_the_page_goes_on_if_that_is_wanted() -> None:
    crossed = Mark(dict.fromkeys((6, 7, 8, 9, 10, 11), EdgeState.CROSS))
    pad = Pad.fresh(PUZZLE).apply(crossed)
    first = next(edge for edge in EDGES if PUZZLE.grid.edge_dots[edge] == (0, 1))
    plain = pad.apply(Mark({first: EdgeState.LINE}, 1))
    assert plain.board.lines == {first}
    gone_on = pad.apply(Mark({first: EdgeState.LINE}, 1, goes_on=True))
    assert gone_on.board.lines > {first}
    assert gone_on.pen != 1
    assert gone_on.apply(Undo()).board == pad.board
    taken = gone_on.apply(Mark({first: EdgeState.UNKNOWN}, 1, goes_on=True))
    assert taken.board.lines == gone_on.board.lines - {first}
