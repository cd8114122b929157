"""Commands as the chat lists them: descriptions, choices, and names in the Apps menu.

A description has at most 100 characters in any language, a name in the menu at most 32. What
people type, the names of slash commands and their options, is the same in every language.
"""

from locales.messages import Message

SOLVE = Message("Solve a Slitherlink puzzle and see its loop")
SOLVE_PUZZLE = Message("A Loopy ID, a puzz.link address, or rows such as 3.2/.0./2.3")
SOLVE_FILE = Message("Or a text file with the puzzle: rows, CSV, or a file saved by puzz.link")
THEME = Message("Colours of the picture (light unless you choose)")
THEME_LIGHT = Message("Light")
THEME_DARK = Message("Dark")
THEME_PAPER = Message("Paper")
THEME_CONTRAST = Message("High contrast")
THEME_COLOUR_BLIND = Message("Colour-blind safe")
LABELS = Message("Write the names of columns and rows beside the board")
PRIVATE = Message("Show the answer to you alone")
SOLVE_MESSAGE = Message("Solve this Slitherlink")
HELP = Message("How to solve a puzzle here, and which ways of writing one are understood")
ABOUT = Message("What Ouro is and what it does with what you send")
