"""Whether clues determine a loop, checked against all loops of small boards."""

from hypothesis import given
from hypothesis import strategies as st

from solver.generate.draft import Draft, OtherLoops
from solver.generate.recipes import animals_last, minimal_for_sat
from solver.generate.seeded_random import SeededRandom
from solver.generate.uniqueness import NotUnique, ProvedUnique, minimal_groups, open_uniqueness
from tests.support.long import some_examples
from tests.support.solver.drafts import drafts, is_unique, variant_drafts


@given(drafts() | variant_drafts(), st.data())
@some_examples(25)
def test_verdicts_are_those_of_the_oracle(draft: Draft, data: st.DataObject) -> None:
    numbers = range(len(draft.groups))
    with open_uniqueness(draft) as unique:
        for _ in range(4):
            chosen = data.draw(st.sets(st.sampled_from(numbers)))
            found = unique.check(sorted(chosen))
            assert isinstance(found, ProvedUnique) == is_unique(draft, chosen)
            if isinstance(found, ProvedUnique):
                assert found.sufficient <= chosen
                assert is_unique(draft, found.sufficient)
            else:
                assert not found.unmet & chosen
                assert isinstance(unique.check(sorted(set(numbers) - found.unmet)), NotUnique)


@given(drafts() | variant_drafts(), st.integers(0, 10**6))
@some_examples(25)
def test_the_minimal_groups_depend_on_checks_alone(draft: Draft, seed: int) -> None:
    order = animals_last(draft, SeededRandom(seed).shuffled(range(len(draft.groups))))
    expected: list[int] | None = None
    if is_unique(draft, order):
        kept = set(order)
        for number in order:
            if is_unique(draft, kept - {number}):
                kept.remove(number)
        expected = sorted(kept)
    with open_uniqueness(draft) as unique:
        assert minimal_groups(unique, order, OtherLoops()) == expected
    with open_uniqueness(draft) as unique:
        assert minimal_groups(unique, order, OtherLoops(draft.near_loop_groups)) == expected
    assert minimal_for_sat(draft, range(len(draft.groups)), SeededRandom(seed)) == expected


@given(drafts() | variant_drafts(), st.data())
def test_near_loops_require_only_necessary_groups(draft: Draft, data: st.DataObject) -> None:
    others = OtherLoops(draft.near_loop_groups)
    kept = data.draw(st.sets(st.sampled_from(range(len(draft.groups))), min_size=1))
    for number in kept:
        if others.requires(number, kept):
            assert not is_unique(draft, kept - {number})
