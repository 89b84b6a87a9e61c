/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State shared by the files of the walker. All functions return false when the walk is over: failed, or stopped by
 * the visitor. */
#ifndef MLIRBC_SRC_WALK_STATE_H
#define MLIRBC_SRC_WALK_STATE_H

#include "bytecode/encoding/varint.h"
#include "dialects/coding.h"

#include <mlirbc/walk.h>

struct mlirbc__walk {
	struct bytecursor c;
	size_t size;
	struct mlirbc_diag *diag;
	enum mlirbc_status status; /* of the first failure */
	const char *rule;          /* that it broke */
	bool stopped, lenient;
	mlirbc_walk_fn visit;
	void *ctx;
	bool (*blob_op)(void *ctx, uint64_t index, struct mlirbc_walk_op_name *out_name);
	struct mlirbc_walk_frame *frames;
	size_t frame_room, frame_count;
	struct mlirbc_walk_item item; /* position of the next item */
	uint64_t op_count;
	uint64_t order_count; /* use-list orders of the op or block so far */
	uint64_t values_left; /* that regions may still announce: each is defined by a byte at least */

	uint32_t version;
	const char *producer; /* whose layouts apply; NUL-terminated */
	const char *layouts_of; /* replaces it; NULL: nothing does */
	struct bytecursor sections[MLIRBC_WALK_SECTION_COUNT]; /* top-level ones, found before the walk */
	bool cut;                                              /* not all of them could be found */
	bool present[MLIRBC_WALK_SECTION_COUNT], met[MLIRBC_WALK_SECTION_COUNT];
	uint64_t string_count, dialect_count, op_name_count, attr_count, type_count, blob_count, resource_count;
	uint64_t known[MLIRBC__KNOWN_DIALECTS]; /* their numbers; MLIRBC_WALK_NONE: the file has none */
};

/* As mlirbc_walk(). *out_rule: the rule that is broken, a text of the library. */
enum mlirbc_status mlirbc__walk_rule(const void *data, size_t size, const struct mlirbc_walk_options *options,
	mlirbc_walk_fn visit, void *ctx, const char **out_rule, struct mlirbc_diag *diag);

/* ---- walk_field.c: failing, emitting, reading; sections and padding: walk.c */

/* `rule` is the name of the broken rule in VERIFY.md. */
#define MLIRBC__WALK_PRINTF __attribute__((format(printf, 5, 6)))
bool mlirbc__walk_fail(struct mlirbc__walk *w, enum mlirbc_status status, const char *rule, size_t offset,
	const char *format, ...) MLIRBC__WALK_PRINTF;
/* Fails when the cursor did: the bytes ended where `what` was expected. */
bool mlirbc__walk_cut(struct mlirbc__walk *w, const char *what);
bool mlirbc__walk_used_up(struct mlirbc__walk *w);
/* Of data that ends too early: between the sections it is the file that ends. */
enum mlirbc_status mlirbc__walk_short_status(const struct mlirbc__walk *w);

/* A part begins at `at`; size 0: unknown. *out_skip: the visitor skips it; NULL: it cannot be skipped. */
bool mlirbc__walk_enter(
	struct mlirbc__walk *w, enum mlirbc_walk_part part, uint64_t index, size_t at, size_t size, bool *out_skip);
/* The part that began at `at` ends here; `outer` is the part that it is in. */
bool mlirbc__walk_leave(
	struct mlirbc__walk *w, enum mlirbc_walk_part part, uint64_t index, size_t at, enum mlirbc_walk_part outer);

/* A field of which only the value is reported. Messages use the same name. */
struct mlirbc__walk_field {
	enum mlirbc_walk_field field;
	enum mlirbc_walk_role role;
	const char *name;
};
/* A field that ends here. */
bool mlirbc__walk_emit(
	struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, size_t at, uint64_t number, bool flag);
bool mlirbc__walk_number(
	struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, uint64_t *out /* may be NULL */);
bool mlirbc__walk_ref(struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, uint64_t limit);
/* A number below `limit` above a flag. */
bool mlirbc__walk_flagged_ref(struct mlirbc__walk *w, struct mlirbc__walk_field field, uint64_t index, uint64_t limit,
	uint64_t *out, bool *out_flag);
/* A count of things that take at least a byte each. */
bool mlirbc__walk_count(struct mlirbc__walk *w, enum mlirbc_walk_role role, const char *name, uint64_t *out);
bool mlirbc__walk_count_fits(struct mlirbc__walk *w, size_t at, const char *name, uint64_t count);
/* The next `size` bytes, whatever they are. */
bool mlirbc__walk_bytes(struct mlirbc__walk *w, enum mlirbc_walk_field field, const char *name, uint64_t index,
	uint64_t size, size_t size_at);
bool mlirbc__walk_padding(struct mlirbc__walk *w, uint64_t alignment);
/* Visits the bytes of c with `read`, which gets `form` and must use them up; if that fails and the walk is lenient,
   visits them as data. */
bool mlirbc__walk_inside(
	struct mlirbc__walk *w, bool (*read)(struct mlirbc__walk *w, const void *form), const void *form);
/* A visitor that sees nothing: for trying whether bytes have a form. */
enum mlirbc_walk_answer mlirbc__walk_ignore(void *ctx, const struct mlirbc_walk_item *item);
/* A section's header. *out_end: where the outer data ends; c then covers the section's. */
bool mlirbc__walk_open_section(struct mlirbc__walk *w, uint32_t *out_id, size_t *out_end, bool *out_skip);

/* ---- walk_table.c, walk_resource.c */
/* Finds counts and dialects that other sections refer to; never fails. */
void mlirbc__walk_look_ahead(struct mlirbc__walk *w);
bool mlirbc__walk_strings(struct mlirbc__walk *w);
bool mlirbc__walk_dialects(struct mlirbc__walk *w);
bool mlirbc__walk_entry_sizes(struct mlirbc__walk *w);
bool mlirbc__walk_resource_keys(struct mlirbc__walk *w);
bool mlirbc__walk_resource_data(struct mlirbc__walk *w);
bool mlirbc__walk_blobs(struct mlirbc__walk *w);

/* ---- walk_entry.c */
bool mlirbc__walk_entries(struct mlirbc__walk *w);
/* The fields of an entry that its dialect codes, which c covers. */
bool mlirbc__walk_coded(struct mlirbc__walk *w, bool type, uint64_t dialect);
/* A byte 0 or 1. `out` may be NULL. */
bool mlirbc__walk_bool(struct mlirbc__walk *w, const char *name, uint64_t index, bool *out);
/* 0, or an attribute's index above a bit 1. */
bool mlirbc__walk_optional_attr(struct mlirbc__walk *w, const char *name, uint64_t index);

/* ---- walk_blob.c: the fields of a blob that c covers. */
bool mlirbc__walk_blob(struct mlirbc__walk *w, uint64_t index);
/* Of this layout (see op_properties.h): mlirbc__unregistered: one attribute; NULL: it is not known. */
bool mlirbc__walk_blob_as(struct mlirbc__walk *w, const char *layout);
extern const char mlirbc__unregistered[];
/* Whether the fields of that layout use up the blob. */
bool mlirbc__walk_blob_fits(const struct mlirbc__walk *w, const char *layout);

/* ---- walk_ir.c */
bool mlirbc__walk_ir(struct mlirbc__walk *w);

#endif
