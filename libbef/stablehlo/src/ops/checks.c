/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls, and the checks of test programs: custom calls @check.NAME and operations of the dialect `check`. */
#include "ops/ops.h"

#include <mlirbc/print.h>
#include <mlirbc/stablehlo_origin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- checks */

static bool check(struct bef_hlo__lower *lower, const char *name, struct bef_hlo__value actual,
	struct bef_hlo__value expected, struct bef_hlo__attrs *attrs)
{
	const struct bef_hlo__value operands[] = { actual, expected };
	struct bef_hlo__value token = { NULL, bef_hlo__token_type(lower) };
	return token.type && bef_hlo__emit(lower, name, operands, 2, &token, 1, attrs) &&
	       bef_hlo__push(lower, &lower->tokens, token.value);
}

static bool check_close(struct bef_hlo__lower *lower, const struct bef_hlo__value *operands, int64_t least, int64_t most)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	bef_hlo__attr_int(lower, &attrs, "max_ulp_difference", most);
	bef_hlo__attr_int(lower, &attrs, "min_ulp_difference", least);
	return check(lower, "check_close", operands[0], operands[1], &attrs);
}

static bool check_almost(struct bef_hlo__lower *lower, struct bef_hlo__value actual, struct bef_hlo__value expected, double tolerance)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	bef_hlo__attr_double(lower, &attrs, "tolerance", tolerance);
	return check(lower, "check_almost_eq", actual, expected, &attrs);
}

static double float_value(const struct mlirbc_attr *attr, double fallback)
{
	float single;
	double number;
	if (!attr || attr->kind != MLIRBC_ATTR_FLOAT)
		return fallback;
	const uint64_t word = attr->u.number.words[0];
	if (mlirbc_type_width(attr->type) == 64) {
		memcpy(&number, &word, sizeof number);
		return number;
	}
	const uint32_t bits = (uint32_t)word;
	memcpy(&single, &bits, sizeof single);
	return mlirbc_type_width(attr->type) == 32 ? (double)single : fallback;
}

static int64_t int_value(const struct mlirbc_attr *attr, int64_t fallback)
{
	return attr && attr->kind == MLIRBC_ATTR_INTEGER ? (int64_t)attr->u.number.words[0] : fallback;
}

/* check.expect_eq, expect_close, expect_almost_eq, and with _const for a constant in the place of the second operand */
bool bef_hlo__lower_check(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__value operands[2] = { { NULL, NULL }, { NULL, NULL } };
	const struct mlirbc_op *op = lower->op;
	(void)rule;
	if (op->operand_count > 2 || op->operand_count == 0 || !bef_hlo__operands(lower, operands) ||
		!bef_hlo__dequantize_operands(lower, operands))
		return false;
	if (op->operand_count == 1)
		operands[1] = bef_hlo__constant(lower, mlirbc_op_attr(op, "value"), operands[0].type);
	if (!operands[1].value)
		return false;
	switch ((int)bef_hlo__code(lower, op)) {
	case MLIRBC_CHECK_expect_almost_eq:
	case MLIRBC_CHECK_expect_almost_eq_const:
		return check_almost(lower, operands[0], operands[1], float_value(mlirbc_op_attr(op, "tolerance"), 1e-4));
	case MLIRBC_CHECK_expect_close:
		return check_close(lower, operands, int_value(mlirbc_op_attr(op, "min_ulp_difference"), 0),
			int_value(mlirbc_op_attr(op, "max_ulp_difference"), 1));
	default: return check(lower, "check_eq", operands[0], operands[1], NULL);
	}
}

/* @check.eq(expected, actual) -> i1: integers are equal, others within 1e-4; true, or the run fails. */
static bool lower_check_eq(struct bef_hlo__lower *lower, const struct bef_hlo__value *operands)
{
	const bool floats = bef_hlo__element(operands[0].type)->kind == MLIRBC_TYPE_FLOAT;
	bool ok = floats ? check_almost(lower, operands[1], operands[0], 1e-4)
			 : check(lower, "check_eq", operands[1], operands[0], NULL);
	if (!ok || lower->op->result_count == 0)
		return ok;
	return bef_hlo__set_result(lower, bef_hlo__splat(lower, 1, bef_hlo__result_type(lower, 0)));
}

/* The number behind "NAME=" in the backend_config "max_ulp=3,min_ulp=0" of a check; `text` has 64 characters. */
static bool config_value(const struct mlirbc_op *op, const char *name, char *text)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(op, "backend_config");
	const size_t size = strlen(name);
	if (!config || config->kind != MLIRBC_ATTR_STRING)
		return false;
	const char *at = config->u.string->data, *end = at + config->u.string->size;
	while (at < end) {
		const char *comma = memchr(at, ',', (size_t)(end - at));
		const size_t length = (size_t)((comma ? comma : end) - at);
		if (length > size && length - size < 64 && memcmp(at, name, size) == 0) {
			memcpy(text, at + size, length - size);
			text[length - size] = '\0';
			return true;
		}
		at += length + 1;
	}
	return false;
}

static int64_t config_int(const struct mlirbc_op *op, const char *name, int64_t fallback)
{
	char text[64];
	return config_value(op, name, text) ? (int64_t)strtoull(text, NULL, 10) : fallback;
}

static double config_double(const struct mlirbc_op *op, const char *name, double fallback)
{
	char text[64];
	return config_value(op, name, text) ? strtod(text, NULL) : fallback;
}

static bool lower_check_call(struct bef_hlo__lower *lower, const struct mlirbc_string *target)
{
	struct bef_hlo__value operands[2];
	const bool returns = bef_hlo__text_is(target, "check.eq");
	if (lower->op->operand_count != 2 || lower->op->result_count > (uint32_t)returns)
		return bef_hlo__refuse(lower, lower->op, "a check has two operands");
	if (!bef_hlo__operands(lower, operands) || !bef_hlo__dequantize_operands(lower, operands))
		return false;
	if (returns)
		return lower_check_eq(lower, operands);
	if (bef_hlo__text_is(target, "check.expect_eq"))
		return check(lower, "check_eq", operands[0], operands[1], NULL);
	if (bef_hlo__text_is(target, "check.expect_close"))
		return check_close(lower, operands, config_int(lower->op, "min_ulp=", 0), config_int(lower->op, "max_ulp=", 3));
	if (bef_hlo__text_is(target, "check.expect_almost_eq"))
		return check_almost(lower, operands[0], operands[1], config_double(lower->op, "tolerance=", 1e-3));
	return bef_hlo__refuse(lower, lower->op, "unknown check @%.*s", (int)target->size, target->data);
}

/* An assertion that refinement did not decide: the first operand is true. */
static bool lower_assertion(struct bef_hlo__lower *lower)
{
	const struct mlirbc_op *op = lower->op;
	const struct mlirbc_attr *text = mlirbc_op_attr(op, "error_message");
	const struct mlirbc_string none = { "the module has no message for it", 32 },
				   *message = text && text->kind == MLIRBC_ATTR_STRING ? text->u.string : &none;
	struct bef_hlo__value *operands = bef_hlo__room(lower, op->operand_count + 1u, sizeof *operands);
	struct bef_hlo__value token = { NULL, bef_hlo__token_type(lower) };
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (op->operand_count == 0 || op->result_count)
		return bef_hlo__refuse(lower, op, "an assertion has operands and no results");
	if (!token.type || !operands || !bef_hlo__operands(lower, operands))
		return false;
	const struct mlirbc_type *holds = operands[0].type;
	uint64_t count;
	if (bef_hlo__element(holds)->kind != MLIRBC_TYPE_INTEGER || !mlirbc_type_elements(holds, &count) || count != 1)
		return bef_hlo__refuse(lower, op, "the first operand of an assertion is one integer");
	bef_hlo__attr_text(lower, &attrs, "error_message", message->data, message->size);
	return bef_hlo__emit(lower, "check_assertion", operands, op->operand_count, &token, 1, &attrs) &&
	       bef_hlo__push(lower, &lower->tokens, token.value);
}

/* ---- tensors that the host sees: print, probe, and what a probe has written. They are ordered like other side effects. */

bool bef_hlo__lower_watch(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	struct bef_hlo__value operands[2], token = { NULL, bef_hlo__token_type(lower) };
	const struct mlirbc_attr *id = mlirbc_op_attr(lower->op, "probe_id");
	if (lower->op->operand_count != 1 || !bef_hlo__operands(lower, operands))
		return false;
	operands[1] = bef_hlo__effects(lower);
	if (strcmp(rule->skip, "check_serialized_eq") == 0)
		bef_hlo__attr_int(lower, &attrs, "iteration", int_value(mlirbc_op_attr(lower->op, "iter"), 1));
	if (id && id->kind == MLIRBC_ATTR_STRING)
		bef_hlo__attr_text(lower, &attrs, "probe_id", id->u.string->data, id->u.string->size);
	if (!bef_hlo__emit(lower, rule->skip, operands, 2, &token, 1, &attrs))
		return false;
	return bef_hlo__set_effects(lower, token.value) &&
	       (lower->op->result_count == 0 || bef_hlo__set_result(lower, operands[0]));
}

/* ---- other custom calls: kernels of the host */

/* backend_config; if it has nothing, mhlo.backend_config, where JAX writes the parameters of calls of its FFI. */
static bool add_config(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_attr *config = mlirbc_op_attr(lower->op, "backend_config"),
				 *other = mlirbc_op_attr(lower->op, "mhlo.backend_config");
	if (other && (!config || (config->kind == MLIRBC_ATTR_STRING && config->u.string->size == 0)))
		config = other;
	if (!config || config->kind == MLIRBC_ATTR_STRING) {
		bef_hlo__attr_text(lower, attrs, "backend_config", config ? config->u.string->data : "",
			config ? config->u.string->size : 0);
		return true;
	}
	char *text = bef_hlo__room(lower, 4096, 1);
	size_t size = text ? mlirbc_attr_text(config, text, 4096) : 0;
	if (!text || size >= 4096)
		return text && bef_hlo__refuse(lower, lower->op, "its backend_config is longer than 4096 bytes");
	bef_hlo__attr_text(lower, attrs, "backend_config", text, size);
	return true;
}

/* With side effects, a chain is the last operand and the last result. */
static bool lower_host_call(struct bef_hlo__lower *lower, const struct mlirbc_string *target)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const bool effects = bef_hlo__has_effect(lower, lower->op);
	struct bef_hlo__value *operands;
	size_t count;
	char name[160];
	if (!bef_hlo__ordered_operands(lower, effects, NULL, &operands, &count) || !add_config(lower, &attrs))
		return false;
	snprintf(name, sizeof name, "custom_call.%.*s", (int)target->size, target->data);
	return bef_hlo__lower_ordered(lower, name, operands, count, effects, &attrs);
}

/* Says what the author of the model wrote, and what to do. */
static bool refuse_call(struct bef_hlo__lower *lower, const struct mlirbc_string *target)
{
	const struct mlirbc_stablehlo_origin origin = mlirbc_stablehlo_origin(lower->op);
	const int size = target->size < 60 ? (int)target->size : 60;
	const char *wrote = origin.wrote ? origin.wrote : "", *ordered = origin.ordered ? "an ordered " : "";
	if (mlirbc_stablehlo_target(target->data, target->size).kind == MLIRBC_STABLEHLO_TARGET_SHAPE)
		return bef_hlo__refuse(lower, lower->op, "the sizes that @%.*s takes as operands are not constants", size, target->data);
	if (origin.kind == MLIRBC_STABLEHLO_TARGET_UNKNOWN)
		return bef_hlo__refuse(lower, lower->op, "there is no kernel for the target @%.*s%s%s: register hlo.custom_call.%.*s",
			size, target->data, *wrote ? " of " : "", wrote, size, target->data);
	if (!origin.wrote)
		return bef_hlo__refuse(lower, lower->op, "@%.*s is %s: %s, or register a kernel for this target", size, target->data,
			origin.is, origin.advice);
	return bef_hlo__refuse(lower, lower->op, "@%.*s is %s%s, %s: %s, or register a kernel for this target", size, target->data,
		ordered, wrote, origin.is, origin.advice);
}

bool bef_hlo__lower_custom_call(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	const struct mlirbc_attr *target = mlirbc_op_attr(lower->op, "call_target_name");
	(void)rule;
	if (!target || target->kind != MLIRBC_ATTR_STRING)
		return bef_hlo__fail(lower, BEF_E_CORRUPT, lower->op, "it names no target");
	const struct mlirbc_string *name = target->u.string;
	if (name->size > 6 && memcmp(name->data, "check.", 6) == 0)
		return lower_check_call(lower, name);
	if (bef_hlo__text_is(name, "shape_assertion"))
		return lower_assertion(lower);
	if (bef_hlo__text_is(name, "dce_sink") && lower->op->result_count == 0)
		return true; /* JAX keeps operands that nothing else uses */
	if (lower->options.custom_call && name->size <= 100 &&
		lower->options.custom_call(lower->options.custom_call_ctx, name->data, name->size))
		return lower_host_call(lower, name);
	if (bef_hlo__is_library_call(name))
		return bef_hlo__lower_library_call(lower, name);
	return refuse_call(lower, name);
}
