/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "body/expression.h"

#include <stdio.h>
#include <string.h>

/* ---- text */

static void put(struct bef_hlo__expression *body, const char *data, size_t size)
{
	if (body->ok && body->room - body->size < size) {
		size_t room = 2 * (body->room + size) + 128;
		char *text = bef_hlo__scratch(body->lower, room, 1);
		body->ok = text != NULL;
		if (text && body->size)
			memcpy(text, body->text, body->size);
		body->text = text;
		body->room = room;
	}
	if (!body->ok)
		return;
	memcpy(body->text + body->size, data, size);
	body->size += size;
}

static void puts_text(struct bef_hlo__expression *body, const char *text) { put(body, text, strlen(text)); }

static void put_number(struct bef_hlo__expression *body, uint32_t number)
{
	char text[16];
	put(body, text, (size_t)snprintf(text, sizeof text, " %u", (unsigned)number));
}

/* " f32"; of a quantized type the expressed one. */
static bool put_type(struct bef_hlo__expression *body, const struct mlirbc_op *op, const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = bef_hlo__element(type);
	struct mlirbc_stablehlo_quantized quantized;
	if (bef_hlo__is_tensor(type) && type->u.shaped.rank != 0 && !body->any_rank)
		return bef_hlo__refuse(body->lower, op, "a region of scalars has a tensor of rank %zu", type->u.shaped.rank);
	if (bef_hlo__is_quantized(type) &&
		mlirbc_stablehlo_quantized(body->lower->context, element, &quantized) == MLIRBC_OK)
		element = quantized.expressed;
	const char *name = bef_hlo__is_tensor(type) ? bef_hlo__dtype_name(element) : NULL;
	if (!name)
		return bef_hlo__refuse(body->lower, op, "a region of scalars has a value of another type");
	puts_text(body, " ");
	puts_text(body, name);
	return body->ok;
}

/* ---- values */

void bef_hlo__expression_define(struct bef_hlo__expression *body, const struct mlirbc_value *value, uint32_t index)
{
	body->lower->steps[value->number].generation = body->lower->generation;
	body->lower->steps[value->number].index = index;
}

bool bef_hlo__expression_defines(const struct bef_hlo__expression *body, const struct mlirbc_value *value)
{
	return body->lower->steps[value->number].generation == body->lower->generation;
}

bool bef_hlo__expression_put_constant(struct bef_hlo__expression *body, const uint8_t *bytes, const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = bef_hlo__element(type);
	const size_t size = bef_hlo__element_size(element), part = element->kind == MLIRBC_TYPE_COMPLEX ? size / 2 : size;
	puts_text(body, " constant");
	for (size_t at = 0; at < size; at += part) {
		puts_text(body, " 0x");
		for (size_t i = part; i-- > 0;) {
			char digits[4];
			snprintf(digits, sizeof digits, "%02X", bytes[at + i]);
			puts_text(body, digits);
		}
	}
	if (!put_type(body, body->lower->op, type))
		return false;
	puts_text(body, ";");
	return body->ok;
}

static bool put_constant(struct bef_hlo__expression *body, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	const size_t size = bef_hlo__element_size(bef_hlo__element(type));
	if (!value || value->kind != MLIRBC_ATTR_DENSE || size == 0 || value->u.dense.size != size)
		return bef_hlo__refuse(body->lower, op, "a constant of a region has no value");
	if (!bef_hlo__expression_put_constant(body, value->u.dense.data, type))
		return false;
	bef_hlo__expression_define(body, &mlirbc_op_results(op)[0], body->next++);
	return true;
}

/* ---- steps */

/* Finds what the operation is as a step; NULL in *out: it moves elements, which does nothing to one. Returns false if it cannot be one. */
static bool find_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct hlo_step **out)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	const struct mlirbc_stablehlo_facts *facts = bef_hlo__facts(lower, op);
	enum hlo_opcode opcode;
	*out = NULL;
	if (facts->dialect == MLIRBC_STABLEHLO_DIALECT_CHLO ? !bef_hlo__is_chlo_step(lower, op)
							    : facts->dialect != MLIRBC_STABLEHLO_DIALECT_STABLEHLO)
		return false;
	if (op->result_count != 1 || op->region_count != 0)
		return false;
	if (facts->op_class == MLIRBC_STABLEHLO_CLASS_VIEW)
		return code != MLIRBC_STABLEHLO_slice;
	const char *name = bef_hlo__kernel_name(lower, op);
	if (!hlo_find_opcode(name, strlen(name), &opcode))
		return false;
	*out = hlo_step(opcode);
	return true;
}

bool bef_hlo__is_chlo_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_stablehlo_facts *facts = bef_hlo__facts(lower, op);
	const struct hlo_opcode_detail detail = { .spec = false };
	enum hlo_opcode opcode;
	if (facts->dialect != MLIRBC_STABLEHLO_DIALECT_CHLO || facts->op_class != MLIRBC_STABLEHLO_CLASS_ELEMENTWISE ||
		op->operand_count == 0 || op->result_count != 1)
		return false;
	const char *name = bef_hlo__kernel_name(lower, op);
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (mlirbc_op_operands(op)[i].value->type != type)
			return false;
	}
	if (!bef_hlo__is_tensor(type) || !hlo_find_opcode(name, strlen(name), &opcode))
		return false;
	const enum kernels_dtype dtype = bef_hlo__dtype(bef_hlo__element(type));
	return hlo_accepts(opcode, &detail, dtype, dtype);
}

bool bef_hlo__is_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct hlo_step *step;
	return find_step(lower, op, &step);
}

const struct hlo_step *bef_hlo__step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct hlo_step *step;
	return find_step(lower, op, &step) ? step : NULL;
}

bool bef_hlo__is_element_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct hlo_step *step = bef_hlo__step(lower, op);
	return step && step->form != HLO_FORM_CONSTANT;
}

bool bef_hlo__has_value(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = mlirbc_op_attr(op, "value");
	const size_t size = bef_hlo__element_size(bef_hlo__element(mlirbc_op_results(op)[0].type));
	return value && value->kind == MLIRBC_ATTR_DENSE && size != 0 && value->u.dense.size == size;
}

bool bef_hlo__is_scalar_constant(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	return op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) && bef_hlo__is_tensor(value->type) &&
	       value->type->u.shaped.rank == 0 && !bef_hlo__is_quantized(value->type);
}

static bool has_bits(const struct mlirbc_op *op, const char *name, uint64_t most)
{
	const struct mlirbc_attr *bits = mlirbc_op_attr(op, name);
	return bits && bits->kind == MLIRBC_ATTR_INTEGER && bits->u.number.words[0] <= most;
}

bool bef_hlo__has_spec(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct hlo_step *step = lower->options.semantics == BEF_SEMANTICS_SPEC ? bef_hlo__step(lower, op) : NULL;
	if (!step || op->operand_count == 0)
		return false;
	if (step->form == HLO_FORM_PRECISION) /* without a mantissa; the step's name has room for three digits */
		return has_bits(op, "mantissa_bits", 0) && has_bits(op, "exponent_bits", 999);
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	return (step->flags & HLO_HAS_SPEC) && bef_hlo__is_tensor(type) && bef_hlo__element(type)->kind == MLIRBC_TYPE_COMPLEX;
}

static bool put_spec(struct bef_hlo__expression *body, const struct mlirbc_op *op)
{
	if (bef_hlo__has_spec(body->lower, op))
		puts_text(body, ".spec");
	return body->ok;
}

/* What follows the operation's name: compare.LT.FLOAT, reduce_precision.5.10, exponential.spec. */
static bool put_suffix(struct bef_hlo__expression *body, const struct mlirbc_op *op, const struct hlo_step *step)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_stablehlo_attr *list;
	size_t count;
	if (step->form != HLO_FORM_COMPARISON && step->form != HLO_FORM_PRECISION)
		return put_spec(body, op);
	enum mlirbc_status status = mlirbc_stablehlo_attrs(body->lower->context, op, &list, &count, &diag);
	if (status != MLIRBC_OK)
		return bef_hlo__ok(body->lower, status, &diag);
	for (size_t i = 0; i < count; i++) {
		char number[32];
		puts_text(body, ".");
		if (list[i].kind == MLIRBC_STABLEHLO_INT)
			put(body, number, (size_t)snprintf(number, sizeof number, "%lld", (long long)list[i].number));
		else if (strcmp(list[i].name, "compare_type") == 0)
			puts_text(body, bef_hlo__compare_type(mlirbc_op_operands(op)[0].value->type, list[i].text));
		else
			put(body, list[i].text->data, list[i].text->size);
	}
	return put_spec(body, op);
}

/* What follows the name of a step: operands, type. */
static bool put_operands(struct bef_hlo__expression *body, const uint32_t *operands, size_t count, const struct mlirbc_type *type)
{
	for (size_t i = 0; i < count; i++)
		put_number(body, operands[i]);
	if (!put_type(body, body->lower->op, type))
		return false;
	puts_text(body, ";");
	return body->ok;
}

bool bef_hlo__expression_put_step(struct bef_hlo__expression *body, const struct mlirbc_op *op, const uint32_t *operands)
{
	const struct hlo_step *step = bef_hlo__step(body->lower, op);
	puts_text(body, " ");
	put(body, step->name, step->size);
	return put_suffix(body, op, step) && put_operands(body, operands, op->operand_count, mlirbc_op_results(op)->type);
}

bool bef_hlo__expression_put_named(struct bef_hlo__expression *body, const char *name, const uint32_t *operands, size_t count,
	const struct mlirbc_type *type)
{
	puts_text(body, " ");
	puts_text(body, name);
	return put_operands(body, operands, count, type);
}

void bef_hlo__expression_put_word(struct bef_hlo__expression *body, const char *word, const uint32_t *operand)
{
	puts_text(body, " ");
	puts_text(body, word);
	if (operand)
		put_number(body, *operand);
	puts_text(body, ";");
}

bool bef_hlo__expression_step(struct bef_hlo__expression *body, const struct mlirbc_op *op)
{
	const struct hlo_step *step;
	uint32_t operands[3] = { 0 };
	if (!find_step(body->lower, op, &step))
		return bef_hlo__refuse(body->lower, op, "it cannot be part of the region of '%.*s'",
			(int)body->lower->op->name->size, body->lower->op->name->data);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!bef_hlo__expression_defines(body, mlirbc_op_operands(op)[i].value))
			return bef_hlo__refuse(body->lower, op, "it uses a value that the region does not have");
		operands[i < 3 ? i : 2] = body->lower->steps[mlirbc_op_operands(op)[i].value->number].index;
	}
	if (step && step->form == HLO_FORM_CONSTANT && !bef_hlo__is_quantized(mlirbc_op_results(op)[0].type))
		return put_constant(body, op);
	if (!step) {
		bef_hlo__expression_define(body, mlirbc_op_results(op), operands[0]);
		return true;
	}
	if (!bef_hlo__expression_put_step(body, op, operands))
		return false;
	bef_hlo__expression_define(body, mlirbc_op_results(op), body->next++);
	return true;
}

/* ---- steps of groups over arrays */

bool bef_hlo__expression_iota(struct bef_hlo__expression *body, uint32_t dimension, const struct mlirbc_value *value)
{
	puts_text(body, " iota");
	put_number(body, dimension);
	if (!put_type(body, body->lower->op, value->type))
		return false;
	puts_text(body, ";");
	bef_hlo__expression_define(body, value, body->next++);
	return body->ok;
}

uint32_t bef_hlo__expression_join(
	struct bef_hlo__expression *body, uint32_t dimension, int64_t at, uint32_t a, uint32_t b, const struct mlirbc_type *type)
{
	puts_text(body, " join");
	put_number(body, dimension);
	put_number(body, (uint32_t)at);
	put_number(body, a);
	put_number(body, b);
	if (!put_type(body, body->lower->op, type))
		return UINT32_MAX;
	puts_text(body, ";");
	return body->next++;
}

bool bef_hlo__expression_reduce(struct bef_hlo__expression *body, const char *name, bool rows, const struct mlirbc_op *op)
{
	const uint32_t element = bef_hlo__expression_number(body, mlirbc_op_operands(op)[0].value);
	const uint32_t initial = bef_hlo__expression_number(body, mlirbc_op_operands(op)[1].value);
	puts_text(body, rows ? " reduce." : " ");
	puts_text(body, name);
	put_number(body, rows ? element : initial);
	put_number(body, rows ? initial : element);
	if (!put_type(body, op, mlirbc_op_results(op)[0].type))
		return false;
	puts_text(body, ";");
	bef_hlo__expression_define(body, mlirbc_op_results(op), body->next++);
	return body->ok;
}

/* ---- choices */

uint32_t bef_hlo__expression_number(const struct bef_hlo__expression *body, const struct mlirbc_value *value)
{
	return body->lower->steps[value->number].index;
}

uint32_t bef_hlo__expression_equals(struct bef_hlo__expression *body, uint32_t value, uint32_t constant)
{
	char text[80];
	put(body, text, (size_t)snprintf(text, sizeof text, " constant 0x%08X i32; compare.EQ.SIGNED %u %u i1;", (unsigned)constant,
		(unsigned)value, (unsigned)body->next));
	body->next += 2;
	return body->next - 1;
}

bool bef_hlo__expression_select(struct bef_hlo__expression *body, uint32_t condition, uint32_t yes, uint32_t no,
	const struct mlirbc_type *type, uint32_t *out)
{
	puts_text(body, " select");
	put_number(body, condition);
	put_number(body, yes);
	put_number(body, no);
	if (!put_type(body, body->lower->op, type))
		return false;
	puts_text(body, ";");
	*out = body->next++;
	return body->ok;
}

/* ---- arguments, returned values */

void bef_hlo__expression_begin(struct bef_hlo__lower *lower, bool any_rank, struct bef_hlo__expression *out)
{
	*out = (struct bef_hlo__expression){ .lower = lower, .any_rank = any_rank, .ok = true };
	lower->generation++;
}

bool bef_hlo__expression_argument(struct bef_hlo__expression *body, const struct mlirbc_value *value)
{
	if (!put_type(body, body->lower->op, value->type))
		return false;
	bef_hlo__expression_define(body, value, body->next++);
	return true;
}

bool bef_hlo__expression_argument_of(struct bef_hlo__expression *body, const struct mlirbc_type *type)
{
	body->next++;
	return put_type(body, body->lower->op, type);
}

bool bef_hlo__expression_array_argument(struct bef_hlo__expression *body, const struct mlirbc_type *type)
{
	if (!bef_hlo__expression_argument_of(body, type))
		return false;
	puts_text(body, "[]");
	return body->ok;
}

void bef_hlo__expression_end_arguments(struct bef_hlo__expression *body) { puts_text(body, ";"); }

void bef_hlo__expression_begin_return(struct bef_hlo__expression *body) { puts_text(body, " return"); }

void bef_hlo__expression_put_number(struct bef_hlo__expression *body, uint32_t number) { put_number(body, number); }

bool bef_hlo__expression_return(struct bef_hlo__expression *body, const struct mlirbc_value *value)
{
	if (!bef_hlo__expression_defines(body, value))
		return bef_hlo__refuse(body->lower, body->lower->op, "a region returns a value that it does not have");
	put_number(body, body->lower->steps[value->number].index);
	return body->ok;
}

void bef_hlo__expression_attr(struct bef_hlo__expression *body, const char *name, struct bef_hlo__attrs *attrs)
{
	if (!body->text)
		return; /* out of memory, which was recorded */
	size_t skip = body->size && body->text[0] == ' '; /* the blank in front */
	bef_hlo__attr_text(body->lower, attrs, name, body->text + skip, body->size - skip);
}
