#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""failure_text_test.py FOLDER: how the package jax_plugins.befkit in FOLDER reports exceptions of callbacks. It needs no JAX."""
import ctypes
import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "test"))
import tap  # noqa: E402


class Silent(Exception):
    def __str__(self):
        raise TypeError("no text")


def failure(plugin, error, room):
    """What a callback that raises the error writes to `room` bytes; the bytes behind them must stay."""
    def run(*_):
        raise error
    function, memory = (lambda: None), ctypes.create_string_buffer(b"#" * (room + 16), room + 16)
    call = plugin._callback(run)
    assert call(id(function), 0, None, 0, None, ctypes.addressof(memory), room) == 1
    assert memory.raw[room:] == b"#" * 16
    return memory.raw[:memory.raw.index(b"\0")].decode()


def cases(plugin):
    text = failure(plugin, ValueError("two\nlines, \u00e9"), 4096)
    yield "exception first", None if text.startswith("ValueError: two\nlines, \u00e9\n\nTraceback") else text
    yield "traceback", None if "failure_text_test.py" in text and "raise error" in text and plugin.__file__ not in text else text
    for room in (64, 65, 66):
        text = failure(plugin, KeyError("\u00e9\u20ac" * 1000), room)
        yield f"cut to {room}", None if text.startswith("KeyError: '\u00e9\u20ac\u00e9") and len(text.encode()) in range(room - 4, room) else text
    text = failure(plugin, SystemExit("a\0b \ud800"), 4096)
    yield "other characters", None if text.startswith("SystemExit: a?b ?") else text
    text = failure(plugin, Silent(), 4096)
    yield "without a text", None if text.startswith("Silent\n\nTraceback") else text


def main():
    sys.path.insert(0, sys.argv[1])
    results = tap.Tap()
    for name, why in cases(importlib.import_module("jax_plugins.befkit")):
        results.report(name, why)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
