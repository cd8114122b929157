"""The command line `ouro`, for the terminal."""
