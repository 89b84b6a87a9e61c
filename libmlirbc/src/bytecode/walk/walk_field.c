/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker: fields of all parts, failures, and the calls of the visitor. */
#include "bytecode/walk/walk_state.h"
#include "support/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- failing */

/* "IR section, op 12: " */
static void print_place(const struct mlirbc__walk *w, char *out, size_t size)
{
	const struct mlirbc_walk_item *at = &w->item;
	const char *part = at->part == MLIRBC_WALK_ATTR                                                ? "attribute"
			   : at->part == MLIRBC_WALK_TYPE                                              ? "type"
			   : at->part == MLIRBC_WALK_PROPERTIES                                        ? "entry"
			   : at->part == MLIRBC_WALK_RESOURCE_DATA || at->part == MLIRBC_WALK_RESOURCE ? "resource"
												       : NULL;
	out[0] = 0;
	if (at->section >= MLIRBC_WALK_SECTION_COUNT)
		return;
	const char *section = mlirbc_walk_section_name(at->section);
	if (at->op != MLIRBC_WALK_NONE)
		snprintf(out, size, "%s section, op %llu: ", section, (unsigned long long)at->op);
	else if (part)
		snprintf(out, size, "%s section, %s %llu: ", section, part, (unsigned long long)at->index);
	else
		snprintf(out, size, "%s section: ", section);
}

bool mlirbc__walk_fail(
	struct mlirbc__walk *w, enum mlirbc_status status, const char *rule, size_t offset, const char *format, ...)
{
	va_list arguments;
	if (w->status != MLIRBC_OK || w->stopped)
		return false;
	w->status = status;
	w->rule = rule;
	if (!w->diag)
		return false;
	struct mlirbc_diag failure = { sizeof failure, status, status == MLIRBC_E_LIMIT ? "MLIRBC_E_LIMIT" : rule,
		offset, 0, 0, { 0 } };
	print_place(w, failure.message, sizeof failure.message);
	size_t used = strlen(failure.message);
	va_start(arguments, format);
	vsnprintf(failure.message + used, sizeof failure.message - used, format, arguments);
	va_end(arguments);
	mlirbc__fail_as(w->diag, &failure);
	return false;
}

/* Between the sections it is the file that ends. */
enum mlirbc_status mlirbc__walk_short_status(const struct mlirbc__walk *w)
{
	return w->item.section < MLIRBC_WALK_SECTION_COUNT ? MLIRBC_E_CORRUPT : MLIRBC_E_TRUNCATED;
}

bool mlirbc__walk_cut(struct mlirbc__walk *w, const char *what)
{
	if (bytecursor_ok(&w->c))
		return true;
	return mlirbc__walk_fail(w, mlirbc__walk_short_status(w), "cut-short", w->c.fail_at,
		"the data ends where the %s was expected", what);
}

bool mlirbc__walk_used_up(struct mlirbc__walk *w)
{
	size_t left = bytecursor_left(&w->c);
	if (left == 0)
		return true;
	return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "trailing-bytes", w->c.pos,
		"%zu bytes too many, expected the end of the data", left);
}

/* ---- telling the visitor */

static bool answer(struct mlirbc__walk *w, bool *out_skip)
{
	enum mlirbc_walk_answer said = w->visit(w->ctx, &w->item);
	if (out_skip)
		*out_skip = said == MLIRBC_WALK_SKIP;
	w->stopped = said == MLIRBC_WALK_STOP;
	return !w->stopped;
}

bool mlirbc__walk_enter(
	struct mlirbc__walk *w, enum mlirbc_walk_part part, uint64_t index, size_t at, size_t size, bool *out_skip)
{
	w->item.event = MLIRBC_WALK_ENTER;
	w->item.part = part;
	w->item.index = index;
	w->item.offset = at;
	w->item.size = size;
	return answer(w, out_skip);
}

bool mlirbc__walk_leave(
	struct mlirbc__walk *w, enum mlirbc_walk_part part, uint64_t index, size_t at, enum mlirbc_walk_part outer)
{
	w->item.event = MLIRBC_WALK_LEAVE;
	w->item.part = part;
	w->item.index = index;
	w->item.offset = at;
	w->item.size = w->c.pos - at;
	bool go_on = answer(w, NULL);
	w->item.part = outer;
	return go_on;
}

bool mlirbc__walk_emit(
	struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, size_t at, uint64_t number, bool flag)
{
	uint64_t part_index = w->item.index;
	w->item.event = MLIRBC_WALK_FIELD;
	w->item.field = field.field;
	w->item.role = field.role;
	w->item.name = field.name;
	w->item.index = index;
	w->item.number = number;
	w->item.flag = flag;
	w->item.offset = at;
	w->item.size = w->c.pos - at;
	bool go_on = answer(w, NULL);
	w->item.value = MLIRBC_WALK_NONE;
	w->item.index = part_index; /* which messages name */
	return go_on;
}

/* ---- reading */

bool mlirbc__walk_number(struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, uint64_t *out)
{
	size_t at = w->c.pos;
	uint64_t number = field.field == MLIRBC_WALK_SIGNED || field.field == MLIRBC_WALK_DOUBLE
				  ? mlirbc__varint_signed(&w->c)
				  : mlirbc__varint(&w->c);
	if (!mlirbc__walk_cut(w, field.name))
		return false;
	if (out)
		*out = number;
	return mlirbc__walk_emit(w, field, index, at, number, false);
}

static bool out_of_range(struct mlirbc__walk *w, size_t at, const char *name, uint64_t number, uint64_t limit)
{
	return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "index", at, "%s is %llu, expected less than %llu", name,
		(unsigned long long)number, (unsigned long long)limit);
}

bool mlirbc__walk_ref(struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, uint64_t limit)
{
	size_t at = w->c.pos;
	uint64_t number = mlirbc__varint(&w->c);
	if (!mlirbc__walk_cut(w, field.name))
		return false;
	if (number >= limit)
		return out_of_range(w, at, field.name, number, limit);
	return mlirbc__walk_emit(w, field, index, at, number, false);
}

bool mlirbc__walk_flagged_ref(struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, uint64_t limit,
	uint64_t *out, bool *out_flag)
{
	size_t at = w->c.pos;
	uint64_t number = mlirbc__varint(&w->c);
	if (!mlirbc__walk_cut(w, field.name))
		return false;
	if (number >> 1 >= limit)
		return out_of_range(w, at, field.name, number >> 1, limit);
	if (out)
		*out = number >> 1;
	if (out_flag)
		*out_flag = number & 1;
	return mlirbc__walk_emit(w, field, index, at, number >> 1, number & 1);
}

bool mlirbc__walk_count_fits(struct mlirbc__walk *w, size_t at, const char *name, uint64_t count)
{
	if (bytecursor_fits(&w->c, count, 1))
		return true;
	return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "count", at, "%s is %llu, but only %zu bytes follow", name,
		(unsigned long long)count, bytecursor_left(&w->c));
}

bool mlirbc__walk_count(struct mlirbc__walk *w, enum mlirbc_walk_role role, const char *name, uint64_t *out)
{
	size_t at = w->c.pos;
	*out = mlirbc__varint(&w->c);
	return mlirbc__walk_cut(w, name) && mlirbc__walk_count_fits(w, at, name, *out) &&
	       mlirbc__walk_emit(w, (struct mlirbc__walk_field){ MLIRBC_WALK_COUNT, role, name }, 0, at, *out, false);
}

bool mlirbc__walk_bytes(struct mlirbc__walk *w, enum mlirbc_walk_field field, const char *name, uint64_t index,
	uint64_t size, size_t size_at)
{
	size_t at = w->c.pos;
	if (!bytecursor_fits(&w->c, size, 1))
		return mlirbc__walk_fail(w, MLIRBC_E_CORRUPT, "size", size_at,
			"%s of %llu bytes, but only %zu remain", name, (unsigned long long)size,
			bytecursor_left(&w->c));
	(void)bytecursor_take(&w->c, (size_t)size);
	return size == 0 || mlirbc__walk_emit(w, (struct mlirbc__walk_field){ field, MLIRBC_WALK_ROLE_NONE, name },
				    index, at, size, false);
}

enum mlirbc_walk_answer mlirbc__walk_ignore(void *ctx, const struct mlirbc_walk_item *item)
{
	(void)ctx;
	(void)item;
	return MLIRBC_WALK_GO_ON;
}

/* Reads it twice: first to see whether it can be read. */
static bool walk_leniently(
	struct mlirbc__walk *w, bool (*read)(struct mlirbc__walk *w, const void *form), const void *form)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc__walk quiet = *w;
	quiet.visit = mlirbc__walk_ignore;
	quiet.diag = &diag;
	if (read(&quiet, form) && mlirbc__walk_used_up(&quiet))
		return read(w, form) && mlirbc__walk_used_up(w);
	size_t at = w->c.pos;
	(void)bytecursor_take(&w->c, bytecursor_left(&w->c));
	return mlirbc__walk_emit(w,
		(struct mlirbc__walk_field){ MLIRBC_WALK_DATA, MLIRBC_WALK_ROLE_NONE, diag.message }, 0, at,
		diag.offset, true);
}

bool mlirbc__walk_inside(
	struct mlirbc__walk *w, bool (*read)(struct mlirbc__walk *w, const void *form), const void *form)
{
	if (w->lenient)
		return walk_leniently(w, read, form);
	return read(w, form) && mlirbc__walk_used_up(w);
}
