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
        Message("A 3 next to a 0 loses the side that they share, and needs all of the others."),
    ),
    "full-clue": TechniqueText(
        Message("Every side needed"),
        Message(
            "If a clue has just as many sides left as it still needs lines, all of them are lines."
        ),
    ),
    "met-clue": TechniqueText(
        Message("Clue already met"),
        Message("Once a clue has all its lines, its other sides are crosses."),
    ),
    "two-ways-left": TechniqueText(
        Message("Only two ways left at a dot"),
        Message(
            "Where the loop visits every dot, it needs the last two edges of a dot that can be "
            "lines."
        ),
    ),
    "way-on": TechniqueText(
        Message("Only one way to go on"),
        Message("A line cannot stop at a dot: if only one way is left, it goes that way."),
    ),
    "two-lines-at-dot": TechniqueText(
        Message("Two lines at a dot"),
        Message("The loop never branches: where two lines meet at a dot, no third can join."),
    ),
    "dead-end": TechniqueText(
        Message("Dead end"),
        Message("A line cannot enter a dot that it could not leave."),
    ),
    "premature-loop": TechniqueText(
        Message("Avoid a separate loop"),
        Message("No line may close a loop while a clue is unmet or another line is left outside."),
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
            "Whichever two sides a 2 in a corner of the board uses, the loop runs on along the "
            "border on both sides of it."
        ),
    ),
    "three-diagonal-to-zero": TechniqueText(
        Message("Diagonal 0 and 3"),
        Message("A 3 that touches a 0 at a corner must use both of its sides at that corner."),
    ),
    "three-at-closed-corner": TechniqueText(
        Message("3 at a closed corner"),
        Message(
            "If no line can leave a corner of a 3, its two sides there are both lines or "
            "both crosses. A 3 cannot lose two sides, so they are lines."
        ),
    ),
    "one-at-closed-corner": TechniqueText(
        Message("1 at a closed corner"),
        Message(
            "If no line can leave a corner of a 1, its two sides there are both lines or "
            "both crosses. Two lines would be too many, so they are crosses."
        ),
    ),
    "two-at-closed-corner": TechniqueText(
        Message("2 at a closed corner"),
        Message(
            "If no line can leave a corner of a 2, its lines are both there or both at the "
            "opposite corner."
        ),
    ),
    "forced-turn-3": TechniqueText(
        Message("Line forced along a 3"),
        Message(
            "A line that must turn along a 3 uses exactly one of its two sides at that "
            "corner, so the two far sides are lines."
        ),
    ),
    "forced-turn-2": TechniqueText(
        Message("Line forced along a 2"),
        Message(
            "A line that must turn along a 2 uses exactly one of its two sides at that "
            "corner, so exactly one of the two far sides is a line."
        ),
    ),
    "forced-turn-1": TechniqueText(
        Message("Line forced along a 1"),
        Message(
            "A line that must turn along a 1 uses one of its two sides at that corner, so "
            "the two far sides are crosses."
        ),
    ),
    "line-arriving-3": TechniqueText(
        Message("Line reaching a 3"),
        Message(
            "A line that reaches a corner of a 3 turns along it: the 3 has room for just one line "
            "there, and its two far sides are lines."
        ),
    ),
    "line-arriving-2": TechniqueText(
        Message("Line reaching a 2"),
        Message(
            "A line that reaches a corner of a 2 leaves room for one of its lines there, so at "
            "least one far side is a line."
        ),
    ),
    "line-arriving-1": TechniqueText(
        Message("Line reaching a 1"),
        Message(
            "A line that reaches a corner of a 1 turns along it or goes past. If both far "
            "sides of the 1 are crosses, it must turn."
        ),
    ),
    "line-leaving-3": TechniqueText(
        Message("Line leaving a 3"),
        Message(
            "If a 3 has exactly one line at a corner, the loop leaves the 3 there; if only "
            "one way out is open, it is a line."
        ),
    ),
    "line-leaving-2": TechniqueText(
        Message("Line leaving a 2"),
        Message(
            "If a 2 has exactly one line at a corner, the loop leaves the 2 there; if only "
            "one way out is open, it is a line."
        ),
    ),
    "line-leaving-1": TechniqueText(
        Message("Line leaving a 1"),
        Message(
            "If the line of a 1 must touch a certain corner, the loop leaves the 1 there; if "
            "only one way out is open, it is a line."
        ),
    ),
    "line-through-2": TechniqueText(
        Message("Line through a 2"),
        Message(
            "If a 2 has exactly one line at one corner, it has exactly one at the opposite "
            "corner too."
        ),
    ),
    # Two clues
    "adjacent-3-3": TechniqueText(
        Message("Two adjacent 3s"),
        Message(
            "Two 3s side by side have a line between them and on the two outer sides "
            "parallel to it, and the middle line cannot run straight on at either end."
        ),
    ),
    "adjacent-2-3": TechniqueText(
        Message("2 and 3 side by side"),
        Message(
            "At a corner that a 2 and a 3 share, the 3 has at least one line, which limits "
            "what the 2 can do."
        ),
    ),
    "adjacent-1-3": TechniqueText(
        Message("1 and 3 side by side"),
        Message(
            "At a corner that a 1 and a 3 share, the 3 has at least one line and the 1 at "
            "most one, so few ways remain for the loop to pass."
        ),
    ),
    "adjacent-2-2": TechniqueText(
        Message("Two 2s side by side"),
        Message(
            "Only two lines can meet at a corner that two 2s share, so the lines of one limit "
            "those of the other."
        ),
    ),
    "adjacent-1-2": TechniqueText(
        Message("1 and 2 side by side"),
        Message(
            "At a corner that a 1 and a 2 share, the 1 has at most one line, which limits "
            "what the 2 can do."
        ),
    ),
    "adjacent-1-1": TechniqueText(
        Message("Two 1s side by side"),
        Message(
            "At a corner that two 1s share, each has at most one line, so few ways remain "
            "for the loop to pass."
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
            "Where a 2 and a 3 touch at a corner, the 2 has at most one line there, so it has at "
            "least one at its far corner."
        ),
    ),
    "diagonal-1-3": TechniqueText(
        Message("Diagonal 1 and 3"),
        Message(
            "Where a 1 and a 3 touch at a corner, each has one line there, or the 3 has two and "
            "the 1 has none."
        ),
    ),
    "diagonal-2-2": TechniqueText(
        Message("Diagonal 2s"),
        Message(
            "Where two 2s touch at a corner and one has exactly one line there, so does the other."
        ),
    ),
    "diagonal-1-2": TechniqueText(
        Message("Diagonal 1 and 2"),
        Message(
            "Where a 1 and a 2 touch at a corner, the 1 has its line there only if the 2 has "
            "exactly one there, and always then."
        ),
    ),
    "diagonal-1-1": TechniqueText(
        Message("Diagonal 1s"),
        Message(
            "Where two 1s touch at a corner, either both have their line there or neither has."
        ),
    ),
    # Clues with any number of sides
    "clue-at-closed-corner": TechniqueText(
        Message("Clue at a closed corner"),
        Message(
            "If no line can leave a corner of a cell, its two sides there are both lines or "
            "both crosses."
        ),
    ),
    "line-arriving": TechniqueText(
        Message("Line reaching a clue"),
        Message(
            "Where a line reaches a corner of a cell, at most one of its two sides there is a "
            "line, and just one if the line must turn along the cell."
        ),
    ),
    "line-leaving": TechniqueText(
        Message("Line leaving a clue"),
        Message(
            "If a clue has exactly one line at a corner, the loop leaves the cell there; if only "
            "one way out is open, it is a line."
        ),
    ),
    "clues-at-a-dot": TechniqueText(
        Message("Clues that meet at a dot"),
        Message(
            "At most two lines meet at a dot. So what one clue needs there limits the other clues "
            "around the dot."
        ),
    ),
    # More clues
    "clues-round-a-dot": TechniqueText(
        Message("Clues around a dot"),
        Message("Three or four clues around a dot leave few ways for the loop to pass through it."),
    ),
    "known-sides": TechniqueText(
        Message("Sides of animals"),
        Message(
            "Sheep are inside of the loop; wolves and all beyond the border are outside. A line is "
            "between neighbours on different sides, a cross between others, so marks tell the "
            "sides of further cells."
        ),
    ),
    "even-crossings": TechniqueText(
        Message("Sides of the loop"),
        Message(
            "A line has the inside of the loop on one side and the outside on the other, a cross "
            "the same on both. So marked edges tell the sides of cells far apart."
        ),
    ),
    "clue-and-sides": TechniqueText(
        Message("Sides of the loop at a clue"),
        Message(
            "If two neighbours of a clue are on the same side of the loop, its sides towards them "
            "are both lines or both crosses; if not, just one is a line."
        ),
    ),
    "diagonal-chain": TechniqueText(
        Message("Diagonal chain"),
        Message(
            "A 2 has two lines at two opposite corners together: what one corner lacks, the other "
            "has. Along a diagonal of 2s that goes on from one end to the other."
        ),
    ),
    "parity": TechniqueText(
        Message("Parity"),
        Message(
            "Every clue and every dot fixes whether the number of lines around it is odd or "
            "even. Added together, they leave only one edge open."
        ),
    ),
    "arc-chain": TechniqueText(
        Message("Chain of corners"),
        Message(
            "A clue decides how many lines it can have at a corner. That limits what else meets "
            "there, which decides about the next corner."
        ),
    ),
    # Look-ahead
    "loop-at-clue": TechniqueText(
        Message("Loop at a clue"),
        Message(
            "If this edge were the other way, a clue could be met only by a loop that closes too "
            "early."
        ),
    ),
    "loop-at-dot": TechniqueText(
        Message("Loop at a dot"),
        Message(
            "If this edge were the other way, the loop could go on from a dot only by closing too "
            "early."
        ),
    ),
    "loop-at-both-ends": TechniqueText(
        Message("Loop at both ends"),
        Message(
            "If this edge were the other way, every way on from the two ends of a line would close "
            "a loop too early."
        ),
    ),
    "loop-look-ahead": TechniqueText(
        Message("Look-ahead with the loop"),
        Message(
            "Suppose an edge is a line or a cross, and follow what that forces until a loop "
            "would close too early."
        ),
    ),
    "look-ahead": TechniqueText(
        Message("Look-ahead"),
        Message(
            "Suppose an edge is a line or a cross, and follow what that forces until a clue "
            "or a dot becomes impossible."
        ),
    ),
    "small-core": TechniqueText(
        Message("Case by case"),
        Message(
            "Try both cases for an edge, and if need be further cases inside them, to see "
            "what is forced."
        ),
    ),
}
"""The texts of all techniques, by the names of these."""
