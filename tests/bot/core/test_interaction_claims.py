"""Whatever the bot changes because of an interaction, it tells the use case which one that is."""

import ast
import inspect

from service.services import Services
from tests.support.paths import ROOT


def taking_claims(services: Services) -> set[str]:
    """The names of the methods of use cases that take a `claim`."""
    return {
        name
        for part in vars(services).values()
        for name, method in inspect.getmembers(type(part), inspect.isfunction)
        if (claim := inspect.signature(method).parameters.get("claim"))
        and claim.kind is inspect.Parameter.KEYWORD_ONLY
        and not name.startswith("_")
    }


def test_what_changes_something_takes_a_claim(services: Services) -> None:
    taking = taking_claims(services)
    assert {"open", "change", "submit", "add_help", "record_reveal"} <= taking
    assert {"generate", "give", "choose", "post_today", "share", "delete", "act"} <= taking
    assert "find" not in taking


def test_every_call_passes_its_claim(services: Services) -> None:
    expected, missing = taking_claims(services), []
    for file in sorted((ROOT / "bot").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr not in expected or _is_other(node.func):
                continue
            if "claim" not in {keyword.arg for keyword in node.keywords}:
                missing.append(f"{file.relative_to(ROOT)}:{node.lineno} {ast.unparse(node.func)}")
    assert missing == []


def _is_other(function: ast.Attribute) -> bool:
    """A method with the same name of something else than a use case."""
    return ast.unparse(function) in OTHERS


OTHERS = frozenset({"handlers.choose", "menu.choose"})
"""Calls of methods that have the name of a use case and are none."""
