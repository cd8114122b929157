"""Checks the names of files and folders to write, before work starts."""

from collections.abc import Iterable
from pathlib import Path

from cli.errors import UsageError
from puzzle.errors import alternatives

_FILES = frozenset(
    {".txt", ".csv", ".json", ".jsonl", ".png", ".svg", ".pdf", ".gif", ".webp", ".jpg"}
)
"""Endings that no folder has."""


def check_ending(option: str, path: Path | None, endings: Iterable[str]) -> str:
    """The ending of a file to write, without its dot and in lower case.

    A name without an ending has the first of `endings`. Returns "" when there is no file to write.
    Raises `UsageError` for another ending, or when the file cannot be in that place.

    >>> [check_ending("--out", Path(name), ["svg", "png"]) for name in ("a.PNG", "a")]
    ['png', 'svg']
    >>> check_ending("--out", Path("a.txt"), ["pdf"])
    Traceback (most recent call last):
    ...
    cli.errors.UsageError: --out writes a .pdf file; 'a.txt' has another ending.
    """
    if path is None:
        return ""
    choices = list(endings)
    ending = path.suffix[1:].lower() or choices[0]
    if ending not in choices:
        names = alternatives(f".{choice}" for choice in choices)
        raise UsageError(f"{option} writes a {names} file; {path.name!r} has another ending.")
    check_place(option, path)
    return ending


def check_folder(option: str, path: Path | None) -> None:
    """Check the name of a folder to write into; None is no folder.

    Raises `UsageError` for a name that ends as that of a file, and for a file.

    >>> check_folder("--png", Path("puzzles.png"))
    Traceback (most recent call last):
    ...
    cli.errors.UsageError: --png takes a folder; 'puzzles.png' is the name of a file.
    """
    if path is None or path.is_dir():
        return
    if path.suffix.lower() in _FILES or path.exists():
        raise UsageError(f"{option} takes a folder; {path.name!r} is the name of a file.")


def check_place(option: str, path: Path) -> None:
    """Raise `UsageError` for the path of a folder, or of a file in a folder that does not exist.

    >>> check_place("--out", Path("."))
    Traceback (most recent call last):
    ...
    cli.errors.UsageError: --out writes a file; '.' is a folder.
    """
    if path.is_dir():
        raise UsageError(f"{option} writes a file; {str(path)!r} is a folder.")
    if not path.parent.is_dir():
        raise UsageError(
            f"{option} cannot write {path.name!r}: there is no folder {str(path.parent)!r}."
        )
