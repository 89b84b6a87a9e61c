/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the parts of the writer. */
#ifndef SYCLBIN_SRC_WRITER_H
#define SYCLBIN_SRC_WRITER_H

#include "internal.h"
#include <syclbin/text.h>
#include <syclbin/writer.h>

struct syclbin__text_at {
	size_t at, size; /* in writer->texts */
};

struct syclbin__module {
	struct syclbin__text_at text;
	uint32_t count[2];
};

struct syclbin__image {
	struct syclbin__text_at text;
	struct syclbin_source source;
	uint32_t module;
	uint8_t kind;
};

struct syclbin_writer {
	struct syclbin_allocator allocator;
	struct bytecursor_buffer texts;   /* all texts, concatenated */
	struct bytecursor_buffer modules; /* struct syclbin__module */
	struct bytecursor_buffer images;  /* struct syclbin__image, in insertion order */
	uint32_t module_count, image_count, kind_count[2];
	struct syclbin__text_at global;
	bool has_global;
	uint64_t blob_size[2]; /* by kind */
	uint64_t text_size;    /* without the global metadata */
};

/* Undoes the additions after `mark`, which is a copy of the writer. */
void syclbin__writer_roll_back(struct syclbin_writer *writer, const struct syclbin_writer *mark);

static inline struct syclbin__module *syclbin__modules(const struct syclbin_writer *w)
{
	return (struct syclbin__module *)(void *)w->modules.data;
}

static inline struct syclbin__image *syclbin__images(const struct syclbin_writer *w)
{
	return (struct syclbin__image *)(void *)w->images.data;
}

/* The destination of the pieces. */
struct syclbin__out {
	syclbin_emit_fn emit;
	void *ctx;
	uint64_t size; /* bytes so far */
};
bool syclbin__emit(struct syclbin__out *out, const struct syclbin_source *piece);
bool syclbin__emit_memory(struct syclbin__out *out, const void *data, size_t size);
/* Emits zeros up to a multiple of 8. */
bool syclbin__emit_padding(struct syclbin__out *out);

/* Returns the order of images by kind, then module, then insertion; NULL: out of memory. Free it as
 * writer->image_count words. */
uint32_t *syclbin__order(const struct syclbin_writer *writer);

/* Writes the header and entries of an OffloadBinary. */
void syclbin__put_envelope(uint8_t *out, uint32_t version, uint64_t size, uint64_t count);
void syclbin__put_entry(uint8_t *out, uint64_t strings, uint64_t string_count, uint64_t image, uint64_t size);

/* writer_draft.c */
enum syclbin_status syclbin__emit_draft(struct syclbin_writer *writer, uint32_t envelope, struct syclbin__out *out,
	struct syclbin_diag *diag);

#endif
