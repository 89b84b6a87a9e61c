/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes files of tensors.
 *
 *	tensorfile_writer_create(TENSORFILE_SAFETENSORS, &writer, &diag);
 *	tensorfile_writer_add(writer, "w", TENSORFILE_F32, 2, dims, data, &diag);
 *	tensorfile_writer_save(writer, "w.safetensors", &diag);
 *	tensorfile_writer_destroy(writer);
 *
 * The same tensors in the same order give the same bytes. Memory comes from malloc().
 * Thread class: owner. */
#ifndef TENSORFILE_WRITER_H
#define TENSORFILE_WRITER_H

#include <stdio.h>
#include <tensorfile/file.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tensorfile_writer;

/* @param out_writer  released with tensorfile_writer_destroy(); NULL after a failure
 * @return TENSORFILE_OK · TENSORFILE_E_ARG there is no such format · TENSORFILE_E_NOMEM */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_writer_create(
	enum tensorfile_format format, struct tensorfile_writer **out_writer, struct tensorfile_diag *diag);
TENSORFILE_API void tensorfile_writer_destroy(struct tensorfile_writer *writer); /* NULL is ignored */

/* Adds a tensor. Name and shape are copied. A .npy file has one, whose name does not matter; those of BTF have none.
 * @param data  row-major in the byte order of this machine; stays until the file is written. Quantized types: blocks
 *              as in the format
 * @return TENSORFILE_OK · TENSORFILE_E_ARG the name is there already or not UTF-8, a shape that is negative, has too
 *         many dimensions or does not fill blocks, a second tensor of .npy · TENSORFILE_E_UNSUPPORTED the format does
 *         not have the type · TENSORFILE_E_NOMEM */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_writer_add(struct tensorfile_writer *writer,
	const char *name, enum tensorfile_dtype dtype, uint32_t rank, const int64_t *dims, const void *data,
	struct tensorfile_diag *diag);
/* Adds a text to the metadata of safetensors or GGUF. Texts are copied.
 * @return TENSORFILE_OK · TENSORFILE_E_ARG the key is there already, or a text is not UTF-8 ·
 *         TENSORFILE_E_UNSUPPORTED by the format · TENSORFILE_E_NOMEM */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_writer_metadata(
	struct tensorfile_writer *writer, const char *key, const char *value, struct tensorfile_diag *diag);
/* Deflates the arrays of .npz. @return TENSORFILE_OK · TENSORFILE_E_UNSUPPORTED by the format, or there is no zlib */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_writer_compress(
	struct tensorfile_writer *writer, struct tensorfile_diag *diag);

/* Writes the file to a stream, which is flushed. Nothing is changed, so it may be repeated.
 * @return TENSORFILE_OK · TENSORFILE_E_IO, errno has the reason · TENSORFILE_E_STATE a .npy file without a tensor ·
 *         TENSORFILE_E_NOMEM */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_writer_write(
	struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag);
/* Writes the file under another name beside `path`, and renames it: after a failure, the old file is
 * there unchanged. The new one has the access of the old one. A symbolic link is replaced. */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_writer_save(
	struct tensorfile_writer *writer, const char *path, struct tensorfile_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
