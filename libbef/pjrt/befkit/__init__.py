# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs StableHLO models on the CPU.

    import befkit
    model = befkit.load("model.mlirbc")      # text, MLIR bytecode, a portable artifact, a jax.export file, or a BEF file
    y = model(x)                             # arrays of NumPy, or what numpy.asarray() takes
    y = model.functions["other"](x, w)

Programs of the command line: bef, mlirbc, syclbin, sigmangle. With JAX, JAX_PLATFORMS=befkit,cpu selects befkit's PJRT plugin."""
import ctypes
import os
import pathlib
import weakref

import numpy as np

__all__ = ["Error", "Function", "Model", "load"]
MAX_RANK = 16
# Numbers of kernels/dtype.h. Types that NumPy does not have come from ml_dtypes, which is loaded when a model needs it.
TYPES = {1: "uint8", 2: "uint16", 3: "uint32", 4: "uint64", 5: "bool", 6: "int8", 7: "int16", 8: "int32", 9: "int64", 10: "float32",
         11: "float64", 12: "complex64", 13: "complex128", 14: "float16", 15: "bfloat16", 32: "int2", 33: "int4", 34: "uint2", 35: "uint4",
         36: "float8_e5m2", 37: "float8_e4m3", 38: "float8_e3m4", 39: "float8_e4m3fn", 40: "float8_e4m3fnuz", 41: "float8_e4m3b11fnuz",
         42: "float8_e5m2fnuz", 43: "float8_e8m0fnu", 44: "float6_e2m3fn", 45: "float6_e3m2fn", 46: "float4_e2m1fn"}


class Error(RuntimeError):
    """A model that cannot be opened or run; the text names the operation and its place."""


class _Tensor(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_int32), ("rank", ctypes.c_int32), ("dims", ctypes.c_int64 * MAX_RANK), ("data", ctypes.c_void_p),
                ("size", ctypes.c_int64), ("owner", ctypes.c_void_p)]


def _open_library():
    path = os.environ.get("BEFKIT_LIBRARY") or str(pathlib.Path(__file__).resolve().with_name("libbefkit.so"))
    library = ctypes.CDLL(path)
    pointer, size, tensors = ctypes.c_void_p, ctypes.c_size_t, ctypes.POINTER(_Tensor)
    for name, result, arguments in (
            ("version", ctypes.c_char_p, []),
            ("open", ctypes.c_int, [ctypes.c_char_p, ctypes.POINTER(pointer), ctypes.c_char_p, size]),
            ("close", None, [pointer]),
            ("functions", size, [pointer]),
            ("values", size, [pointer, size, ctypes.c_int]),
            ("function_name", size, [pointer, size, ctypes.c_char_p, size]),
            ("value", size, [pointer, size, ctypes.c_int, size, tensors, ctypes.c_char_p, size]),
            ("run", ctypes.c_int, [pointer, size, tensors, size, tensors, size, ctypes.c_char_p, size]),
            ("release", None, [pointer, pointer])):
        function = getattr(library, "befkit_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _open_library()
__version__ = _library.befkit_version().decode()


def _dtype(number):
    name = TYPES.get(number)
    if not name:
        raise Error(f"arrays cannot have the element type {number}")
    try:
        return np.dtype(name)
    except TypeError:
        import ml_dtypes
        return np.dtype(getattr(ml_dtypes, name))


class Function:
    """A function of a model. `arguments` and `results` are lists of (name, dtype, shape); a dimension of any size is None. Calling it
    takes the arguments by position or by name, and returns one array, or a tuple if there are several results or none."""

    def __init__(self, model, number):
        self._model, self._number = model, number
        self.name = model._text(_library.befkit_function_name, number)
        self.arguments, self.results = self._values(0), self._values(1)

    def _values(self, which):
        found = []
        for at in range(_library.befkit_values(self._model._handle, self._number, which)):
            tensor = _Tensor()
            name = self._model._text(_library.befkit_value, self._number, which, at, ctypes.byref(tensor))
            shape = tuple(size if size >= 0 else None for size in tensor.dims[:tensor.rank])
            found.append((name, _dtype(tensor.dtype) if tensor.dtype else None, shape))
        return found

    def _arrange(self, positional, named):
        names = [name for name, _, _ in self.arguments]
        values = list(positional) + [None] * (len(names) - len(positional))
        if len(positional) > len(names):
            raise TypeError(f"{self.name}() has {len(names)} arguments, not {len(positional)}")
        given = [True] * len(positional) + [False] * (len(names) - len(positional))
        for name, value in named.items():
            if name not in names:
                raise TypeError(f"{self.name}() has no argument {name!r}, but {', '.join(map(repr, names))}")
            at = names.index(name)
            if given[at]:
                raise TypeError(f"{self.name}() has two values for the argument {name!r}")
            values[at], given[at] = value, True
        if not all(given):
            raise TypeError(f"{self.name}() has no value for the argument {names[given.index(False)]!r}")
        return values

    def __call__(self, *positional, **named):
        values = self._arrange(positional, named)
        arguments, kept = (_Tensor * (len(values) + 1))(), []
        for tensor, value, (name, dtype, _) in zip(arguments, values, self.arguments):
            if dtype is None:  # a token
                continue
            array = np.asarray(value)
            # Python's numbers take the type of the argument; arrays keep theirs, and have to have it
            if not hasattr(value, "dtype"):
                array = array.astype(dtype)
            elif array.dtype != dtype:
                raise TypeError(f"argument {name!r} of {self.name}() is {array.dtype}, expected {dtype}")
            if array.ndim > MAX_RANK:
                raise TypeError(f"argument {name!r} of {self.name}() has {array.ndim} dimensions, at most {MAX_RANK} are possible")
            array = np.require(array, requirements=["C", "A"])
            kept.append(array)
            tensor.dtype = next(number for number, text in TYPES.items() if text == dtype.name)
            tensor.rank, tensor.data, tensor.size = array.ndim, array.ctypes.data, array.nbytes
            tensor.dims[:array.ndim] = array.shape
        results, message = (_Tensor * (len(self.results) + 1))(), ctypes.create_string_buffer(1024)
        if _library.befkit_run(self._model._handle, self._number, arguments, len(values), results, len(self.results), message,
                               len(message)):
            raise Error(message.value.decode(errors="replace"))
        made = tuple(_adopt(results[at]) for at in range(len(self.results)) if results[at].dtype)
        return made[0] if len(made) == 1 else made


def _adopt(tensor):
    """An array over the memory of a result, which lives as long as the array. It is read-only."""
    dtype, shape = _dtype(tensor.dtype), tuple(tensor.dims[:tensor.rank])
    memory = (ctypes.c_char * tensor.size).from_address(tensor.data or 0) if tensor.size else None
    array = np.frombuffer(memory, dtype).reshape(shape) if memory is not None else np.empty(shape, dtype)
    if tensor.owner:
        if memory is None:
            _library.befkit_release(tensor.data, tensor.owner)
        else:
            weakref.finalize(memory, _library.befkit_release, tensor.data, tensor.owner)
    array.flags.writeable = False
    return array


class Model:
    """An open model. `functions`: its functions by name. Calling the model calls `main`, or its only function."""

    def __init__(self, path):
        handle, message = ctypes.c_void_p(), ctypes.create_string_buffer(1024)
        if _library.befkit_open(os.fsencode(path), ctypes.byref(handle), message, len(message)):
            raise Error(f"{os.fspath(path)}: {message.value.decode(errors='replace')}")
        self._handle = handle
        self._close = weakref.finalize(self, _library.befkit_close, handle)
        self.functions = {}
        for number in range(_library.befkit_functions(handle)):
            function = Function(weakref.proxy(self), number)
            self.functions[function.name] = function

    def _text(self, function, *arguments):
        buffer = ctypes.create_string_buffer(256)
        size = function(self._handle, *arguments, buffer, len(buffer))
        if size >= len(buffer):
            buffer = ctypes.create_string_buffer(size + 1)
            function(self._handle, *arguments, buffer, len(buffer))
        return buffer.value.decode(errors="replace")

    def __call__(self, *positional, **named):
        main = self.functions.get("main")
        if main is None:
            if len(self.functions) != 1:
                raise Error(f"the model has no function main, but {', '.join(self.functions) or 'none'}")
            main = next(iter(self.functions.values()))
        return main(*positional, **named)


def load(path):
    """Opens a model."""
    return Model(path)
