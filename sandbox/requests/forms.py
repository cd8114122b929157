"""Reading request bodies into structs; what Discord would refuse is error 50035 with its place."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, TypeVar

from msgspec import Meta, ValidationError, convert

from sandbox.model.errors import ApiError, invalid_form, required

T = TypeVar("T")
Path = Sequence[str | int]
Filled = Annotated[str, Meta(min_length=1)]
WebAddress = Annotated[str, Meta(pattern=r"^https?://\S+$")]
MediaAddress = Annotated[str, Meta(pattern=r"^(https?|attachment)://\S+$")]


class RefusedError(ValueError):
    """Fields contradict one another; `key` is the one that is named, or empty for the object."""

    def __init__(self, key: str, code: str, message: str) -> None:
        super().__init__(message)
        self.key = key
        self.code = code


def read(payload: object, kind: type[T], path: Path = ()) -> T:
    """The JSON at a path of a request as a struct; raises `ApiError` 50035 if it is none.

    >>> read([1, "2"], list[int], ["data"])
    Traceback (most recent call last):
    ...
    sandbox.model.errors.ApiError: 400 Invalid Form Body (error code: 50035)
    """
    try:
        return convert(payload, kind)
    except ValidationError as error:
        raise _refusal(error, path) from error


def _refusal(error: ValidationError, path: Path) -> ApiError:
    """Error 50035 at the place that msgspec names, as in "Expected `int` - at `$.items[0].url`"."""
    message, _, place = str(error).partition(" - at `")
    at: list[Any] = [*path, *re.findall(r"\w+", place.partition("$")[2])]
    cause = error.__cause__
    if isinstance(cause, RefusedError):
        return invalid_form([*at, cause.key] if cause.key else at, cause.code, message)
    if missing := re.search(r"missing required field `(\w+)`", message):
        return required([*at, missing[1]])
    return invalid_form(at, "BASE_TYPE_INVALID", message)
