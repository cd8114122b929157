"""A bounded cache that drops the least recently used value."""

from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Keeps at most `max_size` values; the least recently used one is dropped first.

    >>> cache = Cache[str, int](2)
    >>> cache.put("a", 1); cache.put("b", 2); cache.get("a"); cache.put("c", 3)
    1
    >>> cache.get("a"), cache.get("b"), cache.get("c"), len(cache)
    (1, None, 3, 2)
    """

    def __init__(self, max_size: int) -> None:
        self._max_size = max_size
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value of a key, which becomes the most recently used; None if absent."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: Key, value: Value) -> None:
        """Store a value, replacing the previous one of the key."""
        self._values[key] = value
        self._values.move_to_end(key)
        while len(self._values) > self._max_size:
            self._values.popitem(last=False)

    def pop(self, key: Key) -> Value | None:
        """Remove and return the value of a key; None if absent."""
        return self._values.pop(key, None)
