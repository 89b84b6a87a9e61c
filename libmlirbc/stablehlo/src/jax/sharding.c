/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shardings of arguments and results. The module repeats them as attributes, which are what counts when it runs. */
#include "jax/read.h"

enum { UNIQUE_MESHES = 20, UNIQUE_SHARDINGS = 21 }; /* fields of the table Exported */
enum { KIND, PROTO, NAMED };
enum { UNSPECIFIED, HLO_PROTO, NAMED_SHARDING };

struct tables {
	const struct mlirbc_jax_mesh *meshes;
	size_t count;
};

static bool read_mesh(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_mesh *out)
{
	enum { AXIS_SIZES, AXIS_NAMES };
	struct shlo__vector sizes;
	if (!shlo__flat_vector(flat, table, AXIS_SIZES, 4, &sizes) || !shlo__flat_strings(flat, table, AXIS_NAMES, &out->axes))
		return false;
	if (sizes.count != out->axes.count)
		return shlo__flat_fail(
			flat, MLIRBC_E_CORRUPT, table->at, "a mesh has %zu axes with %zu sizes", out->axes.count, sizes.count);
	uint32_t *numbers = shlo__flat_room(flat, sizes.count, sizeof *numbers);
	for (size_t i = 0; numbers && i < sizes.count; i++)
		numbers[i] = shlo__flat_u32(flat, sizes.at + 4 * i);
	out->sizes = numbers;
	return numbers != NULL;
}

static bool read_spec(struct shlo__flat *flat, const struct shlo__table *table, struct mlirbc_jax_sharding *out)
{
	struct shlo__vector all;
	struct shlo__table dim;
	if (!shlo__flat_vector(flat, table, 0, 4, &all))
		return false;
	struct mlirbc_jax_strings *dims = shlo__flat_room(flat, all.count, sizeof *dims);
	for (size_t i = 0; dims && i < all.count; i++)
		if (!shlo__flat_table(flat, all.at + 4 * i, &dim) || !shlo__flat_strings(flat, &dim, 0, &dims[i]))
			return false;
	out->dims = dims;
	out->rank = all.count;
	return dims != NULL;
}

/* The mesh of a sharding: one of the file's list, or the sharding's own. */
static bool find_mesh(
	struct shlo__flat *flat, const struct shlo__table *table, const struct tables *tables, const struct mlirbc_jax_mesh **out)
{
	enum { MESH, MESH_INDEX = 3 };
	uint32_t index;
	size_t at;
	struct shlo__table own;
	if (!shlo__flat_number(flat, table, MESH_INDEX, 4, &index) || !shlo__flat_field(flat, table, MESH, 4, &at))
		return false;
	if (tables->count) {
		*out = index < tables->count ? &tables->meshes[index] : NULL;
		return *out || shlo__flat_fail(flat, MLIRBC_E_CORRUPT, table->at, "mesh %u of %zu", index, tables->count);
	}
	struct mlirbc_jax_mesh *mesh = at ? shlo__flat_room(flat, 1, sizeof *mesh) : NULL;
	*out = mesh;
	return !at || (mesh && shlo__flat_table(flat, at, &own) && read_mesh(flat, &own, mesh));
}

static bool read_named(struct shlo__flat *flat, size_t at, const struct tables *tables, struct mlirbc_jax_sharding *out)
{
	enum { SPEC = 1, MEMORY_KIND };
	struct shlo__table table, spec;
	size_t spec_at;
	out->specified = true;
	if (!shlo__flat_table(flat, at, &table) || !find_mesh(flat, &table, tables, &out->mesh) ||
		!shlo__flat_string(flat, &table, MEMORY_KIND, &out->memory_kind) || !shlo__flat_field(flat, &table, SPEC, 4, &spec_at))
		return false;
	return !spec_at || (shlo__flat_table(flat, spec_at, &spec) && read_spec(flat, &spec, out));
}

static bool read_direct(struct shlo__flat *flat, size_t at, const struct tables *tables, struct mlirbc_jax_sharding *out)
{
	struct shlo__table table;
	size_t named;
	uint32_t kind;
	if (!shlo__flat_table(flat, at, &table) || !shlo__flat_number(flat, &table, KIND, 1, &kind) ||
		!shlo__flat_field(flat, &table, NAMED, 4, &named))
		return false;
	if (kind > NAMED_SHARDING)
		return shlo__flat_fail(flat, MLIRBC_E_UNSUPPORTED, table.at, "a sharding has the unknown kind %u", kind);
	out->specified = kind == HLO_PROTO; /* the kind is not kept up for named ones */
	return !named || read_named(flat, named, tables, out);
}

static bool read_meshes(struct shlo__flat *flat, const struct shlo__table *table, struct tables *out)
{
	struct shlo__vector all;
	struct shlo__table mesh;
	if (!shlo__flat_vector(flat, table, UNIQUE_MESHES, 4, &all))
		return false;
	struct mlirbc_jax_mesh *meshes = shlo__flat_room(flat, all.count, sizeof *meshes);
	for (size_t i = 0; meshes && i < all.count; i++)
		if (!shlo__flat_table(flat, all.at + 4 * i, &mesh) || !read_mesh(flat, &mesh, &meshes[i]))
			return false;
	*out = (struct tables){ meshes, all.count };
	return meshes != NULL;
}

/* By numbers in the file's list, from 1; 0: not specified. */
static bool read_indexed(struct shlo__flat *flat, const struct shlo__table *table, const struct tables *tables,
	const struct shlo__vector *indexes, struct mlirbc_jax_sharding *out)
{
	struct shlo__vector all;
	if (!shlo__flat_vector(flat, table, UNIQUE_SHARDINGS, 4, &all))
		return false;
	for (size_t i = 0; i < indexes->count; i++) {
		const uint32_t index = shlo__flat_u32(flat, indexes->at + 4 * i);
		if (index > all.count)
			return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, indexes->at + 4 * i, "sharding %u of %zu", index, all.count);
		if (index && !read_named(flat, all.at + 4 * ((size_t)index - 1), tables, &out[i]))
			return false;
	}
	return true;
}

bool shlo__jax_read_shardings(struct shlo__flat *flat, const struct shlo__table *table, unsigned indexes, unsigned direct,
	struct mlirbc_jax_shardings *out)
{
	struct tables tables;
	struct shlo__vector numbers, all;
	if (!read_meshes(flat, table, &tables) || !shlo__flat_vector(flat, table, indexes, 4, &numbers) ||
		!shlo__flat_vector(flat, table, direct, 4, &all))
		return false;
	const size_t count = numbers.count ? numbers.count : all.count;
	struct mlirbc_jax_sharding *shardings = shlo__flat_room(flat, count, sizeof *shardings);
	if (!shardings)
		return false;
	*out = (struct mlirbc_jax_shardings){ shardings, count };
	if (numbers.count)
		return read_indexed(flat, table, &tables, &numbers, shardings);
	for (size_t i = 0; i < all.count; i++)
		if (!read_direct(flat, all.at + 4 * i, &tables, &shardings[i]))
			return false;
	return true;
}
