/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_stablehlo_propagate(): divisions that propagate.c found, as shardings of Shardy. A dimension's parts are those of axes of the
 * mesh, or of parts of axes, the most significant one first. */
#include "dialect/memory.h"
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

#include <bytecursor/diag.h>
#include <mlirbc/edit.h>
#include <mlirbc/parse.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdio.h>
#include <string.h>

/* The mesh whose axes name parts. */
struct mesh {
	const struct mlirbc_string *name;
	const struct mlirbc_attr *mesh, *axes;
};

/* A text that is first measured, with `at` NULL. */
struct text {
	char *at;
	size_t used;
};

static void put_bytes(struct text *text, const char *data, size_t size)
{
	if (text->at)
		memcpy(text->at + text->used, data, size);
	text->used += size;
}

static void put(struct text *text, const char *word) { put_bytes(text, word, strlen(word)); }

static void put_number(struct text *text, uint32_t number)
{
	char digits[12];
	snprintf(digits, sizeof digits, "%u", number);
	put(text, digits);
}

/* ---- axes */

static const struct mlirbc_string *name_of(const struct mesh *mesh, size_t i)
{
	const struct mlirbc_attr *name = shlo__sdy_field(mesh->axes->u.array.data[i], "mesh_axis", 0);
	return name && name->kind == MLIRBC_ATTR_STRING ? name->u.string : NULL;
}

static uint32_t size_of(const struct mesh *mesh, size_t i)
{
	return (uint32_t)shlo__sdy_number(shlo__sdy_field(mesh->axes->u.array.data[i], "mesh_axis", 1), 1);
}

/* Whether `size` parts of a dimension, each of which has `inside` parts of its own, are those of an axis with this stride. */
static bool is_cut_by(
	const struct shlo__partition *p, const struct shlo__division *division, size_t dim, uint32_t inside, uint32_t size, uint32_t stride)
{
	for (uint32_t device = 0; device < p->devices; device++) {
		if (division->at[device * division->rank + dim] / inside % size != p->count[device] / stride % size)
			return false;
	}
	return true;
}

/* Writes the axis that makes the most significant of `left` parts, the largest one first; returns its size, or 0: there is none. */
static uint32_t put_axis(const struct shlo__partition *p, const struct mesh *mesh, const struct shlo__division *division, size_t dim,
	uint32_t left, struct text *text)
{
	uint32_t inner = 1; /* devices behind the axis */
	for (size_t i = mesh->axes->u.array.count; i-- > 0;) {
		const uint32_t whole = size_of(mesh, i);
		for (uint32_t size = whole; size > 1; size--) {
			for (uint32_t before = 1; whole % size == 0 && left % size == 0 && before <= whole / size; before++) {
				const uint32_t stride = inner * (whole / size / before);
				if (whole / size % before != 0 || !is_cut_by(p, division, dim, left / size, size, stride))
					continue;
				put(text, "\"");
				put_bytes(text, name_of(mesh, i)->data, name_of(mesh, i)->size);
				put(text, "\"");
				if (size < whole) {
					put(text, ":(");
					put_number(text, before);
					put(text, ")");
					put_number(text, size);
				}
				return size;
			}
		}
		inner *= whole;
	}
	return 0;
}

/* "[{"x", "y"}, {}]". False: axes of the mesh do not make these parts. */
static bool put_dims(
	const struct shlo__partition *p, const struct mesh *mesh, const struct shlo__division *division, size_t rank, struct text *text)
{
	put(text, "[");
	for (size_t dim = 0; dim < rank; dim++) {
		put(text, dim ? ", {" : "{");
		for (uint32_t left = division ? division->parts[dim] : 1, size; left > 1; left /= size) {
			put(text, left < division->parts[dim] ? ", " : "");
			size = put_axis(p, mesh, division, dim, left, text);
			if (size == 0)
				return false;
		}
		put(text, "}");
	}
	put(text, "]");
	return true;
}

static bool put_value(const struct shlo__partition *p, const struct mesh *mesh, const struct mlirbc_value *value, struct text *text)
{
	const bool tensor = value->type->kind == MLIRBC_TYPE_TENSOR;
	put(text, "<@\"");
	put_bytes(text, mesh->name->data, mesh->name->size);
	put(text, "\", ");
	const bool good = put_dims(p, mesh, tensor ? shlo__hint(p, value) : NULL, tensor ? value->type->u.shaped.rank : 0, text);
	put(text, ">");
	return good;
}

/* ---- attributes */

/* The shardings of some values: #sdy.sharding, or for an operation #sdy.sharding_per_value. NULL without a failure: none is divided, or
 * one by parts that are not those of axes. */
static bool make(struct shlo__partition *p, const struct mesh *mesh, const struct mlirbc_value *values, uint32_t count, bool listed,
	const struct mlirbc_attr **out)
{
	struct text text = { NULL, 0 };
	bool divided = false;
	*out = NULL;
	for (uint32_t i = 0; i < count; i++)
		divided = divided || shlo__hint(p, &values[i]);
	divided = divided && shlo__mesh_places(p, mesh->mesh);
	for (int pass = 0; divided && pass < 2; pass++) {
		const size_t size = text.used;
		text.at = pass ? shlo__take(mlirbc_context_allocator(p->context), size) : NULL;
		if (pass && !text.at)
			return shlo__partition_no_memory(p);
		text.used = 0;
		put(&text, listed ? "#sdy.sharding_per_value<[" : "#sdy.sharding");
		for (uint32_t i = 0; i < count && divided; i++) {
			put(&text, i ? ", " : "");
			divided = put_value(p, mesh, &values[i], &text);
		}
		put(&text, listed ? "]>" : "");
	}
	if (!text.at)
		return true;
	const enum mlirbc_status status = mlirbc_parse_attr(p->context, text.at, text.used, out, p->diag);
	shlo__give(mlirbc_context_allocator(p->context), text.at, text.used);
	p->status = status != MLIRBC_OK && p->status == MLIRBC_OK ? status : p->status;
	return status == MLIRBC_OK;
}

static bool set(struct shlo__partition *p, struct mlirbc_op *op, const char *name, const struct mlirbc_attr *value)
{
	const enum mlirbc_status status = mlirbc_op_change_attr(op, name, value, p->diag);
	p->status = status != MLIRBC_OK && p->status == MLIRBC_OK ? status : p->status;
	return status == MLIRBC_OK;
}

/* Closed dimensions of an argument or result stay as the source says, whatever operations would prefer, and open ones are divided into equal
 * parts or not at all. */
static bool keep_closed(struct shlo__partition *p, struct mlirbc_op *main, const struct mlirbc_attr *asked, const struct mlirbc_value *value)
{
	const struct shlo__division *division;
	struct shlo__sharding sharding;
	return shlo__sharding_read(p, main, asked, value->type, NULL, false, &sharding) &&
	       shlo__aim(p, main, &sharding, value->type, shlo__hint(p, value), &division) && shlo__hint_set(p, value, division);
}

/* Arguments or, by the operands of the return, results of main. */
static bool show_signature(struct shlo__partition *p, const struct mesh *mesh, struct mlirbc_op *main, bool results)
{
	struct mlirbc_block *block = mlirbc_op_regions(main)[0].first;
	const char *list = results ? "res_attrs" : "arg_attrs";
	const struct mlirbc_attr *old = mlirbc_op_attr(main, list);
	const uint32_t count = results ? block->last->operand_count : block->argument_count;
	const struct mlirbc_attr **made = mlirbc_context_alloc(p->context, ((size_t)count + 1) * sizeof *made, _Alignof(void *));
	bool any = false;
	for (uint32_t i = 0; made && i < count; i++) {
		const struct mlirbc_attr *sharding, *before = i < shlo__sdy_length(old) ? old->u.array.data[i] : NULL;
		const struct mlirbc_value *value = results ? mlirbc_op_operands(block->last)[i].value : &block->arguments[i];
		const struct shlo__division *hint = shlo__hint(p, value);
		if (!keep_closed(p, main, shlo__sharding_of_main(main, list, i), value) || !make(p, mesh, value, 1, false, &sharding) ||
			!shlo__hint_set(p, value, hint)) /* of the operation, for a result */
			return false;
		any = any || sharding;
		if (!(made[i] = sharding || !before ? shlo__sharding_replace(p, before, sharding) : before))
			return shlo__partition_no_memory(p);
	}
	const struct mlirbc_attr *all = made && any ? mlirbc_attr_array(p->context, made, count) : NULL;
	return all ? set(p, main, list, all) : !any && made ? true : shlo__partition_no_memory(p);
}

static bool show(struct shlo__partition *p, const struct mesh *mesh, struct mlirbc_op *main)
{
	const struct mlirbc_attr *shardings;
	struct mlirbc_string name;
	if (!show_signature(p, mesh, main, false) || !show_signature(p, mesh, main, true))
		return false;
	for (struct mlirbc_op *op = main; (op = mlirbc_op_next_pre(main, op)) != NULL;) {
		if (op->result_count == 0 || shlo__sdy_name(op, &name)) /* those of Shardy say it already */
			continue;
		if (!make(p, mesh, mlirbc_op_results(op), op->result_count, true, &shardings) ||
			(shardings && !set(p, op, "sdy.sharding", shardings)))
			return false;
	}
	return true;
}

/* ---- meshes */

static bool is_plain(const struct mlirbc_string *name)
{
	for (size_t i = 0; i < name->size; i++) {
		const unsigned char c = (unsigned char)name->data[i];
		if (c < 0x20 || c > 0x7E || c == '"' || c == '\\')
			return false;
	}
	return true;
}

/* The first mesh of all devices. */
static bool find_mesh(struct shlo__partition *p, struct mesh *out)
{
	for (struct mlirbc_op *op = mlirbc_module_symbols(p->module)->first; op; op = op->next) {
		const struct mlirbc_attr *mesh = mlirbc_op_is(op, "sdy.mesh") ? mlirbc_op_attr(op, "mesh") : NULL;
		const struct mlirbc_attr *name = mesh ? mlirbc_op_attr(op, "sym_name") : NULL;
		if (!name || name->kind != MLIRBC_ATTR_STRING || shlo__mesh_size(mesh) != p->devices || !shlo__mesh_places(p, mesh))
			continue;
		*out = (struct mesh){ name->u.string, mesh, shlo__sdy_field(mesh, "mesh", 0) };
		bool plain = is_plain(out->name);
		for (size_t i = 0; i < out->axes->u.array.count; i++)
			plain = plain && name_of(out, i) && is_plain(name_of(out, i));
		if (plain)
			return true;
	}
	return false;
}

bool shlo__show(struct shlo__partition *p, struct mlirbc_op *main)
{
	struct mesh mesh;
	if (!find_mesh(p, &mesh)) {
		p->status = BYTECURSOR_DIAG_FAIL(p->diag, MLIRBC_E_UNSUPPORTED, mlirbc_status_name(MLIRBC_E_UNSUPPORTED), MLIRBC_NO_OFFSET,
			"there is no sdy.mesh of %u devices", p->devices);
		return false;
	}
	return show(p, &mesh, main);
}
