#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_devices.py PROGRAM: models on a device of OpenCL, measured and run."""
import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
import tap  # noqa: E402

MODEL = """func.func @main(%x: tensor<4x3xf32>, %w: tensor<3x2xf32>) -> tensor<4x2xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<4x2xf32>
  %q = stablehlo.add %p, %p : tensor<4x2xf32>
  return %q : tensor<4x2xf32>
}
"""
HOST = """func.func @main() -> i32 {
  %one = tfrt.constant.i32 1
  tfrt.return %one : i32
}
"""
INPUTS = ["--input=[[1,2,3],[4,5,6],[7,8,9],[0,1,0]]", "--input=[[1,2],[3,4],[5,6]]"]


class Device:
    """Runs commands in a folder of its own, where the caches of the driver are too."""
    def __init__(self, bef, folder, results):
        self.bef, self.folder, self.results = bef, folder, results
        self.environment = dict(os.environ, POCL_DEVICES="basic", POCL_CACHE_DIR=os.path.join(folder, "pocl"), XDG_CACHE_HOME=folder)

    def run(self, *arguments, data=None, **variables):
        """`data`: the file that is standard input."""
        text = b""
        if data:
            with open(os.path.join(self.folder, data), "rb") as f:
                text = f.read()
        return tap.run([self.bef, *arguments], cwd=self.folder, env=dict(self.environment, **variables), timeout=120, data=text)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as f:
            f.write(text)

    def check(self, name, arguments, status, *words, **options):
        """Expects a status and words in the output."""
        result = self.run(*arguments, **options)
        missing = [w for w in words if w not in result.text()]
        problem = result.crash() or (f"exit status {result.status}, expected {status}; missing {missing}: {result.text()}"
                                     if missing or result.status != status else None)
        self.results.report(name, problem)
        return result


def test_bench(device):
    bench = device.check("bench", ["bench", "model.mlir", "--device", "opencl:0", *INPUTS, "--repeat", "3", "-o", "device.npy"], 0)
    figures = json.loads(bench.output or "{}")
    good = figures.get("device") == "opencl:0" and figures.get("executions") == 3 and figures.get("ms", 0) > 0
    device.results.report("bench: figures", None if good else str(figures))
    device.check("bench: of the host", ["bench", "model.mlir", *INPUTS, "--repeat", "1", "-o", "host.npy"], 0)
    device.check("bench: the same results", ["run", "compare.mlir", "--input", "device.npy", "--input", "host.npy"], 0)
    device.check("bench: no device", ["bench", "model.mlir", "--device", "opencl:9", *INPUTS], 1, "opencl:9", "Devices:", "opencl:0")
    device.check("bench: a host program", ["bench", "host.mlir", "main", "--device", "opencl:0"], 2, "--device")


def test_ranks(device):
    device.check("the device of a rank", ["run", "model.mlir", "--device", "opencl:{rank}", *INPUTS, "--stats"], 0, "hlo.device_dot_general")
    device.check("ranks of one process", ["run", "model.mlir", "--device", "opencl:{rank}", "--ranks", "2", *INPUTS], 2,
                 "share a device, found 'opencl:{rank}'")
    device.check("the rank of no driver", ["run", "model.mlir", "--device", "none:{rank}", *INPUTS], 1, "none:0")


def test_assemble(device):
    device.check("assemble", ["assemble", "--device", "opencl", "model.mlir", "-o", "model.bef"], 0)
    device.check("run a file for a device", ["run", "model.bef", "--device", "opencl:0", *INPUTS, "--stats", "-o", "file.npy"], 0, "hlo.device_dot_general")
    device.check("the same results", ["run", "compare.mlir", "--input", "file.npy", "--input", "host.npy"], 0)
    device.check("the same device named", ["run", "--device", "opencl:0", "model.bef", *INPUTS], 0, "Running 'main'")
    device.check("from a pipe", ["run", "-", "--device", "opencl:0", *INPUTS], 0, "Running 'main'", data="model.bef")
    device.check("measured", ["bench", "model.bef", "--device", "opencl:0", *INPUTS, "--repeat", "2"], 0, '"executions":2')
    device.check("a device that was not asked for", ["run", "model.bef", *INPUTS], 1, "for device opencl:0", "--device")
    device.check("verify names its operations", ["verify", "model.bef"], 1, "hlo.device_dot_general", "--device")
    device.check("another device named", ["run", "--device", "host:0", "model.bef", *INPUTS], 1, "for device opencl:0", "on device host:0")
    device.check("no driver", ["run", "model.bef", "--device", "opencl:0", *INPUTS], 1, "/nowhere/libOpenCL.so", "Devices: host:0",
                 KERNELS_OPENCL="/nowhere/libOpenCL.so")
    device.check("neither device", ["run", "--device", "host:0", "model.bef", *INPUTS], 1, "for device opencl:0", "on device host:0",
                 KERNELS_OPENCL="/nowhere/libOpenCL.so")
    device.check("assemble for the host", ["assemble", "--device", "host:0", "model.mlir", "-o", "host.bef"], 0)
    device.check("a file for the host", ["run", "host.bef", *INPUTS], 0, "Running 'main'")
    device.check("a file for the host on a device", ["run", "--device", "opencl:0", "host.bef", *INPUTS], 1, "for the host",
                 "opencl:0")
    device.check("assemble: no device", ["assemble", "--device", "opencl:9", "model.mlir"], 1, "opencl:9", "Devices:")
    device.check("assemble: a host program", ["assemble", "--device", "opencl:0", "host.mlir"], 1, "--device")


# A C function of this kind runs in the process on a driver for the host's processor.
NATIVE = """func.func @main() -> i32 {
  %ch = tfrt.new.chain
  %d = "device.find"(%ch) {name = "opencl:0"} : (!tfrt.chain) -> !tfrt_gpu.device
  %ctx = "tfrt_gpu.context.primary"(%d) : (!tfrt_gpu.device) -> !tfrt_gpu.context
  %m = "device.program.build"(%ctx) {kind = "opencl-c", options = "", source = "kernel void k(global long *p) { p[0] = 1; }"} : (!tfrt_gpu.context) -> !tfrt_gpu.module
  %x = tfrt.constant.i32 7
  tfrt.return %x : i32
}
"""


def test_native_code(device):
    """A file's own code is not built, far less run, before a pack is asked for."""
    device.write("native.mlir", NATIVE)
    device.check("assemble native code", ["assemble", "native.mlir", "-o", "native.bef"], 0)
    for name in ("native.mlir", "native.bef"):
        for command in (["run", name], ["bench", name, "main"], ["verify", "--kernels", name], ["run", "--pack", "basic", name]):
            device.check(" ".join(command), command, 1, "device.program.build", "--pack device")
        device.check(f"verify {name}", ["verify", name], 0, "'device.program.build' of pack device", "'device.find'", "--pack device")
        device.check(f"packs for {name}", ["run", "--pack", "device,opencl", name], 0, "returned 7")
    device.check("one pack alone", ["run", "--pack", "device", "native.mlir"], 1, "no driver for device opencl:0")


def main():
    bef = os.path.abspath(sys.argv[1])
    results = tap.Tap()
    with tempfile.TemporaryDirectory() as scratch:
        device = Device(bef, scratch, results)
        found = device.run("devices", "opencl:0")
        if found.status != 0 and not found.crash():
            return tap.skip_all("no device of OpenCL; install pocl-opencl-icd")
        device.write("model.mlir", MODEL)
        device.write("host.mlir", HOST)
        device.write("compare.mlir", """func.func @main(%a: tensor<4x2xf32>, %b: tensor<4x2xf32>) {
  check.expect_almost_eq %a, %b : tensor<4x2xf32>
  return
}
""")
        test_bench(device)
        test_ranks(device)
        test_assemble(device)
        test_native_code(device)
    return results.finish()


if __name__ == "__main__":
    sys.exit(main())
