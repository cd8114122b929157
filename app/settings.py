"""The settings of the service, read once from environment variables.

- `DISCORD_TOKEN`: the bot's token. Without it the bot runs in a local chat.
- `DISCORD_API_BASE`: base URL of the HTTP API, for a proxy or a mock (default: Discord's).
- `DISCORD_GATEWAY_URL`: URL of the gateway, for a proxy (default: the one that the API returns).
- `OURO_DATA`: data folder (default: the user's, `~/.local/share/ouro` on Linux).
- `OURO_DATABASE`: address of the database, as `sqlite:///FILE` or
  `postgresql://NAME:PASSWORD@HOST/DATABASE` (default: the file `ouro.db` in the data folder).
- `PGPASSWORD`: password of PostgreSQL, which asyncpg reads, for an address that has none (default:
  none).
- `OURO_SHARDS`: the shards of this process and their number, as `0-3/12`, or `ordinal:4/12` for
  four that the number at the end of the host's name chooses; for several processes on one
  PostgreSQL database (default: all shards, as many as Discord recommends).
- `OURO_SANDBOX_PORT`: port of the local chat page; 0 takes a free one (default: 8765).
- `OURO_WORKERS`: number of worker processes (default: the number of processors, but 3 or 4).
- `OURO_CLUSTER`: address of the scheduler of a Dask cluster that runs long jobs, as
  `tls://HOST:PORT` (default: none).
- `OURO_QUEUE`: maximum number of waiting jobs of each priority (default: 1000).
- `OURO_PER_PERSON`: maximum number of waiting and running jobs of one user (default: 3).
- `OURO_PERSON_SECONDS`: worker seconds of one user per hour (default: 300).
- `OURO_SERVER_SECONDS`: worker seconds of one server per hour (default: 1800).
- `OURO_PERSON_PUZZLES`: puzzles that one user generates or pastes per day (default: 100).
- `OURO_PERSON_PACE`: weight of the requests of one user per second (default: 15).
- `OURO_INPUT_SIZE`: maximum KiB of an attached file or a text (default: 256).
- `OURO_BOARD_SIDE`: maximum side of a board from a user, in cells (default: 100).
- `OURO_BOARD_CELLS`: maximum number of cells of such a board (default: 10000).
- `OURO_SOLVE_SECONDS`: maximum seconds of the search for a solution (default: 10).
- `OURO_SOLVE_CONFLICTS`: maximum conflicts of the SAT solver in that search (default: 1000000).
- `OURO_LONGEST_WAIT`: seconds of searching that may be queued as long jobs (default: 300).
- `OURO_WORKER_MEMORY`: maximum address space of a worker in MiB (default: 1024).
- `OURO_ANSWER_SIZE`: maximum MiB of the answer of one job (default: 32).
- `OURO_FILE_SIZE`: maximum MiB of an animation or an export (default: 8).
- `OURO_HTTP_PORT`: port of `/healthz`, `/readyz` and `/metrics`; 0 for none (default: 0).
- `OURO_HTTP_HOST`: address that they listen at (default: 127.0.0.1, reachable locally only).
- `OURO_WEB_URL`: public domain of the board page, or its address, `https://`, without a password,
  `?` or `#`; without it there is none, except in the local chat (default: none).
- `OURO_WEB_PORT`: port of the board page, behind a proxy that terminates TLS (default: 8790).
- `OURO_WEB_HOST`: address at which it listens (default: 127.0.0.1, reachable locally only).
- `OURO_WEB_PROXIES`: addresses or networks of that proxy, separated by commas, whose
  `X-Forwarded-For` is trusted (default: those on this machine, 127.0.0.1 and ::1).
- `OURO_CLIENT_SECRET`: the application's client secret, with which the board page also opens inside
  Discord, as an Activity; needs `OURO_WEB_URL` (default: none).
- `OURO_LOG_FORMAT`: `pretty` for lines in words, `json`, or `auto`, which is pretty on a terminal
  (default: auto).
- `OURO_LOG_LEVEL`: `debug`, `info`, `warning` or `error` (default: info).

An empty variable counts as unset.
"""

import os
import socket
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from platformdirs import user_data_path
from pydantic import (
    Field,
    HttpUrl,
    SecretStr,
    ValidationError,
    ValidationInfo,
    WebsocketUrl,
    field_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from app.errors import StartError
from app.shard_ranges import parse_shards
from jobs.bounds import CHAT_BOUNDS, PLAY_EDGES, PLAY_SIDE
from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from service.running.quotas import QuotaLimits
from service.services import ServiceSettings
from solver.report import Limits
from store.address import file_address, parse_address
from store.errors import BadAddressError
from store.shards import ALL_SHARDS, ShardRange
from workers.setup import MEBIBYTE, WorkerLimits

DISCORD_API = "https://discord.com/api/v10"
"""Base URL of Discord's HTTP API."""


WORK_SECONDS = 300.0
"""Seconds beyond its search limit after which a job is killed.

The work of a job outside its search is bounded by counts, and takes at most half a minute on the
machine of docs/benchmarks.md. This limit therefore only ends jobs that hang: even on a machine a
tenth as fast, every job ends before it.
"""


GONE: Mapping[str, str] = MappingProxyType(
    {
        "OURO_WORKERS_URL": "OURO_CLUSTER names a Dask cluster for long jobs (docs/scaling.md)",
        **dict.fromkeys(
            ("OURO_WORKERS_CA", "OURO_WORKERS_CERTIFICATE", "OURO_WORKERS_KEY"),
            "Dask's own settings name the files for TLS (docs/scaling.md)",
        ),
        **dict.fromkeys(
            ("OURO_WORKER_HOST", "OURO_WORKER_PORT"),
            "jobs run on a Dask cluster instead of worker hosts (docs/scaling.md)",
        ),
    }
)
"""Settings that earlier versions had, and what replaces each."""


def user_data() -> Path:
    """Return the folder for data of this user, where their system keeps such folders."""
    return user_data_path("ouro", appauthor=False)


class Settings(BaseSettings):
    """All settings, immutable; the docstring of this module describes each.

    Raises `pydantic.ValidationError` when a variable is invalid; see `load_settings`.

    >>> Settings(solve_seconds=2).solve_seconds
    2.0
    """

    model_config = SettingsConfigDict(
        env_prefix="OURO_", env_ignore_empty=True, frozen=True, populate_by_name=True
    )

    token: SecretStr | None = Field(default=None, validation_alias="DISCORD_TOKEN")
    api_base: str = Field(default=DISCORD_API, validation_alias="DISCORD_API_BASE")
    gateway: str | None = Field(default=None, validation_alias="DISCORD_GATEWAY_URL")
    data: Path = Field(default_factory=user_data)
    database: SecretStr | None = None
    database_password: SecretStr | None = Field(default=None, validation_alias="PGPASSWORD")
    shards: Annotated[ShardRange | None, NoDecode] = None
    sandbox_port: int = Field(default=8765, ge=0, le=65535)
    workers: int = Field(default=min(max(os.cpu_count() or 1, 3), 4), ge=1, le=256)
    cluster: str | None = None
    queue: int = Field(default=1000, ge=0, le=100_000)
    per_person: int = Field(default=3, ge=1, le=1000)
    person_seconds: int = Field(default=300, ge=1, le=1_000_000)
    server_seconds: int = Field(default=1800, ge=1, le=1_000_000)
    person_puzzles: int = Field(default=100, ge=1, le=1_000_000)
    person_pace: float = Field(default=15.0, gt=0, le=10_000)
    input_size: int = Field(default=CHAT_BOUNDS.max_text // 1024, ge=1, le=10_240)
    board_side: int = Field(default=CHAT_BOUNDS.max_side, ge=PLAY_SIDE, le=DEFAULT_BOUNDS.max_side)
    board_cells: int = Field(
        default=CHAT_BOUNDS.max_cells, ge=PLAY_SIDE**2, le=DEFAULT_BOUNDS.max_cells
    )
    solve_seconds: float = Field(default=10.0, gt=0, le=600)
    solve_conflicts: int = Field(default=1_000_000, ge=1, le=1_000_000_000)
    longest_wait: float = Field(default=300.0, ge=1, le=800)
    worker_memory: int = Field(default=1024, ge=256, le=1 << 20)
    answer_size: int = Field(default=32, ge=11, le=1024)
    file_size: int = Field(default=8, ge=1, le=10)
    http_port: int = Field(default=0, ge=0, le=65535)
    http_host: str = "127.0.0.1"
    web_url: str | None = None
    web_port: int = Field(default=8790, ge=0, le=65535)
    web_host: str = "127.0.0.1"
    web_proxies: Annotated[tuple[str, ...], NoDecode] = ("127.0.0.1", "::1")
    client_secret: SecretStr | None = None
    log_format: Literal["auto", "pretty", "json"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def database_address(self) -> str:
        """The address of the database; it may contain a password."""
        if self.database is None:
            return file_address(self.data / "ouro.db")
        return self.database.get_secret_value()

    @property
    def own_shards(self) -> ShardRange:
        """The shards whose servers this process has."""
        return self.shards or ALL_SHARDS

    @property
    def one_of_several(self) -> bool:
        """Whether this process shares limits with others: it has a range of shards."""
        return self.shards is not None and _is_postgresql(self.database)

    @property
    def long_queue(self) -> int:
        """Maximum number of waiting jobs of priority LONG."""
        return max(1, round(self.longest_wait / self.solve_seconds))

    @property
    def answer_bytes(self) -> int:
        """Maximum bytes of the answer of one job."""
        return self.answer_size * MEBIBYTE

    @property
    def worker_limits(self) -> WorkerLimits:
        """The limits of one job and one worker."""
        return WorkerLimits(
            seconds=self.solve_seconds + WORK_SECONDS,
            memory=self.worker_memory,
            answer=self.answer_bytes,
        )

    @property
    def input_bytes(self) -> int:
        """Maximum bytes of a file, and characters of a text, from a user."""
        return self.input_size * 1024

    @property
    def bounds(self) -> Bounds:
        """Size limits of a puzzle from a user."""
        return Bounds(self.board_side, self.board_cells, self.input_bytes)

    @property
    def play_bounds(self) -> Bounds:
        """Size limits of a puzzle to play."""
        return Bounds(PLAY_SIDE, PLAY_SIDE**2, self.input_bytes, PLAY_EDGES)

    @property
    def of_services(self) -> ServiceSettings:
        """What the use cases need of these settings."""
        return ServiceSettings(
            quotas=QuotaLimits(
                self.person_seconds, self.server_seconds, self.person_puzzles, self.person_pace
            ),
            bounds=self.bounds,
            play_bounds=self.play_bounds,
            solve_limits=Limits(self.solve_seconds, self.solve_conflicts),
            file_bytes=self.file_size * 2**20,
            shards=self.own_shards,
            shared=self.one_of_several,
        )

    @property
    def secrets(self) -> tuple[str, ...]:
        """The texts to redact: the token, the client secret, and the password of the database, as
        its address has it and decoded."""
        token = self.token.get_secret_value() if self.token else ""
        client_secret = self.client_secret.get_secret_value() if self.client_secret else ""
        password = self.database_password.get_secret_value() if self.database_password else ""
        address = self.database_address
        try:
            in_address = parse_address(address).options.get("password", "")
        except BadAddressError:  # the store reports it
            in_address = address
        raw = address.rpartition("@")[0].partition("://")[2].partition(":")[2]
        return tuple(filter(None, (token, client_secret, password, in_address, raw)))

    @field_validator("api_base")
    @classmethod
    def _check_address(cls, address: str) -> str:
        return str(HttpUrl(address)).rstrip("/")

    @field_validator("web_url")
    @classmethod
    def _check_web_url(cls, address: str | None) -> str | None:
        """Complete a domain to an address. Raises `ValueError` for more than where a page is, and
        for an address without encryption, except on this machine.
        """
        if not address:
            return None
        url = HttpUrl(address if "://" in address else f"https://{address}")
        if url.scheme != "https" and url.host not in {"127.0.0.1", "localhost", "[::1]"}:
            raise ValueError("it should begin with https://")
        if url.username or url.password or url.query is not None or url.fragment is not None:
            raise ValueError("it should have no password, no ? and no #")
        return str(url).rstrip("/") + "/"

    @field_validator("web_proxies", mode="before")
    @classmethod
    def _check_proxies(cls, value: object) -> object:
        """Parse networks; raises `ValueError` for one that is none."""
        if not isinstance(value, str):
            return value
        networks = tuple(part.strip() for part in value.split(",") if part.strip())
        for network in networks:
            ip_network(network)
        return networks

    @field_validator("gateway")
    @classmethod
    def _check_gateway(cls, address: str | None) -> str | None:
        return address and str(WebsocketUrl(address))

    @field_validator("shards", mode="before")
    @classmethod
    def _parse_shards(cls, value: object, info: ValidationInfo) -> object:
        """Parse a range; raises `ValueError` for one that SQLite cannot share with others."""
        if not isinstance(value, str):
            return value
        shards = parse_shards(value, socket.gethostname())
        if not shards.is_all and not _is_postgresql(info.data.get("database")):
            raise ValueError(
                "a range other than all needs PostgreSQL, which OURO_DATABASE names: "
                "bot processes share their database"
            )
        return shards


def load_settings() -> Settings:
    """Read the settings from the environment of the process.

    Raises `StartError` with one sentence for each invalid variable, and for each that is gone.
    """
    gone = tuple(
        f"The setting {name} does not exist any more: {instead}."
        for name, instead in GONE.items()
        if os.environ.get(name)
    )
    try:
        settings = Settings()
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)
        invalid = (_sentence(str(problem["loc"][0]), problem["msg"]) for problem in problems)
        raise StartError((*gone, *invalid)) from None
    if gone:
        raise StartError(gone)
    return settings


def _sentence(place: str, message: str) -> str:
    """Describe the problem of one variable, without its value, which may be a secret."""
    name = place if place.isupper() else f"OURO_{place.upper()}"
    message = message.removeprefix("Value error, ")
    if message[1:2].islower():
        message = message[0].lower() + message[1:]
    return f"The setting {name} cannot be used: {message}."


def _is_postgresql(address: SecretStr | None) -> bool:
    return address is not None and address.get_secret_value().startswith("postgres")
