"""Arguments told sentence by sentence.

What depends on a supposition is told as what would be, everything else as what is.
"""

from collections.abc import Iterator, Sequence

from i18n.messages import Message
from narrator import english
from narrator.contradictions import contradiction
from narrator.knowledge import Knowledge
from narrator.why import why
from narrator.words import EdgeWords
from puzzle.model import EdgeState
from solver.explain.step import Argument, Deduction, EdgesAre, Inference, PairIs


class ArgumentTeller:
    """Tells arguments in order, knowing what is marked and what has been shown."""

    def __init__(self, words: EdgeWords, marks: Sequence[EdgeState]) -> None:
        self._words = words
        self._localizer = words.localizer
        self._known = Knowledge.of_marks(marks)

    def alone(self, argument: Argument) -> Iterator[str]:
        """The only argument of a step; the last sentence is the reason for the conclusion."""
        if argument.supposed is not None:
            yield from self._refutation(argument, argument.supposed)
            return
        for inference in argument.inferences[:-1]:
            yield from self._statement(inference)
        for inference in argument.inferences[-1:]:
            clause = why(self._words, inference, self._known)
            yield self._localizer.sentence(english.STATEMENT, clause=clause)

    def full(self, argument: Argument) -> Iterator[str]:
        """One of several arguments, with its conclusion; later ones take that as known."""
        if argument.supposed is None:
            for inference in argument.inferences:
                yield from self._statement(inference)
            return
        before = self._known.copy()
        yield from self._refutation(argument, argument.supposed)
        edge, state = argument.supposed.edge, opposite(argument.supposed.state)
        self._known = before
        self._known.states[edge] = state
        what = self._words.edges([edge], state)
        yield self._localizer.sentence(english.CONCLUSION, what=what)

    def _refutation(self, argument: Argument, supposed: Deduction) -> Iterator[str]:
        """A supposition that leads to a contradiction, or to cases that do.

        What does not depend on it is told before.
        """
        real, dependent = _apart(argument.inferences, supposed.edge)
        for inference in real:
            yield from self._statement(inference)
        yield self._supposition(supposed, english.SUPPOSE_LINE, english.SUPPOSE_CROSS)
        for number, inference in enumerate(dependent):
            yield from self._statement(inference, first=number == 0)
        yield from self._cases(argument.cases)

    def _cases(self, cases: Sequence[Argument]) -> Iterator[str]:
        """That neither state of a further edge can hold."""
        edge = next((case.supposed.edge for case in cases if case.supposed is not None), None)
        if edge is None:
            return
        name = self._words.places.edges([edge])
        yield self._localizer.sentence(english.CASES, edge=name)
        before = self._known
        for number, case in enumerate(cases):
            self._known = before.copy()
            if case.supposed is not None:
                as_line = english.LATER_CASE_LINE if number else english.FIRST_CASE_LINE
                as_cross = english.LATER_CASE_CROSS if number else english.FIRST_CASE_CROSS
                yield self._supposition(case.supposed, as_line, as_cross)
            for inference in case.inferences:
                yield from self._statement(inference)
            yield from self._cases(case.cases)
        self._known = before
        yield self._localizer.sentence(english.NEITHER, edge=name)

    def _supposition(self, supposed: Deduction, as_line: Message, as_cross: Message) -> str:
        template = as_line if supposed.state is EdgeState.LINE else as_cross
        self._known.suppose(supposed)
        return self._localizer.sentence(template, edge=self._words.places.edges([supposed.edge]))

    def _statement(self, inference: Inference, *, first: bool = False) -> Iterator[str]:
        """An inference as a sentence, unless it was told before."""
        fact = inference.fact
        if self._known.has(fact):
            return
        template = english.THEN if first else english.STATEMENT
        yield self._localizer.sentence(template, clause=self._clause(inference))
        self._known.note(fact, supposed=self._known.depends(inference))

    def _clause(self, inference: Inference) -> str:
        words, known, fact = self._words, self._known, inference.fact
        if not isinstance(fact, EdgesAre | PairIs):
            return contradiction(words, inference, fact, known)
        supposed = known.depends(inference)
        if isinstance(fact, PairIs):
            what = words.pair(fact, supposed=supposed, reason=inference.reason)
        elif inference.subloop is not None:
            what = self._localizer.clause(english.THAT_IS_CROSS, supposed)
        else:
            what = words.edges(fact.edges, fact.state, supposed=supposed, reason=inference.reason)
        return self._localizer.say(english.REASONING, why=why(words, inference, known), what=what)


def opposite(state: EdgeState) -> EdgeState:
    """A cross for a line and a line for a cross."""
    return EdgeState.CROSS if state is EdgeState.LINE else EdgeState.LINE


def _apart(
    inferences: Sequence[Inference], supposed: int
) -> tuple[list[Inference], list[Inference]]:
    """Inferences that do not depend on the supposed edge, and the others; each in order."""
    shadow = Knowledge({}, {supposed})
    real, dependent = [], []
    for inference in inferences:
        fact = inference.fact
        if shadow.depends(inference) or not isinstance(fact, EdgesAre | PairIs):
            dependent.append(inference)
            shadow.note(fact, supposed=True)
        else:
            real.append(inference)
    return real, dependent
