"""What texts about the sides of the loop state: of animals, of cells that marks lead to."""

from collections.abc import Collection, Iterator
from itertools import combinations

from i18n.messages import Clause
from narrator import english, questions, sides
from puzzle.grid import OUTSIDE
from puzzle.model import Puzzle
from solver.explain.step import Subloop, WrongSide
from tests.support.explain.truth import ANIMALS, is_inside
from tests.support.truth.claim import Claim, Predicate, Statements
from tests.support.truth.questions import ends
from tests.support.truth.reports import has_loop
from tests.support.truth.scene import CROSS, LINE, Marks, reached


def cell_or_outside(c: Claim, name: str) -> int:
    """A value as a cell, an animal, or what is beyond the border."""
    found = c.reader.recorder.told.get(c.text(name))
    return OUTSIDE if found and found.template == english.FROM_OUTSIDE else c.cell(name)


def known_sides(puzzle: Puzzle, marks: Marks, cell: int) -> set[bool]:
    """Whether a cell is inside, as all animals and the outside tell it."""
    animals = [(at, ANIMALS[clue]) for at, clue in enumerate(puzzle.clues) if clue in ANIMALS]
    return {
        inside is not odd
        for at, inside in [(OUTSIDE, False), *animals]
        for there, odd in reached(puzzle, marks, at)
        if there == cell
    }


def are_sides(**inside: bool) -> Predicate:
    """At some point of the text it is known on which sides these cells are."""
    return lambda c: c.scene.ever(
        lambda marks: all(
            side in known_sides(c.scene.puzzle, marks, c.cell(name))
            for name, side in inside.items()
        )
    )


def and_in_solution(told: Predicate, **inside: bool) -> Predicate:
    """The same in the solution."""
    return lambda c: (
        told(c)
        and (
            c.scene.solution is None
            or all(c.scene.is_inside(c.cell(name)) is side for name, side in inside.items())
        )
    )


def relate(other: bool) -> Predicate:
    """At some point of the text marks lead from one cell to the other."""
    return lambda c: c.scene.ever(
        lambda marks: (c.cell("second"), other) in reached(c.scene.puzzle, marks, c.cell("first"))
    )


def by_animal(inside: bool) -> Predicate:
    """Marks of the board lead from the animal to the cell, which is on that side."""

    def holds(c: Claim) -> bool:
        puzzle, animal, cell = c.scene.puzzle, c.cell("animal"), c.cell("cell")
        odd = c.number() % 2 == 1 if "count" in c.values else False
        return (
            (ANIMALS[c.clue("animal")] is not odd) is inside
            and c.scene.ever(lambda marks: (cell, odd) in reached(puzzle, marks, animal))
            and (c.scene.solution is None or c.scene.is_inside(cell) is inside)
        )

    return holds


def is_wrong(c: Claim) -> bool:
    """Marks lead from the start to an animal, and tell that it is on the wrong side."""
    start, animal = cell_or_outside(c, "start"), c.cell("animal")
    odd = c.number() % 2 == 1 if "count" in c.values else False
    begins_inside = start != OUTSIDE and ANIMALS[c.clue("start")]
    return (begins_inside is not odd) is not ANIMALS[c.clue("animal")] and c.scene.ever(
        lambda marks: (animal, odd) in reached(c.scene.puzzle, marks, start)
    )


def is_on_both(c: Claim) -> bool:
    """Marks lead from the start to a cell over an odd and over an even number of lines."""
    start, cell = cell_or_outside(c, "start"), c.cell("cell")
    return c.scene.ever(
        lambda marks: {(cell, True), (cell, False)} <= reached(c.scene.puzzle, marks, start)
    )


def encloses(loops: Collection[frozenset[int]], c: Claim, inside: bool) -> bool:
    """Whether one of some loops has the animal on that side, which is the wrong one."""
    cell = c.cell("animal")
    return ANIMALS[c.clue("animal")] is not inside and any(
        is_inside(c.scene.puzzle, cell, loop) is inside for loop in loops
    )


def would_have(inside: bool) -> Predicate:
    """One of the edges would close a loop with the animal on that side."""
    return lambda c: encloses(
        [loop for edge in c.edges() for loop in c.closes([edge], c.number())], c, inside
    )


def has_animal(inside: bool) -> Predicate:
    """A loop of that length has the animal on that side."""
    return lambda c: encloses([*c.loops(c.number())], c, inside)


def puts_wrong(c: Claim) -> bool:
    """The argument ends with the animal on the wrong side."""
    facts = [end.fact for end in ends(c)]
    cell = c.cell("place")
    return any(
        (isinstance(fact, WrongSide) and fact.way.cells[-1] == cell)
        or (isinstance(fact, Subloop) and fact.unmet == cell)
        for fact in facts
    )


def puts_both(c: Claim) -> bool:
    """The argument ends with a way round by the cell."""
    facts = [end.fact for end in ends(c)]
    cell = c.cell("place")
    return any(isinstance(fact, WrongSide) and cell in fact.way.cells for fact in facts)


def fits_neither(*, many_inside: bool) -> Predicate:
    """The cells beside a clue give it too many lines on one side of the loop, too few on the other.

    The text tells how many at least, and at most.
    """

    def holds(c: Claim) -> bool:
        cells, clue = c.scene.puzzle.grid.edge_cells, c.clue()

        def crossed(marks: Marks, inside: bool) -> Iterator[bool]:
            """For each side of the clue that is decided, whether it is a line."""
            for edge in c.sides():
                (beyond,) = {*cells[edge]} - {c.cell()}
                known = {
                    beyond != OUTSIDE and s for s in known_sides(c.scene.puzzle, marks, beyond)
                }
                if marks.get(edge) or known:
                    yield marks.get(edge) is LINE or (not inside) in known

        return c.number("few") < clue < c.number("many") and c.scene.ever(
            lambda marks: (
                sum(crossed(marks, many_inside)) >= c.number("many")
                and len(c.sides()) - [*crossed(marks, not many_inside)].count(False)
                <= c.number("few")
            )
        )

    return holds


def is_wrong_either_way(c: Claim) -> bool:
    """With all lines that complete the clue, marks tell that the animal is on the wrong side."""
    puzzle, animal, sides = c.scene.puzzle, c.cell("animal"), c.sides()

    def holds(marks: Marks) -> bool:
        drawn = {side for side in sides if marks.get(side) is LINE}
        ways = [
            {**marks, **dict.fromkeys(sides, CROSS), **dict.fromkeys(lines, LINE)}
            for lines in combinations([s for s in sides if marks.get(s) is not CROSS], c.clue())
            if drawn <= {*lines}
        ]
        wrong = not ANIMALS[c.clue("animal")]
        return bool(ways) and all(wrong in known_sides(puzzle, way, animal) for way in ways)

    return c.scene.ever(holds)


def sides_tell(c: Claim) -> bool:
    """The sides of the cells at the ends of the way of the step are known."""
    puzzle, marks = c.scene.puzzle, c.scene.states[0]
    names = [name for name in ("first", "second", "cell") if name in c.values]
    return all(known_sides(puzzle, marks, c.cell(name)) for name in names)


def told_sides(clause: Clause, **inside: bool) -> Statements:
    """The statements of a clause: under a supposition, and else in the solution too."""
    told = are_sides(**inside)
    return {clause.indicative: and_in_solution(told, **inside), clause.conditional: told}


SIDES: Statements = {
    **told_sides(english.IS_INSIDE, cell=True),
    **told_sides(english.IS_OUTSIDE, cell=False),
    english.BOTH_INSIDE: are_sides(first=True, second=True),
    english.BOTH_OUTSIDE: are_sides(first=False, second=False),
    english.INSIDE_AND_OUTSIDE: are_sides(first=True, second=False),
    english.SAME_SIDE: relate(other=False),
    english.OTHER_SIDE: relate(other=True),
    english.WRONG_SIDE: is_wrong,
    english.WRONG_SIDE_BY_CROSSES: is_wrong,
    english.ON_BOTH_SIDES: is_on_both,
    english.HAS_WRONG_SIDE: is_wrong,
    english.HAS_WRONG_SIDE_BY_CROSSES: is_wrong,
    english.IS_ON_BOTH_SIDES: is_on_both,
    english.LINE_CLOSES[english.Witness.SHEEP]: would_have(inside=False),
    english.LINE_CLOSES[english.Witness.WOLF]: would_have(inside=True),
    english.LOOP_CLOSES[english.Witness.SHEEP]: has_animal(inside=False),
    english.LOOP_CLOSES[english.Witness.WOLF]: has_animal(inside=True),
    english.HAS_LOOP[english.Witness.SHEEP]: lambda c: has_loop(c) and has_animal(inside=False)(c),
    english.HAS_LOOP[english.Witness.WOLF]: lambda c: has_loop(c) and has_animal(inside=True)(c),
    sides.CROSSES_TO_INSIDE: by_animal(inside=True),
    sides.CROSSES_TO_ANIMAL_OUTSIDE: by_animal(inside=False),
    sides.IS_INSIDE_BY_ANIMAL: by_animal(inside=True),
    sides.IS_OUTSIDE_BY_ANIMAL: by_animal(inside=False),
    sides.MANY_INSIDE: fits_neither(many_inside=True),
    sides.MANY_OUTSIDE: fits_neither(many_inside=False),
    sides.WRONG_EITHER_WAY: is_wrong_either_way,
    questions.WHICH_PUTS_WRONG: puts_wrong,
    questions.WHICH_PUTS_BOTH: puts_both,
    questions.SIDES_OF_BOTH: sides_tell,
    questions.SIDE_AND_BORDER: sides_tell,
}
"""The predicates of messages about sides, by message."""
