/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where errors of a run go: to stderr as they come, or past the comments that expect them (--verify-diagnostics). */
#ifndef BEF_APP_DIAGNOSTICS_H
#define BEF_APP_DIAGNOSTICS_H

#include "expectations.h"

#include <async/error.h>
#include <pthread.h>
#include <stdbool.h>

/* Thread class: safe between init and finish. */
struct diagnostics {
	pthread_mutex_t lock;
	struct expectations *expectations; /* NULL: print every error */
	bool failed;                       /* an error came that was not expected */
};

bool diagnostics_init(struct diagnostics *diagnostics, bool verify); /* false: out of memory */

/* An error at its place; `place` NULL: not known; `origin`: the kernel, NULL: none. */
void diagnostics_report(struct diagnostics *diagnostics, const struct async_place *place, const char *origin,
	const char *message);
/* The same as a callback of struct async_host; ctx is the struct diagnostics. */
void diagnostics_host_report(void *ctx, const struct async_error *error);

/* Says what was expected and did not come, and frees. @return true when nothing went wrong */
bool diagnostics_finish(struct diagnostics *diagnostics);

#endif
