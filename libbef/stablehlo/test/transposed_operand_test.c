/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which products read transposed operands in place. Their results are those of data/run/transposed_operands.mlir. */
#include "transposes.h"

#define TURN(name, from, from_type, dims, type) \
	"  " name " = stablehlo.transpose " from ", dims = " dims " : (" from_type ") -> " type "\n"
#define DOT(left, right, dims, left_type, right_type, type) \
	"  %p = stablehlo.dot_general " left ", " right ", " dims " : (" left_type ", " right_type ") -> " type "\n"
#define FUNCTION(x, y, text, results, values) \
	"func.func @f(%x: " x ", %y: " y ") -> " results " {\n" text "  return " values " : " results "\n}\n"

/* %y is the only operand that is transposed. */
#define RIGHT(x, y, dims, turned, how, result) \
	FUNCTION(x, y, TURN("%t", "%y", y, dims, turned) DOT("%x", "%t", how, x, turned, result), result, "%p")

static const struct transposing programs[] = {
	{ RIGHT("tensor<40xf32>", "tensor<70x40xf32>", "[1, 0]", "tensor<40x70xf32>", "contracting_dims = [0] x [0]", "tensor<70xf32>"),
		false },
	{ RIGHT("tensor<3x40xbf16>", "tensor<70x40xbf16>", "[1, 0]", "tensor<40x70xbf16>", "contracting_dims = [1] x [0]",
		  "tensor<3x70xbf16>"),
		false },
	{ RIGHT("tensor<30x40xi8>", "tensor<70x40xi8>", "[1, 0]", "tensor<40x70xi8>", "contracting_dims = [1] x [0]",
		  "tensor<30x70xi32>"),
		false },
	/* both operands */
	{ FUNCTION("tensor<40x30xf32>", "tensor<70x40xf32>",
		  TURN("%s", "%x", "tensor<40x30xf32>", "[1, 0]", "tensor<30x40xf32>")
			  TURN("%t", "%y", "tensor<70x40xf32>", "[1, 0]", "tensor<40x70xf32>")
				  DOT("%s", "%t", "contracting_dims = [1] x [0]", "tensor<30x40xf32>", "tensor<40x70xf32>", "tensor<30x70xf32>"),
		  "tensor<30x70xf32>", "%p"),
		false },
	/* one transposition, twice */
	{ FUNCTION("tensor<40x30xf32>", "tensor<40x30xf32>",
		  TURN("%t", "%x", "tensor<40x30xf32>", "[1, 0]", "tensor<30x40xf32>")
			  DOT("%t", "%t", "contracting_dims = [1] x [1]", "tensor<30x40xf32>", "tensor<30x40xf32>", "tensor<30x30xf32>"),
		  "tensor<30x30xf32>", "%p"),
		false },
	/* heads of a cache */
	{ RIGHT("tensor<3x50xf32>", "tensor<64x3x50xf32>", "[1, 2, 0]", "tensor<3x50x64xf32>",
		  "batching_dims = [0] x [0], contracting_dims = [1] x [1]", "tensor<3x64xf32>"),
		false },
	/* so many rows that the columns of each batch should lie together */
	{ RIGHT("tensor<3x64x50xf32>", "tensor<64x3x50xf32>", "[1, 2, 0]", "tensor<3x50x64xf32>",
		  "batching_dims = [0] x [0], contracting_dims = [2] x [1]", "tensor<3x64x64xf32>"),
		true },
	/* the free dimensions would change their order */
	{ RIGHT("tensor<17x4xf32>", "tensor<2x3x17xf32>", "[2, 1, 0]", "tensor<17x3x2xf32>", "contracting_dims = [0] x [0]",
		  "tensor<4x3x2xf32>"),
		true },
	/* the depth has no common step */
	{ RIGHT("tensor<4x5x3xf32>", "tensor<3x5x7xf32>", "[0, 2, 1]", "tensor<3x7x5xf32>",
		  "contracting_dims = [1, 2] x [2, 0]", "tensor<4x7xf32>"),
		true },
};

static void forms(void) { check_transposes(programs, sizeof programs / sizeof *programs, "transposed_operand_test.mlir"); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(forms) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
