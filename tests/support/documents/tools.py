"""The command lines of `tools`, read from their sources: importing all of them takes seconds."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.support.paths import ROOT

Functions = Mapping[str, ast.FunctionDef]


def verbs_of(main: Path) -> dict[str, frozenset[str]]:
    """The options of each verb of a program of Typer; a program without verbs is called ""."""
    tree = ast.parse(main.read_text(encoding="utf-8"))
    functions = _functions(tree)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tools."):
            found, names = _functions(_module(node.module or "")), {n.name for n in node.names}
            functions |= {name: function for name, function in found.items() if name in names}
    return {
        verb: frozenset(_options(functions[name]))
        for verb, name in _registered(tree)
        if name in functions
    }


def _registered(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Verbs and the functions behind them."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=ast.Tuple(elts=elements)):
                names = [element.id for element in elements if isinstance(element, ast.Name)]
                yield from ((name.replace("_", "-"), name) for name in names)
            case ast.Call(
                func=ast.Call(func=ast.Attribute(attr="command"), args=given),
                args=[ast.Name(id=name)],
            ):
                named = [str(each.value) for each in given if isinstance(each, ast.Constant)]
                yield named[0] if named else "", name
            case ast.Call(func=ast.Attribute(attr="run"), args=[ast.Name(id=name)]):
                yield "", name


def _module(name: str) -> ast.Module:
    path = ROOT.joinpath(*name.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(source.read_text(encoding="utf-8"))


def _functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _options(function: ast.FunctionDef) -> Iterator[str]:
    for argument in (*function.args.args, *function.args.kwonlyargs):
        for call in ast.walk(argument):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "typer.Option":
                named = [str(each.value) for each in call.args if isinstance(each, ast.Constant)]
                yield from named or _flags(argument)


def _flags(argument: ast.arg) -> Iterator[str]:
    """What Typer calls an option whose names are not given."""
    name = argument.arg.replace("_", "-")
    yield f"--{name}"
    match argument.annotation:
        case ast.Subscript(slice=ast.Tuple(elts=[ast.Name(id="bool"), *_])):
            yield f"--no-{name}"
