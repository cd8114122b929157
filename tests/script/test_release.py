"""The steps of a release, with a docker, gh and apt-get that record how they are called."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from service.version import VERSION
from tests.support.paths import ROOT

RECORD = '#!/bin/sh\nprintf "%s\\n" "${0##*/} $*" >>"${0%/*}/called"\n'
DOCKER = f"""{RECORD}case "$*" in
    "image inspect"*) echo debian@sha256:0123 ;;
    login*) cat >"${{0%/*}}/password" ;;
    *--version) echo "ouro $BUILT" ;;
esac
"""


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs that goes before the others."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name, text in (("docker", DOCKER), ("gh", RECORD), ("apt-get", RECORD)):
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    (folder / "called").touch()
    return folder


def run(
    programs: Path, script: str, *arguments: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a script with these programs, and the image that was built of this version."""
    path = variables.pop("PATH", f"{programs}:/usr/bin:/bin")
    return subprocess.run(
        [shutil.which("bash") or "bash", str(ROOT / "script" / script), *arguments],
        env={"BUILT": VERSION, "PATH": path, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def called(programs: Path) -> list[str]:
    """The programs that were called, with their arguments."""
    return (programs / "called").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("tag", "code"), [(f"v{VERSION}", 0), (VERSION, 1), ("v0.0.1", 1)])
def test_a_tag_has_to_be_the_version(programs: Path, tag: str, code: int) -> None:
    done = run(programs, "release", "tag", tag)
    assert done.returncode == code
    assert done.stderr == (f"The tag {tag} is not the version, v{VERSION}\n" if code else "")


def test_the_image_is_built_on_a_pinned_base_and_tried(programs: Path) -> None:
    done = run(
        programs, "release", "image", REGISTRY="registry.example", GITHUB_REPOSITORY="Me/Ouro"
    )
    assert done.returncode == 0, done.stderr
    pull, inspect, build, version, solve = called(programs)
    image = f"registry.example/me/ouro:{VERSION}"
    assert pull == "docker pull debian:trixie-slim"
    assert inspect.endswith(" debian:trixie-slim")
    assert "--build-arg BASE=debian@sha256:0123 " in build
    assert "image.base.digest=sha256:0123 " in build
    assert build.endswith(f" --tag {image} .")
    assert version == f"docker run --rm --network none {image} ouro --version"
    assert solve.startswith(f"docker run --rm --network none {image} ouro solve ")


def test_an_image_of_another_version_is_refused(programs: Path) -> None:
    done = run(programs, "release", "image", BUILT="0.0.1")
    assert done.returncode == 1
    assert f"The version is {VERSION}, and this is ouro 0.0.1\n" in done.stderr


def test_the_token_of_the_registry_is_no_argument(programs: Path) -> None:
    given = {"REGISTRY": "registry.example", "GITHUB_ACTOR": "me", "TOKEN": "secret"}
    assert run(programs, "release", "publish", **given).returncode == 0
    assert called(programs) == [
        "docker login registry.example --username me --password-stdin",
        f"docker push registry.example/ouro:{VERSION}",
    ]
    assert (programs / "password").read_text(encoding="utf-8") == "secret\n"


def test_without_a_registry_nothing_is_published(programs: Path) -> None:
    done = run(programs, "release", "publish")
    assert (done.returncode, called(programs)) == (1, [])
    assert "REGISTRY" in done.stderr


def test_a_draft_is_made_of_the_tag(programs: Path) -> None:
    assert run(programs, "release", "draft", "v1").returncode == 0
    (call,) = called(programs)
    assert call.startswith("gh release create v1 --draft --verify-tag --title v1 dist/")


@pytest.mark.parametrize("arguments", [(), ("tag",), ("image", "x"), ("refuse", "x"), ("rm",)])
def test_what_is_no_step_is_told_the_steps(programs: Path, arguments: tuple[str, ...]) -> None:
    done = run(programs, "release", *arguments)
    assert (done.returncode, called(programs)) == (2, [])
    assert done.stderr.count("script/release ") == 5


@pytest.mark.long
def test_the_library_is_built_and_tried(programs: Path) -> None:
    done = run(programs, "release", "library", **os.environ)
    assert done.returncode == 0, done.stderr
    assert "Exactly one solution" in done.stdout


@pytest.mark.parametrize("user", [0, 1000])
def test_programs_that_tests_need_are_installed_by_root(programs: Path, user: int) -> None:
    (programs / "id").write_text(f"#!/bin/sh\necho {user}\n", encoding="utf-8")
    (programs / "id").chmod(0o755)
    (programs / "dirname").symlink_to(shutil.which("dirname") or "dirname")
    done = run(programs, "programs", PATH=str(programs), OURO_TEST_POSTGRES="there")
    assert done.returncode == 0, done.stderr
    assert (
        called(programs)
        == [
            "apt-get update -qq",
            "apt-get install -qq --yes chromium-headless-shell openssl caddy",
        ][: 2 * (user == 0)]
    )
