/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files as memory. */
#include <mlirbc/mapping.h>

#include <bytecursor/file.h>
#include <bytecursor/mapping.h>

static enum mlirbc_status failure(void)
{
	return errno == ENODEV ? MLIRBC_E_UNSUPPORTED : errno == ENOMEM ? MLIRBC_E_NOMEM : MLIRBC_E_IO;
}

enum mlirbc_status mlirbc_mapping_open(const char *path, struct mlirbc_mapping *out_mapping)
{
	void *data = NULL;
	*out_mapping = (struct mlirbc_mapping){ NULL, 0 };
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return MLIRBC_E_IO;
	const enum mlirbc_status status = bytecursor_file_read(file, &data, &out_mapping->size) ? MLIRBC_OK : failure();
	const int reason = errno;
	out_mapping->data = data;
	close(file);
	errno = reason;
	return status;
}

enum mlirbc_status mlirbc_mapping_map(int fd, bool writable, struct mlirbc_mapping *out_mapping)
{
	void *data = NULL;
	*out_mapping = (struct mlirbc_mapping){ NULL, 0 };
	const enum mlirbc_status status = bytecursor_mapping_open(fd, writable, &data, &out_mapping->size) ? MLIRBC_OK : failure();
	out_mapping->data = data;
	return status;
}

bool mlirbc_mapping_is_intact(const struct mlirbc_mapping *mapping)
{
	return mapping ? bytecursor_mapping_is_intact(mapping->data) : bytecursor_mappings_are_intact();
}

void mlirbc_mapping_close(struct mlirbc_mapping *mapping)
{
	if (!bytecursor_mapping_close(mapping->data))
		free((void *)(uintptr_t)mapping->data);
	*mapping = (struct mlirbc_mapping){ NULL, 0 };
}

void mlirbc_mapping_guard(void (*lost)(void)) { bytecursor_mapping_guard(lost); }
