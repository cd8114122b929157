"""The report of a finished batch: how many rows it has, and what failed and why."""

import json
from collections.abc import Iterator

from msgspec import Struct, convert, field, to_builtins

from batch.errors import BatchError
from batch.folder import BatchFolder
from batch.plan import BatchPlan
from batch.schema import note_of

MAX_REASONS = 50
"""Number of reasons that are counted apart."""
OTHER_REASONS = "Other reasons."
MAX_NAMED = 5
"""Number of seeds or lines that are listed for a reason; further ones are counted."""


class FailureCount(Struct):
    """Items that failed for the same reason: how many, and the first of their seeds or lines."""

    reason: str
    count: int = 0
    first: list[int] = field(default_factory=list)
    is_input: bool = False


class BatchSummary(Struct):
    """The numbers of a finished batch.

    `items` were asked for and `rows` are in the parts; `removed` rows equal others, `failed` items
    have none. `seconds` is processor time, without that of processes that were killed.
    """

    command: str
    items: int = 0
    rows: int = 0
    removed: int = 0
    failed: int = 0
    seconds: float = 0.0
    parts: int = 0
    failures: list[FailureCount] = field(default_factory=list)

    def to_json(self) -> str:
        """The summary as JSON; its keys are stable."""
        return json.dumps(to_builtins(self)) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "BatchSummary":
        """The summary of a JSON text; raises `BatchError` for another."""
        try:
            return convert(json.loads(text), cls)
        except ValueError:
            raise BatchError("The report of the batch cannot be read; delete it.") from None

    @property
    def has_bad_input(self) -> bool:
        """Whether some of the input was no puzzle."""
        return any(failure.is_input for failure in self.failures)

    def lines(self) -> Iterator[str]:
        """The report in sentences."""
        hours = f"{self.seconds / 3600:.2g} core-hours"
        done = {"generate": "made", "rate": "rated", "solve": "solved"}[self.command]
        yield (
            f"{self.items - self.failed:,} of {self.items:,} puzzles were {done} in {hours}; "
            f"{self.rows:,} different ones are in {self.parts:,} parts."
        )
        if self.removed:
            yield f"{self.removed:,} were removed: they equal others, perhaps turned or mirrored."
        name = "seeds" if self.command == "generate" else "lines"
        for failure in self.failures:
            named = ", ".join(map(str, failure.first))
            more = ", …" if failure.count > len(failure.first) else ""
            yield f"{failure.count:,} failed ({name} {named}{more}): {failure.reason}"


def summary_of(folder: BatchFolder, plan: BatchPlan) -> BatchSummary:
    """Count what is in the parts of a batch; reads the notes of the parts alone."""
    summary = BatchSummary(plan.command, parts=plan.parts)
    found: dict[str, FailureCount] = {}
    for number in range(plan.parts):
        note = note_of(folder.part(number))
        summary.items += note.items
        summary.rows += note.made - note.removed
        summary.removed += note.removed
        summary.failed += len(note.failures)
        summary.seconds += note.seconds
        for failure in note.failures:
            full = failure.reason not in found and len(found) >= MAX_REASONS
            reason = OTHER_REASONS if full else failure.reason
            counted = found.setdefault(reason, FailureCount(reason))
            counted.count += 1
            counted.is_input |= failure.is_input
            if len(counted.first) < MAX_NAMED:
                counted.first.append(failure.number)
    summary.seconds = round(summary.seconds, 1)
    summary.failures = sorted(found.values(), key=lambda failure: -failure.count)
    return summary
