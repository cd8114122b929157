"""Narrates arguments sentence by sentence.

Facts that depend on a supposition are in the conditional ("would be"), all others in the
indicative ("is").
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator import english
from narrator.both_ways import told_at_once
from narrator.cell_ideas import cell_sentences
from narrator.contradictions import contradiction_clause
from narrator.corner_ideas import corner_sentences
from narrator.knowledge import Knowledge
from narrator.patterns import pattern_sentences
from narrator.places import Places
from narrator.sentence import Sentence
from narrator.sides import either_way
from narrator.why import line_that_ends, reason_clause
from narrator.words import EdgeWords, naming_reason
from puzzle.model import OPPOSITE, Board, EdgeState
from solver.explain.step import (
    Argument,
    Deduction,
    DotReason,
    EdgesAre,
    Inference,
    LoopReason,
    PairIs,
    Relation,
    Step,
    Subloop,
)

CORNERS_OF_A_LINE = 2
"""Number of corners by which lines come to a 2."""

LINES_COME_IN = Message("lines come in at two opposite corners of {clue}")
BOTH_WOULD_CLOSE = Plural(
    "the loop needs both or neither, and both would close one of {count} line too early",
    "the loop needs both or neither, and both would close one of {count} lines too early",
)
EACH_USES_ONE = Message("each uses one of its lines, so neither goes straight past")


def idea_sentences(words: EdgeWords, board: Board, step: Step) -> tuple[Sentence, ...]:
    """The sentences about the idea of a step; none where only its argument explains it.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.places import Places
    >>> from puzzle.moves import parse_marks
    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_rows("..../..../.2../....")
    >>> marks = parse_marks("B2-B3 C4-C5", puzzle.grid)
    >>> board = Board.blank(puzzle).mark(marks)
    >>> step = Explainer(puzzle).next_step(board)
    >>> words = EdgeWords(puzzle, ENGLISH, Places(puzzle, ENGLISH, [9]))
    >>> for sentence in idea_sentences(words, board, step):
    ...     print(sentence.text)
    Lines come in at two opposite corners of the 2 at B3.
    Each uses one of its lines, so neither goes straight past.
    """
    if step.technique.name == "loop-at-dot":
        return _two_that_close_a_loop(words, board, step)
    if step.technique.name != "line-through-2" or not _lines_come_to_corners(board, step):
        return corner_sentences(words, board, step) or cell_sentences(words, board, step)
    (cell,) = step.cells
    clauses = (
        words.localizer.say(LINES_COME_IN, clue=words.places.clue(cell)),
        words.localizer.say(EACH_USES_ONE),
    )
    return _sentences(words, clauses)


def _sentences(words: EdgeWords, clauses: Iterable[str]) -> tuple[Sentence, ...]:
    say = words.localizer.sentence
    return tuple(Sentence(say(english.STATEMENT, clause=clause)) for clause in clauses)


def _two_that_close_a_loop(words: EdgeWords, board: Board, step: Step) -> tuple[Sentence, ...]:
    """The only two edges left at a dot would be lines together, and close a loop."""
    if not step.dots:
        return ()
    open_ = {e for e in board.puzzle.grid.dot_edges[step.dots[0]] if not board.marks[e]}
    ends = [each.fact for each in step.argument.inferences if isinstance(each.fact, Subloop)]
    if not ends or open_ != step.forced.keys() or not open_.issubset(ends[0].edges):
        return ()
    dot, count = words.places.dots(step.dots), len(ends[0].edges)
    loop = words.localizer.say(BOTH_WOULD_CLOSE, count, count=count)
    return _sentences(words, [words.localizer.clause(english.DOT_CLOSED, False, dot=dot), loop])


def _lines_come_to_corners(board: Board, step: Step) -> bool:
    """Whether a line comes to both corners of a 2, and the step forbids that it goes past."""
    grid, cells, dots = board.puzzle.grid, step.cells, step.dots
    if len(cells) != 1 or len(dots) != CORNERS_OF_A_LINE or LoopReason() in step.reasons:
        return False
    past = {edge for dot in dots for edge in grid.dot_edges[dot]} - {*grid.cell_edges[cells[0]]}
    comes = all(past & board.lines & {*grid.dot_edges[dot]} for dot in dots)
    return comes and all(
        found.edge in past and found.state is EdgeState.CROSS for found in step.deductions
    )


class ArgumentNarrator:
    """Narrates the arguments of a step in order, given the marks of the board.

    Facts that earlier sentences have established are not repeated.
    """

    def __init__(self, words: EdgeWords, marks: Sequence[EdgeState]) -> None:
        self._words = words
        self._localizer = words.localizer
        self._known = Knowledge.of_marks(marks)

    def without_conclusion(self, argument: Argument) -> Iterator[Sentence]:
        """The sentences of a step's only argument, without the conclusion of the last inference.

        The conclusion of the step follows in a sentence of its own.
        """
        if argument.supposed is not None:
            yield from self._refutation(argument, argument.supposed)
            return
        for inference in argument.inferences[:-1]:
            yield from self._statement(inference)
        for inference in argument.inferences[-1:]:
            clause = reason_clause(self._words, inference, self._known)
            text = self._localizer.sentence(english.STATEMENT, clause=clause)
            yield Sentence(text, inference=inference)

    def with_conclusion(self, argument: Argument) -> Iterator[Sentence]:
        """The sentences of one of several arguments, with its conclusion.

        Later arguments take the conclusion as known.
        """
        if argument.supposed is None:
            for inference in argument.inferences:
                yield from self._statement(inference)
            return
        before = self._known.copy()
        yield from self._refutation(argument, argument.supposed)
        edge, state = argument.supposed.edge, OPPOSITE[argument.supposed.state]
        self._known = before
        self._known.states[edge] = state
        what = self._words.edges([edge], state)
        text = self._localizer.sentence(english.CONCLUSION, what=what)
        yield Sentence(text, concluded=Deduction(edge, state))

    def _refutation(self, argument: Argument, supposed: Deduction) -> Iterator[Sentence]:
        """A supposition and the contradiction that follows, directly or in every case.

        Inferences that do not depend on the supposition come first.
        """
        independent, dependent = _split_by_dependence(argument.inferences, supposed.edge)
        for inference in independent:
            yield from self._statement(inference)
        rest = replace(argument, inferences=tuple(dependent))
        if at_once := told_at_once(self._words, rest, self._known):
            *earlier, last = at_once.inferences
            yield Sentence(at_once.text, inference=last, supposed=supposed, earlier=tuple(earlier))
            return
        yield self._supposition(supposed, english.SUPPOSE_LINE, english.SUPPOSE_CROSS)
        for number, inference in enumerate(dependent):
            yield from self._statement(inference, first=number == 0)
        yield from self._cases(argument.cases, 1)

    def _cases(self, cases: Sequence[Argument], depth: int) -> Iterator[Sentence]:
        """The two cases for the state of a further edge, each of which is contradictory."""
        edge = next((case.supposed.edge for case in cases if case.supposed is not None), None)
        if edge is None:
            return
        if clause := either_way(self._words, cases, self._known):
            text = self._localizer.sentence(english.STATEMENT, clause=clause)
            yield Sentence(text, depth - 1)
            return
        name = self._words.places.edges([edge])
        yield Sentence(self._localizer.sentence(english.CASES, edge=name), depth - 1)
        before = self._known
        for number, case in enumerate(cases):
            self._known = before.copy()
            if case.supposed is not None:
                as_line = english.LATER_CASE_LINE if number else english.FIRST_CASE_LINE
                as_cross = english.LATER_CASE_CROSS if number else english.FIRST_CASE_CROSS
                yield self._supposition(case.supposed, as_line, as_cross, depth)
            for inference in case.inferences:
                yield from self._statement(inference, depth=depth)
            yield from self._cases(case.cases, depth + 1)
        self._known = before
        yield Sentence(self._localizer.sentence(english.NEITHER, edge=name), depth - 1)

    def _supposition(
        self, supposed: Deduction, as_line: Message, as_cross: Message, depth: int = 0
    ) -> Sentence:
        """Record the supposition of a state of an edge; returns its sentence."""
        template = as_line if supposed.state is EdgeState.LINE else as_cross
        self._known.suppose(supposed)
        name = self._words.places.edges([supposed.edge])
        return Sentence(self._localizer.sentence(template, edge=name), depth, supposed=supposed)

    def _statement(
        self, inference: Inference, *, first: bool = False, depth: int = 0
    ) -> Iterator[Sentence]:
        """An inference as a sentence; nothing if its fact is already established."""
        fact = inference.fact
        if self._known.is_established(fact):
            return
        template = english.THEN if first else english.STATEMENT
        text = self._localizer.sentence(template, clause=self._clause(inference))
        yield Sentence(text, depth, inference)
        self._known.record(fact, supposed=self._known.depends_on_supposition(inference))

    def _clause(self, inference: Inference) -> str:
        """An inference as a clause: a contradiction, or a reason and its conclusion."""
        words, known, fact = self._words, self._known, inference.fact
        if not isinstance(fact, EdgesAre | PairIs):
            return contradiction_clause(words, inference, fact, known)
        supposed = known.depends_on_supposition(inference)
        ends = line_that_ends(words, inference, known)
        if ends is not None:
            return ends
        if (
            isinstance(fact, PairIs)
            and fact.relation is Relation.IMPLIES
            and isinstance(inference.reason, DotReason)
        ):
            return words.pair_at_dot(fact, supposed=supposed)
        reason = naming_reason(inference)
        if isinstance(fact, PairIs):
            what = words.pair(fact, supposed=supposed, reason=reason)
        elif inference.subloop is not None:
            what = self._localizer.clause(english.THAT_IS_CROSS, supposed)
        else:
            what = words.edges(fact.edges, fact.state, supposed=supposed, reason=reason)
        why = reason_clause(words, inference, known)
        return self._localizer.say(english.REASONING, why=why, what=what)


def words_for(board: Board, step: Step, localizer: Localizer) -> EdgeWords:
    """The words for a step of a board: edges are named as sides of the clues among its reasons."""
    return EdgeWords(board.puzzle, localizer, Places(board.puzzle, localizer, step.cells))


def argument_sentences(
    board: Board, step: Step, words: EdgeWords
) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    """The sentences of the first argument of a step, and those of its further arguments.

    Without further arguments, the conclusion is left to a sentence of its own. A known pattern has
    the sentences of its own text.
    """
    if step.pattern is not None:
        return tuple(map(Sentence, pattern_sentences(words, board, step))), ()
    if idea := idea_sentences(words, board, step):
        return idea, ()
    narrator = ArgumentNarrator(words, board.marks)
    if not step.further:
        return tuple(narrator.without_conclusion(step.argument)), ()
    first = tuple(narrator.with_conclusion(step.argument))
    return first, tuple(chain.from_iterable(map(narrator.with_conclusion, step.further)))


def _split_by_dependence(
    inferences: Sequence[Inference], supposed: int
) -> tuple[list[Inference], list[Inference]]:
    """Split inferences into those that do not depend on the supposed edge and those that do.

    Contradictions are always among the second.
    """
    knowledge = Knowledge({}, {supposed})
    independent, dependent = [], []
    for inference in inferences:
        fact = inference.fact
        depends = knowledge.depends_on_supposition(inference)
        if depends or not isinstance(fact, EdgesAre | PairIs):
            dependent.append(inference)
            knowledge.record(fact, supposed=True)
        else:
            independent.append(inference)
    return independent, dependent
