/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays of a device, row-major and dense. Thread class: safe, but a buffer is destroyed when nobody else uses it. */
#ifndef PJRT_BEFKIT_BUFFER_H
#define PJRT_BEFKIT_BUFFER_H

#include "block.h"

#include <kernels/dtype.h>
#include <kernels/tensor.h>

/* The type and shape of an array. */
struct pjrt__shape {
	PJRT_Buffer_Type type;
	enum kernels_dtype dtype; /* INVALID for tokens, which have no data */
	struct kernels_shape shape;
	size_t size; /* bytes of its elements */
};

struct PJRT_Buffer {
	PJRT_OBJECT;
	PJRT_Memory *memory;
	struct pjrt__shape shape;
	struct pjrt__block *block;
	bool deleted;        /* atomic */
	uint32_t external;   /* atomic: references of the interface, each a use of the block */
	PJRT_Event *pending; /* when the data are there, or will not come; NULL: they are */
};

/* Checks what a caller says about an array. `dims` may be NULL for scalars. */
PJRT_Error *pjrt__shape_make(
	PJRT_Buffer_Type type, const int64_t *dims, size_t rank, struct pjrt__shape *out);
/* A row-major layout: NULL or what says so. */
PJRT_Error *pjrt__check_layout(const PJRT_Buffer_MemoryLayout *layout, const struct pjrt__shape *shape);
/* Whether these bytes are within the array. */
PJRT_Error *pjrt__check_range(const struct pjrt__shape *shape, int64_t offset, int64_t size);
/* Takes over the owner and the use of `block`, and one reference of `pending`, also after a failure: NULL, out of
 * memory. */
PJRT_Buffer *pjrt__buffer_create(
	PJRT_Memory *memory, const struct pjrt__shape *shape, struct pjrt__block *block, PJRT_Event *pending);
/* A buffer over the data of another one. */
PJRT_Error *pjrt__buffer_share(PJRT_Buffer *from, PJRT_Memory *memory, const struct pjrt__shape *shape, PJRT_Buffer **out);
/* A use of `buffer->block`, whose data may not be there yet. */
PJRT_Error *pjrt__buffer_hold(PJRT_Buffer *buffer);
/* Waits for the data and uses them, until pjrt__block_unuse(). */
PJRT_Error *pjrt__buffer_use(PJRT_Buffer *buffer, struct pjrt__block **out);
/* Drops the data, unless it was done before. */
void pjrt__buffer_delete(PJRT_Buffer *buffer);
void pjrt__buffer_destroy(PJRT_Buffer *buffer); /* NULL is ignored */

#endif
