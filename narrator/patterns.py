"""Explains known patterns, and steps by the inside and the outside of the loop.

A short fixed text for each pattern shows why it forces its edges. A text has at most two sentences,
to which the narration of a step adds the conclusion. It goes forward from the clues, without a
supposition.
"""

from collections.abc import Collection

from i18n.messages import Message, Plural
from narrator import english
from narrator.words import EdgeWords
from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Board, EdgeState
from solver.explain.step import PatternPlace, Step, Way

ZERO_BESIDE = Message("{zero} has no lines, so {three} needs its other three sides")
TURN_AWAY = Plural(
    "at {dots} the line can only go on away from both cells",
    "at {dots} the lines can only go on away from both cells",
)
ZERO_DIAGONAL = Message(
    "{zero} has no lines, so {three} has both of its sides at {dots} as lines or neither"
)
LACKS_ONE = Message("two crosses are too many for {three}, so both are lines")
CLOSED_LOOP_UNMET = Message(
    "a loop around just {threes} would leave {clue} unmet, so the side between them is a line"
)
CLOSED_LOOP = Message(
    "a loop around just {threes} would close too early, so the side between them is a line"
)
FOUR_MORE = Message("it turns at both of its ends, so both far sides are lines")
FOUR_MORE_AND_TURN = Message(
    "it turns at both of its ends, so both far sides are lines, and nothing else leaves those ends"
)
LINE_BETWEEN = Message("the side between {threes} is a line")
EACH_HAS_ONE = Message("{threes} each have room for only one cross, so each has a line at {dot}")
ONLY_TWO_MEET = Message(
    "only two lines can meet there, so each has just one there and needs both of its other sides"
)
DIAGONAL_TWO = Message("{three} has a line at {first}, and {two} passes at least one on to {last}")
DIAGONAL_TWOS = Message(
    "{three} has a line at {first}, and each 2 passes at least one on, up to {last}"
)
ROOM_FOR_ONE = Message(
    "so {three} has just one line there and needs both of its far sides; seen from the other end, "
    "so does the other 3"
)
CORNER = Message(
    "only two edges meet at {dot}, a corner of the board, so they are both lines or both crosses"
)
CORNER_3 = Message("two crosses are too many for {clue}")
CORNER_1 = Message("two lines are too many for {clue}")
BOTH_IN_CORNER = Message(
    "only two edges meet at {dot}, a corner of the board, so {clue} has both of its lines there or "
    "none"
)
CORNER_2 = Message("either way, one line leaves {dots} along the border")
CLOSED = Message(
    "only two edges at {dot} can still be lines, so they are both lines or both crosses"
)
CLOSED_2 = Plural(
    "either way, just one of its lines ends at {dots}",
    "either way, just one of its lines ends at each of {dots}",
)
TWO_MORE_LINES = Message("{side} is a line, so two more are too many for {clue}")
TWO_MORE_CROSSES = Message("{side} is a cross, so two more are too many for {clue}")
ROOM_AT_CLUE = Message("a line already reaches {dot}, so {clue} has at most one line there")
THREE_TURNS = Message(
    "its only cross is one of the two there, so the line turns along it and both far sides are "
    "lines"
)
TWO_TURNS = Message("{sides} is a cross, so it needs one there and its other far side")
TURNS_ALONG = Message("the line that reaches {dot} can only go on along {clue}")
TWO_FAR = Message("{sides} is its other line")
ONE_FAR = Message("that is its only line")
ONE_LEFT = Message(
    "{clue} can only have its line at {dot}, so the line that reaches it there turns along it"
)
ODD_SUM = Plural(
    "{dots} have two lines or none each and {clues} have {count} line in all, so together their "
    "number is odd",
    "{dots} have two lines or none each and {clues} have {count} lines in all, so together their "
    "number is odd",
)
EVEN_SUM = Message(
    "{dots} have two lines or none each and {clues} have {count} lines in all, so together their "
    "number is even"
)
COUNTED_ONCE = Plural(
    "without the edges that are counted twice, {count} line is drawn and one edge is still open",
    "without the edges that are counted twice, {count} lines are drawn and one edge is still open",
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
    Two crosses are too many for the 3 at A1.
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
            "one-at-closed-corner": self._closed_corner,
            "two-at-closed-corner": self._closed_corner,
            "three-at-closed-corner": self._closed_corner,
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
        clue, (corner, *ends) = self._clue(0), self._place.dots
        both = self._say(CORNER, dot=self._dots([corner]))
        match self._place.name:
            case "corner-3":
                return [both, self._say(CORNER_3, clue=clue)]
            case "corner-1":
                return [both, self._say(CORNER_1, clue=clue)]
            case _:
                both = self._say(BOTH_IN_CORNER, dot=self._dots([corner]), clue=clue)
                return [both, self._say(CORNER_2, dots=self._dots(ends))]

    def _closed_corner(self) -> list[str]:
        clue, (corner, *ends) = self._clue(0), self._place.dots
        both = self._say(CLOSED, dot=self._dots([corner]))
        match self._place.name:
            case "three-at-closed-corner":
                return [both, self._say(CORNER_3, clue=clue)]
            case "one-at-closed-corner":
                return [both, self._say(CORNER_1, clue=clue)]
        if ends:
            both = self._say(english.BOTH_THERE_OR_NONE, dot=self._dots([corner]), clue=clue)
            return [both, self._say(CLOSED_2, len(ends), dots=self._dots(ends))]
        own = self._words.puzzle.grid.cell_edges[self._place.cells[0]]
        (known,) = self._known.intersection(own)
        more = TWO_MORE_LINES if self._marks[known] is EdgeState.LINE else TWO_MORE_CROSSES
        side = self._words.places.edges([known], owner=self._place.cells[0])
        return [both, self._say(more, side=side, clue=clue)]

    def _sum(self) -> list[str]:
        place, localizer = self._place, self._words.localizer
        total = sum(self._words.puzzle.clues[cell] or 0 for cell in place.cells)
        clues, dots = self._words.places.clues(place.cells), self._dots(place.dots)
        drawn = self._drawn
        odd = ODD_SUM if total % 2 else EVEN_SUM
        both = self._say(odd, total, dots=dots, clues=clues, count=total)
        return [both, self._say(COUNTED_ONCE, drawn, count=localizer.number(drawn))]

    @property
    def _drawn(self) -> int:
        """The number of lines among the known edges."""
        return sum(self._marks[edge] is EdgeState.LINE for edge in self._known)

    def _reached(self) -> list[str]:
        cell, places = self._place.cells[0], self._words.places
        clue, dot = self._clue(0), self._dots(self._place.dots)
        known = [side for side in self._words.puzzle.grid.cell_edges[cell] if side in self._known]
        sides = places.edges(known, owner=cell) if known else ""
        drawn = EdgeState.LINE in self._found.values()
        match self._words.puzzle.clues[cell]:
            case 3:
                return [self._say(ROOM_AT_CLUE, dot=dot, clue=clue), self._say(THREE_TURNS)]
            case 2 if drawn or (len(self._known) == 2 and self._passes()):
                room = self._say(ROOM_AT_CLUE, dot=dot, clue=clue)
                return [room, self._say(TWO_TURNS, sides=sides)]
            case 2:
                turns = self._say(TURNS_ALONG, dot=dot, clue=clue)
                return [turns, self._say(TWO_FAR, sides=sides)]
            case _ if self._passes():
                return [self._say(ONE_LEFT, clue=clue, dot=dot)]
            case _:
                return [self._say(TURNS_ALONG, dot=dot, clue=clue), self._say(ONE_FAR)]

    def _passes(self) -> bool:
        """Whether an edge that is no side of the clue is found: the line does not go past it."""
        sides = self._words.puzzle.grid.cell_edges[self._place.cells[0]]
        return any(edge not in sides for edge in self._found)


MAX_TURNS = 10
"""Maximum number of cells by which a way is named."""

TOLERANCE = 1e-6
"""How far a cell may be from the middle between two others, in cell sides, on a straight way."""

OUT_THERE = Message("outside")
CROSSES_TO_OUTSIDE = Message(
    "the way {way} leads over crosses alone, so {cell} is outside of the loop too"
)
IS_OUTSIDE = Plural(
    "the way {way} leads over {count} line, so {cell} is outside of the loop",
    "the way {way} leads over {count} lines, an even number, so {cell} is outside of the loop",
)
IS_INSIDE = Plural(
    "the way {way} leads over {count} line, so {cell} is inside of the loop",
    "the way {way} leads over {count} lines, an odd number, so {cell} is inside of the loop",
)
NO_LINE_BETWEEN = Message(
    "the way {way} leads over crosses alone, so {start} and {end} are on the same side of the loop"
)
SAME_SIDE = Plural(
    "the way {way} leads over {count} line, so {start} and {end} are on the same side of the loop",
    "the way {way} leads over {count} lines, an even number, so {start} and {end} are on the same "
    "side of the loop",
)
OTHER_SIDE = Plural(
    "the way {way} leads over {count} line, so {start} and {end} are on different sides of the "
    "loop",
    "the way {way} leads over {count} lines, an odd number, so {start} and {end} are on different "
    "sides of the loop",
)
BOTH_OR_NEITHER = Message("so {edges} are both lines or both crosses")
JUST_ONE = Message("so just one of {edges} is a line")
NEEDS_MORE = Plural("{clue} needs {count} more line", "{clue} needs {count} more lines")
NEEDS = Plural("{clue} needs {count} line", "{clue} needs {count} lines")


def sides_clauses(words: EdgeWords, board: Board, step: Step, way: Way) -> list[str]:
    """The clauses that explain a step by the sides of the loop, each a whole statement."""
    lines = sum(board.marks[edge] is EdgeState.LINE for edge in way.crossed)
    clauses = [_related(words, way, lines)]
    if step.pattern is not None and step.pattern.cells:
        edges = words.places.edges(step.pattern.edges)
        kind = JUST_ONE if lines % 2 else BOTH_OR_NEITHER
        clauses.append(words.localizer.say(kind, edges=edges))
        clauses.append(_needs(words, board, step, step.pattern.cells[0]))
    return clauses


def _related(words: EdgeWords, way: Way, lines: int) -> str:
    """The clause that tells the sides of the cells at both ends of a way over some lines."""
    say, path = words.localizer.say, _path(words, way)
    ends = (way.cells[0], way.cells[-1])
    cells = [words.places.cell(cell) for cell in ends if cell != OUTSIDE]
    if len(cells) == 1:
        if not lines:
            return say(CROSSES_TO_OUTSIDE, way=path, cell=cells[0])
        kind = IS_INSIDE if lines % 2 else IS_OUTSIDE
        return say(kind, lines, count=lines, way=path, cell=cells[0])
    start, end = cells
    if not lines:
        return say(NO_LINE_BETWEEN, start=start, end=end, way=path)
    kind = OTHER_SIDE if lines % 2 else SAME_SIDE
    return say(kind, lines, count=lines, start=start, end=end, way=path)


def _needs(words: EdgeWords, board: Board, step: Step, cell: int) -> str:
    """The clause that tells how many lines a clue needs beside those that the step uses."""
    around = step.known.intersection(board.puzzle.grid.cell_edges[cell])
    drawn = len(around & board.lines)
    left = (board.puzzle.clues[cell] or 0) - drawn
    kind = NEEDS_MORE if drawn else NEEDS
    return words.localizer.say(kind, left, clue=words.places.clue(cell), count=left)


def _path(words: EdgeWords, way: Way) -> str:
    """The cells at which a way begins, turns and ends; of many, the first and the last."""
    cells, grid = way.cells, words.puzzle.grid
    turns = [
        cell
        for before, cell, after in zip(cells, cells[1:], cells[2:], strict=False)
        if OUTSIDE in {before, cell, after} or _turns(grid, before, cell, after)
    ]
    names = [
        words.localizer.say(OUT_THERE) if cell == OUTSIDE else words.places.cell(cell)
        for cell in (cells[0], *turns, cells[-1])
    ]
    if len(names) > MAX_TURNS:
        names[MAX_TURNS // 2 : -(MAX_TURNS // 2)] = ["…"]
    return " → ".join(names)


def _turns(grid: Grid, before: int, cell: int, after: int) -> bool:
    """Whether a way from cell to cell changes its direction."""
    (a, b), (c, d), (e, f) = grid.cells[before], grid.cells[cell], grid.cells[after]
    return max(abs(2 * c - a - e), abs(2 * d - b - f)) > TOLERANCE
