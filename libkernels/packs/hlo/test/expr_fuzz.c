/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: the text of an expression, which is refused, or parsed, classified and evaluated over one element, a few and
 * several tiles. The mutator exchanges words, so that more variants are valid. */
#include "expr/scalars.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 600u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

static void *need(size_t size)
{
	void *block = calloc(size + 1, 1);
	if (!block)
		abort();
	return block;
}

/* Arguments of all bits that the types allow, in blocks of exactly their size. */
static void *any_elements(enum kernels_dtype dtype, size_t n)
{
	size_t size = n * kernels_dtype_size(dtype);
	uint8_t *bytes = need(size);
	for (size_t i = 0; i < size; i++)
		bytes[i] = dtype == KERNELS_I1 ? (uint8_t)(i % 2) : (uint8_t)(i * 37 + i / 16);
	return bytes;
}

static void evaluate(const struct hlo_expr *expr, size_t n, bool repeated)
{
	void **in = need(expr->argument_count * sizeof *in), **out = need(expr->result_count * sizeof *out);
	bool *scalar = need(expr->argument_count * sizeof *scalar);
	char *workspace = aligned_alloc(64, (kernels_hlo__expr_workspace(expr, n) + 63) / 64 * 64);
	for (uint32_t i = 0; i < expr->argument_count; i++) {
		scalar[i] = repeated && i % 2 == 0;
		in[i] = any_elements(expr->dtypes[i], scalar[i] ? 1 : n);
	}
	for (uint32_t i = 0; i < expr->result_count; i++)
		out[i] = need(n * kernels_dtype_size(hlo_expr_result(expr, i)));
	kernels_hlo__expr_run(expr, (const void *const *)in, scalar, out, n, workspace);
	for (uint32_t i = 0; i < expr->argument_count; i++)
		free(in[i]);
	for (uint32_t i = 0; i < expr->result_count; i++)
		free(out[i]);
	free(in);
	free(out);
	free(scalar);
	free(workspace);
}

static bool is_nan(enum kernels_dtype dtype, const struct hlo_register *value)
{
	float f[2];
	double d[2];
	memcpy(f, value, sizeof f);
	memcpy(d, value, sizeof d);
	switch ((int)dtype) {
	case KERNELS_F32: return f[0] != f[0];
	case KERNELS_COMPLEX64: return f[0] != f[0] || f[1] != f[1];
	case KERNELS_F64: return d[0] != d[0];
	case KERNELS_COMPLEX128: return d[0] != d[0] || d[1] != d[1];
	default: return false;
	}
}

/* Whether some value is NaN: of two NaNs, either may be the result of a sum, and its bits may become other values. */
static bool meets_nan(const struct hlo_expr *expr, const struct hlo_register *arguments)
{
	struct hlo_expr apart = *expr; /* with a register for each value */
	const uint32_t first = expr->argument_count;
	struct hlo_expr_step *steps = need(expr->step_count * sizeof *steps);
	struct hlo_register *values = aligned_alloc(16, (first + expr->step_count + 1) * sizeof *values);
	bool found = false;
	memcpy(steps, expr->steps, expr->step_count * sizeof *steps);
	for (uint32_t i = 0; i < expr->step_count; i++)
		steps[i].slot = first + i;
	apart.steps = steps;
	apart.slot_count = first + expr->step_count;
	struct hlo_scalars *scalars = kernels_hlo__scalars_create(&apart, first);
	if (!scalars)
		abort();
	memset(values, 0, (first + expr->step_count) * sizeof *values);
	memcpy(values, arguments, first * sizeof *values);
	kernels_hlo__scalars_begin(scalars, values);
	kernels_hlo__scalars_run(scalars, values);
	for (uint32_t i = 0; i < first + expr->step_count; i++)
		found = found || is_nan(expr->dtypes[i], &values[i]);
	kernels_hlo__scalars_destroy(scalars);
	free(steps);
	free(values);
	return found;
}

/* One element in registers gives the same bits. */
static void evaluate_scalars(const struct hlo_expr *expr)
{
	const uint32_t between = 3; /* registers of another expression */
	struct hlo_scalars *scalars = kernels_hlo__scalars_create(expr, expr->argument_count + between);
	if (!scalars)
		abort();
	struct hlo_register *registers =
		aligned_alloc(16, (expr->argument_count + between + scalars->registers) * sizeof *registers);
	const void **in = need(expr->argument_count * sizeof *in);
	void **out = need(expr->result_count * sizeof *out);
	struct hlo_register *expected = aligned_alloc(16, (expr->result_count + 1) * sizeof *expected);
	char *workspace = aligned_alloc(64, (kernels_hlo__expr_workspace(expr, 1) + 63) / 64 * 64);
	for (uint32_t i = 0; i < expr->argument_count; i++) {
		void *element = any_elements(expr->dtypes[i], 1);
		hlo_register_copy(&registers[i], element, kernels_dtype_size(expr->dtypes[i]));
		in[i] = &registers[i];
		free(element);
	}
	for (uint32_t i = 0; i < expr->result_count; i++)
		out[i] = &expected[i];
	kernels_hlo__expr_run(expr, in, NULL, out, 1, workspace);
	kernels_hlo__scalars_begin(scalars, registers);
	for (int run = 0; run < 2; run++)
		kernels_hlo__scalars_run(scalars, registers);
	for (uint32_t i = 0; i < expr->result_count; i++)
		if (memcmp(&registers[scalars->results[i].number], &expected[i], kernels_dtype_size(hlo_expr_result(expr, i))) != 0 &&
			!meets_nan(expr, registers))
			abort();
	free(registers);
	kernels_hlo__scalars_destroy(scalars);
	free(in);
	free(out);
	free(expected);
	free(workspace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char message[100];
	char *text = need(size);
	memcpy(text, data, size);
	struct hlo_expr *expr = kernels_hlo__expr_parse((struct kernels_string){ text, size }, async_allocator_system(), message,
		sizeof message);
	free(text);
	if (!expr)
		return 0;
	struct hlo_expr_kind kind = kernels_hlo__expr_kind(expr);
	if (kind.shape == HLO_EXPR_COMPARE && 2 * kind.operand + 1 >= expr->argument_count)
		abort();
	if (expr->argument_count < 100 && expr->result_count < 100 && expr->step_count < 500) {
		evaluate(expr, 1, false);
		evaluate_scalars(expr);
		evaluate(expr, 5, true);
		evaluate(expr, MOST, size % 2);
	}
	kernels_hlo__expr_destroy(expr);
	return 0;
}

static const char *const words[] = { "f32", "f64", "f16", "i1", "i4", "i64", "ui8", "f8E8M0FNU", "f4E2M1FN", "complex<f64>", ";",
	"return", "0", "1", "2", "7", "99999", "0x7F", "0xFFFFFFFFFFFFFFFF", "constant", "compare.LT.FLOAT",
	"compare.GE.TOTALORDER", "compare.EQ", "reduce_precision.1.0", "reduce_precision.8.23", "select", "clamp", "add",
	"multiply", "divide", "power", "negate", "convert", "bitcast_convert", "real", "abs", "complex", "shift_left",
	"remainder", "popcnt", "tanh", "is_finite", "return 0 1" };

/* Exchanges a word, removes it or inserts one. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
	size_t start = size ? seed / 7 % size : 0;
	while (start > 0 && data[start - 1] != ' ')
		start--;
	size_t end = start;
	while (end < size && data[end] != ' ')
		end++;
	const char *word = words[seed / 3 % (sizeof words / sizeof *words)];
	size_t length = seed % 5 == 0 ? 0 : strlen(word), from = seed % 5 == 1 ? start : end;
	bool space = seed % 5 == 1;
	if (start + length + space + (size - from) > max_size)
		return size;
	memmove(data + start + length + space, data + from, size - from);
	memcpy(data + start, word, length);
	if (space)
		data[start + length] = ' ';
	return start + length + space + (size - from);
}
