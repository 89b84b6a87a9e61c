/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads BEF files: views over the caller's bytes, without allocation.
 *
 * Three steps: bef_reader_open() checks the container (header, sections) and the small tables; bef_reader_verify()
 * checks everything else; the iterators below decode. An iterator checks the bytes that it reads, so it is safe on a
 * file that was not verified; on a verified file it cannot fail.
 *
 * The bytes may have any alignment and be in read-only memory (a mapping, .rodata). They must stay valid and unchanged.
 * Thread class of struct bef_reader: immutable after open; of the iterators: one-at-a-time, plain values. */
#ifndef BEF_READER_H
#define BEF_READER_H

#include <bef/export.h>
#include <bef/format.h>
#include <bef/status.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

struct bef_section {
	const uint8_t *data; /* NULL: the file has no such section */
	size_t size;
	size_t offset;    /* of data in the file */
	size_t alignment; /* required by the file; 1 when not specified */
};

/* Returns the name, such as "Strings"; "?" for an unknown id. Static text. */
BEF_API const char *bef_section_name(unsigned id);

/* A whole file. The members may be read directly. */
struct bef_reader {
	const uint8_t *data;
	size_t size;
	struct bef_section sections[BEF_SECTION_COUNT]; /* by id */
	uint32_t unknown_sections; /* number of sections with an id of BEF_SECTION_COUNT or more; skipped */
	uint32_t kernel_count, type_count, function_count;
};

/* Opens a file and checks its container.
 * @return BEF_OK · BEF_E_MAGIC · BEF_E_VERSION · BEF_E_TRUNCATED · BEF_E_CORRUPT (a duplicate section, a section that
 *         overruns the file, a missing required section, an impossible count). On failure *out_reader is zero. */
BEF_API BEF_NODISCARD enum bef_status bef_reader_open(const void *data, size_t size, struct bef_reader *out_reader,
	struct bef_diag *diag);

/* True when the bytes begin with the magic number of a BEF file. */
BEF_API bool bef_is_bef(const void *data, size_t size);

/* Verifies that the file is safe to execute: VERIFY.md lists the rules. The diag of a failure names section, function,
 * kernel and byte. Takes time linear in the size of the file. Allocates a bit per byte of Strings, Attributes and
 * Locations, and two words per register, two per kernel and one per operand of the largest function; `allocator` NULL:
 * malloc.
 * @return BEF_OK · BEF_E_TRUNCATED a record runs past the end of its section · BEF_E_CORRUPT · BEF_E_NOMEM */
BEF_API BEF_NODISCARD enum bef_status bef_reader_verify(const struct bef_reader *reader,
	const struct bef_allocator *allocator, struct bef_diag *diag);

/* Iterates over the sections with an id of BEF_SECTION_COUNT or more, in the order of the file. */
struct bef_unknown_sections {
	const struct bef_reader *reader;
	size_t position; /* in the file */
};
BEF_API struct bef_unknown_sections bef_reader_unknown_sections(const struct bef_reader *reader);
/* @return BEF_OK, BEF_E_NOT_FOUND at the end; no other status on an opened reader */
BEF_API BEF_NODISCARD enum bef_status bef_unknown_sections_next(struct bef_unknown_sections *sections, unsigned *out_id,
	struct bef_section *out_section, struct bef_diag *diag);

/* ---- strings, kernel names, type names */

/* The NUL-terminated string at an offset of the Strings section. */
BEF_API BEF_NODISCARD enum bef_status bef_reader_string(const struct bef_reader *reader, uint64_t offset,
	struct bef_string *out_string, struct bef_diag *diag);

/* Iterates over a table of names: kernels or types, in order. */
struct bef_names {
	const struct bef_reader *reader;
	const uint8_t *next, *end;
	uint32_t left;
};
BEF_API struct bef_names bef_reader_kernels(const struct bef_reader *reader);
BEF_API struct bef_names bef_reader_types(const struct bef_reader *reader);
/* @return BEF_OK, BEF_E_NOT_FOUND at the end, or an error */
BEF_API BEF_NODISCARD enum bef_status bef_names_next(struct bef_names *names, struct bef_string *out_name,
	struct bef_diag *diag);

/* ---- a sequence of VBR integers (7-bit groups, most significant first) */
struct bef_numbers {
	const struct bef_reader *reader;
	const uint8_t *next, *end;
	uint64_t left; /* number of remaining integers */
};
/* @return BEF_OK, BEF_E_NOT_FOUND at the end, or an error (truncated, more than 64 bits) */
BEF_API BEF_NODISCARD enum bef_status bef_numbers_next(struct bef_numbers *numbers, uint64_t *out_number,
	struct bef_diag *diag);

/* ---- functions */

struct bef_function {
	uint32_t index;
	uint8_t kind;      /* enum bef_function_kind */
	uint32_t argument_count, result_count;
	uint64_t offset;   /* of the body in the Functions section; meaningless for native functions */
	struct bef_string name; /* empty: a region */
	struct bef_numbers arguments, results; /* type indexes */
};
/* Iterates over the FunctionIndex in order. */
struct bef_functions {
	const struct bef_reader *reader;
	const uint8_t *next, *end;
	uint32_t index;
};
BEF_API struct bef_functions bef_reader_functions(const struct bef_reader *reader);
BEF_API BEF_NODISCARD enum bef_status bef_functions_next(struct bef_functions *functions,
	struct bef_function *out_function, struct bef_diag *diag);

/* A body, split into its tables. */
struct bef_body {
	uint64_t location; /* offset in the Locations section */
	uint32_t register_count, kernel_count;
	struct bef_numbers use_counts;    /* register_count of them */
	struct bef_numbers kernel_table;  /* 3 * kernel_count: offset in kernels, operands, stream */
	struct bef_numbers result_registers;
	const uint8_t *kernels; /* kernel records, fixed32 words */
	size_t kernels_size;    /* to the end of the section: a body does not store its own length */
};
BEF_API BEF_NODISCARD enum bef_status bef_reader_body(const struct bef_reader *reader,
	const struct bef_function *function, struct bef_body *out_body, struct bef_diag *diag);

/* A kernel record: six counts, then words. The word lists are consecutive: number of users per result, arguments,
 * attributes, functions, results, then the users, those of the first result first. */
struct bef_kernel {
	uint32_t code, location, argument_count, attribute_count, function_count, result_count;
	const uint8_t *user_counts; /* result_count words; arguments, attributes, functions, results follow */
	const uint8_t *arguments;   /* registers */
	const uint8_t *attributes;  /* offsets in the Attributes section */
	const uint8_t *functions;   /* function indexes */
	const uint8_t *results;     /* registers */
	const uint8_t *users;       /* kernel numbers, result after result */
	size_t users_count;         /* of all results */
	size_t size;                /* bytes of the record */
};
BEF_API BEF_NODISCARD enum bef_status bef_body_kernel(const struct bef_reader *reader, const struct bef_body *body,
	uint64_t offset, struct bef_kernel *out_kernel, struct bef_diag *diag);

/* A row of the kernel table of a body. */
struct bef_kernel_row {
	uint64_t offset;   /* of the record, for bef_body_kernel() */
	uint64_t operands; /* number of operands that the kernel waits for */
	uint64_t stream;
};
/* Iterates over the kernels of a body in order. Kernel 0 is not an operation: it provides the arguments. `body` must
 * stay valid. */
struct bef_kernels {
	const struct bef_reader *reader;
	const struct bef_body *body;
	struct bef_numbers table;
};
BEF_API struct bef_kernels bef_body_kernels(const struct bef_reader *reader, const struct bef_body *body);
/* @return BEF_OK, BEF_E_NOT_FOUND at the end, or an error */
BEF_API BEF_NODISCARD enum bef_status bef_kernels_next(struct bef_kernels *kernels, struct bef_kernel *out_kernel,
	struct bef_kernel_row *out_row, struct bef_diag *diag);

/* Word `index` of one of the lists above. */
static inline uint32_t bef_word(const uint8_t *list, size_t index)
{
	const uint8_t *p = list + 4 * index;
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* ---- locations */

struct bef_location {
	uint8_t kind; /* enum bef_location_kind */
	struct bef_string string; /* file, or name */
	uint64_t line, column;    /* file */
	uint64_t count;           /* number of child locations: name 1, callsite 2 (callee, caller), fused n */
};
/* Decodes the record at *offset and advances *offset to the next record; the records of its children follow.
 * BEF_E_NOT_FOUND when the file has no location there (sections absent, or a virtual offset). */
BEF_API BEF_NODISCARD enum bef_status bef_reader_location(const struct bef_reader *reader, uint64_t *offset,
	struct bef_location *out_location, struct bef_diag *diag);
/* Formats a location, snprintf-like: "file.mlir:3:5" for a plain file location, else TFRT's text form ("name",
 * "child(name)", "callee<-caller", "a,b", a nested file location as "f;l;c", "(unknown)"). Parts beyond BEF_MAX_NESTING
 * levels or the first 1024 records, and invalid parts, appear as "...". */
BEF_API size_t bef_location_text(const struct bef_reader *reader, uint64_t offset, char *buffer, size_t size);
/* Formats the debug name of a location (FORMAT.md 7.4), snprintf-like; *out_found is false when it has none. */
BEF_API size_t bef_location_debug_text(const struct bef_reader *reader, uint64_t offset, char *buffer, size_t size,
	bool *out_found);

/* ---- attributes. An encoding does not contain its type: that comes from AttributeTypes or from the kernel. */

struct bef_attr {
	uint32_t type;       /* as in format.h */
	const uint8_t *data; /* encoding from here */
	size_t size;         /* bytes of the encoding, nested elements included */
	union {
		struct bef_string string;
		struct { uint8_t dtype; uint32_t count; const uint8_t *elements; } array;
		struct {
			bool ranked;
			uint32_t rank;
			const uint8_t *dims;
		} shape; /* rank little-endian int64, -1 dynamic */
		struct {
			uint8_t dtype;
			uint32_t rank, count;
			const uint8_t *dims, *elements;
			size_t elements_size;
			uint8_t alignment; /* of the elements in the file: 8 or 64 */
		} dense;
		struct { uint32_t count; const uint8_t *offsets; } aggregate; /* see bef_attr_element() */
		struct {
			uint64_t id, nested_count;
			struct bef_string root, module;
			const uint8_t *names;
		} symbol; /* names: the root's, then the nested ones, without separators; see bef_attr_symbol_names() */
	} u; /* scalars and types: the bytes at data */
};
/* Decodes and checks the attribute of type `type` at an offset of the Attributes section: it must be inside the
 * section, aligned in the file as its type requires, and consistent. Does not check elements: bef_attr_element() checks
 * those of an aggregate, and only bef_reader_verify() those of an array (an i1 is 0 or 1, a type exists).
 * @return BEF_OK · BEF_E_CORRUPT (also for an unknown type) · BEF_E_TRUNCATED the encoding runs past the end */
BEF_API BEF_NODISCARD enum bef_status bef_reader_attr(const struct bef_reader *reader, uint64_t offset, uint32_t type,
	struct bef_attr *out_attr, struct bef_diag *diag);
/* Decodes element `index` of an aggregate. Its encoding cannot extend into the next element, so visiting all of a
 * nested aggregate takes time linear in its size. BEF_E_ARG: index out of range. */
BEF_API BEF_NODISCARD enum bef_status bef_attr_element(const struct bef_reader *reader,
	const struct bef_attr *aggregate, uint32_t index, struct bef_attr *out_element, struct bef_diag *diag);
/* Iterates over the nested names of a symbol, which follow the root name. */
struct bef_symbol_names {
	struct bef_numbers lengths;
	const uint8_t *next;
};
BEF_API struct bef_symbol_names bef_attr_symbol_names(const struct bef_reader *reader, const struct bef_attr *symbol);
/* @return BEF_OK, BEF_E_NOT_FOUND at the end */
BEF_API BEF_NODISCARD enum bef_status bef_symbol_names_next(struct bef_symbol_names *names,
	struct bef_string *out_name);
/* Size and alignment of an element in bytes; 0 for types without elements in attributes (string, resource, variant
 * ...). */
BEF_API size_t bef_dtype_size(unsigned dtype);
BEF_API size_t bef_dtype_alignment(unsigned dtype);
/* Returns the name, such as "i32" or "complex64"; "?" for an unknown number. Static text. */
BEF_API const char *bef_dtype_name(unsigned dtype);
/* Returns "i32", "i32[]", "string", "shape", "dense", "aggregate", "type", "function", "symbol"; "?" for an unknown
 * type. Static text. */
BEF_API const char *bef_attr_type_name(uint32_t type);

/* Iterates over the AttributeTypes section: offset and type of each attribute, in file order. If their count cannot
 * be read, the first bef_numbers_next() fails. */
BEF_API struct bef_numbers bef_reader_attribute_types(const struct bef_reader *reader); /* left = 2 * count */
/* Iterates over the AttributeNames of the next non-native function: one string offset per attribute of each kernel, in
 * order. Start with *position 0 and call once per non-native function of the index, in order. left = 0 when the section
 * is absent. */
BEF_API BEF_NODISCARD enum bef_status bef_reader_attribute_names(const struct bef_reader *reader,
	const struct bef_body *body, uint64_t *position, struct bef_numbers *out_names, struct bef_diag *diag);
/* As above for RegisterTypes: one type index per register. */
BEF_API BEF_NODISCARD enum bef_status bef_reader_register_types(const struct bef_reader *reader,
	const struct bef_body *body, uint64_t *position, struct bef_numbers *out_types, struct bef_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
