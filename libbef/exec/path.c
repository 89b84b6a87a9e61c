/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens programs from files on disk: regular files are mapped, others read. */
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static enum bef_status cannot_read(struct bef_diag *diag, const char *path)
{
	return bef__fail(diag, BEF_E_IO, BEF_NO_OFFSET, "cannot read %.100s: %s", path, strerror(errno));
}

/* Reads to the end of the file into a block of *out_size bytes, of which *out_used are in use. The block grows while
 * reading, because the size reported by the system may be wrong. */
static enum bef_status read_all(FILE *from, const char *path, const struct async_allocator *allocator, void **out_data,
	size_t *out_size, size_t *out_used, struct bef_diag *diag)
{
	*out_size = 65536;
	*out_used = 0;
	*out_data = async_alloc(allocator, *out_size, BEF__BYTES_ALIGN);
	while (*out_data) {
		*out_used += fread((char *)*out_data + *out_used, 1, *out_size - *out_used, from);
		if (ferror(from))
			return cannot_read(diag, path);
		if (*out_used < *out_size)
			return BEF_OK;
		void *more = *out_size > SIZE_MAX / 2 ? NULL
						      : async_resize(allocator, *out_data, *out_size, *out_size * 2,
								BEF__BYTES_ALIGN);
		if (!more)
			break;
		*out_data = more;
		*out_size *= 2;
	}
	return bef__fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
}

static void unmap(void *ctx, const void *data, size_t size)
{
	(void)ctx;
	munmap((void *)(uintptr_t)data, size);
}

/* Maps a regular file. The mapping is private, so that a program that writes its constants changes neither the file nor
 * other programs. Returns false if the file must be read instead. */
static bool map_all(FILE *from, struct bef__bytes *out)
{
	struct stat status;
	if (fstat(fileno(from), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0 ||
		(uintmax_t)status.st_size > SIZE_MAX)
		return false;
	size_t size = (size_t)status.st_size;
	void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fileno(from), 0);
	if (data == MAP_FAILED)
		return false;
	*out = (struct bef__bytes){ .data = data, .size = size, .release = unmap, .writable = true };
	return true;
}

enum bef_status bef_file_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	*out_file = NULL;
	if (BEF__SIZE_IS_MISSING(options))
		return bef__fail(diag, BEF_E_ARG, BEF_NO_OFFSET, BEF__SIZE_MESSAGE);
	const struct async_allocator *allocator = bef__allocator(options);
	struct bef__bytes bytes = { .writable = true };
	void *data = NULL;
	enum bef_status status = BEF_OK;
	FILE *from = fopen(path, "rb");
	if (!from)
		return cannot_read(diag, path);
	if (!map_all(from, &bytes)) {
		status = read_all(from, path, allocator, &data, &bytes.block, &bytes.size, diag);
		bytes.data = data;
	}
	fclose(from);
	if (status == BEF_OK)
		return bef__open(bytes, registry, options, out_file, diag);
	if (data)
		async_free(allocator, data, bytes.block, BEF__BYTES_ALIGN);
	return status;
}
