# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs with inputs and the results that XLA gave for them: from golden packs (pack_NN.npz), and from folders that this writes."""
import glob
import json
import os
import zipfile

import arrays

# Form -> name of its file.
FORMS = {"text": "program.mlir", "locations": "locations.mlir", "artifact": "program.mlirbc", "bytecode": "bytecode.mlirbc",
         "jax": "program.jax"}


class Program:
    """`meta` has the id, labels, number of devices, names of the types of inputs and outputs, and the number of token results, which
    come first. `forms` has the program itself, by form. Inputs and outputs are .npy files; None is a token."""

    def __init__(self, meta, forms, inputs, outputs):
        self.meta, self.forms, self.inputs, self.outputs = meta, forms, inputs, outputs
        self.id, self.labels, self.devices = meta["id"], meta.get("labels", []), meta.get("devices", 1)
        self.tokens = meta.get("tokens", 0)

    def write(self, folder):
        """Writes the program to an empty folder, the arrays as befkit reads them."""
        for form, content in self.forms.items():
            with open(os.path.join(folder, FORMS[form]), "wb") as file:
                file.write(content)
        for kind, files in (("in", self.inputs), ("out", self.outputs)):
            for i, array in enumerate(files):
                if array is not None:
                    with open(os.path.join(folder, f"{kind}{i}.npy"), "wb") as file:
                        file.write(arrays.stored(array, self.meta[kind][i]))
        with open(os.path.join(folder, "meta.json"), "w", encoding="utf-8") as file:
            json.dump(self.meta, file)


def from_pack(path, wanted):
    """Yields the programs of a pack whose id is wanted."""
    with zipfile.ZipFile(path) as pack:
        names = set(pack.namelist())

        def content(name):
            return arrays.Array(pack.read(name)).data

        def files(meta, kind):
            return [None if name == "token" else pack.read(f"{meta['id']}/{kind}{i}.npy") for i, name in enumerate(meta[kind])]

        for name in sorted(names):
            key, _, member = name.partition("/")
            if member == "meta.npy" and wanted(key):
                meta = json.loads(content(name))
                forms = {"text": content(key + "/text.npy"), "artifact": content(key + "/artifact.npy")}
                yield Program(meta, {form: data for form, data in forms.items() if data}, files(meta, "in"), files(meta, "out"))


def from_packs(folder, wanted=lambda key: True):
    for path in sorted(glob.glob(os.path.join(folder, "pack_*.npz"))):
        yield from from_pack(path, wanted)


def from_folder(folder):
    """The program of a folder that write() wrote, or that has the same files."""
    def content(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    meta = json.loads(content("meta.json"))
    forms = {form: content(name) for form, name in FORMS.items() if os.path.exists(os.path.join(folder, name))}
    inputs, outputs = ([None if name == "token" else content(f"{kind}{i}.npy") for i, name in enumerate(meta[kind])]
                       for kind in ("in", "out"))
    return Program(meta, forms, inputs, outputs)


def from_folders(folder):
    for name in sorted(os.listdir(folder)):
        if os.path.exists(os.path.join(folder, name, "meta.json")):
            yield from_folder(os.path.join(folder, name))
