"""Selection of tests: those marked `long` run only on request."""

from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--all`."""
    text = "run the tests that take long too, and every end-to-end test on PostgreSQL too"
    parser.addoption("--all", action="store_true", help=text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect long tests unless `--all` or `-m` is given or their file is named.

    Those that wait most of the time come first: at the end, no others would use the processor.
    """
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)
    if config.getoption("all") or config.getoption("markexpr"):
        return
    named = files_of(config.args, config.invocation_params.dir)
    left = {item for item in items if item.get_closest_marker("long") and item.path not in named}
    if left:
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[object], list[object]]:
    """Look for doctests only in modules that have some: in others, that takes as long as the rest
    of the collection."""
    collectors = yield
    if b">>>" in file_path.read_bytes():
        return collectors
    return [each for each in collectors if not isinstance(each, DoctestModule)]


def files_of(arguments: Iterable[str], folder: Path) -> set[Path]:
    """The files and folders that pytest's arguments name, relative to the start folder.

    >>> sorted(map(str, files_of(["tests/test_a.py::test_b[1]", "/c"], Path("/ouro"))))
    ['/c', '/ouro/tests/test_a.py']
    """
    return {(folder / argument.partition("::")[0]).resolve() for argument in arguments}
