"""What public functions raise stands in their docstrings."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES

Function = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
INTERNAL = {"AssertionError", "NotImplementedError", "SystemExit", "StopIteration", "Exit"}
"""Errors of the code itself, and ways to end that are no failure."""
HELP_TEXTS = ("app.operating.sandbox", "cli.commands", "tools")
"""Modules whose functions are commands: their docstrings are shown as help."""


def public_functions(tree: ast.Module) -> Iterator[Function]:
    """Public functions of a module, and public methods of its public classes."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from (each for each in node.body if isinstance(each, Function))
        elif isinstance(node, Function):
            yield node


def raised(function: Function) -> set[str]:
    """The names of the errors that the function itself raises; nested functions are left out."""
    found: set[str] = set()
    left: list[ast.AST] = list(function.body)
    while left:
        node = left.pop()
        if isinstance(node, SCOPES):
            continue
        if isinstance(node, ast.Raise) and node.exc is not None:
            error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = ast.unparse(error).rpartition(".")[2]
            if name[:1].isupper():
                found.add(name)
        left.extend(ast.iter_child_nodes(node))
    return found - INTERNAL


def undocumented(tree: ast.Module) -> list[str]:
    """Public functions with the errors that they raise and do not name.

    >>> code = "def f():\\n    '''Do.'''\\n    raise ValueError\\n"
    >>> undocumented(ast.parse(code))
    ['f (line 1): ValueError']
    >>> undocumented(ast.parse(code.replace("Do.", "Do; raises `ValueError`.")))
    []
    """
    wrong = []
    for function in public_functions(tree):
        if function.name.startswith("_"):
            continue
        words = ast.get_docstring(function) or ""
        missing = sorted(name for name in raised(function) if name not in words)
        if missing:
            wrong.append(f"{function.name} (line {function.lineno}): {', '.join(missing)}")
    return wrong


@pytest.mark.parametrize("package", PACKAGES)
def test_a_docstring_names_the_errors_that_its_function_raises(package: str) -> None:
    wrong = {
        name_of(path): problems
        for path in modules(package)
        if not name_of(path).startswith(HELP_TEXTS)
        if (problems := undocumented(_parsed(path)))
    }
    assert not wrong


def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
