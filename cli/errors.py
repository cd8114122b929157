"""The errors of commands, and the escaping of text for terminals."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from puzzle.errors import AmbiguousTextError
from service.version import DISTRIBUTION

_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escape_for_terminal(text: str) -> str:
    """Escape control characters and changes of text direction, so that text is safe to print.

    >>> escape_for_terminal("no file " + chr(27) + "[2J.txt")
    'no file \\\\x1b[2J.txt'
    """
    return _CONTROL_CHARACTERS.sub(lambda found: ascii(found[0])[1:-1], text)


def told(error: Exception) -> str:
    """The text of an error, with the boards that a text may be and how to choose one.

    >>> from puzzle.lazy_messages import lazy
    >>> print(told(AmbiguousTextError(("3x2:3a2c",), (lazy("as it stands"),))))
    It is not certain that the text is this board; say whether it is.
    --as 1: as it stands
    3.2
    ...
    """
    if not isinstance(error, AmbiguousTextError):
        return str(error)
    from puzzle.notation import format_rows, parse_loopy  # noqa: PLC0415 - few errors need it

    lines = [str(error)]
    for number, (text, reading) in enumerate(zip(error.candidates, error.readings, strict=True), 1):
        puzzle = parse_loopy(text)
        lines += [
            f"--as {number}: {reading}",
            format_rows(puzzle) if puzzle.rules.is_plain else text,
        ]
    return "\n".join(lines)


class UsageError(Exception):
    """Invalid arguments or input, described in one sentence.

    >>> print(UsageError("There is no file 'a.txt'."))
    There is no file 'a.txt'.
    """


class UnreadableFileError(UsageError):
    """A file that cannot be opened or is not text; standard input if the path is None.

    >>> print(UnreadableFileError(Path("a.txt"), "no such file"))
    The file a.txt cannot be read: no such file.
    """

    def __init__(self, path: Path | None, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        subject = "Standard input" if self.path is None else f"The file {self.path}"
        return f"{subject} cannot be read: {self.reason}."


class WorkStoppedError(Exception):
    """Work that ended before it was done, for the reason in its text."""


class ProcessLostError(Exception):
    """A process that worked for a command has ended.

    >>> print(ProcessLostError())
    A worker process was killed, perhaps for lack of memory; --jobs 1 works without one.
    """

    def __str__(self) -> str:
        return (
            "A worker process was killed, perhaps for lack of memory; --jobs 1 works without one."
        )


IN_LIBRARY = __name__.startswith("ouro.")
"""Whether this is the library, a wheel without commands for operators, and no checkout."""
EXTRAS: Mapping[str, str] = MappingProxyType(
    {
        "distributed": "cluster",
        "matplotlib": "report",
        "numpy": "pictures",
        "prometheus_client": "batch",
        "pyarrow": "batch",
        "reportlab": "pdf",
        "structlog": "batch",
    }
)
"""Packages that only some commands need, and the extra that installs each."""


def missing_package(name: str, needing: str = "This", told: str = "docs/batches.md") -> str:
    """The sentence for a package that something needs and that is not installed.

    >>> print(missing_package("pyarrow"))
    This needs the package pyarrow, which is not installed; docs/batches.md tells how to install it.
    """
    remedy = (
        f'pip install "{DISTRIBUTION}[{EXTRAS[name]}]" installs it'
        if IN_LIBRARY
        else f"{told} tells how to install it"
    )
    return f"{needing} needs the package {name}, which is not installed; {remedy}."
