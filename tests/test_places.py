"""What may be done where: use cases decide it, so that neither chat nor the page can forget it."""

import ast
from collections import defaultdict

from tests.support.packages import modules, name_of

FRONT_ENDS = ("bot", "web")
OWN = {
    "which options of a command fit together": {
        "MOVES_OR_FILE",
        "MOVES_WITHOUT_PUZZLE",
        "ONLY_IN_SERVERS",
        "PUZZLE_OR_FILE",
    },
    "files and choices of Discord's": {
        "FILE_TOO_LARGE",
        "FILE_UNAVAILABLE",
        "NOT_LAUNCHED",
        "NOT_TEXT",
        "NO_SUCH_BOARD",
    },
    "messages of other versions": {"ORDER_CHANGED", "OTHER_VERSION", "PUZZLE_GONE"},
    "the panel for managers, which the page has not": {"ONLY_MANAGERS", "ONLY_WITH_BOT"},
    "chat asks before": {"LIVE_ON_PAGE"},
}
"""The problems that a front end finds itself, and why no use case does."""
DISCORDS = {
    "Place": {"bot.connection.permissions"},
    "app_permissions": {"bot.connection.permissions"},
    "permissions_for": {"bot.connection.permissions", "bot.delivery.delivery"},
    "permissions": {"bot.connection.permissions", "bot.answering.interactions"},
}
"""Where front ends read what Discord allows, and make a place of it."""


def test_front_ends_refuse_only_what_is_their_own() -> None:
    named = defaultdict(set)
    for package in FRONT_ENDS:
        for path in modules(package):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute):
                    named[ast.unparse(node.value)].add(node.attr)
    assert named["Problem"] == {name for names in OWN.values() for name in names}


def test_what_discord_allows_is_read_in_one_place() -> None:
    found = defaultdict(set)
    for package in FRONT_ENDS:
        for path in modules(package):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                name = getattr(node, "attr", None)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    name = node.func.id
                if name in DISCORDS:
                    found[name].add(name_of(path))
    assert found == DISCORDS
