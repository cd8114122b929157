"""The commands of `ouro`, a module each."""
