"""The composition root: settings, start, stop and health; only it imports every layer."""
