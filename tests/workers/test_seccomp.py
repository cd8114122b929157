"""The filter of system calls, run by a small interpreter for every number and argument."""

import errno
import struct

import pytest

from workers.seccomp import ALLOWED, CHECKED, NEWEST, program_of

MACHINES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
PROCESS = 4711
ALLOW, KILL = 0x7FFF_0000, 0x8000_0000
REFUSE, UNKNOWN = 0x0005_0000 | errno.EPERM, 0x0005_0000 | errno.ENOSYS
CLONE = {"x86_64": 56, "aarch64": 220}
SETPRIORITY = {"x86_64": 141, "aarch64": 140}
CLONE3 = 435


def outcome(
    machine: str, number: int, *arguments: int, architecture: int = 0, writes: bool = False
) -> int:
    """What the filter returns for a call."""
    data = struct.pack("=IIQ", number, architecture or MACHINES[machine], 0)
    data += struct.pack("=6Q", *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    program = list(struct.iter_unpack("=HBBI", b"".join(program_of(machine, PROCESS, writes))))
    place = loaded = 0
    while True:
        code, if_true, if_false, value = program[place]
        place += 1
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        elif code == 0x06:
            return int(value)
        else:
            holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: loaded & value != 0}[code]
            place += if_true if holds else if_false


@pytest.mark.parametrize("machine", MACHINES)
def test_every_other_number_is_refused(machine: str) -> None:
    which = list(MACHINES).index(machine)
    numbers = (numbers[which] for numbers in ALLOWED.values())
    allowed = {number for number in numbers if number is not None}
    assert max(allowed) <= NEWEST
    for number in range(2000):
        found = outcome(machine, number, 2**32 - 1, 2**32 - 1, 2**32 - 1)
        if number in allowed:
            assert found == ALLOW
        elif number == CLONE3 or number > NEWEST:
            assert found == UNKNOWN
        elif number != CLONE[machine]:
            assert found == REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_checked_calls_are_allowed_with_their_values_only(machine: str) -> None:
    which = list(MACHINES).index(machine)
    for name, (numbers, place, values) in CHECKED.items():
        right = {PROCESS if value < 0 else value for value in values}
        for value in {*range(70), *range(0x5400, 0x5480), 1024, 1030, 1031, PROCESS, 2**31}:
            arguments = (value, 0) if place == 16 else (0, value)
            expected = ALLOW if value in right else REFUSE
            assert outcome(machine, numbers[which], *arguments) == expected, name


@pytest.mark.parametrize("machine", MACHINES)
def test_files_are_opened_to_read_only_unless_the_process_writes(machine: str) -> None:
    opened = {"x86_64": (257, 0x10000, 0x20000), "aarch64": (56, 0x4000, 0x8000)}
    number, folder, no_link = opened[machine]
    for flags in (0, 0x80000, 0x80000 | 0x800 | folder, 0x80000 | no_link):
        assert outcome(machine, number, 2**32 - 100, 1, flags) == ALLOW
    for flags in (1, 2, 3, 0x40, 0x200, 0x400, 0x2000, 0x200000, 0x400000, 1 << 31):
        assert outcome(machine, number, 2**32 - 100, 1, flags) == REFUSE
        assert outcome(machine, number, 2**32 - 100, 1, flags, writes=True) == ALLOW
    if machine == "x86_64":
        assert outcome(machine, 2, 1, 0x80000) == ALLOW
        assert outcome(machine, 2, 1, 0x200) == REFUSE


@pytest.mark.parametrize("machine", MACHINES)
def test_only_threads_are_created_and_only_the_own_priority_is_set(machine: str) -> None:
    assert outcome(machine, CLONE[machine], 0x0001_0000 | 0x100) == ALLOW
    assert outcome(machine, CLONE[machine], 17) == REFUSE
    assert outcome(machine, SETPRIORITY[machine], 0, 0) == ALLOW
    for arguments in ((0, PROCESS), (1, 0), (2, 0)):
        assert outcome(machine, SETPRIORITY[machine], *arguments) == REFUSE


def test_calls_of_another_architecture_end_the_process() -> None:
    assert outcome("x86_64", 0, architecture=MACHINES["aarch64"]) == KILL
    assert outcome("x86_64", 0x4000_0000) == KILL
