"""Addresses of databases."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote

from msgspec import Struct, field

from store.errors import BadAddressError

POOLER, TRANSACTION = "pgbouncer", "transaction"
"""The option of a PostgreSQL address for a PgBouncer in between, and its pooling mode."""

_ADDRESS = re.compile(
    r"(?P<kind>\w+)(?:\+\w+)?://"
    r"(?:(?P<user>[^:@/?]*)(?::(?P<password>[^?]*))?@)?"
    r"(?:\[(?P<ipv6>[^\]/?@]+)\]|(?P<host>[^:/?@]*))(?::(?P<port>[0-9]*))?"
    r"(?:/(?P<database>[^?@]*))?(?:\?(?P<query>[^@]*))?"
)
"""The password ends at the last @, so that one with @, / or : need not be encoded."""
_UNCLEAR = "cannot be read: in a password, write %40 for @, %2F for / and %3F for ?"
_OTHERS = frozenset({"host", "prepared_statement_cache_size"})
"""Options of an address that are not handed to asyncpg: the second was SQLAlchemy's own."""


class Address(Struct, frozen=True):
    """The address of a database; `path` is the file of a SQLite database, None for PostgreSQL.

    `options` are those of `asyncpg.connect`. `pooled` is whether PgBouncer in transaction mode is
    in between: each transaction may then have another connection to the server.
    """

    path: Path | None
    options: Mapping[str, Any] = field(default_factory=dict)
    pooled: bool = False

    def __str__(self) -> str:
        """The file, or host and name; never the password."""
        host = self.options.get("host", "localhost")
        hosts = ",".join(host) if isinstance(host, list) else host
        return str(self.path or f"{hosts}/{self.options['database']}")

    def __repr__(self) -> str:
        """As text, without the password."""
        return f"Address({self})"


def parse_address(text: str) -> Address:
    """The database with an address such as `sqlite:///FILE` or `postgresql://…`.

    A password may be written as it is, without ?, or encoded. Raises `BadAddressError` for another
    kind of database, for one in memory, for options of a file, and where a password may end later.

    >>> str(parse_address("sqlite:///data/ouro.db"))
    'data/ouro.db'
    >>> str(parse_address("postgres://ouro:a/b@c:d@db.example/ouro"))
    'db.example/ouro'
    >>> parse_address("postgres://ouro:a/b@c:%40@db.example/ouro").options["password"]
    'a/b@c:@'
    >>> parse_address("postgresql://ouro@db.example:6432/ouro?pgbouncer=transaction").pooled
    True
    """
    found = _ADDRESS.fullmatch(text)
    if found is None:
        raise BadAddressError(_UNCLEAR if "@" in text else "cannot be read")
    query = parse_qs(found["query"] or "", keep_blank_values=True)
    match found["kind"]:
        case "sqlite":
            return _file(found, query)
        case "postgresql" | "postgres":
            return _server(found, query)
    raise BadAddressError("is of no database that Ouro knows")


def _file(found: re.Match[str], query: Mapping[str, list[str]]) -> Address:
    name = found["database"]
    if not name or ":memory:" in name or name.startswith("file:"):
        raise BadAddressError("names no file")
    if query:
        raise BadAddressError("has options, which a file does not take")
    return Address(Path(name))


def _server(found: re.Match[str], query: dict[str, list[str]]) -> Address:
    pooler = query.pop(POOLER, [None])[-1]
    if pooler not in {None, TRANSACTION}:
        raise BadAddressError(f"has an option {POOLER} that is not {TRANSACTION}")
    named = {name: unquote(found[name] or "") for name in ("user", "password", "database")}
    named |= {"host": found["ipv6"] or found["host"], "port": found["port"] or ""}
    options: dict[str, Any] = {name: value for name, value in named.items() if value}
    options |= {name: values[-1] for name, values in query.items() if name not in _OTHERS}
    if "host" in query:  # several servers, each perhaps with a port
        hosts = [each.rpartition(":") for each in ",".join(query["host"]).split(",")]
        options["host"] = [host if colon else port for host, colon, port in hosts]
        if any(colon for _, colon, _ in hosts):
            options["port"] = ",".join(port if colon else "5432" for _, colon, port in hosts)
    if not options.get("database"):
        raise BadAddressError("names no database")
    if "port" in options:
        try:
            options["port"] = [int(port) for port in options["port"].split(",")]
        except ValueError:
            raise BadAddressError("cannot be read") from None
    return Address(
        None, {name: _single(value) for name, value in options.items()}, pooler is not None
    )


def _single(value: Any) -> Any:
    """The value itself, or the only one of a list."""
    return value[0] if isinstance(value, list) and len(value) == 1 else value


def file_address(path: Path) -> str:
    """The address of a SQLite file.

    >>> file_address(Path("data/ouro.db"))
    'sqlite:///data/ouro.db'
    """
    return f"sqlite:///{path}"
