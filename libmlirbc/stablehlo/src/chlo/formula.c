/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "chlo/formula.h"
#include "dialect/enums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 48, MOST_ARGUMENTS = 64 };

/* A value, or a number that takes the type of what it is combined with. */
struct term {
	struct mlirbc_value *value;
	double number; /* value NULL */
};

struct reading {
	struct shlo__emit *emit;
	const char *at;
	struct mlirbc_value *like; /* a value of the type that constants of the formula are of */
	struct {
		const char *name;
		size_t size;
		struct term term;
	} names[MOST_NAMES];
	size_t name_count;
	bool wrong; /* the formula's text has an error */
};

static struct term fail(struct reading *reading)
{
	if (!reading->wrong)
		shlo__pass_fail(reading->emit->pass, MLIRBC_E_STATE, reading->emit->before, "formula cannot be read at '%.40s'",
			reading->at);
	reading->wrong = true;
	return (struct term){ NULL, 0 };
}

static void skip_blanks(struct reading *reading)
{
	reading->at += strspn(reading->at, " \n\t");
}

static bool take(struct reading *reading, const char *text)
{
	skip_blanks(reading);
	size_t size = strlen(text);
	if (strncmp(reading->at, text, size) != 0)
		return false;
	reading->at += size;
	return true;
}

static size_t word_size(const char *at)
{
	return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

static bool is(const char *name, size_t size, const char *text) { return strlen(text) == size && memcmp(name, text, size) == 0; }

static struct term of(struct mlirbc_value *value) { return (struct term){ value, 0 }; }

/* The term as a value like another one. */
static struct mlirbc_value *materialize(struct reading *reading, struct term term, struct mlirbc_value *like)
{
	return term.value ? term.value : shlo__emit_number(reading->emit, like, term.number);
}

/* Both as values of one type. */
static void unify(struct reading *reading, struct term *a, struct term *b)
{
	struct mlirbc_value *like = a->value ? a->value : b->value ? b->value : reading->like;
	a->value = materialize(reading, *a, like);
	b->value = materialize(reading, *b, like);
}

/* Of two numbers, in double; false: not one of the four operations. */
static bool compute(const char *name, double a, double b, struct term *out)
{
	static const char *const names[] = { "stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.divide" };
	const double values[] = { a + b, a - b, a * b, a / b };
	for (size_t i = 0; i < 4; i++) {
		if (strcmp(name, names[i]) == 0) {
			*out = (struct term){ NULL, values[i] };
			return true;
		}
	}
	return false;
}

static struct term combine(struct reading *reading, const char *name, struct term a, struct term b)
{
	struct term out;
	if (!a.value && !b.value && reading->emit->pass->status == MLIRBC_OK && compute(name, a.number, b.number, &out))
		return out;
	unify(reading, &a, &b);
	return of(shlo__emit_binary(reading->emit, name, a.value, b.value));
}

/* ---- constants */

static const struct mlirbc_type *float_of(const struct reading *reading)
{
	const struct mlirbc_type *element = shlo__element(reading->like->type);
	return element->kind == MLIRBC_TYPE_COMPLEX ? element->u.shaped.element : element;
}

/* NaN, infinity and limits by the bits of the type. */
static bool special(struct reading *reading, const char *name, size_t size, struct term *out)
{
	static const struct {
		enum mlirbc_float kind;
		uint64_t nan, infinity, largest, least, epsilon;
	} rows[] = { { MLIRBC_F16, 0x7E00, 0x7C00, 0x7BFF, 0x0400, 0x1400 },
		{ MLIRBC_BF16, 0x7FC0, 0x7F80, 0x7F7F, 0x0080, 0x3C00 },
		{ MLIRBC_F32, 0x7FC00000, 0x7F800000, 0x7F7FFFFF, 0x00800000, 0x34000000 },
		{ MLIRBC_F64, UINT64_C(0x7FF8) << 48, UINT64_C(0x7FF) << 52, (UINT64_C(0x7FF) << 52) - 1, UINT64_C(1) << 52,
			UINT64_C(0x3CB) << 52 } };
	const struct mlirbc_type *type = float_of(reading);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (type->u.float_kind != rows[i].kind)
			continue;
		uint64_t bits;
		if (is(name, size, "nan"))
			bits = rows[i].nan;
		else if (is(name, size, "inf"))
			bits = rows[i].infinity;
		else if (is(name, size, "largest"))
			bits = rows[i].largest;
		else if (is(name, size, "least"))
			bits = rows[i].least;
		else if (is(name, size, "epsilon"))
			bits = rows[i].epsilon;
		else
			return false;
		/* a complex formula computes with its parts */
		struct mlirbc_value *like = reading->like;
		if (shlo__element(like->type)->kind == MLIRBC_TYPE_COMPLEX)
			return false;
		*out = of(shlo__emit_bits(reading->emit, like, bits));
		return true;
	}
	return false;
}

/* ---- functions */

static struct term polynomial(struct reading *reading, const struct term *arguments, size_t count)
{
	struct term sum = arguments[1];
	for (size_t i = 2; i < count; i++)
		sum = combine(reading, "stablehlo.add", combine(reading, "stablehlo.multiply", sum, arguments[0]), arguments[i]);
	return sum;
}

static struct term choose_polynomial(struct reading *reading, const struct term *arguments, size_t count)
{
	struct term sum = { NULL, 0 };
	for (size_t i = 2; i + 1 < count; i += 2) {
		struct mlirbc_value *a = materialize(reading, arguments[i], arguments[1].value);
		struct mlirbc_value *b = materialize(reading, arguments[i + 1], arguments[1].value);
		struct term coefficient = of(shlo__emit_select(reading->emit, arguments[0].value, a, b));
		if (i > 2)
			coefficient = combine(reading, "stablehlo.add", coefficient,
				combine(reading, "stablehlo.multiply", sum, arguments[1]));
		sum = coefficient;
	}
	return sum;
}

/* The three polynomials of Giles' erf_inv in f64 as one: coefficients of a, then of b where q, else of c; b ends after 19 of 23 steps, c
 * after 17. */
static struct term giles(struct reading *reading, const struct term *arguments)
{
	enum { A = 23, B = 19, C = 17 };
	const struct term *a = arguments + 3, *b = a + A, *c = b + B;
	struct mlirbc_value *p = arguments[0].value, *q = arguments[1].value, *x = arguments[2].value;
	struct term sum = { NULL, 0 };
	for (size_t i = 0; i < A; i++) {
		struct mlirbc_value *coefficient = materialize(reading, a[i], x);
		if (i < B) {
			struct mlirbc_value *other = materialize(reading, b[i], x);
			coefficient = shlo__emit_select(reading->emit, p, coefficient, other);
		}
		if (i < C) {
			struct mlirbc_value *other = materialize(reading, c[i], x);
			coefficient = shlo__emit_select(reading->emit, q, coefficient, other);
		}
		if (i == 0) {
			sum = of(coefficient);
			continue;
		}
		struct term next = combine(reading, "stablehlo.add", of(coefficient),
			combine(reading, "stablehlo.multiply", sum, arguments[2]));
		if (i >= C)
			next = of(shlo__emit_select(reading->emit, i < B ? q : p, next.value, sum.value));
		sum = next;
	}
	return sum;
}

static struct term chebyshev(struct reading *reading, const struct term *arguments, size_t count)
{
	struct term zero = of(materialize(reading, (struct term){ NULL, 0 }, arguments[0].value)), b0 = zero, b1 = zero, b2 = zero;
	for (size_t i = 1; i < count; i++) {
		b2 = b1;
		b1 = b0;
		struct term product = combine(reading, "stablehlo.multiply", arguments[0], b1);
		b0 = combine(reading, "stablehlo.add", combine(reading, "stablehlo.subtract", product, b2), arguments[i]);
	}
	return combine(reading, "stablehlo.multiply", combine(reading, "stablehlo.subtract", b0, b2), (struct term){ NULL, 0.5 });
}

static struct term select_of(struct reading *reading, struct term *arguments)
{
	unify(reading, &arguments[1], &arguments[2]);
	return of(shlo__emit_select(reading->emit, arguments[0].value, arguments[1].value, arguments[2].value));
}

static struct term clamp_of(struct reading *reading, const struct term *arguments)
{
	struct mlirbc_value *x = arguments[1].value, *operands[3] = { NULL, x, NULL };
	operands[0] = materialize(reading, arguments[0], x);
	operands[2] = materialize(reading, arguments[2], x);
	return x ? of(shlo__emit(reading->emit, "stablehlo.clamp", x->type, operands, 3, NULL, 0)) : of(NULL);
}

static struct term complex_of(struct reading *reading, struct term *arguments)
{
	unify(reading, &arguments[0], &arguments[1]);
	struct mlirbc_value *part = arguments[0].value;
	if (!part)
		return of(NULL);
	struct mlirbc_type complex = { .kind = MLIRBC_TYPE_COMPLEX };
	complex.u.shaped.element = shlo__element(part->type);
	const struct mlirbc_type *element = mlirbc_type_get(reading->emit->pass->context, &complex);
	const struct mlirbc_type *type = element ? shlo__with_element(reading->emit->pass->context, part->type, element) : NULL;
	return of(shlo__emit(reading->emit, "stablehlo.complex", type, (struct mlirbc_value *[]){ part, arguments[1].value }, 2, NULL, 0));
}

/* An operation by name: operands of one type, which is that of the result but for real, imag and is_finite. */
static struct term operation(struct reading *reading, const char *name, size_t size, struct term *arguments, size_t count)
{
	char whole[48];
	bool chlo = size > 5 && memcmp(name, "chlo_", 5) == 0;
	struct mlirbc_context *context = reading->emit->pass->context;
	snprintf(whole, sizeof whole, "%s.%.*s", chlo ? "chlo" : "stablehlo", (int)(chlo ? size - 5 : size), chlo ? name + 5 : name);
	const struct mlirbc_string key = { whole, strlen(whole) };
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(&key);
	if (code == MLIRBC_STABLEHLO_NONE || count < 1 || count > 2 || strlen(shlo__ops[code].operands) != count)
		return fail(reading);
	if (count == 2)
		return combine(reading, whole, arguments[0], arguments[1]);
	struct mlirbc_value *x = materialize(reading, arguments[0], reading->like);
	if (!x)
		return of(NULL);
	const struct mlirbc_type *element = shlo__element(x->type);
	if (code == MLIRBC_STABLEHLO_is_finite)
		element = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	else if ((code == MLIRBC_STABLEHLO_real || code == MLIRBC_STABLEHLO_imag) && element->kind == MLIRBC_TYPE_COMPLEX)
		element = element->u.shaped.element;
	const struct mlirbc_type *type = element ? shlo__with_element(context, x->type, element) : NULL;
	return of(shlo__emit(reading->emit, whole, type, &x, 1, NULL, 0));
}

static struct term expression(struct reading *reading);

static struct term call(struct reading *reading, const char *name, size_t size)
{
	struct term arguments[MOST_ARGUMENTS];
	size_t count = 0;
	do {
		if (count == MOST_ARGUMENTS)
			return fail(reading);
		arguments[count++] = expression(reading);
	} while (take(reading, ",") && !reading->wrong);
	if (!take(reading, ")"))
		return fail(reading);
	if (is(name, size, "poly") && count > 2)
		return polynomial(reading, arguments, count);
	if (is(name, size, "choose") && count > 3 && count % 2 == 0)
		return choose_polynomial(reading, arguments, count);
	if (is(name, size, "giles") && count == 3 + 23 + 19 + 17)
		return giles(reading, arguments);
	if (is(name, size, "chebyshev") && count > 2)
		return chebyshev(reading, arguments, count);
	if (is(name, size, "select") && count == 3)
		return select_of(reading, arguments);
	if (is(name, size, "clamp") && count == 3)
		return clamp_of(reading, arguments);
	if (is(name, size, "complex") && count == 2)
		return complex_of(reading, arguments);
	return operation(reading, name, size, arguments, count);
}

/* ---- expressions */

static struct term number(struct reading *reading)
{
	char *end;
	double value = strtod(reading->at, &end);
	if (end == reading->at)
		return fail(reading);
	reading->at = end;
	return (struct term){ NULL, value };
}

static struct term pair(struct reading *reading)
{
	struct term single = number(reading);
	if (!take(reading, "|"))
		return fail(reading);
	skip_blanks(reading);
	struct term wide = number(reading);
	if (!take(reading, "}"))
		return fail(reading);
	return float_of(reading)->u.float_kind == MLIRBC_F64 ? wide : single;
}

static struct term named(struct reading *reading)
{
	const char *name = reading->at;
	size_t size = word_size(name);
	struct term term;
	reading->at += size;
	if (take(reading, "("))
		return call(reading, name, size);
	for (size_t i = reading->name_count; i-- > 0;) {
		if (reading->names[i].size == size && memcmp(reading->names[i].name, name, size) == 0)
			return reading->names[i].term;
	}
	if (is(name, size, "pi"))
		return (struct term){ NULL, 3.14159265358979323846 };
	return special(reading, name, size, &term) ? term : fail(reading);
}

static struct term factor(struct reading *reading)
{
	skip_blanks(reading);
	if (take(reading, "-")) {
		struct term term = factor(reading);
		return term.value ? of(shlo__emit_unary(reading->emit, "stablehlo.negate", term.value))
				  : (struct term){ NULL, -term.number };
	}
	if (take(reading, "(")) {
		struct term term = expression(reading);
		return take(reading, ")") ? term : fail(reading);
	}
	if (take(reading, "{"))
		return pair(reading);
	if (*reading->at >= '0' && *reading->at <= '9')
		return number(reading);
	return word_size(reading->at) ? named(reading) : fail(reading);
}

static struct term product(struct reading *reading)
{
	struct term left = factor(reading);
	while (!reading->wrong) {
		if (take(reading, "*"))
			left = combine(reading, "stablehlo.multiply", left, factor(reading));
		else if (take(reading, "/"))
			left = combine(reading, "stablehlo.divide", left, factor(reading));
		else
			break;
	}
	return left;
}

static struct term sum(struct reading *reading)
{
	struct term left = product(reading);
	while (!reading->wrong) {
		if (take(reading, "+"))
			left = combine(reading, "stablehlo.add", left, product(reading));
		else if (take(reading, "-"))
			left = combine(reading, "stablehlo.subtract", left, product(reading));
		else
			break;
	}
	return left;
}

static struct term expression(struct reading *reading)
{
	static const struct {
		const char *text;
		int direction;
	} signs[] = { { "<=", SHLO__LE }, { ">=", SHLO__GE }, { "==", SHLO__EQ }, { "!=", SHLO__NE }, { "<", SHLO__LT },
		{ ">", SHLO__GT } };
	struct term left = sum(reading);
	for (size_t i = 0; i < sizeof signs / sizeof *signs && !reading->wrong; i++) {
		if (!take(reading, signs[i].text))
			continue;
		struct term right = sum(reading);
		unify(reading, &left, &right);
		return of(shlo__emit_compare(reading->emit, signs[i].direction, left.value, right.value));
	}
	return left;
}

static void define(struct reading *reading, const char *name, size_t size, struct term term)
{
	if (reading->name_count == MOST_NAMES) {
		fail(reading);
		return;
	}
	reading->names[reading->name_count].name = name;
	reading->names[reading->name_count].size = size;
	reading->names[reading->name_count++].term = term;
}

/* "name =" at the start of a definition. */
static bool begins_definition(struct reading *reading, const char **name, size_t *size)
{
	skip_blanks(reading);
	*name = reading->at;
	*size = word_size(reading->at);
	const char *after = reading->at + *size;
	after += strspn(after, " \n\t");
	if (*size == 0 || after[0] != '=' || after[1] == '=')
		return false;
	reading->at = after + 1;
	return true;
}

struct mlirbc_value *shlo__formula(struct shlo__emit *emit, const char *text, struct mlirbc_value *x, struct mlirbc_value *y)
{
	struct reading reading = { .emit = emit, .at = text, .like = x };
	const char *name;
	size_t size;
	define(&reading, "x", 1, of(x));
	define(&reading, "y", 1, of(y));
	while (!reading.wrong && begins_definition(&reading, &name, &size)) {
		struct term term = expression(&reading);
		define(&reading, name, size, term);
		/* parts of a complex number: constants from here on are of their type */
		if (term.value && is(name, size, "a") && shlo__element(x->type)->kind == MLIRBC_TYPE_COMPLEX)
			reading.like = term.value;
		if (!take(&reading, ";"))
			fail(&reading);
	}
	struct term result = reading.wrong ? of(NULL) : expression(&reading);
	skip_blanks(&reading);
	if (*reading.at && !reading.wrong)
		fail(&reading);
	return reading.wrong ? NULL : materialize(&reading, result, reading.like);
}
