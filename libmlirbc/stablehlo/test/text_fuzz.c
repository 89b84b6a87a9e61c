/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The fuzz target for text of libmlirbc, with the hooks of this library. */
#include <mlirbc/stablehlo.h>

#define FUZZ_ASSEMBLY mlirbc_stablehlo_assembly
#define FUZZ_PRINTING mlirbc_stablehlo_printing
#define FUZZ_WORDS                                                                                                     \
	"init", "applies", "across", "dimensions", "reducer", "cond", "window", "pad", "stride", "dim_numbers",        \
		"dims", "b", "f", "precision", "algorithm", "config", "EQ", "FLOAT", "HIGH", "e8m10", "stablehlo.add", \
		"stablehlo.while", "stablehlo.return", "chlo.scan", "!stablehlo.token", "#stablehlo.bounds<3>",        \
		"true", "99999999999999999999", "tensor<f32>", "tensor<?xi64>", "complex<f32>",                        \
		"!quant.uniform<i8:f32, 2.0>", "-9223372036854775808"
#include "../../test/parse_fuzz.c"
