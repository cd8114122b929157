"""How large a puzzle may be that people send, unless a setting says otherwise."""

from puzzle.bounds import Bounds

CHAT_BOUNDS = Bounds(max_side=100, max_cells=10_000, max_text=262_144)
"""The largest puzzle taken in chat; the picture of a larger one could not be read there."""

PLAY_SIDE = 30
"""Cells of a side of a puzzle to play: on a phone one could not tell the dots of a larger one."""
