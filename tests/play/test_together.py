"""A board of several people: what is on top, undo of one's own, and taking marks back."""

from hypothesis import given
from hypothesis import strategies as st

from play.together import (
    BLANK,
    KEPT_CHANGES,
    DrawnStroke,
    Entry,
    HelpAsked,
    Removal,
    SharedMarks,
    Undone,
)
from puzzle.model import EdgeState

LINE, CROSS, UNKNOWN = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN
EDGES, MEMBERS = 4, 3

STATES = st.dictionaries(st.integers(0, EDGES - 1), st.sampled_from(EdgeState), min_size=1)
ACTIONS = st.lists(
    st.tuples(st.integers(0, MEMBERS - 1), STATES | st.sampled_from(["undo", "clear", "out", "in"]))
)


def folded(entries: list[Entry]) -> SharedMarks:
    """The marks after entries."""
    marks = SharedMarks()
    for entry in entries:
        marks.add(entry)
    return marks


def drawn(actions: list[tuple[int, object]]) -> tuple[SharedMarks, list[Entry]]:
    """The marks after what members do, and the entries."""
    marks, entries = SharedMarks(), list[Entry]()
    for member, action in actions:
        entry: Entry | None
        if isinstance(action, dict):
            entry, _ = marks.stroke(member, action)
        elif action == "undo":
            entry, _ = marks.undo(member)
        elif action == "clear":
            entry, _ = marks.clear(member)
        else:
            entry = Removal(member, back=action == "in")
        if entry is not None:
            before, lines = looks(marks), marks.lines_after(entry)
            told = marks.add(entry)
            assert lines == {edge for edge in range(EDGES) if looks(marks)[edge][1] is LINE}
            assert {edge for edge in range(EDGES) if looks(marks)[edge] != before[edge]} <= told
            entries.append(entry)
    return marks, entries


def looks(marks: SharedMarks) -> list[tuple[int, EdgeState]]:
    """Who drew what on each edge; nobody what is blank."""
    tops = [marks.top(edge) for edge in range(EDGES)]
    return [(top.member if top.state else -1, top.state) for top in tops]


def replayed(entries: list[Entry]) -> list[tuple[int, EdgeState]]:
    """The same as `looks`, by drawing anew all that is not taken back."""
    removed = {
        member: max(
            (at for at, each in enumerate(entries) if each == Removal(member)),
            default=-1,
        )
        for member in range(MEMBERS)
    }
    for member in range(MEMBERS):
        backs = [at for at, each in enumerate(entries) if each == Removal(member, back=True)]
        if max(backs, default=-1) > removed[member]:
            removed[member] = -1
    undone = {
        (each.stroke, edge) for each in entries if isinstance(each, Undone) for edge in each.edges
    }
    found = [(-1, UNKNOWN)] * EDGES
    for at, each in enumerate(entries):
        if isinstance(each, DrawnStroke) and at > removed[each.member]:
            for edge, state in each.states.items():
                if (at + 1, edge) not in undone:
                    found[edge] = (each.member if state else -1), state
    return found


@given(ACTIONS)
def test_the_board_is_what_is_left_drawn_in_order(actions: list[tuple[int, object]]) -> None:
    marks, entries = drawn(actions)
    assert looks(marks) == replayed(entries) == looks(folded(entries))


@given(ACTIONS, st.integers(0, MEMBERS - 1))
def test_what_is_put_back_is_as_it_was(actions: list[tuple[int, object]], member: int) -> None:
    marks, _ = drawn([each for each in actions if each[1] not in ("out", "in")])
    before = looks(marks)
    marks.add(Removal(member))
    assert all(top.member != member for top in marks.tops().values())
    marks.add(Removal(member, back=True))
    assert looks(marks) == before


@given(ACTIONS, st.integers(0, MEMBERS - 1), STATES)
def test_an_undone_stroke_leaves_nothing(
    actions: list[tuple[int, object]], member: int, states: dict[int, EdgeState]
) -> None:
    marks, _ = drawn(actions)
    before = looks(marks)
    entry, left = marks.stroke(member, states)
    assert not left
    if entry is not None:
        marks.add(entry)
        undone, left = marks.undo(member)
        assert undone is not None
        assert not left
        marks.add(undone)
    assert looks(marks) == before


def test_the_same_mark_again_keeps_its_author() -> None:
    marks = folded([DrawnStroke(0, {1: LINE})])
    assert marks.stroke(1, {1: LINE}) == (None, ())
    assert marks.stroke(1, {1: LINE, 2: CROSS}) == (DrawnStroke(1, {2: CROSS}), ())


def test_a_late_stroke_leaves_what_others_changed() -> None:
    marks = folded([DrawnStroke(0, {1: LINE, 2: CROSS})])
    seen = {1: UNKNOWN, 2: UNKNOWN, 3: UNKNOWN}
    late = marks.stroke(1, {1: CROSS, 2: CROSS, 3: LINE}, seen)
    assert late == (DrawnStroke(1, {3: LINE}), (1,))


def test_undo_says_who_has_drawn_over_it() -> None:
    marks = folded([DrawnStroke(0, {1: LINE, 2: LINE}), DrawnStroke(1, {2: CROSS})])
    undone, left = marks.undo(0)
    assert undone == Undone(0, 1, (1,))
    assert left == (2,)
    assert marks.add(undone) == {1}
    assert marks.undo(0) == (None, ())
    assert marks.top(1) == BLANK


def test_what_is_drawn_after_a_removal_stays() -> None:
    marks = folded([DrawnStroke(0, {1: LINE}), Removal(0), DrawnStroke(0, {2: LINE})])
    assert [each.number for each in marks.tops().values()] == [3]
    assert marks.undo(0) == (Undone(0, 3, (2,)), ())
    marks.add(Undone(0, 3, (2,)))
    assert marks.undo(0) == (None, ())


def test_help_is_told_until_something_is_drawn() -> None:
    marks = folded([DrawnStroke(0, {1: LINE}), HelpAsked(1, {"level": "nudge"}, "")])
    asked = marks.told
    assert asked is not None
    assert asked[0] == 2
    marks.add(Undone(0, 1, ()))
    assert marks.told == asked, "the marks are still as they were"
    for number in range(KEPT_CHANGES + 2):
        marks.add(DrawnStroke(0, {1: EdgeState(number % 3)}))
        assert marks.told is None
    assert marks.asked == asked
