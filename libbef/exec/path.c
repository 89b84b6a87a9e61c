/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens programs from files on disk. They are read: the bytes of a mapped file would change with it. */
#include "program.h"

#include <bytecursor/file.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static enum bef_status cannot_read(struct bef_diag *diag, const char *path)
{
	return bef__fail(diag, BEF_E_IO, BEF_NO_OFFSET, "cannot read %.100s: %s", path, strerror(errno));
}

/* Of a regular file; 0: another file, or an empty one. */
static size_t size_of(FILE *from)
{
	struct stat about;
	const bool known = fstat(fileno(from), &about) == 0 && S_ISREG(about.st_mode) && (uintmax_t)about.st_size < SIZE_MAX / 2;
	return known ? (size_t)about.st_size : 0;
}

/* Reads to the end of the file into a block of *out_size bytes, of which *out_used are in use. The block grows while
 * reading, because the size reported by the system may be wrong. */
static enum bef_status read_all(FILE *from, const char *path, const struct async_allocator *allocator, void **out_data,
	size_t *out_size, size_t *out_used, struct bef_diag *diag)
{
	const size_t expected = size_of(from);
	*out_size = expected ? expected + 1 : 65536;
	*out_used = 0;
	*out_data = async_alloc(allocator, *out_size, BEF__BYTES_ALIGN);
	while (*out_data) {
		bytecursor_file_use_huge_pages(*out_data, *out_size);
		*out_used += fread((char *)*out_data + *out_used, 1, *out_size - *out_used, from);
		if (ferror(from))
			return cannot_read(diag, path);
		if (*out_used < *out_size && bytecursor_file_shrank(fileno(from), expected))
			return bef__fail(diag, BEF_E_IO, BEF_NO_OFFSET, "cannot read %.100s: it shrank from %zu bytes while it was read", path,
				expected);
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
	return bef__no_memory(diag);
}

enum bef_status bef_file_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	*out_file = NULL;
	const char *unsized = bef__unsized(options);
	if (unsized)
		return bef__fail(diag, BEF_E_ARG, BEF_NO_OFFSET, BEF__SIZE_MESSAGE, unsized);
	const struct async_allocator *allocator = bef__allocator(options);
	struct bef__bytes bytes = { .writable = true };
	void *data = NULL;
	enum bef_status status;
	FILE *from = fopen(path, "rbe");
	if (!from)
		return cannot_read(diag, path);
	status = read_all(from, path, allocator, &data, &bytes.block, &bytes.size, diag);
	bytes.data = data;
	fclose(from);
	if (status == BEF_OK)
		return bef__open(bytes, registry, options, out_file, diag);
	if (data)
		async_free(allocator, data, bytes.block, BEF__BYTES_ALIGN);
	return status;
}
