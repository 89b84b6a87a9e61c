/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The column `rule` of the table of operations. Operations without a rule have only the constraints of the other columns. */
#include "infer/rules.h"

#define RULE(name) { shlo__rule_##name, NULL }
#define RULES(name) { shlo__rule_##name##_enter, shlo__rule_##name##_leave }
#define NO_RULE { NULL, NULL }

const struct shlo__rules shlo__rules[SHLO__CODES] = {
#define MLIRBC_STABLEHLO_OP(                                                                                           \
	dialect, name, number, text, op_class, cost, operands, results, attrs, regions, traits, since, form, rule)     \
	[number] = rule,
#include <mlirbc/stablehlo_ops.def>
};
