"""Literals are written plainly, as the formatter lays them out, and fields are declared."""

import ast
from collections.abc import Iterator

from tests.support.packages import modules
from tests.support.paths import PACKAGES


def test_no_literal_is_unpacked_where_it_stands() -> None:
    """`("a", *("b", "c"))` keeps items in a line that the formatter would give a line each."""
    for folder in (*PACKAGES, "migrations", "tests"):
        for path in modules(folder):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                literal = node.value if isinstance(node, ast.Starred) else None
                assert not isinstance(literal, ast.Tuple | ast.List | ast.Set), (path, literal)


STORING = {"TokenBucket"}
"""Classes whose `__init__` only stores: the one of a class that inherits from it computes."""


def storing_classes(source: str) -> Iterator[str]:
    """The classes whose `__init__` stores its parameters one by one and computes nothing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and all(
            ast.unparse(base).startswith("Generic[") for base in node.bases
        ):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
            if any(each.name == "__init__" and only_stores(each) for each in methods):
                yield node.name


def only_stores(method: ast.FunctionDef) -> bool:
    parameters = {each.arg for each in (*method.args.args[1:], *method.args.kwonlyargs)}
    stored = method.body[1:] if ast.get_docstring(method) else method.body
    return bool(parameters and stored) and all(stores_plainly(each, parameters) for each in stored)


def stores_plainly(statement: ast.stmt, parameters: set[str]) -> bool:
    """Whether an attribute becomes a parameter, a constant, or something empty or new."""
    match statement:
        case ast.Assign([ast.Attribute()], value) | ast.AnnAssign(ast.Attribute(), _, value):
            pass
        case _:
            return False
    match value:
        case ast.Name(name):
            return name in parameters
        case ast.Constant() | ast.UnaryOp() | ast.Dict([]) | ast.List([]) | ast.Tuple([]):
            return True
        case ast.Call(made, [], []):
            name = ast.unparse(made).split("[")[0].split(".")[-1]
            return name in {"set", "deque"} or name[0].isupper()
    return False


def test_a_class_that_only_stores_is_a_struct() -> None:
    """Each of its fields is written once; with `eq=False` it is equal to itself alone."""
    head = "class Some:\n    def __init__(self, a: int) -> None: "
    assert [*storing_classes(f"{head}self._a = a; self._seen = {{}}")] == ["Some"]
    assert [*storing_classes(f"{head}self._a = a + 1")] == []
    for package in PACKAGES:
        for path in modules(package):
            assert {*storing_classes(path.read_text(encoding="utf-8"))} <= STORING, path
