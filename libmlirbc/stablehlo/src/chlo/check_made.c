/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a lowering makes is checked before it takes the place of an operation. */
#include "chlo/lower.h"
#include "infer/subject.h"

#include <mlirbc/rewrite.h>

bool shlo__lower_is_valid(struct shlo__pass *pass, struct mlirbc_op *first, const struct mlirbc_op *end)
{
	struct shlo__check check;
	shlo__check_init(&check, pass->context);
	for (struct mlirbc_op *root = first; root != end; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			enum mlirbc_stablehlo_code code = shlo__pass_code(pass, op);
			if (code == MLIRBC_STABLEHLO_NONE)
				continue;
			shlo__check_op(&check, op, code);
			if (shlo__enter(&check) && shlo__leave(&check))
				continue;
			return check.status == MLIRBC_E_CORRUPT ? false : shlo__pass_no_memory(pass);
		}
	}
	return true;
}

bool shlo__lower_settle(struct shlo__pass *pass, struct mlirbc_op *before, struct mlirbc_op *op, bool complete)
{
	struct mlirbc_op *first = before ? before->next : op->parent->first;
	if (complete && shlo__lower_is_valid(pass, first, op))
		return true;
	for (struct mlirbc_op *made = op->prev, *next; made != before; made = next) {
		next = made->prev;
		if (!shlo__pass_ok(pass, mlirbc_op_erase(made)))
			return false;
	}
	return false;
}
