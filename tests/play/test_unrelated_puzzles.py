"""No puzzle of a collection is taken for another one that might be a daily."""

from tests.support.long import some_or_all
from tests.support.shared import PUZZLES, Collections
from tools.bench.commands.dailies import daily_sized, known_puzzles, near_pairs


@some_or_all("step", 40, 8)
def test_no_puzzle_is_taken_for_another(collections: Collections, step: int) -> None:
    """Every pair of some puzzles; `script/bench dailies` compares more."""
    step = collections.enough(shared=step, sample=3)
    known = list(known_puzzles(collections.path(name) for name in PUZZLES))[::step]
    wanted = daily_sized(known)
    assert len(wanted) > 10
    near = sorted(near_pairs(known, wanted), key=lambda pair: pair.missing)
    assert all(pair.missing > 0 for pair in near), str(near[0])
