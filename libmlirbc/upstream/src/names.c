/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of results as the interface OpAsmOpInterface of operations suggests them. */
#include "engine.h"
#include "own_parts.h"

#include <mlirbc/print.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 100 };

static bool is(const struct mlirbc_op *op, const char *name)
{
	return op->name->size == strlen(name) && memcmp(op->name->data, name, op->name->size) == 0;
}

static const struct mlirbc_attr *property(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	return properties && properties->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(properties, name) : NULL;
}

/* ---- names that depend on an attribute */

static char *room(void)
{
	static _Thread_local char name[MOST_NAME];
	return name;
}

/* idx42, idx-7 */
static const char *index_name(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = property(op, "value");
	char text[32];
	if (!value || value->kind != MLIRBC_ATTR_INTEGER || mlirbc_attr_text(value, text, sizeof text) >= sizeof text)
		return NULL;
	text[strcspn(text, " ")] = '\0';
	snprintf(room(), MOST_NAME, "idx%s", text);
	return room();
}

static const char *bool_name(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = property(op, "value");
	return value && value->kind == MLIRBC_ATTR_INTEGER ? (value->u.number.words[0] ? "true" : "false") : NULL;
}

/* thread_id_x: the operation, and the dimension #gpu<dim x> */
static const char *dimension_name(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *dimension = property(op, "dimension");
	if (!dimension || dimension->kind != MLIRBC_ATTR_DIALECT || dimension->u.dialect.text->size < 5)
		return NULL;
	const struct mlirbc_string *text = dimension->u.dialect.text;
	snprintf(room(), MOST_NAME, "%.*s_%c", (int)(op->name->size - 4), op->name->data + 4, text->data[text->size - 1]);
	return room();
}

/* Whether a name may stand as it is after '%'. */
static bool is_plain(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const char c = text[i];
		if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && !strchr("_$.-", c))
			return false;
	}
	return size > 0 && size < MOST_NAME - 10 && !memchr(text, '\0', size);
}

static const char *with_suffix(const struct mlirbc_string *text, const char *suffix)
{
	if (!text || !is_plain(text->data, text->size))
		return NULL;
	snprintf(room(), MOST_NAME, "%.*s%s", (int)text->size, text->data, suffix);
	return room();
}

/* The symbol that an attribute names: its last part. */
static const char *symbol_name(const struct mlirbc_op *op, const char *attribute, const char *suffix)
{
	const struct mlirbc_attr *symbol = property(op, attribute);
	if (!symbol || symbol->kind != MLIRBC_ATTR_SYMBOL)
		return NULL;
	return with_suffix(symbol->u.symbol.count ? symbol->u.symbol.nested[symbol->u.symbol.count - 1] : symbol->u.symbol.root,
		suffix);
}

static const char *string_name(const struct mlirbc_op *op, const char *attribute)
{
	const struct mlirbc_attr *text = property(op, attribute);
	return text && text->kind == MLIRBC_ATTR_STRING ? with_suffix(text->u.string, "") : NULL;
}

/* c5_bv8 of #smt.bv<5> : !smt.bv<8> */
static const char *bit_vector_name(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = property(op, "value");
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	if (!value || value->kind != MLIRBC_ATTR_DIALECT || type->kind != MLIRBC_TYPE_DIALECT)
		return NULL;
	const struct mlirbc_string *number = value->u.dialect.text, *bits = type->u.dialect.text;
	if (number->size < 5 || number->size > 40 || bits->size < 5 || bits->size > 20)
		return NULL;
	snprintf(room(), MOST_NAME, "c%.*s_bv%.*s", (int)number->size - 4, number->data + 3, (int)bits->size - 4, bits->data + 3);
	return room();
}

/* A handle of omp has the name of the operation that makes its loop: a loop or, of omp.tile, one of two for each loop. */
static const char *handle_name(const struct mlirbc_op *op)
{
	uint32_t begins[4];
	for (const struct mlirbc_operand *use = mlirbc_op_results(op)[0].first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		const uint32_t operand = (uint32_t)(use - mlirbc_op_operands(user));
		if (is(user, "omp.canonical_loop") && operand == 1)
			return up__loop_name(user, "canonloop");
		if (!is(user, "omp.tile") || !up__segments(user, begins, 3) || operand >= begins[1])
			continue;
		const uint32_t grids = begins[1] / 2;
		snprintf(room(), MOST_NAME, operand < grids ? "grid%u" : "intratile%u",
			(unsigned)(operand < grids ? operand + 1 : operand - grids + 1));
		return room();
	}
	return "cli";
}

static const char *attribute_name(const struct mlirbc_op *op)
{
	if (is(op, "index.constant"))
		return index_name(op);
	if (is(op, "index.bool.constant") || is(op, "smt.constant"))
		return bool_name(op);
	if (is(op, "spirv.mlir.addressof"))
		return symbol_name(op, "variable", "_addr");
	if (is(op, "ml_program.global_load") || is(op, "ml_program.global_load_const"))
		return symbol_name(op, "global", "");
	if (is(op, "smt.declare_fun"))
		return string_name(op, "namePrefix");
	if (is(op, "omp.new_cli"))
		return handle_name(op);
	if (is(op, "smt.bv.constant"))
		return bit_vector_name(op);
	return op->name->size > 4 && memcmp(op->name->data, "gpu.", 4) == 0 ? dimension_name(op) : NULL;
}

/* ---- fixed names */

/* Operations that name their results themselves: one name for all, or one for each. */
static const struct {
	const char *op, *names;
} named[] = {
	{ "complex.constant", "cst" },
	{ "linalg.broadcast", "broadcasted" },
	{ "linalg.map", "mapped" },
	{ "linalg.pack", "pack" },
	{ "linalg.reduce", "reduced" },
	{ "linalg.transpose", "transposed" },
	{ "linalg.unpack", "unpack" },
	{ "shard.all_gather", "all_gather" },
	{ "shard.all_reduce", "all_reduce" },
	{ "shard.all_slice", "all_slice" },
	{ "shard.all_to_all", "all_to_all" },
	{ "shard.broadcast", "broadcast" },
	{ "shard.gather", "gather" },
	{ "shard.grid_shape", "grid_shape" },
	{ "shard.neighbors_linear_indices", "down_linear_idx,up_linear_idx" },
	{ "shard.process_linear_index", "proc_linear_idx" },
	{ "shard.process_multi_index", "proc_linear_idx" },
	{ "shard.recv", "recv" },
	{ "shard.reduce", "reduce" },
	{ "shard.reduce_scatter", "reduce_scatter" },
	{ "shard.scatter", "scatter" },
	{ "shard.send", "send" },
	{ "shard.shard", "sharding_annotated" },
	{ "shard.shard_shape", "shard_shape" },
	{ "shard.sharding", "sharding" },
	{ "shard.shift", "shift" },
	{ "vector.vscale", "vscale" },
};

/* The part `index` of names that commas separate, NULL: there are fewer. */
static const char *part(const char *names, uint32_t index)
{
	for (; index > 0 && names; index--) {
		names = strchr(names, ',');
		names = names ? names + 1 : NULL;
	}
	if (!names || !strchr(names, ','))
		return names;
	snprintf(room(), MOST_NAME, "%.*s", (int)strcspn(names, ","), names);
	return room();
}

/* Where an operation has more than one result in its description, the first of each group has the name of the group. */
static const char *group_name(const struct mlirbc_op *op, const struct mlirbc_upstream__row *row, uint32_t result)
{
	const struct mlirbc_upstream__printing printing = { .op = op, .row = row };
	struct mlirbc_upstream__group group;
	for (uint8_t i = 0; row && row->result_count > 1 && i < row->result_count; i++) {
		const uint8_t slot = (uint8_t)(row->operand_count + i);
		if (mlirbc_upstream__group(&printing, slot, &group) && group.count && group.from == result) {
			const char *name = mlirbc_upstream__string(mlirbc_upstream__slot_of(row, slot)->name);
			return strcmp(name, "_") == 0 ? NULL : name;
		}
	}
	return NULL;
}

const char *mlirbc_upstream__result_name(
	const struct mlirbc_op *op, const struct mlirbc_upstream__row *row, uint32_t result)
{
	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (is(op, named[i].op))
			return part(named[i].names, result);
	}
	const char *own = result == 0 ? attribute_name(op) : NULL;
	return own ? own : group_name(op, row, result);
}
