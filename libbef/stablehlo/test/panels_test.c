/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants that are stored in panels: which ones, and that results have the same bits as without panels (no_folding). */
#include "check.h"
#include "put.h"
#include "run_model.h"

#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdlib.h>
#include <string.h>

#define DOT(result, w, dims, x_type, w_type, type) \
	"  " result " = stablehlo.dot_general %x, " w ", contracting_dims = " dims " : (" x_type ", " w_type ") -> " type "\n"
#define CONV(result, kernel, x_type, w_type, type) \
	"  " result " = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[" kernel "]->[b, 0, 1, f], window = {pad = " \
	"[[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (" x_type ", " w_type ") -> " type "\n"
#define X "tensor<40x48xf32>"
#define Y "tensor<40x64xf32>"
#define W "tensor<48x64xf32>"
#define PLAIN_DOT(result) DOT(result, "%w", "[1] x [0]", X, W, Y)
#define IMAGE "tensor<1x9x9x32xf32>"

/* %x has the type `x`, computed by the program; %w is a constant; %r is returned. */
static const struct {
	const char *what, *x, *w, *source, *type;
	unsigned products; /* that read panels */
} cases[] = {
	{ "rows", X, W, PLAIN_DOT("%r"), Y, 1 },
	{ "transposed", X, "tensor<64x48xf32>", DOT("%r", "%w", "[1] x [1]", X, "tensor<64x48xf32>", Y), Y, 1 },
	{ "several dimensions", "tensor<40x3x16xf32>", "tensor<16x4x3x16xf32>",
		DOT("%r", "%w", "[1, 2] x [2, 0]", "tensor<40x3x16xf32>", "tensor<16x4x3x16xf32>", "tensor<40x4x16xf32>"), "tensor<40x4x16xf32>", 1 },
	{ "a product with what follows", X, W, PLAIN_DOT("%0") "  %r = stablehlo.tanh %0 : " Y "\n", Y, 1 },
	{ "two users", X, W, PLAIN_DOT("%0") "  %1 = stablehlo.negate %x : " X "\n  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x "
		"[0] : (" X ", " W ") -> " Y "\n  %r = stablehlo.concatenate %0, %2, dim = 0 : (" Y ", " Y ") -> tensor<80x64xf32>\n",
		"tensor<80x64xf32>", 2 },
	{ "bf16", "tensor<40x48xbf16>", "tensor<48x64xbf16>",
		DOT("%r", "%w", "[1] x [0]", "tensor<40x48xbf16>", "tensor<48x64xbf16>", "tensor<40x64xbf16>"), "tensor<40x64xbf16>", 1 },
	{ "i8", "tensor<40x48xi8>", "tensor<48x64xi8>",
		DOT("%r", "%w", "[1] x [0]", "tensor<40x48xi8>", "tensor<48x64xi8>", "tensor<40x64xi32>"), "tensor<40x64xi32>", 1 },
	{ "a convolution", IMAGE, "tensor<3x3x32x64xf32>",
		CONV("%r", "0, 1, i, o", IMAGE, "tensor<3x3x32x64xf32>", "tensor<1x9x9x64xf32>"), "tensor<1x9x9x64xf32>", 1 },
	{ "a convolution with weights in another order", IMAGE, "tensor<32x32x3x3xf32>",
		CONV("%r", "o, i, 0, 1", IMAGE, "tensor<32x32x3x3xf32>", "tensor<1x9x9x32xf32>"), "tensor<1x9x9x32xf32>", 1 },
	{ "a convolution of bf16", "tensor<1x9x9x8xbf16>", "tensor<3x3x8x32xbf16>",
		CONV("%r", "0, 1, i, o", "tensor<1x9x9x8xbf16>", "tensor<3x3x8x32xbf16>", "tensor<1x9x9x32xbf16>"), "tensor<1x9x9x32xbf16>", 1 },
	/* not in panels */
	{ "few multiplications", "tensor<2x48xf32>", W, DOT("%r", "%w", "[1] x [0]", "tensor<2x48xf32>", W, "tensor<2x64xf32>"), "tensor<2x64xf32>", 0 },
	{ "one row", "tensor<1x600xf32>", "tensor<600x64xf32>",
		DOT("%r", "%w", "[1] x [0]", "tensor<1x600xf32>", "tensor<600x64xf32>", "tensor<1x64xf32>"), "tensor<1x64xf32>", 0 },
	{ "half a panel", X, "tensor<48x48xf32>", DOT("%r", "%w", "[1] x [0]", X, "tensor<48x48xf32>", X), X, 0 },
	{ "another user", X, W, PLAIN_DOT("%0") "  %r = stablehlo.concatenate %0, %w, dim = 0 : (" Y ", " W ") -> tensor<88x64xf32>\n",
		"tensor<88x64xf32>", 0 },
	{ "the left operand", X, "tensor<64x48xf32>", "  %r = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<64x48xf32>, " X
		") -> tensor<64x40xf32>\n", "tensor<64x40xf32>", 0 },
	{ "two orders", "tensor<40x64xf32>", "tensor<64x64xf32>", DOT("%0", "%w", "[1] x [0]", Y, "tensor<64x64xf32>", Y)
		DOT("%1", "%w", "[1] x [1]", Y, "tensor<64x64xf32>", Y) "  %r = stablehlo.concatenate %0, %1, dim = 0 : (" Y ", " Y
		") -> tensor<80x64xf32>\n", "tensor<80x64xf32>", 0 },
	{ "an algorithm", X, W, "  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, "
		"rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, "
		"num_primitive_operations = 3, allow_imprecise_accumulation = false> : (" X ", " W ") -> " Y "\n", Y, 0 },
	{ "f64", "tensor<40x48xf64>", "tensor<48x64xf64>",
		DOT("%r", "%w", "[1] x [0]", "tensor<40x48xf64>", "tensor<48x64xf64>", "tensor<40x64xf64>"), "tensor<40x64xf64>", 0 },
	{ "batches", "tensor<2x40x48xf32>", "tensor<2x48x64xf32>", "  %r = stablehlo.dot_general %x, %w, batching_dims = [0] x [0], "
		"contracting_dims = [2] x [1] : (tensor<2x40x48xf32>, tensor<2x48x64xf32>) -> tensor<2x40x64xf32>\n", "tensor<2x40x64xf32>", 0 },
	{ "equal elements", X, NULL, "  %w = stablehlo.constant dense<1.5> : " W "\n" PLAIN_DOT("%r"), Y, 0 },
};

static uint32_t next_number(void)
{
	static uint32_t state = 1;
	state = state * 1664525u + 1013904223u;
	return state >> 16;
}

static bool ends_with(const char *type, const char *end)
{
	const size_t size = strlen(type), end_size = strlen(end);
	return size > end_size && memcmp(type + size - end_size, end, end_size) == 0;
}

/* Elements between -1 and 1, or bytes. */
static void say_constant(const char *type)
{
	const size_t size = ends_with(type, "xf64>") ? 8 : ends_with(type, "xf32>") ? 4 : ends_with(type, "xbf16>") ? 2 : 1;
	size_t count = 1;
	for (const char *at = type + strlen("tensor<"); *at >= '0' && *at <= '9'; at = strchr(at, 'x') + 1)
		count *= strtoul(at, NULL, 10);
	put("  %%w = stablehlo.constant dense<\"0x");
	for (size_t i = 0; i < count; i++) {
		const double number = next_number() % 2001 / 1000.0 - 1;
		const float single = (float)number;
		uint8_t bytes[8] = { (uint8_t)next_number() };
		if (size == 8)
			memcpy(bytes, &number, 8);
		else if (size == 4)
			memcpy(bytes, &single, 4);
		else if (size == 2) /* little-endian, as the text */
			memcpy(bytes, (const char *)&single + 2, 2);
		for (size_t k = 0; k < size; k++)
			put("%02X", bytes[k]);
	}
	put("\"> : %s\n", type);
}

/* A function without arguments. */
static void write_program(size_t number)
{
	const char *x = cases[number].x;
	written.size = 0;
	put("func.func @main() -> %s {\n", cases[number].type);
	put("  %%i = stablehlo.iota dim = 1 : %s\n  %%j = stablehlo.iota dim = 0 : %s\n", x, x);
	if (ends_with(x, "i8>"))
		put("  %%k = stablehlo.multiply %%i, %%i : %s\n  %%x = stablehlo.subtract %%k, %%j : %s\n", x, x);
	else
		put("  %%k = stablehlo.multiply %%i, %%j : %s\n  %%x = stablehlo.sine %%k : %s\n", x, x);
	if (cases[number].w)
		say_constant(cases[number].w);
	put("%s  return %%r : %s\n}\n", cases[number].source, cases[number].type);
}

/* The number of operations that read panels. */
static unsigned count_panels(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_module *module = NULL, *program = NULL;
	unsigned count = 0;
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	if (mlirbc_parse(context, written.text, written.size, &parse, &module, NULL) != MLIRBC_OK || bef_stablehlo_lower(module, NULL, &program, NULL) != BEF_OK)
		check_report(__FILE__, __LINE__, "cannot be lowered");
	struct mlirbc_op *root = program ? program->body->first : NULL;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		const struct mlirbc_attr *types = mlirbc_op_attr(op, "types");
		for (size_t i = 0; types && i < types->u.array.count; i++)
			count += types->u.array.data[i]->u.number.words[0] - 256 < 64;
	}
	mlirbc_context_destroy(context);
	return count;
}

static bool run(struct runner *runner, bool folding, struct records *out)
{
	struct model model;
	size_t count = 0;
	if (!model_open(runner, written.text, written.size, "panels_test.mlir", folding, &model))
		return check_report(__FILE__, __LINE__, "%s\n%s", model.why, model.missing), false;
	const bool good = model_run_all(runner, &model, &count) && count == 1;
	if (!good)
		check_report(__FILE__, __LINE__, "%s", model.why);
	records_take(out);
	model_close(&model);
	return good;
}

static void same_bits(void)
{
	struct runner runner = { .no_fusing = false };
	runner_init(&runner, 2);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct records panels = { NULL, 0, 0 }, rows = { NULL, 0, 0 };
		char why[500];
		write_program(i);
		const unsigned found = count_panels();
		if (found != cases[i].products)
			check_report(cases[i].what, 0, "%u products read panels, expected %u", found, cases[i].products);
		if (run(&runner, true, &panels) && run(&runner, false, &rows) && !records_equal(&panels, &rows, why, sizeof why))
			check_report(cases[i].what, 0, "%s", why);
		records_free(&panels);
		records_free(&rows);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case all[] = { CHECK_CASE(same_bits) };
	return check_main(argc, argv, all, sizeof all / sizeof *all);
}
