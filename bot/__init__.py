"""The Discord front end: the only package that imports discord.py."""
