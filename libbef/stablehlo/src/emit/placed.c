/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See placed.h. The kernels check what they get when a program is opened; whatever this file accepts must pass. */
#include "emit/placed.h"
#include <hlo/device.h>
#include <stdlib.h>

/* ---- types */

static bool has_f64(const struct bef_hlo__lower *lower) { return !lower->options.device_without_f64; }

bool bef_hlo__read_types(const struct mlirbc_op *op, struct bef_hlo__placed *out)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "types");
	if (!attr || attr->kind != MLIRBC_ATTR_ARRAY || attr->u.array.count > sizeof out->words / sizeof *out->words)
		return false;
	out->word_count = attr->u.array.count;
	for (size_t i = 0; i < out->word_count; i++) {
		if (attr->u.array.data[i]->kind != MLIRBC_ATTR_INTEGER)
			return false;
		out->words[i] = (int64_t)attr->u.array.data[i]->u.number.words[0];
	}
	size_t at = 0;
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++, at += 2 + (size_t)out->words[at + 1]) {
		if (out->word_count - at < 2 || out->words[at + 1] < 0 || (uint64_t)out->words[at + 1] > out->word_count - at - 2)
			return false;
		for (int64_t d = 0; d < out->words[at + 1]; d++) {
			if (out->words[at + 2 + (size_t)d] < 1)
				return false;
		}
	}
	return at == out->word_count;
}

/* Whether the device has the element types of all operands and results. */
static bool have_types(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	for (size_t at = 0; at < placed->word_count; at += 2 + (size_t)placed->words[at + 1]) {
		if (!hlo_device_has_type((enum kernels_dtype)placed->words[at], has_f64(lower)))
			return false;
	}
	return op->operand_count + op->result_count <= HLO_DEVICE_PARAMETERS;
}

/* The element type of operand i; results follow. */
static enum kernels_dtype type_of(const struct bef_hlo__placed *placed, uint32_t i)
{
	size_t at = 0;
	while (i-- > 0)
		at += 2 + (size_t)placed->words[at + 1];
	return (enum kernels_dtype)placed->words[at];
}

/* ---- expressions */

/* An expression that is read, and the types of its values so far. */
struct reader {
	const char *at, *end;
	uint8_t *types;
	size_t count;
	bool f64;
};

/* The next word of the statement; size 0: its end, which is skipped. */
static size_t next_word(struct reader *reader, const char **out)
{
	while (reader->at < reader->end && *reader->at == ' ')
		reader->at++;
	*out = reader->at;
	while (reader->at < reader->end && *reader->at != ' ' && *reader->at != ';')
		reader->at++;
	const size_t size = (size_t)(reader->at - *out);
	if (size == 0 && reader->at < reader->end)
		reader->at++;
	return size;
}

/* Adds a value of the type with this name. */
static bool add_value(struct reader *reader, const char *name, size_t size, enum kernels_dtype *out)
{
	if (!hlo_find_element_type(name, size, out) || !hlo_device_has_type(*out, reader->f64))
		return false;
	reader->types[reader->count++] = (uint8_t)*out;
	return true;
}

/* The rest of a step: operands and type. *out_operand: the type of the last operand that is a value; that of the step if there is none. */
static bool read_step(struct reader *reader, bool values, enum kernels_dtype *out_operand, enum kernels_dtype *out)
{
	const char *word, *type = NULL, *before = NULL;
	size_t size, type_size = 0;
	while ((size = next_word(reader, &word)) > 0) {
		before = type;
		type = word;
		type_size = size;
	}
	const unsigned long value = values && before ? strtoul(before, NULL, 10) : reader->count;
	if (!type || !add_value(reader, type, type_size, out))
		return false;
	*out_operand = value < reader->count ? (enum kernels_dtype)reader->types[value] : KERNELS_DTYPE_INVALID;
	return true;
}

static bool has_step(struct reader *reader, const char *word, size_t size)
{
	struct hlo_opcode_detail detail = { .spec = false };
	enum kernels_dtype operand, result;
	enum hlo_opcode opcode;
	if (hlo_is_word(word, size, "iota"))
		return read_step(reader, false, &operand, &result);
	const size_t skip = size > 7 && memcmp(word, "reduce.", 7) == 0 ? 7 : 0;
	return hlo_read_operation(word + skip, size - skip, &opcode, &detail) == HLO_WORD_STEP &&
	       read_step(reader, hlo_step(opcode)->operands > 0, &operand, &result) &&
	       hlo_device_has_step(opcode, operand, result, reader->f64);
}

/* Whether devices have all types and steps of the expression. A word has two bytes at least. */
static bool has_steps(struct bef_hlo__lower *lower, const struct mlirbc_string *body)
{
	struct reader reader = { body->data, body->data + body->size, bef_hlo__scratch(lower, body->size / 2 + 1, 1), 0, has_f64(lower) };
	const char *word;
	size_t size;
	enum kernels_dtype type;
	while (reader.types && (size = next_word(&reader, &word)) > 0) {
		if (!add_value(&reader, word, size, &type))
			return false;
	}
	while (reader.types && (size = next_word(&reader, &word)) > 0 && !hlo_is_word(word, size, "return")) {
		if (!has_step(&reader, word, size))
			return false;
	}
	return reader.types != NULL;
}

/* ---- kinds of operations */

static bool is_loop(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	const struct mlirbc_attr *body = mlirbc_op_attr(op, "body");
	(void)placed;
	return body && body->kind == MLIRBC_ATTR_STRING && has_steps(lower, body->u.string);
}

static bool is_convolution(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	(void)op;
	return hlo_device_has_product(type_of(placed, 0), type_of(placed, 1), type_of(placed, 2), has_f64(lower));
}

static bool is_dot(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed)
{
	const struct mlirbc_attr *algorithm = mlirbc_op_attr(op, "accumulation_type");
	return algorithm && algorithm->kind == MLIRBC_ATTR_STRING && algorithm->u.string->size == 0 && is_convolution(lower, op, placed);
}

bool bef_hlo__for_device(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *out)
{
	static const struct {
		const char *name, *device;
		bool (*fits)(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__placed *placed);
	} kinds[] = { { "hlo.loop_fusion", "hlo.device_loop_fusion", is_loop }, { "hlo.dot_general", "hlo.device_dot_general", is_dot },
		{ "hlo.convolution", "hlo.device_convolution", is_convolution } };
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!mlirbc_op_is(op, kinds[i].name))
			continue;
		out->name = kinds[i].device;
		return bef_hlo__read_types(op, out) && have_types(lower, op, out) && kinds[i].fits(lower, op, out);
	}
	return false;
}
