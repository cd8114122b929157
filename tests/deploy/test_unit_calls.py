"""Under the system calls that units allow, workers are confined as much as without."""

import json
import os
import re
import shutil
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

import pytest

from tests.support.missing import skip_or_fail
from tests.support.paths import ROOT
from workers.landlock import Ruleset, Unavailable

UNITS = [
    unit
    for unit in sorted((ROOT / "deploy").glob("*.service"))
    if re.search(r"^ExecStart=.* -m (?:app|dask worker)\b", unit.read_text("utf-8"), re.MULTILINE)
]
"""The units that start workers."""
FILTERED = """
import ctypes, os, sys
from ctypes import c_uint32 as action, c_void_p as pointer

library, calls, *command = sys.argv[1:]
seccomp = ctypes.CDLL(library, use_errno=True)
seccomp.seccomp_init.restype = pointer
filtered = pointer(seccomp.seccomp_init(action(0x0005_0001)))  # EPERM, as SystemCallErrorNumber=
for name in calls.split():
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    if number >= 0:  # else not of this architecture
        assert seccomp.seccomp_rule_add(filtered, action(0x7FFF_0000), number, 0) == 0, name
assert seccomp.seccomp_load(filtered) == 0
os.execv(command[0], command)
"""
"""A program that runs a command under a filter of calls, which libseccomp makes, as systemd."""


def calls_of(name: str) -> set[str]:
    """The system calls of a name in `SystemCallFilter=`, on the systemd of this machine."""
    if not name.startswith("@"):
        return {name}
    listed = subprocess.run(
        ["systemd-analyze", "syscall-filter", name],  # noqa: S607
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    names = re.findall(r"^    ([@\w-]+)$", listed, re.MULTILINE)
    return set[str]().union(*map(calls_of, names))


def allowed_calls(unit: Path) -> set[str]:
    """What a unit allows: the first line is a list, and those with `~` take from it."""
    found: set[str] = set()
    text = unit.read_text(encoding="utf-8")
    for taken, names in re.findall(r"^SystemCallFilter=(~?)(.*)$", text, re.MULTILINE):
        calls = set[str]().union(*map(calls_of, names.split()))
        found = found - calls if taken else found | calls
    return found


@pytest.mark.long
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: str(unit.name))
def test_workers_are_confined_under_the_calls_of_a_unit(unit: Path, tmp_path: Path) -> None:
    library = find_library("seccomp")
    if library is None or shutil.which("systemd-analyze") is None:
        skip_or_fail("there is no libseccomp or no systemd-analyze")
    try:
        Ruleset(()).close()
    except Unavailable as reason:
        pytest.skip(str(reason))
    doctor = (sys.executable, "-P", "-m", "cli", "doctor", "--offline", "--json")
    done = subprocess.run(
        [sys.executable, "-c", FILTERED, library, " ".join(allowed_calls(unit)), *doctor],
        env={**os.environ, "PYTHONPATH": str(ROOT), "OURO_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    results = [json.loads(line) for line in done.stdout.splitlines()]
    (confinement,) = (each for each in results if each["sentence"].startswith("Workers "))
    assert confinement["state"] == "ok", confinement
    (solved,) = (each for each in results if each["sentence"].startswith("A worker starts"))
    assert solved["state"] == "ok", solved
