/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIGINT and SIGTERM while a program runs: the first cancels the request, the second ends the process with status
 * 130. */
#ifndef BEF_APP_INTERRUPT_H
#define BEF_APP_INTERRUPT_H

#include <async/request.h>
#include <stdbool.h>

enum { INTERRUPT_EXIT = 130 }; /* the status that shells report for SIGINT */

/* Begins to catch both signals, unless they are ignored. Returns false if out of memory or threads. One at a time
 * per process. */
bool interrupt_begin(void);
/* Sets the function that a signal calls, in another thread; calls it at once if a signal has come. NULL: none. `ctx` is
 * borrowed. */
void interrupt_set(void (*cancel)(void *ctx), void *ctx);
/* Tests whether a signal has come. */
bool interrupt_seen(void);
/* Restores the signals' former actions. */
void interrupt_end(void);

#endif
