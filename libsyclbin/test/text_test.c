/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Property texts: syntax, values, typed access, and input that the builder rejects. */
#include "check.h"
#include "sample.h"

#include <stdlib.h>

static struct syclbin_string str(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

/* Returns the status of the first invalid line; its code and offset in *out. */
static enum syclbin_status first_error(const char *text, struct syclbin_diag *out)
{
	struct syclbin_span span = syclbin_span(text, strlen(text));
	struct syclbin_properties walk = syclbin_properties(&span);
	struct syclbin_property p;
	enum syclbin_status status;
	*out = (struct syclbin_diag)SYCLBIN_DIAG_INIT;
	while ((status = syclbin_properties_next(&walk, &p, out)) == SYCLBIN_OK)
		;
	return status;
}

static void grammar_errors(void)
{
	static const struct { const char *text; enum syclbin_code code; uint64_t offset; } wrong[] = {
		{ "k=1|1\n", SYCLBIN_C_LINE_NO_SET, 0 }, { "[s\n", SYCLBIN_C_LINE_BRACKET, 0 },
		{ "[s]\n=1|1\n", SYCLBIN_C_LINE_KEY, 4 }, { "[s]\nk\n", SYCLBIN_C_LINE_EQUALS, 4 },
		{ "[s]\nk=\n", SYCLBIN_C_LINE_EQUALS, 4 }, { "[s]\nk=1\n", SYCLBIN_C_LINE_BAR, 6 },
		{ "[s]\nk=|1\n", SYCLBIN_C_LINE_BAR, 6 }, { "[s]\nk=1|\n", SYCLBIN_C_LINE_BAR, 6 },
		{ "[s]\nk=0|1\n", SYCLBIN_C_LINE_TYPE, 6 }, { "[s]\nk=3|1\n", SYCLBIN_C_LINE_TYPE, 6 },
		{ "[s]\nk = 1 | 1\n", SYCLBIN_C_LINE_TYPE, 7 }, { "[s]\nk=1|-1\n", SYCLBIN_C_NUMBER, 8 },
		{ "[s]\nk=1|4294967296\n", SYCLBIN_C_NUMBER, 8 }, { "[s]\nk=1|0x1\n", SYCLBIN_C_NUMBER, 8 },
		{ "[s]\nk=2|AAAAAAAAAAAAA\n", SYCLBIN_C_BASE64_LENGTH, 8 }, { "[s]\nk=2|AAAA\n", SYCLBIN_C_BASE64_SIZE, 8 },
		{ "[s]\nk=2|IAAAAAAAAAA\n", SYCLBIN_C_BASE64_SIZE, 8 }, { "[s]\nk=2|AA.AAAAAAAA\n", SYCLBIN_C_BASE64_CHARACTER, 10 },
		{ "[s]\nk=2|//////////P\n", SYCLBIN_C_BASE64_SIZE, 8 },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct syclbin_diag diag;
		CHECK_INT(first_error(wrong[i].text, &diag), SYCLBIN_E_CORRUPT);
		CHECK_INT(diag.code, wrong[i].code);
		CHECK_INT(diag.offset, wrong[i].offset);
	}
}

static void grammar_corners(void)
{
	static const char text[] = "[we]ird]\r\nk|]#x=1|0007\r\n\n\n k =1|4294967295\n[e]\n[e]\nlast=2|AAAAAAAAAAA";
	struct syclbin_span span = syclbin_span(text, sizeof text - 1);
	struct syclbin_properties walk = syclbin_properties(&span);
	struct syclbin_property p;
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_OK);
	CHECK_INT(p.type, SYCLBIN_PROPERTY_SET);
	CHECK(syclbin_string_is(p.set, "we]ird"));
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_OK);
	CHECK(syclbin_string_is(p.key, "k|]#x") && p.number == 7);
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_OK);
	CHECK(syclbin_string_is(p.key, " k ") && p.number == UINT32_MAX);
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_OK);
	CHECK(syclbin_string_is(p.key, "last") && p.value.bits == 0 && p.value.size == 0);
	CHECK_INT(syclbin_properties_next(&walk, &p, NULL), SYCLBIN_E_NOT_FOUND);
}

static void last_value_counts(void)
{
	static const char text[] = "[a]\nx=1|1\ny=1|2\n[b]\nx=1|3\n[a]\nx=1|4\nz=1|5\n";
	struct syclbin_span span = syclbin_span(text, sizeof text - 1);
	struct syclbin_property p;
	struct syclbin_table table;
	CHECK_INT(syclbin_properties_find(&span, "a", "x", &p, NULL), SYCLBIN_OK);
	CHECK_INT(p.number, 4);
	CHECK_INT(syclbin_properties_find(&span, "b", "y", &p, NULL), SYCLBIN_E_NOT_FOUND);
	CHECK_INT(syclbin_table_init(&table, &span, NULL, NULL), SYCLBIN_OK);
	CHECK_INT(table.set_count, 2);
	CHECK_INT(table.sets[0].count, 3);
	CHECK_INT(table.duplicate_keys, 1);
	CHECK_INT(table.duplicate_sets, 1);
	/* in its first place */
	CHECK(syclbin_string_is(table.properties[0].key, "x") && table.properties[0].number == 4);
	CHECK(syclbin_table_find(&table, str("a"), str("z")) == &table.properties[2]);
	CHECK(!syclbin_table_find(&table, str("a"), str("w")));
	syclbin_table_finish(&table, NULL);
}

/* Values of every length modulo 3 and bit count modulo 8 round-trip, by copy and byte by byte. */
static void values(void)
{
	uint8_t data[40], back[40];
	for (unsigned i = 0; i < sizeof data; i++)
		data[i] = (uint8_t)(37 * i + 0xA5);
	for (unsigned bits = 0; bits <= 8 * sizeof data; bits++) {
		struct syclbin_text *text = syclbin_text_create(NULL);
		struct syclbin_property p = { 0 };
		CHECK_OR_RETURN(text);
		CHECK_INT(syclbin_text_set(text, str("s"), NULL), SYCLBIN_OK);
		CHECK_INT(syclbin_text_bytes(text, str("k"), data, bits, NULL), SYCLBIN_OK);
		struct syclbin_string made = syclbin_text_string(text);
		struct syclbin_span span = syclbin_span(made.data, made.size);
		CHECK_INT(syclbin_properties_find(&span, "s", "k", &p, NULL), SYCLBIN_OK);
		CHECK_INT(p.value.bits, bits);
		CHECK(syclbin_value_canonical(&p.value));
		CHECK_INT(syclbin_value_copy(&p.value, back, sizeof back, NULL), SYCLBIN_OK);
		for (unsigned i = 0; i < bits; i++) {
			bool bit;
			CHECK(syclbin_value_bit(&p.value, i, &bit) && bit == (data[i / 8] >> i % 8 & 1) &&
				bit == (back[i / 8] >> i % 8 & 1));
		}
		syclbin_text_destroy(text);
	}
}

static void known_encoding(void)
{
	char out[64];
	uint8_t back[48];
	size_t size;
	static const uint8_t empty[8] = { 0 };
	syclbin_base64_encode(empty, 8, out);
	CHECK_BYTES(out, syclbin_base64_length(8), "AAAAAAAAAAA", 11);
	syclbin_base64_encode("\xb0\0\0\0\0\0\0\0spir", 12, out); /* 176 bits */
	CHECK_BYTES(out, syclbin_base64_length(12), "wCAAAAAAAAwcwlmc", 16);
	CHECK_INT(syclbin_base64_decode(out, 16, back, &size, NULL), SYCLBIN_OK);
	CHECK_BYTES(back, size, "\xb0\0\0\0\0\0\0\0spir", 12);
	CHECK_INT(syclbin_base64_length(1), 2);
	CHECK_INT(syclbin_base64_length(2), 3);
	CHECK_INT(syclbin_base64_decode("A", 1, back, &size, NULL), SYCLBIN_E_CORRUPT);
}

static void not_canonical(void)
{
	static const char *const texts[] = { "[s]\nk=2|BAAAAAAAAAg\n", /* one bit, but more are set */
		"[s]\nk=2|AAAAAAAAAAg\n", "[s]\nk=2|AAAAAAAAAAAAAAA\n" };
	for (unsigned i = 1; i < 3; i++) {
		struct syclbin_span span = syclbin_span(texts[i], strlen(texts[i]));
		struct syclbin_property p;
		CHECK_INT(syclbin_properties_find(&span, "s", "k", &p, NULL), SYCLBIN_OK);
		CHECK(!syclbin_value_canonical(&p.value));
	}
}

static void refusals(void)
{
	static const struct syclbin_string bad_keys[] = { { "", 0 }, { "_", 1 }, { "a=b", 3 }, { "[x", 2 },
		{ "a\nb", 3 }, { "a\0b", 3 } };
	static const struct syclbin_string bad_sets[] = { { "", 0 }, { "_", 1 }, { "a\nb", 3 }, { "a\0b", 3 } };
	struct syclbin_text *text = syclbin_text_create(NULL);
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	CHECK_OR_RETURN(text);
	CHECK_INT(syclbin_text_u32(text, str("k"), 1, NULL), SYCLBIN_E_STATE);
	CHECK_INT(syclbin_text_set(text, str("a]b [c]"), NULL), SYCLBIN_OK);
	size_t before = syclbin_text_string(text).size;
	for (unsigned i = 0; i < sizeof bad_keys / sizeof *bad_keys; i++) {
		CHECK_INT(syclbin_text_u32(text, bad_keys[i], 1, &diag), SYCLBIN_E_UNSUPPORTED);
		CHECK_INT(syclbin_text_bytes(text, bad_keys[i], "", 0, NULL), SYCLBIN_E_UNSUPPORTED);
	}
	for (unsigned i = 0; i < sizeof bad_sets / sizeof *bad_sets; i++)
		CHECK_INT(syclbin_text_set(text, bad_sets[i], NULL), SYCLBIN_E_UNSUPPORTED);
	CHECK_INT(syclbin_text_bytes(text, str("big"), "", (uint64_t)1 << 32, NULL), SYCLBIN_E_LIMIT);
	CHECK_INT(diag.code, SYCLBIN_C_NAME);
	CHECK_INT(syclbin_text_string(text).size, before);
	syclbin_text_destroy(text);
}

static const struct syclbin_property *find(const struct syclbin_span *span, const char *set, const char *key)
{
	static struct syclbin_property p;
	CHECK_INT(syclbin_properties_find(span, set, key, &p, NULL), SYCLBIN_OK);
	return &p;
}

/* Each meaning in the table of known properties, through its accessor. */
static void typed(void)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	struct syclbin_spec_constant constant;
	struct syclbin_device_global global;
	uint64_t number;
	size_t length;
	char item[32];
	CHECK_OR_RETURN(text);
	CHECK_INT(syclbin_text_set(text, str("SYCL/specialization constants"), NULL), 0);
	CHECK_INT(syclbin_text_bytes(text, str("c"), "\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0\5\0\0\0\6\0\0\0", 192, NULL), 0);
	CHECK_INT(syclbin_text_set(text, str("SYCL/device globals"), NULL), 0);
	CHECK_INT(syclbin_text_bytes(text, str("g"), "\10\0\0\0\1\0\0\0", 64, NULL), 0);
	CHECK_INT(syclbin_text_set(text, str(SYCLBIN_SET_REQUIREMENTS), NULL), 0);
	CHECK_INT(syclbin_text_bytes(
			  text, str("reqd_work_group_size_uint64_t"), "\7\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 128, NULL),
		0);
	CHECK_INT(syclbin_text_bytes(text, str("reqd_sub_group_size"), "\20\0\0\0", 32, NULL), 0);
	CHECK_INT(syclbin_text_u32(text, str("work_group_num_dim"), 3, NULL), 0);
	CHECK_INT(syclbin_text_bytes(text, str("joint_matrix"), "a,1,2,3;b,4,5,6", 120, NULL), 0);
	CHECK_INT(syclbin_text_set(text, str("SYCL/virtual functions"), NULL), 0);
	CHECK_INT(syclbin_text_bytes(text, str("uses-virtual-functions-set"), "one,two", 56, NULL), 0);
	struct syclbin_string made = syclbin_text_string(text);
	struct syclbin_span span = syclbin_span(made.data, made.size);
	const struct syclbin_property *p = find(&span, "SYCL/specialization constants", "c");
	CHECK_INT(syclbin_property_count(p), 2);
	CHECK(syclbin_property_spec_constant(p, 1, &constant) && constant.id == 4 && constant.offset == 5 &&
		constant.size == 6);
	CHECK(!syclbin_property_spec_constant(p, 2, &constant) && !syclbin_property_device_global(p, &global));
	p = find(&span, "SYCL/device globals", "g");
	CHECK(syclbin_property_device_global(p, &global) && global.size == 8 && global.image_scope);
	p = find(&span, SYCLBIN_SET_REQUIREMENTS, "reqd_work_group_size_uint64_t");
	CHECK(syclbin_property_count(p) == 2 && syclbin_property_number(p, 0, &number) && number == 7);
	p = find(&span, SYCLBIN_SET_REQUIREMENTS, "reqd_sub_group_size"); /* documented as bytes, stored as a number */
	CHECK(syclbin_property_number(p, 0, &number) && number == 16);
	p = find(&span, SYCLBIN_SET_REQUIREMENTS, "work_group_num_dim");
	CHECK(syclbin_property_number(p, 0, &number) && number == 3);
	p = find(&span, SYCLBIN_SET_REQUIREMENTS, "joint_matrix");
	CHECK(syclbin_property_item(p, 1, item, sizeof item, &length));
	CHECK_STR(item, "b,4,5,6");
	CHECK(!syclbin_property_item(p, 2, item, sizeof item, &length));
	p = find(&span, "SYCL/virtual functions", "uses-virtual-functions-set");
	CHECK(syclbin_property_count(p) == 2 && syclbin_property_item(p, 0, item, sizeof item, &length));
	CHECK_STR(item, "one");
	syclbin_text_destroy(text);
}

static void table_of_known(void)
{
	size_t count;
	const struct syclbin_known_property *known = syclbin_known_properties(&count);
	CHECK(count > 30);
	for (size_t i = 0; i < count; i++) {
		char key[64];
		snprintf(key, sizeof key, "%s%s", !known[i].key || *known[i].key == '@' ? "kernel" : "",
			known[i].key ? known[i].key : "");
		CHECK(syclbin_known_property(str(known[i].set), str(key)) == &known[i]);
		CHECK(known[i].roles && *known[i].about);
	}
	CHECK(!syclbin_known_property(str("SYCL/program metadata"), str("@reqd_work_group_size")));
	CHECK_INT(syclbin_set_roles(str("Vendor/x")), 0);
	CHECK_STR(syclbin_aspect_name(5), "fp16");
	CHECK(!syclbin_aspect_name(100000));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(grammar_errors), CHECK_CASE(grammar_corners),
		CHECK_CASE(last_value_counts), CHECK_CASE(values), CHECK_CASE(known_encoding),
		CHECK_CASE(not_canonical), CHECK_CASE(refusals), CHECK_CASE(typed), CHECK_CASE(table_of_known) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
