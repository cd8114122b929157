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
    """A file that cannot be opened or is not text.

    >>> print(UnreadableFileError(Path("a.txt"), "no such file"))
    The file a.txt cannot be read: no such file.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"The file {self.path} cannot be read: {self.reason}."


class ProcessLostError(Exception):
    """A process that worked for a command has ended; `code` is its exit code.

    A negative code is the number of the signal that killed the process.

    >>> print(ProcessLostError(-9))
    A worker process was killed by signal 9, perhaps for lack of memory.
    >>> print(ProcessLostError(1, while_starting=True))
    A worker process ended with code 1 while it started; --jobs 1 works without one.
    """

    def __init__(self, code: int | None, while_starting: bool = False) -> None:
        super().__init__(code, while_starting)
        self.code = code
        self.while_starting = while_starting

    def __str__(self) -> str:
        killed = self.code is not None and self.code < 0
        end = (
            f"was killed by signal {-(self.code or 0)}"
            if killed
            else f"ended with code {self.code}"
        )
        if self.while_starting:
            return f"A worker process {end} while it started; --jobs 1 works without one."
        return f"A worker process {end}{', perhaps for lack of memory' if killed else ''}."
