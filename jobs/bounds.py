"""Default bounds of the puzzles that people send."""

from puzzle.bounds import Bounds

CHAT_BOUNDS = Bounds(max_side=100, max_cells=10_000, max_text=262_144)
"""The largest puzzle accepted in chat; the picture of a larger one would be unreadable there."""

PLAY_SIDE = 30
"""Maximum side of a puzzle to play, in cells; on a phone the dots of a larger one are too close."""

PLAY_EDGES = 2_000
"""Maximum number of edges of a puzzle to play; squares of the maximum side have 1,860."""
