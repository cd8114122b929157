"""What is in Discord's library, and that pages elsewhere do not load it."""

import hashlib
import re

from tests.support.paths import ROOT
from web.files import IN_DISCORD, PAGE

SDK = "discord-sdk.js"
EMBEDDED = (
    "@discord/embedded-app-sdk",
    "big-integer",
    "decimal.js-light",
    "eventemitter3",
    "lodash.transform",
    "tslib",
    "uuid",
    "zod",
)


def test_discords_library_is_loaded_only_inside_discord() -> None:
    """What a module imports is loaded with it, unless it asks for it when it runs."""
    for path in PAGE.glob("*.js"):
        if path.name in IN_DISCORD:
            continue
        text = path.read_text(encoding="utf-8")
        imported = set(re.findall(r'^(?:import|export)\b[^;]*?"\./([\w.-]+)"', text, re.MULTILINE))
        assert not imported & IN_DISCORD, path.name
    assert SDK not in (PAGE / "index.html").read_text(encoding="utf-8")


def test_discords_library_is_what_the_script_bundles() -> None:
    noted = (ROOT / "tools/activity_sdk/discord-sdk.sha256").read_text(encoding="utf-8")
    content = (PAGE / SDK).read_bytes()
    assert noted == f"{hashlib.sha256(content).hexdigest()}  {SDK}\n"


def test_discords_library_has_the_licences_of_what_is_in_it() -> None:
    notices = (PAGE / SDK).read_text(encoding="utf-8").partition("*/")[0]
    found = re.split(r"^--- (.+) ---$", notices, flags=re.MULTILINE)[1:]
    texts = dict(zip(found[::2], found[1::2], strict=True))
    assert tuple(texts) == EMBEDDED
    for name, text in texts.items():
        assert re.search("[Pp]ermission|free software|public domain", text), name
