/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lifetime of an opened program: until its last reference is released. */
#include "zone.h"

#include <kernels/check.h>

struct bef_file *bef_file_retain(struct bef_file *file)
{
	bef__file_retain(file);
	return file;
}

void bef__bytes_finish(const struct bef__bytes *bytes, const struct async_allocator *allocator)
{
	if (bytes->block)
		async_free(allocator, (void *)(uintptr_t)bytes->data, bytes->block, BEF__BYTES_ALIGN);
	else if (bytes->release)
		bytes->release(bytes->release_ctx, bytes->data, bytes->size);
}

static void memory_retain(const struct kernels_memory *base)
{
	/* relaxed: the caller holds a reference already */
	__atomic_fetch_add(&((struct bef__memory *)(uintptr_t)base)->refs, 1, __ATOMIC_RELAXED);
}

static void memory_release(const struct kernels_memory *base)
{
	struct bef__memory *memory = (struct bef__memory *)(uintptr_t)base;
	/* acq_rel: the last one frees after the accesses of the others */
	if (__atomic_fetch_sub(&memory->refs, 1, __ATOMIC_ACQ_REL) != 1)
		return;
	bef__bytes_finish(&memory->bytes, memory->allocator);
	async_free(memory->allocator, memory, sizeof *memory, _Alignof(struct bef__memory));
}

struct bef__memory *bef__memory_create(const struct bef__bytes *bytes, const struct async_allocator *allocator)
{
	struct bef__memory *memory = async_alloc(allocator, sizeof *memory, _Alignof(struct bef__memory));
	if (memory)
		*memory = (struct bef__memory){ { memory_retain, memory_release }, *bytes, allocator, 1 };
	return memory;
}

#ifdef BEF_NO_OPTIONAL
#define unprepare(file) ((void)(file))
#else
/* Functions that were not decoded have no kernels. */
static void unprepare(struct bef_file *file)
{
	for (uint32_t i = 0; i < file->function_count; i++) {
		const struct bef__function *f = &file->functions[i];
		for (uint32_t k = 1; f->kernels && k < f->kernel_count; k++) {
			const struct kernels_site *site = &f->kernels[k].site;
			if (site->state && !f->kernels[k].borrows)
				kernels_unprepare_op(site->entry, site->state, bef__zone_allocator(file));
		}
	}
	bef__zone_release(file);
}

#endif

void bef__file_destroy(struct bef_file *file)
{
	const struct async_allocator *allocator = file->arena.allocator;
	if (file->prepared)
		unprepare(file);
	if (file->memory)
		memory_release(&file->memory->base);
	kernels_registry_release(file->registry);
	bef__arena_finish(&file->arena);
	async_free(allocator, file, sizeof *file, _Alignof(struct bef_file));
}

void bef_file_release(struct bef_file *file)
{
	if (file && bef__file_drop(file))
		bef__file_destroy(file);
}

void bef_file_close(struct bef_file *file)
{
	bef_file_release(file);
}

void bef__retain_source(const struct async_location_source *source)
{
	bef_file_retain((struct bef_file *)(uintptr_t)source);
}

void bef__release_source(const struct async_location_source *source)
{
	bef_file_release((struct bef_file *)(uintptr_t)source);
}
