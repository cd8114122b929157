"""Addresses of PgBouncer in transaction mode: no prepared statement outlives its transaction."""

import pytest
from sqlalchemy import make_url, text

from store import meta
from store.address import parse_address
from store.database import connect
from store.errors import BadAddressError


async def prepared_statements(address: str) -> int:
    """The number of prepared statements of a connection after some transactions."""
    async with connect(parse_address(address)) as database:
        for key in ("one", "two"):
            async with database.writing() as connection:
                await meta.write(connection, key, "value")
                await meta.read(connection, key)
        async with database.writing() as connection:
            counted = text("SELECT count(*) FROM pg_prepared_statements WHERE statement ~ 'meta'")
            return int((await connection.execute(counted)).scalar_one())


async def test_statements_are_prepared_anew_behind_a_pooler(postgresql_tables: str) -> None:
    direct = make_url(postgresql_tables).difference_update_query(["pgbouncer"])
    pooled = direct.update_query_dict({"pgbouncer": "transaction"})
    assert await prepared_statements(direct.render_as_string(hide_password=False)) > 1
    # Only the statement that counts:
    assert await prepared_statements(pooled.render_as_string(hide_password=False)) <= 1


def test_the_option_does_not_reach_the_server() -> None:
    address = parse_address("postgresql://ouro@db.example/ouro?ssl=require&pgbouncer=transaction")
    assert (address.pooled, dict(address.url.query)) == (True, {"ssl": "require"})
    with pytest.raises(BadAddressError, match="pgbouncer"):
        parse_address("postgresql://ouro@db.example/ouro?pgbouncer=session")
