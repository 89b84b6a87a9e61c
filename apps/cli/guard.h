/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Temporary files that go when the program is stopped by SIGINT, SIGTERM or SIGHUP. */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

/* As mkstemp(); `path` must stay valid until cli_guard_end(). More than 8 at a time are made, but not guarded. */
int cli_guard_mkstemp(char *path);
/* Removes the files that are there. Safe in a signal handler. */
void cli_guard_remove(void);
/* The file has its name now, or is gone. Before `path` is freed. */
void cli_guard_end(const char *path);

#endif
