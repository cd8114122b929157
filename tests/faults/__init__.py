"""Whatever happens at the worst moment: kills, crowds of failures, full disks, odd clocks.

These tests belong to no single room. In `tests/support/faults`, `program.py` is the bot as a
program that dies at a chosen point: before and after each write to the database, each commit, and
each request to Discord. `killing.py` runs it, first undisturbed, to learn the points there are, and
then once for each point. `test_kill_points.py` says what must be true after the next start.
"""
