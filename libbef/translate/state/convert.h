/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of a conversion to BEF. assemble/steps.h and verify/verify.h declare the steps. */
#ifndef BEF_TRANSLATE_CONVERT_H
#define BEF_TRANSLATE_CONVERT_H

#include "common/memory.h"
#include "tables/ops.h"
#include "state/taken.h"

#include <bef/translate.h>
#include <bef/writer.h>
#include <string.h>

#define BEF_MLIR__TRY(expression)                                                                                      \
	do {                                                                                                           \
		enum bef_status try_status = (expression);                                                             \
		if (try_status != BEF_OK)                                                                              \
			return try_status;                                                                             \
	} while (0)

/* The kind of a name in names_map. */
enum { BEF_MLIR__OP_NAME, BEF_MLIR__ATTR_NAME, BEF_MLIR__FUNCTION_NAME };

enum bef_mlir__role { BEF_MLIR__KERNEL, BEF_MLIR__MODULE, BEF_MLIR__FUNC, BEF_MLIR__RETURN };

/* Operands or results of a table row: the types, the last one repeated any number of times when `variadic`. */
struct bef_mlir__signature {
	const struct mlirbc_type *types[BEF_MLIR__MAX_LETTERS]; /* NULL: any type */
	uint32_t fixed;
	bool variadic;
};

static inline bool bef_mlir__count_fits(const struct bef_mlir__signature *s, uint32_t count)
{
	return s->variadic ? count >= s->fixed : count == s->fixed;
}
/* Letter that selects the type of operand or result `index`. */
static inline uint32_t bef_mlir__letter(const struct bef_mlir__signature *s, uint32_t index)
{
	return index < s->fixed ? index : s->fixed;
}
static inline bool bef_mlir__type_fits(
	const struct bef_mlir__signature *s, uint32_t index, const struct mlirbc_type *type)
{
	const struct mlirbc_type *wanted = s->types[bef_mlir__letter(s, index)];
	return !wanted || wanted == type;
}

/* Data shared by all ops of one name. */
struct bef_mlir__name {
	const struct mlirbc_string *name;
	struct bef_mlir__op op; /* def is NULL if no dialect declares the op; the rest is then zero */
	enum bef_mlir__role role;
	uint32_t code; /* kernel code, BEF_MLIR__NONE before the first use */
	struct bef_mlir__signature operands, results;
	const struct mlirbc_type *attr_types[BEF_MLIR__MAX_ATTRS]; /* of numbers */
	const char *form; /* for the printer, valid if `looked_up`: the custom form or NULL, and its codes */
	bool looked_up, typed, pairs, has_rest;
};

/* A block with a symbol table: the body of a module, or the top-level block. */
struct bef_mlir__scope {
	int64_t cost_threshold; /* options of stream assignment; 0 and false by default */
	bool merge_inter_dependent;
};

/* The size of a block that becomes a function. */
struct bef_mlir__block_size {
	size_t ops, operands, registers; /* registers: arguments and results */
};

struct bef_mlir__function {
	const struct mlirbc_op *op; /* the function, or the op with the region */
	struct mlirbc_block *block; /* NULL: native, or a region without a block */
	uint32_t scope;             /* scope in which its symbols are looked up */
	enum bef_function_kind kind;
	bool region;
};

/* What was made of the attributes of an earlier op, which many ops share. Only of attributes that neither name functions nor
 * have a section of their own. */
struct bef_mlir__known_attrs {
	const struct mlirbc_attr *properties, *attributes; /* the key: dictionaries are unique in a context */
	bool collected;  /* they are in the writer */
	uint64_t spent;  /* that each op with them spends */
	const struct bef_mlir__function *function; /* in whose arena `parts` are */
	const struct bef_mlir__parts *parts;
};
#define BEF_MLIR__KNOWN_ATTRS 64

struct bef_mlir__convert {
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	const struct bef_allocator *allocator;
	struct bef_writer *writer;
	struct bef_diag *diag;
	bool optional;              /* sections for tools only */
	uint64_t left;              /* remaining budget for output that is larger than the IR it comes from */
	const struct mlirbc_op *at; /* current op, for messages */
	struct bef_mlir__arena names_arena;   /* NUL-terminated attribute names */
	struct bef_mlir__arena arena;         /* for the current attribute or body */
	struct bef_mlir__arena streams_arena; /* for stream assignment of the current body */
	struct bef_mlir__taken taken;         /* ops that did not become IR */
	struct bef_mlir__known_attrs known_attrs[BEF_MLIR__KNOWN_ATTRS]; /* by the hash of the key; others replace them */

	/* Keys: names by text and kind of name; symbols by text and scope; types, attributes, regions and blocks by
	 * address. */
	struct bef_mlir__map names_map, symbols_map, numbers;
	struct bef_mlir__name *names;
	size_t name_count, name_capacity;
	struct bef_mlir__scope *scopes;
	size_t scope_count, scope_capacity;
	const struct mlirbc_op **symbols;
	size_t symbol_count, symbol_capacity;
	struct bef_mlir__function *functions;
	size_t function_count, function_capacity;
	const char **attr_names;
	size_t attr_name_count, attr_name_capacity;
	struct bef_mlir__block_size *block_sizes;
	size_t block_size_count, block_size_capacity;
	const struct mlirbc_block *counted; /* the block of the previous op */
	size_t counted_size;                /* index of its size */

	const struct mlirbc_string *last_name; /* most ops have the name of the previous op */
	uint32_t last_name_number;
	const struct mlirbc_type *last_type; /* most ops have the type of the previous op */
	uint32_t last_type_number;
	uint32_t symbol_refs;
	bool extended; /* the op may have element types and arrays that TFRT's converter refuses */
	const struct mlirbc_type *chain, *i32;
	uint8_t (*nonstrict)[8]; /* entries of the section Nonstrict */
	size_t nonstrict_count, nonstrict_capacity;
};

/* ---- failures (failure.c). The diag gets the file location of `op`, or of convert->at if op is NULL. */
enum bef_status bef_mlir__fail(struct bef_mlir__convert *convert, enum bef_status status, const struct mlirbc_op *op,
	const char *format, ...) BEF_PRINTF(4, 5);
/* Fails with BEF_E_CORRUPT and a message in MLIR's form: "'NAME' op MESSAGE". */
enum bef_status bef_mlir__fail_op(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const char *format, ...) BEF_PRINTF(3, 4);
enum bef_status bef_mlir__nomem(struct bef_mlir__convert *convert);
/* Counts `bytes` against the limit on shared attributes and locations. Returns BEF_E_LIMIT when it is exceeded. */
enum bef_status bef_mlir__spend(struct bef_mlir__convert *convert, uint64_t bytes);
#define BEF_MLIR__PART_COST 64 /* memory and time for an element of a nested array or a part of a location */
/* Arguments for "%.*s": the text, cut off at 120 bytes. */
#define BEF_MLIR__TEXT(string) ((int)((string)->size < 120 ? (string)->size : 120)), (string)->data

static inline bool bef_mlir__is_text(const struct mlirbc_string *string, const char *text)
{
	size_t size = strlen(text);
	return string->size == size && memcmp(string->data, text, size) == 0;
}

/* ---- numbers of names and types (numbers.c) */
struct bef_mlir__name *bef_mlir__name(
	struct bef_mlir__convert *convert, const struct mlirbc_string *name); /* NULL: no memory */
enum bef_status bef_mlir__type_number(
	struct bef_mlir__convert *convert, const struct mlirbc_type *type, uint32_t *out_number);
/* The name is NUL-terminated and lives as long as the conversion. */
enum bef_status bef_mlir__attr_name(
	struct bef_mlir__convert *convert, const struct mlirbc_string *name, const char **out_name);
/* Looks up a symbol in a scope. As in MLIR, those of enclosing modules are not visible. NULL: not found. */
const struct mlirbc_op *bef_mlir__symbol(
	const struct bef_mlir__convert *convert, uint32_t scope, const struct mlirbc_string *name);
/* Returns the value of an integer attribute: sign-extended, its low 64 bits. */
int64_t bef_mlir__integer(const struct mlirbc_attr *attr);
static inline bool bef_mlir__is_argument(const struct mlirbc_value *value)
{
	const struct mlirbc_block *block = mlirbc_value_block(value);
	/* mlirbc_value_block() also returns the block of results of taken ops */
	return block && value->index < block->argument_count && &block->arguments[value->index] == value;
}
/* Returns the enclosing op, or NULL. */
static inline struct mlirbc_op *bef_mlir__parent(const struct mlirbc_op *op)
{
	return op->parent && op->parent->parent ? op->parent->parent->parent : NULL;
}

/* ---- inherent and discardable attributes merged in order of names. An inherent attribute hides a discardable one
 * of the same name. */
struct bef_mlir__attrs {
	const struct mlirbc_named_attr *a, *a_end, *b, *b_end;
};
struct bef_mlir__attrs bef_mlir__op_attrs(const struct mlirbc_op *op);
const struct mlirbc_named_attr *bef_mlir__next_attr(struct bef_mlir__attrs *attrs); /* NULL at the end */

/* What is known of the attributes of the op; the caller adds to it. */
struct bef_mlir__known_attrs *bef_mlir__known_attrs(struct bef_mlir__convert *convert, const struct mlirbc_op *op);

/* How an attribute of a kernel is converted. */
enum bef_mlir__attr_use {
	BEF_MLIR__ATTR_SKIPPED,   /* not stored: the cost */
	BEF_MLIR__ATTR_NONSTRICT, /* bef.nonstrict: stored in the section Nonstrict */
	BEF_MLIR__ATTR_FUNCTION,  /* @f: a function of the kernel */
	BEF_MLIR__ATTR_FUNCTIONS, /* [@f, @g]: functions of the kernel */
	BEF_MLIR__ATTR_STORED
};
enum bef_mlir__attr_use bef_mlir__attr_use(const struct mlirbc_named_attr *attr);
static inline bool bef_mlir__is_flat_symbol(const struct mlirbc_attr *attr)
{
	return attr->kind == MLIRBC_ATTR_SYMBOL && attr->u.symbol.count == 0;
}

#endif
