/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of a run of passes, and the helpers that they share. Functions that return bool return false after a failure has been
 * recorded in the state. */
#ifndef MLIRBC_STABLEHLO_PASS_H
#define MLIRBC_STABLEHLO_PASS_H

#include "dialect/memory.h"
#include "dialect/ops.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_passes.h>

/* A function of a module; the members behind `op` are for passes. */
struct shlo__function {
	struct mlirbc_op *op;
	unsigned state;
	bool kept; /* its type stays: shlo__pass_tuples() */
	size_t depth;
	uint64_t ops, whole; /* operations, and those with the bodies of all functions that it calls */
};

/* Pointers in a row, which the caller releases with shlo__pass_free(). */
struct shlo__row {
	void **items;
	size_t count, room;
};

struct shlo__pass {
	bool any_size;             /* constants of any size are folded if the result takes their place */
	bool any_ops;              /* the caller has not set max_ops: inlining chooses, and leaves calls where they would be too many */
	struct shlo__row *retired; /* operations that are erased at the end of folding; NULL: at once */
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct shlo__function *functions; /* hash table: shlo__pass_function() */
	size_t function_room;
	struct mlirbc_stablehlo_pass_options options;
	struct mlirbc_stablehlo_pass_report report;
	struct mlirbc_diag *diag;
	enum mlirbc_status status;
	uint32_t ops;  /* calls of shlo__pass_goes_on() */
	uint64_t work; /* steps that the size of the module does not bound */
	/* Names of operations that were looked up, by pointer: names are unique in a context. */
	struct {
		const struct mlirbc_string *name;
		enum mlirbc_stablehlo_code code;
	} codes[64];
};

static inline const struct mlirbc_allocator *shlo__pass_allocator(const struct shlo__pass *pass)
{
	return mlirbc_context_allocator(pass->context);
}

/* Records the failure at the location of the operation (NULL: none). Returns false. */
bool shlo__pass_fail(struct shlo__pass *pass, enum mlirbc_status status, const struct mlirbc_op *op, const char *format, ...)
	MLIRBC_PRINTF(4, 5);
/* Records the status of a call that returned it; true for MLIRBC_OK. */
bool shlo__pass_ok(struct shlo__pass *pass, enum mlirbc_status status);
bool shlo__pass_no_memory(struct shlo__pass *pass);
/* For loops over operations: asks at every 1024th call whether the context was stopped. */
bool shlo__pass_goes_on(struct shlo__pass *pass);
enum mlirbc_stablehlo_code shlo__pass_code(struct shlo__pass *pass, const struct mlirbc_op *op);
/* Collects the functions of all modules, with state 0; to be repeated after functions were added or removed. */
bool shlo__pass_index(struct shlo__pass *pass);
/* Releases the functions. */
void shlo__pass_finish(struct shlo__pass *pass);
/* The function that a symbol attribute of `from` names; NULL: there is none. */
struct shlo__function *shlo__pass_function(
	const struct shlo__pass *pass, struct mlirbc_op *from, const struct mlirbc_attr *symbol);
/* The entry of a func.func; NULL: another one has its name. */
struct shlo__function *shlo__pass_function_of(const struct shlo__pass *pass, struct mlirbc_op *function);
bool shlo__pass_push(struct shlo__pass *pass, struct shlo__row *row, const void *item);
void shlo__pass_free(struct shlo__pass *pass, struct shlo__row *row);
/* Replaces the results by these values (NULL: they have no uses) and erases the operation. */
bool shlo__pass_replace(struct shlo__pass *pass, struct mlirbc_op *op, struct mlirbc_value *const *values);
/* Erases operations without uses, in the order of the module, from the last one on: the newest use of a value is the first in its list,
 * so that it is removed without a search. */
bool shlo__pass_erase(struct shlo__pass *pass, const struct shlo__row *ops);
/* Makes an operation before another one, with its location. NULL after a failure. */
struct mlirbc_op *shlo__pass_make(struct shlo__pass *pass, const struct mlirbc_op_spec *spec, struct mlirbc_op *before);
/* Copies the operations of a region with one block before another operation; `mapping` has the values of the block's arguments. Returns
 * the copy of the terminator, in a detached operation that the caller erases; NULL after a failure. */
struct mlirbc_op *shlo__pass_copy_body(struct shlo__pass *pass, struct mlirbc_region *region, struct mlirbc_ir_mapping *mapping,
	struct mlirbc_op *before);
/* MLIRBC_STABLEHLO_TARGET_HOST or _PLATFORM for a target that the table of refusals has, else MLIRBC_STABLEHLO_TARGET_UNKNOWN. */
enum mlirbc_stablehlo_target_kind shlo__refused_target(const struct mlirbc_string *target);

/* The only function in called_computations of a custom_call, found from the operation `from`; NULL: there is none. */
struct shlo__function *shlo__pass_called(const struct shlo__pass *pass, const struct mlirbc_op *op, struct mlirbc_op *from);
/* Copies the body of the function to the first region of the operation, which is empty. */
bool shlo__pass_fill_region(struct shlo__pass *pass, struct mlirbc_op *op, const struct shlo__function *body);
/* The next operation of the module in pre-order; NULL at the end. Start with NULL. The caller may erase or replace `op` after it
 * asked for the next one if that is not inside `op`. */
struct mlirbc_op *shlo__pass_next(const struct shlo__pass *pass, struct mlirbc_op *op);
/* The same without going into the regions of `op`. */
struct mlirbc_op *shlo__pass_after(const struct shlo__pass *pass, struct mlirbc_op *op);

/* ---- the passes */
bool shlo__pass_shardy(struct shlo__pass *pass);
bool shlo__pass_composites(struct shlo__pass *pass);
bool shlo__pass_custom_calls(struct shlo__pass *pass);
bool shlo__pass_inline(struct shlo__pass *pass);
bool shlo__pass_tuples(struct shlo__pass *pass);
bool shlo__pass_barriers(struct shlo__pass *pass);
bool shlo__pass_fold(struct shlo__pass *pass);
/* Sets the state of functions that are public, or that public functions or other operations refer to, after shlo__pass_index(). */
bool shlo__pass_mark(struct shlo__pass *pass);
/* Replaces an if or case whose operand is a constant by the operations of the branch that it takes. */
bool shlo__pass_take_branch(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_taken);
/* Folds one operation of the dialect, which may be gone afterwards. */
bool shlo__pass_fold_op(struct shlo__pass *pass, struct mlirbc_op *op);
/* A stablehlo.constant before `before`, with its location. NULL after a failure. */
struct mlirbc_value *shlo__pass_constant(
	struct shlo__pass *pass, const struct mlirbc_type *type, const struct mlirbc_attr *value, struct mlirbc_op *before);
bool shlo__pass_cse(struct shlo__pass *pass);
bool shlo__pass_dce(struct shlo__pass *pass);

#endif
