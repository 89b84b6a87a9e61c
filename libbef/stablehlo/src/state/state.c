/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures, memory, names. */
#include "state/lower.h"

#include <bytecursor/diag.h>
#include <mlirbc/print.h>
#include <shared/from_mlirbc.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { SCRATCH = 64 << 10 };

/* ---- failures */

BEF_PRINTF(4, 0)
static void describe(struct bef_diag *out, enum bef_status status, const struct mlirbc_op *op, const char *format, va_list arguments)
{
	const struct mlirbc_attr *file = op ? mlirbc_loc_place(mlirbc_op_location(op)) : NULL;
	*out = (struct bef_diag)BEF_DIAG_INIT;
	out->status = status;
	out->rule = bef_status_name(status);
	out->line = file ? file->u.file.line : 0;
	out->column = file ? file->u.file.column : 0;
	int used = op ? snprintf(out->message, sizeof out->message, "'%.*s': ", op->name->size < 60 ? (int)op->name->size : 60,
				op->name->data)
		      : 0;
	if (used >= 0 && (size_t)used < sizeof out->message)
		vsnprintf(out->message + used, sizeof out->message - (size_t)used, format, arguments);
	bytecursor_diag_clean(out->message); /* `report` gets it too */
}

static void store(struct bef_hlo__lower *lower, const struct bef_diag *diag)
{
	if (lower->status == BEF_OK)
		lower->failure = *diag;
}

bool bef_hlo__refuse(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *format, ...)
{
	struct bef_diag diag;
	va_list arguments;
	va_start(arguments, format);
	describe(&diag, BEF_E_UNSUPPORTED, op, format, arguments);
	va_end(arguments);
	if (lower->branches && !lower->options.every_branch) {
		if (lower->refused.status == BEF_OK)
			BYTECURSOR_DIAG_STORE(&lower->refused, &diag);
		return false;
	}
	store(lower, &diag);
	if (lower->status == BEF_OK)
		lower->status = BEF_E_UNSUPPORTED;
	if (lower->options.report && lower->reports < lower->options.max_reports) {
		lower->reports++;
		lower->options.report(lower->options.report_ctx, op, &diag);
	}
	return false;
}

bool bef_hlo__refuse_type(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_type *type)
{
	char text[120];
	const bool whole = mlirbc_type_text(type, text, sizeof text) < sizeof text;
	return bef_hlo__refuse(lower, op, "there are no values of type '%s%s'", text, whole ? "" : "...");
}

bool bef_hlo__fail(struct bef_hlo__lower *lower, enum bef_status status, const struct mlirbc_op *op, const char *format, ...)
{
	struct bef_diag diag;
	va_list arguments;
	va_start(arguments, format);
	describe(&diag, status, op, format, arguments);
	va_end(arguments);
	if (lower->status == BEF_E_UNSUPPORTED)
		lower->status = BEF_OK; /* what ends the lowering comes before what cannot run */
	store(lower, &diag);
	if (lower->status == BEF_OK)
		lower->status = status;
	return false;
}

bool bef_hlo__no_memory(struct bef_hlo__lower *lower)
{
	const char *text;
	const enum mlirbc_status status = mlirbc_context_shortage(lower->context, &text);
	return bef_hlo__fail(lower, bef__from_mlirbc(status), NULL, "%s", text);
}

bool bef_hlo__fail_built(struct bef_hlo__lower *lower, const struct mlirbc_builder *builder, const struct mlirbc_op *op)
{
	return bef_hlo__fail(lower, bef__from_mlirbc(builder->status), op, "%s", builder->message);
}

bool bef_hlo__ok(struct bef_hlo__lower *lower, enum mlirbc_status status, const struct mlirbc_diag *diag)
{
	if (status == MLIRBC_OK)
		return true;
	(void)bef_hlo__fail(lower, bef__from_mlirbc(status), NULL, "%s",
		diag && diag->rule         ? diag->message
		: status == MLIRBC_E_NOMEM ? "out of memory"
					   : mlirbc_status_name(status));
	if (diag && diag->rule && lower->failure.status == bef__from_mlirbc(status)) {
		lower->failure.line = diag->line;
		lower->failure.column = diag->column;
		lower->failure.offset = diag->offset;
	}
	return false;
}

/* ---- memory */

void *bef_hlo__room(struct bef_hlo__lower *lower, size_t count, size_t size)
{
	size_t bytes = count ? count * size : size;
	void *data = count <= SIZE_MAX / 2 / size ? mlirbc_context_alloc(lower->context, bytes, _Alignof(max_align_t)) : NULL;
	if (!data) {
		(void)bef_hlo__no_memory(lower);
		return NULL;
	}
	memset(data, 0, bytes);
	return data;
}

void *bef_hlo__scratch(struct bef_hlo__lower *lower, size_t count, size_t size)
{
	if (!lower->scratch)
		lower->scratch = mlirbc_context_alloc(lower->context, SCRATCH, _Alignof(max_align_t));
	const size_t left = SCRATCH - lower->scratch_used;
	if (!lower->scratch || count > left / size)
		return bef_hlo__room(lower, count, size);
	void *data = lower->scratch + lower->scratch_used;
	const size_t bytes = (count * size + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1);
	lower->scratch_used += bytes < left ? bytes : left;
	return memset(data, 0, count * size);
}

bool bef_hlo__push(struct bef_hlo__lower *lower, struct bef_hlo__row *row, void *item)
{
	if (row->count == row->room) {
		size_t room = row->room ? 2 * row->room : 8;
		void **items = bef_hlo__room(lower, room, sizeof *items);
		if (!items)
			return false;
		if (row->count)
			memcpy(items, row->items, row->count * sizeof *items);
		row->items = items;
		row->room = room;
	}
	row->items[row->count++] = item;
	return true;
}

bool bef_hlo__push_once(struct bef_hlo__lower *lower, struct bef_hlo__row *row, struct mlirbc_value *value)
{
	if (lower->steps[value->number].generation == lower->generation)
		return true;
	lower->steps[value->number].generation = lower->generation;
	return bef_hlo__push(lower, row, value);
}

/* ---- names */

/* The place of a name in the set, or a free one. */
static size_t name_place(const struct bef_hlo__lower *lower, const struct mlirbc_string *name)
{
	uint64_t hash = (uint64_t)(uintptr_t)name * UINT64_C(0x9E3779B97F4A7C15);
	size_t at = (size_t)(hash >> 20) & (lower->name_room - 1);
	while (lower->names[at] && lower->names[at] != name)
		at = (at + 1) & (lower->name_room - 1);
	return at;
}

static bool grow_names(struct bef_hlo__lower *lower)
{
	const struct mlirbc_string **old = lower->names;
	size_t old_room = lower->name_room;
	lower->name_room = old_room ? 2 * old_room : 64;
	lower->names = bef_hlo__room(lower, lower->name_room, sizeof *lower->names);
	if (!lower->names)
		return false;
	for (size_t i = 0; i < old_room; i++) {
		if (old[i])
			lower->names[name_place(lower, old[i])] = old[i];
	}
	return true;
}

const struct mlirbc_string *bef_hlo__unique_name(struct bef_hlo__lower *lower, const char *base, size_t size)
{
	char number[24] = "";
	if (2 * lower->name_count >= lower->name_room && !grow_names(lower))
		return NULL;
	for (;;) {
		size_t tail = strlen(number);
		char *text = bef_hlo__room(lower, size + tail + 1, 1);
		if (!text)
			return NULL;
		memcpy(text, base, size);
		memcpy(text + size, number, tail);
		const struct mlirbc_string *name = mlirbc_string_get(lower->context, text, size + tail);
		if (!name) {
			(void)bef_hlo__no_memory(lower);
			return NULL;
		}
		size_t place = name_place(lower, name);
		if (!lower->names[place]) {
			lower->names[place] = name;
			lower->name_count++;
			return name;
		}
		snprintf(number, sizeof number, ".%u", (unsigned)++lower->serial);
	}
}

const struct mlirbc_op *bef_hlo__combining_step(const struct mlirbc_op *op)
{
	const struct mlirbc_region *region = op->region_count == 1 ? mlirbc_op_regions(op) : NULL;
	const struct mlirbc_block *block = region && region->block_count == 1 ? region->first : NULL;
	const struct mlirbc_op *step = block && block->argument_count == 2 ? block->first : NULL;
	if (!step || step->next != block->last || step->operand_count != 2 || step->result_count != 1 ||
		block->last->operand_count != 1 || mlirbc_op_operands(block->last)[0].value != mlirbc_op_results(step))
		return NULL;
	const struct mlirbc_value *a = mlirbc_op_operands(step)[0].value, *b = mlirbc_op_operands(step)[1].value;
	const struct mlirbc_value *first = &block->arguments[0], *second = &block->arguments[1];
	return (a == first && b == second) || (a == second && b == first) ? step : NULL;
}

bool bef_hlo__combines_one_type(const struct mlirbc_op *op)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	const struct mlirbc_type *element = bef_hlo__element(operands[0].value->type);
	return bef_hlo__element(mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type) == element &&
	       bef_hlo__element(operands[1].value->type) == element &&
	       bef_hlo__element(mlirbc_op_regions(op)->first->arguments[0].type) == element;
}
