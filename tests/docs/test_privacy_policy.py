"""docs/privacy-policy.md tells what is stored and for how long; templates list their fields."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from play.race import WAITING
from play.together import UNTOUCHED
from service.playing.activities import BOARD_LIFETIME
from service.playing.board_links import LINK_LIFETIME, SESSION_LIFETIME
from service.running.outbox import TOKEN_LIFETIME
from store import privacy
from store.growth import CLAIMS, MESSAGES, PAUSES, POSTS, QUOTAS, RACES, UNUSED
from tests.support.documents.project import documents
from tests.support.prepared import PreparedDatabases
from tests.support.store.tables import Table, tables_in

TEXTS = {document.path: document.text for document in documents()}
POLICY = TEXTS["docs/privacy-policy.md"]
TEMPLATES = ("docs/privacy-policy.md", "docs/terms.md")
NOBODYS = {
    "puzzles": "puzzles say nothing of who made, brought or played them",
    "banked_puzzles": "puzzles that nobody has had yet",
    "dailies": "which puzzle a day has",
    "difficulties": "how long puzzles take people, without who they are",
    "outages": "when the bot was away",
    "shard_outages": "when a part of the bot was away",
    "shard_heartbeats": "when a part of the bot was last there",
    "processes": "the programs of the bot that run",
    "identify_turns": "when a program may connect to Discord",
    "meta": "values of the program",
}
"""The tables that hold nothing of people or servers."""
KEPT = {
    "a pending answer": [TOKEN_LIFETIME],
    "that something was sent to you, or is to be": [MESSAGES],
    "the numbers of your commands and presses, without who used them": [CLAIMS],
    "a link to the board page; an open board page and its requests": [
        LINK_LIFETIME,
        SESSION_LIFETIME,
    ],
    "which board you opened inside Discord": [BOARD_LIFETIME],
    "use of what is limited": [QUOTAS],
    "that you shared a result or puzzle": [PAUSES],
    "posts of dailies in a server": [POSTS],
    "what you drew on boards together with others": [RACES, UNTOUCHED],
    "puzzles, without who played them": [UNUSED],
}
FIELD = re.compile(r"\{\{[A-Z_]+\}\}")
TIME = re.compile(r"(?:at most )?(\d+) (second|minute|hour|day|week|month|year)s?")


@pytest.fixture
async def tables(tmp_path: Path, prepared_databases: PreparedDatabases) -> dict[str, Table]:
    """The tables of a new database."""
    file = tmp_path / "ouro.db"
    await prepared_databases.copy_tables(file)
    return tables_in(file)


def section(heading: str) -> str:
    """The text below a heading."""
    return POLICY.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of the table below a heading, without its head."""
    lines = [line for line in section(heading).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def listed() -> list[tuple[str, str]]:
    """The tables and columns that the policy names."""
    return [
        (table.strip("`"), column)
        for table, columns, _ in rows("The fields of the database")
        for column in re.findall(r"`(\w+)`", columns)
    ]


def test_every_column_is_named_once(tables: dict[str, Table]) -> None:
    stored = [
        (table.name, column.name)
        for table in tables.values()
        if table.name not in NOBODYS
        for column in table.columns
    ]
    assert sorted(listed()) == sorted(stored)


def test_every_other_table_is_named() -> None:
    after = section("The fields of the database").rpartition("|\n")[2]
    assert set(re.findall(r"`(\w+)`", after)) == set(NOBODYS)


def test_no_table_without_people_has_a_key_to_them(tables: dict[str, Table]) -> None:
    for name in NOBODYS:
        columns = " ".join(column.name for column in tables[name].columns)
        assert not re.search(r"(player|server|user|person)(_id)?\b", columns)


def test_what_is_exported_is_named() -> None:
    told = section("The fields of the database").partition("| Table |")[0]
    assert sorted(re.findall(r"`(\w+)`", told)) == sorted(privacy.EXPORTED)


def test_what_is_kept_for_a_time_is_kept_that_long() -> None:
    told = {what: times_in(time) for what, time in rows("How long it is stored")}
    assert {what: told[what] for what in KEPT} == KEPT
    assert {*times_in(POLICY)} == {WAITING, *(time for times in KEPT.values() for time in times)}


def times_in(text: str) -> list[timedelta]:
    """The times that are told in words."""
    return [timedelta(**{f"{unit}s": int(number)}) for number, unit in TIME.findall(text)]


@pytest.mark.parametrize("path", TEMPLATES)
def test_the_fields_of_a_template_are_those_it_lists(path: str) -> None:
    block, _, text = TEXTS[path].partition("\n\n> ")[2].partition("\n\n")
    assert set(FIELD.findall(text)) == set(FIELD.findall(block)) != set()
