"""Generated puzzles with other rules than the plain ones."""

import pytest
from msgspec.structs import replace

from puzzle.grid import square_grid
from puzzle.rules import ALL_RULES, PLAIN, Rules, is_one_loop, is_solved
from puzzle.symmetry import Symmetry, orbits
from solver.errors import SpecError
from solver.explain.rule_graph import CROSS, LINE
from solver.explain.step import Difficulty
from solver.generate.loops import full_loop
from solver.generate.seeded_random import SeededRandom
from solver.generate.small_steps import open_small_steps
from solver.generate.spec import FULL_SIZES, GENERATED, GenerationSpec, sizes_of
from solver.generate.style import StyleBounds, style_of, widest_gap
from solver.options import Options
from solver.rating import Rating, rate
from solver.report import Outcome
from solver.search import solve
from tests.support.pickling import pickled
from tests.support.solver.drafts import variant_draft_of
from tests.support.solver.specs import EASY, EXPERT, EXTREME, HARD, NORMAL, made

OTHER_SOLVER = Options(method="negate-loops", backend="glucose42")
"""A method and a backend that the generator does not use."""

FULL, ANIMALS, BOTH = (GENERATED[name] for name in ("full", "sheep-wolf", "sheep-wolf-full"))
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
        spec = variant_spec(rules, number)
        answer = made(spec)
        puzzle = answer.puzzle
        assert (puzzle.rules, puzzle.grid.rows, puzzle.grid.cols) == (rules, spec.rows, spec.cols)
        assert is_solved(puzzle, answer.solution)
        report = solve(puzzle, options=OTHER_SOLVER)
        assert (report.outcome, report.solutions) == (Outcome.UNIQUE, (answer.solution,))
        assert rules.variant.signs.keys() <= set(puzzle.clues)
        shown = set(puzzle.clue_cells)
        for cells in orbits(spec.rows, spec.cols, spec.symmetry):
            assert not shown.intersection(cells) or shown.issuperset(cells)
        bounds = StyleBounds.for_cells(len(puzzle.clues))
        assert bounds.allow(style_of(puzzle.grid, answer.solution))
        assert widest_gap(puzzle) <= bounds.gap
        rating = None if spec.level is EXTREME else rate(puzzle)
        assert rating == answer.rating
        assert rating is None or (isinstance(rating, Rating) and rating.level is spec.level)


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        (GenerationSpec(7, 7, EASY, seed=1, rules=FULL), "b56b30ac3923c61b0efd961d739b170b"),
        (
            GenerationSpec(7, 6, NORMAL, Symmetry.NONE, seed=1, rules=ANIMALS),
            "4031b2d3c15c7b624b4ae1ce066c8932",
        ),
        (
            GenerationSpec(5, 5, HARD, Symmetry.MIRROR, seed=1, rules=BOTH),
            "444b9e618a5048de4265874606cd9fa5",
        ),
        (
            GenerationSpec(7, 7, EXPERT, Symmetry.ROT90, seed=1, rules=FULL),
            "972a9e3a7d5874bfb1935f2ee129a828",
        ),
        (GenerationSpec(6, 6, EXTREME, seed=1, rules=ANIMALS), "f1b91f904fba7faa66ca5b387238dd80"),
    ],
)
def test_a_seed_always_gives_the_same_puzzle(spec: GenerationSpec, key: str) -> None:
    assert made(spec).puzzle.canonical_key == key


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


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"rules": Rules("touch")},
            "A puzzle of Touch Slitherlink cannot be made; choose standard",
        ),
        (
            {"rows": 8, "cols": 8},
            "of 8x8 full cannot be made; a loop that visits every dot needs a",
        ),
        (
            {"tiling": "kagome"},
            "of Full Slitherlink on the tiling 'kagome' cannot be made; it needs",
        ),
        ({"mask": frozenset({0})}, "of Full Slitherlink cannot be made; it needs all cells and"),
        ({"values": frozenset({1, 2})}, "it needs all cells and clues, and no short loop."),
        ({"rows": 5, "cols": 5, "short": True}, "all cells and clues, and no short loop."),
    ],
)
def test_impossible_specs_are_refused(change: dict[str, object], sentence: str) -> None:
    spec = GenerationSpec(7, 7, symmetry=Symmetry.NONE, rules=FULL)
    with pytest.raises(SpecError) as told:
        replace(spec, **change)  # type: ignore[arg-type]
    assert sentence in str(told.value)


def test_a_spec_survives_pickling_and_its_seed_has_the_rules() -> None:
    specs = [GenerationSpec(7, 7, seed=4, rules=rules) for rules in GENERATED.values()]
    assert pickled(specs) == specs
    assert len({spec.attempt_seed(0) for spec in specs}) == len(specs) == 4
    assert specs[0].attempt_seed(0) == GenerationSpec(7, 7, seed=4).attempt_seed(0)


def test_puzzles_are_made_of_rules_with_hints_and_ratings() -> None:
    assert [*GENERATED.values()] == [PLAIN, FULL, ANIMALS, BOTH]
    assert [rules for rules in ALL_RULES if rules.name in GENERATED] == [*GENERATED.values()]


def test_suggested_sizes_have_loops_through_all_dots() -> None:
    assert sizes_of("square", FULL) is sizes_of("square", BOTH) is FULL_SIZES
    assert FULL_SIZES.usual in FULL_SIZES.suggested
    for size in FULL_SIZES.suggested:
        cols, rows = map(int, size.split("x"))
        assert FULL.variant.is_possible(square_grid(rows, cols))
