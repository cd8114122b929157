"""docs/security.md lists the permissions that the code asks for, and names tests."""

import re

from bot.permissions import REQUIRED_PERMISSIONS
from tests.support.paths import ROOT
from texts.server_setup import PERMISSIONS

TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def test_it_names_the_code_and_the_tests_behind_its_lines() -> None:
    assert len(re.findall(r"`[a-z_]+/[\w./-]+\.\w+", TEXT)) > 25
    assert len(re.findall(r"`tests/[\w./-]+\.py", TEXT)) > 10


def test_every_permission_that_posting_takes_is_listed() -> None:
    listed = TEXT.partition("| Permission |")[2].partition("\n\n")[0]
    for name in (*REQUIRED_PERMISSIONS, "send_messages_in_threads", "create_public_threads"):
        assert PERMISSIONS[name].text in listed
