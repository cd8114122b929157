"""What docs/security.md points to exists, and the permissions are those the code asks for."""

import re

from bot.permissions import REQUIRED_PERMISSIONS
from tests.support.paths import ROOT
from texts.server_setup import PERMISSIONS

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_what_it_points_to_exists() -> None:
    paths = re.findall(r"`([a-z_]+/[\w./-]+\.\w+|script/\w+|\w+\.(?:lock|yaml))", TEXT)
    pages = re.findall(r"\]\((\w+\.md)\)", TEXT)
    assert len(paths) > 25
    assert pages
    for path in (*paths, *(f"docs/{page}" for page in pages)):
        assert (ROOT / path).exists(), path


def test_every_permission_that_posting_takes_is_listed() -> None:
    listed = TEXT.partition("| Permission |")[2].partition("\n\n")[0]
    for name in (*REQUIRED_PERMISSIONS, "send_messages_in_threads", "create_public_threads"):
        assert PERMISSIONS[name].text in listed
