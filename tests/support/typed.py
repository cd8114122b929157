"""Values of any type for Hypothesis, made of values of its parts."""

from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st
from msgspec import Struct


def values(kind: Any, chosen: Mapping[Any, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Values of a type; of those that are chosen, as these say."""
    if kind in chosen:
        return chosen[kind]
    if isinstance(kind, type) and issubclass(kind, Struct):
        hints = get_type_hints(kind)
        fields = {name: values(hints[name], chosen) for name in kind.__struct_fields__}
        return st.builds(kind, **fields)
    parts = [values(part, chosen) for part in get_args(kind) if part is not ...]
    made: dict[Any, Callable[[], st.SearchStrategy[Any]]] = {
        Union: lambda: st.one_of(parts),
        UnionType: lambda: st.one_of(parts),
        frozenset: lambda: st.frozensets(*parts, max_size=4),
        dict: lambda: st.dictionaries(*parts, max_size=4),
        Mapping: lambda: st.dictionaries(*parts, max_size=4),
        tuple: lambda: (
            st.lists(*parts, max_size=3).map(tuple) if ... in get_args(kind) else st.tuples(*parts)
        ),
    }
    return made.get(get_origin(kind), lambda: st.from_type(kind))()
