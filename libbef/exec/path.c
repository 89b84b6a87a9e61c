/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens programs from files on disk. */
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
	*out_data = async_alloc(allocator, *out_size, 1);
	while (*out_data) {
		*out_used += fread((char *)*out_data + *out_used, 1, *out_size - *out_used, from);
		if (ferror(from))
			return cannot_read(diag, path);
		if (*out_used < *out_size)
			return BEF_OK;
		void *more = *out_size > SIZE_MAX / 2 ? NULL
						      : async_resize(allocator, *out_data, *out_size, *out_size * 2, 1);
		if (!more)
			break;
		*out_data = more;
		*out_size *= 2;
	}
	return bef__fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
}

enum bef_status bef_file_open_path(const char *path, const struct kernels_registry *registry,
	const struct bef_open_options *options, struct bef_file **out_file, struct bef_diag *diag)
{
	const struct async_allocator *allocator = bef__allocator(options);
	void *data = NULL;
	size_t size = 0, used = 0;
	*out_file = NULL;
	FILE *from = fopen(path, "rb");
	if (!from)
		return cannot_read(diag, path);
	enum bef_status status = read_all(from, path, allocator, &data, &size, &used, diag);
	fclose(from);
	if (status == BEF_OK) {
		struct bef__bytes bytes = { .data = data, .size = used, .block = size };
		return bef__open(bytes, registry, options, out_file, diag);
	}
	if (data)
		async_free(allocator, data, size, 1);
	return status;
}
