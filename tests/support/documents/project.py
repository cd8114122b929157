"""What there is beside Python code: files, settings, metrics, and what deployment files say."""

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from app.settings import Settings
from tests.support.documents.markdown import Document
from tests.support.paths import ROOT

SUFFIXES = "csv|env|html|ini|js|json|lock|md|mo|po|png|py|service|sh|svg|toml|txt|yaml|yml"
FILE = re.compile(rf"[\w-][\w.-]*\.(?:{SUFFIXES})")
"""The name of a file, as opposed to that of a member of something."""
HIDDEN = re.compile(r"\.|__pycache__$|build$|dist$|.*\.egg-info$")
READ = re.compile(r"environ(?:\.get\(|\[)\s*\"([A-Z_]+)\"|\$\{?([A-Z_]+)")
"""A variable of the environment that a test or a script reads."""
METRIC = re.compile(r"\"(ouro_[a-z_]+)\"")
SERIES = re.compile(r"_(?:total|bucket|count|sum)$")
"""What Prometheus puts behind the name of a metric."""
PLACEHOLDER = re.compile(r"(?<![^/])[A-Z]+(?![^/.])")


@cache
def files() -> frozenset[str]:
    """Every file of the project, by its path from the root."""
    return frozenset(_files())


def _files() -> Iterator[str]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if not HIDDEN.match(name)]
        for name in names:
            yield (Path(folder) / name).relative_to(ROOT).as_posix()


@cache
def file_names() -> frozenset[str]:
    """The names of all files, without their folders."""
    return frozenset(path.rpartition("/")[2] for path in files())


@cache
def top_folders() -> frozenset[str]:
    """The folders at the top."""
    return frozenset(path.partition("/")[0] for path in files() if "/" in path)


def exists(path: str, folder: str = "") -> bool:
    """Whether a file or folder is there, from the root or from a folder.

    Parts in capitals stand for any: `i18n/LANGUAGE/LC_MESSAGES`.
    """
    pattern = PLACEHOLDER.sub("*", path.rstrip("/"))
    if pattern == path.rstrip("/"):
        return any((ROOT / start / path).exists() for start in ("", folder))
    return any(any((ROOT / start).glob(pattern)) for start in ("", folder))


@cache
def documents() -> tuple[Document, ...]:
    """All documents."""
    paths = sorted(path for path in files() if path.endswith(".md"))
    return tuple(Document(path, (ROOT / path).read_text(encoding="utf-8")) for path in paths)


@cache
def deployment() -> str:
    """What scripts, the image, the composition, the unit and the build say."""
    places = [*(ROOT / "script").iterdir(), *filter(Path.is_file, (ROOT / "deploy").rglob("*"))]
    names = ("Dockerfile", "compose.yaml", "pyproject.toml", ".gitignore")
    return "\n".join(
        path.read_text(encoding="utf-8") for path in (*places, *(ROOT / name for name in names))
    )


@cache
def variables() -> frozenset[str]:
    """The variables of the environment that the bot, the scripts and the tests read."""
    prefix = Settings.model_config["env_prefix"]
    settings = {
        str(field.validation_alias or f"{prefix}{name.upper()}")
        for name, field in Settings.model_fields.items()
    }
    readers = [path for path in files() if re.match(r"script/|deploy/.*\.cfg|tests/.*\.py$", path)]
    texts = ((ROOT / path).read_text(encoding="utf-8") for path in readers)
    read = {name for text in texts for found in READ.findall(text) for name in found}
    return frozenset(settings | read)


@cache
def metrics() -> frozenset[str]:
    """The metrics that the bot counts."""
    source = ROOT / "telemetry" / "metrics.py"
    return frozenset(METRIC.findall(source.read_text(encoding="utf-8")))


def is_metric(name: str) -> bool:
    """Whether a metric, or a series that Prometheus makes of one, is there."""
    return name in metrics() or SERIES.sub("", name) in metrics()
