/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The end of a program of a job whose time is up, and that waits in a call of the launcher's library, which nothing can interrupt. */
#ifndef BEF_APP_WATCHDOG_H
#define BEF_APP_WATCHDOG_H

#include <kernels/process.h>

/* From now on waits of the job end at the deadline. A program that has not ended by itself soon after, or that still waits for its start
 * then, ends with a message and CLI_BAD. `timeout`: the text of --timeout. Returns false if there is no memory or thread. */
bool watchdog_begin(const struct kernels_job *job, const char *timeout, uint64_t deadline);
/* While the program waits for the start of the job. */
void watchdog_starting(bool starting);
/* The program ends by itself. Also without watchdog_begin(). */
void watchdog_end(void);

#endif
