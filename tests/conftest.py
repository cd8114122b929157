"""Fixtures for every test."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("ouro", deadline=None)  # machines are noisy; tests are never timed
settings.load_profile("ouro")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared facts and puzzles beside the checkout; the test skips without it."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the shared puzzles are not beside this checkout")
    return folder
