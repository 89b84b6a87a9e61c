/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR text to IR. Generic form of every op; the custom form of modules and of the operations of func, arith, cf, scf,
 * tensor, memref, ub and shape; the custom form of other dialects through hooks (mlirbc/assembly.h), which are asked
 * first. Grammar: MLIR Language Reference.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_PARSE_H
#define MLIRBC_PARSE_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_assembly; /* mlirbc/assembly.h */

/* An op that was read and is about to be made. Valid during the call only, but for the name, attributes and values. */
struct mlirbc_offer {
	const struct mlirbc_string *name;                  /* as in struct mlirbc_op */
	struct mlirbc_block *block;                        /* where it stands; the regions around it are not made yet */
	const struct mlirbc_attr *attributes, *properties; /* as in struct mlirbc_op */
	struct mlirbc_value *const *operands;              /* all are defined */
	const struct mlirbc_type *const *result_types;
	uint32_t operand_count, result_count;
	uint32_t line, column; /* its location is this place of the file */
};
/* True: the op was taken, and is not made. *out_results is then an array of the values that stand for its results,
 * which live as long as the module, made by mlirbc_value_in_block(). They have no list of uses by ops that were
 * taken. */
typedef bool (*mlirbc_take_op_fn)(void *ctx, const struct mlirbc_offer *offer, struct mlirbc_value **out_results);

struct mlirbc_parse_options {
	size_t size;                                   /* sizeof(struct mlirbc_parse_options) */
	const char *file_name;                         /* for locations; NULL: "-" */
	const struct mlirbc_assembly *const *dialects; /* custom forms; may be NULL */
	size_t dialect_count;
	/* Nested regions, attributes and types; 0: 512. Reading takes no stack for them, but of regions read by hooks
	 * 512 may nest at most; printing, writing, hashing and editing take some for attributes and types, and refuse
	 * more than 4,096 levels. */
	uint32_t max_depth;
	/* Optional, for who needs less of most ops than struct mlirbc_op and has many: asked about each op inside a
	 * region that has no regions or successors, no location of its own, and no operand that is defined further
	 * down. Hooks' verify_op does not see ops that were taken. */
	mlirbc_take_op_fn take_op;
	void *take_ctx;
	/* The release of MLIR whose ops the text has, as bytecode names it: "MLIR19.1.7". It tells which attributes are
	 * inherent in an op, and what those are that the text leaves out (known of 22 only). NULL: "MLIR22.1.8"; with any
	 * but 19 and 22 none is inherent but those between < and >. The module keeps it, for mlirbc_write(). */
	const char *producer;
};

/* Parses a whole source. `text` need not be NUL-terminated and may go away afterwards.
 * @param out_module  in `context`; on failure NULL (what was parsed so far stays in the arena until the context goes)
 * @return MLIRBC_OK · MLIRBC_E_SYNTAX with line and column · MLIRBC_E_LIMIT too deep or over the context's limit ·
 *         MLIRBC_E_NOMEM
 * A source whose only top-level op is a builtin.module gives that; anything else is wrapped in a new builtin.module, as
 * MLIR does. Blocks: no. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_parse(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_parse_options *options, struct mlirbc_module **out_module,
	struct mlirbc_diag *diag);

/* One attribute or type on its own, as bytecode stores it for dialects without an encoding. The whole text must be
 * used. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_parse_attr(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_parse_type(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_type **out_type, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
