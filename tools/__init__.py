"""Development tools that are not installed: benchmarks, fuzzing, gallery, trial of scaling out."""
