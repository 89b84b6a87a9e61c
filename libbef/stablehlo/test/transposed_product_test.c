/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which transpositions of products become products with exchanged operands. Their results are those of data/run/transposed_products.mlir. */
#include "transposes.h"

#define PRODUCT(use, results) \
	"func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> " results " {\n" \
	"  %p = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : " \
	"(tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>\n" use "}\n"

static const struct transposing programs[] = {
	{ PRODUCT("  %t = stablehlo.transpose %p, dims = [0, 2, 1] : (tensor<2x3x5xf32>) -> tensor<2x5x3xf32>\n"
		  "  return %t : tensor<2x5x3xf32>\n",
		  "tensor<2x5x3xf32>"),
		false },
	{ PRODUCT("  %t = stablehlo.transpose %p, dims = [1, 0, 2] : (tensor<2x3x5xf32>) -> tensor<3x2x5xf32>\n"
		  "  return %t : tensor<3x2x5xf32>\n",
		  "tensor<3x2x5xf32>"),
		true },
	{ PRODUCT("  %t = stablehlo.transpose %p, dims = [2, 1, 0] : (tensor<2x3x5xf32>) -> tensor<5x3x2xf32>\n"
		  "  return %t : tensor<5x3x2xf32>\n",
		  "tensor<5x3x2xf32>"),
		true },
	{ PRODUCT("  %t = stablehlo.transpose %p, dims = [0, 2, 1] : (tensor<2x3x5xf32>) -> tensor<2x5x3xf32>\n"
		  "  return %t, %p : tensor<2x5x3xf32>, tensor<2x3x5xf32>\n",
		  "(tensor<2x5x3xf32>, tensor<2x3x5xf32>)"),
		true },
};

static void forms(void) { check_transposes(programs, sizeof programs / sizeof *programs, "transposed_product_test.mlir"); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(forms) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
