"""The shapes from which boards are assembled."""

from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
"""A point (x, y) on the screen, in units of its tiling; y grows downwards."""

Tile: TypeAlias = tuple[Point, ...]
"""The corners of a cell, clockwise on the screen."""
