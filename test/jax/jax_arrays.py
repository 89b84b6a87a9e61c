# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of JAX as .npy files; those of types that NumPy lacks as unsigned integers of their size."""
import io
import re

import ml_dtypes
import numpy as np

NUMPY_LACKS = {np.dtype(getattr(ml_dtypes, name)): name for name in dir(ml_dtypes) if re.fullmatch(r"(bfloat|float|u?int)\d+(_\w+)?", name)}


def npy_file(array):
    """The .npy file of an array, and the name of its type."""
    array = np.asarray(array)
    name = NUMPY_LACKS.get(array.dtype, array.dtype.name)
    if array.dtype in NUMPY_LACKS:
        array = np.ascontiguousarray(array).view(np.uint16 if array.dtype.itemsize == 2 else np.uint8).reshape(array.shape)
    file = io.BytesIO()
    np.save(file, np.asarray(array, order="C"))
    return file.getvalue(), name
