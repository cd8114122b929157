"""The generated blocks of the documents are as the code is."""

import re
from collections import Counter
from pathlib import Path

import pytest

from app.settings import Settings
from tools.reference.pages import BLOCK, BLOCKS, current, documents, settings

IN_WORDS = {"web_proxies", "data", "workers", "api_base", "shards"}
"""Settings whose default the table tells in words, as it depends on the machine."""
ALIASES = {
    "token": "DISCORD_TOKEN",
    "api_base": "DISCORD_API_BASE",
    "gateway": "DISCORD_GATEWAY_URL",
    "database_password": "PGPASSWORD",
}


@pytest.mark.parametrize("page", documents(), ids=lambda path: path.name)
def test_the_blocks_of_a_page_are_up_to_date(page: Path) -> None:
    """If not, `script/reference` writes them anew."""
    text = page.read_text(encoding="utf-8")
    assert current(text) == text


def test_every_block_is_on_one_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in documents())
    assert Counter(name for _, name, _ in BLOCK.findall(text)) == Counter(list(BLOCKS))


def test_every_setting_is_in_the_table_with_its_default() -> None:
    rows = [line.strip("| ").split(" | ") for line in settings()][2:]
    told = {name: row[1] for row in rows for name in re.findall(r"[A-Z_]{4,}", row[0])}
    fields = {ALIASES.get(n, f"OURO_{n.upper()}"): (n, f) for n, f in Settings.model_fields.items()}
    assert told.keys() == fields.keys()
    for variable, (name, field) in fields.items():
        if name not in IN_WORDS and field.default is not None:
            default = f"{field.default:g}" if isinstance(field.default, float) else field.default
            assert told[variable].split(",")[0] == str(default), variable
