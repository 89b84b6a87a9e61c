/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reference-counted memory: blocks of our own, views of somebody else's, and parts of either. */
#include <assert.h>
#include <kernels/tensor.h>

#define CACHE_LINE ((size_t)64)
#define MAX_ALIGN ((size_t)4096)

struct kernels_buffer {
	uint32_t refs; /* atomic */
	bool foreign;  /* somebody else's memory, who may write into it */
	/* atomic; 0: none was asked for since somebody could write. Of a slice: see its whole. Relaxed everywhere:
	 * the program has ordered readers and writers by other means, and a number that is lost to a race is only
	 * asked for again */
	uint64_t version;
	void *data;
	size_t size;
	const struct async_allocator *allocator;
	size_t block_size, block_align; /* what this header, with its data if they are in one block, was allocated as */
	struct kernels_buffer *whole;   /* of a slice: what it is a part of, never a slice itself; one reference */
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
	static_assert(sizeof(struct kernels_buffer) <= 2 * CACHE_LINE, "the header is in front of the data");
	if (align == 0 || (align & (align - 1)) != 0 || align > MAX_ALIGN)
		return NULL;
	if (align < CACHE_LINE)
		align = CACHE_LINE;
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

struct kernels_buffer *kernels_buffer_slice(struct kernels_buffer *buffer, size_t offset, size_t size)
{
	if (offset > buffer->size || size > buffer->size - offset)
		return NULL;
	struct kernels_buffer *slice = buffer_new(buffer->allocator, sizeof *slice, _Alignof(struct kernels_buffer));
	if (!slice)
		return NULL;
	slice->data = (char *)buffer->data + offset;
	slice->size = size;
	/* The whole of a slice, not the slice: so that dropping the last of a long line of slices does not recurse. */
	slice->whole = kernels_buffer_retain(buffer->whole ? buffer->whole : buffer);
	return slice;
}

struct kernels_buffer *kernels_buffer_retain(struct kernels_buffer *buffer)
{
	/* relaxed: whoever retains holds a reference already */
	__atomic_fetch_add(&buffer->refs, 1, __ATOMIC_RELAXED);
	return buffer;
}

void kernels_buffer_release(struct kernels_buffer *buffer)
{
	while (buffer) {
		/* release: what this owner did with the bytes comes before; acquire: pairs with that of all the other
		 * owners, so that the last one frees after them */
		if (__atomic_fetch_sub(&buffer->refs, 1, __ATOMIC_ACQ_REL) != 1)
			return;
		struct kernels_buffer *whole = buffer->whole;
		if (buffer->release)
			buffer->release(buffer->owner);
		async_free(buffer->allocator, buffer, buffer->block_size, buffer->block_align);
		buffer = whole;
	}
}

/* Parts share the version of the whole: a writer of one may have a pointer to the others. It is no part of what a
 * buffer is to its users, hence const. */
static uint64_t *version_of(const struct kernels_buffer *buffer)
{
	return (uint64_t *)(uintptr_t)&(buffer->whole ? buffer->whole : buffer)->version;
}

void *kernels_buffer_data(const struct kernels_buffer *buffer)
{
	uint64_t *version = version_of(buffer);
	if (__atomic_load_n(version, __ATOMIC_RELAXED) != 0) /* most often it is 0, and its cache line can be shared */
		__atomic_store_n(version, 0, __ATOMIC_RELAXED);
	return buffer->data;
}

const void *kernels_buffer_bytes(const struct kernels_buffer *buffer)
{
	return buffer->data;
}

uint64_t kernels_buffer_version(const struct kernels_buffer *buffer)
{
	static uint64_t last; /* atomic */
	uint64_t *version = version_of(buffer), now = __atomic_load_n(version, __ATOMIC_RELAXED);
	if ((buffer->whole ? buffer->whole : buffer)->foreign)
		return 0;
	if (now == 0) {
		uint64_t next = __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
		/* on failure another reader was faster, and `now` is its number */
		if (__atomic_compare_exchange_n(version, &now, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			now = next;
	}
	return now;
}

size_t kernels_buffer_size(const struct kernels_buffer *buffer)
{
	return buffer->size;
}
