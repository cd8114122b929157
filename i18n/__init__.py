"""Translatable messages and their translation catalogues; see docs/architecture.md."""
