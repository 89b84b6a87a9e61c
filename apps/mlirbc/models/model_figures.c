/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts the ops and constants of a model. */
#include "models/model.h"
#include <mlirbc/stablehlo_ops.h>

#include <string.h>

/* Constants with at least this number of elements that are not all equal count as parameters; smaller ones are mostly
 * shapes and factors. */
enum { LEAST_PARAMETER = 16 };

static void count_constant(struct figures *figures, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	uint64_t elements, bytes;
	if (!op->result_count || !model_elements(mlirbc_op_results(op)->type, &elements) ||
		!model_bytes(mlirbc_op_results(op)->type, &bytes))
		return;
	const bool equal = value && value->kind == MLIRBC_ATTR_DENSE && value->u.dense.count == 1;
	struct constants *const counters[] = { &figures->constants, &figures->parameters };
	for (unsigned i = 0; i < (elements >= LEAST_PARAMETER && !equal ? 2u : 1u); i++) {
		counters[i]->count++;
		counters[i]->elements = model_add(counters[i]->elements, elements);
		counters[i]->bytes = model_add(counters[i]->bytes, bytes);
	}
}

static int by_count(const void *left, const void *right)
{
	const struct tally_entry *a = left, *b = right;
	const struct mlirbc_string *x = a->key, *y = b->key;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	const int order = memcmp(x->data, y->data, x->size < y->size ? x->size : y->size);
	return order ? order : (x->size > y->size) - (x->size < y->size);
}

bool model_figures(const struct model *model, struct figures *out_figures)
{
	*out_figures = (struct figures){ .ops = { .slots = NULL } };
	for (struct mlirbc_op *op = model_next_op(model->module, NULL); op; op = model_next_op(model->module, op)) {
		tally_add(&out_figures->ops, 0, op->name, 1);
		if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_constant || mlirbc_stablehlo_code(op->name) == MLIRBC_CHLO_constant)
			count_constant(out_figures, op);
	}
	tally_sort(&out_figures->ops, by_count);
	return !out_figures->ops.failed;
}
