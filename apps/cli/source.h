/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Source files that locations name, read once, and messages that show a line of them. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct source {
	struct source *next;
	char *name; /* NUL-terminated */
	size_t name_size;
	char *text; /* NULL: there is no such file */
	size_t size;
};

/* Gives the text of an input that was read, so that source_get() does not open it again: it may be a pipe. The text is
 * borrowed until the next call, which forgets it. NULL: none. */
void source_remember(const char *name, const char *text, size_t size);

/* Prints a line of a text and a caret below the column, counted in bytes from 1, if --show-source was given or stderr is a
 * terminal. Control characters show as '?'; of a long line only what is near the column. */
void source_show(const char *text, size_t size, uint64_t line, uint64_t column);
/* The same for a place in a file that is read for it. */
void source_show_file(const char *name, size_t name_size, uint64_t line, uint64_t column);

/* Finds or reads the file `name`; the list owns it. NULL when out of memory. */
struct source *source_get(struct source **list, const char *name, size_t name_size);
void source_list_finish(struct source *list);

/* Line `number` (from 1) without its end; *out_size its length. NULL when there is none. */
const char *source_line(const struct source *source, uint32_t number, size_t *out_size);

/* "NAME:L:C: error: MESSAGE", the line and a caret under the column with `wavy` places of it marked, in the layout of
 * LLVM's source manager. Without text of that place the message alone. */
void source_message(
	FILE *out, const struct source *source, uint32_t line, uint32_t column, size_t wavy, const char *message);

#endif
