"""The commands as Discord lists them: descriptions, choices, names in the Apps menu; and the labels
of buttons that do what they do.

A description has at most 100 characters in any language, a name in the menu at most 32. The names
of slash commands and their options, which users type, are not translated.
"""

from i18n.messages import Message
from narrator.english import LEVELS

PRIVATE = Message("Show the answer only to you")
SOLVE_MESSAGE = Message("Solve this Slitherlink")
PLAY_MESSAGE = Message("Play this Slitherlink")
LEVEL_EASY, LEVEL_NORMAL, LEVEL_HARD, LEVEL_EXPERT, LEVEL_EXTREME = LEVELS
RATE_MESSAGE = Message("Rate this Slitherlink")
HINT_MESSAGE = Message("Hint for this Slitherlink")
CALENDAR = "calendar"
"""The value of `day` that shows the calendar."""

USE_LEARN = Message("Learn")
USE_TRY = Message("Try a puzzle")
USE_NEW = Message("New puzzle")
USE_RACE = Message("Invite to a race")
USE_CREATE = Message("Create a puzzle")
USE_CALENDAR = Message("Past dailies")
USE_STORM = Message("Storm: three minutes")
USE_SETUP = Message("Set up")
