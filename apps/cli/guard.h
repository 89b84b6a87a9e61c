/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Temporary files that are removed if SIGINT, SIGTERM or SIGHUP stops the program, and mapped inputs. */
#ifndef CLI_GUARD_H
#define CLI_GUARD_H

/* Like mkstemp(); `path` must stay valid until cli_guard_end(). At most 8 files are guarded at a time; further ones
 * are created without a guard. */
int cli_guard_mkstemp(char *path);
/* Removes the existing files. Async-signal-safe. */
void cli_guard_remove(void);
/* The file has been renamed or removed. Call this before freeing `path`. */
void cli_guard_end(const char *path);

/* Mapped inputs (`guard_mappings` of struct cli_program): ends the program with an error, instead of a signal, if one is truncated while it
 * is read. */
void cli_guard_mappings(void);
/* For what the signal does not show, as a file that lost less than a page. Call this before a mapping is closed and before an output gets its
 * name. @return CLI_GOOD, or CLI_SYSTEM after a message, then and from then on: a mapped input has changed */
int cli_guard_check(void);

#endif
