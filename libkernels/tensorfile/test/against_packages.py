#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""against_packages.py DUMP: compares libtensorfile with the packages numpy, safetensors, ml_dtypes and gguf of Python, both ways.
Skips where they are not installed: pip install safetensors numpy ml_dtypes gguf"""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../test"))
from tap import Tap  # noqa: E402

try:
    import gguf
    import ml_dtypes
    import numpy as np
    import safetensors
    import safetensors.numpy as st
except ImportError as missing:
    print(f"1..0 # SKIP {missing}")
    sys.exit(0)

OFTEN = {"Q4_0": 2, "Q4_1": 3, "Q5_0": 6, "Q5_1": 7, "Q8_0": 8, "Q4_K": 12, "Q5_K": 13, "Q6_K": 14}


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def dump(program, path, dtype="own", out=None):
    """{name: (dtype, shape, sum)}, metadata"""
    command = [program, path, dtype] + ([out] if out else [])
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        raise AssertionError(f"{' '.join(command)}: {result.stderr}")
    tensors, metadata = {}, {}
    for line in result.stdout.replace("line\nand", "line|and").rstrip("\n").split("\n"):
        if line.startswith("metadata "):
            key, value = line[len("metadata "):].split(" = ", 1)
            metadata[key] = value
        else:
            name, kind, shape, total = line.rsplit(" ", 3)
            tensors[name] = (kind, shape, total)
    return tensors, metadata


def shape_text(array):
    return "x".join(map(str, array.shape))


def arrays():
    random = np.random.default_rng(1)
    made = {f"a.{kind}": random.integers(0, 100, (3, 5)).astype(kind)
            for kind in ("bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8")}
    made["scalar"] = np.array(2.5, np.float32)
    made["empty"] = np.zeros((0, 4), np.int64)
    made["params['dense']['kernel']"] = random.standard_normal((4, 3)).astype(np.float32)
    made["\u00e9 \u4e2d"] = np.arange(3)
    return made


def compare(found, expected):
    assert set(found) == set(expected), f"names {sorted(found)}, expected {sorted(expected)}"
    for name, array in expected.items():
        assert found[name][1] == shape_text(array), f"{name}: shape {found[name][1]}, expected {shape_text(array)}"
        data = np.ascontiguousarray(array).tobytes()
        assert found[name][2] == fnv(data), f"{name}: other elements"


def npz(program, folder):
    made = arrays()
    np.savez(folder + "/stored.npz", **made)
    np.savez_compressed(folder + "/deflated.npz", **made)
    for name in ("stored", "deflated"):
        compare(dump(program, f"{folder}/{name}.npz")[0], made)
    np.save(folder + "/columns.npy", np.asfortranarray(made["a.f4"].astype(">f4")))
    compare(dump(program, folder + "/columns.npy")[0], {"": made["a.f4"]})


def safe(program, folder):
    made = arrays()
    for kind in (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
        made[np.dtype(kind).name] = np.arange(-6, 6, dtype=np.float32).reshape(3, 4).astype(kind)
    path, again = folder + "/a.safetensors", folder + "/b.safetensors"
    st.save_file(made, path, metadata={"format": "np", "quote \"": "line\nand \u00e9"})
    found, metadata = dump(program, path, out=again)
    compare(found, made)
    assert metadata["format"] == "np", metadata
    compare(dump(program, again)[0], made)
    with safetensors.safe_open(again, "np") as file:
        assert set(file.keys()) == set(made)
        for name, array in made.items():
            if "float8" not in name and name != "bfloat16":  # which the package reads for other libraries only
                read = file.get_tensor(name)
                assert read.dtype == array.dtype and read.tobytes() == array.tobytes(), name
        assert file.metadata() == {"format": "np", "quote \"": "line\nand \u00e9"}, file.metadata()
    dump(program, again, out=folder + "/c.safetensors")
    with open(again, "rb") as one, open(folder + "/c.safetensors", "rb") as two:
        assert one.read() == two.read(), "another file from the same tensors"


def sharded(program, folder):
    made = arrays()
    names = sorted(made)
    weights = {}
    for number, part in enumerate((names[::2], names[1::2])):
        file = f"m-{number}.safetensors"
        st.save_file({name: made[name] for name in part}, f"{folder}/{file}")
        weights.update(dict.fromkeys(part, file))
    with open(folder + "/m.safetensors.index.json", "w", encoding="utf-8") as index:
        json.dump({"metadata": {"total_size": 1, "x": [1, {"y": None}]}, "weight_map": weights}, index)
    compare(dump(program, folder + "/m.safetensors.index.json")[0], made)


def quantized(program, folder):
    random = np.random.default_rng(2)
    path = folder + "/a.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_uint32("answer", 42)
    writer.add_float32("third", 0.25)
    writer.add_array("words", ["a", "b"])
    expected = {"plain": random.standard_normal((3, 5)).astype(np.float32), "half": random.standard_normal((2, 3)).astype(np.float16)}
    for name, array in list(expected.items()):
        writer.add_tensor(name, array)
        expected[name] = array.astype(np.float32)
    for name, number in OFTEN.items():
        kind = gguf.GGMLQuantizationType(number)
        block, size = gguf.GGML_QUANT_SIZES[kind]
        raw = random.integers(0, 256, (3, 2 * size), np.uint8)
        for row in raw.reshape(-1, size):  # scales are small numbers, as in files
            for at in (208,) if name == "Q6_K" else (0, 2) if name in ("Q4_1", "Q5_1", "Q4_K", "Q5_K") else (0,):
                row[at:at + 2] = np.frombuffer(np.float16(random.standard_normal()).tobytes(), np.uint8)
        writer.add_tensor(name, raw, raw_dtype=kind)
        expected[name] = gguf.dequantize(raw, kind)
        assert expected[name].shape == (3, 2 * block)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    found, metadata = dump(program, path, "f32")
    for name, array in expected.items():
        assert found[name][1:] == (shape_text(array), fnv(array.astype(np.float32).tobytes())), f"{name}: {found[name]}"
    assert metadata["answer"] == "42" and metadata["third"] == "0.25" and metadata["general.architecture"] == "llama", metadata


def written_gguf(program, folder):
    made = {name: array for name, array in arrays().items() if array.dtype.name in ("float16", "float32", "float64", "int8", "int64")
            and array.size and name.isascii()}
    np_path, path = folder + "/w.safetensors", folder + "/w.gguf"
    st.save_file(made, np_path, metadata={"general.architecture": "test"})
    dump(program, np_path, out=path)
    read = {tensor.name: tensor.data for tensor in gguf.GGUFReader(path).tensors}
    assert set(read) == set(made), set(read) ^ set(made)
    for name, array in made.items():
        assert read[name].tobytes() == array.tobytes(), name


def main():
    results = Tap()
    for case in (npz, safe, sharded, quantized, written_gguf):
        with tempfile.TemporaryDirectory() as folder:
            try:
                case(sys.argv[1], folder)
                results.report(case.__name__, None)
            except AssertionError as reason:
                results.report(case.__name__, str(reason))
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
