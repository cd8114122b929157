"""Searching faster options of the solver."""
