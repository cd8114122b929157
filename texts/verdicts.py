"""The texts of verdicts: which rules a board breaks and where, without hints at the solution."""

from collections.abc import Iterator

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from narrator.places import Places
from play.clock import MISTAKE_PENALTY
from play.verdict import MAX_SHOWN, Verdict
from puzzle.model import Puzzle
from puzzle.places import cell_name
from puzzle.rules import Violation, ViolationCode

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
CLUES_LEFT = Plural("- {count} clue still lacks lines.", "- {count} clues still lack lines.")
NAMED_CLUES_LEFT = Message("- Still lacking lines: {clues}.")
ENDS_LEFT = Plural("- {count} end of a line is open.", "- {count} ends of lines are open.")
SEVERAL_LOOPS = Message("- The loop through {dot} is closed, and other lines are left over.")


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
    """What is left to do: how many clues lack lines, or which, and how many lines end."""
    cells = [violation.cell for violation in verdict.left if violation.cell is not None]
    if len(cells) > MAX_SHOWN:
        yield localizer.say(CLUES_LEFT, len(cells), count=len(cells))
    elif cells:
        clues = Places(puzzle, localizer).clues(cells)
        yield localizer.say(NAMED_CLUES_LEFT, clues=clues)
    if ends := len(verdict.left) - len(cells):
        yield localizer.say(ENDS_LEFT, ends, count=ends)


def _heading(localizer: Localizer, verdict: Verdict) -> str:
    if verdict.unfinished:
        return localizer.say(UNFINISHED if localizer.clock else UNFINISHED_WITHOUT_CLOCK)
    if not localizer.clock:
        return localizer.say(WRONG_WITHOUT_CLOCK)
    return localizer.say(WRONG, seconds=MISTAKE_PENALTY)


def _broken(
    localizer: Localizer, puzzle: Puzzle, lines: frozenset[int], violation: Violation
) -> str:
    grid, dot, cell = puzzle.grid, violation.dot, violation.cell
    places = Places(puzzle, localizer)
    if cell is not None:
        template = TOO_MANY if violation.code is ViolationCode.TOO_MANY else TOO_FEW
        count = len(lines.intersection(grid.cell_edges[cell]))
        clue, place = puzzle.clues[cell], cell_name(grid, cell)
        return localizer.say(template, count, clue=clue, cell=place, count=count)
    if dot is not None:
        message = BRANCH if violation.code is ViolationCode.BRANCH else DEAD_END
        return localizer.say(message, dot=places.dots([dot]))
    if violation.edges:
        first = min(end for edge in violation.edges for end in grid.edge_dots[edge])
        return localizer.say(SEVERAL_LOOPS, dot=places.dots([first]))
    return localizer.say(NO_LINE)
