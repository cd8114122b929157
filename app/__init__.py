"""The composition root: settings, start, stop, health; the one place that sees every layer."""
