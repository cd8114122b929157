"""`ouro db pars`."""

from pathlib import Path

from typer.testing import CliRunner

from cli.listing import build_app


def test_pars_are_computed_again(tmp_path: Path) -> None:
    database = ["--database", f"sqlite:///{tmp_path / 'ouro.db'}"]
    CliRunner().invoke(build_app(), ["db", "upgrade", *database])
    done = CliRunner().invoke(build_app(), ["db", "pars", *database])
    assert (done.exit_code, "are computed again" in done.output) == (0, True)
