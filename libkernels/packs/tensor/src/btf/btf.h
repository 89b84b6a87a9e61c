/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads tensors in the Binary Tensor Format from a file or from memory. Layout: README.md. */
#ifndef KERNELS_TENSOR_BTF_H
#define KERNELS_TENSOR_BTF_H

#include <kernels/btf.h>
#include <kernels/kernels.h>
#include <stdarg.h>

enum btf_layout { BTF_DENSE = 0, BTF_COO = 1 };
enum { BTF_WORD = 8, BTF_HEADER = 16 };

/* The state of a reader: its position and the first error. */
struct btf_reader {
	const char *path;     /* for messages; NULL: none */
	int fd;               /* -1: `bytes` */
	const uint8_t *bytes;
	struct async_request *request; /* reading a file ends when it is cancelled; NULL: none */
	uint64_t index;       /* of the tensor */
	uint64_t at, end;     /* position in the file; size of the file */
	enum kernels_status status;
	char message[4608];   /* room for a path and the error */
};

/* Number of a type in the format, or -1. */
int kernels_tensor__btf_dtype(enum kernels_dtype dtype);

/* Stores "PATH: tensor N: " and the message, unless there is an error. Returns false. */
bool kernels_tensor__btf_fail(struct btf_reader *r, enum kernels_status status, const char *format, ...)
	KERNELS_PRINTF(3, 4);
/* As above, without the prefix. */
bool kernels_tensor__btf_fail_plainly(struct btf_reader *r, enum kernels_status status, const char *format, ...)
	KERNELS_PRINTF(3, 4);

/* Reads the number of tensors and checks that the table is within the file. */
bool kernels_tensor__btf_take_count(struct btf_reader *r, uint64_t *out_count);
/* Moves to tensor r->index of `count`. */
bool kernels_tensor__btf_find(struct btf_reader *r, uint64_t count);

struct btf_header {
	enum kernels_dtype dtype;
	enum btf_layout layout;
	uint64_t rank;
};
/* The expected properties of a header. INVALID, BTF_ANY: any of the format, with at most KERNELS_MAX_RANK
 * dimensions. */
enum { BTF_ANY = UINT8_MAX };

/* Reads a whole tensor, of this kind, type and rank or of any, as a record; then as a tensor, a copy. */
bool kernels_tensor__btf_take_record(
	struct btf_reader *r, enum kernels_dtype dtype, int layout, uint32_t rank, struct kernels_btf_record *out);
bool kernels_tensor__btf_load(struct btf_reader *r, const struct kernels_btf_record *record,
	const struct async_allocator *allocator, struct kernels_tensor *out);

/* Converts elements between little-endian and host byte order. */
void kernels_tensor__btf_swap(void *data, uint64_t size, size_t width);

/* ---- kernels (btf.c) */

void kernels_tensor__read_btf(struct kernels_frame *frame, enum kernels_tensor_kind kind, enum kernels_dtype dtype,
	uint32_t rank);

#endif
