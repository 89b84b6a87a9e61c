/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* .npy files, and .npz archives of them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static enum tensorfile_status status_of(const char *message)
{
	return strstr(message, "out of memory") ? TENSORFILE_E_NOMEM : strstr(message, "zlib") || strstr(message, "pickled")
		? TENSORFILE_E_UNSUPPORTED : TENSORFILE_E_CORRUPT;
}

static enum tensorfile_status fail(const char *name, const char *message, struct tensorfile_diag *diag)
{
	return tensorfile__fail(diag, status_of(message), TENSORFILE_NO_OFFSET, "%s%s%s%s", *name ? "array '" : "the file ", name,
		*name ? "' " : "", message);
}

static enum tensorfile_status add_array(struct tensorfile *file, const char *name, const struct tensorfile_npy *array,
	const struct tensorfile__place *place, struct tensorfile_diag *diag)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of_npy(array->dtype);
	int64_t *dims = tensorfile__arena_get(&file->arena, array->rank * sizeof *dims);
	if (!dims)
		return tensorfile__no_memory(diag);
	memcpy(dims, array->dims, array->rank * sizeof *dims);
	const struct tensorfile_tensor tensor = { .name = name, .dtype = row ? row->dtype : TENSORFILE_OTHER, .rank = array->rank, .dims = dims };
	return tensorfile__add(file, &tensor, array->element_size, place, 0, diag);
}

enum tensorfile_status tensorfile__read_npy(struct tensorfile *file, struct tensorfile_diag *diag)
{
	const struct tensorfile__part *part = file->parts;
	struct tensorfile_npy array;
	file->format = TENSORFILE_NPY;
	const char *wrong = tensorfile_npy_read(part->data, part->size, &array);
	if (wrong)
		return fail("", wrong, diag);
	const bool swapped = tensorfile_npy_is_big_endian(&array) == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
	const struct tensorfile__place place = { .stored = part->data, .size = part->size };
	const enum tensorfile_status status = add_array(file, "", &array, &place, diag);
	if (status == TENSORFILE_OK && !array.column_major && (!swapped || tensorfile__unit(file->tensors->dtype) == 1))
		file->tensors->data = part->data + array.offset;
	return status;
}

/* ---- archives */

/* The name of an entry without ".npy"; NULL: out of memory, or it is not a text. */
static char *name_of(struct tensorfile *file, const struct tensorfile_zip_entry *entry)
{
	static const char ending[] = ".npy";
	const size_t last = sizeof ending - 1;
	const bool npy = entry->name_size > last && memcmp(entry->name + entry->name_size - last, ending, last) == 0;
	return tensorfile__arena_text(&file->arena, entry->name, entry->name_size - (npy ? last : 0));
}

static enum tensorfile_status add_entry(struct tensorfile *file, size_t index, uint8_t *head, struct tensorfile_diag *diag)
{
	const struct tensorfile_zip *zip = &file->parts->zip;
	const struct tensorfile_zip_entry *entry = &zip->entries[index];
	struct tensorfile_npy array;
	size_t there;
	if (!tensorfile__is_text(entry->name, entry->name_size))
		return tensorfile__fail(diag, TENSORFILE_E_CORRUPT, TENSORFILE_NO_OFFSET, "the name of entry %zu is not UTF-8", index);
	const char *name = name_of(file, entry), *wrong = tensorfile_zip_read_head(zip, entry, head, TENSORFILE_NPY_HEADER, &there);
	if (!name)
		return tensorfile__no_memory(diag);
	if (!wrong)
		wrong = tensorfile_npy_read_head(head, there, entry->size, &array);
	return wrong ? fail(name, wrong, diag) : add_array(file, name, &array, &(struct tensorfile__place){ .entry = index }, diag);
}

enum tensorfile_status tensorfile__read_npz(struct tensorfile *file, struct tensorfile_diag *diag)
{
	struct tensorfile__part *part = file->parts;
	file->format = TENSORFILE_NPZ;
	const char *wrong = tensorfile_zip_open(part->data, part->size, &part->zip);
	if (wrong)
		return fail("", wrong, diag);
	uint8_t *head = malloc(TENSORFILE_NPY_HEADER);
	enum tensorfile_status status = head ? TENSORFILE_OK : tensorfile__no_memory(diag);
	for (size_t i = 0; i < part->zip.count && status == TENSORFILE_OK; i++)
		status = add_entry(file, i, head, diag);
	free(head);
	return status;
}
