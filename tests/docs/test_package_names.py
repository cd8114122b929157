"""No command in a text installs the stranger's package whose name is `ouro`."""

import re

import pytest

from service.version import DISTRIBUTION
from tests.support.documents.project import files
from tests.support.paths import ROOT

STRANGER = re.compile(
    r"\b(?:(?:pip|pipx|uv|poetry|pdm|conda)[\w.]*[\"'`},]*\s+[\"']?(?:install|download|wheel|run|add|tool)"
    r"\b[^\n#`]*?|uvx )[\s\"']ouro(?![\w/.-])|(?<![\w.-])ouro\[[a-z]"
)


def test_no_text_installs_the_package_of_a_stranger() -> None:
    for path in sorted(files() - {"tests/docs/test_package_names.py"}):
        data = (ROOT / path).read_bytes()
        assert b"\0" in data or not STRANGER.search(data.decode()), path


@pytest.mark.parametrize(
    "text",
    [
        'pip install "ouro[pictures]" installs it',
        "run `pipx install ouro`, then",
        "uv tool install ouro",
        '["uv", "pip", "install", "--python", python, "ouro"]',
    ],
)
def test_a_command_for_it_is_seen(text: str) -> None:
    assert STRANGER.search(text)
    assert not STRANGER.search(text.replace("ouro", DISTRIBUTION))
