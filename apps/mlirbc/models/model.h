/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models: modules of StableHLO, as functions with names, shapes and costs. */
#ifndef MLIRBC_APP_MODEL_H
#define MLIRBC_APP_MODEL_H

#include "tables/table.h"
#include "tables/tally.h"

#include <mlirbc/ir.h>

/* ---- model.c */

/* Numbers of floating-point operations, saturating at UINT64_MAX. */
enum flops_kind { FLOPS_DOT, FLOPS_CONVOLUTION, FLOPS_ELEMENTWISE, FLOPS_REDUCTION, FLOPS_OTHER, FLOPS_KINDS };
extern const char *const flops_kind_names[FLOPS_KINDS];

struct flops {
	uint64_t kinds[FLOPS_KINDS];
	uint64_t uncounted; /* ops without a rule, or whose shapes are not known */
	uint64_t loops;     /* whose trip count is not known; their bodies are counted once */
	bool recursive;     /* calls itself; such a call counts nothing */
};

struct model_function {
	struct mlirbc_op *op;
	const struct mlirbc_string *name;
	const struct mlirbc_op *scope; /* the module around it; NULL: top level */
	size_t order;                  /* in the file */
	bool is_public;
	enum { FLOPS_NEW, FLOPS_OPEN, FLOPS_DONE } state; /* of model_flops() */
	struct flops flops;
};

struct model {
	struct mlirbc_context *context;
	struct mlirbc_module *module;
	struct model_function *functions; /* sorted for model_callee() */
	size_t function_count;
	char artifact[32]; /* version of VHLO, "1.13.0"; empty: not a portable artifact */
};

/* Tests whether a file is a model: it has ops of stablehlo, chlo or vhlo, or functions and no ops of dialects other
 * than func. */
bool model_is(const struct table *table);
bool model_is_loaded(const struct mlirbc_module *module);
/* Loads bytecode, converts VHLO to StableHLO and finds the functions. The model refers to the input. `normalize`: see
 * model_normalize().
 * @return MLIRBC_OK, or the status with the reason in diag and nothing to finish */
enum mlirbc_status model_open(
	const struct cli_input *input, bool normalize, struct model *out_model, struct mlirbc_diag *diag);
/* Finds the functions of a loaded module. @return MLIRBC_OK or MLIRBC_E_NOMEM; call model_finish() in any case */
enum mlirbc_status model_from(struct mlirbc_module *module, struct model *out_model);
/* Before a module is shown to a person: a portable artifact becomes StableHLO. @return CLI_GOOD, or the exit code after a message */
int model_show(const struct cli_input *input, struct mlirbc_module *module);
void model_finish(struct model *model);
/* Converts VHLO to StableHLO and removes attributes that have their defaults, so that a text and its artifact become
 * equal. */
enum mlirbc_status model_normalize(struct mlirbc_module *module, struct mlirbc_diag *diag);
/* Sets the property sym_name, which the op has. False: out of memory. */
bool model_set_name(struct mlirbc_context *context, struct mlirbc_op *op, const struct mlirbc_attr *name);

/* The next op of the module in pre-order, also of its other top-level ops; start with NULL. */
struct mlirbc_op *model_next_op(const struct mlirbc_module *module, struct mlirbc_op *op);
/* The function that a call or composite names; NULL: none. */
struct model_function *model_callee(const struct model *model, const struct mlirbc_op *op);
bool model_dialect_is(const struct mlirbc_op *op, const char *dialect);
/* Text of a type or attribute, cut to size - 1 bytes. Returns its length, or `size` if it was cut. */
size_t model_type_text(const struct mlirbc_type *type, char *buffer, size_t size);
size_t model_attr_text(const struct mlirbc_attr *attr, char *buffer, size_t size);
/* Elements of a tensor with static shape. */
bool model_elements(const struct mlirbc_type *type, uint64_t *out_count);
/* Bytes of a tensor with static shape: elements below 8 bits are packed, except i1, which takes a byte. */
bool model_bytes(const struct mlirbc_type *type, uint64_t *out_bytes);
uint64_t model_add(uint64_t a, uint64_t b);
uint64_t model_multiply(uint64_t a, uint64_t b);

/* ---- model_cost.c, model_flops.c */

/* Computes the costs of all functions. False: out of memory. */
bool model_flops(struct model *model);
uint64_t flops_total(const struct flops *flops);
/* The cost of one run of a region. Functions that it calls have been computed; calls of others count as recursive. */
struct flops model_region_flops(const struct model *model, const struct mlirbc_op *op, uint32_t region);

/* ---- model_names.c */

/* A name for an argument or result: borrowed, or made in `few`. */
struct model_name {
	struct mlirbc_string text;
	char few[32];
};
void model_argument_name(const struct model_function *function, size_t index, struct model_name *out_name);
void model_result_name(const struct model_function *function, size_t index, struct model_name *out_name);
/* The attributes of an argument or result: a dictionary, or NULL. */
const struct mlirbc_attr *model_slot_attrs(const struct model_function *function, bool result, size_t index);
/* Types of the results; returns NULL if the function has no function type. */
const struct mlirbc_type *model_function_type(const struct model_function *function);

/* ---- model_figures.c */

/* Constants of static shape. */
struct constants {
	uint64_t count, elements, bytes;
};
struct figures {
	struct tally ops;            /* by name, sorted by count, the largest first */
	struct constants constants;  /* all */
	struct constants parameters; /* those that are probably weights */
};
/* False: out of memory. Finish out_figures->ops in any case. */
bool model_figures(const struct model *model, struct figures *out_figures);

/* ---- model_summary.c */

/* Prints the differences of two models as figures. `text`: the lines of mlirbc_diff(). @return the exit code */
int model_summary(struct mlirbc_module *const modules[2], const char *text, size_t size, bool json);

/* ---- model_needs.c */

enum need_kind {
	NEED_CUSTOM_CALL,
	NEED_COMPOSITE,
	NEED_OPERATION,
	NEED_COLLECTIVE,
	NEED_TRANSFER,
	NEED_ASYNC,
	NEED_DYNAMIC,
	NEED_TYPE,
	NEED_PROCESSES
};
extern const char *const need_kind_names[];
struct need {
	enum need_kind kind;
	char name[128]; /* cut */
	uint64_t count;
	const char *meaning; /* static; may be NULL */
};
/* Lists features that go beyond static StableHLO programs of one process. The caller frees *out_needs.
 * False: out of memory, with nothing to free. */
bool model_needs(const struct model *model, struct need **out_needs, size_t *out_count);

/* ---- model_info.c, model_dot.c */

/* Prints the description of a model, with `json` as the member "model" of the open object; or the reason why it cannot
 * be read. @return the exit code */
int model_info(const struct table *table, bool json);
struct dot_limits {
	uint64_t max_nodes; /* ops and arguments */
	bool json;
};
/* Draws a model, or prints its graph as JSON. @return the exit code, or CLI_GO_ON if the model cannot be read */
int model_dot(
	const struct cli_command *self, const struct cli_input *input, const struct dot_limits *limits, const char *path);

#endif
