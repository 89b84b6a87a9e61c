/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The oracle, whole calls, dynamic dimensions, and buffers to allocate. */
#include "check.h"
#include "sizes.h"

#include <sigmangle/sigmangle.h>

#define STRING(text)                                                                                                   \
	(struct sigmangle_string) { text, sizeof text - 1 }

static const int32_t want_dims[] = { SIGMANGLE_DYNAMIC, 3, 4 };
static const struct sigmangle_item want = { SIGMANGLE_BUFFER, SIGMANGLE_SINT32, 3, want_dims };

static void expect(const struct sigmangle_match *match, enum sigmangle_fit fit, const char *why, const char *text)
{
	char out[128];
	CHECK_INT(match->fit, fit);
	CHECK_STR(sigmangle_mismatch_name(match->why), why);
	CHECK_INT(sigmangle_match_text(match, out, sizeof out), strlen(text));
	CHECK_STR(out, text);
}

static void ask(int32_t type, size_t rank, const int64_t *shape, const int64_t *strides, enum sigmangle_fit fit,
	const char *why, const char *text)
{
	const struct sigmangle_buffer have = { type, rank, shape, strides };
	struct sigmangle_match match = sigmangle_oracle(&want, &have);
	expect(&match, fit, why, text);
}

#define SHAPE(...)                                                                                                     \
	(const int64_t[]) { __VA_ARGS__ }

static void usable(void)
{
	const enum sigmangle_fit fit = SIGMANGLE_USABLE;
	ask(SIGMANGLE_SINT32, 3, SHAPE(2, 3, 4), NULL, fit, "fits", "fits");
	ask(SIGMANGLE_SINT32, 3, SHAPE(2, 3, 4), SHAPE(48, 16, 4), fit, "fits", "fits");
	/* along an axis of size 1, and without elements, strides are ignored */
	ask(SIGMANGLE_SINT32, 3, SHAPE(1, 3, 4), SHAPE(-7, 16, 4), fit, "fits", "fits");
	ask(SIGMANGLE_SINT32, 3, SHAPE(0, 3, 4), SHAPE(1, 1, 1), fit, "fits", "fits");
}

static void needs_conversion(void)
{
	ask(SIGMANGLE_SINT32, 3, SHAPE(2, 3, 4), SHAPE(4, 8, 24), SIGMANGLE_CONVERT, "stride",
		"axis 0 has stride 4, contiguous is 48");
	ask(SIGMANGLE_SINT32, 3, SHAPE(2, 3, 4), SHAPE(48, 16, -4), SIGMANGLE_CONVERT, "stride",
		"axis 2 has stride -4, contiguous is 4");
	ask(SIGMANGLE_SINT32, 3, SHAPE(1, 3, 4), SHAPE(0, 32, 4), SIGMANGLE_CONVERT, "stride",
		"axis 1 has stride 32, contiguous is 16");
}

static void incompatible(void)
{
	const enum sigmangle_fit fit = SIGMANGLE_INCOMPATIBLE;
	ask(SIGMANGLE_SINT32, 2, SHAPE(3, 4), NULL, fit, "rank", "rank 2, the signature says 3");
	ask(SIGMANGLE_UINT32, 3, SHAPE(2, 3, 4), NULL, fit, "type", "uint32, the signature says sint32");
	ask(99, 3, SHAPE(2, 3, 4), NULL, fit, "type", "no type, the signature says sint32");
	ask(SIGMANGLE_SINT32, 3, SHAPE(2, 3, 5), NULL, fit, "dim", "axis 2 has size 5, the signature says 4");
	ask(SIGMANGLE_SINT32, 3, SHAPE(-2, 3, 4), NULL, fit, "shape", "axis 0 cannot have size -2");
	ask(SIGMANGLE_SINT32, 3, SHAPE(INT64_MAX, 3, 4), NULL, fit, "shape",
		"axis 0 cannot have size 9223372036854775807");
	/* the first reason is reported */
	ask(SIGMANGLE_FLOAT32, 3, SHAPE(2, 3, 5), SHAPE(1, 1, 1), fit, "type", "float32, the signature says sint32");
}

static void oracle_of_other_categories(void)
{
	const struct sigmangle_buffer have = { SIGMANGLE_SINT32, 0, NULL, NULL };
	struct sigmangle_item item = { SIGMANGLE_SCALAR, SIGMANGLE_SINT32, 0, NULL };
	struct sigmangle_match match = sigmangle_oracle(&item, &have);
	expect(&match, SIGMANGLE_INCOMPATIBLE, "category", "a buffer, the signature says a scalar");
	item.category = SIGMANGLE_UNRECOGNIZED;
	match = sigmangle_oracle(&item, &have);
	expect(&match, SIGMANGLE_INCOMPATIBLE, "unrecognized", "the signature has no type for it");
	/* rank 0 */
	item = (struct sigmangle_item){ SIGMANGLE_BUFFER, SIGMANGLE_SINT32, 0, NULL };
	match = sigmangle_oracle(&item, &have);
	expect(&match, SIGMANGLE_USABLE, "fits", "fits");
}

#define F STRING("I30!B11!t6d-1d3d-1S3!t6O1!B5!t2d2R12!B9!d-1d1000")

static const int64_t shape_a[] = { 5, 3, 7 }, shape_b[] = { 2 }, bad_b[] = { 3 }, turned[] = { 4, 140, 20 };

static void calls(void)
{
	struct sigmangle_argument arguments[] = {
		{ SIGMANGLE_BUFFER, { SIGMANGLE_SINT32, 3, shape_a, NULL } },
		{ SIGMANGLE_SCALAR, { SIGMANGLE_SINT32, 0, NULL, NULL } },
		{ SIGMANGLE_REFERENCE, { 0, 0, NULL, NULL } },
		{ SIGMANGLE_BUFFER, { SIGMANGLE_FLOAT64, 1, shape_b, NULL } },
		{ SIGMANGLE_REFERENCE, { 0, 0, NULL, NULL } },
	};
	struct sigmangle_match matches[5], call;
	CHECK_INT(sigmangle_match_call(F, arguments, 4, matches, &call, NULL), SIGMANGLE_OK);
	expect(&call, SIGMANGLE_USABLE, "fits", "fits");
	for (size_t i = 0; i < 4; i++)
		CHECK(matches[i].fit == SIGMANGLE_USABLE && matches[i].argument == i);
	/* all mismatches are reported; the worst one is the result of the call */
	arguments[0].buffer.strides = turned;
	arguments[1].buffer.type = SIGMANGLE_SINT64;
	arguments[3].buffer.shape = bad_b;
	CHECK_INT(sigmangle_match_call(F, arguments, 4, matches, &call, NULL), SIGMANGLE_OK);
	expect(&matches[0], SIGMANGLE_CONVERT, "stride", "axis 0 has stride 4, contiguous is 84");
	expect(&matches[1], SIGMANGLE_INCOMPATIBLE, "type", "sint64, the signature says sint32");
	expect(&matches[2], SIGMANGLE_USABLE, "fits", "fits");
	expect(&matches[3], SIGMANGLE_INCOMPATIBLE, "dim", "axis 0 has size 3, the signature says 2");
	expect(&call, SIGMANGLE_INCOMPATIBLE, "type", "sint64, the signature says sint32");
	CHECK_INT(call.argument, 1);
	/* counts */
	CHECK_INT(sigmangle_match_call(F, arguments, 5, matches, &call, NULL), SIGMANGLE_OK);
	expect(&call, SIGMANGLE_INCOMPATIBLE, "count", "arguments: 5, the signature says 4");
	CHECK_INT(call.argument, 4);
	expect(&matches[4], SIGMANGLE_INCOMPATIBLE, "count", "arguments: 5, the signature says 4");
	CHECK_INT(sigmangle_match_call(F, arguments, 1, NULL, &call, NULL), SIGMANGLE_OK);
	CHECK(call.argument == 1 && call.why == SIGMANGLE_OTHER_COUNT && call.wanted == 4 && call.got == 1);
	/* an invalid signature */
	CHECK_INT(sigmangle_match_call(STRING("I1!"), NULL, 0, NULL, &call, NULL), SIGMANGLE_E_CORRUPT);
	/* nothing can be passed for U; a scalar is not a buffer */
	CHECK_INT(sigmangle_match_call(STRING("I7!U1!S1!R1!"), arguments, 2, matches, &call, NULL), SIGMANGLE_OK);
	CHECK_STR(sigmangle_mismatch_name(matches[0].why), "unrecognized");
	CHECK_INT(sigmangle_match_call(STRING("I7!O1!B1!R1!"), arguments, 2, matches, &call, NULL), SIGMANGLE_OK);
	expect(&matches[0], SIGMANGLE_INCOMPATIBLE, "category", "a buffer, the signature says a reference");
	expect(&matches[1], SIGMANGLE_INCOMPATIBLE, "category", "a scalar, the signature says a buffer");
}

static void dynamic_dims(void)
{
	struct sigmangle_argument arguments[] = {
		{ SIGMANGLE_BUFFER, { SIGMANGLE_SINT32, 3, shape_a, turned } },
		{ SIGMANGLE_SCALAR, { SIGMANGLE_SINT32, 0, NULL, NULL } },
		{ SIGMANGLE_REFERENCE, { 0, 0, NULL, NULL } },
		{ SIGMANGLE_BUFFER, { SIGMANGLE_FLOAT64, 1, shape_b, NULL } },
	};
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	int64_t dims[2] = { 0, 0 };
	size_t count;
	CHECK_INT(sigmangle_dynamic_dims(F, arguments, 4, dims, 2, &count, NULL), SIGMANGLE_OK);
	CHECK(count == 2 && dims[0] == 5 && dims[1] == 7);
	dims[1] = 0;
	CHECK_INT(sigmangle_dynamic_dims(F, arguments, 4, dims, 1, &count, NULL), SIGMANGLE_OK);
	CHECK(count == 2 && dims[1] == 0);
	CHECK_INT(sigmangle_dynamic_dims(F, arguments, 3, dims, 2, &count, &diag), SIGMANGLE_E_ARG);
	CHECK_STR(diag.message, "arguments: 3, the signature says 4");
	CHECK_STR(diag.rule, "SIGMANGLE_E_ARG");
	arguments[1].category = SIGMANGLE_REFERENCE;
	diag = (struct sigmangle_diag)SIGMANGLE_DIAG_INIT;
	CHECK_INT(sigmangle_dynamic_dims(F, arguments, 4, dims, 2, &count, &diag), SIGMANGLE_E_ARG);
	CHECK_STR(diag.message, "argument 1: a reference, the signature says a scalar");
	CHECK_INT(count, 0);
}

/* The number of dimensions is not limited by the room of a reader. */
static void any_rank(void)
{
	enum { RANK = 300 };
	int32_t dims[RANK];
	int64_t shape[RANK], dynamic[RANK];
	char signature[2048];
	size_t length, count;
	for (int i = 0; i < RANK; i++) {
		dims[i] = i % 2 ? 1 : SIGMANGLE_DYNAMIC;
		shape[i] = 1;
	}
	const struct sigmangle_item item = { SIGMANGLE_BUFFER, 0, RANK, dims };
	const struct sigmangle_argument argument = { SIGMANGLE_BUFFER, { 0, RANK, shape, NULL } };
	struct sigmangle_match call;
	(void)!sigmangle_raw_mangle(&item, 1, NULL, 0, SIGMANGLE_STRICT, signature, sizeof signature, &length, NULL);
	CHECK_INT(sigmangle_match_call((struct sigmangle_string){ signature, length }, &argument, 1, NULL, &call, NULL),
		SIGMANGLE_OK);
	CHECK_INT(call.fit, SIGMANGLE_USABLE);
	CHECK_INT(sigmangle_dynamic_dims(
			  (struct sigmangle_string){ signature, length }, &argument, 1, dynamic, RANK, &count, NULL),
		SIGMANGLE_OK);
	CHECK_INT(count, RANK / 2);
}

static void describes(void)
{
	int64_t shape[3], strides[3];
	const int64_t two = 2, none = 0, below = -1, huge = INT64_MAX / 16;
	size_t size;
	struct sigmangle_item other = want;
	CHECK_INT(sigmangle_describe(&want, &two, 1, shape, strides, &size), SIGMANGLE_OK);
	CHECK(size == 96 && shape[0] == 2 && shape[1] == 3 && shape[2] == 4);
	CHECK(strides[0] == 48 && strides[1] == 16 && strides[2] == 4);
	/* the described buffer is usable */
	const struct sigmangle_buffer described = { want.type, 3, shape, strides };
	CHECK_INT(sigmangle_oracle(&want, &described).fit, SIGMANGLE_USABLE);
	CHECK_INT(sigmangle_describe(&want, &none, 1, shape, strides, &size), SIGMANGLE_OK);
	CHECK(size == 0 && shape[0] == 0 && strides[2] == 4);
	CHECK_INT(sigmangle_describe(&want, NULL, 0, shape, NULL, &size), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_describe(&want, &below, 1, shape, NULL, &size), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_describe(&want, &huge, 1, shape, NULL, &size), SIGMANGLE_E_LIMIT);
	other.rank = 0;
	CHECK_INT(sigmangle_describe(&other, NULL, 0, NULL, NULL, &size), SIGMANGLE_OK);
	CHECK_INT(size, 4);
	other.type = 12;
	CHECK_INT(sigmangle_describe(&other, NULL, 0, NULL, NULL, &size), SIGMANGLE_E_ARG);
	other.category = SIGMANGLE_SCALAR;
	CHECK_INT(sigmangle_describe(&other, NULL, 0, NULL, NULL, &size), SIGMANGLE_E_ARG);
}

/* ---- devices */

struct device_case {
	struct sigmangle_device device;
	int32_t type;
	size_t rank;
	int64_t shape[3], strides[3]; /* strides[0] 0: NULL */
	enum sigmangle_mismatch why;
	int64_t out_strides[3];
	size_t out_size;
};

static void check_device(const struct device_case *c)
{
	static const int32_t dims[] = { SIGMANGLE_DYNAMIC, SIGMANGLE_DYNAMIC, SIGMANGLE_DYNAMIC };
	const struct sigmangle_item item = { SIGMANGLE_BUFFER, c->type, c->rank, dims };
	const struct sigmangle_buffer have = { c->type, c->rank, c->shape, c->strides[0] ? c->strides : NULL };
	struct sigmangle_device device = c->device;
	struct sigmangle_match match;
	int64_t strides[3] = { 0 };
	size_t size = 99;
	device.size = sizeof device;
	CHECK_INT(sigmangle_oracle_for(&device, &item, &have, strides, &size, &match), SIGMANGLE_OK);
	CHECK_INT(match.why, c->why);
	CHECK_INT(match.fit, c->why == SIGMANGLE_FITS		? SIGMANGLE_USABLE :
			     c->why == SIGMANGLE_OTHER_STRIDE ? SIGMANGLE_CONVERT :
								SIGMANGLE_INCOMPATIBLE);
	CHECK_INT(size, c->out_size);
	for (size_t axis = 0; match.fit != SIGMANGLE_INCOMPATIBLE && axis < c->rank; axis++)
		CHECK_INT(strides[axis], c->out_strides[axis]);
}

static void devices(void)
{
	static const struct device_case cases[] = {
		{ { 0 }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 0 }, SIGMANGLE_FITS, { 20, 4 }, 60 },
		{ { 0 }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 24, 4 }, SIGMANGLE_OTHER_STRIDE, { 20, 4 }, 60 },
		/* padded rows: packed ones are copied, padded ones are not */
		{ { .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 0 }, SIGMANGLE_OTHER_STRIDE, { 32, 4 }, 96 },
		{ { .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 32, 4 }, SIGMANGLE_FITS, { 32, 4 }, 96 },
		{ { .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 3, 4 }, { 0 }, SIGMANGLE_FITS, { 16, 4 }, 48 },
		{ { .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 1, 5 }, { 0 }, SIGMANGLE_FITS, { 32, 4 }, 32 },
		{ { .row_align = 16 }, SIGMANGLE_FLOAT32, 1, { 5 }, { 0 }, SIGMANGLE_FITS, { 4 }, 20 },
		{ { .row_align = 64 }, SIGMANGLE_UINT8, 3, { 2, 3, 5 }, { 0 }, SIGMANGLE_OTHER_STRIDE, { 192, 64, 1 }, 384 },
		/* whole buffers */
		{ { .align = 64 }, SIGMANGLE_FLOAT64, 1, { 9 }, { 0 }, SIGMANGLE_FITS, { 8 }, 128 },
		{ { .align = 64 }, SIGMANGLE_FLOAT64, 0, { 0 }, { 0 }, SIGMANGLE_FITS, { 0 }, 64 },
		/* any strides */
		{ { .strided = true }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 4, 12 }, SIGMANGLE_FITS, { 20, 4 }, 60 },
		{ { .strided = true }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { -20, 4 }, SIGMANGLE_OTHER_STRIDE, { 20, 4 }, 60 },
		{ { .strided = true }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 22, 4 }, SIGMANGLE_OTHER_STRIDE, { 20, 4 }, 60 },
		{ { .strided = true, .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 48, 8 }, SIGMANGLE_FITS, { 32, 4 }, 96 },
		{ { .strided = true, .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 40, 8 }, SIGMANGLE_OTHER_STRIDE,
			{ 32, 4 }, 96 },
		/* no elements */
		{ { .row_align = 16 }, SIGMANGLE_FLOAT32, 2, { 0, 5 }, { 7, 7 }, SIGMANGLE_FITS, { 32, 4 }, 0 },
		/* refused */
		{ { .lacks = UINT64_C(1) << SIGMANGLE_FLOAT64 }, SIGMANGLE_FLOAT64, 1, { 2 }, { 0 }, SIGMANGLE_NO_DEVICE_TYPE, { 0 }, 0 },
		{ { .lacks = UINT64_C(1) << SIGMANGLE_FLOAT64 }, SIGMANGLE_FLOAT32, 1, { 2 }, { 0 }, SIGMANGLE_FITS, { 4 }, 8 },
		{ { .row_align = INT64_MAX }, SIGMANGLE_FLOAT32, 2, { 3, 5 }, { 0 }, SIGMANGLE_BAD_SHAPE, { 0 }, 0 },
		{ { 0 }, SIGMANGLE_FLOAT32, 2, { -1, 5 }, { 0 }, SIGMANGLE_BAD_SHAPE, { 0 }, 0 },
		{ { 0 }, SIGMANGLE_FLOAT32, 2, { INT64_MAX, 5 }, { 0 }, SIGMANGLE_BAD_SHAPE, { 0 }, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_device(&cases[i]);
}

static void devices_are_checked(void)
{
	static const int32_t dims[] = { 4 };
	const struct sigmangle_item vector = { SIGMANGLE_BUFFER, SIGMANGLE_FLOAT32, 1, dims };
	const int64_t shape[] = { 4 }, other[] = { 5 };
	struct sigmangle_buffer have = { SIGMANGLE_FLOAT32, 1, shape, NULL };
	struct sigmangle_device device = { .size = sizeof device };
	struct sigmangle_match match;
	int64_t strides[1];
	size_t size;
	char text[64];
	SIZES_REFUSED(struct sigmangle_device, device.size,
		sigmangle_oracle_for(&device, &vector, &have, strides, &size, &match) == SIGMANGLE_E_ARG);
	device.row_align = -1;
	CHECK_INT(sigmangle_oracle_for(&device, &vector, &have, strides, &size, &match), SIGMANGLE_E_ARG);
	device.row_align = 0;
	device.align = -1;
	CHECK_INT(sigmangle_oracle_for(&device, &vector, &have, strides, &size, &match), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_oracle_for(NULL, &vector, &have, strides, &size, &match), SIGMANGLE_OK);
	CHECK(match.fit == SIGMANGLE_USABLE && size == 16 && strides[0] == 4);
	have.shape = other;
	CHECK_INT(sigmangle_oracle_for(NULL, &vector, &have, strides, &size, &match), SIGMANGLE_OK);
	CHECK(match.why == SIGMANGLE_OTHER_DIM && size == 0);
	device.align = 0;
	device.lacks = ~UINT64_C(0);
	have.shape = shape;
	CHECK_INT(sigmangle_oracle_for(&device, &vector, &have, strides, &size, &match), SIGMANGLE_OK);
	CHECK_STR(sigmangle_mismatch_name(match.why), "device");
	(void)sigmangle_match_text(&match, text, sizeof text);
	CHECK_STR(text, "the device has no type float32");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(usable), CHECK_CASE(needs_conversion),
		CHECK_CASE(incompatible), CHECK_CASE(oracle_of_other_categories), CHECK_CASE(calls),
		CHECK_CASE(dynamic_dims), CHECK_CASE(any_rank), CHECK_CASE(describes), CHECK_CASE(devices),
		CHECK_CASE(devices_are_checked) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
