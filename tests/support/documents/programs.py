"""What can be typed: `ouro` and the scripts with their verbs and options, and slash commands."""

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import typer
from msgspec import Struct
from typer.main import get_command

from bot.connection.command_sync import LAUNCH_NAME
from cli.listing import build_app
from tests.support.paths import ROOT
from tools.bench import __main__ as bench

MODULE = re.compile(r"-m (tools[\w.]+) \"\$@\"")


class Program(Struct, frozen=True):
    """A program or one of its verbs: `verbs` are None where arguments are no verbs.

    `options` are those it names; `text` is a source in which others may occur.
    """

    options: frozenset[str] = frozenset()
    verbs: Mapping[str, "Program"] | None = None
    text: str = ""

    def takes(self, option: str) -> bool:
        """Whether it has an option."""
        name = option.strip("-").replace("-", "_")
        found = re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])|\b{name}: ", self.text)
        return option == "--help" or option in self.options or found is not None


@cache
def programs() -> Mapping[str, Program]:
    """`ouro` and each file of `script/`, as they are typed."""
    ouro = _of_app(build_app())
    found = {f"script/{path.name}": _script(path) for path in (ROOT / "script").iterdir()}
    return found | {"ouro": ouro, "script/ouro": ouro, "script/bench": _of_app(bench.build_app())}


def _of_app(app: typer.Typer) -> Program:
    return _of_command(get_command(app))


def _of_command(command: Any) -> Program:
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    verbs = getattr(command, "commands", None)
    return Program(
        frozenset(options), verbs and {name: _of_command(verb) for name, verb in verbs.items()}
    )


def _script(path: Path) -> Program:
    """A script: its options occur in it, or in the module that it runs."""
    text = path.read_text(encoding="utf-8")
    if module := MODULE.search(text):
        place = ROOT.joinpath(*module[1].split("."))
        source = place / "__main__.py" if place.is_dir() else place.with_suffix(".py")
        text += source.read_text(encoding="utf-8")
    return Program(text=text)


@cache
def slash_commands() -> Mapping[str, frozenset[str]]:
    """The options of each slash command of the bot, and of its entry point, which has none."""
    return {LAUNCH_NAME: frozenset()} | {
        name: frozenset(each.arg for each in node.args.args)
        for path in (ROOT / "bot").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AsyncFunctionDef)
        for decorator in node.decorator_list
        if (name := _command_name(decorator))
    }


def _command_name(decorator: ast.expr) -> str | None:
    """The name in `@app_commands.command(name="solve", …)`."""
    match decorator:
        case ast.Call(func=ast.Attribute(attr="command"), keywords=keywords):
            for keyword in keywords:
                if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                    return str(keyword.value.value)
    return None
