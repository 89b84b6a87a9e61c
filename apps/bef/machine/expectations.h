/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Matches diagnostics against expected-... comments, like MLIR's verifying diagnostic handler:
 *
 *	expected-error {{text}}              on this line; also -warning, -remark, -note
 *	expected-error@+2 {{text}}           two lines below; @-1, @above, @below
 *	expected-error-re {{a {{[0-9]+}}}}   with regular expressions in double braces
 *
 * A file is searched for these comments when the first diagnostic names it. */
#ifndef BEF_APP_EXPECTATIONS_H
#define BEF_APP_EXPECTATIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Thread class: one-at-a-time. */
struct expectations;
struct expectations *expectations_create(void); /* NULL when out of memory */
void expectations_destroy(struct expectations *expectations);

/* Handles an error at a place of a file. Prints it to `out` unless a comment expects it.
 * @return true if it was expected */
bool expectations_meet(struct expectations *expectations, FILE *out, const char *file, size_t file_size, uint32_t line,
	uint32_t column, const char *message);

/* Tests whether a comment expects an error at a place; prints nothing. */
bool expectations_has(struct expectations *expectations, FILE *out, const char *file, size_t file_size, uint32_t line,
	const char *message);

/* Prints expected diagnostics that did not occur. @return true if there were none. */
bool expectations_finish(struct expectations *expectations, FILE *out);

#endif
