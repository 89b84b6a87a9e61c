/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* GGUF, versions 2 and 3, little-endian: a header, pairs of keys and values, the table of tensors, the elements. */
#include "internal.h"

#include <bytecursor/cursor.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64, KINDS };
enum { DEFAULT_ALIGNMENT = 32, MOST_NESTED = 8, MOST_DIMENSIONS = 8 };
static const uint8_t sizes[KINDS] = { 1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8 };

struct reader {
	struct tensorfile *file;
	struct bytecursor at;
	uint64_t alignment;
	struct tensorfile_diag *diag;
};

static enum tensorfile_status ends(const struct reader *r, const char *what)
{
	return tensorfile__fail(r->diag, TENSORFILE_E_TRUNCATED, r->at.fail_at, "the file ends within %s", what);
}

/* A text, copied. NULL: the file ends, it is not UTF-8, or there is no memory; reported. */
static char *take_text(struct reader *r, const char *what, enum tensorfile_status *status)
{
	const uint64_t size = bytecursor_u64le(&r->at);
	const size_t from = r->at.pos;
	const uint8_t *text = bytecursor_fits(&r->at, size, 1) ? bytecursor_take(&r->at, (size_t)size) : NULL;
	char *copy = NULL;
	if (!text) {
		bytecursor_fail_at(&r->at, from);
		*status = ends(r, what);
	} else if (!tensorfile__is_text((const char *)text, (size_t)size)) {
		*status = tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, from, "%s is not UTF-8", what);
	} else {
		copy = tensorfile__arena_text(&r->file->arena, (const char *)text, (size_t)size);
		*status = copy ? TENSORFILE_OK : tensorfile__no_memory(r->diag);
	}
	return copy;
}

/* ---- pairs */

static bool skip_array(struct bytecursor *at, unsigned depth)
{
	const uint32_t kind = bytecursor_u32le(at);
	const uint64_t count = bytecursor_u64le(at);
	if (kind < KINDS && sizes[kind])
		return bytecursor_fits(at, count, sizes[kind]) && bytecursor_take(at, (size_t)count * sizes[kind]);
	if ((kind != STRING && (kind != ARRAY || depth == MOST_NESTED)) || !bytecursor_fits(at, count, 8))
		return false;
	for (uint64_t i = 0; i < count; i++) {
		const uint64_t size = kind == STRING ? bytecursor_u64le(at) : 0;
		if (kind == STRING ? !bytecursor_fits(at, size, 1) || !bytecursor_take(at, (size_t)size) : !skip_array(at, depth + 1))
			return false;
	}
	return true;
}

static void put_float(double number, char *out, size_t room) { snprintf(out, room, "%.9g", number); }

/* A number as text. */
static void put_number(uint32_t kind, const uint8_t *at, char *out, size_t room)
{
	uint64_t bits = 0;
	for (unsigned i = 0; i < sizes[kind]; i++)
		bits |= (uint64_t)at[i] << (8 * i);
	const unsigned unused = 64 - 8u * sizes[kind];
	const uint32_t low = (uint32_t)bits;
	float f32;
	double f64;
	memcpy(&f32, &low, sizeof f32);
	memcpy(&f64, &bits, sizeof f64);
	switch (kind) {
	case BOOL: snprintf(out, room, "%s", bits ? "true" : "false"); break;
	case F32: put_float((double)f32, out, room); break;
	case F64: put_float(f64, out, room); break;
	case I8:
	case I16:
	case I32:
	case I64: snprintf(out, room, "%" PRId64, (int64_t)(bits << unused) >> unused); break;
	default: snprintf(out, room, "%" PRIu64, bits); break;
	}
}

static enum tensorfile_status read_alignment(struct reader *r, uint32_t kind, const uint8_t *at)
{
	if (kind != U32 || bytecursor_load32le(at) == 0 || (bytecursor_load32le(at) & (bytecursor_load32le(at) - 1)) != 0)
		return tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, r->at.pos, "general.alignment is not a power of two of type u32");
	r->alignment = bytecursor_load32le(at);
	return TENSORFILE_OK;
}

static enum tensorfile_status read_pair(struct reader *r)
{
	enum tensorfile_status status;
	char text[40];
	const char *key = take_text(r, "a key", &status), *value = NULL;
	if (!key)
		return status;
	const uint32_t kind = bytecursor_u32le(&r->at);
	if (kind == STRING) {
		value = take_text(r, "a text", &status);
		return value ? tensorfile__add_pair(r->file, key, value, r->diag) : status;
	}
	if (kind == ARRAY)
		return skip_array(&r->at, 0) ? TENSORFILE_OK
					     : tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, r->at.pos, "the array '%s' is damaged", key);
	if (kind >= KINDS)
		return tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, r->at.pos, "the value of '%s' has type %" PRIu32 ", expected at most %d", key,
			kind, KINDS - 1);
	const uint8_t *at = bytecursor_take(&r->at, sizes[kind]);
	if (!at)
		return ends(r, "a value");
	if (strcmp(key, "general.alignment") == 0 && (status = read_alignment(r, kind, at)) != TENSORFILE_OK)
		return status;
	put_number(kind, at, text, sizeof text);
	value = tensorfile__arena_text(&r->file->arena, text, strlen(text));
	return tensorfile__add_pair(r->file, key, value, r->diag);
}

/* ---- tensors */

/* Sizes are stored innermost first. */
static bool read_dims(struct reader *r, uint32_t rank, int64_t *dims)
{
	bool good = true;
	for (uint32_t i = rank; i-- > 0;) {
		const uint64_t dim = bytecursor_u64le(&r->at);
		good = good && dim <= INT64_MAX;
		dims[i] = good ? (int64_t)dim : 0;
	}
	return good;
}

/* Its place is relative until all are known. */
static enum tensorfile_status read_tensor(struct reader *r)
{
	enum tensorfile_status status;
	const uint64_t from = r->at.pos;
	const char *name = take_text(r, "the name of a tensor", &status);
	if (!name)
		return status;
	const uint32_t rank = bytecursor_u32le(&r->at);
	int64_t *dims = rank <= MOST_DIMENSIONS ? tensorfile__arena_get(&r->file->arena, rank * sizeof *dims) : NULL;
	if (!dims)
		return rank <= MOST_DIMENSIONS ? tensorfile__no_memory(r->diag) : tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, from,
			"tensor '%s' has %" PRIu32 " dimensions, expected at most %d", name, rank, MOST_DIMENSIONS);
	if (!read_dims(r, rank, dims))
		return tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, from, "tensor '%s': a dimension is too large", name);
	const uint32_t type = bytecursor_u32le(&r->at);
	const uint64_t offset = bytecursor_u64le(&r->at);
	if (!bytecursor_ok(&r->at))
		return ends(r, "the table of tensors");
	const struct tensorfile__dtype *row = tensorfile__dtype_of_gguf(type);
	if (!row)
		return tensorfile__fail(r->diag, TENSORFILE_E_UNSUPPORTED, from, "tensor '%s' has type %" PRIu32 " of ggml, which cannot be read", name, type);
	if (row->elements > 1 && (rank == 0 || dims[rank - 1] % row->elements != 0))
		return tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, from, "tensor '%s': its last dimension is not a multiple of %" PRIu32 ", as %s needs",
			name, row->elements, row->name);
	const struct tensorfile_tensor tensor = { .name = name, .dtype = row->dtype, .rank = rank, .dims = dims };
	return tensorfile__add(r->file, &tensor, 0, &(struct tensorfile__place){ .size = offset }, from, r->diag);
}

/* Places become absolute. */
static enum tensorfile_status find_elements(struct reader *r)
{
	struct tensorfile *file = r->file;
	const size_t size = file->parts->size, count = file->count;
	const uint64_t begin = (r->at.pos + r->alignment - 1) & ~(r->alignment - 1);
	for (size_t i = 0; i < count; i++) {
		const struct tensorfile_tensor *tensor = &file->tensors[i];
		struct tensorfile__place *place = &file->places[i];
		if (place->size % r->alignment != 0)
			return tensorfile__fail(r->diag, TENSORFILE_E_CORRUPT, TENSORFILE_NO_OFFSET, "tensor '%s': offset %" PRIu64
				" is not a multiple of %" PRIu64, tensor->name, place->size, r->alignment);
		if (begin > size || place->size > size - begin || tensor->bytes > size - begin - place->size)
			return tensorfile__fail(r->diag, TENSORFILE_E_TRUNCATED, TENSORFILE_NO_OFFSET, "tensor '%s': %" PRIu64 " bytes at %" PRIu64
				" behind offset %" PRIu64 " are beyond the end at %zu", tensor->name, tensor->bytes, place->size, begin, size);
		*place = (struct tensorfile__place){ .stored = file->parts->data + begin + place->size, .size = tensor->bytes };
		file->count = i + 1; /* the last one, for a moment */
		tensorfile__use_in_place(file);
		file->count = count;
	}
	return count ? tensorfile__check_ranges(file, 0, file->parts->data + begin, size - begin, true, r->diag) : TENSORFILE_OK;
}

enum tensorfile_status tensorfile__read_gguf(struct tensorfile *file, struct tensorfile_diag *diag)
{
	struct reader r = { file, bytecursor_init(file->parts->data, file->parts->size), DEFAULT_ALIGNMENT, diag };
	enum tensorfile_status status = TENSORFILE_OK;
	file->format = TENSORFILE_GGUF;
	(void)bytecursor_u32le(&r.at);
	const uint32_t version = bytecursor_u32le(&r.at);
	const uint64_t tensors = bytecursor_u64le(&r.at), pairs = bytecursor_u64le(&r.at);
	if (!bytecursor_ok(&r.at))
		return ends(&r, "the header");
	if (version != 2 && version != 3)
		return tensorfile__fail(diag, TENSORFILE_E_VERSION, 4, "version %" PRIu32 " of GGUF, expected 2 or 3%s", version,
			version << 16 == 0 && version ? "; it may be big-endian" : "");
	/* a pair takes at least 13 bytes, a tensor 24 */
	if (!bytecursor_fits(&r.at, pairs, 13) || !bytecursor_fits(&r.at, tensors, 24))
		return tensorfile__fail(diag, TENSORFILE_E_TRUNCATED, 8, "%" PRIu64 " tensors and %" PRIu64 " keys do not fit %zu bytes", tensors, pairs,
			file->parts->size);
	for (uint64_t i = 0; i < pairs && status == TENSORFILE_OK; i++)
		status = read_pair(&r);
	for (uint64_t i = 0; i < tensors && status == TENSORFILE_OK; i++)
		status = read_tensor(&r);
	return status == TENSORFILE_OK ? find_elements(&r) : status;
}
