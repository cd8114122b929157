"""Where the project is, what its packages are called, and what tests read beside it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
"""Facts and puzzles that are no part of the project."""
PACKAGES = tuple(
    sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
)
"""The packages at the top of the project."""
SHIPPED = tuple(package for package in PACKAGES if package != "tools")
"""Those that run where the bot does."""
