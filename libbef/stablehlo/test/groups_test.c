/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which operations become one kernel: the kernels of a program, constants excepted, with the attributes of groups over arrays. */
#include "check.h"
#include "put.h"

#include <bef/stablehlo.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define T "tensor<4x6xf32>"
#define ADD(result, a, b) "  " result " = stablehlo.add " a ", " b " : " T "\n"
#define UNARY(result, name, a) "  " result " = stablehlo." name " " a " : " T "\n"
#define SUM(result, a) \
	"  " result " = stablehlo.reduce(" a " init: %zero) applies stablehlo.add across dimensions = [1] : (" T \
	", tensor<f32>) -> tensor<4xf32>\n"
#define C "tensor<6x8xf32>"
#define LONG "tensor<4096x6x8xf32>"
#define COLUMNS(result, a) \
	"  " result " = stablehlo.reduce(" a " init: %zero) applies stablehlo.add across dimensions = [0] : (" C \
	", tensor<f32>) -> tensor<8xf32>\n"
#define REPEAT(result, a) "  " result " = stablehlo.broadcast_in_dim " a ", dims = [0] : (tensor<4xf32>) -> " T "\n"
#define TURN(result, a) "  " result " = stablehlo.reverse " a ", dims = [1] : " T "\n"

#define DOT_WITH(result, a) \
	"  " result " = stablehlo.dot_general " a ", %w, contracting_dims = [1] x [0] : (" T ", tensor<6x6xf32>) -> " T "\n"
#define PAD(result, a) \
	"  " result " = stablehlo.pad " a ", %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (" T \
	", tensor<f32>) -> tensor<6x8xf32>\n"
#define DOT(result) DOT_WITH(result, "%x")

/* The function has the arguments %x %y T, %v tensor<6xf32>, %w tensor<6x6xf32>, %s tensor<f32>, %u C, and returns %r. */
static const struct { const char *what, *source, *type, *kernels; } cases[] = {
	{ "one operation", ADD("%r", "%x", "%y"), T, "add" },
	{ "two operations", ADD("%0", "%x", "%y") UNARY("%r", "tanh", "%0"), T,
		"loop_fusion[4, 6][0, 6, 1, 0, 6, 1]0 f32 f32; add 0 1 f32; tanh 2 f32; return 3" },
	{ "a view", "  %0 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<6xf32>) -> " T "\n" ADD("%r", "%x", "%0"), T,
		"loop_fusion[4, 6][0, 6, 1, 0, 0, 1]0 f32 f32; add 0 1 f32; return 2" },
	{ "a value of another shape in memory", "  %0 = stablehlo.reshape %x : (" T ") -> tensor<2x12xf32>\n"
		"  %1 = stablehlo.negate %0 : tensor<2x12xf32>\n  %2 = stablehlo.reshape %1 : (tensor<2x12xf32>) -> tensor<24xf32>\n"
		"  %r = stablehlo.abs %2 : tensor<24xf32>\n", "tensor<24xf32>",
		"loop_fusion[2, 12][0, 12, 1]0 f32; negate 0 f32; abs 1 f32; return 2" },
	{ "a view that others use is a kernel too", TURN("%0", "%x") ADD("%1", "%0", "%x") UNARY("%2", "abs", "%1")
		"  %r = stablehlo.concatenate %0, %2, dim = 0 : (" T ", " T ") -> tensor<8x6xf32>\n", "tensor<8x6xf32>",
		"loop_fusion[4, 6][5, 6, -1, 0, 6, 1]0 f32 f32; add 0 1 f32; abs 2 f32; return 3, reverse, concatenate" },
	{ "slices of a scan come before what reads them", "  %i = stablehlo.convert %s : (tensor<f32>) -> tensor<i32>\n"
		"  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] : (" T ", tensor<i32>, tensor<i32>) -> tensor<2x3xf32>\n"
		"  %1 = stablehlo.negate %0 : tensor<2x3xf32>\n"
		"  %2 = stablehlo.dynamic_slice %y, %i, %i, sizes = [2, 3] : (" T ", tensor<i32>, tensor<i32>) -> tensor<2x3xf32>\n"
		"  %3 = stablehlo.add %1, %2 : tensor<2x3xf32>\n  %r = stablehlo.multiply %3, %1 : tensor<2x3xf32>\n", "tensor<2x3xf32>",
		"convert, dynamic_slice, dynamic_slice, loop_fusion[2, 3][0, 3, 1, 0, 3, 1]0 f32 f32; negate 0 f32; add 2 1 f32; multiply 3 2 f32; "
		"return 4" },
	{ "a group waits for a slice of few elements", "  %i = stablehlo.convert %s : (tensor<f32>) -> tensor<i32>\n" UNARY("%0", "abs", "%x")
		"  %1 = stablehlo.dynamic_slice %w, %i, %i, sizes = [4, 6] : (tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> " T "\n"
		ADD("%2", "%0", "%1") "  %r = stablehlo.multiply %2, %0 : " T "\n", T,
		"convert, dynamic_slice, loop_fusion[4, 6][0, 6, 1, 0, 6, 1]0 f32 f32; abs 0 f32; add 2 1 f32; multiply 3 2 f32; return 4" },
	{ "but not if the memory may change meanwhile", "  %i = stablehlo.convert %s : (tensor<f32>) -> tensor<i32>\n" UNARY("%0", "abs", "%x")
		"  %1 = stablehlo.dynamic_update_slice %x, %y, %i, %i : (" T ", " T ", tensor<i32>, tensor<i32>) -> " T "\n"
		ADD("%2", "%0", "%1") "  %r = stablehlo.multiply %2, %0 : " T "\n", T,
		"convert, abs, dynamic_update_slice, loop_fusion[4, 6][0, 6, 1, 0, 6, 1]0 f32 f32; add 0 1 f32; multiply 2 0 f32; return 3" },
	{ "a softmax", SUM("%0", "%x") REPEAT("%1", "%0") "  %2 = stablehlo.divide %x, %1 : " T "\n" UNARY("%r", "exponential", "%2"), T,
		"loop_fusion[4, 6][0, 6, 1]1 f32; constant 0x00000000 f32; reduce.add 0 1 f32; divide 0 2 f32; exponential 3 f32; return 4" },
	{ "a reduction alone", SUM("%r", "%x"), "tensor<4xf32>", "reduce" },
	{ "a row value", SUM("%0", "%x") "  %r = stablehlo.sqrt %0 : tensor<4xf32>\n", "tensor<4xf32>",
		"loop_fusion[4, 6][0, 6, 1]1 f32; constant 0x00000000 f32; reduce.add 0 1 f32; sqrt 2 f32; return 3" },
	{ "columns", "  %0 = stablehlo.sqrt %u : " C "\n" COLUMNS("%r", "%0"), "tensor<8xf32>",
		"loop_fusion[6, 8][0, 8, 1]1 of 1 f32; sqrt 0 f32; constant 0x00000000 f32; reduce.add 1 2 f32; return 3" },
	{ "columns of elements that others use, and of the operand", "  %0 = stablehlo.sqrt %u : " C "\n" COLUMNS("%1", "%0") COLUMNS("%2", "%u")
		"  %3 = stablehlo.add %1, %2 : tensor<8xf32>\n  %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<8xf32>) -> " C "\n"
		"  %r = stablehlo.multiply %0, %4 : " C "\n", C,
		"loop_fusion[6, 8][0, 8, 1]1 of 1 f32; sqrt 0 f32; constant 0x00000000 f32; reduce.add 1 2 f32; reduce.add 0 2 f32; "
		"return 1 3 4, add, loop_fusion[6, 8][0, 8, 1, 0, 0, 1]0 f32 f32; multiply 0 1 f32; return 2" },
	{ "columns alone", COLUMNS("%r", "%u"), "tensor<8xf32>", "reduce" },
	{ "rows come before columns", "  %0 = stablehlo.sqrt %u : " C "\n" COLUMNS("%1", "%0")
		"  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.maximum across dimensions = [1] : (" C
		", tensor<f32>) -> tensor<6xf32>\n  %3 = stablehlo.reshape %2 : (tensor<6xf32>) -> tensor<6x1xf32>\n"
		"  %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<6x1xf32>) -> " C "\n"
		"  %5 = stablehlo.divide %0, %4 : " C "\n  %6 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<8xf32>) -> " C "\n"
		"  %r = stablehlo.add %5, %6 : " C "\n", C,
		"loop_fusion[6, 8][0, 8, 1]1 f32; sqrt 0 f32; constant 0x00000000 f32; reduce.maximum 1 2 f32; divide 1 3 f32; return 1 4, "
		"reduce, loop_fusion[6, 8][0, 8, 1, 0, 0, 1]0 f32 f32; add 0 1 f32; return 2" },
	{ "columns of a function, which threads share", "  %0 = stablehlo.broadcast_in_dim %u, dims = [1, 2] : (" C ") -> " LONG "\n"
		"  %1 = stablehlo.tanh %0 : " LONG "\n  %2 = stablehlo.negate %1 : " LONG "\n"
		"  %r = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (" LONG
		", tensor<f32>) -> " C "\n", C, "loop_fusion[4096, 6, 8][0, 0, 8, 1]0 f32; tanh 0 f32; negate 1 f32; return 2, reduce" },
	{ "the same element of another place", UNARY("%0", "tanh", "%x") TURN("%1", "%0") ADD("%2", "%0", "%1") UNARY("%r", "abs", "%2"), T,
		"tanh, loop_fusion[4, 6][0, 6, 1, 5, 6, -1]0 f32 f32; add 0 1 f32; abs 2 f32; return 3" },
	{ "two ends meet", UNARY("%0", "tanh", "%x") UNARY("%1", "sine", "%y") ADD("%r", "%0", "%1"), T,
		"loop_fusion[4, 6][0, 6, 1, 0, 6, 1]0 f32 f32; tanh 0 f32; sine 1 f32; add 2 3 f32; return 4" },
	{ "an element and an array", "  %0 = stablehlo.sine %s : tensor<f32>\n  %1 = stablehlo.negate %0 : tensor<f32>\n"
		"  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> " T "\n" ADD("%r", "%2", "%x"), T,
		"fused, loop_fusion[4, 6][0, 0, 0, 0, 6, 1]0 f32 f32; add 0 1 f32; return 2" },
	{ "indices", "  %0 = stablehlo.iota dim = 1 : tensor<300x6xf32>\n  %1 = stablehlo.broadcast_in_dim %v, dims = [1] : "
		"(tensor<6xf32>) -> tensor<300x6xf32>\n  %r = stablehlo.add %0, %1 : tensor<300x6xf32>\n", "tensor<300x6xf32>",
		"loop_fusion[300, 6][0, 0, 1]0 f32; iota 1 f32; add 1 0 f32; return 2" },
	{ "indices in steps", "  %0 = stablehlo.iota dim = 0 : tensor<1200xf32>\n  %1 = stablehlo.slice %0 [0:12:2] : (tensor<1200xf32>) "
		"-> tensor<6xf32>\n  %r = stablehlo.add %v, %1 : tensor<6xf32>\n", "tensor<6xf32>",
		"iota, loop_fusion[6][0, 1, 0, 2]0 f32 f32; add 0 1 f32; return 2" },
	{ "a product with a bias", DOT("%0") "  %1 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<6xf32>) -> " T "\n"
		ADD("%2", "%0", "%1") UNARY("%r", "tanh", "%2"), T,
		"dot_general_fused[0, 0, 1] f32 f32; add 0 1 f32; tanh 2 f32; return 3" },
	{ "a product with another use", DOT("%0") UNARY("%1", "tanh", "%0") "  %r = stablehlo.concatenate %0, %1, dim = 0 : (" T ", " T
		") -> tensor<8x6xf32>\n", "tensor<8x6xf32>", "dot_general, tanh, concatenate" },
	{ "a product that is used in another order", DOT("%0") TURN("%1", "%0") ADD("%2", "%0", "%1") UNARY("%r", "abs", "%2"), T,
		"dot_general, loop_fusion[4, 6][0, 6, 1, 5, 6, -1]0 f32 f32; add 0 1 f32; abs 2 f32; return 3" },
	{ "a product with a reduction", DOT("%0") SUM("%1", "%0") "  %r = stablehlo.sqrt %1 : tensor<4xf32>\n", "tensor<4xf32>",
		"dot_general, loop_fusion[4, 6][0, 6, 1]1 f32; constant 0x00000000 f32; reduce.add 0 1 f32; sqrt 2 f32; return 3" },
	{ "two products", DOT("%0") DOT_WITH("%1", "%y") ADD("%r", "%0", "%1"), T,
		"dot_general, dot_general_fused[0, 6, 1] f32 f32; add 1 0 f32; return 2" },
	{ "a roll", "  %0 = stablehlo.slice %x [3:4, 0:6] : (" T ") -> tensor<1x6xf32>\n"
		"  %1 = stablehlo.slice %x [0:3, 0:6] : (" T ") -> tensor<3x6xf32>\n"
		"  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x6xf32>, tensor<3x6xf32>) -> " T "\n" ADD("%r", "%x", "%2"), T,
		"loop_fusion[4, 6][0, 6, 1, 18, 0, 1, -6, 6, 1]0 f32 f32 f32; join 0 1 1 2 f32; add 0 3 f32; return 4" },
	{ "a roll by one element", "  %0 = stablehlo.slice %v [5:6] : (tensor<6xf32>) -> tensor<1xf32>\n"
		"  %1 = stablehlo.slice %v [0:5] : (tensor<6xf32>) -> tensor<5xf32>\n"
		"  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<5xf32>) -> tensor<6xf32>\n"
		"  %r = stablehlo.add %v, %2 : tensor<6xf32>\n", "tensor<6xf32>",
		"loop_fusion[6][0, 1, 5, 0, -1, 1]0 f32 f32 f32; join 0 1 1 2 f32; add 0 3 f32; return 4" },
	{ "one element that other operations use too", "  %0 = stablehlo.slice %v [5:6] : (tensor<6xf32>) -> tensor<1xf32>\n"
		"  %1 = stablehlo.slice %v [0:5] : (tensor<6xf32>) -> tensor<5xf32>\n"
		"  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<5xf32>) -> tensor<6xf32>\n"
		"  %3 = stablehlo.add %v, %2 : tensor<6xf32>\n"
		"  %4 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> tensor<6xf32>\n"
		"  %r = stablehlo.add %3, %4 : tensor<6xf32>\n", "tensor<6xf32>",
		"slice, loop_fusion[6][0, 1, 0, 0, -1, 1]0 f32 f32 f32; join 0 1 1 2 f32; add 0 3 f32; add 4 1 f32; return 5" },
	{ "a slice of a padded array", PAD("%0", "%x") "  %1 = stablehlo.slice %0 [0:4, 1:7] : (tensor<6x8xf32>) -> " T "\n"
		ADD("%r", "%x", "%1"), T,
		"loop_fusion[4, 6][0, 6, 1, -6, 6, 1]0 f32 f32; constant 0x00000000 f32; join 0 1 2 1 f32; add 0 3 f32; return 4" },
	{ "a padded array that others use is a kernel", PAD("%r", "%x"), "tensor<6x8xf32>", "pad" },
	{ "elements of the same group in a result of pieces", UNARY("%0", "tanh", "%x") UNARY("%1", "abs", "%0")
		"  %2 = stablehlo.slice %1 [1:4, 0:6] : (" T ") -> tensor<3x6xf32>\n"
		"  %3 = stablehlo.slice %y [0:1, 0:6] : (" T ") -> tensor<1x6xf32>\n"
		"  %r = stablehlo.concatenate %3, %2, dim = 0 : (tensor<1x6xf32>, tensor<3x6xf32>) -> " T "\n", T,
		"loop_fusion[4, 6][0, 6, 1, 0, 0, 1]0 f32 f32; tanh 0 f32; abs 2 f32; join 0 1 1 3 f32; return 4" },
	{ "what is computed between borders", "  %0 = stablehlo.slice %x [1:3, 0:6] : (" T ") -> tensor<2x6xf32>\n"
		"  %1 = stablehlo.slice %y [0:2, 0:6] : (" T ") -> tensor<2x6xf32>\n  %2 = stablehlo.add %0, %1 : tensor<2x6xf32>\n"
		"  %r = stablehlo.pad %2, %zero, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<2x6xf32>, tensor<f32>) -> " T "\n", T,
		"loop_fusion[4, 6][0, 6, 1, -6, 6, 1]0 f32 f32; constant 0x00000000 f32; join 0 1 2 1 f32; add 0 3 f32; "
		"constant 0x00000000 f32; join 0 3 4 5 f32; join 0 1 5 6 f32; return 7" },
	{ "many short runs", "  %0 = stablehlo.broadcast_in_dim %u, dims = [1, 2] : (" C ") -> " LONG "\n"
		"  %1 = stablehlo.slice %0 [0:4096, 0:6, 7:8] : (" LONG ") -> tensor<4096x6x1xf32>\n"
		"  %2 = stablehlo.slice %0 [0:4096, 0:6, 0:7] : (" LONG ") -> tensor<4096x6x7xf32>\n"
		"  %3 = stablehlo.concatenate %1, %2, dim = 2 : (tensor<4096x6x1xf32>, tensor<4096x6x7xf32>) -> " LONG "\n"
		"  %r = stablehlo.add %0, %3 : " LONG "\n", LONG, "broadcast_in_dim, slice, slice, concatenate, "
		"loop_fusion[4096, 6, 8][0, 0, 8, 1, 0, 48, 8, 1]0 f32 f32; add 0 1 f32; return 2" },
	{ "repeated elements only", "  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> " T "\n" ADD("%r", "%0", "%0"), T,
		"add, broadcast_in_dim" },
	{ "a slice of a sum", ADD("%0", "%x", "%y") "  %1 = stablehlo.slice %0 [1:4, 0:5] : (" T ") -> tensor<3x5xf32>\n"
		"  %r = stablehlo.abs %1 : tensor<3x5xf32>\n", "tensor<3x5xf32>",
		"loop_fusion[3, 5][6, 6, 1, 6, 6, 1]0 f32 f32; add 0 1 f32; abs 2 f32; return 3" },
	{ "a group for a later one", "  %0 = stablehlo.slice %x [0:1, 0:6] : (" T ") -> tensor<1x6xf32>\n"
		"  %1 = stablehlo.negate %0 : tensor<1x6xf32>\n  %2 = stablehlo.slice %x [1:4, 0:6] : (" T ") -> tensor<3x6xf32>\n"
		"  %3 = stablehlo.abs %2 : tensor<3x6xf32>\n"
		"  %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<1x6xf32>, tensor<3x6xf32>) -> " T "\n" ADD("%r", "%4", "%y"), T,
		"loop_fusion[6][0, 1]0 f32; negate 0 f32; return 1, "
		"loop_fusion[4, 6][0, 6, 1, 0, 0, 1, 0, 6, 1]0 f32 f32 f32; abs 0 f32; join 0 1 1 3 f32; add 4 2 f32; return 5" },
	{ "a quotient by a power of two", "  %0 = stablehlo.constant dense<8.0> : " T "\n  %r = stablehlo.divide %x, %0 : " T "\n", T,
		"loop_fusion[4, 6][0, 6, 1]0 f32; constant 0x3E000000 f32; multiply 0 1 f32; return 2" },
	{ "unsigned quotients and remainders by powers of two", "  %0 = stablehlo.constant dense<16> : tensor<4x6xui32>\n"
		"  %1 = stablehlo.bitcast_convert %x : (" T ") -> tensor<4x6xui32>\n  %2 = stablehlo.divide %1, %0 : tensor<4x6xui32>\n"
		"  %3 = stablehlo.remainder %1, %0 : tensor<4x6xui32>\n  %r = stablehlo.add %2, %3 : tensor<4x6xui32>\n", "tensor<4x6xui32>",
		"loop_fusion[4, 6][0, 6, 1]0 f32; bitcast_convert 0 ui32; constant 0x00000004 ui32; shift_right_logical 1 2 ui32; "
		"constant 0x0000000F ui32; and 1 4 ui32; add 3 5 ui32; return 6" },
};

struct line { char text[2000]; size_t size; };

static int append(void *ctx, const char *data, size_t size)
{
	struct line *line = ctx;
	size = size < sizeof line->text - 1 - line->size ? size : sizeof line->text - 1 - line->size;
	memcpy(line->text + line->size, data, size);
	line->text[line->size += size] = '\0';
	return 0;
}

static void say(struct line *line, const char *text) { (void)append(line, text, strlen(text)); }

static void say_ints(struct line *line, const struct mlirbc_attr *list)
{
	char number[32];
	say(line, "[");
	for (size_t i = 0; list && i < list->u.array.count; i++) {
		snprintf(number, sizeof number, "%s%lld", i ? ", " : "", (long long)list->u.array.data[i]->u.number.words[0]);
		say(line, number);
	}
	say(line, "]");
}

static void describe(const struct mlirbc_op *op, struct line *line)
{
	say(line, line->size ? ", " : "");
	(void)append(line, op->name->data + 4, op->name->size - 4);
	const struct mlirbc_attr *epilogue = mlirbc_op_attr(op, "epilogue");
	if (epilogue) {
		say_ints(line, mlirbc_op_attr(op, "epilogue_maps"));
		say(line, " ");
		(void)append(line, epilogue->u.string->data, epilogue->u.string->size);
	}
	if (!mlirbc_op_is(op, "hlo.loop_fusion"))
		return;
	say_ints(line, mlirbc_op_attr(op, "dims"));
	say_ints(line, mlirbc_op_attr(op, "maps"));
	const struct mlirbc_attr *rank = mlirbc_op_attr(op, "row_rank"), *body = mlirbc_op_attr(op, "body");
	const struct mlirbc_attr *columns = mlirbc_op_attr(op, "column_rank");
	char number[64];
	snprintf(number, sizeof number, "%lld ", (long long)rank->u.number.words[0]);
	if (columns->u.number.words[0])
		snprintf(number, sizeof number, "%lld of %lld ", (long long)rank->u.number.words[0], (long long)columns->u.number.words[0]);
	say(line, number);
	(void)append(line, body->u.string->data, body->u.string->size);
}

static struct mlirbc_module *lower(struct mlirbc_context *context, const char *source)
{
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct bef_diag why = BEF_DIAG_INIT;
	struct mlirbc_module *module = NULL, *program = NULL;
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	if (mlirbc_parse(context, source, strlen(source), &parse, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s", diag.message);
	else if (bef_stablehlo_lower(module, NULL, &program, &why) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s", why.message);
	return program;
}

/* Describes the kernels. @return how many there are */
static size_t kernels_of(const char *source, struct line *out)
{
	size_t count = 0;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *program = lower(context, source);
	struct mlirbc_op *root = program ? program->body->first : NULL;
	*out = (struct line){ .size = 0 };
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		if (op->name->size > 4 && memcmp(op->name->data, "hlo.", 4) == 0 && !mlirbc_op_is(op, "hlo.constant") &&
			!mlirbc_op_is(op, "hlo.signature")) {
			describe(op, out);
			count++;
		}
	}
	mlirbc_context_destroy(context);
	return count;
}

static void groups(void)
{
	static struct line line;
	char source[4000];
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		snprintf(source, sizeof source,
			"func.func @main(%%x: " T ", %%y: " T ", %%v: tensor<6xf32>, %%w: tensor<6x6xf32>, %%s: tensor<f32>, %%u: " C ") -> %s {\n"
			"  %%zero = stablehlo.constant dense<0.0> : tensor<f32>\n%s  return %%r : %s\n}\n",
			cases[i].type, cases[i].source, cases[i].type);
		(void)kernels_of(source, &line);
		if (strcmp(line.text, cases[i].kernels) != 0)
			check_report(cases[i].what, 0, "got      %s\nexpected %s", line.text, cases[i].kernels);
	}
}

/* ---- many operations */

/* A long chain with a value that all of it uses. */
static void many(void)
{
	enum { COUNT = 12000 };
	static struct line line;
	written.size = 0;
	put("func.func @main(%%x: tensor<64x64xf32>, %%y: tensor<64x64xf32>) -> tensor<64x64xf32> {\n"
	    "  %%c = stablehlo.constant dense<0.5> : tensor<f32>\n  %%v0 = stablehlo.add %%x, %%y : tensor<64x64xf32>\n");
	for (int i = 1; i < COUNT; i++) {
		put("  %%b%d = stablehlo.broadcast_in_dim %%c, dims = [] : (tensor<f32>) -> tensor<64x64xf32>\n", i);
		if (i % 2)
			put("  %%w%d = stablehlo.multiply %%v%d, %%x : tensor<64x64xf32>\n", i, i - 1);
		else
			put("  %%w%d = stablehlo.transpose %%v%d, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>\n", i, i - 1);
		put("  %%v%d = stablehlo.add %%w%d, %%b%d : tensor<64x64xf32>\n", i, i, i);
	}
	put("  return %%v%d : tensor<64x64xf32>\n}\n", COUNT - 1);
	/* each transposition of a computed value begins a group */
	CHECK_INT(kernels_of(written.text, &line), COUNT / 2);
}

int main(int argc, char **argv)
{
	static const struct check_case list[] = { CHECK_CASE(groups), CHECK_CASE(many) };
	return check_main(argc, argv, list, sizeof list / sizeof *list);
}
