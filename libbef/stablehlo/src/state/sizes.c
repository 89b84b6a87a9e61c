/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sizes of values: a value that no memory could hold is refused where it is made, before passes compute with its elements. */
#include "state/lower.h"

#include <mlirbc/print.h>

/* As kernels have it: a value is below half of the address space with any element type. */
#define MOST_ELEMENTS ((uint64_t)PTRDIFF_MAX / 16)
#define MOST_ELEMENTS_LOG2 (sizeof(ptrdiff_t) * 8 - 5)

/* A static type; one with an unknown dimension may be empty. */
static bool is_too_large(const struct mlirbc_type *type)
{
	uint64_t count;
	if (!bef_hlo__is_tensor(type) || !mlirbc_tensor_is_static(type))
		return false;
	return !mlirbc_type_elements(type, &count) || count > MOST_ELEMENTS;
}

static bool check_type(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_type *type, const char *what,
	size_t index)
{
	char text[200];
	if (!is_too_large(type))
		return true;
	(void)mlirbc_type_text(type, text, sizeof text);
	return bef_hlo__refuse(lower, op, "%s %zu is a %s, which has more than 2^%zu - 1 elements", what, index, text,
		MOST_ELEMENTS_LOG2);
}

static bool check_op(struct bef_hlo__lower *lower, struct mlirbc_op *op)
{
	bool good = true;
	for (uint32_t i = 0; i < op->result_count && good; i++)
		good = check_type(lower, op, mlirbc_op_results(op)[i].type, "result", i);
	for (uint32_t r = 0; r < op->region_count && good; r++) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[r].first; block && good; block = block->next) {
			for (uint32_t i = 0; i < block->argument_count && good; i++)
				good = check_type(lower, op, block->arguments[i].type, "argument", i);
		}
	}
	return good;
}

bool bef_hlo__check_sizes(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op))
		(void)check_op(lower, op);
	return lower->status == BEF_OK;
}
