"""The texts of answers to /solve."""

from i18n.localizer import Localizer
from i18n.messages import Message, Plural
from jobs.solving import SolveAnswer
from solver.search import Outcome
from texts.puzzles import stored_size
from texts.times import duration

ONE_SOLUTION = Message("One solution")
SOLUTIONS = Plural("{count:,} solution", "{count:,} solutions")
AT_LEAST = Plural("At least {count:,} solution", "At least {count:,} solutions")
NO_SOLUTION = Message("No solution")
OUT_OF_TIME = Message("Out of time")

UNIQUE = Message("This {size} puzzle has exactly one solution, found and proved in {time}.")
MULTIPLE = Message(
    "Solution {number:,} of {count:,} for this {size} puzzle; all were found in {time}. {shared}"
)
MULTIPLE_AT_LEAST = Message(
    "Solution {number:,} of {count:,} found for this {size} puzzle in {time}; there may be more. "
    "{shared}"
)
NONE = Message(
    "No single loop meets all the clues of this {size} puzzle; that took {time} to prove. "
    "Perhaps a clue was mistyped?"
)
LIMIT_WITH_SOLUTION = Message(
    "The search on this {size} puzzle was stopped after {time}. It found this "
    "solution, but not whether there are others."
)
LIMIT = Message(
    "The search on this {size} puzzle was stopped after {time}. It may or may not "
    "have a solution: it is a hard one."
)

AGREE_ON_NOTHING = Message("They have no edge in common.")
SHARE = Message("They share {lines} and {crosses}.")
LINES = Plural("{count:,} line", "{count:,} lines")
CROSSES = Plural("{count:,} cross", "{count:,} crosses")

LONG_ID = Message("-# The ID of this puzzle is long: it is in the file below.")
LONG_LINK = Message("-# It is also too long for a button that opens it in a browser.")

NEXT_BUTTON = Message("Next solution")


def answer_title(localizer: Localizer, answer: SolveAnswer) -> str:
    """The heading of an answer."""
    count = answer.solutions
    match answer.outcome:
        case Outcome.UNIQUE:
            return localizer.say(ONE_SOLUTION)
        case Outcome.MULTIPLE:
            return localizer.say(SOLUTIONS if answer.complete else AT_LEAST, count, count=count)
        case Outcome.NONE:
            return localizer.say(NO_SOLUTION)
        case Outcome.LIMIT:
            return localizer.say(OUT_OF_TIME)


def answer_text(localizer: Localizer, answer: SolveAnswer) -> str:
    """The outcome of an answer in one or two sentences."""
    size = stored_size(localizer, answer.size)
    time = duration(localizer, answer.stats.seconds)
    match answer.outcome:
        case Outcome.UNIQUE:
            return localizer.say(UNIQUE, size=size, time=time)
        case Outcome.MULTIPLE:
            return localizer.say(
                MULTIPLE if answer.complete else MULTIPLE_AT_LEAST,
                number=(answer.index or 0) + 1,
                count=answer.solutions,
                size=size,
                time=time,
                shared=shared_edges(localizer, answer.shared_lines, answer.shared_crosses),
            )
        case Outcome.NONE:
            return localizer.say(NONE, size=size, time=time)
        case Outcome.LIMIT:
            found = LIMIT_WITH_SOLUTION if answer.solutions else LIMIT
            return localizer.say(found, size=size, time=time)


def shared_edges(localizer: Localizer, lines: int, crosses: int) -> str:
    """The number of edges that all found solutions share, as a sentence.

    >>> shared_edges(Localizer(), 12, 1)
    'They share 12 lines and 1 cross.'
    >>> shared_edges(Localizer(), 0, 0)
    'They have no edge in common.'
    """
    if not lines and not crosses:
        return localizer.say(AGREE_ON_NOTHING)
    return localizer.say(
        SHARE,
        lines=localizer.say(LINES, lines, count=lines),
        crosses=localizer.say(CROSSES, crosses, count=crosses),
    )


SOLVE = Message("The loop of any Slitherlink puzzle, and whether it is the only one")
SOLVE_PUZZLE = Message("A Loopy ID, a puzz.link address, or rows such as 3.2/.0./2.3")
SOLVE_FILE = Message(
    "Or a file: a picture of a board, or text with rows, CSV, or as saved by puzz.link"
)
THEME = Message("Colours of the picture (default: dark)")
LABELS = Message("Label the columns and rows beside the board")
