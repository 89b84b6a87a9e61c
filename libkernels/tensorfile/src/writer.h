/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files that are written: a list of tensors, and a function for each format. */
#ifndef TENSORFILE_WRITER_PRIVATE_H
#define TENSORFILE_WRITER_PRIVATE_H

#include "internal.h"

#include <tensorfile/writer.h>

struct tensorfile_writer {
	enum tensorfile_format format;
	bool compress;
	struct tensorfile_tensor *tensors; /* names and dims in the arena */
	size_t count, room;
	struct tensorfile__pair *pairs;
	size_t pair_count, pair_room;
	struct tensorfile__arena arena;
};

/* Write all to the stream, whose errors the caller checks. */
enum tensorfile_status tensorfile__write_npy(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__write_npz(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__write_safetensors(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__write_gguf(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__write_btf(const struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag);

#endif
