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
