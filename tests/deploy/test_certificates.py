"""`script/certificates` makes certificates that allow only what their programs do."""

import subprocess
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SCRIPT = str(ROOT / "script" / "certificates")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, check=False)


def text_of(certificate: Path) -> str:
    return subprocess.run(
        ["openssl", "x509", "-noout", "-text", "-in", str(certificate)],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.parametrize(
    ("name", "usage"),
    [
        ("bot", "TLS Web Client Authentication\n"),
        ("server", "TLS Web Client Authentication, TLS Web Server Authentication\n"),
    ],
)
def test_a_certificate_allows_what_its_program_does(
    certificates: Path, name: str, usage: str
) -> None:
    text = text_of(certificates / f"{name}.pem")
    assert usage in text
    assert "CA:FALSE" in text
    assert "CA:TRUE" in text_of(certificates / "ca.pem")


def test_keys_are_private_and_an_authority_is_kept(certificates: Path) -> None:
    for path in certificates.glob("*.key"):
        assert path.stat().st_mode & 0o077 == 0
    before = (certificates / "ca.pem").read_bytes()
    assert run(str(certificates)).returncode == 0
    assert (certificates / "ca.pem").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "usage"),
        (("client",), "needs a NAME"),
        (("client", "ca"), "needs a NAME"),
        (("client", "../x"), "needs a NAME"),
        (("king", "w"), "unknown kind"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = run(*((str(tmp_path), *arguments) if arguments else ()))
    assert done.returncode == 2
    assert said in done.stderr
    assert not list(tmp_path.glob("w.*"))


@pytest.mark.parametrize("path", [".env", "tls/ca.key", "tls/ca.pem", "certificates/bot.key"])
def test_secrets_are_not_committed(path: str) -> None:
    done = subprocess.run(["git", "check-ignore", path], cwd=ROOT, check=False)  # noqa: S607
    assert done.returncode == 0
