/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of VHLO: operations, types and enumerations by version. */
#ifndef MLIRBC_STABLEHLO_FORMS_H
#define MLIRBC_STABLEHLO_FORMS_H

#include "dialect/enums.h"
#include "vhlo/job.h"

/* An operation's two forms, "vhlo.NAME_v1" and "_v2". */
struct shlo__forms {
	enum mlirbc_stablehlo_code code;
	uint32_t second;   /* since when it is _v2; 0: it has one form */
	const char *added; /* names of the VHLO attributes that only _v2 has, separated by blanks */
	bool one_operand;  /* _v1 has one operand where _v2 has any number */
};
/* True for an attribute that only _v2 has. */
bool shlo__is_added(const struct shlo__forms *forms, const char *name, size_t size);

/* What an operation becomes, found by its name. */
enum shlo__role {
	SHLO__OTHER,   /* an operation of another dialect, builtin.module too: only its regions are converted */
	SHLO__FOREIGN, /* the same of a dialect that is neither builtin nor one of ours */
	SHLO__PLAIN,   /* one of the table */
	SHLO__FUNC,
	SHLO__CALL,
	SHLO__RETURN,
	SHLO__CAST /* builtin.unrealized_conversion_cast */
};
struct shlo__op_role {
	enum shlo__role role;
	enum mlirbc_stablehlo_code code;
	const struct shlo__forms *forms;  /* of `code` */
	int version;                      /* 1 or 2: of the VHLO form */
	const struct mlirbc_string *name; /* of the converted operation; of a return: where its parent is no function */
};
/* Found once for each name. NULL: after a failure. */
const struct shlo__op_role *shlo__role_of(struct shlo__job *job, const struct mlirbc_op *op);

/* Types without parameters. */
struct shlo__scalar {
	const char *mnemonic; /* "i32_v1" */
	char kind;            /* s signless, u unsigned, f float, x index, n none, t token, w witness */
	uint8_t which;        /* width, or enum mlirbc_float */
	uint32_t since;
};
/* NULL: there is none. */
const struct shlo__scalar *shlo__scalar_by_mnemonic(const struct mlirbc_string *mnemonic);
const struct shlo__scalar *shlo__scalar_of(const struct mlirbc_type *type);
const struct mlirbc_type *shlo__scalar_type(struct mlirbc_context *context, const struct shlo__scalar *scalar);

/* "comparison_direction_v1" */
const char *shlo__vhlo_enum(enum shlo__enum which);

#endif
