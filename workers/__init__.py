"""Worker pools: killable processes behind a bounded priority queue, with limits per job."""
