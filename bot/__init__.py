"""The Discord front end: the only package that speaks to Discord."""
