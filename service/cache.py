"""A bounded cache that drops the least recently used value."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Keeps values of at most `max_size` in all; the least recently used one is dropped first.

    `size_of` is the size of one value in any unit; by default each value counts as 1. The newest
    value is kept, however large it is.

    >>> cache = Cache[str, int](2)
    >>> cache.put("a", 1); cache.put("b", 2); cache.get("a"); cache.put("c", 3)
    1
    >>> cache.get("a"), cache.get("b"), cache.get("c"), len(cache)
    (1, None, 3, 2)
    >>> texts = Cache[int, str](5, len)
    >>> texts.put(1, "one"); texts.put(2, "two"); texts.get(1), texts.get(2)
    (None, 'two')
    """

    def __init__(self, max_size: int, size_of: Callable[[Value], int] = lambda _: 1) -> None:
        self._max_size = max_size
        self._size_of = size_of
        self._values: OrderedDict[Key, tuple[Value, int]] = OrderedDict()
        self._size = 0

    def __len__(self) -> int:
        return len(self._values)

    @property
    def size(self) -> int:
        """The sum of the sizes of all values."""
        return self._size

    def get(self, key: Key) -> Value | None:
        """The value of a key, which becomes the most recently used; None if absent."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def put(self, key: Key, value: Value) -> None:
        """Store a value, replacing the previous one of the key."""
        self.pop(key)
        size = self._size_of(value)
        self._values[key] = value, size
        self._size += size
        while self._size > self._max_size and len(self._values) > 1:
            self.pop(next(iter(self._values)))

    def pop(self, key: Key) -> Value | None:
        """Remove and return the value of a key; None if absent."""
        value, size = self._values.pop(key, (None, 0))
        self._size -= size
        return value

    def drop(self, unwanted: Callable[[Value], bool]) -> None:
        """Remove all values that a predicate is true of."""
        for key in [key for key, (value, _) in self._values.items() if unwanted(value)]:
            self.pop(key)
