"""Names for types."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Tuple, Union

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Floats = NDArray[numpy.float64]
    Letters = NDArray[numpy.str_]
    Bools = NDArray[numpy.bool_]
else:
    Floats = Letters = Bools = Any

#: Row and column, both from 0.
Cell = Tuple[int, int]

#: A path to a file or folder.
Path = Union[str, "os.PathLike[str]"]

#: Bytes, or a text such as ``"512M"``.
Size = Union[int, str]
