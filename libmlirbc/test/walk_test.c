/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The walker on files that are built byte by byte, and on the fixtures of test/data/load. LOAD_DATA names the
 * folder. */
#include "bytecode.h"
#include "walk_check.h"

#include <dirent.h>

struct text {
	uint8_t *data;
	size_t size;
};

static bool read_file(const char *path, struct text *out)
{
	struct bytes all = { 0 };
	uint8_t some[4096];
	FILE *f = fopen(path, "rb");
	if (!f)
		return false;
	for (size_t got; (got = fread(some, 1, sizeof some, f)) != 0;)
		put_data(&all, some, got);
	fclose(f);
	*out = (struct text){ all.data, all.size };
	return true;
}

/* ---- the events of a small file */

/* One line per event: "> op 1", "< op 1", "7+1 operands: 2 = 3!", where ! is the flag. */
struct listing {
	char text[1 << 16];
	size_t size;
	uint32_t section; /* only this one */
};

static const char *const part_names[] = { "header", "section", "dialect", "op names", "entries", "attr", "type",
	"resource group", "resource", "resource data", "properties", "op", "region", "block" };

static enum mlirbc_walk_answer list(void *ctx, const struct mlirbc_walk_item *item)
{
	struct listing *l = ctx;
	size_t room = sizeof l->text - l->size;
	if (item->section != l->section)
		return MLIRBC_WALK_GO_ON;
	if (item->event == MLIRBC_WALK_FIELD)
		l->size += (size_t)snprintf(l->text + l->size, room, "%zu %s[%llu]=%llu%s\n", item->size, item->name,
			(unsigned long long)item->index, (unsigned long long)item->number, item->flag ? "!" : "");
	else
		l->size += (size_t)snprintf(l->text + l->size, room, "%s %s %llu\n",
			item->event == MLIRBC_WALK_ENTER ? ">" : "<", part_names[item->part],
			(unsigned long long)item->index);
	return MLIRBC_WALK_GO_ON;
}

static void check_listing(struct file *f, uint32_t section, const char *expected)
{
	static struct listing l;
	struct mlirbc_walk_frame frames[8];
	const struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 8 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	l.size = 0;
	l.section = section;
	l.text[0] = 0;
	CHECK_INT(mlirbc_walk(f->out.data, f->out.size, &options, list, &l, &diag), MLIRBC_OK);
	CHECK_STR(diag.message, "");
	CHECK_STR(l.text, expected);
}

/* module { ^bb0: %0 = t.a; t.b(%0) ^bb0 } with a use-list order for %0 */
static void ir_is_told(void)
{
	struct file f;
	struct bytes ops = { 0 };
	file_start(&f, 6);
	PUT(&ops, N(1), 0x22, N(0), N(1), N(0), FLAG(1, 0), N(0)); /* t.a: one result; an order of one number */
	PUT(&ops, N(2), 0x0C, N(0), N(1), N(0), N(1), N(0));       /* t.b: one operand, one successor */
	file_module(&f, 1, 2, &ops);
	file_finish(&f);
	check_listing(&f, MLIRBC_WALK_SECTION_IR,
		"> section 4\n1 section id[0]=4\n1 length[0]=24\n> block 0\n1 number of ops[0]=1\n> op 0\n"
		"1 op name index[0]=0\n1 mask[0]=16\n1 location of the op[0]=0\n1 number of regions[0]=1!\n"
		"> section 4\n1 section id[0]=4\n1 length[0]=17\n> region 0\n1 number of blocks[0]=1\n1 number of "
		"values[0]=1\n"
		"> block 0\n1 number of ops[0]=2\n"
		"> op 1\n1 op name index[0]=1\n1 mask[0]=34\n1 location of the op[0]=0\n1 number of results[0]=1\n"
		"1 type of a result[0]=0\n1 length of a use-list order[0]=1\n1 position in a use-list[0]=0\n< op 1\n"
		"> op 2\n1 op name index[0]=2\n1 mask[0]=12\n1 location of the op[0]=0\n1 number of operands[0]=1\n"
		"1 operand[0]=0\n1 number of successors[0]=1\n1 successor[0]=0\n< op 2\n"
		"< block 0\n< region 0\n< section 4\n< op 0\n< block 0\n< section 4\n");
	free(ops.data);
	file_free(&f);
}

static void entries_are_told(void)
{
	struct file f;
	struct bytes none = { 0 };
	file_start(&f, 6);
	ATTR(&f, N(8), N(0), N(7));                                                           /* 1: integer */
	ATTR(&f, N(0), N(2), N(0), N(1));                                                     /* 2: array */
	ATTR(&f, N(22), N(0), N(2), N(3), N(4));                                              /* 3: range */
	TYPE(&f, N(13), N(2), N(2), 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, N(0)); /* tensor<1x?xi32> */
	TYPE_TEXT(&f, 1, "!t.x");
	file_entry(&f, true, 1, true, "abc", 3);
	file_module(&f, 0, 0, &none);
	file_finish(&f);
	check_listing(&f, MLIRBC_WALK_SECTION_ATTR_TYPE,
		"> section 2\n1 section id[0]=2\n1 length[0]=37\n> attr 0\n1 code[0]=15\n< attr 0\n"
		"> attr 1\n1 code[0]=8\n1 type[0]=0\n1 value[0]=1\n< attr 1\n"
		"> attr 2\n1 code[0]=0\n1 elements[0]=2\n1 elements[0]=0\n1 elements[1]=1\n< attr 2\n"
		"> attr 3\n1 code[0]=22\n1 file[0]=0\n1 positions[0]=2\n1 positions[0]=3\n1 positions[1]=4\n< attr 3\n"
		"> type 0\n1 code[0]=0\n2 width and signedness[0]=128\n< type 0\n"
		"> type 1\n1 code[0]=13\n1 shape[0]=2\n1 shape[0]=1\n9 shape[1]=9223372036854775808\n1 element "
		"type[0]=0\n< type 1\n"
		"> type 2\n5 assembly[0]=5\n< type 2\n"
		"> type 3\n3 unknown encoding of the dialect[0]=3\n< type 3\n< section 2\n");
	file_free(&f);
}

/* Errors inside entries, whose ends are known, are reported as bytes; the walk continues after them. */
static void lenient_walks_go_on(void)
{
	static struct listing l;
	struct file f;
	struct bytes none = { 0 };
	struct mlirbc_walk_frame frames[8];
	struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 8 };
	file_start(&f, 6);
	ATTR(&f, N(23), N(0));       /* 1: an unassigned code */
	ATTR(&f, N(0), N(2), N(0));  /* 2: an array of two with one element */
	ATTR(&f, N(6), N(0), N(0));  /* 3: a type, and more */
	TYPE(&f, N(15), N(1), N(9)); /* a tuple of a type with an unassigned code */
	file_module(&f, 0, 0, &none);
	file_finish(&f);
	l.section = MLIRBC_WALK_SECTION_ATTR_TYPE;
	CHECK_INT(mlirbc_walk(f.out.data, f.out.size, &options, list, &l, NULL), MLIRBC_E_CORRUPT);
	l.size = 0;
	options.lenient = true;
	CHECK_INT(mlirbc_walk(f.out.data, f.out.size, &options, list, &l, NULL), MLIRBC_OK);
	CHECK_STR(l.text,
		"> section 2\n1 section id[0]=2\n1 length[0]=15\n> attr 0\n1 code[0]=15\n< attr 0\n"
		"> attr 1\n2 AttrType section, attribute 1: code is 23, expected 0 to 22[0]=50!\n< attr 1\n"
		"> attr 2\n3 AttrType section, attribute 2: elements is 2, but only 1 bytes follow[0]=53!\n< attr 2\n"
		"> attr 3\n3 AttrType section, attribute 3: 1 bytes too many, expected the end of the data[0]=57!\n< "
		"attr 3\n"
		"> type 0\n1 code[0]=0\n2 width and signedness[0]=128\n< type 0\n"
		"> type 1\n3 AttrType section, type 1: members is 9, expected less than 2[0]=63!\n< type 1\n< section "
		"2\n");
	file_free(&f);
}

/* Regions that are not sections: value numbers of an inner one continue after all of the outer one's. */
static enum mlirbc_walk_answer note_values(void *ctx, const struct mlirbc_walk_item *item)
{
	char *out = ctx;
	bool defines = item->event == MLIRBC_WALK_FIELD && item->field == MLIRBC_WALK_TYPE_REF &&
		       item->op != MLIRBC_WALK_NONE;
	if (defines)
		snprintf(out + strlen(out), 16, "%d", item->value == MLIRBC_WALK_NONE ? -1 : (int)item->value);
	return MLIRBC_WALK_GO_ON;
}

static void values_have_numbers(void)
{
	for (unsigned version = 0; version <= 6; version++) {
		struct file f;
		struct bytes ops = { 0 };
		char numbers[128] = "";
		struct mlirbc_walk_frame frames[8];
		const struct mlirbc_walk_options options = {
			.size = sizeof options, .frames = frames, .frame_count = 8
		};
		file_start(&f, version);
		/* t.a with one region of one block with two arguments and no ops, twice; then t.a with a result */
		for (int i = 0; i < 2; i++) {
			PUT(&ops, N(1), 0x10, N(0), FLAG(1, 0), N(1), N(2), FLAG(0, 1), N(2));
			for (int k = 0; k < 2; k++) {
				if (version >= 4)
					PUT(&ops, FLAG(0, 0));
				else
					PUT(&ops, N(0), N(0));
			}
			if (version >= 3)
				PUT(&ops, 0);
		}
		PUT(&ops, N(1), 0x02, N(0), N(1), N(0));
		file_module(&f, 1, 3, &ops);
		file_finish(&f);
		CHECK_INT(mlirbc_walk(f.out.data, f.out.size, &options, note_values, numbers, NULL), MLIRBC_OK);
		CHECK_STR(numbers, "12120");
		free(ops.data);
		file_free(&f);
	}
}

/* ---- skipping, stopping, limits */

struct counter {
	uint64_t fields, ops, strings;
	enum mlirbc_walk_part part;
	enum mlirbc_walk_answer answer;
	uint64_t until; /* fields */
};

static enum mlirbc_walk_answer count(void *ctx, const struct mlirbc_walk_item *item)
{
	struct counter *c = ctx;
	c->fields += item->event == MLIRBC_WALK_FIELD;
	c->strings += item->event == MLIRBC_WALK_FIELD && item->field == MLIRBC_WALK_STRING;
	c->ops += item->event == MLIRBC_WALK_ENTER && item->part == MLIRBC_WALK_OP;
	if (c->until && c->fields == c->until)
		return MLIRBC_WALK_STOP;
	return item->event == MLIRBC_WALK_ENTER && item->part == c->part && item->op != MLIRBC_WALK_NONE
		       ? c->answer
		       : MLIRBC_WALK_GO_ON;
}

static struct text fixture(const char *name)
{
	char path[4096];
	struct text text;
	snprintf(path, sizeof path, "%s/%s", LOAD_DATA, name);
	if (!read_file(path, &text))
		abort();
	return text;
}

static struct counter count_fixture(const struct text *file, struct counter c)
{
	struct mlirbc_walk_frame frames[64];
	const struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 64 };
	CHECK_INT(mlirbc_walk(file->data, file->size, &options, count, &c, NULL), MLIRBC_OK);
	return c;
}

static void regions_can_be_skipped(void)
{
	struct text file = fixture("ops.v6.mlirbc");
	struct counter all = count_fixture(&file, (struct counter){ .answer = MLIRBC_WALK_GO_ON });
	struct counter none = count_fixture(
		&file, (struct counter){ .part = MLIRBC_WALK_SECTION, .answer = MLIRBC_WALK_SKIP });
	CHECK(all.ops > 10);
	CHECK_INT(none.ops, 1); /* the module */
	CHECK_INT(none.strings, all.strings);
	free(file.data);
}

static void the_visitor_can_stop(void)
{
	struct text file = fixture("attrs.v6.mlirbc");
	struct counter all = count_fixture(&file, (struct counter){ .answer = MLIRBC_WALK_GO_ON });
	for (uint64_t until = 1; until <= all.fields; until++) {
		struct counter some = count_fixture(&file, (struct counter){ .until = until });
		CHECK_INT(some.fields, until);
	}
	free(file.data);
}

static void nesting_is_limited(void)
{
	struct file f;
	struct mlirbc_walk_frame frames[2];
	const struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 2 };
	struct counter c = { .answer = MLIRBC_WALK_GO_ON };
	struct bytes ops = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	file_start(&f, 6);
	PUT(&ops, N(1), 0x10, N(0), FLAG(1, 0), N(0));
	file_module(&f, 0, 1, &ops);
	file_finish(&f);
	CHECK_INT(mlirbc_walk(f.out.data, f.out.size, &options, count, &c, &diag), MLIRBC_E_LIMIT);
	CHECK(strstr(diag.message, "IR section, op 1: ") != NULL);
	free(ops.data);
	file_free(&f);
}

/* More strings than the walker keeps sizes of at a time. */
static void many_strings_come_in_order(void)
{
	struct file f = { .version = 6, .given = { [STRINGS] = true } };
	const unsigned counts[] = { 1, 2, 1023, 1024, 1025, 5000, 1024 * 1024 + 7, 2500000 };
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct walk_check check;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		f.body[STRINGS].size = f.out.size = 0;
		put_number(&f.body[STRINGS], counts[i]);
		for (unsigned k = counts[i]; k-- > 0;)
			put_number(&f.body[STRINGS], 1 + k % 3);
		for (unsigned k = 0; k < counts[i]; k++)
			put_data(&f.body[STRINGS], k % 3 == 1 ? "b" : "\0\0", 1 + k % 3);
		PUT(&f.out, 'M', 'L', 0xEF, 'R', N(6), 0);
		file_section(&f, STRINGS);
		CHECK_INT(walk_and_check(f.out.data, f.out.size, false, &check, &diag), MLIRBC_E_TRUNCATED);
		CHECK_STR(diag.message, "the file ends without a section 1 (Dialect)");
		CHECK_STR(check.wrong ? check.wrong : "", "");
		CHECK_INT(check.end, f.out.size);
		CHECK_INT(check.fields, 5 + 1 + 2 * counts[i]);
	}
	file_free(&f);
}

/* ---- failing */

#define CHECK_WALK_BAD(f, status, offset, text)                                                                        \
	(file_finish(f), check_walk_bad(__FILE__, __LINE__, (f), (status), (offset), (text)))
static void check_walk_bad(
	const char *source, int line, struct file *f, enum mlirbc_status status, size_t offset, const char *message)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct walk_check check;
	uint8_t *exact = malloc(f->out.size);
	if (!exact)
		abort();
	memcpy(exact, f->out.data, f->out.size);
	enum mlirbc_status got = walk_and_check(exact, f->out.size, false, &check, &diag);
	if (got != status || diag.status != status || diag.offset != offset || strcmp(diag.message, message) != 0 ||
		check.wrong)
		check_report(source, line, "%s at %llu \"%s\" %s, expected %s at %llu \"%s\"", mlirbc_status_name(got),
			(unsigned long long)diag.offset, diag.message, check.wrong ? check.wrong : "",
			mlirbc_status_name(status), (unsigned long long)offset, message);
	free(exact);
	file_free(f);
}

static void bad_tables_are_refused(void)
{
	struct file f;
	struct bytes none = { 0 };
	file_start(&f, 6);
	file_module(&f, 0, 0, &none);
	ATTR(&f, N(4), N(9));
	CHECK_WALK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 2,
		"AttrType section, attribute 1: root is 9, expected less than 2");

	file_start(&f, 6);
	file_module(&f, 0, 0, &none);
	ATTR(&f, N(23));
	CHECK_WALK_BAD(
		&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 1, "AttrType section, attribute 1: code is 23, expected 0 to 22");

	file_start(&f, 6);
	file_module(&f, 0, 0, &none);
	TYPE(&f, N(1), 0);
	CHECK_WALK_BAD(&f, MLIRBC_E_CORRUPT, f.at[ENTRIES] + 5,
		"AttrType section, type 1: 1 bytes too many, expected the end of the data");

	file_start(&f, 6);
	file_module(&f, 0, 0, &none);
	f.body[RESOURCE_OFFSETS].size = 0;
	PUT(&f.body[RESOURCE_OFFSETS], N(0), N(0), N(1), N(0), N(1), 3);
	PUT(&f.body[RESOURCES], 1);
	CHECK_WALK_BAD(&f, MLIRBC_E_CORRUPT, f.at[RESOURCE_OFFSETS] + 5,
		"ResourceOffset section, resource 0: resource kind is 3, expected 0 to 2");
	free(none.data);
}

static void bad_ir_is_refused(void)
{
	static const struct {
		uint8_t op[12];
		unsigned size, at;
		const char *message;
	} cases[] = {
		{ { N(3) }, 1, 0, "IR section, op 1: op name index is 3, expected less than 3" },
		{ { N(1), 0x80 }, 2, 1, "IR section, op 1: mask is 0x80, expected bits below 0x80 only" },
		{ { N(1), 0, N(1) }, 3, 2, "IR section, op 1: location of the op is 1, expected less than 1" },
		{ { N(1), 4, N(0), N(1), N(0) }, 5, 4, "IR section, op 1: operand is 0, expected less than 0" },
		{ { N(1), 4, N(0), N(99) }, 4, 3,
			"IR section, op 1: number of operands is 99, but only 0 bytes follow" },
		{ { N(1), 8, N(0), N(1), N(1) }, 5, 4, "IR section, op 1: successor is 1, expected less than 1" },
		{ { N(1), 2, N(0), N(1), N(0) }, 5, 3,
			"IR section, op 1: 1 more values, but the region declared only 0 more" },
		{ { N(1), 0x10, N(0), FLAG(1, 1), 2, N(1), N(0) }, 7, 4,
			"IR section, op 1: AttrType section, expected an IR section with the regions" },
		{ { N(1), 0x40, N(0), N(0) }, 4, 3,
			"IR section, op 1: properties of the op is 0, expected less than 0" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct file f;
		struct bytes ops = { 0 };
		file_start(&f, 6);
		put_data(&ops, cases[i].op, cases[i].size);
		file_module(&f, 0, 1, &ops);
		file_finish(&f);
		size_t from = f.at[IR] + f.body[IR].size - cases[i].size; /* the op is the last thing in it */
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct walk_check check;
		CHECK_INT(walk_and_check(f.out.data, f.out.size, false, &check, &diag), MLIRBC_E_CORRUPT);
		CHECK(strstr(diag.message, cases[i].message) != NULL ||
			check_report(__FILE__, __LINE__, "%s", diag.message));
		CHECK_INT(diag.offset, from + cases[i].at);
		free(ops.data);
		file_free(&f);
	}
}

/* ---- fixtures */

static void check_tiles(const char *folder, const char *name)
{
	char path[4096];
	struct text file = { NULL, 0 };
	struct walk_check check;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	CHECK_OR_RETURN(read_file(path, &file));
	CHECK_INT(walk_and_check(file.data, file.size, false, &check, &diag), MLIRBC_OK);
	CHECK_STR(diag.message, "");
	CHECK_STR(check.wrong ? check.wrong : "", "");
	for (size_t size = 0; size < file.size; size++) { /* every part of it from the beginning on is refused */
		char *part = malloc(size + !size);
		memcpy(part, file.data, size);
		enum mlirbc_status status = walk_and_check(part, size, false, &check, NULL);
		if (status == MLIRBC_OK || status == MLIRBC_E_LIMIT || check.wrong)
			check_report(__FILE__, __LINE__, "%s cut to %zu bytes: %s %s", name, size,
				mlirbc_status_name(status), check.wrong ? check.wrong : "");
		free(part);
	}
	free(file.data);
}

static void fields_tile_the_fixtures(void)
{
	DIR *folder = opendir(LOAD_DATA);
	int found = 0;
	CHECK_OR_RETURN(folder != NULL);
	for (const struct dirent *entry; (entry = readdir(folder));) {
		size_t length = strlen(entry->d_name);
		if (length > 7 && strcmp(entry->d_name + length - 7, ".mlirbc") == 0) {
			check_tiles(LOAD_DATA, entry->d_name);
			found++;
		}
	}
	closedir(folder);
	CHECK_INT(found, 11);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(ir_is_told),
		CHECK_CASE(entries_are_told),
		CHECK_CASE(lenient_walks_go_on),
		CHECK_CASE(values_have_numbers),
		CHECK_CASE(regions_can_be_skipped),
		CHECK_CASE(the_visitor_can_stop),
		CHECK_CASE(nesting_is_limited),
		CHECK_CASE(many_strings_come_in_order),
		CHECK_CASE(bad_tables_are_refused),
		CHECK_CASE(bad_ir_is_refused),
		CHECK_CASE(fields_tile_the_fixtures),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
