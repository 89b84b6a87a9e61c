/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Making and destroying a context; unique strings; keys of unique objects. */
#include "ir/context.h"
#include "ir/refs.h"
#include "ir/file.h"
#include "support/chars.h"

#include <bytecursor/ckd.h>
#include <string.h>

/* ---- numbers of attributes */

static void refs_give(struct mlirbc__arena *arena, struct mlirbc__refs *refs)
{
	mlirbc__arena_give(arena, refs->pages, refs->page_count * sizeof *refs->pages, _Alignof(uint64_t *));
}

static bool refs_grow(struct mlirbc_context *context, size_t more)
{
	struct mlirbc__refs *refs = &context->refs;
	size_t need, count;
	if (ckd_add(&need, refs->count, more) || need > (size_t)MLIRBC__MOST_REFS + 1)
		return false;
	count = (need + MLIRBC__REF_PAGE - 1) / MLIRBC__REF_PAGE;
	if (count <= refs->page_count)
		return true;
	count += count / 2;
	uint64_t **pages = mlirbc__arena_take(&context->arena, count * sizeof *pages, _Alignof(uint64_t *));
	if (!pages)
		return false;
	if (refs->page_count)
		memcpy(pages, refs->pages, refs->page_count * sizeof *pages);
	for (size_t i = refs->page_count; i < count; i++)
		pages[i] = NULL;
	refs_give(&context->arena, refs);
	refs->pages = pages;
	refs->page_count = count;
	return true;
}

static bool slot_set(struct mlirbc_context *context, uint32_t ref, uint64_t slot)
{
	uint64_t **page = &context->refs.pages[ref / MLIRBC__REF_PAGE];
	if (!*page) {
		*page = MLIRBC__NEW_ARRAY(context, uint64_t, MLIRBC__REF_PAGE);
		if (!*page)
			return false;
		memset(*page, 0, MLIRBC__REF_PAGE * sizeof **page);
	}
	(*page)[ref % MLIRBC__REF_PAGE] = slot;
	return true;
}

bool mlirbc__ref_set(struct mlirbc_context *context, uint32_t ref, const struct mlirbc_attr *attr)
{
	return slot_set(context, ref, (uintptr_t)attr);
}

static uint32_t slot_add(struct mlirbc_context *context, uint64_t slot)
{
	struct mlirbc__refs *refs = &context->refs;
	uint32_t last = (uint32_t)refs->count - 1;
	if (last && mlirbc__ref_slot(context, last) == slot)
		return last;
	if (!refs_grow(context, 1) || !slot_set(context, last + 1, slot))
		return 0;
	refs->count++;
	return last + 1;
}

uint32_t mlirbc__ref_add(struct mlirbc_context *context, const struct mlirbc_attr *attr)
{
	return slot_add(context, (uintptr_t)attr);
}

bool mlirbc__set_attrs(struct mlirbc_context *context, struct mlirbc_op *op, uint32_t properties, uint32_t attributes)
{
	uint32_t ref = properties | attributes;
	if (properties && attributes)
		ref = slot_add(context, (uint64_t)properties << 34 | (uint64_t)attributes << 2 | MLIRBC__SLOT_PAIR);
	if ((properties || attributes) && !ref)
		return false;
	op->attrs = ref << 2 | (properties ? MLIRBC__HAS_INHERENT : 0) | (attributes ? MLIRBC__HAS_DISCARDABLE : 0);
	return true;
}

uint32_t mlirbc__ref_reserve(struct mlirbc_context *context, size_t count)
{
	uint32_t first = (uint32_t)context->refs.count;
	if (!refs_grow(context, count))
		return 0;
	context->refs.count += count;
	return first;
}

uint32_t mlirbc__ref_row(struct mlirbc_context *context, size_t count, uint64_t **out)
{
	struct mlirbc__refs *refs = &context->refs;
	size_t skip = (size_t)-refs->count % MLIRBC__REF_PAGE, pages = count / MLIRBC__REF_PAGE + 1;
	if (!refs_grow(context, skip + pages * MLIRBC__REF_PAGE))
		return 0;
	uint64_t *slots = MLIRBC__NEW_ARRAY(context, uint64_t, pages * MLIRBC__REF_PAGE);
	if (!slots)
		return 0;
	uint32_t first = (uint32_t)(refs->count + skip);
	for (size_t i = 0; i < pages; i++)
		refs->pages[first / MLIRBC__REF_PAGE + i] = slots + i * MLIRBC__REF_PAGE;
	memset(slots + count, 0, (pages * MLIRBC__REF_PAGE - count) * sizeof *slots);
	refs->count = first + count;
	*out = slots;
	return first;
}

const struct mlirbc_attr *mlirbc__location_unpack(const struct mlirbc_context *context, uint32_t ref)
{
	struct mlirbc_context *own = (struct mlirbc_context *)(uintptr_t)context; /* logically const */
	uint64_t slot = mlirbc__ref_slot(context, ref);
	uint64_t file_slot = mlirbc__ref_slot(context, mlirbc__slot_file(slot));
	const struct mlirbc_attr *file = (const struct mlirbc_attr *)(uintptr_t)file_slot;
	if (!file || (file_slot & MLIRBC__SLOT_MASK) != MLIRBC__SLOT_ATTR || file->kind != MLIRBC_ATTR_STRING)
		return NULL;
	uint32_t line = (uint32_t)(slot >> (2 + MLIRBC__FILE_BITS)) & ((1U << MLIRBC__LINE_BITS) - 1);
	uint32_t column = (uint32_t)(slot >> (64 - MLIRBC__COLUMN_BITS));
	struct mlirbc_attr attr = { .kind = MLIRBC_LOC_FILE,
		.u.file = { file->u.string, line, column, line, column, false } };
	const struct mlirbc_attr *made = mlirbc__attr_make(own, &attr, false);
	return made && mlirbc__ref_set(own, ref, made) ? made : NULL;
}

/* ---- */

struct mlirbc_context *mlirbc_context_create(const struct mlirbc_allocator *allocator)
{
	struct mlirbc__arena arena;
	mlirbc__arena_init(&arena, allocator);
	struct mlirbc_context *context = mlirbc__arena_take(&arena, sizeof *context, _Alignof(struct mlirbc_context));
	if (!context)
		return NULL;
	memset(context, 0, sizeof *context);
	context->arena = arena;
	context->seed = (uint64_t)(uintptr_t)context * UINT64_C(0x9E3779B97F4A7C15);
	context->unknown = (struct mlirbc_attr){ .kind = MLIRBC_LOC_UNKNOWN, .depth = 1 };
	context->unknown.flags = MLIRBC__UNIQUE | MLIRBC__ALIASED;
	context->unknown_loc = &context->unknown;
	context->refs.count = 1; /* number 0 is NULL */
	return context;
}

void mlirbc_context_destroy(struct mlirbc_context *context)
{
	if (!context)
		return;
	for (struct mlirbc_file *file = context->files, *next; file; file = next) {
		next = file->next;
		file->reader->finish(file);
	}
	struct mlirbc__arena arena = context->arena;
	refs_give(&arena, &context->refs);
	mlirbc__set_finish(&context->op_names, &arena);
	mlirbc__set_finish(&context->unique_attrs, &arena);
	mlirbc__set_finish(&context->strings, &arena);
	mlirbc__set_finish(&context->types, &arena);
	mlirbc__set_finish(&context->attrs, &arena);
	mlirbc__set_finish(&context->text_aliases, &arena);
	mlirbc__arena_give(&arena, context, sizeof *context, _Alignof(struct mlirbc_context));
	mlirbc__arena_finish(&arena);
}

size_t mlirbc_context_bytes(const struct mlirbc_context *context) { return context->arena.taken; }

void mlirbc_context_limit(struct mlirbc_context *context, size_t bytes)
{
	if (context->arena.stopped)
		return;
	context->arena.limit = bytes ? bytes : SIZE_MAX;
	context->arena.limited = false;
}

void mlirbc_context_stop(struct mlirbc_context *context, bool (*stop)(void *ctx), void *ctx)
{
	context->arena.stop = stop;
	context->arena.stop_ctx = ctx;
}

bool mlirbc_context_stopped(struct mlirbc_context *context) { return mlirbc__arena_stopped(&context->arena); }

const char *mlirbc__memory_text(const struct mlirbc_context *context)
{
	return context->arena.stopped   ? "stopped by the caller"
	       : context->arena.limited ? "the limit of memory is reached"
					: "out of memory";
}

enum mlirbc_status mlirbc_context_shortage(const struct mlirbc_context *context, const char **out_text)
{
	if (out_text)
		*out_text = mlirbc__memory_text(context);
	return mlirbc__memory_status(context);
}

const struct mlirbc_allocator *mlirbc_context_allocator(const struct mlirbc_context *context)
{
	return &context->arena.allocator;
}

enum mlirbc_status mlirbc__memory_status(const struct mlirbc_context *context)
{
	return context->arena.limited || context->arena.stopped ? MLIRBC_E_LIMIT : MLIRBC_E_NOMEM;
}

void *mlirbc_context_alloc(struct mlirbc_context *context, size_t size, size_t align)
{
	return mlirbc__alloc(context, size, align);
}

void *mlirbc__alloc_array(struct mlirbc_context *context, size_t count, size_t size, size_t align)
{
	size_t total;
	return ckd_mul(&total, count, size) ? NULL : mlirbc__alloc(context, total, align);
}

static bool string_equal(const void *item, const void *key)
{
	const struct mlirbc_string *a = item, *b = key;
	return mlirbc__string_is(a, b->data, b->size);
}

static const struct mlirbc_string *string_intern(
	struct mlirbc_context *context, const char *data, size_t size, uint64_t hash, bool copy)
{
	struct mlirbc_string key = { data, size };
	struct mlirbc__set_slot *slot = mlirbc__set_free(&context->strings, hash);
	if (!slot)
		slot = mlirbc__set_find(&context->strings, &context->arena, hash, &key, string_equal);
	if (!slot || slot->item)
		return slot ? slot->item : NULL;
	size_t total;
	if (ckd_add(&total, sizeof key, copy ? size : 0))
		return NULL;
	struct mlirbc_string *string = mlirbc__alloc(context, total, _Alignof(struct mlirbc_string));
	if (!string)
		return NULL;
	if (copy && size)
		key.data = memcpy(string + 1, data, size);
	*string = key;
	mlirbc__set_fill(&context->strings, slot, hash, string);
	return string;
}

const struct mlirbc_string *mlirbc_string_get(struct mlirbc_context *context, const char *data, size_t size)
{
	data = size ? data : "";
	return string_intern(context, data, size, mlirbc__hash(context->seed, data, size), true);
}

const struct mlirbc_string *mlirbc__string_borrow(struct mlirbc_context *context, const char *data, size_t size)
{
	data = size ? data : "";
	return string_intern(context, data, size, mlirbc__hash(context->seed, data, size), false);
}

bool mlirbc__strings_borrow(struct mlirbc_context *context, const char *data, const size_t *at, size_t count,
	const struct mlirbc_string **out)
{
	enum { GROUP = 16 }; /* number of table slots that are prefetched together */
	uint64_t hashes[GROUP];
	const struct mlirbc__set *set = &context->strings;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = i; i % GROUP == 0 && j < count && j < i + GROUP; j++) {
			hashes[j % GROUP] = mlirbc__hash(context->seed, data + at[j], at[j + 1] - at[j] - 1);
			if (set->capacity)
				MLIRBC__PREFETCH(&set->slots[(size_t)hashes[j % GROUP] & (set->capacity - 1)]);
		}
		out[i] = string_intern(context, data + at[i], at[i + 1] - at[i] - 1, hashes[i % GROUP], false);
		if (!out[i])
			return false;
	}
	return true;
}

/* ---- names of ops */

static bool name_equal(const void *item, const void *key)
{
	const struct mlirbc_string *string = key;
	return mlirbc__string_is(&((const struct mlirbc__op_info *)item)->text, string->data, string->size);
}

static bool needs_escapes(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (text[i] < ' ' || text[i] > '~' || text[i] == '"' || text[i] == '\\')
			return true;
	}
	return false;
}

const struct mlirbc_string *mlirbc__name_get(struct mlirbc_context *context, const char *text, size_t size)
{
	const struct mlirbc_string key = { size ? text : "", size };
	uint64_t hash = mlirbc__hash(context->seed, key.data, size);
	struct mlirbc__set_slot *slot = mlirbc__set_find(&context->op_names, &context->arena, hash, &key, name_equal);
	if (!slot)
		return NULL;
	if (slot->item)
		return &((const struct mlirbc__op_info *)slot->item)->text;
	const struct mlirbc_string *string = mlirbc_string_get(context, text, size);
	struct mlirbc__op_info *name = string ? MLIRBC__NEW(context, struct mlirbc__op_info) : NULL;
	if (!name)
		return NULL;
	*name = (struct mlirbc__op_info){ .text = *string,
		.context = context,
		.quoted = needs_escapes(string->data, size),
		.layout = mlirbc__op_layout(string, MLIRBC__RELEASE_22) };
	name->known = name->layout != NULL;
	name->defaults = mlirbc__op_defaults(string);
	mlirbc__set_fill(&context->op_names, slot, hash, name);
	return &name->text;
}

const struct mlirbc_string *mlirbc__name_of(struct mlirbc_context *context, const struct mlirbc_string *string)
{
	size_t at = (size_t)((uintptr_t)string / _Alignof(struct mlirbc_string)) % MLIRBC__LAST_NAMES;
	if (context->last_names[at].string == string)
		return &context->last_names[at].name->text;
	const struct mlirbc_string *name = mlirbc__name_get(context, string->data, string->size);
	if (!name)
		return NULL;
	context->last_names[at].string = string;
	context->last_names[at].name = (const struct mlirbc__op_info *)(const void *)name;
	return name;
}

enum mlirbc_status mlirbc__check_nesting(const struct mlirbc_context *context, struct mlirbc_diag *diag)
{
	return context->deep ? mlirbc__fail(diag, MLIRBC_E_LIMIT, MLIRBC_NO_OFFSET,
				       "attributes or types are nested deeper than %d levels", MLIRBC__MOST_NESTED)
			     : MLIRBC_OK;
}

/* A word that ends with '-' must be written without brackets: inside them "->" would be an arrow. */
static bool ends_with_dash(const char *text, size_t size)
{
	size_t at = 0;
	if (size == 0 || text[size - 1] != '-')
		return false;
	while (at < size && mlirbc__char_is(text[at], CHAR_SUFFIX))
		at++;
	return at == size;
}

bool mlirbc__is_pretty(const char *text, size_t size)
{
	size_t at = 0;
	if (ends_with_dash(text, size))
		return true;
	if (size == 0 || !((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')))
		return false;
	while (at < size && ((text[at] >= 'a' && text[at] <= 'z') || (text[at] >= 'A' && text[at] <= 'Z') ||
				    (text[at] >= '0' && text[at] <= '9') || text[at] == '.' || text[at] == '_'))
		at++;
	return at == size || (text[at] == '<' && text[size - 1] == '>');
}
