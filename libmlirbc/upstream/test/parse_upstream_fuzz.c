/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fuzz target for text of libmlirbc, with the hooks of this library. */
#include <mlirbc/upstream.h>

#define FUZZ_ASSEMBLY mlirbc_upstream_assembly
#define FUZZ_PRINTING mlirbc_upstream_printing
#define FUZZ_WORDS                                                                                                     \
	"fastmath<fast>", "overflow<nsw>", "async", "[%arg0, 4]", "[1, 2]", "to", "into", "->", ":", "attributes {",   \
		"<{a = 1}>", "{b}", "!llvm.ptr<3>", "!gpu.async.token", "vector<4xf32>", "tensor<?xi64>", "<add>",     \
		"llvm.switch", "llvm.getelementptr", "gpu.launch_func", "transform.sequence", "pdl.operation", "x",    \
		"99999999999999999999", "16x16x4", "@a::@b", "array<i64: 1>", "-9223372036854775808", "%arg0", "^bb1"
#include "../../test/parse_fuzz.c"
