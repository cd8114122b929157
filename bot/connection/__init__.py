"""The connection to Discord: its gateway, its events, and requests to it."""
