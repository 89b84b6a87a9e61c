/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The common operations have separate codes, with the values of scalars/operations.h: an indirect call per
 * step takes twice as long as all else, and a result that is read from memory again takes as long as three additions. So there are two
 * codes for arithmetic: NAME reads operand 0 from its register, NAME_last has it in a variable, as the result of the step before. */
#include "expr/scalars.h"
#include <scalars/operations.h>

/* TYPE(enumerator, name, type, unsigned type in which sums wrap around) */
#define TYPES(TYPE) \
	TYPE(F32, f32, float, float) \
	TYPE(F64, f64, double, double) \
	TYPE(I32, i32, int32_t, uint32_t) \
	TYPE(I64, i64, int64_t, uint64_t)

/* Rows of scalars/operations.h, with their enumerator, name and type: OP(operation, form, value, E, name, T). */
#define ARITHMETIC_OF(OP, E, name, T, W) \
	SCALARS_SUMS(OP, W, E, name, T) \
	SCALARS_DIFFERENCES(OP, W, E, name, T)
#define INTEGERS_OF(OP, E, name, T, U, bits) \
	SCALARS_BITWISE(OP, T, U, U, bits, E, name, T) \
	SCALARS_LOGIC(OP, E, name, T) \
	SCALARS_EXTREMES(OP, E, name, T)
#define ARITHMETIC(OP) \
	ARITHMETIC_OF(OP, F32, f32, float, float) \
	SCALARS_FLOAT_QUOTIENT(OP, F32, f32, float) \
	ARITHMETIC_OF(OP, F64, f64, double, double) \
	SCALARS_FLOAT_QUOTIENT(OP, F64, f64, double) \
	INTEGERS_OF(OP, I32, i32, int32_t, uint32_t, 32) \
	INTEGERS_OF(OP, I64, i64, int64_t, uint64_t, 64)
/* OP(E, name, type of the operand, E, name, type of the result) */
#define CONVERSIONS(OP) \
	OP(I32, i32, int32_t, I64, i64, int64_t) OP(I32, i32, int32_t, F32, f32, float) OP(I32, i32, int32_t, F64, f64, double) \
	OP(I64, i64, int64_t, F32, f32, float) OP(I64, i64, int64_t, F64, f64, double) OP(UI64, ui64, uint64_t, UI32, ui32, uint32_t) \
	OP(UI32, ui32, uint32_t, UI64, ui64, uint64_t) OP(F32, f32, float, F64, f64, double) OP(F64, f64, double, F32, f32, float)
/* OP(direction, operator, E, name, T) */
#define COMPARISONS(OP) \
	SCALARS_COMPARISONS(OP, F32, f32, float) \
	SCALARS_COMPARISONS(OP, F64, f64, double) \
	SCALARS_COMPARISONS(OP, I32, i32, int32_t) \
	SCALARS_COMPARISONS(OP, UI32, ui32, uint32_t) \
	SCALARS_COMPARISONS(OP, I64, i64, int64_t) \
	SCALARS_COMPARISONS(OP, UI64, ui64, uint64_t)
#define LOGIC(OP) SCALARS_LOGIC(OP, I1, i1, uint8_t)
#define SIZES(SIZE) SIZE(1) SIZE(2) SIZE(4) SIZE(8) SIZE(16)

enum {
	CODE_call,
#define OP(op, form, value, E, name, T) CODE_##op##_##name, CODE_##op##_##name##_last,
	ARITHMETIC(OP)
#undef OP
#define OP(direction, operator, E, name, T) CODE_##direction##_##name,
	COMPARISONS(OP)
#undef OP
#define OP(op, form, value, E, name, T) CODE_##op##_##name,
	LOGIC(OP)
#undef OP
#define TYPE(E, name, T, W) CODE_select_##name,
	TYPES(TYPE)
#undef TYPE
#define SIZE(n) CODE_load_##n, CODE_store_##n,
	SIZES(SIZE)
#undef SIZE
#define OP(E, from, F, R, to, T) CODE_##from##_to_##to,
	CONVERSIONS(OP)
#undef OP
	CODE_copy_1, CODE_copy_2, CODE_copy_4, CODE_copy_8, CODE_copy_16,
	CODE_watch,            /* counts an iteration */
	CODE_jump, CODE_unless /* to the step `out`; if the i1 is false */
};

/* ---- compiling */

static uint32_t code_of_access(enum hlo_opcode opcode, size_t size)
{
#define SIZE(n) \
	if (size == n) \
		return opcode == HLO_STEP_LOAD ? CODE_load_##n : CODE_store_##n;
	SIZES(SIZE)
#undef SIZE
	return CODE_call;
}

/* Of convert and bitcast_convert. */
static uint32_t code_of_conversion(enum hlo_opcode opcode, enum kernels_dtype from, enum kernels_dtype to)
{
	const size_t size = kernels_dtype_size(to);
	if ((opcode == HLO_OP_bitcast_convert || from == to) && kernels_dtype_size(from) == size && (size == 4 || size == 8))
		return size == 4 ? CODE_copy_4 : CODE_copy_8;
#define OP(E, from_, F, R, to_, T) \
	if (opcode == HLO_OP_convert && from == KERNELS_##E && to == KERNELS_##R) \
		return CODE_##from_##_to_##to_;
	CONVERSIONS(OP)
#undef OP
	return CODE_call;
}

/* The type whose operations have the same bits: unsigned numbers are computed as signed ones, but for comparisons, minimum and maximum. */
static enum kernels_dtype computed_as(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	if (opcode == HLO_OP_compare || opcode == HLO_OP_minimum || opcode == HLO_OP_maximum)
		return dtype;
	return dtype == KERNELS_UI32 ? KERNELS_I32 : dtype == KERNELS_UI64 ? KERNELS_I64 : dtype;
}

/* The code of a step whose operands are in registers. */
static uint32_t code_of(const struct hlo_expr *expr, const struct hlo_expr_step *step)
{
	const uint32_t opcode = (uint32_t)step->opcode;
	if (step->opcode == HLO_STEP_LOAD || step->opcode == HLO_STEP_STORE)
		return code_of_access(step->opcode, kernels_dtype_size(expr->dtypes[step->operands[0]]));
	if (step->opcode == HLO_OP_convert || step->opcode == HLO_OP_bitcast_convert)
		return code_of_conversion(step->opcode, expr->dtypes[step->operands[0]], step->of->primitive.result);
	const enum kernels_dtype dtype =
		computed_as(step->opcode, expr->dtypes[step->operands[step->of->primitive.operand_count - 1]]);
#define OP(op, form, value, E, name, T) \
	if (opcode == HLO_OP_##op && dtype == KERNELS_##E) \
		return CODE_##op##_##name;
	ARITHMETIC(OP)
	LOGIC(OP)
#undef OP
#define OP(direction_, operator, E, name, T) \
	if (opcode == HLO_OP_compare && dtype == KERNELS_##E && step->of->detail.direction == HLO_##direction_ && \
		step->of->detail.compare_type != HLO_TOTALORDER) \
		return CODE_##direction_##_##name;
	COMPARISONS(OP)
#undef OP
#define TYPE(E, name, T, W) \
	if (opcode == HLO_OP_select && dtype == KERNELS_##E) \
		return CODE_select_##name;
	TYPES(TYPE)
#undef TYPE
	return CODE_call;
}

/* The type whose variable has the result after a step with this code; KERNELS_DTYPE_INVALID: none. */
static enum kernels_dtype kept_by(uint32_t code)
{
	switch (code) {
#define OP(op, form, value, E, name, T) \
	case CODE_##op##_##name: \
	case CODE_##op##_##name##_last: return KERNELS_##E;
		ARITHMETIC(OP)
#undef OP
#define TYPE(E, name, T, W) \
	case CODE_select_##name: return KERNELS_##E;
		TYPES(TYPE)
#undef TYPE
	default: return KERNELS_DTYPE_INVALID;
	}
}

static bool is_arithmetic(uint32_t code) { return code >= CODE_add_f32 && code < CODE_EQ_f32; }

/* Of variable and set. */
static uint32_t code_of_copy(size_t size)
{
	return size == 1 ? CODE_copy_1 : size == 2 ? CODE_copy_2 : size == 4 ? CODE_copy_4 : size == 8 ? CODE_copy_8 : CODE_copy_16;
}

struct compiler {
	const struct hlo_expr *expr;
	uint32_t first;
	struct hlo_scalar_step *steps;
	struct hlo_scalar_constant *constants;
	uint32_t step_count, constant_count;
	uint32_t *positions; /* of expressions with blocks: of each step, in `steps` */
};

/* The slots of arguments are 0, 1, ...; those of steps follow. */
static uint32_t register_of(const struct compiler *c, uint32_t value)
{
	const uint32_t arguments = c->expr->argument_count;
	return value < arguments ? value : c->expr->steps[value - arguments].slot - arguments + c->first;
}

static uint32_t offset_of(const struct compiler *c, uint32_t value)
{
	return register_of(c, value) * (uint32_t)sizeof(struct hlo_register);
}

/* `last`: the value that the step before computed; *kept: the type in whose variable it is. */
static void add_step(struct compiler *c, uint32_t value, uint32_t last, enum kernels_dtype *kept)
{
	const struct hlo_expr_step *from = &c->expr->steps[value - c->expr->argument_count];
	struct hlo_scalar_step *step = &c->steps[c->step_count++];
	*step = (struct hlo_scalar_step){ .code = code_of(c->expr, from), .out = offset_of(c, value), .primitive = &from->of->primitive };
	for (uint32_t k = 0; k < from->of->primitive.operand_count; k++)
		step->in[k] = offset_of(c, from->operands[k]);
	if (is_arithmetic(step->code) && from->operands[0] == last && *kept == kept_by(step->code))
		step->code++; /* NAME_last follows NAME */
	*kept = kept_by(step->code);
}

/* ---- blocks */

/* A jump has the step of the expression that follows until all positions are known. */
static void add_jump(struct compiler *c, uint32_t code, uint32_t target, uint32_t condition)
{
	struct hlo_scalar_step *step = &c->steps[c->step_count++];
	*step = (struct hlo_scalar_step){ .code = code, .out = target };
	if (code == CODE_unless)
		step->in[0] = offset_of(c, condition);
}

/* Steps of blocks, and of variables; false: it is another. */
static bool add_block_step(struct compiler *c, uint32_t value)
{
	const struct hlo_expr *expr = c->expr;
	const struct hlo_expr_step *from = &expr->steps[value - expr->argument_count];
	const size_t size = kernels_dtype_size(expr->dtypes[value]);
	switch ((int)from->opcode) {
	case HLO_STEP_VARIABLE:
		c->steps[c->step_count++] = (struct hlo_scalar_step){
			.code = code_of_copy(size), .out = offset_of(c, value), .in = { offset_of(c, from->operands[0]) } };
		return true;
	case HLO_STEP_SET:
		c->steps[c->step_count++] = (struct hlo_scalar_step){
			.code = code_of_copy(size), .out = offset_of(c, from->operands[0]), .in = { offset_of(c, from->operands[1]) } };
		return true;
	case HLO_STEP_LOOP: c->steps[c->step_count++] = (struct hlo_scalar_step){ .code = CODE_watch }; return true;
	case HLO_STEP_WHILE: add_jump(c, CODE_unless, from->second + 1, from->condition); return true;
	case HLO_STEP_IF: add_jump(c, CODE_unless, from->first + 1, from->condition); return true;
	case HLO_STEP_ELSE: add_jump(c, CODE_jump, from->second + 1, 0); return true;
	case HLO_STEP_END:
		if (expr->steps[from->first].opcode == HLO_STEP_LOOP)
			add_jump(c, CODE_jump, from->first, 0);
		return true;
	default: return false;
	}
}

static void set_targets(struct compiler *c)
{
	for (uint32_t i = 0; i < c->step_count; i++)
		if (c->steps[i].code == CODE_jump || c->steps[i].code == CODE_unless)
			c->steps[i].out = c->positions[c->steps[i].out];
}

static void compile(struct compiler *c)
{
	const uint32_t first = c->expr->argument_count;
	uint32_t last = UINT32_MAX;
	enum kernels_dtype kept = KERNELS_DTYPE_INVALID;
	for (uint32_t i = 0; i < c->expr->step_count; i++) {
		const struct hlo_expr_step *from = &c->expr->steps[i];
		if (c->positions)
			c->positions[i] = c->step_count;
		if (from->opcode == HLO_OP_constant) {
			struct hlo_scalar_constant *constant = &c->constants[c->constant_count++];
			constant->number = register_of(c, first + i);
			memcpy(constant->words, from->constant, sizeof from->constant);
			continue;
		}
		if (add_block_step(c, first + i)) {
			kept = KERNELS_DTYPE_INVALID; /* other steps may come before the next one */
			continue;
		}
		add_step(c, first + i, last, &kept);
		last = first + i;
	}
	if (c->positions) {
		c->positions[c->expr->step_count] = c->step_count;
		set_targets(c);
	}
}

struct hlo_scalars *kernels_hlo__scalars_create(const struct hlo_expr *expr, uint32_t first)
{
	uint32_t constants = 0;
	for (uint32_t i = 0; i < expr->step_count; i++)
		constants += expr->steps[i].opcode == HLO_OP_constant;
	const size_t steps_at = sizeof(struct hlo_scalars);
	const size_t constants_at = steps_at + (expr->step_count - constants) * sizeof(struct hlo_scalar_step);
	const size_t results_at = constants_at + constants * sizeof(struct hlo_scalar_constant);
	const size_t size = results_at + expr->result_count * sizeof(struct hlo_scalar_result);
	char *block = async_alloc(expr->allocator, size, _Alignof(struct hlo_scalars));
	if (!block)
		return NULL;
	struct hlo_scalars *scalars = (struct hlo_scalars *)(void *)block;
	struct hlo_scalar_result *results = (struct hlo_scalar_result *)(void *)(block + results_at);
	struct compiler c = { expr, first, (struct hlo_scalar_step *)(void *)(block + steps_at),
		(struct hlo_scalar_constant *)(void *)(block + constants_at), 0, 0, NULL };
	const size_t positions = (expr->step_count + 1) * sizeof(uint32_t);
	if (expr->has_blocks && (c.positions = async_alloc(expr->allocator, positions, _Alignof(uint32_t))) == NULL) {
		async_free(expr->allocator, block, size, _Alignof(struct hlo_scalars));
		return NULL;
	}
	compile(&c);
	if (c.positions)
		async_free(expr->allocator, c.positions, positions, _Alignof(uint32_t));
	for (uint32_t i = 0; i < expr->result_count; i++)
		results[i] = (struct hlo_scalar_result){ register_of(&c, expr->results[i]),
			(uint32_t)kernels_dtype_size(hlo_expr_result(expr, i)) };
	*scalars = (struct hlo_scalars){ c.steps, c.constants, results, c.step_count, c.constant_count,
		expr->slot_count - expr->argument_count, size, expr->allocator };
	return scalars;
}

void kernels_hlo__scalars_destroy(struct hlo_scalars *scalars)
{
	if (scalars)
		async_free(scalars->allocator, scalars, scalars->size, _Alignof(struct hlo_scalars));
}

/* ---- running */

#define LOAD(T, variable, offset) \
	T variable; \
	memcpy(&variable, base + (offset), sizeof variable)
#define STORE(value) memcpy(base + step->out, &value, sizeof value)

static void call(const struct hlo_scalar_step *step, char *base)
{
	const void *in[3];
	for (uint32_t k = 0; k < step->primitive->operand_count; k++)
		in[k] = base + step->in[k];
	step->primitive->run(base + step->out, in, 1, step->primitive);
}

/* The element that a load or store takes. */
static inline void *element(const char *base, const struct hlo_scalar_step *step, size_t size)
{
	struct hlo_scalar_array array;
	uint64_t index;
	memcpy(&array, base + step->in[0], sizeof array);
	memcpy(&index, base + step->in[1], sizeof index);
	return (char *)array.data + (index < array.last ? index : array.last) * size;
}

bool kernels_hlo__scalars_run_watched(const struct hlo_scalars *scalars, struct hlo_register *registers, struct hlo_watch *watch)
{
	const struct hlo_scalar_step *next = scalars->steps, *end = next + scalars->step_count;
	char *base = (char *)registers;
#define TYPE(E, name, T, W) T last_##name = 0;
	TYPES(TYPE)
#undef TYPE
	while (next < end) {
		const struct hlo_scalar_step *step = next++;
		switch (step->code) {
		case CODE_call: call(step, base); break;
#define OP(op, form, value, E, name, T) \
	case CODE_##op##_##name: { \
		LOAD(T, a, step->in[0]); \
		LOAD(T, b, step->in[1]); /* of one operand: that of register 0 */ \
		(void)b; \
		last_##name = (T)(value); \
		STORE(last_##name); \
		break; \
	} \
	case CODE_##op##_##name##_last: { \
		const T a = last_##name; \
		LOAD(T, b, step->in[1]); \
		(void)b; \
		last_##name = (T)(value); \
		STORE(last_##name); \
		break; \
	}
			ARITHMETIC(OP)
#undef OP
#define CONDITION(name, T, value) \
	case CODE_##name: { \
		LOAD(T, a, step->in[0]); \
		LOAD(T, b, step->in[1]); \
		const uint8_t result = value; \
		STORE(result); \
		break; \
	}
#define OP(direction, operator, E, name, T) CONDITION(direction##_##name, T, a operator b)
			COMPARISONS(OP)
#undef OP
#define OP(op, form, value, E, name, T) CONDITION(op##_##name, T, value)
			LOGIC(OP)
#undef OP
#define TYPE(E, name, T, W) \
	case CODE_select_##name: { \
		LOAD(uint8_t, which, step->in[0]); \
		LOAD(T, x, step->in[1]); \
		LOAD(T, y, step->in[2]); \
		last_##name = which ? x : y; \
		STORE(last_##name); \
		break; \
	}
			TYPES(TYPE)
#undef TYPE
#define SIZE(n) \
	case CODE_load_##n: memcpy(base + step->out, element(base, step, n), n); break; \
	case CODE_store_##n: \
		memcpy(element(base, step, n), base + step->in[2], n); \
		memcpy(base + step->out, base + step->in[2], n); \
		break;
			SIZES(SIZE)
#undef SIZE
#define OP(E, from, F, R, to, T) \
	case CODE_##from##_to_##to: { \
		LOAD(F, a, step->in[0]); \
		const T result = (T)a; \
		STORE(result); \
		break; \
	}
			CONVERSIONS(OP)
#undef OP
		case CODE_copy_1: base[step->out] = base[step->in[0]]; break;
		case CODE_copy_2: memcpy(base + step->out, base + step->in[0], 2); break;
		case CODE_copy_4: memcpy(base + step->out, base + step->in[0], 4); break;
		case CODE_copy_8: memcpy(base + step->out, base + step->in[0], 8); break;
		case CODE_copy_16: memcpy(base + step->out, base + step->in[0], 16); break;
		case CODE_watch:
			if (watch->left-- == 0 && (watch->left = watch->more(watch)) == 0)
				return false;
			break;
		case CODE_jump: next = scalars->steps + step->out; break;
		case CODE_unless:
			if (!*(const uint8_t *)(base + step->in[0]))
				next = scalars->steps + step->out;
			break;
		default: break;
		}
	}
	return true;
}
