"""Settings are read from the environment; each invalid one is reported in a sentence."""

import sys
from pathlib import Path

import pydantic
import pytest
from platformdirs import user_data_path

from app.errors import StartError
from app.pools import open_pool
from app.settings import DISCORD_API, GONE, Settings, load_settings
from jobs.bounds import CHAT_BOUNDS
from puzzle.bounds import Bounds
from store.shards import ALL_SHARDS, ShardRange
from tests.support.paths import ROOT

NAMES = (
    "DISCORD_TOKEN",
    "DISCORD_API_BASE",
    *(f"OURO_{name.upper()}" for name in Settings.model_fields),
)


@pytest.fixture(autouse=True)
def _empty_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_defaults_run_a_local_chat() -> None:
    settings = load_settings()
    assert settings.token is None
    assert settings.api_base == DISCORD_API
    assert settings.data == user_data_path("ouro", appauthor=False)
    assert not settings.data.is_relative_to(ROOT)
    assert settings.workers >= 1


def test_every_setting_is_read_from_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {
        "DISCORD_TOKEN": "abc.def",
        "DISCORD_API_BASE": "http://127.0.0.1:9/api/v10/",
        "OURO_DATA": "/somewhere/else",
        "DISCORD_GATEWAY_URL": "ws://127.0.0.1:9/gateway",
        "OURO_DATABASE": "postgresql://ouro:s3cret@localhost/ouro",
        "PGPASSWORD": "s3cret-of-postgres",
        "OURO_SHARDS": "0-3/12",
        "OURO_SANDBOX_PORT": "0",
        "OURO_WORKERS": "7",
        "OURO_CLUSTER": "tls://scheduler.example:8786",
        "OURO_QUEUE": "0",
        "OURO_PER_PERSON": "9",
        "OURO_PERSON_SECONDS": "60",
        "OURO_SERVER_SECONDS": "600",
        "OURO_PERSON_PUZZLES": "11",
        "OURO_PERSON_PACE": "7.5",
        "OURO_SOLVE_SECONDS": "2.5",
        "OURO_SOLVE_CONFLICTS": "5000",
        "OURO_LONGEST_WAIT": "60",
        "OURO_INPUT_SIZE": "16",
        "OURO_BOARD_SIDE": "50",
        "OURO_BOARD_CELLS": "1600",
        "OURO_FILE_SIZE": "3",
        "OURO_WORKER_MEMORY": "300",
        "OURO_ANSWER_SIZE": "20",
        "OURO_HTTP_HOST": "192.0.2.1",
        "OURO_HTTP_PORT": "9464",
        "OURO_LOG_FORMAT": "json",
        "OURO_LOG_LEVEL": "error",
        "OURO_WEB_URL": "https://board.example/ouro",
        "OURO_WEB_PORT": "9465",
        "OURO_WEB_HOST": "192.0.2.2",
        "OURO_WEB_PROXIES": "192.0.2.3, 10.0.0.0/8",
        "OURO_CLIENT_SECRET": "s3cret-of-the-application",
    }
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    settings = load_settings()
    assert settings.token is not None
    assert settings.token.get_secret_value() == "abc.def"
    assert settings.api_base == "http://127.0.0.1:9/api/v10"
    assert settings.gateway == "ws://127.0.0.1:9/gateway"
    assert settings.data == Path("/somewhere/else")
    assert settings.shards == settings.own_shards == ShardRange(0, 3, 12)
    assert settings.one_of_several
    assert settings.bounds == Bounds(max_side=50, max_cells=1600, max_text=16 * 1024)
    assert settings.play_bounds == Bounds(30, 900, 16 * 1024, 2_000)
    assert settings.of_services.file_bytes == 3 * 2**20
    for name, value in settings.model_dump().items():
        if isinstance(value, int | float | str) and name not in {"api_base", "gateway", "web_url"}:
            assert value == type(value)(chosen[f"OURO_{name.upper()}"]), name
    assert settings.web_url == "https://board.example/ouro/"
    assert settings.web_proxies == ("192.0.2.3", "10.0.0.0/8")
    assert settings.client_secret is not None
    secret = settings.client_secret.get_secret_value()
    assert {secret, "s3cret", "s3cret-of-postgres"} < set(settings.secrets)
    assert secret not in repr(settings)
    assert len(chosen) == len(Settings.model_fields)


@pytest.mark.parametrize("name", GONE)
def test_a_setting_that_is_gone_is_refused_with_what_replaces_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "s3cret")
    with pytest.raises(
        StartError, match=f"{name} does not exist any more: .*docs/scaling.md"
    ) as it:
        load_settings()
    assert "s3cret" not in str(it.value)
    monkeypatch.setenv(name, "")
    assert load_settings() == Settings()


@pytest.mark.parametrize("address", ["tcp://10.0.0.5:8786", "scheduler:8786"])
def test_a_cluster_without_tls_is_refused(address: str) -> None:
    with pytest.raises(StartError, match="has no TLS"):
        open_pool(Settings(cluster=address))


def test_a_cluster_needs_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "batch.cluster_pool", raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(StartError, match="needs the package distributed"):
        open_pool(Settings(cluster="tls://scheduler:8786"))


def test_default_bounds_are_those_of_jobs() -> None:
    assert load_settings().bounds == CHAT_BOUNDS


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("OURO_WORKERS", "")
    assert load_settings() == Settings()
    assert load_settings().token is None


def test_each_bad_setting_gets_one_sentence_without_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OURO_WORKERS", "s3cret")
    monkeypatch.setenv("OURO_SOLVE_SECONDS", "-1")
    monkeypatch.setenv("OURO_LOG_LEVEL", "loud")
    monkeypatch.setenv("DISCORD_API_BASE", "ftp://s3cret")
    with pytest.raises(StartError) as caught:
        load_settings()
    sentences = str(caught.value).splitlines()
    assert len(sentences) == 4
    for name in ("OURO_WORKERS", "OURO_SOLVE_SECONDS", "OURO_LOG_LEVEL", "DISCORD_API_BASE"):
        assert sum(name in sentence for sentence in sentences) == 1
    assert "s3cret" not in str(caught.value)
    assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize(
    ("shards", "wrong"),
    [
        ("three", "such as 0-3/12"),
        ("0-3", "such as 0-3/12"),
        ("3-1/12", "before its first"),
        ("0-12/12", "the last is 11, not 12"),
        ("0/0", "is 1 to"),
        ("ordinal:0/12", "has 1 to 12, not 0"),
        ("ordinal:13/12", "has 1 to 12, not 13"),
        ("ordinal:4/0", "is 1 to"),
        (
            "ordinal:4/11",
            "ranges of 4 of 11 shards have the numbers 0 to 2, and the host name is ouro-3",
        ),
        (
            "auto:4/12",
            "instead of auto, name the range, such as 0-3/12, or write ordinal:4/12",
        ),
        ("0-99998/99999", "is 1 to"),
    ],
)
def test_a_bad_range_of_shards_gets_one_sentence(
    shards: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "ouro-3")
    monkeypatch.setenv("OURO_DATABASE", "postgresql://ouro@localhost/ouro")
    monkeypatch.setenv("OURO_SHARDS", shards)
    with pytest.raises(StartError, match=wrong) as caught:
        load_settings()
    [sentence] = str(caught.value).splitlines()
    assert sentence.startswith("The setting OURO_SHARDS cannot be used: ")
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("host", "shards"),
    [
        ("ouro-bot-0", ShardRange(0, 3, 10)),
        ("ouro-1.ouro.svc.cluster.local", ShardRange(4, 7, 10)),
        ("ouro-2", ShardRange(8, 9, 10)),
    ],
)
def test_the_number_of_the_host_chooses_the_shards(
    host: str, shards: ShardRange, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: host)
    monkeypatch.setenv("OURO_DATABASE", "postgresql://ouro@localhost/ouro")
    monkeypatch.setenv("OURO_SHARDS", "ordinal:4/10")
    assert load_settings().shards == shards


@pytest.mark.parametrize("host", ["ouro", "3f2a9c0b1d24", "ouro-2b", "ouro.host-1"])
def test_a_host_without_a_number_chooses_no_shards(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: host)
    monkeypatch.setenv("OURO_DATABASE", "postgresql://ouro@localhost/ouro")
    monkeypatch.setenv("OURO_SHARDS", "ordinal:4/12")
    with pytest.raises(StartError, match="does not end with a number, as ouro-0 does") as caught:
        load_settings()
    assert len(str(caught.value).splitlines()) == 1


def test_a_range_of_shards_needs_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().own_shards == ALL_SHARDS
    monkeypatch.setenv("OURO_SHARDS", "0-3/4")
    assert load_settings().shards == ShardRange(0, 3, 4)
    assert not load_settings().one_of_several
    monkeypatch.setattr("socket.gethostname", lambda: "ouro-0")
    for shards in ("0-2/4", "ordinal:3/4"):
        monkeypatch.setenv("OURO_SHARDS", shards)
        with pytest.raises(StartError, match="needs PostgreSQL"):
            load_settings()


def test_settings_are_frozen_and_hide_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def")
    settings = load_settings()
    assert "abc.def" not in repr(settings)
    with pytest.raises(pydantic.ValidationError):
        settings.workers = 5
    assert settings.workers == Settings().workers


@pytest.mark.parametrize("url", ["http://board.example/", "board example", "ftp://board.example"])
def test_the_board_page_is_reached_by_https(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("OURO_WEB_URL", url)
    with pytest.raises(StartError, match="OURO_WEB_URL"):
        load_settings()
    for more in ("?", "?page=1", "#", "#top"):
        monkeypatch.setenv("OURO_WEB_URL", f"https://board.example/{more}")
        with pytest.raises(StartError, match="OURO_WEB_URL cannot be used: it should have no"):
            load_settings()
    for person in ("ada", "ada:s3cret", ":s3cret"):
        monkeypatch.setenv("OURO_WEB_URL", f"https://{person}@board.example/")
        with pytest.raises(StartError, match=r"no password, no [?] and no #") as refused:
            load_settings()
        assert "s3cret" not in str(refused.value)
    monkeypatch.setenv("OURO_WEB_URL", "board.example")
    assert load_settings().web_url == "https://board.example/"
    monkeypatch.setenv("OURO_WEB_URL", "http://127.0.0.1:8790")
    assert load_settings().web_url == "http://127.0.0.1:8790/"
    monkeypatch.setenv("OURO_WEB_PROXIES", "10.0.0.0/8, everywhere")
    with pytest.raises(StartError, match="OURO_WEB_PROXIES"):
        load_settings()
