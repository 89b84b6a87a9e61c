/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of operations of the source. */
#include "state/lower.h"

#include <string.h>

const struct mlirbc_stablehlo_attr *bef_hlo__find_attr(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_stablehlo_attr *list;
	size_t count;
	if (mlirbc_stablehlo_attrs(lower->context, op, &list, &count, NULL) != MLIRBC_OK)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	}
	return NULL;
}

bool bef_hlo__keyword_is(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name, const char *expected)
{
	const struct mlirbc_stablehlo_attr *found = bef_hlo__find_attr(lower, op, name);
	return found && found->text && bef_hlo__text_is(found->text, expected);
}

const struct mlirbc_attr *bef_hlo__parameter(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "backend_config");
	if (!config || config->kind != MLIRBC_ATTR_DICTIONARY)
		config = mlirbc_op_attr(op, "mhlo.backend_config");
	const struct mlirbc_attr *value =
		config && config->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(config, name) : NULL;
	return value && value->kind == MLIRBC_ATTR_INTEGER ? value : NULL;
}

bool bef_hlo__dot_dims(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct mlirbc_stablehlo_dot *out)
{
	const struct mlirbc_stablehlo_attr *list;
	size_t count, found = 0;
	memset(out, 0, sizeof *out);
	if (mlirbc_stablehlo_attrs(lower->context, op, &list, &count, NULL) != MLIRBC_OK)
		return false;
	for (size_t i = 0; i < count; i++) {
		const char *name = list[i].name;
		const bool batching = strcmp(name, "lhs_batching_dimensions") == 0, contracting = strcmp(name, "lhs_contracting_dimensions") == 0;
		if (strcmp(name, "accumulation_type") == 0) /* an algorithm has types for each operand */
			return false;
		if (batching)
			out->batching_count = list[i].count;
		if (contracting)
			out->contracting_count = list[i].count;
		const int64_t **to = batching                                          ? &out->lhs_batching
				     : contracting                                     ? &out->lhs_contracting
				     : strcmp(name, "rhs_batching_dimensions") == 0    ? &out->rhs_batching
				     : strcmp(name, "rhs_contracting_dimensions") == 0 ? &out->rhs_contracting
										       : NULL;
		if (to) {
			*to = list[i].ints;
			found++;
		}
	}
	return found == 4;
}
