#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""call_model.py MODEL ARRAY.npy...: calls the function main of a StableHLO model through ctypes and prints its results."""
import ctypes as c
import sys
import numpy as np

DTYPES = {np.dtype(name): number for number, name in enumerate(  # kernels/dtype.h
    "u1 u2 u4 u8 ? i1 i2 i4 i8 f4 f8 c8 c16 f2".split(), start=1)}


class Diag(c.Structure):  # struct bef_diag
    _fields_ = [("size", c.c_size_t), ("status", c.c_int), ("rule", c.c_char_p), ("offset", c.c_uint64), ("line", c.c_uint32),
                ("column", c.c_uint32), ("message", c.c_char * 232)]


class Tensor(c.Structure):  # struct bef_model_tensor
    _fields_ = [("dtype", c.c_int), ("rank", c.c_uint32), ("dims", c.c_int64 * 16), ("data", c.c_void_p), ("size", c.c_size_t),
                ("owner", c.c_void_p)]


class Function(c.Structure):  # struct bef_stablehlo_function
    _fields_ = [("name", c.c_char_p), ("name_size", c.c_size_t), ("arguments", c.c_void_p), ("results", c.c_void_p),
                ("argument_count", c.c_uint32), ("result_count", c.c_uint32), ("effects", c.c_bool)]


class Model:
    def __init__(self, path):
        self.bef, kernels = c.CDLL("libbef-model.so.0"), c.CDLL("libkernels.so.0")
        kernels.kernels_registry_create.restype = self.bef.bef_model_find.restype = c.c_void_p
        self.registry, self.model = c.c_void_p(kernels.kernels_registry_create(None)), c.c_void_p()
        for name in ("basic", "hlo"):
            pack = getattr(c.CDLL(f"libkernels-{name}.so.0"), "kernels_pack_" + name)
            pack.restype = c.c_void_p
            assert kernels.kernels_registry_add(self.registry, c.c_void_p(pack()), None) == 0
        self.check(self.bef.bef_model_open_path, path.encode(), self.registry, None, c.byref(self.model))

    def check(self, call, *arguments):
        diag = Diag(size=c.sizeof(Diag), offset=2**64 - 1)
        if call(*arguments, c.byref(diag)) != 0:
            raise RuntimeError(diag.message.decode())

    def __call__(self, *arrays, function="main"):
        found = c.c_void_p(self.bef.bef_model_find(self.model, function.encode()))
        if not found:
            raise KeyError(function)
        arrays = [np.ascontiguousarray(array) for array in arrays]
        arguments = (Tensor * len(arrays))(*[Tensor(DTYPES[a.dtype], a.ndim, (c.c_int64 * 16)(*a.shape), a.ctypes.data, a.nbytes)
                                             for a in arrays])
        results = (Tensor * Function.from_address(found.value).result_count)()
        self.check(self.bef.bef_model_run, self.model, found, arguments, c.c_size_t(len(arguments)), results,
                   c.c_size_t(len(results)), None)
        return [self.array(tensor) for tensor in results]

    def array(self, tensor):
        dtype = {number: dtype for dtype, number in DTYPES.items()}[tensor.dtype]
        values = np.frombuffer(c.string_at(tensor.data, tensor.size), dtype).reshape(tensor.dims[:tensor.rank])
        self.bef.bef_model_tensor_release(c.byref(tensor))
        return values


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: call_model.py MODEL [ARGUMENT.npy ...]")
    for result in Model(sys.argv[1])(*map(np.load, sys.argv[2:])):
        print(result)
