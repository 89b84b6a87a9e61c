/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of loops over elements: accesses of arrays, variables, blocks. */
#include "expr/parser.h"
#include <string.h>

/* The operands of these steps. */
static const struct hlo_expr_operation none;
static const struct hlo_expr_operation load = { .primitive = { .operand_count = 2 } }, store = { .primitive = { .operand_count = 3 } };
static const struct hlo_expr_operation variable = { .primitive = { .operand_count = 1 } }, set = { .primitive = { .operand_count = 2 } };

/* The operands that `of` has, and the type. */
static bool read_operands(struct hlo_parser *p, uint32_t value, struct hlo_expr_step *step, const struct hlo_expr_operation *of, enum hlo_opcode opcode)
{
	step->opcode = opcode;
	step->of = of;
	for (uint32_t i = 0; i < of->primitive.operand_count; i++)
		if (!kernels_hlo__parse_value(p, value, &step->operands[i]))
			return false;
	return kernels_hlo__parse_dtype(p, &p->dtypes[value]);
}

/* "A I T", "A I V T" */
static bool read_access(struct hlo_parser *p, struct hlo_token token, uint32_t value, const struct hlo_expr_operation *of, enum hlo_opcode opcode)
{
	struct hlo_expr_step *step = &p->steps[value - p->expr->argument_count];
	if (!read_operands(p, value, step, of, opcode))
		return false;
	const uint32_t *operands = step->operands;
	const bool good = hlo_parse_is_array(p, operands[0]) && !hlo_parse_is_array(p, operands[1]) && p->dtypes[operands[1]] == KERNELS_I64 &&
		p->dtypes[operands[0]] == p->dtypes[value] &&
		(opcode == HLO_STEP_LOAD || (!hlo_parse_is_array(p, operands[2]) && p->dtypes[operands[2]] == p->dtypes[value]));
	return good || kernels_hlo__parse_fail(p, token.at, "%.*s is not defined for these values, expected an array of %s, an index of i64%s", HLO_SHOWN(token),
		kernels_hlo__dtype_name(p->dtypes[value]), opcode == HLO_STEP_LOAD ? "" : ", an element");
}

/* "V T", "X V T": the last operand has the type of the step. */
static bool read_copy(struct hlo_parser *p, struct hlo_token token, uint32_t value, const struct hlo_expr_operation *of, enum hlo_opcode opcode)
{
	struct hlo_expr_step *step = &p->steps[value - p->expr->argument_count];
	if (!read_operands(p, value, step, of, opcode))
		return false;
	p->expr->has_blocks = true;
	for (uint32_t i = 0; i < of->primitive.operand_count; i++)
		if (hlo_parse_is_array(p, step->operands[i]) || p->dtypes[step->operands[i]] != p->dtypes[value])
			return kernels_hlo__parse_fail(p, token.at, "%.*s is not defined for these values, expected %s", HLO_SHOWN(token),
				kernels_hlo__dtype_name(p->dtypes[value]));
	return true;
}

/* "loop", "while C", "if C", "else", "end"; *out_known: it is one of these. */
static bool read_block(struct hlo_parser *p, struct hlo_token token, uint32_t value, bool *out_known)
{
	static const struct { const char *name; enum hlo_opcode opcode; } words[] = { { "loop", HLO_STEP_LOOP },
		{ "while", HLO_STEP_WHILE }, { "if", HLO_STEP_IF }, { "else", HLO_STEP_ELSE }, { "end", HLO_STEP_END } };
	struct hlo_expr_step *step = &p->steps[value - p->expr->argument_count];
	*out_known = false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!hlo_is_word(token.text, token.size, words[i].name))
			continue;
		*out_known = p->expr->has_blocks = true;
		step->opcode = words[i].opcode;
		step->of = &none;
		p->dtypes[value] = KERNELS_I1;
		if (step->opcode != HLO_STEP_WHILE && step->opcode != HLO_STEP_IF)
			return true;
		step->of = &variable; /* it has one operand */
		return kernels_hlo__parse_value(p, value, &step->condition) &&
			((!hlo_parse_is_array(p, step->condition) && p->dtypes[step->condition] == KERNELS_I1) ||
				kernels_hlo__parse_fail(p, token.at, "the condition of '%s' is not i1", words[i].name));
	}
	return true;
}

/* Steps of loops over elements; *out_known: it is one. */
bool kernels_hlo__parse_memory_step(struct hlo_parser *p, struct hlo_token token, uint32_t value, bool *out_known)
{
	*out_known = true;
	if (hlo_is_word(token.text, token.size, "load"))
		return read_access(p, token, value, &load, HLO_STEP_LOAD);
	if (hlo_is_word(token.text, token.size, "store"))
		return read_access(p, token, value, &store, HLO_STEP_STORE);
	if (hlo_is_word(token.text, token.size, "variable"))
		return read_copy(p, token, value, &variable, HLO_STEP_VARIABLE);
	if (hlo_is_word(token.text, token.size, "set"))
		return read_copy(p, token, value, &set, HLO_STEP_SET);
	return read_block(p, token, value, out_known);
}
