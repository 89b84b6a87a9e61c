/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* LAPACK in the untyped form that JAX wrote before 2024 (@lapack_sgetrf): sizes and parameters are scalar operands before the
 * matrices, and workspaces are results. Sizes are compared with the types, so that a call of another form is refused. */
#include "ops/ops.h"

#include <stdio.h>
#include <string.h>

/* Scalars, in the order of the operands: b number of matrices, m n rows and columns, d k w other sizes; l lower triangle, f c full and any
 * vectors (gesdd), L R V letters V or N, S the letter N (not sorted), i h first and last row, s t u parameters of trsm, a factor of its
 * right side. Results: the number of the kernel's result, i for a status of 0, - for a workspace, as all behind are. */
static const struct untyped {
	const char *name, *kernel, *scalars, *results, *complex_results;
} calls[] = {
	{ "lapack_?gees", "lapack_gees", "bnVS", "023145", "0-2134" },
	{ "lapack_?geev", "lapack_geev", "bnLR", "---01234", "--0123" },
	{ "lapack_?gehrd", "lapack_gehrd", "nihdbw", "012-", "012-" },
	{ "lapack_?geqrf", "lapack_geqrf", "bmnw", "01i-", "01i-" },
	{ "lapack_?gesdd", "lapack_gesdd", "fcbmnw", "01234", "01234" },
	{ "lapack_?getrf", "lapack_getrf", "bmn", "012", "012" },
	{ "lapack_?heevd", "lapack_syevd", "lbn", "012", "012" },
	{ "lapack_?hetrd", "lapack_sytrd", "nldbw", "01234-", "01234-" },
	{ "lapack_?orgqr", "lapack_orgqr", "bmnkw", "0i-", "0i-" },
	{ "lapack_?potrf", "lapack_potrf", "lbn", "01", "01" },
	{ "lapack_?syevd", "lapack_syevd", "lbn", "012", "012" },
	{ "lapack_?sytrd", "lapack_sytrd", "nldbw", "01234-", "01234-" },
	{ "lapack_?ungqr", "lapack_orgqr", "bmnkw", "0i-", "0i-" },
	{ "blas_?trsm", "triangular_solve", "sltumnba", "0", "0" },
};

enum { MOST_RESULTS = 8 };

/* The call of a target, and the letter of its element type; NULL: there is none. */
static const struct untyped *find(const struct mlirbc_string *target, char *type)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		const size_t size = strlen(calls[i].name), at = (size_t)(strchr(calls[i].name, '?') - calls[i].name);
		if (target->size == size && memcmp(target->data, calls[i].name, at) == 0 && strchr("sdcz", target->data[at]) &&
			memcmp(target->data + at + 1, calls[i].name + at + 1, size - at - 1) == 0) {
			*type = target->data[at];
			return &calls[i];
		}
	}
	return NULL;
}

bool bef_hlo__is_untyped_call(const struct mlirbc_string *target)
{
	char type;
	return find(target, &type) != NULL;
}

/* ---- scalars */

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
	for (size_t i = 0; i + 2 < rank && letter == 'b'; i++)
		expected *= matrix->u.shaped.dims[i];
	if (letter != 'b')
		expected = matrix->u.shaped.dims[letter == 'm' ? rank - 2 : rank - 1];
	const char *name = letter == 'b' ? "number of matrices" : letter == 'm' ? "number of rows" : "number of columns";
	return value == expected || bef_hlo__refuse(lower, lower->op, "its operand for the %s is %lld, expected %lld", name,
					    (long long)value, (long long)expected);
}

/* Adds the attribute for a parameter. */
static bool add_parameter(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, char letter, int64_t value)
{
	static const char *const transposes[] = { "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT" };
	static const struct { char letter, most; const char *name; } flags[] = { { 'l', 1, "lower" }, { 's', 1, "left_side" },
		{ 'u', 1, "unit_diagonal" }, { 'L', 0, "left" }, { 'R', 0, "right" }, { 'V', 0, "vectors" } };
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		if (flags[i].letter != letter)
			continue;
		const bool known = flags[i].most ? value == 0 || value == 1 : value == 'V' || value == 'N';
		bef_hlo__attr_bool(lower, attrs, flags[i].name, value == 1 || value == 'V');
		return known || bef_hlo__refuse(lower, lower->op, "its operand for %s is %lld", flags[i].name, (long long)value);
	}
	if (letter == 'S')
		return value == 'N' || bef_hlo__refuse(lower, lower->op, "it sorts eigenvalues");
	if (letter == 't') {
		if (value < 0 || value > 2)
			return bef_hlo__refuse(lower, lower->op, "its operand for the transpose is %lld", (long long)value);
		bef_hlo__attr_text(lower, attrs, "transpose_a", transposes[value], strlen(transposes[value]));
	} else {
		bef_hlo__attr_int(lower, attrs, letter == 'i' ? "low" : "high", value);
	}
	return true;
}

static bool read_scalars(struct bef_hlo__lower *lower, const struct untyped *call, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(lower->op);
	const size_t count = strlen(call->scalars);
	const bool solve = call->scalars[count - 1] == 'a';
	const struct mlirbc_type *matrix = operands[solve ? count + 1 : count].value->type;
	int64_t vectors = 0, value = 0;
	for (size_t i = 0; i < count; i++) {
		const char letter = call->scalars[i];
		const bool known = constant(lower, operands[i].value, &value);
		if (strchr("dkwa", letter))
			continue;
		if (strchr("bmn", letter)) { /* one that is computed has the size that the types have */
			if (known && !check_size(lower, letter, value, matrix))
				return false;
			continue;
		}
		if (!known)
			return bef_hlo__refuse(lower, lower->op, "its operand %zu is not a constant", i);
		if (letter == 'f' || letter == 'c')
			vectors |= (int64_t)(value != 0) << (letter == 'c');
		else if (!add_parameter(lower, attrs, letter, value))
			return false;
	}
	if (call->scalars[0] == 'f')
		bef_hlo__attr_text(lower, attrs, "mode", vectors < 2 ? "N" : vectors == 2 ? "S" : "A", 1);
	return true;
}

/* ---- the call */

/* Sets the results of the source from those of the kernel; workspaces are zeros if the program reads them. */
static bool set_results(struct bef_hlo__lower *lower, const char *map, const struct bef_hlo__value *results)
{
	const size_t mapped = strlen(map);
	for (uint32_t i = 0; i < lower->op->result_count; i++) {
		struct mlirbc_value *result = &mlirbc_op_results(lower->op)[i];
		const char is = i < mapped ? map[i] : '-';
		struct mlirbc_value *value = is >= '0' && is <= '9' ? results[is - '0'].value : NULL;
		if (!value && result->first_use)
			value = bef_hlo__splat(lower, 0, result->type).value;
		if (value)
			bef_hlo__set(lower, result, value);
		else if (result->first_use)
			return false;
	}
	return true;
}

bool bef_hlo__lower_untyped_call(struct bef_hlo__lower *lower, const struct mlirbc_string *target)
{
	const struct mlirbc_op *op = lower->op;
	char type = 's';
	const struct untyped *call = find(target, &type);
	const char *map = type == 'c' || type == 'z' ? call->complex_results : call->results;
	const size_t scalars = strlen(call->scalars), own = strchr(call->scalars, 'k') || strchr(call->scalars, 'a') ? 2 : 1;
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct bef_hlo__value operands[12], results[MOST_RESULTS] = { { NULL, NULL } };
	size_t result_count = 0;
	if (op->operand_count != scalars + own || op->result_count < strlen(map))
		return bef_hlo__refuse(lower, op, "@%.*s has %u operands and %u results, expected %zu and at least %zu", (int)target->size,
			target->data, op->operand_count, op->result_count, scalars + own, strlen(map));
	if (!read_scalars(lower, call, &attrs) || !bef_hlo__operands(lower, operands))
		return false;
	for (size_t i = 0; map[i]; i++) {
		if (map[i] < '0' || map[i] > '9')
			continue;
		results[map[i] - '0'].type = mlirbc_op_results(op)[i].type;
		result_count++;
	}
	if (call->scalars[scalars - 1] == 'a') {
		struct bef_hlo__value *right = &operands[scalars + 1];
		*right = bef_hlo__binary(lower, "multiply", *right,
			bef_hlo__broadcast(lower, operands[scalars - 1], NULL, 0, right->type));
		if (!right->value)
			return false;
	}
	return bef_hlo__emit(lower, call->kernel, operands + scalars, own, results, result_count, &attrs) &&
	       set_results(lower, map, results);
}
