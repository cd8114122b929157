"""The Discord service."""

VERSION = "0.1.0"
