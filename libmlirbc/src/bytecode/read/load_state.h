/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of the bytecode reader share.
 *
 * The sections are indexed first (load_table.c, load_resource.c), which reads their tables but none of the
 * attributes, types and property blobs in them; those are made when an op first asks (load_attr.c, load_property.c).
 * Ops are read by load_ir.c from any cursor that stands at the regions of an isolated op, so nothing but the tables
 * ties one such op to another. */
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

/* Scratch memory that grows and is given back when the load ends. */
struct mlirbc__buffer {
	void *data;
	size_t bytes;
};

struct mlirbc__load;

/* A cursor that can say where in the format it stands. */
struct mlirbc__reader {
	struct bytecursor c;
	struct mlirbc__load *load;
	const char *where; /* "IR section, op" */
	uint64_t number;   /* of the op; MLIRBC_NO_OFFSET: none */
};

struct mlirbc__dialect {
	const struct mlirbc_string *name;
	bool is_builtin, has_version;
	const struct mlirbc_dialect *coding; /* NULL: entries of its own stay bytes */
	struct bytecursor version;           /* what its version section holds; empty when there is none */
};

/* An attribute or type: bytes [at, end) of the input. */
struct mlirbc__entry {
	size_t at, end;
	uint32_t dialect;
	bool custom;
};

/* Entries in a row of the same dialect. */
struct mlirbc__entry_group {
	size_t first;  /* entry */
	size_t stream; /* where the file has its size */
	uint32_t dialect;
};

/* Where entry i * mark_distance is: its size in the AttrTypeOffset section, its bytes in the AttrType section. */
struct mlirbc__mark {
	size_t stream, at;
};
enum { MLIRBC__NEAR_MARKS = 32, MLIRBC__FAR_MARKS = 64, MLIRBC__BLOB_MARK = 8 };

/* A slot that says where its attribute lies: two bits for that, custom, custom of the builtin dialect, size, place. */
enum { MLIRBC__SLOT_BUILTIN = 8, MLIRBC__ENTRY_SIZE_BITS = 21 };
static inline size_t mlirbc__entry_at(uint64_t slot) { return (size_t)(slot >> (4 + MLIRBC__ENTRY_SIZE_BITS)); }
static inline size_t mlirbc__entry_size(uint64_t slot)
{
	return (size_t)(slot >> 4) & ((1U << MLIRBC__ENTRY_SIZE_BITS) - 1);
}

/* A field of a property blob, its name ready for a dictionary. */
struct mlirbc__named_field {
	struct mlirbc__field field;
	const struct mlirbc_string *name;
};

struct mlirbc__layout {
	const struct mlirbc__named_field *fields;
	uint32_t count;
	bool ascending;       /* the names, as those of a dictionary */
	const char *text;     /* of the table: the same text is the same layout */
	const char *defaults; /* of the table: what the op's attributes are when nothing sets them */
};

struct mlirbc__op_name {
	size_t at; /* where the file names it */
	uint32_t dialect, string;
	/* What an op of this name had last: its properties, as in op->attrs, and their blob; 0: none yet. */
	uint32_t last_attrs, last_blob;
	bool registered;      /* version 5 and later: the writer knew the op; before: true */
	uint8_t layout_count; /* how many layouts are possible; 0: the op is unknown to us */
	/* The form of that op, for the next one: the byte that names it and the mask; the bytes of its counts, which of
	 * their bits matter, how many bytes they are with one for each operand; operands. See load_fast.c. */
	uint8_t rest_size, operand_count;
	uint16_t form;
	const struct mlirbc_string *whole; /* "arith.addi"; NULL until an op has it */
	struct mlirbc__layout layouts[2];
	uint64_t rest, rest_mask;
	uint64_t unused; /* a power of two is found faster */
};
/* Tables have room for the indices that take one byte, at least, so that they need not be checked. */
enum { MLIRBC__SHORT_INDICES = 128 };

/* Properties of ops whose layout differs from that of the first op with the same blob. */
struct mlirbc__other_blob {
	uint32_t ref;
	size_t blob;
	const struct mlirbc__op_name *name;
};

/* The last splits of attribute dictionaries into the op's own part and the rest (versions before 5). */
struct mlirbc__split {
	const struct mlirbc_attr *all, *own, *others;
	const struct mlirbc__op_name *op;
};
enum { MLIRBC__SPLITS = 256 };

/* Which dictionary of the file an op's own attributes were split from, for who writes it again. */
struct mlirbc__split_from {
	const struct mlirbc_attr *own, *others, *all; /* own: not NULL, another one for each split */
};

enum { MLIRBC__SORTED_NAMES = 16 };

/* A file that is being read, or that may be read on. */
struct mlirbc__load {
	struct mlirbc_file file;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct mlirbc_diag *diag;
	enum mlirbc_status status; /* of the first failure */
	const uint8_t *data;
	size_t size;
	uint32_t version, max_depth;
	enum mlirbc__release release;
	/* Bounds work that the same bytes could cause over and over; honest files stay far below. */
	uint64_t work_left;

	struct bytecursor sections[MLIRBC__SECTION_COUNT];
	bool present[MLIRBC__SECTION_COUNT];

	size_t *strings;                   /* where they begin, and one more for the end; NULL: the marks tell */
	struct mlirbc__mark *string_marks; /* at the sizes: where they go on, and where the text before it begins */
	size_t string_uses;                /* of the marks */
	bool tried_tables;                 /* so many that the table was made, unless memory was short */
	const struct mlirbc_string **unique_strings; /* NULL: not remembered */
	struct mlirbc__dialect *dialects;
	struct mlirbc__op_name *op_names;
	size_t *blobs;                              /* where every eighth begins, with its size */
	uint32_t *blob_names;                       /* 1 + number of the first op name that has each; 0: none yet */
	struct mlirbc__other_blob *other_blobs;     /* ascending by number */
	const struct mlirbc_string **resource_keys; /* of dialect resources, as attributes number them */
	size_t string_count, dialect_count, op_name_count, blob_count, other_blob_count, resource_key_count;
	size_t attr_count, type_count; /* entries are numbered attributes first, then types */
	struct mlirbc__entry_group *groups;
	size_t group_count, last_group; /* the one asked for last */
	uint32_t *near_marks;           /* two numbers each; NULL: the file is too large for them */
	struct mlirbc__mark *marks;     /* NULL: the others */
	size_t mark_distance;           /* in entries: a power of two */
	size_t near_entry;              /* the one counted to last, and its mark; 0: none */
	struct mlirbc__mark near_mark;
	/* Attribute i has number first_ref + i in the context; a blob's properties the numbers from first_blob_ref
	 * on. */
	uint32_t first_ref, first_blob_ref;
	/* Of the attributes in the context; NULL: they do not lie in a row, and do not say where entries are. */
	uint64_t *slots;
	const struct mlirbc_type **types; /* those made */
	bool good_files;                  /* what packed locations have as their files are strings */
	/* Bit per entry: its parts were asked for: met again before it is made, it contains itself. Before the first is
	 * made: a packed location has it as its file. */
	uint8_t *scanned;
	uint64_t distinct_count;
	const struct mlirbc_type *dense_type; /* of the elements read last: how many there are, and bytes of one */
	uint64_t dense_count;
	size_t dense_one;
	const struct mlirbc_string *sorted[MLIRBC__SORTED_NAMES]; /* names of a dictionary that was looked at lately */
	size_t sorted_count;
	size_t next_blob, next_blob_at;              /* the one behind that asked for last; 0: none */
	const struct mlirbc_dialect *const *codings; /* of the caller */
	size_t coding_count;
	bool lazy, lazy_attributes; /* as in struct mlirbc_load_options */
	bool whole_orders;          /* an order of uses is written out that MLIR would have written as pairs */
	bool met_broken;            /* an entry: what waited for it may be read again, and is counted as work */

	struct mlirbc__buffer string_buffer, string_mark_buffer, dialect_buffer, op_name_buffer, blob_buffer,
		other_blob_buffer, resource_key_buffer, group_buffer, mark_buffer;
	struct mlirbc__buffer unique_buffer, blob_name_buffer, type_buffer, scanned_buffer; /* zero where not used */
	struct mlirbc__buffer field_buffer;   /* an op's own attributes while they are put together, and others made */
	struct mlirbc__buffer part_buffer;    /* parts of the attribute or type being made */
	struct mlirbc__buffer more_buffer;    /* results of a function type, names, dimensions */
	struct mlirbc__buffer text_buffer;    /* a type that becomes text */
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

/* ---- reader.c: failing, memory, reading with checks. Everything that fails returns false or NULL after noting why. */
bool mlirbc__load_fail(struct mlirbc__load *load, enum mlirbc_status status, uint64_t offset, const char *format, ...)
	MLIRBC_PRINTF(4, 5);
bool mlirbc__load_memory(struct mlirbc__load *load); /* fails for want of memory */
/* `made`, after failing for want of memory when it is NULL. */
static inline const void *mlirbc__made(struct mlirbc__load *load, const void *made)
{
	if (!made)
		mlirbc__load_memory(load);
	return made;
}
/* E_CORRUPT at `offset` unless something failed before. */
bool mlirbc__bad(struct mlirbc__reader *r, uint64_t offset, const char *format, ...) MLIRBC_PRINTF(3, 4);
/* The same where bytes are missing: E_TRUNCATED between the sections of the file, for only there it is the file that
 * ends. */
bool mlirbc__truncated(struct mlirbc__reader *r, uint64_t offset, const char *format, ...) MLIRBC_PRINTF(3, 4);
/* Fails when the cursor did: the bytes ended where `what` was expected. */
bool mlirbc__cut(struct mlirbc__reader *r, const char *what);
/* Fails unless every byte was used. */
bool mlirbc__used_up(struct mlirbc__reader *r);
bool mlirbc__index_bad(struct mlirbc__reader *r, size_t at, const char *what, uint64_t value, uint64_t limit);
/* Takes `units` from the work allowed. */
bool mlirbc__work(struct mlirbc__load *load, uint64_t units);
/* Room for `count` items of `size`; what is there stays. NULL on failure. */
void *mlirbc__grow(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size);
static inline void *mlirbc__reserve(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size)
{
	return buffer->data && count <= buffer->bytes / size ? buffer->data : mlirbc__grow(load, buffer, count, size);
}
void mlirbc__give_buffer(struct mlirbc__load *load, struct mlirbc__buffer *buffer);
/* What only reading needs, and that with all tables. */
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

/* A count of things that take at least a byte each. */
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

/* The same for a new buffer, filled with zeros. */
void *mlirbc__reserve_zero(struct mlirbc__load *load, struct mlirbc__buffer *buffer, size_t count, size_t size);
/* Room for a table that does not grow. That of a file which is read little by little lies with the ops, not in the
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
/* A string as it lies in the input. That it ends with a byte 0 is not known of files that are read little by little. */
static inline struct mlirbc_string mlirbc__raw_string(const struct mlirbc__load *load, size_t index)
{
	if (!load->strings)
		return mlirbc__marked_string(load, index);
	struct mlirbc_string string = { (const char *)load->data + load->strings[index],
		load->strings[index + 1] - load->strings[index] - 1 };
	return string;
}
/* Fails unless it does. */
bool mlirbc__check_string(struct mlirbc__load *load, size_t index, const struct mlirbc_string *raw);
bool mlirbc__check_strings(struct mlirbc__load *load); /* all of them */
/* The same for who copies them. */
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

/* ---- load_entry.c: where attributes and types lie */
bool mlirbc__load_entries(struct mlirbc__load *load);
/* Before anything else is made: sees whether the files of packed locations are strings. */
void mlirbc__load_files(struct mlirbc__load *load);
struct mlirbc__entry mlirbc__entry(struct mlirbc__load *load, size_t index);

/* ---- decoder.c: dialects with an encoding of their own */
const struct mlirbc_dialect *mlirbc__find_coding(const struct mlirbc__load *load, const struct mlirbc_string *dialect);

/* ---- load_attr.c: attributes and types by their index, which the caller has checked. */
const void *mlirbc__entry_make(struct mlirbc__load *load, size_t entry);
/* Room for `scanned`; of a file that is read little by little it is made when it is needed. */
bool mlirbc__begin_scanned(struct mlirbc__load *load);
/* True when the attribute is a location; a common one is not made for that. */
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

/* ---- load_common.c: likewise, but only what is quickly made; NULL: try the others. The slots are there. */
const struct mlirbc_attr *mlirbc__common_attr(struct mlirbc__load *load, size_t index);
/* The properties that a blob of `size` bytes at `at` has in this layout. */
const struct mlirbc_attr *mlirbc__common_properties(
	struct mlirbc__load *load, const struct mlirbc__layout *layout, size_t at, size_t size);

/* ---- load_text.c: the attribute or type of an entry that is text, whose NUL ends the reader's bytes. NULL on failure. */
const void *mlirbc__text_entry(struct mlirbc__reader *r, bool is_type, const char *text, size_t size);

/* ---- load_layout.c */
/* Name and possible property layouts of an op, worked out once. NULL on failure. */
const struct mlirbc__op_name *mlirbc__op_name(struct mlirbc__load *load, size_t index);
/* How a blob is to be read. `native`: segment sizes are numbers at its end, as in version 6. */
struct mlirbc__choice {
	const struct mlirbc__layout *layout; /* NULL: none is known, or there is no way to tell */
	bool native;
};
struct mlirbc__choice mlirbc__choose_layout(
	struct mlirbc__load *load, const struct mlirbc__op_name *name, struct bytecursor c);
/* The layout of all its blobs where the release tells; NULL: it does not, or they have none. An empty layout has no
 * blobs: somebody changed the op. */
static inline const struct mlirbc__layout *mlirbc__only_layout(
	const struct mlirbc__load *load, const struct mlirbc__op_name *name)
{
	bool known = load->release != MLIRBC__RELEASE_COUNT && name->layout_count && name->layouts[0].count;
	return known ? &name->layouts[0] : NULL;
}
/* The order of the fields in a blob: the one for step i of 2 * count; NULL: nothing at this step. */
const struct mlirbc__named_field *mlirbc__field_at(const struct mlirbc__choice *choice, size_t i);

/* ---- load_property.c: version 5 and later */
/* The number of what the op has in this blob; 0 after a failure. */
uint32_t mlirbc__properties_ref(struct mlirbc__load *load, const struct mlirbc__op_name *name, size_t blob);
/* Makes what has that number. */
bool mlirbc__properties_make(struct mlirbc__load *load, uint32_t ref, const struct mlirbc__op_name *name, size_t blob);
/* The value of a field that nothing sets. *out NULL: it has none. */
bool mlirbc__default_property(struct mlirbc__load *load, const struct mlirbc__layout *layout,
	const struct mlirbc__field *field, const struct mlirbc_attr **out);

/* ---- load_inherent.c */
/* Before version 5: parts an op's dictionary (NULL: it has none) into the op's own attributes, its properties, and
 * the others. */
bool mlirbc__split_attributes(struct mlirbc__load *load, const struct mlirbc__op_name *name,
	const struct mlirbc_attr *all, const struct mlirbc_attr **out_own, const struct mlirbc_attr **out_others);

/* ---- load_ir.c */
bool mlirbc__load_ir(struct mlirbc__load *load);
/* The regions of an op that were left in the file, from `at` on. */
bool mlirbc__load_regions(struct mlirbc__load *load, struct mlirbc_op *op, size_t at);

/* ---- load_lazy.c */
/* Ends something that was read later: its failure is kept, and more can be read. */
void mlirbc__settle_load(struct mlirbc__load *load, struct mlirbc_diag *diag);
extern const struct mlirbc__file_reader mlirbc__file_reader;
#endif
