/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indices into divided dimensions: a gather takes the rows that a device has and zeros for others, which are summed; a scatter changes the
 * rows that a device has. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"
#include "partition/factors.h"

/* How the indices of an operation point into a divided operand. */
struct index {
	struct shlo__dims dims; /* of the operand, for each element of an index */
	int64_t vector_dim;
	const struct mlirbc_type *type; /* of the indices, as i64 */
};

static bool has(const struct shlo__dims *list, size_t dim)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->at[i] == (int64_t)dim)
			return true;
	}
	return false;
}

/* i64 has all of them, and their differences. */
static bool fits_i64(const struct mlirbc_op *op, size_t operand)
{
	const struct mlirbc_type *element = mlirbc_op_operands(op)[operand].value->type->u.shaped.element;
	return !shlo__is_unsigned(element) || element->u.integer.width < 64;
}

void shlo__factors_gather_rows(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__gather *dims, const struct shlo__dims *sizes)
{
	const struct mlirbc_type *operand = mlirbc_op_operands(op)[0].value->type;
	for (size_t dim = 0; dim < operand->u.shaped.rank && fits_i64(op, 1); dim++) {
		int16_t *at = &f->operands[0][dim];
		if (*at != SHLO__NO_FACTOR || sizes->at[dim] != 1 || !has(&dims->start_index_map, dim) || has(&dims->operand_batching_dims, dim))
			continue;
		*at = shlo__factor_new(f, operand->u.shaped.dims[dim]);
		if (*at != SHLO__NO_FACTOR)
			f->reduced[*at] = true;
	}
}

void shlo__factors_scatter_rows(struct shlo__factors *f, const struct mlirbc_op *op, const struct shlo__scatter *dims)
{
	const struct mlirbc_type *result = mlirbc_op_results(op)->type;
	for (size_t dim = 0; dim < result->u.shaped.rank && fits_i64(op, op->result_count); dim++) {
		if (f->results[0][dim] != SHLO__NO_FACTOR || !has(&dims->inserted_window_dims, dim) || !has(&dims->scatter_dims_to_operand_dims, dim))
			continue;
		const int16_t factor = shlo__factor_new(f, result->u.shaped.dims[dim]);
		for (size_t i = 0; i < op->result_count; i++)
			f->results[i][dim] = f->operands[i][dim] = factor;
	}
}

/* ---- numbers for each element of an index */

/* A list of numbers, one for each element of an index, as a tensor of the indices' shape. */
static struct mlirbc_value *spread(struct shlo__partition *p, const struct index *index, struct mlirbc_value *list)
{
	const bool vector = index->vector_dim < (int64_t)index->type->u.shaped.rank;
	if (!vector)
		list = MLIRBC_VALUE(&p->builder, "stablehlo.reshape", MLIRBC_OPERANDS(list),
			MLIRBC_RESULTS(shlo__tensor(p->context, NULL, 0, shlo__i64(p), NULL)));
	return MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(list), MLIRBC_RESULTS(index->type),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, &index->vector_dim, vector) }));
}

static struct mlirbc_value *numbers(struct shlo__partition *p, const struct index *index, const int64_t *list)
{
	const int64_t count = (int64_t)index->dims.count;
	return spread(p, index, shlo__dense(p, shlo__tensor(p->context, &count, 1, shlo__i64(p), NULL), list, index->dims.count * sizeof *list));
}

/* Where the rows of the device begin. */
static struct mlirbc_value *starts(struct shlo__partition *p, const struct index *index, const int16_t *factors, const struct shlo__tiles *tiles,
	const struct mlirbc_type *local)
{
	const size_t count = index->dims.count, size = p->devices * count * sizeof(int64_t);
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), size);
	for (uint32_t device = 0; table && device < p->devices; device++) {
		for (size_t i = 0; i < count; i++) {
			const int16_t factor = factors[index->dims.at[i]];
			const uint32_t at = factor == SHLO__NO_FACTOR ? 0 : tiles->at[(size_t)device * SHLO__MOST_DIMS + (size_t)factor];
			table[device * count + i] = at * local->u.shaped.dims[index->dims.at[i]];
		}
	}
	struct mlirbc_value *made = table ? shlo__look_up_row(p, table, count) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), table, size);
	if (!table)
		(void)shlo__partition_no_memory(p);
	return made ? spread(p, index, made) : NULL;
}

/* ---- gather */

/* Whether the rows of an index are those of the device: a tensor without the dimension of the indices. */
static struct mlirbc_value *inside_of(struct shlo__partition *p, const struct index *index, struct mlirbc_value *local, const int64_t *sizes)
{
	static const int64_t zeros[SHLO__MOST_DIMS];
	const struct mlirbc_type *i1 = mlirbc_type_integer(p->context, 1, MLIRBC_SIGNLESS), *type = index->type;
	struct mlirbc_value *low = shlo__compare(p, SHLO__GE, local, numbers(p, index, zeros)), *high = shlo__compare(p, SHLO__LT, local, numbers(p, index, sizes));
	struct mlirbc_value *all = shlo__both(p, "stablehlo.and", low, high);
	int64_t dims[SHLO__MOST_DIMS];
	size_t rank = 0;
	if (index->vector_dim >= (int64_t)type->u.shaped.rank)
		return all;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if ((int64_t)i != index->vector_dim)
			dims[rank++] = type->u.shaped.dims[i];
	}
	struct mlirbc_value *yes = shlo__dense(p, shlo__tensor(p->context, NULL, 0, i1, NULL), &(const uint8_t){ 1 }, 1);
	struct mlirbc_op *op = MLIRBC_OP(&p->builder, "stablehlo.reduce", MLIRBC_OPERANDS(all, yes),
		MLIRBC_RESULTS(shlo__tensor(p->context, dims, rank, i1, NULL)),
		MLIRBC_ATTRS({ "dimensions", shlo__i64s_attr(p->context, &index->vector_dim, 1) }), .region_count = 1);
	return shlo__reducing(p, op, "stablehlo.and", NULL);
}

static bool is_divided(const struct index *index, const int16_t *factors, const struct shlo__tiles *tiles)
{
	for (size_t i = 0; tiles->rank > 0 && i < index->dims.count; i++) {
		const int16_t factor = factors[index->dims.at[i]];
		if (factor != SHLO__NO_FACTOR && tiles->parts[factor] > 1)
			return true;
	}
	return false;
}

/* The indices as i64. NULL after a failure, which is recorded. */
static struct mlirbc_value *widened(struct shlo__partition *p, struct index *index, struct mlirbc_value *indices)
{
	index->type = shlo__with_element(p->context, indices->type, shlo__i64(p));
	if (!index->type) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	return index->type == indices->type ? indices
		: MLIRBC_VALUE(&p->builder, "stablehlo.convert", MLIRBC_OPERANDS(indices), MLIRBC_RESULTS(index->type));
}

static bool gather_rows(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles,
	struct mlirbc_value **inside)
{
	static const int64_t zeros[SHLO__MOST_DIMS];
	const struct mlirbc_type *whole = mlirbc_op_operands(op)[0].value->type, *local = mlirbc_op_operands(copy)[0].value->type;
	struct index index;
	struct shlo__gather dims;
	struct shlo__dims sizes;
	int64_t most[SHLO__MOST_DIMS], rows[SHLO__MOST_DIMS];
	if (!shlo__gather_of(mlirbc_op_attr(op, "dimension_numbers"), &dims, NULL) || !shlo__i64s_of(mlirbc_op_attr(op, "slice_sizes"), &sizes))
		return true;
	index.dims = dims.start_index_map;
	index.vector_dim = dims.index_vector_dim;
	if (!is_divided(&index, p->factors.operands[0], tiles))
		return true;
	for (size_t i = 0; i < index.dims.count; i++) {
		most[i] = whole->u.shaped.dims[index.dims.at[i]] - sizes.at[index.dims.at[i]];
		rows[i] = local->u.shaped.dims[index.dims.at[i]];
	}
	/* indices beyond the operand mean its last or first rows, wherever these are */
	struct mlirbc_value *wide = widened(p, &index, mlirbc_op_operands(copy)[1].value);
	if (!wide)
		return shlo__partition_built(p);
	struct mlirbc_value *low = numbers(p, &index, zeros), *high = numbers(p, &index, most);
	struct mlirbc_value *clamped =
		MLIRBC_VALUE(&p->builder, "stablehlo.clamp", MLIRBC_OPERANDS(low, wide, high), MLIRBC_RESULTS(index.type));
	struct mlirbc_value *made =
		shlo__both(p, "stablehlo.subtract", clamped, starts(p, &index, p->factors.operands[0], tiles, local));
	*inside = made ? inside_of(p, &index, made, rows) : NULL;
	if (*inside)
		mlirbc_operand_set(&mlirbc_op_operands(copy)[1], made);
	return shlo__partition_built(p);
}

struct mlirbc_value *shlo__rows_inside(
	struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_value *value, struct mlirbc_value *inside)
{
	static const uint8_t zeros[16];
	const struct mlirbc_type *type = value->type;
	struct shlo__gather dims;
	struct shlo__dims batches = { .count = 0 };
	if (!shlo__gather_of(mlirbc_op_attr(op, "dimension_numbers"), &dims, NULL))
		return NULL;
	for (size_t i = 0; i < type->u.shaped.rank; i++) {
		if (!has(&dims.offset_dims, i))
			batches.at[batches.count++] = (int64_t)i;
	}
	struct mlirbc_value *mask = MLIRBC_VALUE(&p->builder, "stablehlo.broadcast_in_dim", MLIRBC_OPERANDS(inside),
		MLIRBC_RESULTS(shlo__with_element(p->context, type, mlirbc_type_integer(p->context, 1, MLIRBC_SIGNLESS))),
		MLIRBC_ATTRS({ "broadcast_dimensions", shlo__i64s_attr(p->context, batches.at, batches.count) }));
	struct mlirbc_value *made = MLIRBC_VALUE(&p->builder, "stablehlo.select",
		MLIRBC_OPERANDS(mask, value, shlo__dense(p, type, zeros, shlo__element_bytes(type->u.shaped.element))), MLIRBC_RESULTS(type));
	return shlo__partition_built(p) ? made : NULL;
}

/* ---- scatter */

/* Updates of rows that the device does not have are beyond its operand, and are left out. */
static bool scatter_rows(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles)
{
	const size_t inputs = op->result_count;
	struct index index;
	struct shlo__scatter dims;
	if (!shlo__scatter_of(mlirbc_op_attr(op, "scatter_dimension_numbers"), &dims, NULL))
		return true;
	index.dims = dims.scatter_dims_to_operand_dims;
	index.vector_dim = dims.index_vector_dim;
	if (!is_divided(&index, p->factors.results[0], tiles))
		return true;
	struct mlirbc_value *wide = widened(p, &index, mlirbc_op_operands(copy)[inputs].value);
	if (!wide)
		return shlo__partition_built(p);
	struct mlirbc_value *made = shlo__both(p, "stablehlo.subtract", wide,
		starts(p, &index, p->factors.results[0], tiles, mlirbc_op_operands(copy)[0].value->type));
	if (shlo__partition_built(p))
		mlirbc_operand_set(&mlirbc_op_operands(copy)[inputs], made);
	return shlo__partition_built(p);
}

bool shlo__rows(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles,
	struct mlirbc_value **inside)
{
	*inside = NULL;
	if (mlirbc_op_is(op, "stablehlo.gather"))
		return gather_rows(p, op, copy, tiles, inside);
	return !mlirbc_op_is(op, "stablehlo.scatter") || scatter_rows(p, op, copy, tiles);
}
