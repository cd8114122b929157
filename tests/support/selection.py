"""Selection of tests: those marked `long` run only on request; each may run only once."""

from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--all` and `--once`."""
    text = "run the tests that take long too, and every end-to-end test on PostgreSQL too"
    parser.addoption("--all", action="store_true", help=text)
    text = "run each test only once, with its first parameters, and few examples of properties"
    parser.addoption("--once", action="store_true", help=text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect long tests unless `--all` or `-m` is given or their file is named; with `--once`,
    deselect repetitions with other parameters.

    Those that wait most of the time come first: at the end, no others would use the processor.
    """
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)
    left = set[pytest.Item]()
    if not (config.getoption("all") or config.getoption("markexpr")):
        named = files_of(config.args, config.invocation_params.dir)
        left = {
            each for each in items if each.get_closest_marker("long") and each.path not in named
        }
    if config.getoption("once"):
        rest = [item for item in items if item not in left]
        first = {item.nodeid.partition("[")[0]: item for item in reversed(rest)}
        left.update({*rest}.difference(first.values()))
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
