"""Selection of tests: those marked `long` run only on request; each may run only once."""

from collections.abc import Generator, Iterable, Sequence
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

WAITING_PROCESSES = 3
"""How many of the processes that run tests begin with those that wait."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--all` and `--once`."""
    text = "run the tests that take long too, and every end-to-end test on PostgreSQL too"
    parser.addoption("--all", action="store_true", help=text)
    text = "run each test only once, with its first parameters, and few examples of properties"
    parser.addoption("--once", action="store_true", help=text)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect long tests unless `--all` or `-m` is given or their file is named; with `--once`,
    deselect repetitions with other parameters.
    """
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
    workers = getattr(config, "workerinput", {"workercount": 1})
    items[:] = waiting_first(items, workers["workercount"])


def waiting_first(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """The order in which pytest-xdist gives each of the processes an equal part to begin with.

    Some parts begin with modules that wait most of the time: at the end, no others would use the
    processor, and one process would need longer for all of them than the others for the rest.
    """
    waiting = [item for item in items if item.get_closest_marker("waits")]
    rest = [item for item in items if not item.get_closest_marker("waits")]
    modules = list(dict.fromkeys(item.path for item in waiting))
    beginning = min(WAITING_PROCESSES, processes)
    ordered = list[pytest.Item]()
    for number in range(beginning):
        part = [item for item in waiting if item.path in modules[number::beginning]]
        end = max(len(items) // processes - len(part), 0)
        ordered += [*part, *rest[:end]]
        rest = rest[end:]
    return [*ordered, *rest]


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
