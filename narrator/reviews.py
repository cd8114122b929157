"""Tells how a board was solved: counts, and a few moments that are worth a look.

Nobody is accused: a mark is ahead of the reasons, and the text says what it takes to deduce it.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain, zip_longest
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message, Plural, Template
from narrator.narration import Level, narrate
from narrator.outcomes import name_marks
from narrator.picture import highlight
from narrator.techniques import text_of
from puzzle.model import Board, EdgeState
from puzzle.strokes import Stroke
from renderer.highlights import Highlights
from solver.explain.budget import Budget
from solver.explain.explainer import Explainer
from solver.explain.refutation import refutation
from solver.explain.rule_graph import board_of, states_of
from solver.explain.step import Step
from solver.explain.steps import step_of_easy, takes_a_trial
from solver.explain.techniques import is_practised
from solver.review.judgement import (
    Derivation,
    JudgedStroke,
    Judgement,
    Kind,
    NotReviewed,
    Review,
    is_right,
    without_wrong,
)
from solver.review.known_marks import VisibleMarks, with_crosses_in_mind
from solver.review.review import SEARCH_UNITS, easy_lines
from solver.review.review import review as review_strokes

MAX_MOMENTS = 5
"""Maximum number of moments of a review."""
MAX_REASONS_TOLD = 12
"""Maximum number of reasons, or lines to find first, of a mark that is told; nobody sees more."""

STROKES = Plural("{count} stroke in {time}.", "{count} strokes in {time}.")
STROKES_ALONE = Plural("{count} stroke.", "{count} strokes.")
FOLLOWED = Plural(
    "{count} mark follows from the marks before it.",
    "{count} marks follow from the marks before them.",
)
AHEAD_COUNT = Plural(
    "{count} mark is ahead of the reasons: it takes more than a short derivation.",
    "{count} marks are ahead of the reasons: they take more than a short derivation.",
)
NO_MISTAKE = Message("No mark was wrong.")
MISTAKES = Plural("{count} stroke went wrong.", "{count} strokes went wrong.")
FOLLOWED_WRONG = Plural(
    "{count} more wrong mark followed from that.", "{count} more wrong marks followed from that."
)
TAKEN_BACK = Plural("{count} wrong mark was taken back.", "{count} wrong marks were taken back.")
GIVEN = Plural(
    "{count} mark came from a hint, or by undo and redo.",
    "{count} marks came from hints, or by undo and redo.",
)
NOT_JUDGED = Plural(
    "{count} mark was not judged, as the work for a review is limited.",
    "{count} marks were not judged, as the work for a review is limited.",
)

WRONG = Message("The solution does not have {marks}.")
TOOK_BACK = Message("It was taken back after {time}.")
BY_THEN = Message("What could be seen instead: {idea}")
IT_SHOWS = Message("This shows it: {idea}")
FIND_OUT = Message("The reason can be found here: {idea}")
FIRST_OF_SEVERAL = Message("The first of {count} steps that show it: {idea}")
NOT_FORCED = Message("{marks} came ahead of the reasons.")
NEEDS = Message("To deduce it takes {count} reasons together: {technique}.")
NEEDS_LINES = Plural(
    "{count} other line has to be found first; then it follows: {technique}.",
    "{count} other lines have to be found first; then it follows: {technique}.",
)
NEEDS_STEPS = Plural(
    "{count} harder step has to be found first; then it follows: {technique}.",
    "{count} harder steps have to be found first; then it follows: {technique}.",
)
PAUSED = Message("{time} passed before {marks}.")
WAS_EASY = Message("This was easy to see then: {idea}")
WAS_HARD = Plural(
    "The next step took {count} reason: {technique}.",
    "The next step took {count} reasons together: {technique}.",
)
STAYED_OPEN = Plural(
    "This stayed open for {count} harder stroke: {idea}",
    "This stayed open for {count} harder strokes: {idea}",
)


MAX_WORDS = 60
"""Maximum number of words of an idea; of a longer one, only its name and its place are told."""


class MomentKind(Enum):
    """Why a moment of a review is worth a look."""

    MISTAKE = "mistake"
    AHEAD = "ahead"
    PAUSE = "pause"
    LEFT_OPEN = "left-open"


TITLES = MappingProxyType(
    {
        MomentKind.MISTAKE: Message("A wrong mark"),
        MomentKind.AHEAD: Message("Ahead of the reasons"),
        MomentKind.PAUSE: Message("A long pause"),
        MomentKind.LEFT_OPEN: Message("Easy, and left open"),
    }
)


class Moment(Struct, frozen=True):
    """A moment of a review: what to tell of it, and the board with highlights.

    `number` is that of its stroke, from 0, and `seconds` its time since the board was shown.
    `technique` is the name of the technique to learn from it; empty if there is none. `step` is the
    step whose argument it tells, on the board without wrong marks.
    """

    kind: MomentKind
    number: int
    seconds: int
    text: str
    board: Board
    highlights: Highlights
    technique: str = ""
    step: Step | None = None

    @property
    def idea(self) -> frozenset[int]:
        """The edges that it shows as forced; no two moments show the same."""
        return self.highlights.forced_lines | self.highlights.forced_crosses


class ToldReview(Struct, frozen=True):
    """A review with the sentences of its counts, and its moments."""

    review: Review
    counts: tuple[str, ...]
    moments: tuple[Moment, ...]


def report_on(
    explainer: Explainer,
    strokes: Sequence[Stroke],
    localizer: Localizer = ENGLISH,
    *,
    clock: bool = True,
) -> ToldReview | NotReviewed:
    """Review strokes and tell about them; without `clock`, no time is told."""
    found = review_strokes(explainer, strokes)
    if isinstance(found, NotReviewed):
        return found
    moments = find_moments(explainer, found, localizer, clock=clock)
    return ToldReview(found, tuple(summarise(found, localizer, clock=clock)), moments)


def title_of(moment: Moment, localizer: Localizer = ENGLISH) -> str:
    """The title of a moment."""
    return localizer.say(TITLES[moment.kind])


def summarise(review: Review, localizer: Localizer = ENGLISH, *, clock: bool = True) -> list[str]:
    """Sentences with the counts of a review; without `clock`, no time is told."""
    say, strokes = localizer.say, len(review.strokes)
    last = review.strokes[-1].stroke.seconds if strokes else 0
    if clock:
        first = say(STROKES, strokes, count=strokes, time=minutes(last))
    else:
        first = say(STROKES_ALONE, strokes, count=strokes)
    sentences = [first]
    wrong = sum(bool(judged.of(Kind.MISTAKE)) for judged in review.strokes)
    counted = (
        (review.count(Kind.FOLLOWED), FOLLOWED),
        (review.count(Kind.AHEAD), AHEAD_COUNT),
        (wrong, MISTAKES),
        (review.count(Kind.CONSEQUENCE), FOLLOWED_WRONG),
        (review.count(Kind.CORRECTION), TAKEN_BACK),
        (review.count(Kind.GIVEN), GIVEN),
        (review.count(Kind.OPEN), NOT_JUDGED),
    )
    sentences += [say(text, count, count=count) for count, text in counted if count]
    return sentences if wrong else [*sentences, say(NO_MISTAKE)]


def find_moments(
    explainer: Explainer,
    review: Review,
    localizer: Localizer = ENGLISH,
    *,
    clock: bool = True,
) -> tuple[Moment, ...]:
    """At most `MAX_MOMENTS` moments of a review, in the order of their strokes.

    Each kind of moment has its turn before a second one of a kind. Without `clock`, no time is told
    and pauses are left out.
    """
    teller = _Teller(explainer, review, localizer, clock=clock)
    turns = zip_longest(
        teller.mistakes(), teller.ahead(), teller.pauses() if clock else (), teller.left_open()
    )
    found: dict[object, Moment] = {}
    for moment in chain.from_iterable(turns):
        if len(found) == MAX_MOMENTS:
            break
        if moment is not None:
            found.setdefault(moment.idea or len(found), moment)
    return tuple(sorted(found.values(), key=lambda moment: moment.number))


def minutes(seconds: int) -> str:
    """A time as minutes and seconds.

    >>> minutes(125)
    '2:05'
    """
    return f"{seconds // 60}:{seconds % 60:02}"


def _practised(step: Step) -> str:
    """The name of the technique of a step; empty if there are no drills of it."""
    return step.technique.name if is_practised(step.technique) else ""


class _Teller(Struct, frozen=True):
    """Tells the moments of a review, the most remarkable of each kind first."""

    explainer: Explainer
    review: Review
    localizer: Localizer
    clock: bool

    def mistakes(self) -> Iterator[Moment]:
        """Wrong strokes, those that led to most first, and then those that stayed longest."""
        strokes = self.review.strokes
        numbers = [n for n, judged in enumerate(strokes) if judged.of(Kind.MISTAKE)]
        ends = {number: self._corrected_at(number) for number in numbers}
        led = {number: self._consequences(number, ends[number]) for number in numbers}

        def weight(number: int) -> tuple[int, int, int]:
            return -led[number], number - ends[number], number

        for number in sorted(numbers, key=weight):
            yield self._mistake(number, led[number], ends[number])

    def ahead(self) -> Iterator[Moment]:
        """Strokes ahead of the reasons, those that take most first, but none that take too many."""
        found = [
            (-judgement.effort.reasons, number, judgement.derivation, judgement)
            for number, judged in enumerate(self.review.strokes)
            for judgement in judged.of(Kind.AHEAD)[:1]
            if 0 < judgement.effort.reasons <= MAX_REASONS_TOLD >= judgement.effort.hidden
        ]
        for _, number, derivation, judgement in sorted(found, key=lambda one: one[:2]):
            if derivation is not None:
                yield self._ahead(number, judgement, derivation)

    def pauses(self) -> Iterator[Moment]:
        """Long pauses, the longest first."""
        for number in self.review.pauses:
            yield self._pause(number)

    def left_open(self) -> Iterator[Moment]:
        """Easy steps that stayed open, the longest first."""
        for one in self.review.open_steps:
            before = self._right_board(self.review.strokes[one.since])
            step, passed = self._easy(before, one.step.forced), one.passed
            if step is not None:
                idea, _ = self._idea(before, step)
                text = self.localizer.say(STAYED_OPEN, passed, count=passed, idea=idea)
                yield self._moment(MomentKind.LEFT_OPEN, one.since, [text], before, step)

    def _mistake(self, number: int, led: int, end: int) -> Moment:
        judged, say = self.review.strokes[number], self.localizer.say
        board = judged.before.mark(judged.stroke.states)
        mistakes = judged.of(Kind.MISTAKE)
        edges = frozenset(one.edge for one in mistakes)
        sentences = [say(WRONG, marks=name_marks(board, edges, self.localizer))]
        if led:
            sentences.append(say(FOLLOWED_WRONG, led, count=led))
        if self.clock and end < len(self.review.strokes):
            passed = self.review.strokes[end].stroke.seconds - judged.stroke.seconds
            sentences.append(say(TOOK_BACK, time=minutes(passed)))
        step, technique, in_mind = None, "", frozenset[int]()
        right = without_wrong(board, self.review.solution)
        if steps := self._refutation(right, edges):
            step, count = steps[0].seen_on(right), len(steps)
            technique, in_mind = _practised(step), step.in_mind
            idea, is_whole = self._idea(right, step)
            one = IT_SHOWS if is_whole else FIND_OUT
            template = FIRST_OF_SEVERAL if count > 1 else one if step.cost > 1 else BY_THEN
            sentences.append(say(template, count=count, idea=idea))
        wrong = self._wrong_on(board)
        shown = Highlights(wrong=wrong, culprits=edges, in_mind=in_mind)
        text = self.localizer.gap.join(sentences)
        return Moment(
            MomentKind.MISTAKE, number, judged.stroke.seconds, text, board, shown, technique, step
        )

    def _refutation(self, board: Board, edges: frozenset[int]) -> tuple[Step, ...]:
        """The steps that show one of these marks to be wrong; none if the first is a trial."""
        seen = with_crosses_in_mind(self.explainer, board, edges)
        steps = refutation(self.explainer, seen, edges, SEARCH_UNITS)
        return () if steps and takes_a_trial(steps[0]) else steps

    def _easy(self, board: Board, edges: Iterable[int]) -> Step | None:
        """The easy step for one of these edges on a board; None if it is not easy there."""
        visible = VisibleMarks(self.explainer, states_of(board))
        easy = next((visible.easy[edge] for edge in edges if edge in visible.easy), None)
        if easy is None:
            return None
        states = visible.states_without(easy)
        seen = board_of(board.puzzle, states)
        return step_of_easy(self.explainer.graph, seen, states, easy).seen_on(board)

    def _ahead(self, number: int, judgement: Judgement, derivation: Derivation) -> Moment:
        judged = self.review.strokes[number]
        board = judged.before.mark(judged.stroke.states)
        edge = judgement.edge
        sentences = [
            self.localizer.sentence(NOT_FORCED, marks=name_marks(board, {edge}, self.localizer))
        ]
        step = derivation.step(self.explainer.graph)
        if hidden := judgement.effort.hidden:
            sentences.append(self._needs(NEEDS_LINES, step, hidden))
        elif step.cost > 1:
            sentences.append(self._needs(NEEDS, step, step.cost))
        else:
            sentences.append(self._needs(NEEDS_STEPS, step, judgement.effort.joint_steps))
        lines = step.known & self.review.solution
        told = self._right_board(judged).mark(dict.fromkeys(lines, EdgeState.LINE))
        return self._moment(MomentKind.AHEAD, number, sentences, told, step.seen_on(told), edge)

    def _pause(self, number: int) -> Moment:
        judged, say = self.review.strokes[number], self.localizer.say
        before = self._right_board(judged)
        near = [tuple(judged.stroke.states)]
        after = judged.before.mark(judged.stroke.states)
        marks = name_marks(after, judged.stroke.states.keys(), self.localizer)
        time = minutes(self.review.seconds_before(number))
        sentences = [say(PAUSED, time=time, marks=marks)]
        easy = next(easy_lines(self.explainer, before, near), None)
        if easy is not None:
            step = easy[0].seen_on(before)
            sentences.append(say(WAS_EASY, idea=self._idea(before, step)[0]))
            return self._moment(MomentKind.PAUSE, number, sentences, before, step)
        found = self.explainer.next_step(before, Budget(SEARCH_UNITS), near)
        if isinstance(found, Step):
            sentences.append(self._needs(WAS_HARD, found, found.cost))
            sentences += narrate(before, found, Level.NUDGE, self.localizer).sentences
            return self._moment(MomentKind.PAUSE, number, sentences, before, found)
        text = self.localizer.gap.join(sentences)
        return Moment(MomentKind.PAUSE, number, judged.stroke.seconds, text, before, Highlights())

    def _moment(  # noqa: PLR0913, PLR0917 - the parts of a moment
        self,
        kind: MomentKind,
        number: int,
        sentences: Sequence[str],
        board: Board,
        step: Step,
        edge: int | None = None,
    ) -> Moment:
        """A moment about a step of a board.

        With an `edge`, nothing else that follows is shown.
        """
        shown = highlight(board.puzzle, step, Level.STEP)
        new = frozenset(e for e in step.forced if not board.marks[e] and edge in {None, e})
        shown = replace(
            shown,
            forced_lines=shown.forced_lines & new,
            forced_crosses=shown.forced_crosses & new,
        )
        text, told = self.localizer.gap.join(sentences), step if edge is None else None
        seconds = self.review.strokes[number].stroke.seconds
        return Moment(kind, number, seconds, text, board, shown, _practised(step), told)

    def _idea(self, board: Board, step: Step) -> tuple[str, bool]:
        """A step in full if English tells it in few words, else where to look; whether in full."""
        is_whole = len(narrate(board, step, Level.STEP, ENGLISH).line.split()) <= MAX_WORDS
        level = Level.STEP if is_whole else Level.HINT
        known = [step.technique.name]  # only of a hint, whose place alone is told
        return narrate(board, step, level, self.localizer, known).line, is_whole

    def _needs(self, template: Template, step: Step, count: int) -> str:
        title = self.localizer.say(text_of(step.technique).title)
        return self.localizer.say(template, count, count=count, technique=title)

    def _wrong_on(self, board: Board) -> frozenset[int]:
        marks = enumerate(board.marks)
        return frozenset(e for e, mark in marks if not is_right(mark, e, self.review.solution))

    def _right_board(self, judged: JudgedStroke) -> Board:
        """The board before a stroke, without wrong marks."""
        return without_wrong(judged.before, self.review.solution)

    def _corrected_at(self, number: int) -> int:
        """The number of the stroke that takes back all mistakes of a stroke."""
        left = {one.edge for one in self.review.strokes[number].of(Kind.MISTAKE)}
        for later in range(number + 1, len(self.review.strokes)):
            left -= {one.edge for one in self.review.strokes[later].of(Kind.CORRECTION)}
            if not left:
                return later
        return len(self.review.strokes)

    def _consequences(self, number: int, end: int) -> int:
        """The number of wrong marks that followed while the mistakes of a stroke were there."""
        return sum(len(one.of(Kind.CONSEQUENCE)) for one in self.review.strokes[number:end])
