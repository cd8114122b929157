"""Explains steps, mistakes and ratings in sentences; see docs/architecture.md."""
