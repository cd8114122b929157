"""Imports `cli.batches` only when a command has --out."""

from types import ModuleType

from cli.errors import missing_package


def batch_commands() -> ModuleType:
    """The module `cli.batches`; raises `UsageError` without the packages that it needs."""
    try:
        from cli import batches  # noqa: PLC0415 - its imports take half a second
    except ModuleNotFoundError as error:
        raise missing_package("--out", error) from None
    return batches
