"""Every sentence a user reads, as constants and small functions.

Texts are Discord Markdown. What users wrote themselves must go through `quote` first.
"""

import discord

from bot.errors import Crowd
from bot.jobs import SolveAnswer
from solver.search import Outcome

EXAMPLE = "5x5:b1c3a12a02d1a2c32"
"""A puzzle that every sentence and the help use as an example."""
EXAMPLE_LINK = "https://puzz.link/p?slither/5/5/hbg8170ch6cg3c"
EXAMPLE_ROWS = "..1../.3.12/.02../..1.2/...32"
EXAMPLE_PASTE = f"For example: `/solve puzzle:{EXAMPLE}`"

NO_BREAK = "\u00a0"

# Commands, as the chat lists them (at most 100 characters each)

SOLVE_NAME = "solve"
SOLVE_DESCRIPTION = "Solve a Slitherlink puzzle and see its loop"
PUZZLE_OPTION = "A Loopy ID, a puzz.link address, or rows such as 3.2/.0./2.3"
FILE_OPTION = "Or a text file with the puzzle: rows, CSV, or a file saved by puzz.link"
THEME_OPTION = "Colours of the picture (light unless you choose)"
THEME_LIGHT = "Light"
THEME_DARK = "Dark"
LABELS_OPTION = "Write the names of columns and rows beside the board"
PRIVATE_OPTION = "Show the answer to you alone"
SOLVE_MESSAGE_NAME = "Solve this Slitherlink"
HELP_NAME = "help"
HELP_DESCRIPTION = "How to solve a puzzle here, and which ways of writing one are understood"
ABOUT_NAME = "about"
ABOUT_DESCRIPTION = "What Ouro is and what it does with what you send"

# Buttons

NEXT_BUTTON = "Next solution"
PLAY_BUTTON = "Play on puzz.link"

# Answers to /solve


def answer_title(answer: SolveAnswer) -> str:
    """The heading of an answer."""
    match answer.outcome:
        case Outcome.UNIQUE:
            return "One solution"
        case Outcome.MULTIPLE if answer.complete:
            return f"{answer.solutions:,} solutions"
        case Outcome.MULTIPLE:
            return f"At least {answer.solutions:,} solutions"
        case Outcome.NONE:
            return "No solution"
        case Outcome.LIMIT:
            return "Out of time"


def answer_text(answer: SolveAnswer) -> str:
    """What an answer means, in one or two sentences."""
    size, time = f"{answer.size} puzzle", duration(answer.stats.seconds)
    match answer.outcome:
        case Outcome.UNIQUE:
            return f"This {size} has exactly one solution, found and proved in {time}."
        case Outcome.MULTIPLE:
            shown = f"{(answer.index or 0) + 1:,} of {answer.solutions:,}"
            shared = shared_edges(answer.shared_lines, answer.shared_crosses)
            if answer.complete:
                return f"Solution {shown} for this {size}; all were found in {time}. {shared}"
            return f"Solution {shown} found for this {size} in {time}; there may be more. {shared}"
        case Outcome.NONE:
            return (
                f"No single loop meets all the clues of this {size}; that took {time} to prove. "
                "Perhaps a clue was mistyped?"
            )
        case Outcome.LIMIT if answer.solutions:
            return (
                f"The search of this {size} was stopped after {time}. "
                "It found this solution, but not yet whether there are others."
            )
        case Outcome.LIMIT:
            return (
                f"The search of this {size} was stopped after {time}. "
                "It may have a solution or not: it is a hard one."
            )


def shared_edges(lines: int, crosses: int) -> str:
    """How much all solutions found have in common.

    >>> shared_edges(12, 1)
    'They share 12 lines and 1 cross.'
    >>> shared_edges(0, 0)
    'They agree on no edge at all.'
    """
    if not lines and not crosses:
        return "They agree on no edge at all."
    told = f"{lines:,} line{'' if lines == 1 else 's'}"
    return f"They share {told} and {crosses:,} cross{'' if crosses == 1 else 'es'}."


def puzzle_id(puzzle: str) -> str:
    """The line with the canonical ID; `bot.presenter` reads it back."""
    return f"-# ID: `{puzzle}`"


LONG_ID = "-# The ID of this puzzle is long: it is in the file below."
LONG_LINK = "-# It is also too long for a button that opens it on puzz.link."


def duration(seconds: float) -> str:
    """A length of time, as short as is useful; its number and unit stay on one line.

    >>> [duration(seconds).replace(NO_BREAK, "_") for seconds in (0.0004, 0.0124, 2.345, 12.3)]
    ['less than 1_ms', '12_ms', '2.3_seconds', '12_seconds']
    """
    if seconds < 0.001:
        return f"less than 1{NO_BREAK}ms"
    if seconds < 1:
        return f"{seconds * 1000:.0f}{NO_BREAK}ms"
    number = f"{seconds:.1f}" if seconds < 10 else f"{seconds:.0f}"
    return f"{number}{NO_BREAK}seconds"


# When something is not right

NEITHER_OR_BOTH = (
    f"Please give me either `puzzle:` or `file:`, just one of the two.\n-# {EXAMPLE_PASTE}"
)
NO_PUZZLE_IN_MESSAGE = (
    "I looked for a Slitherlink in that message and found none. I know Loopy IDs such as "
    f"`{EXAMPLE}`, puzz.link addresses, and rows of digits and dots."
)
NOT_TEXT = (
    "That file is not plain text, so I cannot read a puzzle from it. "
    "A `.txt` or `.csv` file in UTF-8 works."
)
FILE_UNAVAILABLE = "I could not fetch that file from Discord. Please try again."
PUZZLE_GONE = "I cannot find the puzzle in this message any more. Please use `/solve` again."


def bad_puzzle(problem: str) -> str:
    """What is wrong with a puzzle, and what a good one looks like."""
    return f"I could not read that puzzle. {quote(problem)}\n-# {EXAMPLE_PASTE}"


def file_too_large(limit: int) -> str:
    """A file was refused for its size; the limit is in bytes."""
    return f"That file is too large for a puzzle: I read files up to {limit // 1024} KiB."


def busy(crowd: Crowd) -> str:
    """Why the bot does not take a command now."""
    match crowd:
        case Crowd.QUEUE:
            return "Many puzzles are waiting to be solved right now. Please try again in a minute."
        case Crowd.PERSON:
            return "I am still solving your last puzzles. Please wait for one, then try again."
        case Crowd.CLOSING:
            return "I am just restarting. Please try again in a minute."


def timed_out(seconds: float) -> str:
    """The whole work on a command took too long."""
    return f"I stopped working on this puzzle after {duration(seconds)}: it is too hard for me."


WORKER_LOST = (
    "Something broke twice while I solved this puzzle. It may need more memory than I have."
)


def unexpected(reference: str) -> str:
    """A mistake of the bot's own."""
    return (
        "Sorry, something went wrong on my side. If you report it, please mention the "
        f"reference `{reference}`."
    )


def quote(text: str) -> str:
    """Text that may come from a user, so that it neither formats nor pings.

    >>> quote("**@everyone** `x`").replace(chr(0x200b), "|")
    '\\\\*\\\\*@|everyone\\\\*\\\\* \\\\`x\\\\`'
    """
    return discord.utils.escape_markdown(discord.utils.escape_mentions(text))


# /help and /about

HELP = f"""\
### Solve a Slitherlink
Use `/solve puzzle:` and paste a puzzle, or `/solve file:` and attach one. I draw its loop and \
say whether it is the only one. In the Apps menu of a message, **{SOLVE_MESSAGE_NAME}** finds the \
puzzle in it. A button under the answer opens the puzzle on puzz.link, to play it yourself.
"""

HELP_FORMATS = f"""\
**Ways to write a puzzle** (all of these are the same one)
- A puzz.link or pzv.jp address
  `{EXAMPLE_LINK}`
- A game ID of Simon Tatham's Loopy, square grids
  `{EXAMPLE}`
- Rows of digits, with `.` for a blank cell and `/` between rows
  `{EXAMPLE_ROWS}`
- A file: rows, one on each line; CSV; or what puzz.link saves (pzprv3)
Boards may be up to 100x100.
"""

HELP_OPTIONS = """\
**Options**
`theme:` light or dark · `labels:` names of columns and rows · `private:` only you see the answer
"""

HELP_RULES = """\
-# Slitherlink: draw one closed loop along the dots. A number says how many of the four sides of \
its cell belong to the loop.
"""


def about(version: str) -> str:
    """What Ouro is; every sentence must stay true."""
    return f"""\
### Ouro {version}
A Slitherlink solver in your chat. It searches with a SAT solver, so "one solution" means proved, \
not guessed.

**Your data.** I read only the commands you send me and the messages you point me at. I keep no \
puzzles, no names and no messages; the buttons under an answer work from the answer itself.

-# Free software under the MIT licence, written in Python with discord.py and python-sat.
"""


# For the operator, on the terminal


def local_chat(address: str) -> str:
    """The bot runs without an account."""
    return (
        f"\n  Ouro is in a local chat. Open {address} and type /solve.\n"
        "  To connect to Discord instead, set DISCORD_TOKEN. Ctrl+C stops.\n"
    )


LOGIN_REFUSED = "Discord did not accept DISCORD_TOKEN. Copy it again from the page of your bot."


def unreachable(address: str) -> str:
    """No answer, or only errors, from the HTTP API."""
    return f"Discord cannot be reached at {address}. Check the network and DISCORD_API_BASE."


def port_taken(port: int) -> str:
    """The local chat cannot open its port."""
    return f"The port {port} is taken. Choose another one with OURO_SANDBOX_PORT; 0 takes any."
