"""Imports `cli.batches` only when a command has --out."""

from types import ModuleType


def batch_commands() -> ModuleType:
    """The module `cli.batches`, which needs packages of an extra."""
    from cli import batches  # noqa: PLC0415 - its imports take half a second

    return batches
