"""Presents results of use cases as messages, without reading the database."""
