#!/bin/sh
# make.sh MLIRBC: makes the artifact of this folder from the text beside it.
cd "$(dirname "$0")" || exit 1
"$1" convert --to vhlo:1.0.0 names.mlir -o names.mlirbc
