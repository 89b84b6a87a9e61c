/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardings of GSPMD, the partitioner before Shardy: strings `mhlo.sharding` such as "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}".
 * Tiles are numbered in rows; a list, or an array of all devices whose dimensions are permuted, says which device has each tile. */
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

#include <string.h>

struct text {
	const char *at, *end;
};

static bool take(struct text *text, const char *word)
{
	const size_t size = strlen(word);
	if ((size_t)(text->end - text->at) < size || memcmp(text->at, word, size) != 0)
		return false;
	text->at += size;
	return true;
}

static bool take_number(struct text *text, int64_t *out)
{
	const char *start = text->at;
	for (*out = 0; text->at < text->end && *text->at >= '0' && *text->at <= '9' && *out < INT32_MAX; text->at++)
		*out = 10 * *out + (*text->at - '0');
	return text->at > start && *out < INT32_MAX;
}

/* Numbers with commas between them, and what ends them. */
static bool take_numbers(struct text *text, const char *end, struct shlo__dims *out)
{
	for (out->count = 0; out->count < SHLO__MOST_DIMS; out->count++) {
		if (out->count && take(text, end))
			return true;
		if ((out->count && !take(text, ",")) || !take_number(text, &out->at[out->count]))
			return false;
	}
	return take(text, end);
}

static int64_t product(const struct shlo__dims *dims)
{
	int64_t made = 1;
	for (size_t i = 0; i < dims->count; i++) {
		if (dims->at[i] < 1 || __builtin_mul_overflow(made, dims->at[i], &made) || made > UINT32_MAX)
			return 0;
	}
	return made;
}

/* The tiles; false: the string has none. */
static bool take_tiles(const struct mlirbc_attr *attr, struct text *text, struct shlo__dims *out)
{
	*text = (struct text){ attr->u.string->data, attr->u.string->data + attr->u.string->size };
	return take(text, "{devices=[") && take_numbers(text, "]", out) && product(out) > 0;
}

uint64_t shlo__gspmd_devices(const struct mlirbc_attr *attr)
{
	struct shlo__dims tiles;
	struct text text;
	return attr && attr->kind == MLIRBC_ATTR_STRING && take_tiles(attr, &text, &tiles) ? (uint64_t)product(&tiles) : 0;
}

/* ---- devices of tiles */

/* Element `tile` of the numbers 0, 1 ... in an array whose dimensions are permuted. */
static int64_t permuted(const struct shlo__dims *shape, const struct shlo__dims *permutation, int64_t tile)
{
	int64_t device = 0;
	for (size_t i = permutation->count; i-- > 0;) {
		const size_t dim = (size_t)permutation->at[i];
		int64_t stride = 1;
		for (size_t k = dim + 1; k < shape->count; k++)
			stride *= shape->at[k];
		device += tile % shape->at[dim] * stride;
		tile /= shape->at[dim];
	}
	return device;
}

/* Fills p->count with the tile of each device. */
static bool take_permuted(struct shlo__partition *p, struct text *text)
{
	struct shlo__dims shape, permutation;
	uint64_t seen = 0;
	if (!take_numbers(text, "]", &shape) || product(&shape) != p->devices)
		return false;
	if (take(text, "T(")) {
		if (!take_numbers(text, ")", &permutation) || permutation.count != shape.count)
			return false;
	} else {
		permutation.count = shape.count;
		for (size_t i = 0; i < shape.count; i++)
			permutation.at[i] = (int64_t)i;
	}
	for (size_t i = 0; i < permutation.count; i++) {
		if (permutation.at[i] >= (int64_t)shape.count || seen >> permutation.at[i] & 1)
			return false;
		seen |= UINT64_C(1) << permutation.at[i];
	}
	for (uint32_t tile = 0; tile < p->devices; tile++)
		p->count[permuted(&shape, &permutation, tile)] = tile;
	return true;
}

static bool take_list(struct shlo__partition *p, struct text *text)
{
	for (uint32_t device = 0; device < p->devices; device++)
		p->count[device] = UINT32_MAX;
	for (uint32_t tile = 0; tile < p->devices; tile++) {
		int64_t device;
		if ((tile && !take(text, ",")) || !take_number(text, &device) || device >= p->devices || p->count[device] != UINT32_MAX)
			return false;
		p->count[device] = tile;
	}
	return true;
}

/* ---- shardings */

/* Dimensions that are unspecified: backend_config = "unspecified_dims=[0,1]" of @Sharding. */
static void open_dims(const struct mlirbc_op *op, struct shlo__sharding *out)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "backend_config");
	struct shlo__dims dims;
	if (!config || config->kind != MLIRBC_ATTR_STRING)
		return;
	struct text text = { config->u.string->data, config->u.string->data + config->u.string->size };
	if (!take(&text, "unspecified_dims=[") || !take_numbers(&text, "]", &dims))
		return;
	for (size_t i = 0; i < dims.count; i++) {
		if (dims.at[i] < SHLO__MOST_DIMS)
			out->open[dims.at[i]] = true;
	}
}

bool shlo__gspmd_read(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *attr, const struct mlirbc_type *type,
	struct shlo__sharding *out)
{
	const size_t rank = out->tiles->rank;
	struct shlo__dims tiles;
	struct text text = { attr->u.string->data, attr->u.string->data + attr->u.string->size };
	out->given = !take(&text, "{unknown");
	for (size_t i = 0; i < rank; i++)
		out->open[i] = !out->given;
	open_dims(op, out);
	if (!take_tiles(attr, &text, &tiles))
		return true; /* whole: {replicated}, {manual}, {maximal device=0} */
	if (tiles.count < rank || product(&tiles) != p->devices || !(take(&text, "<=[") ? take_permuted(p, &text) : take_list(p, &text)))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a sharding of GSPMD for another number of devices, or dimensions");
	int64_t inner = p->devices;
	for (size_t dim = 0; dim < rank; dim++) {
		inner /= tiles.at[dim];
		if (type->u.shaped.dims[dim] % tiles.at[dim] != 0 && (!out->padded || type->u.shaped.dims[dim] < 2))
			continue;
		out->tiles->parts[dim] = (uint32_t)tiles.at[dim];
		for (uint32_t device = 0; device < p->devices; device++)
			out->tiles->at[(size_t)device * SHLO__MOST_DIMS + dim] = p->count[device] / (uint32_t)inner % (uint32_t)tiles.at[dim];
	}
	return true;
}

/* ---- code for each device */

static bool is_target(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *target = mlirbc_op_is(op, "stablehlo.custom_call") ? mlirbc_op_attr(op, "call_target_name") : NULL;
	return target && target->kind == MLIRBC_ATTR_STRING && target->u.string->size == strlen(name) &&
	       memcmp(target->u.string->data, name, target->u.string->size) == 0;
}

enum shlo__gspmd_op shlo__gspmd_op(const struct mlirbc_op *op)
{
	if (is_target(op, "xla.sdy.GlobalToLocalShape"))
		return SHLO__GSPMD_ENTER;
	if (is_target(op, "xla.sdy.LocalToGlobalShape"))
		return SHLO__GSPMD_LEAVE;
	if (op->operand_count != 1 || op->result_count != 1)
		return SHLO__GSPMD_OTHER;
	if (is_target(op, "Sharding")) /* it returns its operand; one that does not is no constraint */
		return mlirbc_op_operands(op)[0].value->type == mlirbc_op_results(op)->type ? SHLO__GSPMD_SHARDING : SHLO__GSPMD_OTHER;
	if (is_target(op, "SPMDFullToShardShape"))
		return SHLO__GSPMD_ENTER;
	return is_target(op, "SPMDShardToFullShape") ? SHLO__GSPMD_LEAVE : SHLO__GSPMD_OTHER;
}

/* Whether a device has a tensor of the local type when a value of the type has the division. */
static bool is_local(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_type *type,
	const struct shlo__division *division, const struct mlirbc_type *local)
{
	return shlo__local_type(p, type, division) == local ||
	       shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its local shape is not the one that the sharding says");
}

/* From what the devices have to a value of each device. How the operand is divided is said by the @Sharding that made it. */
static bool enter(struct shlo__partition *p, const struct mlirbc_op *op)
{
	const struct mlirbc_value *of = mlirbc_op_operands(op)[0].value, *result = mlirbc_op_results(op);
	const struct mlirbc_op *made = mlirbc_value_op(of);
	const struct shlo__division *division;
	struct shlo__sharding sharding;
	const struct mlirbc_attr *attr = made && shlo__gspmd_op(made) == SHLO__GSPMD_SHARDING ? mlirbc_op_attr(made, "mhlo.sharding") : NULL;
	if (!shlo__sharding_read(p, op, attr, of->type, NULL, false, &sharding) || !shlo__aim(p, op, &sharding, of->type, NULL, &division) ||
		!is_local(p, op, of->type, division, result->type))
		return false;
	struct mlirbc_value *value = shlo__value_get(p, op, of, division);
	return value && shlo__value_set(p, result, value, NULL) && shlo__value_set_manual(p, result);
}

static bool leave(struct shlo__partition *p, const struct mlirbc_op *op)
{
	const struct mlirbc_value *of = mlirbc_op_operands(op)[0].value, *result = mlirbc_op_results(op);
	const struct shlo__division *division;
	struct shlo__sharding sharding;
	if (!shlo__sharding_read(p, op, mlirbc_op_attr(op, "mhlo.sharding"), result->type, NULL, false, &sharding) ||
		!shlo__aim(p, op, &sharding, result->type, NULL, &division) || !is_local(p, op, result->type, division, of->type))
		return false;
	struct mlirbc_value *value = shlo__value_get(p, op, of, NULL);
	return value && shlo__value_set(p, result, value, division);
}

bool shlo__gspmd_cross(struct shlo__partition *p, const struct mlirbc_op *op)
{
	const bool enters = shlo__gspmd_op(op) == SHLO__GSPMD_ENTER;
	if (!is_target(op, enters ? "SPMDFullToShardShape" : "SPMDShardToFullShape"))
		return shlo__plain_cross(p, op, enters);
	return enters ? enter(p, op) : leave(p, op);
}

static bool is_manual(const struct shlo__partition *p, const struct mlirbc_value *value)
{
	const struct shlo__entry *entry = shlo__value_find(p, value);
	return entry && entry->manual;
}

static struct mlirbc_op *next_of(struct mlirbc_op *root, struct mlirbc_op *op)
{
	return root->region_count ? mlirbc_op_next_pre(root, op) : NULL;
}

bool shlo__gspmd_is_manual(const struct shlo__partition *p, struct mlirbc_op *op)
{
	for (struct mlirbc_op *at = p->has_manual ? op : NULL; at; at = next_of(op, at)) {
		for (uint32_t i = 0; i < at->operand_count; i++) {
			if (is_manual(p, mlirbc_op_operands(at)[i].value))
				return true;
		}
	}
	return false;
}

bool shlo__gspmd_alone(struct shlo__partition *p, struct mlirbc_op *op, uint32_t *groups)
{
	/* other values that it uses are gathered by all devices before */
	for (struct mlirbc_op *at = op; at; at = next_of(op, at)) {
		for (uint32_t i = 0; i < at->operand_count; i++) {
			const struct mlirbc_value *value = mlirbc_op_operands(at)[i].value;
			if (shlo__value_find(p, value) && !is_manual(p, value) && !shlo__value_get(p, op, value, NULL))
				return false;
		}
	}
	*groups = p->groups;
	memcpy(p->group + p->devices, p->group, p->devices * sizeof *p->group);
	for (uint32_t device = 0; device < p->devices; device++)
		p->group[device] = device;
	p->groups = p->devices;
	return true;
}

bool shlo__gspmd_together(struct shlo__partition *p, const struct mlirbc_op *op, uint32_t groups, bool good)
{
	memcpy(p->group, p->group + p->devices, p->devices * sizeof *p->group);
	p->groups = groups;
	for (uint32_t i = 0; good && i < op->result_count; i++)
		good = shlo__value_set_manual(p, &mlirbc_op_results(op)[i]);
	return good;
}
