"""Reads the rows of a driver by msgspec, which checks the type of each value."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from functools import cache
from typing import Any, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Struct, ValidationError, convert

from store.damaged import UnreadableValueError

Load: TypeAlias = Callable[[Any], Any]
"""Makes of the value of a column what msgspec reads."""

_PLACE = re.compile(r"`\$\W*(\w+)")
_FLAGS = {0: False, 1: True}


@cache
def row_reader(record: Any, dialect: str) -> Callable[[Sequence[str], Sequence[Any]], Any]:
    """Reads a row, with the names of its columns, as a record, as `Statement.record` tells.

    The reader raises `UnreadableValueError`, which names the column and not its value.
    """
    by_name = isinstance(record, type) and issubclass(record, Struct)
    as_tuple = get_origin(record) is tuple
    kinds = get_type_hints(record) if by_name else dict(enumerate(get_args(record)))
    target = record
    if not by_name and not as_tuple:
        kinds, target = {0: record}, tuple[record | None, ...]
    loads: list[tuple[Any, Load]] = [
        (key, load) for key, kind in kinds.items() if (load := _load(kind, dialect))
    ]
    # In PostgreSQL the driver makes all values; text in the place of another is damage.
    builtin = (bytes,) if dialect == "sqlite" else (bytes, datetime, date, time)

    def read(names: Sequence[str], row: Sequence[Any]) -> Any:
        values: Any = dict(zip(names, row, strict=True)) if by_name else [*row]
        for key, load in loads:
            if (value := values[key]) is not None:
                try:
                    values[key] = load(value)
                except Exception as error:
                    name = key if by_name else names[key]
                    raise UnreadableValueError(f"{name}: {type(error).__name__}") from None
        try:
            found = convert(values, target, builtin_types=builtin)
        except ValidationError as error:  # its message may have the value
            place = _PLACE.search(str(error))
            name = place[1] if place else ""
            raise UnreadableValueError(f"{name}: of another type, or unknown") from None
        return found if by_name or as_tuple else found[0]

    return read


def _load(kind: Any, dialect: str) -> Load | None:
    """What is done to a value of a type before msgspec checks it; None for nothing."""
    kinds = [kind] if get_origin(kind) is tuple else [kind, *get_args(kind)]
    origins = {get_origin(each) for each in kinds}
    if tuple in origins:
        return lambda text: text.split(",") if text else []
    if Mapping in origins:
        return json.loads
    if dialect == "sqlite" and datetime in kinds:
        return lambda text: text + "Z"
    return _FLAGS.__getitem__ if dialect == "sqlite" and bool in kinds else None
