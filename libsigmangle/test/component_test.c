/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Components: writing into buffers of every size, limits, nesting, seeking, names of reasons. */
#include "check.h"

#include <sigmangle/sigmangle.h>

static void writes(struct sigmangle_builder *b)
{
	CHECK_INT(sigmangle_builder_span(b, 'A', "foobar", 6), SIGMANGLE_OK);
	size_t mark = b->length;
	CHECK_INT(sigmangle_builder_integer(b, 'd', INT32_MIN), SIGMANGLE_OK);
	CHECK_INT(sigmangle_builder_integer(b, '_', INT32_MAX), SIGMANGLE_OK);
	CHECK_INT(sigmangle_builder_wrap(b, 'B', mark), SIGMANGLE_OK);
	CHECK_INT(sigmangle_builder_span(b, 'Z', NULL, 0), SIGMANGLE_OK);
}

static void rooms_of_every_size(void)
{
	static const char expected[] = "A7!foobarB24!d-2147483648_2147483647Z1!";
	const size_t length = sizeof expected - 1;
	for (size_t room = 0; room <= length + 3; room++) {
		char out[64];
		memset(out, '#', sizeof out);
		struct sigmangle_builder b = sigmangle_builder_init(out, room);
		writes(&b);
		CHECK_INT(b.length, length);
		if (room >= length)
			CHECK_BYTES(out, length, expected, length);
		CHECK(out[room] == '#');
	}
}

static void refuses_other_tags(void)
{
	struct sigmangle_builder b = sigmangle_builder_init(NULL, 0);
	for (int tag = 0; tag < 256; tag++) {
		bool integer = tag == '_' || (tag >= 'a' && tag <= 'z'), span = tag >= 'A' && tag <= 'Z';
		CHECK_INT(sigmangle_builder_integer(&b, (char)tag, 1), integer ? SIGMANGLE_OK : SIGMANGLE_E_ARG);
		CHECK_INT(sigmangle_builder_span(&b, (char)tag, "", 0), span ? SIGMANGLE_OK : SIGMANGLE_E_ARG);
		CHECK_INT(sigmangle_builder_wrap(&b, (char)tag, b.length), span ? SIGMANGLE_OK : SIGMANGLE_E_ARG);
	}
	CHECK_INT(sigmangle_builder_wrap(&b, 'A', b.length + 1), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_builder_span(&b, 'A', NULL, INT32_MAX), SIGMANGLE_E_LIMIT);
}

static void nested_offsets(void)
{
	static const char text[] = "X9!A4!a1b_7";
	struct sigmangle_lexer outer = sigmangle_lexer_init(text, sizeof text - 1), inner, none;
	struct sigmangle_component c;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	CHECK_INT(sigmangle_lexer_next(&outer, &c, NULL), SIGMANGLE_OK);
	CHECK_INT(c.value, 8);
	inner = sigmangle_lexer_nested(&outer, &c);
	CHECK_INT(sigmangle_lexer_next(&inner, &c, NULL), SIGMANGLE_OK);
	CHECK_INT(c.offset, 3);
	inner = sigmangle_lexer_nested(&inner, &c);
	CHECK_INT(sigmangle_lexer_next(&inner, &c, NULL), SIGMANGLE_OK);
	none = sigmangle_lexer_nested(&inner, &c);
	CHECK_INT(sigmangle_lexer_next(&none, &c, NULL), SIGMANGLE_E_NOT_FOUND);
	for (int again = 0; again < 2; again++) {
		CHECK_INT(sigmangle_lexer_next(&inner, &c, &diag), SIGMANGLE_E_SYNTAX);
		CHECK_INT(diag.offset, 8);
		CHECK_STR(sigmangle_reason_name(diag.reason), "no-number");
	}
}

static void seeks_from_where_it_is(void)
{
	static const char text[] = "a1R1!a2?";
	struct sigmangle_lexer lexer = sigmangle_lexer_init(text, sizeof text - 1);
	struct sigmangle_component c;
	CHECK_INT(sigmangle_lexer_seek(&lexer, 'a', &c, NULL), SIGMANGLE_OK);
	CHECK_INT(c.value, 1);
	CHECK_INT(sigmangle_lexer_seek(&lexer, 'a', &c, NULL), SIGMANGLE_OK);
	CHECK_INT(c.value, 2);
	CHECK_INT(sigmangle_lexer_seek(&lexer, 'R', &c, NULL),
		SIGMANGLE_E_SYNTAX); /* always forward, and it terminates */
	lexer = sigmangle_lexer_init(NULL, 0);
	CHECK_INT(sigmangle_lexer_seek(&lexer, 'I', &c, NULL), SIGMANGLE_E_NOT_FOUND);
}

static void everything_has_a_name(void)
{
	size_t named = 0;
	for (int i = 1; i < 100; i++) {
		const char *name = sigmangle_reason_name((enum sigmangle_reason)i);
		bool known = strcmp(name, "?") != 0;
		named += known;
		CHECK(known == (sigmangle_reason_text((enum sigmangle_reason)i)[0] != 0));
	}
	CHECK_INT(named, 42);
	CHECK_STR(sigmangle_reason_name(SIGMANGLE_GOOD), "good");
	CHECK_STR(sigmangle_status_name(SIGMANGLE_E_CORRUPT), "SIGMANGLE_E_CORRUPT");
	CHECK_STR(sigmangle_status_name((enum sigmangle_status)99), "?");
	CHECK_STR(sigmangle_version(), "0.1.0");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(rooms_of_every_size), CHECK_CASE(refuses_other_tags),
		CHECK_CASE(nested_offsets), CHECK_CASE(seeks_from_where_it_is), CHECK_CASE(everything_has_a_name) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
