# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of the browser tests: small programs, modules and images, as text."""

# A chain of equal layers with different kernels in each, which the graph collapses, and a call.
LAYERS = 6


def host_program(layers=LAYERS):
    lines, last = ["func.func @main() -> i32 {", "  %a = tfrt.constant.i32 1", "  %b = tfrt.constant.i32 2",
        "  %c = tfrt.call @twice(%b) : (i32) -> i32"], "%c"
    for layer in range(layers):
        lines += [f"  %s{layer} = tfrt.add.i32 {last}, %a", f"  %d{layer} = tfrt.call @twice(%s{layer}) : (i32) -> i32",
            f"  %q{layer}, %r{layer} = tfrt.div.i32 %d{layer}, %b", f'  %t{layer} = "tfrt.minus.i32"(%q{layer}, %r{layer}) : (i32, i32) -> i32']
        last = f"%t{layer}"
    return "\n".join([*lines, f"  tfrt.return {last} : i32", "}", "func.func @twice(%x: i32) -> i32 {",
        "  %y = tfrt.add.i32 %x, %x", "  tfrt.return %y : i32", "}", ""])


# A model: two layers of a network and a sum.
MODEL = """module @net {
  func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
    %w = stablehlo.constant dense<0.25> : tensor<8x8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<4x8xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.maximum %0, %z : tensor<4x8xf32>
    %2 = func.call @layer(%1, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    return %2, %3 : tensor<4x8xf32>, tensor<f32>
  }
  func.func private @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.tanh %0 : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
}
"""



def weights_program(layers=14):
    """A network with its weights as arguments, and names as JAX gives them."""
    lines = ["func.func @main(" + ", ".join(f"""%w{i}: tensor<8x8xf32> loc("p['w{i}']")""" for i in range(layers)) +
        ', %x: tensor<4x8xf32> loc("x")) -> tensor<4x8xf32> {', "  %r = stablehlo.exponential %x : tensor<4x8xf32>"]
    last = "%r"
    for i in range(layers):
        lines += [f'  %d{i} = stablehlo.dot_general {last}, %w{i}, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>)'
            f' -> tensor<4x8xf32> loc("jit(f)/Net/Dense_{i}/dot_general")',
            f'  %t{i} = stablehlo.{("tanh", "sine", "abs")[i % 3]} %d{i} : tensor<4x8xf32>']
        last = f"%t{i}"
    return "\n".join([*lines, f"  return {last} : tensor<4x8xf32>", "}", ""])


SPIRV = b"\3\2\x23\7one"
IMAGES = b"module\nir k.spv target=spir64\nir k.spv target=spir64_gen\nmodule\nir k.spv target=nvptx64-nvidia-cuda\n"


def write(name, data):
    with open(name, "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
