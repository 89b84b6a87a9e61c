#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Makes NAME.txt and NAME.loc.txt of every NAME.mlir here with mlir-opt 22: what the printer must print.
cd "$(dirname "$0")" || exit 1
for f in *.mlir; do
	for more in txt: loc.txt:--mlir-print-debuginfo; do
		# mlir-opt ends with an empty line of its own
		mlir-opt-22 --allow-unregistered-dialect --mlir-print-op-generic --mlir-very-unsafe-disable-verifier-on-parsing \
			--verify-each=0 ${more#*:} "$f" | sed '$d' > "${f%.mlir}.${more%%:*}"
	done
done
