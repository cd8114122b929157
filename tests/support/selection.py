"""Which tests run: those marked `long` only when they are asked for."""

from collections.abc import Iterable
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--all`."""
    text = "run the tests that take long too, and every end-to-end test on PostgreSQL too"
    parser.addoption("--all", action="store_true", help=text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests out, unless `--all`, `-m` or the name of their file asks for them."""
    if config.getoption("all") or config.getoption("markexpr"):
        return
    named = files_of(config.args, config.invocation_params.dir)
    left = {item for item in items if item.get_closest_marker("long") and item.path not in named}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


def files_of(arguments: Iterable[str], folder: Path) -> set[Path]:
    """The files and folders that pytest's arguments name, from the folder it was started in.

    >>> sorted(map(str, files_of(["tests/test_a.py::test_b[1]", "/c"], Path("/ouro"))))
    ['/c', '/ouro/tests/test_a.py']
    """
    return {(folder / argument.partition("::")[0]).resolve() for argument in arguments}
