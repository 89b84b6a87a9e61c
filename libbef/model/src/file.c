/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytes of models, and failures. */
#include "internal.h"

#include <bef/reader.h>
#include <bef/translate.h>
#include <bytecursor/diag.h>
#include <bytecursor/file.h>
#include <errno.h>
#include <mlirbc/mapping.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Files up to this size have few constants, so opening reads nearly all of their pages: these are populated at once. */
#define POPULATED ((size_t)16 << 20)

/* ---- failures */

void bef_model__store(struct bef_diag *to, const struct bef_diag *failure)
{
	if (BYTECURSOR_DIAG_IS_OPEN(to))
		BYTECURSOR_DIAG_STORE(to, failure);
}

enum bef_status bef_model__fail(struct bef_diag *diag, enum bef_status status, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, bef_status_name(status), BEF_NO_OFFSET, format);
}

enum bef_status bef_model__fail_other(struct bef_diag *diag, const char *name, const char *why)
{
	return BYTECURSOR_DIAG_FAIL(diag, BEF_E_UNSUPPORTED, BEF_MODEL_RULE_OTHER, BEF_NO_OFFSET, "%s is not a model: %s", name, why);
}

enum bef_status bef_model__size_is_wrong(struct bef_diag *diag, size_t size, const char *name)
{
	char text[120];
	return bef_model__fail(diag, BEF_E_ARG, "%s", bytecursor_size_text(text, sizeof text, size, name));
}

enum bef_status bef_model__no_memory(struct bef_diag *diag)
{
	return bef_model__fail(diag, BEF_E_NOMEM, "out of memory");
}

/* ---- bytes */

/* The size of a regular file; 0: another file, or an empty one. */
static size_t regular_size(FILE *from)
{
	struct stat status;
	if (fstat(fileno(from), &status) != 0 || !S_ISREG(status.st_mode) || status.st_size <= 0 ||
		(uintmax_t)status.st_size > SIZE_MAX / 2)
		return 0;
	return (size_t)status.st_size;
}

/* Only BEF files are mapped, because their constants are used in place. Sources are parsed once, so they are read. */
static bool map(FILE *from, struct bef_model__bytes *out)
{
	struct mlirbc_mapping mapping;
	uint8_t begin[2];
	if (pread(fileno(from), begin, sizeof begin, 0) != sizeof begin || !bef_is_bef(begin, sizeof begin) ||
		mlirbc_mapping_map(fileno(from), true, &mapping) != MLIRBC_OK || !mapping.data)
		return false;
#ifdef MADV_POPULATE_READ
	if (mapping.size <= POPULATED) /* if it fails, pages are mapped on access */
		(void)madvise((void *)(uintptr_t)mapping.data, mapping.size, MADV_POPULATE_READ);
#endif
	*out = (struct bef_model__bytes){ mapping.data, mapping.size, mapping.size, BEF_MODEL__MAPPED };
	return true;
}

bool bef_model__is_intact(const void *mapped)
{
	const struct mlirbc_mapping mapping = { mapped, 0 };
	return mlirbc_mapping_is_intact(&mapping);
}

enum bef_status bef_model__fail_changed(struct bef_diag *diag)
{
	return bef_model__fail(diag, BEF_E_IO, "%s", BEF_MODEL__CHANGED);
}

void bef_model_mapping_guard(void (*lost)(void)) { mlirbc_mapping_guard(lost); }

/* Sources, pipes, and files whose size the system does not know. */
static enum bef_status read_all(const struct async_allocator *allocator, FILE *from, const char *path,
	struct bef_model__bytes *out, struct bef_diag *diag)
{
	const size_t size = regular_size(from);
	size_t block = size ? size + 1 : 65536, used = 0;
	char *data = async_alloc(allocator, block, BEF_MODEL__ALIGN);
	while (data) {
		bytecursor_file_use_huge_pages(data, block);
		*out = (struct bef_model__bytes){ data, used, block, BEF_MODEL__ALLOCATED };
		used += fread(data + used, 1, block - used, from);
		out->size = used;
		if (ferror(from))
			return bef_model__fail(diag, BEF_E_IO, "cannot read %.100s: %s", path, strerror(errno));
		if (used < block && bytecursor_file_shrank(fileno(from), size))
			return bef_model__fail(diag, BEF_E_IO, "cannot read %.100s: it shrank from %zu bytes while it was read", path,
			size);
		if (used < block)
			return BEF_OK;
		data = block > SIZE_MAX / 2 ? NULL : async_resize(allocator, data, block, 2 * block, BEF_MODEL__ALIGN);
		block *= 2;
	}
	return bef_model__no_memory(diag);
}

enum bef_status bef_model__read(const struct async_allocator *allocator, const char *path, struct bef_model__watch *watch,
	struct bef_model__bytes *out, struct bef_diag *diag)
{
	enum bef_status status = BEF_OK;
	FILE *from = fopen(path, "rbe");
	*out = (struct bef_model__bytes){ .data = NULL };
	if (!from)
		return bef_model__fail(diag, BEF_E_IO, "cannot read %.100s: %s", path, strerror(errno));
	if (watch && fstat(fileno(from), &watch->before) == 0 && map(from, out)) {
		watch->from = from;
		return BEF_OK;
	}
	status = read_all(allocator, from, path, out, diag);
	fclose(from);
	if (status != BEF_OK)
		bef_model__free(allocator, out);
	return status;
}

bool bef_model__watch_end(struct bef_model__watch *watch)
{
	struct stat now;
	if (!watch->from)
		return true;
	const struct stat *before = &watch->before;
	const bool same = fstat(fileno(watch->from), &now) == 0 && now.st_size == before->st_size &&
			  now.st_mtim.tv_sec == before->st_mtim.tv_sec && now.st_mtim.tv_nsec == before->st_mtim.tv_nsec;
	fclose(watch->from);
	watch->from = NULL;
	return same;
}

enum bef_status bef_model__copy(const struct async_allocator *allocator, const void *data, size_t size,
	struct bef_model__bytes *out, struct bef_diag *diag)
{
	void *copy = async_alloc(allocator, size, BEF_MODEL__ALIGN);
	*out = (struct bef_model__bytes){ .data = NULL };
	if (!copy)
		return bef_model__no_memory(diag);
	if (size)
		memcpy(copy, data, size);
	*out = (struct bef_model__bytes){ copy, size, size, BEF_MODEL__ALLOCATED };
	return BEF_OK;
}

void bef_model__free(const struct async_allocator *allocator, struct bef_model__bytes *bytes)
{
	const struct bef_allocator memory = BYTECURSOR_ALLOCATOR(allocator);
	void *data = (void *)(uintptr_t)bytes->data;
	struct mlirbc_mapping mapping = { data, bytes->block };
	if (bytes->origin == BEF_MODEL__MAPPED)
		mlirbc_mapping_close(&mapping);
	else if (bytes->origin == BEF_MODEL__ALLOCATED)
		async_free(allocator, data, bytes->block, BEF_MODEL__ALIGN);
	else if (bytes->origin == BEF_MODEL__ASSEMBLED)
		bef_assemble_free(&memory, data, bytes->size);
	*bytes = (struct bef_model__bytes){ .data = NULL };
}
