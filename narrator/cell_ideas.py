"""Short texts for a clue and corners of its cell, which may have any number of sides.

The marks at a corner leave the clue two lines there or none, just one, or at most one. With its
other open sides, that tells how many lines it can get in all, which decides its sides.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from i18n.messages import Message, Plural
from narrator import english
from narrator.sentence import Sentence
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from solver.explain.step import LoopReason, Step

TWO_OR_NONE = Plural(
    "no line can leave {dots}, so it has two lines there or none",
    "no line can leave {dots}, so it has two lines or none at each of them",
)
ALIKE_THERE = Message(
    "no line can leave {dots}, so its {count} sides there are all lines or all crosses"
)
LINES_TOO_MANY = Message("{count} lines would be too many for {clue}")
CROSSES_TOO_MANY = Message("{count} crosses would be too many for {clue}")
MORE_LINES_TOO_MANY = Message("{count} more lines would be too many for {clue}")
MORE_CROSSES_TOO_MANY = Message("{count} more crosses would be too many for {clue}")
AT_MOST_ONE = Plural(
    "a line already reaches {dots}, so it has at most one line there",
    "a line already reaches each of {dots}, so it has at most one line at each of them",
)
NEEDS_ONE_THERE = Plural(
    "{clue} needs a line there and all of its other open sides",
    "{clue} needs a line at each of these corners and all of its other open sides",
)
TURNS_THERE = Plural(
    "{clue} needs a line there and all of its other open sides, so the line that reaches it turns "
    "along it",
    "{clue} needs a line at each of these corners and all of its other open sides, so the lines "
    "that reach it turn along it",
)
ONLY_THERE = Plural(
    "{clue} can get its last line only at {dots}, so the line that reaches it there turns along it",
    "{clue} can get its last lines only at {dots}, so the lines that reach it there turn along it",
)
LAST_LINES = Plural("that is the last line of {clue}", "those are the last lines of {clue}")
ALL_THEN = Message("{why}, and with lines there it has all that it needs")
NEEDS_REST = Message("{why}, and with crosses there it needs all of its other open sides")
NOTHING_ELSE = Plural(
    "nothing else gives {clue} the line that it needs",
    "nothing else gives {clue} the lines that it needs",
)
ONE_ENDS = Plural(
    "so just one of the clue's lines ends at {dots}",
    "so just one of the clue's lines ends at each of {dots}",
)
THIRD_IS_ALONE = Plural(
    "it has two or none at {dots} too, where another line would be one too many or alone",
    "it has two or none at each of {dots} too, where another line would be one too many or alone",
)

AT_A_CORNER = 2
"""Number of sides of a cell at a corner; where corners have common sides, more are alike."""


class _Corner(NamedTuple):
    """A corner of the cell: its two sides, and the other edges there that are open.

    `lines` is the number of lines that reach it, 0 at a closed corner.
    """

    dot: int
    sides: frozenset[int]
    lines: int
    past: tuple[int, ...]

    @property
    def is_open(self) -> bool:
        """Whether a line may leave it, though none reaches it."""
        return bool(self.past) and not self.lines


class _Told(NamedTuple):
    """Clauses about corners, clauses about what they leave the clue, and the edges that follow."""

    corners: list[str]
    decision: list[str]
    found: dict[int, EdgeState]


def cell_sentences(words: EdgeWords, board: Board, step: Step) -> tuple[Sentence, ...]:
    """The sentences for a step of a clue and corners of its cell; none for other steps.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.arguments import words_for
    >>> from puzzle.notation import parse_loopy
    >>> from solver.explain.explainer import Explainer
    >>> board = Board.blank(parse_loopy("3x3t2:4c1d"))
    >>> step = Explainer(board.puzzle).next_step(board)
    >>> for sentence in cell_sentences(words_for(board, step, ENGLISH), board, step):
    ...     print(sentence.text)
    No line can leave the top-left and top-right corners of the 4 at A1, so its three sides there \
are all lines or all crosses.
    Three crosses would be too many for the 4 at A1.
    """
    told = _tell(words, board, step)
    clauses = [] if told is None else [*told.corners, *told.decision]
    say = words.localizer.sentence
    return tuple(Sentence(say(english.STATEMENT, clause=clause)) for clause in clauses)


def corner_facts(words: EdgeWords, board: Board, step: Step) -> tuple[str, ...]:
    """The sentences of `cell_sentences` that are about the corners alone."""
    told = _tell(words, board, step)
    clauses = [] if told is None else told.corners
    return tuple(words.localizer.sentence(english.STATEMENT, clause=clause) for clause in clauses)


def _tell(words: EdgeWords, board: Board, step: Step) -> _Told | None:
    """What is told of a step; None where the counts at the corners do not show it."""
    cells, dots = step.cells, step.dots
    if len(cells) != 1 or not dots or LoopReason() in step.reasons:
        return None
    if any(argument.supposed is not None for argument in step.arguments):
        return None
    corners = [_corner(board, cells[0], dot) for dot in dots]
    if any(len(corner.sides) != AT_A_CORNER or corner.lines > 1 for corner in corners):
        return None
    text = _CellText(words, board, cells[0], corners)
    told = (text.told(), text.by_choices())
    return next((one for one in told if one and step.forced.items() <= one.found.items()), None)


def _corner(board: Board, cell: int, dot: int) -> _Corner:
    grid, marks = board.puzzle.grid, board.marks
    sides = frozenset(grid.cell_edges[cell]).intersection(grid.dot_edges[dot])
    outer = [edge for edge in grid.dot_edges[dot] if edge not in sides]
    past = tuple(edge for edge in outer if not marks[edge])
    return _Corner(dot, sides, sum(marks[edge] is EdgeState.LINE for edge in outer), past)


class _CellText:
    """The text about one clue and corners of its cell."""

    def __init__(
        self, words: EdgeWords, board: Board, cell: int, corners: Sequence[_Corner]
    ) -> None:
        self._words = words
        self._say = words.localizer.say
        self._cell, self._clue = cell, words.places.clue(cell)
        self._corners = corners
        self._board = board
        self._closed = [each for each in corners if not each.lines and not each.past]
        self._open = [each for each in corners if each.is_open]
        self._reached = [each for each in corners if each.lines and each.past]
        self._turns = [each for each in corners if each.lines and not each.past]
        self._alike = _joined(each.sides for each in self._closed)
        apart = [*self._alike, *(each.sides for each in corners if each.lines)]
        at_corners = frozenset[int]().union(*apart)
        sides = board.puzzle.grid.cell_edges[cell]
        self._sides = [side for side in sides if not board.marks[side]]
        self._are_apart = len(at_corners) == sum(map(len, apart)) and at_corners <= {*self._sides}
        self._rest = [side for side in self._sides if side not in at_corners]
        lines = sum(board.marks[side] is EdgeState.LINE for side in sides)
        self._number, self._all_sides = board.puzzle.clues[cell] or 0, len(sides)
        self._needed = needed = self._number - lines
        one_each = len(self._turns) + len(self._reached)
        self._lacking = sum(map(len, self._alike)) + one_each + len(self._rest) - needed
        self._spare = needed - len(self._turns)

    def told(self) -> _Told | None:
        """The clauses, and what follows; None where the number of lines decides nothing."""
        if self._open or not self._are_apart or (self._closed and self._reached):
            return None
        if self._closed:
            return self._with_closed_corners()
        if self._lacking == 0:
            return self._needs_all()
        if self._spare == 0 and not self._reached:
            last = self._say(LAST_LINES, len(self._turns), clue=self._clue)
            return _Told(self._about_turns(), [last], _states(self._rest, EdgeState.CROSS))
        return None

    def by_choices(self) -> _Told | None:
        """The clauses where all choices of lines have to be looked at; None if they tell nothing.

        The marks at the corners leave few; in all of them, one line ends at each open corner, or
        two or none do.
        """
        known = [each for each in self._corners if not each.is_open]
        if not known:
            return None
        choices = [lines for lines in self._choices() if all(_fits(lines, e) for e in known)]
        facts = self._facts()
        if not self._open:
            only = self._say(NOTHING_ELSE, self._needed, clue=self._clue)
            return _Told(facts, [only], self._found(choices))
        ends = {len(lines & each.sides) for lines in choices for each in self._open}
        dots, count = self._dots(self._open), len(self._open)
        kept = [lines for lines in choices if all(_fits(lines, each) for each in self._open)]
        if ends == {1}:
            told = self._say(ONE_ENDS, count, dots=dots, clue=self._clue)
        elif ends <= {0, AT_A_CORNER} and all(len(each.past) == 1 for each in self._open):
            told = self._say(THIRD_IS_ALONE, count, dots=dots, clue=self._clue)
        else:
            return None
        return _Told(facts, [told], self._found(kept))

    def _choices(self) -> Iterator[frozenset[int]]:
        """The lines among the open sides in each choice, with those that are drawn."""
        drawn = self._board.lines
        for chosen in combinations(self._sides, max(self._needed, 0)):
            yield drawn.union(chosen)

    def _found(self, choices: Sequence[frozenset[int]]) -> dict[int, EdgeState]:
        """What is the same in all choices: sides, and edges past the corners."""
        found: dict[int, EdgeState] = {}
        for side in self._sides:
            states = {side in lines for lines in choices}
            if len(states) == 1:
                found[side] = EdgeState.LINE if states == {True} else EdgeState.CROSS
        for each in self._corners:
            counts = {len(lines & each.sides) + each.lines for lines in choices}
            if counts == {2} or (0 in counts and counts <= {0, 2} and len(each.past) == 1):
                found |= _states(each.past, EdgeState.CROSS)
            if counts == {1} and len(each.past) == 1:
                found |= _states(each.past, EdgeState.LINE)
        return found

    def _facts(self) -> list[str]:
        """The clauses about corners that are not open, each by itself."""
        told = self._about_turns()
        if self._reached:
            count, dots = len(self._reached), self._dots(self._reached)
            told.append(self._say(AT_MOST_ONE, count, dots=dots, clue=self._clue))
        if self._closed:
            count, dots = len(self._closed), self._dots(self._closed)
            told.append(self._say(TWO_OR_NONE, count, dots=dots, clue=self._clue))
        return told

    def _with_closed_corners(self) -> _Told | None:
        """Crosses at a closed corner are too many, or lines are."""
        sizes = [len(sides) for sides in self._alike]
        size = max(sizes)
        if (
            sizes not in ([size], [AT_A_CORNER] * len(sizes))
            or not 0 < min(self._lacking, self._spare) < size
        ):
            return None
        is_line = self._lacking < size
        why = self._too_many(size, lines=not is_line)
        state, other = (EdgeState.LINE, EdgeState.CROSS)[:: 1 if is_line else -1]
        found = _states(frozenset[int]().union(*self._alike), state)
        if self._rest and len(self._rest) == min(self._lacking, self._spare):
            why = self._say(ALL_THEN if is_line else NEEDS_REST, why=why)
            found |= _states(self._rest, other)
        return _Told([*self._about_turns(), self._about_closed(size)], [why], found)

    def _about_closed(self, size: int) -> str:
        """The clause about the sides at closed corners, in groups of that size."""
        count, dots = len(self._closed), self._dots(self._closed)
        if size == AT_A_CORNER:
            return self._say(TWO_OR_NONE, count, dots=dots, clue=self._clue)
        number = self._words.localizer.number(size)
        return self._say(ALIKE_THERE, dots=dots, clue=self._clue, count=number)

    def _too_many(self, size: int, *, lines: bool) -> str:
        """The clause that so many lines, or crosses, are too many for the clue.

        They are too many beside those that it has, if not alone.
        """
        if size <= (self._number if lines else self._all_sides - self._number):
            count = self._words.localizer.number(size)
            more = MORE_LINES_TOO_MANY if lines else MORE_CROSSES_TOO_MANY
            return self._say(more, clue=self._clue, count=count)
        if size == AT_A_CORNER:
            both = english.TWO_LINES_TOO_MANY if lines else english.TWO_CROSSES_TOO_MANY
            return self._say(both, clue=self._clue)
        count = self._words.localizer.number(size)
        return self._say(
            LINES_TOO_MANY if lines else CROSSES_TOO_MANY, clue=self._clue, count=count
        )

    def _needs_all(self) -> _Told:
        """The clue needs one line at each corner, and all other open sides."""
        past = list(chain.from_iterable(each.past for each in self._reached))
        found = _states(self._rest, EdgeState.LINE) | _states(past, EdgeState.CROSS)
        corners = [*self._turns, *self._reached]
        if not self._rest:
            dots = self._words.places.dots_of(self._cell, [each.dot for each in corners])
            only = self._say(ONLY_THERE, len(corners), dots=dots, clue=self._clue)
            return _Told([], [only], found)
        needs = TURNS_THERE if past else NEEDS_ONE_THERE
        return _Told(self._facts(), [self._say(needs, len(corners), clue=self._clue)], found)

    def _about_turns(self) -> list[str]:
        """The clause about lines that must turn along the cell; none without them."""
        if not self._turns:
            return []
        count, dots = len(self._turns), self._dots(self._turns)
        return [self._say(english.TURNS_ALONG, count, dots=dots, clue=self._clue)]

    def _dots(self, corners: Sequence[_Corner]) -> str:
        return self._words.places.corners_of(self._cell, [each.dot for each in corners])


def _fits(lines: frozenset[int], corner: _Corner) -> bool:
    """Whether there can be two lines or none at a corner, with these among the sides."""
    count = len(lines & corner.sides) + corner.lines
    return any(count + more in {0, 2} for more in range(len(corner.past) + 1))


def _joined(groups: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Sets of sides, with those that have a common side as one."""
    found: list[frozenset[int]] = []
    for group in groups:
        touching = [other for other in found if not other.isdisjoint(group)]
        found = [other for other in found if other.isdisjoint(group)]
        found.append(group.union(*touching))
    return found


def _states(edges: Iterable[int], state: EdgeState) -> dict[int, EdgeState]:
    return dict.fromkeys(edges, state)
