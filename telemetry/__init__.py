"""Logs (structlog) and metrics (prometheus-client)."""
