/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIGINT and SIGTERM while a program runs: the first cancels what runs, the second ends the process with status 130. */
#ifndef BEF_APP_INTERRUPT_H
#define BEF_APP_INTERRUPT_H

#include <async/request.h>
#include <stdbool.h>

enum { INTERRUPT_EXIT = 130 }; /* as shells report SIGINT */

/* Begins to catch both signals, unless they are ignored. False: no memory or threads. One at a time per process. */
bool interrupt_begin(void);
/* Names the request that a signal cancels, at once if a signal has come; NULL: none. It stays the caller's. */
void interrupt_request(struct async_request *request);
/* Whether a signal has come. */
bool interrupt_seen(void);
/* Restores the signals' former actions. */
void interrupt_end(void);

#endif
