"""The names that the code defines, found without importing it."""

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES, ROOT

STRING = re.compile(r"[\"']([^\"'\n]{1,60})[\"']")
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Where statements hold statements."""


@dataclass(slots=True)
class Scope:
    """A module or class: what it defines, and the names of a class's bases."""

    names: set[str] = field(default_factory=set)
    bases: set[str] = field(default_factory=set)


class Names:
    """The names of some modules, by their sources."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.modules: dict[str, Scope] = {}
        self.classes: defaultdict[str, list[Scope]] = defaultdict(list)
        self.defined: set[str] = set()
        self.strings: set[str] = set()
        for name, source in sources.items():
            self.modules[name] = scope = Scope()
            self._read(ast.parse(source).body, scope)
            self.defined |= scope.names
            self.strings.update(STRING.findall(source))

    def has(self, dotted: str) -> bool:
        """Whether a name is defined: bare, of a module, of a class or of an object of a class.

        Modules may be named by the end of their path, as in `explainer.STEP_BUDGET`, and objects
        by what their class is called, as in `voice.say`.
        """
        first, *rest = parts = dotted.split(".")
        if not rest:
            return first in self.defined or hasattr(builtins, first)
        if any(self._in_modules(parts)):
            return True
        if self.is_class(first):
            return self.class_has(first, rest[0])
        return first not in PACKAGES and first[0].islower() and self.is_member(rest[0])

    def in_module(self, end: str, dotted: str) -> bool:
        """Whether a module whose path ends so has a name, or the last part of it in a class."""
        last = dotted.rpartition(".")[2]
        found = [scope for name, scope in self.modules.items() if f".{name}".endswith(f".{end}")]
        return any({last, f".{last}"} & scope.names for scope in found)

    def is_member(self, name: str) -> bool:
        """Whether any class has a member of that name."""
        return f".{name}" in self.defined

    def is_class(self, name: str) -> bool:
        """Whether a class is called so, or an object of a class may be."""
        return bool(self._classes_of(name))

    def class_has(self, name: str, member: str) -> bool:
        """Whether a class that is called so, or that of an object, has a member."""
        return self._has_member(self._classes_of(name), member)

    def _classes_of(self, name: str) -> Sequence[Scope]:
        if name[0].isupper():
            return self.classes.get(name, ())
        wanted = name.replace("_", "")
        alike = [scopes for key, scopes in self.classes.items() if key.lower() == wanted]
        return [scope for scopes in alike for scope in scopes]

    def _has_member(self, classes: Sequence[Scope], name: str) -> bool:
        return any(self._inherits(scope, name, set()) for scope in classes)

    def _inherits(self, scope: Scope, name: str, seen: set[str]) -> bool:
        if name in scope.names:
            return True
        new = scope.bases - seen
        bases = [base for each in new for base in self.classes.get(each, ())]
        return any(self._inherits(base, name, seen | new) for base in bases)

    def _in_modules(self, parts: Sequence[str]) -> Iterator[bool]:
        for cut in range(1, len(parts) + 1):
            end, rest = "." + ".".join(parts[:cut]), parts[cut:]
            for name, scope in self.modules.items():
                if f".{name}".endswith(end):
                    yield not rest or (rest[0] in scope.names and self._goes_on(rest))

    def _goes_on(self, parts: Sequence[str]) -> bool:
        """Whether the second part is a member of the first, where that is a class."""
        classes = self.classes.get(parts[0])
        return classes is None or len(parts) == 1 or self._has_member(classes, parts[1])

    def _read(self, statements: Sequence[ast.AST], scope: Scope) -> None:
        """Take in what the statements of a module or class define."""
        for statement in statements:
            match statement:
                case ast.ClassDef(name=name):
                    self._read_class(statement)
                    scope.names |= {name, *(f".{m}" for m in self.classes[name][-1].names)}
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    scope.names |= {name, *_attributes(statement)}
                    self.defined |= {argument.arg for argument in _arguments(statement.args)}
                case ast.Assign(targets=targets):
                    scope.names |= {name for target in targets for name in _targets(target)}
                case ast.AnnAssign(target=target):
                    scope.names.update(_targets(target))
                case ast.ImportFrom(names=names):
                    scope.names |= {alias.asname or alias.name for alias in names}
                case _:
                    for block in BLOCKS:
                        self._read(getattr(statement, block, ()), scope)

    def _read_class(self, statement: ast.ClassDef) -> None:
        scope = Scope(bases={_last(base) for base in statement.bases})
        self._read(statement.body, scope)
        self.classes[statement.name].append(scope)
        self.defined |= scope.names | {f".{name}" for name in scope.names}


def _last(base: ast.expr) -> str:
    if isinstance(base, ast.Subscript):
        base = base.value
    return base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "")


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=elements):
            for element in elements:
                yield from _targets(element)


def _attributes(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The attributes that a method sets."""
    left: list[ast.AST] = [*function.body]
    while left:
        match left.pop():
            case ast.Assign(targets=targets):
                yield from (t.attr for t in targets if _is_own(t) and isinstance(t, ast.Attribute))
            case ast.AnnAssign(target=ast.Attribute(attr=name) as target) if _is_own(target):
                yield name
            case other:
                for block in BLOCKS:
                    left += getattr(other, block, ())


def _is_own(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and getattr(target.value, "id", "") == "self"


def _arguments(arguments: ast.arguments) -> Iterator[ast.arg]:
    yield from arguments.posonlyargs
    yield from arguments.args
    yield from arguments.kwonlyargs


@cache
def project_names() -> Names:
    """Those of all packages and of what tests share."""
    shared = [*modules("tests/support"), *(ROOT / "tests").rglob("conftest.py")]
    paths = [*(path for package in PACKAGES for path in modules(package)), *shared]
    return Names({name_of(path): path.read_text(encoding="utf-8") for path in paths})
