"""The folder of the project, its packages, and the folder of shared test data."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
"""Discord's documents and puzzles that are not part of the project."""
PACKAGES = tuple(
    sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
)
"""Names of the top-level packages."""
SHIPPED = tuple(package for package in PACKAGES if package != "tools")
"""Names of the packages that are installed with the bot."""
