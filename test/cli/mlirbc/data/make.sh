#!/bin/sh
# Makes the .mlirbc files of this folder from the .mlir ones beside them.
cd "$(dirname "$0")" || exit 1
for source in *.mlir; do
	mlir-opt-22 --allow-unregistered-dialect --emit-bytecode "$source" -o "${source%.mlir}.mlirbc" || exit 1
done
