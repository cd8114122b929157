"""Mines the kernels that `solver.drills` ships; see docs/practice.md."""
