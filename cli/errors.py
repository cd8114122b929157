"""What stops a command before it starts."""

import re
from pathlib import Path

_COMMANDS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def on_screen(text: str) -> str:
    """A text as a terminal may have it: nothing in it moves the cursor or turns text around.

    >>> on_screen("no file " + chr(27) + "[2J.txt")
    'no file \\\\x1b[2J.txt'
    """
    return _COMMANDS.sub(lambda found: ascii(found[0])[1:-1], text)


class UsageError(Exception):
    """Something the person at the terminal can put right; one sentence.

    >>> print(UsageError("There is no file 'a.txt'."))
    There is no file 'a.txt'.
    """


class UnreadableFileError(UsageError):
    """A file that is missing or is not text.

    >>> print(UnreadableFileError(Path("a.txt"), "no such file"))
    The file a.txt cannot be read: no such file.
    """

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"The file {self.path} cannot be read: {self.reason}."
