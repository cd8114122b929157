"""Boards that several people draw in a channel."""
