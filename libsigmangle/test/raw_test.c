/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Raw signatures: types, buffer sizes, errors, round trips of random signatures. */
#include "check.h"
#include "pick.h"

#include <sigmangle/sigmangle.h>

#define SIGNATURE(text) text, sizeof text - 1

static void types(void)
{
	static const char names[][10] = { "float32", "float16", "float64", "bfloat16", "sint8", "sint16", "sint32",
		"sint64", "uint8", "uint16", "uint32", "uint64" };
	static const size_t sizes[] = { 4, 2, 8, 2, 1, 2, 4, 8, 1, 2, 4, 8 };
	for (int32_t i = 0; i < SIGMANGLE_TYPE_COUNT; i++) {
		CHECK_STR(sigmangle_type_name(i), names[i]);
		CHECK_INT(sigmangle_type_size(i), sizes[i]);
		CHECK_INT(sigmangle_type_find(names[i], strlen(names[i])), i);
	}
	CHECK_STR(sigmangle_type_format(SIGMANGLE_UINT8), "B");
	CHECK(!sigmangle_type_format(SIGMANGLE_BFLOAT16) && !sigmangle_type_format(12));
	CHECK(!sigmangle_type_name(12) && !sigmangle_type_name(-1) && !sigmangle_type_size(INT32_MIN));
	CHECK_INT(sigmangle_type_find("float3", 6), -1);
	CHECK_INT(sigmangle_type_find("", 0), -1);
}

/* The length counts the '!', so the three bytes U1! have the length 4. */
static void length_counts_the_bang(void)
{
	const struct sigmangle_item unrecognized = { SIGMANGLE_UNRECOGNIZED, 0, 0, NULL };
	char out[32];
	size_t length;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	CHECK_INT(sigmangle_raw_mangle(
			  &unrecognized, 1, &unrecognized, 1, SIGMANGLE_STRICT, out, sizeof out, &length, NULL),
		SIGMANGLE_OK);
	CHECK_STR(out, "I4!U1!R4!U1!");
	CHECK_INT(sigmangle_raw_text(out, length, SIGMANGLE_STRICT, out + 16, 16, &length, NULL), SIGMANGLE_OK);
	CHECK_INT(length, strlen("(Unrecognized<?>) -> (Unrecognized<?>)"));
	CHECK_STR(out + 16, "(Unrecognized<?");
	CHECK_INT(sigmangle_raw_check(SIGNATURE("I3!U1!R3!U1!"), SIGMANGLE_STRICT, &diag), SIGMANGLE_E_SYNTAX);
	CHECK_INT(diag.offset, 4); /* the 1 of U1, whose '!' is outside the payload */
}

static void rooms_of_every_size(void)
{
	static const int32_t dims[] = { -1, 128, 64, 12345 };
	const struct sigmangle_item items[] = { { SIGMANGLE_BUFFER, SIGMANGLE_FLOAT64, 4, dims },
		{ SIGMANGLE_SCALAR, SIGMANGLE_SINT32, 0, NULL }, { SIGMANGLE_REFERENCE, 0, 0, NULL } };
	static const char expected[] = "I28!B19!t2d-1d128d64d12345S3!t6R4!O1!";
	const size_t whole = sizeof expected - 1;
	for (size_t room = 0; room < whole + 20; room++) {
		char out[80];
		size_t length;
		memset(out, '#', sizeof out);
		CHECK_INT(sigmangle_raw_mangle(
				  items, 2, items + 2, 1, SIGMANGLE_STRICT, room ? out : NULL, room, &length, NULL),
			SIGMANGLE_OK);
		CHECK_INT(length, whole);
		if (room)
			CHECK_STR(out, room > whole ? expected : "");
		CHECK(out[room] == '#');
	}
}

static void refuses_what_cannot_be_written(void)
{
	static const int32_t dim = -2;
	const struct sigmangle_item items[] = { { SIGMANGLE_BUFFER, 0, 1, &dim }, { SIGMANGLE_SCALAR, 12, 0, NULL },
		{ SIGMANGLE_SCALAR, -1, 0, NULL }, { (enum sigmangle_category)4, 0, 0, NULL } };
	static const char *const reasons[] = { "dim-below-minus-one", "scalar-code", "scalar-code", "raw-tag" };
	static const char *const lax[] = { "I7!B4!d-2R1!", "I7!S4!t12R1!", "I7!S4!t-1R1!", "" };
	for (int i = 0; i < 4; i++) {
		struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
		char out[32];
		size_t length;
		CHECK_INT(
			sigmangle_raw_mangle(&items[i], 1, NULL, 0, SIGMANGLE_STRICT, out, sizeof out, &length, &diag),
			SIGMANGLE_E_ARG);
		CHECK_STR(sigmangle_reason_name(diag.reason), reasons[i]);
		CHECK_INT(diag.status, SIGMANGLE_E_ARG);
		CHECK(length == 0 && !out[0]);
		(void)!sigmangle_raw_mangle(&items[i], 1, NULL, 0, SIGMANGLE_LAX, out, sizeof out, &length, NULL);
		CHECK_STR(out, lax[i]);
	}
}

static void room_for_dimensions(void)
{
	static const char signature[] = "I10!B7!d1d2d3R1!";
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	int32_t dims[3];
	CHECK_INT(
		sigmangle_raw_open(&raw, SIGNATURE(signature), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, NULL), SIGMANGLE_OK);
	sigmangle_raw_room(&raw, dims, 2);
	for (int again = 0; again < 2; again++)
		CHECK_INT(sigmangle_raw_next(&raw, &item, &diag), SIGMANGLE_E_LIMIT);
	CHECK_INT(diag.offset, 4);
	sigmangle_raw_room(&raw, dims, 3);
	CHECK_INT(sigmangle_raw_next(&raw, &item, NULL), SIGMANGLE_OK);
	CHECK(item.rank == 3 && item.dims == dims && dims[2] == 3);
	CHECK_INT(sigmangle_raw_next(&raw, &item, NULL), SIGMANGLE_E_NOT_FOUND);
}

static enum sigmangle_status stop_at_second(void *ctx, const struct sigmangle_item *item)
{
	int *count = ctx;
	(void)item;
	return ++*count == 2 ? SIGMANGLE_E_STATE : SIGMANGLE_OK;
}

static void visitors_may_stop(void)
{
	int count = 0;
	CHECK_INT(sigmangle_raw_visit(SIGNATURE("I10!O1!O1!O1!R1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, stop_at_second,
			  &count, NULL),
		SIGMANGLE_E_STATE);
	CHECK_INT(count, 2);
}

/* The first failure fills the diagnostic; later ones do not change it. */
static void first_failure_stays(void)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	(void)!sigmangle_raw_check(SIGNATURE("I1!"), SIGMANGLE_STRICT, &diag);
	(void)!sigmangle_raw_check(SIGNATURE("hello"), SIGMANGLE_STRICT, &diag);
	CHECK_INT(diag.reason, SIGMANGLE_MISSING_R);
	CHECK_INT(diag.offset, 3);
}

static int32_t pick_dim(void)
{
	static const int32_t edges[] = { -1, 0, 1, 9, 10, 99, 100, 999, 1000, 9999, 10000, 99999, INT32_MAX };
	return pick(2) ? edges[pick(sizeof edges / sizeof *edges)] : (int32_t)pick(INT32_MAX);
}

/* Items to signature to items, with equal text of both. */
static void random_items(void)
{
	static int32_t dims[40][12];
	struct sigmangle_item items[40], item;
	for (int round = 0; round < 20000; round++) {
		char out[16384], text[128], other[128];
		size_t count = pick(round % 100 ? 6 : 40), inputs = pick((uint32_t)count + 1), length;
		for (size_t i = 0; i < count; i++) {
			items[i] = (struct sigmangle_item){ (enum sigmangle_category)pick(4), 0, 0, dims[i] };
			if (items[i].category == SIGMANGLE_BUFFER || items[i].category == SIGMANGLE_SCALAR)
				items[i].type = (int32_t)pick(SIGMANGLE_TYPE_COUNT);
			items[i].rank = items[i].category == SIGMANGLE_BUFFER ? pick(12) : 0;
			for (size_t axis = 0; axis < items[i].rank; axis++)
				dims[i][axis] = pick_dim();
		}
		CHECK_OR_RETURN(sigmangle_raw_mangle(items, inputs, items + inputs, count - inputs, SIGMANGLE_CANONICAL,
					out, sizeof out, &length, NULL) == SIGMANGLE_OK &&
				length < sizeof out);
		CHECK_OR_RETURN(sigmangle_raw_check(out, length, SIGMANGLE_CANONICAL, NULL) == SIGMANGLE_OK);
		size_t seen = 0;
		for (int side = 0; side < 2; side++) {
			struct sigmangle_raw raw;
			CHECK_OR_RETURN(sigmangle_raw_open(&raw, out, length, (enum sigmangle_side)side,
						SIGMANGLE_STRICT, NULL) == SIGMANGLE_OK);
			while (sigmangle_raw_next(&raw, &item, NULL) == SIGMANGLE_OK) {
				CHECK_OR_RETURN(seen < count && item.category == items[seen].category);
				CHECK_OR_RETURN(item.type == items[seen].type && item.rank == items[seen].rank);
				CHECK_OR_RETURN(!item.rank || memcmp(item.dims, items[seen].dims,
								      item.rank * sizeof *item.dims) == 0);
				sigmangle_item_text(&item, text, sizeof text);
				sigmangle_item_text(&items[seen++], other, sizeof other);
				CHECK_OR_RETURN(strcmp(text, other) == 0);
			}
		}
		CHECK_OR_RETURN(seen == count);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(types), CHECK_CASE(length_counts_the_bang),
		CHECK_CASE(rooms_of_every_size), CHECK_CASE(refuses_what_cannot_be_written),
		CHECK_CASE(room_for_dimensions), CHECK_CASE(visitors_may_stop), CHECK_CASE(first_failure_stays),
		CHECK_CASE(random_items) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
