"""What the filter refuses by itself, with each version of Landlock and with none, simulated.

Each case confines a process of its own, to which the kernel appears to have that version.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from workers.landlock import Ruleset, Unavailable

PROGRAM = """
import os, sys
from workers import landlock
from workers.confinement import confine

version, folder = int(sys.argv[1]), sys.argv[2]
call = landlock.Ruleset._call

def as_if(self, number, *arguments):
    if version == 0:
        raise landlock.Unavailable("no Landlock")
    found = call(self, number, *arguments)
    return version if number == landlock._CREATE and arguments[0] is None else found

landlock.Ruleset._call = as_if
missing = confine((folder,))
assert not any("system calls" in reason for reason in missing), missing
for flags in (os.O_TRUNC, os.O_CREAT, os.O_WRONLY, os.O_RDWR, os.O_WRONLY | os.O_TRUNC):
    for name in ("log", "new"):
        try:
            os.open(f"{folder}/{name}", flags)
        except OSError:
            continue
        print(f"opened {name} with {flags:o}")
for change in (os.truncate, os.chmod, os.link, os.rename, os.symlink):
    try:
        change(f"{folder}/log", 0 if change in (os.truncate, os.chmod) else f"{folder}/new")
    except PermissionError:
        continue
    print(change.__name__)
print(open(f"{folder}/log").read())
"""


def newest() -> int:
    """The version of this kernel; 0 without Landlock."""
    try:
        ruleset = Ruleset(())
    except Unavailable:
        return 0
    ruleset.close()
    return ruleset.version


@pytest.mark.parametrize("version", range(8))
def test_a_readable_file_is_only_read(version: int, tmp_path: Path) -> None:
    if version > newest():
        pytest.skip(f"this kernel has version {newest()}")
    (tmp_path / "log").write_text("kept")
    program = [sys.executable, "-c", PROGRAM, str(version), str(tmp_path)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=600, check=False)
    assert (done.stdout, done.stderr) == ("kept\n", "")
    assert [file.name for file in tmp_path.iterdir()] == ["log"]
