"""Short texts for arguments about how many lines clues have at their corners.

What the inferences of a whole argument find decides whether it has one of the shapes that a short
text tells; all others are told inference by inference.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from i18n.messages import Message
from narrator import english
from narrator.corner_shapes import DECISIONS, Finding, Findings, Shape, finding_of, shape_of
from narrator.knowledge import Knowledge
from narrator.sentence import Sentence
from narrator.why import line_that_ends, reason_clause
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from solver.explain.step import ClueReason, DotReason, EdgesAre, Fact, Inference, PairIs, Step

Told = tuple[str, int]
"""A clause, and the number of inferences that it and the clauses before it tell."""

COMES_THROUGH = Message("a line comes in at {dot}, so one leaves {clue} at the opposite corner")
TWO_PASSES = Message("{clue} passes just one on to {dot}")
TWOS_PASS = Message("each 2 on the way passes just one on, up to {dot}")
GOES_ON_ALONG_3 = Message("just one goes on there, so {clue} needs both of its far sides")
GOES_ON_ALONG_2 = Message("just one goes on there, along {clue}, and {known}")
GOES_ON_ALONG_1 = Message("just one goes on there, and that is the line of {clue}")
NEEDS_FAR_SIDES = Message("{clue} needs both of its far sides")
ONE_WAY_THERE = Message("only one way on is open there")
TWO_THERE = Message("two lines already meet there")
ONE_EITHER_WAY = Message("either way, just one of its lines ends at {dot}")
ANOTHER_IS_ALONE = Message(
    "the same goes for the opposite corner, so another line there would be one too many or alone"
)
TWO_FOR_THE_1 = Message(
    "the same goes for {dot}, where {clue} then has two lines or none too, and two are too many"
)
NO_ROOM_FOR_BOTH = Message("a line already reaches the opposite corner, which has no room for both")
NO_ROOM_SO_PAST = Message(
    "a line already reaches the opposite corner, which has no room for both, so it goes past"
)
HAS_ONE_OPPOSITE = Message(
    "{clue} has a line at the opposite corner, where there is no room for both"
)
ONLY_ITS_SIDES_LEFT = Message(
    "so only two sides of {clue} are left there, and two crosses would be too many for it"
)
TOO_MANY_BETWEEN = Message(
    "a line between {clues} could only go on along one of them at {dot}, which would have too many "
    "lines"
)
HAS_ONE_AT = Message("{clue} has a line at {dot}")
JUST_ONE_AT_EACH = Message("{comes}, so {clue} has just one line at each of these corners")
A_LINE_EACH = Message("{clues} each have room for only one more cross, so each has a line at {dot}")
ALL_THAT_IS_LEFT = Message(
    "only two lines can meet there, so each has just one there and needs all of its other open "
    "sides"
)
TWO_MEET = Message("{three} has a line at {dot}, so two lines meet there")
OTHER_IS = Message("{one} can have only one of them, and the other is {edge}")
LINE_BESIDE = Message("a line already reaches the far corner of {clue}, so it has a line at {dot}")
LINE_SINCE = Message("{known}, so {clue} has a line at {dot}")
OTHER_ENDS = Message("its other line ends at {dot}")
JUST_ONE_EITHER_WAY = Message("either way, {clue} has just one line at {dot}")
NO_ROOM_FOR_IT = Message(
    "there is no room for it beside two lines of {first}, so {second} has both of its lines there"
)

OF_ANY_CELLS = frozenset({Shape.EACH_NEEDS_ONE, Shape.NOTHING_BETWEEN})
"""The shapes of cells with any number of sides."""


def corner_sentences(words: EdgeWords, board: Board, step: Step) -> tuple[Sentence, ...]:
    """The sentences for an argument of one of these shapes; none for others.

    Most shapes are of square cells, which have opposite corners.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.places import Places
    >>> from puzzle.moves import parse_marks
    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_rows("..../.1../..3./....")
    >>> board = Board.blank(puzzle).mark(parse_marks("x B2-C2 x B2-B3", puzzle.grid))
    >>> step = Explainer(puzzle).next_step(board)
    >>> words = EdgeWords(puzzle, ENGLISH, Places(puzzle, ENGLISH, [5, 10]))
    >>> for sentence in corner_sentences(words, board, step):
    ...     print(sentence.text)
    The line of the 1 at B2 ends at the bottom-right corner of B2.
    Just one goes on there, so the 3 at C3 needs both of its far sides.
    """
    if any(argument.supposed for argument in step.arguments):
        return ()
    facts: dict[Fact, Inference] = {}
    for argument in step.arguments:
        for inference in argument.inferences:
            facts.setdefault(inference.fact, inference)
    inferences = tuple(facts.values())
    findings = tuple(finding_of(words, inference) for inference in inferences)
    shape = shape_of(findings)
    if shape is None or not (board.puzzle.grid.is_square or shape in OF_ANY_CELLS):
        return ()
    text = _CornerText(words, Knowledge.of_marks(board.marks), inferences, findings, shape)
    return tuple(text.sentences())


class _CornerText:
    """The sentences of one argument, from all its inferences."""

    def __init__(
        self,
        words: EdgeWords,
        known: Knowledge,
        inferences: tuple[Inference, ...],
        findings: Findings,
        shape: Shape,
    ) -> None:
        self._words = words
        self._say = words.localizer.say
        self._known = known
        self._inferences = inferences
        self._shape, self._findings = shape, findings
        for inference in inferences:
            known.record(inference.fact, supposed=False)

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of the shape that the argument has."""
        tell: dict[Shape, Callable[[], Sequence[Told]]] = {
            Shape.ALONG_DIAGONAL: self._along_diagonal,
            Shape.BETWEEN_LINES: self._between_lines,
            Shape.EACH_NEEDS_ONE: self._each_needs_one,
            Shape.ONE_BESIDE_THREE: self._one_beside_three,
            Shape.THIRD_EDGE: self._third_edge,
            Shape.ONE_WITH_BOTH_OR_NONE: self._one_with_both_or_none,
            Shape.BOTH_OR_NONE: self._both_or_none,
            Shape.BOTH_BESIDE_THREE: self._both_beside_three,
            Shape.NOTHING_BETWEEN: self._nothing_between,
            Shape.ONE_BESIDE_TWO: self._one_beside_two,
            Shape.TWO_BESIDE_TWO: self._two_beside_two,
        }
        return self._as_sentences(tell[self._shape]())

    def _as_sentences(self, told: Sequence[Told]) -> Iterator[Sentence]:
        """Sentences of clauses, each with the inferences since the one before; the last has all."""
        start = 0
        for at, (clause, end) in enumerate(told, 1):
            stop = len(self._inferences) if at == len(told) else end
            *earlier, last = self._inferences[start:stop]
            text = self._words.localizer.sentence(english.STATEMENT, clause=clause)
            yield Sentence(text, inference=last, earlier=tuple(earlier))
            start = stop

    # Names

    def _at(self, finding: Finding) -> int:
        return self._findings.index(finding)

    def _one(self, finding: Finding) -> Inference:
        return self._inferences[self._at(finding)]

    def _clue(self, inference: Inference) -> str:
        return self._words.places.clue(_cell(inference))

    def _dot(self, inference: Inference) -> str:
        fact = _pair(inference)
        return self._words.places.dot_of(fact.dot, fact.edges)

    # Exactly one line, and where it goes

    def _along_diagonal(self) -> Sequence[Told]:
        """One line comes to a clue, each 2 passes it on, and the last clue or dot decides."""
        pairs = zip(self._inferences, self._inferences[1:], strict=False)
        if any(after.pairs != (before.fact,) for before, after in pairs):
            return ()
        first, *_, last = self._inferences
        told = self._start(first)
        start = told[-1][1] if told else len(self._inferences)
        passes = [finding is Finding.TWO_PASSES_ONE for finding in self._findings]
        passing = [at for at, passes_one in enumerate(passes) if passes_one and at >= start]
        if passing:
            two = self._inferences[passing[-1]]
            dot, clue = self._dot(two), self._clue(two)
            one = self._say(TWO_PASSES, clue=clue, dot=dot)
            clause = one if len(passing) == 1 else self._say(TWOS_PASS, dot=dot)
            if len(told) > 1:
                clause = self._words.localizer.join_clauses([told.pop()[0], clause])
            told.append((clause, passing[-1] + 1))
        return [*told, (self._end(last), len(self._inferences))] if told else ()

    def _start(self, first: Inference) -> list[Told]:
        """Where the line on a diagonal comes from."""
        match self._findings[0]:
            case Finding.DOT_HAS_ONE:
                two = self._inferences[1]
                clause = self._say(COMES_THROUGH, dot=self._dot(first), clue=self._clue(two))
                return [(clause, 2)]
            case Finding.DOT_IS_CLOSED:
                two = self._inferences[1]
                return [
                    (self._both_there_or_none(first, two), 1),
                    (self._say(ONE_EITHER_WAY, dot=self._dot(two)), 2),
                ]
        ends = line_that_ends(self._words, first, self._known)
        return [] if ends is None else [(ends, 1)]

    def _end(self, last: Inference) -> str:
        """What the last clue or dot of a diagonal does with its one line."""
        match self._findings[-1]:
            case Finding.THREE_DECIDES:
                return self._say(GOES_ON_ALONG_3, clue=self._clue(last))
            case Finding.ONE_DECIDES:
                return self._say(GOES_ON_ALONG_1, clue=self._clue(last))
            case Finding.TWO_DECIDES:
                sides = self._words.puzzle.grid.cell_edges[_cell(last)]
                marks = self._words.known_edges(last, self._known, sides)
                known = self._words.localizer.join_clauses(marks)
                return self._say(GOES_ON_ALONG_2, clue=self._clue(last), known=known)
        found = cast("EdgesAre", last.fact)
        return self._say(ONE_WAY_THERE if found.state is EdgeState.LINE else TWO_THERE)

    def _between_lines(self) -> Sequence[Told]:
        """A 2 with other lines at two opposite corners has just one line at each of them."""
        at = self._at(Finding.TWO_HAS_ONE_AT_EACH)
        two = self._inferences[at]
        if any(each.reason != two.reason for each in self._all(Finding.TWO_PASSES_ONE)):
            return ()
        comes = [self._say(HAS_ONE_AT, clue=self._clue(s), dot=self._dot(s)) for s in self._some()]
        comes += [
            self._words.localizer.clause(english.DOT_ONE_LINE, False, dot=self._dot(each))
            for each in self._all(Finding.DOT_HAS_NOT_BOTH)
        ]
        visited = self._all(Finding.DOT_HAS_SOME)
        comes += [reason_clause(self._words, each, self._known) for each in visited]
        why = self._words.localizer.join_clauses(comes)
        told = [(self._say(JUST_ONE_AT_EACH, comes=why, clue=self._clue(two)), at + 1)]
        ends = [n for n, finding in enumerate(self._findings) if finding in DECISIONS and n > at]
        return [*told, *((self._between_end(end), end + 1) for end in ends)]

    def _between_end(self, end: int) -> str:
        inference = self._inferences[end]
        if self._findings[end] is Finding.THREE_DECIDES:
            return self._say(NEEDS_FAR_SIDES, clue=self._clue(inference))
        return reason_clause(self._words, inference, self._known)

    def _each_needs_one(self) -> Sequence[Told]:
        """Two clues that each need a line at a dot have just one there."""
        if not all(map(self._has_room_for_one, self._some())):
            return ()
        clues = self._words.localizer.join([self._clue(each) for each in self._some()])
        first = self._say(A_LINE_EACH, clues=clues, dot=self._dot(self._inferences[0]))
        return [(first, 2), (self._say(ALL_THAT_IS_LEFT), 3)]

    def _one_beside_three(self) -> Sequence[Told]:
        """Two lines meet where a 3 must have one, and a 1 beside it can have only one of them."""
        one = self._one(Finding.ONE_HAS_NOT_BOTH)
        three = self._one(Finding.CLUE_HAS_SOME)
        needs_line = Finding.DOT_NEEDS_LINE in self._findings
        other = self._one(Finding.DOT_NEEDS_LINE if needs_line else Finding.DOT_DECIDES)
        found, fact = cast("EdgesAre", other.fact), _pair(one)
        around = self._words.puzzle.grid.dot_edges[fact.dot]
        if found.state is not EdgeState.LINE or found.edges == fact.edges:
            return ()
        if {*fact.edges, *found.edges, *other.given} != {*around}:
            return ()
        edge = self._words.places.edges(found.edges)
        return [
            (self._say(TWO_MEET, three=self._clue(three), dot=self._dot(three)), 2),
            (self._say(OTHER_IS, one=self._clue(one), edge=edge), 3),
        ]

    # Both lines of a 2 at one corner, or none

    def _both_there_or_none(self, closed: Inference, two: Inference) -> str:
        dot = self._words.places.corners_of(_cell(two), [_pair(closed).dot])
        return self._say(english.BOTH_THERE_OR_NONE, dot=dot, clue=self._clue(two))

    def _third_edge(self) -> Sequence[Told]:
        closed, two, end = self._inferences
        if end.pairs != (two.fact,):
            return ()
        return [(self._both_there_or_none(closed, two), 2), (self._say(ANOTHER_IS_ALONE), 3)]

    def _one_with_both_or_none(self) -> Sequence[Told]:
        one = self._one(Finding.ONE_HAS_NOT_BOTH)
        two = self._one(Finding.TWO_HAS_BOTH_OR_NONE)
        end = self._one(Finding.NOT_BOTH_SO_CROSS)
        if two.fact not in end.pairs:
            return ()
        clue, dot = self._clue(one), self._dot(two)
        return [
            (self._both_there_or_none(self._one(Finding.DOT_IS_CLOSED), two), 3),
            (self._say(TWO_FOR_THE_1, clue=clue, dot=dot), 4),
            *((self._between_end(n), n + 1) for n in range(4, len(self._inferences))),
        ]

    def _both_or_none(self) -> Sequence[Told]:
        """A 2 with both lines at a closed corner or none, and a line at the opposite corner."""
        dot = _pair(self._one(Finding.DOT_HAS_NOT_BOTH)).dot
        past = any(each.reason == DotReason(dot) for each in self._inferences[3:])
        clause = self._say(NO_ROOM_SO_PAST if past else NO_ROOM_FOR_BOTH)
        closed, two = self._one(Finding.DOT_IS_CLOSED), self._one(Finding.TWO_HAS_NO_ROOM)
        return [(self._both_there_or_none(closed, two), 2), (clause, 3)]

    def _both_beside_three(self) -> Sequence[Told]:
        """A 2 with both lines at a closed corner or none, and another clue opposite."""
        clue = self._clue(self._one(Finding.CLUE_HAS_SOME))
        closed, two = self._one(Finding.DOT_IS_CLOSED), self._one(Finding.TWO_HAS_NO_ROOM)
        told = [
            (self._both_there_or_none(closed, two), 3),
            (self._say(HAS_ONE_OPPOSITE, clue=clue), 4),
        ]
        if Finding.THREE_NEEDS_BOTH in self._findings:
            told.append((self._say(ONLY_ITS_SIDES_LEFT, clue=clue), len(self._findings)))
        return told

    def _nothing_between(self) -> Sequence[Told]:
        """A line between two clues would make one of them have too many lines."""
        first, second, end = self._inferences
        edges = {*_pair(first).edges, *_pair(second).edges}
        dot = _pair(first).dot
        between = {*_pair(first).edges} & {*_pair(second).edges}
        around = {*self._words.puzzle.grid.dot_edges[dot]}
        if around != edges | end.given or between != {*cast("EdgesAre", end.fact).edges}:
            return ()
        clues = self._words.localizer.join([self._clue(first), self._clue(second)])
        return [(self._say(TOO_MANY_BETWEEN, clues=clues, dot=self._dot(first)), 3)]

    def _two_beside_two(self) -> Sequence[Told]:
        """One 2 with both lines or none at a dot, and one that needs a line there."""
        first = self._one(Finding.TWO_HAS_BOTH_OR_NONE)
        second = self._one(Finding.TWO_NEEDS_SOME)
        end = self._one(Finding.SOME_SO_BOTH)
        if {*end.pairs} != {first.fact, second.fact}:
            return ()
        if not {*_pair(first).edges}.isdisjoint(_pair(second).edges):
            return ()
        names = {"first": self._clue(first), "second": self._clue(second)}
        beside = self._say(LINE_BESIDE, clue=names["second"], dot=self._dot(second))
        closed = next(each for each in self._all(Finding.DOT_IS_CLOSED) if each.fact in first.pairs)
        return [
            (self._both_there_or_none(closed, first), 1),
            (beside, 4),
            (self._say(NO_ROOM_FOR_IT, **names), 5),
        ]

    def _one_beside_two(self) -> Sequence[Told]:
        """A clue that has a line where a 2 has both lines or none has just one there."""
        at = self._at(Finding.ONE_BESIDE_BOTH)
        two, one = self._one(Finding.TWO_HAS_BOTH_OR_NONE), self._inferences[at]
        needs = (
            Finding.TWO_NEEDS_SOME if self._all(Finding.TWO_NEEDS_SOME) else Finding.CLUE_HAS_SOME
        )
        some, closed = self._one(needs), self._one(Finding.DOT_IS_CLOSED)
        if {*one.pairs} != {two.fact, some.fact} or {*_pair(one).edges} != {*_pair(some).edges}:
            return ()
        clue, dot = self._clue(some), self._dot(some)
        beside = self._say(LINE_BESIDE, clue=clue, dot=dot)
        if needs is Finding.CLUE_HAS_SOME:
            sides = self._words.puzzle.grid.cell_edges[_cell(some)]
            known = self._words.known_edges(some, self._known, sides, owned=False)
            why = self._words.localizer.join_clauses(known)
            beside = self._say(LINE_SINCE if known else HAS_ONE_AT, known=why, clue=clue, dot=dot)
        told = [(beside, at - 1), (self._both_there_or_none(closed, two), at)]
        last, passes = self._inferences[-1], self._all(Finding.TWO_PASSES_ONE)
        ends = [self._say(JUST_ONE_EITHER_WAY, clue=clue, dot=dot)]
        if passes and passes[0].reason == some.reason:
            ends.append(self._say(OTHER_ENDS, dot=self._dot(passes[0])))
        elif passes:
            return ()
        told.append((self._words.localizer.join_clauses(ends), at + 1 + len(passes)))
        if last.reason != some.reason:
            told.append((self._end(last), len(self._inferences)))
        return told if len(passes) <= 1 else ()

    def _all(self, finding: Finding) -> list[Inference]:
        pairs = zip(self._findings, self._inferences, strict=True)
        return [inference for each, inference in pairs if each is finding]

    def _some(self) -> list[Inference]:
        return self._all(Finding.CLUE_HAS_SOME)

    def _has_room_for_one(self, inference: Inference) -> bool:
        """Whether a clue can have just one more cross, since it has no line yet."""
        cell = _cell(inference)
        sides = self._words.puzzle.grid.cell_edges[cell]
        lines, crosses = self._known.lines_and_crosses(inference, sides)
        return not lines and len(sides) - len(crosses) == 1 + (self._words.puzzle.clues[cell] or 0)


def _pair(inference: Inference) -> PairIs:
    """The relation that an inference finds; only for findings that are one."""
    return cast("PairIs", inference.fact)


def _cell(inference: Inference) -> int:
    """The clue of an inference; only for findings at a clue."""
    return cast("ClueReason", inference.reason).cell
