/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The context: arena and the sets that make strings, types and attributes unique. Shared by all parts of the
 * library. */
#ifndef MLIRBC_SRC_CONTEXT_H
#define MLIRBC_SRC_CONTEXT_H

#include "support/arena.h"
#include "support/compiler.h"
#include "support/hash_set.h"
#include "support/status.h"
#include "support/string.h"
#include "dialects/op_properties.h"

#include <mlirbc/ir.h>
#include <mlirbc/status.h>
#include <string.h>

/* The attributes that ops refer to, by number. A bytecode file's attributes have consecutive numbers, and are
 * materialized on first use. Number 0 is NULL. The lowest bits of a slot give the kind of its content: an attribute
 * (NULL: none yet); a location file:line:column, which becomes an attribute on first use; the position in the file of
 * an attribute that is not materialized (struct mlirbc__load); or the two numbers of an op that has both kinds of
 * attributes. */
struct mlirbc__refs {
	uint64_t **pages; /* of MLIRBC__REF_PAGE slots each; NULL: all empty */
	size_t count, page_count;
};
enum { MLIRBC__REF_PAGE = 512, MLIRBC__MOST_REFS = (1 << 30) - 1 };
enum { MLIRBC__LAST_NAMES = 16 };

/* A one-element set of kinds of attributes or types. */
#define MLIRBC__KIND(kind) (UINT32_C(1) << (kind))

/* Bits of `flags` in struct mlirbc_attr and struct mlirbc_type. */
enum {
	MLIRBC__MOST_DEPTH = (1 << 28) - 1,
	MLIRBC__MOST_NESTED = 4096, /* maximum depth for recursive functions */
	MLIRBC__UNIQUE = 1,         /* unique in the context, with all its parts */
	MLIRBC__ALIASED = 2,        /* has an alias, or a part that has one, or kept text that may mention one */
};

struct mlirbc_context {
	struct mlirbc__arena arena;
	struct mlirbc__set strings, types, attrs;
	struct mlirbc__set op_names;     /* struct mlirbc__op_info */
	struct mlirbc__set text_aliases; /* struct mlirbc__text_alias: meaning of "#map" in kept text */
	bool text_locations;             /* text in a file contains a location: a location entry may be equal to it */
	uint64_t text_distincts;         /* count of numbers assigned to distinct attributes in kept text */
	bool deep;                       /* an attribute or type nests deeper than MLIRBC__MOST_NESTED */
	uint64_t seed;                   /* random for each run, which prevents prepared collisions of names */
	const struct mlirbc_type *floats[MLIRBC_FLOAT_COUNT];
	const struct mlirbc_type *index, *none;
	const struct mlirbc_type *integers[3][65]; /* by signedness and width */
	const struct mlirbc_attr *unit, *unknown_loc;
	struct mlirbc_attr unknown; /* target of unknown_loc */
	struct mlirbc__refs refs;
	struct mlirbc__set unique_attrs; /* struct mlirbc__twin */
	struct mlirbc__places *places;   /* of texts: lazy_location.c; newest first */
	bool has_lines;                  /* some attribute is a file location, which may be equal to one of `places` */
	uint32_t texts;                  /* number of parsed texts */
	struct mlirbc_file *files;       /* newest first */
	struct {
		const struct mlirbc_string *string;
		const struct mlirbc__op_info *name;
	} last_names[MLIRBC__LAST_NAMES];
};

/* The name of an op, and properties of ops of that name. op->name points to the first member. */
struct mlirbc__op_info {
	struct mlirbc_string text;
	struct mlirbc_context *context;
	bool known;         /* an op of MLIR 22: its inherent attributes are properties */
	bool quoted;        /* needs escapes when printed */
	const char *layout; /* result of mlirbc__op_layout(); NULL: unknown */
	const char *defaults; /* of its properties, for mlirbc__default_value() */
};
const struct mlirbc_string *mlirbc__name_get(struct mlirbc_context *context, const char *text, size_t size);
/* The op name for a unique string. */
const struct mlirbc_string *mlirbc__name_of(struct mlirbc_context *context, const struct mlirbc_string *string);
static inline const struct mlirbc__op_info *mlirbc__info(const struct mlirbc_op *op)
{
	return (const struct mlirbc__op_info *)(const void *)op->name;
}
static inline struct mlirbc_context *mlirbc__context(const struct mlirbc_op *op) { return mlirbc__info(op)->context; }

static inline void *mlirbc__alloc(struct mlirbc_context *context, size_t size, size_t align)
{
	return mlirbc__arena_alloc(&context->arena, size, align);
}
/* NULL also when count * size overflows. */
void *mlirbc__alloc_array(struct mlirbc_context *context, size_t count, size_t size, size_t align);
#define MLIRBC__NEW(context, type) ((type *)mlirbc__alloc((context), sizeof(type), _Alignof(type)))
#define MLIRBC__NEW_ARRAY(context, type, count)                                                                        \
	((type *)mlirbc__alloc_array((context), (count), sizeof(type), _Alignof(type)))

/* As mlirbc_string_get and mlirbc_attr_get, but a new object keeps pointing to the caller's bytes and arrays, which
 * must then live as long as the context. */
const struct mlirbc_string *mlirbc__string_borrow(struct mlirbc_context *context, const char *data, size_t size);
/* Likewise for consecutive strings; number i starts at at[i] and ends with a byte 0. False when memory is short. */
bool mlirbc__strings_borrow(struct mlirbc_context *context, const char *data, const size_t *at, size_t count,
	const struct mlirbc_string **out);
const struct mlirbc_attr *mlirbc__attr_borrow(struct mlirbc_context *context, const struct mlirbc_attr *attr);

/* As mlirbc_op_create, with a name of mlirbc__name_get(); spec->name is not used. Result types may be NULL, to be set by
 * the caller. */
struct mlirbc_op *mlirbc__op_create(struct mlirbc_context *context, const struct mlirbc_op_spec *spec,
	const struct mlirbc_string *name, struct mlirbc_block *block);

/* Removes an op from its block permanently: it, and the ops inside it, no longer use values. */
void mlirbc__op_drop(struct mlirbc_op *op);
/* The release whose layouts the properties of a module have; that of new modules for NULL and unknown producers. */
enum mlirbc__release mlirbc__module_release(const struct mlirbc_module *module);
/* The context of a value or block; NULL if nothing that encloses it has one. */
const struct mlirbc_context *mlirbc__block_context(const struct mlirbc_block *block);
const struct mlirbc_context *mlirbc__value_context(const struct mlirbc_value *value);

/* A new attribute with these contents, without lookup: an equal one may exist. `borrow`: as in
   mlirbc__attr_borrow(). */
const struct mlirbc_attr *mlirbc__attr_make(
	struct mlirbc_context *context, const struct mlirbc_attr *attr, bool borrow);
/* Replaces the fields by unique attributes. */
bool mlirbc__unique_fields(struct mlirbc_context *context, struct mlirbc_coded *coded);
/* Bytes of an attribute of that kind, without its arrays. */
size_t mlirbc__attr_size(enum mlirbc_attr_kind kind);
/* A copy that can be changed; its arrays are those of *attr. */
struct mlirbc_attr mlirbc__attr_load(const struct mlirbc_attr *attr);
/* Like mlirbc__attr_make() for a dictionary with entries in any order; NULL for a duplicate name. */
const struct mlirbc_attr *mlirbc__dictionary_make(
	struct mlirbc_context *context, const struct mlirbc_named_attr *entries, size_t count);
/* The name of the aliases of attributes like this one; NULL: none. */
const char *mlirbc__attr_alias(const struct mlirbc_attr *attr, size_t *out_size);
/* Types that get an alias because of their length. */
static inline bool mlirbc__is_large_tuple(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_TUPLE && type->u.tuple.count > 16;
}

/* Status for a function that returned NULL: MLIRBC_E_LIMIT if the context's limit was reached, else MLIRBC_E_NOMEM. */
enum mlirbc_status mlirbc__memory_status(const struct mlirbc_context *context);
const char *mlirbc__memory_text(const struct mlirbc_context *context);

/* MLIRBC_E_LIMIT, with a message, when the context has attributes or types that are too deep for recursion. */
enum mlirbc_status mlirbc__check_nesting(const struct mlirbc_context *context, struct mlirbc_diag *diag);

/* True when a dialect attribute or type with this text is written #dialect.text rather than #dialect<text>: a word
 * that starts with a letter, then at most one <...> up to the end; or a word that ends with '-'. */
bool mlirbc__is_pretty(const char *text, size_t size);

/* As mlirbc_type_elements(), but more than 2^63 - 1 elements count as UINT64_MAX: a splat may have that many. */
bool mlirbc__static_elements(const struct mlirbc_type *type, uint64_t *out_count);

/* A type with elements that is not complex. */
static inline bool mlirbc__is_shaped(const struct mlirbc_type *type)
{
	return type->kind >= MLIRBC_TYPE_VECTOR && type->kind <= MLIRBC_TYPE_UNRANKED_MEMREF;
}

/* Whether the element type of a shaped or complex type is valid. */
bool mlirbc__element_fits(const struct mlirbc_type *type);

#endif
