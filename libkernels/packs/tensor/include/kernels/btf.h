/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files in the Binary Tensor Format (layout: README.md of this pack): what is in them, whether they are sound, and
 * new ones. All works on bytes in memory; programs read files with kernels (btf.read_dense_tensor ...).
 *
 * Thread class: safe. Nothing here keeps state. */
#ifndef KERNELS_BTF_H
#define KERNELS_BTF_H

#include <kernels/status.h>
#include <kernels/tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A file: a view of bytes that the caller keeps alive and unchanged as long as it uses this. Nothing to finish. */
struct kernels_btf {
	const uint8_t *data;
	size_t size;
	uint64_t count; /* of tensors */
};

/* Where a tensor is. Offsets are from the start of the file, sizes in bytes. */
struct kernels_btf_record {
	enum kernels_tensor_kind kind; /* dense or coo */
	enum kernels_dtype dtype;
	struct kernels_shape shape;
	uint64_t offset, size;    /* of all of it, headers included */
	/* where the elements are, row-major (of a sparse one: the values), and their number */
	uint64_t elements, count;
	uint64_t indices;         /* sparse: where their i64 [count, rank] are; else 0 */
};

/* Every function that fails fills diag (may be NULL) with a sentence that names tensor and offset:
 *	"tensor 2: elements: 336 bytes at offset 88 are beyond the end of the file at 420" */

/* Looks at the table of offsets.
 * @return KERNELS_OK · KERNELS_E_CORRUPT the table does not fit the bytes */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_open(
	const void *data, size_t size, struct kernels_btf *out, struct kernels_diag *diag);

/* Looks at one tensor: all of it is within the file afterwards, and sparse indices have the right shape.
 * @return KERNELS_OK · KERNELS_E_NOT_FOUND there are not so many · KERNELS_E_CORRUPT · KERNELS_E_UNSUPPORTED more
 *         dimensions than tensors can have (KERNELS_MAX_RANK) */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_record(const struct kernels_btf *file, uint64_t index,
	struct kernels_btf_record *out, struct kernels_diag *diag);

/* Looks at everything: all tensors as above, all sparse indices within their tensor, all offsets multiples of 8, and
 * no two tensors on the same bytes.
 * @return as kernels_btf_record() · KERNELS_E_NOMEM */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_check(
	const struct kernels_btf *file, struct kernels_diag *diag);

/* Copies a tensor into memory of its own. allocator NULL: system.
 * @return as kernels_btf_record() · KERNELS_E_NOMEM. On success *out is the caller's, for kernels_tensor_finish() */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_tensor(const struct kernels_btf *file, uint64_t index,
	const struct async_allocator *allocator, struct kernels_tensor *out, struct kernels_diag *diag);

/* Makes a file of these tensors, in their order. The same tensors make the same bytes.
 * @param align  elements (of sparse tensors: values) begin at multiples of this in the file: a power of two, 8 to 4096
 * @return KERNELS_OK, *out_data is the caller's, for kernels_btf_free() with the same allocator (NULL: system) ·
 *         KERNELS_E_ARG align · KERNELS_E_UNSUPPORTED a tensor that the format has not: of strings, i1, f16 ... ·
 *         KERNELS_E_CORRUPT a tensor whose buffers do not fit its shape · KERNELS_E_NOMEM */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_write(const struct kernels_tensor *tensors, size_t count,
	size_t align, const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size,
	struct kernels_diag *diag);

/* The same tensors in a file with another alignment; what is in no tensor is left out.
 * @return as kernels_btf_record() and kernels_btf_write() */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_btf_align(const struct kernels_btf *file, size_t align,
	const struct async_allocator *allocator, uint8_t **out_data, size_t *out_size, struct kernels_diag *diag);

/* NULL is ignored */
KERNELS_API void kernels_btf_free(const struct async_allocator *allocator, uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
