"""How well a person masters techniques: boxes, and the days until each comes again.

A technique moves up a box with a quick right answer, and down two with each wrong one. Out of the
lowest box it moves up at once, out of others only when it is due and on another day than the last
answer, so that none is mastered in a sitting. The higher its box, the more days pass until it is
due. New techniques come in the order of their difficulty, two at a time. One that is hardly ever
right rests for some days, and none takes more than a tenth of all answers.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from operator import attrgetter
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from play.calendar import today

BOX_DAYS = (0, 1, 3, 8, 21, 60)
"""The days until a technique is due again, by its box."""
MASTERED = 4
"""The first box of techniques that are mastered."""
STEPS_DOWN = 2
"""The boxes that a wrong answer costs."""
OPEN = 2
"""Maximum number of techniques in the lowest box before a new one is begun."""
PATIENCE = 6
"""From this number of answers on, a technique in the lowest box holds up no new one, and rests if
too few are right."""
REST_DAYS = 3
"""The days of a rest for each `PATIENCE` wrong answers."""
MAX_SHARE = 0.1
"""Maximum share of all answers that one technique has, from `PATIENCE` answers on."""
SLOW = 3
"""A right answer is slow if it takes more than this many times the person's median."""
MIN_TIMES = 5
"""Minimum number of times from which a median is taken."""
MAX_SECONDS = 3600
"""Maximum time that is stored for an answer."""


class Skill(Struct, frozen=True):
    """What is known of a person's mastery of a technique.

    - `due_at`: when it is to be practised again; `last_at`: when it was practised last;
    - `seen`, `correct`: the numbers of answers and of right answers;
    - `seconds`: the time of the last right answer.
    """

    technique: str
    box: int
    due_at: datetime
    last_at: datetime
    seen: int = 0
    correct: int = 0
    seconds: int | None = None

    @property
    def mastered(self) -> bool:
        """Whether the technique is mastered."""
        return self.box >= MASTERED

    @property
    def rest_days(self) -> int:
        """The days of rest after a wrong answer; 0 unless fewer than a third of many are right."""
        wrong = self.seen - self.correct
        return 0 if self.box or wrong <= 2 * self.correct else REST_DAYS * (wrong // PATIENCE)

    @property
    def days(self) -> int:
        """The days from the last answer until the technique is due, rounded up."""
        return max(0, ceil((self.due_at - self.last_at) / timedelta(days=1)))


def after_answer(
    skill: Skill, *, right: bool, seconds: float | None, times: Collection[int], at: datetime
) -> Skill:
    """The skill after an answer that took some seconds, None if they are not compared.

    `times` are those of other techniques of the same difficulty: what is harder takes longer.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    >>> new = Skill("zero", 0, noon, noon)
    >>> once = after_answer(new, right=True, seconds=8, times=(), at=noon)
    >>> once.box, once.due_at - noon
    (1, datetime.timedelta(days=1))
    >>> after_answer(once, right=True, seconds=8, times=(), at=noon).box
    1
    >>> after_answer(once, right=False, seconds=8, times=(), at=noon).box
    0
    """
    is_early = at < skill.due_at
    may_rise = not skill.box or (not is_early and today(at) > today(skill.last_at))
    if not right:
        box = max(0, skill.box - STEPS_DOWN)
    elif may_rise and (seconds is None or not is_slow(seconds, times)):
        box = min(skill.box + 1, len(BOX_DAYS) - 1)
    else:
        box = skill.box
    taken = skill.seconds
    if right and seconds is not None:
        taken = min(MAX_SECONDS, max(0, round(seconds)))
    after = replace(
        skill,
        box=box,
        due_at=skill.due_at if right and is_early else at + timedelta(days=BOX_DAYS[box]),
        last_at=at,
        seen=skill.seen + 1,
        correct=skill.correct + right,
        seconds=taken,
    )
    rest = timedelta(days=0 if right else after.rest_days)
    return replace(after, due_at=after.due_at + rest)


def is_slow(seconds: float, times: Collection[int]) -> bool:
    """Whether an answer took much longer than a person's answers do; False for few `times`."""
    return len(times) >= MIN_TIMES and seconds > SLOW * median(times)


def due(skills: Collection[Skill], at: datetime) -> list[Skill]:
    """The skills that are due, the longest due first."""
    found = [skill for skill in skills if skill.due_at <= at]
    return sorted(found, key=lambda skill: (skill.due_at, skill.technique))


def _weakness(at: datetime, skill: Skill) -> tuple[bool, int, datetime]:
    """What orders skills when nothing is due: not those of today, then the weakest."""
    return today(skill.last_at) == today(at), skill.box, skill.due_at


def next_technique(
    skills: Collection[Skill],
    techniques: Sequence[str],
    at: datetime,
    last: str = "",
    lacking: Collection[str] = (),
) -> str:
    """The technique to practise next; `techniques` are all in the order of difficulty.

    Those that are `lacking` come first, in their order. Then comes what is due, but with fewer than
    `OPEN` techniques in the lowest box that had fewer than `PATIENCE` answers, a new one comes
    before all in the lowest box. If nothing is due or new, it is one that rests, as a wrong answer
    costs no other technique its box then, else the weakest of those without an answer on this day,
    or of all. What has had its share of the answers, and `last`, come only if there is no other.

    >>> from datetime import UTC
    >>> noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    >>> next_technique([], ["zero", "full-clue"], noon)
    'zero'
    >>> next_technique([Skill("zero", 0, noon, noon)], ["zero", "full-clue"], noon)
    'full-clue'
    >>> next_technique([], ["zero", "full-clue"], noon, lacking=["full-clue"])
    'full-clue'
    """
    known = [skill for skill in skills if skill.technique in techniques]
    seen = {skill.technique for skill in known}
    waiting = [skill.technique for skill in due(known, at)]
    lowest = {skill.technique for skill in known if not skill.box}
    waited_for = [skill for skill in known if not skill.box and skill.seen < PATIENCE]
    new = [name for name in techniques if name not in seen][: len(waited_for) < OPEN]
    soonest = sorted(known, key=attrgetter("due_at"))
    resting = [each.technique for each in soonest if each.rest_days and each.due_at > at]
    weakest = [skill.technique for skill in sorted(known, key=partial(_weakness, at))]
    higher = [name for name in waiting if name not in lowest]
    wanted = [name for name in lacking if name not in resting]
    order = [*wanted, *higher, *new, *waiting, *resting, *weakest, *techniques]
    most = max(PATIENCE - 1, MAX_SHARE * sum(skill.seen for skill in known))
    often = {skill.technique for skill in known if skill.seen > most}
    rarer = [name for name in order if name not in often]
    return next((name for name in (*rarer, *order) if name != last), last)
