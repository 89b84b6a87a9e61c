/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times of work that a kernel does outside of its function: tasks that continue it, and parts that other threads
 * compute. Executors with an observer set `watch` of their sites; otherwise each function below is one comparison. */
#ifndef KERNELS_WATCH_H
#define KERNELS_WATCH_H

#include <kernels/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A period of work for a site. The caller keeps it from begin to end, in one thread; periods of a thread are nested. */
struct kernels_work {
	const struct kernels_site *site; /* NULL: not observed */
	const struct kernels_site *outer; /* the site for which this thread worked before */
	uint64_t begun, inside; /* for the executor */
};

/* Part of an executor. Thread class: immutable; the functions are called by several threads. */
struct kernels_watch {
	/* sizeof(struct kernels_watch). Not set: work is not observed, and each period is reported as
	 * ASYNC_MISUSE_BAD_ARGUMENT */
	size_t size;
	void (*begin)(const struct kernels_watch *self, struct kernels_work *work);
	void (*end)(const struct kernels_watch *self, struct kernels_work *work);
};

/* The observed site for which this thread works, in the function of its kernel or between begin and end; NULL: none.
 * A kernel that gives parts to other threads passes it to them. Borrowed: valid while the kernel has not completed
 * its results. Thread class: safe */
KERNELS_API const struct kernels_site *kernels_watched_site(void);
/* For executors: sets the site, and returns the previous one. Thread class: safe */
KERNELS_API const struct kernels_site *kernels_watch_swap(const struct kernels_site *site);

KERNELS_API void kernels_work_begin_(struct kernels_work *work); /* private, as the next */
KERNELS_API void kernels_work_end_(struct kernels_work *work);

/* Encloses work for the site, which may be NULL. It must exist until kernels_work_end(). Thread class: safe */
static inline void kernels_work_begin(struct kernels_work *work, const struct kernels_site *site)
{
	work->site = site && site->watch ? site : NULL;
	if (work->site)
		kernels_work_begin_(work);
}
static inline void kernels_work_end(struct kernels_work *work)
{
	if (work->site)
		kernels_work_end_(work);
}

#ifdef __cplusplus
}
#endif

#endif
