/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table Exported. Newer fields stand behind older ones; where two tell the same, the newer one counts. The stored version of the format
 * was 3 for years, so it decides nothing. */
#include "jax/read.h"

#include <bytecursor/kind.h>
#include <string.h>

enum field {
	SERIALIZATION_VERSION,
	FUNCTION_NAME,
	IN_TREE,
	IN_AVALS,
	OUT_TREE,
	OUT_AVALS,
	SHORT_DEVICES,
	IN_SHARDINGS,
	OUT_SHARDINGS,
	PLATFORMS,
	ORDERED_EFFECTS,
	UNORDERED_EFFECTS,
	DISABLED_CHECKS,
	MODULE,
	CALLING_CONVENTION,
	KEPT,
	GLOBAL_CONSTANTS,
	VJP,
	DEVICES,
	UNIQUE_AVALS,
	UNIQUE_MESHES,
	UNIQUE_SHARDINGS,
	IN_AVAL_INDEXES,
	OUT_AVAL_INDEXES,
	IN_SHARDING_INDEXES,
	OUT_SHARDING_INDEXES,
	JAX_VERSION
};
enum { MOST_VJP = 16, OLDEST_CONVENTION = 9, NEWEST_CONVENTION = 10 };

/* ---- arrays */

static bool read_aval(struct shlo__flat *flat, size_t at, struct mlirbc_jax_aval *out)
{
	enum { KIND, SHAPE, DTYPE, MEMORY_SPACE };
	struct shlo__table table;
	struct mlirbc_jax_strings shape;
	uint32_t kind, dtype, space;
	if (!shlo__flat_table(flat, at, &table) || !shlo__flat_number(flat, &table, KIND, 1, &kind) ||
		!shlo__flat_strings(flat, &table, SHAPE, &shape) || !shlo__flat_number(flat, &table, DTYPE, 1, &dtype) ||
		!shlo__flat_number(flat, &table, MEMORY_SPACE, 1, &space))
		return false;
	if (kind != 0)
		return shlo__flat_fail(flat, MLIRBC_E_UNSUPPORTED, table.at, "an argument or result is of kind %u, expected an array", kind);
	if (!mlirbc_jax_dtype_name(dtype))
		return shlo__flat_fail(flat, MLIRBC_E_UNSUPPORTED, table.at, "the element type %u is not known", dtype);
	*out = (struct mlirbc_jax_aval){ dtype, space, shape.data, shape.count };
	return true;
}

static bool read_avals(struct shlo__flat *flat, const struct shlo__table *table, enum field id, struct mlirbc_jax_avals *out)
{
	struct shlo__vector all;
	if (!shlo__flat_vector(flat, table, id, 4, &all))
		return false;
	struct mlirbc_jax_aval *avals = shlo__flat_room(flat, all.count, sizeof *avals);
	for (size_t i = 0; avals && i < all.count; i++)
		if (!read_aval(flat, all.at + 4 * i, &avals[i]))
			return false;
	*out = (struct mlirbc_jax_avals){ avals, all.count };
	return avals != NULL;
}

/* The arrays of the leaves of a tree: by their indexes in `unique`, or, in older files, directly. */
static bool read_leaves(struct shlo__flat *flat, const struct shlo__table *table, enum field indexes, enum field direct,
	const struct mlirbc_jax_tree *tree, const struct mlirbc_jax_avals *unique, struct mlirbc_jax_avals *out)
{
	struct shlo__vector all;
	if (!shlo__flat_vector(flat, table, indexes, 4, &all))
		return false;
	if (all.count) {
		struct mlirbc_jax_aval *avals = shlo__flat_room(flat, all.count, sizeof *avals);
		for (size_t i = 0; avals && i < all.count; i++) {
			const uint32_t index = shlo__flat_u32(flat, all.at + 4 * i);
			if (index >= unique->count)
				return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, all.at + 4 * i, "array %u of %zu", index, unique->count);
			avals[i] = unique->data[index];
		}
		*out = (struct mlirbc_jax_avals){ avals, all.count };
		if (!avals)
			return false;
	} else if (!read_avals(flat, table, direct, out)) {
		return false;
	}
	return out->count == tree->leaves || shlo__flat_fail(flat, MLIRBC_E_CORRUPT, table->at,
						     "a tree of %zu leaves has the types of %zu arrays", tree->leaves, out->count);
}

static bool agrees(struct shlo__flat *flat, size_t at, const struct mlirbc_jax_avals *avals, const struct mlirbc_jax_shardings *shardings)
{
	return shardings->count == 0 || shardings->count == avals->count ||
	       shlo__flat_fail(flat, MLIRBC_E_CORRUPT, at, "%zu arrays have %zu shardings", avals->count, shardings->count);
}

static bool read_arrays(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_export *out)
{
	struct mlirbc_jax_avals unique;
	out->in_tree = shlo__jax_read_tree(flat, table, IN_TREE, "arguments");
	out->out_tree = out->in_tree ? shlo__jax_read_tree(flat, table, OUT_TREE, "results") : NULL;
	return out->out_tree && read_avals(flat, table, UNIQUE_AVALS, &unique) &&
	       read_leaves(flat, table, IN_AVAL_INDEXES, IN_AVALS, out->in_tree, &unique, &out->in_avals) &&
	       read_leaves(flat, table, OUT_AVAL_INDEXES, OUT_AVALS, out->out_tree, &unique, &out->out_avals) &&
	       shlo__jax_read_shardings(flat, table, IN_SHARDING_INDEXES, IN_SHARDINGS, &out->in_shardings) &&
	       shlo__jax_read_shardings(flat, table, OUT_SHARDING_INDEXES, OUT_SHARDINGS, &out->out_shardings) &&
	       agrees(flat, table->at, &out->in_avals, &out->in_shardings) && agrees(flat, table->at, &out->out_avals, &out->out_shardings);
}

/* ---- effects and checks */

static bool read_effects(struct shlo__flat *flat, const struct shlo__table *table, enum field id, struct mlirbc_jax_strings *out)
{
	struct shlo__vector all;
	struct shlo__table effect;
	if (!shlo__flat_vector(flat, table, id, 4, &all))
		return false;
	struct mlirbc_string *names = shlo__flat_room(flat, all.count, sizeof *names);
	for (size_t i = 0; names && i < all.count; i++)
		if (!shlo__flat_table(flat, all.at + 4 * i, &effect) || !shlo__flat_string(flat, &effect, 0, &names[i]))
			return false;
	*out = (struct mlirbc_jax_strings){ names, all.count };
	return names != NULL;
}

static bool read_checks(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_export *out)
{
	enum { PLATFORM, CUSTOM_CALL };
	struct shlo__vector all;
	struct shlo__table check;
	size_t count = 0;
	if (!shlo__flat_vector(flat, table, DISABLED_CHECKS, 4, &all))
		return false;
	struct mlirbc_string *calls = shlo__flat_room(flat, all.count, sizeof *calls);
	for (size_t i = 0; calls && i < all.count; i++) {
		uint32_t kind;
		if (!shlo__flat_table(flat, all.at + 4 * i, &check) || !shlo__flat_number(flat, &check, 0, 1, &kind) ||
			!shlo__flat_string(flat, &check, 1, &calls[count]))
			return false;
		out->no_platform_check = out->no_platform_check || kind == PLATFORM;
		count += kind == CUSTOM_CALL;
	}
	out->disabled_custom_calls = (struct mlirbc_jax_strings){ calls, count };
	return calls != NULL;
}

/* ---- the module and its arguments */

static bool read_kept(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_export *out)
{
	struct shlo__vector all;
	if (!shlo__flat_vector(flat, table, KEPT, 2, &all))
		return false;
	uint16_t *kept = shlo__flat_room(flat, all.count, sizeof *kept);
	for (size_t i = 0; kept && i < all.count; i++) {
		kept[i] = shlo__flat_u16(flat, all.at + 2 * i);
		if (kept[i] >= out->in_avals.count || (i && kept[i] <= kept[i - 1]))
			return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, all.at + 2 * i,
				"kept argument %u, expected ascending numbers below %zu", (unsigned)kept[i], out->in_avals.count);
	}
	out->kept = kept;
	out->kept_count = all.count;
	return kept != NULL;
}

static bool read_module(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_export *out)
{
	struct shlo__vector bytes;
	if (!shlo__flat_vector(flat, table, MODULE, 1, &bytes))
		return false;
	out->module = flat->data + bytes.at;
	out->module_size = bytes.count;
	out->module_offset = bytes.at;
	if (!bytecursor_kind_is(BYTECURSOR_KIND_BYTECODE, out->module, out->module_size))
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, bytes.at, "the module is not MLIR bytecode");
	return read_kept(flat, table, out);
}

/* ---- numbers */

static bool read_numbers(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_export *out)
{
	uint32_t version, convention, devices, few, constants;
	if (!shlo__flat_number(flat, table, SERIALIZATION_VERSION, 2, &version) ||
		!shlo__flat_number(flat, table, CALLING_CONVENTION, 2, &convention) ||
		!shlo__flat_number(flat, table, DEVICES, 4, &devices) || !shlo__flat_number(flat, table, SHORT_DEVICES, 2, &few) ||
		!shlo__flat_number(flat, table, GLOBAL_CONSTANTS, 1, &constants))
		return false;
	out->serialization_version = version;
	out->calling_convention_version = convention;
	out->devices = devices ? devices : few;
	out->uses_global_constants = constants != 0;
	return (convention >= OLDEST_CONVENTION && convention <= NEWEST_CONVENTION) ||
	       shlo__flat_fail(flat, MLIRBC_E_UNSUPPORTED, table->at, "calling convention %u, expected %d to %d", convention,
		       OLDEST_CONVENTION, NEWEST_CONVENTION);
}

static bool read_texts(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_export *out)
{
	return shlo__flat_string(flat, table, FUNCTION_NAME, &out->function_name) &&
	       shlo__flat_string(flat, table, JAX_VERSION, &out->jax_version) && shlo__flat_strings(flat, table, PLATFORMS, &out->platforms) &&
	       read_effects(flat, table, ORDERED_EFFECTS, &out->ordered_effects) &&
	       read_effects(flat, table, UNORDERED_EFFECTS, &out->unordered_effects) && read_checks(flat, table, out);
}

/* ---- the file */

/* Reads the export of the table, and the chain of its gradients. */
static const struct mlirbc_jax_export *read_chain(struct shlo__flat *flat, size_t at)
{
	struct mlirbc_jax_export *first = NULL, *last = NULL;
	for (unsigned i = 0; i == 0 || at; i++) {
		struct shlo__table table;
		struct mlirbc_jax_export *next = shlo__flat_room(flat, 1, sizeof *next);
		if (!next || !shlo__flat_table(flat, at, &table))
			return NULL;
		next->context = flat->context;
		if (!read_numbers(flat, &table, next) || !read_texts(flat, &table, next) || !read_arrays(flat, &table, next) ||
			!read_module(flat, &table, next) || !shlo__flat_field(flat, &table, VJP, 4, &at))
			return NULL;
		if (at && i == MOST_VJP) {
			shlo__flat_fail(flat, MLIRBC_E_LIMIT, at, "more than %d nested vjp functions", MOST_VJP);
			return NULL;
		}
		if (last)
			last->vjp = next;
		else
			first = next;
		last = next;
	}
	return first;
}

bool mlirbc_jax_export_is(const void *data, size_t size) { return bytecursor_kind_is_jax_export(data, size); }

enum mlirbc_status mlirbc_jax_export_open(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_jax_export **out_export, struct mlirbc_diag *diag)
{
	enum { PATHS_TIMES = 64, PATHS_SMALL = 1 << 20 };
	struct shlo__flat flat = { .context = context, .diag = diag, .data = data, .size = size, .left = size / 4 + 64,
		.paths_left = size < SIZE_MAX / 2 / PATHS_TIMES ? PATHS_TIMES * size + PATHS_SMALL : SIZE_MAX / 2 };
	*out_export = NULL;
	if (!mlirbc_jax_export_is(data, size))
		shlo__flat_fail(&flat, MLIRBC_E_MAGIC, 0, "the bytes do not begin with a table of jax.export");
	else
		*out_export = read_chain(&flat, 0);
	return flat.status;
}
