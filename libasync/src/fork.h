/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork() in a program with several threads: ensures that the child never inherits a lock of a process-wide table that a
 * thread of the parent holds. */
#ifndef ASYNC_SRC_FORK_H
#define ASYNC_SRC_FORK_H

#include <stdbool.h>

/* Called before a process-wide lock is first taken; cheap afterwards. */
void async__fork_prepare(void);

/* Each table takes its lock before fork() and releases it afterwards, in parent and child. */
void async__forked_before_fork(void);
void async__forked_after_fork(bool in_child);
void async__types_before_fork(void);
void async__types_after_fork(void);
void async__misuse_before_fork(void);
void async__misuse_after_fork(void);
void async__trace_before_fork(void);
void async__trace_after_fork(void);
void async__cached_before_fork(void);
void async__cached_after_fork(void);

#endif
