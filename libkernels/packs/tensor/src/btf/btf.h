/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading tensors in the Binary Tensor Format, out of a file or out of memory. Layout: README.md. */
#ifndef KERNELS_TENSOR_BTF_H
#define KERNELS_TENSOR_BTF_H

#include <kernels/btf.h>
#include <kernels/kernels.h>
#include <stdarg.h>

enum btf_layout { BTF_DENSE = 0, BTF_COO = 1 };
enum { BTF_WORD = 8, BTF_HEADER = 16 };

/* Where reading has got to, and what went wrong first. */
struct btf_reader {
	const char *path;     /* for messages; NULL: none */
	int fd;               /* -1: `bytes` */
	const uint8_t *bytes;
	uint64_t index;       /* of the tensor */
	uint64_t at, end;     /* where in the file; its size */
	enum kernels_status status;
	char message[4608];   /* a path, and what is wrong */
};

/* Number of a type in the format, or -1. */
int kernels_tensor__btf_dtype(enum kernels_dtype dtype);

/* "PATH: tensor N: " and the rest; only the first failure counts. Returns false. */
bool kernels_tensor__btf_fail(struct btf_reader *r, enum kernels_status status, const char *format, ...)
	KERNELS_PRINTF(3, 4);
/* The message is all of it. */
bool kernels_tensor__btf_fail_plainly(struct btf_reader *r, enum kernels_status status, const char *format, ...)
	KERNELS_PRINTF(3, 4);

/* Reads the number of tensors; the table fits the file then. */
bool kernels_tensor__btf_take_count(struct btf_reader *r, uint64_t *out_count);
/* Goes to tensor r->index of `count`. */
bool kernels_tensor__btf_find(struct btf_reader *r, uint64_t count);

struct btf_header {
	enum kernels_dtype dtype;
	enum btf_layout layout;
	uint64_t rank;
};
/* What a header is to be: INVALID, BTF_ANY: anything that the format has, of up to KERNELS_MAX_RANK dimensions. */
enum { BTF_ANY = UINT8_MAX };
bool kernels_tensor__btf_take_header(struct btf_reader *r, enum kernels_dtype dtype, int layout, uint32_t rank,
	struct btf_header *out, struct kernels_shape *out_shape);
/* Passes over elements that are within the file. */
bool kernels_tensor__btf_take_elements(struct btf_reader *r, enum kernels_dtype dtype,
	const struct kernels_shape *shape, uint64_t *out_at, uint64_t *out_count);
/* Copies `size` bytes from `at` on, in the order that this machine has for elements of `width` bytes. */
bool kernels_tensor__btf_copy(struct btf_reader *r, uint64_t at, void *out, uint64_t size, size_t width);

/* A whole tensor, of that kind, type and rank or of any, as a record; then as a tensor: of a file in place if
 * possible, else in memory of its own. */
bool kernels_tensor__btf_take_record(
	struct btf_reader *r, enum kernels_dtype dtype, int layout, uint32_t rank, struct kernels_btf_record *out);
bool kernels_tensor__btf_load(struct btf_reader *r, const struct kernels_btf_record *record,
	const struct async_allocator *allocator, struct kernels_tensor *out);

/* The elements of a dense record of an open file where they lie in it (btf_map.c); false: out of memory, r has
 * failed. *out NULL: they cannot stay there, or are so few that copying them is quicker. */
bool kernels_tensor__btf_map(struct btf_reader *r, const struct kernels_btf_record *record,
	const struct async_allocator *allocator, struct kernels_buffer **out);

/* Elements between the format's order and this machine's. */
void kernels_tensor__btf_swap(void *data, uint64_t size, size_t width);

/* ---- kernels (btf.c) */

void kernels_tensor__read_btf(struct kernels_frame *frame, enum kernels_tensor_kind kind, enum kernels_dtype dtype,
	uint32_t rank);

#endif
