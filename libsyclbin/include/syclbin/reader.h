/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads SYCLBIN files: views over the caller's bytes, without allocation.
 *
 * syclbin_reader_open() checks the frame (envelope, header, tables); syclbin_verify() of verify.h checks everything;
 * the functions below return modules, images and texts. They check the bytes that they read, so they are safe on a file
 * that was not verified.
 *
 * One interface reads all forms: the bare image (SYBI), the image in an OffloadBinary of version 1, 2 or 3, and the
 * draft in which each part is a separate entry. input.h unpacks compressed and nested containers.
 *
 * The bytes may have any alignment and be in read-only memory (a mapping, .rodata). They must stay valid and unchanged.
 * Thread class: immutable after open; all structures are plain values. */
#ifndef SYCLBIN_READER_H
#define SYCLBIN_READER_H

#include <stdbool.h>
#include <syclbin/offload.h>
#include <syclbin/properties.h>

#ifdef __cplusplus
extern "C" {
#endif

enum syclbin_state { SYCLBIN_STATE_INPUT = 0, SYCLBIN_STATE_OBJECT = 1, SYCLBIN_STATE_EXECUTABLE = 2 };
/* "input", "object", "executable"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_state_name(unsigned state);

enum syclbin_ir_type { SYCLBIN_IR_SPIRV = 0, SYCLBIN_IR_PTX = 1, SYCLBIN_IR_AMDGCN = 2 };
/* "spirv", "ptx", "amdgcn"; "?" for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_ir_type_name(unsigned type);

enum syclbin_part_kind { SYCLBIN_PART_IR = 0, SYCLBIN_PART_NATIVE = 1 };

#define SYCLBIN_MAGIC 0x53594249u
/* The number of entries of the draft form that may have any order. A larger file must have the order of syclbin_writer:
 * the global metadata, then for each module its metadata, its IR modules and its native images. */
#define SYCLBIN_UNORDERED_MOST 1024u

/* A whole file. The members may be read directly. */
struct syclbin_reader {
	struct syclbin_span input;      /* the argument of open */
	uint32_t version;               /* 1, or 2 for the draft */
	uint32_t envelope;              /* version of the OffloadBinary around it; 0: none */
	uint32_t module_count;
	uint32_t part_count[2];         /* headers in the file, by enum syclbin_part_kind */
	struct syclbin_span global;     /* text of the global metadata */
	struct syclbin_offload offload; /* envelope 1..3 */
	struct syclbin_offload_entry entry; /* the entry with the image, or with the global metadata of the draft */
	struct syclbin_span image;      /* version 1: from the header on, with the size that the container declares */
	struct syclbin_span metadata, binary; /* version 1: the tables */
	bool ordered;                   /* draft: in the order of the writer */
};

/* An abstract module. Its images are numbered from 0 within their kind. */
struct syclbin_module {
	uint32_t index;
	struct syclbin_span metadata; /* text */
	uint32_t first[2], count[2];  /* by enum syclbin_part_kind; `first` counts headers of the file */
};

struct syclbin_image {
	uint8_t kind;      /* enum syclbin_part_kind */
	uint32_t index;    /* among those of its kind in the module */
	uint32_t header;   /* among those of its kind in the file */
	struct syclbin_span metadata; /* text */
	struct syclbin_span bytes;
	uint64_t header_offset;       /* of its header, or entry, in the outermost input */
};

/* True if the bytes begin with the magic number of one of the forms, any OffloadBinary included. */
SYCLBIN_API bool syclbin_is_syclbin(const void *data, size_t size);

/* Opens a file of any form. In an OffloadBinary with several entries, opens the first entry whose content is a SYCLBIN;
 * the run time reads the first entry only. Takes constant time; for the draft, time linear in its entries.
 * @return SYCLBIN_OK · SYCLBIN_E_MAGIC · SYCLBIN_E_VERSION · SYCLBIN_E_TRUNCATED · SYCLBIN_E_CORRUPT ·
 * SYCLBIN_E_LIMIT a draft out of order beyond SYCLBIN_UNORDERED_MOST · SYCLBIN_E_STATE compressed: see input.h ·
 * SYCLBIN_E_NOT_FOUND an OffloadBinary without SYCLBIN. On failure *out is zero. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_open(const void *data, size_t size,
	struct syclbin_reader *out, struct syclbin_diag *diag);
/* As syclbin_reader_open(), for a part of an input: offsets count from the start of the outermost input. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_open_span(const struct syclbin_span *input,
	struct syclbin_reader *out, struct syclbin_diag *diag);

/* @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND no such module · SYCLBIN_E_CORRUPT a range outside its table */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_module(const struct syclbin_reader *reader,
	uint32_t index, struct syclbin_module *out, struct syclbin_diag *diag);

/* Image `index` of a kind. @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND · SYCLBIN_E_CORRUPT */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_module_image(const struct syclbin_reader *reader,
	const struct syclbin_module *module, enum syclbin_part_kind kind, uint32_t index, struct syclbin_image *out,
	struct syclbin_diag *diag);

/* Bounds the work of a walk. All modules of a file may share the same headers, and all headers the same bytes, so that
 * walking or rewriting it takes far more time and memory than its size suggests. Takes time linear in the headers.
 * @return SYCLBIN_OK · SYCLBIN_E_LIMIT a walk would visit texts or images more than 8 times · as
 * syclbin_reader_module() */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_bound(const struct syclbin_reader *reader,
	struct syclbin_diag *diag);

/* ---- the properties of SYCLBIN itself
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND the text lacks the property · SYCLBIN_E_CORRUPT the text is invalid, or the
 * value has another type */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_state(const struct syclbin_reader *reader,
	uint32_t *out_state, struct syclbin_diag *diag);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_image_ir_type(const struct syclbin_image *image,
	uint32_t *out_type, struct syclbin_diag *diag);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_image_target(const struct syclbin_image *image,
	struct syclbin_value *out, struct syclbin_diag *diag);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_image_arch(const struct syclbin_image *image,
	struct syclbin_value *out, struct syclbin_diag *diag);

/* Detects the kind of an image by its first bytes: SPIR-V, bitcode, ELF, PTX, fat binary ...; SYCLBIN_KIND_NONE if
 * unknown. */
SYCLBIN_API enum syclbin_image_kind syclbin_sniff(const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
