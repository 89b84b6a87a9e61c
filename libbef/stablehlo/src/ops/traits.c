/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a model says about an argument or result besides name and type, as a line of hlo.signature: fields that tabs divide, each a
 * name of HLO_TRAITS, and "=" and a text. */
#include "ops/ops.h"
#include <hlo/kernels.h>
#include <mlirbc/edit.h>
#include <mlirbc/print.h>

#include <stdio.h>
#include <string.h>

struct line {
	struct bef_hlo__lower *lower;
	struct bef_hlo__traits *out;
};

/* Appends a field. Binary texts, as in old exports, are left out, since they may have characters that divide lines and fields. */
static bool add(struct line *line, const char *name, const char *text, size_t size)
{
	struct bef_hlo__traits *out = line->out;
	const size_t name_size = strlen(name), most = name_size + size + 2;
	for (size_t i = 0; i < size; i++)
		if ((unsigned char)text[i] < ' ')
			return true;
	char *made = bef_hlo__room(line->lower, out->size + most, 1);
	if (!made)
		return false;
	if (out->size) {
		memcpy(made, out->text, out->size);
		made[out->size++] = '\t';
	}
	memcpy(made + out->size, name, name_size);
	out->size += name_size;
	if (size) {
		made[out->size++] = '=';
		memcpy(made + out->size, text, size);
		out->size += size;
	}
	out->text = made;
	return true;
}

/* A string as it is, another attribute as MLIR prints it. */
static bool add_attr(struct line *line, const char *name, const struct mlirbc_attr *attr)
{
	if (!attr)
		return true;
	if (attr->kind == MLIRBC_ATTR_STRING)
		return add(line, name, attr->u.string->data, attr->u.string->size);
	const size_t size = mlirbc_attr_text(attr, NULL, 0);
	char *text = size == SIZE_MAX ? NULL : bef_hlo__room(line->lower, size + 1, 1);
	if (!text)
		return bef_hlo__no_memory(line->lower);
	(void)mlirbc_attr_text(attr, text, size + 1);
	return add(line, name, text, size);
}

/* The mesh that `sharding` names, since the program has no symbols of the model. */
static bool add_mesh(struct line *line, const struct mlirbc_attr *sharding)
{
	static const char begin[] = "#sdy.sharding<@";
	char text[256];
	const size_t size = mlirbc_attr_text(sharding, text, sizeof text), first = sizeof begin - 1;
	const char *end = size > first && memcmp(text, begin, first) == 0 ? strpbrk(text + first, ",>\"") : NULL;
	if (!end || *end == '"')
		return true;
	const struct mlirbc_string *name = mlirbc_string_get(line->lower->context, text + first, (size_t)(end - text) - first);
	const struct mlirbc_op *mesh = name ? mlirbc_block_symbol(mlirbc_module_symbols(line->lower->module), name) : NULL;
	return mesh && mlirbc_op_is(mesh, "sdy.mesh") ? add_attr(line, HLO_TRAIT_MESH, mlirbc_op_attr(mesh, "mesh")) : true;
}

bool bef_hlo__traits(struct bef_hlo__lower *lower, const struct mlirbc_op *function, bool result, size_t index, struct bef_hlo__traits *out)
{
	const struct mlirbc_attr *all = mlirbc_op_attr(function, result ? "res_attrs" : "arg_attrs");
	struct line line = { lower, out };
	char number[32];
	*out = (struct bef_hlo__traits){ NULL, 0 };
	if (!all || all->kind != MLIRBC_ATTR_ARRAY || index >= all->u.array.count || all->u.array.data[index]->kind != MLIRBC_ATTR_DICTIONARY)
		return true;
	const struct mlirbc_attr *attrs = all->u.array.data[index];
	const struct mlirbc_attr *alias = result ? NULL : mlirbc_dictionary_find(attrs, HLO_TRAIT_ALIAS);
	const struct mlirbc_attr *donor = result ? NULL : mlirbc_dictionary_find(attrs, HLO_TRAIT_DONOR);
	const struct mlirbc_attr *sharding = mlirbc_dictionary_find(attrs, HLO_TRAIT_SHARDING);
	if (alias && alias->kind == MLIRBC_ATTR_INTEGER && alias->u.number.words[0] <= INT32_MAX) {
		const int size = snprintf(number, sizeof number, "%u", (unsigned)alias->u.number.words[0]);
		if (!add(&line, HLO_TRAIT_ALIAS, number, (size_t)size))
			return false;
	}
	if (donor && donor->kind == MLIRBC_ATTR_INTEGER && donor->u.number.words[0] && !add(&line, HLO_TRAIT_DONOR, NULL, 0))
		return false;
	return add_attr(&line, HLO_TRAIT_MEMORY, mlirbc_dictionary_find(attrs, HLO_TRAIT_MEMORY)) &&
	       add_attr(&line, HLO_TRAIT_SHARDING, sharding) && (!sharding || add_mesh(&line, sharding)) &&
	       add_attr(&line, HLO_TRAIT_OLD_SHARDING, mlirbc_dictionary_find(attrs, HLO_TRAIT_OLD_SHARDING));
}
