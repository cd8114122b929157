"""Every rule of a variant has a board that breaks it, and rules are part of a puzzle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puzzle.errors import PuzzleError, RulesError
from puzzle.grid import edges_from_rows, square_grid
from puzzle.model import Puzzle
from puzzle.notation import parse_loopy
from puzzle.rules import (
    ALL_RULES,
    PLAIN,
    Capability,
    Rules,
    Violation,
    ViolationCode,
    cells_inside,
    is_solved,
    refusal,
    require,
    rules_named,
    violations,
)
from puzzle.rules.sheep_wolf import SHEEP, WOLF
from puzzle.symmetry import canonical, images
from tests.support.oracle import simple_cycles
from tests.support.oracle import solutions as cycles_that_meet
from tests.support.pickling import pickled
from tests.support.solver.expected import as_solution
from tests.support.variants import IDS, NAMES, sample

# Round the left column of a 3x2 board and the cell right of its top.
LOOP = edges_from_rows(square_grid(2, 3), ["110", "010", "100"], ["1010", "1100"])


def broken(name: str, rows: str) -> list[Violation]:
    """What the loop breaks on a board of 3x2 with these rows of clues."""
    return violations(parse_loopy(f"3x2:{name}_{rows}"), LOOP)


def test_full_names_the_dots_that_are_not_visited() -> None:
    assert broken("full", "f") == [
        Violation(ViolationCode.UNVISITED, dot=dot) for dot in (3, 7, 10, 11)
    ]


def test_animals_on_the_wrong_side_are_named() -> None:
    assert broken("sheep-wolf", "SSWSWW") == []
    assert broken("sheep-wolf", "2S13WW") == []
    assert broken("sheep-wolf", "WcSa") == [
        Violation(ViolationCode.WOLF_INSIDE, cell=0),
        Violation(ViolationCode.SHEEP_OUTSIDE, cell=4),
    ]
    assert broken("sheep-wolf", "3b3b")[0] == Violation(ViolationCode.TOO_FEW, cell=0)


def test_sides_are_told_of_closed_lines_only() -> None:
    puzzle = parse_loopy("3x2:sheep-wolf_WcSa")
    found = violations(puzzle, LOOP - {min(LOOP)})
    assert {each.code for each in found} == {ViolationCode.DEAD_END}


def test_vertex_clues_count_visited_dots() -> None:
    assert broken("vertex", "442431") == []
    assert {(v.code, v.cell) for v in broken("vertex", "4a1b4")} == {
        (ViolationCode.TOO_MANY, 2),
        (ViolationCode.TOO_FEW, 5),
    }


def test_touch_clues_count_separate_touches() -> None:
    assert broken("touch", "211111") == []
    assert {(v.code, v.cell) for v in broken("touch", "d20")} == {
        (ViolationCode.WRONG_TOUCHES, 4),
        (ViolationCode.WRONG_TOUCHES, 5),
    }


RULES = st.sampled_from(ALL_RULES)


@given(RULES, st.integers(0, len(simple_cycles(3, 3)) - 1), st.data())
def test_loops_break_no_rule_exactly_when_the_oracle_accepts_them(
    rules: Rules, number: int, data: st.DataObject
) -> None:
    """The oracle counts touches as connected parts of the border, and sides by rays."""
    grid, cycle = square_grid(3, 3), simple_cycles(3, 3)[number]
    values = [None, 0, 1, 2, 3, 4, *rules.variant.signs]
    clues = data.draw(st.dictionaries(st.integers(0, 8), st.sampled_from(values), max_size=2))
    puzzle = Puzzle(grid, tuple(clues.get(cell) for cell in range(9)), rules)
    lines = as_solution(grid, cycle)
    right = cycle in cycles_that_meet(3, 3, puzzle.clues, rules.name)
    assert is_solved(puzzle, lines) is right
    assert (violations(puzzle, lines) == []) is right


@given(RULES, st.data())
def test_solved_means_no_violation_under_all_rules(rules: Rules, data: st.DataObject) -> None:
    grid = square_grid(2, 3)
    values = [None, 1, 2, *rules.variant.signs]
    clues = tuple(data.draw(st.sampled_from(values)) for _ in grid.cells)
    lines = data.draw(st.frozensets(st.integers(0, len(grid.edge_dots) - 1)))
    puzzle = Puzzle(grid, clues, rules)
    assert is_solved(puzzle, lines) == (violations(puzzle, lines) == [])


@pytest.mark.parametrize("name", NAMES)
def test_rules_are_part_of_a_puzzle(name: str) -> None:
    puzzle = sample(name)
    counts = tuple(None if clue is None or clue < 0 else clue for clue in puzzle.clues)
    plain = Puzzle(puzzle.grid, counts)
    assert pickled(puzzle) == puzzle
    assert pickled(puzzle).rules == rules_named(name)
    for other in ALL_RULES:
        if other.name != name:
            same = replace(plain, rules=other)
            assert same != puzzle
            assert same.canonical_key != puzzle.canonical_key
    assert hash(plain) != hash(puzzle)
    assert {image.rules for image in images(puzzle)} == {puzzle.rules}
    assert {image.canonical_key for image in images(puzzle)} == {puzzle.canonical_key}
    assert canonical(puzzle).rules == puzzle.rules


def test_keys_of_plain_puzzles_are_as_ever() -> None:
    """They are stored."""
    assert parse_loopy("3x2:3a2c").canonical_key == "5fd813e6ba1b6207e98eba068273dcfc"


def test_a_board_without_animals_has_the_key_of_the_plain_one() -> None:
    """Else a daily of today could be solved in public under another name."""
    plain, other = parse_loopy("3x2:3a2c"), parse_loopy("3x2:sheep-wolf_3a2c")
    assert other != plain
    assert other.canonical_key == plain.canonical_key
    with_wolf = parse_loopy("3x2:sheep-wolf_3a2bW")
    full = parse_loopy("3x2:full_3a2c")
    assert len({each.canonical_key for each in (plain, with_wolf, full)}) == 3


def test_animals_are_clues_where_there_are_animals() -> None:
    grid = square_grid(1, 2)
    with pytest.raises(PuzzleError, match="the clue -2 at A1 is out of range"):
        Puzzle(grid, (SHEEP, None))
    with pytest.raises(PuzzleError, match="the clue -3 at B1 is out of range"):
        Puzzle(grid, (None, WOLF), Rules("touch"))
    assert Puzzle(grid, (SHEEP, WOLF), Rules("sheep-wolf")).line_counts == (None, None)


def test_other_rules_are_for_squares() -> None:
    tiled = parse_loopy("3x3t2:6h")
    with pytest.raises(RulesError, match=r"^Only boards of squares can be Touch Slitherlink\.$"):
        replace(tiled, rules=Rules("touch"))


def test_rules_have_a_name_and_combine_where_they_can() -> None:
    assert [rules_named(rules.name) for rules in ALL_RULES] == list(ALL_RULES)
    assert {*NAMES} == IDS.keys()
    assert rules_named("myopia") is None
    for name in ("vertex-full", "myopia"):
        with pytest.raises(PuzzleError, match=f"there are no rules called '{name}'"):
            Rules(name)


def test_what_is_not_supported_is_refused_in_one_sentence() -> None:
    for capability in Capability:
        require(parse_loopy("1x1:4"), capability)
        for name in NAMES:
            puzzle = sample(name)
            if not puzzle.rules.supports(capability):
                sentence = refusal(puzzle.rules, capability)
                assert sentence.count(".") == 1
                assert puzzle.rules.title in sentence
                with pytest.raises(RulesError) as caught:
                    require(puzzle, capability)
                assert str(caught.value) == sentence


def test_the_inside_is_what_an_odd_number_of_lines_separates() -> None:
    assert cells_inside(square_grid(2, 3), LOOP) == {0, 1, 3}
    assert PLAIN.line_counts((3, None)) == (3, None)
