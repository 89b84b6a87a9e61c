/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Source files named by locations, read once, and messages that show a line of them. */
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
	char *text; /* NULL: the file does not exist */
	size_t size;
};

/* Sets the text of an input that was already read, so that source_get() does not open it again: it may be a pipe.
 * The text is borrowed until the next call, which replaces it. NULL: none. */
void source_remember(const char *name, const char *text, size_t size);

/* Like source_show() of cli.h, for a location in a file, which is read first. */
void source_show_file(const char *name, size_t name_size, uint64_t line, uint64_t column);

/* Finds or reads the file `name`; the list owns it. NULL when out of memory. */
struct source *source_get(struct source **list, const char *name, size_t name_size);
void source_list_finish(struct source *list);

/* Prints "NAME:L:C: error: MESSAGE", the source line, and a caret below the column with `wavy` columns marked, in
 * the layout of LLVM's source manager. If the text is not available, prints only the message. */
void source_message(
	FILE *out, const struct source *source, uint32_t line, uint32_t column, size_t wavy, const char *message);

#endif
