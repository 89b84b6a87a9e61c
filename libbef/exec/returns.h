/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A function returns after all its kernels: its results are not available before every kernel was run, or waits for a late value. */
#ifndef BEF_EXEC_RETURNS_H
#define BEF_EXEC_RETURNS_H

#include "frame.h"

/* Programs that are compiled for size return as TFRT's do: as soon as the results are there. */
#if BEF__LARGE
#define BEF__RETURNS_LAST(f) ((f)->returns_last)
#else
#define BEF__RETURNS_LAST(f) ((void)(f), false)
#endif

/* When the program is opened: may a result be available before a kernel has run that does more than compute its results? */
bool bef__returns_last(const struct bef__function *f);

/* Parts of an execution that run kernels and that the function waits for: the call, and what it gives to the queue. Only for functions
 * that return last. */
static inline void bef__part_begin(struct bef__frame *frame)
{
	if (BEF__RETURNS_LAST(frame->function))
		__atomic_add_fetch(&frame->parts, 1, __ATOMIC_RELAXED); /* relaxed: the caller is such a part itself */
}
void bef__part_end_(struct bef__frame *frame);
static inline void bef__part_end(struct bef__frame *frame)
{
	if (BEF__RETURNS_LAST(frame->function))
		bef__part_end_(frame);
}

/* The call has run all kernels that are ready for it. Ends its part; if there are others, results[] become values that are available
 * after these. */
void bef__return_last(struct bef__frame *frame, struct async_value **results);

#endif
