"""Types of columns: instants, lists of words, enumerations and counters."""

from datetime import UTC, datetime
from enum import StrEnum

from sqlalchemy import Column, DateTime, Dialect, Enum, Integer, Text, TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A column of instants: takes aware datetimes, returns UTC; same order on both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The value to store. Raises `ValueError` for a datetime without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored instant in UTC; SQLite stores no time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class WordList(TypeDecorator[tuple[str, ...]]):
    """A column of words in order, stored as text with commas."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """The words as text. Raises `ValueError` for an empty word and for one with a comma."""
        del dialect
        if value is None:
            return None
        if any(not word or "," in word for word in value):
            raise ValueError("words are not empty and have no commas")
        return ",".join(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """The words of a stored text."""
        del dialect
        return None if value is None else tuple(value.split(",")) if value else ()


def enum_type(kind: type[StrEnum], name: str) -> Enum:
    """A column type for an enumeration; the database refuses other values."""
    return Enum(
        kind,
        name=name,
        native_enum=False,
        length=16,
        create_constraint=True,
        values_callable=lambda kind: [member.value for member in kind],
    )


def counter_column(name: str) -> "Column[int]":
    """A column with a number that is never null."""
    return Column(name, Integer, nullable=False)
