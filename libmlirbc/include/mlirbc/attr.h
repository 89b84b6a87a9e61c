/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts, types, attributes and locations. <mlirbc/ir.h> describes their ownership.
 *
 * Thread class: one-at-a-time per context. Terms are those of the MLIR Language Reference. */
#ifndef MLIRBC_ATTR_H
#define MLIRBC_ATTR_H

#include <mlirbc/export.h>
#include <mlirbc/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_context;
struct mlirbc_attr;
struct mlirbc_file;
struct mlirbc_type;

/* `allocator` NULL: malloc; must outlive the context. NULL when out of memory. */
MLIRBC_API struct mlirbc_context *mlirbc_context_create(const struct mlirbc_allocator *allocator);
MLIRBC_API void mlirbc_context_destroy(struct mlirbc_context *context); /* NULL is ignored */
/* Bytes taken from the allocator so far, and the limit (0: none) at which the functions below start to return NULL. */
MLIRBC_API size_t mlirbc_context_bytes(const struct mlirbc_context *context);
MLIRBC_API void mlirbc_context_limit(struct mlirbc_context *context, size_t bytes);
/* Sets a function that long operations (reading, passes, folding) call every few milliseconds, in their thread. Once it
 * returns true, functions of the context fail as if the limit of bytes were reached. NULL: none. It must not use the
 * context. */
MLIRBC_API void mlirbc_context_stop(struct mlirbc_context *context, bool (*stop)(void *ctx), void *ctx);
/* Calls that function; true once it has returned true. For long loops outside of the library. */
MLIRBC_API bool mlirbc_context_stopped(struct mlirbc_context *context);
/* Why a function returned NULL for lack of memory: MLIRBC_E_NOMEM, or MLIRBC_E_LIMIT if the limit was reached, or if
 * the context was stopped. *out_text (may be NULL) receives it as a static text. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_context_shortage(const struct mlirbc_context *context,
	const char **out_text);
/* The allocator of the context, also if it is malloc, for memory that the caller releases itself. Never NULL;
 * `resize` may be. Owned by the context. Its memory does not count against the limit. */
MLIRBC_API const struct mlirbc_allocator *mlirbc_context_allocator(const struct mlirbc_context *context);

/* Every function below that makes something returns NULL when memory is short (or the limit reached). */

/* Memory from the arena, for data that lives as long as the IR. */
MLIRBC_API void *mlirbc_context_alloc(struct mlirbc_context *context, size_t size, size_t align);
/* Copies a text into the arena unless it already exists: equal texts share their bytes. */
MLIRBC_API const struct mlirbc_string *mlirbc_string_get(struct mlirbc_context *context, const char *data, size_t size);

/* ---- types */

enum mlirbc_type_kind {
	MLIRBC_TYPE_INTEGER,
	MLIRBC_TYPE_INDEX,
	MLIRBC_TYPE_FLOAT,
	MLIRBC_TYPE_NONE,
	MLIRBC_TYPE_COMPLEX,
	MLIRBC_TYPE_FUNCTION,
	MLIRBC_TYPE_TUPLE,
	MLIRBC_TYPE_VECTOR,
	MLIRBC_TYPE_TENSOR,
	MLIRBC_TYPE_UNRANKED_TENSOR,
	MLIRBC_TYPE_MEMREF,
	MLIRBC_TYPE_UNRANKED_MEMREF,
	MLIRBC_TYPE_DIALECT, /* !dialect.text, kept as its text */
	MLIRBC_TYPE_BYTES,   /* custom bytecode encoding of an unknown dialect */
	MLIRBC_TYPE_CODED    /* custom bytecode encoding of a dialect, decoded */
};

struct mlirbc_named_attr {
	const struct mlirbc_string *name;
	const struct mlirbc_attr *value;
};

/* An attribute or type of a dialect with its fields, in the dialect's order. Numbers are integer attributes, types are
 * type attributes, enumerators are strings, lists are arrays. */
struct mlirbc_coded {
	const struct mlirbc_string *dialect, *mnemonic; /* #dialect.mnemonic<...> */
	const struct mlirbc_named_attr *fields;         /* value NULL: absent */
	size_t count;
	/* Describes how it is printed, see mlirbc/dialect.h; outlives the context. */
	const char *format;
};

enum mlirbc_signedness { MLIRBC_SIGNLESS, MLIRBC_SIGNED, MLIRBC_UNSIGNED };

enum mlirbc_float {
	MLIRBC_BF16,
	MLIRBC_F16,
	MLIRBC_F32,
	MLIRBC_F64,
	MLIRBC_F80,
	MLIRBC_F128,
	MLIRBC_TF32,
	MLIRBC_F8E5M2,
	MLIRBC_F8E4M3,
	MLIRBC_F8E4M3FN,
	MLIRBC_F8E5M2FNUZ,
	MLIRBC_F8E4M3FNUZ,
	MLIRBC_F8E4M3B11FNUZ,
	MLIRBC_F8E3M4,
	MLIRBC_F8E8M0FNU,
	MLIRBC_F6E2M3FN,
	MLIRBC_F6E3M2FN,
	MLIRBC_F4E2M1FN,
	MLIRBC_FLOAT_COUNT
};

#define MLIRBC_DYNAMIC INT64_MIN /* a dimension that is '?' */

struct mlirbc_types {
	const struct mlirbc_type *const *data;
	size_t count;
};

struct mlirbc_type {
	enum mlirbc_type_kind kind;
	uint32_t depth : 28, flags : 4; /* private */
	union {
		struct {
			uint32_t width;
			enum mlirbc_signedness signedness;
		} integer;
		enum mlirbc_float float_kind;
		struct {
			struct mlirbc_types inputs, results;
		} function;
		struct mlirbc_types tuple;
		/* complex, vector, tensor, memref and the unranked ones */
		struct {
			const struct mlirbc_type *element;
			const int64_t *dims;     /* rank of them */
			const uint8_t *scalable; /* vector: rank flags, NULL when none is set */
			const struct mlirbc_attr
				*encoding;               /* tensor: encoding; memref: layout, NULL for the identity */
			const struct mlirbc_attr *space; /* memref: memory space or NULL */
			size_t rank;
		} shaped;
		/* dialect: namespace and the text after "!ns." (or inside "!ns<...>", depending on `wrapped`) */
		struct {
			const struct mlirbc_string *dialect, *text;
			bool wrapped;
		} dialect;
		struct {
			const struct mlirbc_string *dialect;
			const uint8_t *data;
			size_t size;
			struct mlirbc_file *file; /* as for attributes */
		} bytes;
		struct mlirbc_coded coded;
	} u;
};

MLIRBC_API const struct mlirbc_type *mlirbc_type_integer(
	struct mlirbc_context *context, uint32_t width, enum mlirbc_signedness signedness);
MLIRBC_API const struct mlirbc_type *mlirbc_type_index(struct mlirbc_context *context);
MLIRBC_API const struct mlirbc_type *mlirbc_type_none(struct mlirbc_context *context);
MLIRBC_API const struct mlirbc_type *mlirbc_type_float(struct mlirbc_context *context, enum mlirbc_float kind);
/* Any type: copies *type (and the arrays it points to) unless an equal one exists. An identity map as the layout of a
 * memref becomes NULL. */
MLIRBC_API const struct mlirbc_type *mlirbc_type_get(struct mlirbc_context *context, const struct mlirbc_type *type);

/* Bits of an integer (index: 64) or float type; 0 for others. */
MLIRBC_API uint32_t mlirbc_type_width(const struct mlirbc_type *type);
/* "f32", "f8E4M3FN": the spelling in MLIR text. Static. */
MLIRBC_API const char *mlirbc_float_name(enum mlirbc_float kind);
/* Product of the dimensions of a shaped type with static shape. False: dynamic, unranked, or more than 2^63 - 1. */
MLIRBC_API bool mlirbc_type_elements(const struct mlirbc_type *type, uint64_t *out_count);
/* False for a tensor whose shape is not known completely: it has no rank, or a dimension that is '?'. True for other
 * types. */
MLIRBC_API bool mlirbc_tensor_is_static(const struct mlirbc_type *type);

/* ---- attributes; locations are attributes */

enum mlirbc_attr_kind {
	MLIRBC_ATTR_UNIT,
	MLIRBC_ATTR_ARRAY,
	MLIRBC_ATTR_DICTIONARY,
	MLIRBC_ATTR_STRING,
	MLIRBC_ATTR_SYMBOL,
	MLIRBC_ATTR_TYPE,
	MLIRBC_ATTR_INTEGER, /* also booleans: type i1 */
	MLIRBC_ATTR_FLOAT,
	MLIRBC_ATTR_DENSE_ARRAY,   /* array<i32: 1, 2> */
	MLIRBC_ATTR_DENSE,         /* dense<...> of integers, floats or complex numbers */
	MLIRBC_ATTR_DENSE_STRINGS, /* dense<["a", "b"]> */
	MLIRBC_ATTR_SPARSE,
	MLIRBC_ATTR_DENSE_RESOURCE, /* dense_resource<key> */
	MLIRBC_ATTR_DISTINCT,
	MLIRBC_ATTR_AFFINE,  /* affine_map<...>, affine_set<...>, strided<...>: kept as text */
	MLIRBC_ATTR_DIALECT, /* #dialect.text, kept as its text */
	MLIRBC_ATTR_BYTES,   /* custom bytecode encoding of an unknown dialect */
	MLIRBC_ATTR_CODED,   /* custom bytecode encoding of a dialect, decoded */
	MLIRBC_LOC_UNKNOWN,
	MLIRBC_LOC_FILE, /* "file":line:column, or a range */
	MLIRBC_LOC_NAME,
	MLIRBC_LOC_CALLSITE,
	MLIRBC_LOC_FUSED
};

struct mlirbc_attrs {
	const struct mlirbc_attr *const *data;
	size_t count;
};

struct mlirbc_attr {
	enum mlirbc_attr_kind kind;
	uint32_t depth : 28, flags : 4; /* private */
	/* integer, float, the dense ones, sparse; a string with a type; dense array: the element type; else NULL */
	const struct mlirbc_type *type;
	union {
		struct mlirbc_attrs array;
		struct {
			const struct mlirbc_named_attr *data;
			size_t count;
		} dictionary; /* sorted by name bytes, unique */
		const struct mlirbc_string *string;
		struct {
			const struct mlirbc_string *root;
			const struct mlirbc_string *const *nested;
			size_t count;
		} symbol;
		const struct mlirbc_type *type_value;
		/* Integer: two's complement in `width of type` bits, zero-extended; words little-endian, (width +
		 * 63) / 64 of them, at least 1. Float: the bit pattern, stored likewise. Up to 64 bits are stored in
		 * the member `word` of the attribute itself, and `words` points to it. */
		struct {
			const uint64_t *words;
			size_t count;
		} number;
		/* Dense array and dense: little-endian elements of ceil(width / 8) bytes each, row-major, real
		 * before imaginary; i1: one byte 0 or 1 each. If all elements are equal, only one is stored (count
		 * 1, a splat). */
		struct {
			const uint8_t *data;
			size_t size;
			uint64_t count;
			bool splat;
		} dense;
		struct {
			const struct mlirbc_string *const *data;
			size_t count;
			bool splat;
		} strings;
		struct {
			const struct mlirbc_attr *indices, *values;
		} sparse;
		const struct mlirbc_string *resource; /* its key */
		struct {
			const struct mlirbc_attr *referenced;
			uint64_t id;
		} distinct; /* referenced NULL: unit */
		/* Affine: dialect NULL, whole text. `type` is the type after the text of a dialect's attribute, or
		 * NULL. Alias names in the text of a dialect ("#map") are not expanded; their meaning is the same in
		 * the whole context. */
		struct {
			const struct mlirbc_string *dialect, *text;
			bool wrapped;
		} dialect;
		struct {
			const struct mlirbc_string *dialect;
			const uint8_t *data;
			size_t size;
			/* The file whose table entries the bytes may name by number: equal bytes of two files are two
			 * attributes. NULL: made by a program, without such numbers. */
			struct mlirbc_file *file;
		} bytes;
		struct mlirbc_coded coded;
		struct {
			const struct mlirbc_string *file;
			uint32_t line, column, end_line, end_column;
			bool range;
		} file;
		struct {
			const struct mlirbc_string *name;
			const struct mlirbc_attr *child;
		} name; /* child NULL: unknown */
		struct {
			const struct mlirbc_attr *callee, *caller;
		} callsite;
		struct {
			struct mlirbc_attrs parts;
			const struct mlirbc_attr *metadata;
		} fused; /* metadata NULL: none */
	} u;
};

/* Any attribute: copies *attr (and the arrays it points to) unless an equal one exists. A dictionary is sorted; a
 * duplicate name makes the result NULL. `distinct` always makes a new one. Strings inside attributes and types must
 * come from mlirbc_string_get(), and `wrapped` is computed from the text. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_get(struct mlirbc_context *context, const struct mlirbc_attr *attr);
/* Shorthand for common attributes. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_unit(struct mlirbc_context *context);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_bool(struct mlirbc_context *context, bool value);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_integer(
	struct mlirbc_context *context, const struct mlirbc_type *type, uint64_t value);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_string(struct mlirbc_context *context, const char *data, size_t size);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_symbol(struct mlirbc_context *context, const char *name, size_t size);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_type(struct mlirbc_context *context, const struct mlirbc_type *type);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_array(
	struct mlirbc_context *context, const struct mlirbc_attr *const *elements, size_t count);
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_dictionary(
	struct mlirbc_context *context, const struct mlirbc_named_attr *entries, size_t count);
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_unknown(struct mlirbc_context *context);
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_file(
	struct mlirbc_context *context, const char *file, size_t size, uint32_t line, uint32_t column);

/* The first position in a file that a location names (MLIRBC_LOC_FILE): of a call site that of the callee, of a fused
 * location that of its first part. NULL: none, or nested more than 512 levels deep. `location` may be NULL. */
MLIRBC_API const struct mlirbc_attr *mlirbc_loc_place(const struct mlirbc_attr *location);

/* The attribute with the same meaning that is unique in the context. NULL when memory is short. */
MLIRBC_API const struct mlirbc_attr *mlirbc_attr_unique(struct mlirbc_context *context, const struct mlirbc_attr *attr);

/* Entry of a dictionary, or NULL. `dictionary` may be NULL. */
MLIRBC_API const struct mlirbc_attr *mlirbc_dictionary_find(const struct mlirbc_attr *dictionary, const char *name);

#ifdef __cplusplus
}
#endif

#endif
