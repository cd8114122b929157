"""A local chat for tests."""

from typing import Any

from sandbox.model.settings import SandboxSettings
from tests.support.sandbox.server import Sandbox

PATIENCE = 60.0
"""Seconds in place of a short deadline that is not the subject of a test, so that the result does
not depend on how busy the machine is."""


MANY = 10**6
"""Starts of sessions a day, since tests of kills start a bot more than a thousand times."""


def patient_chat(
    application: str = "Ouro", *, acknowledge: float = PATIENCE, **options: Any
) -> Sandbox:
    """A local chat whose bot has `acknowledge` seconds to acknowledge an interaction.

    The other options are those of `Sandbox`.
    """
    settings = SandboxSettings(acknowledge=acknowledge, session_starts=MANY)
    return Sandbox(application=application, settings=settings, **options)
