"""What stops a command before it starts."""

from pathlib import Path


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
