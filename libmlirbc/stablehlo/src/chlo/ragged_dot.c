/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* chlo.ragged_dot of static shapes: a dot_general over all groups, with a mask that says which position of the ragged dimension is in
 * which group. Masks select; they do not multiply, so infinities and NaN of other groups do not matter.
 *
 *	ragged dimension is free          product with every group, what belongs to another group is zero, sum over groups
 *	ragged dimension is contracting   both operands with zeros outside of a group, for every group
 *	ragged dimension is batch         product, with zeros behind the last group */
#include "chlo/lower.h"
#include "dialect/enums.h"

#include <mlirbc/build.h>

struct ragged {
	struct shlo__emit *emit;
	struct mlirbc_value *lhs, *rhs, *sizes;
	struct shlo__ragged_dot dims;
	const struct mlirbc_type *result;
	const struct mlirbc_type *i64;
	int64_t dimension; /* the ragged one, of lhs */
	size_t place;      /* its index in the list that has it, or among the free dimensions of lhs */
	int64_t groups;
};

static size_t index_of(const struct shlo__dims *list, int64_t dimension)
{
	size_t i = 0;
	while (i < list->count && list->at[i] != dimension)
		i++;
	return i;
}

static bool has(const struct shlo__dims *list, int64_t dimension) { return index_of(list, dimension) < list->count; }

/* Dimensions that are in neither list, before `end`. */
static size_t count_free(const struct shlo__dims *batching, const struct shlo__dims *contracting, int64_t end)
{
	size_t count = 0;
	for (int64_t i = 0; i < end; i++)
		count += !has(batching, i) && !has(contracting, i);
	return count;
}

static const struct mlirbc_type *tensor(const struct ragged *ragged, const int64_t *dims, size_t rank, const struct mlirbc_type *element)
{
	return element ? shlo__tensor(ragged->emit->pass->context, dims, rank, element, NULL) : NULL;
}

/* ---- products */

/* The precisions of the operation as those of stablehlo. NULL: there are none, or `*ok` is false. */
static const struct mlirbc_attr *precisions(const struct ragged *ragged, bool *ok)
{
	const struct mlirbc_attr *given = mlirbc_op_attr(ragged->emit->before, "precision_config"), *values[2];
	*ok = true;
	if (!given)
		return NULL;
	*ok = given->kind == MLIRBC_ATTR_ARRAY && given->u.array.count <= 2;
	for (size_t i = 0; *ok && i < given->u.array.count; i++) {
		int value = shlo__enum_of(SHLO__PRECISION, given->u.array.data[i]);
		values[i] = value >= 0 ? shlo__enum_attr(ragged->emit->pass->context, "stablehlo", SHLO__PRECISION, value) : NULL;
		*ok = values[i] != NULL;
	}
	return *ok ? mlirbc_attr_array(ragged->emit->pass->context, values, given->u.array.count) : NULL;
}

static struct mlirbc_value *dot(const struct ragged *ragged, struct mlirbc_value *lhs, struct mlirbc_value *rhs,
	const struct shlo__dot *dims, const struct mlirbc_type *type)
{
	bool ok;
	const struct mlirbc_attr *precision = precisions(ragged, &ok);
	const struct shlo__property properties[] = {
		{ "dot_dimension_numbers", shlo__dot_attr(ragged->emit->pass->context, dims) }, { "precision_config", precision } };
	return shlo__emit(ragged->emit, "stablehlo.dot_general", type, (struct mlirbc_value *[]){ lhs, rhs }, 2, properties,
		precision ? 2 : 1);
}

/* Contracts the last dimension of the group sizes with the first of a matrix or vector of ones and zeros. */
static struct mlirbc_value *sum_sizes(const struct ragged *ragged, struct mlirbc_value *weights, const struct mlirbc_type *type)
{
	struct shlo__dot dims = { .lhs_contracting_dimensions = { .count = 1 }, .rhs_contracting_dimensions = { .count = 1 } };
	dims.lhs_contracting_dimensions.at[0] = (int64_t)ragged->sizes->type->u.shaped.rank - 1;
	const struct shlo__property property = { "dot_dimension_numbers", shlo__dot_attr(ragged->emit->pass->context, &dims) };
	return shlo__emit(ragged->emit, "stablehlo.dot_general", type, (struct mlirbc_value *[]){ ragged->sizes, weights }, 2, &property, 1);
}

/* ---- masks */

/* Where each group ends: the sum of its size and those of the groups before it. Shape of the sizes. */
static struct mlirbc_value *ends_of(const struct ragged *ragged)
{
	const int64_t square[] = { ragged->groups, ragged->groups };
	const struct mlirbc_type *type = tensor(ragged, square, 2, ragged->i64);
	struct mlirbc_value *row = shlo__emit_iota(ragged->emit, type, 0), *column = shlo__emit_iota(ragged->emit, type, 1);
	struct mlirbc_value *before = shlo__emit_compare(ragged->emit, SHLO__LE, row, column);
	return sum_sizes(ragged, shlo__emit_convert(ragged->emit, before, ragged->i64), ragged->sizes->type);
}

/* The position along the ragged dimension, compared with a tensor of ends. `dims`: where the dimensions of `ends` are in `shape`;
 * `place`: where the ragged one is. */
static struct mlirbc_value *compare_position(const struct ragged *ragged, int direction, struct mlirbc_value *ends,
	const struct mlirbc_type *shape, const int64_t *dims, size_t place)
{
	const struct mlirbc_type *type = shlo__with_element(ragged->emit->pass->context, shape, ragged->i64);
	struct mlirbc_value *position = shlo__emit_iota(ragged->emit, type, place);
	return shlo__emit_compare(ragged->emit, direction, position, shlo__emit_broadcast(ragged->emit, ends, type, dims, NULL));
}

/* Elements of `value` whose position is in their group; zeros elsewhere. */
static struct mlirbc_value *keep_groups(const struct ragged *ragged, struct mlirbc_value *value, const int64_t *dims, size_t place)
{
	struct shlo__emit *emit = ragged->emit;
	if (!value)
		return NULL;
	struct mlirbc_value *ends = ends_of(ragged), *starts = shlo__emit_binary(emit, "stablehlo.subtract", ends, ragged->sizes);
	struct mlirbc_value *behind = compare_position(ragged, SHLO__GE, starts, value->type, dims, place);
	struct mlirbc_value *before = compare_position(ragged, SHLO__LT, ends, value->type, dims, place);
	struct mlirbc_value *inside = shlo__emit_binary(emit, "stablehlo.and", behind, before), *zero = shlo__emit_number(emit, value, 0);
	return shlo__emit_select(emit, inside, value, zero);
}

/* The dimensions of the group sizes in a tensor: those before the last one are `prefix` (there are none when one list of sizes is for all),
 * the last one is at `group`. */
static void place_sizes(const struct ragged *ragged, const struct shlo__dims *prefix, int64_t group, int64_t out[])
{
	size_t rank = ragged->sizes->type->u.shaped.rank;
	for (size_t i = 0; i + 1 < rank; i++)
		out[i] = prefix->at[i];
	out[rank - 1] = group;
}

/* ---- the three modes */

static struct mlirbc_value *sum_over(const struct ragged *ragged, struct mlirbc_value *value, int64_t dimension)
{
	struct shlo__emit *emit = ragged->emit;
	struct mlirbc_context *context = emit->pass->context;
	const struct mlirbc_type *scalar = tensor(ragged, NULL, 0, shlo__element(ragged->result));
	struct mlirbc_named_attr entry = { mlirbc_string_get(context, "dimensions", 10), shlo__i64s_attr(context, &dimension, 1) };
	const struct mlirbc_attr *properties = entry.name && entry.value ? mlirbc_attr_dictionary(context, &entry, 1) : NULL;
	struct mlirbc_value *zero = value && scalar && properties ? shlo__emit_zero(emit, scalar) : NULL;
	if (!zero) {
		shlo__pass_no_memory(emit->pass);
		return NULL;
	}
	struct mlirbc_op *reduce = shlo__pass_make(emit->pass,
		&(const struct mlirbc_op_spec){ .name = "stablehlo.reduce", .name_size = 16, .properties = properties,
			.result_types = &ragged->result, .result_count = 1, .operands = (struct mlirbc_value *[]){ value, zero },
			.operand_count = 2, .region_count = 1 },
		emit->before);
	struct mlirbc_op *end =
		reduce ? shlo__emit_body(emit, mlirbc_op_regions(reduce), (const struct mlirbc_type *[]){ scalar, scalar }, 2, 1) : NULL;
	struct shlo__emit inside = { emit->pass, end };
	struct mlirbc_value *sum = end ? shlo__emit_binary(&inside, "stablehlo.add", &end->parent->arguments[0], &end->parent->arguments[1])
				       : NULL;
	if (sum) {
		mlirbc_operand_set(mlirbc_op_operands(end), sum);
		return mlirbc_op_results(reduce);
	}
	if (reduce)
		(void)!mlirbc_op_erase(reduce);
	return NULL;
}

static void dot_of(const struct ragged *ragged, struct shlo__dot *out)
{
	*out = (struct shlo__dot){ ragged->dims.lhs_batching_dimensions, ragged->dims.rhs_batching_dimensions,
		ragged->dims.lhs_contracting_dimensions, ragged->dims.rhs_contracting_dimensions };
}

static struct mlirbc_value *lower_free(const struct ragged *ragged)
{
	const struct shlo__ragged_dot *dims = &ragged->dims;
	const struct mlirbc_type *lhs = ragged->lhs->type;
	int64_t shape[SHLO__MOST_DIMS], places[SHLO__MOST_DIMS], group = dims->rhs_group_dimensions.at[0];
	struct shlo__dims prefix = { .count = 0 };
	struct shlo__dot all;
	size_t batch = dims->lhs_batching_dimensions.count, rank = ragged->result->u.shaped.rank;
	/* the group dimension comes behind those of lhs and the free ones of rhs that are before it */
	size_t at = batch + count_free(&dims->lhs_batching_dimensions, &dims->lhs_contracting_dimensions, (int64_t)lhs->u.shaped.rank) +
		    count_free(&dims->rhs_batching_dimensions, &dims->rhs_contracting_dimensions, group);
	if (at > rank || rank >= SHLO__MOST_DIMS)
		return NULL;
	for (size_t i = 0; i <= rank; i++)
		shape[i] = i == at ? ragged->groups : ragged->result->u.shaped.dims[i - (i > at)];
	for (; prefix.count < batch + ragged->place; prefix.count++)
		prefix.at[prefix.count] = (int64_t)prefix.count;
	dot_of(ragged, &all);
	place_sizes(ragged, &prefix, (int64_t)at, places);
	struct mlirbc_value *product =
		dot(ragged, ragged->lhs, ragged->rhs, &all, tensor(ragged, shape, rank + 1, shlo__element(ragged->result)));
	struct mlirbc_value *own = keep_groups(ragged, product, places, batch + ragged->place);
	return own ? sum_over(ragged, own, (int64_t)at) : NULL;
}

/* An operand once for each group, in a new first dimension, with zeros outside of the group. Moves the lists behind that dimension. */
static struct mlirbc_value *spread(
	const struct ragged *ragged, struct mlirbc_value *value, struct shlo__dims *batching, struct shlo__dims *contracting)
{
	int64_t shape[SHLO__MOST_DIMS], places[SHLO__MOST_DIMS];
	const struct mlirbc_type *type = value->type;
	struct shlo__dims prefix = { .count = 0 };
	size_t rank = type->u.shaped.rank;
	shape[0] = ragged->groups;
	for (size_t i = 0; i < rank; i++) {
		shape[i + 1] = type->u.shaped.dims[i];
		places[i] = (int64_t)i + 1;
	}
	struct mlirbc_value *wide = shlo__emit_broadcast(
		ragged->emit, value, tensor(ragged, shape, rank + 1, shlo__element(type)), places, NULL);
	for (size_t i = 0; i < batching->count; i++)
		prefix.at[prefix.count++] = batching->at[i] + 1;
	for (size_t i = 0; i < contracting->count; i++) {
		contracting->at[i]++;
		if (i < ragged->place)
			prefix.at[prefix.count++] = contracting->at[i];
	}
	batching->at[0] = 0;
	for (size_t i = 0; i < batching->count; i++)
		batching->at[i + 1] = prefix.at[i];
	batching->count++;
	place_sizes(ragged, &prefix, 0, places);
	return keep_groups(ragged, wide, places, (size_t)contracting->at[ragged->place]);
}

static struct mlirbc_value *lower_contracting(const struct ragged *ragged)
{
	struct shlo__dot all;
	dot_of(ragged, &all);
	if (ragged->lhs->type->u.shaped.rank >= SHLO__MOST_DIMS || ragged->rhs->type->u.shaped.rank >= SHLO__MOST_DIMS)
		return NULL;
	struct mlirbc_value *lhs = spread(ragged, ragged->lhs, &all.lhs_batching_dimensions, &all.lhs_contracting_dimensions);
	struct mlirbc_value *rhs = spread(ragged, ragged->rhs, &all.rhs_batching_dimensions, &all.rhs_contracting_dimensions);
	return dot(ragged, lhs, rhs, &all, ragged->result);
}

static struct mlirbc_value *lower_batch(const struct ragged *ragged)
{
	struct shlo__emit *emit = ragged->emit;
	struct shlo__dot all;
	int64_t places[SHLO__MOST_DIMS];
	size_t rank = ragged->sizes->type->u.shaped.rank - 1;
	for (size_t i = 0; i < rank; i++)
		places[i] = (int64_t)i;
	dot_of(ragged, &all);
	struct mlirbc_value *product = dot(ragged, ragged->lhs, ragged->rhs, &all, ragged->result);
	struct mlirbc_value *ones = shlo__emit_iota(emit, tensor(ragged, &ragged->groups, 1, ragged->i64), 0);
	ones = shlo__emit_compare(emit, SHLO__EQ, ones, ones);
	ones = shlo__emit_convert(emit, ones, ragged->i64);
	struct mlirbc_value *end = sum_sizes(ragged, ones, tensor(ragged, ragged->sizes->type->u.shaped.dims, rank, ragged->i64));
	struct mlirbc_value *inside = compare_position(ragged, SHLO__LT, end, ragged->result, places, ragged->place);
	struct mlirbc_value *zero = product ? shlo__emit_number(emit, product, 0) : NULL;
	return shlo__emit_select(emit, inside, product, zero);
}

/* ---- */

static bool is_plain(const struct mlirbc_value *value)
{
	return value && shlo__is_static(value->type) && shlo__is_plain(shlo__element(value->type)) &&
	       value->type->u.shaped.rank <= SHLO__MOST_DIMS;
}

struct mlirbc_value *shlo__lower_ragged_dot(struct shlo__emit *emit)
{
	const struct mlirbc_op *op = emit->before;
	struct ragged ragged = { .emit = emit, .result = mlirbc_op_results(op)[0].type };
	if (op->operand_count != 3 || !shlo__is_static(ragged.result) || !shlo__is_plain(shlo__element(ragged.result)) ||
		!shlo__ragged_dot_of(mlirbc_op_attr(op, "ragged_dot_dimension_numbers"), &ragged.dims, NULL) ||
		ragged.dims.lhs_ragged_dimensions.count != 1)
		return NULL;
	ragged.lhs = mlirbc_op_operands(op)[0].value;
	ragged.rhs = mlirbc_op_operands(op)[1].value;
	ragged.sizes = mlirbc_op_operands(op)[2].value;
	ragged.i64 = mlirbc_type_integer(emit->pass->context, 64, MLIRBC_SIGNLESS);
	if (!is_plain(ragged.lhs) || !is_plain(ragged.rhs) || !is_plain(ragged.sizes) || ragged.sizes->type->u.shaped.rank == 0 ||
		!ragged.i64)
		return NULL;
	ragged.dimension = ragged.dims.lhs_ragged_dimensions.at[0];
	ragged.groups = ragged.sizes->type->u.shaped.dims[ragged.sizes->type->u.shaped.rank - 1];
	ragged.sizes = shlo__emit_convert(emit, ragged.sizes, ragged.i64);
	if (!ragged.sizes)
		return NULL;
	const struct shlo__dims *batching = &ragged.dims.lhs_batching_dimensions, *contracting = &ragged.dims.lhs_contracting_dimensions;
	bool is_batch = has(batching, ragged.dimension), is_contracting = has(contracting, ragged.dimension);
	ragged.place = is_batch         ? index_of(batching, ragged.dimension)
		       : is_contracting ? index_of(contracting, ragged.dimension)
					: count_free(batching, contracting, ragged.dimension);
	size_t prefix = ragged.sizes->type->u.shaped.rank - 1;
	if (batching->count != ragged.dims.rhs_batching_dimensions.count ||
		contracting->count != ragged.dims.rhs_contracting_dimensions.count ||
		(prefix && prefix != ragged.place + (is_batch ? 0 : batching->count)) ||
		ragged.dims.rhs_group_dimensions.count != (size_t)(!is_batch && !is_contracting))
		return NULL;
	return is_batch ? lower_batch(&ragged) : is_contracting ? lower_contracting(&ragged) : lower_free(&ragged);
}
