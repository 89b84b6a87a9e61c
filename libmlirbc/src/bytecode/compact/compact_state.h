/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State shared by the files of mlirbc_compact().
 *
 * The tables of a file are read, but not its ops: its IR is gone through twice as bytes, first to count what it refers
 * to, then to write it with new numbers. In between everything in use is marked (compact_mark.c) and numbered
 * (compact_order.c). An attribute, type or property blob is copied with other numbers in the places where it refers to
 * something (compact_refs.c). */
#ifndef MLIRBC_SRC_COMPACT_STATE_H
#define MLIRBC_SRC_COMPACT_STATE_H

#include "bytecode/walk/walk_state.h"
#include "bytecode/write/write_state.h"

#include <assert.h>
#include <mlirbc/edit.h>

enum {
	MLIRBC__LIVE = 1,
	MLIRBC__PINNED = 2,   /* keeps its number, since unknown encodings may contain it */
	MLIRBC__CHECKED = 4,  /* whether it is a location is known */
	MLIRBC__LOCATION = 8, /* is one; where locations are stripped all of them are the same */
};

/* The start of an entry; it ends at the start of the next one. Attributes come first, then types, as in struct
 * mlirbc__load, and then the end of the last one. There is one for each attribute, so it is kept small: touching new
 * memory is slow. */
struct mlirbc__edit_entry {
	uint64_t at : 40, custom : 1, dialect : 23;
};
#define MLIRBC__EDIT_LARGEST_FILE (UINT64_C(1) << 40)
#define MLIRBC__EDIT_MOST_DIALECTS (1U << 23)
static_assert(sizeof(struct mlirbc__edit_entry) == 8, "no gaps");

/* A property blob as ops of one layout use it. */
struct mlirbc__edit_blob {
	uint32_t blob, name; /* of the first op that uses it */
	uint32_t next;       /* the next of the same blob, plus 1; 0: none */
	uint32_t number;
	size_t at; /* in save.blob_data, with its size before it */
};

/* Marker in a table of attributes or types instead of an entry of the file. */
#define MLIRBC__EDIT_UNKNOWN UINT32_MAX
#define MLIRBC__EDIT_NOTHING (UINT32_MAX - 1)

enum { MLIRBC__EDIT_CODES = 64, MLIRBC__TEXT_BITS = 256 };

struct mlirbc__edit {
	struct mlirbc__save save; /* the output; its `load` is NULL, all entries are new */
	struct mlirbc__load *load;
	struct mlirbc__walk walk; /* takes entries and blobs apart of which compact_refs.c does not know the shape */
	bool strip, all_resources;
	bool pins; /* an attribute or type is MLIRBC__PINNED */
	uint32_t max_depth;
	uint64_t unknown_uses, opaque;
	uint32_t unknown_number;
	size_t fields;               /* number of fields found in the current entry */
	enum mlirbc_walk_field last; /* the one before */
	size_t begin;                /* where it begins */
	bool copies;                 /* it is copied, not marked: */
	struct mlirbc__out *to;      /* there */
	const uint8_t *from;         /* start of the bytes that are not copied yet */
	/* By dialect known, attribute or type, and code: see compact_refs.c. */
	const char *shapes[MLIRBC__KNOWN_DIALECTS][2][MLIRBC__EDIT_CODES];

	struct mlirbc__out entries;    /* struct mlirbc__edit_entry */
	struct mlirbc__out states;     /* uint8_t: of each entry */
	struct mlirbc__out uses;       /* uint32_t: how often each is used; from mlirbc__edit_order() on its number */
	struct mlirbc__out pending;    /* uint32_t: those in use whose parts are not marked yet */
	struct mlirbc__out strings;    /* uint8_t: state of each string */
	struct mlirbc__out numbers[2]; /* uint32_t: of strings, resources */
	struct mlirbc__out resources;  /* uint8_t: state */
	struct mlirbc__out names;      /* uint32_t: uses, then the number of each op name */
	struct mlirbc__out dialects;   /* uint32_t: number plus 1 */
	struct mlirbc__out layouts;    /* const char *: of each op name, see mlirbc__edit_layout() */
	struct mlirbc__out shapes_of;  /* const char *: shapes of their blobs; NULL: not known, or not for sure */
	uint64_t wanted[MLIRBC__TEXT_BITS / 64]; /* texts that the writer may ask for: compact_order.c */
	struct mlirbc__out texts;      /* struct mlirbc_string: texts of the new strings */
	struct mlirbc__out blob_heads; /* uint32_t: first use of each blob, plus 1 */
	struct mlirbc__out blobs;      /* struct mlirbc__edit_blob */
	struct mlirbc__out orders[2];  /* uint32_t: which attributes, types the new tables have */
	struct mlirbc__out sources;    /* const struct mlirbc__dialect * of the new dialects */
	struct mlirbc__out frames;     /* of the IR */
};

static inline bool mlirbc__edit_ok(const struct mlirbc__edit *e) { return e->save.job.status == MLIRBC_OK; }
#define MLIRBC__EDIT_ENTRY(e, i) (&((struct mlirbc__edit_entry *)(e)->entries.data)[i])
#define MLIRBC__EDIT_STATE(e, i) (((uint8_t *)(e)->states.data)[i])
#define MLIRBC__EDIT_USES(e, i) (((uint32_t *)(e)->uses.data)[i])
#define MLIRBC__EDIT_NUMBER(e, i) MLIRBC__EDIT_USES(e, i)

/* Fails at a byte of the file. */
bool mlirbc__edit_fail(struct mlirbc__edit *e, enum mlirbc_status status, size_t offset, const char *format, ...)
	MLIRBC_PRINTF(4, 5);
/* Room for `count` items, filled with zeros. */
bool mlirbc__edit_zeros(struct mlirbc__edit *e, struct mlirbc__out *out, size_t count, size_t size);
/* Room for them, empty. */
bool mlirbc__edit_reserve(struct mlirbc__edit *e, struct mlirbc__out *out, size_t count, size_t size);

/* ---- compact_mark.c: referenced entries. These functions count a use, and queue an entry at its first use. */
bool mlirbc__edit_begin_marks(struct mlirbc__edit *e);
/* Whether an attribute is a location that is to go, of one of which that is not known yet. */
bool mlirbc__edit_check_location(struct mlirbc__edit *e, size_t index);
static inline bool mlirbc__edit_is_stripped(struct mlirbc__edit *e, size_t index)
{
	const unsigned state = MLIRBC__EDIT_STATE(e, index);
	if (!e->strip)
		return false;
	return state & MLIRBC__CHECKED ? state & MLIRBC__LOCATION : mlirbc__edit_check_location(e, index);
}
void mlirbc__edit_first_use(struct mlirbc__edit *e, size_t index);
static inline void mlirbc__edit_use_entry(struct mlirbc__edit *e, size_t index)
{
	const uint32_t uses = MLIRBC__EDIT_USES(e, index);
	MLIRBC__EDIT_USES(e, index) = uses + (uses < UINT32_MAX);
	if (!(MLIRBC__EDIT_STATE(e, index) & MLIRBC__LIVE))
		mlirbc__edit_first_use(e, index);
}
/* That it is a location may only be found later, by mlirbc__edit_finish_marks(). */
static inline void mlirbc__edit_use_attr(struct mlirbc__edit *e, size_t index)
{
	if ((MLIRBC__EDIT_STATE(e, index) & MLIRBC__LOCATION) && e->strip)
		e->unknown_uses++;
	else
		mlirbc__edit_use_entry(e, index);
}
static inline void mlirbc__edit_use_type(struct mlirbc__edit *e, size_t index)
{
	mlirbc__edit_use_entry(e, e->load->attr_count + index);
}
void mlirbc__edit_use_blob(struct mlirbc__edit *e, size_t blob, size_t name);
/* Marks everything that marked entries refer to, and the entries that the tables need. */
bool mlirbc__edit_finish_marks(struct mlirbc__edit *e);
/* The use of a blob that was marked. */
const struct mlirbc__edit_blob *mlirbc__edit_blob(const struct mlirbc__edit *e, size_t blob, size_t name);

/* ---- the new numbers */
static inline bool mlirbc__edit_is_gone(const struct mlirbc__edit *e, size_t index)
{
	return (MLIRBC__EDIT_STATE(e, index) & MLIRBC__LOCATION) && e->strip;
}
static inline uint64_t mlirbc__edit_new_attr(const struct mlirbc__edit *e, size_t index)
{
	return mlirbc__edit_is_gone(e, index) ? e->unknown_number : MLIRBC__EDIT_NUMBER(e, index);
}
static inline uint64_t mlirbc__edit_new_type(const struct mlirbc__edit *e, size_t index)
{
	return MLIRBC__EDIT_NUMBER(e, e->load->attr_count + index);
}

/* ---- compact_refs.c: the references of an entry or blob */
/* Marks that, or with `e->copies` appends it to `e->to` with new numbers. */
bool mlirbc__edit_entry_refs(struct mlirbc__edit *e, size_t index);
bool mlirbc__edit_blob_refs(struct mlirbc__edit *e, const struct mlirbc__edit_blob *use, size_t at, size_t size);
/* One number of `size` bytes at `at`; `kind`: as in dialects/coding.h, `value` without the bit of ?. */
void mlirbc__edit_refer(struct mlirbc__edit *e, char kind, size_t value, const uint8_t *at, size_t size);

/* ---- compact_layout.c: how the properties of op name `index` are laid out: a layout of op_properties.h. */
/* NULL: that is not known for sure; mlirbc__unregistered: see walk_state.h. */
const char *mlirbc__edit_layout(const struct mlirbc__load *load, size_t index);
/* The layout that the op had in earlier releases of a dialect with releases of its own; NULL: the same. */
const char *mlirbc__edit_earlier_layout(const struct mlirbc__load *load, size_t index);

/* ---- compact_order.c: new numbers, and the tables of `save` that they are indices of. */
bool mlirbc__edit_order(struct mlirbc__edit *e);
/* ---- compact_copy.c: the entries in their new order, and the blobs, with their new numbers inside. */
bool mlirbc__edit_copy(struct mlirbc__edit *e);

/* ---- compact_op.c: marks, or writes, the next ops as long as they have nothing unusual, up to one with regions,
 * which follow. Returns their number; e->save has the failure. */
struct mlirbc__edit_ops {
	uint64_t values; /* increased by the number of values that they define */
	bool has_regions;
};
uint64_t mlirbc__edit_mark_ops(
	struct mlirbc__edit *e, struct bytecursor *c, uint64_t count, struct mlirbc__edit_ops *out);
uint64_t mlirbc__edit_write_ops(
	struct mlirbc__edit *e, struct bytecursor *c, uint64_t count, struct mlirbc__edit_ops *out);

/* ---- compact_ir.c */
bool mlirbc__edit_count_ir(struct mlirbc__edit *e);
bool mlirbc__edit_write_ir(struct mlirbc__edit *e);

/* ---- compact_shape.c. NULL when memory is short. */
/* The letters of an op's property blobs. */
const char *mlirbc__edit_blob_shape(struct mlirbc__edit *e, const char *layout);
/* The letters of entries with a code, which e->shapes keeps; NULL also if the code is not known. */
const char *mlirbc__edit_make_shape(struct mlirbc__edit *e, unsigned known, bool type, uint64_t code);

#endif
