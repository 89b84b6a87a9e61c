/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls whose targets are functions of libraries that pack hlo has as kernels: LAPACK in the typed form that JAX writes
 * since 2024 (@lapack_sgetrf_ffi, parameters in backend_config), and Threefry. Also rng, which needs a seed for its stream. */
#include "ops/ops.h"

#include <stdio.h>
#include <string.h>

/* A parameter of backend_config, or of mhlo.backend_config; NULL: there is none. */
static const struct mlirbc_attr *parameter(struct bef_hlo__lower *lower, const char *name)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(lower->op, "backend_config");
	if (!config || config->kind != MLIRBC_ATTR_DICTIONARY)
		config = mlirbc_op_attr(lower->op, "mhlo.backend_config");
	const struct mlirbc_attr *value =
		config && config->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(config, name) : NULL;
	return value && value->kind == MLIRBC_ATTR_INTEGER ? value : NULL;
}

/* A parameter that is the number of a letter. */
static bool letter(struct bef_hlo__lower *lower, const char *name, const char *allowed, char *out)
{
	const struct mlirbc_attr *value = parameter(lower, name);
	const uint64_t number = value ? value->u.number.words[0] : 0;
	if (number == 0 || number > 127 || !strchr(allowed, (char)number))
		return bef_hlo__refuse(lower, lower->op, "its backend_config has no %s that is one of the letters %s", name, allowed);
	*out = (char)number;
	return true;
}

/* A parameter of 32 bits. */
static bool add_int(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name)
{
	const struct mlirbc_attr *value = parameter(lower, name);
	if (!value)
		return bef_hlo__refuse(lower, lower->op, "its backend_config has no integer %s", name);
	bef_hlo__attr_int(lower, attrs, name, (int32_t)(uint32_t)value->u.number.words[0]);
	return true;
}

static bool add_lower(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	char uplo = 'L';
	if (!letter(lower, "uplo", "LU", &uplo))
		return false;
	bef_hlo__attr_bool(lower, attrs, "lower", uplo == 'L');
	return true;
}

static bool add_mode(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	char mode = 'N';
	if (!letter(lower, "mode", "ANS", &mode))
		return false;
	bef_hlo__attr_text(lower, attrs, "mode", &mode, 1);
	return true;
}

static bool add_solve(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	char side = 'L', transposed = 'N', diagonal = 'N';
	if (!letter(lower, "side", "LR", &side) || !letter(lower, "trans_x", "NTC", &transposed) ||
		!letter(lower, "diag", "NU", &diagonal) || !add_lower(lower, attrs))
		return false;
	const char *mode = transposed == 'N' ? "NO_TRANSPOSE" : transposed == 'T' ? "TRANSPOSE" : "ADJOINT";
	bef_hlo__attr_bool(lower, attrs, "left_side", side == 'L');
	bef_hlo__attr_text(lower, attrs, "transpose_a", mode, strlen(mode));
	bef_hlo__attr_bool(lower, attrs, "unit_diagonal", diagonal == 'U');
	return true;
}

/* Whether a kind of vectors is wanted: V or N. */
static bool add_wanted(
	struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs, const char *name, const char *attribute)
{
	char wanted = 'N';
	if (!letter(lower, name, "NV", &wanted))
		return false;
	bef_hlo__attr_bool(lower, attrs, attribute, wanted == 'V');
	return true;
}

static bool add_sides(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	return add_wanted(lower, attrs, "compute_left", "left") && add_wanted(lower, attrs, "compute_right", "right");
}

/* Sorted eigenvalues (S) need a function that selects them, which a program cannot hold. */
static bool add_schur(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	char sort = 'N';
	return letter(lower, "sort", "N", &sort) && add_wanted(lower, attrs, "mode", "vectors");
}

static bool add_range(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	return add_int(lower, attrs, "low") && add_int(lower, attrs, "high");
}

static const struct library_function {
	const char *name, *kernel;
	uint32_t operands, results;
	uint32_t parts; /* of these results, those that complex matrices do not have: imaginary parts of eigenvalues */
	bool (*parameters)(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs);
} functions[] = {
	{ "gees", "lapack_gees", 1, 6, 1, add_schur },
	{ "geev", "lapack_geev", 1, 5, 1, add_sides },
	{ "gehrd", "lapack_gehrd", 1, 3, 0, add_range },
	{ "geqrf", "lapack_geqrf", 1, 2, 0, NULL },
	{ "gesdd", "lapack_gesdd", 1, 5, 0, add_mode },
	{ "getrf", "lapack_getrf", 1, 3, 0, NULL },
	{ "heevd", "lapack_syevd", 1, 3, 0, add_lower },
	{ "hetrd", "lapack_sytrd", 1, 5, 0, add_lower },
	{ "orgqr", "lapack_orgqr", 2, 1, 0, NULL },
	{ "potrf", "lapack_potrf", 1, 2, 0, add_lower },
	{ "syevd", "lapack_syevd", 1, 3, 0, add_lower },
	{ "sytrd", "lapack_sytrd", 1, 5, 0, add_lower },
	{ "trsm", "triangular_solve", 2, 1, 0, add_solve },
	{ "ungqr", "lapack_orgqr", 2, 1, 0, NULL },
	{ "", "cu_threefry2x32", 4, 2, 0, NULL },
};

/* The number of a target's function; the count of all if there is none. */
static size_t find(const struct mlirbc_string *target)
{
	const size_t count = sizeof functions / sizeof *functions;
	if (bef_hlo__text_is(target, "cu_threefry2x32") || bef_hlo__text_is(target, "cu_threefry2x32_ffi"))
		return count - 1;
	for (size_t i = 0; i + 1 < count; i++)
		for (const char *type = "sdcz"; *type; type++) {
			char name[40];
			snprintf(name, sizeof name, "lapack_%c%s_ffi", *type, functions[i].name);
			if (bef_hlo__text_is(target, name))
				return i;
		}
	return count;
}

bool bef_hlo__is_library_call(const struct mlirbc_string *target)
{
	return find(target) < sizeof functions / sizeof *functions;
}

/* Before 2025 JAX wrote trsm with a third operand, by which the right side is multiplied. */
static bool lower_scaled_solve(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	struct bef_hlo__value operands[3];
	if (!bef_hlo__operands(lower, operands))
		return false;
	const struct bef_hlo__value factor = bef_hlo__broadcast(lower, operands[2], NULL, 0, operands[1].type);
	operands[1] = bef_hlo__binary(lower, "multiply", operands[1], factor);
	return operands[1].value && bef_hlo__set_result(lower,
		bef_hlo__emit_one(lower, "triangular_solve", bef_hlo__result_type(lower, 0), operands, 2, attrs));
}

bool bef_hlo__lower_library_call(
	struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule, const struct mlirbc_string *target)
{
	const struct library_function *f = &functions[find(target)];
	const bool is_complex = target->size > 7 && (target->data[7] == 'c' || target->data[7] == 'z');
	const uint32_t results = f->results - (is_complex ? f->parts : 0);
	const bool scaled = f->parameters == add_solve && lower->op->operand_count == 3;
	struct bef_hlo__attrs attrs = { .count = 0 };
	if ((lower->op->operand_count != f->operands && !scaled) || lower->op->result_count != results)
		return bef_hlo__refuse(lower, lower->op, "@%.*s has %u operands and %u results, expected %u and %u",
			(int)target->size, target->data, lower->op->operand_count, lower->op->result_count, f->operands, results);
	if (f->parameters && !f->parameters(lower, &attrs))
		return false;
	return scaled ? lower_scaled_solve(lower, &attrs) : bef_hlo__lower_with(lower, f->kernel, rule, NULL, &attrs);
}

/* Each op has a seed of its own: its number in the program. */
bool bef_hlo__lower_rng(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!bef_hlo__attrs_of_op(lower, rule->skip, &attrs))
		return false;
	bef_hlo__attr_int(lower, &attrs, "seed", (int64_t)++lower->seeds);
	return bef_hlo__lower_with(lower, "rng", rule, NULL, &attrs);
}
