"""Where the project is, what its packages are called, and what tests read beside it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
"""Facts and puzzles that are no part of the project."""
ROOMS = (
    "puzzle",
    "play",
    "solver",
    "renderer",
    "narrator",
    "locales",
    "store",
    "migrations",
    "bot",
    "sandbox",
    "cli",
    "bench",
    "fuzz",
    "gallery",
)
