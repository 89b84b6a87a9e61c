/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host tensors and shapes: the payloads that tensor packs exchange. Corresponds to TensorShape, HostBuffer,
 * DenseHostTensor of TFRT. */
#ifndef KERNELS_TENSOR_H
#define KERNELS_TENSOR_H

#include <async/async.h>
#include <kernels/dtype.h>
#include <kernels/export.h>
#include <kernels/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- shapes of tensors: plain values */

#define KERNELS_MAX_RANK 16u

/* Part of every tensor. */
struct kernels_shape {
	uint32_t rank; /* at most KERNELS_MAX_RANK */
	int64_t dims[KERNELS_MAX_RANK]; /* >= 0 */
};
/* Computes the product of the dimensions; returns false if it does not fit int64_t. */
KERNELS_API bool kernels_shape_elements(const struct kernels_shape *shape, int64_t *out_count);
KERNELS_API bool kernels_shape_equal(const struct kernels_shape *a, const struct kernels_shape *b);
/* Writes "[2, 3]" and returns its length, like snprintf. */
KERNELS_API size_t kernels_shape_text(const struct kernels_shape *shape, char *buffer, size_t size);
/* Buffer size that is sufficient for the text of every shape. */
#define KERNELS_SHAPE_TEXT (2u + 22u * KERNELS_MAX_RANK + 1u)

/* ---- shapes as values of programs, of any rank */

#define KERNELS_INLINE_RANK 8u

/* Payload of "!ts.shape". Up to KERNELS_INLINE_RANK dimensions are stored inline, more of them in a block that the
 * structure owns. Zeroed: rank 0. Read the dimensions with kernels_dims_data(). */
struct kernels_dims {
	uint32_t rank;
	union {
		int64_t small[KERNELS_INLINE_RANK];
		struct {
			int64_t *data;
			const struct async_allocator *allocator;
		} large;
	} at;
};
static inline const int64_t *kernels_dims_data(const struct kernels_dims *dims)
{
	return dims->rank <= KERNELS_INLINE_RANK ? dims->at.small : dims->at.large.data;
}
/* Copies `rank` dimensions (`values` NULL: leaves them uninitialized) and returns a pointer to them, through which the
 * caller may change them. The caller owns *out and releases it with kernels_dims_finish(). Returns NULL when out of
 * memory; *out is zero then. `allocator` NULL: system; it must outlive the value. Thread class: safe. */
KERNELS_API int64_t *kernels_dims_init(
	struct kernels_dims *out, const struct async_allocator *allocator, const int64_t *values, size_t rank);
KERNELS_API void kernels_dims_finish(struct kernels_dims *dims); /* leaves it zeroed */
/* As for tensors. Also returns false for a negative dimension. */
KERNELS_API bool kernels_dims_elements(const struct kernels_dims *dims, int64_t *out_count);
KERNELS_API bool kernels_dims_equal(const struct kernels_dims *a, const struct kernels_dims *b);
KERNELS_API size_t kernels_dims_text(const struct kernels_dims *dims, char *buffer, size_t size);
/* Converts to the shape of a tensor; returns false if the rank is above KERNELS_MAX_RANK. */
KERNELS_API bool kernels_shape_from_dims(struct kernels_shape *out, const struct kernels_dims *dims);

/* Reference-counted memory, shared by tensors and views. Thread class: safe; the bytes have one writer at a time. */
struct kernels_buffer;
/* Allocates a buffer with one reference and uninitialized bytes, aligned to `align`, a power of two of at most
 * 4096. NULL: out of memory, or another alignment. */
KERNELS_API struct kernels_buffer *kernels_buffer_create(
	const struct async_allocator *allocator, size_t size, size_t align);
/* Creates a view of bytes that the caller provides. release(owner) is called when the last reference is released;
 * `release` may be NULL.
 * @return NULL: out of memory; release() is not called, and the caller keeps the bytes */
KERNELS_API struct kernels_buffer *kernels_buffer_wrap(const struct async_allocator *allocator, void *data, size_t size,
	void (*release)(void *owner), void *owner);
/* Like kernels_buffer_wrap(), for bytes that are written only through the buffer from now on. The buffer therefore has
 * versions (kernels_buffer_version()), and libraries can cache data derived from it. */
KERNELS_API struct kernels_buffer *kernels_buffer_adopt(
	const struct async_allocator *allocator, void *data, size_t size, void (*release)(void *owner), void *owner);
/* Like kernels_buffer_adopt(), for bytes that kernels may overwrite when they are not used any more
 * (kernels_buffer_is_unique()), as those of kernels_buffer_create(). */
KERNELS_API struct kernels_buffer *kernels_buffer_take_over(
	const struct async_allocator *allocator, void *data, size_t size, void (*release)(void *owner), void *owner);
/* Creates a view of a part of the buffer, which retains the buffer. NULL: out of memory, or the part is not within the
 * buffer. */
KERNELS_API struct kernels_buffer *kernels_buffer_slice(struct kernels_buffer *buffer, size_t offset, size_t size);
/* Creates a buffer with bytes of an attribute of the op. It is a view if the memory of the attributes can be kept
 * (site->memory) and the bytes are aligned to `align`, a power of two of at most 64; else a copy. A view keeps the
 * bytes, not the program, so it may outlive the program, and the state of the op may hold it. It is never unique
 * (kernels_buffer_is_unique()). `allocator` must outlive the buffer. NULL: out of memory. Thread class: safe */
KERNELS_API struct kernels_buffer *kernels_site_buffer(const struct kernels_site *site,
	const struct async_allocator *allocator, const uint8_t *bytes, size_t size, size_t align);
KERNELS_API struct kernels_buffer *kernels_buffer_retain(struct kernels_buffer *buffer);
KERNELS_API void kernels_buffer_release(struct kernels_buffer *buffer); /* NULL is ignored */
/* Returns the bytes for writing and invalidates kernels_buffer_version(). Call it again in each kernel, or for each
 * round of writing: after the tensor was passed on, a saved pointer may be used for reading only. */
KERNELS_API void *kernels_buffer_data(const struct kernels_buffer *buffer);
/* Returns the bytes for reading. */
KERNELS_API const void *kernels_buffer_bytes(const struct kernels_buffer *buffer);
/* True if the caller's reference is the only one and the bytes were allocated by kernels_buffer_create(), or given to
 * kernels_buffer_take_over(): nobody else reads or writes them, so the caller may write a new content in place. Thread
 * class: safe. */
KERNELS_API bool kernels_buffer_is_unique(const struct kernels_buffer *buffer);
/* Returns a number for the current contents. It changes with kernels_buffer_data(), and is unique among all contents of
 * all buffers of the process. Together with the address (the views of a buffer share one version) it is a cache key for
 * data derived from the bytes. 0: wrapped memory, which the owner may write at any time. The program orders this call
 * after writers, like all reading. */
KERNELS_API uint64_t kernels_buffer_version(const struct kernels_buffer *buffer);
KERNELS_API size_t kernels_buffer_size(const struct kernels_buffer *buffer);

/* Payload of "!tfrt_tensor.tensor" for dense tensors: row-major, contiguous. */
enum kernels_tensor_kind { KERNELS_TENSOR_DENSE = 0, KERNELS_TENSOR_STRING = 1, KERNELS_TENSOR_COO = 2 };
struct kernels_tensor {
	enum kernels_tensor_kind kind;
	enum kernels_dtype dtype;
	struct kernels_shape shape;
	struct kernels_buffer *buffer; /* dense: elements; string: array of struct kernels_text, owned by the buffer;
	                                * coo: values, `indices` holds count x rank int64 */
	struct kernels_buffer *indices; /* coo only */
};
/* Allocates the buffer, 64-byte aligned and uninitialized. Returns false when out of memory or if the size
 * overflows. */
KERNELS_API bool kernels_tensor_init(struct kernels_tensor *out, const struct async_allocator *allocator,
	enum kernels_dtype dtype, const struct kernels_shape *shape);
/* Releases the buffers. Accepts a zeroed tensor. */
KERNELS_API void kernels_tensor_finish(struct kernels_tensor *tensor);
static inline void *kernels_tensor_data(const struct kernels_tensor *t)
{
	return kernels_buffer_data(t->buffer);
}
static inline const void *kernels_tensor_bytes(const struct kernels_tensor *t)
{
	return kernels_buffer_bytes(t->buffer);
}
KERNELS_API int64_t kernels_tensor_elements(const struct kernels_tensor *tensor);

/* Where a tensor is that is not in this process. Immutable. */
struct kernels_tensor_place {
	/* The shape, which the caller owns. Returns false when out of memory. */
	bool (*shape)(const void *object, const struct async_allocator *allocator, struct kernels_dims *out);
	/* Stores the tensor, or an error, in result 0 of the frame; it may become available later. */
	void (*fetch)(const void *object, struct kernels_frame *frame);
	void (*release)(void *object);
};
/* Payload of "!corert.tensorhandle": the tensor of an eager operation. Corresponds to TensorHandle of TFRT's Core
 * Runtime, but is available only when its tensor is. */
struct kernels_tensor_handle {
	/* One reference to an available value of "!tfrt_tensor.tensor"; NULL: the tensor is at `place`. */
	struct async_value *tensor;
	const struct kernels_tensor_place *place;
	void *object; /* for the functions of the place; owned */
};

struct kernels_tensor_types {
	async_type_id shape, partial_shape, buffer, tensor, handle;
};
/* "!ts.shape": struct kernels_dims · "!ts.partial_shape": struct kernels_partial_shape · "!ht.host_buffer": struct
 * kernels_buffer * · "!tfrt_tensor.tensor": struct kernels_tensor · "!corert.tensorhandle": struct
 * kernels_tensor_handle. Registers on first use. */
KERNELS_API const struct kernels_tensor_types *kernels_tensor_types(void);

struct kernels_partial_shape {
	bool ranked;
	struct kernels_dims dims; /* -1: unknown. Rank 0 if unranked */
};

#ifdef __cplusplus
}
#endif

#endif
