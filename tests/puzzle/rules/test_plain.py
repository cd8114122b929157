"""Every plain rule has a board that breaks it, and the violation names the place."""

from puzzle.grid import edges_from_rows
from puzzle.model import Puzzle
from puzzle.notation import parse_rows
from puzzle.places import dot_name
from puzzle.rules import Violation, ViolationCode, find_loops, is_solved, violations
from tests.support.shared import Collections


def lines_of(puzzle: Puzzle, horizontal: str, vertical: str) -> frozenset[int]:
    return edges_from_rows(puzzle.grid, horizontal.split("/"), vertical.split("/"))


# A 3x2 board whose loop runs round its left four cells.
GOAL = parse_rows("2.1/2..")
LOOP = lines_of(GOAL, "110/000/110", "1010/1010")


def test_the_goal_is_solved() -> None:
    assert violations(GOAL, LOOP) == []
    assert is_solved(GOAL, LOOP)


def test_no_line() -> None:
    assert violations(parse_rows("0.0/0.0"), frozenset()) == [Violation(ViolationCode.NO_LINE)]


def test_dead_ends_name_their_dots() -> None:
    blank = parse_rows(".../...")
    found = violations(blank, lines_of(blank, "011/000/000", "0000/0000"))
    assert {violation.code for violation in found} == {ViolationCode.DEAD_END}
    assert [dot_name(blank.grid, v.dot) for v in found if v.dot is not None] == ["B1", "D1"]


def test_branches_name_their_dots() -> None:
    blank = parse_rows(".../...")
    found = violations(blank, lines_of(blank, "110/100/100", "1110/1100"))
    branches = [v.dot for v in found if v.code is ViolationCode.BRANCH and v.dot is not None]
    assert [dot_name(blank.grid, dot) for dot in branches] == ["B1", "A2", "B2"]


def test_crossing_lines_are_a_branch() -> None:
    blank = parse_rows("../..")
    found = violations(blank, lines_of(blank, "10/11/01", "110/011"))
    assert found[0] == Violation(ViolationCode.BRANCH, dot=4)
    assert len(found) == 1


def test_too_many_lines_name_the_cell() -> None:
    assert violations(parse_rows("2.0/2.."), LOOP) == [Violation(ViolationCode.TOO_MANY, cell=2)]


def test_too_few_lines_name_the_cell() -> None:
    assert violations(parse_rows("2.1/3.."), LOOP) == [Violation(ViolationCode.TOO_FEW, cell=3)]


def test_several_loops_name_their_edges() -> None:
    blank = parse_rows(".../...")
    lines = lines_of(blank, "101/101/000", "1111/0000")
    assert violations(blank, lines) == [
        Violation(ViolationCode.SEVERAL_LOOPS, edges=frozenset({0, 3, 9, 10})),
        Violation(ViolationCode.SEVERAL_LOOPS, edges=frozenset({2, 5, 11, 12})),
    ]


def test_a_loop_beside_an_open_line_is_named_too() -> None:
    blank = parse_rows(".../...")
    codes = [v.code for v in violations(blank, lines_of(blank, "100/100/001", "1100/0000"))]
    assert codes == [
        ViolationCode.DEAD_END,
        ViolationCode.DEAD_END,
        ViolationCode.SEVERAL_LOOPS,
    ]


OF_VARIANTS = {
    ViolationCode.UNVISITED,
    ViolationCode.WRONG_TOUCHES,
    ViolationCode.SHEEP_OUTSIDE,
    ViolationCode.WOLF_INSIDE,
}
"""The codes that only other rules than the plain ones break."""


def test_every_code_has_a_failing_board() -> None:
    blank = parse_rows(".../...")
    broken = [
        violations(parse_rows("0.4/..."), lines_of(blank, "101/101/000", "1111/0000")),
        violations(parse_rows("4.4/..."), frozenset()),
        violations(blank, lines_of(blank, "110/100/100", "1110/1101")),
    ]
    found = {violation.code for each in broken for violation in each}
    assert found == set(ViolationCode) - OF_VARIANTS


def test_loops_are_walked_dot_by_dot() -> None:
    (loop,) = find_loops(GOAL.grid, LOOP)
    assert set(loop.edges) == LOOP
    assert len(loop.dots) == len(loop.edges) == len(set(loop.dots))
    for index, edge in enumerate(loop.edges):
        ends = {loop.dots[index], loop.dots[(index + 1) % len(loop.dots)]}
        assert set(GOAL.grid.edge_dots[edge]) == ends


def test_known_solutions_are_accepted_and_nothing_less(collections: Collections) -> None:
    checked = 0
    for record in collections.all_records():
        if not record.get("solution") or record["width"] * record["height"] > 225:
            continue
        puzzle = parse_rows("\n".join(record["clues"]))
        solution = record["solution"]
        lines = edges_from_rows(puzzle.grid, solution["h"], solution["v"])
        assert is_solved(puzzle, lines), record["id"]
        assert not is_solved(puzzle, lines - {min(lines)}), record["id"]
        checked += 1
    assert checked > collections.enough(shared=1000, sample=60)
