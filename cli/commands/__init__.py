"""The commands of `ouro`, one module each."""
