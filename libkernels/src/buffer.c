/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reference-counted memory: allocated blocks, views of wrapped memory, and slices of both. */
#include <assert.h>
#include <kernels/tensor.h>
#include <string.h>

#define CACHE_LINE ((size_t)64)
#define MAX_ALIGN ((size_t)4096)
/* The data of small buffers may share cache lines with other blocks: allocators are quick with blocks of less alignment. */
#define SMALL_SIZE ((size_t)128)
#define SMALL_ALIGN ((size_t)16)

struct kernels_buffer {
	uint32_t refs; /* atomic */
	bool foreign;  /* wrapped memory, which its owner may write */
	bool writable; /* wrapped memory, which its owner leaves to kernels */
	/* atomic; 0: no version since the last access for writing. A slice uses that of its whole buffer. Relaxed
	 * everywhere: the program orders readers and writers by other means, and a version that is lost in a race is
	 * only requested again */
	uint64_t version;
	void *data;
	size_t size;
	const struct async_allocator *allocator;
	size_t block_size, block_align; /* the allocation of this header, with its data if they are in one block */
	struct kernels_buffer *whole;   /* of a slice: the whole buffer, never a slice itself; one reference */
	void (*release)(void *owner);   /* of a view */
	void *owner;
};

static struct kernels_buffer *buffer_new(const struct async_allocator *allocator, size_t size, size_t align)
{
	allocator = allocator ? allocator : async_allocator_system();
	struct kernels_buffer *buffer = async_alloc(allocator, size, align);
	if (!buffer)
		return NULL;
	*buffer = (struct kernels_buffer){
		.refs = 1, .allocator = allocator, .block_size = size, .block_align = align
	};
	return buffer;
}

struct kernels_buffer *kernels_buffer_create(const struct async_allocator *allocator, size_t size, size_t align)
{
	static_assert(sizeof(struct kernels_buffer) <= 2 * CACHE_LINE, "the header precedes the data");
	if (align == 0 || (align & (align - 1)) != 0 || align > MAX_ALIGN)
		return NULL;
	size_t least = size <= SMALL_SIZE ? SMALL_ALIGN : CACHE_LINE;
	if (align < least)
		align = least;
	size_t header = (sizeof(struct kernels_buffer) + align - 1) & ~(align - 1);
	if (size > SIZE_MAX - header)
		return NULL;
	struct kernels_buffer *buffer = buffer_new(allocator, header + size, align);
	if (!buffer)
		return NULL;
	buffer->data = (char *)buffer + header;
	buffer->size = size;
	return buffer;
}

struct kernels_buffer *kernels_buffer_wrap(const struct async_allocator *allocator, void *data, size_t size,
	void (*release)(void *owner), void *owner)
{
	struct kernels_buffer *buffer = buffer_new(allocator, sizeof *buffer, _Alignof(struct kernels_buffer));
	if (!buffer)
		return NULL;
	buffer->data = data;
	buffer->size = size;
	buffer->foreign = true;
	buffer->release = release;
	buffer->owner = owner;
	return buffer;
}

struct kernels_buffer *kernels_buffer_adopt(const struct async_allocator *allocator, void *data, size_t size,
	void (*release)(void *owner), void *owner)
{
	struct kernels_buffer *buffer = kernels_buffer_wrap(allocator, data, size, release, owner);
	if (buffer)
		buffer->foreign = false;
	return buffer;
}

struct kernels_buffer *kernels_buffer_take_over(const struct async_allocator *allocator, void *data, size_t size,
	void (*release)(void *owner), void *owner)
{
	struct kernels_buffer *buffer = kernels_buffer_adopt(allocator, data, size, release, owner);
	if (buffer)
		buffer->writable = true;
	return buffer;
}

struct kernels_buffer *kernels_buffer_slice(struct kernels_buffer *buffer, size_t offset, size_t size)
{
	if (offset > buffer->size || size > buffer->size - offset)
		return NULL;
	struct kernels_buffer *slice = buffer_new(buffer->allocator, sizeof *slice, _Alignof(struct kernels_buffer));
	if (!slice)
		return NULL;
	slice->data = (char *)buffer->data + offset;
	slice->size = size;
	/* Refers to the whole buffer, not to another slice, so that the release of a chain of slices does not
	 * recurse. */
	slice->whole = kernels_buffer_retain(buffer->whole ? buffer->whole : buffer);
	return slice;
}

static void release_memory(void *owner)
{
	const struct kernels_memory *memory = owner;
	memory->release(memory);
}

struct kernels_buffer *kernels_site_buffer(const struct kernels_site *site, const struct async_allocator *allocator,
	const uint8_t *bytes, size_t size, size_t align)
{
	const struct kernels_memory *memory = site->memory;
	struct kernels_buffer *buffer;
	if (memory && ((uintptr_t)bytes & (align - 1)) == 0) {
		buffer = kernels_buffer_adopt(
			allocator, (void *)(uintptr_t)bytes, size, release_memory, (void *)(uintptr_t)memory);
		if (buffer)
			memory->retain(memory);
	} else {
		buffer = kernels_buffer_create(allocator, size, align);
		if (buffer && size > 0)
			memcpy(buffer->data, bytes, size);
	}
	return buffer;
}

struct kernels_buffer *kernels_buffer_retain(struct kernels_buffer *buffer)
{
	/* relaxed: the caller holds a reference */
	__atomic_fetch_add(&buffer->refs, 1, __ATOMIC_RELAXED);
	return buffer;
}

void kernels_buffer_release(struct kernels_buffer *buffer)
{
	while (buffer) {
		/* release: orders this owner's accesses before; acquire: pairs with the release of all other owners, so
		 * that the last one frees after their accesses. The only owner writes no count: nobody else can retain */
		if (__atomic_load_n(&buffer->refs, __ATOMIC_ACQUIRE) != 1 &&
			__atomic_fetch_sub(&buffer->refs, 1, __ATOMIC_ACQ_REL) != 1)
			return;
		struct kernels_buffer *whole = buffer->whole;
		if (buffer->release)
			buffer->release(buffer->owner);
		async_free(buffer->allocator, buffer, buffer->block_size, buffer->block_align);
		buffer = whole;
	}
}

/* Slices share the version of the whole buffer, since a writer of one may have a pointer to the others. The version is
 * not part of the visible state, hence const. */
static uint64_t *version_of(const struct kernels_buffer *buffer)
{
	return (uint64_t *)(uintptr_t)&(buffer->whole ? buffer->whole : buffer)->version;
}

void *kernels_buffer_data(const struct kernels_buffer *buffer)
{
	uint64_t *version = version_of(buffer);
	if (__atomic_load_n(version, __ATOMIC_RELAXED) != 0) /* usually 0: keeps its cache line shared */
		__atomic_store_n(version, 0, __ATOMIC_RELAXED);
	return buffer->data;
}

const void *kernels_buffer_bytes(const struct kernels_buffer *buffer)
{
	return buffer->data;
}

bool kernels_buffer_is_unique(const struct kernels_buffer *buffer)
{
	/* acquire: pairs with the release of the last other owner, whose accesses come first */
	return (buffer->writable || (!buffer->foreign && !buffer->release)) && !buffer->whole && __atomic_load_n(&buffer->refs, __ATOMIC_ACQUIRE) == 1;
}

uint64_t kernels_buffer_version(const struct kernels_buffer *buffer)
{
	static uint64_t last; /* atomic */
	uint64_t *version = version_of(buffer), now = __atomic_load_n(version, __ATOMIC_RELAXED);
	if ((buffer->whole ? buffer->whole : buffer)->foreign)
		return 0;
	if (now == 0) {
		uint64_t next = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
		/* on failure, `now` is the version that another reader has set */
		if (__atomic_compare_exchange_n(version, &now, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			now = next;
	}
	return now;
}

size_t kernels_buffer_size(const struct kernels_buffer *buffer)
{
	return buffer->size;
}
