"""What never ships: benchmarks, fuzzing, the gallery, tuning."""
