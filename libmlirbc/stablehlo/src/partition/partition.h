/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of the change from a global program to what each device computes. A new main is made beside the old one; a value of the old one
 * has versions in the new: whole, or divided in different ways. Functions that return bool return false after a failure has been recorded
 * in the state. */
#ifndef MLIRBC_STABLEHLO_PARTITION_H
#define MLIRBC_STABLEHLO_PARTITION_H

#include "infer/subject.h"
#include "partition/sharding.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>

/* A version of a value, newest first. */
struct shlo__version {
	struct mlirbc_value *value;
	const struct shlo__division *division;
	enum shlo__reduction reduction; /* of the terms that devices have */
	const struct shlo__division *terms;
	struct shlo__version *next;
};
struct shlo__entry {
	const struct mlirbc_value *of;      /* in the old main */
	const struct shlo__division *home; /* the division in which the value was made */
	struct shlo__version *versions;
	const struct shlo__division *hint; /* how other operations want it; NULL: they do not say */
	bool manual; /* each device has another value: between @SPMDFullToShardShape and @SPMDShardToFullShape */
};

enum { SHLO__MOST_FACTORS = SHLO__MOST_DIMS, SHLO__MOST_VALUES = 24, SHLO__NO_FACTOR = -1, SHLO__MOST_WHOLE = 24 };

/* Windows of an operand's dimension, of which element i is at i * base: window i has the places from i * stride - low on, `reach` of them. */
struct shlo__halo {
	int64_t stride, low, reach, base;
};

/* How an operation is computed by parts: dimensions with one factor are divided alike. */
struct shlo__factors {
	size_t count;
	int64_t size[SHLO__MOST_FACTORS];  /* must be a multiple of the number of parts, unless parts may have padding */
	bool padded[SHLO__MOST_FACTORS];   /* parts may: each dimension with the factor has its size, and padding changes no other element */
	bool reduced[SHLO__MOST_FACTORS];  /* results are terms of a sum, or of what `op` reduces with */
	int64_t least[SHLO__MOST_FACTORS]; /* elements of a part */
	int8_t running[SHLO__MOST_FACTORS]; /* results are those of all elements up to their own, or, -1, from it on */
	struct shlo__halo halo[SHLO__MOST_FACTORS]; /* with a reach above 0: parts of the result need neighbours of those of operand 0 */
	int16_t operands[SHLO__MOST_VALUES][SHLO__MOST_DIMS], results[SHLO__MOST_VALUES][SHLO__MOST_DIMS];
};

struct shlo__partition {
	struct mlirbc_module *module;
	struct mlirbc_context *context;
	struct mlirbc_builder builder; /* at the end of the block that is filled */
	struct mlirbc_block *body;     /* of the new main */
	struct mlirbc_value *device;   /* partition_id, once it is needed */
	uint32_t devices, replicas;
	/* Devices with the same number compute one program; inside of manual computations there are several. */
	uint32_t *group; /* [2 * devices]: the second half is scratch of gspmd.c */
	uint32_t groups;
	bool has_manual; /* an entry is manual */
	const struct shlo__division *divisions;
	struct shlo__tiles tiles[5];
	uint32_t *count; /* [devices + 1], scratch */
	struct shlo__factors factors;
	struct shlo__check check;
	bool has_calls; /* main has a call: its function must not have manual computations */
	/* open hash table, and the entries that got versions, in order */
	struct shlo__entry *entries;
	size_t entry_count, entry_room;
	const struct mlirbc_value **added;
	size_t added_count, added_room;
	struct mlirbc_ir_mapping *mapping;
	bool through_sums;  /* hints flow through factors of sums */
	bool whole_results; /* results of main are gathered */
	/* Names of operations that are computed whole although an operand is divided. */
	struct shlo__whole {
		const struct mlirbc_string *name;
		size_t count;
	} whole[SHLO__MOST_WHOLE];
	size_t whole_count;
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
};

enum { SHLO__TILES_A, SHLO__TILES_B, SHLO__TILES_MANUAL, SHLO__TILES_ALL, SHLO__TILES_TERMS };

bool shlo__partition_fail(struct shlo__partition *p, const struct mlirbc_op *op, enum mlirbc_status status, const char *why);
bool shlo__partition_no_memory(struct shlo__partition *p);
/* False: the builder has failed, which is recorded. */
bool shlo__partition_built(struct shlo__partition *p);

/* ---- notes.c: what is told about the program */
/* Notes the operation if operands are divided, and it is computed whole. `tiles`: of its factors. */
void shlo__note_whole(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles);
/* "NAME COUNT, NAME COUNT" in the arena of the context; NULL: nothing was noted. */
bool shlo__whole_text(struct shlo__partition *p, const char **out);

/* ---- versions of values */
bool shlo__value_set(struct shlo__partition *p, const struct mlirbc_value *of, struct mlirbc_value *value, const struct shlo__division *division);
/* The version has the terms that the sharding says; they are united when the value is needed. */
bool shlo__value_set_terms(struct shlo__partition *p, const struct mlirbc_value *of, struct mlirbc_value *value,
	const struct shlo__division *division, const struct shlo__sharding *sharding);
/* `of` is the same value as `other`. */
bool shlo__value_alias(struct shlo__partition *p, const struct mlirbc_value *of, const struct mlirbc_value *other);
/* From here on the value is divided as its hint says. */
bool shlo__value_settle(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of);
/* NULL: the value is not of the old main, or not made yet. */
const struct shlo__entry *shlo__value_find(const struct shlo__partition *p, const struct mlirbc_value *of);
/* The value with this division, which is made of another version if there is none. NULL after a failure. */
struct mlirbc_value *shlo__value_get(
	struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of, const struct shlo__division *division);
/* The version with the terms that the sharding says; NULL: there is none. */
struct mlirbc_value *shlo__value_has_terms(const struct shlo__partition *p, const struct mlirbc_value *of,
	const struct shlo__division *division, const struct shlo__sharding *sharding);
/* The terms that the sharding says, if it says any, else the value. NULL after a failure. */
struct mlirbc_value *shlo__value_get_terms(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of,
	const struct shlo__division *division, const struct shlo__sharding *sharding);
/* Forgets the versions that were added after the first `count`: those of a region that ends. */
void shlo__values_forget(struct shlo__partition *p, size_t count);

/* Each device has another value. */
bool shlo__value_set_manual(struct shlo__partition *p, const struct mlirbc_value *of);

/* ---- hints: how values are best divided. They change no results. */
const struct shlo__division *shlo__hint(const struct shlo__partition *p, const struct mlirbc_value *of);
bool shlo__hint_set(struct shlo__partition *p, const struct mlirbc_value *of, const struct shlo__division *division);
/* Carries the shardings of arguments, results and constraints through main, forth and back. */
bool shlo__propagate(struct shlo__partition *p, struct mlirbc_op *main);
/* show.c: writes the hints as shardings of Shardy. */
bool shlo__show(struct shlo__partition *p, struct mlirbc_op *main);
/* Takes over a division for factors that have none yet. `dims`: the factors of the value's dimensions. */
void shlo__propose(struct shlo__partition *p, const int16_t *dims, const struct shlo__division *division, struct shlo__tiles *tiles);
/* cost.c: of an operation by these parts. False after a failure. */
bool shlo__cost(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles, double *out);
/* Chooses the division of the factors of an operation. False after a failure. */
bool shlo__divide(struct shlo__partition *p, const struct mlirbc_op *op, struct shlo__tiles *tiles);
bool shlo__is_collective(const struct mlirbc_op *op);
/* Whether all members of a group of a collective have the same parts of the tiles. */
bool shlo__collective_fits(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles);
/* The division of a value whose dimensions have these factors. */
bool shlo__of_factors(struct shlo__partition *p, const int16_t *dims, const struct mlirbc_type *type, const struct shlo__tiles *tiles,
	const struct shlo__division **out);

/* ---- moving elements between devices */
struct mlirbc_value *shlo__move(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *type,
	const struct shlo__division *from, const struct shlo__division *to);
/* The channel of all collectives: they are matched by their order. */
const struct mlirbc_attr *shlo__partition_channel(struct shlo__partition *p);
/* The reduction over the parts of a dimension of the tiles, with the region of `reduce` or, NULL, `name`. */
struct mlirbc_value *shlo__all_reduce(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t dim,
	const char *name, struct mlirbc_op *reduce);
/* The same, of which each device gets a part of dimension `scattered`. */
struct mlirbc_value *shlo__reduce_scatter(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t dim,
	size_t scattered, const char *name, struct mlirbc_op *reduce);
/* The sum, maximum or minimum of terms. */
struct mlirbc_value *shlo__unite(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__version *version);
/* Terms of a value whose parts of a dimension devices have: each part between zeros. NULL after a failure, which is recorded if memory is
 * short. */
struct mlirbc_value *shlo__spread(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *global,
	const struct shlo__division *from, const struct shlo__division *to, size_t dim);
/* Terms of a value: the value on the first devices, zeros on the others. */
struct mlirbc_value *shlo__terms(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__division *terms);

/* ---- padding.c: dimensions that are not a multiple of their parts */
/* Whether no part of a dimension has padding. */
bool shlo__parts_are_even(const struct mlirbc_type *type, const struct shlo__division *division, size_t dim);
/* Whether values of this type can be padded: elements are numbers. */
bool shlo__can_pad(const struct mlirbc_type *type);
/* The division without dimensions whose parts have padding. */
bool shlo__even_division(struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__division *division,
	const struct shlo__division **out);
/* Pads dimensions that are whole to a multiple of their parts in `to`. NULL after a failure. */
struct mlirbc_value *shlo__pad_to_parts(
	struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *global, const struct shlo__division *to);
/* Operands of a copy of dot_general and reduce: padding of dimensions that are summed becomes neutral. */
bool shlo__mask_padding(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles);

/* ---- operations */
/* The factors of an operation of StableHLO; none if it has no rule, or is not valid. */
bool shlo__factors_of(struct shlo__partition *p, struct mlirbc_op *op, struct shlo__factors *out);
/* After the operation was copied for values by parts: attributes with sizes. */
bool shlo__factors_fix(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *copy);
/* rows.c: indices of a gather or scatter, in its copy, whose operand is divided where they point to. *inside: rows that the device has, or
 * NULL; others are replaced by zeros in the result. */
bool shlo__rows(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles,
	struct mlirbc_value **inside);
/* NULL after a failure. */
struct mlirbc_value *shlo__rows_inside(
	struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_value *value, struct mlirbc_value *inside);
/* halo.c: whether it pays that devices have `parts` parts of a dimension of operand 0, instead of all of it. */
bool shlo__halo_pays(const struct shlo__partition *p, const struct mlirbc_op *op, size_t dim, uint32_t parts);
/* Operands of a copy get what windows need of other devices. */
bool shlo__halos(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles);
/* select.c: whether it pays that devices have parts of a dimension. */
bool shlo__select_pays(const struct shlo__partition *p, const struct mlirbc_op *op, size_t dim, uint32_t parts);
/* The copy gets views of what neighbours have, and the part is taken from its result. */
bool shlo__select_views(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles);
struct mlirbc_value *shlo__select_part(
	struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, struct mlirbc_value *value, const struct shlo__tiles *tiles);
/* pieces.c: start indices of the copy of a dynamic_slice or dynamic_update_slice along divided dimensions. shifts[i]: for a slice, how far
 * dimension i is moved in its result, or NULL. */
bool shlo__pieces(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles,
	struct mlirbc_value **shifts);
struct mlirbc_value *shlo__pieces_placed(struct shlo__partition *p, struct mlirbc_value *value, struct mlirbc_value *const *shifts);
/* running.c: windows over all elements so far. What a copy gives gets the totals of other parts. */
bool shlo__running(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles);
struct mlirbc_value *shlo__running_totals(
	struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *copy, struct mlirbc_value *value, const struct shlo__tiles *tiles);
/* Appends what a device computes for all operations of the block but its last. */
bool shlo__partition_block(struct shlo__partition *p, struct mlirbc_block *block);
/* The division that a sharding asks for; open dimensions are divided as in `home`. */
bool shlo__aim(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__sharding *sharding,
	const struct mlirbc_type *type, const struct shlo__division *home, const struct shlo__division **out);
/* Operations of GSPMD; ENTER and LEAVE are those of plain.c as well. */
enum shlo__gspmd_op { SHLO__GSPMD_OTHER, SHLO__GSPMD_SHARDING, SHLO__GSPMD_ENTER, SHLO__GSPMD_LEAVE };
enum shlo__gspmd_op shlo__gspmd_op(const struct mlirbc_op *op);
/* @SPMDFullToShardShape and @SPMDShardToFullShape, @xla.sdy.GlobalToLocalShape and @xla.sdy.LocalToGlobalShape. */
bool shlo__gspmd_cross(struct shlo__partition *p, const struct mlirbc_op *op);
/* Whether the operation, or one inside of it, uses a value of each device. It is made between the two functions below, as if each device
 * was alone. *groups: for the second one. */
bool shlo__gspmd_is_manual(const struct shlo__partition *p, struct mlirbc_op *op);
bool shlo__gspmd_alone(struct shlo__partition *p, struct mlirbc_op *op, uint32_t *groups);
bool shlo__gspmd_together(struct shlo__partition *p, const struct mlirbc_op *op, uint32_t groups, bool good);
/* plain.c: the devices of meshes as text; 0: there are none. */
uint64_t shlo__plain_devices(const struct mlirbc_module *module);
/* The mesh as text that a sharding names; NULL: there is none. */
const struct mlirbc_attr *shlo__plain_mesh(struct shlo__partition *p, const struct mlirbc_attr *sharding);
/* From global values to those of each device, or back. */
bool shlo__plain_cross(struct shlo__partition *p, const struct mlirbc_op *op, bool enters);
/* An operation without control flow. */
bool shlo__partition_op(struct shlo__partition *p, struct mlirbc_op *op);
/* A concatenation of the end of a value and its beginning, and a slice that is used by one only: it is made with it. */
bool shlo__is_roll(const struct mlirbc_op *op);
bool shlo__is_roll_piece(const struct mlirbc_op *op);
bool shlo__partition_roll(struct shlo__partition *p, struct mlirbc_op *op);
bool shlo__partition_reverse(struct shlo__partition *p, struct mlirbc_op *op);
/* A custom call with side effects, which one device of each group makes for all. */
bool shlo__is_made_once(const struct shlo__partition *p, const struct mlirbc_op *op);
bool shlo__partition_once(struct shlo__partition *p, struct mlirbc_op *op);
bool shlo__partition_manual(struct shlo__partition *p, struct mlirbc_op *op);
bool shlo__partition_while(struct shlo__partition *p, struct mlirbc_op *op);
bool shlo__partition_branches(struct shlo__partition *p, struct mlirbc_op *op);

#endif
