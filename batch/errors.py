"""The errors of batches."""


class BatchError(Exception):
    """A batch that cannot begin or go on; its text is one sentence that says why.

    >>> print(BatchError("The folder bank.parquet is in use."))
    The folder bank.parquet is in use.
    """


class ClusterPackageError(BatchError):
    """A worker of a cluster lacks a package that batches need."""

    def __init__(self, address: str, package: str) -> None:
        super().__init__(address, package)
        self.address = address
        self.package = package


class ClusterLostError(BatchError):
    """The cluster that worked on a batch does not answer any more."""

    def __init__(self, address: str) -> None:
        super().__init__(
            f"The cluster {address} does not answer any more; the same command goes on from here."
        )
        self.address = address
