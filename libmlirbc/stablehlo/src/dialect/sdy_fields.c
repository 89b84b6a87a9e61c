/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/sdy_fields.h"
#include "dialect/attrs.h"

const struct mlirbc_attr *shlo__sdy_field(const struct mlirbc_attr *attr, const char *mnemonic, size_t at)
{
	if (!attr || attr->kind != MLIRBC_ATTR_CODED || !shlo__name_is(attr->u.coded.dialect, "sdy") ||
		!shlo__name_is(attr->u.coded.mnemonic, mnemonic) || at >= attr->u.coded.count)
		return NULL;
	return attr->u.coded.fields[at].value;
}

int64_t shlo__sdy_number(const struct mlirbc_attr *attr, int64_t fallback)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER && attr->u.number.count == 1 ? (int64_t)attr->u.number.words[0] : fallback;
}

const struct mlirbc_attr *shlo__sdy_sharding_mesh(const struct mlirbc_attr *sharding, const struct mlirbc_block *symbols)
{
	const struct mlirbc_attr *mesh = shlo__sdy_field(sharding, "sharding", 0);
	if (!mesh || mesh->kind != MLIRBC_ATTR_SYMBOL)
		return mesh;
	const struct mlirbc_op *found = symbols ? mlirbc_block_symbol(symbols, mesh->u.symbol.root) : NULL;
	return found && mlirbc_op_is(found, "sdy.mesh") ? mlirbc_op_attr(found, "mesh") : NULL;
}

int64_t shlo__sdy_axis_size(const struct mlirbc_attr *mesh, const struct mlirbc_attr *name)
{
	const struct mlirbc_attr *axes = shlo__sdy_field(mesh, "mesh", 0);
	for (size_t i = 0; i < shlo__sdy_length(axes) && name && name->kind == MLIRBC_ATTR_STRING; i++) {
		const struct mlirbc_attr *axis = shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 0);
		if (axis && axis->kind == MLIRBC_ATTR_STRING && shlo__sdy_same(axis->u.string, name->u.string))
			return shlo__sdy_number(shlo__sdy_field(axes->u.array.data[i], "mesh_axis", 1), 0);
	}
	return 0;
}

bool shlo__sdy_name(const struct mlirbc_op *op, struct mlirbc_string *out)
{
	if (op->name->size < 5 || memcmp(op->name->data, "sdy.", 4) != 0)
		return false;
	*out = (struct mlirbc_string){ op->name->data + 4, op->name->size - 4 };
	return true;
}

bool shlo__is_one_of(const struct mlirbc_string *name, const char *names)
{
	for (const char *at = names; *at; at += strlen(at) + 1) {
		if (shlo__name_is(name, at))
			return true;
	}
	return false;
}
