# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plugin of pytest (-p jax_recorder) that records the programs that JAX compiles and executes, each once: the text without locations, the
portable artifact, the inputs that the program kept, and the outputs. They go to $JAX_CAPTURE, a folder for each.

jax._src.compiler.compile_or_get_cached gives an executable for a module; ExecuteReplicated calls the executable. Both are wrapped, and
the paths of C++ that do not come back to Python are off. Programs are equal if their texts are, up to the module's name."""
import hashlib
import os
import re

import jax
from jax._src import compiler, pjit
from jax._src.interpreters import pxla
from jax._src.lib import _jax
from jaxlib.mlir.dialects import stablehlo

import programs
from jax_arrays import npy_file

FOLDER = os.environ["JAX_CAPTURE"]
LARGEST = 1 << 22  # bytes of one array: larger programs measure time more than they test results
current = {"test": ""}
modules = {}  # id of an executable -> the executable, so that the id stays its own, and its module


def record(buffer):
    """The file and the type of an input or output; None and "token" for a token, and where no process has the whole array."""
    if not isinstance(buffer, jax.Array) or buffer.dtype == jax.dtypes.float0 or not buffer.is_fully_addressable:
        return None, "token"
    if jax.dtypes.issubdtype(buffer.dtype, jax.dtypes.extended):
        buffer = jax.random.key_data(buffer)
    if buffer.nbytes > LARGEST:
        raise OverflowError
    return npy_file(buffer)


class Module:
    """The text and the artifact of a module; `labels` says what a judge must know."""

    def __init__(self, module, devices, callbacks):
        self.text = module.operation.get_asm(enable_debug_info=False)
        self.id = hashlib.sha256(re.sub(r"^module @\S+", "module", self.text).encode()).hexdigest()[:16]
        self.devices = devices
        self.labels = ["callback"] * bool(callbacks or "callback" in self.text)
        try:
            with module.context:
                copy = type(module).parse(self.text)
            self.artifact = _jax.mlir.serialize_portable_artifact(copy, stablehlo.get_current_version(), "sdy." in self.text)
        except Exception:  # operations of other dialects have no artifact
            self.artifact = None

    def write(self, inputs, outputs, tokens):
        meta = {"id": self.id, "labels": self.labels, "devices": self.devices, "test": current["test"], "tokens": tokens,
                "in": [name for _, name in inputs], "out": [name for _, name in outputs]}
        forms = {"text": self.text.encode(), "artifact": self.artifact}
        folder = os.path.join(FOLDER, self.id)
        os.makedirs(folder + ".part", exist_ok=True)
        programs.Program(meta, {form: data for form, data in forms.items() if data}, [file for file, _ in inputs],
                         [file for file, _ in outputs]).write(folder + ".part")
        os.rename(folder + ".part", folder)


class Results:
    """What an execution returns, with the buffers that its handlers made."""

    def __init__(self, results, outputs):
        self.results, self.outputs = results, outputs

    def __getattr__(self, name):
        return getattr(self.results, name)

    def consume_with_handlers(self, handlers, strict=True):
        out = self.results.consume_with_handlers(handlers, strict=strict)
        if strict:  # otherwise these are tokens
            self.outputs.extend(out)
        return out


class Executable:
    """An executable that records its first execution."""

    tokens = 0  # that come before the inputs, and before the outputs
    finish = None  # writes what was recorded, when the outputs are there

    def __init__(self, executable, module):
        self.executable, self.module = executable, module

    def __getattr__(self, name):
        return getattr(self.executable, name)

    def execute_sharded(self, inputs, with_tokens=False):
        module = self.module
        if module is None or os.path.exists(os.path.join(FOLDER, module.id)):
            return self.executable.execute_sharded(inputs, with_tokens=with_tokens)
        self.module = None
        tokens, outputs = [(None, "token")] * self.tokens, []
        recorded = guarded(lambda: tokens + [record(x) for x in inputs[len(tokens):]])  # before the call, which may take them over
        results = Results(self.executable.execute_sharded(inputs, with_tokens=with_tokens), outputs)
        if recorded is not None:
            self.finish = lambda: guarded(lambda: module.write(recorded, [record(x) for x in outputs], len(tokens)))
        return results


def guarded(action):
    """Runs what must not change the result of a test; None where an array is too large, or cannot be read."""
    try:
        return action()
    except Exception as error:
        if os.environ.get("JAX_CAPTURE_DEBUG"):
            print(f"not recorded: {error!r}")
        return None


def wrap_compile(original):
    def compile_or_get_cached(backend, computation, devices, *rest, **named):
        executable = original(backend, computation, devices, *rest, **named)
        callbacks = rest[1] if len(rest) > 1 else named.get("host_callbacks")
        module = guarded(lambda: Module(computation, devices.size, callbacks))
        modules[id(executable)] = executable, module
        return executable
    return compile_or_get_cached


def wrap_init(original):
    def __init__(self, xla_executable, *rest, **named):
        _, module = modules.pop(id(xla_executable), (None, None))
        original(self, Executable(xla_executable, module) if module else xla_executable, *rest, **named)
        if module:
            self.xla_executable.tokens = len(self.ordered_effects)
    return __init__


def wrap_call(original):
    def __call__(self, *args):
        out = original(self, *args)
        finish = getattr(self.xla_executable, "finish", None)
        if finish:
            self.xla_executable.finish = None
            finish()
        return out
    return __call__


compiler.compile_or_get_cached = wrap_compile(compiler.compile_or_get_cached)
pxla.ExecuteReplicated.__init__ = wrap_init(pxla.ExecuteReplicated.__init__)
pxla.ExecuteReplicated.__call__ = wrap_call(pxla.ExecuteReplicated.__call__)
pxla.MeshExecutable.create_cpp_call = lambda self, params: None
pjit._get_fastpath_data = lambda *rest, **named: None


def pytest_runtest_setup(item):
    current["test"] = item.nodeid


def pytest_collection_modifyitems(config, items):
    """Leaves a sample of the tests, chosen by their names."""
    count = int(os.environ.get("JAX_CAPTURE_TESTS", "0"))
    if count:
        chosen = {item.nodeid for item in sorted(items, key=lambda x: hashlib.sha256(x.nodeid.encode()).digest())[:count]}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
        items[:] = [item for item in items if item.nodeid in chosen]
