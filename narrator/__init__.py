"""Explanations in sentences: steps, mistakes, ratings; see docs/architecture.md."""
