/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions: the text of the attributes `body`, `condition`, `comparator`, `select`, `scatter` and `epilogue`.
 *
 *	f32 f32; add 0 1 f32; constant 0x3F800000 f32; compare.LT.FLOAT 2 3 i1; select 4 2 3 f32; return 5
 *
 * Statements end with ';', words are separated by blanks. First the element types of the arguments, which are the values 0, 1, ...; then
 * one step per value: operation, operands, element type; then the returned values. Operands are values before the step.
 *	compare.DIRECTION.TYPE A B i1
 *	reduce_precision.EXPONENT.MANTISSA A T
 *	NAME.spec A T                  a function of complex numbers, or reduce_precision.5.0, as the specification wants, not as XLA
 *	                               computes it
 *	constant 0xDIGITS T            the bits, lowest digit last; complex: two numbers
 * Only in loops over arrays (hlo.loop_fusion, epilogues):
 *	iota D T                       the index along dimension D of the space
 *	join D AT A B T                A where the index along dimension D is below AT, else B
 *	reduce.NAME V INIT T           the row of V
 * Only in hlo.while_scalars, whose operands may be arrays that are not split into elements:
 *	T[]                            instead of a type: the argument is an array of elements T, which the body returns as it is
 *	load A I T                     element I (i64) of the array A; the last if there is none of this number
 *	store A I V T                  V becomes element I of A, which the loop carries; the value is V
 *	variable V T                   a value that changes: V first
 *	set X V T                      the variable X has the value of V from here on
 *	loop  while C  end             the steps up to 'while', while C is true also those up to 'end', and so on
 *	if C  else  end                the steps up to 'else', or those after it; 'else' may be left out
 * These have no value that a step could use, but are counted (set, loop, while, if, else, end). Values of steps between them belong
 * to the block, and are unknown after it: only variables and arrays take results out of one. Blocks nest.
 * A body may be a function instead (not in loops, conditions and hlo.fused): that with this number in the attribute `functions`, with
 * the types of its arguments and results:
 *	call 0 f32 f32; return f32
 *
 * The writer is libbef-stablehlo (body/expression.c), the parser pack hlo (expr/parse.c, expr/call.c). BEF files have the text, so what
 * exists stays. */
#ifndef HLO_STEPS_H
#define HLO_STEPS_H

#include <hlo/types.h>

/* At most. Results: as many as arguments. Slots: values that are needed at one time. Captures: of a body, its last arguments, for which all
 * elements have the same value. */
enum { HLO_EXPR_ARGUMENTS = 1024, HLO_EXPR_STEPS = 16384, HLO_EXPR_SLOTS = 8192, HLO_MOST_CAPTURES = 256 };

/* STEP(name, operands, form, kinds of element types, flags): the element-wise operations of StableHLO, in the order of their names. */
#define HLO_STEPS(STEP) \
	STEP(abs, 1, MAGNITUDE, HLO_KIND_SIGNED | HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC) \
	STEP(add, 2, SAME, HLO_KINDS_OF_ALL, HLO_REDUCES) \
	STEP(and, 2, SAME, HLO_KIND_BOOL | HLO_KINDS_OF_INTEGERS, HLO_REDUCES) \
	STEP(atan2, 2, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_FUNCTION) \
	STEP(bitcast_convert, 1, BITS, HLO_KINDS_OF_ALL, 0) \
	STEP(cbrt, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_FUNCTION) \
	STEP(ceil, 1, SAME, HLO_KIND_FLOAT, 0) \
	STEP(clamp, 3, SAME, HLO_KINDS_OF_ALL, HLO_HAS_SPEC) \
	STEP(compare, 2, COMPARISON, HLO_KINDS_OF_ALL, 0) \
	STEP(complex, 2, PARTS, HLO_KIND_FLOAT, 0) \
	STEP(constant, 0, CONSTANT, HLO_KINDS_OF_ALL, 0) \
	STEP(convert, 1, CONVERSION, HLO_KINDS_OF_ALL, 0) \
	STEP(cosine, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(count_leading_zeros, 1, SAME, HLO_KINDS_OF_INTEGERS, 0) \
	STEP(divide, 2, SAME, HLO_KINDS_OF_NUMBERS, 0) \
	STEP(erf, 1, SAME, HLO_KIND_FLOAT, HLO_FUNCTION) \
	STEP(exponential, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(exponential_minus_one, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(floor, 1, SAME, HLO_KIND_FLOAT, 0) \
	STEP(imag, 1, PART, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, 0) \
	STEP(is_finite, 1, CONDITION, HLO_KIND_FLOAT, 0) \
	STEP(log, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(log_plus_one, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(logistic, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(maximum, 2, SAME, HLO_KINDS_OF_ALL, HLO_REDUCES) \
	STEP(minimum, 2, SAME, HLO_KINDS_OF_ALL, HLO_REDUCES) \
	STEP(multiply, 2, SAME, HLO_KINDS_OF_ALL, HLO_REDUCES) \
	STEP(negate, 1, SAME, HLO_KINDS_OF_NUMBERS, 0) \
	STEP(not, 1, SAME, HLO_KIND_BOOL | HLO_KINDS_OF_INTEGERS, 0) \
	STEP(or, 2, SAME, HLO_KIND_BOOL | HLO_KINDS_OF_INTEGERS, HLO_REDUCES) \
	STEP(popcnt, 1, SAME, HLO_KINDS_OF_INTEGERS, 0) \
	STEP(power, 2, SAME, HLO_KINDS_OF_NUMBERS, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(real, 1, PART, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, 0) \
	STEP(reduce_precision, 1, PRECISION, HLO_KIND_FLOAT, HLO_HAS_SPEC) \
	STEP(remainder, 2, SAME, HLO_KINDS_OF_INTEGERS | HLO_KIND_FLOAT, 0) \
	STEP(round_nearest_afz, 1, SAME, HLO_KIND_FLOAT, 0) \
	STEP(round_nearest_even, 1, SAME, HLO_KIND_FLOAT, 0) \
	STEP(rsqrt, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_FUNCTION) \
	STEP(select, 3, CHOICE, HLO_KINDS_OF_ALL, 0) \
	STEP(shift_left, 2, SAME, HLO_KINDS_OF_INTEGERS, 0) \
	STEP(shift_right_arithmetic, 2, SAME, HLO_KINDS_OF_INTEGERS, 0) \
	STEP(shift_right_logical, 2, SAME, HLO_KINDS_OF_INTEGERS, 0) \
	STEP(sign, 1, SAME, HLO_KIND_SIGNED | HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC) \
	STEP(sine, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(sqrt, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC) \
	STEP(subtract, 2, SAME, HLO_KINDS_OF_NUMBERS, 0) \
	STEP(tan, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(tanh, 1, SAME, HLO_KIND_FLOAT | HLO_KIND_COMPLEX, HLO_HAS_SPEC | HLO_FUNCTION) \
	STEP(xor, 2, SAME, HLO_KIND_BOOL | HLO_KINDS_OF_INTEGERS, HLO_REDUCES)

enum hlo_opcode {
#define HLO_STEP(name, operands, form, kinds, flags) HLO_OP_##name,
	HLO_STEPS(HLO_STEP)
#undef HLO_STEP
	HLO_OPCODE_COUNT
};

/* How the types of operands and result depend on each other. */
enum hlo_step_form {
	HLO_FORM_SAME,       /* all are one type */
	HLO_FORM_PRECISION,  /* so are they; the numbers of bits are in the name */
	HLO_FORM_MAGNITUDE,  /* so are they; of a complex number: the type of a part */
	HLO_FORM_PART,       /* the same */
	HLO_FORM_PARTS,      /* two parts of the result, a complex number */
	HLO_FORM_COMPARISON, /* both operands are one type, which the TYPE in the name allows; the result is i1 */
	HLO_FORM_CONDITION,  /* the result is i1 */
	HLO_FORM_CHOICE,     /* operand 0 is i1, all others are one type */
	HLO_FORM_BITS,       /* the types have equally many bits; both are complex or none */
	HLO_FORM_CONVERSION, /* any */
	HLO_FORM_CONSTANT    /* no operands */
};

enum {
	HLO_REDUCES = 1,  /* the operation of a reduction too: reduce.NAME */
	HLO_HAS_SPEC = 2, /* XLA and the specification have other results for some complex numbers, or formats: NAME.spec */
	HLO_FUNCTION = 4  /* results of floats are not always the nearest element; types of up to 8 bits compute them in f64 */
};

struct hlo_step {
	const char *name;
	uint8_t size; /* of the name */
	uint8_t operands, form, kinds, flags;
};

static inline const struct hlo_step *hlo_step(enum hlo_opcode opcode)
{
	static const struct hlo_step steps[] = {
#define HLO_STEP(name, operands, form, kinds, flags) { #name, sizeof #name - 1, operands, HLO_FORM_##form, kinds, flags },
		HLO_STEPS(HLO_STEP)
#undef HLO_STEP
	};
	return &steps[opcode];
}

/* ---- names */

static inline int hlo_compare_names(const char *a, size_t a_size, const char *b, size_t b_size)
{
	const int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
	return order ? order : (a_size > b_size) - (a_size < b_size);
}

/* The operation of a name, without what follows '.'; false: there is none, and *out may be any other. */
static inline bool hlo_find_opcode(const char *name, size_t size, enum hlo_opcode *out)
{
	unsigned first = 0, last = HLO_OPCODE_COUNT;
	while (first < last) {
		const unsigned middle = (first + last) / 2;
		const struct hlo_step *step = hlo_step((enum hlo_opcode)middle);
		const int order = hlo_compare_names(name, size, step->name, step->size);
		*out = (enum hlo_opcode)middle;
		if (order == 0)
			return true;
		if (order < 0)
			last = middle;
		else
			first = middle + 1;
	}
	return false;
}

#define HLO_DIRECTIONS(X) X(EQ) X(NE) X(LT) X(LE) X(GT) X(GE)
enum hlo_direction {
#define HLO_NAME(name) HLO_##name,
	HLO_DIRECTIONS(HLO_NAME)
#undef HLO_NAME
	HLO_DIRECTION_COUNT
};

/* X(name in expressions, enumerator, kinds of element types) */
#define HLO_COMPARE_TYPES(X) \
	X(FLOAT, HLO_FLOAT, HLO_KIND_FLOAT | HLO_KIND_COMPLEX) \
	X(TOTALORDER, HLO_TOTALORDER, HLO_KIND_FLOAT) \
	X(SIGNED, HLO_SIGNED_TYPE, HLO_KIND_SIGNED) \
	X(UNSIGNED, HLO_UNSIGNED_TYPE, HLO_KIND_UNSIGNED | HLO_KIND_BOOL) \
	X(NOTYPE, HLO_NOTYPE, HLO_KINDS_OF_ALL)
enum hlo_compare_type {
#define HLO_NAME(name, enumerator, kinds) enumerator,
	HLO_COMPARE_TYPES(HLO_NAME)
#undef HLO_NAME
	HLO_COMPARE_TYPE_COUNT
};

static inline bool hlo_is_word(const char *data, size_t size, const char *word)
{
	return strlen(word) == size && memcmp(data, word, size) == 0;
}

static inline bool hlo_find_direction(const char *name, size_t size, enum hlo_direction *out)
{
#define HLO_NAME(name_) \
	if (hlo_is_word(name, size, #name_)) { \
		*out = HLO_##name_; \
		return true; \
	}
	HLO_DIRECTIONS(HLO_NAME)
#undef HLO_NAME
	return false;
}

static inline bool hlo_find_compare_type(const char *name, size_t size, enum hlo_compare_type *out)
{
#define HLO_NAME(name_, enumerator, kinds) \
	if (hlo_is_word(name, size, #name_)) { \
		*out = enumerator; \
		return true; \
	}
	HLO_COMPARE_TYPES(HLO_NAME)
#undef HLO_NAME
	return false;
}

/* What an operation has beside the types: the parts of its name behind '.'. */
struct hlo_opcode_detail {
	enum hlo_direction direction;          /* compare */
	enum hlo_compare_type compare_type;    /* compare; HLO_NOTYPE: as the element type wants */
	uint32_t exponent_bits, mantissa_bits; /* reduce_precision; at least 1, at least 0 */
	bool spec; /* of operations with HLO_HAS_SPEC: as the specification wants, not as XLA computes */
};

/* A whole number below 1000. */
static inline bool hlo_read_number(const char *text, size_t size, uint32_t *out)
{
	*out = 0;
	for (size_t i = 0; i < size && size <= 3; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		*out = 10 * *out + (uint32_t)(text[i] - '0');
	}
	return size >= 1 && size <= 3;
}

/* The parts of a name behind the operation: `part[i]` up to `part[i + 1] - 1`, which is '.' or the end. */
static inline bool hlo_read_detail(enum hlo_opcode opcode, const char *const *part, unsigned count, struct hlo_opcode_detail *out)
{
#define HLO_PART(i) part[i], (size_t)(part[(i) + 1] - part[i]) - 1
	switch (hlo_step(opcode)->form) {
	case HLO_FORM_PRECISION:
		out->spec = count == 3 && hlo_is_word(HLO_PART(2), "spec");
		return (count == 2 || out->spec) && hlo_read_number(HLO_PART(0), &out->exponent_bits) &&
		       hlo_read_number(HLO_PART(1), &out->mantissa_bits);
	case HLO_FORM_COMPARISON:
		return count == 2 && hlo_find_direction(HLO_PART(0), &out->direction) && hlo_find_compare_type(HLO_PART(1), &out->compare_type);
	default:
		out->spec = count == 1;
		return count == 0 || (count == 1 && (hlo_step(opcode)->flags & HLO_HAS_SPEC) && hlo_is_word(HLO_PART(0), "spec"));
	}
#undef HLO_PART
}

enum hlo_word { HLO_WORD_STEP, HLO_WORD_UNKNOWN, HLO_WORD_BAD_DETAIL };

/* The operation of a step: "compare.LT.FLOAT", "reduce_precision.5.10", "exponential.spec". *out_detail is zero before. */
static inline enum hlo_word hlo_read_operation(
	const char *word, size_t size, enum hlo_opcode *out, struct hlo_opcode_detail *out_detail)
{
	const char *part[5] = { word };
	unsigned count = 1;
	for (size_t i = 0; i < size; i++) {
		if (word[i] == '.' && count == 4)
			return HLO_WORD_UNKNOWN;
		if (word[i] == '.')
			part[count++] = word + i + 1;
	}
	part[count] = word + size + 1;
	if (!hlo_find_opcode(word, (size_t)(part[1] - word) - 1, out))
		return HLO_WORD_UNKNOWN;
	return hlo_read_detail(*out, part + 1, count - 1, out_detail) ? HLO_WORD_STEP : HLO_WORD_BAD_DETAIL;
}

/* ---- types */

/* The type of a part of a complex number. */
static inline enum kernels_dtype hlo_part(enum kernels_dtype t) { return t == KERNELS_COMPLEX64 ? KERNELS_F32 : KERNELS_F64; }

static inline unsigned hlo_compared_kinds(enum hlo_compare_type type)
{
	switch ((int)type) {
#define HLO_NAME(name, enumerator, kinds) \
	case enumerator: return kinds;
	HLO_COMPARE_TYPES(HLO_NAME)
#undef HLO_NAME
	default: return 0;
	}
}

/* Whether the operation is defined for operands of one type, except operand 0 of select, and this result. */
static inline bool hlo_accepts(
	enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, enum kernels_dtype operand, enum kernels_dtype result)
{
	const struct hlo_step *step = hlo_step(opcode);
	if (!hlo_kind(result) || !(hlo_kind(operand) & step->kinds))
		return false;
	if (detail->spec && step->form != HLO_FORM_PRECISION && !hlo_is_complex(operand))
		return false;
	switch (step->form) {
	case HLO_FORM_PRECISION: return operand == result && detail->exponent_bits >= 1;
	case HLO_FORM_MAGNITUDE:
	case HLO_FORM_PART: return result == (hlo_is_complex(operand) ? hlo_part(operand) : operand);
	case HLO_FORM_PARTS: return hlo_is_complex(result) && operand == hlo_part(result);
	case HLO_FORM_COMPARISON: return result == KERNELS_I1 && (hlo_kind(operand) & hlo_compared_kinds(detail->compare_type));
	case HLO_FORM_CONDITION: return result == KERNELS_I1;
	case HLO_FORM_BITS:
		return hlo_element_type(operand).bits == hlo_element_type(result).bits && hlo_is_complex(operand) == hlo_is_complex(result);
	case HLO_FORM_CONVERSION: return true;
	default: return operand == result;
	}
}

/* The same with the types of all operands. Constants have none, and every type. */
static inline bool hlo_accepts_all(enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, const enum kernels_dtype *operands,
	enum kernels_dtype result)
{
	const struct hlo_step *step = hlo_step(opcode);
	const unsigned first = step->form == HLO_FORM_CHOICE;
	if (step->operands == 0)
		return hlo_kind(result) != 0;
	for (unsigned i = first; i < step->operands; i++) {
		if (operands[i] != operands[first])
			return false;
	}
	return (!first || operands[0] == KERNELS_I1) && hlo_accepts(opcode, detail, operands[first], result);
}

#endif
