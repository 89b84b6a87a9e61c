/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads SYCLBIN files: views over the caller's bytes, without allocation.
 *
 * Three doors: syclbin_reader_open() checks the frame (envelope, header, tables); syclbin_verify() of verify.h looks at
 * everything; the walkers below hand out modules, images and texts. A walker re-checks what it reads, so it is safe on
 * a file that was not verified.
 *
 * All forms are read through one interface: the bare image (SYBI), the image in an OffloadBinary of version 1, 2 or
 * 3, and the draft in which each part is an entry of its own. What is compressed or packed deeper, input.h unpacks
 * first.
 *
 * The bytes may lie anywhere and at any alignment (a mapping, .rodata). They must stay valid and unchanged.
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
/* "input", "object", "executable"; "?" for a number that is none. Static text. */
SYCLBIN_API const char *syclbin_state_name(unsigned state);

enum syclbin_ir_type { SYCLBIN_IR_SPIRV = 0, SYCLBIN_IR_PTX = 1, SYCLBIN_IR_AMDGCN = 2 };
/* "spirv", "ptx", "amdgcn"; "?" for a number that is none. Static text. */
SYCLBIN_API const char *syclbin_ir_type_name(unsigned type);

enum syclbin_part_kind { SYCLBIN_PART_IR = 0, SYCLBIN_PART_NATIVE = 1 };

#define SYCLBIN_MAGIC 0x53594249u
/* Entries of the draft form that may come in any order; more of them have to come as syclbin_writer writes them: the
 * global metadata, then module after module its metadata, its IR modules and its native images. */
#define SYCLBIN_UNORDERED_MOST 1024u

/* A whole file. Read freely. */
struct syclbin_reader {
	struct syclbin_span input;      /* as it was given */
	uint32_t version;               /* 1, or 2 for the draft; 0 is read as 1 */
	uint32_t envelope;              /* version of the OffloadBinary around it; 0: none */
	uint32_t module_count;
	uint32_t part_count[2];         /* headers in the file, by enum syclbin_part_kind */
	struct syclbin_span global;     /* text of the global metadata */
	struct syclbin_offload offload; /* envelope 1..3 */
	struct syclbin_offload_entry entry; /* that holds the image, or the global metadata of the draft */
	struct syclbin_span image;      /* version 1: from the header on, as long as the container says */
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

/* Whether the bytes begin like one of the forms. True for any OffloadBinary: open tells what is inside. */
SYCLBIN_API bool syclbin_is_syclbin(const void *data, size_t size);

/* Opens the form that the bytes have. Of an OffloadBinary with several entries the first SYCLBIN counts, by its
 * content; the run time looks at the first entry only. Constant time, but for the draft: linear in its entries.
 * @return SYCLBIN_OK · SYCLBIN_E_MAGIC · SYCLBIN_E_VERSION · SYCLBIN_E_TRUNCATED · SYCLBIN_E_CORRUPT ·
 * SYCLBIN_E_LIMIT a draft out of order beyond SYCLBIN_UNORDERED_MOST · SYCLBIN_E_STATE compressed: see input.h ·
 * SYCLBIN_E_NOT_FOUND an OffloadBinary without SYCLBIN. On failure *out is zero. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_open(const void *data, size_t size,
	struct syclbin_reader *out, struct syclbin_diag *diag);
/* The same for a part of an input, so that offsets count from the outermost byte. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_open_span(const struct syclbin_span *input,
	struct syclbin_reader *out, struct syclbin_diag *diag);

/* @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND no such module · SYCLBIN_E_CORRUPT a range outside of its table */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_module(const struct syclbin_reader *reader,
	uint32_t index, struct syclbin_module *out, struct syclbin_diag *diag);

/* Image `index` of a kind. @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND · SYCLBIN_E_CORRUPT */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_module_image(const struct syclbin_reader *reader,
	const struct syclbin_module *module, enum syclbin_part_kind kind, uint32_t index, struct syclbin_image *out,
	struct syclbin_diag *diag);

/* A file may say that all its modules own the same headers, and all headers the same bytes: walking it then takes
 * time, and writing it anew memory, far beyond its size. This adds up what a walk would see, in time linear in the
 * headers.
 * @return SYCLBIN_OK · SYCLBIN_E_LIMIT texts or images are seen more than 8 times · as syclbin_reader_module() */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_bound(const struct syclbin_reader *reader,
	struct syclbin_diag *diag);

/* ---- what the texts say, for the properties of SYCLBIN itself.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND the text does not say · SYCLBIN_E_CORRUPT the text is wrong, or the value
 * of another type */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_reader_state(const struct syclbin_reader *reader,
	uint32_t *out_state, struct syclbin_diag *diag);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_image_ir_type(const struct syclbin_image *image,
	uint32_t *out_type, struct syclbin_diag *diag);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_image_target(const struct syclbin_image *image,
	struct syclbin_value *out, struct syclbin_diag *diag);
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_image_arch(const struct syclbin_image *image,
	struct syclbin_value *out, struct syclbin_diag *diag);

/* What bytes are, by how they begin: SPIR-V, bitcode, ELF, PTX, fat binary ...; SYCLBIN_KIND_NONE: cannot tell. */
SYCLBIN_API enum syclbin_image_kind syclbin_sniff(const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
