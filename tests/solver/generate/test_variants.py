"""Generated puzzles with other rules than the plain ones."""

import pytest
from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.rules import ALL_RULES, PLAIN, Rules, is_one_loop
from puzzle.symmetry import Symmetry
from solver.explain.explainer import Explainer
from solver.explain.rule_graph import CROSS, LINE
from solver.explain.step import Difficulty
from solver.generate.loops import full_loop
from solver.generate.recipes import extended_along_walk, minimal_for_sat, with_signs
from solver.generate.seeded_random import SeededRandom
from solver.generate.small_steps import open_small_steps
from solver.generate.spec import FULL_SIZES, GENERATED, GenerationSpec, sizes_of
from solver.generate.style import StyleBounds, style_of
from solver.rating import BOUNDS, Rating, exceptions_allowed, rate, steps_within
from tests.support.solver.drafts import variant_draft_of
from tests.support.solver.specs import ANIMALS, BOTH, EASY, FULL, HARD, NORMAL, made, satisfied

SIDES = ((5, 5), (5, 6), (7, 7), (9, 6), (8, 9))
"""Rows and columns of boards with an even number of dots."""


def variant_spec(rules: Rules, number: int) -> GenerationSpec:
    """A specification of each level, size and symmetry in turn."""
    rows, cols = SIDES[number // len(Difficulty) % len(SIDES)]
    kinds = [one for one in Symmetry if one is not Symmetry.ROT90 or rows == cols]
    level = list(Difficulty)[number % len(Difficulty)]
    return GenerationSpec(rows, cols, level, kinds[number % len(kinds)], number, rules=rules)


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (FULL, 5),
        (ANIMALS, 5),
        (BOTH, 2),
        pytest.param(FULL, 200, marks=pytest.mark.long),
        pytest.param(ANIMALS, 200, marks=pytest.mark.long),
        pytest.param(BOTH, 50, marks=pytest.mark.long),
    ],
)
def test_a_puzzle_satisfies_its_spec(rules: Rules, count: int) -> None:
    for number in range(count):
        puzzle = satisfied(variant_spec(rules, number)).puzzle
        assert rules.variant.signs.keys() <= set(puzzle.clues)


@pytest.mark.parametrize(
    "level", [NORMAL, *(pytest.param(level, marks=pytest.mark.long) for level in (EASY, HARD))]
)
def test_most_animals_are_needed(level: Difficulty) -> None:
    """Without one of them, there are several solutions, or it is no puzzle of the level."""
    needed = total = 0
    for seed in range(3):
        puzzle = made(GenerationSpec(6, 6, level, Symmetry.NONE, seed, rules=ANIMALS)).puzzle
        for cell in puzzle.clue_cells:
            if puzzle.clues[cell] in ANIMALS.variant.signs:
                clues = (*puzzle.clues[:cell], None, *puzzle.clues[cell + 1 :])
                found = rate(replace(puzzle, clues=clues))
                needed += not isinstance(found, Rating) or found.level is not level
                total += 1
    assert needed > 0.7 * total >= 4


@pytest.mark.parametrize("rules", [FULL, ANIMALS, BOTH], ids=lambda rules: rules.name)
def test_clues_along_a_walk_leave_steps_of_expert(rules: Rules) -> None:
    draft, rng = variant_draft_of(8, 9, 2, Symmetry.ROT180, rules.name), SeededRandom(1)
    few = minimal_for_sat(draft, range(len(draft.groups)), rng)
    assert few is not None
    kept = with_signs(draft, few, range(len(draft.groups)))
    assert rules.variant.signs.keys() <= set(draft.puzzle(kept).clues)
    shown = extended_along_walk(draft, kept, rng)
    assert {*few} <= {*kept} <= {*shown}
    explainer = Explainer(draft.puzzle(shown))
    assert explainer.solution == draft.loop
    assert steps_within(explainer, BOUNDS[-1], exceptions_allowed(72)) is not None


@pytest.mark.parametrize("most", [1, 2, 4])
@pytest.mark.parametrize("rules", [FULL, ANIMALS, BOTH], ids=lambda rules: rules.name)
def test_small_steps_of_other_rules_are_sound_and_go_on_with_more_clues(
    rules: Rules, most: int
) -> None:
    draft = variant_draft_of(5, 6, 3, Symmetry.NONE, rules.name)
    numbers = SeededRandom(1).shuffled(range(len(draft.groups)))
    known = -1
    with open_small_steps(draft.grid, most, rules) as steps:
        for shown in range(0, len(numbers) + 1, 6):
            states = steps.decided(draft.puzzle(numbers[:shown]).clues)[:-1]
            lines = {edge for edge, state in enumerate(states) if state == LINE}
            crosses = {edge for edge, state in enumerate(states) if state == CROSS}
            assert lines <= draft.loop
            assert draft.loop.isdisjoint(crosses)
            assert len(lines) + len(crosses) >= known
            known = len(lines) + len(crosses)
    assert known > len(states) / 4


@pytest.mark.parametrize("size", [(3, 3), (3, 6), (5, 5), (8, 9), (20, 5)])
def test_full_loops_visit_every_dot(size: tuple[int, int]) -> None:
    grid = square_grid(*size)
    loops = [full_loop(grid, SeededRandom(seed)) for seed in range(6)]
    for loop in loops:
        assert loop is not None
        assert is_one_loop(grid, loop)
        assert len(loop) == len(grid.dots)
    assert len(set(loops)) > 1


def test_most_full_loops_are_no_combs() -> None:
    grid, bounds = square_grid(9, 9), StyleBounds.for_cells(81)
    loops = [full_loop(grid, SeededRandom(seed)) for seed in range(20)]
    assert sum(loop is not None and bounds.allow(style_of(grid, loop)) for loop in loops) >= 12


def test_no_loop_visits_an_odd_number_of_dots() -> None:
    assert full_loop(square_grid(2, 2), SeededRandom(0)) is None


def test_puzzles_are_made_of_rules_with_hints_and_ratings() -> None:
    assert [*GENERATED.values()] == [PLAIN, FULL, ANIMALS, BOTH]
    assert [rules for rules in ALL_RULES if rules.name in GENERATED] == [*GENERATED.values()]


def test_suggested_sizes_have_loops_through_all_dots() -> None:
    assert sizes_of("square", FULL) is sizes_of("square", BOTH) is FULL_SIZES
    assert FULL_SIZES.usual in FULL_SIZES.suggested
    for size in FULL_SIZES.suggested:
        cols, rows = map(int, size.split("x"))
        assert FULL.variant.is_possible(square_grid(rows, cols))
