/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scans SPIR-V in one pass: instructions are noted by the id that they are about, sorted, and joined. */
#include "spirv.h"

#include <stdlib.h>
#include <string.h>

enum {
	MAGIC = 0x07230203,
	HEADER = 5,
	OP_NAME = 5,
	OP_ENTRY_POINT = 15,
	OP_TYPE_INT = 21,
	OP_TYPE_FLOAT = 22,
	OP_SPEC_TRUE = 48,
	OP_SPEC_FALSE = 49,
	OP_SPEC_CONSTANT = 50,
	OP_FUNCTION = 54,
	OP_FUNCTION_PARAMETER = 55,
	OP_DECORATE = 71,
	MODEL_KERNEL = 6,
	DECORATION_SPEC_ID = 1
};

/* What an instruction says about an id. */
enum what { IS_NAMED, HAS_TYPE_SIZE, HAS_SPEC_ID, HAS_PARAMETERS };
struct note {
	uint32_t id, what;
	uint64_t value; /* the word of the name; bytes; the number; the count */
};
/* A constant before its decoration, type and name are known. */
struct constant {
	uint32_t result, type; /* type 0: bool */
	uint64_t value;
};

struct scan {
	const struct syclbin_span *image;
	const struct syclbin_allocator *allocator;
	struct bytecursor_buffer notes, constants, entries; /* entries: words of OpEntryPoint */
	uint64_t parameters_at; /* in `notes`: of the function that is being read */
	bool in_function;
	bool failed; /* no memory */
};

static uint32_t word(const struct syclbin_span *image, uint64_t index) { return syclbin__u32(image->data + 4 * index); }

bool syclbin__is_spirv(const struct syclbin_span *image)
{
	return image->size >= 4 * HEADER && word(image, 0) == MAGIC && (word(image, 1) & 0xFF0000FF) == 0;
}

static void add(struct scan *s, struct bytecursor_buffer *to, const void *data, size_t size)
{
	s->failed = s->failed || !syclbin__append(to, s->allocator, data, size);
}

static void note(struct scan *s, uint32_t id, enum what what, uint64_t value)
{
	const struct note one = { id, what, value };
	add(s, &s->notes, &one, sizeof one);
}

static void take_constant(struct scan *s, uint64_t at, uint32_t count)
{
	const struct constant one = { word(s->image, at + 2), word(s->image, at + 1),
		word(s->image, at + 3) | (count > 4 ? (uint64_t)word(s->image, at + 4) << 32 : 0) };
	add(s, &s->constants, &one, sizeof one);
}

static void take_function(struct scan *s, uint32_t id)
{
	s->parameters_at = s->notes.size;
	s->in_function = true;
	note(s, id, HAS_PARAMETERS, 0);
}

static void take_parameter(struct scan *s)
{
	if (s->in_function && !s->failed)
		((struct note *)(void *)(s->notes.data + s->parameters_at))->value++;
}

static void take(struct scan *s, uint64_t at, uint32_t count, uint32_t op)
{
	const struct syclbin_span *i = s->image;
	if (op == OP_NAME && count >= 3)
		note(s, word(i, at + 1), IS_NAMED, at);
	else if (op == OP_ENTRY_POINT && count >= 4 && word(i, at + 1) == MODEL_KERNEL)
		add(s, &s->entries, &at, sizeof at);
	else if ((op == OP_TYPE_INT || op == OP_TYPE_FLOAT) && count >= 3)
		note(s, word(i, at + 1), HAS_TYPE_SIZE, word(i, at + 2) / 8);
	else if (op == OP_DECORATE && count >= 4 && word(i, at + 2) == DECORATION_SPEC_ID)
		note(s, word(i, at + 1), HAS_SPEC_ID, word(i, at + 3));
	else if ((op == OP_SPEC_TRUE || op == OP_SPEC_FALSE) && count >= 3)
		add(s, &s->constants, &(struct constant){ word(i, at + 2), 0, op == OP_SPEC_TRUE }, sizeof(struct constant));
	else if (op == OP_SPEC_CONSTANT && count >= 4)
		take_constant(s, at, count);
	else if (op == OP_FUNCTION && count >= 3)
		take_function(s, word(i, at + 2));
	else if (op == OP_FUNCTION_PARAMETER)
		take_parameter(s);
}

static void read_instructions(struct scan *s)
{
	const uint64_t end = s->image->size / 4;
	for (uint64_t at = HEADER; at < end && !s->failed;) {
		const uint32_t first = word(s->image, at), count = first >> 16;
		if (count == 0 || count > end - at)
			return;
		take(s, at, count, first & 0xFFFF);
		at += count;
	}
}

/* ---- joining */

static int by_id(const void *a, const void *b)
{
	const struct note *x = a, *y = b;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return (x->what > y->what) - (x->what < y->what);
}

static const struct note *find(const struct scan *s, uint32_t id, enum what what)
{
	const struct note wanted = { id, what, 0 };
	const size_t count = s->notes.size / sizeof wanted;
	return count ? bsearch(&wanted, s->notes.data, count, sizeof wanted, by_id) : NULL;
}

static struct syclbin_string string_at(const struct syclbin_span *image, uint64_t at, uint32_t count, uint32_t skip)
{
	const char *name = (const char *)image->data + 4 * (at + skip);
	return (struct syclbin_string){ name, strnlen(name, 4 * (size_t)(count - skip)) };
}

static void join_kernel(struct scan *s, uint64_t at, struct syclbin__spirv *out)
{
	const struct note *parameters = find(s, word(s->image, at + 2), HAS_PARAMETERS);
	const struct syclbin__spirv_kernel kernel = { string_at(s->image, at, word(s->image, at) >> 16, 3),
		parameters ? (uint32_t)parameters->value : 0 };
	add(s, &out->kernels, &kernel, sizeof kernel);
}

static void join_constant(struct scan *s, const struct constant *c, struct syclbin__spirv *out)
{
	const struct note *id = find(s, c->result, HAS_SPEC_ID), *name = find(s, c->result, IS_NAMED);
	const struct note *type = c->type ? find(s, c->type, HAS_TYPE_SIZE) : NULL;
	const uint64_t size = c->type ? (type ? type->value : 0) : 1;
	struct syclbin__spirv_constant one = { { "", 0 }, id ? (uint32_t)id->value : 0, (uint32_t)size, c->value };
	if (!id || (size != 1 && size != 2 && size != 4 && size != 8))
		return;
	if (name)
		one.name = string_at(s->image, name->value, word(s->image, name->value) >> 16, 2);
	add(s, &out->constants, &one, sizeof one);
}

bool syclbin__spirv_scan(const struct syclbin_span *image, const struct syclbin_allocator *allocator, struct syclbin__spirv *out)
{
	struct scan s = { .image = image, .allocator = allocator };
	*out = (struct syclbin__spirv){ { 0 }, { 0 } };
	if (syclbin__is_spirv(image))
		read_instructions(&s);
	if (s.notes.size && !s.failed)
		qsort(s.notes.data, s.notes.size / sizeof(struct note), sizeof(struct note), by_id);
	for (size_t i = 0; i < s.entries.size / sizeof(uint64_t) && !s.failed; i++)
		join_kernel(&s, ((const uint64_t *)(const void *)s.entries.data)[i], out);
	for (size_t i = 0; i < s.constants.size / sizeof(struct constant) && !s.failed; i++)
		join_constant(&s, (const struct constant *)(const void *)s.constants.data + i, out);
	syclbin__buffer_free(&s.notes, allocator);
	syclbin__buffer_free(&s.constants, allocator);
	syclbin__buffer_free(&s.entries, allocator);
	if (s.failed)
		syclbin__spirv_finish(out, allocator);
	return !s.failed;
}

void syclbin__spirv_finish(struct syclbin__spirv *spirv, const struct syclbin_allocator *allocator)
{
	syclbin__buffer_free(&spirv->kernels, allocator);
	syclbin__buffer_free(&spirv->constants, allocator);
}
