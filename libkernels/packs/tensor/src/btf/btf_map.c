/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements in place: the pages of a file are mapped while a buffer refers to them.
 *
 * The mapping is private: a write by a kernel copies the page and does not change the file. Writing to the file while
 * it is in use may change the tensor, and truncating it raises SIGBUS on the next access to a missing page. Replace
 * files by renaming. */
#include "btf/btf.h"
#include <sys/mman.h>
#include <unistd.h>

/* Mapping and unmapping takes as long as copying about this number of bytes. */
#define FEW_BYTES 16384u

struct mapping {
	const struct async_allocator *allocator;
	void *start;
	size_t size;
};

static void unmap(void *owner)
{
	struct mapping *mapping = owner;
	munmap(mapping->start, mapping->size);
	async_free(mapping->allocator, mapping, sizeof *mapping, _Alignof(struct mapping));
}

/* Reads the pages now, in a blocking task, without copying them for writing. */
static bool map(struct mapping *mapping, int fd, uint64_t at)
{
	mapping->start = mmap(
		NULL, mapping->size, PROT_READ, MAP_PRIVATE | MAP_POPULATE | MAP_NORESERVE, fd, (off_t)at);
	if (mapping->start == MAP_FAILED)
		return false;
	if (mprotect(mapping->start, mapping->size, PROT_READ | PROT_WRITE) == 0)
		return true;
	munmap(mapping->start, mapping->size);
	return false;
}

bool kernels_tensor__btf_map(struct btf_reader *r, const struct kernels_btf_record *record,
	const struct async_allocator *allocator, struct kernels_buffer **out)
{
	const uint64_t size = record->count * kernels_dtype_size(record->dtype), page = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t before = record->elements % page;
	*out = NULL;
	if (r->fd < 0 || size < FEW_BYTES || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__ ||
		record->elements % kernels_dtype_size(record->dtype) != 0)
		return true;
	allocator = allocator ? allocator : async_allocator_system();
	struct mapping *mapping = async_alloc(allocator, sizeof *mapping, _Alignof(struct mapping));
	if (!mapping)
		return kernels_tensor__btf_fail_plainly(r, KERNELS_E_NOMEM, "Cannot allocate tensor");
	*mapping = (struct mapping){ .allocator = allocator, .size = (size_t)(size + before) };
	const bool mapped = map(mapping, r->fd, record->elements - before);
	if (mapped)
		*out = kernels_buffer_adopt(allocator, (char *)mapping->start + before, (size_t)size, unmap, mapping);
	if (*out)
		return true;
	if (mapped)
		munmap(mapping->start, mapping->size);
	async_free(allocator, mapping, sizeof *mapping, _Alignof(struct mapping));
	return !mapped || kernels_tensor__btf_fail_plainly(r, KERNELS_E_NOMEM, "Cannot allocate tensor");
}
