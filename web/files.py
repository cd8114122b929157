"""The files of the page, compressed once, each with an ETag."""

import gzip
import hashlib
import json
from html import escape
from pathlib import Path

from msgspec import Struct

from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from renderer.layers import themes_css
from texts import board_page

PAGE = Path(__file__).parent / "static"
WORKER = "worker.js"
"""The service worker, which keeps the other files in the browser."""
IN_DISCORD = frozenset({"activity.js", "discord-sdk.js", "companions.js"})
"""What only a page inside Discord loads, where no service worker keeps it."""
_OF_DRAFTS = "asking", "commands", "draft", "edit", "editor", "entry", "fields", "sketch", "steps"
EDITOR = frozenset({*(f"{name}.js" for name in _OF_DRAFTS), "tools.js", "edit.css", "edit.html"})
"""What only the page of a draft loads, which no service worker keeps: it needs the network."""

KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}


class PackedFile(Struct, frozen=True):
    """A file compressed with gzip, its media type, and its ETag."""

    body: bytes
    kind: str
    etag: str

    @classmethod
    def of(cls, content: bytes, suffix: str) -> "PackedFile":
        """Compress content; the suffix of its name tells its media type."""
        digest = hashlib.sha256(content).hexdigest()[:16]
        return cls(gzip.compress(content, mtime=0), KINDS[suffix], digest)


def packed_files(folder: Path = PAGE) -> dict[str, PackedFile]:
    """The files of a page in a folder by name; the themes are a style sheet made of those of
    pictures. The service worker is told the versions of what pages in browsers load. Pages say in
    all languages what to do where they do not start.

    >>> packed_files()["theme.css"].kind
    'text/css'
    """
    stuck = f'<div id="stuck">{_stuck()}'
    files = {
        path.name: PackedFile.of(
            path.read_bytes().replace(b'<div id="stuck">', stuck.encode()), path.suffix
        )
        for path in sorted(folder.iterdir())
        if path.suffix in KINDS
    }
    files["theme.css"] = PackedFile.of(themes_css().encode(), ".css")
    if (worker := folder / WORKER).exists():
        versions = {
            name: file.etag
            for name, file in files.items()
            if name not in IN_DISCORD | EDITOR | {WORKER}
        }
        text = f"const FILES = {json.dumps(versions)};\n{worker.read_text()}"
        files[WORKER] = PackedFile.of(text.encode(), ".js")
    return files


def _stuck() -> str:
    """What a page says that runs no script, as HTML: which language its reader has is unknown."""
    sentences = []
    for language in LANGUAGES:
        say = localizer_for(language).say
        text = escape(say(board_page.STUCK, open=say(board_page.OPEN_BOARD)))
        sentences.append(f'<p lang="{language}">{text}</p>')
    return "".join(sentences)
