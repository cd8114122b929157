"""What can be typed: `ouro` and the scripts with their verbs and options, and slash commands."""

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from typer.main import get_command

from cli.listing import build_app
from tests.support.documents.tools import verbs_of
from tests.support.paths import ROOT

MODULE = re.compile(r"-m ([\w.]+) \"\$@\"")


@dataclass(frozen=True, slots=True)
class Program:
    """A program or one of its verbs: `verbs` are None where arguments are no verbs.

    `options` are those it names; `text` is a script in which others may occur.
    """

    options: frozenset[str] = frozenset()
    verbs: Mapping[str, "Program"] | None = None
    text: str = ""

    def takes(self, option: str) -> bool:
        """Whether it has an option."""
        found = re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", self.text)
        return option == "--help" or option in self.options or found is not None

    def knows(self, option: str) -> bool:
        """Whether it or one of its verbs has an option."""
        return self.takes(option) or any(v.knows(option) for v in (self.verbs or {}).values())


@cache
def programs() -> Mapping[str, Program]:
    """`ouro` and each file of `script/`, as they are typed."""
    ouro = _of_typer(get_command(build_app()))
    found = {f"script/{path.name}": _script(path) for path in (ROOT / "script").iterdir()}
    return {**found, "ouro": ouro, "script/ouro": ouro}


def _of_typer(command: Any) -> Program:
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    verbs = getattr(command, "commands", None)
    return Program(
        frozenset(options), verbs and {name: _of_typer(verb) for name, verb in verbs.items()}
    )


def _script(path: Path) -> Program:
    text = path.read_text(encoding="utf-8")
    module = MODULE.search(text)
    main = ROOT.joinpath(*module[1].split("."), "__main__.py") if module else path
    if main == path or not main.is_file():
        return Program(text=text)
    verbs = verbs_of(main)
    if "" in verbs:
        return Program(verbs[""])
    return Program(verbs={name: Program(options) for name, options in verbs.items()})


@cache
def slash_commands() -> Mapping[str, frozenset[str]]:
    """The options of each slash command of the bot."""
    found: dict[str, frozenset[str]] = {}
    for path in (ROOT / "bot" / "commands").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.AsyncFunctionDef):
                for decorator in node.decorator_list:
                    if name := _command_name(decorator):
                        found[name] = frozenset(each.arg for each in node.args.args)
    return found


def _command_name(decorator: ast.expr) -> str | None:
    """The name in `@app_commands.command(name="solve", …)`."""
    match decorator:
        case ast.Call(func=ast.Attribute(attr="command"), keywords=keywords):
            for keyword in keywords:
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                    return str(keyword.value.value)
    return None
