/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork() in a program with several threads: no lock of the process-wide tables is held by a thread that the child lacks. */
#ifndef ASYNC_SRC_FORK_H
#define ASYNC_SRC_FORK_H

/* Called before a process-wide lock is first taken; cheap afterwards. */
void async__fork_prepare(void);

/* Each table takes its lock before fork() and gives it back afterwards, in parent and child. */
void async__types_before_fork(void);
void async__types_after_fork(void);
void async__misuse_before_fork(void);
void async__misuse_after_fork(void);
void async__trace_before_fork(void);
void async__trace_after_fork(void);
void async__cached_before_fork(void);
void async__cached_after_fork(void);

#endif
