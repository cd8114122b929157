"""The folder of the project, its packages, and the folder of shared test data."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
"""Discord's documents and puzzles that are not part of the project."""
PACKAGES = tuple(
    sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
)
"""The top-level packages: folders with an `__init__.py`, as for setuptools and the image."""
