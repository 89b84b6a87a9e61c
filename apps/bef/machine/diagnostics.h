/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles errors of a run: prints them to stderr immediately, or compares them with expected-... comments
 * (--verify-diagnostics). */
#ifndef BEF_APP_DIAGNOSTICS_H
#define BEF_APP_DIAGNOSTICS_H

#include "machine/expectations.h"

#include <async/error.h>
#include <pthread.h>
#include <stdbool.h>

/* Thread class: safe between init and finish. */
struct diagnostics {
	pthread_mutex_t lock;
	struct expectations *expectations; /* NULL: print every error */
	bool failed;                       /* an unexpected error occurred */
};

bool diagnostics_init(struct diagnostics *diagnostics, bool verify); /* false: out of memory */

/* Reports an error at its place; `place` NULL: unknown; `origin`: the kernel, NULL: none. */
void diagnostics_report(struct diagnostics *diagnostics, const struct async_place *place, const char *origin,
	const char *message);
/* The callback of struct async_host for diagnostics_report(); ctx is the struct diagnostics. */
void diagnostics_host_report(void *ctx, const struct async_error *error);

/* Reports expected errors that did not occur, and frees. @return true if there was no failure */
bool diagnostics_finish(struct diagnostics *diagnostics);

#endif
