"""The errors of commands, and the escaping of text for terminals."""

import re
from pathlib import Path

_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def escape_for_terminal(text: str) -> str:
    """Escape control characters and changes of text direction, so that text is safe to print.

    >>> escape_for_terminal("no file " + chr(27) + "[2J.txt")
    'no file \\\\x1b[2J.txt'
    """
    return _CONTROL_CHARACTERS.sub(lambda found: ascii(found[0])[1:-1], text)


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


def missing_package(what: str, error: ModuleNotFoundError) -> UsageError:
    """The error for something that needs a package which is not installed."""
    return UsageError(
        f"{what} needs the package {error.name}, which is not installed; docs/batches.md tells how "
        "to install it."
    )
