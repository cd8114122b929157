"""Texts in the languages of their readers; see docs/architecture.md."""
