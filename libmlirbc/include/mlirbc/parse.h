/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR text to IR. Generic form of every op; the custom form of modules and of the operations of func, arith, cf, scf,
 * tensor, memref, ub and shape; the custom form of other dialects through hooks (mlirbc/assembly.h), which are called
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

/* An op that was read and is about to be made. Valid during the call only, except the name, attributes and values. */
struct mlirbc_offer {
	const struct mlirbc_string *name;                  /* as in struct mlirbc_op */
	struct mlirbc_block *block;                        /* the block that contains it; the regions around it are
	                                                      not complete yet */
	const struct mlirbc_attr *attributes, *properties; /* as in struct mlirbc_op */
	struct mlirbc_value *const *operands;              /* all of them are defined */
	const struct mlirbc_type *const *result_types;
	uint32_t operand_count, result_count;
	uint32_t line, column; /* the position in the file that is its location */
};
/* True: the callback takes the op, and the parser does not make it. *out_results is then an array of values made by
 * mlirbc_value_in_block(), which represent the op's results and live as long as the module. Their use lists do not
 * contain ops that were taken. */
typedef bool (*mlirbc_take_op_fn)(void *ctx, const struct mlirbc_offer *offer, struct mlirbc_value **out_results);

/* Completes the message about an op in custom form that is unknown: "custom op 'NAME' is unknown; TEXT". Writes TEXT,
 * NUL-terminated, to `out` and returns true; false: the parser's own text. `near` is the op that the dialect suggests,
 * or NULL. */
typedef bool (*mlirbc_explain_op_fn)(
	void *ctx, const struct mlirbc_string *name, const char *near, char *out, size_t room);

struct mlirbc_parse_options {
	size_t size;                                   /* sizeof(struct mlirbc_parse_options) */
	const char *file_name;                         /* for locations; NULL: "-" */
	const struct mlirbc_assembly *const *dialects; /* custom forms; may be NULL */
	size_t dialect_count;
	/* Nested regions, attributes and types; 0: 512, and 4,096 for locations. Reading uses no stack for them, but
	 * regions read by hooks may nest 512 levels at most; printing, writing, hashing and editing use stack for
	 * attributes and types, and refuse more than 4,096 levels. */
	uint32_t max_depth;
	/* Optional, for callers that do not need a full struct mlirbc_op of most ops: called for each op inside a
	 * region that has no regions or successors, no explicit location, and no operand that is defined later.
	 * Hooks' verify_op is not called for ops that were taken. */
	mlirbc_take_op_fn take_op;
	void *take_ctx;
	/* The release of MLIR that the text is for, in the form of bytecode: "MLIR19.1.7". It determines which
	 * attributes of an op are inherent, and the defaults of those that the text omits (known for 22 only). NULL:
	 * "MLIR22.1.8"; with releases other than 19 and 22 only attributes between < and > are inherent. The module
	 * keeps it, for mlirbc_write(). */
	const char *producer;
	mlirbc_explain_op_fn explain_op; /* optional */
	void *explain_ctx;
	/* Arguments of func.func without a location get one with their name in the text: %x becomes loc("x"("-":1:20)).
	 * Numbers are not names: %0, %arg0. */
	bool name_arguments;
};

/* Parses a whole source. `text` need not be NUL-terminated and may be freed afterwards.
 * @param out_module in `context`; on failure NULL (memory already used stays in the arena until the context is
 *         destroyed)
 * @return MLIRBC_OK · MLIRBC_E_SYNTAX with line and column · MLIRBC_E_LIMIT too deep or over the context's limit ·
 *         MLIRBC_E_NOMEM
 * If the only top-level op of the source is a builtin.module, the result is that op; anything else is wrapped in a
 * new builtin.module, as MLIR does. Blocks: no. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_parse(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_parse_options *options, struct mlirbc_module **out_module,
	struct mlirbc_diag *diag);

/* Parses one attribute or type without context, in the form that bytecode stores for dialects without an encoding.
 * The whole text must be used. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_parse_attr(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag);
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_parse_type(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_type **out_type, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
