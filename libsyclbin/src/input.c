/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The items of an input, and what was skipped; walk.h finds them. */
#include <syclbin/entries.h>
#include <syclbin/input.h>
#include "walk.h"

#include <stdio.h>
#include <string.h>

struct owned { /* decompressed bytes */
	uint8_t *data;
	size_t capacity;
};

struct syclbin_input {
	struct syclbin_allocator allocator;
	struct bytecursor_buffer items; /* struct syclbin_item; `path` is an offset in `paths` until the walk ends */
	struct bytecursor_buffer paths;
	struct bytecursor_buffer blocks; /* struct owned */
	struct bytecursor_buffer skipped; /* struct syclbin_skipped; `path` likewise */
	uint32_t count, skipped_count;
};

static struct syclbin_item *items(const struct syclbin_input *input)
{
	return (struct syclbin_item *)(void *)input->items.data;
}

static struct syclbin_skipped *skipped(const struct syclbin_input *input)
{
	return (struct syclbin_skipped *)(void *)input->skipped.data;
}

/* What no container tells, the code may: but not for which target SPIR-V was compiled. */
static void add_guess(struct syclbin_item *item)
{
	struct syclbin_string target, arch;
	syclbin_image_guess(&item->bytes, &target, &arch);
	if (item->image_kind == SYCLBIN_KIND_SPIRV)
		return;
	if (item->triple.size == 0)
		item->triple = target;
	if (item->arch.size == 0)
		item->arch = arch;
}

enum syclbin_status syclbin__walk_item(
	struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *c, bool is_syclbin)
{
	struct syclbin_input *in = w->input;
	struct syclbin_item item = { NULL, *bytes, is_syclbin, c->inflated, c->envelope, c->image_kind, c->offload_kind,
		c->triple, c->arch };
	uintptr_t path_at = in->paths.size;
	if (in->count == w->most)
		return syclbin__fail(w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, bytes->offset, "more than %lu items",
			(unsigned long)w->most);
	if (item.image_kind == SYCLBIN_KIND_NONE)
		item.image_kind = (uint16_t)syclbin_sniff(bytes->data, bytes->size);
	if (!is_syclbin)
		add_guess(&item);
	item.path = (const char *)path_at;
	if (!syclbin__append(&in->paths, &in->allocator, w->path, strlen(w->path) + 1) ||
		!syclbin__append(&in->items, &in->allocator, &item, sizeof item))
		return syclbin__no_memory(w->diag);
	in->count++;
	return SYCLBIN_OK;
}

enum syclbin_status syclbin__walk_skip(struct syclbin__walk *w, const struct syclbin_span *bytes, struct syclbin_string name, const char *text,
	bool suspect)
{
	struct syclbin_input *in = w->input;
	const uintptr_t path_at = in->paths.size;
	const struct syclbin_skipped one = { (const char *)path_at, bytes->offset, bytes->size, text, suspect };
	const size_t before = strlen(w->path), size = name.size < 128 ? name.size : 128;
	const char *slash = before && size ? "/" : "";
	if (in->skipped_count == w->most)
		return syclbin__fail(w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, bytes->offset, "more than %lu skipped parts",
			(unsigned long)w->most);
	if (!syclbin__append(&in->paths, &in->allocator, w->path, before) ||
		!syclbin__append(&in->paths, &in->allocator, slash, strlen(slash)) ||
		!syclbin__append(&in->paths, &in->allocator, name.data, size) || !syclbin__append(&in->paths, &in->allocator, "", 1) ||
		!syclbin__append(&in->skipped, &in->allocator, &one, sizeof one))
		return syclbin__no_memory(w->diag);
	in->skipped_count++;
	return SYCLBIN_OK;
}

/* Each level may walk `size` bytes once, plus a reserve for empty parts. */
static uint64_t budget_for(const struct syclbin__walk *w, size_t size)
{
	return ((uint64_t)w->nesting + 1) * ((uint64_t)size + 64);
}

size_t syclbin__walk_enter(struct syclbin__walk *w, struct syclbin_string name)
{
	const size_t before = strlen(w->path);
	snprintf(w->path + before, sizeof w->path - before, "%s%.*s", before ? "/" : "",
		(int)(name.size < 128 ? name.size : 128), name.data);
	return before;
}

void syclbin__walk_leave(struct syclbin__walk *w, size_t before) { w->path[before] = '\0'; }

enum syclbin_status syclbin__walk_part(struct syclbin__walk *w, const struct syclbin_span *part, const struct syclbin__context *context,
	struct syclbin_string name)
{
	struct syclbin__context inner = *context;
	if (++inner.depth > w->nesting)
		return syclbin__fail(w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, part->offset,
			"containers nested more than %lu deep", (unsigned long)w->nesting);
	if (part->size + 8 > w->budget)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, part->offset, "parts of containers overlap");
	w->budget -= part->size + 8;
	const size_t before = syclbin__walk_enter(w, name);
	enum syclbin_status status = syclbin__walk_bytes(w, part, &inner);
	syclbin__walk_leave(w, before);
	return status;
}

enum syclbin_status syclbin__walk_number(struct syclbin__walk *w, const struct syclbin_span *part, const struct syclbin__context *context,
	uint64_t number)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
	return syclbin__walk_part(w, part, context, (struct syclbin_string){ digits, (size_t)length });
}

void syclbin__walk_more(struct syclbin__walk *w, size_t size) { w->budget += budget_for(w, size); }

/* Keeps bytes until close. */
static bool keep(struct syclbin__walk *w, uint8_t *data, size_t capacity)
{
	const struct owned block = { data, capacity };
	if (syclbin__append(&w->input->blocks, w->allocator, &block, sizeof block))
		return true;
	syclbin_inflate_free(w->allocator, data, capacity);
	return false;
}

struct syclbin_string syclbin__walk_text(struct syclbin__walk *w, const char *text)
{
	struct bytecursor_buffer copy = { 0 };
	const size_t size = strlen(text);
	if (!syclbin__append(&copy, w->allocator, text, size) || !keep(w, copy.data, copy.capacity))
		return (struct syclbin_string){ "", 0 };
	return (struct syclbin_string){ (const char *)copy.data, size };
}

enum syclbin_status syclbin__walk_made(struct syclbin__walk *w, uint8_t *data, size_t size, size_t capacity,
	const struct syclbin__context *context, struct syclbin_string name)
{
	struct syclbin__context inner = *context;
	const struct syclbin_span bytes = syclbin_span(data, size);
	if (!keep(w, data, capacity))
		return syclbin__no_memory(w->diag);
	syclbin__walk_more(w, size);
	inner.inflated = true;
	return syclbin__walk_part(w, &bytes, &inner, name);
}

enum syclbin_status syclbin__walk_inflate(struct syclbin__walk *w, enum syclbin_method method, const struct syclbin_span *body,
	uint64_t size, const struct syclbin__context *context)
{
	const char *name = syclbin_method_name(method);
	uint8_t *data;
	size_t made, capacity;
	if (w->limit == 0)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, body->offset, "the data exceeds the limit");
	enum syclbin_status status = syclbin_inflate(method, body, size, w->limit, w->allocator, &data, &made, &capacity, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	w->limit -= made;
	return syclbin__walk_made(w, data, made, capacity, context, (struct syclbin_string){ name, strlen(name) });
}

enum syclbin_status syclbin_input_open(const void *data, size_t size, const struct syclbin_input_options *options,
	const struct syclbin_allocator *allocator, struct syclbin_input **out, struct syclbin_diag *diag)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	struct syclbin_input *input = syclbin__alloc(a, 1, sizeof *input);
	struct syclbin_span bytes = syclbin_span(data, size);
	struct syclbin__context context = { 0, false, 0, 0, 0, { "", 0 }, { "", 0 }, { "", 0 } };
	struct syclbin_input_options own = { .size = sizeof own };
	*out = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options)) {
		syclbin__free(a, input, 1, sizeof *input);
		return syclbin__size_is_wrong(diag, options->size, "syclbin_input_options");
	}
	if (options)
		memcpy(&own, options, BYTECURSOR_SIZE_TO_COPY(&own, options));
	if (!input)
		return syclbin__no_memory(diag);
	memset(input, 0, sizeof *input);
	input->allocator = *a;
	struct syclbin__walk w = { input, &input->allocator, syclbin__inflate_limit(own.limit, size), 0,
		own.nesting ? own.nesting : 8, own.most ? own.most : 65536, { 0 }, diag, own.open_file, own.file_ctx, 0 };
	w.nesting = w.nesting < 64 ? w.nesting : 64; /* this is also the recursion depth */
	w.budget = budget_for(&w, size);
	enum syclbin_status status = syclbin__walk_bytes(&w, &bytes, &context);
	if (status != SYCLBIN_OK) {
		syclbin_input_close(input);
		return status;
	}
	for (uint32_t i = 0; i < input->count; i++)
		items(input)[i].path = (const char *)input->paths.data + (uintptr_t)items(input)[i].path;
	for (uint32_t i = 0; i < input->skipped_count; i++)
		skipped(input)[i].path = (const char *)input->paths.data + (uintptr_t)skipped(input)[i].path;
	*out = input;
	return SYCLBIN_OK;
}

void syclbin_input_close(struct syclbin_input *input)
{
	if (!input)
		return;
	struct syclbin_allocator a = input->allocator;
	struct owned *blocks = (struct owned *)(void *)input->blocks.data;
	for (size_t i = 0; i < input->blocks.size / sizeof *blocks; i++)
		syclbin_inflate_free(&a, blocks[i].data, blocks[i].capacity);
	syclbin__buffer_free(&input->blocks, &a);
	syclbin__buffer_free(&input->items, &a);
	syclbin__buffer_free(&input->skipped, &a);
	syclbin__buffer_free(&input->paths, &a);
	syclbin__free(&a, input, 1, sizeof *input);
}

uint32_t syclbin_input_count(const struct syclbin_input *input) { return input->count; }

const struct syclbin_item *syclbin_input_item(const struct syclbin_input *input, uint32_t index)
{
	return index < input->count ? &items(input)[index] : NULL;
}

uint32_t syclbin_input_skipped_count(const struct syclbin_input *input) { return input->skipped_count; }

const struct syclbin_skipped *syclbin_input_skipped(const struct syclbin_input *input, uint32_t index)
{
	return index < input->skipped_count ? &skipped(input)[index] : NULL;
}
