/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of an op by name, whether they are inherent or discardable. */
#include "ir/file.h"
#include "ir/refs.h"
#include "dialects/op_properties.h"

#include <mlirbc/rewrite.h>

/* The two dictionaries of an op; NULL: empty. */
struct sides {
	const struct mlirbc_attr *properties, *attributes;
};

static enum mlirbc_status why_missing(const struct mlirbc_context *context)
{
	for (const struct mlirbc_file *file = context->files; file; file = file->next) {
		if (file->failure.status != MLIRBC_OK)
			return file->failure.status;
	}
	return mlirbc__memory_status(context);
}

/* A check for NULL is not enough: a broken attribute must not be treated as absent and replaced. */
static enum mlirbc_status read_sides(const struct mlirbc_op *op, struct sides *out)
{
	const struct mlirbc_context *context = mlirbc__context(op);
	uint32_t properties = mlirbc__properties_of(op), attributes = mlirbc__attributes_of(op);
	*out = (struct sides){ mlirbc_op_properties(op), mlirbc_op_attributes(op) };
	if (!out->properties && properties && mlirbc__ref_peek(context, properties) != MLIRBC__NOTHING)
		return why_missing(context);
	const struct mlirbc_attr *made = attributes ? mlirbc__ref_get(op, attributes) : NULL;
	if (!out->attributes && attributes && (!made || made->kind != MLIRBC_ATTR_DICTIONARY))
		return why_missing(context);
	return MLIRBC_OK;
}

static const char *layout_of(const struct mlirbc_op *op)
{
	enum mlirbc__release release = mlirbc__module_release(mlirbc_op_module(op));
	return release == MLIRBC__RELEASE_22 ? mlirbc__info(op)->layout : mlirbc__op_layout(op->name, release);
}

/* The dictionary that contains or would contain the attribute. Names of discardable attributes have the dialect as a
 * prefix; properties of unknown layout have no such names. */
static enum mlirbc_status find_side(
	const struct mlirbc_op *op, const struct sides *sides, const char *name, bool *out_inherent)
{
	bool opaque = sides->properties && sides->properties->kind != MLIRBC_ATTR_DICTIONARY;
	*out_inherent = mlirbc_dictionary_find(sides->properties, name) != NULL;
	if (*out_inherent || mlirbc_dictionary_find(sides->attributes, name))
		return MLIRBC_OK;
	if (opaque)
		return sides->properties->kind == MLIRBC_ATTR_BYTES && !strchr(name, '.') ? MLIRBC_E_UNSUPPORTED
											  : MLIRBC_OK;
	*out_inherent = mlirbc__properties_has(layout_of(op), name, strlen(name));
	return MLIRBC_OK;
}

/* A copy of the dictionary with this value under the name; NULL: without the name. *out NULL: empty. */
static bool change(struct mlirbc_context *context, const struct mlirbc_attr *dictionary, const char *name,
	const struct mlirbc_attr *value, const struct mlirbc_attr **out)
{
	struct mlirbc_named_attr few[16], *entries = few;
	size_t old = dictionary ? dictionary->u.dictionary.count : 0, count = 0, room = old + 1;
	if (room > sizeof few / sizeof *few)
		entries = mlirbc__arena_take(
			&context->arena, room * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	*out = NULL;
	if (!entries)
		return false;
	const struct mlirbc_string *key = mlirbc_string_get(context, name, strlen(name));
	for (size_t i = 0; i < old; i++) {
		entries[count] = dictionary->u.dictionary.data[i];
		count += entries[count].name != key;
	}
	if (value)
		entries[count++] = (struct mlirbc_named_attr){ key, value };
	if (key && count)
		*out = mlirbc_attr_dictionary(context, entries, count);
	if (entries != few)
		mlirbc__arena_give(
			&context->arena, entries, room * sizeof *entries, _Alignof(struct mlirbc_named_attr));
	return key && (*out || count == 0);
}

/* `value` NULL: removes it. */
static enum mlirbc_status change_op(struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value)
{
	struct mlirbc_context *context = mlirbc__context(op);
	struct sides sides;
	bool inherent;
	enum mlirbc_status status = read_sides(op, &sides);
	if (status == MLIRBC_OK)
		status = find_side(op, &sides, name, &inherent);
	if (status != MLIRBC_OK)
		return status;
	const struct mlirbc_attr *old = inherent ? sides.properties : sides.attributes, *made;
	if (!value && !mlirbc_dictionary_find(old, name))
		return MLIRBC_E_NOT_FOUND;
	if (!change(context, old, name, value, &made) ||
		!(inherent ? mlirbc_op_set_properties(op, made) : mlirbc_op_set_attributes(op, made)))
		return mlirbc__memory_status(context);
	return MLIRBC_OK;
}

enum mlirbc_status mlirbc_op_set_attr(struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value)
{
	return *name && value ? change_op(op, name, value) : MLIRBC_E_ARG;
}

enum mlirbc_status mlirbc_op_remove_attr(struct mlirbc_op *op, const char *name)
{
	return *name ? change_op(op, name, NULL) : MLIRBC_E_ARG;
}

enum mlirbc_status mlirbc_op_change_attr(
	struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value, struct mlirbc_diag *diag)
{
	const struct mlirbc_module *module = mlirbc_op_module(op);
	const enum mlirbc_status status = *name ? change_op(op, name, value) : MLIRBC_E_ARG;
	const char *reason = status == MLIRBC_E_ARG          ? "the name is empty"
			     : status == MLIRBC_E_NOT_FOUND  ? "the op does not have it"
			     : status == MLIRBC_E_UNSUPPORTED ? "the properties of the op are bytes of an unknown layout, which may hold it"
			     : status == MLIRBC_E_NOMEM       ? "out of memory"
			     : status == MLIRBC_E_LIMIT       ? "a limit is reached"
							      : "attributes of the op are broken";
	if (status == MLIRBC_OK)
		return status;
	if (module && module->file && module->file->failure.status == status)
		return mlirbc__fail_as(diag, &module->file->failure);
	return mlirbc__fail(diag, status, MLIRBC_NO_OFFSET, "\"%.*s\": attribute %.60s: %s",
		op->name->size < 60 ? (int)op->name->size : 60, op->name->data, name, reason);
}
