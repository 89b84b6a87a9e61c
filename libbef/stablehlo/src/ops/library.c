/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls whose targets are functions of libraries that pack hlo has as kernels: LAPACK and Threefry. Also rng, which needs a seed for
 * its stream.
 *
 * LAPACK has two forms. Since 2024 JAX writes @lapack_sgetrf_ffi, with parameters in backend_config. Before, it wrote @lapack_sgetrf: sizes
 * and parameters are scalar operands before the matrices, and workspaces are results. Sizes are compared with the types, so that a call of
 * another form is refused. */
#include "ops/library.h"

#include <stdio.h>
#include <string.h>

/* Scalars, in the order of the untyped form's operands: b number of matrices, m n rows and columns, d k w other sizes; f c full and any
 * vectors (gesdd), S the letter N (not sorted), i h first and last row, t the transpose, a factor of the right side; others are flags.
 * Results of the untyped form: the number of the kernel's result, i for a status of 0, - for a workspace, as all behind are. */
static const struct library_function {
	const char *name, *kernel, *scalars, *results, *complex_results;
} functions[] = {
	{ "gees", "lapack_gees", "bnVS", "023145", "0-2134" },
	{ "geev", "lapack_geev", "bnLR", "---01234", "--0123" },
	{ "gehrd", "lapack_gehrd", "nihdbw", "012-", "012-" },
	{ "geqrf", "lapack_geqrf", "bmnw", "01i-", "01i-" },
	{ "gesdd", "lapack_gesdd", "fcbmnw", "01234", "01234" },
	{ "getrf", "lapack_getrf", "bmn", "012", "012" },
	{ "heevd", "lapack_syevd", "lbn", "012", "012" },
	{ "hetrd", "lapack_sytrd", "nldbw", "01234-", "01234-" },
	{ "orgqr", "lapack_orgqr", "bmnkw", "0i-", "0i-" },
	{ "potrf", "lapack_potrf", "lbn", "01", "01" },
	{ "syevd", "lapack_syevd", "lbn", "012", "012" },
	{ "sytrd", "lapack_sytrd", "nldbw", "01234-", "01234-" },
	{ "trsm", "triangular_solve", "sltumnba", "0", "0" },
	{ "ungqr", "lapack_orgqr", "bmnkw", "0i-", "0i-" },
};
static const struct library_function threefry = { "", "cu_threefry2x32", "", "01", "01" };

/* Flags: a letter in the typed form; in the untyped form a letter too if that is V or N, else 0 or 1. */
static const struct flag {
	char scalar, yes;
	const char *letters, *typed, *attribute;
} flags[] = {
	{ 'L', 'V', "NV", "compute_left", "left" },
	{ 'R', 'V', "NV", "compute_right", "right" },
	{ 'V', 'V', "NV", "mode", "vectors" },
	{ 'l', 'L', "LU", "uplo", "lower" },
	{ 's', 'L', "LR", "side", "left_side" },
	{ 'u', 'U', "NU", "diag", "unit_diagonal" },
};

static const struct flag *flag_of(char scalar)
{
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (flags[i].scalar == scalar)
			return &flags[i];
	return NULL;
}

/* `value` 0 to 2 */
static void add_transpose(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, size_t value)
{
	static const char *const names[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
	bef_hlo__attr_text(lower, attrs, "transpose_a", names[value], strlen(names[value]));
}

/* ---- the function of a target */

struct call {
	const struct library_function *function;
	const char *results; /* of the element type */
	size_t scalars, operands; /* of the untyped form, and behind them: matrices */
	bool typed, solves;
};

static bool find(const struct mlirbc_string *target, struct call *out)
{
	*out = (struct call){ .function = &threefry, .results = threefry.results, .operands = 4, .typed = true };
	static const char *const cipher[] = { "cu_threefry2x32", "cu_threefry2x32_ffi", "hip_threefry2x32", "hip_threefry2x32_ffi" };
	for (size_t i = 0; i < sizeof cipher / sizeof *cipher; i++) {
		if (bef_hlo__text_is(target, cipher[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
		for (const char *type = "sdcz"; *type; type++) {
			const struct library_function *f = &functions[i];
			char typed[40], untyped[40];
			out->solves = strchr(f->scalars, 'a') != NULL;
			snprintf(typed, sizeof typed, "lapack_%c%s_ffi", *type, f->name);
			snprintf(untyped, sizeof untyped, "%s_%c%s", out->solves ? "blas" : "lapack", *type, f->name);
			out->typed = bef_hlo__text_is(target, typed);
			if (!out->typed && !bef_hlo__text_is(target, untyped))
				continue;
			out->function = f;
			out->results = *type == 'c' || *type == 'z' ? f->complex_results : f->results;
			out->scalars = strlen(f->scalars);
			out->operands = out->solves || strchr(f->scalars, 'k') ? 2 : 1;
			return true;
		}
	return false;
}

bool bef_hlo__is_library_call(const struct mlirbc_string *target)
{
	struct call call;
	return bef_hlo__is_solver(target) || find(target, &call);
}

/* The results of the kernel have the types that those of the operation have; their number. */
static uint32_t kernel_results(const struct call *call, const struct mlirbc_op *op, struct bef_hlo__value *out)
{
	uint32_t count = 0;
	for (size_t i = 0; call->results[i]; i++) {
		if (call->results[i] < '0' || call->results[i] > '9')
			continue;
		if (out)
			out[call->results[i] - '0'].type = mlirbc_op_results(op)[i].type;
		count++;
	}
	return count;
}

/* Multiplies the right side of an equation. */
static bool scale(struct bef_hlo__lower *lower, struct bef_hlo__value *right, struct bef_hlo__value factor)
{
	*right = bef_hlo__binary(lower, "multiply", *right, bef_hlo__broadcast(lower, factor, NULL, 0, right->type));
	return right->value != NULL;
}

/* Dense lists of i64. */
static bool is_list(const struct mlirbc_attr *attr)
{
	if (!attr || (attr->kind != MLIRBC_ATTR_DENSE && attr->kind != MLIRBC_ATTR_DENSE_ARRAY))
		return false;
	const struct mlirbc_type *element = attr->kind == MLIRBC_ATTR_DENSE_ARRAY ? attr->type : bef_hlo__element(attr->type);
	return mlirbc_type_width(element) == 64;
}

uint32_t bef_hlo__call_operands(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *list = mlirbc_op_attr(op, "indices_of_shape_operands");
	uint32_t count = op->operand_count;
	for (size_t i = 0; is_list(list) && i + 8 <= list->u.dense.size; i += 8) {
		uint64_t index = 0;
		for (size_t k = 0; k < 8; k++)
			index |= (uint64_t)list->u.dense.data[i + k] << 8 * k;
		count = index < count ? (uint32_t)index : count;
	}
	return count;
}

/* ---- the typed form */

bool bef_hlo__call_letter(struct bef_hlo__lower *lower, const char *name, const char *allowed, char *out)
{
	const struct mlirbc_attr *value = bef_hlo__parameter(lower->op, name);
	const uint64_t number = value ? value->u.number.words[0] : 0;
	if (number == 0 || number > 127 || !strchr(allowed, (char)number))
		return bef_hlo__refuse(lower, lower->op, "its backend_config has no %s that is one of the letters %s", name, allowed);
	*out = (char)number;
	return true;
}

/* A parameter of 32 bits. */
static bool add_int(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name)
{
	const struct mlirbc_attr *value = bef_hlo__parameter(lower->op, name);
	if (!value)
		return bef_hlo__refuse(lower, lower->op, "its backend_config has no integer %s", name);
	bef_hlo__attr_int(lower, attrs, name, (int32_t)(uint32_t)value->u.number.words[0]);
	return true;
}

const char *bef_hlo__mode(const struct mlirbc_op *op, const char *mode)
{
	const struct mlirbc_value *results = mlirbc_op_results(op);
	return op->result_count > 3 && !results[2].first_use && !results[3].first_use ? "N" : mode;
}

const struct mlirbc_type *bef_hlo__vectors_type(struct bef_hlo__lower *lower, const char *kernel, const struct mlirbc_type *type)
{
	int64_t dims[HLO_MOST_RANK];
	const size_t rank = bef_hlo__is_tensor(type) ? type->u.shaped.rank : 0;
	if (strcmp(kernel, "lapack_syevd") != 0 || mlirbc_op_results(lower->op)[0].first_use || rank < 2 || rank > HLO_MOST_RANK)
		return type;
	memcpy(dims, type->u.shaped.dims, rank * sizeof *dims);
	dims[rank - 2] = dims[rank - 1] = 0;
	return bef_hlo__shaped(lower, dims, rank, bef_hlo__element(type));
}

/* The parameter that is a scalar of the untyped form; sizes are none. */
static bool add_typed(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, char scalar)
{
	static const char transposes[] = "NTC";
	const struct flag *flag = flag_of(scalar);
	char value = 'N';
	if (flag) {
		if (!bef_hlo__call_letter(lower, flag->typed, flag->letters, &value))
			return false;
		bef_hlo__attr_bool(lower, attrs, flag->attribute, value == flag->yes);
		return true;
	}
	switch (scalar) {
	case 'S': return bef_hlo__call_letter(lower, "sort", "N", &value); /* a program cannot hold the function that selects eigenvalues */
	case 'i': return add_int(lower, attrs, "low");
	case 'h': return add_int(lower, attrs, "high");
	case 'f':
		if (!bef_hlo__call_letter(lower, "mode", "ANS", &value))
			return false;
		bef_hlo__attr_text(lower, attrs, "mode", bef_hlo__mode(lower->op, &value), 1);
		return true;
	case 't':
		if (!bef_hlo__call_letter(lower, "trans_x", transposes, &value))
			return false;
		add_transpose(lower, attrs, (size_t)(strchr(transposes, value) - transposes));
		return true;
	default: return true;
	}
}

static bool lower_typed(struct bef_hlo__lower *lower, const struct mlirbc_string *target, const struct call *call)
{
	const struct mlirbc_op *op = lower->op;
	struct bef_hlo__value operands[BEF_HLO__CALL_VALUES], results[BEF_HLO__CALL_VALUES];
	const uint32_t result_count = kernel_results(call, op, NULL), operand_count = bef_hlo__call_operands(op);
	const bool scaled = call->solves && operand_count == 3; /* before 2025 JAX wrote trsm with a factor of the right side */
	struct bef_hlo__attrs attrs = { .count = 0 };
	if ((operand_count != call->operands && !scaled) || op->result_count != result_count || op->operand_count > BEF_HLO__CALL_VALUES)
		return bef_hlo__refuse(lower, op, "@%.*s has %u operands and %u results, expected %zu and %u", (int)target->size,
			target->data, operand_count, op->result_count, call->operands, result_count);
	for (const char *scalar = call->function->scalars; *scalar; scalar++) {
		if (!add_typed(lower, &attrs, *scalar))
			return false;
	}
	if (!bef_hlo__operands(lower, operands) || (scaled && !scale(lower, &operands[1], operands[2])))
		return false;
	for (uint32_t i = 0; i < result_count; i++) {
		results[i].type = bef_hlo__result_type(lower, i);
		if (!results[i].type)
			return false;
	}
	results[0].type = bef_hlo__vectors_type(lower, call->function->kernel, results[0].type);
	return results[0].type && bef_hlo__emit(lower, call->function->kernel, operands, call->operands, results, result_count, &attrs) &&
	       bef_hlo__set_results(lower, results, false);
}

/* ---- the untyped form: scalars */

/* An integer constant; false: the operand is none. */
static bool constant(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, int64_t *out)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_attr *attr = op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) ? mlirbc_op_attr(op, "value") : NULL;
	const struct mlirbc_type *element =
		attr && attr->kind == MLIRBC_ATTR_DENSE && bef_hlo__is_tensor(attr->type) ? bef_hlo__element(attr->type) : NULL;
	uint64_t bits = 0;
	if (!element || element->kind != MLIRBC_TYPE_INTEGER || attr->u.dense.size == 0 || attr->u.dense.size > 4)
		return false;
	for (size_t i = 0; i < attr->u.dense.size; i++)
		bits |= (uint64_t)attr->u.dense.data[i] << 8 * i;
	*out = attr->u.dense.size == 4 ? (int32_t)(uint32_t)bits : (int64_t)bits;
	return true;
}

static bool check_size(struct bef_hlo__lower *lower, char letter, int64_t value, const struct mlirbc_type *matrix)
{
	const size_t rank = bef_hlo__is_tensor(matrix) ? matrix->u.shaped.rank : 0;
	int64_t expected = 1;
	if (rank < 2)
		return bef_hlo__refuse(lower, lower->op, "it has no operand that is a matrix");
	for (size_t i = 0; i + 2 < rank && letter == 'b'; i++) {
		if (__builtin_mul_overflow(expected, matrix->u.shaped.dims[i], &expected))
			expected = -1;
	}
	if (letter != 'b')
		expected = matrix->u.shaped.dims[letter == 'm' ? rank - 2 : rank - 1];
	const char *name = letter == 'b' ? "number of matrices" : letter == 'm' ? "number of rows" : "number of columns";
	return value == expected || bef_hlo__refuse(lower, lower->op, "its operand for the %s is %lld, expected %lld", name,
					    (long long)value, (long long)expected);
}

/* Adds the attribute for a parameter. */
static bool add_untyped(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, char scalar, int64_t value)
{
	const struct flag *flag = flag_of(scalar);
	if (flag) {
		const int64_t no = flag->yes == 'V' ? 'N' : 0, yes = flag->yes == 'V' ? 'V' : 1;
		bef_hlo__attr_bool(lower, attrs, flag->attribute, value == yes);
		return value == no || value == yes ||
		       bef_hlo__refuse(lower, lower->op, "its operand for %s is %lld", flag->attribute, (long long)value);
	}
	if (scalar == 'S')
		return value == 'N' || bef_hlo__refuse(lower, lower->op, "it sorts eigenvalues");
	if (scalar == 't') {
		if (value < 0 || value > 2)
			return bef_hlo__refuse(lower, lower->op, "its operand for the transpose is %lld", (long long)value);
		add_transpose(lower, attrs, (size_t)value);
	} else {
		bef_hlo__attr_int(lower, attrs, scalar == 'i' ? "low" : "high", value);
	}
	return true;
}

static bool read_scalars(struct bef_hlo__lower *lower, const struct call *call, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(lower->op);
	const char *scalars = call->function->scalars;
	const struct mlirbc_type *matrix = operands[call->solves ? call->scalars + 1 : call->scalars].value->type;
	int64_t vectors = 0, value = 0;
	for (size_t i = 0; i < call->scalars; i++) {
		const bool known = constant(lower, operands[i].value, &value);
		if (strchr("dkwa", scalars[i]))
			continue;
		if (strchr("bmn", scalars[i])) { /* one that is computed has the size that the types have */
			if (known && !check_size(lower, scalars[i], value, matrix))
				return false;
			continue;
		}
		if (!known)
			return bef_hlo__refuse(lower, lower->op, "its operand %zu is not a constant", i);
		if (scalars[i] == 'f' || scalars[i] == 'c')
			vectors |= (int64_t)(value != 0) << (scalars[i] == 'c');
		else if (!add_untyped(lower, attrs, scalars[i], value))
			return false;
	}
	if (scalars[0] == 'f')
		bef_hlo__attr_text(lower, attrs, "mode", vectors < 2 ? "N" : bef_hlo__mode(lower->op, vectors == 2 ? "S" : "A"), 1);
	return true;
}

/* ---- the untyped form: the call */

bool bef_hlo__set_call_results(struct bef_hlo__lower *lower, const char *map, const struct bef_hlo__value *results)
{
	const size_t mapped = strlen(map);
	for (uint32_t i = 0; i < lower->op->result_count; i++) {
		struct mlirbc_value *result = &mlirbc_op_results(lower->op)[i];
		const char is = i < mapped ? map[i] : '-';
		struct mlirbc_value *value = is >= '0' && is <= '9' ? results[is - '0'].value : NULL;
		if (is >= 'A' && is <= 'Z')
			continue;
		if (!value && result->first_use)
			value = bef_hlo__splat(lower, 0, result->type).value;
		if (value)
			bef_hlo__set(lower, result, value);
		else if (result->first_use)
			return false;
	}
	return true;
}

static bool lower_untyped(struct bef_hlo__lower *lower, const struct mlirbc_string *target, const struct call *call)
{
	const struct mlirbc_op *op = lower->op;
	const size_t operand_count = call->scalars + call->operands, least = strlen(call->results);
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct bef_hlo__value operands[12], results[BEF_HLO__CALL_VALUES] = { { NULL, NULL } };
	if (op->operand_count != operand_count || op->result_count < least)
		return bef_hlo__refuse(lower, op, "@%.*s has %u operands and %u results, expected %zu and at least %zu", (int)target->size,
			target->data, op->operand_count, op->result_count, operand_count, least);
	if (!read_scalars(lower, call, &attrs) || !bef_hlo__operands(lower, operands))
		return false;
	const uint32_t result_count = kernel_results(call, op, results);
	if (!(results[0].type = bef_hlo__vectors_type(lower, call->function->kernel, results[0].type)))
		return false;
	if (call->solves && !scale(lower, &operands[call->scalars + 1], operands[call->scalars - 1]))
		return false;
	return bef_hlo__emit(lower, call->function->kernel, operands + call->scalars, call->operands, results, result_count, &attrs) &&
	       bef_hlo__set_call_results(lower, call->results, results);
}

bool bef_hlo__lower_library_call(struct bef_hlo__lower *lower, const struct mlirbc_string *target)
{
	struct call call;
	if (bef_hlo__is_solver(target))
		return bef_hlo__lower_solver(lower, target);
	(void)find(target, &call);
	return call.typed ? lower_typed(lower, target, &call) : lower_untyped(lower, target, &call);
}

/* ---- rng */

/* Each op has a seed of its own: its number in the program. */
bool bef_hlo__lower_rng(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!bef_hlo__attrs_of_op(lower, rule->skip, &attrs))
		return false;
	bef_hlo__attr_int(lower, &attrs, "seed", (int64_t)++lower->seeds);
	return bef_hlo__lower_with(lower, "rng", rule, NULL, &attrs);
}
