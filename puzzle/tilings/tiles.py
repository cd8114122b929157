"""Tiles as the corners that they have on the screen, before they become a `Grid`."""

from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
"""A place on the screen as (x, y); y grows downwards."""

Tile: TypeAlias = tuple[Point, ...]
"""The corners of a tile, clockwise on the screen."""
