/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Features of a model that a simple runner may not have. */
#include "models/model.h"

#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_ops.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdlib.h>
#include <string.h>

const char *const need_kind_names[] = { "custom call", "composite", "operation", "collective", "host transfer", "async",
	"dynamic shape", "element type", "processes" };

static const char *target_meaning(const struct mlirbc_string *name)
{
	static const char *const meanings[] = { NULL, "identity", "check of a test program", "dynamic shapes", NULL,
		"linear algebra", "random bits", "buffers", "call of Python", "kernel of one platform" };
	const struct mlirbc_stablehlo_target target = mlirbc_stablehlo_target(name->data, name->size);
	if (target.operation)
		return target.operation;
	return (size_t)target.kind < sizeof meanings / sizeof *meanings ? meanings[target.kind] : NULL;
}

/* ---- types */

/* The part of a type that a runner needs: the element of a tensor, or the type itself. NULL: numbers that every runner
 * has. */
static const struct mlirbc_type *special_part(const struct mlirbc_type *type)
{
	const struct mlirbc_type *part = type->kind == MLIRBC_TYPE_TENSOR ? type->u.shaped.element : type;
	const uint32_t width = mlirbc_type_width(part);
	switch (part->kind) {
	case MLIRBC_TYPE_INTEGER:
		return width == 1 || (width >= 8 && width <= 64 && (width & (width - 1)) == 0) ? NULL : part;
	case MLIRBC_TYPE_FLOAT:
		return part->u.float_kind == MLIRBC_BF16 || part->u.float_kind == MLIRBC_F16 ||
				       part->u.float_kind == MLIRBC_F32 || part->u.float_kind == MLIRBC_F64
			       ? NULL
			       : part;
	case MLIRBC_TYPE_COMPLEX: return NULL;
	default: return part;
	}
}

static const char *type_meaning(const struct mlirbc_type *type)
{
	char text[16];
	if (type->kind == MLIRBC_TYPE_TUPLE)
		return "tuple";
	if (type->kind == MLIRBC_TYPE_MEMREF)
		return "buffer";
	(void)model_type_text(type, text, sizeof text);
	return strncmp(text, "!quant.", 7) == 0 ? "quantized" : NULL;
}

static bool is_dynamic(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		return true;
	for (size_t i = 0; type->kind == MLIRBC_TYPE_TENSOR && i < type->u.shaped.rank; i++) {
		if (type->u.shaped.dims[i] == MLIRBC_DYNAMIC)
			return true;
	}
	return false;
}

/* ---- ops */

/* Keys of the tally: strings and types of the context, which are unique. */
static void count_named(struct tally *tally, enum need_kind kind, const struct mlirbc_op *op, const char *attr)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, attr);
	tally_add(tally, kind, name && name->kind == MLIRBC_ATTR_STRING ? name->u.string : op->name, 1);
}

static bool name_is_one_of(const struct mlirbc_op *op, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (strlen(names[i]) == op->name->size - 10 &&
			memcmp(op->name->data + 10, names[i], op->name->size - 10) == 0)
			return true;
	}
	return false;
}

static void count_stablehlo(struct tally *tally, const struct mlirbc_op *op)
{
	static const char *const collectives[] = { "all_gather", "all_reduce", "all_to_all", "reduce_scatter",
		"collective_permute", "collective_broadcast", "collective_reduce", "cross-replica-sum", "replica_id",
		"partition_id" };
	static const char *const transfers[] = { "infeed", "outfeed", "send", "recv" };
	static const char *const async[] = { "async_start", "async_done" };
	if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_custom_call)
		count_named(tally, NEED_CUSTOM_CALL, op, "call_target_name");
	else if (mlirbc_stablehlo_code(op->name) == MLIRBC_STABLEHLO_composite)
		count_named(tally, NEED_COMPOSITE, op, "name");
	else if (name_is_one_of(op, collectives, sizeof collectives / sizeof *collectives))
		tally_add(tally, NEED_COLLECTIVE, op->name, 1);
	else if (name_is_one_of(op, transfers, sizeof transfers / sizeof *transfers))
		tally_add(tally, NEED_TRANSFER, op->name, 1);
	else if (name_is_one_of(op, async, sizeof async / sizeof *async))
		tally_add(tally, NEED_ASYNC, op->name, 1);
	else if (!mlirbc_stablehlo_is_op(op->name))
		tally_add(tally, NEED_OPERATION, op->name, 1);
}

static void count_op(struct tally *needs, struct tally *types, const struct mlirbc_op *op)
{
	bool dynamic = false;
	if (model_dialect_is(op, "stablehlo"))
		count_stablehlo(needs, op);
	else if (!model_dialect_is(op, "func") && !model_dialect_is(op, "builtin"))
		tally_add(needs, NEED_OPERATION, op->name, 1);
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		tally_add(types, 0, type, 1);
		dynamic = dynamic || is_dynamic(type);
	}
	if (dynamic)
		tally_add(needs, NEED_DYNAMIC, op->name, 1);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t k = 0; k < block->argument_count; k++)
				tally_add(types, 0, block->arguments[k].type, 1);
		}
	}
}

static void count_types(struct tally *needs, const struct tally *types)
{
	for (size_t i = 0; i < types->room; i++) {
		const struct mlirbc_type *type = types->slots[i].key;
		const struct mlirbc_type *part = type ? special_part(type) : NULL;
		if (part && part->kind != MLIRBC_TYPE_UNRANKED_TENSOR)
			tally_add(needs, NEED_TYPE, part, types->slots[i].count);
	}
}

/* ---- list */

static int by_kind(const void *left, const void *right)
{
	const struct need *a = left, *b = right;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return strcmp(a->name, b->name);
}

static void describe(const struct tally_entry *entry, struct need *out)
{
	*out = (struct need){ .kind = (enum need_kind)entry->kind, .count = entry->count };
	if (out->kind == NEED_TYPE) {
		(void)model_type_text(entry->key, out->name, sizeof out->name);
		out->meaning = type_meaning(entry->key);
		return;
	}
	const struct mlirbc_string *name = entry->key;
	const size_t size = name->size < sizeof out->name - 1 ? name->size : sizeof out->name - 1;
	memcpy(out->name, name->data, size);
	out->meaning = out->kind == NEED_CUSTOM_CALL ? target_meaning(name) : NULL;
}

/* Replicas and partitions of the module's attributes; 1 where there is none. */
static size_t count_processes(const struct model *model, struct need out[2])
{
	static const char *const names[] = { "mhlo.num_replicas", "mhlo.num_partitions" };
	const struct mlirbc_op *root = model->module->body->first;
	size_t count = 0;
	for (size_t i = 0; root && i < 2; i++) {
		const struct mlirbc_attr *attr = mlirbc_op_attr(root, names[i]);
		if (!attr || attr->kind != MLIRBC_ATTR_INTEGER || attr->u.number.words[0] < 2)
			continue;
		out[count] = (struct need){ .kind = NEED_PROCESSES, .count = attr->u.number.words[0] };
		snprintf(out[count++].name, sizeof out->name, "%s", names[i] + sizeof "mhlo.num_" - 1);
	}
	return count;
}

bool model_needs(const struct model *model, struct need **out_needs, size_t *out_count)
{
	struct tally tally = { .slots = NULL }, types = { .slots = NULL };
	for (const struct mlirbc_op *op = model_next_op(model->module, NULL); op;
		op = model_next_op(model->module, (struct mlirbc_op *)(uintptr_t)op))
		count_op(&tally, &types, op);
	count_types(&tally, &types);
	struct need *needs = tally.failed || types.failed ? NULL : calloc(tally.count + 2, sizeof *needs);
	size_t count = 0;
	for (size_t i = 0; needs && i < tally.room; i++) {
		if (tally.slots[i].key)
			describe(&tally.slots[i], &needs[count++]);
	}
	if (needs) {
		count += count_processes(model, needs + count);
		qsort(needs, count, sizeof *needs, by_kind);
	}
	tally_finish(&tally);
	tally_finish(&types);
	*out_needs = needs;
	*out_count = count;
	return needs != NULL;
}
