/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See placed.h. The kernels check what they get when a program is opened; whatever this file accepts must pass. */
#include "emit/placed.h"
#include <hlo/device.h>
#include <stdlib.h>
#include <string.h>

#define MOST_WINDOW 4096u /* elements of a window that one work-item takes */

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

bool bef_hlo__is_index_type(const int64_t *type)
{
	const enum kernels_dtype dtype = (enum kernels_dtype)type[0];
	for (int64_t d = 0; d < type[1]; d++) {
		if (type[2 + d] != 1)
			return false;
	}
	return hlo_is_integer(dtype) || dtype == KERNELS_I1;
}

bool bef_hlo__is_index_work(const struct bef_hlo__placed *placed)
{
	for (size_t at = 0; at < placed->word_count; at += 2 + (size_t)placed->words[at + 1]) {
		if (!bef_hlo__is_index_type(placed->words + at))
			return false;
	}
	return true;
}

bool bef_hlo__makes_index(const struct bef_hlo__placed *placed)
{
	size_t last = 0;
	for (size_t at = 0; at < placed->word_count; at += 2 + (size_t)placed->words[at + 1])
		last = at;
	return bef_hlo__is_index_type(placed->words + last);
}

/* The words of the type of operand i; results follow. */
static const int64_t *words_of(const struct bef_hlo__placed *placed, uint32_t i)
{
	size_t at = 0;
	while (i-- > 0)
		at += 2 + (size_t)placed->words[at + 1];
	return placed->words + at;
}

static enum kernels_dtype type_of(const struct bef_hlo__placed *placed, uint32_t i)
{
	return (enum kernels_dtype)words_of(placed, i)[0];
}

static uint64_t elements_of(const struct bef_hlo__placed *placed, uint32_t i)
{
	const int64_t *words = words_of(placed, i);
	uint64_t product = 1;
	for (int64_t d = 0; d < words[1]; d++)
		product *= (uint64_t)words[2 + d];
	return product;
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

static bool has_body(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *body = mlirbc_op_attr(op, name);
	return body && body->kind == MLIRBC_ATTR_STRING && has_steps(lower, body->u.string);
}

static bool is_loop(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	(void)placed;
	return has_body(lower, op, "body");
}

static bool is_move(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	(void)lower;
	(void)op;
	(void)placed;
	return true;
}

/* The product of the elements of an attribute, if it is not above `most`. */
static bool has_product_below(const struct mlirbc_op *op, const char *name, uint64_t most)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, name);
	uint64_t product = 1;
	for (size_t i = 0; attr && attr->kind == MLIRBC_ATTR_ARRAY && i < attr->u.array.count; i++) {
		const struct mlirbc_attr *element = attr->u.array.data[i];
		if (element->kind != MLIRBC_ATTR_INTEGER || element->u.number.words[0] > most / product)
			return false;
		product *= element->u.number.words[0] ? element->u.number.words[0] : 1;
	}
	return attr != NULL;
}

/* Operands from `begin` on, as many as results, have the types of the results. */
static bool have_types_of_results(const struct mlirbc_op *op, const struct bef_hlo__placed *placed, uint32_t begin)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (begin + i >= op->operand_count || type_of(placed, begin + i) != type_of(placed, op->operand_count + i))
			return false;
	}
	return true;
}

/* A work-item takes the elements of a result one after the other: not too many, or many results. */
static bool is_reduction(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	uint64_t reduced, results;
	if (!have_types_of_results(op, placed, 0) || !have_types_of_results(op, placed, op->result_count))
		return false;
	results = elements_of(placed, op->operand_count);
	reduced = elements_of(placed, 0) / results;
	return (reduced <= MOST_WINDOW || reduced <= results) && has_body(lower, op, "body");
}

/* Numbers of updates fit an i32. Indices and updates may be numbers of the host. */
static bool is_scatter(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	placed->values = op->result_count;
	return have_types_of_results(op, placed, 0) && have_types_of_results(op, placed, op->result_count + 1) &&
	       elements_of(placed, op->result_count + 1) <= INT32_MAX && has_body(lower, op, "body");
}

/* Inputs and initial values have the types of the results. Windows of cumulative forms are as long as a dimension: the host has scans. */
static bool is_window(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	return have_types_of_results(op, placed, 0) && have_types_of_results(op, placed, op->result_count) &&
	       has_product_below(op, "window_dimensions", MOST_WINDOW) && has_body(lower, op, "body");
}

static bool is_sort(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	for (size_t d = 0; d < (size_t)placed->words[1]; d++) {
		if (placed->words[2 + d] > INT32_MAX)
			return false;
	}
	return has_body(lower, op, "comparator");
}

/* Numbers of elements are i32, as the results are. */
static bool is_top_k(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	(void)lower;
	(void)op;
	return placed->words[1] > 0 && placed->words[1 + (size_t)placed->words[1]] <= INT32_MAX;
}

static bool is_convolution(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	(void)op;
	return hlo_device_has_product(type_of(placed, 0), type_of(placed, 1), type_of(placed, 2), has_f64(lower));
}

static bool is_dot(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed)
{
	const struct mlirbc_attr *algorithm = mlirbc_op_attr(op, "accumulation_type");
	return algorithm && algorithm->kind == MLIRBC_ATTR_STRING && algorithm->u.string->size == 0 && is_convolution(lower, op, placed);
}

bool bef_hlo__for_device(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *out)
{
	static const struct {
		const char *name, *device;
		bool moves;
		uint32_t values;
		bool (*fits)(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__placed *placed);
	} kinds[] = {
		{ "hlo.loop_fusion", "hlo.device_loop_fusion", false, 0, is_loop },
		{ "hlo.dot_general", "hlo.device_dot_general", false, UINT32_MAX, is_dot },
		{ "hlo.convolution", "hlo.device_convolution", false, UINT32_MAX, is_convolution },
		{ "hlo.reduce_window", "hlo.device_reduce_window", false, UINT32_MAX, is_window },
		{ "hlo.reduce_window_spec", "hlo.device_reduce_window_spec", false, UINT32_MAX, is_window },
		{ "hlo.reduce", "hlo.device_reduce", false, UINT32_MAX, is_reduction },
		{ "hlo.scatter", "hlo.device_scatter", false, 0, is_scatter },
		{ "hlo.scatter_spec", "hlo.device_scatter_spec", false, 0, is_scatter },
		{ "hlo.top_k", "hlo.device_top_k", false, UINT32_MAX, is_top_k },
		{ "hlo.sort", "hlo.device_sort", false, UINT32_MAX, is_sort },
		{ "hlo.concatenate", "hlo.device_concatenate", true, UINT32_MAX, is_move },
		{ "hlo.dynamic_slice", "hlo.device_dynamic_slice", true, 1, is_move },
		{ "hlo.dynamic_update_slice", "hlo.device_dynamic_update_slice", true, 1, is_move },
		{ "hlo.gather", "hlo.device_gather", true, 1, is_move },
		{ "hlo.pad", "hlo.device_pad", true, 1, is_move },
	};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!mlirbc_op_is(op, kinds[i].name))
			continue;
		out->name = kinds[i].device;
		out->moves = kinds[i].moves;
		out->values = kinds[i].values;
		return bef_hlo__read_types(op, out) && have_types(lower, op, out) && kinds[i].fits(lower, op, out);
	}
	return false;
}
