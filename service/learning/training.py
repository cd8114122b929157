"""Practice: drills of techniques, and how well people master them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from math import ceil

from msgspec import Struct, convert
from msgspec.structs import asdict, replace

from jobs.drilling import (
    DrillQuestion,
    DrillRequest,
    JudgedDrill,
    JudgeRequest,
    ask_drill,
    draw_mastery,
    judge_drill,
)
from jobs.errors import JobError
from jobs.playing import Drawing
from play.mastery import Skill, after_answer, due, next_technique
from puzzle.model import EdgeState
from renderer.mastery import MasteryGrid
from service.errors import InputError, Problem
from service.learning.gaps import Gaps
from service.running.clock import Clock
from service.running.readers import Reader, begin_change
from solver.drills import moves_on, unpack
from solver.errors import AssumptionError, DrillError, DrillTextError
from solver.explain.step import Technique, TechniqueFamily
from solver.explain.techniques import PRACTISED, rules_of, technique_named
from solver.review.gaps import Gap
from store import last_storms, outbox, players, skills
from store.database import Database
from store.records import PendingMessage, SkillRecord
from store.transaction import Connection
from workers.pool import Priority, WorkPool

KNOWN_BOX = 2
"""The box from which on a person knows the rule of a technique."""
GROUPS = (
    (TechniqueFamily.CLUE, TechniqueFamily.DOT),
    (TechniqueFamily.CORNER,),
    (TechniqueFamily.NEIGHBOURS,),
    (TechniqueFamily.LOOP,),
    (TechniqueFamily.CHAIN, TechniqueFamily.LOOK_AHEAD, TechniqueFamily.CORE),
)
"""Families of techniques whose rows are together in a list of all."""
MAX_COLUMNS = 9
"""Maximum number of techniques in a row."""
NEW = -1
"""The box of a technique that was never practised."""
FIND_FROM = 2
"""The first box in which nothing has a sign: what is decided is to be found on the whole board."""


class DrillPlan(Enum):
    """What is practised: what comes next for a person, one technique, or three drills of one.

    A worked example shows the answer to a drill that is not asked.
    """

    MIXED = "m"
    ONE = "t"
    EXAMPLE = "e"
    FIRST = "1"
    SECOND = "2"
    THIRD = "3"

    @property
    def next(self) -> "DrillPlan":
        """The plan of the next drill."""
        return _NEXT.get(self, self)


_NEXT = {
    DrillPlan.FIRST: DrillPlan.SECOND,
    DrillPlan.SECOND: DrillPlan.THIRD,
    DrillPlan.THIRD: DrillPlan.MIXED,
    DrillPlan.EXAMPLE: DrillPlan.MIXED,
}


class AskedDrill(Struct, frozen=True):
    """A drill for a person; with `introduced`, its technique and rule are told before.

    `gap` and `missed` tell why the technique comes first: the person lacks it, or got it wrong in
    their last storm.
    """

    plan: DrillPlan
    question: DrillQuestion
    introduced: bool
    gap: Gap | None = None
    missed: bool = False


class GivenAnswer(Struct, frozen=True):
    """An answer to a drill: the states of edges that were drawn, or of `signed` ones by number.

    `shown_at` is when the drill was shown, `at` when it was answered, by the clock of the chat.
    """

    text: str
    drawn: Mapping[int, EdgeState]
    shown_at: datetime
    at: datetime
    signed: bool = False

    @property
    def seconds(self) -> float | None:
        """How long the answer took; None without signs, as it takes long to type, and to look."""
        return (self.at - self.shown_at).total_seconds() if self.signed else None


class AnsweredDrill(Struct, frozen=True):
    """An answer to a drill; `skill` is the skill after it, None if it is not counted."""

    plan: DrillPlan
    judged: JudgedDrill
    skill: Skill | None

    @property
    def next(self) -> DrillPlan:
        """The plan of what comes next: a worked example before a technique rests."""
        rests = self.skill is not None and self.skill.rest_days and not self.judged.is_right
        return DrillPlan.EXAMPLE if rests else self.plan.next


class Mastery(Struct, frozen=True):
    """A person's skills, by technique, at an instant."""

    skills: dict[str, Skill]
    at: datetime

    @property
    def due(self) -> frozenset[str]:
        """The techniques that are due."""
        return frozenset(skill.technique for skill in due(self.skills.values(), self.at))

    def box(self, technique: str) -> int:
        """The box of a technique, `NEW` for one that was never practised."""
        return self.skills[technique].box if technique in self.skills else NEW


def techniques() -> tuple[Technique, ...]:
    """All techniques in the order of their difficulty.

    >>> [technique.name for technique in techniques()][:2]
    ['zero', 'three-next-to-zero']
    """
    return tuple(sorted((row.technique for row in PRACTISED), key=lambda each: each.difficulty))


def is_found(plan: DrillPlan, box: int) -> bool:
    """Whether nothing in a drill has a sign: from a box on, and in the last of three drills.

    >>> [is_found(DrillPlan.MIXED, box) for box in (NEW, 1, 2)], is_found(DrillPlan.THIRD, NEW)
    ([False, False, True], True)
    """
    if plan in {DrillPlan.MIXED, DrillPlan.ONE}:
        return box >= FIND_FROM
    return plan is DrillPlan.THIRD


def moves_in(text: str, moves: str) -> Mapping[int, EdgeState]:
    """What typed moves draw in the drill of a text.

    Raises `NotationError` for a text that has no moves, or draws what is there already, and
    `InputError` if the drill is of another version.
    """
    try:
        drill = unpack(text)
    except DrillTextError as error:
        raise InputError(Problem.DRILL_GONE) from error
    return moves_on(drill, moves)


def times_to_compare(skills: Iterable[Skill], technique: str) -> list[int]:
    """The times of other techniques of the same difficulty, with which an answer is compared."""
    difficulty = technique_named(technique).difficulty
    alike = {each.name for each in techniques() if each.difficulty is difficulty}
    return [
        each.seconds
        for each in skills
        if each.seconds is not None and each.technique in alike - {technique}
    ]


def technique_rows() -> Iterator[tuple[int, Sequence[str]]]:
    """The names of all techniques in rows of at most `MAX_COLUMNS`, each with its group."""
    for group, families in enumerate(GROUPS):
        names = [each.name for each in techniques() if each.family in families]
        columns = ceil(len(names) / ceil(len(names) / MAX_COLUMNS))
        for start in range(0, len(names), columns):
            yield group, names[start : start + columns]


class Training(Struct, eq=False):
    """Asks drills, judges answers and stores them; `now` gives the current time."""

    database: Database
    pool: WorkPool
    now: Clock
    gaps: Gaps

    async def mastery(self, person: int) -> Mastery:
        """How well a person masters techniques."""
        stored = await self.database.read(skills.of_player, person)
        names = {each.name for each in techniques()}
        known = {each.technique: _skill(each) for each in stored if each.technique in names}
        return Mastery(known, self.now())

    async def known(self, person: int) -> tuple[str, ...]:
        """The techniques of which a person need not be told the rule again."""
        skills = (await self.mastery(person)).skills
        return tuple(name for name, skill in skills.items() if skill.box >= KNOWN_BOX)

    async def strengths(self, person: int) -> tuple[str, ...]:
        """The techniques that a person took quickest on their last boards."""
        return await self.gaps.strengths(person)

    async def ask(
        self,
        reader: Reader,
        plan: DrillPlan,
        *,
        seed: int,
        technique: str = "",
        begins: bool = False,
    ) -> AskedDrill:
        """Make a drill for a person.

        With the plan `MIXED`, it is of what the person is to practise next, and `technique` is what
        came last; techniques of other rules come once they are practised or lacking. Else it is of
        the `technique`, which is told if the practice `begins`. Raises `InputError` if there is no
        such technique.
        """
        names = [each.name for each in techniques()]
        introduced, known = begins, await self.mastery(reader.person)
        first = dict[str, Gap | None]()
        if plan is DrillPlan.MIXED:
            first = await self._lacking(reader.person, known, names)
            every, wanted = [*known.skills.values()], {*known.skills, *first}
            asked = [name for name in names if name in wanted or rules_of(name).is_plain]
            technique = next_technique(every, asked, known.at, technique, [*first])
            introduced = technique not in known.skills
        elif technique not in names:
            raise InputError(Problem.NO_SUCH_TECHNIQUE)
        signs = not is_found(plan, known.box(technique))
        request = DrillRequest(technique, seed, reader.appearance, reader.language, signs=signs)
        found = await self.pool.run(
            ask_drill, request, person=reader.person, priority=Priority.SLOW
        )
        missed = technique in first and first[technique] is None
        return AskedDrill(plan, found, introduced, first.get(technique), missed)

    async def _lacking(
        self, person: int, known: Mastery, names: Collection[str]
    ) -> dict[str, Gap | None]:
        """The techniques that come first, in order, each with what the person lacks of it.

        None for one that was wrong in their last storm and was not practised since.
        """
        storm = await self.database.read(last_storms.find, person)
        found: dict[str, Gap | None] = {}
        for word in () if storm is None else storm.wrong:
            name = word.partition(":")[0]
            skill = known.skills.get(name)
            if storm and (skill is None or skill.last_at < storm.began_at):
                found[name] = None
        for gap in await self.gaps.gaps(person):
            if gap.technique not in known.skills or gap.technique in known.due:
                found.setdefault(gap.technique, gap)
        return {name: gap for name, gap in found.items() if name in names}

    async def ask_again(
        self, reader: Reader, plan: DrillPlan, text: str, *, signs: bool
    ) -> AskedDrill:
        """Ask the drill of a text again, with four signs or without.

        Raises `InputError` for a drill of another version.
        """
        request = DrillRequest("", 0, reader.appearance, reader.language, text, signs)
        return AskedDrill(plan, await self._made(reader, request), introduced=False)

    async def ways(self, reader: Reader, text: str) -> Drawing:
        """The ways of the step of a drill; raises `InputError` for one of another version."""
        request = DrillRequest("", 0, reader.appearance, reader.language, text, ways=True)
        return (await self._made(reader, request)).drawing

    async def _made(self, reader: Reader, request: DrillRequest) -> DrillQuestion:
        try:
            return await self.pool.run(
                ask_drill, request, person=reader.person, priority=Priority.SLOW
            )
        except (DrillTextError, DrillError, JobError) as error:
            raise InputError(Problem.DRILL_GONE) from error

    async def judge(
        self,
        reader: Reader,
        plan: DrillPlan,
        given: GivenAnswer,
        message: PendingMessage | None = None,
    ) -> AnsweredDrill:
        """Judge an answer to a drill and count it.

        A drill is counted once: not if its technique was practised since it was shown. An answer on
        a page is sent to chat as its `message`; one in chat ends the page. Raises `AlreadyClaimed`
        if another handler has claimed the interaction, and what `judged` raises.
        """
        now, person, judged = self.now(), reader.person, await self.judged(reader, given)

        async def count(connection: Connection) -> Skill | None:
            await begin_change(connection, reader, now)
            await players.ensure(connection, person, now)
            skill = await _count(connection, person, judged, given)
            if message is None:
                await outbox.withdraw(connection, f"drill:{person}:")
            else:
                drawn = [(edge, int(state)) for edge, state in given.drawn.items()]
                subject = {**message.subject, "drawn": drawn, "counted": skill is not None}
                await outbox.add(connection, replace(message, subject=subject, due_at=now))
            return skill

        return AnsweredDrill(plan, judged, await self.database.write(count))

    async def judged(self, reader: Reader, given: GivenAnswer) -> JudgedDrill:
        """The verdict on an answer to a drill, which is not counted.

        Raises `InputError` for a drill of another version that cannot be judged.
        """
        look = reader.appearance, reader.language
        request = JudgeRequest(given.text, {**given.drawn}, *look, signed=given.signed)
        try:
            return await self.pool.run(
                judge_drill, request, person=reader.person, priority=Priority.QUICK
            )
        except (DrillTextError, DrillError, AssumptionError, JobError) as error:
            raise InputError(Problem.DRILL_GONE) from error

    async def example(self, reader: Reader, technique: str, *, seed: int) -> AnsweredDrill:
        """A drill of a technique with its right answer, which is not counted.

        Raises `InputError` if there is no such technique.
        """
        asked = await self.ask(reader, DrillPlan.ONE, seed=seed, technique=technique)
        text, known = asked.question.text, await self.mastery(reader.person)
        given = GivenAnswer(text, unpack(text).answer, known.at, known.at)
        judged = await self.judged(reader, given)
        skill = known.skills.get(technique, Skill(technique, 0, known.at, known.at))
        return AnsweredDrill(DrillPlan.EXAMPLE, judged, skill)

    async def make_due(self, person: int, technique: str) -> None:
        """Let a technique come again at once if the person has practised it before."""
        now = self.now()
        await self.database.write(
            lambda connection: skills.make_due(connection, person, technique, now)
        )

    async def picture(self, reader: Reader, known: Mastery) -> Drawing:
        """A picture of how well the person masters all techniques."""
        rows = [names for _, names in technique_rows()]
        grid = MasteryGrid(
            tuple(tuple(map(known.box, names)) for names in rows),
            frozenset(
                (row, col)
                for row, names in enumerate(rows)
                for col, name in enumerate(names)
                if name in known.due
            ),
            reader.appearance.theme,
            reader.language,
        )
        return await self.pool.run(
            draw_mastery, grid, person=reader.person, priority=Priority.QUICK
        )


async def _count(
    connection: Connection, person: int, judged: JudgedDrill, given: GivenAnswer
) -> Skill | None:
    """Store what an answer changes; None if the technique was practised since it was asked."""
    name, at = judged.technique, given.at
    stored = [_skill(record) for record in await skills.of_player(connection, person)]
    before = next((each for each in stored if each.technique == name), None)
    if before is not None and before.last_at > given.shown_at:
        return None
    after = after_answer(
        before or Skill(name, 0, at, at),
        right=judged.is_right,
        seconds=given.seconds,
        times=times_to_compare(stored, name),
        at=at,
    )
    await skills.save(connection, SkillRecord(person, **asdict(after)))
    return after


def _skill(record: SkillRecord) -> Skill:
    return convert(record, Skill, from_attributes=True)
