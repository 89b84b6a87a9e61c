/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instructions of a SPIR-V module that matter for launches, between the files of its reader. */
#ifndef IMAGE_SPIRV_MODULE_H
#define IMAGE_SPIRV_MODULE_H

#include <bytecursor/cursor.h>
#include <image/spirv.h>

enum {
	OP_NAME = 5, OP_LINE = 8, OP_MEMORY_MODEL = 14, OP_ENTRY_POINT = 15, OP_EXECUTION_MODE = 16, OP_TYPE_VOID = 19,
	OP_TYPE_BOOL = 20, OP_TYPE_INT = 21, OP_TYPE_FLOAT = 22, OP_TYPE_VECTOR = 23, OP_TYPE_IMAGE = 25, OP_TYPE_SAMPLER = 26,
	OP_TYPE_SAMPLED_IMAGE = 27, OP_TYPE_ARRAY = 28, OP_TYPE_STRUCT = 30, OP_TYPE_POINTER = 32, OP_TYPE_FUNCTION = 33,
	OP_TYPE_PIPE = 38, OP_CONSTANT = 43, OP_SPEC_CONSTANT_TRUE = 48, OP_SPEC_CONSTANT_FALSE = 49, OP_SPEC_CONSTANT = 50,
	OP_FUNCTION = 54, OP_FUNCTION_PARAMETER = 55, OP_DECORATE = 71, OP_GROUP_DECORATE = 74, OP_NO_LINE = 317,
	OP_EXECUTION_MODE_ID = 331, OP_TYPE_UNTYPED_POINTER = 4417
};
enum { DECORATION_SPEC_ID = 1, DECORATION_PACKED = 10, DECORATION_LINKAGE = 41 };
/* Not of the specification: OpName, and membership in a decoration group, are kept with the decorations. */
enum { DECORATION_NAME = 0x10000, DECORATION_GROUP };

/* An id of a type, a constant or a function. */
struct spirv_definition {
	uint32_t id, at; /* at: word of the instruction */
	uint16_t op;
	bool sized;      /* types of values: the next two are known */
	uint32_t alignment;
	uint64_t size;
	uint32_t kernel; /* functions: 1 + index of the kernel that has read the parameters; 0: none */
};

struct spirv_decoration {
	uint32_t target, kind, value, at; /* value: of SpecId, or the id of the group */
};

struct spirv_entry {
	uint32_t function, at, name_words;
};

struct spirv_module {
	const uint8_t *bytes;
	uint32_t words;
	struct kernels_diag *diag;
	uint8_t address_bytes;
	uint32_t definition_count, decoration_count, entry_count, mode_count, parameter_count;
	struct spirv_definition *definitions; /* sorted by id */
	struct spirv_decoration *decorations; /* sorted by target, kind and place */
	struct spirv_entry *entries;          /* kernels only, in order */
	uint32_t *modes;                      /* words of the execution modes, in order */
};

static inline uint32_t spirv_word(const struct spirv_module *m, uint32_t at) { return bytecursor_load32le(m->bytes + 4 * (size_t)at); }
static inline uint16_t spirv_op(const struct spirv_module *m, uint32_t at) { return (uint16_t)spirv_word(m, at); }
static inline uint32_t spirv_count(const struct spirv_module *m, uint32_t at) { return spirv_word(m, at) >> 16; }

/* "word 12: " and the message; returns KERNELS_E_CORRUPT. */
#define SPIRV_FAIL(m, word, format, ...)                                                                               \
	kernels_image__fail((m)->diag, KERNELS_E_CORRUPT, 4 * (uint64_t)(word), "SPIR-V, word %u: " format,            \
		(unsigned)(word), __VA_ARGS__)

/* Checks the header and the lengths of all instructions, and counts. */
enum kernels_status kernels_image__spirv_count(struct spirv_module *m);
/* Fills the arrays, which have the counted lengths, and sorts them. */
enum kernels_status kernels_image__spirv_collect(struct spirv_module *m);
/* Computes the sizes of types. */
enum kernels_status kernels_image__spirv_layout(struct spirv_module *m);

/* The definition of an id that word `at` refers to; NULL if it is not the id of a type, a constant or a function. */
struct spirv_definition *kernels_image__spirv_find(const struct spirv_module *m, uint32_t id);
/* The first decoration of this kind, also through groups; NULL if there is none. */
const struct spirv_decoration *kernels_image__spirv_decoration(const struct spirv_module *m, uint32_t target, uint32_t kind);
/* The value of a constant of an integer type of 32 or 64 bits, or the default of a specialization constant. */
bool kernels_image__spirv_integer(const struct spirv_module *m, uint32_t id, uint64_t *out);

#endif
