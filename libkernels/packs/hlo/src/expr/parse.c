/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parser and verifier of expressions. A first pass counts, so that one block holds all; the second one fills it. */
#include "expr/blocks.h"
#include "expr/dtypes.h"
#include "expr/parser.h"
#include "expr/slot_assignment.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Of constants and iota. */
static const struct hlo_expr_operation no_operands;
static const struct hlo_expr_operation join = { .primitive = { .operand_count = 2 } };

bool kernels_hlo__parse_fail(struct hlo_parser *p, size_t at, const char *format, ...)
{
	int used = snprintf(p->message, p->message_size, "expression, character %zu: ", at + 1);
	va_list arguments;
	va_start(arguments, format);
	if (used >= 0 && (size_t)used < p->message_size)
		vsnprintf(p->message + used, p->message_size - (size_t)used, format, arguments);
	va_end(arguments);
	return false;
}

static bool is_space(char c) { return c <= ' ' && (c == ' ' || c == '\n' || c == '\t'); }

/* The next word of the statement; stays before ';'. */
static struct hlo_token next(struct hlo_parser *p)
{
	const char *text = p->text.data;
	const size_t size = p->text.size;
	size_t at = p->at;
	while (at < size && is_space(text[at]))
		at++;
	const size_t begin = at;
	while (at < size && !is_space(text[at]) && text[at] != ';')
		at++;
	p->at = at;
	return (struct hlo_token){ text + begin, at - begin, begin };
}

/* The next word is this one, which is then read. */
static bool take_word(struct hlo_parser *p, struct hlo_token word)
{
	const char *text = p->text.data;
	size_t at = p->at, i = 0;
	while (at < p->text.size && is_space(text[at]))
		at++;
	if (word.size == 0 || p->text.size - at <= word.size)
		return false;
	while (i < word.size && text[at + i] == word.text[i]) /* short: no call */
		i++;
	at += i;
	if (i < word.size || !(is_space(text[at]) || text[at] == ';'))
		return false;
	p->at = at;
	return true;
}

/* Steps over ';' */
static bool end_statement(struct hlo_parser *p)
{
	if (p->at < p->text.size && p->text.data[p->at] == ';') {
		p->at++;
		return true;
	}
	struct hlo_token token = next(p);
	if (token.size > 0)
		return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where ';' is expected", HLO_SHOWN(token));
	if (p->at == p->text.size)
		return kernels_hlo__parse_fail(p, p->at, "the end of the text where ';' is expected");
	p->at++;
	return true;
}

bool kernels_hlo__parse_dtype(struct hlo_parser *p, enum kernels_dtype *out)
{
	struct hlo_parse_known *known = &p->known;
	if (!take_word(p, known->type_word)) {
		struct hlo_token token = next(p);
		if (!hlo_find_element_type(token.text, token.size, &known->type))
			return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where an element type is expected", HLO_SHOWN(token));
		known->type_word = token;
	}
	*out = known->type;
	return true;
}

/* The number of a value before `limit`. */
bool kernels_hlo__parse_value(struct hlo_parser *p, uint32_t limit, uint32_t *out)
{
	const char *text = p->text.data;
	const size_t size = p->text.size;
	size_t at = p->at;
	uint32_t value = 0, digits = 0;
	while (at < size && is_space(text[at]))
		at++;
	for (; at < size && text[at] >= '0' && text[at] <= '9' && digits <= 6; at++, digits++)
		value = 10 * value + (uint32_t)(text[at] - '0');
	const bool ends = at == size || is_space(text[at]) || text[at] == ';';
	if (digits == 0 || digits > 6 || !ends || value >= limit) {
		const struct hlo_token token = next(p);
		return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where one of the %u values before is expected", HLO_SHOWN(token), limit);
	}
	p->at = at;
	*out = value;
	return true;
}

static bool read_hexadecimal(struct hlo_parser *p, uint64_t *out)
{
	struct hlo_token token = next(p);
	uint64_t value = 0;
	bool good = token.size > 2 && token.size <= 18 && token.text[0] == '0' && token.text[1] == 'x';
	for (size_t i = 2; good && i < token.size; i++) {
		char c = token.text[i];
		unsigned digit = c >= '0' && c <= '9'	? (unsigned)(c - '0')
			: c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10)
			: c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
					       : 16;
		good = digit < 16;
		value = value << 4 | digit;
	}
	*out = value;
	return good || kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where bits in hexadecimal are expected, as 0x3F800000", HLO_SHOWN(token));
}

static bool refuse_operation(struct hlo_parser *p, struct hlo_token token, enum hlo_word word, enum hlo_opcode opcode)
{
	const struct hlo_step *step = hlo_step(opcode);
	return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where %s is expected", HLO_SHOWN(token),
		word == HLO_WORD_UNKNOWN	      ? "an operation"
		: step->form == HLO_FORM_COMPARISON  ? "compare.DIRECTION.TYPE"
		: step->form == HLO_FORM_PRECISION   ? "reduce_precision.EXPONENT.MANTISSA"
		: step->flags & HLO_HAS_SPEC	      ? "the name, or name.spec"
						      : "an operation without '.'");
}

/* The operation of this word becomes the known one. */
static bool know_operation(struct hlo_parser *p, struct hlo_token token)
{
	struct hlo_parse_known *known = &p->known;
	known->operation_word.size = 0;
	known->operation = NULL;
	known->detail = (struct hlo_opcode_detail){ 0 };
	const enum hlo_word word = hlo_read_operation(token.text, token.size, &known->opcode, &known->detail);
	if (word != HLO_WORD_STEP)
		return refuse_operation(p, token, word, known->opcode);
	known->operation_word = token;
	return true;
}

/* ---- steps */

static void store_bits(void *out, size_t size, uint64_t bits)
{
	uint8_t u8 = (uint8_t)bits;
	uint16_t u16 = (uint16_t)bits;
	uint32_t u32 = (uint32_t)bits;
	const void *from = size == 1 ? (void *)&u8 : size == 2 ? (void *)&u16 : size == 4 ? (void *)&u32 : (void *)&bits;
	memcpy(out, from, size);
}

static bool read_constant(struct hlo_parser *p, struct hlo_expr_step *step, enum kernels_dtype *dtype)
{
	uint64_t bits[2];
	size_t at = p->at;
	if (!read_hexadecimal(p, &bits[0]))
		return false;
	size_t before = p->at;
	bool two = next(p).text[0] == '0';
	p->at = before;
	if ((two && !read_hexadecimal(p, &bits[1])) || !kernels_hlo__parse_dtype(p, dtype))
		return false;
	if (two != hlo_is_complex(*dtype))
		return kernels_hlo__parse_fail(p, at, "%s where a constant of %s is expected", two ? "two numbers" : "one number",
			kernels_hlo__dtype_name(*dtype));
	unsigned width = hlo_element_type(*dtype).bits / (two ? 2u : 1u);
	size_t size = kernels_dtype_size(*dtype) / (two ? 2 : 1);
	for (int i = 0; i <= two; i++) {
		if (width < 64 && bits[i] >> width)
			return kernels_hlo__parse_fail(p, at, "the constant has more than the %u bits of %s", width, kernels_hlo__dtype_name(*dtype));
		if (hlo_is_signed(*dtype)) /* extended to the bytes in memory */
			bits[i] = (uint64_t)((int64_t)(bits[i] << (64 - width)) >> (64 - width));
		store_bits((char *)step->constant + (size_t)i * size, size, bits[i]);
	}
	return true;
}

/* "add is not defined for i1, f32 -> f32" */
static bool refuse_types(struct hlo_parser *p, struct hlo_token token, const enum kernels_dtype *operands, uint32_t count,
	enum kernels_dtype result)
{
	char text[100];
	size_t used = 0;
	for (uint32_t i = 0; i < count; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "",
			kernels_hlo__dtype_name(operands[i]));
	return kernels_hlo__parse_fail(p, token.at, "%.*s is not defined for %s -> %s", HLO_SHOWN(token), text, kernels_hlo__dtype_name(result));
}

/* "D T" */
static bool read_iota(struct hlo_parser *p, struct hlo_token name, struct hlo_expr_step *step, enum kernels_dtype *dtype)
{
	struct hlo_token token = next(p);
	if (!hlo_read_number(token.text, token.size, &step->dimension))
		return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where a dimension is expected", HLO_SHOWN(token));
	step->opcode = HLO_STEP_IOTA;
	step->of = &no_operands;
	if (!kernels_hlo__parse_dtype(p, dtype))
		return false;
	return *dtype != KERNELS_I1 || kernels_hlo__parse_fail(p, name.at, "iota is not defined for i1");
}

static bool read_index(struct hlo_token token, uint32_t *out)
{
	bool good = token.size > 0 && token.size <= 9;
	*out = 0;
	for (size_t i = 0; good && i < token.size; i++) {
		good = token.text[i] >= '0' && token.text[i] <= '9';
		*out = 10 * *out + (uint32_t)(token.text[i] - '0');
	}
	return good;
}

/* "D AT A B T" */
static bool read_join(struct hlo_parser *p, struct hlo_token name, struct hlo_expr_step *step, uint32_t value)
{
	uint32_t *const numbers[] = { &step->dimension, &step->operands[2] };
	step->opcode = HLO_STEP_JOIN;
	step->of = &join;
	for (int i = 0; i < 2; i++) {
		struct hlo_token token = next(p);
		if (!read_index(token, numbers[i]))
			return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where a number of up to nine digits is expected", HLO_SHOWN(token));
	}
	if (!kernels_hlo__parse_value(p, value, &step->operands[0]) || !kernels_hlo__parse_value(p, value, &step->operands[1]) || !kernels_hlo__parse_dtype(p, &p->dtypes[value]))
		return false;
	const enum kernels_dtype dtype = p->dtypes[value];
	return (p->dtypes[step->operands[0]] == dtype && p->dtypes[step->operands[1]] == dtype) ||
		kernels_hlo__parse_fail(p, name.at, "join of other types than %s", kernels_hlo__dtype_name(dtype));
}

/* The operation of "reduce.NAME". */
static bool read_reducer(struct hlo_parser *p, struct hlo_token token, enum hlo_opcode *out)
{
	if (hlo_find_opcode(token.text + 7, token.size - 7, out) && (hlo_step(*out)->flags & HLO_REDUCES))
		return true;
	return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where reduce.NAME of add, multiply, minimum, maximum, and, or, xor is expected",
		HLO_SHOWN(token));
}

static bool starts_with(struct hlo_token token, const char *text, size_t size)
{
	return token.size >= size && memcmp(token.text, text, size) == 0;
}

/* ---- operations: those of equal steps are one */

#define OPERATIONS 8u /* of a block, and newest ones that are compared */

struct hlo_expr_operations {
	struct hlo_expr_operations *next; /* older ones */
	uint32_t count;
	struct hlo_expr_operation list[OPERATIONS];
};

void kernels_hlo__expr_destroy(struct hlo_expr *expr)
{
	if (!expr)
		return;
	for (struct hlo_expr_operations *block = expr->operations, *next; block; block = next) {
		next = block->next;
		async_free(expr->allocator, block, sizeof *block, _Alignof(struct hlo_expr_operations));
	}
	async_free(expr->allocator, expr, expr->block_size, 16);
}

static bool is_operation(const struct hlo_expr_operation *a, const struct hlo_expr_operation *b)
{
	return a->opcode == b->opcode && a->primitive.result == b->primitive.result && a->operands[0] == b->operands[0] &&
	       a->operands[1] == b->operands[1] && a->operands[2] == b->operands[2] && a->detail.direction == b->detail.direction &&
	       a->detail.compare_type == b->detail.compare_type && a->detail.exponent_bits == b->detail.exponent_bits &&
	       a->detail.mantissa_bits == b->detail.mantissa_bits && a->detail.spec == b->detail.spec;
}

/* One of the newest operations; NULL: none. */
static const struct hlo_expr_operation *find_known(const struct hlo_parser *p, const struct hlo_expr_operation *wanted)
{
	uint32_t left = OPERATIONS;
	for (const struct hlo_expr_operations *block = p->expr->operations; block; block = block->next)
		for (uint32_t i = block->count; i > 0; i--) {
			if (is_operation(&block->list[i - 1], wanted))
				return &block->list[i - 1];
			if (--left == 0)
				return NULL;
		}
	return NULL;
}

/* NULL when out of memory. */
static const struct hlo_expr_operation *add_operation(struct hlo_parser *p, const struct hlo_expr_operation *operation)
{
	struct hlo_expr_operations *block = p->expr->operations;
	if (!block || block->count == OPERATIONS) {
		block = async_alloc(p->expr->allocator, sizeof *block, _Alignof(struct hlo_expr_operations));
		if (!block)
			return NULL;
		block->next = p->expr->operations;
		block->count = 0;
		p->expr->operations = block;
	}
	block->list[block->count] = *operation;
	return &block->list[block->count++];
}

/* The operands that were read, and the result's type, select the primitive. `opcode`: the known operation, or a reducer. */
static bool choose_operation(struct hlo_parser *p, struct hlo_token token, uint32_t value, enum hlo_opcode opcode, uint32_t count)
{
	struct hlo_expr_step *step = &p->steps[value - p->expr->argument_count];
	const bool reduces = step->opcode == HLO_STEP_REDUCE;
	struct hlo_expr_operation wanted = { .opcode = opcode,
		.operands = { KERNELS_DTYPE_INVALID, KERNELS_DTYPE_INVALID, KERNELS_DTYPE_INVALID } };
	if (!reduces)
		wanted.detail = p->known.detail;
	for (uint32_t i = 0; i < count; i++) {
		if (!kernels_hlo__parse_value(p, value, &step->operands[i]))
			return false;
		wanted.operands[i] = hlo_parse_is_array(p, step->operands[i]) ? KERNELS_DTYPE_INVALID : p->dtypes[step->operands[i]];
	}
	if (!kernels_hlo__parse_dtype(p, &p->dtypes[value]))
		return false;
	wanted.primitive.result = p->dtypes[value];
	const struct hlo_expr_operation *known = reduces ? NULL : p->known.operation;
	step->of = known && is_operation(known, &wanted) ? known : find_known(p, &wanted);
	if (!step->of) {
		if (!kernels_hlo__primitive(opcode, &wanted.detail, p->dtypes[value], wanted.operands, &wanted.primitive))
			return refuse_types(p, token, wanted.operands, count, p->dtypes[value]);
		if ((step->of = add_operation(p, &wanted)) == NULL)
			return kernels_hlo__parse_fail(p, 0, "out of memory");
	}
	if (!reduces)
		p->known.operation = step->of;
	return true;
}

/* The step with the known operation, whose word ends here. */
static bool read_operands(struct hlo_parser *p, struct hlo_expr_step *step, uint32_t value)
{
	const struct hlo_token word = { p->known.operation_word.text, p->known.operation_word.size, p->at - p->known.operation_word.size };
	step->opcode = p->known.opcode;
	step->of = &no_operands;
	if (step->opcode == HLO_OP_constant)
		return read_constant(p, step, &p->dtypes[value]) && end_statement(p);
	return choose_operation(p, word, value, step->opcode, hlo_step(step->opcode)->operands) &&
	       end_statement(p);
}

static bool read_step(struct hlo_parser *p, uint32_t index)
{
	struct hlo_expr_step *step = &p->steps[index];
	uint32_t value = p->expr->argument_count + index;
	if (take_word(p, p->known.operation_word))
		return read_operands(p, step, value);
	struct hlo_token token = next(p);
	if (p->loop && token.size == 4 && starts_with(token, "iota", 4))
		return read_iota(p, token, step, &p->dtypes[value]) && end_statement(p);
	if (p->loop && token.size == 4 && starts_with(token, "join", 4))
		return read_join(p, token, step, value) && end_statement(p);
	if (p->loop && starts_with(token, "reduce.", 7)) {
		enum hlo_opcode reducer;
		step->opcode = HLO_STEP_REDUCE;
		return read_reducer(p, token, &reducer) && choose_operation(p, token, value, reducer, 2) && end_statement(p);
	}
	bool known = false;
	if (p->memory && !kernels_hlo__parse_memory_step(p, token, value, &known))
		return false;
	if (known)
		return end_statement(p);
	return know_operation(p, token) && read_operands(p, step, value);
}

/* "T" or "T[]" */
static bool read_argument(struct hlo_parser *p, uint32_t i)
{
	const size_t before = p->at;
	const struct hlo_token token = next(p);
	p->arrays[i] = p->memory && token.size > 2 && memcmp(token.text + token.size - 2, "[]", 2) == 0;
	if (p->arrays[i])
		return hlo_find_element_type(token.text, token.size - 2, &p->dtypes[i]) ||
			kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where an element type is expected", HLO_SHOWN(token));
	p->at = before;
	return kernels_hlo__parse_dtype(p, &p->dtypes[i]);
}

static bool read_return(struct hlo_parser *p)
{
	struct hlo_token token = next(p);
	if (token.size != 6 || memcmp(token.text, "return", 6) != 0)
		return kernels_hlo__parse_fail(p, token.at, "\"%.*s\" where \"return\" is expected", HLO_SHOWN(token));
	for (uint32_t i = 0; i < p->expr->result_count; i++)
		if (!kernels_hlo__parse_value(p, p->expr->argument_count + p->expr->step_count, &p->results[i]))
			return false;
	return true;
}

/* ---- the whole */

static size_t count_words(struct hlo_parser *p)
{
	size_t words = 0;
	while (next(p).size > 0)
		words++;
	return words;
}

/* Counts statements, and words of the first and the last. */
static bool count(struct hlo_parser *p, uint32_t *arguments, uint32_t *steps, uint32_t *results)
{
	size_t statements = 1, words = count_words(p);
	const char *end = p->text.data + p->text.size, *semicolon;
	*arguments = words > HLO_EXPR_ARGUMENTS ? HLO_EXPR_ARGUMENTS + 1 : (uint32_t)words;
	/* from ';' to ';': only the words of the last statement count */
	for (const char *at = p->text.data + p->at; at < end && (semicolon = memchr(at, ';', (size_t)(end - at))) != NULL;) {
		at = semicolon + 1;
		p->at = (size_t)(at - p->text.data);
		statements++;
	}
	words = count_words(p);
	p->at = 0;
	if (statements < 2 || words == 0)
		return kernels_hlo__parse_fail(p, p->text.size, "the end of the text where \"return\" is expected");
	if (*arguments > HLO_EXPR_ARGUMENTS || words - 1 > HLO_EXPR_ARGUMENTS || statements - 2 > HLO_EXPR_STEPS)
		return kernels_hlo__parse_fail(p, 0, "more than %u arguments, %u results or %u steps", HLO_EXPR_ARGUMENTS, HLO_EXPR_ARGUMENTS,
			HLO_EXPR_STEPS);
	*steps = (uint32_t)(statements - 2);
	*results = (uint32_t)(words - 1);
	return true;
}

static size_t round_up(size_t size) { return (size + 15) & ~(size_t)15; }

static bool allocate(struct hlo_parser *p, const struct async_allocator *allocator, uint32_t arguments, uint32_t steps,
	uint32_t results)
{
	size_t dtypes_at = round_up(sizeof(struct hlo_expr));
	size_t steps_at = dtypes_at + round_up(((size_t)arguments + steps) * sizeof(enum kernels_dtype));
	size_t results_at = steps_at + round_up(steps * sizeof(struct hlo_expr_step));
	size_t slots_at = results_at + round_up(results * sizeof(uint32_t));
	size_t arrays_at = slots_at + round_up(arguments * sizeof(uint32_t));
	size_t size = arrays_at + round_up(arguments * sizeof(bool));
	char *block = async_alloc(allocator, size, 16);
	if (!block)
		return kernels_hlo__parse_fail(p, 0, "out of memory");
	memset(block, 0, size);
	p->expr = (struct hlo_expr *)(void *)block;
	p->dtypes = (enum kernels_dtype *)(void *)(block + dtypes_at);
	p->steps = (struct hlo_expr_step *)(void *)(block + steps_at);
	p->results = (uint32_t *)(void *)(block + results_at);
	p->argument_slots = (uint32_t *)(void *)(block + slots_at);
	p->arrays = (bool *)(void *)(block + arrays_at);
	*p->expr = (struct hlo_expr){ .argument_count = arguments, .step_count = steps, .result_count = results,
		.dtypes = p->dtypes, .steps = p->steps, .results = p->results, .argument_slots = p->argument_slots,
		.arrays = p->arrays, .block_size = size, .allocator = allocator };
	return true;
}

/* The last step writes to the result itself if nothing is copied to results from arguments, which may be overwritten. */
static void finish(struct hlo_expr *expr)
{
	uint32_t values = expr->argument_count + expr->step_count, uses = 0;
	for (uint32_t i = 0; i < values; i++) {
		const size_t size = i > 0 && expr->dtypes[i] == expr->dtypes[i - 1] ? 0 : kernels_dtype_size(expr->dtypes[i]);
		expr->element_size = size > expr->element_size ? size : expr->element_size;
	}
	for (uint32_t i = 0; i < expr->result_count; i++)
		uses += expr->results[i] == values - 1;
	expr->writes_last = uses == 1 && kernels_hlo__expr_in_place(expr) &&
		expr->steps[expr->step_count - 1].opcode != HLO_OP_constant;
}

static bool read_expression(struct hlo_parser *p)
{
	for (uint32_t i = 0; i < p->expr->argument_count; i++)
		if (!read_argument(p, i))
			return false;
	if (!end_statement(p))
		return false;
	for (uint32_t i = 0; i < p->expr->step_count; i++)
		if (!read_step(p, i))
			return false;
	if (!read_return(p))
		return false;
	if (p->loop) /* keeps values by its own plan */
		return true;
	char text[HLO_BLOCKS_TEXT];
	if (p->expr->has_blocks && !kernels_hlo__expr_check_blocks(p->expr, p->steps, text))
		return kernels_hlo__parse_fail(p, p->text.size, "%s", text);
	const char *problem = kernels_hlo__expr_assign_slots(p->expr, p->steps, p->argument_slots);
	return !problem || kernels_hlo__parse_fail(p, p->text.size, "%s", problem);
}

static struct hlo_expr *parse(struct hlo_parser *p, const struct async_allocator *allocator)
{
	uint32_t arguments = 0, steps = 0, results = 0;
	if (!count(p, &arguments, &steps, &results) || !allocate(p, allocator, arguments, steps, results))
		return NULL;
	if (!read_expression(p)) {
		kernels_hlo__expr_destroy(p->expr);
		return NULL;
	}
	finish(p->expr);
	return p->expr;
}

struct hlo_expr *kernels_hlo__expr_parse(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size)
{
	struct hlo_parser parser = { .text = text, .message = message, .message_size = message_size };
	return parse(&parser, allocator);
}

struct hlo_expr *kernels_hlo__expr_parse_loop(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size)
{
	struct hlo_parser parser = { .text = text, .message = message, .message_size = message_size, .loop = true };
	return parse(&parser, allocator);
}

struct hlo_expr *kernels_hlo__expr_parse_memory(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size)
{
	struct hlo_parser parser = { .text = text, .message = message, .message_size = message_size, .memory = true };
	return parse(&parser, allocator);
}
