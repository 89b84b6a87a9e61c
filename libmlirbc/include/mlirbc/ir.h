/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR in memory: operations, regions, blocks, values. Attributes, types and locations are in <mlirbc/attr.h>.
 *
 * Everything belongs to a context and lives in its arena until the context is destroyed; nothing is freed
 * individually. Types, strings and the names of ops are immutable and unique within a context: equal means the same
 * pointer. Attributes are immutable. Those that come from a function of attr.h or from text are unique as well,
 * except `distinct` ones, which are equal only to themselves. Attributes of a bytecode file correspond to the
 * entries of the file's table, which its writer made unique; mlirbc_attr_unique() returns the attribute that is
 * unique in the context, for comparisons with others. An attribute takes no more memory than its kind needs: do not
 * copy the structure as a whole. Read the members of the structures directly, except private ones; change the IR
 * only through the functions.
 *
 * Attributes of a bytecode file are materialized on first use. See mlirbc/load.h for attributes that are found to be
 * broken at that point.
 *
 * Thread class: one-at-a-time per context. Terms are those of the MLIR Language Reference. */
#ifndef MLIRBC_IR_H
#define MLIRBC_IR_H

#include <mlirbc/attr.h>
#include <mlirbc/export.h>
#include <mlirbc/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_op;
struct mlirbc_block;
struct mlirbc_region;
struct mlirbc_value;

/* ---- operations */

struct mlirbc_operand {
	struct mlirbc_value *value;
	uintptr_t link; /* private: mlirbc_operand_next(), mlirbc_operand_owner() */
};

/* Private: the parts of `link`. The low bits are a mark, the others point to the next use. A mark from 1 to
 * MLIRBC_NEAR_OPERANDS is the distance to the op. */
#define MLIRBC_OPERAND_MARK ((uintptr_t)7)
#define MLIRBC_NEAR_OPERANDS 5
/* Maximum number of results, operands or regions of an op, and of arguments of a block. */
#define MLIRBC_MOST_PARTS ((UINT32_C(1) << 29) - 1)

struct mlirbc_value {
	const struct mlirbc_type *type;
	struct mlirbc_operand *first_use;
	void *owner;              /* private: mlirbc_value_op(), mlirbc_value_block() */
	uint32_t index : 31;      /* among the results or arguments */
	uint32_t is_argument : 1; /* of a block; else a result of an op */
	uint32_t number;          /* scratch for code that walks the IR; undefined between calls */
};

/* Operands, results, successors and regions, location and attributes: see the functions below. In memory the
 * operands come before the op, the others after it. */
struct mlirbc_op {
	const struct mlirbc_string *name; /* "tfrt.add.i32" */
	struct mlirbc_block *parent;      /* NULL for a top-level op */
	struct mlirbc_op *prev, *next;
	uint32_t location, attrs; /* private */
	uint32_t result_count, operand_count;
	uint32_t number; /* scratch, as in struct mlirbc_value */
	uint32_t region_count : 29;
	uint32_t isolated : 1; /* set by the bytecode or the parser: no use of outer values inside its regions */
	uint32_t unread : 1;   /* its regions are still in the file and therefore empty: mlirbc_op_load() */
	uint32_t has_successors : 1; /* private: mlirbc_op_successor_count() */
};

struct mlirbc_block {
	struct mlirbc_value *arguments;
	uint32_t argument_count;
	uint32_t number; /* position in the region */
	struct mlirbc_op *first, *last;
	struct mlirbc_region *parent; /* NULL for the top-level block */
	struct mlirbc_block *next;
	struct mlirbc_module *module; /* the module whose top-level block this is; NULL for other blocks */
};

struct mlirbc_region {
	struct mlirbc_block *first, *last;
	uint32_t block_count;
	struct mlirbc_op *parent;
};

static inline struct mlirbc_value *mlirbc_op_results(const struct mlirbc_op *op)
{
	return (struct mlirbc_value *)(void *)(uintptr_t)(op + 1);
}

static inline struct mlirbc_operand *mlirbc_op_operands(const struct mlirbc_op *op)
{
	return (struct mlirbc_operand *)(void *)(uintptr_t)op - op->operand_count;
}

static inline uint32_t mlirbc_op_successor_count(const struct mlirbc_op *op)
{
	return op->has_successors ? (uint32_t) * (const uintptr_t *)(void *)(mlirbc_op_results(op) + op->result_count)
				  : 0;
}

static inline struct mlirbc_block **mlirbc_op_successors(const struct mlirbc_op *op)
{
	return (struct mlirbc_block **)(void *)(mlirbc_op_results(op) + op->result_count) + op->has_successors;
}

static inline struct mlirbc_region *mlirbc_op_regions(const struct mlirbc_op *op)
{
	return (struct mlirbc_region *)(void *)(mlirbc_op_successors(op) + mlirbc_op_successor_count(op));
}

/* The next use of the same value, in MLIR's use-list order: parsed text gives the last use first. */
static inline struct mlirbc_operand *mlirbc_operand_next(const struct mlirbc_operand *operand)
{
	return (struct mlirbc_operand *)(operand->link & ~MLIRBC_OPERAND_MARK);
}

/* Slow path of mlirbc_operand_owner(): the owner of an operand that is far from its op. */
MLIRBC_API struct mlirbc_op *mlirbc_operand_far_owner(const struct mlirbc_operand *operand);

/* The op that the operand belongs to. */
static inline struct mlirbc_op *mlirbc_operand_owner(const struct mlirbc_operand *operand)
{
	uintptr_t distance = operand->link & MLIRBC_OPERAND_MARK;
	if (distance - 1 >= MLIRBC_NEAR_OPERANDS)
		return mlirbc_operand_far_owner(operand);
	return (struct mlirbc_op *)(void *)(uintptr_t)(operand + distance);
}

/* The op around it; NULL for a top-level op and for a detached one. */
static inline struct mlirbc_op *mlirbc_op_parent(const struct mlirbc_op *op)
{
	return op->parent && op->parent->parent ? op->parent->parent->parent : NULL;
}

/* The op whose result the value is; NULL for a block argument. */
static inline struct mlirbc_op *mlirbc_value_op(const struct mlirbc_value *value)
{
	return value->is_argument ? NULL : (struct mlirbc_op *)value->owner;
}

/* The block whose argument the value is; NULL for a result. */
static inline struct mlirbc_block *mlirbc_value_block(const struct mlirbc_value *value)
{
	return value->is_argument ? (struct mlirbc_block *)value->owner : NULL;
}

/* A value in a block that is not the result of an op there, for callers with their own operation representation. */
static inline struct mlirbc_value mlirbc_value_in_block(
	const struct mlirbc_type *type, struct mlirbc_block *block, uint32_t index)
{
	struct mlirbc_value value = { type, NULL, block, index & MLIRBC_MOST_PARTS, 1, 0 };
	return value;
}

/* Never NULL: the unknown location if there is no other. */
MLIRBC_API const struct mlirbc_attr *mlirbc_op_location(const struct mlirbc_op *op);
/* Returns whether the location is a position in a file, without making an attribute of it. Outputs: of a range, its
 * beginning. */
MLIRBC_API bool mlirbc_op_position(
	const struct mlirbc_op *op, const struct mlirbc_string **out_file, uint32_t *out_line, uint32_t *out_column);
/* The discardable attributes: a dictionary; NULL when empty. */
MLIRBC_API const struct mlirbc_attr *mlirbc_op_attributes(const struct mlirbc_op *op);
/* The inherent attributes: a dictionary (an unregistered op: any attribute); NULL: none. */
MLIRBC_API const struct mlirbc_attr *mlirbc_op_properties(const struct mlirbc_op *op);
/* False when the op has neither. */
static inline bool mlirbc_op_has_attrs(const struct mlirbc_op *op) { return op->attrs != 0; }
/* The location of a block argument; NULL for a result. */
MLIRBC_API const struct mlirbc_attr *mlirbc_value_location(const struct mlirbc_value *value);

enum mlirbc_resource_kind { MLIRBC_RESOURCE_BLOB, MLIRBC_RESOURCE_BOOL, MLIRBC_RESOURCE_STRING, MLIRBC_RESOURCE_NONE };

/* Data beside the IR, found by key: {-# ... #-} of the text. `none`: declared, but without data. */
struct mlirbc_resource {
	const struct mlirbc_string *group; /* the dialect; external: the name of the group */
	const struct mlirbc_string *key;
	enum mlirbc_resource_kind kind;
	bool external;
	bool value;          /* bool */
	uint32_t alignment;  /* blob */
	const uint8_t *data; /* blob, string; lives as long as the context */
	size_t size;
	struct mlirbc_resource *next;
};

struct mlirbc_file;

/* A whole input: the top-level block, usually with one builtin.module. */
struct mlirbc_module {
	struct mlirbc_context *context;
	struct mlirbc_block *body;
	/* Bytecode: the program that wrote it. Text: the producer of struct mlirbc_parse_options, or NULL. It
	 * selects the release of MLIR that decides which attributes of an op are inherent. */
	const struct mlirbc_string *producer;
	struct mlirbc_resource *resources, *last_resource; /* in the order of the source */
	struct mlirbc_file *file; /* bytecode: further data of the file (mlirbc/load.h); NULL for text */
};

MLIRBC_API struct mlirbc_module *mlirbc_module_create(struct mlirbc_context *context);
/* The module that the op is in, at any depth; NULL for an op that is detached or inside a detached op. */
MLIRBC_API struct mlirbc_module *mlirbc_op_module(const struct mlirbc_op *op);
/* Appends a copy of *resource, not of its data. */
MLIRBC_API struct mlirbc_resource *mlirbc_resource_add(
	struct mlirbc_module *module, const struct mlirbc_resource *resource);

struct mlirbc_op_spec {
	const char *name;
	size_t name_size;
	const struct mlirbc_attr *location;                /* NULL: unknown */
	const struct mlirbc_attr *attributes, *properties; /* may be NULL */
	const struct mlirbc_type *const *result_types;
	struct mlirbc_value *const *operands; /* entries may be NULL: set later */
	struct mlirbc_block *const *successors;
	size_t result_count, operand_count, successor_count, region_count; /* regions start empty */
	const struct mlirbc_string *unique_name; /* optional, instead of `name`: the result of mlirbc_string_get()
	                                            for it */
};

/* Appends to `block`, or makes a detached op when block is NULL. */
MLIRBC_API struct mlirbc_op *mlirbc_op_create(
	struct mlirbc_context *context, const struct mlirbc_op_spec *spec, struct mlirbc_block *block);
/* Appends a detached op to a block. */
MLIRBC_API void mlirbc_op_append(struct mlirbc_op *op, struct mlirbc_block *block);
/* Takes the op out of its block; its operands stay in their use lists. */
MLIRBC_API void mlirbc_op_remove(struct mlirbc_op *op);
/* Replaces an operand (the use goes to the front of the new value's list); value may be NULL. The use is searched in
 * the list of the old value, from its front: to change many uses of one value, change them in list order (from
 * first_use), or all at once with mlirbc_value_replace(). */
MLIRBC_API void mlirbc_operand_set(struct mlirbc_operand *operand, struct mlirbc_value *value);
/* Replaces all uses of `from` by `to`, front to back; each use is inserted at the front of the use list of `to`,
 * which reverses their order, as in MLIR. `to` NULL: the operands become unset. Both values belong to one context. */
MLIRBC_API void mlirbc_value_replace(struct mlirbc_value *from, struct mlirbc_value *to);
/* Discardable or inherent attributes; an empty dictionary counts as NULL (except as properties of an unregistered
 * op: <{}> is kept). These functions return false, and change nothing, when memory is short. */
MLIRBC_API bool mlirbc_op_set_attributes(struct mlirbc_op *op, const struct mlirbc_attr *dictionary);
MLIRBC_API bool mlirbc_op_set_properties(struct mlirbc_op *op, const struct mlirbc_attr *properties);
/* NULL: unknown. */
MLIRBC_API bool mlirbc_op_set_location(struct mlirbc_op *op, const struct mlirbc_attr *location);
/* Sets the location of another op of the context, without making an attribute of it. */
MLIRBC_API void mlirbc_op_copy_location(struct mlirbc_op *op, const struct mlirbc_op *from);
MLIRBC_API void mlirbc_value_set_location(struct mlirbc_value *argument, const struct mlirbc_attr *location);

/* Appends a block to a region; argument types and locations (locations NULL: unknown) may be given, or added later. */
MLIRBC_API struct mlirbc_block *mlirbc_block_create(struct mlirbc_context *context, struct mlirbc_region *region,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *locations, size_t count);
/* Appends arguments. Existing arguments may move in memory (their uses are updated). False when memory is short. */
MLIRBC_API bool mlirbc_block_add_arguments(struct mlirbc_context *context, struct mlirbc_block *block,
	const struct mlirbc_type *const *types, const struct mlirbc_attr *const *locations, size_t count);

/* Inherent or discardable attribute of that name, or NULL. */
MLIRBC_API const struct mlirbc_attr *mlirbc_op_attr(const struct mlirbc_op *op, const char *name);
/* Inherent and discardable attributes in one dictionary sorted by name. If there are none, returns NULL and sets
 * *out_ok to true; when memory is short, returns NULL and sets *out_ok to false. */
MLIRBC_API const struct mlirbc_attr *mlirbc_op_all_attrs(
	struct mlirbc_context *context, const struct mlirbc_op *op, bool *out_ok);
/* True when the op is called `name`. */
MLIRBC_API bool mlirbc_op_is(const struct mlirbc_op *op, const char *name);
/* The first op of that symbol name (attribute sym_name) directly in the block, or NULL. */
MLIRBC_API struct mlirbc_op *mlirbc_block_symbol(const struct mlirbc_block *block, const struct mlirbc_string *name);
/* Whether the symbol is private to its table (attribute sym_visibility). */
MLIRBC_API bool mlirbc_op_is_private(const struct mlirbc_op *op);

/* Next op in pre-order (an op before the ops inside its regions) below and including `root`; start with NULL. */
MLIRBC_API struct mlirbc_op *mlirbc_op_next_pre(struct mlirbc_op *root, struct mlirbc_op *current);
/* Next op in post-order (an op after the ops inside its regions); start with NULL, ends with root. */
MLIRBC_API struct mlirbc_op *mlirbc_op_next_post(struct mlirbc_op *root, struct mlirbc_op *current);

/* Selects ops of a walk; a member that is zero selects all. */
struct mlirbc_op_filter {
	size_t size;        /* sizeof(struct mlirbc_op_filter) */
	const char *name;   /* "func.func"; "func.*": all ops of a dialect */
	const char *attr;   /* ops that have this attribute, inherent or discardable */
	uint32_t max_depth; /* levels below root: 1 selects root and the ops directly in its regions */
	bool post_order;
	bool skip_inside; /* pre-order: no op inside an op that was selected */
	bool (*accept)(void *ctx, const struct mlirbc_op *op); /* asked last */
	void *ctx;
};
/* Next op of the walk below and including `root` that the filter selects; start with NULL. NULL at the end, and if
 * `size` of the filter is wrong. */
MLIRBC_API struct mlirbc_op *mlirbc_op_next_match(
	struct mlirbc_op *root, struct mlirbc_op *current, const struct mlirbc_op_filter *filter);

/* The number of uses of a value; counts them. */
MLIRBC_API size_t mlirbc_value_use_count(const struct mlirbc_value *value);
/* The next op that uses the value, each op once, in the order of its first use in the use list; start with NULL.
 * Takes time in proportion to the uses before it. */
MLIRBC_API struct mlirbc_op *mlirbc_value_next_user(const struct mlirbc_value *value, const struct mlirbc_op *current);

#ifdef __cplusplus
}
#endif

#endif
