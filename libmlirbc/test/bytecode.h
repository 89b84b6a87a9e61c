/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds small bytecode files for tests, part by part, at any version. Nothing is checked, so that invalid files can
 * be built as well. The file records the start of each section's data: tests name the byte that an error must name. */
#ifndef BYTECODE_H
#define BYTECODE_H

#include "check.h"

#include <mlirbc/mlirbc.h>
#include <stdint.h>
#include <stdlib.h>

/* A number below 128, as one byte; an optional attribute or any other number with a flag. */
#define N(n) ((uint8_t)((n)*2 + 1))
#define FLAG(n, flag) N(2 * (n) + (flag))

struct bytes {
	uint8_t *data;
	size_t size, room;
};

enum { STRINGS, DIALECTS, ENTRIES, OFFSETS, IR, RESOURCES, RESOURCE_OFFSETS, VERSIONS, PROPERTIES, SECTIONS };

struct file {
	unsigned version;
	const char *producer; /* NULL: "test" */
	struct bytes
		body[SECTIONS]; /* data of each section; entries, offsets and strings are put together by file_finish */
	bool given[SECTIONS], left_out[SECTIONS];
	struct bytes string_sizes, string_data, op_names;
	unsigned string_count, dialect_count, op_count;
	struct bytes sizes[2], data[2]; /* of attributes and types */
	unsigned count[2];
	struct bytes out;
	size_t at[SECTIONS];
};

static void put_data(struct bytes *b, const void *data, size_t size)
{
	if (b->size + size > b->room) {
		b->room = 2 * (b->size + size) + 64;
		b->data = realloc(b->data, b->room);
		if (!b->data)
			abort();
	}
	if (size)
		memcpy(b->data + b->size, data, size);
	b->size += size;
}
#define PUT(b, ...) put_data((b), (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))

/* In the shortest form. */
static void put_number(struct bytes *b, uint64_t n)
{
	unsigned extra = 0;
	while (extra < 8 && n >> (7 * extra + 7) != 0)
		extra++;
	if (extra == 8) {
		PUT(b, 0);
		for (unsigned i = 0; i < 8; i++)
			PUT(b, (uint8_t)(n >> (8 * i)));
		return;
	}
	uint64_t bits = (2 * n + 1) << extra;
	for (unsigned i = 0; i <= extra; i++)
		PUT(b, (uint8_t)(bits >> (8 * i)));
}

__attribute__((unused)) static void put_signed(struct bytes *b, int64_t n)
{
	put_number(b, ((uint64_t)n << 1) ^ (n < 0 ? UINT64_MAX : 0));
}

static unsigned file_string_of(struct file *f, const char *text, size_t size)
{
	struct bytes sizes = f->string_sizes; /* stored last to first */
	f->string_sizes = (struct bytes){ 0 };
	put_number(&f->string_sizes, size + 1);
	put_data(&f->string_sizes, sizes.data, sizes.size);
	free(sizes.data);
	put_data(&f->string_data, text, size);
	PUT(&f->string_data, 0);
	return f->string_count++;
}

static unsigned file_string(struct file *f, const char *text) { return file_string_of(f, text, strlen(text)); }

static unsigned file_dialect(struct file *f, const char *name)
{
	put_number(&f->body[DIALECTS], f->version >= 1 ? file_string(f, name) << 1 : file_string(f, name));
	return f->dialect_count++;
}

/* Adds a separate group, in the order of the calls. */
static unsigned file_op(struct file *f, unsigned dialect, const char *name, bool registered)
{
	unsigned string = file_string(f, name);
	PUT(&f->op_names, N(dialect), N(1));
	put_number(&f->op_names, f->version >= 5 ? string << 1 | registered : string);
	return f->op_count++;
}

static unsigned file_entry(struct file *f, bool type, unsigned dialect, bool custom, const void *data, size_t size)
{
	PUT(&f->sizes[type], N(dialect), N(1));
	put_number(&f->sizes[type], size << 1 | custom);
	put_data(&f->data[type], data, size);
	return f->count[type]++;
}
/* Entries of dialect 0, which tests make builtin. */
#define ATTR(f, ...)                                                                                                   \
	file_entry((f), false, 0, true, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
#define TYPE(f, ...)                                                                                                   \
	file_entry((f), true, 0, true, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
#define ATTR_TEXT(f, dialect, text) file_entry((f), false, (dialect), false, (text), sizeof(text))
#define TYPE_TEXT(f, dialect, text) file_entry((f), true, (dialect), false, (text), sizeof(text))

static void put_all(struct bytes *b, const struct bytes *from) { put_data(b, from->data, from->size); }

static void file_section(struct file *f, unsigned id)
{
	PUT(&f->out, (uint8_t)id);
	put_number(&f->out, f->body[id].size);
	f->at[id] = f->out.size;
	put_all(&f->out, &f->body[id]);
}

static void file_put_tables(struct file *f)
{
	struct bytes dialects = f->body[DIALECTS];
	if (!f->given[STRINGS]) {
		put_number(&f->body[STRINGS], f->string_count);
		put_all(&f->body[STRINGS], &f->string_sizes);
		put_all(&f->body[STRINGS], &f->string_data);
	}
	if (!f->given[DIALECTS]) {
		f->body[DIALECTS] = (struct bytes){ 0 };
		put_number(&f->body[DIALECTS], f->dialect_count);
		put_all(&f->body[DIALECTS], &dialects);
		if (f->version >= 4)
			put_number(&f->body[DIALECTS], f->op_count);
		put_all(&f->body[DIALECTS], &f->op_names);
		free(dialects.data);
	}
	for (int type = 0; type < 2 && !f->given[OFFSETS]; type++)
		put_number(&f->body[OFFSETS], f->count[type]);
	for (int type = 0; type < 2; type++) {
		if (!f->given[OFFSETS])
			put_all(&f->body[OFFSETS], &f->sizes[type]);
		if (!f->given[ENTRIES])
			put_all(&f->body[ENTRIES], &f->data[type]);
	}
}

/* With BYTECODE_TAIL set, adds an unknown section: the reader has fast paths far from the end of the file. */
static void file_put_tail(struct file *f)
{
	static const uint8_t zeros[8192];
	if (!getenv("BYTECODE_TAIL") || f->body[VERSIONS].size || f->left_out[IR])
		return;
	put_data(&f->body[VERSIONS], zeros, sizeof zeros);
	file_section(f, VERSIONS);
}

/* Puts the whole file together, in the order that MLIR uses. A section whose `given` is set is copied. */
static void file_finish(struct file *f)
{
	static const unsigned order[] = { DIALECTS, OFFSETS, ENTRIES, IR, RESOURCE_OFFSETS, RESOURCES, STRINGS,
		VERSIONS, PROPERTIES };
	const char *producer = f->producer ? f->producer : "test";
	file_put_tables(f);
	PUT(&f->out, 'M', 'L', 0xEF, 'R', N(f->version));
	put_data(&f->out, producer, strlen(producer) + 1);
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		unsigned id = order[i];
		bool needed = id <= IR || (id == PROPERTIES && f->version >= 5) || f->body[id].size;
		if (needed && !f->left_out[id])
			file_section(f, id);
	}
	file_put_tail(f);
}

static void file_free(struct file *f)
{
	struct bytes *all[] = { &f->string_sizes, &f->string_data, &f->op_names, &f->sizes[0], &f->sizes[1],
		&f->data[0], &f->data[1], &f->out };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]->data);
	for (unsigned id = 0; id < SECTIONS; id++)
		free(f->body[id].data);
	*f = (struct file){ 0 };
}

__attribute__((unused)) static bool is(const struct mlirbc_string *string, const char *text)
{
	return string && string->size == strlen(text) && memcmp(string->data, text, string->size) == 0;
}

/* The result of a load. The input is kept in a heap block of exactly its size. */
struct loaded {
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_diag diag;
	enum mlirbc_status status;
	uint8_t *input;
};

__attribute__((unused)) static struct loaded load_bytes(const void *data, size_t size, uint32_t max_depth)
{
	struct loaded l = {
		.context = mlirbc_context_create(NULL), .diag = MLIRBC_DIAG_INIT, .input = malloc(size ? size : 1)
	};
	struct mlirbc_load_options options = { .size = sizeof options, .max_depth = max_depth };
	if (!l.context || !l.input)
		abort();
	if (size)
		memcpy(l.input, data, size);
	l.status = mlirbc_load(l.context, l.input, size, &options, &l.module, &l.diag);
	return l;
}

__attribute__((unused)) static void loaded_free(struct loaded *l)
{
	mlirbc_context_destroy(l->context);
	free(l->input);
}

/* Finishes and loads a file that must be good; prints why it is not. */
__attribute__((unused)) static struct loaded load_good(struct file *f)
{
	file_finish(f);
	struct loaded l = load_bytes(f->out.data, f->out.size, 0);
	if (l.status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "version %u: %s at %llu: %s", f->version, mlirbc_status_name(l.status),
			(unsigned long long)l.diag.offset, l.diag.message);
	file_free(f);
	return l;
}

/* Finishes and loads a file that must fail like this; `text` must occur in the message. SIZE_MAX: no offset. */
__attribute__((unused)) static void check_bad_at(
	const char *source, int line, struct file *f, enum mlirbc_status status, size_t offset, const char *text)
{
	struct loaded l = load_bytes(f->out.data, f->out.size, 0);
	unsigned long long want = offset == SIZE_MAX ? (unsigned long long)MLIRBC_NO_OFFSET
						     : (unsigned long long)offset;
	if (l.status != status || l.diag.status != status || l.diag.offset != want || !strstr(l.diag.message, text) ||
		l.module)
		check_report(source, line, "%s at %llu \"%s\", expected %s at %llu \"%s\"",
			mlirbc_status_name(l.status), (unsigned long long)l.diag.offset, l.diag.message,
			mlirbc_status_name(status), want, text);
	loaded_free(&l);
	file_free(f);
}
/* `offset` may use f->at, which is known once the file is finished. */
#define CHECK_BAD(f, status, offset, text)                                                                             \
	(file_finish(f), check_bad_at(__FILE__, __LINE__, (f), (status), (offset), (text)))

/* Dialects builtin and t, an unknown location (attribute 0), i32 (type 0), and the ops builtin.module, t.a, t.b (0
 * to 2). */
__attribute__((unused)) static void file_start(struct file *f, unsigned version)
{
	*f = (struct file){ .version = version };
	unsigned builtin = file_dialect(f, "builtin"), t = file_dialect(f, "t");
	file_op(f, builtin, "module", true);
	file_op(f, t, "a", false);
	file_op(f, t, "b", false);
	ATTR(f, N(15));
	TYPE(f, N(0), 0x02, 0x02); /* integer, 32 << 2: the first number that takes two bytes */
}

/* The top level: one module with one region of one block, whose ops are put to `ops`. `values` are announced. */
__attribute__((unused)) static void file_module(
	struct file *f, unsigned values, unsigned op_count, const struct bytes *ops)
{
	struct bytes *ir = &f->body[IR], region = { 0 };
	PUT(&region, N(1)); /* blocks */
	put_number(&region, values);
	put_number(&region, op_count << 1); /* no arguments */
	put_all(&region, ops);
	PUT(ir, N(2), N(0), 0x10, N(0), FLAG(1, 1)); /* one op: module, regions, location, one isolated */
	if (f->version >= 2) {
		PUT(ir, IR);
		put_number(ir, region.size);
	}
	put_all(ir, &region);
	free(region.data);
}

/* The position of attributes and types under test, after those of attr_start. */
enum { X = 3, Y = 8 };
enum { I32, I1, F32, INDEX, NONE, I64, T4, T10 }; /* types; the last ones: tensor<4xi32>, tensor<10xi1> */

/* module { t.a {x = attribute X} }. Strings: 3 "a", 4 "b", 5 "x"; attributes: 0 unknown location, 1 "x", 2 the
 * dictionary. */
__attribute__((unused)) static void attr_start(struct file *f)
{
	struct bytes ops = { 0 };
	file_start(f, 6);
	file_string(f, "x");
	ATTR(f, N(2), N(5));
	ATTR(f, N(1), N(1), N(1), N(X));
	TYPE(f, N(0), N(1 << 2));
	TYPE(f, N(5));
	TYPE(f, N(1));
	TYPE(f, N(12));
	TYPE(f, N(0), 0x02, 0x04);          /* 64 << 2 = 256 */
	TYPE(f, N(13), N(1), N(8), N(I32)); /* sizes are signed: 8 is 4 */
	TYPE(f, N(13), N(1), N(20), N(I1));
	PUT(&ops, N(1), 0x01, N(0), N(2)); /* t.a, has attributes, location, dictionary */
	file_module(f, 0, 1, &ops);
	free(ops.data);
}

__attribute__((unused)) static const struct mlirbc_attr *attr_x(const struct loaded *l)
{
	return l->status == MLIRBC_OK ? mlirbc_op_attr(mlirbc_op_regions(l->module->body->first)->first->first, "x")
				      : NULL;
}

#endif
