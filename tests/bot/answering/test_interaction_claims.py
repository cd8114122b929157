"""Whatever the bot changes because of an interaction, it tells the use case which one that is."""

import ast
import inspect

from service.services import Services
from tests.support.packages import modules
from tests.support.paths import ROOT


def taking(services: Services, what: str) -> set[str]:
    """The names of the methods of use cases that take a `reader`, or a `claim` apart from it."""
    return {
        name
        for part in vars(services).values()
        for name, method in inspect.getmembers(type(part), inspect.isfunction)
        if what in inspect.signature(method).parameters and not name.startswith("_")
    }


def test_what_changes_something_takes_a_claim(services: Services) -> None:
    readers = taking(services, "reader")
    assert {"open", "change", "submit", "add_help", "record_reveal"} <= readers
    assert {"generate", "give", "share", "delete", "act", "join_race", "begin_storm"} <= readers
    assert "find" not in readers
    assert taking(services, "claim") == {*OF_SERVERS, "reply", "settle", "take"}


def test_a_reader_who_asks_has_the_claim_of_the_interaction() -> None:
    made = {
        function.name
        for path in modules("bot")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Reader"
    }
    unasked = {"server_reader", "pending_reader"}
    assert made - unasked == {"reader_of", "_solve"}  # a late reply changes nothing


def test_every_call_passes_its_claim() -> None:
    expected, missing = OF_SERVERS, []
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


OF_SERVERS = frozenset({"choose"})
"""What changes a server, whoever asks."""
OTHERS = frozenset({"handlers.choose", "menu.choose", "self.choose"})
"""Calls of methods that have the name of a use case and are none."""
