/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* State of a verification. */
#ifndef MLIRBC_STABLEHLO_WALK_H
#define MLIRBC_STABLEHLO_WALK_H

#include "infer/subject.h"

#include <mlirbc/stablehlo_verify.h>

/* Codes of operations that are not in mlirbc/stablehlo_ops.def. */
enum shlo__other { SHLO__FUNC = SHLO__CODES, SHLO__CALL, SHLO__RETURN, SHLO__MODULE, SHLO__KNOWN, SHLO__UNKNOWN };

enum { SHLO__NAMES = 1024 }; /* a power of two, above twice the number of operations */

struct shlo__walker {
	struct shlo__check check;
	const struct mlirbc_stablehlo_verify_options *options;
	struct mlirbc_diag *diag;
	const struct mlirbc_allocator *allocator;
	size_t failures, most_failures;
	enum mlirbc_status status;           /* of the run */
	const struct mlirbc_type *last_type; /* was checked last */
	struct {                             /* names are unique in the context, so their addresses are keys */
		const struct mlirbc_string *name;
		int code;
	} names[SHLO__NAMES];
	size_t name_count;
	uint32_t ops; /* visited */
	const struct mlirbc_op *root;
};

/* Records the failure of walker->check. False: stop. */
bool shlo__record(struct shlo__walker *walker);
int shlo__code_of(struct shlo__walker *walker, const struct mlirbc_string *name);

/* func.c: constraints of functions and of what uses their names. Each returns false after a failure of the check. */
bool shlo__check_func(struct shlo__check *check);
bool shlo__check_return(struct shlo__check *check);
/* Checks what uses symbols of the module. False: stop. */
bool shlo__check_symbols(struct shlo__walker *walker, struct mlirbc_op *module);

/* Operations of a module's body by their symbol names. */
struct shlo__symbols {
	struct shlo__symbol *slots;
	size_t size; /* a power of two */
};
/* NULL: there is none of this name. */
const struct mlirbc_op *shlo__symbol(const struct shlo__symbols *symbols, const struct mlirbc_string *name);

/* sdy_shardings.c, sdy_ops.c: constraints of Shardy. Whether the operation has any is quick to tell. */
bool shlo__has_sdy(const struct mlirbc_op *op);
bool shlo__check_sdy(struct shlo__check *check, const struct shlo__symbols *symbols);

#endif
