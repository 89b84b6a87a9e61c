/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Growable buffers. They report a failure to their job; after a failure these functions do nothing. */
#ifndef MLIRBC_SRC_BUFFER_H
#define MLIRBC_SRC_BUFFER_H

#include "ir/job.h"

/* A growable array of bytes, or of items of one size. */
struct mlirbc__out {
	void *data;
	size_t size, room; /* bytes */
};
#define MLIRBC__ITEMS(out, type) ((out)->size / sizeof(type))

/* Appends `size` uninitialized bytes and returns them. NULL on failure. */
void *mlirbc__out_more(struct mlirbc__job *job, struct mlirbc__out *out, size_t size);
static inline void mlirbc__out_put(struct mlirbc__job *job, struct mlirbc__out *out, const void *data, size_t size)
{
	void *more;
	if (size == 0)
		return;
	if (size <= out->room - out->size) {
		more = (uint8_t *)out->data + out->size;
		out->size += size;
	} else {
		more = mlirbc__out_more(job, out, size);
	}
	if (more)
		memcpy(more, data, size);
}
void mlirbc__out_byte(struct mlirbc__job *job, struct mlirbc__out *out, uint8_t byte);
void mlirbc__out_finish(struct mlirbc__job *job, struct mlirbc__out *out);

#endif
