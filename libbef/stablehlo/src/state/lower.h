/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of a lowering, and helpers of all rooms. Functions that return bool return false after a failure was recorded.
 *
 * All memory comes from the arena of the context. Values of the source module are numbered in pre-order, so those that an
 * operation's regions define are a range of numbers. */
#ifndef BEF_STABLEHLO_LOWER_H
#define BEF_STABLEHLO_LOWER_H

#include <bef/stablehlo.h>
#include <hlo/types.h>
#include <mlirbc/build.h>
#include <mlirbc/stablehlo_attrs.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_ops.h>
#include <string.h>

enum { BEF_HLO__MOST_DEPTH = 100, BEF_HLO__MEMOS = 256, BEF_HLO__NAMES = 128, BEF_HLO__SMALL_INTS = 64 };
/* Attribute of the operation of an async_start. */
#define BEF_HLO__ASYNC "bef.async"
#define BEF_HLO__NONE UINT32_MAX

/* Pointers in a row. */
struct bef_hlo__row {
	void **items;
	size_t count, room;
};

/* What the walk before the lowering found about an operation with regions, or a function. */
struct bef_hlo__about {
	bool effects;         /* it or an operation inside has side effects */
	uint32_t first, last; /* numbers of the values that its regions define: first <= n < last */
};

struct bef_hlo__function {
	struct mlirbc_op *op;
	const struct mlirbc_string *name;   /* in the program */
	const struct mlirbc_string *source; /* in the module */
	bool effects;
};

struct bef_hlo__group;
struct bef_hlo__view;

/* What fusing knows of a value of the source (fuse/fuse.h). */
struct bef_hlo__place {
	struct bef_hlo__group *group;      /* of the operation that computes it; NULL: none */
	struct bef_hlo__group *reader;     /* the last group that reads it as an operand */
	struct bef_hlo__group *epilogue;   /* the group that is a part of the product that computes it; NULL: none */
	const struct bef_hlo__view *view;  /* NULL: its memory is not that of another value */
	const struct bef_hlo__view *copy;  /* pieces that the operation copies, as a step of a group */
	uint32_t level; /* position of the last operation outside of groups that it depends on */
	uint8_t kind;   /* enum bef_hlo__kind of the operation that computes it, if that has one result */
	bool row;       /* has one element for each row of its group */
	bool stored;    /* used outside of its group */
	bool kernel;    /* an operation outside of groups uses it */
};

/* A value of the program with its type in StableHLO; quantized types are replaced by their storage types. */
struct bef_hlo__value {
	struct mlirbc_value *value;
	const struct mlirbc_type *type;
};

/* What was made of some words (memo.c). */
struct bef_hlo__memo {
	uint64_t hash;
	size_t count, room;
	uintptr_t *words; /* `count`; there is memory for `room` */
	const void *made; /* NULL: free */
};

/* A name of an operation that was looked up. */
struct bef_hlo__known {
	const struct mlirbc_string *name;
	enum mlirbc_stablehlo_code code; /* MLIRBC_STABLEHLO_NONE: of another dialect */
	const struct mlirbc_stablehlo_facts *facts;
};
void bef_hlo__learn(struct bef_hlo__known *out, const struct mlirbc_string *name);

struct bef_hlo__lower {
	struct mlirbc_context *context;
	struct bef_hlo__known *known; /* the newest of each hash value, BEF_HLO__NAMES */
	struct mlirbc_module *module;
	struct bef_stablehlo_options options;
	struct bef_diag failure; /* the first; goes to the caller at the end */
	enum bef_status status; /* of the first failure that ends the lowering, or BEF_E_UNSUPPORTED */
	size_t reports;
	struct mlirbc_builder builder; /* of the program */
	const struct mlirbc_type *tensor, *chain, *i64, *f64;
	const struct mlirbc_attr *small_ints[BEF_HLO__SMALL_INTS]; /* of i64; NULL: not made yet */
	struct bef_hlo__memo *memos; /* the newest of each hash value; NULL: none yet */
	char *scratch;               /* NULL: none yet */
	size_t scratch_used;

	struct mlirbc_value **values; /* of the program, by the number of the value in the source */
	struct { uint32_t generation, index; } *steps; /* of the expression that is written, by the same number */
	struct bef_hlo__place *places; /* by the same number */
	uint32_t value_count, generation;
	struct bef_hlo__about *abouts; /* by the number of the operation; number 0: no regions, no effects; 1: effects */
	uint32_t about_count;
	struct bef_hlo__function *functions;
	size_t function_count;
	struct bef_hlo__function **by_name; /* sorted by module and name */
	const struct mlirbc_string **names; /* hash set of the functions' names */
	size_t name_count, name_room;

	const struct mlirbc_op *op;                  /* is lowered now */
	const struct bef_hlo__group *epilogue;       /* the group that is a part of this operation; NULL: none */
	const struct mlirbc_string *function_name;   /* of the function around it */
	struct bef_hlo__row tokens; /* chains of side effects so far in the function that is made */
	struct bef_hlo__row unfinished; /* chains of asynchronous operations that it has started; it ends after them */
	unsigned depth;
	unsigned branches;          /* of if and case, or a gradient, around the operation that is lowered */
	struct bef_diag refused;    /* what an operation in a branch was refused for; status BEF_OK: it was not */
	uint32_t serial; /* for names */
	uint32_t seeds;  /* of rng */
	uint32_t explained; /* groups */
};

/* ---- failures */

/* Reports that the operation cannot run. The lowering goes on, to find others. In a branch that may never be taken it is not reported, but
 * remembered: the operation becomes an error (lower->refused). */
bool bef_hlo__refuse(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *format, ...) BEF_PRINTF(3, 4);
/* The same: the type has no values in programs. */
bool bef_hlo__refuse_type(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_type *type);
/* Records a failure that ends the lowering. */
bool bef_hlo__fail(struct bef_hlo__lower *lower, enum bef_status status, const struct mlirbc_op *op, const char *format, ...)
	BEF_PRINTF(4, 5);
bool bef_hlo__no_memory(struct bef_hlo__lower *lower);
/* Records the failure of a builder. */
bool bef_hlo__fail_built(struct bef_hlo__lower *lower, const struct mlirbc_builder *builder, const struct mlirbc_op *op);
/* Records the status of a call to libmlirbc. */
bool bef_hlo__ok(struct bef_hlo__lower *lower, enum mlirbc_status status, const struct mlirbc_diag *diag);

/* ---- memory */
void *bef_hlo__room(struct bef_hlo__lower *lower, size_t count, size_t size); /* zeroed; NULL after a failure */
/* The same, until lower->scratch_used has again the value that it has before. A model has an operation per kilobyte of it. */
void *bef_hlo__scratch(struct bef_hlo__lower *lower, size_t count, size_t size);
bool bef_hlo__push(struct bef_hlo__lower *lower, struct bef_hlo__row *row, void *item);
/* Adds a value of the source, unless this or bef_hlo__push_once() of another row added it since lower->generation changed. */
bool bef_hlo__push_once(struct bef_hlo__lower *lower, struct bef_hlo__row *row, struct mlirbc_value *value);

/* ---- memo.c: models repeat operations, whose attributes are the same. Words are pointers to unique or static objects, and numbers; the
 * first one describes the result. */

enum { BEF_HLO__MEMO_ATTRS, BEF_HLO__MEMO_OPERATION, BEF_HLO__MEMO_NO_ALGORITHM };

struct bef_hlo__key {
	uintptr_t words[160];
	size_t count;
	bool full; /* words are missing: nothing is remembered */
};
static inline void bef_hlo__key_begin(struct bef_hlo__key *key, uintptr_t what)
{
	key->words[0] = what;
	key->count = 1;
	key->full = false;
}
static inline void bef_hlo__key_add(struct bef_hlo__key *key, uintptr_t word)
{
	key->full = key->full || key->count == sizeof key->words / sizeof *key->words;
	if (!key->full)
		key->words[key->count++] = word;
}
static inline void bef_hlo__key_pointer(struct bef_hlo__key *key, const void *pointer)
{
	bef_hlo__key_add(key, (uintptr_t)pointer);
}
/* What was made of these words; NULL: unknown. */
const void *bef_hlo__memo_get(struct bef_hlo__lower *lower, const struct bef_hlo__key *key);
/* Remembers it, if there is memory. */
void bef_hlo__memo_put(struct bef_hlo__lower *lower, const struct bef_hlo__key *key, const void *made);

/* ---- names */
/* A name that no function of the program has: `base`, or with a number behind it. NULL after a failure. */
const struct mlirbc_string *bef_hlo__unique_name(struct bef_hlo__lower *lower, const char *base, size_t size);
/* Inline, since the size of a literal is known then. */
static inline bool bef_hlo__text_is(const struct mlirbc_string *text, const char *expected)
{
	size_t size = strlen(expected);
	return text->size == size && memcmp(text->data, expected, size) == 0;
}

/* ---- operations of the source: what the table of StableHLO says */

/* Names are unique in the context, so each is looked up once. */
static inline const struct bef_hlo__known *bef_hlo__known(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	struct bef_hlo__known *slot = &lower->known[(uintptr_t)op->name / sizeof(struct mlirbc_string) % BEF_HLO__NAMES];
	if (slot->name != op->name)
		bef_hlo__learn(slot, op->name);
	return slot;
}
static inline enum mlirbc_stablehlo_code bef_hlo__code(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__known(lower, op)->code;
}
static inline bool bef_hlo__is(
	const struct bef_hlo__lower *lower, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	return bef_hlo__code(lower, op) == code;
}
/* All zero for an operation of another dialect. */
static inline const struct mlirbc_stablehlo_facts *bef_hlo__facts(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__known(lower, op)->facts;
}
/* The name without the dialect, which is that of the kernel. */
static inline const char *bef_hlo__kernel_name(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return strchr(mlirbc_stablehlo_name(bef_hlo__code(lower, op)), '.') + 1;
}

/* ---- the source (index.c) */
/* The operation that is lowered, for its results and regions: those of a const op are const. */
static inline struct mlirbc_op *bef_hlo__source_op(const struct bef_hlo__lower *lower)
{
	return (struct mlirbc_op *)(uintptr_t)lower->op;
}
bool bef_hlo__check_sizes(struct bef_hlo__lower *lower); /* of all values; reports those that are too large */
bool bef_hlo__index(struct bef_hlo__lower *lower);
const struct bef_hlo__about *bef_hlo__about(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
struct bef_hlo__function *bef_hlo__function(
	const struct bef_hlo__lower *lower, const struct mlirbc_op *from, const struct mlirbc_attr *symbol);
/* Between processes or with the host. */
bool bef_hlo__is_exchange(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether an operation itself has side effects (not those in its regions). */
bool bef_hlo__has_effect(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);

/* ---- attributes.c */

/* The attribute of this name; NULL if the operation has none, or its attributes cannot be read, which is reported later. */
const struct mlirbc_stablehlo_attr *bef_hlo__find_attr(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name);
/* Whether the attribute is this keyword. */
bool bef_hlo__keyword_is(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name, const char *expected);
/* A parameter of a custom call, in backend_config or mhlo.backend_config, that is an integer or a bool; NULL: there is none. */
const struct mlirbc_attr *bef_hlo__parameter(const struct mlirbc_op *op, const char *name);
/* Reads the dimensions of a dot_general. Returns false if it has an algorithm, or an attribute is missing. */
bool bef_hlo__dot_dims(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct mlirbc_stablehlo_dot *out);

/* ---- types (types.c) */
/* "!dialect.text"; NULL: out of memory. */
const struct mlirbc_type *bef_hlo__dialect_type(struct bef_hlo__lower *lower, const char *dialect, const char *text);
const struct mlirbc_type *bef_hlo__token_type(struct bef_hlo__lower *lower); /* !stablehlo.token; NULL after a failure */
bool bef_hlo__is_token(const struct mlirbc_type *type);
bool bef_hlo__is_future(const struct mlirbc_type *type);
bool bef_hlo__is_tensor(const struct mlirbc_type *type); /* ranked */
const struct mlirbc_type *bef_hlo__element(const struct mlirbc_type *type);
/* The only operation in the body of a reduction, which combines both arguments in any order; NULL: another body. */
const struct mlirbc_op *bef_hlo__combining_step(const struct mlirbc_op *op);
/* Whether operand, initial value, result and body of a reduction of one array have one element type. */
bool bef_hlo__combines_one_type(const struct mlirbc_op *op);
/* The element type in BEF and in the attribute `types`; 0: none. */
enum kernels_dtype bef_hlo__dtype(const struct mlirbc_type *element);
/* "f32", "complex<f32>": the name in expressions; NULL: none. */
const char *bef_hlo__dtype_name(const struct mlirbc_type *element);
size_t bef_hlo__element_size(const struct mlirbc_type *element); /* bytes in memory; 0: none */
const struct mlirbc_type *bef_hlo__with_element(
	struct bef_hlo__lower *lower, const struct mlirbc_type *type, const struct mlirbc_type *element);
const struct mlirbc_type *bef_hlo__shaped(
	struct bef_hlo__lower *lower, const int64_t *dims, size_t rank, const struct mlirbc_type *element);
/* The type with the storage type in place of a quantized one. NULL after a failure. */
const struct mlirbc_type *bef_hlo__storage_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type);
bool bef_hlo__is_quantized(const struct mlirbc_type *type);
/* A tensor without '?'. */
bool bef_hlo__is_static(const struct mlirbc_type *type);
/* How values of the type are compared: "FLOAT", "SIGNED", "UNSIGNED". Only for floats does the operation have a choice: `said` may be
 * TOTALORDER. Else the type decides, as in XLA and in StableHLO's interpreter, whatever the operation says. */
const char *bef_hlo__compare_type(const struct mlirbc_type *type, const struct mlirbc_string *said);
/* The type in the program: tensor or chain; NULL for others. */
const struct mlirbc_type *bef_hlo__program_type(const struct bef_hlo__lower *lower, const struct mlirbc_type *type);

#endif
