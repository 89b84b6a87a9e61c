/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts that many records of a page share: each is written once, and records have its number. */
#include "page.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct html_text {
	size_t size, number;
	char data[];
};

static int compare(const void *a, const void *b)
{
	const struct html_text *x = a, *y = b;
	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return memcmp(x->data, y->data, x->size);
}

/* Appends a text that is in the tree. */
static bool list_text(struct html_texts *texts, struct html_text *text)
{
	if (texts->count == texts->capacity) {
		const size_t capacity = texts->capacity ? 2 * texts->capacity : 64;
		struct html_text **list = realloc(texts->list, capacity * sizeof *list);
		if (!list)
			return false;
		texts->list = list;
		texts->capacity = capacity;
	}
	texts->list[texts->count++] = text;
	text->number = texts->count;
	return true;
}

size_t html_texts_number(struct html_texts *texts, const char *data, size_t size)
{
	if (size == 0 || texts->failed)
		return 0;
	struct html_text *made = malloc(sizeof *made + size);
	if (made) {
		made->size = size;
		memcpy(made->data, data, size);
	}
	struct html_text **node = made ? tsearch(made, &texts->tree, compare) : NULL;
	if (!node) {
		free(made);
		texts->failed = true;
		return 0;
	}
	struct html_text *known = *node;
	if (known != made) {
		free(made);
	} else if (!list_text(texts, made)) {
		tdelete(made, &texts->tree, compare);
		free(made);
		texts->failed = true;
		return 0;
	}
	return known->number;
}

bool html_texts_end(struct html_texts *texts, FILE *out, const char *id)
{
	html_json_begin(out, id);
	putc('[', out);
	for (size_t i = 0; i < texts->count; i++) {
		fputs(i ? ",\n" : "\n", out);
		html_json_string(out, texts->list[i]->data, texts->list[i]->size);
	}
	putc(']', out);
	html_json_end(out);
	for (size_t i = 0; i < texts->count; i++) {
		tdelete(texts->list[i], &texts->tree, compare);
		free(texts->list[i]);
	}
	free(texts->list);
	const bool good = !texts->failed;
	*texts = (struct html_texts){ .failed = false };
	return good;
}
