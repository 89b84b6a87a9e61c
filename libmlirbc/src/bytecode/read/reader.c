/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures, memory, and reading of counts and indices, for all parts of the reader. */
#include "bytecode/read/load_state.h"

#include <bytecursor/ckd.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

const char *const mlirbc__section_names[MLIRBC__SECTION_COUNT] = { "String", "Dialect", "AttrType", "AttrTypeOffset",
	"IR", "Resource", "ResourceOffset", "DialectVersions", "Properties" };

/* ---- failures */

MLIRBC_PRINTF(6, 0)
static bool fail(struct mlirbc__load *load, enum mlirbc_status status, uint64_t offset, const char *where,
	uint64_t number, const char *format, va_list arguments)
{
	char what[sizeof load->diag->message];
	if (load->status != MLIRBC_OK)
		return false;
	load->status = status;
	vsnprintf(what, sizeof what, format, arguments);
	if (!where)
		mlirbc__fail(load->diag, status, offset, "%s", what);
	else if (number == MLIRBC_NO_OFFSET)
		mlirbc__fail(load->diag, status, offset, "%s: %s", where, what);
	else
		mlirbc__fail(load->diag, status, offset, "%s %llu: %s", where, (unsigned long long)number, what);
	return false;
}

bool mlirbc__load_fail(struct mlirbc__load *load, enum mlirbc_status status, uint64_t offset, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(load, status, offset, NULL, 0, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc__load_memory(struct mlirbc__load *load)
{
	enum mlirbc_status status = mlirbc__memory_status(load->context);
	return mlirbc__load_fail(load, status, MLIRBC_NO_OFFSET, "%s", mlirbc__memory_text(load->context));
}

bool mlirbc__bad(struct mlirbc__reader *r, uint64_t offset, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(r->load, MLIRBC_E_CORRUPT, offset, r->where, r->number, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc__truncated(struct mlirbc__reader *r, uint64_t offset, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(r->load, r->where ? MLIRBC_E_CORRUPT : MLIRBC_E_TRUNCATED, offset, r->where, r->number, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc__cut(struct mlirbc__reader *r, const char *what)
{
	if (bytecursor_ok(&r->c))
		return true;
	return mlirbc__truncated(r, r->c.fail_at, "the data ends where %s was expected", what);
}

bool mlirbc__used_up(struct mlirbc__reader *r)
{
	if (bytecursor_left(&r->c) == 0)
		return true;
	return mlirbc__bad(r, r->c.pos, "%zu bytes too many, expected the end of the data", bytecursor_left(&r->c));
}

bool mlirbc__index_bad(struct mlirbc__reader *r, size_t at, const char *what, uint64_t value, uint64_t limit)
{
	if (!mlirbc__cut(r, what))
		return false;
	return mlirbc__bad(r, at, "%s is %llu, expected less than %llu", what, (unsigned long long)value,
		(unsigned long long)limit);
}

bool mlirbc__long_count(struct mlirbc__reader *r, const char *what, size_t *out)
{
	size_t at = r->c.pos;
	uint64_t count = mlirbc__varint(&r->c);
	if (!mlirbc__cut(r, what))
		return false;
	if (!bytecursor_fits(&r->c, count, 1) || count > UINT32_MAX)
		return mlirbc__bad(r, at, "%s is %llu, but only %zu bytes follow", what, (unsigned long long)count,
			bytecursor_left(&r->c));
	*out = (size_t)count;
	return true;
}

/* ---- memory and work */

bool mlirbc__work(struct mlirbc__load *load, uint64_t units)
{
	if (units > load->work_left)
		return mlirbc__load_fail(load, MLIRBC_E_LIMIT, MLIRBC_NO_OFFSET,
			"repeated reading of the same bytes: expected work in proportion to the size of the file");
	load->work_left -= units;
	return true;
}

void *mlirbc__grow(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size)
{
	size_t need, bytes;
	if (ckd_mul(&need, count, size) || ckd_add(&bytes, need, need / 2 + 64)) {
		mlirbc__load_memory(load);
		return NULL;
	}
	if (need <= buffer->bytes && buffer->data)
		return buffer->data;
	void *data = mlirbc__arena_take(&load->context->arena, bytes, _Alignof(max_align_t));
	if (!data) {
		mlirbc__load_memory(load);
		return NULL;
	}
	if (buffer->bytes)
		memcpy(data, buffer->data, buffer->bytes);
	mlirbc__arena_give(&load->context->arena, buffer->data, buffer->bytes, _Alignof(max_align_t));
	*buffer = (struct mlirbc__buffer){ data, bytes };
	return data;
}

void mlirbc__give_buffer(struct mlirbc__load *load, struct mlirbc__buffer *buffer)
{
	mlirbc__arena_give(&load->context->arena, buffer->data, buffer->bytes, _Alignof(max_align_t));
	*buffer = (struct mlirbc__buffer){ NULL, 0 };
}

void *mlirbc__reserve_zero(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size)
{
	size_t bytes;
	if (ckd_mul(&bytes, count ? count : 1, size)) {
		mlirbc__load_memory(load);
		return NULL;
	}
	buffer->data = mlirbc__arena_take_zero(&load->context->arena, bytes, 1, _Alignof(max_align_t));
	if (!buffer->data) {
		mlirbc__load_memory(load);
		return NULL;
	}
	buffer->bytes = bytes;
	return buffer->data;
}

void *mlirbc__table(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size)
{
	if (!load->lazy)
		return mlirbc__reserve(load, buffer, count, size);
	void *table = mlirbc__alloc_array(load->context, count, size, _Alignof(max_align_t));
	if (!table)
		mlirbc__load_memory(load);
	return table;
}

void *mlirbc__table_zero(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size)
{
	if (!load->lazy)
		return mlirbc__reserve_zero(load, buffer, count, size);
	void *table = mlirbc__table(load, buffer, count, size);
	return table ? memset(table, 0, count * size) : NULL;
}

void mlirbc__give_scratch(struct mlirbc__load *load)
{
	struct mlirbc__buffer *buffers[] = { &load->field_buffer, &load->part_buffer, &load->more_buffer,
		&load->text_buffer, &load->waiting_buffer, &load->split_buffer };
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		mlirbc__give_buffer(load, buffers[i]);
	load->splits = NULL;
}

void mlirbc__give_tables(struct mlirbc__load *load)
{
	struct mlirbc__buffer *buffers[] = { &load->string_buffer, &load->string_mark_buffer, &load->dialect_buffer,
		&load->op_name_buffer, &load->blob_buffer, &load->other_blob_buffer, &load->resource_key_buffer,
		&load->group_buffer, &load->mark_buffer, &load->unique_buffer, &load->blob_name_buffer,
		&load->type_buffer, &load->scanned_buffer, &load->split_from_buffer };
	mlirbc__give_scratch(load);
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		mlirbc__give_buffer(load, buffers[i]);
}

struct mlirbc__reader mlirbc__section_reader(struct mlirbc__load *load, enum mlirbc__section_id id)
{
	static const char *const where[MLIRBC__SECTION_COUNT] = { "String section", "Dialect section",
		"AttrType section", "AttrTypeOffset section", "IR section", "Resource section",
		"ResourceOffset section", "DialectVersions section", "Properties section" };
	return (struct mlirbc__reader){ load->sections[id], load, where[id], MLIRBC_NO_OFFSET };
}
