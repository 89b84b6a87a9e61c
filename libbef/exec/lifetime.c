/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lifetime of an opened program: until its last reference is released. */
#include "program.h"

struct bef_file *bef_file_retain(struct bef_file *file)
{
	bef__file_retain(file);
	return file;
}

void bef__bytes_finish(const struct bef__bytes *bytes, const struct async_allocator *allocator)
{
	if (bytes->block)
		async_free(allocator, (void *)(uintptr_t)bytes->data, bytes->block, 1);
	else if (bytes->release)
		bytes->release(bytes->release_ctx, bytes->data, bytes->size);
}

void bef__file_destroy(struct bef_file *file)
{
	const struct async_allocator *allocator = file->arena.allocator;
	bef__bytes_finish(&file->bytes, allocator);
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
