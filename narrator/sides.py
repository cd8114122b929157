"""Explains steps by the inside and the outside of the loop: on which side each cell is, and why."""

from collections.abc import Mapping, Sequence
from itertools import accumulate

from i18n.messages import Message, Plural
from narrator import english
from narrator.knowledge import Knowledge
from narrator.words import EdgeWords
from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState
from solver.explain.step import (
    Argument,
    ClueReason,
    EdgesAre,
    Inference,
    Step,
    TooFew,
    TooMany,
    Way,
    WrongSide,
)

Marks = Sequence[EdgeState] | Mapping[int, EdgeState]
"""The states of edges, by edge."""

CROSSES_TO_OUTSIDE = Message(
    "{cell} is outside of the loop: only crosses are on the way there from outside"
)
IS_OUTSIDE = Plural(
    "{cell} is outside of the loop: {count} line is on the way there from outside",
    "{cell} is outside of the loop: {count} lines, an even number, are on the way there from "
    "outside",
)
IS_INSIDE = Plural(
    "{cell} is inside of the loop: {count} line is on the way there from outside",
    "{cell} is inside of the loop: {count} lines, an odd number, are on the way there from outside",
)
CROSSES_TO_INSIDE = Message(
    "{cell} is inside of the loop, as {animal} is: only crosses are on the way between them"
)
CROSSES_TO_ANIMAL_OUTSIDE = Message(
    "{cell} is outside of the loop, as {animal} is: only crosses are on the way between them"
)
IS_INSIDE_BY_ANIMAL = Plural(
    "{cell} is inside of the loop: {count} line is on the way there from {animal}",
    "{cell} is inside of the loop: {count} lines are on the way there from {animal}",
)
IS_OUTSIDE_BY_ANIMAL = Plural(
    "{cell} is outside of the loop: {count} line is on the way there from {animal}",
    "{cell} is outside of the loop: {count} lines are on the way there from {animal}",
)
BEYOND_BORDER = Message("beyond the border is the outside of the loop")
NO_LINE_BETWEEN = Message(
    "{start} and {end} are on the same side of the loop: only crosses are on the way between them"
)
SAME_SIDE = Plural(
    "{start} and {end} are on the same side of the loop: {count} line is on the way between them",
    "{start} and {end} are on the same side of the loop: {count} lines, an even number, are on the "
    "way between them",
)
OTHER_SIDE = Plural(
    "{start} and {end} are on different sides of the loop: {count} line is on the way between them",
    "{start} and {end} are on different sides of the loop: {count} lines, an odd number, are on "
    "the way between them",
)
BOTH_OR_NEITHER = Message("so {edges} are both lines or both crosses")
JUST_ONE = Message("so just one of {edges} is a line")
NEEDS_MORE = Plural("{clue} needs {count} more line", "{clue} needs {count} more lines")
NEEDS = Plural("{clue} needs {count} line", "{clue} needs {count} lines")
MANY_INSIDE = Message(
    "{clue} would fit on neither side of the loop: inside it would have {many} lines, outside at "
    "most {few}"
)
MANY_OUTSIDE = Message(
    "{clue} would fit on neither side of the loop: outside it would have {many} lines, inside at "
    "most {few}"
)
WRONG_EITHER_WAY = Message(
    "whichever lines complete {clue}, {animal} would be on the wrong side of the loop"
)


def sides_clauses(words: EdgeWords, board: Board, step: Step, way: Way) -> list[str]:
    """The clauses that explain a step by the sides of the loop, each a whole statement.

    >>> from i18n.localizer import ENGLISH
    >>> from narrator.places import Places
    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.sides import ConnectedCells, find_sides, step_of_sides
    >>> puzzle = Puzzle(square_grid(1, 2), (None, None))
    >>> board = Board.blank(puzzle).mark({0: EdgeState.LINE, 1: EdgeState.CROSS})
    >>> connected = ConnectedCells(puzzle.grid, board.marks)
    >>> step = step_of_sides(connected, find_sides(connected)[-1])
    >>> words = EdgeWords(puzzle, ENGLISH, Places(puzzle, ENGLISH))
    >>> for clause in sides_clauses(words, board, step, step.way):
    ...     print(clause)
    A1 is inside of the loop: one line is on the way there from outside
    B1 is outside of the loop: only crosses are on the way there from outside
    """
    clauses = _of_cells(words, board.marks, way)
    if step.pattern is not None and step.pattern.cells:
        edges = words.places.edges(step.pattern.edges)
        kind = JUST_ONE if _differ(words, board.marks, way) else BOTH_OR_NEITHER
        clauses.append(words.localizer.say(kind, edges=edges))
        clauses.append(_needs(words, board, step, step.pattern.cells[0]))
    return clauses


def _lines_on(marks: Marks, way: Way) -> list[int]:
    """The number of lines from the first cell of a way to each of its cells."""
    lines = (marks[edge] is EdgeState.LINE for edge in way.crossed)
    return list(accumulate(lines, initial=0))


def _differ(words: EdgeWords, marks: Marks, way: Way) -> bool:
    """Whether the cells at the ends of a way are on different sides."""
    differ = _lines_on(marks, way)[-1] % 2 == 1
    if way.jump is None:
        return differ
    one, other = (_is_inside(words, cell) for cell in way.cells[way.jump - 1 : way.jump + 1])
    return differ is not (one is not other)


def _is_inside(words: EdgeWords, cell: int) -> bool:
    """Whether an animal, or `OUTSIDE`, is inside of the loop."""
    animal = None if cell == OUTSIDE else words.places.animal(cell)
    return animal is not None and animal.inside


def _by_animals(words: EdgeWords, marks: Marks, way: Way, jump: int) -> list[str]:
    """Clauses with the sides of the cells at both ends of a way with a jump."""
    halves = (
        Way(way.cells[:jump][::-1], way.crossed[: jump - 1][::-1]),
        Way(way.cells[jump:], way.crossed[jump - 1 :]),
    )
    said = [_from_animal(words, marks, half) for half in halves if half.cells[-1] != OUTSIDE]
    if len(said) < len(halves):
        said.append(words.localizer.say(BEYOND_BORDER))
    return said


def _from_animal(words: EdgeWords, marks: Marks, way: Way) -> str:
    """The clause with the side of the last cell of a way from an animal, or from outside."""
    say, (start, *_, cell) = words.localizer.say, (*way.cells[:1], *way.cells)
    lines = _lines_on(marks, way)[-1]
    if start == OUTSIDE:
        return _side(words, cell, lines)
    animal, name = words.places.clue(start), words.places.cell(cell)
    inside = _is_inside(words, start)
    if start == cell:
        return words.localizer.clause(
            english.IS_INSIDE if inside else english.IS_OUTSIDE, False, cell=animal
        )
    if not lines:
        alike = CROSSES_TO_INSIDE if inside else CROSSES_TO_ANIMAL_OUTSIDE
        return say(alike, cell=name, animal=animal)
    kind = IS_INSIDE_BY_ANIMAL if inside is (lines % 2 == 0) else IS_OUTSIDE_BY_ANIMAL
    return say(kind, lines, cell=name, count=words.localizer.number(lines), animal=animal)


def sides_clause(words: EdgeWords, inference: Inference, way: Way, known: Knowledge) -> str:
    """The reason of an inference by sides: on which sides the cells at both ends of a way are.

    Why they are there is told too, unless it depends on a supposition.
    """
    say = words.localizer.say
    if not known.depends_on_supposition(inference):
        return words.localizer.join_clauses(_of_cells(words, known.states, way))
    is_line = isinstance(inference.fact, EdgesAre) and inference.fact.state is EdgeState.LINE
    ends = [way.cells[0], way.cells[-1]]
    sides = _known_sides(words, way, known)
    if sides is None:
        first, second = map(words.places.at_side, ends)
        return say(english.OTHER_SIDE if is_line else english.SAME_SIDE, first=first, second=second)
    within = [words.places.at_side(c) for c in ends if c != OUTSIDE and sides[c]]
    beyond = [words.places.at_side(c) for c in ends if c != OUTSIDE and not sides[c]]
    if len(within) == len(beyond):
        return say(english.INSIDE_AND_OUTSIDE, first=within[0], second=beyond[0])
    names = within or beyond
    if len(names) == 1:
        one = english.IS_INSIDE if within else english.IS_OUTSIDE
        return words.localizer.clause(one, True, cell=names[0])
    both = english.BOTH_INSIDE if within else english.BOTH_OUTSIDE
    return say(both, first=names[0], second=names[1])


def either_way(words: EdgeWords, cases: Sequence[Argument], known: Knowledge) -> str | None:
    """The clause that tells both cases for a side of a clue at once; None where it takes more.

    Inside and outside of the loop the clue has too many and too few lines, or both ways to complete
    it put the same animal on the wrong side.
    """
    if any(case.cases or not case.inferences for case in cases):
        return None
    ends = [case.inferences[-1].fact for case in cases]
    match ends:
        case [WrongSide(), WrongSide()]:
            return _wrong_either_way(words, cases)
        case [TooMany() as many, TooFew() as few] | [TooFew() as few, TooMany() as many]:
            inside = _side_with(words, cases[ends.index(many)], many.cell, known.copy())
            other = _side_with(words, cases[ends.index(few)], few.cell, known.copy())
            if many.cell != few.cell or not few.lines or {inside, other} != {True, False}:
                return None
            return words.localizer.say(
                MANY_INSIDE if inside else MANY_OUTSIDE,
                clue=words.places.clue(many.cell),
                many=words.localizer.number(many.lines),
                few=words.localizer.number(few.lines),
            )
    return None


def _side_with(words: EdgeWords, case: Argument, cell: int, known: Knowledge) -> bool | None:
    """Whether a cell is inside in a case that argues by sides alone; None where it does not."""
    if case.supposed is not None:
        known.suppose(case.supposed)
    found = set[bool]()
    for each in case.inferences[:-1]:
        if each.way is None:
            return None
        if cell in {each.way.cells[0], each.way.cells[-1]}:
            sides = _known_sides(words, each.way, known) or {}
            found |= {sides[cell]} if cell in sides else set()
        known.record(each.fact, supposed=True)
    return found.pop() if len(found) == 1 else None


def _wrong_either_way(words: EdgeWords, cases: Sequence[Argument]) -> str | None:
    """The clause that an animal is on the wrong side whichever lines complete a clue."""
    inferences = [each for case in cases for each in case.inferences]
    animals = {each.fact.way.cells[-1] for each in inferences if isinstance(each.fact, WrongSide)}
    clues = {each.reason.cell for each in inferences if isinstance(each.reason, ClueReason)}
    is_round = any(isinstance(each.fact, WrongSide) and each.fact.is_round for each in inferences)
    if len(animals) != 1 or len(clues) != 1 or is_round:
        return None
    (cell,), (animal,), supposed = clues, animals, cases[0].supposed
    if supposed is None or supposed.edge not in words.puzzle.grid.cell_edges[cell]:
        return None
    clue, wrong = words.places.clue(cell), words.places.at_side(animal)
    return words.localizer.say(WRONG_EITHER_WAY, clue=clue, animal=wrong)


def _known_sides(words: EdgeWords, way: Way, known: Knowledge) -> dict[int, bool] | None:
    """Whether the cells at the ends of a way are inside; None where that is not known."""
    cells, jump = way.cells, way.jump
    lines = [known.states[edge] is EdgeState.LINE for edge in way.crossed]
    if jump is not None:
        start, end = _is_inside(words, cells[jump - 1]), _is_inside(words, cells[jump])
        return {
            cells[0]: start is not (sum(lines[: jump - 1]) % 2 == 1),
            cells[-1]: end is not (sum(lines[jump - 1 :]) % 2 == 1),
        }
    at = next((i for i, c in enumerate(cells) if c == OUTSIDE or words.places.animal(c)), None)
    if at is None:
        return None
    side = _is_inside(words, cells[at])
    return {
        cells[0]: side is not (sum(lines[:at]) % 2 == 1),
        cells[-1]: side is not (sum(lines[at:]) % 2 == 1),
    }


def _of_cells(words: EdgeWords, marks: Marks, way: Way) -> list[str]:
    """Clauses with the sides of the cells at both ends of a way, as far as they are known."""
    if way.jump is not None:
        return _by_animals(words, marks, way, way.jump)
    start, end, lines = way.cells[0], way.cells[-1], _lines_on(marks, way)
    if OUTSIDE not in way.cells:
        return [_compared(words, start, end, lines[-1])]
    before = lines[way.cells.index(OUTSIDE)]
    ends = ((start, before), (end, lines[-1] - before))
    return [_side(words, cell, count) for cell, count in ends if cell != OUTSIDE]


def _side(words: EdgeWords, cell: int, lines: int) -> str:
    name, count = words.places.cell(cell), words.localizer.number(lines)
    if not lines:
        return words.localizer.say(CROSSES_TO_OUTSIDE, cell=name)
    return words.localizer.say(
        IS_INSIDE if lines % 2 else IS_OUTSIDE, lines, cell=name, count=count
    )


def _compared(words: EdgeWords, one: int, other: int, lines: int) -> str:
    start, end = words.places.cell(one), words.places.cell(other)
    if not lines:
        return words.localizer.say(NO_LINE_BETWEEN, start=start, end=end)
    kind, count = OTHER_SIDE if lines % 2 else SAME_SIDE, words.localizer.number(lines)
    return words.localizer.say(kind, lines, start=start, end=end, count=count)


def _needs(words: EdgeWords, board: Board, step: Step, cell: int) -> str:
    """The clause that tells how many lines a clue needs beside those that the step uses."""
    around = step.known.intersection(board.puzzle.grid.cell_edges[cell])
    drawn = len(around & board.lines)
    left = (board.puzzle.clues[cell] or 0) - drawn
    kind, count = NEEDS_MORE if drawn else NEEDS, words.localizer.number(left)
    return words.localizer.say(kind, left, clue=words.places.clue(cell), count=count)
