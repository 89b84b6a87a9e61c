/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events for observers; see struct bef_observer. */
#ifndef BEF_EXEC_WATCH_H
#define BEF_EXEC_WATCH_H

#include "program.h"

/* Small programs send no events to observers. */
#ifdef BEF_NO_OPTIONAL
enum { BEF__WATCH = 0 };
#else
enum { BEF__WATCH = 1 };
#endif

/* One watched execution: for each kernel, when it became ready, which kernel's result made it so, and
 * whether that came after its kernel had returned. */
struct bef__watch {
	uint64_t execution, parent;
	uint32_t parent_kernel;
	struct bef__watched {
		uint64_t ready;
		uint32_t cause;
		bool late;
	} kernels[];
};

/* Numbers a new execution and records the calling kernel. */
void bef__watch_start(
	const struct bef__function *f, uint64_t *out_execution, uint64_t *out_parent, uint32_t *out_parent_kernel);
/* For a new frame; NULL when out of memory: the observer then gets no events of this execution. */
struct bef__watch *bef__watch_create(const struct bef__function *f, const struct async_allocator *allocator);
void bef__watch_destroy(
	struct bef__watch *watch, const struct bef__function *f, const struct async_allocator *allocator);
void bef__watch_ready(struct bef__watch *watch, uint32_t kernel, uint32_t cause, bool late);

/* Around a kernel: begin() notes the time and what runs now, end() reports the kernel. */
struct bef__watch_outer {
	struct bef_file *file;
	const struct kernels_site *site, *watched;
	uint64_t execution, inside, begun;
	uint32_t kernel;
};
struct bef__watch_outer bef__watch_begin(const struct bef__function *f, uint64_t execution, uint32_t kernel);
void bef__watch_end(const struct bef__function *f, struct bef__watch_outer outer, struct bef_event *event);

/* Tests whether the observer wants late results. Then frame kernels are called through bef__watch_frame(), which awaits
 * their results; otherwise no code runs for this. */
bool bef__watch_late(const struct bef_file *file);
/* Sets `watch` of a new file whose observer wants to know of work outside of kernels. */
void bef__watch_work(struct bef_file *file);
void bef__watch_frame(struct kernels_frame *call);

#endif
