"""Addresses of databases, above all that nothing of a password is ever shown."""

import os
from collections.abc import AsyncIterator
from urllib.parse import unquote

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.address import parse_address
from store.database import connect
from store.errors import BadAddressError, UnreachableError
from store.migrate import require_newest
from tests.support.fixtures.postgresql import POSTGRES
from tools.postgres import GUARDED

BASE64 = "Ks3/9+a@b:c/Q=="


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
@pytest.mark.parametrize("password", [BASE64, "a@b", "@", "/", ":", "a b", "100%", "#", "[x]", "é"])
def test_a_password_is_read_as_it_is_written(scheme: str, password: str) -> None:
    for end in ("db/ouro", "[::1]:6432/ouro?pgbouncer=transaction", "/ouro?host=/run"):
        options = parse_address(f"{scheme}://ouro:{password}@{end}").options
        assert {**options, "user": "ouro", "password": password, "database": "ouro"} == options


@given(st.text("aZ9@/:?#%[]+= é", min_size=1), st.sampled_from(["db/ouro", "db:5432/x?a=b", "/o"]))
def test_a_password_is_read_whole_or_not_at_all(password: str, end: str) -> None:
    secret = f"s3cret{password}s3cret"
    address = f"postgresql://ouro:{secret}@{end}"
    if "?" in password:
        with pytest.raises(BadAddressError, match="%40 for @") as it:
            parse_address(address)
        assert "s3cret" not in str(it.value)
    else:
        assert parse_address(address).options["password"] == unquote(secret)
        assert "s3cret" not in str(parse_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://us/er:s3cret@host/db",
        "postgresql://o:s3cret@host/db@x",
        "postgresql:///o:s3cret@host",
        "postgresql://o:s3cret@h@i",
        "postgresql://o@h/d?password=s3cret@x",
        "postgres://o:s3c?ret@x@h/d",
        "postgresql://o:p@h:s3cret/d",
    ],
)
def test_what_is_not_clear_is_refused_without_the_password(address: str) -> None:
    with pytest.raises(BadAddressError) as it:
        parse_address(address)
    assert "s3c" not in str(it.value)


@pytest.fixture
async def guarded(postgresql: str) -> AsyncIterator[str]:
    """The place of a real server that asks a role for the password `BASE64`."""
    if POSTGRES in os.environ:
        pytest.skip("the server is not ours")
    owner = await asyncpg.connect(postgresql)
    await owner.execute(f"CREATE ROLE {GUARDED} LOGIN PASSWORD '{BASE64}'")
    yield postgresql.partition("@")[2]
    await owner.execute(f"DROP ROLE {GUARDED}")
    await owner.close()


async def test_a_server_admits_a_password_as_openssl_makes_it(
    guarded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnreachableError, match="authentication failed") as it:
        await require_newest(parse_address(f"postgresql://{GUARDED}:{BASE64}x@{guarded}"))
    assert BASE64[:3] not in str(it.value)
    for credentials in (f"{GUARDED}:{BASE64}", GUARDED):
        async with (
            connect(parse_address(f"postgres://{credentials}@{guarded}")) as opened,
            opened.reading(),
        ):
            monkeypatch.setenv("PGPASSWORD", BASE64)
