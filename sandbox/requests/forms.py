"""Validation of fields of request bodies; each error is 50035 and names the field."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct

from sandbox.model.errors import ApiError, bad_length, invalid_form, required
from sandbox.model.records import Json

Path = Sequence[str | int]
WEB = ("http", "https")


class FieldValidator(Struct, frozen=True):
    """An object in a request body and its path in the body.

    Each method raises `ApiError` 50035 when the field is invalid.

    >>> form = FieldValidator({"label": "Go"}, ["components", 0])
    >>> form.text("label", 80)
    'Go'
    >>> form.text("label", 1)
    Traceback (most recent call last):
    ...
    sandbox.model.errors.ApiError: 400 Invalid Form Body (error code: 50035)
    """

    fields: Json
    path: Path = ()

    def refuse(self, key: str, code: str, message: str) -> ApiError:
        """The error 50035 for one field, to be raised."""
        return invalid_form([*self.path, key], code, message)

    def need(self, key: str) -> Any:
        """The value of a required field; raises `ApiError` if it is missing or null."""
        value = self.fields.get(key)
        if value is None:
            raise required([*self.path, key])
        return value

    def text(self, key: str, longest: int, *, shortest: int = 0, needed: bool = False) -> str:
        """A text of `shortest` to `longest` characters; empty when it is omitted."""
        text = self.need(key) if needed else self.fields.get(key)
        if text is None:
            return ""
        if not isinstance(text, str):
            raise self.refuse(key, "STRING_TYPE_CONVERT", "Could not interpret as string.")
        if not shortest <= len(text) <= longest:
            raise bad_length([*self.path, key], shortest, longest)
        return text

    def integer(self, key: str, low: int, high: int, default: int = 0) -> int:
        """An integer from `low` to `high`; `default` when it is omitted."""
        number = self.fields.get(key)
        if number is None:
            return default
        if isinstance(number, bool) or not isinstance(number, int):
            raise self.refuse(key, "NUMBER_TYPE_COERCE", f"Value {number!r:.40} is not int.")
        if number < low:
            message = f"int value should be greater than or equal to {low}."
            raise self.refuse(key, "NUMBER_TYPE_MIN", message)
        if number > high:
            message = f"int value should be less than or equal to {high}."
            raise self.refuse(key, "NUMBER_TYPE_MAX", message)
        return number

    def flag(self, key: str) -> bool:
        """A boolean; False when it is omitted."""
        flag = self.fields.get(key)
        if flag is not None and not isinstance(flag, bool):
            raise self.refuse(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return bool(flag)

    def choice(self, key: str, allowed: Collection[int]) -> int:
        """A required number out of `allowed`."""
        number = self.need(key)
        if isinstance(number, bool) or not isinstance(number, int) or number not in allowed:
            values = ", ".join(str(int(value)) for value in sorted(allowed))
            raise self.refuse(key, "BASE_TYPE_CHOICES", f"Value must be one of {{{values}}}.")
        return number

    def inside(self, key: str, *, needed: bool = False) -> "FieldValidator":
        """A nested object; empty when it is omitted."""
        value = self.need(key) if needed else self.fields.get(key)
        if value is not None and not isinstance(value, dict):
            message = "Only dictionaries may be used in a DictType"
            raise self.refuse(key, "DICT_TYPE_CONVERT", message)
        return FieldValidator(value or {}, [*self.path, key])

    def items(
        self, key: str, most: int, *, least: int = 0, needed: bool = False
    ) -> "list[FieldValidator]":
        """A list of `least` to `most` objects; empty when it is omitted."""
        items = self.need(key) if needed else self.fields.get(key)
        if items is None:
            return []
        found = list(list_validators(items, [*self.path, key]))
        if not least <= len(found) <= most:
            raise bad_length([*self.path, key], least, most)
        return found

    def address(self, key: str, longest: int = 2048, schemes: Sequence[str] = WEB) -> None:
        """Check a URL of at most `longest` characters with one of the schemes."""
        address = self.text(key, longest)
        if not address:
            return
        scheme, mark, rest = address.partition("://")
        if not mark or scheme not in schemes:
            names = tuple(schemes)
            message = f'Scheme "{scheme[:20]}" is not supported. Scheme must be one of {names}.'
            raise self.refuse(key, "URL_TYPE_INVALID_SCHEME", message)
        if not rest or any(character.isspace() for character in rest):
            raise self.refuse(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def list_validators(items: object, path: Path) -> Iterator[FieldValidator]:
    """A validator for each object of a list; raises `ApiError` 50035 for anything else."""
    if not isinstance(items, list):
        raise invalid_form(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    for index, item in enumerate(items):
        at = [*path, index]
        if not isinstance(item, dict):
            raise invalid_form(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used.")
        yield FieldValidator(item, at)
