"""Commands as the chat lists them: descriptions, choices, and names in the Apps menu.

A description has at most 100 characters in any language, a name in the menu at most 32. What
people type, the names of slash commands and their options, is the same in every language.
"""

from bot.texts.tracks import TRACKS
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
DAILY = Message("Show today's puzzle, the same for everyone")
DAILY_TRACK = Message("How hard it is: Normal unless you choose")
TRACK_EASY, TRACK_NORMAL, TRACK_HARD = TRACKS.values()
LEADERBOARD = Message("Who solved the most dailies, and how fast")
SCOPE = Message("Who is compared: those who play in this server, or everybody")
SCOPE_SERVER = Message("This server")
SCOPE_GLOBAL = Message("Everybody")
PERIOD = Message("Which dailies count: today's unless you choose")
PERIOD_DAY = Message("Today")
PERIOD_WEEK = Message("This week")
PERIOD_MONTH = Message("This month")
PERIOD_ALL = Message("All time")
STATS = Message("What somebody has solved, and how fast")
STATS_PERSON = Message("Whose: yours unless you choose")
STREAK = Message("Your days in a row, and how long today's dailies are open")
SETTINGS = Message("Your colours, language, reminders, and how you appear on boards")
SETTINGS_ZONE = Message("Your time zone, such as Europe/London")
PRIVACY = Message("What is stored of you: see it, take it with you, or have it deleted")
HELP = Message("How to solve a puzzle here, and which ways of writing one are understood")
ABOUT = Message("What Ouro is and what it does with what you send")
PLAY = Message("Play in chat: your boards, today's puzzles, or a puzzle of your own")
PLAY_PUZZLE = Message("A puzzle up to 30x30: a Loopy ID, a puzz.link address, or rows")
PLAY_MESSAGE = Message("Play this Slitherlink")
SUBMIT = Message("Hand in your whole answer for the board you play")
SUBMIT_MOVES = Message("The moves of the loop, A1-A4-C4, or the loop as another site writes it")
SUBMIT_FILE = Message("Or a file with the answer, as puzz.link saves it (pzprv3)")
