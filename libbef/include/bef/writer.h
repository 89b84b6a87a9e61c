/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes BEF files: collects strings, types, attributes, functions and kernels, then produces the bytes. Deterministic:
 * equal calls give equal bytes, and calls in the order of TFRT's converter give the bytes of TFRT's converter.
 *
 * Thread class: one-at-a-time. Text and array arguments are copied. A call that fails has no effect, and the writer
 * remains usable; every call may return
 *	BEF_E_NOMEM
 *	BEF_E_LIMIT        a table of more than 2^32 - 1 entries, a section with 32-bit offsets beyond 4 GB
 *	BEF_E_UNSUPPORTED  a name or location text that contains a NUL: the format is NUL-terminated
 *	BEF_E_ARG          a type that the attribute cannot have, dimensions that do not match the number of elements
 * The writer does not check the semantics of registers and kernels: bef_reader_verify() does. */
#ifndef BEF_WRITER_H
#define BEF_WRITER_H

#include <bef/export.h>
#include <bef/format.h>
#include <bef/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bef_writer;

struct bef_writer_options {
	size_t size; /* sizeof(struct bef_writer_options) */
	bool no_optional_sections; /* omit AttributeTypes, AttributeNames and RegisterTypes, and their strings */
};

/* `allocator` NULL: malloc. `options` NULL: defaults. NULL when out of memory, or if the size of the options
 * is not set. */
BEF_API struct bef_writer *bef_writer_create(const struct bef_allocator *allocator,
	const struct bef_writer_options *options);
BEF_API void bef_writer_destroy(struct bef_writer *writer); /* NULL is ignored */

/* ---- tables, numbered in the order of first use; an equal name returns the existing number */
BEF_API BEF_NODISCARD enum bef_status bef_writer_type(struct bef_writer *writer, const char *name, size_t size,
	uint32_t *out_type);
BEF_API BEF_NODISCARD enum bef_status bef_writer_kernel_name(struct bef_writer *writer, const char *name, size_t size,
	uint32_t *out_code);

/* ---- attributes. Each call appends an encoding to the Attributes section and returns its offset; the caller decides
 * which equal attributes share an encoding. */
/* A scalar, or a type attribute (BEF_ATTR_TYPE: *value is the dtype byte); *value is little-endian. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_scalar(struct bef_writer *writer, uint32_t type, const void *value,
	uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_string(struct bef_writer *writer, const char *data, size_t size,
	uint32_t *out_offset);
/* Elements are little-endian and contiguous. dtype may be BEF_ATTR_TYPE. count 0: the empty array. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_array(struct bef_writer *writer, uint32_t dtype, const void *elements,
	size_t count, uint32_t *out_offset);
/* ranked false: unknown rank. Dynamic dimensions are -1. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_shape(struct bef_writer *writer, bool ranked, const int64_t *dims,
	size_t rank, uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_dense(struct bef_writer *writer, uint32_t dtype, const int64_t *dims,
	size_t rank, const void *elements, size_t count, uint32_t *out_offset);
/* As above; the elements begin at a multiple of `alignment` in the file, 8 or 64 (FORMAT.md 12.3): with 64, programs
 * can use large constants in place. BEF_E_ARG: another alignment. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_dense_aligned(struct bef_writer *writer, uint32_t dtype,
	const int64_t *dims, size_t rank, const void *elements, size_t count, size_t alignment, uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_symbol(struct bef_writer *writer, uint64_t id,
	const struct bef_string *names, size_t count, const char *module_text, size_t module_size,
	uint32_t *out_offset);

/* Aggregates contain nested encodings, so the caller describes the whole aggregate, which is written in one call. */
struct bef_value {
	uint32_t type; /* as in format.h; an aggregate: BEF_ATTR_AGGREGATE */
	union {
		uint8_t scalar[16]; /* little-endian */
		struct bef_string string;
		/* element type: type & ~BEF_ATTR_ARRAY; elements here and in dense little-endian */
		struct { const void *elements; size_t count; } array;
		struct { bool ranked; const int64_t *dims; size_t rank; } shape;
		struct {
			uint32_t dtype;
			const int64_t *dims;
			size_t rank;
			const void *elements;
			size_t count;
			size_t alignment; /* 0: 8. 64: only for an attribute that is not part of an aggregate */
		} dense;
		struct { const struct bef_value *elements; size_t count; } aggregate;
	} u;
};
/* Writes any of the above except symbols, nested at most 64 levels deep. BEF_E_LIMIT: deeper, or over 4 GB. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_value(struct bef_writer *writer, const struct bef_value *value,
	uint32_t *out_offset);

/* ---- locations, in the order of the file: a name is followed by its child, a callsite by callee and caller, a fused
 * location by its parts */
BEF_API BEF_NODISCARD enum bef_status bef_writer_location_unknown(struct bef_writer *writer, uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_location_file(struct bef_writer *writer, const char *file, size_t size,
	uint64_t line, uint64_t column, uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_location_name(struct bef_writer *writer, const char *name, size_t size,
	uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_location_callsite(struct bef_writer *writer, uint32_t *out_offset);
BEF_API BEF_NODISCARD enum bef_status bef_writer_location_fused(struct bef_writer *writer, uint64_t count,
	uint32_t *out_offset);
/* For a location that BEF cannot express: returns an offset that refers to no record (counting down from
 * 0xFFFFFFFE). */
BEF_API uint32_t bef_writer_location_virtual(struct bef_writer *writer);

/* ---- functions */
struct bef_function_type {
	const uint32_t *arguments, *results; /* type numbers */
	size_t argument_count, result_count;
};
/* Reserves the next function number, so that kernels can refer to functions whose bodies come later. name of size 0: a
 * region. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_function(struct bef_writer *writer, enum bef_function_kind kind,
	const char *name, size_t size, const struct bef_function_type *type, uint32_t *out_index);

/* One kernel of a body. Register numbers: arguments of the function first, then results in kernel order. */
struct bef_writer_kernel {
	uint32_t code, location, stream;
	const uint32_t *arguments, *attributes, *functions, *results;
	size_t argument_count, attribute_count, function_count, result_count;
	const uint32_t *const *users;  /* per result: kernel numbers (from 1), one per use, in the order to be stored */
	const size_t *user_counts;
	const char *const *attribute_names; /* attribute_count of them; may be NULL with no_optional_sections */
};
struct bef_writer_body {
	uint32_t function; /* index from bef_writer_function() */
	uint32_t location;
	uint32_t root_stream;
	const uint32_t *register_types; /* type numbers, register_count of them */
	const uint32_t *use_counts;
	size_t register_count;
	const struct bef_writer_kernel *kernels; /* kernel 0, the pseudo kernel, is made by the writer */
	size_t kernel_count;
	const uint32_t *const *argument_users; /* per argument of the function */
	const size_t *argument_user_counts;
	const uint32_t *results; /* registers */
	size_t result_count;
	/* Optional, instead of `kernels`: describes kernel `index`, from 0. The data that *out_kernel points to must
	 * stay valid until the next call; the writer iterates over the kernels in order, more than once. */
	void (*kernel_at)(void *ctx, size_t index, struct bef_writer_kernel *out_kernel);
	void *ctx;
};
/* Adds the body of a non-native function. Bodies must be added in the order of the function indexes. Also BEF_E_STATE:
 * the body of another function is next; BEF_E_ARG: numbers of arguments or results that do not match the type, missing
 * attribute names. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_body(struct bef_writer *writer, const struct bef_writer_body *body,
	struct bef_diag *diag);

/* Records the type of the attribute at an offset (optional section). Offsets must be strictly ascending, else
 * BEF_E_ARG. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_attribute_type(struct bef_writer *writer, uint32_t offset,
	uint32_t type);

/* Adds an attribute name that no kernel refers to to Strings: TFRT's converter does this for arrays of function
 * symbols, whose elements become function indexes. No effect without optional sections. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_attribute_name(struct bef_writer *writer, const char *name,
	size_t size);

/* Adds a section of an unknown kind, to preserve it when a file is rewritten. These sections follow the others, in the
 * order of the calls. `id` must be BEF_SECTION_COUNT to 255, `alignment` a power of two up to 128; else BEF_E_ARG. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_section(struct bef_writer *writer, unsigned id, const void *data,
	size_t size, size_t alignment);

/* Assembles the file. *out_data is one block of the writer's allocator, *out_size bytes with the alignment of
 * max_align_t; the caller frees it with bef_writer_free_bytes(), or, if it outlives the writer, with the allocator. The
 * writer remains usable. Also BEF_E_STATE: a function has no body. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_finish(struct bef_writer *writer, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag);
/* As bef_writer_finish(), but moves the writer's data into the file instead of copying it. Afterwards only
 * bef_writer_free_bytes() and bef_writer_destroy() may be called; after a failure the writer remains usable. */
BEF_API BEF_NODISCARD enum bef_status bef_writer_take_file(struct bef_writer *writer, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag);
BEF_API void bef_writer_free_bytes(struct bef_writer *writer, uint8_t *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
