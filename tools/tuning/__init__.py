"""Searches for faster options of the solver."""
