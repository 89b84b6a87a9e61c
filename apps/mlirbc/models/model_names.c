/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of arguments and results, as exporters record them. */
#include "models/model.h"

#include <mlirbc/stablehlo_names.h>

const struct mlirbc_type *model_function_type(const struct model_function *function)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(function->op, "function_type");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || attr->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return NULL;
	return attr->u.type_value;
}

const struct mlirbc_attr *model_slot_attrs(const struct model_function *function, bool result, size_t index)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(function->op, result ? "res_attrs" : "arg_attrs");
	if (!all || all->kind != MLIRBC_ATTR_ARRAY || index >= all->u.array.count)
		return NULL;
	const struct mlirbc_attr *one = all->u.array.data[index];
	return one->kind == MLIRBC_ATTR_DICTIONARY ? one : NULL;
}

static void number(bool result, size_t index, struct model_name *out)
{
	const int size = snprintf(out->few, sizeof out->few, "%s%zu", result ? "result" : "arg", index);
	out->text = (struct mlirbc_string){ out->few, (size_t)size };
}

void model_argument_name(const struct model_function *function, size_t index, struct model_name *out_name)
{
	if (!mlirbc_stablehlo_argument_name(function->op, index, &out_name->text))
		number(false, index, out_name);
}

void model_result_name(const struct model_function *function, size_t index, struct model_name *out_name)
{
	if (!mlirbc_stablehlo_result_name(function->op, index, &out_name->text))
		number(true, index, out_name);
}
