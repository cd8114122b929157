"""Names in Python code of documents, and names that are said to be in a module."""

import ast
import re
from collections.abc import Iterator

from tests.support.documents.markdown import Document
from tests.support.documents.names import project_names
from tests.support.documents.project import FILE

IN_MODULE = re.compile(r"`([A-Za-z_][\w.]*)(?:\([^`]*\))?`(?:\s+(?:in|of)\s+|\s+\()`([\w/]+\.py)`")
"""As in "`solve` in `search.py`" and "`solve` (`solver/search.py`)"."""


def wrong_in_python(code: str) -> Iterator[tuple[int, str]]:
    """Classes and attributes that nothing defines, with the line within the code."""
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        yield error.lineno or 1, "the code cannot be read"
        return
    names = project_names()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name[0].isupper() and not names.has(name):
                yield node.lineno, f"no code defines {name}"
            case ast.Attribute(value=ast.Name(id=owner), attr=name) if names.is_class(owner):
                if not names.class_has(owner, name) and not names.in_module(owner, name):
                    yield node.lineno, f"no code defines {owner}.{name}"
            case ast.Attribute(attr=name) if not names.is_member(name):
                yield node.lineno, f"no code defines {ast.unparse(node)}"


def wrong_places(document: Document) -> Iterator[tuple[int, str]]:
    """Names that are not in the module that is named with them: "`solve` in `search.py`"."""
    for line, found in document.found_in_prose(IN_MODULE):
        name, module = found[1], found[2].removesuffix(".py").replace("/", ".")
        if not FILE.fullmatch(name) and not project_names().in_module(module, name):
            yield line, f"{found[2]} does not define {name}"
