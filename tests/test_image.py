"""The container image gets every room it needs."""

from pathlib import Path

from tests.test_layers import ROOMS

ROOT = Path(__file__).resolve().parents[1]
NOT_SHIPPED = {"bench", "fuzz", "gallery"}


def test_the_image_has_every_room_that_runs() -> None:
    shipped = {room for room in (*ROOMS, "migrations") if room not in NOT_SHIPPED}
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    copied = {line.split()[1].rstrip("/") for line in lines if line.startswith("COPY ")}
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert shipped <= copied
    assert shipped <= {line.removeprefix("!") for line in let_in}
