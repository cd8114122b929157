"""The rules of playing: boards with undo, verdicts, dailies, leaderboards and streaks.

Functions and values are pure; the current time is passed in.
"""
