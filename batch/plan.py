"""The plan of a batch: what is done with how many items, and how they are cut into chunks."""

import json
from collections.abc import Mapping
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import asdict

from batch.errors import BatchError

FORMAT = 1
"""The version of the files of a batch."""
MAX_CHUNK = 10_000
"""Maximum number of items of a chunk, which bounds the memory for one."""


class BatchPlan(Struct, frozen=True):
    """What a batch does; it is stored beside its parts, and never changes.

    - `command`: generate, rate or solve.
    - `options`: what the rows depend on, as JSON values by the names of the options.
    - `count`: the number of items; item `i` has the seed `first_seed + i`, or is a line of input.
    - `chunk`: the number of items of each part but the last.

    >>> plan = BatchPlan("generate", {"level": "easy", "seed": 7}, count=25, chunk=10)
    >>> plan.parts, plan.items_of(2), plan.first_seed
    (3, range(20, 25), 7)
    """

    command: str
    options: Mapping[str, Any]
    count: int
    chunk: int

    @property
    def first_seed(self) -> int:
        """The seed of the first item; 0 for a batch without seeds."""
        return int(self.options.get("seed") or 0)

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.count // self.chunk)

    def items_of(self, part: int) -> range:
        """The items of a part, counted from 0."""
        start = part * self.chunk
        return range(start, min(start + self.chunk, self.count))

    def to_json(self) -> str:
        """The plan as JSON."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The plan of a JSON text; raises `BatchError` for any other text.

        >>> plan = BatchPlan("rate", {}, count=1, chunk=1)
        >>> BatchPlan.from_json(plan.to_json()) == plan
        True
        """
        try:
            fields = dict(json.loads(text))
            version = fields.pop("format")
            if version == FORMAT:
                return cls(**fields)
        except (ValueError, KeyError, TypeError):
            raise BatchError("The plan of the batch cannot be read; its file is damaged.") from None
        raise BatchError(f"The batch has format {version}; this version of Ouro has {FORMAT}.")

    def require_same(self, command: str, options: Mapping[str, Any], count: int) -> None:
        """Raise `BatchError` unless a command with these options continues this batch.

        >>> plan = BatchPlan("generate", {"level": "easy"}, count=25, chunk=10)
        >>> plan.require_same("generate", {"level": "hard"}, 25)
        Traceback (most recent call last):
        ...
        batch.errors.BatchError: The folder has a batch of other options (level is "easy" there, \
not "hard"); give the same options to continue it, or another folder.
        """
        ours = {"command": self.command, **self.options, "count": self.count}
        theirs = {"command": command, **options, "count": count}
        for name in {**ours, **theirs}:
            if ours.get(name) != theirs.get(name):
                here, given = json.dumps(ours.get(name)), json.dumps(theirs.get(name))
                raise BatchError(
                    f"The folder has a batch of other options ({name} is {here} there, not "
                    f"{given}); give the same options to continue it, or another folder."
                )
