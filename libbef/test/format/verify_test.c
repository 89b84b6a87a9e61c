/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sample program with one rule violated at a time. Positions are those of data/sample.hex, relative to the start
 * of a section: Functions begins at 0xb8 there, its function 2 ("main") at +48, with kernels at +72, +120, +160 and
 * +204. */
#include "hex.h"
#include "internal.h"
#include "sample.h"
#include <bef/reader.h>
#include <check.h>

enum {
	STRINGS = BEF_SECTION_STRINGS,
	KERNELS = BEF_SECTION_KERNELS,
	TYPES = BEF_SECTION_TYPES,
	INDEX = BEF_SECTION_FUNCTION_INDEX,
	FUNCTIONS = BEF_SECTION_FUNCTIONS,
	LOCATION_STRINGS = BEF_SECTION_LOCATION_STRINGS,
	LOCATIONS = BEF_SECTION_LOCATIONS,
	NAMES = BEF_SECTION_ATTRIBUTE_NAMES,
	REGISTERS = BEF_SECTION_REGISTER_TYPES,
	NONE = -1
};

struct edit {
	int section;
	size_t at, remove;
	const char *insert; /* NULL: drop the section */
};

struct broken {
	const char *message; /* "": accepted */
	int section;         /* and the place that the message names */
	size_t at;
	struct edit edits[2];
};

static const struct broken table[] = {
	/* names */
	{ "Strings +4: not above the string before it", STRINGS, 4, { { STRINGS, 1, 1, "7a" } } },
	{ "Strings +56: not above the string before it", STRINGS, 56,
		{ { STRINGS, 51, 10, "6c 69 73 74 00 6c 69 73 74 00" } } },
	{ "Kernels, entry 1: the name at Strings +23 is taken", KERNELS, 2, { { KERNELS, 2, 1, "17" } } },
	{ "Types, entry 1: the name at Strings +47 is taken", TYPES, 2, { { TYPES, 0, 2, "02 2f 2f" } } },
	{ "FunctionIndex, entry 2: the name at Strings +43 is taken", INDEX, 15, { { INDEX, 17, 1, "2b" } } },
	{ "", NONE, 0, { { INDEX, 10, 1, "00" } } }, /* two functions without a name */
	/* offsets of bodies */
	{ "Functions, function 0: begins at +4, expected +0", FUNCTIONS, 0, { { INDEX, 2, 1, "04" } } },
	{ "Functions, function 2: begins at +52, expected +48", FUNCTIONS, 48, { { INDEX, 16, 1, "34" } } },
	{ "", NONE, 0, { { INDEX, 9, 1, "00" } } }, /* the body offset of a native function has no meaning */
	{ "", NONE, 0, { { FUNCTIONS, 348, 0, "00 00 00" } } },
	/* locations of bodies and kernels */
	{ "Functions, function 2: no location begins at Locations +2", FUNCTIONS, 48, { { FUNCTIONS, 48, 1, "02" } } },
	{ "Functions, function 2, kernel 2: no location begins at Locations +14", FUNCTIONS, 160,
		{ { FUNCTIONS, 164, 1, "0e" } } },
	{ "Functions, function 2, kernel 2: no location begins at Locations +27", FUNCTIONS, 160,
		{ { FUNCTIONS, 164, 1, "1b" } } },
	{ "Functions, function 2, kernel 2: no location begins at Locations +4026531839", FUNCTIONS, 160,
		{ { FUNCTIONS, 164, 4, "ff ff ff ef" } } },
	{ "", NONE, 0, { { FUNCTIONS, 164, 4, "00 00 00 f0" } } },
	{ "", NONE, 0, { { LOCATIONS, 0, 0, NULL } } },
	{ "", NONE, 0, { { LOCATIONS, 0, 0, NULL }, { LOCATION_STRINGS, 0, 0, NULL } } },
	{ "Locations +1: no string begins at LocationStrings +0", LOCATIONS, 1, { { LOCATION_STRINGS, 0, 0, NULL } } },
	{ "LocationStrings: the last string has no NUL", LOCATION_STRINGS, 22, { { LOCATION_STRINGS, 23, 1, "" } } },
	/* the tables of a body */
	{ "Functions, function 2: register count 16383, but 298 bytes follow", FUNCTIONS, 49,
		{ { FUNCTIONS, 49, 1, "ff 7f" } } },
	{ "Functions, function 3: use counts are cut off", FUNCTIONS, 254, { { FUNCTIONS, 255, 93, "81" } } },
	{ "Functions, function 3: kernel table is cut off", FUNCTIONS, 257, { { FUNCTIONS, 262, 86, "" } } },
	{ "Functions, function 3: result registers are cut off", FUNCTIONS, 263, { { FUNCTIONS, 263, 85, "" } } },
	{ "Functions, function 3: padding is cut off", FUNCTIONS, 265,
		{ { FUNCTIONS, 252, 96, "81 00 02 01 01 02 00 00 00 2c 01 00 01" } } },
	{ "Functions, function 2: no kernel 0", FUNCTIONS, 54, { { FUNCTIONS, 54, 1, "00" } } },
	{ "Functions, function 2, kernel 1: at +52, expected +48", FUNCTIONS, 58, { { FUNCTIONS, 58, 1, "34" } } },
	{ "Functions, function 2, kernel 2: 3 operands in the table, but 2 arguments", FUNCTIONS, 61,
		{ { FUNCTIONS, 62, 1, "03" } } },
	{ "Functions, function 2, kernel 3: 127 operands, but the section has only 69 more words", FUNCTIONS, 64,
		{ { FUNCTIONS, 66, 1, "7f" } } },
	{ "", NONE, 0, { { FUNCTIONS, 67, 1, "87 ff ff ff 7f" }, { INDEX, 24, 2, "82 00" } } }, /* the highest stream */
	{ "Functions, function 2, kernel 3: stream 2147483648", FUNCTIONS, 64,
		{ { FUNCTIONS, 67, 1, "88 80 80 80 00" }, { INDEX, 24, 2, "82 00" } } },
	{ "", NONE, 0, { { FUNCTIONS, 70, 2, "00 01" } } }, /* padding */
	{ "Functions, function 2, kernel 3: kernel record of 8388620 words, but 36 are left", FUNCTIONS, 204,
		{ { FUNCTIONS, 218, 1, "80" } } },
	{ "Functions, function 3, kernel 1: kernel record at +44 of 60 bytes", FUNCTIONS, 264,
		{ { FUNCTIONS, 324, 24, "" } } },
	/* the pseudo kernel */
	{ "", NONE, 0, { { FUNCTIONS, 72, 8, "00 00 00 00 00 00 00 00" } } }, /* its code and location are not read */
	{ "Functions, function 2, kernel 0: the pseudo kernel has 0 arguments, 1 attributes, 0 functions", FUNCTIONS,
		72, { { FUNCTIONS, 84, 1, "01" } } },
	{ "Functions, function 2, kernel 0: the pseudo kernel has 0 arguments, 0 attributes, 1 functions", FUNCTIONS,
		72, { { FUNCTIONS, 88, 1, "01" } } },
	{ "Functions, function 2, kernel 0: 0 operands in the table, but 1 arguments", FUNCTIONS, 55,
		{ { FUNCTIONS, 80, 1, "01" } } },
	{ "Functions, function 2, kernel 0: the pseudo kernel has 1 results, but the function 1 arguments", FUNCTIONS,
		72, { { FUNCTIONS, 92, 1, "01" } } },
	{ "Functions, function 2, kernel 0: the first result of the pseudo kernel is 3, not 4", FUNCTIONS, 72,
		{ { FUNCTIONS, 104, 1, "03" } } },
	{ "Functions, function 2, kernel 0: argument 0 is register 1", FUNCTIONS, 72, { { FUNCTIONS, 108, 1, "01" } } },
	/* references of kernels */
	{ "Functions, function 2, kernel 2: code 4, but there are 4 kernels", FUNCTIONS, 160,
		{ { FUNCTIONS, 160, 1, "04" } } },
	{ "Functions, function 2, kernel 1: attribute 0 at +56, but Attributes has 56 bytes", FUNCTIONS, 120,
		{ { FUNCTIONS, 148, 1, "38" } } },
	{ "Functions, function 2, kernel 1: attribute 0 at +8 is not in AttributeTypes", FUNCTIONS, 120,
		{ { FUNCTIONS, 148, 1, "08" } } },
	{ "", NONE, 0, { { FUNCTIONS, 148, 1, "08" }, { BEF_SECTION_ATTRIBUTE_TYPES, 0, 0, NULL } } },
	{ "Functions, function 2, kernel 3: function 4, but there are 4", FUNCTIONS, 204,
		{ { FUNCTIONS, 244, 1, "04" } } },
	{ "", NONE, 0, { { FUNCTIONS, 244, 1, "02" } } }, /* itself: infinite recursion when run, but well-formed */
	/* registers */
	{ "Functions, function 2, kernel 2: argument 1 is register 4 of 4", FUNCTIONS, 160,
		{ { FUNCTIONS, 192, 1, "04" } } },
	{ "Functions, function 2, kernel 2: argument 1 is register 3, which no kernel before it defines", FUNCTIONS,
		160, { { FUNCTIONS, 192, 1, "03" } } },
	{ "Functions, function 2, kernel 3: argument 0 is register 3, which no kernel before it defines", FUNCTIONS,
		204, { { FUNCTIONS, 232, 1, "03" } } },
	{ "Functions, function 2, kernel 2: result 0 is register 4 of 4", FUNCTIONS, 160,
		{ { FUNCTIONS, 196, 1, "04" } } },
	{ "Functions, function 2, kernel 2: result 0: register 1 is defined twice", FUNCTIONS, 160,
		{ { FUNCTIONS, 196, 1, "01" } } },
	{ "Functions, function 2, kernel 1: result 0: register 0 is defined twice", FUNCTIONS, 120,
		{ { FUNCTIONS, 152, 1, "00" } } },
	{ "Functions, function 2: no kernel defines register 4", FUNCTIONS, 54,
		{ { FUNCTIONS, 49, 23, "05 01 01 02 01 00 04 00 00 00 30 00 00 58 02 00 81 04 01 01 02 03 cc" },
			{ FUNCTIONS, 104, 1, "05" } } },
	/* used-by lists */
	{ "Functions, function 2, kernel 2: result 0: user 2, expected above 2 and below 4", FUNCTIONS, 160,
		{ { FUNCTIONS, 200, 1, "02" } } },
	{ "Functions, function 2, kernel 2: result 0: user 0, expected above 2 and below 4", FUNCTIONS, 160,
		{ { FUNCTIONS, 200, 1, "00" } } },
	{ "Functions, function 2, kernel 2: result 0: user 4, expected above 2 and below 4", FUNCTIONS, 160,
		{ { FUNCTIONS, 200, 1, "04" } } },
	{ "Functions, function 2, kernel 0: result 0: user 2147483649, expected above 0 and below 4", FUNCTIONS, 72,
		{ { FUNCTIONS, 115, 1, "80" } } },
	{ "Functions, function 2, kernel 2: used-by lists name it 1 times, expected 2", FUNCTIONS, 160,
		{ { FUNCTIONS, 116, 1, "03" } } },
	{ "Functions, function 2, kernel 1: result 0: kernel 2 is listed more often than it has operands", FUNCTIONS,
		120, { { FUNCTIONS, 62, 1, "01" } } },
	{ "Functions, function 2, kernel 2: used-by list of register 0 names it more often than it is used", FUNCTIONS,
		160, { { FUNCTIONS, 188, 1, "01" } } },
	{ "Functions, function 2, kernel 1: used-by list of register 0 names it more often than it is used", FUNCTIONS,
		120, { { FUNCTIONS, 112, 1, "02" }, { FUNCTIONS, 116, 1, "01" } } },
	{ "Functions, function 3, kernel 1: listed as a kernel without arguments, but has arguments", FUNCTIONS, 308,
		{ { FUNCTIONS, 288, 8, "01 00 00 00 00 00 00 00" } } },
	/* use counts and results */
	{ "Functions, function 2: use count of register 0 is 2, but it is used 1 times", FUNCTIONS, 50,
		{ { FUNCTIONS, 50, 1, "02" } } },
	{ "Functions, function 2: use count of register 2 is 1, but it is used 2 times", FUNCTIONS, 52,
		{ { FUNCTIONS, 52, 1, "01" } } },
	{ "Functions, function 2: use count of register 1 is 2, but it is used 1 times", FUNCTIONS, 51,
		{ { FUNCTIONS, 51, 2, "02 01" } } },
	{ "Functions, function 2: result 0 is register 4, which no kernel defines", FUNCTIONS, 68,
		{ { FUNCTIONS, 68, 1, "04" } } },
	{ "Functions, function 3: result 0 of a synchronous function is an argument", FUNCTIONS, 263,
		{ { FUNCTIONS, 263, 1, "00" } } },
	{ "Functions, function 3: result 1 of a synchronous function is returned twice", FUNCTIONS, 264,
		{ { FUNCTIONS, 263, 1, "01 01 cc cc cc" }, { INDEX, 29, 2, "02 00 00" } } },
	/* optional sections */
	{ "", NONE, 0, { { NAMES, 0, 0, NULL } } },
	{ "", NONE, 0, { { REGISTERS, 0, 0, NULL }, { NAMES, 0, 0, NULL } } },
	{ "AttributeNames: 3 functions, but the index has 4", NAMES, 0, { { NAMES, 0, 1, "03" } } },
	{ "AttributeNames: list for 2, but the function has 1", NAMES, 1, { { NAMES, 1, 1, "02" } } },
	{ "AttributeNames, function 2: no string begins at Strings +62", NAMES, 3, { { NAMES, 3, 1, "3e" } } },
	{ "AttributeNames: list of 1 is cut off", NAMES, 6, { { NAMES, 6, 1, "" } } },
	{ "AttributeNames: count is cut off", NAMES, 2, { { NAMES, 2, 5, "" } } },
	{ "AttributeNames: 1 bytes after the last list", NAMES, 7, { { NAMES, 7, 0, "00" } } },
	{ "RegisterTypes: 5 functions, but the index has 4", REGISTERS, 0, { { REGISTERS, 0, 1, "05" } } },
	{ "RegisterTypes: list for 5, but the function has 4", REGISTERS, 3, { { REGISTERS, 3, 1, "05" } } },
	{ "RegisterTypes, function 2: type 1, but there are 1", REGISTERS, 5, { { REGISTERS, 5, 1, "01" } } },
	{ "RegisterTypes: list of 2 is cut off", REGISTERS, 9, { { REGISTERS, 10, 1, "" } } },
	{ "RegisterTypes: 2 bytes after the last list", REGISTERS, 11, { { REGISTERS, 11, 0, "00 00" } } },
	{ "RegisterTypes: function count is cut off", REGISTERS, 0, { { REGISTERS, 0, 11, "" } } },
};

/* ---- reassembling sections */

struct image {
	struct {
		uint8_t bytes[1000];
		size_t size, offset;
		bool present;
	} sections[BEF_SECTION_COUNT];
};

static void take_apart(struct image *image, const struct bef_reader *reader)
{
	memset(image, 0, sizeof *image);
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		image->sections[id].present = true;
		image->sections[id].size = reader->sections[id].size;
		memcpy(image->sections[id].bytes, reader->sections[id].data, reader->sections[id].size);
	}
}

static void apply(struct image *image, const struct edit *edit)
{
	size_t size, *old_size = &image->sections[edit->section].size;
	uint8_t *bytes = image->sections[edit->section].bytes, *insert;
	if (!edit->insert) {
		image->sections[edit->section].present = false;
		return;
	}
	insert = hex_bytes(edit->insert, &size);
	CHECK_OR_RETURN(edit->at + edit->remove <= *old_size);
	memmove(bytes + edit->at + size, bytes + edit->at + edit->remove, *old_size - edit->at - edit->remove);
	memcpy(bytes + edit->at, insert, size);
	*old_size += size - edit->remove;
	free(insert);
}

/* Aligns each section to 8, with the alignment byte. */
static uint8_t *put_together(struct image *image, size_t *out_size)
{
	uint8_t file[4096] = { BEF_MAGIC_0, BEF_MAGIC_1, BEF_FORMAT_VERSION };
	size_t size = 3;
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		size_t length = image->sections[id].size << 1 | 1;
		if (!image->sections[id].present)
			continue;
		file[size++] = (uint8_t)id;
		if (length >= 128)
			file[size++] = (uint8_t)(0x80 | length >> 7);
		file[size++] = length & 0x7F;
		file[size++] = 8;
		while (size % 8 != 0)
			file[size++] = BEF_PADDING;
		image->sections[id].offset = size;
		memcpy(file + size, image->sections[id].bytes, image->sections[id].size);
		size += image->sections[id].size;
	}
	uint8_t *exact = malloc(size);
	memcpy(exact, file, size);
	*out_size = size;
	return exact;
}

static void try_broken(const struct bef_reader *sample, const struct broken *b)
{
	struct image image;
	struct bef_reader reader;
	struct bef_diag diag = BEF_DIAG_INIT;
	size_t size;
	take_apart(&image, sample);
	for (size_t i = 0; i < sizeof b->edits / sizeof *b->edits; i++) {
		if (i == 0 || b->edits[i].section != 0)
			apply(&image, &b->edits[i]);
	}
	uint8_t *bytes = put_together(&image, &size);
	enum bef_status status = bef_reader_open(bytes, size, &reader, &diag);
	if (!CHECK_INT(status, BEF_OK))
		printf("# %s: %s\n", b->message, diag.message);
	else
		status = bef_reader_verify(&reader, NULL, &diag);
	uint64_t at = b->section == NONE ? diag.offset : image.sections[b->section].offset + b->at;
	if (strcmp(diag.message, b->message) != 0 || (status == BEF_OK) != (b->message[0] == 0) || diag.offset != at)
		check_report(__FILE__, __LINE__, "expected \"%s\" at 0x%llx, got %s \"%s\" at 0x%llx", b->message,
			(unsigned long long)at, bef_status_name(status), diag.message, (unsigned long long)diag.offset);
	CHECK(status == BEF_OK || status == BEF_E_CORRUPT || status == BEF_E_TRUNCATED);
	free(bytes);
}

static void broken_rules_are_found(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader sample;
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &sample, NULL) == BEF_OK);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		try_broken(&sample, &table[i]);
	free(bytes);
}

/* ---- used-by lists in any order */

/* f(%0) -> (): three kernels "k" that take %0 the given number of times, with the given list of its users. */
static enum bef_status verify_users(const uint32_t *users, size_t user_count, struct bef_diag *diag)
{
	static const uint32_t zeros[] = { 0, 0 };
	const uint32_t uses = 4, *const lists[] = { users };
	const struct bef_function_type type = { zeros, NULL, 1, 0 };
	struct bef_writer *writer = bef_writer_create(NULL, NULL);
	struct bef_reader reader;
	struct bef_writer_kernel kernels[3];
	uint32_t n;
	uint8_t *data;
	size_t size;
	CHECK_INT(bef_writer_type(writer, "t", 1, &n), BEF_OK);
	CHECK_INT(bef_writer_kernel_name(writer, "k", 1, &n), BEF_OK);
	CHECK_INT(bef_writer_function(writer, BEF_FUNCTION_ASYNC, "f", 1, &type, &n), BEF_OK);
	for (size_t i = 0; i < 3; i++)
		kernels[i] = (struct bef_writer_kernel){
			.location = 0xFFFFFFFE, .arguments = zeros, .argument_count = i == 1 ? 2 : 1
		};
	const struct bef_writer_body body = { .location = 0xFFFFFFFE, .register_types = zeros, .use_counts = &uses,
		.register_count = 1, .kernels = kernels, .kernel_count = 3, .argument_users = lists,
		.argument_user_counts = &user_count };
	CHECK_INT(bef_writer_body(writer, &body, NULL), BEF_OK);
	CHECK_INT(bef_writer_finish(writer, &data, &size, NULL), BEF_OK);
	CHECK_INT(bef_reader_open(data, size, &reader, NULL), BEF_OK);
	enum bef_status status = bef_reader_verify(&reader, NULL, diag);
	bef_writer_free_bytes(writer, data, size);
	bef_writer_destroy(writer);
	return status;
}

static void users_may_come_in_any_order(void)
{
	static const uint32_t good[][4] = { { 1, 2, 2, 3 }, { 3, 2, 2, 1 }, { 2, 3, 1, 2 }, { 2, 1, 3, 2 } };
	static const uint32_t bad[][4] = { { 1, 1, 2, 3 }, { 1, 2, 3, 3 }, { 1, 2, 2, 2 } };
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		CHECK_INT(verify_users(good[i], 4, NULL), BEF_OK);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		CHECK_INT(verify_users(bad[i], 4, NULL), BEF_E_CORRUPT);
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_INT(verify_users(good[0], 3, &diag), BEF_E_CORRUPT);
	CHECK_STR(diag.message, "Functions, function 0, kernel 3: used-by lists name it 0 times, expected 1");
}

/* ---- files without bodies */

static void counts_are_checked_without_bodies(void)
{
	static const struct {
		const char *hex, *message;
	} files[] = {
		{ "09 02 00  0a 02 00", "" },
		{ "09 02 01", "AttributeNames: 1 functions, but the index has 0" },
		{ "0a 02 01", "RegisterTypes: 1 functions, but the index has 0" },
		{ "0a 04 00 00", "RegisterTypes: 1 bytes after the last list" },
		{ "0a 00", "RegisterTypes: function count is cut off" },
		{ "08 00", "AttributeTypes: count is cut off" },
	};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char hex[200];
		size_t size;
		snprintf(hex, sizeof hex, "0b ef 00  00 00  02 02 00  03 02 00  04 02 00 %s", files[i].hex);
		uint8_t *bytes = hex_bytes(hex, &size);
		struct bef_reader reader;
		struct bef_diag diag = BEF_DIAG_INIT;
		CHECK_INT(bef_reader_open(bytes, size, &reader, &diag), BEF_OK);
		CHECK_INT(bef_reader_verify(&reader, NULL, &diag) != BEF_OK, i > 0);
		CHECK_STR(diag.message, files[i].message);
		free(bytes);
	}
}

/* Values that open() would have rejected: walkers check what they read. */
static void walkers_check_what_they_are_given(void)
{
	size_t size;
	uint8_t *bytes = hex_file(DATA, "sample.hex", &size);
	struct bef_reader reader;
	struct bef_body body;
	struct bef_kernel kernel;
	struct bef_function function = { .kind = BEF_FUNCTION_ASYNC, .index = 7, .offset = 5000 };
	struct bef_diag diags[4] = { BEF_DIAG_INIT, BEF_DIAG_INIT, BEF_DIAG_INIT, BEF_DIAG_INIT };
	CHECK_OR_RETURN(bytes && bef_reader_open(bytes, size, &reader, NULL) == BEF_OK);
	CHECK_INT(bef_reader_body(&reader, &function, &body, &diags[0]), BEF_E_CORRUPT);
	CHECK_STR(diags[0].message, "Functions, function 7: body at +5000 of 348 bytes");
	function.offset = 48;
	CHECK_INT(bef_reader_body(&reader, &function, &body, NULL), BEF_OK);
	CHECK_INT(bef_body_kernel(&reader, &body, 260, &kernel, &diags[1]), BEF_E_TRUNCATED);
	CHECK_STR(diags[1].message, "Functions: kernel record at +260 of 280 bytes");
	uint64_t offset = 0;
	CHECK_INT(bef__skip_locations(&reader, &offset, 5000, &diags[2]), BEF_E_TRUNCATED);
	CHECK_STR(diags[2].message, "Locations: 5000 parts are missing");
	if (sizeof(size_t) > 4) {
		reader.sections[BEF_SECTION_FUNCTIONS].size = (size_t)UINT32_MAX + 1; /* is checked first */
		CHECK_INT(bef_reader_verify(&reader, NULL, &diags[3]), BEF_E_CORRUPT);
		CHECK_STR(diags[3].message, "Functions: more than 4 GB");
	}
	free(bytes);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(broken_rules_are_found),
		CHECK_CASE(users_may_come_in_any_order), CHECK_CASE(counts_are_checked_without_bodies),
		CHECK_CASE(walkers_check_what_they_are_given) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
