"""Who asks and how they read is handed on as one `Reader` in the bot, the page and use cases."""

import ast
from collections.abc import Iterator

from tests.support.packages import modules, name_of

NAMED = {
    "person": "person",
    "person_id": "person",
    "player_id": "person",
    "user_id": "person",
    "server": "server",
    "server_id": "server",
    "guild_id": "server",
    "language": "language",
    "locale": "language",
    "theme": "appearance",
}
"""The parts of a reader by the names of parameters; their types are those of `PLAIN`."""
PLAIN = {"int", "int | None", "str", "str | None"}
TYPED = {
    "Localizer": "language",
    "Appearance": "appearance",
    "Claim": "claim",
    "Claim | None": "claim",
    "InteractionClaim": "claim",
    "InteractionClaim | None": "claim",
    "RequestClaim": "claim",
    "Reader": "reader",
}
"""The parts of a reader by the types of parameters."""
APART = {
    "of what a reader is made": {
        "service.playing.activities.Participant",
        "service.people.preferences.of",
        "service.running.readers.Reader",
        "service.running.quotas.admit",
    },
    "a server that is asked about, wherever its reader is": {
        "service.playing.races.require_allowed",
        "service.playing.races._require_allowed",
        "service.running.quotas.shares_of",
        "bot.connection.permissions.member_name",
        "service.posting.servers.choose",
        "service.running.membership._find",
        "service.posting.status.read",
        "service.posting.status._read",
    },
    "fields of a component": {
        "bot.leaderboards.components.__init__",
        "bot.solving.components.__init__",
    },
    "options of a command": {"bot.server_setup.chat.setup"},
}
"""The functions that take parts of a reader one by one, and why."""


def taken(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names and types of what a function takes or a class holds."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            if each.annotation is not None:
                yield each.arg, each.annotation
    elif isinstance(node, ast.ClassDef):
        for field in node.body:
            if isinstance(field, ast.AnnAssign):
                yield ast.unparse(field.target), field.annotation


def parts(node: ast.AST) -> Iterator[str]:
    """The parts of a reader that a function takes or a class holds."""
    for name, annotation in taken(node):
        kind = ast.unparse(annotation)
        if kind in TYPED:
            yield TYPED[kind]
        elif kind in PLAIN and name in NAMED:
            yield NAMED[name]


def test_parts_of_a_reader_are_handed_on_together() -> None:
    found = {
        f"{name_of(path)}.{getattr(node, 'name', '')}"
        for package in ("bot", "service", "web")
        for path in modules(package)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if len({*parts(node)}) > 1
    }
    assert found == {name for names in APART.values() for name in names}
