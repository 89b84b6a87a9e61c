/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fold/fold.h"

bool shlo__fold_operand(struct shlo__folding *folding, size_t index, struct shlo__constant *out)
{
	return index < folding->op->operand_count &&
	       shlo__constant_of(folding->operands[index], folding->equal ? SIZE_MAX : folding->limit, out);
}

bool shlo__fold_begin(struct shlo__folding *folding, struct shlo__making *out)
{
	bool ok = shlo__making_init(out, folding->context, folding->type, folding->equal ? SIZE_MAX : folding->limit, folding->equal);
	folding->no_memory |= out->failed;
	return ok;
}

const struct mlirbc_attr *shlo__fold_end(struct shlo__folding *folding, struct shlo__making *making)
{
	const struct mlirbc_attr *made = shlo__making_finish(making, folding->context);
	folding->no_memory |= making->failed;
	return made;
}

const struct mlirbc_attr *shlo__fold(struct shlo__folding *folding)
{
	if (folding->op->result_count != 1)
		return NULL;
	folding->type = mlirbc_op_results(folding->op)[0].type;
	if (folding->code == MLIRBC_STABLEHLO_constant)
		return mlirbc_op_attr(folding->op, "value");
	const struct mlirbc_attr *made = shlo__fold_shape(folding);
	return made || folding->no_memory ? made : shlo__fold_element(folding);
}
