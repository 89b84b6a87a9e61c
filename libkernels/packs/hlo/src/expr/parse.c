/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parser and verifier of expressions. A first pass counts, so that one block holds all; the second one fills it. */
#include "expr/dtypes.h"
#include "expr/expr.h"
#include "expr/slot_assignment.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct token {
	const char *text;
	size_t size, at; /* size 0: the end of the statement */
};

/* Most words for types and operations are those of the statement before. */
struct known {
	struct token type_word, operation_word; /* size 0: none yet */
	enum kernels_dtype type;
	enum hlo_opcode opcode;
	struct hlo_opcode_detail detail;
	const struct hlo_expr_operation *operation; /* that of the last step with this word; NULL: none */
};

struct parser {
	struct kernels_string text;
	size_t at;
	char *message;
	size_t message_size;
	bool loop;   /* iota, join and reduce are steps too */
	bool memory; /* so are load and store */
	struct hlo_expr *expr;
	/* the writable members of expr */
	enum kernels_dtype *dtypes;
	struct hlo_expr_step *steps;
	uint32_t *results, *argument_slots;
	bool *arrays;
	struct known known;
};

/* Of constants and iota. */
static const struct hlo_expr_operation no_operands;
static const struct hlo_expr_operation load = { .primitive = { .operand_count = 2 } }, store = { .primitive = { .operand_count = 3 } },
					join = { .primitive = { .operand_count = 2 } };

static bool fail(struct parser *p, size_t at, const char *format, ...) KERNELS_PRINTF(3, 4);
static bool fail(struct parser *p, size_t at, const char *format, ...)
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
static struct token next(struct parser *p)
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
	return (struct token){ text + begin, at - begin, begin };
}

/* The next word is this one, which is then read. */
static bool take_word(struct parser *p, struct token word)
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

static int shown(struct token token) { return token.size > 40 ? 40 : (int)token.size; }
#define SHOWN(token) shown(token), (token).text

/* Steps over ';' */
static bool end_statement(struct parser *p)
{
	if (p->at < p->text.size && p->text.data[p->at] == ';') {
		p->at++;
		return true;
	}
	struct token token = next(p);
	if (token.size > 0)
		return fail(p, token.at, "\"%.*s\" where ';' is expected", SHOWN(token));
	if (p->at == p->text.size)
		return fail(p, p->at, "the end of the text where ';' is expected");
	p->at++;
	return true;
}

static bool read_dtype(struct parser *p, enum kernels_dtype *out)
{
	struct known *known = &p->known;
	if (!take_word(p, known->type_word)) {
		struct token token = next(p);
		if (!hlo_find_element_type(token.text, token.size, &known->type))
			return fail(p, token.at, "\"%.*s\" where an element type is expected", SHOWN(token));
		known->type_word = token;
	}
	*out = known->type;
	return true;
}

/* The number of a value before `limit`. */
static bool read_value(struct parser *p, uint32_t limit, uint32_t *out)
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
		const struct token token = next(p);
		return fail(p, token.at, "\"%.*s\" where one of the %u values before is expected", SHOWN(token), limit);
	}
	p->at = at;
	*out = value;
	return true;
}

static bool read_hexadecimal(struct parser *p, uint64_t *out)
{
	struct token token = next(p);
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
	return good || fail(p, token.at, "\"%.*s\" where bits in hexadecimal are expected, as 0x3F800000", SHOWN(token));
}

static bool refuse_operation(struct parser *p, struct token token, enum hlo_word word, enum hlo_opcode opcode)
{
	const struct hlo_step *step = hlo_step(opcode);
	return fail(p, token.at, "\"%.*s\" where %s is expected", SHOWN(token),
		word == HLO_WORD_UNKNOWN	      ? "an operation"
		: step->form == HLO_FORM_COMPARISON  ? "compare.DIRECTION.TYPE"
		: step->form == HLO_FORM_PRECISION   ? "reduce_precision.EXPONENT.MANTISSA"
		: step->flags & HLO_HAS_SPEC	      ? "the name, or name.spec"
						      : "an operation without '.'");
}

/* The operation of this word becomes the known one. */
static bool know_operation(struct parser *p, struct token token)
{
	struct known *known = &p->known;
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

static bool read_constant(struct parser *p, struct hlo_expr_step *step, enum kernels_dtype *dtype)
{
	uint64_t bits[2];
	size_t at = p->at;
	if (!read_hexadecimal(p, &bits[0]))
		return false;
	size_t before = p->at;
	bool two = next(p).text[0] == '0';
	p->at = before;
	if ((two && !read_hexadecimal(p, &bits[1])) || !read_dtype(p, dtype))
		return false;
	if (two != hlo_is_complex(*dtype))
		return fail(p, at, "%s where a constant of %s is expected", two ? "two numbers" : "one number",
			kernels_hlo__dtype_name(*dtype));
	unsigned width = hlo_element_type(*dtype).bits / (two ? 2u : 1u);
	size_t size = kernels_dtype_size(*dtype) / (two ? 2 : 1);
	for (int i = 0; i <= two; i++) {
		if (width < 64 && bits[i] >> width)
			return fail(p, at, "the constant has more than the %u bits of %s", width, kernels_hlo__dtype_name(*dtype));
		if (hlo_is_signed(*dtype)) /* extended to the bytes in memory */
			bits[i] = (uint64_t)((int64_t)(bits[i] << (64 - width)) >> (64 - width));
		store_bits((char *)step->constant + (size_t)i * size, size, bits[i]);
	}
	return true;
}

/* "add is not defined for i1, f32 -> f32" */
static bool refuse_types(struct parser *p, struct token token, const enum kernels_dtype *operands, uint32_t count,
	enum kernels_dtype result)
{
	char text[100];
	size_t used = 0;
	for (uint32_t i = 0; i < count; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "",
			kernels_hlo__dtype_name(operands[i]));
	return fail(p, token.at, "%.*s is not defined for %s -> %s", SHOWN(token), text, kernels_hlo__dtype_name(result));
}

/* "D T" */
static bool read_iota(struct parser *p, struct token name, struct hlo_expr_step *step, enum kernels_dtype *dtype)
{
	struct token token = next(p);
	if (!hlo_read_number(token.text, token.size, &step->dimension))
		return fail(p, token.at, "\"%.*s\" where a dimension is expected", SHOWN(token));
	step->opcode = HLO_STEP_IOTA;
	step->of = &no_operands;
	if (!read_dtype(p, dtype))
		return false;
	return *dtype != KERNELS_I1 || fail(p, name.at, "iota is not defined for i1");
}

static bool read_index(struct token token, uint32_t *out)
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
static bool read_join(struct parser *p, struct token name, struct hlo_expr_step *step, uint32_t value)
{
	uint32_t *const numbers[] = { &step->dimension, &step->operands[2] };
	step->opcode = HLO_STEP_JOIN;
	step->of = &join;
	for (int i = 0; i < 2; i++) {
		struct token token = next(p);
		if (!read_index(token, numbers[i]))
			return fail(p, token.at, "\"%.*s\" where a number of up to nine digits is expected", SHOWN(token));
	}
	if (!read_value(p, value, &step->operands[0]) || !read_value(p, value, &step->operands[1]) || !read_dtype(p, &p->dtypes[value]))
		return false;
	const enum kernels_dtype dtype = p->dtypes[value];
	return (p->dtypes[step->operands[0]] == dtype && p->dtypes[step->operands[1]] == dtype) ||
		fail(p, name.at, "join of other types than %s", kernels_hlo__dtype_name(dtype));
}

/* The operation of "reduce.NAME". */
static bool read_reducer(struct parser *p, struct token token, enum hlo_opcode *out)
{
	if (hlo_find_opcode(token.text + 7, token.size - 7, out) && (hlo_step(*out)->flags & HLO_REDUCES))
		return true;
	return fail(p, token.at, "\"%.*s\" where reduce.NAME of add, multiply, minimum, maximum, and, or, xor is expected",
		SHOWN(token));
}

static bool starts_with(struct token token, const char *text, size_t size)
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
static const struct hlo_expr_operation *find_known(const struct parser *p, const struct hlo_expr_operation *wanted)
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
static const struct hlo_expr_operation *add_operation(struct parser *p, const struct hlo_expr_operation *operation)
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

static bool is_array(const struct parser *p, uint32_t value) { return value < p->expr->argument_count && p->arrays[value]; }

/* "A I T", "A I V T" */
static bool read_access(struct parser *p, struct token token, uint32_t value, const struct hlo_expr_operation *of, enum hlo_opcode opcode)
{
	struct hlo_expr_step *step = &p->steps[value - p->expr->argument_count];
	step->opcode = opcode;
	step->of = of;
	for (uint32_t i = 0; i < of->primitive.operand_count; i++)
		if (!read_value(p, value, &step->operands[i]))
			return false;
	if (!read_dtype(p, &p->dtypes[value]))
		return false;
	const uint32_t *operands = step->operands;
	const bool good = is_array(p, operands[0]) && !is_array(p, operands[1]) && p->dtypes[operands[1]] == KERNELS_I64 &&
		p->dtypes[operands[0]] == p->dtypes[value] &&
		(opcode == HLO_STEP_LOAD || (!is_array(p, operands[2]) && p->dtypes[operands[2]] == p->dtypes[value]));
	return good || fail(p, token.at, "%.*s is not defined for these values, expected an array of %s, an index of i64%s", SHOWN(token),
		kernels_hlo__dtype_name(p->dtypes[value]), opcode == HLO_STEP_LOAD ? "" : ", an element");
}

/* The operands that were read, and the result's type, select the primitive. `opcode`: the known operation, or a reducer. */
static bool choose_operation(struct parser *p, struct token token, uint32_t value, enum hlo_opcode opcode, uint32_t count)
{
	struct hlo_expr_step *step = &p->steps[value - p->expr->argument_count];
	const bool reduces = step->opcode == HLO_STEP_REDUCE;
	struct hlo_expr_operation wanted = { .opcode = opcode,
		.operands = { KERNELS_DTYPE_INVALID, KERNELS_DTYPE_INVALID, KERNELS_DTYPE_INVALID } };
	if (!reduces)
		wanted.detail = p->known.detail;
	for (uint32_t i = 0; i < count; i++) {
		if (!read_value(p, value, &step->operands[i]))
			return false;
		wanted.operands[i] = is_array(p, step->operands[i]) ? KERNELS_DTYPE_INVALID : p->dtypes[step->operands[i]];
	}
	if (!read_dtype(p, &p->dtypes[value]))
		return false;
	wanted.primitive.result = p->dtypes[value];
	const struct hlo_expr_operation *known = reduces ? NULL : p->known.operation;
	step->of = known && is_operation(known, &wanted) ? known : find_known(p, &wanted);
	if (!step->of) {
		if (!kernels_hlo__primitive(opcode, &wanted.detail, p->dtypes[value], wanted.operands, &wanted.primitive))
			return refuse_types(p, token, wanted.operands, count, p->dtypes[value]);
		if ((step->of = add_operation(p, &wanted)) == NULL)
			return fail(p, 0, "out of memory");
	}
	if (!reduces)
		p->known.operation = step->of;
	return true;
}

/* The step with the known operation, whose word ends here. */
static bool read_operands(struct parser *p, struct hlo_expr_step *step, uint32_t value)
{
	const struct token word = { p->known.operation_word.text, p->known.operation_word.size, p->at - p->known.operation_word.size };
	step->opcode = p->known.opcode;
	step->of = &no_operands;
	if (step->opcode == HLO_OP_constant)
		return read_constant(p, step, &p->dtypes[value]) && end_statement(p);
	return choose_operation(p, word, value, step->opcode, hlo_step(step->opcode)->operands) &&
	       end_statement(p);
}

static bool read_step(struct parser *p, uint32_t index)
{
	struct hlo_expr_step *step = &p->steps[index];
	uint32_t value = p->expr->argument_count + index;
	if (take_word(p, p->known.operation_word))
		return read_operands(p, step, value);
	struct token token = next(p);
	if (p->loop && token.size == 4 && starts_with(token, "iota", 4))
		return read_iota(p, token, step, &p->dtypes[value]) && end_statement(p);
	if (p->loop && token.size == 4 && starts_with(token, "join", 4))
		return read_join(p, token, step, value) && end_statement(p);
	if (p->loop && starts_with(token, "reduce.", 7)) {
		enum hlo_opcode reducer;
		step->opcode = HLO_STEP_REDUCE;
		return read_reducer(p, token, &reducer) && choose_operation(p, token, value, reducer, 2) && end_statement(p);
	}
	if (p->memory && token.size == 4 && starts_with(token, "load", 4))
		return read_access(p, token, value, &load, HLO_STEP_LOAD) && end_statement(p);
	if (p->memory && token.size == 5 && starts_with(token, "store", 5))
		return read_access(p, token, value, &store, HLO_STEP_STORE) && end_statement(p);
	return know_operation(p, token) && read_operands(p, step, value);
}

/* "T" or "T[]" */
static bool read_argument(struct parser *p, uint32_t i)
{
	const size_t before = p->at;
	const struct token token = next(p);
	p->arrays[i] = p->memory && token.size > 2 && memcmp(token.text + token.size - 2, "[]", 2) == 0;
	if (p->arrays[i])
		return hlo_find_element_type(token.text, token.size - 2, &p->dtypes[i]) ||
			fail(p, token.at, "\"%.*s\" where an element type is expected", SHOWN(token));
	p->at = before;
	return read_dtype(p, &p->dtypes[i]);
}

static bool read_return(struct parser *p)
{
	struct token token = next(p);
	if (token.size != 6 || memcmp(token.text, "return", 6) != 0)
		return fail(p, token.at, "\"%.*s\" where \"return\" is expected", SHOWN(token));
	for (uint32_t i = 0; i < p->expr->result_count; i++)
		if (!read_value(p, p->expr->argument_count + p->expr->step_count, &p->results[i]))
			return false;
	return true;
}

/* ---- the whole */

static size_t count_words(struct parser *p)
{
	size_t words = 0;
	while (next(p).size > 0)
		words++;
	return words;
}

/* Counts statements, and words of the first and the last. */
static bool count(struct parser *p, uint32_t *arguments, uint32_t *steps, uint32_t *results)
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
		return fail(p, p->text.size, "the end of the text where \"return\" is expected");
	if (*arguments > HLO_EXPR_ARGUMENTS || words - 1 > HLO_EXPR_ARGUMENTS || statements - 2 > HLO_EXPR_STEPS)
		return fail(p, 0, "more than %u arguments, %u results or %u steps", HLO_EXPR_ARGUMENTS, HLO_EXPR_ARGUMENTS,
			HLO_EXPR_STEPS);
	*steps = (uint32_t)(statements - 2);
	*results = (uint32_t)(words - 1);
	return true;
}

static size_t round_up(size_t size) { return (size + 15) & ~(size_t)15; }

static bool allocate(struct parser *p, const struct async_allocator *allocator, uint32_t arguments, uint32_t steps,
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
		return fail(p, 0, "out of memory");
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

static bool read_expression(struct parser *p)
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
	const char *problem = kernels_hlo__expr_assign_slots(p->expr, p->steps, p->argument_slots);
	return !problem || fail(p, p->text.size, "%s", problem);
}

static struct hlo_expr *parse(struct parser *p, const struct async_allocator *allocator)
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
	struct parser parser = { .text = text, .message = message, .message_size = message_size };
	return parse(&parser, allocator);
}

struct hlo_expr *kernels_hlo__expr_parse_loop(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size)
{
	struct parser parser = { .text = text, .message = message, .message_size = message_size, .loop = true };
	return parse(&parser, allocator);
}

struct hlo_expr *kernels_hlo__expr_parse_memory(
	struct kernels_string text, const struct async_allocator *allocator, char *message, size_t message_size)
{
	struct parser parser = { .text = text, .message = message, .message_size = message_size, .memory = true };
	return parse(&parser, allocator);
}
