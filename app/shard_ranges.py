"""Reads which shards a bot process has, from the text of a setting."""

import re

from store.shards import ShardRange

MAX_SHARDS = 10_000
"""Maximum number of shards; Discord recommends one for about a thousand servers."""

_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)
_BY_ORDINAL = re.compile(r"ordinal:(\d{1,5})/(\d{1,5})", re.ASCII)
_ORDINAL = re.compile(r"-(\d{1,5})$", re.ASCII)


def parse_shards(text: str, host: str) -> ShardRange:
    """The range that a text such as `0-3/12`, `5/12` or `ordinal:4/12` names.

    `ordinal:4/12` is a range of four shards, the last one may be smaller. The number at the end of
    the name of the host chooses it: Kubernetes names the pods of a StatefulSet so.

    Raises `ValueError`; its message is the second half of a sentence about the error.

    >>> parse_shards("4-7/12", "any")
    ShardRange(first=4, last=7, count=12)
    >>> parse_shards("5/12", "any")
    ShardRange(first=5, last=5, count=12)
    >>> parse_shards("ordinal:4/12", "ouro-2")
    ShardRange(first=8, last=11, count=12)
    >>> parse_shards("12/12", "any")
    Traceback (most recent call last):
    ValueError: of 12 shards the last is 11, not 12
    """
    text = text.strip()
    if text.startswith("auto:"):
        raise ValueError(
            "a process no longer looks for a free range; instead of auto, name the range, such as "
            "0-3/12, or write ordinal:4/12 where the names of the hosts end with -0, -1, -2"
        )
    by_ordinal = _BY_ORDINAL.fullmatch(text)
    if by_ordinal is not None:
        return _range_of_host(int(by_ordinal[1]), int(by_ordinal[2]), host)
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError("it is a range of shards and their number, such as 0-3/12 or ordinal:4/12")
    first, count = int(found[1]), int(found[3])
    last = first if found[2] is None else int(found[2])
    _check_count(count)
    if last < first:
        raise ValueError(f"the range ends with shard {last}, before its first, {first}")
    if last >= count:
        raise ValueError(f"of {count} shards the last is {count - 1}, not {last}")
    return ShardRange(first, last, count)


def _range_of_host(size: int, count: int, host: str) -> ShardRange:
    """The range of `size` shards that the number at the end of the name of a host chooses."""
    _check_count(count)
    if not 1 <= size <= count:
        raise ValueError(f"a range of {count} shards has 1 to {count}, not {size}")
    name = host.partition(".")[0]
    ordinal = _ORDINAL.search(name)
    if ordinal is None:
        raise ValueError(f"the host name {name} does not end with a number, as ouro-0 does")
    first, most = int(ordinal[1]) * size, (count - 1) // size
    if first >= count:
        raise ValueError(
            f"ranges of {size} of {count} shards have the numbers 0 to {most}, and the host name "
            f"is {name}"
        )
    return ShardRange(first, min(first + size, count) - 1, count)


def _check_count(count: int) -> None:
    if not 1 <= count <= MAX_SHARDS:
        raise ValueError(f"the number of shards is 1 to {MAX_SHARDS}, not {count}")
