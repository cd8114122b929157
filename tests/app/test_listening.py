"""Every server of the bot has limits of its connections."""

import re
from functools import cache

from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES

SERVERS = re.compile(
    r"(App|Server)Runner\(|(TCP|Sock|Unix)Site\(|run_app\(|(create|start|make)_([a-z]+_)?server\("
    r"|(HTTP|TCP|UDP|Unix\w+)Server\(|\.listen\("
)
ROUTES = re.compile(r"\.add_(route|get|post|put|patch|delete|head|view|static|routes|subapp)\(")
FREE_PORT = "app.operating.page_checkup"
"""Sees whether a port is free."""


@cache
def texts() -> dict[str, str]:
    """The modules of the bot by name."""
    packages = set(PACKAGES) - {"sandbox", "tools"}
    files = (path for package in packages for path in modules(package))
    return {name_of(path): path.read_text(encoding="utf-8") for path in files}


def test_the_bot_listens_in_one_place() -> None:
    places = {name for name, text in texts().items() if SERVERS.search(text)}
    assert places - {FREE_PORT} == {"app.listening"}


def test_all_addresses_of_the_page_are_in_one_table() -> None:
    """The other server has three."""
    counts = {name: len(ROUTES.findall(text)) for name, text in texts().items()}
    assert {name: n for name, n in counts.items() if n} == {"app.board_page": 1, "app.health": 3}
