/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files as memory. */
#include <syclbin/mapping.h>

#include <bytecursor/file.h>
#include <bytecursor/mapping.h>

static enum syclbin_status failure(void)
{
	return errno == ENODEV ? SYCLBIN_E_UNSUPPORTED : errno == ENOMEM ? SYCLBIN_E_NOMEM : SYCLBIN_E_IO;
}

enum syclbin_status syclbin_mapping_open(const char *path, struct syclbin_mapping *out_mapping)
{
	void *data = NULL;
	*out_mapping = (struct syclbin_mapping){ NULL, 0 };
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return SYCLBIN_E_IO;
	const enum syclbin_status status = bytecursor_file_read(file, &data, &out_mapping->size) ? SYCLBIN_OK : failure();
	const int reason = errno;
	out_mapping->data = data;
	close(file);
	errno = reason;
	return status;
}

enum syclbin_status syclbin_mapping_map(int fd, bool writable, struct syclbin_mapping *out_mapping)
{
	void *data = NULL;
	*out_mapping = (struct syclbin_mapping){ NULL, 0 };
	const enum syclbin_status status = bytecursor_mapping_open(fd, writable, &data, &out_mapping->size) ? SYCLBIN_OK : failure();
	out_mapping->data = data;
	return status;
}

bool syclbin_mapping_is_intact(const struct syclbin_mapping *mapping)
{
	return mapping ? bytecursor_mapping_is_intact(mapping->data) : bytecursor_mappings_are_intact();
}

void syclbin_mapping_close(struct syclbin_mapping *mapping)
{
	if (!bytecursor_mapping_close(mapping->data))
		free((void *)(uintptr_t)mapping->data);
	*mapping = (struct syclbin_mapping){ NULL, 0 };
}

void syclbin_mapping_guard(void (*lost)(void)) { bytecursor_mapping_guard(lost); }
