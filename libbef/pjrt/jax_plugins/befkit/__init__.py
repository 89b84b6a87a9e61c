# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Registers befkit's PJRT plugin with JAX as the platform "befkit", when JAX looks for plugins and the user selects it.

Installing it changes nothing: the default backend stays what it was. JAX_PLATFORMS=befkit,cpu (or jax.config.update("jax_platforms",
"befkit,cpu")) selects it. Keep "cpu" in the list: JAX runs Python callbacks with the help of its own CPU client.

Environment: BEFKIT_PJRT_PLUGIN, the path of the library, if it is not beside this file; BEFKIT_NUM_DEVICES, the number of devices."""
import ctypes
import functools
import os
import pathlib

# Names of NumPy's types by the numbers of PJRT_Buffer_Type. Those that NumPy does not have are of ml_dtypes, which JAX brings along.
TYPES = {1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32", 9: "uint64", 10: "float16",
         11: "float32", 12: "float64", 13: "bfloat16", 14: "complex64", 15: "complex128", 16: "float8_e5m2", 17: "float8_e4m3fn",
         18: "float8_e4m3b11fnuz", 19: "float8_e5m2fnuz", 20: "float8_e4m3fnuz", 21: "int4", 22: "uint4", 24: "int2", 25: "uint2",
         26: "float8_e4m3", 27: "float8_e3m4", 28: "float8_e8m0fnu", 29: "float4_e2m1fn"}


class View(ctypes.Structure):
    """An array of a callback: struct pjrt__view of the plugin."""
    _fields_ = [("type", ctypes.c_int32), ("rank", ctypes.c_int32), ("dims", ctypes.POINTER(ctypes.c_int64)),
                ("data", ctypes.c_void_p), ("size", ctypes.c_int64)]


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(View), ctypes.c_int, ctypes.POINTER(View),
                            ctypes.c_void_p, ctypes.c_size_t)


@functools.lru_cache(maxsize=None)
def _dtype(number):
    import ml_dtypes
    import numpy as np
    name = TYPES[number]
    return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)


def _array(view):
    """The memory of a view as an array of NumPy."""
    import numpy as np
    shape = tuple(view.dims[i] for i in range(view.rank))
    if not view.size:
        return np.zeros(shape, _dtype(view.type))
    memory = (ctypes.c_char * view.size).from_address(view.data)
    return np.frombuffer(memory, _dtype(view.type)).reshape(shape)


def _argument(view):
    """What the callable gets: a copy, since it may keep it; None for a token."""
    if not view.type:
        return None
    array = _array(view).copy()
    array.flags.writeable = False
    return array


@CALLBACK
def _call(function, argument_count, arguments, result_count, results, message, room):
    try:
        import numpy as np
        function = ctypes.cast(function, ctypes.py_object).value
        made = function(*(_argument(arguments[i]) for i in range(argument_count)))
        for i in range(result_count):
            if results[i].type and results[i].size:
                _array(results[i])[...] = np.asarray(made[i])
        return 0
    except BaseException as error:  # the program ends with this text; an exception cannot pass through C
        text = f"{type(error).__name__}: {error}".encode()[:room - 1] + b"\0"
        ctypes.memmove(message, text, len(text))
        return 1


def library_path():
    """Where the plugin is."""
    return os.environ.get("BEFKIT_PJRT_PLUGIN") or str(pathlib.Path(__file__).resolve().with_name("libpjrt_befkit.so"))


def is_selected():
    """Whether the user names the platform. JAX makes clients of all registered platforms otherwise, also of those that nobody uses."""
    import jax
    return "befkit" in (jax.config.jax_platforms or "").split(",")


def initialize():
    """Called by JAX before its first use of a platform."""
    if not is_selected():
        return
    from jax._src import xla_bridge
    path = library_path()
    if not os.path.exists(path):
        raise FileNotFoundError(f"the plugin of befkit is not at {path}; BEFKIT_PJRT_PLUGIN names another place")
    library = ctypes.CDLL(path)
    library.befkit_pjrt_set_callback(_call)
    devices = os.environ.get("BEFKIT_NUM_DEVICES")
    xla_bridge.register_plugin("befkit", priority=-100, library_path=path, options={"num_devices": int(devices)} if devices else None)
