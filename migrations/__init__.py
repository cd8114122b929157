"""The steps from one schema to the next, in `versions`; `store.migrate` takes them."""
