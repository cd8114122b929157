"""Boards that people play, alone, in races and on the board page."""
