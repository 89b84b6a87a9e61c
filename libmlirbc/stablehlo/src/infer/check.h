/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The operation under inspection, and what the rules of the operations are written with.
 *
 * A rule checks the constraints of one operation and emits its result types. Verification compares an emitted type with the declared
 * one and makes no type; inference stores it. An op of the IR and the description of one look the same to a rule. */
#ifndef MLIRBC_STABLEHLO_CHECK_H
#define MLIRBC_STABLEHLO_CHECK_H

#include "dialect/attrs.h"
#include "dialect/enums.h"
#include "dialect/ops.h"
#include "dialect/types.h"

#include <mlirbc/print.h>

struct shlo__check {
	struct mlirbc_context *context;
	enum mlirbc_stablehlo_code code;
	const struct mlirbc_string *name;
	const struct mlirbc_op *op;                     /* NULL: a description */
	const struct mlirbc_operand *operands;          /* of the op */
	const struct mlirbc_type *const *operand_types; /* of the description */
	struct mlirbc_value *const *operand_values;     /* of the description; NULL: unknown */
	const struct mlirbc_value *results;             /* of the op */
	const struct mlirbc_type *const *result_types;  /* of the description */
	const struct mlirbc_type **inferred;            /* inference: room for `room` types; NULL: verification */
	size_t room;
	const struct mlirbc_attr *attributes, *properties;
	const struct mlirbc_region *regions;
	size_t operand_count, result_count, region_count;
	bool declared; /* result_count and the types of the results are known */
	size_t emitted;
	unsigned
		work; /* elements of tuples that were visited: types may share parts, so their tree has no bounded size */
	enum mlirbc_status status;
	char message[232];
	/* Quantized types are text; the last ones read stay here from operation to operation. */
	struct {
		const struct mlirbc_type *type;
		struct shlo__quant quant;
	} quants[4];
	unsigned next_quant;
};

/* A result type in the making. */
struct shlo__shape {
	const struct mlirbc_type *element;
	size_t rank;
	int64_t dims[SHLO__MOST_DIMS];
	struct shlo__dims bounds; /* count 0: none */
};

enum { SHLO__MOST_WORK = 1 << 16 };

/* Room for the text of a type in a message; longer ones are cut. */
struct shlo__spelled {
	char at[80];
};

/* Each returns false after it has recorded a failure. */
bool shlo__fail(struct shlo__check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool shlo__no_memory(struct shlo__check *check);
const char *shlo__spell(const struct mlirbc_type *type, struct shlo__spelled *text);
/* "[1, ?, 3]", cut like a type. */
const char *shlo__spell_dims(const int64_t *dims, size_t count, struct shlo__spelled *text);

static inline const struct mlirbc_type *shlo__operand(const struct shlo__check *check, size_t index)
{
	return check->operands ? check->operands[index].value->type : check->operand_types[index];
}

/* The declared type; only where check->declared. */
static inline const struct mlirbc_type *shlo__declared(const struct shlo__check *check, size_t index)
{
	return check->results ? check->results[index].type : check->result_types[index];
}

/* The declared type of a result that cannot be inferred; NULL after a failure when there is none. */
const struct mlirbc_type *shlo__needed(struct shlo__check *check, size_t index);

/* Inherent or discardable attribute of that name, or NULL. */
const struct mlirbc_attr *shlo__attr(const struct shlo__check *check, const char *name);
/* The integer of an attribute whose kind was checked; `fallback` when it is absent. */
int64_t shlo__int(const struct shlo__check *check, const char *name, int64_t fallback);
bool shlo__flag(const struct shlo__check *check, const char *name);
/* The list of an attribute; count 0 when it is absent. False after a failure: it has more than SHLO__MOST_DIMS entries. */
bool shlo__list(struct shlo__check *check, const char *name, struct shlo__dims *out);
/* Integers of the constant that an operand is. False: not a constant of at most SHLO__MOST_DIMS integers. */
bool shlo__constant(const struct shlo__check *check, size_t operand, struct shlo__dims *out);

/* The entry block of a region and the operands of its terminator. False after a failure. */
struct shlo__body {
	const struct mlirbc_block *block;
	const struct mlirbc_op *end;
	size_t arguments, values;
};
bool shlo__body(struct shlo__check *check, size_t region, struct shlo__body *out);
static inline const struct mlirbc_type *shlo__body_argument(const struct shlo__body *body, size_t index)
{
	return body->block->arguments[index].type;
}
/* NULL when the operand is not set. */
static inline const struct mlirbc_type *shlo__body_value(const struct shlo__body *body, size_t index)
{
	const struct mlirbc_value *value = mlirbc_op_operands(body->end)[index].value;
	return value ? value->type : NULL;
}

/* ---- types */

static inline bool shlo__ranked(const struct mlirbc_type *type) { return type->kind == MLIRBC_TYPE_TENSOR; }
static inline bool shlo__is_scalar(const struct mlirbc_type *type) { return shlo__ranked(type) && type->u.shaped.rank == 0; }
/* tensor<i1> */
static inline bool shlo__is_truth(const struct mlirbc_type *type)
{
	return shlo__is_scalar(type) && shlo__is_bool(type->u.shaped.element);
}
static inline size_t shlo__rank(const struct mlirbc_type *type) { return type->u.shaped.rank; }
static inline int64_t shlo__dim(const struct mlirbc_type *type, size_t index) { return type->u.shaped.dims[index]; }
static inline bool shlo__same_dim(int64_t a, int64_t b) { return a == b || a == SHLO__DYNAMIC || b == SHLO__DYNAMIC; }

/* The parameters of a quantized element type; NULL: it is another type. The pointer is valid until the next but one call. */
const struct shlo__quant *shlo__quant(struct shlo__check *check, const struct mlirbc_type *element);
/* The element type that the values are computed in: the expressed type of a quantized one. */
const struct mlirbc_type *shlo__expressed(struct shlo__check *check, const struct mlirbc_type *element);
/* Inferred and declared types may differ in what '?' leaves open, and in scale and zero point. */
bool shlo__compatible(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b);
bool shlo__compatible_shapes(const struct mlirbc_type *a, const struct mlirbc_type *b);
bool shlo__compatible_elements(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b);
/* What a reducer may do with elements: same kind, at least as wide. */
bool shlo__promotable(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to);
/* Bits of an element; those of the storage of a quantized one. 0: unknown. */
uint32_t shlo__bits(struct shlo__check *check, const struct mlirbc_type *element);
bool shlo__static(const struct mlirbc_type *type);

/* ---- results */

bool shlo__emit_type(struct shlo__check *check, const struct mlirbc_type *type); /* NULL: memory is short */
bool shlo__emit_shape(struct shlo__check *check, const struct shlo__shape *shape);
/* The shape of `type` with another element type. */
bool shlo__emit_like(struct shlo__check *check, const struct mlirbc_type *type, const struct mlirbc_type *element);
/* Copies a ranked tensor's shape. False after a failure: the rank is above SHLO__MOST_DIMS. */
bool shlo__shape_of(struct shlo__check *check, const struct mlirbc_type *type, struct shlo__shape *out);
/* Merges another tensor of the same rank into *shape: known dimensions and smaller bounds win. */
bool shlo__refine(struct shlo__check *check, struct shlo__shape *shape, const struct mlirbc_type *type);
bool shlo__set_bound(struct shlo__shape *shape, size_t dim, int64_t bound);

/* ---- rules */

typedef bool (*shlo__rule)(struct shlo__check *check);

/* The entry rule runs before the operations of the regions are verified, the exit rule afterwards; an operation without regions has
 * no operations between them. Either may be NULL. */
struct shlo__rules {
	shlo__rule enter, leave;
};
extern const struct shlo__rules shlo__rules[SHLO__CODES];

/* Numbers of operands, results and regions, their kinds, and the attributes: all that a rule relies on. */
bool shlo__shape_of_op(struct shlo__check *check);
bool shlo__check_attrs(struct shlo__check *check); /* its part for attributes */

/* What the text of a type of the dialect, a quantized type or an encoding with bounds must obey, in tuples up to `depth`. */
bool shlo__check_type(struct shlo__check *check, const struct mlirbc_type *type, int depth);

#endif
