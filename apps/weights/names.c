/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of constants, as exporters record them in locations. */
#include "weights.h"

static const struct mlirbc_string *name_in(const struct mlirbc_attr *location)
{
	enum { DEEPEST = 8 };
	for (unsigned i = 0; location && i < DEEPEST; i++) {
		if (location->kind == MLIRBC_LOC_NAME)
			return location->u.name.name;
		if (location->kind == MLIRBC_LOC_CALLSITE)
			location = location->u.callsite.callee;
		else if (location->kind == MLIRBC_LOC_FUSED && location->u.fused.parts.count)
			location = location->u.fused.parts.data[0];
		else
			return NULL;
	}
	return NULL;
}

/* JAX writes "jit(step)/Net/Dense_0/dot_general": what was compiled says nothing about the place in a model. */
static bool name_of(const struct mlirbc_op *op, struct mlirbc_string *out)
{
	const struct mlirbc_string *name = name_in(mlirbc_op_location(op));
	if (!name)
		return false;
	*out = *name;
	while (out->size > 4 && (memcmp(out->data, "jit(", 4) == 0 || memcmp(out->data, "pjit", 4) == 0)) {
		const char *slash = memchr(out->data, '/', out->size);
		const size_t size = slash ? (size_t)(slash - out->data) + 1 : out->size;
		out->data += size;
		out->size -= size;
	}
	return out->size > 0;
}

bool weights_name(const struct mlirbc_op *op, struct mlirbc_string *out)
{
	if (name_of(op, out))
		return true;
	bool found = false;
	for (const struct mlirbc_operand *use = op->result_count ? mlirbc_op_results(op)[0].first_use : NULL; use;
		use = mlirbc_operand_next(use)) /* the last use of the list is the first of the module */
		found = name_of(mlirbc_operand_owner(use), out) || found;
	return found;
}
