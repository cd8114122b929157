"""The jobs of worker processes: pure functions from request values to answer values.

This package and all that it imports are independent of Discord.
"""
