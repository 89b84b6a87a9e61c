/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ml_program: a global that nothing changes is a constant. */
#include "legalize/legalize.h"

static struct mlirbc_value *global(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	(void)legal;
	(void)row;
	return &shlo__legal_nothing;
}

/* A store anywhere is refused, so the value is the initial one. */
static struct mlirbc_value *load(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_attr *symbol = mlirbc_op_attr(legal->op, "global");
	struct mlirbc_op *module = mlirbc_op_parent(legal->op);
	while (module && !mlirbc_op_is(module, "builtin.module"))
		module = mlirbc_op_parent(module);
	const struct mlirbc_block *body = module && module->region_count ? mlirbc_op_regions(module)->first : NULL;
	const struct mlirbc_op *found =
		body && symbol && symbol->kind == MLIRBC_ATTR_SYMBOL ? mlirbc_block_symbol(body, symbol->u.symbol.root) : NULL;
	const struct mlirbc_attr *value = found && mlirbc_op_is(found, "ml_program.global") ? mlirbc_op_attr(found, "value") : NULL;
	if (!value)
		return shlo__legal_refuse(legal, row->text);
	struct mlirbc_value *constant = shlo__legal_literal(legal, value);
	const struct mlirbc_type *type = shlo__legal_type(legal->emit.pass->context, mlirbc_op_results(legal->op)->type);
	return constant && constant->type == type ? constant : shlo__legal_refuse(legal, row->text);
}

static struct mlirbc_value *store(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	return shlo__legal_refuse(legal, row->text);
}

#define NO_VALUE "the module has no global with a value of this type"
const struct shlo__legal_row shlo__legal_globals[] = {
	{ "ml_program.global", global, NULL, false, 0 },
	{ "ml_program.global_load", load, NO_VALUE, true, 0 },
	{ "ml_program.global_load_const", load, NO_VALUE, true, 0 },
	{ "ml_program.global_store", store, "it keeps a value from one call to the next; programs have no such state", false, 0 },
};
const size_t shlo__legal_globals_count = sizeof shlo__legal_globals / sizeof *shlo__legal_globals;
