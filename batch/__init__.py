"""Puzzles in bulk: made, rated or solved in chunks, here or on a Dask cluster, as Parquet."""
