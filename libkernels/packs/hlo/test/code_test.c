/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of loops against the interpreter: random expressions of all operations and types give the same bits, and all instructions are
 * those that the encoder is meant to write, with jumps to instructions of the code. CODE_LOOPS and CODE_SEED: how many, and which. */
#include "check.h"
#include "code/code.h"
#include "code_verify.h"
#include "code_repeat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 3000, TRIPS = 7, LENGTH = 21 };

static uint64_t state;
static uint32_t any(uint32_t limit) /* below `limit` */
{
	state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
	return (uint32_t)(state >> 33) % limit;
}

/* ---- random programs */

static const enum kernels_dtype types[] = { KERNELS_F32, KERNELS_F64, KERNELS_I32, KERNELS_I64, KERNELS_UI32, KERNELS_UI64, KERNELS_I1,
	KERNELS_F32, KERNELS_F64, KERNELS_I32, KERNELS_I8, KERNELS_F16, KERNELS_BF16, KERNELS_COMPLEX64 };
enum { TYPES = sizeof types / sizeof *types };

static struct {
	char text[1 << 17];
	size_t size;
	enum kernels_dtype dtypes[MOST_VALUES];
	bool arrays[MOST_VALUES]; /* of arguments: it is an array of LENGTH elements */
	uint32_t arguments, count, carried;
	bool stores; /* it may change arrays */
	bool blocks; /* it may have branches, and loops inside */
	bool plain;  /* operations that are instructions, of all values before: registers are short */
} program;

static const enum hlo_opcode plain[] = { HLO_OP_add, HLO_OP_subtract, HLO_OP_multiply, HLO_OP_divide, HLO_OP_select, HLO_OP_compare,
	HLO_OP_maximum, HLO_OP_negate, HLO_OP_xor, HLO_OP_convert };

static void put(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void put(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	program.size += (size_t)vsnprintf(program.text + program.size, sizeof program.text - program.size, format, arguments);
	va_end(arguments);
	if (program.size >= sizeof program.text)
		abort();
}

static const char *name_of(enum kernels_dtype dtype) { return hlo_element_type(dtype).name; }

/* A value of the type; UINT32_MAX: there is none. The newest are preferred. */
static uint32_t find_value(enum kernels_dtype dtype)
{
	for (unsigned i = 0; i < 40; i++) {
		const uint32_t near = program.count < 20 || program.plain || any(3) == 0 ? any(program.count) : program.count - 1 - any(20);
		if (program.dtypes[near] == dtype && !program.arrays[near])
			return near;
	}
	for (uint32_t i = 0; i < program.count; i++)
		if (program.dtypes[i] == dtype && !program.arrays[i])
			return i;
	return UINT32_MAX;
}

static void add_value(enum kernels_dtype dtype) { program.dtypes[program.count++] = dtype; }

/* Finite numbers of all kinds; the bytes of others are any. */
static uint64_t any_bits(enum kernels_dtype dtype)
{
	static const float floats[] = { 0, -0.0f, 1, -1, 0.5f, 3.25f, -7.75f, 1e-40f, 3e38f, 100 };
	const float f = any(2) ? floats[any(10)] : (float)any(1000) / 37 - 12;
	const double d = f;
	uint64_t bits = 0;
	uint32_t word;
	switch ((int)dtype) {
	case KERNELS_F32: memcpy(&word, &f, sizeof f); return word;
	case KERNELS_F64: memcpy(&bits, &d, sizeof d); return bits;
	case KERNELS_I1: return any(2);
	case KERNELS_F16: return any(2) ? 0x3C00 + any(200) : 0x8000 + any(0x7000);
	case KERNELS_BF16: return any(2) ? 0x3F80 + any(100) : 0xBF00 + any(100);
	case KERNELS_I8: return any(256);
	case KERNELS_I32: case KERNELS_UI32: return any(4) ? any(70) : (uint32_t)(any(1u << 31) * 2u + any(2));
	default: return any(4) ? any(70) : (uint64_t)any(1u << 31) << 33 | any(1u << 31);
	}
}

static void add_constant(enum kernels_dtype dtype)
{
	put(" constant 0x%llX", (unsigned long long)any_bits(dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : dtype));
	if (dtype == KERNELS_COMPLEX64)
		put(" 0x%llX", (unsigned long long)any_bits(KERNELS_F32));
	put(" %s;", name_of(dtype));
	add_value(dtype);
}

/* What depends on the bits of a NaN is left out: of two NaNs either may be the result of a sum. */
static bool depends_on_nan(enum hlo_opcode opcode, enum kernels_dtype operand)
{
	return opcode == HLO_OP_bitcast_convert && (hlo_is_float(operand) || hlo_is_complex(operand));
}

struct choice {
	enum hlo_opcode opcode;
	const struct hlo_step *step;
	enum kernels_dtype operands[3], result;
	unsigned direction;
};

/* An operation and types; false: these do not fit. */
static bool choose(struct choice *c, const enum kernels_dtype *list, uint32_t count)
{
	static const enum hlo_direction numbers[] = { HLO_EQ, HLO_NE, HLO_LT, HLO_LE, HLO_GE, HLO_GT };
	c->opcode = program.plain ? plain[any(sizeof plain / sizeof *plain)] : (enum hlo_opcode)any(HLO_OPCODE_COUNT);
	const struct hlo_step *step = c->step = hlo_step(c->opcode);
	const enum kernels_dtype operand = list[any(count)];
	c->result = step->form == HLO_FORM_SAME || step->form == HLO_FORM_CHOICE ? operand
		: step->form == HLO_FORM_COMPARISON ? KERNELS_I1 : list[any(count)];
	c->direction = any(6);
	const struct hlo_opcode_detail detail = {
		.direction = numbers[c->direction], .compare_type = HLO_NOTYPE, .exponent_bits = 6, .mantissa_bits = 9 };
	struct hlo_primitive primitive;
	for (unsigned i = 0; i < 3; i++)
		c->operands[i] = i == 0 && step->form == HLO_FORM_CHOICE ? KERNELS_I1 : operand;
	return step->operands > 0 && !depends_on_nan(c->opcode, operand) && hlo_accepts_all(c->opcode, &detail, c->operands, c->result) &&
	       kernels_hlo__primitive(c->opcode, &detail, c->result, c->operands, &primitive);
}

static void put_step(const struct choice *c, const uint32_t *values)
{
	static const char *const directions[] = { "EQ", "NE", "LT", "LE", "GE", "GT" };
	put(" %s", c->step->name);
	if (c->opcode == HLO_OP_compare)
		put(".%s.NOTYPE", directions[c->direction]);
	if (c->opcode == HLO_OP_reduce_precision)
		put(".6.9");
	for (unsigned i = 0; i < c->step->operands; i++)
		put(" %u", values[i]);
	put(" %s;", name_of(c->result));
	add_value(c->result);
}

/* Returns false if operation, types and values do not fit. */
static bool add_step(void)
{
	struct choice c;
	uint32_t values[3];
	if (!choose(&c, types, program.plain ? 3 : TYPES))
		return false;
	for (unsigned i = 0; i < c.step->operands; i++)
		if ((values[i] = find_value(c.operands[i])) == UINT32_MAX)
			return false;
	put_step(&c, values);
	return true;
}

/* Most indices are outside of the array. */
static bool add_access(void)
{
	const uint32_t array = any(program.arguments), index = find_value(KERNELS_I64);
	const bool stores = program.stores && array < program.carried && any(2);
	if (!program.arrays[array] || index == UINT32_MAX)
		return false;
	const uint32_t value = stores ? find_value(program.dtypes[array]) : 0;
	if (value == UINT32_MAX)
		return false;
	if (stores)
		put(" store %u %u %u %s;", array, index, value, name_of(program.dtypes[array]));
	else
		put(" load %u %u %s;", array, index, name_of(program.dtypes[array]));
	add_value(program.dtypes[array]);
	return true;
}

static void begin(bool stores)
{
	program.stores = stores;
	program.size = program.count = 0;
	for (uint32_t i = 0; i < program.arguments; i++) {
		const enum kernels_dtype dtype = program.dtypes[i];
		put("%s%s%s", i ? " " : "", name_of(dtype), program.arrays[i] ? "[]" : "");
		add_value(dtype);
	}
	put(";");
}

static void add_steps(uint32_t count);

/* A step without a value. */
__attribute__((format(printf, 1, 2))) static void add_mark(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	program.size += (size_t)vsnprintf(program.text + program.size, sizeof program.text - program.size, format, arguments);
	va_end(arguments);
	add_value(KERNELS_DTYPE_INVALID);
}

/* Returns the number. */
static uint32_t add_variable(enum kernels_dtype dtype)
{
	const uint32_t first = find_value(dtype);
	if (first == UINT32_MAX)
		return UINT32_MAX;
	put(" variable %u %s;", first, name_of(dtype));
	add_value(dtype);
	return program.count - 1;
}

/* Sets some of the variables, which are the values from `first` to `end` - 1; then values from `inside` on are hidden. */
static void end_block(uint32_t first, uint32_t end, uint32_t inside, const char *word)
{
	for (uint32_t i = first; i < end; i++) {
		const uint32_t value = any(3) ? find_value(program.dtypes[i]) : UINT32_MAX;
		if (value != UINT32_MAX)
			add_mark(" set %u %u %s;", i, value, name_of(program.dtypes[i]));
	}
	add_mark(" %s;", word);
	for (uint32_t i = inside; i < program.count; i++)
		program.dtypes[i] = KERNELS_DTYPE_INVALID;
}

static void add_if(uint32_t first, uint32_t end)
{
	const uint32_t condition = find_value(KERNELS_I1), inside = program.count;
	if (condition == UINT32_MAX)
		return;
	add_mark(" if %u;", condition);
	add_steps(any(6));
	if (any(2)) {
		end_block(first, end, inside, "else");
		add_steps(any(6));
	}
	end_block(first, end, inside, "end");
}

/* A counter ends it, if not another condition. */
static void add_loop(uint32_t first, uint32_t end)
{
	put(" constant 0x0 i32; variable %u i32;", program.count);
	add_value(KERNELS_DTYPE_INVALID);
	add_value(KERNELS_I32);
	const uint32_t counter = program.count - 1, inside = program.count;
	add_mark(" loop;");
	add_steps(any(4));
	put(" constant 0x%X i32; compare.LT.SIGNED %u %u i1;", any(5), counter, program.count);
	add_value(KERNELS_I32);
	add_value(KERNELS_I1);
	const uint32_t other = any(2) ? find_value(KERNELS_I1) : program.count - 1;
	put(" and %u %u i1;", other, program.count - 1);
	add_value(KERNELS_I1);
	add_mark(" while %u;", program.count - 1);
	add_steps(any(8));
	put(" constant 0x1 i32; add %u %u i32;", counter, program.count);
	add_value(KERNELS_I32);
	add_value(KERNELS_I32);
	add_mark(" set %u %u i32;", counter, program.count - 1);
	end_block(first, end, inside, "end");
	program.dtypes[counter] = KERNELS_I32;
}

/* A branch or a loop, with a few variables; inside of others, too. */
static void add_block(void)
{
	static unsigned depth;
	const uint32_t first = program.count;
	if (depth == 3 || program.count > MOST_VALUES / 3)
		return;
	depth++;
	for (uint32_t i = any(5); i > 0; i--)
		(void)add_variable(types[any(TYPES)]);
	if (any(2))
		add_if(first, program.count);
	else
		add_loop(first, program.count);
	depth--;
}

static void add_steps(uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (any(6) == 0)
			add_constant(types[any(TYPES)]);
		if (any(4) == 0 && add_access())
			continue;
		if (program.blocks && any(10) == 0)
			add_block();
		for (unsigned k = 0; k < 60 && !add_step(); k++)
			;
	}
}

static struct hlo_expr *parse(void)
{
	char message[200] = "";
	struct hlo_expr *expr = kernels_hlo__expr_parse_memory(
		(struct kernels_string){ program.text, program.size }, async_allocator_system(), message, sizeof message);
	if (!expr)
		check_report(__FILE__, __LINE__, "%s in %s", message, program.text);
	return expr;
}

/* Argument 0 counts to TRIPS; the loop may end before. */
static struct hlo_expr *make_condition(void)
{
	begin(false);
	add_steps(any(5));
	put(" constant 0x%X i32; compare.LT.SIGNED 0 %u i1;", (unsigned)TRIPS, program.count);
	program.count += 2;
	program.dtypes[program.count - 2] = KERNELS_I32;
	program.dtypes[program.count - 1] = KERNELS_I1;
	const uint32_t other = any(4) ? UINT32_MAX : find_value(KERNELS_I1);
	if (other != UINT32_MAX) {
		put(" or %u %u i1; and %u %u i1;", other, program.count - 1, program.count - 1, program.count);
		program.count += 2;
	}
	put(" return %u", program.count - 1);
	return parse();
}

static struct hlo_expr *make_body(void)
{
	begin(true);
	put(" constant 0x1 i32; add 0 %u i32;", program.count);
	add_value(KERNELS_I32);
	add_value(KERNELS_I32);
	const uint32_t counter = program.count - 1;
	add_steps(program.plain ? 100 + any(200) : any(3) ? any(20) : any(150));
	put(" return %u", counter);
	for (uint32_t i = 1; i < program.carried; i++)
		put(" %u", program.arrays[i] ? i : find_value(program.dtypes[i]));
	return parse();
}

/* ---- both ways */

enum { QUESTIONS = 4000 };
static unsigned left; /* questions of the watch before it gives up */

/* Few iterations, so that it is asked often. */
static uint64_t two_more(struct hlo_watch *watch)
{
	(void)watch;
	return left-- > 0 ? 2 : 0;
}

/* Returns false if the loop was given up. */
static bool interpret(const struct hlo_expr *condition, const struct hlo_expr *body, uint32_t carried, struct hlo_register *values)
{
	struct hlo_scalars *test = kernels_hlo__scalars_create(condition, body->argument_count);
	struct hlo_scalars *steps = kernels_hlo__scalars_create(body, body->argument_count + test->registers);
	const size_t count = (size_t)body->argument_count + test->registers + steps->registers;
	struct hlo_register *registers = calloc(count, sizeof *registers), *next = calloc(carried, sizeof *next);
	struct hlo_watch watch = { 1, two_more };
	memcpy(registers, values, body->argument_count * sizeof *values);
	kernels_hlo__scalars_begin(test, registers);
	kernels_hlo__scalars_begin(steps, registers);
	bool ended = false;
	for (left = QUESTIONS; left > 0; left--) {
		if (!kernels_hlo__scalars_run_watched(test, registers, &watch))
			break;
		ended = !*(const uint8_t *)&registers[test->results[0].number];
		if (ended || !kernels_hlo__scalars_run_watched(steps, registers, &watch))
			break;
		for (uint32_t i = 0; i < carried; i++)
			hlo_register_copy(&next[i], &registers[steps->results[i].number], steps->results[i].size);
		for (uint32_t i = 0; i < carried; i++)
			hlo_register_copy(&registers[i], &next[i], steps->results[i].size);
	}
	memcpy(values, registers, carried * sizeof *values);
	free(registers);
	free(next);
	kernels_hlo__scalars_destroy(test);
	kernels_hlo__scalars_destroy(steps);
	return ended;
}

static bool is_nan(enum kernels_dtype dtype, const struct hlo_register *value)
{
	uint64_t bits = value->words[0];
	float f;
	double d;
	memcpy(&f, &bits, sizeof f);
	memcpy(&d, &bits, sizeof d);
	switch ((int)dtype) {
	case KERNELS_F32: return f != f;
	case KERNELS_F64: return d != d;
	case KERNELS_F16: return (bits & 0x7FFF) > 0x7C00;
	case KERNELS_BF16: return (bits & 0x7FFF) > 0x7F80;
	case KERNELS_COMPLEX64: {
		const uint32_t high = (uint32_t)(bits >> 32);
		float imaginary;
		memcpy(&imaginary, &high, sizeof high);
		return f != f || imaginary != imaginary;
	}
	default: return false;
	}
}

static bool same(enum kernels_dtype dtype, const struct hlo_register *a, const struct hlo_register *b)
{
	return memcmp(a, b, kernels_dtype_size(dtype)) == 0 || (is_nan(dtype, a) && is_nan(dtype, b));
}

/* In rounds of three iterations. Returns false if the loop was given up. */
static bool run_code(const struct hlo_code *code, const struct hlo_register *values, struct hlo_register *out, uint32_t arguments)
{
	struct hlo_register *frame = aligned_alloc(16, (code->frame + 1) * sizeof *frame);
	struct hlo_watch watch = { 0, two_more };
	enum hlo_code_end end = HLO_CODE_LIMIT;
	memset(frame, 0xA5, (code->frame + 1) * sizeof *frame);
	memcpy(frame, values, arguments * sizeof *frame);
	for (left = QUESTIONS; left > 0 && end == HLO_CODE_LIMIT; left--)
		end = kernels_hlo__code_run(code, frame, 3, &watch);
	CHECK(frame[code->frame].words[0] == UINT64_C(0xA5A5A5A5A5A5A5A5));
	memcpy(out, frame, arguments * sizeof *frame);
	free(frame);
	return end == HLO_CODE_DONE;
}

/* Memory of arrays, twice: for code and interpreter. */
static struct {
	_Alignas(16) uint64_t words[LENGTH + 1];
} memory[2][MOST_VALUES];

static void fill(const struct hlo_expr *body, struct hlo_register *values, unsigned side)
{
	for (uint32_t i = 0; i < body->argument_count; i++) {
		const enum kernels_dtype dtype = body->dtypes[i];
		const size_t size = kernels_dtype_size(dtype);
		if (!body->arrays[i]) {
			values[i] = (struct hlo_register){ { i == 0 ? 0 : any_bits(dtype), 0 } };
			if (dtype == KERNELS_COMPLEX64)
				values[i].words[0] = any_bits(KERNELS_F32) | any_bits(KERNELS_F32) << 32;
			continue;
		}
		for (size_t k = 0; k <= LENGTH; k++) {
			const uint64_t bits = any_bits(dtype);
			memcpy((char *)memory[side][i].words + k * size, &bits, size);
		}
		const struct hlo_scalar_array array = { memory[side][i].words, LENGTH - 1 };
		memcpy(&values[i], &array, sizeof array);
	}
}

/* Behind an array is one more element, which nothing changes. */
static bool same_argument(const struct hlo_expr *body, uint32_t i, const struct hlo_register *a, const struct hlo_register *b)
{
	const size_t size = kernels_dtype_size(body->dtypes[i]);
	for (size_t k = 0; body->arrays[i] && k <= LENGTH; k++) {
		struct hlo_register elements[2] = { { { 0 } } };
		for (unsigned side = 0; side < 2; side++)
			memcpy(&elements[side], (char *)memory[side][i].words + k * size, size);
		if (!same(body->dtypes[i], &elements[0], &elements[1]))
			return false;
	}
	return body->arrays[i] || same(body->dtypes[i], a, b);
}

static void compare_results(const struct hlo_expr *condition, const struct hlo_expr *body, const struct hlo_code *code)
{
	struct hlo_register values[2][MOST_VALUES], found[MOST_VALUES];
	const uint64_t before = state;
	fill(body, values[0], 0);
	state = before;
	fill(body, values[1], 1);
	memcpy(found, values[0], sizeof found);
	CHECK(run_code(code, values[0], found, body->argument_count));
	CHECK(interpret(condition, body, program.carried, values[1]));
	for (uint32_t i = 0; i < body->argument_count; i++) {
		const struct hlo_register *expected = i < program.carried ? &values[1][i] : &values[0][i];
		if (!same_argument(body, i, expected, &found[i]))
			check_report(__FILE__, __LINE__, "argument %u, %s, is %llx, expected %llx, in %.3000s", i, name_of(body->dtypes[i]),
				(unsigned long long)found[i].words[0], (unsigned long long)expected->words[0], program.text);
	}
}

/* Returns whether there are packs, which leave upper halves of registers in use: vzeroupper. */
static bool compare_code(const struct hlo_expr *condition, const struct hlo_expr *body)
{
	const char *reason;
	struct hlo_code *code = body ? kernels_hlo__code_loop(condition, body, program.carried, async_allocator_system(), &reason) : NULL;
	bool packs = false;
	if (code) {
		const char *fault = code_verify(code->pages, code->size, code->first, code->frame);
		if (fault)
			check_report(__FILE__, __LINE__, "%s in the code of %.3000s", fault, program.text);
		compare_results(condition, body, code);
		packs = memmem((const char *)code->pages + code->first, code->size - code->first, "\xC5\xF8\x77", 3) != NULL;
	} else if (body) {
		check_report(__FILE__, __LINE__, "no code: %s", reason);
	}
	kernels_hlo__code_destroy(code);
	return packs;
}

static void random_loop(void)
{
	program.plain = any(4) == 0;
	program.blocks = any(2);
	program.arguments = program.plain ? 30 + any(50) : 1 + any(8);
	program.carried = program.plain ? program.arguments : 1 + any(program.arguments);
	program.dtypes[0] = KERNELS_I32;
	memset(program.arrays, 0, sizeof program.arrays);
	for (uint32_t i = 1; i < program.arguments; i++) {
		program.arrays[i] = any(4) == 0;
		program.dtypes[i] = types[any(program.plain ? 3 : program.arrays[i] ? 7 : TYPES)]; /* arrays: those with registers */
	}
	struct hlo_expr *condition = make_condition(), *body = condition ? make_body() : NULL;
	compare_code(condition, body);
	kernels_hlo__expr_destroy(condition);
	kernels_hlo__expr_destroy(body);
}

#include "code_vectors.h"

/* ---- damaged texts: what is accepted gives the same bits, or is given up */

static void compare_damaged(const struct hlo_expr *condition, const struct hlo_expr *body)
{
	const char *reason;
	struct hlo_register values[2][MOST_VALUES], found[MOST_VALUES];
	struct hlo_code *code = kernels_hlo__code_loop(condition, body, program.carried, async_allocator_system(), &reason);
	const uint64_t before = state;
	if (!CHECK(code != NULL))
		return;
	CHECK(!code_verify(code->pages, code->size, code->first, code->frame));
	fill(body, values[0], 0);
	state = before;
	fill(body, values[1], 1);
	memcpy(found, values[0], sizeof found);
	const bool ended = run_code(code, values[0], found, body->argument_count) && interpret(condition, body, program.carried, values[1]);
	for (uint32_t i = 0; ended && i < program.carried; i++) {
		if (!same(body->dtypes[i], &values[1][i], &found[i]))
			check_report(__FILE__, __LINE__, "argument %u is %llx, expected %llx, in %.3000s", i, (unsigned long long)found[i].words[0],
				(unsigned long long)values[1][i].words[0], program.text);
	}
	kernels_hlo__code_destroy(code);
}

/* Results of the body must have the types of its arguments, as the kernel checks. */
static bool fits_loop(const struct hlo_expr *body)
{
	if (body->result_count != program.carried)
		return false;
	for (uint32_t i = 0; i < body->result_count; i++) {
		const uint32_t value = body->results[i];
		const bool array = value < body->argument_count && body->arrays[value];
		if (hlo_expr_result(body, i) != body->dtypes[i] || (array ? value != i : body->arrays[i]))
			return false;
	}
	return true;
}

/* Exchanges a byte, removes some, or repeats some. */
static void damage(void)
{
	static const char letters[] = "0123456789 ;leifwst";
	const size_t at = any((uint32_t)program.size), count = any(3) ? 1 : any(30);
	if (any(3)) {
		program.text[at] = letters[any(sizeof letters - 1)];
	} else if (at + count < program.size && program.size + count < sizeof program.text) {
		if (any(2)) {
			memmove(program.text + at, program.text + at + count, program.size - at - count);
			program.size -= count;
		} else {
			memmove(program.text + at + count, program.text + at, program.size - at);
			program.size += count;
		}
		program.text[program.size] = 0;
	}
}

static void random_damage(void)
{
	char message[200];
	program.plain = false;
	program.blocks = true;
	program.arguments = program.carried = 3 + any(6);
	program.dtypes[0] = KERNELS_I32;
	memset(program.arrays, 0, sizeof program.arrays);
	for (uint32_t i = 1; i < program.arguments; i++)
		program.dtypes[i] = types[any(TYPES)];
	struct hlo_expr *condition = make_condition(), *body = condition ? make_body() : NULL;
	const bool intact = body != NULL;
	kernels_hlo__expr_destroy(body);
	for (unsigned i = 0; i < 20 && intact; i++) {
		damage();
		body = kernels_hlo__expr_parse_memory(
			(struct kernels_string){ program.text, program.size }, async_allocator_system(), message, sizeof message);
		if (body && body->argument_count == condition->argument_count &&
			memcmp(body->dtypes, condition->dtypes, body->argument_count * sizeof *body->dtypes) == 0 &&
			memcmp(body->arrays, condition->arrays, body->argument_count) == 0 && fits_loop(body))
			compare_damaged(condition, body);
		kernels_hlo__expr_destroy(body);
	}
	kernels_hlo__expr_destroy(condition);
}

static void same_bits(void) { code_repeat(&state, 1, 3000, random_loop); }

static void same_bits_of_packs(void)
{
	with_packs = 0;
	code_repeat(&state, 3, 600, random_vectors);
	CHECK(!has_code() || getenv("CODE_LOOPS") || with_packs > 300);
}

static struct hlo_expr *parse_text(const char *arguments, const char *steps)
{
	program.size = 0;
	put("%s; %s", arguments, steps);
	return parse();
}

/* Results that are computed in the registers of other arguments, and arguments that become others. */
static void changes_places(void)
{
	static const char arguments[] = "i32 f32 f32 f32";
	static const char *const results[] = { "5 6 7 8", "5 7 6 8", "5 7 8 6", "5 8 7 6", "5 6 6 6", "5 8 8 7", "5 2 1 6", "5 2 6 1", "5 3 8 8" };
	program.arguments = program.carried = 4;
	memset(program.arrays, 0, sizeof program.arrays);
	for (size_t i = 0; i < sizeof results / sizeof *results && has_code(); i++) {
		char body[200];
		struct hlo_expr *condition = parse_text(arguments, "constant 0x7 i32; compare.LT.SIGNED 0 4 i1; return 5");
		snprintf(body, sizeof body, "constant 0x1 i32; add 0 4 i32; negate 1 f32; negate 2 f32; negate 3 f32; return %s", results[i]);
		struct hlo_expr *steps = parse_text(arguments, body);
		compare_code(condition, steps);
		kernels_hlo__expr_destroy(condition);
		kernels_hlo__expr_destroy(steps);
	}
}

static void survives(void) { code_repeat(&state, 2, 1000, random_damage); }

/* Damaged code is noticed: the verifier reads each byte. */
static void verifies(void)
{
	const char *reason;
	program.arguments = program.carried = 3;
	program.dtypes[0] = KERNELS_I32;
	program.dtypes[1] = program.dtypes[2] = KERNELS_F64;
	memset(program.arrays, 0, sizeof program.arrays);
	state = 5;
	if (!has_code())
		return;
	struct hlo_expr *condition = make_condition(), *body = make_body();
	struct hlo_code *code = kernels_hlo__code_loop(condition, body, 3, async_allocator_system(), &reason);
	if (CHECK(code != NULL)) {
		uint8_t *bytes = malloc(code->size);
		size_t noticed = 0;
		memcpy(bytes, code->pages, code->size);
		CHECK(!code_verify(bytes, code->size, code->first, code->frame));
		CHECK(code_verify(bytes, code->size - 1, code->first, code->frame) != NULL);
		for (size_t i = code->first; i < code->size; i++) {
			bytes[i] ^= 0x41;
			noticed += code_verify(bytes, code->size, code->first, code->frame) != NULL;
			bytes[i] ^= 0x41;
		}
		CHECK(noticed * 2 > code->size - code->first);
		free(bytes);
	}
	kernels_hlo__code_destroy(code);
	kernels_hlo__expr_destroy(condition);
	kernels_hlo__expr_destroy(body);
}

/* A host needs its mappings for other things too: after 4096 loops, others are interpreted. */
static void stops_mapping(void)
{
	enum { MANY = 4200 };
	static struct hlo_code *codes[MANY];
	const char *reason = NULL;
	unsigned count = 0;
	program.arguments = program.carried = 1;
	program.dtypes[0] = KERNELS_I32;
	program.plain = false;
	memset(program.arrays, 0, sizeof program.arrays);
	if (!has_code())
		return;
	struct hlo_expr *condition = make_condition(), *body = make_body();
	for (unsigned i = 0; i < MANY; i++)
		count += (codes[i] = kernels_hlo__code_loop(condition, body, 1, async_allocator_system(), &reason)) != NULL;
	CHECK_INT(count, 4096);
	CHECK_STR(reason, "the system refuses executable pages, or there are too many");
	for (unsigned i = 0; i < MANY; i++)
		kernels_hlo__code_destroy(codes[i]);
	codes[0] = kernels_hlo__code_loop(condition, body, 1, async_allocator_system(), &reason);
	CHECK(codes[0] != NULL);
	kernels_hlo__code_destroy(codes[0]);
	kernels_hlo__expr_destroy(condition);
	kernels_hlo__expr_destroy(body);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(same_bits), CHECK_CASE(same_bits_of_packs),
		CHECK_CASE(changes_places), CHECK_CASE(survives),
		CHECK_CASE(verifies), CHECK_CASE(stops_mapping) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
