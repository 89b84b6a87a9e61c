/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls whose targets are functions of libraries that pack hlo has as kernels: LAPACK in the typed form that JAX writes
 * since 2024 (@lapack_sgetrf_ffi, parameters in backend_config), and Threefry. Also rng, which needs a seed for its stream. */
#include "ops/ops.h"

#include <stdio.h>
#include <string.h>

/* A parameter of backend_config: the number of a letter. */
static bool letter(struct bef_hlo__lower *lower, const char *name, const char *allowed, char *out)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(lower->op, "backend_config");
	if (!config || config->kind != MLIRBC_ATTR_DICTIONARY)
		config = mlirbc_op_attr(lower->op, "mhlo.backend_config");
	const struct mlirbc_attr *value =
		config && config->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(config, name) : NULL;
	const uint64_t number = value && value->kind == MLIRBC_ATTR_INTEGER ? value->u.number.words[0] : 0;
	if (number == 0 || number > 127 || !strchr(allowed, (char)number))
		return bef_hlo__refuse(lower, lower->op, "its backend_config has no %s that is one of the letters %s", name, allowed);
	*out = (char)number;
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

static const struct {
	const char *name, *kernel;
	uint32_t operands, results;
	bool (*parameters)(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs);
} functions[] = {
	{ "geqrf", "lapack_geqrf", 1, 2, NULL },
	{ "gesdd", "lapack_gesdd", 1, 5, add_mode },
	{ "getrf", "lapack_getrf", 1, 3, NULL },
	{ "heevd", "lapack_syevd", 1, 3, add_lower },
	{ "orgqr", "lapack_orgqr", 2, 1, NULL },
	{ "potrf", "lapack_potrf", 1, 2, add_lower },
	{ "syevd", "lapack_syevd", 1, 3, add_lower },
	{ "trsm", "triangular_solve", 2, 1, add_solve },
	{ "ungqr", "lapack_orgqr", 2, 1, NULL },
	{ "", "cu_threefry2x32", 4, 2, NULL },
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

bool bef_hlo__lower_library_call(
	struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule, const struct mlirbc_string *target)
{
	const size_t i = find(target);
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (lower->op->operand_count != functions[i].operands || lower->op->result_count != functions[i].results)
		return bef_hlo__refuse(lower, lower->op, "@%.*s has %u operands and %u results, expected %u and %u",
			(int)target->size, target->data, lower->op->operand_count, lower->op->result_count,
			functions[i].operands, functions[i].results);
	if (functions[i].parameters && !functions[i].parameters(lower, &attrs))
		return false;
	return bef_hlo__lower_with(lower, functions[i].kernel, rule, NULL, &attrs);
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
