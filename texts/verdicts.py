"""The texts of verdicts: which rules a board breaks and where, without hints at the solution."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.places import Places
from play.clock import MISTAKE_PENALTY
from play.verdict import MAX_SHOWN, Verdict
from puzzle.model import Puzzle
from puzzle.places import cell_name
from puzzle.rules import Counted, Violation, ViolationCode, around, lines_at_dots

UNFINISHED = Message("**Not finished yet.** This is not a mistake and adds no time.")
UNFINISHED_WITHOUT_CLOCK = Message("**Not finished yet.** This is not a mistake.")
WRONG = Message("**Not the solution.** That adds {seconds} seconds.")
WRONG_WITHOUT_CLOCK = Message("**Not the solution.**")
MORE = Plural("- {count} more rule is broken.", "- {count} more rules are broken.")

NO_LINE = Message("- There is no line on the board.")
BRANCH = Message("- Lines branch at {dot}: no more than two may meet at a dot.")
DEAD_END = Message("- A line ends at {dot}.")
TOO_MANY = Plural(
    "- The {clue} at {cell} has {count} line around it, which is too many.",
    "- The {clue} at {cell} has {count} lines around it, which is too many.",
)
TOO_FEW = Plural(
    "- The {clue} at {cell} has {count} line around it, which is too few.",
    "- The {clue} at {cell} has {count} lines around it, which is too few.",
)
TOO_MANY_DOTS = Plural(
    "- The loop visits {count} dot of the {clue} at {cell}, which is too many.",
    "- The loop visits {count} dots of the {clue} at {cell}, which is too many.",
)
TOO_FEW_DOTS = Plural(
    "- The loop visits {count} dot of the {clue} at {cell}, which is too few.",
    "- The loop visits {count} dots of the {clue} at {cell}, which is too few.",
)
WRONG_TOUCHES = Plural(
    "- The loop touches the {clue} at {cell} {count} time.",
    "- The loop touches the {clue} at {cell} {count} times.",
)
SHEEP_OUTSIDE = Message("- The sheep at {cell} is outside the loop.")
WOLF_INSIDE = Message("- The wolf at {cell} is inside the loop.")
UNVISITED = Message("- The loop does not visit {dot}.")
CLUES_LEFT = Plural("- {count} clue still lacks lines.", "- {count} clues still lack lines.")
NAMED_CLUES_LEFT = Message("- Still lacking lines: {clues}.")
CLUES_UNMET = Plural("- {count} clue is not met yet.", "- {count} clues are not met yet.")
NAMED_CLUES_UNMET = Message("- Not met yet: {clues}.")
DOTS_LEFT = Plural(
    "- {count} dot is not on the loop yet.", "- {count} dots are not on the loop yet."
)
ENDS_LEFT = Plural("- {count} end of a line is open.", "- {count} ends of lines are open.")
SEVERAL_LOOPS = Message("- The loop through {dot} is closed, and other lines are left over.")

_AT_DOTS = MappingProxyType(
    {
        ViolationCode.BRANCH: BRANCH,
        ViolationCode.DEAD_END: DEAD_END,
        ViolationCode.UNVISITED: UNVISITED,
    }
)
_AT_CLUES: Mapping[tuple[ViolationCode, Counted], Message | Plural] = MappingProxyType(
    {
        (ViolationCode.TOO_MANY, Counted.LINES): TOO_MANY,
        (ViolationCode.TOO_FEW, Counted.LINES): TOO_FEW,
        (ViolationCode.TOO_MANY, Counted.DOTS): TOO_MANY_DOTS,
        (ViolationCode.TOO_FEW, Counted.DOTS): TOO_FEW_DOTS,
        (ViolationCode.WRONG_TOUCHES, Counted.TOUCHES): WRONG_TOUCHES,
        (ViolationCode.SHEEP_OUTSIDE, Counted.LINES): SHEEP_OUTSIDE,
        (ViolationCode.WOLF_INSIDE, Counted.LINES): WOLF_INSIDE,
    }
)
"""The text of what a clue breaks, by what clues count."""


def verdict_text(
    localizer: Localizer, puzzle: Puzzle, lines: frozenset[int], verdict: Verdict
) -> str:
    """The text of a verdict on an unsolved board, one broken rule per line, and what is left.

    >>> from play.verdict import judge
    >>> from puzzle.grid import square_grid
    >>> puzzle, lines = Puzzle(square_grid(1, 2), (3, None)), frozenset({0, 2, 4, 5})
    >>> print(verdict_text(Localizer(), puzzle, lines, judge(puzzle, lines)))
    **Not the solution.** That adds 30 seconds.
    - The 3 at A1 has 4 lines around it, which is too many.
    >>> print(verdict_text(Localizer(), puzzle, frozenset({0}), judge(puzzle, frozenset({0}))))
    **Not finished yet.** This is not a mistake and adds no time.
    - Still lacking lines: the 3 at A1.
    - 2 ends of lines are open.
    """
    parts = [_heading(localizer, verdict)]
    broken = [violation for violation in verdict.shown if violation not in verdict.left]
    parts += [_broken(localizer, puzzle, lines, violation) for violation in broken]
    if more := len(verdict.shown) + verdict.more - len(broken) - len(verdict.left):
        parts.append(localizer.say(MORE, more, count=more))
    return "\n".join((*parts, *_left(localizer, puzzle, verdict)))


def _left(localizer: Localizer, puzzle: Puzzle, verdict: Verdict) -> Iterator[str]:
    """What is left to do: how many clues are not met, or which, ends of lines, and dots."""
    count_lines = not puzzle.rules.variant.counts_dots
    cells = [violation.cell for violation in verdict.left if violation.cell is not None]
    if len(cells) > MAX_SHOWN:
        counted = CLUES_LEFT if count_lines else CLUES_UNMET
        yield localizer.say(counted, len(cells), count=len(cells))
    elif cells:
        clues = Places(puzzle, localizer).clues(cells)
        yield localizer.say(NAMED_CLUES_LEFT if count_lines else NAMED_CLUES_UNMET, clues=clues)
    codes = [violation.code for violation in verdict.left]
    for code, message in (
        (ViolationCode.DEAD_END, ENDS_LEFT),
        (ViolationCode.UNVISITED, DOTS_LEFT),
    ):
        if count := codes.count(code):
            yield localizer.say(message, count, count=count)


def _heading(localizer: Localizer, verdict: Verdict) -> str:
    if verdict.unfinished:
        return localizer.say(UNFINISHED if localizer.clock else UNFINISHED_WITHOUT_CLOCK)
    if not localizer.clock:
        return localizer.say(WRONG_WITHOUT_CLOCK)
    return localizer.say(WRONG, seconds=MISTAKE_PENALTY)


def _broken(
    localizer: Localizer, puzzle: Puzzle, lines: frozenset[int], violation: Violation
) -> str:
    places, code, dot = Places(puzzle, localizer), violation.code, violation.dot
    if violation.cell is not None:
        return _broken_clue(localizer, puzzle, lines, violation.cell, code)
    if dot is not None:
        return localizer.say(_AT_DOTS[code], dot=places.dots([dot]))
    if violation.edges:
        first = min(end for edge in violation.edges for end in puzzle.grid.edge_dots[edge])
        return localizer.say(SEVERAL_LOOPS, dot=places.dots([first]))
    return localizer.say(NO_LINE)


def _broken_clue(
    localizer: Localizer, puzzle: Puzzle, lines: frozenset[int], cell: int, code: ViolationCode
) -> str:
    grid, variant = puzzle.grid, puzzle.rules.variant
    found = around(grid, cell, lines, lines_at_dots(grid, lines))
    count, place = variant.count(found), cell_name(grid, cell)
    clue = puzzle.clues[cell]
    return localizer.say(
        _AT_CLUES[code, variant.counted], count, clue=clue, cell=place, count=count
    )
