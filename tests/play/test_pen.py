"""The pad: what arrows draw, and that every step can be undone and redone."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from play import history as history_module
from play.history import Clear, Mark, Redo, UnchangedReason, Undo
from play.pen import Action, Arrow, Far, Mode, MoveTo, Pad, SetMode, SetStride, go_on
from puzzle.errors import PuzzleError
from puzzle.grid import Grid, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.places import dot_name, edge_name, ways
from solver.generate.generate import GeneratedPuzzle, series
from solver.generate.spec import GenerationSpec
from tests.support.pads import pads, played, plays

LINE, CROSS = EdgeState.LINE, EdgeState.CROSS
PUZZLE = Puzzle(square_grid(3, 2), (None,) * 6)
GRID = square_grid(3, 3)


def apply(*actions: Action, pad: Pad | None = None) -> Pad:
    pad = pad or Pad.fresh(PUZZLE)
    for action in actions:
        pad = pad.apply(action)
    return pad


def names(pad: Pad, state: EdgeState) -> set[str]:
    marks = enumerate(pad.board.marks)
    return {edge_name(PUZZLE.grid, edge) for edge, mark in marks if mark is state}


def edge_of(name: str) -> int:
    edges = range(len(PUZZLE.grid.edge_dots))
    return next(edge for edge in edges if edge_name(PUZZLE.grid, edge) == name)


def pen_name(pad: Pad) -> str:
    return dot_name(PUZZLE.grid, pad.pen)


def test_the_pen_draws_as_it_walks() -> None:
    pad = apply(Arrow.RIGHT, Arrow.DOWN, Arrow.DOWN, Arrow.LEFT)
    assert names(pad, LINE) == {"A1-B1", "B1-B2", "B2-B3", "A3-B3"}
    assert pen_name(pad) == "A3"
    assert len(pad.done) == 4


def test_each_mode_sets_its_state() -> None:
    pad = apply(MoveTo(1), SetMode(Mode.CROSS), Arrow.LEFT, SetMode(Mode.MOVE), Arrow.DOWN)
    pad = apply(SetMode(Mode.LINE), Arrow.DOWN, pad=pad)
    assert (names(pad, LINE), names(pad, CROSS)) == ({"A2-A3"}, {"A1-B1"})
    pad = apply(MoveTo(1), pad=pad)
    pad = apply(SetMode(Mode.ERASE), Arrow.LEFT, pad=pad)
    assert names(pad, CROSS) == set()
    moved = apply(SetMode(Mode.MOVE), Arrow.DOWN, Arrow.DOWN, pad=pad)
    assert (pen_name(moved), moved.board, moved.done) == ("A3", pad.board, pad.done)


def test_a_stride_draws_several_edges_in_one_step() -> None:
    pad = apply(Far(Arrow.DOWN))
    assert (names(pad, LINE), pen_name(pad), pad.stride) == ({"A1-A2", "A2-A3"}, "A3", 2)
    assert apply(Undo(), pad=pad) == replace(apply(), history=apply(Undo(), pad=pad).history)
    pad = apply(SetStride(5), SetMode(Mode.CROSS), Far(Arrow.RIGHT))
    assert (names(pad, CROSS), pen_name(pad)) == ({"A1-B1", "B1-C1"}, "C1")
    moved = apply(SetMode(Mode.MOVE), SetStride(3), Far(Arrow.DOWN))
    assert (pen_name(moved), len(moved.done)) == ("A4", 0)
    assert apply(Far(Arrow.UP)).notice is UnchangedReason.NO_EDGE


def test_a_stride_ends_at_marks() -> None:
    """Its first edge is drawn whatever its mark is, as by an arrow."""
    before = apply(SetStride(3), Mark({edge_of("A3-A4"): CROSS}))
    drawn = names(apply(Far(Arrow.DOWN), pad=before), LINE)
    assert drawn == {"A1-A2", "A2-A3", "A3-B3"}, "it goes on along the only way"
    before = apply(SetStride(3), Mark({edge_of("A1-A2"): CROSS, edge_of("A3-B3"): LINE}))
    pad = apply(Far(Arrow.DOWN), pad=before)
    assert names(pad, LINE) >= {"A1-A2", "A2-A3", "A3-B3"}
    assert "A3-A4" not in names(pad, LINE)


def test_a_stride_is_one_of_a_few() -> None:
    for edges in (1, 6):
        with pytest.raises(PuzzleError):
            apply(SetStride(edges))


def test_walking_along_a_line_moves_the_pen_only() -> None:
    pad = apply(Arrow.RIGHT, Arrow.LEFT)
    assert (pen_name(pad), pad.notice, len(pad.done)) == ("A1", None, 1)


@pytest.mark.parametrize("mode", Mode)
def test_nothing_is_drawn_beyond_the_board(mode: Mode) -> None:
    start = apply(SetMode(mode))
    for dot, arrows in ((0, (Arrow.UP, Arrow.LEFT)), (11, (Arrow.DOWN, Arrow.RIGHT))):
        corner = start.apply(MoveTo(dot))
        for arrow in arrows:
            pad = corner.apply(arrow)
            assert pad.notice is UnchangedReason.NO_EDGE
            assert (pad.board, pad.pen, pad.done) == (corner.board, corner.pen, corner.done)
            assert pad.apply(SetMode(Mode.LINE)).notice is None


def test_undo_brings_the_pen_back_so_that_the_same_press_does_the_same() -> None:
    once = apply(Arrow.RIGHT, Arrow.DOWN)
    again = once.apply(Undo()).apply(Arrow.DOWN)
    assert (again.board, again.pen, again.done) == (once.board, once.pen, once.done)


def test_a_new_mark_forgets_what_was_undone_but_walking_does_not() -> None:
    undone = apply(Arrow.RIGHT, Arrow.DOWN, Undo(), SetMode(Mode.MOVE), Arrow.DOWN)
    assert names(undone.apply(Redo()), LINE) == {"A1-B1", "B1-B2"}
    assert undone.apply(Mark({0: CROSS})).apply(Redo()).notice is UnchangedReason.NOTHING_TO_REDO


def test_an_action_without_effect_sets_a_notice() -> None:
    assert apply(Undo()).notice is UnchangedReason.NOTHING_TO_UNDO
    assert apply(Redo()).notice is UnchangedReason.NOTHING_TO_REDO
    assert apply(Clear()).notice is UnchangedReason.NOTHING_CHANGED
    assert apply(Arrow.RIGHT, Mark({0: LINE}, pen=5)).notice is UnchangedReason.NOTHING_CHANGED
    assert apply(Arrow.RIGHT, Clear()).notice is None


@pytest.mark.parametrize("action", [MoveTo(12), MoveTo(-1), Mark({17: LINE}), Mark({-1: LINE})])
def test_dots_and_edges_beyond_the_board_are_refused(action: Action) -> None:
    with pytest.raises(PuzzleError):
        apply(action)


@given(plays())
def test_undoing_all_steps_clears_the_board_and_redoing_them_restores_it(
    play: tuple[Puzzle, list[Action]],
) -> None:
    pad = played(*play)
    back = pad
    for _ in pad.done:
        back = back.apply(Undo())
        assert back.notice is None
    assert not any(back.board.marks)
    assert back.apply(Undo()).notice is UnchangedReason.NOTHING_TO_UNDO
    for _ in pad.done:
        back = back.apply(Redo())
    assert back.board == pad.board
    assert (back.done, back.undone) == (pad.done, pad.undone)


@given(pads())
def test_the_history_is_bounded(pad: Pad) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history_module, "MAX_STEPS", 3)
        patch.setattr(history_module, "MAX_BYTES", 20)
        after = pad.apply(Clear()).apply(Arrow.RIGHT).apply(Arrow.LEFT)
        full = after.apply(Mark(dict.fromkeys(range(len(after.board.marks)), CROSS)))
    if len(full.done) > len(pad.done):
        assert len(full.done) <= 3
    assert full.done  # the last step can be undone however large it is
    assert full.apply(Undo()).notice is None
    assert len(full.done.text) <= 20 or len(full.done) == 1


def test_the_last_of_many_steps_are_kept() -> None:
    marks = [Mark({0: (LINE, CROSS)[turn % 2]}) for turn in range(history_module.MAX_STEPS + 5)]
    pad = apply(*marks)
    assert len(pad.done) == history_module.MAX_STEPS
    large = Puzzle(square_grid(60, 60), (None,) * 3600)
    pad = Pad.fresh(large)
    for turn in range(10):
        states = dict.fromkeys(range(len(large.grid.edge_dots)), (LINE, CROSS)[turn % 2])
        pad = pad.apply(Mark(states))
    assert len(pad.done) == 1


def edge(dot: int, other: int, grid: Grid = GRID) -> int:
    found = grid.edge_between(dot, other)
    assert found is not None
    return found


def gone_on(
    drawn: tuple[int, ...], crosses: tuple[tuple[int, int], ...] = (), **clues: int
) -> tuple[int, ...]:
    """The dots of the line after the pen has drawn along some dots; `c4=1` is a clue of cell 4."""
    cells = [clues.get(f"c{cell}") for cell in range(9)]
    board = Board.blank(Puzzle(GRID, tuple(cells))).mark(
        {edge(*ends): CROSS for ends in crosses}
        | {edge(one, two): LINE for one, two in pairwise(drawn)}
    )
    edges, end = go_on(board, edge(drawn[-2], drawn[-1]), drawn[-1])
    dots = [drawn[-1]]
    for found in edges:
        dots.append(GRID.other_end(found, dots[-1]))
    assert dots[-1] == end
    return tuple(dots)


def test_it_goes_around_a_corner_of_the_board() -> None:
    assert gone_on((1, 0)) == (0, 4)


def test_it_ends_where_there_is_a_choice() -> None:
    assert gone_on((0, 1)) == (1,)
    assert gone_on((1, 5)) == (5,)


def test_a_cross_leaves_one_way() -> None:
    assert gone_on((0, 1), crosses=((1, 2),)) == (1, 5)


def test_a_finished_clue_leaves_one_way() -> None:
    assert gone_on((0, 1), c1=0) == (1,)
    assert gone_on((0, 1), c0=1) == (1, 2)
    assert gone_on((0, 1), c0=2) == (1,)


def test_a_full_dot_is_no_way() -> None:
    assert gone_on((2, 1, 5, 4), crosses=((4, 8),)) == (4, 0)


def test_it_never_closes_a_loop() -> None:
    assert gone_on((0, 4, 5, 1)) == (1,)
    assert gone_on((0, 4, 5, 1), crosses=((1, 2),)) == (1,)


def test_it_goes_on_from_the_other_end_of_a_line_that_it_meets() -> None:
    board = Board.blank(Puzzle(GRID, (None,) * 9)).mark(
        {edge(0, 1): LINE, edge(2, 3): LINE, edge(3, 7): LINE, edge(1, 5): CROSS}
    )
    edges, end = go_on(board, edge(0, 1), 1)
    assert (edges, end) == ([edge(1, 2)], 7)


def test_a_loop_or_branch_has_no_way_on() -> None:
    assert gone_on((0, 4, 5, 1, 0)) == (0,)
    assert gone_on((4, 5, 6, 2, 1, 5)) == (5,)


PUZZLES = [made for made in series(GenerationSpec(6, 6), 4) if isinstance(made, GeneratedPuzzle)]


@pytest.mark.parametrize("number", range(len(PUZZLES)))
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1), stride=st.integers(2, 5))
def test_after_right_marks_a_right_press_draws_nothing_wrong(
    number: int, seed: int, share: float, stride: int
) -> None:
    made, random = PUZZLES[number], Random(seed)
    grid, loop = made.puzzle.grid, made.solution
    states = {
        each: LINE if each in loop else CROSS
        for each in range(len(grid.edge_dots))
        if random.random() < share
    }
    dot = random.choice([dot for dot in range(len(grid.dots)) if loop & {*grid.dot_edges[dot]}])
    before = Pad.fresh(made.puzzle).apply(Mark(states)).apply(MoveTo(dot)).apply(SetStride(stride))
    for arrow in Arrow:
        for action in (arrow, Far(arrow)):
            pad = before.apply(action)
            new = pad.board.lines - before.board.lines
            ahead = ways(grid, dot).get(arrow.value)
            if isinstance(action, Arrow) and (ahead is None or ahead in loop):
                assert new <= loop
            if new:
                assert pad.apply(Undo()).board == before.board
