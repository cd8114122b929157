"""What clues and dots say of corners, compared with all choices of their edges."""

import itertools
from collections.abc import Collection

from hypothesis import given
from hypothesis import strategies as st

from puzzle.grid import OUTSIDE, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from solver.explain.corner_tables import RepeatedCorners, masks_of, restrictions_of, tables
from solver.explain.direct import RepeatedDirect, close
from solver.explain.lookahead import LookAhead, RepeatedLookAhead
from solver.explain.loop_choices import RepeatedLoopChoices, refute_by_loop
from solver.explain.marked_patterns import RepeatedPatterns, patterns_of_marks
from solver.explain.pairs import find_proofs, forced_by_two
from solver.explain.rule_graph import ANY_CORNER, LINE, UNKNOWN, RuleGraph, States, states_of
from solver.search import solve
from tools.bench.boards import minimal_board

DOT = -1


@st.composite
def stuck_boards(draw: st.DrawFn) -> tuple[RuleGraph, States, frozenset[int]]:
    """Boards on which single reasons force nothing, with right marks, and their solutions."""
    rows, cols = draw(st.sampled_from([(3, 5), (4, 4), (5, 3)]))
    puzzle = minimal_board(rows, cols, draw(st.integers(0, 30)))
    (solution,) = solve(puzzle).solutions
    shown = draw(st.sets(st.integers(0, len(puzzle.grid.edge_dots) - 1), max_size=8))
    marks = {edge: EdgeState.LINE if edge in solution else EdgeState.CROSS for edge in shown}
    graph, states = RuleGraph(puzzle), states_of(Board.blank(puzzle).mark(marks))
    for _ in close(graph, states):
        pass
    return graph, states, solution


@given(st.integers(DOT, 4), st.lists(st.integers(0, ANY_CORNER), min_size=4, max_size=4))
def test_what_is_new_is_what_all_choices_that_are_left_have_in_common(
    clue: int, masks: list[int]
) -> None:
    wanted = {0, 2} if clue == DOT else {clue}
    seen = [0] * 4
    for choice in itertools.product((0, 1), repeat=4):
        corners = [choice[i - 1] + 2 * choice[i] for i in range(4)]
        fits = all(mask >> corner & 1 for mask, corner in zip(masks, corners, strict=True))
        if sum(choice) in wanted and fits:
            seen = [left | 1 << corner for left, corner in zip(seen, corners, strict=True)]
    around = sum(mask << 4 * i for i, mask in enumerate(masks)) | (clue + 1) << 16
    expected = [(i, left) for i, left in enumerate(seen) if left != masks[i]]
    assert list(tables(4).restrictions[around]) == expected


@given(stuck_boards())
def test_a_corner_has_the_choices_that_its_marks_allow(
    board: tuple[RuleGraph, States, frozenset[int]],
) -> None:
    graph, states, _ = board
    choices = list(itertools.product((1, 2), repeat=2))
    for corner, mask in enumerate(masks_of(graph, states)):
        around = [states[edge] for edge in graph.layout.corner_edges[corner]]
        fits = [
            all(s in {UNKNOWN, c} for s, c in zip(around, pair, strict=True)) for pair in choices
        ]
        bits = [(first == LINE) + 2 * (second == LINE) for first, second in choices]
        assert mask == sum(1 << bit for bit, fit in zip(bits, fits, strict=True) if fit)


@given(stuck_boards())
def test_a_clue_and_a_dot_force_what_all_their_choices_have_in_common(
    board: tuple[RuleGraph, States, frozenset[int]],
) -> None:
    graph, states, _ = board
    expected = {
        (edge, state, frozenset({rule, other}))
        for rule in graph.rules
        if rule < graph.cells
        for dot in graph.puzzle.grid.cell_dots[rule]
        for other in [graph.cells + dot]
        for edge, state in common(graph, states, rule, other)
    }
    found = set(forced_by_two(graph, states))
    assert found == expected
    twos = [proof for proof in find_proofs(graph, states) if len(proof.rules) == 2]
    assert {(proof.edge, proof.state, proof.rules) for proof in twos} <= expected


def common(graph: RuleGraph, states: States, *rules: int) -> list[tuple[int, int]]:
    """The unknown edges of some rules with the same state in all choices that satisfy them."""
    real = graph.layout.real_edges
    edges = sorted({edge for rule in rules for edge in real[rule]})
    left = []
    for choice in itertools.product((1, 2), repeat=len(edges)):
        chosen = dict(zip(edges, choice, strict=True))
        if all(states[edge] in {UNKNOWN, state} for edge, state in chosen.items()):
            counts = [sum(chosen[edge] == LINE for edge in real[rule]) for rule in rules]
            if all(map(satisfied, [graph.clues[rule] for rule in rules], counts)):
                left.append(chosen)
    return [
        (edge, left[0][edge])
        for edge in edges
        if states[edge] == UNKNOWN and len({chosen[edge] for chosen in left}) == 1
    ]


def satisfied(clue: int | None, lines: int) -> bool:
    return lines in {0, 2} if clue == DOT else lines == clue


@given(stuck_boards())
def test_proofs_agree_with_the_solution(
    board: tuple[RuleGraph, States, frozenset[int]],
) -> None:
    graph, states, solution = board
    for proof in find_proofs(graph, states, extra_rounds=3):
        assert (proof.state == LINE) == (proof.edge in solution)


@given(stuck_boards())
def test_a_supposition_leaves_nothing_behind(
    board: tuple[RuleGraph, States, frozenset[int]],
) -> None:
    """Neither on the board nor in the look-ahead itself."""
    graph, states, _ = board
    before, look = states.copy(), LookAhead(graph, states)
    suppositions = [(e, s) for e, known in enumerate(states) if known == UNKNOWN for s in (1, 2)]
    for edge, state in suppositions:
        assert look.refute(edge, state) == LookAhead(graph, states).refute(edge, state)
    assert states == before


@given(st.data())
def test_what_is_kept_from_earlier_boards_does_not_change_what_look_ahead_finds(
    data: st.DataObject,
) -> None:
    """Also when marks are removed, or when far lines come to connect two ends."""
    puzzle = minimal_board(4, 4, data.draw(st.integers(0, 30)))
    (solution,) = solve(puzzle).solutions
    graph = RuleGraph(puzzle)
    kept = RepeatedLookAhead(graph)
    for shown in data.draw(st.lists(st.sets(st.integers(0, graph.edges - 1)), max_size=5)):
        marks = {edge: EdgeState.LINE if edge in solution else EdgeState.CROSS for edge in shown}
        states = states_of(Board.blank(puzzle).mark(marks))
        every = [(e, s) for e, known in enumerate(states) if known == UNKNOWN for s in (1, 2)]
        anew = LookAhead(graph, states)
        expected = [found for edge, state in every if (found := anew.refute(edge, state))]
        assert list(kept.refute_all(states, every)) == expected


@given(st.data())
def test_corners_are_the_same_whatever_board_was_seen_before(data: st.DataObject) -> None:
    """Also when marks are removed."""
    puzzle = minimal_board(4, 4, data.draw(st.integers(0, 30)))
    graph = RuleGraph(puzzle)
    kept = RepeatedCorners(graph)
    edges = st.integers(0, graph.edges - 1)
    for marks in data.draw(st.lists(st.dictionaries(edges, st.sampled_from([1, 2])), max_size=5)):
        states = states_of(Board.blank(puzzle).mark({e: EdgeState(s) for e, s in marks.items()}))
        open_rules = sorted(
            {r for e in range(graph.edges) if not marks.get(e) for r in graph.edge_rules[e]}
        )
        masks, restrictions = kept.at(states)
        assert masks == masks_of(graph, states)
        assert restrictions == list(restrictions_of(graph, masks, open_rules))


@given(st.data())
def test_easy_steps_and_loop_choices_are_the_same_whatever_board_was_seen_before(
    data: st.DataObject,
) -> None:
    """Also when marks are removed, or when far lines come to connect two ends."""
    puzzle = minimal_board(4, 4, data.draw(st.integers(0, 30)))
    (solution,) = solve(puzzle).solutions
    graph = RuleGraph(puzzle)
    direct, marked, loops = (
        RepeatedDirect(graph),
        RepeatedPatterns(graph),
        RepeatedLoopChoices(graph),
    )
    for shown in data.draw(st.lists(st.sets(st.integers(0, graph.edges - 1)), max_size=5)):
        marks = {edge: EdgeState.LINE if edge in solution else EdgeState.CROSS for edge in shown}
        states = states_of(Board.blank(puzzle).mark(marks))
        assert direct.at(states) == RepeatedDirect(graph).at(states)
        assert marked.at(states) == [*patterns_of_marks(graph, states)]
        for _ in close(graph, states):
            pass
        assert [*loops.at(states)] == [*refute_by_loop(graph, states)]


@given(
    st.sampled_from([-1, 0, 1, 2, 3, 4]),
    st.lists(st.integers(1, 15), min_size=4, max_size=4),
    st.permutations(range(4)),
    st.integers(0, 4),
)
def test_needed_corners_suffice_and_none_can_be_spared(
    clue: int, masks: list[int], order: list[int], known: int
) -> None:
    """Those of the order alone are restricted by more than marks, which here say nothing."""
    dropped, kind = tuple(order[:known]), (clue + 1) << 16

    def around(corners: Collection[int]) -> int:
        return sum((masks[i] if i in corners else ANY_CORNER) << 4 * i for i in range(4)) | kind

    now = dict(tables(4).restrictions[around(dropped)])
    needed = tables(4).sufficient[around(dropped), around(()), dropped]
    assert needed.keys() == now.keys()
    for i, corners in needed.items():
        assert set(corners) <= set(dropped)
        assert list(corners) == sorted(corners)
        assert dict(tables(4).restrictions[around(corners)])[i] == now[i]
        for spared in corners:
            rest = set(corners) - {spared}
            assert dict(tables(4).restrictions[around(rest)]).get(i) != now[i]


def test_a_far_line_that_comes_and_goes_decides_whether_a_loop_is_closed() -> None:
    """All of the border is lines but for two edges, and the 1 in the centre is not met."""
    grid = square_grid(5, 5)
    graph = RuleGraph(Puzzle(grid, tuple(1 if cell == 12 else None for cell in range(25))))
    border = [edge for edge, cells in enumerate(grid.edge_cells) if OUTSIDE in cells]
    near, far = grid.cell_edges[2][0], grid.cell_edges[22][2]
    assert {near, far} <= set(border)
    states = states_of(Board.blank(graph.puzzle))
    for edge in border:
        states[edge] = LINE
    states[near] = UNKNOWN
    kept, closes = RepeatedLookAhead(graph), []
    for state in (UNKNOWN, LINE, UNKNOWN):
        states[far] = state
        found = list(kept.refute_all(states, [(near, LINE)]))
        assert found == [r for r in [LookAhead(graph, states).refute(near, LINE)] if r]
        closes.append(bool(found))
    assert closes == [False, True, False]


def test_marks_that_contradict_each_other_prove_nothing() -> None:
    puzzle = Puzzle(minimal_board(3, 3, 0).grid, (3, *[None] * 8))
    states = states_of(Board.blank(puzzle).mark({0: EdgeState.CROSS, 3: EdgeState.CROSS}))
    assert find_proofs(RuleGraph(puzzle), states) == []
