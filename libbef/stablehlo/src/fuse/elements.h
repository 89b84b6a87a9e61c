/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations on small arrays as an expression of their elements (hlo/steps.h): an array of n elements is n values, and operations that
 * move elements are no steps. Results have the bits of the kernels: sums have their order (DESIGN.md of pack hlo). Not every block has
 * such a form; nothing is reported then.
 *
 * Values are numbered as by body/expression.h, so no other expression may be written meanwhile. */
#ifndef BEF_STABLEHLO_ELEMENTS_H
#define BEF_STABLEHLO_ELEMENTS_H

#include "body/expression.h"

enum {
	BEF_HLO__MOST_ELEMENTS = 256, /* of an array; two element-wise operations on more take as long as a kernel (bench/RESULTS.md) */
	BEF_HLO__MOST_TRIPS = 16      /* of a loop whose iterations are written one after the other */
};

struct bef_hlo__elements {
	struct bef_hlo__expression text;
	uint32_t *numbers; /* of the elements of each value, from lower->steps[].index on */
	uint32_t count, room;
	struct bef_hlo__written *written; /* steps so far, by their text */
	uint32_t written_count, written_room;
	struct bef_hlo__known_number *known; /* by number (element_folds.c) */
	uint32_t known_room;
	struct bef_hlo__array *arrays; /* that are not split (element_arrays.c) */
	uint32_t array_count, stores;
	uint32_t arguments; /* of the expression */
	uint32_t steps, functions; /* how many of the steps are functions */
	uint32_t accesses, divisions; /* loads and stores; quotients and square roots */
	uint32_t packed, packed_functions, packed_accesses; /* steps on arrays of PACK elements or more, which are packs in code */
	uint64_t packed_bytes;        /* of their results */
	uint64_t repeated;            /* the time of further iterations of loops inside (loop_times.c) */
	uint32_t visited;          /* operations */
	struct bef_hlo__closed *closed; /* blocks that are complete (element_blocks.c) */
	uint32_t closed_count, closed_room, depth;
	bool fits; /* false: the block has no such form, or memory is short */
};

/* Whether values of the type can be split. */
bool bef_hlo__is_small(const struct mlirbc_type *type);
/* The number of elements of a small array; 0: the value is none. */
uint32_t bef_hlo__small_count(const struct mlirbc_value *value);

void bef_hlo__elements_begin(struct bef_hlo__lower *lower, struct bef_hlo__elements *out);
/* A list with room for `wanted` elements, the new ones zeroed; sets *room. NULL, and !fits: memory is short. */
void *bef_hlo__elements_grow(struct bef_hlo__elements *e, const void *list, size_t size, uint32_t *room, uint32_t wanted);
/* One for each element, or one for an array that is not split, of which the block takes and replaces elements by dynamic slices. */
void bef_hlo__elements_argument(struct bef_hlo__elements *e, const struct mlirbc_value *value, bool is_array);
/* Elements of the type that nothing of the source uses. */
void bef_hlo__elements_unnamed(struct bef_hlo__elements *e, const struct mlirbc_type *type);
void bef_hlo__elements_end_arguments(struct bef_hlo__elements *e);
/* All operations of the block but the last. */
void bef_hlo__elements_block(struct bef_hlo__elements *e, const struct mlirbc_block *block);
void bef_hlo__elements_begin_return(struct bef_hlo__elements *e);
/* `argument`: of the block, which has the value in the next iteration; NULL: none. Arrays are returned as the argument that they were. */
void bef_hlo__elements_return(struct bef_hlo__elements *e, const struct mlirbc_value *value, const struct mlirbc_value *argument);

/* After the last returned value (element_order.c). */
void bef_hlo__elements_order(struct bef_hlo__elements *e);

/* ---- for the files of operations */

/* The numbers of the elements of a value; NULL, and !fits: it has none. Valid until the next value is defined. */
const uint32_t *bef_hlo__elements_of(struct bef_hlo__elements *e, const struct mlirbc_value *value);
/* Defines the value and returns the room for its numbers; NULL, and !fits: it has no such form. */
uint32_t *bef_hlo__elements_define(struct bef_hlo__elements *e, const struct mlirbc_value *value);
/* A load or store, which is not one that was written before. */
uint32_t bef_hlo__elements_access_step(
	struct bef_hlo__elements *e, const char *name, const uint32_t *operands, size_t count, const struct mlirbc_type *type);
/* The number of the step `name`, whose result is an element of this tensor type. */
uint32_t bef_hlo__elements_step(
	struct bef_hlo__elements *e, const char *name, const uint32_t *operands, size_t count, const struct mlirbc_type *type);
uint32_t bef_hlo__elements_constant(struct bef_hlo__elements *e, const uint8_t *bytes, const struct mlirbc_type *type);
/* The constant as an element of this type; !fits: it has no such constant. */
uint32_t bef_hlo__elements_number(struct bef_hlo__elements *e, double number, const struct mlirbc_type *type);

/* A window in an array with start indices that are computed: of each dimension the number of the index, and how many places it has. */
struct bef_hlo__window {
	const struct mlirbc_type *array, *index; /* index: the type of the indices */
	uint32_t starts[HLO_MOST_RANK];
	bool given[HLO_MOST_RANK]; /* false: the index is 0 */
	int64_t places[HLO_MOST_RANK];
	bool exact; /* there is no window at another index; else these are clamped */
};
/* Whether the window is at these places, as the number of an i1; *out_always: it is. */
uint32_t bef_hlo__window_is_at(
	struct bef_hlo__elements *e, const struct bef_hlo__window *window, const int64_t *places, bool *out_always);
void bef_hlo__window_next(const struct bef_hlo__window *window, int64_t *places); /* from all 0, in row-major order */
int64_t bef_hlo__window_places(const struct bef_hlo__window *window); /* how many; 0: more than 2^16 */
const struct mlirbc_type *bef_hlo__elements_i1(struct bef_hlo__elements *e); /* of rank 0 */
/* condition ? yes : no, elements of this type */
uint32_t bef_hlo__elements_choose(
	struct bef_hlo__elements *e, const struct mlirbc_type *type, uint32_t condition, uint32_t yes, uint32_t no);

/* Operations that move elements (element_moves.c); false: it is another operation. */
bool bef_hlo__elements_move(struct bef_hlo__elements *e, const struct mlirbc_op *op);
/* gather and scatter (element_gather.c); false: it is another operation. */
bool bef_hlo__elements_index(struct bef_hlo__elements *e, const struct mlirbc_op *op);
/* A loop (element_loops.c): iterations one after the other, or a block; false: it is another operation. */
bool bef_hlo__elements_loop(struct bef_hlo__elements *e, const struct mlirbc_op *op);
/* Another name for a value, or an array. */
void bef_hlo__elements_alias(struct bef_hlo__elements *e, const struct mlirbc_value *value, uint32_t index);
/* Calls of functions with a form as steps (element_calls.c): Threefry; false: it is another operation. */
bool bef_hlo__elements_call(struct bef_hlo__elements *e, const struct mlirbc_op *op);
/* Systems and factorizations of small matrices (element_solvers.c); false: it is another operation. */
bool bef_hlo__elements_solver(struct bef_hlo__elements *e, const struct mlirbc_op *op);
/* Operations that combine elements (element_sums.c): dot_general, reduce; false: it is another operation. */
bool bef_hlo__elements_combine(struct bef_hlo__elements *e, const struct mlirbc_op *op);

/* ---- arrays that are not split (element_arrays.c) */
enum { BEF_HLO__FEW_ELEMENTS = 8 }; /* an array of as many is split: a choice of one takes no longer than a load */
#define BEF_HLO__IS_ARRAY (1u << 31) /* lower->steps[].index is the position in e->arrays */
bool bef_hlo__is_array(const struct mlirbc_type *type); /* that an argument may be */
/* Whether the block, which returns it as result `position`, uses the array by dynamic slices only. */
bool bef_hlo__is_only_sliced(
	const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_value *array, uint32_t position);
void bef_hlo__elements_array(struct bef_hlo__elements *e, const struct mlirbc_value *value); /* the argument with number text.next */
/* A dynamic slice of an array, or a dynamic update; false: it is another operation. */
bool bef_hlo__elements_access(struct bef_hlo__elements *e, const struct mlirbc_op *op);
void bef_hlo__elements_return_array(
	struct bef_hlo__elements *e, const struct mlirbc_value *value, const struct mlirbc_value *argument);

/* Branches (element_branches.c); false: it is another operation. */
bool bef_hlo__elements_branch(struct bef_hlo__elements *e, const struct mlirbc_op *op);

/* ---- blocks (element_blocks.c) */
/* A step without a value: its word, and an operand or NULL. Returns its number. */
uint32_t bef_hlo__elements_mark(struct bef_hlo__elements *e, const char *word, const uint32_t *operand);
/* Begins a block, "loop" or "if"; returns the number that 'else' and 'end' need. */
uint32_t bef_hlo__elements_open(struct bef_hlo__elements *e, const char *word, const uint32_t *operand);
uint32_t bef_hlo__elements_else(struct bef_hlo__elements *e, uint32_t first); /* returns that for 'end' */
void bef_hlo__elements_close(struct bef_hlo__elements *e, uint32_t first);
bool bef_hlo__elements_is_closed(const struct bef_hlo__elements *e, uint32_t number); /* it is a value of a complete block */
uint32_t bef_hlo__elements_variable(struct bef_hlo__elements *e, uint32_t first, const struct mlirbc_type *type);
void bef_hlo__elements_set(struct bef_hlo__elements *e, uint32_t variable, uint32_t value, const struct mlirbc_type *type);

enum { BEF_HLO__PACK = 8 };
/* Notes that the steps since there were `before` of them are those of an array with elements of this type (loop_times.c). */
void bef_hlo__elements_note_packs(struct bef_hlo__elements *e, const struct mlirbc_type *type, uint64_t count, uint32_t before);
/* Times in picoseconds (loop_times.c): of the steps so far, and whether an iteration is quicker in this time than as kernels. */
uint64_t bef_hlo__elements_time(const struct bef_hlo__elements *e);
bool bef_hlo__elements_are_quicker(const struct bef_hlo__lower *lower, const struct mlirbc_block *body, uint64_t time);
/* The loop, whose steps take `time`, is repeated as often as is known. */
void bef_hlo__elements_repeat(struct bef_hlo__elements *e, const struct mlirbc_op *loop, uint64_t time);
/* The same for a function, which has no iterations: whether it may be worth it, and whether it is. */
bool bef_hlo__has_many_kernels(const struct bef_hlo__lower *lower, const struct mlirbc_block *block);
bool bef_hlo__elements_are_much_quicker(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint64_t time);

/* ---- arrays in blocks (element_arrays.c): `newest` has the newest value of each array */
uint32_t *bef_hlo__elements_newest(struct bef_hlo__elements *e); /* NULL, and !fits: memory is short */
/* The argument of a loop is the array with this index, which has a newer value from here on, since the loop may change it. Returns the new index. */
uint32_t bef_hlo__elements_begin_array(struct bef_hlo__elements *e, const struct mlirbc_value *argument, uint32_t index);
/* The loop returns the value for this argument: it is its array. Returns the index of the result, also in `newest`. */
uint32_t bef_hlo__elements_end_array(
	struct bef_hlo__elements *e, const struct mlirbc_value *argument, const struct mlirbc_value *value, uint32_t *newest);
bool bef_hlo__elements_arrays_are(const struct bef_hlo__elements *e, const uint32_t *newest);
/* Arrays have the values from before a branch again; `changed` is set for those that the branch changed. */
void bef_hlo__elements_set_newest(struct bef_hlo__elements *e, const uint32_t *newest, uint32_t *changed);
void bef_hlo__elements_renew(struct bef_hlo__elements *e, const uint32_t *changed); /* after all branches */
uint32_t bef_hlo__elements_array_of(struct bef_hlo__elements *e, const struct mlirbc_value *value); /* of its newest value, or !fits */
uint32_t bef_hlo__elements_newest_of(const struct bef_hlo__elements *e, uint32_t array); /* the index */

/* ---- constants (element_folds.c) */
/* Value `number` is this constant. */
void bef_hlo__elements_know(struct bef_hlo__elements *e, uint32_t number, const uint8_t *bytes, const struct mlirbc_type *type);
/* Whether value `number` is a constant, an integer or i1. */
bool bef_hlo__elements_constant_of(const struct bef_hlo__elements *e, uint32_t number, uint64_t *out_bits);
/* Removes the step of this result type whose text begins at `from`, if an earlier value or a constant is its result. */
bool bef_hlo__elements_fold(struct bef_hlo__elements *e, size_t from, const struct mlirbc_type *type, uint32_t *out);

/* ---- positions in row-major order */
void bef_hlo__unravel(const struct mlirbc_type *type, int64_t position, int64_t *index);
int64_t bef_hlo__ravel(const struct mlirbc_type *type, const int64_t *index);

#endif
