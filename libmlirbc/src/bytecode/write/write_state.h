/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State shared by the files of the bytecode writer.
 *
 * The tables of a loaded file stay unchanged, and new entries of the IR are appended: references from unknown
 * encodings stay valid. For text everything is appended to empty tables. The IR is written first, since it determines
 * the contents of the tables; sections are assembled last. */
#ifndef MLIRBC_SRC_WRITE_STATE_H
#define MLIRBC_SRC_WRITE_STATE_H

#include "bytecode/encoding/varint_out.h"
#include "bytecode/read/load_state.h"
#include "ir/pointer_map.h"

#include <mlirbc/write.h>

/* Elements that are not copied: they stay where the attribute has them, and belong at `at` of the encoded
 * attributes. */
struct mlirbc__lent {
	size_t at, size;
	const void *data;
};

/* A section inside the IR section: the position of its header, and its extent, including inner headers. */
struct mlirbc__nested {
	size_t at, size;
};

/* Unread regions, copied unchanged: their position in the written IR section, without the headers of sections in it,
 * and in the file. */
struct mlirbc__copy {
	size_t at, old_at;
};

struct mlirbc__new_name {
	const struct mlirbc_string *name; /* with its dialect; NULL: `string` is the number of the name without */
	uint32_t dialect, string;
	bool registered;
};

/* An attribute, type or op name (or its number), how often it is used, and the number of its dialect. */
struct mlirbc__rank {
	const void *item;
	uint32_t uses, dialect;
};

struct mlirbc__new_entry {
	uint64_t size; /* times 2, plus 1 when coded by its dialect */
	uint32_t dialect;
};

enum { MLIRBC__LAST_FOUND = 128 };
static inline size_t mlirbc__last_slot(const void *a, const void *b)
{
	uint64_t mixed = ((uint64_t)(uintptr_t)a ^ (uint64_t)(uintptr_t)b << 7) * UINT64_C(0x9E3779B97F4A7C15);
	return (size_t)(mixed >> 57);
}

struct mlirbc__save {
	struct mlirbc__job job;
	struct mlirbc__load *load; /* NULL: the module is not from a file */
	uint32_t version, old_version;
	enum mlirbc__release release; /* whose layouts new properties have */
	bool for_16; /* LLVM 16, which has a different form of scalable vectors */
	bool later_floats; /* LLVM 24 or later, which has codes for small floats */
	uint64_t properties_as_attributes; /* as in struct mlirbc_write_report */
	bool attribute_indices; /* as in struct mlirbc_write_options */
	bool drop_use_orders, knows_strings, knows_entries, knows_builtin;
	uint32_t builtin;   /* number of that dialect */
	size_t spelled_out; /* bytes of texts that may have had names of aliases */
	bool copies, moved; /* unread regions may be copied; but their alignment would change */
	bool numbering;     /* nothing is written, numbers are not known: write_number.c */

	struct mlirbc__numbers strings, dialects, op_names, attrs, types, blobs, splits, resources;
	struct mlirbc__out new_strings, new_dialects, new_blobs; /* const struct mlirbc_string * */
	struct mlirbc__out new_names;                            /* struct mlirbc__new_name */
	struct mlirbc__out new_attrs, new_types;                 /* const struct mlirbc_attr *, mlirbc_type * */
	struct mlirbc__out attr_entries, type_entries;           /* struct mlirbc__new_entry */
	struct mlirbc__out attr_data, type_data;
	struct mlirbc__out lent; /* struct mlirbc__lent, to go into attr_data */
	size_t lent_size;        /* their bytes */
	struct mlirbc__out
		extra_resources;          /* const struct mlirbc_string *: keys that have no resource; numbering: any */
	struct mlirbc__out all_resources; /* struct mlirbc_resource: those to be written */
	size_t dialect_resources;         /* those of the module */
	struct mlirbc__out attr_ranks, type_ranks, name_ranks, parts, ranges; /* numbering */
	/* uint32_t for each number that an op refers to an attribute by: if that is a place of a text, which is written
	 * without making it an attribute, its rank, then its number, plus 1 */
	struct mlirbc__out places;
	struct mlirbc__out ir, nested; /* struct mlirbc__nested */
	struct mlirbc__out copied;     /* struct mlirbc__copy */
	/* Cache of recent lookups, by a hash of the pointers. */
	struct {
		const struct mlirbc_string *name;
		const struct mlirbc_attr *attr;
	} last_strings[MLIRBC__LAST_FOUND];
	struct {
		const struct mlirbc_string *op;
		const struct mlirbc_attr *properties;
		uint32_t blob;
	} last_blobs[MLIRBC__LAST_FOUND];
	struct mlirbc__out scratch, blob, buckets, ops, captures;
	/* All entries and blobs are encoded: these and attr_data are their sections, but for how many there are
	 * (compact_copy.c). */
	bool encoded;
	struct mlirbc__out entry_sizes, blob_data;
	size_t attr_count, type_count, blob_count;
	const struct mlirbc__dialect *const *dialect_sources; /* versions of the first new dialects; see compact_state.h */
	size_t dialect_source_count;
	const struct mlirbc_dialect_interface *const *interfaces; /* of the caller */
	size_t interface_count;
};

/* ---- encoder.c */
/* The caller's interface of a dialect; NULL: none. */
const struct mlirbc_dialect_interface *mlirbc__save_interface(
	const struct mlirbc__save *s, const struct mlirbc_string *dialect);
/* Encodes an attribute or type (the other is NULL) by a hook; false: no hook does. */
bool mlirbc__save_by_hook(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type);

/* ---- write.c: writes the module of the job into a buffer, which the caller gives back. */
enum mlirbc_status mlirbc__write_into(
	struct mlirbc__job *job, const struct mlirbc_write_options *options, struct mlirbc__out *out);
/* Gives all buffers and maps back. */
void mlirbc__save_finish(struct mlirbc__save *s);

/* ---- write_table.c: numbers of things, which are given one when they have none. 0 after a failure. */
bool mlirbc__save_begin_tables(struct mlirbc__save *s);
/* Stands for an op's own attributes and the others together, which came from one dictionary. Never NULL. */
const void *mlirbc__split_key(const struct mlirbc_attr *own, const struct mlirbc_attr *others);
uint32_t mlirbc__save_string(struct mlirbc__save *s, const struct mlirbc_string *string);
uint32_t mlirbc__save_dialect(struct mlirbc__save *s, const char *name, size_t size);
uint32_t mlirbc__save_attr(struct mlirbc__save *s, const struct mlirbc_attr *attr);
uint32_t mlirbc__save_type(struct mlirbc__save *s, const struct mlirbc_type *type);
uint32_t mlirbc__save_name(struct mlirbc__save *s, const struct mlirbc_op *op);
uint32_t mlirbc__save_blob(struct mlirbc__save *s, const void *data, size_t size);
uint32_t mlirbc__save_resource(struct mlirbc__save *s, const struct mlirbc_string *key);
/* Appends the name of an op to the table. */
void mlirbc__save_new_name(struct mlirbc__save *s, const struct mlirbc_string *name, uint32_t dialect);
/* Strings of the tables of dialects and op names, in that order. */
void mlirbc__save_name_strings(struct mlirbc__save *s);
/* The name without its dialect, which is the text before the first dot. */
struct mlirbc_string mlirbc__bare_name(const struct mlirbc_string *name);
size_t mlirbc__dialect_size(const struct mlirbc_string *name);
/* The number that an op's reference has in the file, or that it got as a place of a text; MLIRBC_NO_INDEX: none. */
size_t mlirbc__save_old_attr(const struct mlirbc__save *s, uint32_t ref);

/* ---- write_attr.c, write_type.c */
/* Encodes all new attributes and types, and their parts. */
bool mlirbc__save_entries(struct mlirbc__save *s);
/* Encodes an attribute into s->attr_data; `entry` is changed if its code does not belong to builtin. */
void mlirbc__save_attr_fields(struct mlirbc__save *s, const struct mlirbc_attr *attr, struct mlirbc__new_entry *entry);
/* NULL: builtin. */
const struct mlirbc_string *mlirbc__attr_dialect(const struct mlirbc_attr *attr);
const struct mlirbc_string *mlirbc__type_dialect(const struct mlirbc_type *type);
/* A number, elements: without type, into s->attr_data. */
void mlirbc__save_words(struct mlirbc__save *s, const struct mlirbc_attr *attr);
void mlirbc__save_elements(struct mlirbc__save *s, const struct mlirbc_attr *attr);
/* ---- write_coded.c. False: there is no encoding, or a failure; nothing is written then. */
bool mlirbc__save_coded(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_coded *coded, bool type);
/* Text of StableHLO or CHLO. */
bool mlirbc__save_kept(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool type);
void mlirbc__save_type_fields(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_type *type,
	struct mlirbc__new_entry *entry);
int mlirbc__out_text(void *ctx, const char *text, size_t size); /* ctx: struct mlirbc__text_out */
struct mlirbc__text_out {
	struct mlirbc__save *s;
	struct mlirbc__out *out;
};
/* An attribute or type (the other is NULL) as text, with its end. */
void mlirbc__save_text(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type, struct mlirbc__new_entry *entry);

/* ---- write_opaque.c: the blob of properties in an unknown layout that are from another file. False: their numbers have another
 * meaning in the file of the module, or a failure. */
bool mlirbc__save_foreign(
	struct mlirbc__save *s, const struct mlirbc_op *op, const struct mlirbc_attr *properties, uint32_t *out_blob);

/* ---- write_property.c */
/* Indices of an op's attribute dictionary and of its properties, MLIRBC_NO_INDEX for none. */
struct mlirbc__save_parts {
	size_t attributes, properties;
};
bool mlirbc__save_attributes(struct mlirbc__save *s, const struct mlirbc_op *op, struct mlirbc__save_parts *out);

/* ---- write_number.c */
/* Numbers everything that the IR needs, if there are no tables yet. */
bool mlirbc__save_numbers(struct mlirbc__save *s);
/* Sorts entries into the order of MLIR's tables; entries that MLIR leaves unordered keep their order. */
bool mlirbc__save_rank(struct mlirbc__save *s, struct mlirbc__rank *ranks, size_t count, size_t dialects);
/* Items of ranks and tables that are places of a text. */
static inline bool mlirbc__is_place(const void *item) { return (uintptr_t)item & 2; }
static inline uint32_t mlirbc__place_of(const void *item) { return (uint32_t)((uintptr_t)item >> 2); }
/* Used while numbering: counts a use. */
void mlirbc__need_attr(struct mlirbc__save *s, const struct mlirbc_attr *attr);
void mlirbc__need_type(struct mlirbc__save *s, const struct mlirbc_type *type);

/* ---- write_quant.c */
/* The fields of a type of the quant dialect; false: its text is not one that has an encoding, and nothing was
 * written. */
bool mlirbc__save_quant(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_string *text);

/* ---- write_resource.c */
/* Which resources are written, and their numbers. */
bool mlirbc__save_resources(struct mlirbc__save *s);
/* Bytes of padding before data that begins at `at` of the section. */
size_t mlirbc__padding_size(uint64_t at, uint64_t alignment);
uint64_t mlirbc__resource_alignment(const struct mlirbc__save *s, const struct mlirbc_resource *r);
/* Bytes that it takes from there on, padding included. */
uint64_t mlirbc__resource_size(struct mlirbc__save *s, const struct mlirbc_resource *r, uint64_t at);

/* ---- write_ir.c, write_use.c */
/* Gives each op its number, and finds out which regions use values from around them. */
bool mlirbc__save_ops(struct mlirbc__save *s);
bool mlirbc__save_ir(struct mlirbc__save *s);
/* Writes the use-list orders of these values; false when all are in reference order. */
bool mlirbc__save_orders(struct mlirbc__save *s, const struct mlirbc_value *values, size_t count);

/* ---- write_emit.c */
bool mlirbc__save_sections(
	struct mlirbc__save *s, const struct mlirbc_string *producer, mlirbc_write_fn write, void *ctx);

#endif
