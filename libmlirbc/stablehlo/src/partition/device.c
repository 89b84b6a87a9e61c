/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants, and numbers that differ by device. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"

const struct mlirbc_type *shlo__i64(struct shlo__partition *p) { return mlirbc_type_integer(p->context, 64, MLIRBC_SIGNLESS); }

struct mlirbc_value *shlo__dense(struct shlo__partition *p, const struct mlirbc_type *type, const void *data, size_t size)
{
	return MLIRBC_VALUE(&p->builder, "stablehlo.constant", MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "value", mlirbc_attr_dense(p->context, type, data, size) }));
}

/* The number of the device: at the start of main, so that every operation sees it. */
static struct mlirbc_value *device_of(struct shlo__partition *p)
{
	struct mlirbc_builder *builder = &p->builder;
	if (!p->device) {
		struct mlirbc_block *block = builder->block;
		const struct mlirbc_type *type =
			shlo__tensor(p->context, NULL, 0, mlirbc_type_integer(p->context, 32, MLIRBC_UNSIGNED), NULL);
		if (p->body->first)
			mlirbc_builder_enter_before(builder, p->body->first);
		else
			mlirbc_builder_enter(builder, p->body);
		p->device = MLIRBC_VALUE(builder, "stablehlo.partition_id", MLIRBC_RESULTS(type));
		mlirbc_builder_enter(builder, block);
	}
	return p->device;
}

struct mlirbc_value *shlo__number(struct shlo__partition *p, int64_t number)
{
	return shlo__dense(p, shlo__tensor(p->context, NULL, 0, shlo__i64(p), NULL), &number, sizeof number);
}

struct mlirbc_value *shlo__look_up(struct shlo__partition *p, const struct mlirbc_type *element, const void *table, size_t size)
{
	const int64_t dims[1] = { p->devices }, one[1] = { 1 };
	const struct mlirbc_type *all = shlo__tensor(p->context, dims, 1, element, NULL);
	const struct mlirbc_type *single = shlo__tensor(p->context, one, 1, element, NULL);
	struct mlirbc_value *values = shlo__dense(p, all, table, size);
	struct mlirbc_value *found = MLIRBC_VALUE(&p->builder, "stablehlo.dynamic_slice", MLIRBC_OPERANDS(values, device_of(p)),
		MLIRBC_RESULTS(single), MLIRBC_ATTRS({ "slice_sizes", shlo__i64s_attr(p->context, one, 1) }));
	return MLIRBC_VALUE(&p->builder, "stablehlo.reshape", MLIRBC_OPERANDS(found),
		MLIRBC_RESULTS(shlo__tensor(p->context, NULL, 0, element, NULL)));
}

struct mlirbc_value *shlo__start_of(
	struct shlo__partition *p, const struct shlo__division *from, const struct shlo__division *to, size_t dim, int64_t size)
{
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), p->devices * sizeof *table);
	if (!table) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	const uint32_t ratio = to->parts[dim] / (from ? from->parts[dim] : 1);
	for (uint32_t device = 0; device < p->devices; device++)
		table[device] = (int64_t)(to->at[device * to->rank + dim] % ratio) * size;
	struct mlirbc_value *made = shlo__look_up(p, shlo__i64(p), table, p->devices * sizeof *table);
	shlo__give(mlirbc_context_allocator(p->context), table, p->devices * sizeof *table);
	return made;
}

struct mlirbc_value *shlo__shift(struct shlo__partition *p, struct mlirbc_value *iota, const struct shlo__division *division, size_t dim)
{
	const struct mlirbc_type *type = iota->type;
	struct mlirbc_value *start = shlo__start_of(p, NULL, division, dim, type->u.shaped.dims[dim]);
	struct mlirbc_value *number = MLIRBC_VALUE(&p->builder, "stablehlo.convert", MLIRBC_OPERANDS(start),
		MLIRBC_RESULTS(shlo__tensor(p->context, NULL, 0, type->u.shaped.element, NULL)));
	struct mlirbc_value *all = MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(number), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, NULL, 0) }));
	struct mlirbc_value *made = MLIRBC_VALUE(&p->builder, "stablehlo.add", MLIRBC_OPERANDS(iota, all), MLIRBC_RESULTS(type));
	return shlo__partition_built(p) ? made : NULL;
}

struct mlirbc_value *shlo__look_up_row(struct shlo__partition *p, const int64_t *table, size_t count)
{
	const int64_t dims[2] = { p->devices, (int64_t)count }, row[2] = { 1, (int64_t)count };
	struct mlirbc_value *values = shlo__dense(p, shlo__tensor(p->context, dims, 2, shlo__i64(p), NULL), table, p->devices * count * sizeof *table);
	struct mlirbc_value *number = MLIRBC_VALUE(&p->builder, "stablehlo.convert", MLIRBC_OPERANDS(device_of(p)),
		MLIRBC_RESULTS(shlo__tensor(p->context, NULL, 0, shlo__i64(p), NULL)));
	struct mlirbc_value *found = MLIRBC_VALUE(&p->builder, "stablehlo.dynamic_slice", MLIRBC_OPERANDS(values, number, shlo__number(p, 0)),
		MLIRBC_RESULTS(shlo__tensor(p->context, row, 2, shlo__i64(p), NULL)),
		MLIRBC_ATTRS({ "slice_sizes", shlo__i64s_attr(p->context, row, 2) }));
	return MLIRBC_VALUE(&p->builder, "stablehlo.reshape", MLIRBC_OPERANDS(found),
		MLIRBC_RESULTS(shlo__tensor(p->context, row + 1, 1, shlo__i64(p), NULL)));
}

/* ---- element-wise operations */

struct mlirbc_value *shlo__both(struct shlo__partition *p, const char *name, struct mlirbc_value *a, struct mlirbc_value *b)
{
	return MLIRBC_VALUE(&p->builder, name, MLIRBC_OPERANDS(a, b), MLIRBC_RESULTS(a ? a->type : NULL));
}

struct mlirbc_value *shlo__compare(struct shlo__partition *p, int how, struct mlirbc_value *a, struct mlirbc_value *b)
{
	const struct mlirbc_type *type = a ? shlo__with_element(p->context, a->type, mlirbc_type_integer(p->context, 1, MLIRBC_SIGNLESS)) : NULL;
	return MLIRBC_VALUE(&p->builder, "stablehlo.compare", MLIRBC_OPERANDS(a, b), MLIRBC_RESULTS(type),
		MLIRBC_ATTRS({ "comparison_direction", shlo__enum_attr(p->context, "stablehlo", SHLO__COMPARISON_DIRECTION, how) }));
}

/* ---- reductions */

static void fill_body(struct shlo__partition *p, struct mlirbc_op *op, const char *name, const struct mlirbc_type *type)
{
	struct mlirbc_block *block = p->builder.block;
	struct mlirbc_block *body = mlirbc_builder_block(&p->builder, op, 0, (const struct mlirbc_type *[]){ type, type }, 2);
	if (!body)
		return;
	mlirbc_builder_enter(&p->builder, body);
	struct mlirbc_value *both = MLIRBC_VALUE(&p->builder, name, MLIRBC_OPERANDS(&body->arguments[0], &body->arguments[1]), MLIRBC_RESULTS(type));
	(void)MLIRBC_OP(&p->builder, "stablehlo.return", MLIRBC_OPERANDS(both));
	mlirbc_builder_enter(&p->builder, block);
}

struct mlirbc_value *shlo__reducing(struct shlo__partition *p, struct mlirbc_op *op, const char *name, struct mlirbc_op *reduce)
{
	if (op && !reduce)
		fill_body(p, op, name, shlo__tensor(p->context, NULL, 0, mlirbc_op_results(op)->type->u.shaped.element, NULL));
	if (op && reduce && mlirbc_region_clone(mlirbc_op_regions(reduce), mlirbc_op_regions(op), NULL, NULL) != MLIRBC_OK)
		(void)shlo__partition_no_memory(p);
	return shlo__partition_built(p) ? mlirbc_op_results(op) : NULL;
}
