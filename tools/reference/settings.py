"""The table of settings: what the docstring of `app.settings` says of each variable."""

import re
from collections.abc import Iterator

import app.settings
from tools.reference.tables import bullets, table

_DEFAULT = re.compile(r" \(default: (.+?)\)\.$")


def settings() -> Iterator[str]:
    """The lines of the table."""
    meanings = bullets(app.settings.__doc__ or "")
    return table(["Variable", "Default", "Meaning"], (_row(*each) for each in meanings.items()))


def _row(names: str, text: str) -> tuple[str, str, str]:
    found = _DEFAULT.search(text)
    meaning = _DEFAULT.sub("", text).removesuffix(".")
    return names.replace("`, `", "`,<br>`"), found[1] if found else "none", meaning
