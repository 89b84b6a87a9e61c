# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Registers befkit's PJRT plugin with JAX as the platform "befkit", when JAX looks for plugins and the user selects it.

Installing it changes nothing: the default backend stays what it was. JAX_PLATFORMS=befkit,cpu (or jax.config.update("jax_platforms",
"befkit,cpu")) selects it. Keep "cpu" in the list: JAX runs Python callbacks with the help of its own CPU client.

Environment: BEFKIT_PJRT_PLUGIN, the path of the library, if it is not beside this file; BEFKIT_NUM_DEVICES, the number of devices."""
import ctypes
import functools
import os
import pathlib
import traceback

# Names of NumPy's types by the numbers of PJRT_Buffer_Type. Those that NumPy does not have are of ml_dtypes, which JAX brings along.
TYPES = {1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32", 9: "uint64", 10: "float16",
         11: "float32", 12: "float64", 13: "bfloat16", 14: "complex64", 15: "complex128", 16: "float8_e5m2", 17: "float8_e4m3fn",
         18: "float8_e4m3b11fnuz", 19: "float8_e5m2fnuz", 20: "float8_e4m3fnuz", 21: "int4", 22: "uint4", 24: "int2", 25: "uint2",
         26: "float8_e4m3", 27: "float8_e3m4", 28: "float8_e8m0fnu", 29: "float4_e2m1fn"}


class View(ctypes.Structure):
    """An array of a callback: struct pjrt__view of the plugin."""
    _fields_ = [("type", ctypes.c_int32), ("rank", ctypes.c_int32), ("dims", ctypes.POINTER(ctypes.c_int64)),
                ("data", ctypes.c_void_p), ("size", ctypes.c_int64)]


class Handler(ctypes.Structure):
    """The functions of a target: struct pjrt__ffi_handler of the plugin."""
    _fields_ = [(name, ctypes.c_void_p) for name in ("instantiate", "prepare", "initialize", "execute", "untyped")]


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(View), ctypes.c_int, ctypes.POINTER(View),
                            ctypes.c_void_p, ctypes.c_size_t)
FIND = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(Handler))


class Python(ctypes.Structure):
    """What the plugin calls: struct pjrt__python."""
    _fields_ = [("size", ctypes.c_size_t), ("call", CALLBACK), ("call_views", CALLBACK), ("find", FIND)]


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


def _failure(error, room):
    """The exception, then its traceback without the frames of this module, as bytes that end in NUL."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    try:
        text = f"{type(error).__name__}: {error}"
    except Exception:  # its __str__ raises too; one that left a callback would read as a success
        text = type(error).__name__
    if frames:
        text += "\n\nTraceback (most recent call last):\n" + "".join(traceback.format_list(frames)).rstrip()
    whole = text.encode(errors="replace")[:room - 1].decode(errors="ignore")  # cuts between characters
    return whole.replace("\0", "?").encode() + b"\0"


def _callback(run):
    """A function of C that calls run(callable, arguments, results) with lists of views."""
    @CALLBACK
    def call(function, argument_count, arguments, result_count, results, message, room):
        try:
            run(ctypes.cast(function, ctypes.py_object).value, arguments[:argument_count], results[:result_count])
            return 0
        except BaseException as error:  # the program ends with this text; an exception cannot pass through C
            text = _failure(error, room)
            ctypes.memmove(message, text, len(text))
            return 1
    return call


@_callback
def _call(function, arguments, results):
    import numpy as np
    made = function(*map(_argument, arguments))
    for result, value in zip(results, made):
        if result.type and result.size:
            _array(result)[...] = np.asarray(value)


# ---- jax.experimental.buffer_callback

class Buffer:
    """The memory of an argument or a result while a buffer_callback runs: what jax.experimental.buffer_callback.Buffer offers on a CPU."""

    def __init__(self, view, writeable):
        self._array, self.writeable = _array(view), writeable

    shape = property(lambda self: self._array.shape)
    dtype = property(lambda self: self._array.dtype)
    ndim = property(lambda self: self._array.ndim)

    def __array__(self, dtype=None, copy=None):
        array = self._array.view()
        array.flags.writeable = self.writeable
        return array if dtype is None and not copy else array.astype(dtype or array.dtype)

    def __dlpack__(self, **options):
        # protocols without a flag for it cannot say that an array is read-only
        return (self.__array__() if options.get("max_version") else self._array).__dlpack__(**options)

    def __dlpack_device__(self):
        return self._array.__dlpack_device__()

    @property
    def __cuda_array_interface__(self):
        raise AttributeError("the memory is that of a CPU")


class Context:
    """What jax.experimental.buffer_callback.ExecutionContext offers on a CPU."""

    @property
    def stage(self):
        from jax._src.lib import ffi
        return ffi.ExecutionStage.EXECUTE

    @property
    def stream(self):
        import jax
        raise jax.errors.JaxRuntimeError("UNIMPLEMENTED: XLA FFI GPU context is not available")


@_callback
def _call_views(function, arguments, results):
    function(Context(), *(Buffer(view, False) for view in arguments), *(Buffer(view, True) for view in results))


# ---- handlers of XLA's FFI

def _pointer(capsule):
    """The pointer in a capsule."""
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    api.PyCapsule_GetPointer.restype, api.PyCapsule_GetPointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return api.PyCapsule_GetPointer(capsule, api.PyCapsule_GetName(capsule))


_registered = {}  # handlers by name, as jax.ffi.register_ffi_target() was given them


@FIND
def _find(name, out):
    """Looks for a target: what was registered since initialize(), then XLA's registry of the CPU."""
    try:
        from jax._src.lib import xla_client
        found = _registered.get(name.decode())
        if found is None and not name.startswith(b"xla_"):  # XLA's own handlers use more than its interface
            found = xla_client.custom_call_targets("Host").get(name.decode())
        if found is None:
            return 0
        functions = found if isinstance(found, dict) else {"untyped": found}
        for stage, _ in Handler._fields_:
            if functions.get(stage) is not None:
                setattr(out[0], stage, _pointer(functions[stage]))
        return 1
    except Exception:  # an unknown target is refused with its name
        return 0


def _watch_registrations(library):
    """Handlers and types still reach XLA's registry, also when JAX has no client of its own for the CPU. XLA does not tell of the stage that
    makes states, nor of their types, so they are kept here and in the plugin."""
    from jax._src.lib import xla_client
    xla = getattr(xla_client, "_xla", None)
    add_handler = getattr(xla, "register_custom_call_target", None)
    add_type = getattr(xla, "register_custom_type", getattr(xla, "register_custom_type_id", None))
    watch_types = getattr(xla_client, "register_custom_type_handler", getattr(xla_client, "register_custom_type_id_handler", None))
    targets, types = getattr(xla_client, "_custom_callback_handler", None), getattr(xla_client, "_custom_type_id_handler", None)
    library.befkit_pjrt_add_type.argtypes = [ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p]

    def type_handler(name, registration):
        add_type(name, registration)
        if not isinstance(registration, dict):  # the number alone, before JAX 0.7: states bring their deleters
            registration = {"type_id": registration}
        ids = ctypes.cast(_pointer(registration["type_id"]), ctypes.POINTER(ctypes.c_int64))
        information = registration.get("type_info")
        deleter = ctypes.cast(_pointer(information), ctypes.POINTER(ctypes.c_void_p))[2] if information is not None else None
        library.befkit_pjrt_add_type(name.encode(), ids[0], deleter)

    def call_handler(name, function, *more):
        add_handler(name, function, *more)
        typed = more[1] == 1 if len(more) > 1 else isinstance(function, dict)
        _registered[name if isinstance(name, str) else name.decode()] = (
            {"execute": function} if typed and not isinstance(function, dict) else function)

    if add_type and watch_types and types is not None:  # XLA wants types before the handlers that use them
        types.pop("Host", None)
        watch_types("cpu", type_handler)
    if add_handler and targets is not None:
        targets.pop("Host", None)
        xla_client.register_custom_call_handler("cpu", call_handler)


_python = Python(ctypes.sizeof(Python), _call, _call_views, _find)


def library_path():
    """Where the plugin is. In an installed package the library of the module befkit has it."""
    here = pathlib.Path(__file__).resolve()
    found = os.environ.get("BEFKIT_PJRT_PLUGIN") or here.with_name("libpjrt_befkit.so")
    return str(found if os.path.exists(found) else here.parents[2] / "befkit" / "libbefkit.so")


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
    library.befkit_pjrt_set_python(ctypes.byref(_python))
    _watch_registrations(library)
    devices = os.environ.get("BEFKIT_NUM_DEVICES")
    xla_bridge.register_plugin("befkit", priority=-100, library_path=path, options={"num_devices": int(devices)} if devices else None)
