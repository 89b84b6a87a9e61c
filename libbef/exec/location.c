/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes the location of a kernel to file, line and column, on demand. */
#include "program.h"

#include <string.h>

#ifndef BEF_NO_MESSAGES
/* A text of any length; short texts, which are the normal case, need no allocation. */
struct text {
	char small[256];
	char *data;
	size_t size;
	const struct async_allocator *allocator;
};

static void text_location(struct text *text, const struct bef_file *file, uint64_t offset)
{
	const struct bef_reader *reader = &file->reader;
	text->allocator = file->arena.allocator;
	text->data = text->small;
	text->size = bef_location_text(reader, offset, text->small, sizeof text->small);
	if (text->size < sizeof text->small)
		return;
	char *large = async_alloc(text->allocator, text->size + 1, 1);
	if (large) {
		bef_location_text(reader, offset, large, text->size + 1);
		text->data = large;
	} else {
		text->size = sizeof text->small - 1;
	}
}

static void text_finish(struct text *text)
{
	if (text->data != text->small)
		async_free(text->allocator, text->data, text->size + 1, 1);
}
#endif

void bef__decode_location(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	const struct bef_file *file = (const struct bef_file *)source;
	const struct bef_reader *reader = &file->reader;
	struct async_place place;
	struct bef_location first;
#ifndef BEF_NO_MESSAGES
	struct text text = { { 0 }, NULL, 0, NULL };
	char debug[256];
	bool has_debug = false;
#endif
	uint64_t offset = handle;

	memset(&place, 0, sizeof place);
	if (bef_reader_location(reader, &offset, &first, NULL) != BEF_OK) {
		visit(ctx, &place);
		return;
	}
	if (first.kind == BEF_LOCATION_FILE) {
		place.file = first.string.data;
		place.file_size = first.string.size;
		place.line = first.line > UINT32_MAX ? UINT32_MAX : (uint32_t)first.line;
		place.column = first.column > UINT32_MAX ? UINT32_MAX : (uint32_t)first.column;
	}
#ifdef BEF_NO_MESSAGES /* file, line and column at most */
	visit(ctx, &place);
#else
	if (first.kind != BEF_LOCATION_FILE) {
		text_location(&text, file, handle);
		place.text = text.data;
		place.text_size = text.size;
	}
	size_t debug_size = bef_location_debug_text(reader, handle, debug, sizeof debug, &has_debug);
	if (has_debug) {
		place.debug = debug;
		place.debug_size = debug_size < sizeof debug ? debug_size : sizeof debug - 1;
	}
	visit(ctx, &place);
	if (text.data)
		text_finish(&text);
#endif
}
