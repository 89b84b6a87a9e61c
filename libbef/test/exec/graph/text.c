/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs through MLIR text, in builds with libbef-mlir. */
#include "graph.h"

#ifdef GRAPH_TEXT
#include <bef/translate.h>

#include <stdlib.h>
#include <string.h>

struct text {
	char *bytes;
	size_t size, room;
};

static bool append(void *ctx, const char *bytes, size_t size)
{
	struct text *text = ctx;
	if (text->size + size > text->room) {
		text->room = 2 * (text->size + size);
		text->bytes = realloc(text->bytes, text->room);
		if (!text->bytes)
			abort();
	}
	memcpy(text->bytes + text->size, bytes, size);
	text->size += size;
	return true;
}

uint8_t *graph_through_text(uint8_t *bytes, bool generic, size_t *size, struct bef_diag *diag)
{
	const struct bef_disassemble_options options = {
		.size = sizeof options, .generic = generic, .locations = true
	};
	struct text text = { NULL, 0, 0 };
	uint8_t *data = NULL, *copy = NULL;
	enum bef_status status = bef_disassemble_text(bytes, *size, NULL, &options, append, &text, diag);
	free(bytes);
	if (status == BEF_OK)
		status = bef_assemble_text(text.bytes, text.size, "graph.mlir", NULL, NULL, &data, size, diag);
	free(text.bytes);
	if (status != BEF_OK)
		return NULL;
	copy = malloc(*size);
	if (!copy)
		abort();
	memcpy(copy, data, *size);
	bef_assemble_free(NULL, data, *size);
	return copy;
}
#else
uint8_t *graph_through_text(uint8_t *bytes, bool generic, size_t *size, struct bef_diag *diag)
{
	(void)generic, (void)size, (void)diag;
	return bytes;
}
#endif
