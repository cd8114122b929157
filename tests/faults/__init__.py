"""Tests of failures: kills, failing requests, full disks, wrong clocks.

In `tests/support/faults`, `program.py` is the bot as a program that kills itself at a chosen point:
before or after each write to the database, each commit, and each request to Discord. `killing.py`
runs it, first undisturbed to record the points, and then once for each point.
`test_kill_points.py` checks the state after the next start.
"""
