/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The comparisons of test programs. A failure is an error with the first element at fault and the largest difference. */
#include "checks/checks.h"
#include "expr/convert.h"
#include "expr/dtypes.h"
#include <inttypes.h>
#include <kernels/stop.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum mode { EQUAL, CLOSE, ALMOST };

struct check {
	enum mode mode;
	uint64_t most_ulps, least_ulps;
	double tolerance;
	enum kernels_dtype dtype; /* of an element, or of each part of a complex one */
	size_t size, parts;       /* bytes and number of the parts */
	const struct scalars_format *format; /* NULL: an integer */
};

/* ---- one part of an element */

static uint64_t bits_of(const struct check *check, const void *part)
{
	uint64_t bits = 0;
	memcpy(&bits, part, check->size); /* little-endian, see views/bitcast.c */
	return bits;
}

static uint64_t magnitude_of(const struct scalars_format *format, uint64_t bits)
{
	return format->has_sign ? bits & ((UINT64_C(1) << (format->width - 1)) - 1) : bits;
}

static bool is_nan(const struct scalars_format *format, uint64_t bits)
{
	uint64_t magnitude = magnitude_of(format, bits);
	if (format->has_infinity)
		return magnitude > format->infinity;
	return format->nan != 0 && (bits == format->nan || magnitude == format->nan);
}

static bool is_finite(const struct scalars_format *format, uint64_t bits)
{
	return !is_nan(format, bits) && (!format->has_infinity || magnitude_of(format, bits) < format->infinity);
}

/* Two NaNs are equal, and so are the zeros. */
static bool are_equal(const struct check *check, uint64_t a, uint64_t b)
{
	const struct scalars_format *format = check->format;
	if (a == b || !format)
		return a == b;
	bool nans = is_nan(format, a) && is_nan(format, b), any = is_nan(format, a) || is_nan(format, b);
	return nans || (!any && magnitude_of(format, a) == 0 && magnitude_of(format, b) == 0);
}

/* The number of steps between two floats; UINT64_MAX if one is not finite and they are not equal. */
static uint64_t ulps_between(const struct scalars_format *format, uint64_t a, uint64_t b)
{
	if (a == b || (is_nan(format, a) && is_nan(format, b)))
		return 0;
	if (!is_finite(format, a) || !is_finite(format, b))
		return UINT64_MAX;
	uint64_t x = magnitude_of(format, a), y = magnitude_of(format, b);
	if ((a != x) != (b != y))
		return x + y;
	return x > y ? x - y : y - x;
}

/* NaN: not comparable. */
static double distance(const struct check *check, const void *a, const void *b)
{
	if (check->format || check->size < 8)
		return fabs(kernels_hlo__load(check->dtype, a) - kernels_hlo__load(check->dtype, b));
	uint64_t x = bits_of(check, a), y = bits_of(check, b);
	bool below = hlo_is_signed(check->dtype) ? (int64_t)x < (int64_t)y : x < y;
	return (double)(below ? y - x : x - y);
}

/* ---- elements */

/* Returns true if the elements differ too much; in *out how much. */
static bool differs(const struct check *check, const char *actual, const char *expected, double *out)
{
	uint64_t most = 0;
	bool wrong = false;
	*out = 0;
	for (size_t part = 0; part < check->parts; part++, actual += check->size, expected += check->size) {
		uint64_t a = bits_of(check, actual), b = bits_of(check, expected);
		if (check->mode == CLOSE) {
			uint64_t ulps = ulps_between(check->format, a, b);
			most = ulps > most ? ulps : most;
			continue;
		}
		if (are_equal(check, a, b))
			continue;
		double difference = distance(check, actual, expected);
		wrong = wrong || check->mode == EQUAL || !(difference <= check->tolerance);
		*out = !(difference <= *out) ? difference : *out;
	}
	if (check->mode != CLOSE)
		return wrong;
	*out = (double)most;
	return most > check->most_ulps || most < check->least_ulps;
}

static void put_part(const struct check *check, const char *part, char *out, size_t size)
{
	uint64_t bits = bits_of(check, part);
	if (check->format && is_nan(check->format, bits)) /* with a sign in some libraries */
		snprintf(out, size, "nan");
	else if (check->format)
		snprintf(out, size, "%.*g", check->size == 8 ? 17 : 9, kernels_hlo__load(check->dtype, part));
	else if (check->dtype == KERNELS_I1)
		snprintf(out, size, "%s", bits ? "true" : "false");
	else if (check->size == 8 && !hlo_is_signed(check->dtype))
		snprintf(out, size, "%" PRIu64, bits);
	else if (check->size == 8)
		snprintf(out, size, "%" PRId64, (int64_t)bits);
	else
		snprintf(out, size, "%.0f", kernels_hlo__load(check->dtype, part));
}

struct element_text {
	char text[HLO_ELEMENT_TEXT];
};

static struct element_text element_text(const struct check *check, const char *element)
{
	struct element_text out;
	char parts[2][36];
	put_part(check, element, parts[0], sizeof parts[0]);
	if (check->parts == 1) {
		snprintf(out.text, sizeof out.text, "%s", parts[0]);
		return out;
	}
	put_part(check, element + check->size, parts[1], sizeof parts[1]);
	snprintf(out.text, sizeof out.text, "(%s, %s)", parts[0], parts[1]);
	return out;
}

/* "[0, 3]" */
static const char *index_text(const struct hlo_shape *shape, int64_t index, char *buffer)
{
	struct kernels_shape position = { .rank = shape->rank };
	for (uint32_t i = shape->rank; i-- > 0; index /= shape->dims[i])
		position.dims[i] = index % shape->dims[i];
	kernels_shape_text(&position, buffer, KERNELS_SHAPE_TEXT);
	return buffer;
}

/* "0.25 (2 ulp)", or "2 ulp" if that is what is compared. */
static struct element_text difference_text(const struct check *check, double difference, const char *actual, const char *expected)
{
	struct element_text out;
	uint64_t most = 0;
	for (size_t part = 0; check->format && part < check->parts; part++) {
		uint64_t ulps = ulps_between(check->format, bits_of(check, actual + part * check->size),
			bits_of(check, expected + part * check->size));
		most = ulps > most ? ulps : most;
	}
	if (check->mode == CLOSE)
		snprintf(out.text, sizeof out.text, "%.9g ulp", difference);
	else if (check->format && most != UINT64_MAX)
		snprintf(out.text, sizeof out.text, "%.9g (%" PRIu64 " ulp)", difference, most);
	else
		snprintf(out.text, sizeof out.text, "%.9g", difference);
	return out;
}

static bool compare(const struct hlo_run *run, const struct check *check, const char *actual, const char *expected)
{
	const struct hlo_type *type = &run->op->operands[0];
	size_t size = check->size * check->parts;
	int64_t wrong = 0, first = 0, worst = 0;
	double difference, largest = 0;
	if (check->least_ulps == 0 && memcmp(actual, expected, hlo_bytes(type)) == 0)
		return true;
	uint32_t did = 0;
	for (int64_t i = 0; i < type->elements && !kernels_stops(&did, 8); i++) {
		if (!differs(check, actual + (size_t)i * size, expected + (size_t)i * size, &difference))
			continue;
		first = wrong++ ? first : i;
		if (wrong == 1 || difference > largest || (isnan(difference) && !isnan(largest))) {
			largest = difference;
			worst = i;
		}
	}
	if (wrong == 0)
		return true;
	char place[KERNELS_SHAPE_TEXT], other[KERNELS_SHAPE_TEXT];
	return kernels_hlo__fail(run,
		"element %.90s is %s, expected %s; %lld of %lld elements differ, at most by %s, at %.90s",
		index_text(&type->shape, first, place), element_text(check, actual + (size_t)first * size).text,
		element_text(check, expected + (size_t)first * size).text, (long long)wrong, (long long)type->elements,
		difference_text(check, largest, actual + (size_t)worst * size, expected + (size_t)worst * size).text,
		index_text(&type->shape, worst, other));
}

static bool run_check(const struct hlo_run *run, const void *plan)
{
	return compare(run, plan, run->inputs[0], run->inputs[1]);
}

/* ---- plans */

static void set_element(struct check *check, enum kernels_dtype dtype)
{
	check->parts = hlo_is_complex(dtype) ? 2 : 1;
	check->dtype = dtype == KERNELS_COMPLEX64 ? KERNELS_F32 : dtype == KERNELS_COMPLEX128 ? KERNELS_F64 : dtype;
	check->size = kernels_dtype_size(check->dtype);
	check->format = hlo_is_float(check->dtype) ? kernels_hlo__float_format(check->dtype) : NULL;
}

bool kernels_hlo__check_equal(const struct hlo_run *run, const void *actual, const void *expected)
{
	struct check check = { .mode = EQUAL };
	set_element(&check, run->op->operands[0].dtype);
	return compare(run, &check, actual, expected);
}

const char *kernels_hlo__element_text(enum kernels_dtype dtype, const void *element, char *buffer)
{
	struct check check = { .mode = EQUAL };
	set_element(&check, dtype);
	memcpy(buffer, element_text(&check, element).text, sizeof(struct element_text));
	return buffer;
}

static bool plan_operands(struct hlo_op *op, struct check *check, enum mode mode)
{
	const struct hlo_type *a = &op->operands[0], *b = &op->operands[1];
	char texts[2][HLO_TYPE_TEXT];
	if (a->dtype == KERNELS_DTYPE_INVALID || !kernels_hlo__same_type(a, b))
		return kernels_hlo__refuse(op, "operand 1 has the type %s, expected %s",
			kernels_hlo__type_text(b, texts[0]), kernels_hlo__type_text(a, texts[1]));
	if (op->results[0].dtype != KERNELS_DTYPE_INVALID)
		return kernels_hlo__refuse(op, "result 0 has the type %s, expected a token",
			kernels_hlo__type_text(&op->results[0], texts[0]));
	check->mode = mode;
	set_element(check, a->dtype);
	if (mode == CLOSE && !check->format)
		return kernels_hlo__refuse(op, "operand 0 has the type %s, expected floats",
			kernels_hlo__type_text(a, texts[0]));
	op->nanoseconds = 4 * (uint64_t)a->elements;
	return true;
}

static bool plan_eq(struct hlo_op *op, void *plan)
{
	return plan_operands(op, plan, EQUAL);
}

static bool plan_close(struct hlo_op *op, void *plan)
{
	struct check *check = plan;
	int64_t most, least;
	if (!kernels_hlo__int(op, "max_ulp_difference", &most) || !kernels_hlo__int(op, "min_ulp_difference", &least))
		return false;
	check->most_ulps = (uint64_t)most; /* unsigned numbers */
	check->least_ulps = (uint64_t)least;
	return plan_operands(op, check, CLOSE);
}

static bool plan_almost(struct hlo_op *op, void *plan)
{
	struct check *check = plan;
	if (!kernels_hlo__double(op, "tolerance", &check->tolerance))
		return false;
	if (!(check->tolerance >= 0))
		return kernels_hlo__refuse(op, "attribute tolerance is %g, expected 0 or more", check->tolerance);
	return plan_operands(op, check, ALMOST);
}

HLO_KERNEL(check_eq, sizeof(struct check), plan_eq, run_check, NULL, 0)
HLO_KERNEL(check_close, sizeof(struct check), plan_close, run_check, NULL, 0)
HLO_KERNEL(check_almost_eq, sizeof(struct check), plan_almost, run_check, NULL, 0)
