"""The titles and one-sentence descriptions of techniques; they are message ids of translations."""

from typing import NamedTuple

from i18n.messages import Message
from solver.explain.step import Technique


class TechniqueText(NamedTuple):
    """The title of a technique and a sentence that describes it."""

    title: Message
    description: Message


def text_of(technique: Technique) -> TechniqueText:
    """The title and description of a technique. Raises `KeyError` when it has none.

    >>> from solver.explain.step import Difficulty, TechniqueFamily
    >>> text_of(Technique("zero", TechniqueFamily.CLUE, Difficulty.EASY)).title.text
    'No lines around a 0'
    """
    return TECHNIQUES[technique.name]


TECHNIQUES = {
    # One reason
    "zero": TechniqueText(
        Message("No lines around a 0"),
        Message("A 0 has no line on any of its sides."),
    ),
    "three-next-to-zero": TechniqueText(
        Message("Adjacent 0 and 3"),
        Message("A 3 can spare only the side that it shares with a 0."),
    ),
    "full-clue": TechniqueText(
        Message("Every side needed"),
        Message("When just as many sides are left as a clue still needs, it gets them all."),
    ),
    "met-clue": TechniqueText(
        Message("Clue already met"),
        Message("A clue that has all its lines can take no more of them."),
    ),
    "way-on": TechniqueText(
        Message("Only one way to go on"),
        Message("A line cannot end at a dot: where only one way on is left, it goes there."),
    ),
    "two-lines-at-dot": TechniqueText(
        Message("Two lines at a dot"),
        Message("The loop never branches: where two lines meet at a dot, no third can join."),
    ),
    "dead-end": TechniqueText(
        Message("Dead end"),
        Message("No line can enter a dot that it could not leave again."),
    ),
    "premature-loop": TechniqueText(
        Message("Avoid a separate loop"),
        Message("No line may close a loop while anything else on the board is left to do."),
    ),
    # One clue and its corners
    "corner-3": TechniqueText(
        Message("3 in a corner"),
        Message("A 3 in a corner of the board must use both of its sides at that corner."),
    ),
    "corner-1": TechniqueText(
        Message("1 in a corner"),
        Message("A 1 in a corner of the board can use neither of its sides at that corner."),
    ),
    "corner-2": TechniqueText(
        Message("2 in a corner"),
        Message(
            "A 2 in a corner of the board has both its lines at that corner or both across "
            "from it, so in either case lines go on from its two other corners."
        ),
    ),
    "three-diagonal-to-zero": TechniqueText(
        Message("Diagonal 0 and 3"),
        Message("A 3 that touches a 0 at a corner must use both of its sides at that corner."),
    ),
    "three-at-closed-corner": TechniqueText(
        Message("3 at a closed corner"),
        Message(
            "Where no line can leave a corner of a 3, both sides of the 3 at that corner are "
            "lines or neither is, and it cannot do without both."
        ),
    ),
    "one-at-closed-corner": TechniqueText(
        Message("1 at a closed corner"),
        Message(
            "Where no line can leave a corner of a 1, both sides of the 1 at that corner are "
            "lines or neither is, and both would be too many."
        ),
    ),
    "two-at-closed-corner": TechniqueText(
        Message("2 at a closed corner"),
        Message(
            "Where no line can leave a corner of a 2, it has both its lines at that corner or "
            "both across from it."
        ),
    ),
    "forced-turn-3": TechniqueText(
        Message("Line forced along a 3"),
        Message(
            "A line that has to turn along a 3 takes exactly one of its two sides at that "
            "corner, so the 3 needs both of the others."
        ),
    ),
    "forced-turn-2": TechniqueText(
        Message("Line forced along a 2"),
        Message(
            "A line that has to turn along a 2 takes exactly one of its two sides at that "
            "corner, so exactly one of the two others is a line."
        ),
    ),
    "forced-turn-1": TechniqueText(
        Message("Line forced along a 1"),
        Message(
            "A line that has to turn along a 1 takes one of its two sides at that corner, so "
            "the 1 can use neither of the others."
        ),
    ),
    "line-arriving-3": TechniqueText(
        Message("Line reaching a 3"),
        Message(
            "A line that reaches a corner of a 3 must turn along it: the 3 can use only one of "
            "its two sides there, and it needs that one and both of the others."
        ),
    ),
    "line-arriving-2": TechniqueText(
        Message("Line reaching a 2"),
        Message(
            "A line that reaches a corner of a 2 leaves room for only one of its two sides "
            "there, so at least one of the two others is a line."
        ),
    ),
    "line-arriving-1": TechniqueText(
        Message("Line reaching a 1"),
        Message(
            "A line that reaches a corner of a 1 either turns along it or goes past, and the "
            "other sides of the 1 can tell which."
        ),
    ),
    "line-leaving-3": TechniqueText(
        Message("Line leaving a 3"),
        Message(
            "A 3 with exactly one line at a corner sends it out there, and where only one way "
            "out is open, the line takes it."
        ),
    ),
    "line-leaving-2": TechniqueText(
        Message("Line leaving a 2"),
        Message(
            "A 2 with exactly one line at a corner sends it out there, and where only one way "
            "out is open, the line takes it."
        ),
    ),
    "line-leaving-1": TechniqueText(
        Message("Line leaving a 1"),
        Message(
            "A 1 whose line is at a certain corner sends it out there, and where only one way "
            "out is open, the line takes it."
        ),
    ),
    "line-through-2": TechniqueText(
        Message("Line through a 2"),
        Message(
            "When exactly one side of a 2 at a corner is a line, so is exactly one of those "
            "across from it: what is known at one corner counts at the opposite one."
        ),
    ),
    # Two clues
    "adjacent-3-3": TechniqueText(
        Message("Two adjacent 3s"),
        Message(
            "Two 3s side by side have lines between them and on the two sides across from "
            "there, and the line between them does not go straight on."
        ),
    ),
    "adjacent-2-3": TechniqueText(
        Message("2 and 3 side by side"),
        Message(
            "At a corner that a 2 and a 3 share, the 3 has at least one line, and the 2 must take "
            "it from there."
        ),
    ),
    "adjacent-1-3": TechniqueText(
        Message("1 and 3 side by side"),
        Message(
            "At a corner that a 1 and a 3 share, the 3 has at least one line and the 1 at most "
            "one, so few ways are left to pass."
        ),
    ),
    "adjacent-2-2": TechniqueText(
        Message("Two 2s side by side"),
        Message(
            "At a corner that two 2s share, what is known of the sides of one tells about the "
            "other."
        ),
    ),
    "adjacent-1-2": TechniqueText(
        Message("1 and 2 side by side"),
        Message(
            "At a corner that a 1 and a 2 share, the 1 has at most one line, and the 2 has to do "
            "with that."
        ),
    ),
    "adjacent-1-1": TechniqueText(
        Message("Two 1s side by side"),
        Message(
            "At a corner that two 1s share, each has at most one line, so few ways are left to "
            "pass."
        ),
    ),
    "diagonal-3-3": TechniqueText(
        Message("Two diagonal 3s"),
        Message(
            "Two 3s that touch at a corner must each use both of their sides at the far corner."
        ),
    ),
    "diagonal-3-2-3": TechniqueText(
        Message("2s between diagonal 3s"),
        Message(
            "Two 3s on a diagonal with only 2s between them must each use both of their sides at "
            "the far corner."
        ),
    ),
    "diagonal-2-3": TechniqueText(
        Message("Diagonal 2 and 3"),
        Message(
            "Where a 2 and a 3 touch at a corner, the 3 has at least one line there, and the 2 "
            "must fit that."
        ),
    ),
    "diagonal-1-3": TechniqueText(
        Message("Diagonal 1 and 3"),
        Message(
            "Where a 1 and a 3 touch at a corner, the 3 has at least one line there and the 1 at "
            "most one."
        ),
    ),
    "diagonal-2-2": TechniqueText(
        Message("Diagonal 2s"),
        Message(
            "Where two 2s touch at a corner and one has exactly one line there, so has the other."
        ),
    ),
    "diagonal-1-2": TechniqueText(
        Message("Diagonal 1 and 2"),
        Message(
            "Where a 1 and a 2 touch at a corner, the 1 has at most one line there, and the 2 must "
            "fit that."
        ),
    ),
    "diagonal-1-1": TechniqueText(
        Message("Diagonal 1s"),
        Message(
            "Where two 1s touch at a corner, either both have their line there or neither has."
        ),
    ),
    # More clues
    "clues-round-a-dot": TechniqueText(
        Message("Clues around a dot"),
        Message("Three or four clues that meet at a dot leave few ways for lines to pass there."),
    ),
    "even-crossings": TechniqueText(
        Message("Even crossings"),
        Message(
            "A loop goes into any group of dots as often as it comes out, so the lines across "
            "its border are even in number, which decides the last of them."
        ),
    ),
    "diagonal-chain": TechniqueText(
        Message("Diagonal chain"),
        Message("Clues that touch corner to corner pass on what is known at one end of the row."),
    ),
    "parity": TechniqueText(
        Message("Odd or even"),
        Message(
            "The lines around each clue and each dot are known to be odd or even in number, "
            "and when these are put together only one edge is left open."
        ),
    ),
    "arc-chain": TechniqueText(
        Message("Chain of corners"),
        Message("What is known of two edges at a corner is passed on from clue to clue."),
    ),
    # Look-ahead
    "loop-at-clue": TechniqueText(
        Message("Loop at a clue"),
        Message("One way to meet a clue would close a loop too early."),
    ),
    "loop-at-dot": TechniqueText(
        Message("Loop at a dot"),
        Message("One way on from a dot would close a loop too early."),
    ),
    "loop-at-both-ends": TechniqueText(
        Message("Loop at both ends"),
        Message(
            "With one edge wrong, all ways on from the two ends of a run of lines would close a "
            "loop too early."
        ),
    ),
    "loop-look-ahead": TechniqueText(
        Message("Look-ahead with the loop"),
        Message(
            "Suppose that an edge is a line or a cross, and follow what that forces until a loop "
            "would close too early."
        ),
    ),
    "look-ahead": TechniqueText(
        Message("Look-ahead"),
        Message(
            "Suppose that an edge is a line or a cross, and follow what that forces until a clue "
            "or a dot cannot be right."
        ),
    ),
    "small-core": TechniqueText(
        Message("Case by case"),
        Message("It takes several suppositions, one within the other, to see what is forced."),
    ),
}
"""The texts of all techniques, by the names of these."""
