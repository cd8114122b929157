"""The settings that the bot and worker hosts share; `app.settings` describes each.

This module imports little, so that a worker host starts quickly.
"""

import os
from ipaddress import ip_address
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, HttpUrl, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.errors import StartError
from workers.setup import MEBIBYTE, WorkerLimits
from workers.tls import TlsFiles

WORK_SECONDS = 300.0
"""Seconds beyond its search limit after which a job is killed.

The work of a job outside its search is bounded by counts, and takes at most half a minute on the
machine of docs/benchmarks.md. This limit therefore only ends jobs that hang: even on a machine a
tenth as fast, every job ends before it.
"""


class WorkerSettings(BaseSettings):
    """The settings of a worker host, immutable.

    Raises `pydantic.ValidationError` when a variable is invalid; see `load`.
    """

    model_config = SettingsConfigDict(
        env_prefix="OURO_", env_ignore_empty=True, frozen=True, populate_by_name=True
    )

    workers: int = Field(default=min(max(os.cpu_count() or 1, 3), 4), ge=1, le=256)
    workers_url: str | None = None
    workers_ca: Path | None = None
    workers_certificate: Path | None = None
    workers_key: Path | None = None
    worker_host: str = "127.0.0.1"
    worker_port: int = Field(default=8770, ge=0, le=65535)
    queue: int = Field(default=1000, ge=0, le=100_000)
    per_person: int = Field(default=3, ge=1, le=1000)
    solve_seconds: float = Field(default=10.0, gt=0, le=600)
    longest_wait: float = Field(default=300.0, ge=1, le=800)
    worker_memory: int = Field(default=1024, ge=256, le=1 << 20)
    answer_size: int = Field(default=32, ge=11, le=1024)
    http_port: int = Field(default=0, ge=0, le=65535)
    http_host: str = "127.0.0.1"
    log_format: Literal["auto", "pretty", "json"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

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
    def tls_files(self) -> TlsFiles | None:
        """The files for mutual TLS; None if none is set; raises `StartError` if some are not."""
        files = {
            "OURO_WORKERS_CA": self.workers_ca,
            "OURO_WORKERS_CERTIFICATE": self.workers_certificate,
            "OURO_WORKERS_KEY": self.workers_key,
        }
        if not any(files.values()):
            return None
        for name, path in files.items():
            if path is None:
                raise StartError((f"Mutual TLS also needs the setting {name}.",))
        return TlsFiles(*filter(None, files.values()))

    @field_validator("workers_url")
    @classmethod
    def _check_workers(cls, address: str | None) -> str | None:
        if address is None:
            return None
        parts = urlsplit(str(HttpUrl(address)))
        if parts.scheme == "http" and not is_loopback(parts.hostname or ""):
            raise ValueError("it must begin with https: unless the host is this machine")
        return address.rstrip("/")


Chosen = TypeVar("Chosen", bound=WorkerSettings)


def load(kind: type[Chosen]) -> Chosen:
    """Read settings from the environment of the process.

    Raises `StartError` with one sentence for each invalid variable.
    """
    try:
        return kind()
    except ValidationError as error:
        raise StartError(
            tuple(
                _sentence(str(problem["loc"][0]), problem["msg"])
                for problem in error.errors(include_url=False, include_input=False)
            )
        ) from None


def _sentence(place: str, message: str) -> str:
    """Describe the problem of one variable, without its value, which may be a secret."""
    name = place if place.startswith("DISCORD") else f"OURO_{place.upper()}"
    if message[1:2].islower():
        message = message[0].lower() + message[1:]
    return f"The setting {name} cannot be used: {message}."


def is_loopback(host: str) -> bool:
    """Whether a host name or address can be reached from this machine only.

    >>> [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "a.example")]
    [True, True, True, False, False]
    """
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
