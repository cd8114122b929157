"""Development tools that are not installed: benchmarks, fuzzing, the gallery, tuning."""
