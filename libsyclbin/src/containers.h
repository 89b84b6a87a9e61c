/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Iterators over the containers of device code. They return views. A function _next() returns SYCLBIN_OK,
 * SYCLBIN_E_NOT_FOUND at the end, or what is wrong. */
#ifndef SYCLBIN_CONTAINERS_H
#define SYCLBIN_CONTAINERS_H

#include "internal.h"
#include <syclbin/compress.h>

/* Reads a number of at most 8 bytes. */
static inline uint64_t syclbin__number(const uint8_t *at, unsigned size, bool big)
{
	uint64_t n = 0;
	for (unsigned i = 0; i < size; i++)
		n |= (uint64_t)at[i] << 8 * (big ? size - 1 - i : i);
	return n;
}

/* ---- offload bundle: __CLANG_OFFLOAD_BUNDLE__, count, entries of offset, size, length of name, name; or, in files of text, comments
 * around the parts */
struct syclbin__bundle {
	struct syclbin_span bytes;
	uint64_t left;
	size_t next;
	size_t end; /* behind the last entry or image so far */
};
bool syclbin__is_bundle(const struct syclbin_span *span);
enum syclbin_status syclbin__bundle_open(const struct syclbin_span *span, struct syclbin__bundle *out,
	struct syclbin_diag *diag);
enum syclbin_status syclbin__bundle_next(struct syclbin__bundle *bundle, struct syclbin_string *out_name,
	struct syclbin_span *out_image, struct syclbin_diag *diag);
/* The next part of a bundle of text, from byte *at on, which moves on. */
bool syclbin__is_text_bundle(const struct syclbin_span *span);
enum syclbin_status syclbin__text_bundle_next(const struct syclbin_span *span, size_t *at, struct syclbin_string *out_name,
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

/* ---- fat binary of CUDA: a header, and entries with PTX or ELF images */
struct syclbin__fatbin {
	struct syclbin_span bytes; /* the entries */
	size_t size; /* all of it in the input; another fat binary may follow */
	size_t next;
};
struct syclbin__fatbin_entry {
	struct syclbin_span image;
	uint16_t kind;   /* 1 PTX, 2 ELF; others are not known */
	uint32_t arch;   /* 75: sm_75 */
	/* how the image is stored; `inflated_size` of the latter two */
	enum { SYCLBIN__FATBIN_PLAIN, SYCLBIN__FATBIN_LZ4, SYCLBIN__FATBIN_ZSTD } compression;
	uint64_t inflated_size;
};
bool syclbin__is_fatbin(const struct syclbin_span *span);
enum syclbin_status syclbin__fatbin_open(const struct syclbin_span *span, struct syclbin__fatbin *out, struct syclbin_diag *diag);
enum syclbin_status syclbin__fatbin_next(struct syclbin__fatbin *fatbin, struct syclbin__fatbin_entry *out, struct syclbin_diag *diag);

/* ---- lz4.c: a block of LZ4, as fat binaries have it */
/* Whether so many bytes can become `size`, before memory is allocated for them. */
bool syclbin__lz4_is_possible(const struct syclbin_span *block, uint64_t size);
/* Decompresses to exactly `size` bytes. False: damaged, or of another size. */
bool syclbin__lz4(const struct syclbin_span *block, uint8_t *out, size_t size);

/* ---- sections of object files */
enum syclbin__section_kind {
	SYCLBIN__SECTION_OTHER,
	SYCLBIN__SECTION_IMAGES,    /* containers one behind the other, with padding */
	SYCLBIN__SECTION_BUNDLED,   /* one part of a bundle, whose name is behind the section's prefix */
	SYCLBIN__SECTION_REFERENCES /* addresses of images in another section */
};
struct syclbin__section {
	struct syclbin_string name;
	struct syclbin_span bytes;
	enum syclbin__section_kind kind;
	bool compressed;
	enum syclbin_method method;
	uint64_t inflated_size;
};
#define SYCLBIN__BUNDLE_PREFIX "__CLANG_OFFLOAD_BUNDLE__"
enum { SYCLBIN__LONGEST_SECTION = 128 };
enum syclbin__section_kind syclbin__section_kind(struct syclbin_string name);

/* ---- ELF, both sizes and byte orders */
struct syclbin__elf {
	struct syclbin_span bytes;
	bool wide, big;
	uint64_t table, names, names_size; /* section headers; bytes of the section names */
	uint32_t each, count, next;
};
bool syclbin__is_elf(const struct syclbin_span *span);
enum syclbin_status syclbin__elf_open(const struct syclbin_span *span, struct syclbin__elf *out,
	struct syclbin_diag *diag);
enum syclbin_status syclbin__elf_next(struct syclbin__elf *elf, struct syclbin__section *out, struct syclbin_diag *diag);

/* ---- COFF objects (also with more than 65,535 sections), and executables and libraries of Windows */
struct syclbin__coff {
	struct syclbin_span bytes;
	uint64_t table, names, names_size; /* section headers; the string table */
	uint32_t count, next;
};
bool syclbin__is_coff(const struct syclbin_span *span);
enum syclbin_status syclbin__coff_open(const struct syclbin_span *span, struct syclbin__coff *out, struct syclbin_diag *diag);
enum syclbin_status syclbin__coff_next(struct syclbin__coff *coff, struct syclbin__section *out, struct syclbin_diag *diag);

/* ---- Mach-O, both sizes and byte orders; universal files hold several */
struct syclbin__macho {
	struct syclbin_span bytes;
	bool wide, big;
	uint32_t commands;   /* left */
	uint64_t command;    /* offset of the current one */
	uint32_t sections;   /* left in the current command */
	uint64_t section;    /* offset of the next one */
};
bool syclbin__is_macho(const struct syclbin_span *span);
enum syclbin_status syclbin__macho_open(const struct syclbin_span *span, struct syclbin__macho *out, struct syclbin_diag *diag);
enum syclbin_status syclbin__macho_next(struct syclbin__macho *macho, struct syclbin__section *out, struct syclbin_diag *diag);
bool syclbin__is_universal(const struct syclbin_span *span);
/* The file number `index`. */
enum syclbin_status syclbin__universal_part(const struct syclbin_span *span, uint32_t index, struct syclbin_span *out,
	struct syclbin_diag *diag);

/* ---- bitcode of LLVM: initial values of variables in sections of device code (@llvm.embedded.object) */
bool syclbin__is_bitcode(const struct syclbin_span *span);
/* Calls `found` with the name of the section and the bytes of each, which it may keep when it returns SYCLBIN_OK, and otherwise
 * are freed. */
enum syclbin_status syclbin__bitcode_walk(const struct syclbin_span *span, const struct syclbin_allocator *allocator,
	enum syclbin_status (*found)(void *ctx, struct syclbin_string section, struct bytecursor_buffer *bytes), void *ctx,
	struct syclbin_diag *diag);

/* ---- archive of ar, GNU and BSD names */
struct syclbin__archive {
	struct syclbin_span bytes;
	struct syclbin_string long_names;
	size_t next;
	bool thin; /* the members are files of these names, and *out_member is empty */
	uint64_t origin; /* of a thin one: where the last member's header is in the archive of this name; 0: it is a file */
};
bool syclbin__is_archive(const struct syclbin_span *span);
void syclbin__archive_open(const struct syclbin_span *span, struct syclbin__archive *out);
enum syclbin_status syclbin__archive_next(struct syclbin__archive *archive, struct syclbin_string *out_name,
	struct syclbin_span *out_member, struct syclbin_diag *diag);

#endif
