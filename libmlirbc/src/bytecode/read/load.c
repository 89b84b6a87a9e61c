/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loading a bytecode file: header, list of sections, order of work; and how all parts of the reader fail. */
#include "bytecode/read/load_state.h"

#include <bytecursor/ckd.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_DEPTH = 512, LARGEST_DEPTH = (1 << 28) - 2, DEFAULT_WORK = 64 };

static const uint8_t magic[4] = { 'M', 'L', 0xEF, 'R' };

const char *const mlirbc__section_names[MLIRBC__SECTION_COUNT] = { "String", "Dialect", "AttrType", "AttrTypeOffset",
	"IR", "Resource", "ResourceOffset", "DialectVersions", "Properties" };

/* ---- failing */

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
	return mlirbc__load_fail(load, status, MLIRBC_NO_OFFSET,
		status == MLIRBC_E_LIMIT ? "the context's limit is reached" : "out of memory");
}

bool mlirbc__bad(struct mlirbc__reader *r, uint64_t offset, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fail(r->load, MLIRBC_E_CORRUPT, offset, r->where, r->number, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc__short(struct mlirbc__reader *r, uint64_t offset, const char *format, ...)
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
	return mlirbc__short(r, r->c.fail_at, "the data ends where %s was expected", what);
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

/* ---- memory and effort */

bool mlirbc__work(struct mlirbc__load *load, uint64_t units)
{
	if (units > load->work_left)
		return mlirbc__load_fail(load, MLIRBC_E_LIMIT, MLIRBC_NO_OFFSET,
			"reading the same bytes over and over: expected work in proportion to the size of the file");
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

/* ---- header and sections */

struct mlirbc__reader mlirbc__section_reader(struct mlirbc__load *load, enum mlirbc__section_id id)
{
	static const char *const where[MLIRBC__SECTION_COUNT] = { "String section", "Dialect section",
		"AttrType section", "AttrTypeOffset section", "IR section", "Resource section",
		"ResourceOffset section", "DialectVersions section", "Properties section" };
	return (struct mlirbc__reader){ load->sections[id], load, where[id], MLIRBC_NO_OFFSET };
}

static bool read_header(struct mlirbc__reader *r)
{
	struct mlirbc__load *load = r->load;
	if (!mlirbc_is_bytecode(load->data, load->size))
		return mlirbc__load_fail(load, MLIRBC_E_MAGIC, 0, "not MLIR bytecode: expected the bytes 4d 4c ef 52");
	(void)bytecursor_take(&r->c, sizeof magic);
	uint64_t version = mlirbc__varint(&r->c);
	if (!bytecursor_ok(&r->c))
		return mlirbc__load_fail(
			load, MLIRBC_E_TRUNCATED, r->c.fail_at, "the file ends where its version was expected");
	if (version > MLIRBC__V_NEWEST)
		return mlirbc__load_fail(load, MLIRBC_E_VERSION, sizeof magic,
			"bytecode version is %llu, expected 0 to %d", (unsigned long long)version, MLIRBC__V_NEWEST);
	load->version = (uint32_t)version;
	const char *producer = (const char *)load->data + r->c.pos;
	const char *end = memchr(producer, 0, bytecursor_left(&r->c));
	if (!end)
		return mlirbc__load_fail(load, MLIRBC_E_TRUNCATED, load->size,
			"the file ends inside the producer's name, expected a byte 0");
	size_t size = (size_t)(end - producer);
	(void)bytecursor_take(&r->c, size + 1);
	load->release = mlirbc__release_of(producer, size);
	load->module->producer = mlirbc_string_get(load->context, producer, size);
	return load->module->producer || mlirbc__load_memory(load);
}

/* A file that was cut off shows it here: the last section is not whole. */
static bool read_sections(struct mlirbc__reader *r)
{
	struct mlirbc__load *load = r->load;
	while (bytecursor_left(&r->c)) {
		size_t at = r->c.pos;
		enum mlirbc__section_id id;
		struct bytecursor data;
		if (!mlirbc__section(r, &id, &data))
			return false;
		if (load->present[id])
			return mlirbc__load_fail(load, MLIRBC_E_CORRUPT, at, "second %s section, expected one",
				mlirbc__section_names[id]);
		load->present[id] = true;
		load->sections[id] = data;
	}
	for (unsigned id = 0; id < MLIRBC__SECTION_COUNT; id++) {
		bool needed = id <= MLIRBC__SECTION_IR ||
			      (id == MLIRBC__SECTION_PROPERTIES && load->version >= MLIRBC__V_PROPERTIES);
		if (needed && !load->present[id])
			return mlirbc__load_fail(load, MLIRBC_E_TRUNCATED, load->size,
				"the file ends without a section %u (%s)", id, mlirbc__section_names[id]);
	}
	bool data = load->present[MLIRBC__SECTION_RESOURCE], offsets = load->present[MLIRBC__SECTION_RESOURCE_OFFSET];
	if (data != offsets)
		return mlirbc__load_fail(load, MLIRBC_E_CORRUPT, load->size, "%s section, but no %s section",
			mlirbc__section_names[data ? MLIRBC__SECTION_RESOURCE : MLIRBC__SECTION_RESOURCE_OFFSET],
			mlirbc__section_names[data ? MLIRBC__SECTION_RESOURCE_OFFSET : MLIRBC__SECTION_RESOURCE]);
	return true;
}

/* What the tables take that stay. */
static void expect_tables(struct mlirbc__load *load)
{
	size_t entries = bytecursor_left(&load->sections[MLIRBC__SECTION_ATTR_TYPE_OFFSET]);
	size_t blobs = bytecursor_left(&load->sections[MLIRBC__SECTION_PROPERTIES]);
	if (load->lazy)
		mlirbc__arena_expect(&load->context->arena, entries / 4 + blobs);
}

static bool load_all(struct mlirbc__load *load)
{
	struct mlirbc__reader r = { bytecursor_init(load->data, load->size), load, NULL, MLIRBC_NO_OFFSET };
	load->module = mlirbc_module_create(load->context);
	if (!load->module)
		return mlirbc__load_memory(load);
	if (!read_header(&r) || !read_sections(&r))
		return false;
	expect_tables(load);
	return mlirbc__load_strings(load) && mlirbc__load_blobs(load) && mlirbc__load_dialects(load) &&
	       mlirbc__load_resources(load) && mlirbc__load_entries(load) && mlirbc__load_ir(load);
}

bool mlirbc_is_bytecode(const void *data, size_t size)
{
	return size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

static void set_options(struct mlirbc__load *load, const struct mlirbc_load_options *options)
{
	load->max_depth = DEFAULT_DEPTH;
	if (MLIRBC__HAS_OPTION(options, max_depth) && options->max_depth)
		load->max_depth = options->max_depth < LARGEST_DEPTH ? options->max_depth : LARGEST_DEPTH;
	load->lazy = MLIRBC__HAS_OPTION(options, lazy) && options->lazy;
	load->lazy_attributes = load->lazy || (MLIRBC__HAS_OPTION(options, lazy_attributes) && options->lazy_attributes);
	if (MLIRBC__HAS_OPTION(options, dialect_count)) {
		load->codings = options->dialects;
		load->coding_count = options->dialect_count;
	}
	uint64_t factor = MLIRBC__HAS_OPTION(options, max_work) && options->max_work ? options->max_work : DEFAULT_WORK;
	if (ckd_add(&load->work_left, (uint64_t)load->size, (uint64_t)1 << 14) ||
		ckd_mul(&load->work_left, load->work_left, factor))
		load->work_left = UINT64_MAX;
}

enum mlirbc_status mlirbc_load(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_load_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag)
{
	struct mlirbc__load *load = mlirbc__arena_take(&context->arena, sizeof *load, _Alignof(struct mlirbc__load));
	*out_module = NULL;
	if (!load)
		return mlirbc__fail(diag, mlirbc__memory_status(context), MLIRBC_NO_OFFSET, "out of memory");
	*load = (struct mlirbc__load){ .file = { .reader = &mlirbc__file_reader, .size = size },
		.context = context,
		.diag = diag,
		.data = data,
		.size = size };
	set_options(load, options);
	bool ok = load_all(load);
	enum mlirbc_status status = load->status;
	if (!ok) {
		mlirbc__file_reader.finish(&load->file);
		return status;
	}
	mlirbc__give_scratch(load);
	load->file.next = context->files;
	context->files = &load->file;
	load->diag = NULL;
	load->module->file = &load->file;
	*out_module = load->module;
	return MLIRBC_OK;
}
