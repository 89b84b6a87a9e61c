/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* safetensors: u64 size of the header, the header in JSON, the elements. Files of an index are parts of one. */
#include "internal.h"

#include <bytecursor/cursor.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_HEADER = 100000000 };

/* A header that is read. */
struct header {
	struct tensorfile *file;
	struct tensorfile__json json;
	const uint8_t *elements;
	uint64_t size; /* of them */
	struct tensorfile_diag *diag;
};

static enum tensorfile_status wrong(const struct header *h, const char *expected)
{
	return tensorfile__json_fail(&h->json, 8, expected, h->diag);
}

/* ---- a tensor */

struct members {
	char *dtype;
	int64_t *dims;
	uint32_t rank;
	uint64_t begin, end;
	bool has_offsets;
};

static bool read_shape(struct header *h, struct members *m)
{
	int64_t dims[TENSORFILE_MAX_RANK];
	bool more;
	if (m->dims || !tensorfile__json_take(&h->json, '['))
		return false;
	for (more = !tensorfile__json_take(&h->json, ']'); more;) {
		uint64_t dim;
		if (m->rank == TENSORFILE_MAX_RANK || !tensorfile__json_number(&h->json, &dim) || dim > INT64_MAX ||
			!tensorfile__json_next(&h->json, ']', &more))
			return false;
		dims[m->rank++] = (int64_t)dim;
	}
	m->dims = tensorfile__arena_get(&h->file->arena, m->rank * sizeof *dims);
	h->json.no_memory = h->json.no_memory || !m->dims;
	if (m->dims)
		memcpy(m->dims, dims, m->rank * sizeof *dims);
	return m->dims != NULL;
}

static bool read_offsets(struct header *h, struct members *m)
{
	const bool first = !m->has_offsets;
	m->has_offsets = true;
	return first && tensorfile__json_take(&h->json, '[') && tensorfile__json_number(&h->json, &m->begin) && tensorfile__json_take(&h->json, ',') &&
	       tensorfile__json_number(&h->json, &m->end) && tensorfile__json_take(&h->json, ']');
}

static enum tensorfile_status read_members(struct header *h, struct members *m)
{
	bool more = tensorfile__json_take(&h->json, '{') && !tensorfile__json_take(&h->json, '}');
	while (more) {
		char *key = tensorfile__json_string(&h->json);
		if (!key || !tensorfile__json_take(&h->json, ':'))
			return wrong(h, "a member of a tensor");
		if (strcmp(key, "dtype") == 0 ? m->dtype || !(m->dtype = tensorfile__json_string(&h->json))
			: strcmp(key, "shape") == 0 ? !read_shape(h, m)
			: strcmp(key, "data_offsets") != 0 || !read_offsets(h, m))
			return wrong(h, "dtype, a text; shape, sizes of at most 64 dimensions; or data_offsets, two numbers; each once");
		if (!tensorfile__json_next(&h->json, '}', &more))
			return wrong(h, ", or }");
	}
	return m->dtype && m->dims && m->has_offsets ? TENSORFILE_OK : wrong(h, "dtype, shape and data_offsets");
}

static enum tensorfile_status read_tensor(struct header *h, const char *name)
{
	struct members m = { .dtype = NULL };
	const uint64_t offset = 8 + (uint64_t)(h->json.at - h->json.begin);
	enum tensorfile_status status = read_members(h, &m);
	if (status != TENSORFILE_OK)
		return status;
	const struct tensorfile__dtype *row = tensorfile__dtype_of_safetensors(m.dtype);
	if (!row)
		return tensorfile__fail(h->diag, TENSORFILE_E_CORRUPT, offset, "tensor '%s': unknown dtype '%s'", name, m.dtype);
	if (m.begin > m.end || m.end > h->size)
		return tensorfile__fail(h->diag, m.begin > m.end ? TENSORFILE_E_CORRUPT : TENSORFILE_E_TRUNCATED, offset,
			"tensor '%s': data_offsets %" PRIu64 " to %" PRIu64 ", expected at most %" PRIu64, name, m.begin, m.end, h->size);
	const struct tensorfile_tensor tensor = { .name = name, .dtype = row->dtype, .rank = m.rank, .dims = m.dims };
	const struct tensorfile__place place = { .stored = h->elements + m.begin, .size = m.end - m.begin };
	status = tensorfile__add(h->file, &tensor, 0, &place, offset, h->diag);
	if (status != TENSORFILE_OK)
		return status;
	tensorfile__use_in_place(h->file);
	const uint64_t bytes = h->file->tensors[h->file->count - 1].bytes;
	return bytes == place.size ? TENSORFILE_OK
				   : tensorfile__fail(h->diag, TENSORFILE_E_CORRUPT, offset, "tensor '%s': data_offsets of %" PRIu64
					" bytes, but shape and dtype take %" PRIu64, name, place.size, bytes);
}

static enum tensorfile_status read_metadata(struct header *h)
{
	bool more = tensorfile__json_take(&h->json, '{');
	if (!more)
		return wrong(h, "an object of texts");
	more = !tensorfile__json_take(&h->json, '}');
	while (more) {
		char *key = tensorfile__json_string(&h->json);
		char *value = key && tensorfile__json_take(&h->json, ':') ? tensorfile__json_string(&h->json) : NULL;
		if (!value || !tensorfile__json_next(&h->json, '}', &more))
			return wrong(h, "an object of texts");
		const enum tensorfile_status status = tensorfile__add_pair(h->file, key, value, h->diag);
		if (status != TENSORFILE_OK)
			return status;
	}
	return TENSORFILE_OK;
}

/* ---- the file */

static enum tensorfile_status read_header(struct header *h)
{
	bool more = tensorfile__json_take(&h->json, '{') && !tensorfile__json_take(&h->json, '}'), metadata = false;
	while (more) {
		char *name = tensorfile__json_string(&h->json);
		if (!name || !tensorfile__json_take(&h->json, ':'))
			return wrong(h, "the name of a tensor");
		const bool is_metadata = strcmp(name, "__metadata__") == 0;
		if (is_metadata && metadata)
			return wrong(h, "one __metadata__");
		metadata = metadata || is_metadata;
		const enum tensorfile_status status = is_metadata ? read_metadata(h) : read_tensor(h, name);
		if (status != TENSORFILE_OK)
			return status;
		if (!tensorfile__json_next(&h->json, '}', &more))
			return wrong(h, ", or }");
	}
	return tensorfile__json_ends(&h->json) ? TENSORFILE_OK : wrong(h, "the end of the header");
}

enum tensorfile_status tensorfile__read_safetensors(
	struct tensorfile *file, const struct tensorfile__part *part, struct tensorfile_diag *diag)
{
	const uint64_t size = bytecursor_load64le(part->data);
	const uint8_t *json = part->data + 8;
	const size_t first = file->count;
	file->format = TENSORFILE_SAFETENSORS;
	if (size > LONGEST_HEADER || size > part->size - 8)
		return tensorfile__fail(diag, size > LONGEST_HEADER ? TENSORFILE_E_LIMIT : TENSORFILE_E_TRUNCATED, 0,
			"a header of %" PRIu64 " bytes, expected at most %zu", size,
			size > LONGEST_HEADER ? (size_t)LONGEST_HEADER : part->size - 8);
	struct header h = { file, { json, json, json + size, &file->arena, false }, json + size, part->size - 8 - size, diag };
	const enum tensorfile_status status = read_header(&h);
	return status == TENSORFILE_OK ? tensorfile__check_ranges(file, first, h.elements, h.size, false, diag) : status;
}

/* ---- an index: {"weight_map": {"NAME": "FILE"}} */

struct index {
	struct tensorfile *file;
	struct tensorfile__json json;
	const char *path;
	const struct tensorfile_options *options;
	struct tensorfile__pair *list; /* name and file, as in the index */
	size_t count, room;
	struct tensorfile_diag *diag;
};

static enum tensorfile_status index_is_wrong(const struct index *x, const char *expected)
{
	return tensorfile__json_fail(&x->json, 0, expected, x->diag);
}

static enum tensorfile_status read_map(struct index *x)
{
	bool more = tensorfile__json_take(&x->json, '{');
	if (!more || x->list)
		return index_is_wrong(x, "one object of names and files");
	more = !tensorfile__json_take(&x->json, '}');
	while (more) {
		char *name = tensorfile__json_string(&x->json);
		char *part = name && tensorfile__json_take(&x->json, ':') ? tensorfile__json_string(&x->json) : NULL;
		if (!part || !tensorfile__json_next(&x->json, '}', &more))
			return index_is_wrong(x, "a name and a file");
		if (!*part || strchr(part, '/') || part[0] == '.')
			return index_is_wrong(x, "a file in the folder of the index, without '/' and not hidden");
		if (!tensorfile__grow(&x->list, x->count, &x->room, sizeof *x->list))
			return tensorfile__no_memory(x->diag);
		x->list[x->count++] = (struct tensorfile__pair){ name, part };
	}
	return TENSORFILE_OK;
}

static enum tensorfile_status read_all(struct index *x)
{
	bool more = tensorfile__json_take(&x->json, '{') && !tensorfile__json_take(&x->json, '}');
	while (more) {
		char *key = tensorfile__json_string(&x->json);
		if (!key || !tensorfile__json_take(&x->json, ':'))
			return index_is_wrong(x, "a member");
		const bool is_map = strcmp(key, "weight_map") == 0;
		const enum tensorfile_status status = is_map ? read_map(x) : TENSORFILE_OK;
		if (status != TENSORFILE_OK)
			return status;
		if ((!is_map && !tensorfile__json_skip(&x->json)) || !tensorfile__json_next(&x->json, '}', &more))
			return index_is_wrong(x, "a value, then , or }");
	}
	return tensorfile__json_ends(&x->json) && x->count ? TENSORFILE_OK : index_is_wrong(x, "weight_map, with names and files, and the end");
}

static int by_part(const void *left, const void *right)
{
	const struct tensorfile__pair *a = left, *b = right;
	const int order = strcmp(a->value, b->value);
	return order ? order : strcmp(a->key, b->key);
}

/* Adds a file of the index. Others than safetensors cannot be parts. */
static enum tensorfile_status add_part(struct index *x, const char *name)
{
	const char *slash = strrchr(x->path, '/');
	const size_t folder = slash ? (size_t)(slash + 1 - x->path) : 0;
	char *path = tensorfile__arena_get(&x->file->arena, folder + strlen(name) + 1);
	if (!path)
		return tensorfile__no_memory(x->diag);
	memcpy(path, x->path, folder);
	strcpy(path + folder, name);
	enum tensorfile_status status = tensorfile__add_file(x->file, path, x->options, x->diag);
	if (status != TENSORFILE_OK)
		return status;
	const struct tensorfile__part *part = &x->file->parts[x->file->part_count - 1];
	if (part->size <= 8 || part->data[8] != '{')
		return tensorfile__fail(x->diag, TENSORFILE_E_MAGIC, 0, "%s: no safetensors file", name);
	struct tensorfile_diag inner = TENSORFILE_DIAG_INIT;
	status = tensorfile__read_safetensors(x->file, part, &inner);
	return status == TENSORFILE_OK ? status : tensorfile__fail(x->diag, status, inner.offset, "%s: %s", name, inner.message);
}

/* The tensors of a file from `first` on are those that the index has for it, at `at`; both are sorted by name. */
static int tensor_by_name(const void *left, const void *right)
{
	const struct tensorfile_tensor *const *a = left, *const *b = right;
	return strcmp((*a)->name, (*b)->name);
}

static enum tensorfile_status check_part(struct index *x, const struct tensorfile__pair *list, size_t count, size_t first)
{
	const size_t there = x->file->count - first;
	const struct tensorfile_tensor **sorted = malloc((there + 1) * sizeof *sorted);
	enum tensorfile_status status = sorted ? TENSORFILE_OK : tensorfile__no_memory(x->diag);
	for (size_t i = 0; i < there && sorted; i++)
		sorted[i] = &x->file->tensors[first + i];
	if (sorted)
		qsort(sorted, there, sizeof *sorted, tensor_by_name);
	for (size_t i = 0; i < count && status == TENSORFILE_OK; i++) {
		const struct tensorfile_tensor wanted = { .name = list[i].key }, *key = &wanted;
		if (!bsearch(&key, sorted, there, sizeof *sorted, tensor_by_name))
			status = tensorfile__fail(x->diag, TENSORFILE_E_NOT_FOUND, TENSORFILE_NO_OFFSET,
				"%s has no tensor '%s', which the index expects there", list[i].value, list[i].key);
	}
	free(sorted);
	return status;
}

static enum tensorfile_status add_parts(struct index *x)
{
	enum tensorfile_status status = TENSORFILE_OK;
	qsort(x->list, x->count, sizeof *x->list, by_part);
	for (size_t at = 0, next; at < x->count && status == TENSORFILE_OK; at = next) {
		const size_t first = x->file->count;
		for (next = at + 1; next < x->count && strcmp(x->list[next].value, x->list[at].value) == 0; next++)
			;
		status = add_part(x, x->list[at].value);
		if (status == TENSORFILE_OK)
			status = check_part(x, x->list + at, next - at, first);
	}
	return status;
}

enum tensorfile_status tensorfile__read_index(
	struct tensorfile *file, const char *path, const struct tensorfile_options *options, struct tensorfile_diag *diag)
{
	const uint8_t *json = file->parts->data;
	struct index x = { .file = file, .json = { json, json, json + file->parts->size, &file->arena, false }, .path = path,
		.options = options, .diag = diag };
	file->format = TENSORFILE_SAFETENSORS;
	enum tensorfile_status status = read_all(&x);
	if (status == TENSORFILE_OK)
		status = add_parts(&x);
	const int reason = errno;
	free(x.list);
	errno = reason;
	return status;
}
