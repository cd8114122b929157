"""Fixtures for tests of use cases: a database, a clock, and a pool without processes."""

from tests.support.fixtures.services import database, now, pool, services

__all__ = ["database", "now", "pool", "services"]
