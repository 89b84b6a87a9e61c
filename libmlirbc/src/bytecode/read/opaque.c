/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The entries that bytes in an unknown encoding may name. MLIR writes each reference as a varint, so the varints at all
 * positions include every reference. */
#include "bytecode/read/opaque.h"
#include "bytecode/read/load_state.h"

void mlirbc__opaque_named(const struct mlirbc__opaque *bytes, size_t at, size_t out[MLIRBC__NAMED_COUNT])
{
	struct bytecursor c = bytecursor_init(bytes->data, bytes->size);
	for (unsigned i = 0; i < MLIRBC__NAMED_COUNT; i++)
		out[i] = MLIRBC_NO_INDEX;
	c.pos = at;
	const uint64_t number = mlirbc__varint(&c);
	if (!bytes->file || !bytecursor_ok(&c))
		return;
	const struct mlirbc__load *load = mlirbc__load_of(bytes->file);
	if (number < load->attr_count)
		out[MLIRBC__NAMED_ATTR] = (size_t)number;
	if ((number & 1) && number >> 1 < load->attr_count)
		out[MLIRBC__NAMED_OPTIONAL_ATTR] = (size_t)(number >> 1);
	if (number < load->type_count)
		out[MLIRBC__NAMED_TYPE] = (size_t)number;
	if (number < load->string_count)
		out[MLIRBC__NAMED_STRING] = (size_t)number;
	if (number < load->resource_key_count)
		out[MLIRBC__NAMED_RESOURCE] = (size_t)number;
}

bool mlirbc__opaque_names_any(const struct mlirbc__opaque *bytes)
{
	for (size_t at = 0; at < bytes->size; at++) {
		size_t named[MLIRBC__NAMED_COUNT];
		mlirbc__opaque_named(bytes, at, named);
		for (unsigned i = 0; i < MLIRBC__NAMED_COUNT; i++) {
			if (named[i] != MLIRBC_NO_INDEX)
				return true;
		}
	}
	return false;
}

static const struct mlirbc__dialect *find_dialect(const struct mlirbc__load *load, const struct mlirbc_string *name)
{
	for (size_t i = 0; i < load->dialect_count; i++) {
		if (load->dialects[i].name == name)
			return &load->dialects[i];
	}
	return NULL;
}

/* Dialects are compared by their unique names, so both files belong to one context. */
bool mlirbc__opaque_alike(const struct mlirbc__opaque *a, const struct mlirbc__opaque *b)
{
	if (a->dialect != b->dialect)
		return false;
	if (a->file == b->file || !a->file || !b->file)
		return a->file == b->file;
	const struct mlirbc__load *x = mlirbc__load_of(a->file), *y = mlirbc__load_of(b->file);
	if (x->version != y->version || mlirbc__string_compare(x->module->producer, y->module->producer) != 0)
		return false;
	const struct mlirbc__dialect *of_x = find_dialect(x, a->dialect), *of_y = find_dialect(y, b->dialect);
	if (!of_x || !of_y || of_x->has_version != of_y->has_version)
		return false;
	const size_t size = bytecursor_left(&of_x->version);
	return size == bytecursor_left(&of_y->version) &&
	       (size == 0 || memcmp(of_x->version.base + of_x->version.pos, of_y->version.base + of_y->version.pos,
				     size) == 0);
}

const struct mlirbc_attr *mlirbc__opaque_attr(struct mlirbc_file *file, size_t index)
{
	const bool failed = mlirbc_file_failure(file, NULL) != MLIRBC_OK;
	const struct mlirbc_attr *attr = mlirbc_file_attr(file, index);
	if (!failed)
		mlirbc_file_failure_clear(file);
	return attr;
}

const struct mlirbc_type *mlirbc__opaque_type(struct mlirbc_file *file, size_t index)
{
	const bool failed = mlirbc_file_failure(file, NULL) != MLIRBC_OK;
	const struct mlirbc_type *type = mlirbc_file_type(file, index);
	if (!failed)
		mlirbc_file_failure_clear(file);
	return type;
}

const struct mlirbc_string *mlirbc__opaque_resource(const struct mlirbc_file *file, size_t index)
{
	return mlirbc__load_of(file)->resource_keys[index];
}
