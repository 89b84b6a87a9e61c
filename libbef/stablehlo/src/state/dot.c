/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "state/lower.h"

#include <string.h>

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
