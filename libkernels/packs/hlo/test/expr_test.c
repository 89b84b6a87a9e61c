/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions: texts that are accepted and refused, evaluation of many elements and of one, recognition of bodies. */
#include "check.h"
#include "device/source.h"
#include "expr/cost.h"
#include "expr/expr.h"
#include "expr/fold.h"
#include "expr/scalars.h"
#include <hlo/device.h>
#include <stdlib.h>

static char message[300];

static struct hlo_expr *parse(const char *text)
{
	message[0] = '\0';
	return kernels_hlo__expr_parse((struct kernels_string){ text, strlen(text) }, async_allocator_system(), message,
		sizeof message);
}

/* The element i of argument k of the tests below. */
static float argument(uint32_t k, size_t i) { return (float)((i * 7 + k * 3) % 11) - 4.5f; }

/* Evaluates a body of f32 with a result of f32 for n elements, argument k repeated if scalar[k] is set. */
static void evaluate(const struct hlo_expr *expr, size_t n, const bool *scalar, float *out)
{
	static float values[4][1000];
	const void *in[4] = { values[0], values[1], values[2], values[3] };
	for (uint32_t k = 0; k < expr->argument_count; k++)
		for (size_t i = 0; i < n; i++)
			values[k][i] = argument(k, i);
	void *workspace = malloc(kernels_hlo__expr_workspace(expr, n));
	void *outputs[1] = { out };
	kernels_hlo__expr_run(expr, in, scalar, outputs, n, workspace);
	free(workspace);
}

static float clamped(float a, float b) { return a * b < b ? b : a * b > 9.0f ? 9.0f : a * b; }

static void evaluates(void)
{
	static const size_t sizes[] = { 0, 1, 2, 255, 256, 257, 1000 };
	static float out[1000];
	const bool second[] = { false, true };
	struct hlo_expr *expr = parse("f32 f32; constant 0x41100000 f32; multiply 0 1 f32; compare.LT.FLOAT 3 1 i1; "
				      "select 4 1 3 f32; minimum 5 2 f32; return 6");
	CHECK_STR(message, "");
	CHECK_OR_RETURN(expr != NULL);
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (int repeated = 0; repeated < 2; repeated++) {
			size_t n = sizes[s], wrong = 0;
			evaluate(expr, n, repeated ? second : NULL, out);
			for (size_t i = 0; i < n; i++)
				wrong += out[i] != clamped(argument(0, i), argument(1, repeated ? 0 : i));
			CHECK_INT(wrong, 0);
		}
	kernels_hlo__expr_destroy(expr);
}

/* Of two NaNs, either may be the result of a sum or a product. */
static bool same_bits(const void *a, const void *b, enum kernels_dtype dtype)
{
	float f[2];
	double d[2];
	if (memcmp(a, b, kernels_dtype_size(dtype)) == 0)
		return true;
	memcpy(&f[0], a, sizeof *f);
	memcpy(&f[1], b, sizeof *f);
	memcpy(&d[0], a, sizeof *d);
	memcpy(&d[1], b, sizeof *d);
	return dtype == KERNELS_F32 ? f[0] != f[0] && f[1] != f[1] : dtype == KERNELS_F64 && d[0] != d[0] && d[1] != d[1];
}

/* Evaluates a body of two arguments of the type in registers and as an expression, and compares the bits of the results. */
static bool same_in_registers(const char *text, const void *x, const void *y, size_t size)
{
	struct hlo_expr *expr = parse(text);
	CHECK_STR(message, "");
	if (!expr)
		return false;
	struct hlo_register registers[40], results[2];
	char workspace[2048];
	const void *in[] = { x, y };
	void *out[] = { &results[0], &results[1] };
	struct hlo_scalars *scalars = kernels_hlo__scalars_create(expr, 5); /* registers 2 to 4 belong to another expression */
	bool good = scalars && scalars->registers <= 35 && kernels_hlo__expr_workspace(expr, 1) <= sizeof workspace;
	if (good) {
		memset(registers, 0xEE, sizeof registers);
		kernels_hlo__scalars_begin(scalars, registers);
		hlo_register_copy(&registers[0], x, size);
		hlo_register_copy(&registers[1], y, size);
		for (int run = 0; run < 2; run++)
			kernels_hlo__scalars_run(scalars, registers);
		kernels_hlo__expr_run(expr, in, NULL, out, 1, workspace);
		for (uint32_t i = 0; i < expr->result_count; i++)
			good = good && same_bits(&registers[scalars->results[i].number], &results[i], hlo_expr_result(expr, i));
		for (uint32_t i = 2; i < 5; i++)
			good = good && registers[i].words[0] == UINT64_C(0xEEEEEEEEEEEEEEEE);
	}
	kernels_hlo__scalars_destroy(scalars);
	kernels_hlo__expr_destroy(expr);
	return good;
}

/* Every operation with a code, and others, after steps of the same and of another type. */
static void runs_in_registers(void)
{
	static const struct {
		const char *name;
		size_t size;
		uint64_t values[7];
	} types[] = {
		{ "f32", 4, { 0x3F800000, 0x80000000, 0, 0x7F800000, 0x7FC00000, 0x00000001, 0xC1234567 } },
		{ "f64", 8, { 0x3FF0000000000000, 0x8000000000000000, 0, 0x7FF0000000000000, 0x7FF8000000000000, 1, 0xC0123456789ABCDE } },
		{ "i32", 4, { 0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 77777, 0xFFFF1234 } },
		{ "i64", 8, { 0, 1, INT64_MAX, 0x8000000000000000, UINT64_MAX, 77777777777, 0xFFFFFFFF12345678 } },
		{ "ui32", 4, { 0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 77777, 3 } },
		{ "i8", 1, { 0, 1, 0x7F, 0x80, 0xFF, 33, 0x99 } },
		{ "f16", 2, { 0, 0x3C00, 0x7C00, 0x8000, 0x7E00, 1, 0xC123 } },
	};
	static const char *const operations[] = { "add", "subtract", "multiply", "divide", "maximum" };
	static const char *const directions[] = { "EQ", "NE", "LT", "LE", "GT", "GE" };
	char text[400];
	size_t wrong = 0;
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t i = 0; i < 49; i++) {
			const char *name = types[t].name, *direction = directions[i % 6];
			const void *x = &types[t].values[i / 7], *y = &types[t].values[i % 7];
			for (size_t k = 0; k < sizeof operations / sizeof *operations; k++) {
				const char *op = operations[k];
				snprintf(text, sizeof text, "%s %s; %s 0 1 %s; %s 2 1 %s; %s 1 3 %s; constant 0x3 %s; %s 4 5 %s; "
					"negate 6 %s; %s 7 6 %s; return 8 4", name, name, op, name, op, name, op, name, name, op, name, name, op, name);
				wrong += !same_in_registers(text, x, y, types[t].size);
			}
			snprintf(text, sizeof text, "%s %s; compare.%s.NOTYPE 0 1 i1; compare.LT.NOTYPE 1 0 i1; and 2 3 i1; or 4 3 i1; xor 2 5 i1; not 6 i1; "
				"select 6 0 1 %s; add 8 1 %s; select 7 9 0 %s; return 10 7", name, name, direction, name, name, name);
			wrong += !same_in_registers(text, x, y, types[t].size);
			snprintf(text, sizeof text, "%s %s; convert 0 f32; add 2 2 f32; convert 1 i32; add 4 4 i32; convert 3 i32; subtract 6 4 i32; "
				"compare.%s.%s 0 1 i1; return 7 8", name, name, direction, *name == 'f' ? "TOTALORDER" : "NOTYPE");
			wrong += !same_in_registers(text, x, y, types[t].size);
		}
	CHECK_INT(wrong, 0);
	const float three = 3, two = 2;
	CHECK(same_in_registers("f32 f32; constant 0x40400000 f32; return 1 2", &three, &two, 4));
	CHECK(same_in_registers("f32 f32; return 1 0", &three, &two, 4));
}

static void refuses(void)
{
	static const char *const texts[][2] = {
		{ "", "expression, character 1: the end of the text where \"return\" is expected" },
		{ "f32 f33; return 0", "expression, character 5: \"f33\" where an element type is expected" },
		{ "f32; add 0 1 f32; return 1", "expression, character 12: \"1\" where one of the 1 values before is expected" },
		{ "f32 i32; add 0 1 f32; return 2", "expression, character 10: add is not defined for f32, i32 -> f32" },
		{ "f32; constant 1 f32; return 1",
			"expression, character 15: \"1\" where bits in hexadecimal are expected, as 0x3F800000" },
		{ "f32; constant 0x100000000 f32; return 1",
			"expression, character 14: the constant has more than the 32 bits of f32" },
		{ "f32; constant 0x0 0x0 f32; return 1", "expression, character 14: two numbers where a constant of f32 is expected" },
		{ "f32; compare.LT 0 0 i1; return 1", "expression, character 6: \"compare.LT\" where compare.DIRECTION.TYPE is expected" },
		{ "f32; reduce_precision.5.0.xla 0 f32; return 1",
			"expression, character 6: \"reduce_precision.5.0.xla\" where reduce_precision.EXPONENT.MANTISSA is expected" },
		{ "f32; negate 0 f32", "expression, character 6: \"negate\" where \"return\" is expected" },
		{ "f32; negate 0 f32; 0", "expression, character 20: \"0\" where \"return\" is expected" },
		{ "f32; negate 0 f32 f32; return 0", "expression, character 19: \"f32\" where ';' is expected" },
		{ "f32; negate 0 f32; return 2", "expression, character 27: \"2\" where one of the 2 values before is expected" },
		{ "f32; shift_left 0 0 f32; return 1", "expression, character 6: shift_left is not defined for f32, f32 -> f32" },
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct hlo_expr *expr = parse(texts[i][0]);
		CHECK(!expr);
		CHECK_STR(message, texts[i][1]);
		kernels_hlo__expr_destroy(expr);
	}
}

static struct hlo_expr_kind kind_of(const char *text)
{
	struct hlo_expr *expr = parse(text);
	struct hlo_expr_kind kind = { .shape = HLO_EXPR_GENERAL };
	CHECK_STR(message, "");
	if (expr)
		kind = kernels_hlo__expr_kind(expr);
	kernels_hlo__expr_destroy(expr);
	return kind;
}

#define ARG_BODY(type, not_a_number, direction, tie) \
	type " i32 " type " i32; compare." direction " 0 2 i1; compare.NE.FLOAT 0 0 i1; or 4 5 i1; " \
		"compare.EQ.FLOAT 0 2 i1; compare." tie ".SIGNED 1 3 i1; and 7 8 i1; or " not_a_number " 9 i1; select " \
		not_a_number " 0 2 " type "; select 10 1 3 i32; return 11 12"

static void recognises(void)
{
	CHECK_INT(kind_of("f32 f32; add 0 1 f32; return 2").shape, HLO_EXPR_SUM);
	CHECK_INT(kind_of("i1 i1; or 1 0 i1; return 2").shape, HLO_EXPR_OR);
	CHECK_INT(kind_of("f32 f32; subtract 0 1 f32; return 2").shape, HLO_EXPR_GENERAL);
	CHECK_INT(kind_of("f32 f32; add 0 0 f32; return 2").shape, HLO_EXPR_GENERAL);
	CHECK_INT(kind_of("f32 f32; return 1").shape, HLO_EXPR_SECOND);
	CHECK_INT(kind_of(ARG_BODY("f32", "6", "GT.FLOAT", "LT")).shape, HLO_EXPR_ARG_MAX);
	CHECK_INT(kind_of(ARG_BODY("bf16", "6", "LT.FLOAT", "LT")).shape, HLO_EXPR_ARG_MIN);
	CHECK_INT(kind_of(ARG_BODY("f32", "4", "GT.FLOAT", "LT")).shape, HLO_EXPR_GENERAL);
	CHECK_INT(kind_of(ARG_BODY("f32", "6", "GT.FLOAT", "GT")).shape, HLO_EXPR_GENERAL);
	struct hlo_expr_kind kind = kind_of("f32 f32 i8 i8; compare.GE.SIGNED 3 2 i1; return 4");
	CHECK_INT(kind.shape, HLO_EXPR_COMPARE);
	CHECK_INT(kind.operand, 1);
	CHECK_INT(kind.direction, HLO_LE);
	kind = kind_of("f32 f32; constant 0x0 f32; constant 0x7FC00000 f32; compare.EQ.FLOAT 0 2 i1; select 4 2 0 f32; "
		       "compare.NE.FLOAT 0 0 i1; select 6 3 5 f32; compare.EQ.FLOAT 1 2 i1; select 8 2 1 f32; "
		       "compare.NE.FLOAT 1 1 i1; select 10 3 9 f32; compare.LT.TOTALORDER 7 11 i1; return 12");
	CHECK_INT(kind.shape, HLO_EXPR_COMPARE);
	CHECK(kind.canonical && kind.total_order && kind.direction == HLO_LT && kind.operand == 0);
}

/* ---- folds */

/* Values with zeros of both signs; a NaN if asked for. */
static void fill_elements(enum kernels_dtype dtype, void *elements, size_t n, bool nan)
{
	uint32_t random = (uint32_t)n + dtype;
	for (size_t i = 0; i < n; i++) {
		random = random * 1664525 + 1013904223;
		const double value = random >> 30 ? (double)(random >> 12) / 4096 - 128 : random & 1 ? 0.0 : -0.0;
		switch ((int)dtype) {
		case KERNELS_F32: ((float *)elements)[i] = nan && i == n / 2 ? __builtin_nanf("") : (float)value; break;
		case KERNELS_F64: ((double *)elements)[i] = nan && i == n / 2 ? __builtin_nan("") : value; break;
		case KERNELS_I64: ((int64_t *)elements)[i] = (int64_t)value; break;
		default: ((int32_t *)elements)[i] = (int32_t)value;
		}
	}
}

/* Rows, pieces and columns, with the loops of every instruction set, have the same bits. */
static void fold_all_ways(enum hlo_opcode opcode, enum kernels_dtype dtype, size_t n, bool nan)
{
	_Alignas(16) char expected[16], out[3][16], init[16];
	const size_t size = kernels_dtype_size(dtype);
	char *elements = malloc(n * size), *columns = malloc(2 * n * size);
	fill_elements(dtype, elements, n, nan);
	fill_elements(dtype, init, 1, false);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < 2; k++)
			memcpy(columns + (2 * i + k) * size, elements + i * size, size);
	for (int isa = HLO_ISAS - 1; isa >= 0; isa--) { /* the last one runs everywhere */
		struct hlo_fold fold;
		if (!kernels_hlo__isas[isa]->supported())
			continue;
		CHECK_OR_RETURN(kernels_hlo__fold_init_of(kernels_hlo__isas[isa], &fold, opcode, dtype));
		kernels_hlo__fold_rows(&fold, out[0], elements, 1, n, init, true);
		struct hlo_fold_state *state = aligned_alloc(64, kernels_hlo__fold_state_size(&fold, n, 2));
		kernels_hlo__fold_begin(&fold, state, n, 1, init);
		for (size_t at = 0, count = 7; at < n; at += count, count = count * 3 % 1000 + 1)
			kernels_hlo__fold_add(&fold, state, elements + at * size, at + count < n ? count : n - at);
		kernels_hlo__fold_end(&fold, state, out[1], init);
		char both[32], inits[32];
		memcpy(inits, init, size);
		memcpy(inits + size, init, size);
		kernels_hlo__fold_begin(&fold, state, n, 2, inits);
		kernels_hlo__fold_add(&fold, state, columns, n / 2);
		kernels_hlo__fold_add(&fold, state, columns + n / 2 * 2 * size, n - n / 2);
		kernels_hlo__fold_end(&fold, state, both, inits);
		memcpy(out[2], both + size, size);
		free(state);
		if (isa == HLO_ISAS - 1)
			memcpy(expected, out[0], size);
		for (int i = 0; i < 3; i++)
			if (!CHECK_BYTES(out[i], size, expected, size))
				printf("# way %d of %zu elements of type %d, operation %d, %s\n", i, n, (int)dtype, (int)opcode,
					kernels_hlo__isas[isa]->name);
	}
	free(elements);
	free(columns);
}

/* Short rows, which are computed several at a time, have the bits of each row alone: with infinities, zeros of both signs and NaNs in
 * elements and initial values. */
static void fold_short_rows(enum hlo_opcode opcode, enum kernels_dtype dtype, size_t n)
{
	enum { ROWS = 21, MOST = 32 };
	_Alignas(16) char elements[ROWS * MOST * 8], inits[ROWS * 8], alone[ROWS * 8], out[ROWS * 8];
	const size_t size = kernels_dtype_size(dtype);
	struct hlo_fold fold;
	CHECK_OR_RETURN(kernels_hlo__fold_init(&fold, opcode, dtype));
	for (int one = 0; one < 2; one++)
		for (size_t odd = 0; odd < 4; odd++) { /* NaNs in none, in elements, in initial values; infinities */
			fill_elements(dtype, elements, ROWS * n, odd == 1);
			fill_elements(dtype, inits, ROWS, odd == 2);
			for (size_t i = 0; odd == 3 && i < ROWS && dtype == KERNELS_F32; i++)
				((float *)elements)[i * n + i % n] = i % 3 == 0 ? -__builtin_inff() : __builtin_inff();
			for (size_t r = 0; r < ROWS; r++)
				kernels_hlo__fold_rows(&fold, alone + r * size, elements + r * n * size, 1, n,
					one ? inits : inits + r * size, true);
			kernels_hlo__fold_rows(&fold, out, elements, ROWS, n, inits, one);
			size_t wrong = 0;
			for (size_t r = 0; r < ROWS; r++)
				wrong += !same_bits(out + r * size, alone + r * size, dtype);
			if (!CHECK_INT(wrong, 0))
				printf("# rows of %zu elements of type %d, operation %d, %zu\n", n, (int)dtype, (int)opcode, odd);
		}
}

/* Columns side by side have the bits of rows, with the loops of every instruction set. */
static void fold_columns(enum hlo_opcode opcode, enum kernels_dtype dtype, size_t n, size_t width)
{
	enum { MOST = 100 * 70 * 8 };
	static _Alignas(16) char rows[MOST], columns[MOST], inits[70 * 8], expected[70 * 8], out[70 * 8];
	const size_t size = kernels_dtype_size(dtype);
	fill_elements(dtype, rows, n * width, n % 2 == 0);
	fill_elements(dtype, inits, width, false);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < width; k++)
			memcpy(columns + (i * width + k) * size, rows + (k * n + i) * size, size);
	for (int isa = HLO_ISAS - 1; isa >= 0; isa--) {
		struct hlo_fold fold;
		size_t wrong = 0;
		if (!kernels_hlo__isas[isa]->supported())
			continue;
		CHECK_OR_RETURN(kernels_hlo__fold_init_of(kernels_hlo__isas[isa], &fold, opcode, dtype));
		kernels_hlo__fold_rows(&fold, expected, rows, width, n, inits, false);
		struct hlo_fold_state *state = aligned_alloc(64, kernels_hlo__fold_state_size(&fold, n, width));
		kernels_hlo__fold_begin(&fold, state, n, width, inits);
		for (size_t at = 0, count = 3; at < n; at += count, count *= 4)
			kernels_hlo__fold_add(&fold, state, columns + at * width * size, at + count < n ? count : n - at);
		kernels_hlo__fold_end(&fold, state, out, inits);
		free(state);
		for (size_t k = 0; k < width; k++)
			wrong += !same_bits(out + k * size, expected + k * size, dtype);
		if (!CHECK_INT(wrong, 0))
			printf("# %zu columns of %zu elements of type %d, operation %d, %s\n", width, n, (int)dtype, (int)opcode,
				kernels_hlo__isas[isa]->name);
	}
}

static void folds(void)
{
	static const size_t heights[] = { 1, 5, 31, 32, 33, 100 }, widths[] = { 1, 31, 32, 70 };
	static const size_t sizes[] = { 1, 2, 31, 32, 33, 63, 64, 65, 100, 1000, 65535, 65536, 65537, 65570, 140000 };
	static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I32, KERNELS_UI32, KERNELS_I64 };
	static const enum hlo_opcode opcodes[] = { HLO_OP_add, HLO_OP_multiply, HLO_OP_maximum, HLO_OP_minimum };
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
		for (size_t t = 0; t < sizeof types / sizeof *types; t++)
			for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++)
				fold_all_ways(opcodes[k], types[t], sizes[s], (s + k) % 3 == 0);
	for (size_t n = 1; n <= 32; n++)
		for (size_t t = 0; t < sizeof types / sizeof *types; t++)
			for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++)
				fold_short_rows(opcodes[k], types[t], n);
	for (size_t n = 0; n < 6; n++)
		for (size_t w = 0; w < 4; w++)
			for (size_t t = 0; t < sizeof types / sizeof *types; t++)
				for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++)
					fold_columns(opcodes[k], types[t], heights[n], widths[w]);
	/* the larger of two zeros, wherever they are */
	float zeros[64], most, least, none = -1;
	struct hlo_fold fold;
	for (size_t i = 0; i < 64; i++) {
		for (size_t k = 0; k < 64; k++)
			zeros[k] = k == i ? 0.0f : -0.0f;
		CHECK_OR_RETURN(kernels_hlo__fold_init(&fold, HLO_OP_maximum, KERNELS_F32));
		kernels_hlo__fold_rows(&fold, &most, zeros, 1, 64, &none, true);
		CHECK(most == 0 && !__builtin_signbit(most));
		CHECK_OR_RETURN(kernels_hlo__fold_init(&fold, HLO_OP_minimum, KERNELS_F32));
		zeros[(i + 1) % 64] = 5;
		float one = 1;
		kernels_hlo__fold_rows(&fold, &least, zeros, 1, 64, &one, true);
		CHECK(least == 0 && __builtin_signbit(least));
	}
}

/* The table of steps: names are found, and for all types that it accepts there is a primitive. */
static void has_primitives(void)
{
	size_t found = 0;
	struct hlo_primitive p;
	for (int opcode = 0; opcode < HLO_OPCODE_COUNT; opcode++) {
		const struct hlo_step *step = hlo_step((enum hlo_opcode)opcode);
		enum hlo_opcode same;
		CHECK(hlo_find_opcode(step->name, step->size, &same) && (int)same == opcode);
		for (int d = 0; d < HLO_DIRECTION_COUNT * HLO_COMPARE_TYPE_COUNT * 2; d++) {
			const struct hlo_opcode_detail detail = { .direction = (enum hlo_direction)(d / 2 % HLO_DIRECTION_COUNT),
				.compare_type = (enum hlo_compare_type)(d / 2 / HLO_DIRECTION_COUNT), .exponent_bits = 5, .spec = d % 2 };
			if ((d > 1 && opcode != HLO_OP_compare) || (detail.spec && !(step->flags & HLO_HAS_SPEC)))
				continue;
			for (int operand = 1; operand < KERNELS_DTYPE_LIMIT; operand++)
				for (int result = 1; result < KERNELS_DTYPE_LIMIT; result++) {
					const enum kernels_dtype t = (enum kernels_dtype)operand, r = (enum kernels_dtype)result;
					const enum kernels_dtype operands[] = { opcode == HLO_OP_select ? KERNELS_I1 : t, t, t };
					const bool accepted = opcode != HLO_OP_constant && hlo_accepts((enum hlo_opcode)opcode, &detail, t, r);
					const bool primitive = kernels_hlo__primitive((enum hlo_opcode)opcode, &detail, r, operands, &p);
					found += accepted;
					if (accepted != primitive || (primitive && !p.run))
						check_report(__FILE__, __LINE__, "%s: %s -> %s, detail %d", step->name,
							hlo_element_type(t).name, hlo_element_type(r).name, d);
				}
		}
	}
	CHECK(found > 1500);
}

/* Code of devices exists for every step that devices have by the contract. */
static void devices_have_steps(void)
{
	const char *const operands[] = { "a", "b", "c" };
	size_t found = 0;
	for (int opcode = 0; opcode < HLO_OPCODE_COUNT; opcode++)
		for (int operand = 1; operand < KERNELS_DTYPE_LIMIT; operand++)
			for (int result = 1; result < KERNELS_DTYPE_LIMIT; result++) {
				const enum kernels_dtype t = (enum kernels_dtype)operand, r = (enum kernels_dtype)result;
				const struct hlo_expr_operation of = { .detail = { .compare_type = HLO_NOTYPE, .direction = HLO_LT } };
				const struct hlo_expr_step step = { .of = &of };
				struct hlo_source source = { .allocator = async_allocator_system(), .lanes = 1 };
				if (!hlo_accepts((enum hlo_opcode)opcode, &of.detail, t, r) || !hlo_device_has_step((enum hlo_opcode)opcode, t, r, true))
					continue;
				found++;
				if (!kernels_hlo__source_step(&source, (enum hlo_opcode)opcode, &step, t, r, operands) || source.size == 0)
					check_report(__FILE__, __LINE__, "%s: %s -> %s", hlo_step((enum hlo_opcode)opcode)->name,
						hlo_element_type(t).name, hlo_element_type(r).name);
				kernels_hlo__source_finish(&source);
			}
	CHECK(found > 500);
}

/* Every operation that exists is in the table of costs, for all element types. */
static void has_costs(void)
{
	const struct hlo_opcode_detail detail = { .compare_type = HLO_NOTYPE, .direction = HLO_GT, .exponent_bits = 5, .mantissa_bits = 7 };
	size_t missing = 0, found = 0;
	struct hlo_primitive p;
	for (int opcode = 0; opcode < HLO_OPCODE_COUNT; opcode++)
		for (int dtype = 1; dtype < KERNELS_DTYPE_LIMIT; dtype++) {
			const enum kernels_dtype t = (enum kernels_dtype)dtype, operands[] = { opcode == HLO_OP_select ? KERNELS_I1 : t, t, t };
			const bool to_i1 = opcode == HLO_OP_compare || opcode == HLO_OP_is_finite;
			if (!hlo_kind(t) || opcode == HLO_OP_constant ||
				!kernels_hlo__primitive((enum hlo_opcode)opcode, &detail, to_i1 ? KERNELS_I1 : t, operands, &p))
				continue;
			found++;
			/* a nanosecond: not in the table */
			missing += kernels_hlo__operation_cost((enum hlo_opcode)opcode, t, to_i1 ? KERNELS_I1 : t) == 1000;
		}
	CHECK(found > 500);
	CHECK_INT(missing, 0);
}

static void estimates(void)
{
	struct hlo_expr *expr = parse("f32 bf16; tanh 0 f32; convert 1 f32; constant 0x0 f32; compare.LT.FLOAT 3 2 i1; return 5");
	CHECK_OR_RETURN(expr != NULL);
	CHECK_INT(kernels_hlo__step_cost(expr, 0), kernels_hlo__operation_cost(HLO_OP_tanh, KERNELS_F32, KERNELS_F32));
	CHECK_INT(kernels_hlo__step_cost(expr, 1), kernels_hlo__operation_cost(HLO_OP_convert, KERNELS_BF16, KERNELS_F32));
	CHECK_INT(kernels_hlo__step_cost(expr, 2), 0);
	CHECK_INT(kernels_hlo__step_cost(expr, 3), kernels_hlo__operation_cost(HLO_OP_compare, KERNELS_F32, KERNELS_I1));
	kernels_hlo__expr_destroy(expr);
	CHECK(kernels_hlo__operation_cost(HLO_OP_add, KERNELS_BF16, KERNELS_BF16) < 2000);
	CHECK(kernels_hlo__operation_cost(HLO_OP_tanh, KERNELS_F64, KERNELS_F64) >
		kernels_hlo__operation_cost(HLO_OP_tanh, KERNELS_F32, KERNELS_F32));
	CHECK_INT(kernels_hlo__nanoseconds(1000000, 2000, 8), 2000000);
	CHECK(kernels_hlo__nanoseconds(10, 1, 64 << 20) > 100000); /* the memory takes longer */
	CHECK(kernels_hlo__nanoseconds(UINT64_MAX, UINT64_MAX, UINT64_MAX) == UINT64_C(1000000000000000));
	CHECK_INT(kernels_hlo__nanoseconds(0, 1000, 0), 0);
}

/* Steps with words of the step before: each has the primitive of its own operation and types. */
static void repeated_words(void)
{
	struct hlo_expr *expr = parse("f32 f64 f32 i32; add 0 2 f32; add 1 1 f64; add 1 5 f64; add 3 3 i32; compare.LT.FLOAT 0 2 i1; "
				      "compare.GT.FLOAT 0 2 i1; compare.GT.FLOAT 1 1 i1; select 8 1 5 f64; select 8 0 2 f32; convert 0 f64; "
				      "convert 3 f64; convert 3 f32; reduce_precision.5.10 0 f32; reduce_precision.8.7 0 f32; subtract 0 2 f32; "
				      "subtract 4 2 f32; return 4");
	CHECK_STR(message, "");
	CHECK_OR_RETURN(expr != NULL);
	for (uint32_t i = 0; i < expr->step_count; i++) {
		const struct hlo_expr_step *step = &expr->steps[i];
		struct hlo_primitive own;
		enum kernels_dtype operands[3] = { KERNELS_DTYPE_INVALID };
		for (uint32_t k = 0; k < step->of->primitive.operand_count; k++)
			operands[k] = expr->dtypes[step->operands[k]];
		CHECK(kernels_hlo__primitive(step->opcode, &step->of->detail, expr->dtypes[expr->argument_count + i], operands, &own));
		CHECK(step->of->primitive.run == own.run && step->of->primitive.run_scalar[1] == own.run_scalar[1]);
		CHECK(step->of->primitive.result == own.result && step->of->primitive.operand == own.operand);
		CHECK_INT(step->of->primitive.operand_count, own.operand_count);
		CHECK_INT(step->of->primitive.mantissa_bits, own.mantissa_bits);
	}
	CHECK_INT(expr->steps[5].of->detail.direction, expr->steps[6].of->detail.direction);
	CHECK(expr->steps[4].of->detail.direction != expr->steps[5].of->detail.direction);
	kernels_hlo__expr_destroy(expr);
	CHECK(!parse("f32; add 0 0 f32; add 0 0 f64; return 1"));
	CHECK(!parse("f32 i32; add 0 0 f32; add 0 1 f32; return 2"));
	CHECK(!parse("f32; add 0 0 f32; ad 0 0 f32; return 1"));
	CHECK(!parse("f32; add 0 0 f32; add 0 0 f3; return 1"));
	CHECK(!parse("f32 f; add 0 0 f32; return 1"));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(evaluates), CHECK_CASE(runs_in_registers), CHECK_CASE(refuses), CHECK_CASE(recognises),
		CHECK_CASE(folds), CHECK_CASE(has_primitives), CHECK_CASE(devices_have_steps), CHECK_CASE(has_costs), CHECK_CASE(repeated_words), CHECK_CASE(estimates) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
