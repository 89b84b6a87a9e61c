/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of what is written, and files that are replaced as a whole. */
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum tensorfile_status tensorfile_writer_create(
	enum tensorfile_format format, struct tensorfile_writer **out_writer, struct tensorfile_diag *diag)
{
	*out_writer = NULL;
	if ((int)format < TENSORFILE_NPY || (int)format > TENSORFILE_BTF)
		return tensorfile__fail(diag, TENSORFILE_E_ARG, TENSORFILE_NO_OFFSET, "there is no format %d", (int)format);
	struct tensorfile_writer *writer = calloc(1, sizeof *writer);
	if (!writer)
		return tensorfile__no_memory(diag);
	writer->format = format;
	*out_writer = writer;
	return TENSORFILE_OK;
}

void tensorfile_writer_destroy(struct tensorfile_writer *writer)
{
	if (!writer)
		return;
	free(writer->tensors);
	free(writer->pairs);
	tensorfile__arena_free(&writer->arena);
	free(writer);
}

/* ---- tensors */

static bool has_type(enum tensorfile_format format, const struct tensorfile__dtype *row)
{
	switch (format) {
	case TENSORFILE_NPY:
	case TENSORFILE_NPZ: return *row->npy != '\0';
	case TENSORFILE_SAFETENSORS: return *row->safetensors != '\0';
	case TENSORFILE_GGUF: return row->gguf >= 0;
	case TENSORFILE_BTF: return tensorfile__btf_number(row->dtype) >= 0;
	}
	return false;
}

/* NULL: the tensor may be added. */
static const char *wrong_with(const struct tensorfile_writer *writer, const char *name, const struct tensorfile_tensor *tensor)
{
	const bool gguf = writer->format == TENSORFILE_GGUF;
	uint64_t elements, bytes;
	uint32_t block, block_bytes;
	tensorfile_dtype_block(tensor->dtype, &block, &block_bytes);
	if (writer->format == TENSORFILE_NPY && writer->count)
		return "a .npy file has one array";
	if (tensor->rank > (gguf ? 4u : TENSORFILE_MAX_RANK) || !tensorfile__elements_of(tensor->dims, tensor->rank, &elements) ||
		!tensorfile__bytes_of(tensor->dtype, elements, &bytes) || bytes > SIZE_MAX / 2)
		return "its shape has too many dimensions or elements, a negative one, or does not fill blocks";
	if (gguf && block > 1 && (tensor->rank == 0 || tensor->dims[tensor->rank - 1] % block != 0))
		return "its last dimension does not fill blocks";
	if (!tensorfile__is_text(name, strlen(name)) || strlen(name) > 60000 || (gguf && !*name))
		return "its name is not UTF-8, empty or too long";
	for (size_t i = 0; writer->format != TENSORFILE_BTF && i < writer->count; i++) {
		if (strcmp(writer->tensors[i].name, name) == 0)
			return "its name is there already";
	}
	return writer->format == TENSORFILE_SAFETENSORS && strcmp(name, "__metadata__") == 0 ? "its name is that of metadata" : NULL;
}

enum tensorfile_status tensorfile_writer_add(struct tensorfile_writer *writer, const char *name, enum tensorfile_dtype dtype, uint32_t rank,
	const int64_t *dims, const void *data, struct tensorfile_diag *diag)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of(dtype);
	struct tensorfile_tensor tensor = { .dtype = dtype, .rank = rank, .dims = dims, .data = data };
	if (!row || !has_type(writer->format, row))
		return tensorfile__fail(diag, TENSORFILE_E_UNSUPPORTED, TENSORFILE_NO_OFFSET, "tensor '%s': %s has no %s", name,
			tensorfile_format_name(writer->format), tensorfile_dtype_name(dtype));
	const char *wrong = wrong_with(writer, name, &tensor);
	if (wrong)
		return tensorfile__fail(diag, TENSORFILE_E_ARG, TENSORFILE_NO_OFFSET, "tensor '%s': %s", name, wrong);
	int64_t *copy = tensorfile__arena_get(&writer->arena, rank * sizeof *copy);
	tensor.name = tensorfile__arena_text(&writer->arena, name, strlen(name));
	if (!copy || !tensor.name || !tensorfile__grow(&writer->tensors, writer->count, &writer->room, sizeof *writer->tensors))
		return tensorfile__no_memory(diag);
	if (rank)
		memcpy(copy, dims, rank * sizeof *copy);
	tensor.dims = copy;
	(void)tensorfile__elements_of(copy, rank, &tensor.elements);
	(void)tensorfile__bytes_of(dtype, tensor.elements, &tensor.bytes);
	writer->tensors[writer->count++] = tensor;
	return TENSORFILE_OK;
}

enum tensorfile_status tensorfile_writer_metadata(
	struct tensorfile_writer *writer, const char *key, const char *value, struct tensorfile_diag *diag)
{
	bool good = tensorfile__is_text(key, strlen(key)) && tensorfile__is_text(value, strlen(value)) && strcmp(key, "general.alignment") != 0;
	if (writer->format != TENSORFILE_SAFETENSORS && writer->format != TENSORFILE_GGUF)
		return tensorfile__fail(diag, TENSORFILE_E_UNSUPPORTED, TENSORFILE_NO_OFFSET, "%s has no metadata", tensorfile_format_name(writer->format));
	for (size_t i = 0; i < writer->pair_count; i++)
		good = good && strcmp(writer->pairs[i].key, key) != 0;
	if (!good)
		return tensorfile__fail(diag, TENSORFILE_E_ARG, TENSORFILE_NO_OFFSET, "metadata '%s': the key is there already, or a text is not UTF-8", key);
	const struct tensorfile__pair pair = { tensorfile__arena_text(&writer->arena, key, strlen(key)),
		tensorfile__arena_text(&writer->arena, value, strlen(value)) };
	if (!pair.key || !pair.value || !tensorfile__grow(&writer->pairs, writer->pair_count, &writer->pair_room, sizeof pair))
		return tensorfile__no_memory(diag);
	writer->pairs[writer->pair_count++] = pair;
	return TENSORFILE_OK;
}

enum tensorfile_status tensorfile_writer_compress(struct tensorfile_writer *writer, struct tensorfile_diag *diag)
{
	if (writer->format != TENSORFILE_NPZ || !tensorfile_zip_can_deflate())
		return tensorfile__fail(diag, TENSORFILE_E_UNSUPPORTED, TENSORFILE_NO_OFFSET, writer->format == TENSORFILE_NPZ
			? "libtensorfile was built without zlib" : "only .npz files are compressed");
	writer->compress = true;
	return TENSORFILE_OK;
}

/* ---- files */

static enum tensorfile_status cannot_write(const char *path, struct tensorfile_diag *diag)
{
	const int reason = errno;
	tensorfile__fail(diag, TENSORFILE_E_IO, TENSORFILE_NO_OFFSET, "cannot write%s%s: %s", *path ? " " : "", path, strerror(reason));
	errno = reason;
	return TENSORFILE_E_IO;
}

enum tensorfile_status tensorfile_writer_write(struct tensorfile_writer *writer, FILE *out, struct tensorfile_diag *diag)
{
	enum tensorfile_status status = TENSORFILE_E_ARG;
	switch (writer->format) {
	case TENSORFILE_NPY: status = tensorfile__write_npy(writer, out, diag); break;
	case TENSORFILE_NPZ: status = tensorfile__write_npz(writer, out, diag); break;
	case TENSORFILE_SAFETENSORS: status = tensorfile__write_safetensors(writer, out, diag); break;
	case TENSORFILE_GGUF: status = tensorfile__write_gguf(writer, out, diag); break;
	case TENSORFILE_BTF: status = tensorfile__write_btf(writer, out, diag); break;
	}
	if (status == TENSORFILE_OK && (fflush(out) != 0 || ferror(out)))
		return cannot_write("", diag);
	return status;
}

/* A new file "PATH.N" with this access, before the mask of the process. */
static FILE *open_beside(const char *path, mode_t access, char **out_name)
{
	enum { TRIES = 1000 };
	const size_t room = strlen(path) + 16;
	char *name = malloc(room);
	int fd = -1;
	*out_name = name;
	for (unsigned i = 0; name && fd < 0 && i < TRIES && (i == 0 || errno == EEXIST); i++) {
		snprintf(name, room, "%s.%u", path, ((unsigned)getpid() + i) % 1000000);
		fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, access);
	}
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "wb");
	if (fd >= 0 && !stream) {
		unlink(name);
		close(fd);
	}
	return stream;
}

enum tensorfile_status tensorfile_writer_save(struct tensorfile_writer *writer, const char *path, struct tensorfile_diag *diag)
{
	struct stat about;
	char *name;
	const bool replaces = stat(path, &about) == 0;
	const mode_t access = replaces ? about.st_mode & 0777 : 0666;
	FILE *stream = open_beside(path, access, &name);
	enum tensorfile_status status = stream ? tensorfile_writer_write(writer, stream, diag) : cannot_write(path, diag);
	if (stream) {
		if (status == TENSORFILE_OK && ((replaces && fchmod(fileno(stream), access) != 0) || fsync(fileno(stream)) != 0))
			status = cannot_write(path, diag);
		if (fclose(stream) != 0 && status == TENSORFILE_OK)
			status = cannot_write(path, diag);
		if (status == TENSORFILE_OK && rename(name, path) != 0)
			status = cannot_write(path, diag);
		if (status != TENSORFILE_OK) {
			const int reason = errno;
			unlink(name);
			errno = reason;
		}
	}
	free(name);
	return status;
}
