/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the sources share: open files and the helpers that fill them, failures, JSON. */
#ifndef TENSORFILE_INTERNAL_H
#define TENSORFILE_INTERNAL_H

#include <tensorfile/file.h>
#include <tensorfile/npy.h>
#include <tensorfile/zip.h>

/* ---- failures */

/* Stores a failure unless there is one; returns `status`. */
enum tensorfile_status tensorfile__fail(struct tensorfile_diag *diag, enum tensorfile_status status, uint64_t offset, const char *format, ...)
	TENSORFILE_PRINTF(4, 5);
enum tensorfile_status tensorfile__no_memory(struct tensorfile_diag *diag);

/* ---- types */

struct tensorfile__dtype {
	enum tensorfile_dtype dtype;
	const char *name, *safetensors, *npy;
	int gguf;
	uint32_t elements, bytes; /* of a block */
};
/* The type with this number, name or dtype, or NULL. */
const struct tensorfile__dtype *tensorfile__dtype_of(enum tensorfile_dtype dtype);
const struct tensorfile__dtype *tensorfile__dtype_of_safetensors(const char *name);
const struct tensorfile__dtype *tensorfile__dtype_of_gguf(uint32_t number);
/* Without the order of bytes. */
const struct tensorfile__dtype *tensorfile__dtype_of_npy(const char *name);
/* The number of a type in BTF; -1: none. */
int tensorfile__btf_number(enum tensorfile_dtype dtype);
/* Bytes of the parts of an element whose order machines differ in; 1: none. */
size_t tensorfile__unit(enum tensorfile_dtype dtype);

/* ---- open files */

/* Copies that live as long as the file. */
struct tensorfile__arena {
	struct tensorfile__chunk *chunks;
};
/* NULL: out of memory. Aligned to 8. */
void *tensorfile__arena_get(struct tensorfile__arena *arena, size_t size);
char *tensorfile__arena_text(struct tensorfile__arena *arena, const char *text, size_t size);
void tensorfile__arena_free(struct tensorfile__arena *arena);

/* The bytes of one file. */
struct tensorfile__part {
	const uint8_t *data;
	size_t size;
	bool is_mapped;
	void *owned; /* NULL: mapped, or of the caller */
	struct tensorfile_zip zip;
};

struct tensorfile__place {
	const uint8_t *stored; /* the elements; of .npy the whole file; NULL: an entry of an archive */
	uint64_t size;         /* of `stored` */
	size_t entry;          /* of the archive of the first part */
};

struct tensorfile__pair {
	const char *key, *value;
};

struct tensorfile {
	enum tensorfile_format format;
	struct tensorfile_tensor *tensors;
	struct tensorfile__place *places;
	size_t count, room;
	const struct tensorfile_tensor **by_name; /* sorted */
	struct tensorfile__pair *pairs;
	size_t pair_count, pair_room;
	struct tensorfile__part *parts;
	size_t part_count, part_room;
	struct tensorfile__arena arena;
};

/* Adds a part that is read or mapped from a file. */
enum tensorfile_status tensorfile__add_file(
	struct tensorfile *file, const char *path, const struct tensorfile_options *options, struct tensorfile_diag *diag);
/* Makes room for another element; false: out of memory. */
bool tensorfile__grow(void *list, size_t count, size_t *room, size_t size);
/* Adds a tensor whose name and dims are in the arena, checks its shape and counts its elements and bytes. `element`: bytes of one, for
 * OTHER only. Later calls move the tensors. */
enum tensorfile_status tensorfile__add(struct tensorfile *file, const struct tensorfile_tensor *tensor, uint64_t element,
	const struct tensorfile__place *place, uint64_t offset, struct tensorfile_diag *diag);
/* Bytes of so many elements; false: they overflow, or do not fill blocks. */
bool tensorfile__bytes_of(enum tensorfile_dtype dtype, uint64_t elements, uint64_t *out_bytes);
/* Elements of a shape; false: they overflow or a dimension is negative. */
bool tensorfile__elements_of(const int64_t *dims, uint32_t rank, uint64_t *out_elements);
enum tensorfile_status tensorfile__add_pair(struct tensorfile *file, const char *key, const char *value, struct tensorfile_diag *diag);
/* Sets `data` of the last tensor: of bytes that are as a machine with this order of bytes has them. */
void tensorfile__use_in_place(struct tensorfile *file);
/* Sorts the names. E_CORRUPT: two are equal. */
enum tensorfile_status tensorfile__sort(struct tensorfile *file, struct tensorfile_diag *diag);
/* Checks that no two tensors from `first` on share bytes, and without `holes` that they fill [begin, begin + size). */
enum tensorfile_status tensorfile__check_ranges(
	const struct tensorfile *file, size_t first, const uint8_t *begin, uint64_t size, bool holes, struct tensorfile_diag *diag);

/* ---- readers: fill the tensors of the part */

enum tensorfile_status tensorfile__read_npy(struct tensorfile *file, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__read_npz(struct tensorfile *file, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__read_gguf(struct tensorfile *file, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__read_btf(struct tensorfile *file, struct tensorfile_diag *diag);
enum tensorfile_status tensorfile__read_safetensors(struct tensorfile *file, const struct tensorfile__part *part, struct tensorfile_diag *diag);
/* The first part is an index; adds its files. `path`: of the index. */
enum tensorfile_status tensorfile__read_index(
	struct tensorfile *file, const char *path, const struct tensorfile_options *options, struct tensorfile_diag *diag);

/* ---- elements */

/* Converts `count` elements, whole blocks, to f32. False: no numbers. */
bool tensorfile__to_f32(enum tensorfile_dtype dtype, const uint8_t *from, uint64_t count, float *out);

/* ---- JSON */

struct tensorfile__json {
	const uint8_t *begin, *at, *end;
	struct tensorfile__arena *arena;
	bool no_memory;
};
/* Takes a character behind white space. */
bool tensorfile__json_take(struct tensorfile__json *json, char c);
/* A string, decoded, in the arena; without NUL. NULL: it is none. */
char *tensorfile__json_string(struct tensorfile__json *json);
/* An integer from 0 to 2^64 - 1. */
bool tensorfile__json_number(struct tensorfile__json *json, uint64_t *out);
/* A value of any kind. False: it is none, or deeper than 64. */
bool tensorfile__json_skip(struct tensorfile__json *json);
/* The end, behind white space. */
bool tensorfile__json_ends(struct tensorfile__json *json);
/* Whether an object or array goes on behind a member: a comma; its end is `close`. *more is set. False: neither. */
bool tensorfile__json_next(struct tensorfile__json *json, char close, bool *more);
enum tensorfile_status tensorfile__json_fail(
	const struct tensorfile__json *json, uint64_t offset, const char *expected, struct tensorfile_diag *diag);

/* True if the text is UTF-8 without NUL. */
bool tensorfile__is_text(const char *text, size_t size);

#endif
