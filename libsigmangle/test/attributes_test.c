/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of attribute sets, and of SIP signatures against raw ones. */
#include "check.h"

#include <sigmangle/sigmangle.h>

#define RAW "I7!B1!B1!R7!B4!d-1"
#define PAIR "I12!S9!k0_0k1_1R3!_0"

/* key=value;key=value */
static enum sigmangle_status parse(const char *text, enum sigmangle_mode mode, struct sigmangle_function *function,
	const char **of, struct sigmangle_diag *diag)
{
	struct sigmangle_attribute attributes[16];
	size_t count = 0;
	while (*text) {
		size_t key = strcspn(text, "="), value = strcspn(text + key + 1, ";");
		attributes[count++] = (struct sigmangle_attribute){ { text, key }, { text + key + 1, value } };
		text += key + 1 + value;
		text += *text == ';';
	}
	return sigmangle_function_parse(attributes, count, mode, function, of, diag);
}

static void good(const char *text, enum sigmangle_mode mode, bool sip)
{
	struct sigmangle_function function;
	const char *of = "?";
	if (parse(text, mode, &function, &of, NULL) != SIGMANGLE_OK)
		check_report(__FILE__, __LINE__, "%s is refused: %s", text, of);
	CHECK(of == NULL && function.f.data && (function.sip.data != NULL) == sip);
}

static void bad(const char *text, enum sigmangle_mode mode, const char *reason, const char *key, long offset)
{
	struct sigmangle_function function;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	const char *of = "?";
	CHECK(parse(text, mode, &function, &of, &diag) != SIGMANGLE_OK);
	CHECK_STR(sigmangle_reason_name(diag.reason), reason);
	CHECK_STR(of, key);
	CHECK(diag.offset == (offset < 0 ? SIGMANGLE_NO_OFFSET : (uint64_t)offset));
	CHECK(!function.f.data && !function.input_count);
}

static void accepts(void)
{
	const enum sigmangle_mode strict = SIGMANGLE_STRICT;
	good("f=" RAW ";fv=1", strict, false);
	good("f=" RAW ";fv=1;fbr=__allocate;unknown=x", strict, false);
	good("sip=" PAIR ";sipv=1;abi=sip;abiv=1;f=" RAW ";fv=1", strict, true);
	good("f=" RAW ";fv=1;sip=" PAIR, strict, false); /* ignored without abi */
	good("f=" RAW, SIGMANGLE_LAX, false);
	good("f=" RAW ";abi=other;abiv=9", SIGMANGLE_LAX, false);
	good("f=" RAW ";abi=sip", SIGMANGLE_LAX, false);
	good("f=" RAW ";abi=sip;sip=I12!S9!k0_0k1_0R1!", SIGMANGLE_LAX, true);
}

static void refuses(void)
{
	const enum sigmangle_mode strict = SIGMANGLE_STRICT;
	bad("", strict, "f-missing", "f", -1);
	bad("fv=1", SIGMANGLE_LAX, "f-missing", "f", -1);
	bad("f=" RAW, strict, "fv-unknown", "fv", -1);
	bad("f=" RAW ";fv=2", SIGMANGLE_LAX, "fv-unknown", "fv", -1);
	bad("f=" RAW ";fv=1;fv=1", strict, "attribute-twice", "fv", -1);
	bad("f=" RAW ";fv=1;fbr=", strict, "fbr-empty", "fbr", -1);
	bad("f=" RAW ";fv=1;abi=raw", strict, "abi-unknown", "abi", -1);
	bad("f=" RAW ";fv=1;abi=sip", strict, "sip-missing", "sip", -1);
	bad("f=" RAW ";fv=1;abi=sip;abiv=01;sip=" PAIR, strict, "abiv-unknown", "abiv", -1);
	bad("f=" RAW ";fv=1;abi=sip;sipv=2;sip=" PAIR, strict, "sipv-unknown", "sipv", -1);
	bad("f=I1!;fv=1", strict, "missing-R", "f", 3);
	bad("f=" RAW ";fv=1;abi=sip;sip=I3!_0", strict, "missing-R", "sip", 5);
	bad("f=" RAW ";fv=1;abi=sip;sip=I12!S9!k0_0k1_2R1!", strict, "index-range", "sip", 13);
	bad("f=" RAW ";fv=1;abi=sip;sip=I12!S9!k0_0k1_0R1!", strict, "index-twice", "sip", 13);
	bad("f=" RAW ";fv=1;abi=sip;sip=I1!R3!_1", strict, "index-range", "sip", 6);
	bad("f=" RAW ";abi=sip;sip=I1!R3!_1", SIGMANGLE_LAX, "index-range", "sip", 6);
}

static void counts(void)
{
	struct sigmangle_function function;
	CHECK_INT(parse("f=I20!B7!d-1d-1O1!B5!d2d3R12!B4!d-1B3!d4;fv=1;abi=sip;sip=I8!S5!k0_2R3!_1;fbr=make",
			  SIGMANGLE_STRICT, &function, NULL, NULL),
		SIGMANGLE_OK);
	CHECK_INT(function.input_count, 3);
	CHECK_INT(function.result_count, 2);
	CHECK_INT(function.dynamic_inputs, 2);
	CHECK_INT(function.dynamic_results, 1);
	CHECK_INT(function.unused_inputs, 2);
	CHECK_INT(function.unused_results, 1);
	CHECK_BYTES(function.fbr.data, function.fbr.size, "make", 4);
}

/* More items than one pass compares. */
static void many_items(void)
{
	enum { COUNT = 70000 };
	static char f[COUNT * 4], sip[COUNT * 16];
	for (int twice = 0; twice < 2; twice++) {
		struct sigmangle_builder b = sigmangle_builder_init(f, sizeof f),
					 s = sigmangle_builder_init(sip, sizeof sip);
		struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
		size_t unused[2], last = 0;
		for (int32_t i = 0; i < COUNT; i++) {
			sigmangle_builder_span(&b, 'O', NULL, 0);
			sigmangle_builder_integer(&s, 'k', i);
			last = s.length;
			sigmangle_builder_integer(&s, '_', twice && i == COUNT - 1 ? 40000 : COUNT - 1 - i);
		}
		sigmangle_builder_wrap(&b, 'I', 0);
		sigmangle_builder_span(&b, 'R', NULL, 0);
		last += (size_t)snprintf(NULL, 0, "S%zu!", s.length + 1);
		sigmangle_builder_wrap(&s, 'S', 0);
		last += (size_t)snprintf(NULL, 0, "I%zu!", s.length + 1);
		sigmangle_builder_wrap(&s, 'I', 0);
		sigmangle_builder_span(&s, 'R', NULL, 0);
		CHECK_OR_RETURN(b.length <= b.room && s.length <= s.room);
		CHECK_INT(sigmangle_check_pair((struct sigmangle_string){ f, b.length },
				  (struct sigmangle_string){ sip, s.length }, unused, &diag),
			twice ? SIGMANGLE_E_CORRUPT : SIGMANGLE_OK);
		CHECK(unused[0] == 0 && unused[1] == 0);
		if (twice)
			CHECK_INT(diag.offset, last);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(accepts), CHECK_CASE(refuses), CHECK_CASE(counts),
		CHECK_CASE(many_items) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
