"""Points before and after each await of the modules that have to do with the outbox.

They are set when a module is imported, so `python -m tests.support.faults.points` imports and forks
as `tests.support.warm` does. An await has two points; entering and leaving an `async with` have two
each, and so has each turn of an `async for`.
"""

import ast
import importlib.abc
import importlib.machinery
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, TypeVar

from tests.support.packages import imported, modules, name_of
from tests.support.paths import PACKAGES

Result = TypeVar("Result")
OWN = frozenset(
    {"store.outbox", "service.running.outbox", "bot.delivery.delivery", "bot.delivery.kinds"}
)
"""What stores, claims and sends pending messages."""
_CAN_USE = r"\boutbox\b|bot\.delivery|chat\.use\."
PLACES = "__places__"
"""The name of `Places` in a module with points."""


class Places:
    """Tells `passed` the name of each place and whether it is `before`, `after` or so."""

    passed: Callable[[str], None] = staticmethod(lambda _: None)

    async def awaited(self, name: str, work: Awaitable[Result]) -> Result:
        """Await a value."""
        self.passed(f"{name} before")
        try:
            return await work
        finally:
            self.passed(f"{name} after")

    async def each(self, name: str, values: AsyncIterator[Result]) -> AsyncIterator[Result]:
        """The values of an iterator."""
        self.passed(f"{name} before")
        async for value in values:
            self.passed(f"{name} after")
            yield value
            self.passed(f"{name} before")

    def held(
        self, name: str, held: AbstractAsyncContextManager[Result]
    ) -> AbstractAsyncContextManager[Result]:
        """The same context."""
        return _Held(self, name, held)


class _Held(AbstractAsyncContextManager[Any]):
    def __init__(self, places: Places, name: str, held: AbstractAsyncContextManager[Any]) -> None:
        self._places, self._name, self._held = places, name, held

    async def __aenter__(self) -> Any:
        return await self._places.awaited(f"{self._name} enters", self._held.__aenter__())

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool | None:
        leaving = self._held.__aexit__(kind, error, trace)
        return await self._places.awaited(f"{self._name} leaves", leaving)


class Awaits(ast.NodeTransformer):
    """Sets the points of a module, and lists its `names`: the function and a number within it."""

    def __init__(self, module: str) -> None:
        self.names: list[str] = []
        self._inside = [module]
        self._counts: dict[str, int] = {}

    def names_in(self, tree: ast.Module) -> Sequence[str]:
        """The names of the awaits of the module."""
        self.visit(tree)
        return self.names

    def _visit_inside(self, node: Any) -> Any:
        self._inside.append(node.name)
        self.generic_visit(node)
        self._inside.pop()
        return node

    visit_ClassDef = visit_FunctionDef = visit_AsyncFunctionDef = _visit_inside  # noqa: N815

    def visit_Await(self, node: ast.Await) -> ast.Await:
        node.value = self._called("awaited", node.value)
        self.generic_visit(node)
        return node

    def visit_AsyncWith(self, node: ast.AsyncWith) -> ast.AsyncWith:
        for item in node.items:
            item.context_expr = self._called("held", item.context_expr)
        self.generic_visit(node)
        return node

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AsyncFor:
        node.iter = self._called("each", node.iter)
        self.generic_visit(node)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        if node.is_async:
            node.iter = self._called("each", node.iter)
        self.generic_visit(node)
        return node

    def _called(self, what: str, value: ast.expr) -> ast.expr:
        place = ".".join(self._inside)
        self._counts[place] = self._counts.get(place, 0) + 1
        name = f"{place} {self._counts[place]}"
        self.names.append(name)
        function = ast.Attribute(ast.Name(PLACES, ast.Load()), what, ast.Load())
        call = ast.Call(function, [ast.Constant(name), value], [])
        return ast.fix_missing_locations(ast.copy_location(call, value))


@cache
def watched() -> Mapping[str, Sequence[str]]:
    """The modules that have to do with the outbox, and the names of those of their awaits that do.

    These are all of its own modules, of those that define what messages are about and how they
    look, and of handlers that use what messages are about; elsewhere those of functions that name
    the outbox, or call such a function of their module.
    """
    paths = {name_of(path): path for package in PACKAGES for path in modules(package)}
    texts = {name: path.read_text() for name, path in paths.items()}
    trees = {name: ast.parse(text) for name, text in texts.items() if re.search(_CAN_USE, text)}
    subjects = {
        node.name.lower()
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and "Subject" in _names_in(*node.bases)
    }
    found = {name: _awaits(name, tree, paths[name], subjects) for name, tree in trees.items()}
    return {name: awaits for name, awaits in found.items() if awaits}


def _awaits(name: str, tree: ast.Module, path: Path, subjects: Collection[str]) -> Sequence[str]:
    uses = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "chat.use"
    }
    awaits = Awaits(name)
    tells = bool(imported(path) & OWN - {"store.outbox"}) and not name.startswith("app.")
    if name in OWN or tells or uses & {*subjects}:
        return awaits.names_in(tree)
    if not imported(path) & OWN:
        return ()
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    named, size = {"outbox"}, 0
    while len(named) > size:
        size = len(named)
        named |= {each.name for each in functions if named & _names_in(each)}
    return [each for each in awaits.names_in(tree) if named & {*each.split()[0].split(".")}]


def _names_in(*nodes: ast.AST) -> set[str]:
    inner = [each for node in nodes for each in ast.walk(node)]
    found = {each.id for each in inner if isinstance(each, ast.Name)}
    return found | {each.attr for each in inner if isinstance(each, ast.Attribute)}


class Loader(SourceFileLoader):
    """Loads a module with points."""

    places: Places

    def get_code(self, fullname: str) -> Any:
        """Compile the module, which is not cached."""
        source = Path(self.path).read_bytes()
        tree = Awaits(fullname).visit(ast.parse(source))
        return compile(tree, self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Run the module."""
        vars(module)[PLACES] = self.places
        super().exec_module(module)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules with points."""

    def __init__(self) -> None:
        self.places, self._modules = Places(), {*watched()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module, if it is to have points."""
        if fullname not in self._modules:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        assert spec is not None
        assert spec.origin is not None
        loader = Loader(fullname, spec.origin)
        loader.places, spec.loader = self.places, loader
        return spec


def places() -> Places:
    """The places of the modules with points of this process."""
    [finder] = [each for each in sys.meta_path if isinstance(each, Finder)]
    return finder.places


if __name__ == "__main__":
    from tests.support.faults import points  # noqa: PLW0406 - this one has another name

    sys.meta_path.insert(0, points.Finder())
    from tests.support.warm.__main__ import main

    main(*sys.argv[1:])
