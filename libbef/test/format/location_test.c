/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Locations as records and as text. */
#include <bef/reader.h>
#include <bef/writer.h>
#include <check.h>
#include <stdlib.h>

struct places {
	struct bef_writer *writer;
	uint8_t *data;
	size_t size;
	struct bef_reader reader;
};

static struct places begin(void) { return (struct places){ .writer = bef_writer_create(NULL, NULL) }; }

static void finish(struct places *p)
{
	CHECK_INT(bef_writer_finish(p->writer, &p->data, &p->size, NULL), BEF_OK);
	CHECK_INT(bef_reader_open(p->data, p->size, &p->reader, NULL), BEF_OK);
	CHECK_INT(bef_reader_verify(&p->reader, NULL, NULL), BEF_OK);
}

static void drop(struct places *p)
{
	bef_writer_free_bytes(p->writer, p->data, p->size);
	bef_writer_destroy(p->writer);
}

static uint32_t name(struct places *p, const char *text)
{
	uint32_t offset = 0;
	CHECK_INT(bef_writer_location_name(p->writer, text, strlen(text), &offset), BEF_OK);
	return offset;
}

static uint32_t place(struct places *p, const char *text, uint64_t line, uint64_t column)
{
	uint32_t offset = 0;
	CHECK_INT(bef_writer_location_file(p->writer, text, strlen(text), line, column, &offset), BEF_OK);
	return offset;
}

static uint32_t unknown(struct places *p)
{
	uint32_t offset = 0;
	CHECK_INT(bef_writer_location_unknown(p->writer, &offset), BEF_OK);
	return offset;
}

static uint32_t callsite(struct places *p)
{
	uint32_t offset = 0;
	CHECK_INT(bef_writer_location_callsite(p->writer, &offset), BEF_OK);
	return offset;
}

static uint32_t fused(struct places *p, uint64_t count)
{
	uint32_t offset = 0;
	CHECK_INT(bef_writer_location_fused(p->writer, count, &offset), BEF_OK);
	return offset;
}

/* `debug` NULL: none. */
static void check_text(const struct places *p, uint64_t offset, const char *text, const char *debug)
{
	char buffer[64];
	bool found;
	CHECK_INT(bef_location_text(&p->reader, offset, buffer, sizeof buffer), strlen(text));
	CHECK_STR(buffer, text);
	CHECK_INT(bef_location_debug_text(&p->reader, offset, buffer, sizeof buffer, &found),
		debug ? strlen(debug) : 0);
	CHECK_INT(found, debug != NULL);
	CHECK_STR(buffer, debug ? debug : "");
}

static void each_kind_has_its_text(void)
{
	struct places p = begin();
	uint32_t at[10];
	at[0] = unknown(&p);
	at[1] = place(&p, "f", 3, UINT64_MAX);
	at[2] = name(&p, "alone"), unknown(&p);
	at[3] = name(&p, "outer"), name(&p, "inner"), place(&p, "f", 1, 2);
	at[4] = callsite(&p), name(&p, "callee"), unknown(&p), place(&p, "g", 5, 6);
	at[5] = callsite(&p), place(&p, "f", 5, 6), callsite(&p), name(&p, "x"), unknown(&p), unknown(&p);
	at[6] = fused(&p, 3), name(&p, "a"), unknown(&p), place(&p, "f", 7, 8), name(&p, "b"), place(&p, "g", 9, 10);
	at[7] = fused(&p, 0);
	at[8] = name(&p, "n"), fused(&p, 2), fused(&p, 1), name(&p, "deep"), unknown(&p), unknown(&p);
	at[9] = fused(&p, 2), fused(&p, 0), fused(&p, 1), name(&p, ""), name(&p, "z"), unknown(&p);
	finish(&p);
	check_text(&p, at[0], "(unknown)", NULL);
	check_text(&p, at[1], "f:3:18446744073709551615", NULL);
	check_text(&p, at[2], "alone", "alone");
	check_text(&p, at[3], "f;1;2(inner)(outer)", "outer");
	check_text(&p, at[4], "callee<-g;5;6", "callee");
	check_text(&p, at[5], "f;5;6<-x<-(unknown)", NULL);
	check_text(&p, at[6], "a,f;7;8,g;9;10(b)", "ab");
	check_text(&p, at[7], "", "");
	check_text(&p, at[8], "deep,(unknown)(n)", "n");
	check_text(&p, at[9], ",z()", "");
	check_text(&p, BEF_VIRTUAL_LOCATION, "(unknown)", NULL);
	check_text(&p, UINT64_MAX, "(unknown)", NULL);
	drop(&p);
}

static void text_is_cut_like_snprintf(void)
{
	struct places p = begin();
	char buffer[8];
	uint32_t at = name(&p, "abcdef");
	unknown(&p);
	finish(&p);
	for (size_t size = 0; size <= sizeof buffer; size++) {
		memset(buffer, '#', sizeof buffer);
		CHECK_INT(bef_location_text(&p.reader, at, size > 0 ? buffer : NULL, size), 6);
		if (size > 0)
			CHECK_INT(strlen(buffer), size > 6 ? 6 : size - 1);
		CHECK(size == sizeof buffer || buffer[size] == '#');
		CHECK(strncmp(buffer, "abcdef", size > 6 ? 6 : size > 0 ? size - 1 : 0) == 0);
	}
	drop(&p);
}

static void depth_and_length_are_limited(void)
{
	struct places p = begin();
	char *buffer = calloc(1, 1 << 16);
	uint32_t deep = name(&p, "0");
	for (int i = 1; i < BEF_MAX_NESTING + 20; i++)
		name(&p, "d");
	unknown(&p);
	uint32_t just = name(&p, "0"); /* the largest depth that is shown completely */
	for (int i = 1; i < BEF_MAX_NESTING; i++)
		name(&p, "e");
	unknown(&p);
	uint32_t wide = fused(&p, 3000);
	for (int i = 0; i < 3000; i++)
		unknown(&p);
	uint32_t behind = fused(&p, 2);
	for (int i = 0; i < BEF_MAX_NESTING + 2; i++)
		name(&p, "d");
	unknown(&p);
	name(&p, "last"), unknown(&p);
	finish(&p);
	CHECK_INT(bef_location_text(&p.reader, deep, buffer, 1 << 16), 3 + 3 * BEF_MAX_NESTING);
	CHECK(strncmp(buffer, "...(d)(d)", 9) == 0);
	CHECK_INT(bef_location_text(&p.reader, just, buffer, 1 << 16), 1 + 3 * (BEF_MAX_NESTING - 1));
	CHECK(strncmp(buffer, "e(e)", 4) == 0);
	CHECK_INT(bef_location_text(&p.reader, wide, buffer, 1 << 16), 10 * 1023 + 3);
	CHECK_STR(buffer + 10 * 1023 - 10, "(unknown),...");
	bef_location_text(&p.reader, behind, buffer, 1 << 16); /* a part after one that nests too deep is found */
	CHECK_STR(buffer + strlen(buffer) - 11, "(d)(d),last");
	free(buffer);
	drop(&p);
}

static void records_one_by_one(void)
{
	struct places p = begin();
	struct bef_location l;
	uint64_t offset = fused(&p, 2);
	place(&p, "f", 300, 5), name(&p, "n"), unknown(&p);
	finish(&p);
	CHECK_INT(bef_reader_location(&p.reader, &offset, &l, NULL), BEF_OK);
	CHECK(l.kind == BEF_LOCATION_FUSED && l.count == 2 && l.string.size == 0);
	CHECK_INT(bef_reader_location(&p.reader, &offset, &l, NULL), BEF_OK);
	CHECK(l.kind == BEF_LOCATION_FILE && l.count == 0 && l.line == 300 && l.column == 5);
	CHECK_STR(l.string.data, "f");
	CHECK_INT(bef_reader_location(&p.reader, &offset, &l, NULL), BEF_OK);
	CHECK(l.kind == BEF_LOCATION_NAME && l.count == 1);
	CHECK_STR(l.string.data, "n");
	CHECK_INT(bef_reader_location(&p.reader, &offset, &l, NULL), BEF_OK);
	CHECK_INT(l.kind, BEF_LOCATION_UNKNOWN);
	CHECK_INT(bef_reader_location(&p.reader, &offset, &l, NULL), BEF_E_NOT_FOUND);
	drop(&p);
}

/* Location sections that no writer produces, after LocationStrings "a\0". */
static void damaged_locations_are_refused(void)
{
	static const struct {
		uint8_t size, bytes[6];
		const char *message, *text;
		uint64_t at;
	} bad[] = {
		{ 1, { 5 }, "Locations +0: kind 5", "...", 22 },
		{ 2, { 1, 0 }, "Locations: line is cut off", "...", 24 },
		{ 4, { 1, 1, 2, 3 }, "Locations +0: no string begins at LocationStrings +1", "...", 22 },
		{ 2, { 2, 9 }, "Locations +0: no string begins at LocationStrings +9", "...", 22 },
		{ 2, { 2, 0 }, "Locations +0: 1 parts must follow, but 0 bytes do", "...", 22 },
		{ 2, { 3, 0 }, "Locations +0: 2 parts must follow, but 1 bytes do", "(unknown)<-...", 22 },
		{ 4, { 4, 3, 0, 0 }, "Locations +0: 3 parts must follow, but 2 bytes do", "(unknown),(unknown),...",
			22 },
		{ 5, { 3, 4, 2, 0, 0 }, "Locations +1: 2 parts must follow, but 2 bytes do", "(unknown),(unknown)<-...",
			23 },
		{ 3, { 4, 0x80, 1 }, "Locations: number of parts is not a minimal integer of at most 64 bits", "...",
			23 },
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		uint8_t *bytes = malloc(22u + bad[i].size);
		const uint8_t head[] = { 0x0B, 0xEF, 0, 0, 0, 2, 2, 0, 3, 2, 0, 4, 2, 0, 5, 0, 6, 4, 'a', 0, 7,
			(uint8_t)(bad[i].size * 2) };
		struct bef_diag diag = BEF_DIAG_INIT;
		struct bef_reader reader;
		char text[64] = "";
		memcpy(bytes, head, sizeof head);
		memcpy(bytes + sizeof head, bad[i].bytes, bad[i].size);
		CHECK_INT(bef_reader_open(bytes, 22u + bad[i].size, &reader, NULL), BEF_OK);
		CHECK(bef_reader_verify(&reader, NULL, &diag) != BEF_OK);
		CHECK_STR(diag.message, bad[i].message);
		CHECK_INT(diag.offset, bad[i].at);
		bef_location_text(&reader, 0, text, sizeof text);
		CHECK_STR(text, bad[i].text);
		free(bytes);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(each_kind_has_its_text),
		CHECK_CASE(text_is_cut_like_snprintf), CHECK_CASE(depth_and_length_are_limited),
		CHECK_CASE(records_one_by_one), CHECK_CASE(damaged_locations_are_refused) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
