"""Development tools that are not installed: benchmarks, gallery, programs that tests need."""
