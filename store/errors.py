"""Errors of the store. Each message is one sentence with the remedy."""

from pathlib import Path
from typing import ClassVar


class StoreError(Exception):
    """Base of all errors of the store; its message is the `sentence` with its attributes."""

    sentence: ClassVar[str]

    def __str__(self) -> str:
        return self.sentence.format_map(vars(self))


class BadAddressError(StoreError):
    """The address of the database cannot be used. Messages omit it: it may contain a password."""

    sentence = (
        "The address of the database {problem}; write sqlite:///FOLDER/ouro.db or "
        "postgresql://NAME:PASSWORD@HOST/DATABASE."
    )

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class PlaceError(StoreError):
    """Base of the errors about one database; `place` is its file, or its host and name."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class FindingError(StoreError):
    """Base of those errors about a database that tell what is wrong with it, as `finding`."""

    def __init__(self, place: str, finding: str) -> None:
        super().__init__(place, finding)
        self.place = place
        self.finding = finding


class UnreachableError(FindingError):
    """The database cannot be opened or does not answer."""

    sentence = "The database {place} cannot be reached: {finding}."

    @classmethod
    def without_driver(cls, place: str) -> "UnreachableError":
        """The error for a database whose driver is not installed, which is PostgreSQL.

        >>> print(UnreachableError.without_driver("postgresql://db").finding)
        the package asyncpg is not installed (`pip install asyncpg`)
        """
        return cls(place, "the package asyncpg is not installed (`pip install asyncpg`)")


class CorruptError(FindingError):
    """The file is damaged, or is no database. It was not changed."""

    sentence = (
        "The database {place} is damaged ({finding}) and was left as it is; move it away and bring "
        "back a backup with `ouro db restore FILE`."
    )


class ForeignError(PlaceError):
    """The database contains tables of another program."""

    sentence = (
        "The database {place} holds tables that are not Ouro's and was left as it is; give the "
        "address of an empty one."
    )


class NewerError(PlaceError):
    """The database was migrated by a newer version of the program."""

    sentence = (
        "The database {place} is of a newer version of Ouro (schema {found}, this one knows up to "
        "{known}); run that version, or restore an older backup."
    )

    def __init__(self, place: str, found: str, known: str) -> None:
        StoreError.__init__(self, place, found, known)
        self.place = place
        self.found = found
        self.known = known


class UnlikeError(FindingError):
    """The database has not the tables of the schema that it names, which is the `finding`."""

    sentence = (
        "The database {place} names schema {finding} but has other tables, as those of versions "
        "before 1.0.0, and was left as it is; run the version that made it, or give the address of "
        "an empty one."
    )


class OlderError(PlaceError):
    """The database has not been migrated yet."""

    sentence = "The database {place} is of an older version; run `ouro db upgrade` first."


class EmptyError(OlderError):
    """The database has no tables yet."""

    sentence = (
        "The database {place} is empty; the bot sets it up at its first start, and "
        "`ouro db upgrade` does."
    )


class FullError(PlaceError):
    """The disk is full; the write was not stored."""

    sentence = "There is no room left on the disk of the database {place}; make some."


class BusyError(PlaceError):
    """Another program or transaction locked the database for too long; a retry may succeed."""

    sentence = "The database {place} was locked by something else for too long; try again."


class QueueFullError(BusyError):
    """A transaction did not begin in time, because others were waiting; it was not stored."""

    sentence = (
        "The database {place} had too much to do to begin this within {seconds:g} s, and nothing "
        "of it was stored; try again."
    )

    def __init__(self, place: str, seconds: float) -> None:
        StoreError.__init__(self, place, seconds)
        self.place = place
        self.seconds = seconds


class ConflictError(BusyError):
    """The database undid a transaction because of a concurrent one; nothing of it is stored."""


class GoneError(StoreError):
    """A row that a change is about was deleted meanwhile, such as that of the player."""

    sentence = "A row that this change is about has been deleted in the meantime."


class StaleError(StoreError):
    """An attempt was changed elsewhere since it was read; read it again."""

    sentence = "Attempt {attempt} has been changed by something else in the meantime."

    def __init__(self, attempt: int) -> None:
        super().__init__(attempt)
        self.attempt = attempt


class BackupError(StoreError):
    """A backup, or its target, cannot be used."""

    sentence = "{path} {problem}."

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem


class NoFileError(StoreError):
    """The database is not a file that can be copied: only SQLite's are."""

    sentence = (
        "A PostgreSQL database is backed up and restored with its own tools: pg_dump "
        "--format=custom and pg_restore."
    )
