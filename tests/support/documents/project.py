"""The documents of the project and its settings."""

import os
import re
from functools import cache
from pathlib import Path

from app.settings import GONE, Settings
from tests.support.documents.markdown import Document
from tests.support.paths import ROOT

HIDDEN = re.compile(r"\.|__pycache__$|build$|dist$|.*\.egg-info$")
READ = re.compile(r"environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"|\$\{?([A-Z_]+)")
"""A variable of the environment that a test or a script reads."""


@cache
def files() -> frozenset[str]:
    """Every file of the project, by its path from the root."""
    found = set()
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not HIDDEN.match(name)]
        found |= {(Path(folder) / name).relative_to(ROOT).as_posix() for name in names}
    return frozenset(found)


@cache
def documents() -> tuple[Document, ...]:
    """All documents."""
    paths = sorted(path for path in files() if path.endswith(".md"))
    return tuple(Document(path, (ROOT / path).read_text(encoding="utf-8")) for path in paths)


@cache
def variables() -> frozenset[str]:
    """The variables of the environment that the bot, the scripts and the tests read.

    Also those that the bot refuses with what replaces them.
    """
    prefix = Settings.model_config["env_prefix"]
    settings = {
        str(field.validation_alias or f"{prefix}{name.upper()}")
        for name, field in Settings.model_fields.items()
    }
    readers = [path for path in files() if re.match(r"script/|tests/.*\.py$", path)]
    texts = ((ROOT / path).read_text(encoding="utf-8") for path in readers)
    read = {name for text in texts for found in READ.findall(text) for name in found}
    return frozenset(settings | read | set(GONE))
