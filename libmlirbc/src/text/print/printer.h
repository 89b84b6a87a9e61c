/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of one printing, and the functions shared by its files. */
#ifndef MLIRBC_SRC_PRINTER_H
#define MLIRBC_SRC_PRINTER_H

#include "ir/context.h"
#include "support/text_sink.h"

#include <mlirbc/print.h>
#include <mlirbc/printing.h>

/* How deep something is: 1 + the depth of the deepest part with an alias. */
struct mlirbc__depths {
	uint32_t whole;
	uint32_t text; /* as a piece of kept text, where only aliases and brackets count */
};

/* The alias of an attribute or type: #map1. */
struct mlirbc__printed_alias {
	const void *value; /* the attribute or type */
	const void *key;   /* equal for all attributes with equal meaning, see mlirbc__alias_key() */
	const char *name;  /* "map"; NULL: none, only its depth counts */
	size_t name_size;
	uint32_t suffix;
	struct mlirbc__depths depth;
	uint32_t order; /* of the first visit */
	bool is_type, deferred;
};

/* Something numbered in the order of appearance: distinct attributes, keys of blobs. */
struct mlirbc__seen {
	const void *key;
	size_t number;
};

struct mlirbc__coding;
struct mlirbc_printer {
	struct mlirbc__writer out;
	struct mlirbc_context *context; /* NULL: a single attribute or type, without aliases */
	bool debug_info, value_users, skip_regions, pretty;
	bool (*comment)(void *ctx, const struct mlirbc_op *op, char *out, size_t room); /* of the caller; may be NULL */
	void *comment_ctx;
	bool visiting;            /* custom forms print nothing: the dry run */
	bool untyped;             /* the attribute being printed is so without its type */
	uint32_t indent;          /* of the op being printed */
	const struct mlirbc_printing *const *dialects;
	size_t dialect_count;
	struct mlirbc__set forms; /* struct mlirbc__form_kind */
	const struct mlirbc__form_kind *last_form;
	const char **value_names; /* of results, by number */
	uint32_t value_name_count, value_name_capacity;
	uint64_t most_elements; /* UINT64_MAX: any number is printed */
	bool no_memory;
	bool defined_only; /* use no alias that is defined after the module */
	bool spelled_out;  /* attributes in kept text have their whole name, also where MLIR leaves it out */
	struct mlirbc__arena scratch;
	struct mlirbc__set aliases;             /* struct mlirbc__printed_alias */
	struct mlirbc__printed_alias **sorted; /* those with a name, in the order of their lines */
	size_t sorted_count;
	uint32_t visits;
	struct mlirbc__set distincts, resources; /* struct mlirbc__seen */
	struct mlirbc__set opaques; /* struct mlirbc__seen, by mlirbc__opaque_key(); filled only if spelled_out */
};

/* A key of an attribute or type whose encoding is unknown: the lowest bit is set for types. */
static inline const void *mlirbc__opaque_key(const void *item, bool is_type) { return (const char *)item + is_type; }
static inline bool mlirbc__opaque_is_type(const void *key) { return (uintptr_t)key & 1; }
static inline const void *mlirbc__opaque_item(const void *key)
{
	return (const char *)key - mlirbc__opaque_is_type(key);
}

/* The number of the key, a new one if it has none yet. */
size_t mlirbc__seen(struct mlirbc_printer *printer, struct mlirbc__set *set, const void *key);

/* ---- print.c: attributes and types in one form, however their source writes them: without aliases, with whole names, and with
 * numbers of distinct attributes from 0 in the order in which the printer meets them. */
void mlirbc__speller_init(struct mlirbc_printer *printer, struct mlirbc_context *context);
/* One of both. *left: bytes that may still be printed. */
enum mlirbc_status mlirbc__spell(struct mlirbc_printer *printer, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type, uint64_t *left, mlirbc_write_fn write, void *ctx);
void mlirbc__speller_finish(struct mlirbc_printer *printer);
#define MLIRBC__MOST_SPELLED ((uint64_t)256 << 20)

/* The text of a single attribute (or type): names of aliases in kept text are expanded. */
enum mlirbc_status mlirbc__print_alone(struct mlirbc_context *context, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type, int (*write)(void *ctx, const char *text, size_t size), void *ctx);

/* print_type.c, print_attr.c, print_dense.c, print_loc.c */
void mlirbc__print_type(struct mlirbc_printer *printer, const struct mlirbc_type *type);
/* `elide`: ": i64" and ": f64" may be left out. */
void mlirbc__print_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool elide);
/* As if it had no alias. */
void mlirbc__print_attr_full(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool elide);
void mlirbc__print_type_full(struct mlirbc_printer *printer, const struct mlirbc_type *type);
void mlirbc__print_entries(struct mlirbc_printer *printer, const struct mlirbc_attr *dictionary);
void mlirbc__print_dense(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
void mlirbc__print_sparse(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
void mlirbc__print_dense_array(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
/* A number of an integer, index or float type. */
void mlirbc__print_number(
	struct mlirbc_printer *printer, const struct mlirbc_type *type, const uint64_t *words, size_t count);
/* print_coded.c; `mark`: # or ! */
void mlirbc__print_coded(struct mlirbc_printer *printer, char mark, const struct mlirbc_coded *coded);
/* Without #dialect.mnemonic. */
void mlirbc__print_fields(struct mlirbc_printer *printer, const struct mlirbc_coded *coded);
/* print_sdy.c: the same for Shardy's attributes; and whether the mnemonic belongs into the angle brackets. */
void mlirbc__print_sdy(struct mlirbc_printer *printer, const struct mlirbc_coded *coded);
bool mlirbc__sdy_is_wrapped(const struct mlirbc_coded *coded);
/* print_stablehlo.c: the text that an attribute or type of StableHLO or CHLO has in memory, of which these are the fields; all but
 * those that the row leaves out are there, and are of its kinds. */
void mlirbc__print_stablehlo(
	struct mlirbc_printer *printer, const struct mlirbc__coding *coding, const struct mlirbc_coded *coded);
/* loc(...) after an op. */
void mlirbc__print_loc(struct mlirbc_printer *printer, const struct mlirbc_attr *loc);
/* The contents of loc(...); parts may be aliases, the whole is not. */
void mlirbc__print_loc_body(struct mlirbc_printer *printer, const struct mlirbc_attr *loc);

/* print_visit.c: fills `aliases` with all that has an alias inside, or is to have one */
void mlirbc__visit_module(struct mlirbc_printer *printer, const struct mlirbc_module *module);
void mlirbc__alias_type(struct mlirbc_printer *printer, const struct mlirbc_type *type);
/* `deferrable`: its line may come after the module. */
void mlirbc__alias_attr(struct mlirbc_printer *printer, const struct mlirbc_attr *attr, bool deferrable);
/* The types and attributes of an op in generic form. */
void mlirbc__alias_op_parts(struct mlirbc_printer *printer, const struct mlirbc_op *op);

/* print_alias.c */
struct mlirbc__printed_alias *mlirbc__alias_find(struct mlirbc_printer *printer, const void *key);
/* Attributes that dialects encode, and locations, are one per entry of a bytecode file, and others in text of the file may be
 * the same: of those with an alias, the unique one. */
const struct mlirbc_attr *mlirbc__alias_key(struct mlirbc_printer *printer, const struct mlirbc_attr *attr);
void mlirbc__alias_add(struct mlirbc_printer *printer, const struct mlirbc__printed_alias *entry);
/* Kept text, with the aliases in it under the names that they have here. */
void mlirbc__print_kept(
	struct mlirbc_printer *printer, const struct mlirbc_string *dialect, const struct mlirbc_string *text);
/* The same as an attribute or type; `mark`: # or ! */
void mlirbc__print_symbol(struct mlirbc_printer *printer, char mark, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool wrapped);
/* Bytes of a dialect that is not known; `key`: mlirbc__opaque_key() */
void mlirbc__print_opaque(struct mlirbc_printer *printer, char mark, const struct mlirbc_string *dialect, const uint8_t *data,
	size_t size, const void *key);
void mlirbc__find_aliases(struct mlirbc_printer *printer, const struct mlirbc_module *module);
/* Prints the alias if there is one. */
bool mlirbc__print_alias(struct mlirbc_printer *printer, const void *value, bool is_type);
void mlirbc__print_alias_lines(struct mlirbc_printer *printer, bool deferred);

/* print_name.c */
struct mlirbc__counters {
	uint32_t values, arguments; /* the next free numbers */
};
void mlirbc__number_values(struct mlirbc_printer *printer, const struct mlirbc_op *root, struct mlirbc__counters *next);
void mlirbc__print_value(struct mlirbc_printer *printer, const struct mlirbc_value *value);
void mlirbc__print_results(struct mlirbc_printer *printer, const struct mlirbc_op *op);

/* print_ssa_names.c: names instead of numbers, as the custom form has them */
void mlirbc__name_values(struct mlirbc_printer *printer, const struct mlirbc_op *root, struct mlirbc__counters *next);
/* Gives back what naming and custom forms took. */
void mlirbc__forget_names(struct mlirbc_printer *printer);
void mlirbc__print_named_value(struct mlirbc_printer *printer, const struct mlirbc_value *value);
void mlirbc__print_named_results(struct mlirbc_printer *printer, const struct mlirbc_op *op);

/* print_users.c: comments about the uses of an op's results, and of a block's arguments */
void mlirbc__print_op_users(struct mlirbc_printer *printer, const struct mlirbc_op *op);
void mlirbc__print_argument_users(struct mlirbc_printer *printer, const struct mlirbc_value *argument);

/* print_op.c */
void mlirbc__print_op(struct mlirbc_printer *printer, const struct mlirbc_op *root);
void mlirbc__put_indent(struct mlirbc_printer *printer, uint32_t count);

/* print_resource.c */
void mlirbc__print_resources(struct mlirbc_printer *printer, const struct mlirbc_module *module);

/* Attributes and types use stack for each level when they are printed: printing ends with MLIRBC_E_LIMIT for those
 * that are too deep. */
static inline bool mlirbc__is_too_deep(struct mlirbc_printer *printer, uint32_t depth)
{
	if (depth <= MLIRBC__MOST_NESTED)
		return false;
	return printer->out.limited = printer->out.failed = true;
}

#endif
