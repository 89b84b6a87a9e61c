/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterators over the containers of device code: bundles, ELF files and archives. They return views. */
#ifndef SYCLBIN_CONTAINERS_H
#define SYCLBIN_CONTAINERS_H

#include "internal.h"
#include <syclbin/compress.h>

/* ---- offload bundle: __CLANG_OFFLOAD_BUNDLE__, count, entries of offset, size, length of name, name */
struct syclbin__bundle {
	struct syclbin_span bytes;
	uint64_t left;
	size_t next;
};
bool syclbin__is_bundle(const struct syclbin_span *span);
enum syclbin_status syclbin__bundle_open(const struct syclbin_span *span, struct syclbin__bundle *out,
	struct syclbin_diag *diag);
/* @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND at the end · SYCLBIN_E_CORRUPT */
enum syclbin_status syclbin__bundle_next(struct syclbin__bundle *bundle, struct syclbin_string *out_name,
	struct syclbin_span *out_image, struct syclbin_diag *diag);

/* ---- compressed bundle: CCOB, three versions */
struct syclbin__ccob {
	struct syclbin_span body;
	enum syclbin_method method;
	uint64_t inflated_size;
	size_t size; /* all of it in the input; another bundle may follow */
};
bool syclbin__is_ccob(const struct syclbin_span *span);
enum syclbin_status syclbin__ccob_open(const struct syclbin_span *span, struct syclbin__ccob *out,
	struct syclbin_diag *diag);

/* ---- ELF, both classes and byte orders: the sections that hold device code */
struct syclbin__elf {
	struct syclbin_span bytes;
	bool wide, big;
	uint64_t table, names, names_size; /* section headers; bytes of the section names */
	uint32_t each, count, next;
};
bool syclbin__is_elf(const struct syclbin_span *span);
enum syclbin_status syclbin__elf_open(const struct syclbin_span *span, struct syclbin__elf *out,
	struct syclbin_diag *diag);
enum syclbin_status syclbin__elf_next(struct syclbin__elf *elf, struct syclbin_span *out_section,
	struct syclbin_diag *diag);

/* ---- archive of ar, GNU and BSD names */
struct syclbin__archive {
	struct syclbin_span bytes;
	struct syclbin_string long_names;
	size_t next;
};
bool syclbin__is_archive(const struct syclbin_span *span);
enum syclbin_status syclbin__archive_open(const struct syclbin_span *span, struct syclbin__archive *out,
	struct syclbin_diag *diag);
enum syclbin_status syclbin__archive_next(struct syclbin__archive *archive, struct syclbin_string *out_name,
	struct syclbin_span *out_member, struct syclbin_diag *diag);

#endif
