"""Addresses of PgBouncer in transaction mode: no prepared statement outlives its transaction."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from store import meta
from store.address import parse_address
from store.database import connect
from store.errors import BadAddressError
from tests.support.store.tables import ask


async def prepared_statements(address: str) -> int:
    """The number of prepared statements of a connection after some transactions."""
    async with connect(parse_address(address)) as database:
        for key in ("one", "two"):
            async with database.writing() as connection:
                await meta.write(connection, key, "value")
                await meta.read(connection, key)
        async with database.writing() as connection:
            [[number]] = await ask(
                connection, "SELECT count(*) FROM pg_prepared_statements WHERE statement ~ 'meta'"
            )
    return int(number)


async def test_statements_are_prepared_anew_behind_a_pooler(postgresql_tables: str) -> None:
    given = urlsplit(postgresql_tables)
    options = {name: value for name, value in parse_qsl(given.query) if name != "pgbouncer"}
    direct = given._replace(query=urlencode(options))
    pooled = given._replace(query=urlencode(options | {"pgbouncer": "transaction"}))
    assert await prepared_statements(direct.geturl()) > 1
    assert await prepared_statements(pooled.geturl()) <= 1  # only the statement that counts


def test_the_option_does_not_reach_the_server() -> None:
    address = parse_address("postgresql://ouro@db.example/ouro?ssl=require&pgbouncer=transaction")
    assert (address.pooled, address.options) == (
        True,
        {"user": "ouro", "host": "db.example", "database": "ouro", "ssl": "require"},
    )
    with pytest.raises(BadAddressError, match="pgbouncer"):
        parse_address("postgresql://ouro@db.example/ouro?pgbouncer=session")
