/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads files of tensors: .npy, .npz, safetensors (also several files with an index), GGUF, and BTF, TFRT's tensor
 * format.
 *
 *	struct tensorfile_options options = { .size = sizeof options, .mapped = true };
 *	tensorfile_open("model.safetensors", &options, &file, &diag);
 *	const struct tensorfile_tensor *w = tensorfile_find(file, "layer.0.weight");
 *	use(w->data ? w->data : copy);      copy: after tensorfile_read(file, w, w->dtype, copy, size, &diag)
 *	tensorfile_close(file);
 *
 * Every file is checked when it is opened: names are unique, tensors lie within the file and do not overlap, and
 * sizes are those of shapes and types. Memory grows with the table of tensors, never with sizes that a file claims.
 * It comes from malloc().
 *
 * Thread class: immutable once it is open; tensorfile_close() is called when no other thread uses the file. */
#ifndef TENSORFILE_FILE_H
#define TENSORFILE_FILE_H

#include <stdbool.h>
#include <tensorfile/dtype.h>
#include <tensorfile/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tensorfile_format {
	TENSORFILE_NPY = 1,
	TENSORFILE_NPZ = 2,
	TENSORFILE_SAFETENSORS = 3, /* also model.safetensors.index.json with the files that it names */
	TENSORFILE_GGUF = 4,
	TENSORFILE_BTF = 5
};
/* "npy", "npz", "safetensors", "gguf", "btf"; "?" for an unknown number. Static text. */
TENSORFILE_API const char *tensorfile_format_name(enum tensorfile_format format);

struct tensorfile;

/* A tensor of an open file; valid until the file is closed. */
struct tensorfile_tensor {
	/* NUL-terminated. The array of a .npy file has the name ""; those of a .npz file are without ".npy"; tensors
	 * of BTF have their number, "0". */
	const char *name;
	enum tensorfile_dtype dtype;
	uint32_t rank;
	const int64_t *dims; /* the last dimension varies fastest, also for GGUF, which stores them in reverse */
	uint64_t elements;
	uint64_t bytes;      /* of the elements with this type */
	/* The elements in the file, row-major in the byte order of this machine, with any alignment; mostly one of 8
	 * bytes or more. NULL: they are compressed, or stored in another order, so tensorfile_read() is needed. */
	const void *data;
};

struct tensorfile_options {
	size_t size; /* sizeof(struct tensorfile_options) */
	/* A regular file is mapped instead of read: opening takes no time for its elements. The caller ensures that
	 * the file is neither truncated nor written until it is closed, or calls tensorfile_mapping_guard() and
	 * tensorfile_is_intact(). */
	bool mapped;
};

/* Opens a file; its content decides the format. JSON is an index of safetensors, whose files are in its folder. BTF
 * has no magic number: it is what begins with a table of tensors that fits.
 * @param options   NULL: defaults
 * @param out_file  closed with tensorfile_close(); NULL after a failure
 * @return TENSORFILE_OK · TENSORFILE_E_ARG options · TENSORFILE_E_IO, errno has the reason · TENSORFILE_E_MAGIC
 *         another format · TENSORFILE_E_VERSION · TENSORFILE_E_UNSUPPORTED a type of GGUF that is not in dtype.h ·
 *         TENSORFILE_E_TRUNCATED · TENSORFILE_E_CORRUPT · TENSORFILE_E_SYNTAX of a header · TENSORFILE_E_NOT_FOUND a
 *         file of an index lacks a tensor · TENSORFILE_E_NOMEM */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_open(const char *path,
	const struct tensorfile_options *options, struct tensorfile **out_file, struct tensorfile_diag *diag);
/* As above, for bytes in memory, which must stay until the file is closed; not an index. */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_open_memory(
	const void *data, size_t size, struct tensorfile **out_file, struct tensorfile_diag *diag);
TENSORFILE_API void tensorfile_close(struct tensorfile *file); /* NULL is ignored */

TENSORFILE_API enum tensorfile_format tensorfile_format_of(const struct tensorfile *file);
/* The tensors in the order of the file. @return NULL: there is none with this number */
TENSORFILE_API size_t tensorfile_count(const struct tensorfile *file);
TENSORFILE_API const struct tensorfile_tensor *tensorfile_at(const struct tensorfile *file, size_t index);
/* @return NULL: no tensor has this name */
TENSORFILE_API const struct tensorfile_tensor *tensorfile_find(const struct tensorfile *file, const char *name);

/* What a file says beside its tensors: __metadata__ of safetensors, and the key-value pairs of GGUF that are not
 * arrays, with numbers as text. False: there is none with this number. */
TENSORFILE_API bool tensorfile_metadata(const struct tensorfile *file, size_t index, const char **out_key,
	const char **out_value);

/* Copies the elements, row-major in the byte order of this machine; decompresses them and compares checksums where
 * the format has them.
 * @param tensor  of this file
 * @param dtype   that of the tensor, or F32, F16 or BF16 for a quantized one and for floats of at most 32 bits;
 *                rounded to the nearest number, ties to even
 * @param size    of `out`, exactly that of the elements
 * @return TENSORFILE_OK · TENSORFILE_E_ARG size · TENSORFILE_E_UNSUPPORTED no conversion between these types, or the
 *         library was built without zlib · TENSORFILE_E_CORRUPT damaged compressed data · TENSORFILE_E_NOMEM */
TENSORFILE_API TENSORFILE_NODISCARD enum tensorfile_status tensorfile_read(const struct tensorfile *file,
	const struct tensorfile_tensor *tensor, enum tensorfile_dtype dtype, void *out, size_t size,
	struct tensorfile_diag *diag);

/* False if a mapped file was truncated or written since it was opened: what was read from it may be wrong. */
TENSORFILE_API bool tensorfile_is_intact(const struct tensorfile *file);
/* Installs a handler of SIGBUS for the whole process: pages of mapped files that cannot be read become zeros, and
 * tensorfile_is_intact() is false. All other faults go to the handler that was installed before. The library never
 * installs it by itself. Call this once, before other threads exist.
 * @param lost  NULL, or called in the handler before a page is replaced: calls only functions that are safe in signal
 *              handlers */
TENSORFILE_API void tensorfile_mapping_guard(void (*lost)(void));

#ifdef __cplusplus
}
#endif

#endif
