"""The question of a hint, which leads on from the first inference of a step's argument.

It names the place to start at and where to look next, and states no edge that the step deduces: of
an argument's facts, only a relation between two edges is told.
"""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from i18n.messages import Message
from narrator.arguments import ArgumentNarrator
from narrator.both_ways import ends_of
from narrator.cell_ideas import corner_facts
from narrator.words import EdgeWords
from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    ClueReason,
    DeadEnd,
    Deduction,
    DotReason,
    EdgesAre,
    Fact,
    Inference,
    PairIs,
    PatternPlace,
    Reason,
    Relation,
    Step,
    Subloop,
    TooFew,
    TooMany,
    Unvisited,
    Way,
    WrongSide,
)

SHORT_ARGUMENT = 3
"""Maximum number of inferences of which the first is told; of more, it is asked for."""

MEETING_LINES = 2
"""Number of lines at a dot that let no other line come there."""


# One reason

HOW_MANY_SIDES = Message(
    "How many lines does {clue} still need, and how many of its sides are still open?"
)
HOW_MANY_LINES = Message("How many lines does {clue} have already?")
WHICH_SIDES_OPEN = Message("Which sides of {clue} have no mark yet?")
WHERE_GOES_ON = Message("Where can the line that reaches {dot} go on?")
WHICH_WAYS_LEFT = Message("The loop has to visit {dot}: by which edges can it still do that?")
HOW_MANY_MEET = Message("How many lines meet at {dot} already?")
HOW_OUT = Message("How would a line that comes to {dot} get out again?")
IF_ENDS_MET = Message("If the two ends of a line met at {dots}, what would become of {place}?")
MAY_ENDS_MEET = Message("May the two ends of a line meet at {dots} yet?")
REST_OF_FINISHED = Message("The loop is closed and meets every clue: what are all other edges?")

# Several reasons

START_AT_CLUE = Message("Start at {dot}: how many of the clue's lines can be there?")
START_AT_DOT = Message("Start at {dot}: which ways are there for the loop to pass it?")
WHAT_DOES_THAT_LEAVE = Message("What does that leave {clue}?")
WHAT_FOLLOWS = Message("What follows from that?")
WHERE_DOES_LINE_GO = Message("Where can the line go on from there?")
HOW_DOES_LOOP_PASS = Message("How can the loop pass {dot} then?")
HOW_DOES_LOOP_PASS_THERE = Message("How can the loop pass there then?")

# Suppositions

TRY_BOTH = Message("Try {edge} as a line and as a cross.")
TRY_BOTH_AND_LOOK = Message("Try {edge} as a line and as a cross, and look first at {place}.")
CONTRADICTIONS = MappingProxyType(
    {
        TooMany: Message("Which of the two gives {place} too many lines?"),
        TooFew: Message("Which of the two leaves {place} too few lines?"),
        Branch: Message("Which of the two makes the loop branch at {place}?"),
        DeadEnd: Message("Which of the two lets a line end at {place}?"),
        Unvisited: Message("Which of the two keeps the loop away from {place}?"),
    }
)
"""The questions about what becomes impossible, by kinds of contradictions."""
WHICH_PUTS_WRONG = Message("Which of the two puts {place} on the wrong side of the loop?")
WHICH_PUTS_BOTH = Message("Which of the two puts {place} on both sides of the loop at once?")
WHICH_LEAVES_OUT = Message("Which of the two closes a loop too early, without {place}?")
WHICH_CLOSES_LOOP = Message("Which state of {edge} makes a loop close too early?")
WHICH_CANNOT_BE = Message("Which of the two leaves nothing that works at {place}?")
WHICH_FAILS_IN_BOTH = Message("With which of the two can {edge} be neither a line nor a cross?")
WHICH_CLOSES_IN_BOTH = Message("Which of the two closes a loop too early in any case?")

# Patterns

PATTERN_QUESTIONS = MappingProxyType(
    {
        "three-next-to-zero": Message(
            "Which sides are left to {first} beside {last}, and where do its lines go on?"
        ),
        "three-diagonal-to-zero": Message(
            "What does the 0 leave open at {dot}: could just one of the two sides of the 3 there "
            "be a line?"
        ),
        "adjacent-3-3": Message(
            "What would close without a line between {first} and {last}? Which way does it go on "
            "at its ends?"
        ),
        "diagonal-3-3": Message(
            "How many lines can meet at {dot}, and how many of them does each of the two 3s there "
            "need?"
        ),
        "diagonal-3-2-3": Message(
            "Follow the diagonal from {first} to {last}: how many lines does each clue pass on to "
            "the next?"
        ),
        "corner-2": Message(
            "Take both cases for the two edges at {dot}: where does the loop go on in each of them?"
        ),
    }
)
"""The questions about known patterns, by names: `first` and `last` are clues, `dot` is a dot."""
ASK_REACHED = Message("A line comes to {dot}: how many of the clue's lines can be there?")
ASK_CORNER = Message(
    "Could just one of the two edges at {dot} be a line? What does that leave the clue?"
)
ASK_TOGETHER = Message("What does {first} leave {last}?")
ASK_SUM = Message(
    "Count the lines around {clues}, and at {dots}: is their number odd or even, and which edges "
    "count only once?"
)

# Inside and outside

USE_PLACES = Message("Here, look at {places}.")
WHICH_SIDE = Message(
    "Is {cell} inside or outside of the loop? Marked edges lead there from the border."
)
SAME_SIDE = Message(
    "Are {first} and {second} on the same side of the loop? Marked edges lead from one to the "
    "other."
)


SIDES_OF_BOTH = Message("On which side of the loop is {first}, and on which is {second}?")
SIDE_AND_BORDER = Message("Is {cell} inside or outside of the loop, and what is beyond the border?")


def starting_place(step: Step) -> Reason | None:
    """The clue or dot of the first inference of a step; None if no argument names one."""
    inferences = _leading(step.argument)
    reason = inferences[0].reason if inferences else None
    return reason if isinstance(reason, ClueReason | DotReason) else None


def is_supposed(step: Step) -> bool:
    """Whether a step is shown by supposing the opposite."""
    no_inferences = not step.argument.inferences
    return step.pattern is None and (no_inferences or step.argument.supposed is not None)


def leading_questions(board: Board, step: Step, words: EdgeWords) -> tuple[str, ...]:
    """The sentences of a hint about a step of a board; the last ones are questions.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.arguments import words_for
    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(Puzzle(square_grid(2, 2), (3, 3, None, None)))
    >>> step = Explainer(board.puzzle).next_step(board)
    >>> print(*leading_questions(board, step, words_for(board, step, ENGLISH)))
    Could just one of the two edges at the top-left corner of the 3 at A1 be a line? What does \
that leave the clue?
    """
    asking = _Questions(board, step, words)
    if step.pattern is not None:
        return tuple(asking.about_pattern(step.pattern))
    if is_supposed(step):
        return tuple(asking.about_supposition(step.argument))
    if len(step.argument.inferences) == 1:
        return (asking.about_reason(step.argument.inferences[0]),)
    if facts := corner_facts(words, board, step):
        return (*facts, words.localizer.sentence(WHAT_FOLLOWS))
    return tuple(asking.about_relations(step.argument.inferences))


def _leading(argument: Argument) -> Sequence[Inference]:
    """The inferences from the first one on that depends on the supposed edge."""
    found, supposed = argument.inferences, argument.supposed
    if supposed is None:
        return found
    if not found and argument.cases:
        return _leading(argument.cases[0])
    uses = (number for number, each in enumerate(found) if supposed.edge in each.given)
    return found[next(uses, 0) :]


def _using(first: Inference, later: Sequence[Inference]) -> Inference:
    """The first of the later inferences that uses the fact of the first one."""
    fact = first.fact
    if isinstance(fact, PairIs):
        uses = (each for each in later if fact in each.pairs)
    else:
        edges = fact.edges if isinstance(fact, EdgesAre) else ()
        uses = (each for each in later if not each.given.isdisjoint(edges))
    return next(uses, later[-1])


class _Questions:
    """Asks about a step."""

    def __init__(self, board: Board, step: Step, words: EdgeWords) -> None:
        self._board = board
        self._step = step
        self._words = words
        self._localizer = words.localizer
        self._ask = words.localizer.sentence
        self._places = words.places
        self._grid = board.puzzle.grid

    # One reason

    def about_reason(self, inference: Inference) -> str:
        """A question about the only inference of an argument."""
        draws = isinstance(inference.fact, EdgesAre) and inference.fact.state is EdgeState.LINE
        match inference.reason:
            case ClueReason(cell):
                met = HOW_MANY_LINES if self._board.puzzle.clues[cell] else WHICH_SIDES_OPEN
                template = HOW_MANY_SIDES if draws else met
                return self._ask(template, clue=self._places.clue(cell))
            case DotReason(dot):
                full = HOW_MANY_MEET if self._lines_at(dot) == MEETING_LINES else HOW_OUT
                on = WHERE_GOES_ON if self._lines_at(dot) else WHICH_WAYS_LEFT
                return self._ask(on if draws else full, dot=self._places.dots([dot]))
            case _:
                return self._about_loop(inference)

    def _lines_at(self, dot: int) -> int:
        return len(self._board.lines.intersection(self._grid.dot_edges[dot]))

    def _about_loop(self, inference: Inference) -> str:
        """A question about the two ends of a line that an edge would join."""
        loop, fact = inference.subloop, inference.fact
        if loop is None or not isinstance(fact, EdgesAre):
            return self._ask(REST_OF_FINISHED)
        dots = self._places.dots(self._grid.edge_dots[fact.edges[0]])
        place = self._left_out(loop)
        return self._ask(IF_ENDS_MET if place else MAY_ENDS_MEET, dots=dots, place=place)

    def _left_out(self, loop: Subloop) -> str:
        """The unmet clue, line or dot outside of a loop; an empty text without one."""
        if loop.unmet is not None:
            return self._places.clue(loop.unmet)
        if loop.missed is not None:
            return self._places.dots([loop.missed])
        return "" if loop.outside is None else self._places.line(loop.outside)

    # Several reasons

    def about_relations(self, inferences: Sequence[Inference]) -> Iterator[str]:
        """The first relation, or a question about it, and one about the inference that uses it."""
        first, *later = inferences
        follows = _using(first, later)
        if len(inferences) <= SHORT_ARGUMENT and isinstance(first.fact, PairIs):
            told = ArgumentNarrator(self._words, self._board.marks)
            yield from (each.text for each in told.with_conclusion(Argument((first,))))
        else:
            yield self._about_start(first)
        yield self._about_next(follows.reason, first.fact)

    def _about_start(self, first: Inference) -> str:
        """A question about the first of many inferences."""
        fact = first.fact
        if not isinstance(fact, PairIs):
            return self.about_reason(first)
        match first.reason:
            case ClueReason(cell):
                clue, dot = self._places.clue(cell), self._places.corners_of(cell, [fact.dot])
                return self._ask(START_AT_CLUE, clue=clue, dot=dot)
            case _:
                return self._ask(START_AT_DOT, dot=self._places.dots([fact.dot]))

    def _about_next(self, reason: Reason, known: Fact) -> str:
        """A question about a reason after a fact that is known then."""
        if isinstance(reason, ClueReason):
            return self._ask(WHAT_DOES_THAT_LEAVE, clue=self._places.clue(reason.cell))
        if not isinstance(reason, DotReason):
            return self._ask(WHICH_CLOSES_LOOP, edge=self._tried_edge())
        dot, template = self._places.dots([reason.dot]), HOW_DOES_LOOP_PASS
        if isinstance(known, PairIs) and known.dot == reason.dot:
            is_one = known.relation is Relation.ONE
            template = WHERE_DOES_LINE_GO if is_one else HOW_DOES_LOOP_PASS_THERE
        return self._ask(template, dot=dot)

    # Suppositions

    def about_supposition(self, argument: Argument) -> Iterator[str]:
        """The edge to try both ways, where to look, and what becomes impossible in one of them."""
        edge, inferences = self._tried_edge(), _leading(argument)
        first = inferences[0].reason if inferences else None
        if isinstance(first, ClueReason | DotReason) and len(inferences) > 1:
            yield self._ask(TRY_BOTH_AND_LOOK, edge=edge, place=self._name(first))
        else:
            yield self._ask(TRY_BOTH, edge=edge)
        if argument.cases:
            other = self._places.edges([case.edge for case in _supposed(argument.cases)][:1])
            ends = {type(case.inferences[-1].fact) for case in ends_of(argument) if case.inferences}
            fails = WHICH_CLOSES_IN_BOTH if ends == {Subloop} else WHICH_FAILS_IN_BOTH
            yield self._ask(fails, edge=other)
        elif inferences:
            yield self._about_contradiction(inferences[-1], edge)

    def _about_contradiction(self, end: Inference, edge: str) -> str:
        """A question about which state of an edge contradicts a rule, and where."""
        fact, reason, place = end.fact, end.reason, ""
        template = CONTRADICTIONS.get(type(fact), WHICH_CLOSES_LOOP)
        match fact:
            case TooMany(cell) | TooFew(cell):
                place = self._places.clue(cell)
            case Branch(dot) | DeadEnd(dot) | Unvisited(dot):
                place = self._places.dots([dot])
            case WrongSide():
                template = WHICH_PUTS_BOTH if fact.is_round else WHICH_PUTS_WRONG
                place = self._places.at_side(fact.cell)
            case Subloop(unmet=int(cell)) if self._places.animal(cell):
                template, place = WHICH_PUTS_WRONG, self._places.clue(cell)
            case Subloop() if place := self._left_out(fact):
                template = WHICH_LEAVES_OUT
            case Clash():
                template = WHICH_CANNOT_BE
                place = self._name(reason) if isinstance(reason, ClueReason | DotReason) else edge
        return self._ask(template, place=place, edge=edge)

    def _tried_edge(self) -> str:
        """The edge that is supposed, or the first one that is deduced."""
        supposed = self._step.argument.supposed
        edge = self._step.deductions[0].edge if supposed is None else supposed.edge
        return self._places.edges([edge])

    def _name(self, reason: ClueReason | DotReason) -> str:
        if isinstance(reason, ClueReason):
            return self._places.clue(reason.cell)
        return self._places.dots([reason.dot])

    # Patterns

    def about_pattern(self, place: PatternPlace) -> Iterator[str]:
        """Questions about a known pattern."""
        if place.way is not None:
            if place.cells:
                yield self._ask(USE_PLACES, places=self._places.clues(place.cells))
            yield self._compare_sides(place.way)
            return
        if place.name == "parity":
            around, dots = self._places.clues(place.cells), self._places.dots(place.dots)
            yield self._ask(ASK_SUM, clues=around, dots=dots)
            return
        clues = [self._places.clue(cell) for cell in place.cells]
        dot = self._places.dots(place.dots[:1])
        other = ASK_TOGETHER
        if len(clues) == 1 and dot:
            dot = self._places.corners_of(place.cells[0], place.dots[:1])
            other = ASK_REACHED if self._lines_at(place.dots[0]) else ASK_CORNER
        template = PATTERN_QUESTIONS.get(place.name, other)
        first, last = (clues[0], clues[-1]) if clues else (dot, dot)
        yield self._ask(template, first=first, last=last, dot=dot)

    def _compare_sides(self, way: Way) -> str:
        """A question about the two cells at the ends of a way."""
        ends = [cell for cell in (way.cells[0], way.cells[-1]) if cell != OUTSIDE]
        cells = [self._places.at_side(cell) for cell in ends]
        if way.jump is not None:
            if len(cells) == 1:
                return self._ask(SIDE_AND_BORDER, cell=cells[0])
            return self._ask(SIDES_OF_BOTH, first=cells[0], second=cells[1])
        if len(cells) == 1:
            return self._ask(WHICH_SIDE, cell=cells[0])
        return self._ask(SAME_SIDE, first=cells[0], second=cells[1])


def _supposed(cases: Sequence[Argument]) -> Iterator[Deduction]:
    """The suppositions of cases."""
    return (case.supposed for case in cases if case.supposed is not None)
