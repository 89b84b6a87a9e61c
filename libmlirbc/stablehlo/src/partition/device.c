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
