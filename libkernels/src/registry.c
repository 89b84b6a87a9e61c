/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels and native functions by name: a hash table of each, and a list of the kernels sorted by name.
 *
 * Adding a pack builds new tables and replaces the old ones at the end, so that it can fail at any point without
 * effect. */
#include "fail.h"
#include "signature.h"
#include "table.h"
#include <bytecursor/options.h>
#include <stdlib.h>
#include <string.h>

/* The data of one pack in one allocation: this structure, its entries, their type numbers and parameters. */
struct block {
	struct block *next;
	const struct kernels_pack *pack;
	size_t size;
};

struct kernels_registry {
	const struct async_allocator *allocator;
	uint32_t refs; /* atomic */
	struct block *blocks;
	struct kernels__table kernels, natives;
	const struct kernels_entry **sorted; /* kernels.count of them */
};

/* ---- one pack being added */

struct adding {
	const struct async_allocator *allocator;
	const struct kernels_pack *pack;
	struct kernels_diag *diag;
	struct block *block;
	struct kernels__table kernels, natives;
	const struct kernels_entry **sorted;
};

#define fail(a, status, ...)                                                                                           \
	kernels__pack_fail((a)->diag, (status), (a)->pack->name ? (a)->pack->name : "?", __VA_ARGS__)

/* Rows have the size that the pack states: those of a newer pack are longer. */
static const struct kernels_kernel *kernel_at(const struct kernels_pack *pack, size_t i)
{
	return (const void *)((const char *)pack->kernels + i * pack->kernel_size);
}

static const struct kernels_native *native_at(const struct kernels_pack *pack, size_t i)
{
	return (const void *)((const char *)pack->natives + i * pack->native_size);
}

/* The minimum sizes, of the first release. */
#define KERNEL_SIZE_1 (offsetof(struct kernels_kernel, reserved) + sizeof(uint32_t))
#define NATIVE_SIZE_1 (offsetof(struct kernels_native, run) + sizeof(void (*)(void)))

static enum kernels_status check_pack(const struct adding *a, const struct kernels_registry *registry)
{
	const struct kernels_pack *pack = a->pack;
	if (pack->size == 0)
		return fail(a, KERNELS_E_CORRUPT, "its size is not set, expected sizeof(struct kernels_pack)");
	if (pack->abi == 0 || pack->abi > KERNELS_PACK_ABI)
		return fail(a, KERNELS_E_VERSION, "built for ABI %u, but this library supports 1 to %u",
			(unsigned)pack->abi, KERNELS_PACK_ABI);
	if (BYTECURSOR_SIZE_LACKS(pack, init) || !pack->name || (pack->kernel_count > 0 && !pack->kernels) ||
		(pack->kernel_count > 0 && pack->kernel_size < KERNEL_SIZE_1) ||
		(pack->native_count > 0 && !pack->natives) ||
		(pack->native_count > 0 && pack->native_size < NATIVE_SIZE_1))
		return fail(a, KERNELS_E_CORRUPT, "its sizes or tables are invalid");
	if (pack->sanitizer != KERNELS_SANITIZER)
		return fail(a, KERNELS_E_UNSUPPORTED, "built with sanitizer %u, this library with %u",
			(unsigned)pack->sanitizer, (unsigned)KERNELS_SANITIZER);
	for (const struct block *b = registry->blocks; b; b = b->next) {
		if (strcmp(b->pack->name, pack->name) == 0)
			return fail(a, KERNELS_E_EXISTS, "a pack of this name was added before");
	}
	return KERNELS_OK;
}

static enum kernels_status check_kernel(const struct adding *a, const struct kernels_kernel *kernel, size_t number)
{
	if (!kernel->name || kernel->name[0] == '\0')
		return fail(a, KERNELS_E_CORRUPT, "kernel number %zu has no name", number);
	if (!kernel->payload == !kernel->frame)
		return fail(a, KERNELS_E_CORRUPT, "kernel %s: %s", kernel->name,
			kernel->payload ? "is both a payload and a frame kernel" : "no function");
	const uint32_t for_frames = KERNELS_NONSTRICT | KERNELS_ANY_STATE | KERNELS_PASSES_ON | KERNELS_KEEPS_TYPES |
		KERNELS_BORROWS;
	if ((kernel->flags & ~(KERNELS_SYNC | KERNELS_QUICK | KERNELS_SHARES_STATE | for_frames)) != 0 || kernel->reserved != 0)
		return fail(
			a, KERNELS_E_CORRUPT, "kernel %s: unknown flags 0x%x", kernel->name, (unsigned)kernel->flags);
	if ((kernel->flags & for_frames) && !kernel->frame)
		return fail(a, KERNELS_E_CORRUPT,
			"kernel %s: only a frame kernel can be nonstrict, pass on or borrow arguments, or keep types", kernel->name);
	if ((kernel->flags & KERNELS_SYNC) && !kernel->payload)
		return fail(a, KERNELS_E_CORRUPT, "kernel %s: only a payload kernel can be synchronous", kernel->name);
	return KERNELS_OK;
}

/* Returns the place of the next part of a block; without a block, `at` only counts the size. */
struct space {
	char *base;
	size_t at;
};

static void *take(struct space *space, size_t count, size_t size, size_t align)
{
	space->at = (space->at + align - 1) & ~(align - 1);
	void *piece = space->base ? space->base + space->at : NULL;
	space->at += count * size;
	return piece;
}

#ifndef KERNELS_NO_MESSAGES
/* Stores the described functions of a signature, with their elements. */
static const struct kernels_function_parameter *fill_functions(struct space *space, const struct kernels__signature *s)
{
	size_t count = s->function_count + (size_t)s->more_functions;
	struct kernels_function_parameter *functions =
		take(space, count, sizeof *functions, _Alignof(struct kernels_function_parameter));
	struct kernels_element *elements =
		take(space, s->element_count, sizeof *elements, _Alignof(struct kernels_element));
	if (!space->base)
		return NULL;
	memcpy(elements, s->elements, s->element_count * sizeof *elements);
	for (size_t i = 0; i < count; i++) {
		functions[i] = s->functions[i];
		if (!functions[i].described)
			continue;
		functions[i].arguments = elements + (s->functions[i].arguments - s->elements);
		functions[i].results = elements + (s->functions[i].results - s->elements);
	}
	return functions;
}
#endif

static void fill_entry(struct space *space, const struct kernels__signature *s, struct kernels_entry *out)
{
	size_t listed = s->attribute_count + (size_t)s->more_attributes;
	async_type_id *arguments = take(space, s->argument_count, sizeof *arguments, _Alignof(async_type_id));
	async_type_id *results = take(space, s->result_count, sizeof *results, _Alignof(async_type_id));
	struct kernels_parameter *attributes =
		take(space, listed, sizeof *attributes, _Alignof(struct kernels_parameter));
#ifndef KERNELS_NO_MESSAGES
	const struct kernels_function_parameter *functions = fill_functions(space, s);
#endif
	if (!space->base)
		return;
	memcpy(arguments, s->arguments, s->argument_count * sizeof *arguments);
	memcpy(results, s->results, s->result_count * sizeof *results);
	memcpy(attributes, s->attributes, listed * sizeof *attributes);
	out->arguments = arguments;
	out->results = results;
	out->attributes = attributes;
	out->argument_count = s->argument_count;
	out->result_count = s->result_count;
	out->attribute_count = s->attribute_count;
	out->function_count = s->function_count;
	out->more_arguments = s->more_arguments;
	out->more_results = s->more_results;
	out->more_attributes = s->more_attributes;
	out->more_functions = s->more_functions;
	out->rest_type = s->rest_type;
#ifndef KERNELS_NO_MESSAGES
	out->functions = functions;
	out->results_are_arguments = s->results_are_arguments;
#endif
}

/* Parses all signatures. Called twice: with space->base NULL to compute the size, then to fill the block. */
static enum kernels_status lay_out(const struct adding *a, struct space *space)
{
	size_t count = a->pack->kernel_count;
	take(space, 1, sizeof(struct block), _Alignof(struct block));
	struct kernels_entry *entries = take(space, count, sizeof *entries, _Alignof(struct kernels_entry));
	for (size_t i = 0; i < count; i++) {
		const struct kernels_kernel *kernel = kernel_at(a->pack, i);
		struct kernels__signature signature;
		size_t position = 0;
		enum kernels_status status = check_kernel(a, kernel, i);
		if (status != KERNELS_OK)
			return status;
		const char *text = kernel->signature ? kernel->signature : "";
		const char *expected = kernels__signature_parse(text, kernel->frame != NULL, &signature, &position);
		if (expected)
			return fail(a, KERNELS_E_CORRUPT, "kernel %s: signature, position %zu: expected %s",
				kernel->name, position, expected);
		if (entries)
			entries[i] = (struct kernels_entry){ .kernel = kernel, .pack = a->pack };
		fill_entry(space, &signature, entries ? &entries[i] : NULL);
	}
	return KERNELS_OK;
}

static enum kernels_status make_block(struct adding *a)
{
	struct space space = { NULL, 0 };
	if (a->pack->kernel_count > SIZE_MAX / 64 / sizeof(struct kernels_entry))
		return fail(a, KERNELS_E_CORRUPT, "%zu kernels", a->pack->kernel_count);
	enum kernels_status status = lay_out(a, &space);
	if (status != KERNELS_OK)
		return status;
	size_t size = space.at;
	a->block = async_alloc(a->allocator, size, _Alignof(max_align_t));
	if (!a->block)
		return fail(a, KERNELS_E_NOMEM, "out of memory");
	*a->block = (struct block){ .pack = a->pack, .size = size };
	space = (struct space){ (char *)a->block, 0 };
	return lay_out(a, &space);
}

static const struct kernels_entry *block_entries(const struct block *block)
{
	size_t align = _Alignof(struct kernels_entry);
	return (const void *)((const char *)block + ((sizeof *block + align - 1) & ~(align - 1)));
}

static int by_name(const void *left, const void *right)
{
	const struct kernels_entry *const *a = left, *const *b = right;
	return strcmp((*a)->kernel->name, (*b)->kernel->name);
}

static enum kernels_status make_tables(struct adding *a, const struct kernels_registry *registry)
{
	const struct kernels_pack *pack = a->pack;
	size_t total = registry->kernels.count + pack->kernel_count;
	if (!kernels__table_copy(a->allocator, &registry->kernels, pack->kernel_count, &a->kernels) ||
		!kernels__table_copy(a->allocator, &registry->natives, pack->native_count, &a->natives))
		return fail(a, KERNELS_E_NOMEM, "out of memory");
	for (size_t i = 0; i < pack->kernel_count; i++) {
		const struct kernels_entry *entry = &block_entries(a->block)[i];
		const char *name = entry->kernel->name;
		const struct kernels_entry *other = kernels__table_find(&a->kernels, name, strlen(name));
		if (other)
			return fail(a, KERNELS_E_EXISTS, "kernel %s is already in pack %s", name, other->pack->name);
		kernels__table_put(&a->kernels, name, entry);
	}
	for (size_t i = 0; i < pack->native_count; i++) {
		const struct kernels_native *native = native_at(pack, i);
		if (!native->name || !native->run)
			return fail(a, KERNELS_E_CORRUPT, "native function number %zu has no name or no function", i);
		if (kernels__table_find(&a->natives, native->name, strlen(native->name)))
			return fail(a, KERNELS_E_EXISTS, "native function %s is already registered", native->name);
		kernels__table_put(&a->natives, native->name, native);
	}
	if (total == 0)
		return KERNELS_OK;
	a->sorted = async_alloc(a->allocator, total * sizeof *a->sorted, _Alignof(void *));
	if (!a->sorted)
		return fail(a, KERNELS_E_NOMEM, "out of memory");
	for (size_t i = 0; i < registry->kernels.count; i++)
		a->sorted[i] = registry->sorted[i];
	for (size_t i = 0; i < pack->kernel_count; i++)
		a->sorted[registry->kernels.count + i] = &block_entries(a->block)[i];
	qsort(a->sorted, total, sizeof *a->sorted, by_name);
	return KERNELS_OK;
}

static void free_sorted(const struct async_allocator *allocator, const struct kernels_entry **sorted, size_t count)
{
	if (sorted)
		async_free(allocator, sorted, count * sizeof *sorted, _Alignof(void *));
}

static void free_block(const struct async_allocator *allocator, struct block *block)
{
	if (block)
		async_free(allocator, block, block->size, _Alignof(max_align_t));
}

static void commit(struct kernels_registry *registry, struct adding *a)
{
	free_sorted(a->allocator, registry->sorted, registry->kernels.count);
	kernels__table_finish(a->allocator, &registry->kernels);
	kernels__table_finish(a->allocator, &registry->natives);
	registry->kernels = a->kernels;
	registry->natives = a->natives;
	registry->sorted = a->sorted;
	a->block->next = registry->blocks;
	registry->blocks = a->block;
}

static void finish(const struct kernels_pack *pack)
{
	if (pack->size >= offsetof(struct kernels_pack, finish) + sizeof pack->finish && pack->finish)
		pack->finish();
}

enum kernels_status kernels_registry_add(struct kernels_registry *registry, const struct kernels_pack *pack,
	struct kernels_diag *diag)
{
	struct adding a = { .allocator = registry->allocator, .pack = pack, .diag = diag };
	kernels_types();
	enum kernels_status status = check_pack(&a, registry);
	if (status == KERNELS_OK && pack->init && !pack->init())
		status = fail(&a, KERNELS_E_UNSUPPORTED, "init() failed: a name of its types or its driver is taken, or the driver is for another version");
	const bool began = status == KERNELS_OK;
	if (status == KERNELS_OK)
		status = make_block(&a);
	if (status == KERNELS_OK)
		status = make_tables(&a, registry);
	if (status == KERNELS_OK) {
		commit(registry, &a);
		return KERNELS_OK;
	}
	kernels__table_finish(a.allocator, &a.kernels);
	kernels__table_finish(a.allocator, &a.natives);
	free_block(a.allocator, a.block);
	if (began)
		finish(pack);
	return status;
}

/* ---- using it */

struct kernels_registry *kernels_registry_create(const struct async_allocator *allocator)
{
	allocator = allocator ? allocator : async_allocator_system();
	struct kernels_registry *registry = async_alloc(allocator, sizeof *registry, _Alignof(struct kernels_registry));
	if (registry)
		*registry = (struct kernels_registry){ .allocator = allocator, .refs = 1 };
	return registry;
}

const struct kernels_registry *kernels_registry_retain(const struct kernels_registry *registry)
{
	/* relaxed: the caller holds a reference */
	__atomic_fetch_add(&((struct kernels_registry *)(uintptr_t)registry)->refs, 1, __ATOMIC_RELAXED);
	return registry;
}

void kernels_registry_release(const struct kernels_registry *registry)
{
	kernels_registry_destroy((struct kernels_registry *)(uintptr_t)registry);
}

void kernels_registry_destroy(struct kernels_registry *registry)
{
	/* acq_rel: the last release acquires the effects of the others */
	if (!registry || __atomic_fetch_sub(&registry->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	const struct async_allocator *allocator = registry->allocator;
	free_sorted(allocator, registry->sorted, registry->kernels.count);
	kernels__table_finish(allocator, &registry->kernels);
	kernels__table_finish(allocator, &registry->natives);
	while (registry->blocks) {
		struct block *block = registry->blocks;
		registry->blocks = block->next;
		finish(block->pack);
		free_block(allocator, block);
	}
	async_free(allocator, registry, sizeof *registry, _Alignof(struct kernels_registry));
}

const struct kernels_entry *kernels_registry_find(
	const struct kernels_registry *registry, const char *name, size_t size)
{
	return kernels__table_find(&registry->kernels, name, size);
}

const struct kernels_native *kernels_registry_find_native(const struct kernels_registry *registry, const char *name,
	size_t size)
{
	return kernels__table_find(&registry->natives, name, size);
}

size_t kernels_registry_count(const struct kernels_registry *registry)
{
	return registry->kernels.count;
}

const struct kernels_entry *kernels_registry_at(const struct kernels_registry *registry, size_t index)
{
	return index < registry->kernels.count ? registry->sorted[index] : NULL;
}
