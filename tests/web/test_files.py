"""The files of the page, and the service worker that keeps them in the browser."""

import gzip
import json
import shutil
from pathlib import Path

from web.files import EDITOR, IN_DISCORD, PAGE, WORKER, packed_files


def _versions(worker: bytes) -> dict[str, str]:
    """The versions of files that a service worker is told."""
    first = gzip.decompress(worker).decode().partition("\n")[0]
    found: dict[str, str] = json.loads(first.removeprefix("const FILES = ").removesuffix(";"))
    return found


def test_the_worker_knows_the_versions_of_all_files_of_a_browser() -> None:
    files = packed_files()
    versions = {name: files[name].etag for name in files.keys() - IN_DISCORD - EDITOR - {WORKER}}
    assert _versions(files[WORKER].body) == versions
    linked = json.loads(gzip.decompress(files["manifest.json"].body))["icons"]
    assert {icon["src"] for icon in linked} <= versions.keys()


def test_the_worker_changes_with_any_file_of_a_browser(tmp_path: Path) -> None:
    folder = tmp_path / "static"
    shutil.copytree(PAGE, folder)
    seen = {packed_files(folder)[WORKER].etag}
    for name in IN_DISCORD | EDITOR:
        (folder / name).unlink()
    for path in sorted(folder.iterdir()):
        path.write_text(path.read_text() + "\n")
        seen.add(packed_files(folder)[WORKER].etag)
    assert len(seen) == 1 + len([*folder.iterdir()])
