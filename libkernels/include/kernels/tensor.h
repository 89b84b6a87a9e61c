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
/* Computes the product of the dimensions; false when it does not fit int64_t. */
KERNELS_API bool kernels_shape_elements(const struct kernels_shape *shape, int64_t *out_count);
KERNELS_API bool kernels_shape_equal(const struct kernels_shape *a, const struct kernels_shape *b);
/* Writes "[2, 3]" and returns its length, like snprintf. */
KERNELS_API size_t kernels_shape_text(const struct kernels_shape *shape, char *buffer, size_t size);
/* Size of a buffer that holds the text of any shape. */
#define KERNELS_SHAPE_TEXT (2u + 22u * KERNELS_MAX_RANK + 1u)

/* ---- shapes as values of programs: any rank */

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
/* Copies `rank` dimensions (`values` NULL: leaves them uninitialized) and returns where they are stored, for the caller
 * to change; *out is the caller's, for kernels_dims_finish(). NULL: out of memory; *out is zero then. `allocator` NULL:
 * system; it must outlive the value. Thread class: safe. */
KERNELS_API int64_t *kernels_dims_init(
	struct kernels_dims *out, const struct async_allocator *allocator, const int64_t *values, size_t rank);
KERNELS_API void kernels_dims_finish(struct kernels_dims *dims); /* leaves it zeroed */
/* As for tensors. False too for a negative dimension. */
KERNELS_API bool kernels_dims_elements(const struct kernels_dims *dims, int64_t *out_count);
KERNELS_API bool kernels_dims_equal(const struct kernels_dims *a, const struct kernels_dims *b);
KERNELS_API size_t kernels_dims_text(const struct kernels_dims *dims, char *buffer, size_t size);
/* Makes the shape of a tensor; false when the rank is above KERNELS_MAX_RANK. */
KERNELS_API bool kernels_shape_from_dims(struct kernels_shape *out, const struct kernels_dims *dims);

/* Memory shared by tensors and views. Reference-counted; thread class: safe (the bytes: one writer at a time). */
struct kernels_buffer;
/* One reference; bytes uninitialised, aligned to at least `align` (a power of two, 64 at most is sure) . NULL: no
 * memory. */
KERNELS_API struct kernels_buffer *kernels_buffer_create(
	const struct async_allocator *allocator, size_t size, size_t align);
/* A view of bytes that belong to somebody else; release(owner) is called with the last reference (may be NULL).
 * @return NULL: out of memory; release() is not called then, the bytes are the caller's as before */
KERNELS_API struct kernels_buffer *kernels_buffer_wrap(const struct async_allocator *allocator, void *data, size_t size,
	void (*release)(void *owner), void *owner);
/* As kernels_buffer_wrap(), of bytes that nobody but the users of the buffer writes from now on: it has versions
 * (kernels_buffer_version()), so that what libraries made out of them can be kept. */
KERNELS_API struct kernels_buffer *kernels_buffer_adopt(
	const struct async_allocator *allocator, void *data, size_t size, void (*release)(void *owner), void *owner);
/* Part of a buffer; keeps it alive. NULL: out of memory, or not inside. */
KERNELS_API struct kernels_buffer *kernels_buffer_slice(struct kernels_buffer *buffer, size_t offset, size_t size);
KERNELS_API struct kernels_buffer *kernels_buffer_retain(struct kernels_buffer *buffer);
KERNELS_API void kernels_buffer_release(struct kernels_buffer *buffer); /* NULL is ignored */
/* The bytes, for who may write to them: what kernels_buffer_version() said of them no longer holds. Asked for anew
 * by each kernel (or each round of writing): a pointer that is kept may be read through, but not written after
 * somebody else got the tensor. */
KERNELS_API void *kernels_buffer_data(const struct kernels_buffer *buffer);
/* The bytes, for who only reads them. */
KERNELS_API const void *kernels_buffer_bytes(const struct kernels_buffer *buffer);
/* A number for what the bytes are now: as long as nobody asks for them with kernels_buffer_data(), it stays; no
 * other contents of any buffer of this process, and no later ones of this, have it. What was made out of the bytes
 * can be kept under it (and under the address, since parts of a buffer share it), without looking at the bytes
 * again. 0: memory of somebody else, who may write without a word. The program orders this after writers, as it does
 * all reading. */
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
/* Allocates the buffer, 64-byte aligned, uninitialised. False: no memory, or size overflow. */
KERNELS_API bool kernels_tensor_init(struct kernels_tensor *out, const struct async_allocator *allocator,
	enum kernels_dtype dtype, const struct kernels_shape *shape);
KERNELS_API void kernels_tensor_finish(struct kernels_tensor *tensor); /* drops the buffers; zeroed is accepted */
static inline void *kernels_tensor_data(const struct kernels_tensor *t)
{
	return kernels_buffer_data(t->buffer);
}
static inline const void *kernels_tensor_bytes(const struct kernels_tensor *t)
{
	return kernels_buffer_bytes(t->buffer);
}
KERNELS_API int64_t kernels_tensor_elements(const struct kernels_tensor *tensor);

struct kernels_tensor_types {
	async_type_id shape, partial_shape, buffer, tensor;
};
/* "!ts.shape": struct kernels_dims · "!ts.partial_shape": struct kernels_partial_shape · "!ht.host_buffer": struct
 * kernels_buffer * · "!tfrt_tensor.tensor": struct kernels_tensor. Registers on first use. */
KERNELS_API const struct kernels_tensor_types *kernels_tensor_types(void);

struct kernels_partial_shape {
	bool ranked;
	struct kernels_dims dims; /* -1: not known. Rank 0 when it is not ranked */
};

#ifdef __cplusplus
}
#endif

#endif
