"""The types of arrays."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]
Reals: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Mask: TypeAlias = NDArray[np.bool_]
