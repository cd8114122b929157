"""Explains known patterns.

A short fixed text for each pattern shows why it forces its edges. A text has at most two sentences,
to which the narration of a step adds the conclusion. It goes forward from the clues, without a
supposition.
"""

from collections.abc import Collection

from i18n.messages import Message, Plural
from narrator import english
from narrator.sides import sides_clauses
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from solver.explain.step import PatternPlace, Step

ZERO_BESIDE = Message("{zero} has no lines, so {three} needs its other three sides")
TURN_AWAY = Plural(
    "at {dots} the line can only go on away from both cells",
    "at {dots} the lines can only go on away from both cells",
)
ZERO_DIAGONAL = Message(
    "{zero} has no lines, so {three} has both of its sides at {dots} as lines or neither"
)
LACKS_ONE = Message("two crosses would be too many for {three}, so both are lines")
CLOSED_LOOP_UNMET = Message(
    "a loop around just {threes} would leave {clue} unmet, so the side between them is a line"
)
CLOSED_LOOP = Message(
    "a loop around just {threes} would close too early, so the side between them is a line"
)
FOUR_MORE = Message("only an S or its mirror image is left, and either uses both far sides")
FOUR_MORE_AND_TURN = Message(
    "only an S or its mirror image is left: either uses both far sides, and leaves no place for "
    "another line at the ends of the middle line"
)
LINE_BETWEEN = Message("the side between {threes} is a line")
EACH_HAS_ONE = Message("{threes} each have room for only one cross, so each has a line at {dot}")
ONLY_TWO_MEET = Message(
    "only two lines can meet there, so each has just one there and needs both of its other sides"
)
DIAGONAL_TWO = Message(
    "{three} takes one of the two places at {first}, so {two} gets at most one there and needs one "
    "at {last}"
)
DIAGONAL_TWOS = Message(
    "{three} takes one of the two places at {first}, so each 2 gets at most one there and needs "
    "one at its far corner, up to {last}"
)
ROOM_FOR_ONE = Message(
    "so {three} gets just one there and needs both of its far sides; seen from the other end, so "
    "does the other 3"
)
CORNER = Message(
    "only two edges meet at {dot}, a corner of the board, so they are both lines or both crosses"
)
BOTH_IN_CORNER = Message(
    "only two edges meet at {dot}, a corner of the board, so it has both of its lines there or none"
)
CORNER_2 = Plural(
    "either way, one line leaves {dots} along the border",
    "either way, one line leaves each of {dots} along the border",
)
CLOSED = Message(
    "only two edges at {dot} can still be lines, so they are both lines or both crosses"
)
CLOSED_2 = Plural(
    "either way, just one of its lines ends at {dots}",
    "either way, just one of its lines ends at each of {dots}",
)
TWO_MORE_LINES = Message("{side} is a line, so two more would be too many for {clue}")
TWO_MORE_CROSSES = Message("{side} is a cross, so two more would be too many for {clue}")
ROOM_AT_CLUE = Message("a line already reaches {dot}, so it has at most one line there")
THREE_TURNS = Message(
    "its only cross is one of the two there, so the line turns along it and both far sides are "
    "lines"
)
THREE_TURNS_THERE = Message("its only cross is one of the two there, so the line turns along it")
TWO_TURNS = Message("{sides} is a cross, so it needs a line there and one on its other far side")
TWO_FAR = Message("{sides} is its other line")
ONE_FAR = Message("that is its only line")
ONE_LEFT = Message(
    "{clue} can only have its line at {dot}, so the line that reaches it there turns along it"
)
ODD_SUM = Plural(
    "around {clues} there is {count} line, and at {dots} two or none, so together their number is "
    "odd",
    "around {clues} there are {count} lines, and at {dots} two or none, so together their number "
    "is odd",
)
EVEN_SUM = Message(
    "around {clues} there are {count} lines, and at {dots} two or none, so together their number "
    "is even"
)
STILL_ODD = Plural(
    "without edges that are counted an even number of times it is still odd: {count} line is "
    "drawn, and one edge is open",
    "without edges that are counted an even number of times it is still odd: {count} lines are "
    "drawn, and one edge is open",
)
STILL_EVEN = Plural(
    "without edges that are counted an even number of times it is still even: {count} line is "
    "drawn, and one edge is open",
    "without edges that are counted an even number of times it is still even: {count} lines are "
    "drawn, and one edge is open",
)


def pattern_sentences(words: EdgeWords, board: Board, step: Step) -> tuple[str, ...]:
    """The sentences that explain why the pattern of a step forces its deductions.

    Empty for a step without a pattern.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.places import Places
    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_rows("3../.../...")
    >>> board = Board.blank(puzzle)
    >>> step = Explainer(puzzle).next_step(board)
    >>> words = EdgeWords(puzzle, ENGLISH, Places(puzzle, ENGLISH, [0]))
    >>> for sentence in pattern_sentences(words, board, step):
    ...     print(sentence)
    Only two edges meet at the top-left corner of A1, a corner of the board, so they are both \
lines or both crosses.
    Two crosses would be too many for the 3 at A1.
    """
    if step.pattern is None:
        return ()
    if step.pattern.way is not None:
        clauses = sides_clauses(words, board, step, step.pattern.way)
    else:
        clauses = _PatternText(words, board, step, step.pattern).clauses()
    return tuple(words.localizer.sentence(english.STATEMENT, clause=text) for text in clauses)


class _PatternText:
    """The clauses that explain one pattern."""

    def __init__(self, words: EdgeWords, board: Board, step: Step, place: PatternPlace) -> None:
        self._say = words.localizer.say
        self._words = words
        self._place = place
        self._found = step.forced
        self._known = step.known
        self._marks = board.marks

    def clauses(self) -> list[str]:
        """The clauses of the pattern, each a whole statement."""
        methods = {
            "three-next-to-zero": self._beside_zero,
            "three-diagonal-to-zero": self._diagonal_to_zero,
            "adjacent-3-3": self._adjacent,
            "diagonal-3-3": self._diagonal,
            "diagonal-3-2-3": self._diagonal,
            "corner-1": self._corner,
            "corner-2": self._corner,
            "corner-3": self._corner,
            "one-at-closed-corner": self._corner,
            "two-at-closed-corner": self._corner,
            "three-at-closed-corner": self._corner,
            "parity": self._sum,
        }
        return methods.get(self._place.name, self._reached)()

    def _clue(self, number: int) -> str:
        return self._words.places.clue(self._place.cells[number])

    def _clues(self) -> str:
        return self._words.localizer.join([self._clue(0), self._clue(-1)])

    def _dots(self, dots: Collection[int]) -> str:
        return self._words.places.dots(list(dots))

    def _beside_zero(self) -> list[str]:
        clauses = [self._say(ZERO_BESIDE, zero=self._clue(1), three=self._clue(0))]
        grid = self._words.puzzle.grid
        sides = {edge for cell in self._place.cells for edge in grid.cell_edges[cell]}
        dots = [
            dot
            for dot in self._place.dots
            if any(edge in self._found and edge not in sides for edge in grid.dot_edges[dot])
        ]
        if dots:
            clauses.append(self._say(TURN_AWAY, len(dots), dots=self._dots(dots)))
        return clauses

    def _diagonal_to_zero(self) -> list[str]:
        three, zero, dots = self._clue(0), self._clue(1), self._dots(self._place.dots)
        return [
            self._say(ZERO_DIAGONAL, zero=zero, three=three, dots=dots),
            self._say(LACKS_ONE, three=three),
        ]

    def _adjacent(self) -> list[str]:
        clauses, threes, loop = [], self._clues(), self._place.subloop
        if self._place.edges[0] in self._found:
            unmet = None if loop is None else loop.unmet
            if unmet is not None and self._words.places.animal(unmet):
                unmet = None
            if unmet is None:
                clauses.append(self._say(CLOSED_LOOP, threes=threes))
            else:
                clue = self._words.places.clue(unmet)
                clauses.append(self._say(CLOSED_LOOP_UNMET, threes=threes, clue=clue))
        else:
            clauses.append(self._say(LINE_BETWEEN, threes=threes))
        if len(self._found) > 1 or self._place.edges[0] not in self._found:
            turns = EdgeState.CROSS in self._found.values()
            clauses.append(self._say(FOUR_MORE_AND_TURN if turns else FOUR_MORE))
        return clauses

    def _diagonal(self) -> list[str]:
        place = self._place
        first, last = self._dots(place.dots[:1]), self._dots(place.dots[-1:])
        if len(place.cells) == 2:
            each = self._say(EACH_HAS_ONE, threes=self._clues(), dot=first)
            return [each, self._say(ONLY_TWO_MEET)]
        passed = DIAGONAL_TWO if len(place.cells) == 3 else DIAGONAL_TWOS
        names = {"three": self._clue(0), "two": self._clue(1), "first": first, "last": last}
        return [self._say(passed, **names), self._say(ROOM_FOR_ONE, three=self._clue(-1))]

    def _corner(self) -> list[str]:
        """A corner of the board, or one that crosses close."""
        clue, (corner, *ends) = self._clue(0), self._place.dots
        dot, of_board = self._dots([corner]), self._place.name.startswith("corner")
        both = self._say(CORNER if of_board else CLOSED, dot=dot)
        match self._words.puzzle.clues[self._place.cells[0]]:
            case 3:
                return [both, self._say(english.TWO_CROSSES_TOO_MANY, clue=clue)]
            case 1:
                return [both, self._say(english.TWO_LINES_TOO_MANY, clue=clue)]
        if ends:
            template, then = english.BOTH_THERE_OR_NONE, CLOSED_2
            if of_board:
                template, then = BOTH_IN_CORNER, CORNER_2
            leaves = self._say(then, len(ends), dots=self._dots(ends))
            own_dot = self._words.places.corners_of(self._place.cells[0], [corner])
            return [self._say(template, dot=own_dot, clue=clue), leaves]
        own = self._words.puzzle.grid.cell_edges[self._place.cells[0]]
        (known,) = self._known.intersection(own)
        more = TWO_MORE_LINES if self._marks[known] is EdgeState.LINE else TWO_MORE_CROSSES
        side = self._words.places.edges([known])
        return [both, self._say(more, side=side, clue=clue)]

    def _sum(self) -> list[str]:
        place, localizer = self._place, self._words.localizer
        total = sum(self._words.puzzle.clues[cell] or 0 for cell in place.cells)
        clues, dots = self._words.places.clues(place.cells), self._dots(place.dots)
        drawn = self._drawn
        added, left = (ODD_SUM, STILL_ODD) if total % 2 else (EVEN_SUM, STILL_EVEN)
        both = self._say(added, total, dots=dots, clues=clues, count=localizer.number(total))
        return [both, self._say(left, drawn, count=localizer.number(drawn))]

    @property
    def _drawn(self) -> int:
        """The number of lines among the known edges."""
        return sum(self._marks[edge] is EdgeState.LINE for edge in self._known)

    def _reached(self) -> list[str]:
        cell, places = self._place.cells[0], self._words.places
        clue, dot = self._clue(0), places.corners_of(cell, self._place.dots)
        known = [side for side in self._words.puzzle.grid.cell_edges[cell] if side in self._known]
        sides = places.edges(known, owner=cell) if known else ""
        drawn = EdgeState.LINE in self._found.values()
        match self._words.puzzle.clues[cell]:
            case 3:
                turns = self._say(THREE_TURNS if drawn else THREE_TURNS_THERE)
                return [self._say(ROOM_AT_CLUE, dot=dot, clue=clue), turns]
            case 2 if drawn or (len(self._known) == 2 and self._passes()):
                room = self._say(ROOM_AT_CLUE, dot=dot, clue=clue)
                return [room, self._say(TWO_TURNS, sides=sides)]
            case 2:
                turns = self._say(english.TURNS_ALONG, dots=dot, clue=clue)
                return [turns, self._say(TWO_FAR, sides=sides)]
            case _ if self._passes():
                return [self._say(ONE_LEFT, clue=clue, dot=self._dots(self._place.dots))]
            case _:
                return [self._say(english.TURNS_ALONG, dots=dot, clue=clue), self._say(ONE_FAR)]

    def _passes(self) -> bool:
        """Whether an edge that is no side of the clue is found: the line does not go past it."""
        sides = self._words.puzzle.grid.cell_edges[self._place.cells[0]]
        return any(edge not in sides for edge in self._found)
