"""The rules by which Discord refuses requests."""
