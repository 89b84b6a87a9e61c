/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of an open file: tensors, names, metadata. */
#include "internal.h"

#include <bytecursor/text.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory */

struct tensorfile__chunk {
	struct tensorfile__chunk *next;
	size_t used, size;
	uint64_t bytes[];
};

void *tensorfile__arena_get(struct tensorfile__arena *arena, size_t size)
{
	enum { CHUNK = 4096 };
	struct tensorfile__chunk *chunk = arena->chunks;
	if (size > SIZE_MAX / 4)
		return NULL;
	size = (size + 7) & ~(size_t)7;
	if (!chunk || chunk->size - chunk->used < size) {
		/* each chunk is twice the last one, so that there are few */
		const size_t twice = chunk && chunk->size < SIZE_MAX / 4 ? 2 * chunk->size : CHUNK, room = twice > size ? twice : size;
		chunk = malloc(sizeof *chunk + room);
		if (!chunk)
			return NULL;
		*chunk = (struct tensorfile__chunk){ .next = arena->chunks, .size = room };
		arena->chunks = chunk;
	}
	void *got = (uint8_t *)chunk->bytes + chunk->used;
	chunk->used += size;
	return got;
}

char *tensorfile__arena_text(struct tensorfile__arena *arena, const char *text, size_t size)
{
	char *copy = tensorfile__arena_get(arena, size + 1);
	if (copy) {
		memcpy(copy, text, size);
		copy[size] = '\0';
	}
	return copy;
}

void tensorfile__arena_free(struct tensorfile__arena *arena)
{
	while (arena->chunks) {
		struct tensorfile__chunk *next = arena->chunks->next;
		free(arena->chunks);
		arena->chunks = next;
	}
}

bool tensorfile__grow(void *list, size_t count, size_t *room, size_t size)
{
	void *old;
	memcpy(&old, list, sizeof old);
	if (count < *room)
		return true;
	const size_t more = *room ? 2 * *room : 8;
	void *bigger = more <= SIZE_MAX / 2 / size ? realloc(old, more * size) : NULL;
	if (!bigger)
		return false;
	memcpy(list, &bigger, sizeof bigger);
	*room = more;
	return true;
}

bool tensorfile__is_text(const char *text, size_t size)
{
	uint32_t code;
	size_t length;
	for (size_t at = 0; at < size; at += length) {
		length = bytecursor_utf8_length(text + at, size - at, &code);
		if (length == 0 || code == 0)
			return false;
	}
	return true;
}

/* ---- tensors */

bool tensorfile__elements_of(const int64_t *dims, uint32_t rank, uint64_t *out_elements)
{
	bool empty = false, good = true;
	*out_elements = 1;
	for (uint32_t i = 0; i < rank; i++)
		empty = empty || dims[i] == 0;
	for (uint32_t i = 0; i < rank && good; i++) {
		good = dims[i] >= 0;
		if (!empty && good)
			good = !__builtin_mul_overflow(*out_elements, (uint64_t)dims[i], out_elements);
	}
	if (empty)
		*out_elements = 0;
	return good && *out_elements <= INT64_MAX;
}

bool tensorfile__bytes_of(enum tensorfile_dtype dtype, uint64_t elements, uint64_t *out_bytes)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of(dtype);
	return row && elements % row->elements == 0 && !__builtin_mul_overflow(elements / row->elements, (uint64_t)row->bytes, out_bytes);
}

enum tensorfile_status tensorfile__add(struct tensorfile *file, const struct tensorfile_tensor *tensor, uint64_t element,
	const struct tensorfile__place *place, uint64_t offset, struct tensorfile_diag *diag)
{
	struct tensorfile_tensor added = *tensor;
	size_t room = file->room;
	if (!tensorfile__elements_of(added.dims, added.rank, &added.elements))
		return tensorfile__fail(diag, TENSORFILE_E_CORRUPT, offset, "tensor '%s': its shape has too many elements", added.name);
	if (added.dtype == TENSORFILE_OTHER ? __builtin_mul_overflow(added.elements, element, &added.bytes)
					    : !tensorfile__bytes_of(added.dtype, added.elements, &added.bytes))
		return tensorfile__fail(diag, TENSORFILE_E_CORRUPT, offset, "tensor '%s': %" PRIu64 " elements of %s are no whole bytes or blocks",
			added.name, added.elements, tensorfile_dtype_name(added.dtype));
	if (!tensorfile__grow(&file->tensors, file->count, &room, sizeof *file->tensors) ||
		!tensorfile__grow(&file->places, file->count, &file->room, sizeof *file->places))
		return tensorfile__no_memory(diag);
	file->tensors[file->count] = added;
	file->places[file->count++] = *place;
	return TENSORFILE_OK;
}

void tensorfile__use_in_place(struct tensorfile *file)
{
	struct tensorfile_tensor *tensor = &file->tensors[file->count - 1];
	const struct tensorfile__place *place = &file->places[file->count - 1];
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ || tensorfile__unit(tensor->dtype) == 1)
		tensor->data = place->stored;
}

enum tensorfile_status tensorfile__add_pair(struct tensorfile *file, const char *key, const char *value, struct tensorfile_diag *diag)
{
	if (!key || !value || !tensorfile__grow(&file->pairs, file->pair_count, &file->pair_room, sizeof *file->pairs))
		return tensorfile__no_memory(diag);
	file->pairs[file->pair_count++] = (struct tensorfile__pair){ key, value };
	return TENSORFILE_OK;
}

/* ---- order */

static int by_name(const void *left, const void *right)
{
	const struct tensorfile_tensor *const *a = left, *const *b = right;
	return strcmp((*a)->name, (*b)->name);
}

enum tensorfile_status tensorfile__sort(struct tensorfile *file, struct tensorfile_diag *diag)
{
	file->by_name = malloc((file->count + 1) * sizeof *file->by_name);
	if (!file->by_name)
		return tensorfile__no_memory(diag);
	for (size_t i = 0; i < file->count; i++)
		file->by_name[i] = &file->tensors[i];
	qsort(file->by_name, file->count, sizeof *file->by_name, by_name);
	for (size_t i = 1; i < file->count; i++) {
		if (strcmp(file->by_name[i - 1]->name, file->by_name[i]->name) == 0)
			return tensorfile__fail(
				diag, TENSORFILE_E_CORRUPT, TENSORFILE_NO_OFFSET, "two tensors have the name '%s'", file->by_name[i]->name);
	}
	return TENSORFILE_OK;
}

const struct tensorfile_tensor *tensorfile_find(const struct tensorfile *file, const char *name)
{
	const struct tensorfile_tensor wanted = { .name = name }, *key = &wanted;
	const struct tensorfile_tensor **found = bsearch(&key, file->by_name, file->count, sizeof key, by_name);
	return found ? *found : NULL;
}

struct range {
	const uint8_t *at;
	uint64_t size;
	const char *name;
};

static int by_address(const void *left, const void *right)
{
	const struct range *a = left, *b = right;
	return a->at != b->at ? (a->at > b->at) - (a->at < b->at) : (a->size > b->size) - (a->size < b->size);
}

enum tensorfile_status tensorfile__check_ranges(
	const struct tensorfile *file, size_t first, const uint8_t *begin, uint64_t size, bool holes, struct tensorfile_diag *diag)
{
	const size_t count = file->count - first;
	struct range *ranges = malloc((count + 1) * sizeof *ranges);
	enum tensorfile_status status = ranges ? TENSORFILE_OK : tensorfile__no_memory(diag);
	const uint8_t *reached = begin;
	for (size_t i = 0; i < count && ranges; i++)
		ranges[i] = (struct range){ file->places[first + i].stored, file->places[first + i].size, file->tensors[first + i].name };
	if (ranges)
		qsort(ranges, count, sizeof *ranges, by_address);
	for (size_t i = 0; i < count && status == TENSORFILE_OK; i++) {
		const uint64_t offset = (uint64_t)(ranges[i].at - file->parts[file->part_count - 1].data);
		if (ranges[i].size && ranges[i].at < reached)
			status = tensorfile__fail(diag, TENSORFILE_E_CORRUPT, offset, "tensor '%s' overlaps another one", ranges[i].name);
		else if (!holes && ranges[i].at != reached)
			status = tensorfile__fail(diag, TENSORFILE_E_CORRUPT, offset, "%zu bytes before tensor '%s' belong to none",
				(size_t)(ranges[i].at - reached), ranges[i].name);
		else if (ranges[i].size)
			reached = ranges[i].at + ranges[i].size;
	}
	if (status == TENSORFILE_OK && !holes && reached != begin + size)
		status = tensorfile__fail(diag, TENSORFILE_E_CORRUPT, (uint64_t)(reached - file->parts[file->part_count - 1].data),
			"the last %zu bytes belong to no tensor", (size_t)(begin + size - reached));
	free(ranges);
	return status;
}
