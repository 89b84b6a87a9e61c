/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens files of all formats. */
#include "internal.h"

#include <bytecursor/file.h>
#include <bytecursor/kind.h>
#include <bytecursor/mapping.h>
#include <bytecursor/options.h>

/* ---- bytes */

static enum tensorfile_status cannot_read(const char *path, struct tensorfile_diag *diag)
{
	const int reason = errno;
	const enum tensorfile_status status = reason == ENOMEM ? TENSORFILE_E_NOMEM : TENSORFILE_E_IO;
	tensorfile__fail(diag, status, TENSORFILE_NO_OFFSET, "cannot read %s: %s", path, strerror(reason));
	errno = reason;
	return status;
}

enum tensorfile_status tensorfile__add_file(
	struct tensorfile *file, const char *path, const struct tensorfile_options *options, struct tensorfile_diag *diag)
{
	struct tensorfile__part part = { .data = (const uint8_t *)"" };
	void *data = NULL;
	if (!tensorfile__grow(&file->parts, file->part_count, &file->part_room, sizeof *file->parts))
		return tensorfile__no_memory(diag);
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return cannot_read(path, diag);
	part.is_mapped = options && options->mapped && bytecursor_mapping_open(fd, false, &data, &part.size);
	bool good = part.is_mapped || bytecursor_file_read(fd, &data, &part.size);
	const int reason = errno;
	close(fd);
	errno = reason;
	if (!good)
		return cannot_read(path, diag);
	part.data = data ? data : part.data;
	part.owned = part.is_mapped ? NULL : data;
	file->parts[file->part_count++] = part;
	return TENSORFILE_OK;
}

static void close_part(struct tensorfile__part *part)
{
	tensorfile_zip_close(&part->zip);
	if (part->is_mapped && part->size)
		bytecursor_mapping_close(part->data);
	free(part->owned);
}

void tensorfile_close(struct tensorfile *file)
{
	if (!file)
		return;
	for (size_t i = 0; i < file->part_count; i++)
		close_part(&file->parts[i]);
	free(file->parts);
	free(file->pairs);
	free(file->by_name);
	free(file->places);
	free(file->tensors);
	tensorfile__arena_free(&file->arena);
	free(file);
}

bool tensorfile_is_intact(const struct tensorfile *file)
{
	bool intact = true;
	for (size_t i = 0; i < file->part_count && intact; i++)
		intact = !file->parts[i].is_mapped || !file->parts[i].size || bytecursor_mapping_is_intact(file->parts[i].data);
	return intact;
}

void tensorfile_mapping_guard(void (*lost)(void)) { bytecursor_mapping_guard(lost); }

/* ---- formats */

static bool is_json(const struct tensorfile__part *part)
{
	size_t at = 0;
	while (at < part->size && at < 64 && strchr(" \t\r\n", part->data[at] ? part->data[at] : 'x'))
		at++;
	return at < part->size && part->data[at] == '{';
}

/* `path` NULL: bytes in memory. */
static enum tensorfile_status read_tables(
	struct tensorfile *file, const char *path, const struct tensorfile_options *options, struct tensorfile_diag *diag)
{
	const struct tensorfile__part *part = file->parts;
	if (part->size >= 4 && memcmp(part->data, "GGUF", 4) == 0)
		return tensorfile__read_gguf(file, diag);
	if (bytecursor_kind_is(BYTECURSOR_KIND_NPY, part->data, part->size))
		return tensorfile__read_npy(file, diag);
	if (bytecursor_kind_is(BYTECURSOR_KIND_ZIP, part->data, part->size))
		return tensorfile__read_npz(file, diag);
	if (part->size > 8 && part->data[8] == '{')
		return tensorfile__read_safetensors(file, part, diag);
	if (path && is_json(part))
		return tensorfile__read_index(file, path, options, diag);
	return tensorfile__read_btf(file, diag);
}

static enum tensorfile_status finish(struct tensorfile *file, enum tensorfile_status status, struct tensorfile **out_file,
	struct tensorfile_diag *diag)
{
	const int reason = errno;
	if (status == TENSORFILE_OK)
		status = tensorfile__sort(file, diag);
	if (status == TENSORFILE_OK)
		*out_file = file;
	else
		tensorfile_close(file);
	errno = reason;
	return status;
}

enum tensorfile_status tensorfile_open(const char *path, const struct tensorfile_options *options, struct tensorfile **out_file,
	struct tensorfile_diag *diag)
{
	char text[120];
	*out_file = NULL;
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return tensorfile__fail(diag, TENSORFILE_E_ARG, TENSORFILE_NO_OFFSET, "%s",
			bytecursor_size_text(text, sizeof text, options->size, "tensorfile_options"));
	struct tensorfile *file = calloc(1, sizeof *file);
	if (!file)
		return tensorfile__no_memory(diag);
	enum tensorfile_status status = tensorfile__add_file(file, path, options, diag);
	if (status == TENSORFILE_OK)
		status = read_tables(file, path, options, diag);
	return finish(file, status, out_file, diag);
}

enum tensorfile_status tensorfile_open_memory(const void *data, size_t size, struct tensorfile **out_file, struct tensorfile_diag *diag)
{
	struct tensorfile *file = calloc(1, sizeof *file);
	*out_file = NULL;
	if (!file || !tensorfile__grow(&file->parts, 0, &file->part_room, sizeof *file->parts)) {
		free(file);
		return tensorfile__no_memory(diag);
	}
	file->parts[file->part_count++] = (struct tensorfile__part){ .data = size ? data : "", .size = size };
	return finish(file, read_tables(file, NULL, NULL, diag), out_file, diag);
}

/* ---- what was read */

enum tensorfile_format tensorfile_format_of(const struct tensorfile *file) { return file->format; }

size_t tensorfile_count(const struct tensorfile *file) { return file->count; }

const struct tensorfile_tensor *tensorfile_at(const struct tensorfile *file, size_t index)
{
	return index < file->count ? &file->tensors[index] : NULL;
}

bool tensorfile_metadata(const struct tensorfile *file, size_t index, const char **out_key, const char **out_value)
{
	if (index >= file->pair_count)
		return false;
	*out_key = file->pairs[index].key;
	*out_value = file->pairs[index].value;
	return true;
}
