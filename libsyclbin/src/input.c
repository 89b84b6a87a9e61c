/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unpacks nested containers. The step for each kind of container calls the walk again, one level deeper. Levels,
 * items and decompressed bytes are limited. */
#include <syclbin/input.h>
#include "containers.h"

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
	uint32_t count;
};

struct walk {
	struct syclbin_input *input;
	uint64_t limit; /* remaining bytes of decompressed output */
	/* remaining bytes to walk: the parts of a level do not overlap in legitimate files */
	uint64_t budget;
	uint32_t nesting, most;
	char path[512];
	struct syclbin_diag *diag;
};

/* What the enclosing containers specify about the bytes. */
struct context {
	uint32_t depth;
	bool inflated;
	uint32_t envelope;
	uint16_t image_kind, offload_kind;
	struct syclbin_string triple, arch;
};

static enum syclbin_status walk_bytes(struct walk *w, const struct syclbin_span *bytes, const struct context *context);

static struct syclbin_item *items(const struct syclbin_input *input)
{
	return (struct syclbin_item *)(void *)input->items.data;
}

static enum syclbin_status add_item(
	struct walk *w, const struct syclbin_span *bytes, const struct context *c, bool is_syclbin)
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
	item.path = (const char *)path_at;
	if (!syclbin__append(&in->paths, &in->allocator, w->path, strlen(w->path) + 1) ||
		!syclbin__append(&in->items, &in->allocator, &item, sizeof item))
		return syclbin__no_memory(w->diag);
	in->count++;
	return SYCLBIN_OK;
}

/* Each level may walk `size` bytes once, plus a reserve for empty parts. */
static uint64_t budget_for(const struct walk *w, size_t size)
{
	return ((uint64_t)w->nesting + 1) * ((uint64_t)size + 64);
}

/* Continues the walk in a part of `bytes` that is called `name`. */
static enum syclbin_status walk_part(struct walk *w, const struct syclbin_span *part, const struct context *context,
	struct syclbin_string name)
{
	size_t before = strlen(w->path);
	struct context inner = *context;
	if (++inner.depth > w->nesting)
		return syclbin__fail(w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, part->offset,
			"containers nested more than %lu deep", (unsigned long)w->nesting);
	if (part->size + 8 > w->budget)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_NESTING, part->offset, "parts of containers overlap");
	w->budget -= part->size + 8;
	snprintf(w->path + before, sizeof w->path - before, "%s%.*s", before ? "/" : "",
		(int)(name.size < 128 ? name.size : 128), name.data);
	enum syclbin_status status = walk_bytes(w, part, &inner);
	w->path[before] = '\0';
	return status;
}

static enum syclbin_status walk_number(struct walk *w, const struct syclbin_span *part, const struct context *context,
	uint64_t number)
{
	char digits[24];
	int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
	return walk_part(w, part, context, (struct syclbin_string){ digits, (size_t)length });
}

/* Keeps decompressed bytes until close, and walks them. */
static enum syclbin_status walk_inflated(struct walk *w, struct owned block, size_t size, const struct context *context,
	const char *name)
{
	struct context inner = *context;
	if (!syclbin__append(&w->input->blocks, &w->input->allocator, &block, sizeof block)) {
		syclbin_inflate_free(&w->input->allocator, block.data, block.capacity);
		return syclbin__no_memory(w->diag);
	}
	struct syclbin_span bytes = syclbin_span(block.data, size);
	w->budget += budget_for(w, size);
	inner.inflated = true;
	return walk_part(w, &bytes, &inner, (struct syclbin_string){ name, strlen(name) });
}

static enum syclbin_status inflate(struct walk *w, enum syclbin_method method, const struct syclbin_span *body,
	uint64_t size, const struct context *context)
{
	struct owned block;
	size_t made;
	if (w->limit == 0)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, body->offset, "the data exceeds the limit");
	enum syclbin_status status = syclbin_inflate(
		method, body, size, w->limit, &w->input->allocator, &block.data, &made, &block.capacity, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	w->limit -= made;
	return walk_inflated(w, block, made, context, syclbin_method_name(method));
}

/* ---- one step per kind of container */

static enum syclbin_status walk_compressed_offload(struct walk *w, const struct syclbin_offload *o,
	const struct context *context)
{
	struct owned block;
	size_t made;
	if (w->limit == 0)
		return syclbin__fail(
			w->diag, SYCLBIN_E_LIMIT, SYCLBIN_C_DECOMPRESS, o->bytes.offset, "the data exceeds the limit");
	enum syclbin_status status = syclbin_offload_inflate(
		o, w->limit, &w->input->allocator, &block.data, &made, &block.capacity, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	w->limit -= made;
	return walk_inflated(w, block, made, context, "inflated");
}

static enum syclbin_status walk_entry(struct walk *w, const struct syclbin_offload *o, uint64_t index,
	const struct context *context)
{
	struct syclbin_offload_entry entry;
	struct context inner = *context;
	enum syclbin_status status = syclbin_offload_entry(o, index, &entry, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	inner.image_kind = entry.image_kind;
	inner.offload_kind = entry.offload_kind;
	inner.envelope = o->version;
	status = syclbin_offload_find(o, &entry, "triple", &inner.triple, w->diag);
	if (status == SYCLBIN_OK || status == SYCLBIN_E_NOT_FOUND)
		status = syclbin_offload_find(o, &entry, "arch", &inner.arch, w->diag);
	if (status != SYCLBIN_OK && status != SYCLBIN_E_NOT_FOUND)
		return status;
	if (entry.flags & 1 && entry.image.size == 0)
		return SYCLBIN_OK; /* metadata only */
	return walk_number(w, &entry.image, &inner, index);
}

/* A binary that is itself a SYCLBIN (one entry with an image, or the draft) is one item; the entries of others are
 * walked. */
static bool is_whole(const struct syclbin_offload *o)
{
	struct syclbin_offload_entry entry;
	struct syclbin_string role;
	if (syclbin_offload_entry(o, 0, &entry, NULL) != SYCLBIN_OK)
		return false;
	if (o->count == 1 && syclbin__is_image(&entry.image))
		return true;
	return o->version > 1 && entry.image_kind == SYCLBIN_KIND_SYCLBIN && !syclbin__is_image(&entry.image) &&
	       syclbin_offload_find(o, &entry, "role", &role, NULL) == SYCLBIN_OK;
}

static enum syclbin_status walk_offload(struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	struct syclbin_offload o;
	struct context inner = *context;
	enum syclbin_status status = syclbin_offload_open(bytes, &o, w->diag);
	if (status != SYCLBIN_OK)
		return status;
	if (o.inflated_size)
		return walk_compressed_offload(w, &o, context);
	if (!is_whole(&o)) {
		for (uint64_t i = 0; status == SYCLBIN_OK && i < o.count; i++)
			status = walk_entry(w, &o, i, context);
		return status;
	}
	struct syclbin_offload_entry entry;
	inner.envelope = o.version;
	inner.image_kind = SYCLBIN_KIND_SYCLBIN;
	if (syclbin_offload_entry(&o, 0, &entry, NULL) == SYCLBIN_OK) {
		inner.offload_kind = entry.offload_kind;
		(void)!syclbin_offload_find(&o, &entry, "triple", &inner.triple, NULL);
		(void)!syclbin_offload_find(&o, &entry, "arch", &inner.arch, NULL);
	}
	return add_item(w, bytes, &inner, true);
}

/* Walks consecutive binaries; the verifier checks the bytes after the last one. */
static enum syclbin_status walk_offloads(
	struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	struct syclbin_offload o;
	struct syclbin_span left = *bytes;
	for (uint64_t number = 0;; number++) {
		enum syclbin_status status = syclbin_offload_open(&left, &o, w->diag);
		if (status != SYCLBIN_OK)
			return status;
		struct syclbin_span rest = syclbin__part(&left, o.stride, left.size - o.stride);
		bool more = syclbin_is_offload(rest.data, rest.size);
		if (number == 0 && !more)
			return walk_offload(w, bytes, context); /* including the bytes after it */
		struct syclbin_span one = syclbin__part(&left, 0, o.stride);
		status = walk_number(w, &one, context, number);
		if (status != SYCLBIN_OK || !more)
			return status;
		left = rest;
	}
}

/* "hip-amdgcn-amd-amdhsa--gfx906": kind, triple of three or four parts, arch. */
static void parse_bundle_name(struct syclbin_string name, struct context *context)
{
	const char *end = name.data + name.size, *part = memchr(name.data, '-', name.size);
	context->triple = (struct syclbin_string){ "", 0 };
	context->arch = (struct syclbin_string){ "", 0 };
	if (!part)
		return;
	const char *triple = ++part;
	unsigned dashes = 0;
	for (; part < end; part++) {
		if (*part == '-' && ++dashes == 4)
			break;
	}
	context->triple = (struct syclbin_string){ triple, (size_t)(part - triple) };
	if (part < end)
		context->arch = (struct syclbin_string){ part + 1, (size_t)(end - part - 1) };
	while (context->triple.size && context->triple.data[context->triple.size - 1] == '-')
		context->triple.size--; /* no environment component */
	context->offload_kind = 0;
	if (name.size > 3 && memcmp(name.data, "hip", 3) == 0)
		context->offload_kind = SYCLBIN_OFFLOAD_HIP;
	else if (name.size > 6 && memcmp(name.data, "openmp", 6) == 0)
		context->offload_kind = SYCLBIN_OFFLOAD_OPENMP;
	else if (name.size > 4 && memcmp(name.data, "sycl", 4) == 0)
		context->offload_kind = SYCLBIN_OFFLOAD_SYCL;
}

static enum syclbin_status walk_bundle(struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	struct syclbin__bundle bundle;
	struct syclbin_string name;
	struct syclbin_span image;
	enum syclbin_status status = syclbin__bundle_open(bytes, &bundle, w->diag);
	while (status == SYCLBIN_OK && (status = syclbin__bundle_next(&bundle, &name, &image, w->diag)) == SYCLBIN_OK) {
		struct context inner = *context;
		inner.image_kind = SYCLBIN_KIND_NONE;
		parse_bundle_name(name, &inner);
		status = walk_part(w, &image, &inner, name);
	}
	return status == SYCLBIN_E_NOT_FOUND ? SYCLBIN_OK : status;
}

static enum syclbin_status walk_ccobs(struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	struct syclbin_span left = *bytes;
	enum syclbin_status status = SYCLBIN_OK;
	while (status == SYCLBIN_OK && syclbin__is_ccob(&left)) {
		struct syclbin__ccob ccob;
		status = syclbin__ccob_open(&left, &ccob, w->diag);
		if (status == SYCLBIN_OK)
			status = inflate(w, ccob.method, &ccob.body, ccob.inflated_size, context);
		if (status == SYCLBIN_OK)
			left = syclbin__part(&left, ccob.size, left.size - ccob.size);
	}
	return status;
}

static bool is_sound_elf(const struct syclbin_span *bytes)
{
	struct syclbin__elf elf;
	struct syclbin_span section;
	enum syclbin_status status = syclbin__elf_open(bytes, &elf, NULL);
	while (status == SYCLBIN_OK)
		status = syclbin__elf_next(&elf, &section, NULL);
	return status == SYCLBIN_E_NOT_FOUND;
}

/* @return SYCLBIN_E_NOT_FOUND if the file has no device code: the file is then itself an image */
static enum syclbin_status walk_elf(struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	struct syclbin__elf elf;
	struct syclbin_span section;
	bool any = false;
	enum syclbin_status status = syclbin__elf_open(bytes, &elf, w->diag);
	while (status == SYCLBIN_OK && (status = syclbin__elf_next(&elf, &section, w->diag)) == SYCLBIN_OK) {
		static const char name[] = ".llvm.offloading";
		any = true;
		status = walk_part(w, &section, context, (struct syclbin_string){ name, sizeof name - 1 });
	}
	return status == SYCLBIN_E_NOT_FOUND && any ? SYCLBIN_OK : status;
}

static enum syclbin_status walk_archive(struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	struct syclbin__archive archive;
	struct syclbin_string name;
	struct syclbin_span member;
	enum syclbin_status status = syclbin__archive_open(bytes, &archive, w->diag);
	while (status == SYCLBIN_OK &&
		(status = syclbin__archive_next(&archive, &name, &member, w->diag)) == SYCLBIN_OK) {
		struct syclbin__elf elf;
		struct syclbin_span section;
		if (syclbin__is_elf(&member) && syclbin__elf_open(&member, &elf, NULL) == SYCLBIN_OK &&
			syclbin__elf_next(&elf, &section, NULL) == SYCLBIN_E_NOT_FOUND)
			continue; /* host code only */
		status = walk_part(w, &member, context, name);
	}
	return status == SYCLBIN_E_NOT_FOUND ? SYCLBIN_OK : status;
}

static enum syclbin_status walk_bytes(struct walk *w, const struct syclbin_span *bytes, const struct context *context)
{
	if (syclbin__is_image(bytes))
		return add_item(w, bytes, context, true);
	if (syclbin_is_offload(bytes->data, bytes->size))
		return walk_offloads(w, bytes, context);
	if (syclbin_is_zstd(bytes->data, bytes->size))
		return inflate(w, SYCLBIN_ZSTD, bytes, UINT64_MAX, context);
	if (syclbin__is_ccob(bytes))
		return walk_ccobs(w, bytes, context);
	if (syclbin__is_bundle(bytes))
		return walk_bundle(w, bytes, context);
	if (syclbin__is_archive(bytes))
		return walk_archive(w, bytes, context);
	/* an entry marked as an image may be a damaged or truncated ELF file, which other tools do not parse either */
	if (syclbin__is_elf(bytes) && (context->image_kind == SYCLBIN_KIND_NONE || is_sound_elf(bytes))) {
		enum syclbin_status status = walk_elf(w, bytes, context);
		if (status != SYCLBIN_E_NOT_FOUND)
			return status;
	}
	return add_item(w, bytes, context, false);
}

enum syclbin_status syclbin_input_open(const void *data, size_t size, const struct syclbin_input_options *options,
	const struct syclbin_allocator *allocator, struct syclbin_input **out, struct syclbin_diag *diag)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	struct syclbin_input *input = syclbin__alloc(a, 1, sizeof *input);
	struct syclbin_span bytes = syclbin_span(data, size);
	struct context context = { 0, false, 0, 0, 0, { "", 0 }, { "", 0 } };
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
	struct walk w = { input, syclbin__inflate_limit(own.limit, size), 0,
		own.nesting ? own.nesting : 8, own.most ? own.most : 65536, { 0 }, diag };
	w.nesting = w.nesting < 64 ? w.nesting : 64; /* this is also the recursion depth */
	w.budget = budget_for(&w, size);
	enum syclbin_status status = walk_bytes(&w, &bytes, &context);
	if (status != SYCLBIN_OK) {
		syclbin_input_close(input);
		return status;
	}
	for (uint32_t i = 0; i < input->count; i++)
		items(input)[i].path = (const char *)input->paths.data + (uintptr_t)items(input)[i].path;
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
	syclbin__buffer_free(&input->paths, &a);
	syclbin__free(&a, input, 1, sizeof *input);
}

uint32_t syclbin_input_count(const struct syclbin_input *input) { return input->count; }

const struct syclbin_item *syclbin_input_item(const struct syclbin_input *input, uint32_t index)
{
	return index < input->count ? &items(input)[index] : NULL;
}
