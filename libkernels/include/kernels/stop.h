/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Early end of long computations. A kernel that computes for more than about a millisecond sets the request for which
 * its thread computes, and its inner loops check from time to time whether the request was cancelled or is past its
 * deadline.
 *
 *	struct kernels_stop stop;
 *	kernels_stop_begin(&stop, request);
 *	compute();                                      loops leave when kernels_stopped()
 *	if (kernels_stop_end(&stop))
 *		fail with async_request_cancelled(request);     the results are arbitrary
 *
 * The results of a loop that left early are discarded, so they may have any contents; but code after the loop must
 * not use them as indices. A kernel that gives parts to other threads passes the request on to them:
 * kernels_stop_request(). */
#ifndef KERNELS_STOP_H
#define KERNELS_STOP_H

#include <async/request.h>
#include <kernels/export.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A scope in which a thread computes for a request. The caller keeps it from begin to end, in one thread; scopes of
 * a thread are nested. Thread class: owner. */
struct kernels_stop {
	struct async_request *request; /* NULL: nothing ends the computation */
	struct async_request *outer;   /* for which this thread computed before */
};

/* Sets the request for which this thread computes, and returns the previous one; both may be NULL. Borrowed: the
 * request must exist until another one is set. Thread class: safe */
KERNELS_API struct async_request *kernels_stop_swap(struct async_request *request);
/* The request for which this thread computes; NULL: none. Thread class: safe */
KERNELS_API struct async_request *kernels_stop_request(void);
/* Returns whether that request has been cancelled, also by its deadline; once true, always true. Takes 2 to 25 ns.
 * Thread class: safe */
KERNELS_API bool kernels_stopped(void);

/* The request must exist until the end. Thread class: safe */
static inline void kernels_stop_begin(struct kernels_stop *stop, struct async_request *request)
{
	stop->request = request;
	stop->outer = kernels_stop_swap(request);
}
/* Returns whether the results must be discarded. */
static inline bool kernels_stop_end(const struct kernels_stop *stop)
{
	(void)kernels_stop_swap(stop->outer);
	return stop->request && async_request_cancelled(stop->request) != NULL;
}

/* For loops: counts steps of a few nanoseconds in *did, which begins with 0, and calls kernels_stopped() every
 * KERNELS_STOP_STEPS steps. */
#define KERNELS_STOP_STEPS 65536u
static inline bool kernels_stops(uint32_t *did, uint64_t steps)
{
	if (steps < KERNELS_STOP_STEPS - *did) {
		*did += (uint32_t)steps;
		return false;
	}
	*did = 0;
	return kernels_stopped();
}

#ifdef __cplusplus
}
#endif

#endif
