"""Simulated learners: none is held up, whatever they know and however long they take."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from msgspec import Struct

from play.mastery import Skill, after_answer, next_technique
from service.learning.training import techniques, times_to_compare
from tests.support.long import some_or_all

LEVELS = {technique.name: int(technique.difficulty) for technique in techniques()}
NAMES = [*LEVELS]
DRILLS_A_DAY = 10
FIRST_DAY = datetime(2026, 1, 1, 18, tzinfo=UTC)

SECONDS = {
    "twice a level": {1: 5, 2: 10, 3: 20, 4: 40, 5: 80},
    "three times a level": {1: 4, 2: 12, 3: 36, 4: 90, 5: 180},
    "easy ones at once": {1: 5, 2: 20, 3: 20, 4: 20, 5: 20},
    "hard ones slowly": {1: 5, 2: 10, 3: 40, 4: 40, 5: 60},
}
"""The usual time of an answer by the level of its technique."""
SPREADS = 0.15, 0.3, 0.5
"""How much the logarithm of times varies."""


class Learner(Struct, frozen=True):
    """The usual times of a learner, their spread, and the share of right answers."""

    times: str
    spread: float
    right: float = 1.0
    never: frozenset[str] = frozenset()

    def answers(self, days: int) -> Iterator[tuple[int, Skill, bool]]:
        """The skills after the answers of some days, each with its day and whether it was right."""
        rng, skills, last = random.Random(1), dict[str, Skill](), ""
        for day in range(days):
            now = FIRST_DAY + timedelta(days=day)
            for _ in range(DRILLS_A_DAY):
                name = last = next_technique([*skills.values()], NAMES, now, last)
                usual = SECONDS[self.times][LEVELS[name]]
                seconds = usual * math.exp(rng.gauss(0, self.spread))
                now += timedelta(seconds=seconds)
                right = rng.random() < self.right and name not in self.never
                skills[name] = after_answer(
                    skills.get(name) or Skill(name, 0, now, now),
                    right=right,
                    seconds=seconds,
                    times=times_to_compare(skills.values(), name),
                    at=now,
                )
                yield day, skills[name], right


LEARNERS = [Learner(*each) for each in product(SECONDS, SPREADS, (1.0, 0.85))]


@some_or_all("days", 30, 180)
@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_no_learner_is_held_up(learner: Learner, days: int) -> None:
    asked, right_on = Counter[str](), defaultdict[str, set[int]](set)
    for day, skill, right in learner.answers(days):
        asked[skill.technique] += 1
        if right:
            right_on[skill.technique].add(day)
        assert not skill.mastered or len(right_on[skill.technique]) >= 3
    assert asked.keys() == set(NAMES)
    assert max(asked.values()) <= asked.total() / 3


@pytest.mark.parametrize("never", [("zero", "full-clue"), ("parity", "look-ahead")])
def test_techniques_that_are_never_right_hold_up_no_other(never: tuple[str, str]) -> None:
    learner = Learner("twice a level", 0.3, never=frozenset(never))
    assert {skill.technique for _, skill, _ in learner.answers(30)} == set(NAMES)
