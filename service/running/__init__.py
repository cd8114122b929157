"""What the use cases and the front ends run on: clocks, limits, claims, processes, tasks."""
