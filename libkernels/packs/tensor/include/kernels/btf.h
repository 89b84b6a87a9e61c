/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists, checks and creates files in the Binary Tensor Format (layout: README.md of this pack). All functions work on
 * bytes in memory; programs read files with kernels (btf.read_dense_tensor ...).
 *
 * Thread class: safe; there is no state. */
#ifndef KERNELS_BTF_H
#define KERNELS_BTF_H

#include <kernels/status.h>
#include <kernels/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A file: a view of bytes that must stay valid and unchanged while it is used. It needs no release. */
struct kernels_btf {
	const uint8_t *data;
	size_t size;
	uint64_t count; /* of tensors */
};

/* The place of a tensor. Offsets are relative to the start of the file, sizes are in bytes. */
struct kernels_btf_record {
	enum kernels_tensor_kind kind; /* dense or coo */
	enum kernels_dtype dtype;
	struct kernels_shape shape;
	uint64_t offset, size;    /* of the tensor, headers included */
	/* offset of the elements, row-major (of a sparse tensor: the values), and their number */
	uint64_t elements, count;
	uint64_t indices;         /* sparse: offset of the indices, i64 [count, rank]; else 0 */
};

/* On failure every function fills diag (may be NULL) with a message that names tensor and offset:
 *	"tensor 2: elements: 336 bytes at offset 88 are beyond the end of the file at 420" */

/* Opens a file and checks its table of offsets.
 * @return KERNELS_OK · KERNELS_E_CORRUPT the table does not fit the bytes */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_open(
	const void *data, size_t size, struct kernels_btf *out, struct kernels_diag *diag);

/* Locates one tensor. Checks that it lies within the file and that sparse indices have the right shape.
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND the index is out of range · KERNELS_E_CORRUPT · KERNELS_E_UNSUPPORTED more
 *         dimensions than tensors can have (KERNELS_MAX_RANK) */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_record(const struct kernels_btf *file, uint64_t index,
	struct kernels_btf_record *out, struct kernels_diag *diag);

/* Checks the whole file: all tensors as above, all sparse indices lie within their tensor, all offsets are multiples of
 * 8, and no two tensors overlap.
 * @return as kernels_btf_record() · KERNELS_E_NOMEM */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_check(
	const struct kernels_btf *file, struct kernels_diag *diag);

/* Copies a tensor into newly allocated memory. allocator NULL: system.
 * @return as kernels_btf_record() · KERNELS_E_NOMEM. On success the caller owns *out and releases it with
 *         kernels_tensor_finish() */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_tensor(const struct kernels_btf *file, uint64_t index,
	const struct async_allocator *allocator, struct kernels_tensor *out, struct kernels_diag *diag);

/* Creates a file with these tensors, in this order. Equal tensors give equal bytes.
 * @param align  elements (of sparse tensors: values) begin at multiples of this in the file: a power of two, 8 to 4096
 * @return KERNELS_OK: the caller owns *out_data and releases it with kernels_btf_free() and the same allocator (NULL:
 *         system) · KERNELS_E_ARG invalid align · KERNELS_E_UNSUPPORTED a tensor that the format cannot represent:
 *         strings, i1, f16 ... · KERNELS_E_CORRUPT a tensor whose buffers do not fit its shape · KERNELS_E_NOMEM */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_write(const struct kernels_tensor *tensors, size_t count,
	size_t align, const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size,
	struct kernels_diag *diag);

/* Copies a file with another alignment. Bytes that belong to no tensor are omitted.
 * @return as kernels_btf_record() and kernels_btf_write() */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_align(const struct kernels_btf *file, size_t align,
	const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size, struct kernels_diag *diag);

/* NULL is ignored */
KERNELS_API void kernels_btf_free(const struct async_allocator *allocator, uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
