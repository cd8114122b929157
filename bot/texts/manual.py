"""/help and /about; every sentence must stay true."""

from bot.texts.commands import SOLVE_MESSAGE
from bot.texts.examples import EXAMPLE, EXAMPLE_LINK, EXAMPLE_ROWS
from locales.messages import Message
from locales.voice import Voice

SOLVING = Message(
    "### Solve a Slitherlink\n"
    "Use `/solve puzzle:` and paste a puzzle, or `/solve file:` and attach one. I draw its loop "
    "and say whether it is the only one. In the Apps menu of a message, **{command}** finds the "
    "puzzle in it. A button under the answer opens the puzzle on puzz.link, to play it yourself."
)
FORMATS = Message(
    "**Ways to write a puzzle** (all of these are the same one)\n"
    "- A puzz.link or pzv.jp address\n  `{link}`\n"
    "- A game ID of Simon Tatham's Loopy, square grids\n  `{id}`\n"
    "- Rows of digits, with `.` for a blank cell and `/` between rows\n  `{rows}`\n"
    "- A file: rows, one on each line; CSV; or what puzz.link saves (pzprv3)\n"
    "Boards may be up to 100x100."
)
OPTIONS = Message(
    "**Options**\n"
    "`theme:` light, dark, paper, high contrast or colour-blind safe · `labels:` names of columns "
    "and rows · `private:` only you see the answer"
)
RULES = Message(
    "-# Slitherlink: draw one closed loop along the dots. A number says how many of the four "
    "sides of its cell belong to the loop."
)
ABOUT = Message(
    "### Ouro {version}\n"
    "A Slitherlink solver in your chat. It searches with a SAT solver, so “one solution” means "
    "proved, not guessed.\n\n"
    "**Your data.** I read only the commands you send me and the messages you point me at. I "
    "keep no puzzles, no names and no messages; the buttons under an answer work from the answer "
    "itself.\n\n"
    "-# Free software under the MIT licence, written in Python with discord.py and python-sat."
)


def help_sections(voice: Voice) -> list[str]:
    """The parts of /help."""
    return [
        voice.say(SOLVING, command=voice.say(SOLVE_MESSAGE)),
        voice.say(FORMATS, link=EXAMPLE_LINK, id=EXAMPLE, rows=EXAMPLE_ROWS),
        voice.say(OPTIONS),
        voice.say(RULES),
    ]
