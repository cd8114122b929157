"""What docs/operating.md tells for systemd: each step is walked, below a folder, not as root."""

import os
import pwd
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.missing import skip_or_fail
from tests.support.paths import ROOT

BOOK = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
USER = pwd.getpwuid(os.getuid()).pw_name
PYTHON = f'#!/bin/sh\n[ "$3" != cli ] || exec "{sys.executable}" "$@"\n'
MAKER = """#!/bin/sh
case "$*" in
    *ensurepip*) echo 3.12 ;;
    *'-m venv'*) mkdir -p "$4/bin" && ln -s "$0" "$4/bin/python" ;;
    *'-m pip'*) ;;
    *) [ ! -h "$0" ] ;;
esac
"""
"""A Python that makes an environment and installs nothing into it."""
SWITCH = """#!/bin/sh
echo "$*" >>"${0%/*}/switched"
while [ "${1#-}" != "$1" ]; do shift; done
exec "$@"
"""
"""In place of `setpriv`, as only root can be another user; its options are written with `=`."""


class Machine:
    """A folder that stands for `/`, with a checkout in `/opt/ouro`."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.checkout = folder / "opt" / "ouro"
        self.checkout.mkdir(parents=True)
        for path in ROOT.iterdir():
            if path.name in {"script", "deploy"}:
                shutil.copytree(path, self.checkout / path.name)
            elif not path.name.startswith(".venv"):
                (self.checkout / path.name).symlink_to(path)
        entry = self.checkout / "deploy" / "ouro"
        entry.write_text(self.below(entry.read_text("utf-8")), encoding="utf-8")
        (self.checkout / ".venv" / "bin").mkdir(parents=True)
        shutil.copy(ROOT / "requirements.lock", self.checkout / ".venv")
        self.add(self.checkout / ".venv" / "bin" / "python", PYTHON)
        self.add(folder / "programs" / "setpriv", SWITCH)

    def below(self, text: str) -> str:
        """A text whose paths of the machine are below the folder."""
        return re.sub(r"(?<=[= ])/(?=etc|var/lib|opt)", f"{self.root}/", text)

    def add(self, path: Path, text: str) -> None:
        """Add a program."""
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run(self, command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the book, with its paths below the folder."""
        programs = f"{self.root}/programs:{self.root}/usr/local/bin:/usr/bin:/bin"
        return subprocess.run(
            ["/bin/bash", "-euc", self.below(f" {command}")],
            env={"PATH": programs, "DESTDIR": str(self.root), "HOME": "/nowhere", **variables},
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )

    def enable(self, command: str) -> set[str]:
        """Run `systemctl enable --now`, without starting what it enables; the enabled units."""
        systemctl = shutil.which("systemctl") or skip_or_fail("there is no systemctl")
        program, enable, now, *units = command.split()
        assert (program, enable, now) == ("systemctl", "enable", "--now")
        done = self.run(f"{systemctl} --root={self.root} enable {' '.join(units)}")
        assert done.returncode == 0, done.stderr
        return {path.name for path in self.root.glob("etc/systemd/system/*.wants/*")}

    def install(self, user: str = USER, token: str = "") -> None:
        """Install the service, of a user that exists."""
        done = self.run("/opt/ouro/script/install")
        assert done.returncode == 0, done.stderr
        unit = self.root / "etc/systemd/system/ouro.service"
        text = self.below(unit.read_text("utf-8"))
        unit.write_text(re.sub(r"(?m)^User=ouro$", f"User={user}", text), encoding="utf-8")
        if token:
            settings = self.root / "etc/ouro/ouro.env"
            settings.write_text(token, encoding="utf-8")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def commands(heading: str) -> list[str]:
    """The commands in the first block for a shell of a section, without comments."""
    section = BOOK.partition(f"\n{heading}")[2]
    block = section.partition("```sh\n")[2].partition("```")[0]
    return [line.partition("  #")[0].strip() for line in block.strip().splitlines()]


def test_the_book_installs_what_systemd_starts(machine: Machine) -> None:
    clone, install, edit, doctor, enable, log = commands("### As a systemd service\n")
    assert (clone, install) == ("git clone … /opt/ouro", "/opt/ouro/script/install")
    done = machine.run(install)
    assert done.returncode == 0, done.stderr
    settings = machine.root / edit.removeprefix("nano /")
    assert stat.S_IMODE(settings.stat().st_mode) == 0o600
    assert "DISCORD_TOKEN=\n" in settings.read_text("utf-8")
    assert doctor == "ouro doctor"
    assert (machine.root / "usr/local/bin/ouro").resolve() == machine.checkout / "deploy" / "ouro"
    assert f"{doctor} && {enable}" in done.stderr
    assert machine.enable(enable) == {"ouro.service", "ouro-backup.timer"}
    assert log.startswith("journalctl --unit ouro")
    for name in ("ouro.service", "ouro-backup.service"):
        unit = (machine.root / "etc/systemd/system" / name).read_text("utf-8")
        started = re.findall(r"(?m)^ExecStart=(\S+)", unit)
        assert [machine.below(f" {path}").strip() for path in started] == [
            f"{machine.checkout}/.venv/bin/python"
        ]


def test_the_book_enables_the_board_page(machine: Machine) -> None:
    (machine.root / "etc/systemd/system").mkdir(parents=True)
    copy, enable = commands("- **With systemd**")
    done = machine.run(copy)
    assert done.returncode == 0, done.stderr
    assert machine.enable(enable) == {"ouro-page@board.example.org.service"}


def test_installing_again_keeps_the_settings(machine: Machine) -> None:
    machine.install(token="DISCORD_TOKEN=mine\n")  # noqa: S106 - of no bot
    machine.install()
    assert (machine.root / "etc/ouro/ouro.env").read_text("utf-8") == "DISCORD_TOKEN=mine\n"


def test_a_python_that_the_service_cannot_read_is_refused(machine: Machine) -> None:
    home = "/home/ouro/.pyenv/versions/3.13.0/bin/python3.13"
    script = machine.checkout / "script" / "install"
    text = script.read_text("utf-8")
    changed = text.replace('readlink -f "$(command -v "$1")"', f"echo {home}")
    assert changed != text
    script.write_text(changed, encoding="utf-8")
    done = machine.run("/opt/ouro/script/install")
    assert done.returncode == 1
    assert f"The service cannot read {home}, which is in a home folder" in done.stderr
    assert not (machine.root / "etc").exists()


def test_the_named_python_is_in_the_folder_that_the_units_name(machine: Machine) -> None:
    named = machine.root / "programs" / "mine"
    machine.add(named, MAKER)
    done = machine.run("/opt/ouro/script/install", OURO_PYTHON=str(named))
    assert done.returncode == 0, done.stderr
    assert (machine.checkout / ".venv/bin/python").resolve() == named
    assert not list(machine.checkout.glob(".venv-*"))


@pytest.mark.long
def test_the_book_restores_a_backup_where_the_bot_looks(machine: Machine) -> None:
    machine.install()
    for folder in ("ouro", "ouro-backups"):  # as StateDirectory= of the units
        (machine.root / "var/lib" / folder).mkdir(parents=True, mode=0o700)
    assert machine.run("ouro db upgrade").returncode == 0
    unit = (ROOT / "deploy/ouro-backup.service").read_text("utf-8")
    (backup,) = re.findall(r"(?m)^ExecStart=.* -m cli (.*)$", unit)
    assert machine.run(f"ouro {backup}").returncode == 0
    (copy,) = (machine.root / "var/lib/ouro-backups").iterdir()
    stop, move, restore, check, start = commands("**To restore:**")
    assert (stop, start) == ("systemctl stop ouro", "systemctl start ouro")
    for command in (move, restore.replace("FILE", copy.name), check):
        done = machine.run(command, OURO_DATA="/nowhere")
        assert done.returncode == 0, done.stderr
    database = machine.root / "var/lib/ouro/ouro.db"
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert database.stat().st_uid == os.getuid()


def test_a_command_has_the_user_and_the_settings_of_the_bot(machine: Machine) -> None:
    shown = "import os\nfor name in sorted(os.environ): print(name + '=' + os.environ[name])\n"
    machine.add(
        machine.checkout / ".venv" / "bin" / "python",
        f'#!/bin/sh\nexec "{sys.executable}" -c "{shown}"\n',
    )
    given = ("DISCORD_TOKEN=mine", "OURO_WORKERS='5'", "DASK_DIRECTORY=/tmp", "PYTHONHOME=/no")
    machine.install("games", "# the bot\n" + "\n".join(given))
    added = machine.root / "etc/systemd/system/ouro.service.d"
    added.mkdir()
    (added / "override.conf").write_text(
        '[Service]\nEnvironment="OURO_HTTP_PORT=9000"\n', encoding="utf-8"
    )
    done = machine.run("ouro doctor", OURO_CLUSTER="tls://mine:8786")
    assert done.returncode == 0, done.stderr
    found = dict(line.split("=", 1) for line in done.stdout.splitlines())
    ours = {name: value for name, value in found.items() if re.match("OURO|DISCORD|DASK", name)}
    assert ours == {
        "DISCORD_TOKEN": "mine",
        "OURO_WORKERS": "5",
        "DASK_DIRECTORY": "/tmp",  # noqa: S108 - a value
        "OURO_DATA": f"{machine.root}/var/lib/ouro",
        "OURO_HTTP_PORT": "9000",
        "OURO_LOG_FORMAT": "json",
    }
    assert found["HOME"] == pwd.getpwnam("games").pw_dir
    assert "PYTHONHOME" not in found
    switched = (machine.root / "programs/switched").read_text("utf-8")
    assert switched.startswith("--reuid=games --regid=games --init-groups --no-new-privs ")


def test_without_the_service_a_command_says_so(machine: Machine) -> None:
    machine.install()
    (machine.root / "etc/ouro/ouro.env").unlink()
    done = machine.run("ouro doctor")
    assert (done.returncode, done.stdout) == (1, "")
    assert "sudo ouro" in done.stderr
    (machine.root / "etc/systemd/system/ouro.service").unlink()
    done = machine.run("ouro doctor")
    assert (done.returncode, done.stdout) == (1, "")
    assert "script/install" in done.stderr
