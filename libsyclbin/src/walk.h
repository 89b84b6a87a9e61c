/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walk through nested containers. The step for each kind of container calls syclbin__walk_part() for what is inside, one level
 * deeper. Levels, items and decompressed bytes are limited. */
#ifndef SYCLBIN_WALK_H
#define SYCLBIN_WALK_H

#include "containers.h"
#include <syclbin/input.h>

struct syclbin__walk {
	struct syclbin_input *input;
	const struct syclbin_allocator *allocator;
	uint64_t limit; /* remaining bytes of decompressed output */
	/* remaining bytes to walk: the parts of a level do not overlap in legitimate files */
	uint64_t budget;
	uint32_t nesting, most;
	char path[512];
	struct syclbin_diag *diag;
	/* opens members of thin archives; NULL: none */
	syclbin_input_file_fn open_file;
	void *file_ctx;
	uint32_t files; /* opened */
};

/* What the enclosing containers specify about the bytes. */
struct syclbin__context {
	uint32_t depth;
	bool inflated;
	uint32_t envelope;
	uint16_t image_kind, offload_kind;
	struct syclbin_string triple, arch;
	struct syclbin_string file; /* the member of a thin archive that has the bytes; empty: the input */
};

enum { SYCLBIN__LONGEST_PATH = 4096 };

/* ---- input.c */
enum syclbin_status syclbin__walk_item(
	struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *c, bool is_syclbin);
/* What was skipped; `text` is static. `name` of a part, or empty. */
enum syclbin_status syclbin__walk_skip(struct syclbin__walk *w, const struct syclbin_span *bytes, struct syclbin_string name, const char *text,
	bool suspect);
/* Appends a name to the path. Returns what syclbin__walk_leave() needs to take it away. */
size_t syclbin__walk_enter(struct syclbin__walk *w, struct syclbin_string name);
void syclbin__walk_leave(struct syclbin__walk *w, size_t before);
/* Continues the walk in a part that is called `name`. */
enum syclbin_status syclbin__walk_part(struct syclbin__walk *w, const struct syclbin_span *part, const struct syclbin__context *context,
	struct syclbin_string name);
enum syclbin_status syclbin__walk_number(struct syclbin__walk *w, const struct syclbin_span *part, const struct syclbin__context *context,
	uint64_t number);
/* Decompresses, and walks the result. */
enum syclbin_status syclbin__walk_inflate(struct syclbin__walk *w, enum syclbin_method method, const struct syclbin_span *body,
	uint64_t size, const struct syclbin__context *context);
/* Takes over `size` bytes that were made of the input, and walks them. */
enum syclbin_status syclbin__walk_made(struct syclbin__walk *w, uint8_t *data, size_t size, size_t capacity,
	const struct syclbin__context *context, struct syclbin_string name);
/* `size` bytes that are not in the input are going to be walked. */
void syclbin__walk_more(struct syclbin__walk *w, size_t size);
/* A copy of the text that lasts until close; "" without memory. */
struct syclbin_string syclbin__walk_text(struct syclbin__walk *w, const char *text);

/* ---- walk.c: recognizes what the bytes are */
bool syclbin__is_known(const struct syclbin_span *bytes);
enum syclbin_status syclbin__walk_bytes(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context);

/* ---- steps. SYCLBIN_E_NOT_FOUND: there is no device code, and the bytes may be an image. */
enum syclbin_status syclbin__walk_offloads(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context);
bool syclbin__is_object(const struct syclbin_span *bytes);
enum syclbin_status syclbin__walk_object(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context);
/* An object file of which every section was seen, and none has device code. */
bool syclbin__lacks_code(const struct syclbin_span *bytes);
/* ---- walk_archive.c */
enum syclbin_status syclbin__walk_archive(struct syclbin__walk *w, const struct syclbin_span *bytes, const struct syclbin__context *context);
enum syclbin_status syclbin__walk_part_of_bundle(struct syclbin__walk *w, const struct syclbin_span *image, const struct syclbin__context *context,
	struct syclbin_string name);

#endif
