/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State shared by the files of the bytecode reader.
 *
 * The sections are indexed first (load_table.c, load_resource.c): this reads their tables but none of the
 * attributes, types and property blobs in them, which are materialized on first use (load_attr.c, load_property.c).
 * load_ir.c reads ops from any cursor at the regions of an isolated op, so isolated ops depend on the tables only. */
#ifndef MLIRBC_SRC_LOAD_STATE_H
#define MLIRBC_SRC_LOAD_STATE_H

#include "ir/context.h"
#include "ir/file.h"
#include "ir/links.h"
#include "ir/refs.h"
#include "dialects/op_properties.h"
#include "bytecode/encoding/codes.h"
#include "bytecode/encoding/varint.h"

#include <mlirbc/dialect.h>
#include <mlirbc/load.h>

/* Growable scratch memory, freed when the load ends. */
struct mlirbc__buffer {
	void *data;
	size_t bytes;
};

struct mlirbc__load;

/* A cursor with its position in the format, for error messages. */
struct mlirbc__reader {
	struct bytecursor c;
	struct mlirbc__load *load;
	const char *where; /* "IR section, op" */
	uint64_t number;   /* of the op; MLIRBC_NO_OFFSET: none */
};

struct mlirbc__dialect {
	const struct mlirbc_string *name;
	bool is_builtin, has_version;
	const struct mlirbc_dialect *coding; /* NULL: custom entries stay bytes */
	struct bytecursor version;           /* contents of its version section; empty if there is none */
};

/* An attribute or type: bytes [at, end) of the input. */
struct mlirbc__entry {
	size_t at, end;
	uint32_t dialect;
	bool custom;
};

/* Consecutive entries of one dialect. */
struct mlirbc__entry_group {
	size_t first;  /* entry */
	size_t stream; /* position of its size in the file */
	uint32_t dialect;
};

/* Position of entry i * mark_distance: its size in the AttrTypeOffset section, its bytes in the AttrType section. */
struct mlirbc__mark {
	size_t stream, at;
};
enum { MLIRBC__NEAR_MARKS = 32, MLIRBC__FAR_MARKS = 64, MLIRBC__BLOB_MARK = 8 };

/* A slot with the position of an attribute: two tag bits, custom, custom of the builtin dialect, size, position. */
enum { MLIRBC__SLOT_BUILTIN = 8, MLIRBC__ENTRY_SIZE_BITS = 21 };
static inline size_t mlirbc__entry_at(uint64_t slot) { return (size_t)(slot >> (4 + MLIRBC__ENTRY_SIZE_BITS)); }
static inline size_t mlirbc__entry_size(uint64_t slot)
{
	return (size_t)(slot >> 4) & ((1U << MLIRBC__ENTRY_SIZE_BITS) - 1);
}

/* A field of a property blob, with its name as a unique string for dictionaries. */
struct mlirbc__named_field {
	struct mlirbc__field field;
	const struct mlirbc_string *name;
};

struct mlirbc__layout {
	const struct mlirbc__named_field *fields;
	uint32_t count;
	bool ascending;       /* the names are sorted, as in a dictionary */
	const char *text;     /* of the table: equal text is the same layout */
	const char *defaults; /* of the table: defaults of the op's attributes */
};

struct mlirbc__op_name {
	size_t at; /* position of its name in the file */
	uint32_t dialect, string;
	/* Cache of the last op of this name: its properties, as in op->attrs, and their blob; 0: none yet. */
	uint32_t last_attrs, last_blob;
	bool registered;      /* version 5 and later: registered in the writer's context; before: true */
	uint8_t layout_count; /* number of possible layouts; 0: unknown op */
	/* The form of that op, as a prediction for the next one: the byte of its name and the mask; the bytes of its
	 * counts, a mask of their relevant bits, their number including one for each operand; operands. See
	 * load_fast.c. */
	uint8_t rest_size, operand_count;
	uint16_t form;
	const struct mlirbc_string *whole; /* "arith.addi"; NULL until first use */
	struct mlirbc__layout layouts[2];
	uint64_t rest, rest_mask;
	uint64_t unused; /* pads to a power of two, which is indexed faster */
};
/* Tables have room for all one-byte indices, so that these need no range check. */
enum { MLIRBC__SHORT_INDICES = 128 };

/* Properties of ops whose layout differs from that of the first op with the same blob. */
struct mlirbc__other_blob {
	uint32_t ref;
	size_t blob;
	const struct mlirbc__op_name *name;
};

/* Cache of splits of attribute dictionaries into the inherent part and the rest (versions before 5). */
struct mlirbc__split {
	const struct mlirbc_attr *all, *own, *others;
	const struct mlirbc__op_name *op;
};
enum { MLIRBC__SPLITS = 256 };

/* The dictionary of the file from which an op's own attributes were split, for writing it again. */
struct mlirbc__split_from {
	const struct mlirbc_attr *own, *others, *all; /* own: not NULL, distinct for each split */
};

enum { MLIRBC__SORTED_NAMES = 16 };

/* A file that is being read, or that may be read further. */
struct mlirbc__load {
	struct mlirbc_file file;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_diag *diag;
	enum mlirbc_status status; /* of the first failure */
	const uint8_t *data;
	size_t size;
	uint32_t version, max_depth, max_loc_depth; /* the last: of locations */
	const char *producer; /* of the caller, instead of the file's; only while the header is read */
	bool producer_if_unknown;
	enum mlirbc__release release; /* MLIRBC__RELEASE_COUNT: the layouts of `file.release` are assumed */
	size_t assumed;               /* number of op names whose layouts were assumed */
	/* Limits repeated work on the same bytes; well-formed files stay far below. */
	uint64_t work_left;

	struct bytecursor sections[MLIRBC__SECTION_COUNT];
	bool present[MLIRBC__SECTION_COUNT];

	size_t *strings;                   /* start of each, and one more for the end; NULL: use the marks */
	struct mlirbc__mark *string_marks; /* in the sizes: position of the next size, and of the preceding text */
	size_t string_uses;                /* number of uses of the marks */
	bool tried_tables;                 /* enough uses to make the table; it is missing only if memory was short */
	const struct mlirbc_string **unique_strings; /* NULL: not cached */
	struct mlirbc__dialect *dialects;
	struct mlirbc__op_name *op_names;
	size_t *blobs;                              /* position of every eighth, with its size */
	uint32_t *blob_names;                       /* 1 + number of the first op name that has each; 0: none yet */
	struct mlirbc__other_blob *other_blobs;     /* ascending by number */
	const struct mlirbc_string **resource_keys; /* of dialect resources, in the order of their indices in
	                                               attributes */
	size_t string_count, dialect_count, op_name_count, blob_count, other_blob_count, resource_key_count;
	size_t attr_count, type_count; /* entries are numbered attributes first, then types */
	struct mlirbc__entry_group *groups;
	size_t group_count, last_group; /* last: the most recently used one */
	uint32_t *near_marks;           /* two numbers each; NULL: the file is too large for 32 bits */
	struct mlirbc__mark *marks;     /* NULL: near_marks is used */
	size_t mark_distance;           /* in entries: a power of two */
	size_t near_entry;              /* the most recently found entry, and its mark; 0: none */
	struct mlirbc__mark near_mark;
	/* Attribute i has number first_ref + i in the context; properties of blobs have numbers from first_blob_ref
	 * on. */
	uint32_t first_ref, first_blob_ref;
	/* Slots of the attributes in the context; NULL: they are not contiguous, and do not contain positions. */
	uint64_t *slots;
	const struct mlirbc_type **types; /* those that exist */
	bool good_files;                  /* tag of packed locations whose files are strings */
	/* Visiting bit of each entry, for cycle detection. Before the first entry is made: set for the files of
	 * packed locations. */
	uint8_t *scanned;
	uint64_t distinct_count;
	const struct mlirbc_type *dense_type; /* the last elements type: number of elements, and bytes of one */
	uint64_t dense_count;
	size_t dense_one;
	const struct mlirbc_string *sorted[MLIRBC__SORTED_NAMES]; /* names of recently checked dictionaries */
	size_t sorted_count;
	size_t next_blob, next_blob_at;              /* the blob after the most recent one; 0: none */
	const struct mlirbc_dialect *const *codings; /* of the caller */
	size_t coding_count;
	const struct mlirbc_dialect_interface *const *interfaces; /* likewise */
	size_t interface_count;
	bool new_versions; /* versions of dialects have changed: the section of the file no longer holds */
	bool lazy, lazy_attributes; /* as in struct mlirbc_load_options */
	bool whole_orders;          /* some use-list order is stored in full that MLIR would have stored as pairs */
	bool met_broken;            /* a broken entry was found: entries that waited for it may be read again, which
	                               counts as work */

	struct mlirbc__buffer string_buffer, string_mark_buffer, dialect_buffer, op_name_buffer, blob_buffer,
		other_blob_buffer, resource_key_buffer, group_buffer, mark_buffer;
	struct mlirbc__buffer unique_buffer, blob_name_buffer, type_buffer, scanned_buffer; /* zero where not used */
	struct mlirbc__buffer field_buffer;   /* an op's own attributes while they are collected, and others */
	struct mlirbc__buffer part_buffer;    /* parts of the attribute or type being made */
	struct mlirbc__buffer more_buffer;    /* results of a function type, names, dimensions */
	struct mlirbc__buffer text_buffer;    /* a type that is converted to text */
	struct mlirbc__buffer waiting_buffer; /* entries to be made, the next one last */
	size_t waiting;
	struct mlirbc__split *splits;
	struct mlirbc__split_from *split_from;
	size_t split_from_count;
	struct mlirbc__buffer split_from_buffer;
	struct mlirbc__buffer split_buffer;
};

static inline struct mlirbc__load *mlirbc__load_of(const struct mlirbc_file *file)
{
	return (struct mlirbc__load *)(uintptr_t)file;
}

/* ---- reader.c: failures, memory, checked reads. Functions that fail record the reason and return false or NULL. */
bool mlirbc__load_fail(struct mlirbc__load *load, enum mlirbc_status status, uint64_t offset, const char *format, ...)
	MLIRBC_PRINTF(4, 5);
bool mlirbc__load_memory(struct mlirbc__load *load); /* fails because memory is short */
/* Returns `made`; if it is NULL, fails because memory is short. */
static inline const void *mlirbc__made(struct mlirbc__load *load, const void *made)
{
	if (!made)
		mlirbc__load_memory(load);
	return made;
}
/* E_CORRUPT at `offset` unless a failure was recorded before. */
bool mlirbc__bad(struct mlirbc__reader *r, uint64_t offset, const char *format, ...) MLIRBC_PRINTF(3, 4);
/* Likewise for missing bytes: E_TRUNCATED between the sections of the file, since only there the file itself ends. */
bool mlirbc__truncated(struct mlirbc__reader *r, uint64_t offset, const char *format, ...) MLIRBC_PRINTF(3, 4);
/* Fails if the cursor did: the bytes ended where `what` was expected. */
bool mlirbc__cut(struct mlirbc__reader *r, const char *what);
/* Fails unless every byte was used. */
bool mlirbc__used_up(struct mlirbc__reader *r);
bool mlirbc__index_bad(struct mlirbc__reader *r, size_t at, const char *what, uint64_t value, uint64_t limit);
/* Subtracts `units` from the remaining work. */
bool mlirbc__work(struct mlirbc__load *load, uint64_t units);
/* Room for `count` items of `size`; keeps existing items. NULL on failure. */
void *mlirbc__grow(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size);
static inline void *mlirbc__reserve(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size)
{
	return buffer->data && count <= buffer->bytes / size ? buffer->data : mlirbc__grow(load, buffer, count, size);
}
void mlirbc__give_buffer(struct mlirbc__load *load, struct mlirbc__buffer *buffer);
/* Free the memory that only reading needs; the second function frees all tables as well. */
void mlirbc__give_scratch(struct mlirbc__load *load);
void mlirbc__give_tables(struct mlirbc__load *load);
struct mlirbc__reader mlirbc__section_reader(struct mlirbc__load *load, enum mlirbc__section_id id);
extern const char *const mlirbc__section_names[MLIRBC__SECTION_COUNT];

/* An index below `limit`. */
static inline bool mlirbc__index(struct mlirbc__reader *r, const char *what, size_t limit, size_t *out)
{
	size_t at = r->c.pos;
	uint64_t value = mlirbc__varint(&r->c);
	if (value >= limit || r->c.failed) {
		mlirbc__index_bad(r, at, what, value, limit);
		return false;
	}
	*out = (size_t)value;
	return true;
}

/* A count of items that take at least a byte each. */
bool mlirbc__long_count(struct mlirbc__reader *r, const char *what, size_t *out);
static inline bool mlirbc__count(struct mlirbc__reader *r, const char *what, size_t *out)
{
	size_t left = r->c.end - r->c.pos, count = left ? r->c.base[r->c.pos] : 0;
	if (!(count & 1) || count >> 1 >= left || r->c.failed)
		return mlirbc__long_count(r, what, out);
	r->c.pos++;
	*out = count >> 1;
	return true;
}

/* Likewise for a new buffer, filled with zeros. */
void *mlirbc__reserve_zero(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size);
/* Room for a table that does not grow. For a file that is read lazily it is allocated with the ops, not in the
 * buffer. */
void *mlirbc__table(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size);
void *mlirbc__table_zero(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size);

/* ---- section.c */
/* Reads a section's header, padding and extent; `*out` covers its data. */
bool mlirbc__section(struct mlirbc__reader *r, enum mlirbc__section_id *out_id, struct bytecursor *out);
/* Skips to a multiple of `alignment` (a power of two) of the input; the bytes between must be padding. */
bool mlirbc__padding(struct mlirbc__reader *r, uint64_t alignment);

/* ---- load_string.c */
bool mlirbc__load_strings(struct mlirbc__load *load);
struct mlirbc_string mlirbc__marked_string(const struct mlirbc__load *load, size_t index);
/* A string in the input. In files that are read lazily its final NUL is unchecked. */
static inline struct mlirbc_string mlirbc__raw_string(const struct mlirbc__load *load, size_t index)
{
	if (!load->strings)
		return mlirbc__marked_string(load, index);
	struct mlirbc_string string = { (const char *)load->data + load->strings[index],
		load->strings[index + 1] - load->strings[index] - 1 };
	return string;
}
/* Fails unless the string ends with a NUL. */
bool mlirbc__check_string(struct mlirbc__load *load, size_t index, const struct mlirbc_string *raw);
bool mlirbc__check_strings(struct mlirbc__load *load); /* all of them */
/* Likewise for callers that copy the strings. */
enum mlirbc_status mlirbc__strings_status(struct mlirbc__load *load, struct mlirbc_diag *diag);
/* Unique; NULL on failure. */
const struct mlirbc_string *mlirbc__string(struct mlirbc__load *load, size_t index);

/* ---- load_table.c, load_resource.c */
bool mlirbc__load_dialects(struct mlirbc__load *load);
bool mlirbc__load_blobs(struct mlirbc__load *load);
bool mlirbc__load_resources(struct mlirbc__load *load);

/* The bytes of a property blob. */
struct mlirbc__range {
	size_t at, size;
};
struct mlirbc__range mlirbc__blob(struct mlirbc__load *load, size_t index);
static inline const struct mlirbc__op_name *mlirbc__blob_name(const struct mlirbc__load *load, size_t index)
{
	return load->blob_names[index] ? &load->op_names[load->blob_names[index] - 1] : NULL;
}

/* ---- load_entry.c: positions of attributes and types */
bool mlirbc__load_entries(struct mlirbc__load *load);
/* Checks whether the files of packed locations are strings; called before anything else is made. */
void mlirbc__load_files(struct mlirbc__load *load);
struct mlirbc__entry mlirbc__entry(struct mlirbc__load *load, size_t index);

/* ---- decoder.c: dialects with their own encoding */
const struct mlirbc_dialect *mlirbc__find_coding(struct mlirbc__load *load, const struct mlirbc_string *dialect);

/* ---- load_attr.c: attributes and types by index, which the caller has checked. */
const void *mlirbc__entry_make(struct mlirbc__load *load, size_t entry);
/* Allocates `scanned`; for a file that is read lazily only when it is needed. */
bool mlirbc__begin_scanned(struct mlirbc__load *load);
/* True if the attribute is a location; does not materialize the common kind. */
bool mlirbc__check_location(struct mlirbc__reader *r, size_t at, size_t index);

static inline const struct mlirbc_attr *mlirbc__made_attr(const struct mlirbc__load *load, size_t index)
{
	uint64_t slot = load->slots ? load->slots[index] : MLIRBC__SLOT_LOCATION;
	if (slot && (slot & MLIRBC__SLOT_MASK) == MLIRBC__SLOT_ATTR)
		return (const struct mlirbc_attr *)(uintptr_t)slot;
	return mlirbc__ref_peek(load->context, load->first_ref + (uint32_t)index);
}

static inline const struct mlirbc_attr *mlirbc__attr(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc_attr *made = mlirbc__made_attr(load, index);
	return made ? made : mlirbc__entry_make(load, index);
}

static inline const struct mlirbc_type *mlirbc__type(struct mlirbc__load *load, size_t index)
{
	const struct mlirbc_type *made = load->types[index];
	return made ? made : mlirbc__entry_make(load, load->attr_count + index);
}

/* ---- load_common.c: likewise, but only for common kinds; NULL: use the general functions. The slots must exist. */
const struct mlirbc_attr *mlirbc__common_attr(struct mlirbc__load *load, size_t index);
/* The properties that a blob of `size` bytes at `at` has in this layout. */
const struct mlirbc_attr *mlirbc__common_properties(
	struct mlirbc__load *load, const struct mlirbc__layout *layout, size_t at, size_t size);

/* ---- load_text.c: the attribute or type of a text entry, whose NUL ends the reader's bytes. NULL on failure. */
const void *mlirbc__text_entry(struct mlirbc__reader *r, bool is_type, const char *text, size_t size);

/* ---- load_layout.c */
/* Name and possible property layouts of an op, computed once. NULL on failure. */
const struct mlirbc__op_name *mlirbc__op_name(struct mlirbc__load *load, size_t index);
/* The decoding of a blob. `native`: segment sizes are numbers at its end, as in version 6. */
struct mlirbc__choice {
	const struct mlirbc__layout *layout; /* NULL: unknown, or ambiguous */
	bool native;
};
struct mlirbc__choice mlirbc__choose_layout(
	struct mlirbc__load *load, const struct mlirbc__op_name *name, struct bytecursor c);
/* The layout of all its blobs if the release determines it; NULL: it does not, or they have none. An empty layout
 * has no blobs, unless an op was changed. */
static inline const struct mlirbc__layout *mlirbc__only_layout(
	const struct mlirbc__load *load, const struct mlirbc__op_name *name)
{
	bool known = load->release != MLIRBC__RELEASE_COUNT && name->layout_count == 1 && name->layouts[0].count;
	return known ? &name->layouts[0] : NULL;
}
/* The order of the fields in a blob: the one for step i of 2 * count; NULL: nothing at this step. */
const struct mlirbc__named_field *mlirbc__field_at(const struct mlirbc__choice *choice, size_t i);

/* ---- load_property.c: version 5 and later */
/* The number of the op's properties in this blob; 0 after a failure. */
uint32_t mlirbc__properties_ref(struct mlirbc__load *load, const struct mlirbc__op_name *name, size_t blob);
/* Materializes the properties with that number. */
bool mlirbc__properties_make(struct mlirbc__load *load, uint32_t ref, const struct mlirbc__op_name *name, size_t blob);
/* The default of a field. *out NULL: it has none. */
bool mlirbc__default_property(struct mlirbc__load *load, const struct mlirbc__layout *layout,
	const struct mlirbc__field *field, const struct mlirbc_attr **out);

/* ---- load_inherent.c */
/* Before version 5: splits an op's dictionary (NULL: none) into its inherent attributes, which become its
 * properties, and the others. */
bool mlirbc__split_attributes(struct mlirbc__load *load, const struct mlirbc__op_name *name,
	const struct mlirbc_attr *all, const struct mlirbc_attr **out_own, const struct mlirbc_attr **out_others);

/* ---- load_hooks.c: after everything else */
/* Reads the regions that the caller wants to have now. */
enum mlirbc_status mlirbc__load_wanted(
	struct mlirbc_module *module, const struct mlirbc_load_options *options, struct mlirbc_diag *diag);
/* Lets dialects upgrade the module from the versions of the file. */
enum mlirbc_status mlirbc__load_upgrade(struct mlirbc_module *module, struct mlirbc_diag *diag);
/* The contents of a version section. */
struct mlirbc_dialect_version mlirbc__dialect_version(const struct mlirbc__dialect *dialect);

/* ---- load_ir.c */
bool mlirbc__load_ir(struct mlirbc__load *load);
/* Reads the unread regions of an op from `at` on. */
bool mlirbc__load_regions(struct mlirbc__load *load, struct mlirbc_op *op, size_t at);

/* ---- load_lazy.c */
/* Ends a lazy read: records its failure, and allows further reads. */
void mlirbc__settle_load(struct mlirbc__load *load, struct mlirbc_diag *diag);
extern const struct mlirbc__file_reader mlirbc__file_reader;
#endif
