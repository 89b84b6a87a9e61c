#!/bin/sh
# Makes the .mlirbc files and the text that MLIR prints of them. Debian package mlir-22-tools. write_jax.py makes the files jax_*.
cd "$(dirname "$0")" || exit 1
opt="${MLIR_OPT:-mlir-opt-22} --allow-unregistered-dialect"
write() { # source, version, passes
	$opt $3 --emit-bytecode --emit-bytecode-version="$2" "$1.mlir" -o "$1.v$2.mlirbc" &&
		$opt --mlir-print-op-generic --mlir-print-debuginfo "$1.v$2.mlirbc" > "$1.v$2.txt"
}
for version in 0 4 5 6; do
	write ops $version
done
write attrs 6
write places 6 --cse
write llvm 6
write quant 6
