"""Plans and chunks: every item is in one part, whatever is done already."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batch.errors import BatchError
from batch.plan import BatchPlan
from batch.run import chunks_of, seeds_of

COUNTS = st.integers(1, 60)


@given(COUNTS, st.integers(1, 70), st.data())
def test_every_item_is_in_one_chunk(count: int, chunk: int, data: st.DataObject) -> None:
    plan = BatchPlan("generate", {"seed": 5}, count, chunk)
    done = data.draw(st.sets(st.integers(0, plan.parts - 1)))
    left = list(chunks_of(plan, seeds_of(plan), done))
    assert {one.number for one in left} == set(range(plan.parts)) - done
    seeds = {5 + item for part in done for item in plan.items_of(part)}
    found = [item.number for one in left for item in one.items]
    assert sorted([*found, *seeds]) == list(range(5, 5 + count))


@given(COUNTS, COUNTS)
def test_a_plan_survives_storing(count: int, chunk: int) -> None:
    plan = BatchPlan("rate", {"input": "x", "time-limit": None}, count, chunk)
    assert BatchPlan.from_json(plan.to_json()) == plan


@pytest.mark.parametrize(
    ("command", "options", "count", "named"),
    [
        ("rate", {"level": "easy"}, 9, "command"),
        ("generate", {"level": "hard"}, 9, "level"),
        ("generate", {"level": "easy", "size": "7x7"}, 9, "size"),
        ("generate", {}, 9, "level"),
        ("generate", {"level": "easy"}, 10, "count"),
    ],
)
def test_another_batch_is_refused(
    command: str, options: dict[str, str], count: int, named: str
) -> None:
    plan = BatchPlan("generate", {"level": "easy"}, 9, 3)
    plan.require_same("generate", {"level": "easy"}, 9)
    with pytest.raises(BatchError, match=rf"other options \({named} is"):
        plan.require_same(command, options, count)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '"?"'])
def test_a_damaged_plan_is_told(text: str) -> None:
    with pytest.raises(BatchError):
        BatchPlan.from_json(text)
