/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode reader: the file as a whole, its sections and tables, every version, memory that runs out. */
#include "bytecode.h"

/* module { t.a : () -> i32, t.b : (i32) -> () } */
static void small_file(struct file *f, unsigned version)
{
	struct bytes ops = { 0 };
	file_start(f, version);
	PUT(&ops, N(1), 0x02, N(0), N(1), N(0)); /* t.a: has results, location; one result, its type */
	PUT(&ops, N(2), 0x04, N(0), N(1), N(0)); /* t.b: has operands, location; one operand, its number */
	file_module(f, 1, 2, &ops);
	free(ops.data);
}

/* ---- whole files */

/* The empty module 01_empty_module.mlir as mlir-opt-22 writes it (version 6). */
static void reads_every_byte(void)
{
	static const uint8_t bytes[] = {
		'M', 'L', 0xEF, 'R', 0x0D,                           /* version 6 */
		'M', 'L', 'I', 'R', '2', '2', '.', '1', '.', '8', 0, /* producer */
		0x01, 0x0D,                                          /* section 1 of 6 bytes: dialects */
		0x03, 0x01, 0x03,             /* one, named by string 0, without version; one op name in all */
		0x01, 0x03, 0x07,             /* dialect 0 has one op name: string 1, registered */
		0x03, 0x0D,                   /* section 3 of 6 bytes: where attributes and types lie */
		0x05, 0x01, 0x01, 0x05,       /* two attributes, no type; dialect 0 has two entries */
		0x13, 0x0B,                   /* of 4 and 2 bytes, coded */
		0x02, 0x0D,                   /* section 2 of 6 bytes: those entries */
		0x17, 0x03, 0x03, 0x03,       /* code 11: file location, name in attribute 1, line 1, column 1 */
		0x05, 0x05,                   /* code 2: string 2 */
		0x04, 0x17,                   /* section 4 of 11 bytes: IR */
		0x05,                         /* one op at the top level */
		0x01, 0x50, 0x01,             /* op name 0; properties and regions; location: attribute 0 */
		0x01, 0x07,                   /* property blob 0; one region, isolated */
		0x04, 0x07, 0x03, 0x01, 0x01, /* section 4 of 3 bytes: one block, no values; no ops */
		0x06, 0x03, 0x01,             /* section 6 of 1 byte: no external resource groups */
		0x05, 0x01,                   /* section 5, empty: resources */
		0x00, 0x51,                   /* section 0 of 40 bytes: strings */
		0x07, 0x2B, 0x0F, 0x11,       /* three; with their NUL 21, 7 and 8 bytes, the last one first */
		'b', 'u', 'i', 'l', 't', 'i', 'n', 0, 'm', 'o', 'd', 'u', 'l', 'e', 0, /* 0 and 1 */
		'0', '1', '_', 'e', 'm', 'p', 't', 'y', '_', 'm', 'o',                 /* 2 */
		'd', 'u', 'l', 'e', '.', 'm', 'l', 'i', 'r', 0,                        /* and its rest */
		0x08, 0x09,             /* section 8 of 4 bytes: properties */
		0x03, 0x05, 0x01, 0x01, /* one blob of 2 bytes: neither sym_name nor sym_visibility */
	};
	struct loaded l = load_bytes(bytes, sizeof bytes, 0);
	if (CHECK_INT(l.status, MLIRBC_OK)) {
		const struct mlirbc_op *module = l.module->body->first;
		CHECK(mlirbc_op_is(module, "builtin.module") && module == l.module->body->last);
		CHECK(module->isolated && module->region_count == 1 && mlirbc_op_regions(module)->block_count == 1);
		CHECK(mlirbc_op_regions(module)->first->first == NULL && !mlirbc_op_attributes(module) &&
			!mlirbc_op_properties(module));
		CHECK_INT(mlirbc_op_location(module)->kind, MLIRBC_LOC_FILE);
		CHECK_INT(mlirbc_op_location(module)->u.file.line, 1);
		CHECK_INT(mlirbc_op_location(module)->u.file.end_column, 1);
		CHECK(is(mlirbc_op_location(module)->u.file.file, "01_empty_module.mlir"));
		CHECK(is(l.module->producer, "MLIR22.1.8"));
	}
	loaded_free(&l);
	for (size_t size = 0; size < sizeof bytes; size++) { /* cut off anywhere */
		struct loaded cut = load_bytes(bytes, size, 0);
		enum mlirbc_status status = size < 4 ? MLIRBC_E_MAGIC : MLIRBC_E_TRUNCATED;
		if (cut.status != status || cut.module || cut.diag.offset > size)
			check_report(__FILE__, __LINE__, "%zu bytes: %s", size, mlirbc_status_name(cut.status));
		loaded_free(&cut);
	}
}

static void reads_every_version(void)
{
	for (unsigned version = 0; version <= 6; version++) {
		struct file f;
		small_file(&f, version);
		struct loaded l = load_good(&f);
		if (l.status == MLIRBC_OK) {
			const struct mlirbc_op *module = l.module->body->first;
			const struct mlirbc_op *a = mlirbc_op_regions(module)->first->first, *b = a->next;
			CHECK(mlirbc_op_is(a, "t.a") && mlirbc_op_is(b, "t.b") && !b->next &&
				a->parent == mlirbc_op_regions(module)->first);
			CHECK(a->result_count == 1 &&
				mlirbc_op_results(a)->type == mlirbc_type_integer(l.context, 32, MLIRBC_SIGNLESS));
			CHECK(mlirbc_op_operands(b)->value == mlirbc_op_results(a) &&
				mlirbc_op_results(a)->first_use == mlirbc_op_operands(b));
			CHECK(mlirbc_op_location(a) == mlirbc_loc_unknown(l.context) &&
				mlirbc_operand_owner(mlirbc_op_operands(b)) == b && !a->isolated);
		}
		loaded_free(&l);
	}
}

static void says_what_is_bytecode(void)
{
	CHECK(mlirbc_is_bytecode("ML\xEFR", 4));
	CHECK(!mlirbc_is_bytecode("ML\xEFR", 3));
	CHECK(!mlirbc_is_bytecode("module {}", 9));
	struct loaded l = load_bytes("module {}", 9, 0);
	CHECK_INT(l.status, MLIRBC_E_MAGIC);
	CHECK_INT(l.diag.offset, 0);
	loaded_free(&l);
}

static void refuses_newer_versions(void)
{
	struct file f;
	small_file(&f, 6);
	f.version = 7;
	CHECK_BAD(&f, MLIRBC_E_VERSION, 4, "bytecode version is 7, expected 0 to 6");
	struct loaded l = load_bytes("ML\xEFR\x03"
				     "abc",
		8, 0);
	CHECK_INT(l.status, MLIRBC_E_TRUNCATED);
	CHECK_INT(l.diag.offset, 8);
	loaded_free(&l);
}

/* ---- sections */

static void needs_its_sections(void)
{
	static const unsigned needed[] = { STRINGS, DIALECTS, ENTRIES, OFFSETS, IR, PROPERTIES };
	struct file f;
	for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
		small_file(&f, 6);
		f.left_out[needed[i]] = true;
		CHECK_BAD(&f, MLIRBC_E_TRUNCATED, f.out.size, "ends without a section");
	}
	small_file(&f, 4);
	f.left_out[PROPERTIES] = true;
	struct loaded l = load_good(&f);
	loaded_free(&l);
	small_file(&f, 4); /* below version 5 a properties section means nothing */
	PUT(&f.body[PROPERTIES], 0xFF, 0xFF);
	l = load_good(&f);
	loaded_free(&l);
	small_file(&f, 6);
	PUT(&f.body[RESOURCE_OFFSETS], N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.out.size, "ResourceOffset section, but no Resource");
}

/* Appends bytes after the last section. */
static void check_tail(const uint8_t *tail, size_t size, enum mlirbc_status status, size_t offset, const char *text)
{
	struct file f;
	small_file(&f, 4);
	file_finish(&f);
	size_t end = f.out.size;
	put_data(&f.out, tail, size);
	check_bad_at(__FILE__, __LINE__, &f, status, end + offset, text);
}
#define CHECK_TAIL(status, offset, text, ...)                                                                          \
	check_tail((const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }), (status), (offset),     \
		(text))

static void checks_section_headers(void)
{
	CHECK_TAIL(MLIRBC_E_CORRUPT, 0, "section id is 9, expected 0 to 8", 9, N(0));
	CHECK_TAIL(MLIRBC_E_CORRUPT, 0, "section id is 127", 0xFF, N(0), N(1));
	CHECK_TAIL(MLIRBC_E_CORRUPT, 0, "second IR section", IR, N(0));
	CHECK_TAIL(MLIRBC_E_TRUNCATED, 1, "the data ends", VERSIONS);
	CHECK_TAIL(MLIRBC_E_TRUNCATED, 1, "the data ends", VERSIONS, 0x10, 0xFF);
	CHECK_TAIL(MLIRBC_E_TRUNCATED, 1, "of 5 bytes, but only 2 remain", VERSIONS, N(5), 1, 2);
	CHECK_TAIL(MLIRBC_E_TRUNCATED, 1, "of 18446744073709551615 bytes", VERSIONS, 0, 255, 255, 255, 255, 255, 255,
		255, 255);
	CHECK_TAIL(MLIRBC_E_CORRUPT, 2, "section alignment is 3", 0x80 | VERSIONS, N(0), N(3));
	CHECK_TAIL(MLIRBC_E_CORRUPT, 2, "section alignment is 0", 0x80 | VERSIONS, N(0), N(0));
	CHECK_TAIL(MLIRBC_E_TRUNCATED, 11, "padding", 0x80 | VERSIONS, N(0), 0, 0, 0, 0, 0, 0, 0, 0, 0x80);
}

/* An aligned section anywhere, padded by the position in the file. */
static void aligns_by_file_offset(void)
{
	for (unsigned shift = 0; shift < 32; shift++) {
		struct file f;
		char producer[33] = "";
		memset(producer, 'p', shift);
		small_file(&f, 4);
		f.producer = producer;
		file_finish(&f);
		PUT(&f.out, 0x80 | VERSIONS, N(3), N(32));
		size_t padding = 0;
		for (; f.out.size % 32; padding++)
			PUT(&f.out, 0xCB);
		PUT(&f.out, 1, 2, 3);
		struct loaded l = load_bytes(f.out.data, f.out.size, 0);
		CHECK_INT(l.status, MLIRBC_OK);
		loaded_free(&l);
		if (padding) {
			f.out.data[f.out.size - 4] = 0xCA;
			check_bad_at(__FILE__, __LINE__, &f, MLIRBC_E_CORRUPT, f.out.size - 4,
				"padding byte is 0xca, expected 0xcb");
		}
		file_free(&f);
	}
}

/* ---- strings, dialects, op names */

static void own_section(struct file *f, unsigned version, unsigned id)
{
	small_file(f, version);
	f->given[id] = true;
	f->body[id].size = 0;
}

static void checks_strings(void)
{
	struct file f;
	own_section(&f, 6, STRINGS);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS], "number of strings");
	own_section(&f, 6, STRINGS);
	PUT(&f.body[STRINGS], N(100), N(1), 0);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS], "number of strings is 100, but only 2 bytes follow");
	own_section(&f, 6, STRINGS);
	PUT(&f.body[STRINGS], N(2), N(0), N(1), 0);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS] + 1, "size of string 1 is 0");
	own_section(&f, 6, STRINGS);
	PUT(&f.body[STRINGS], N(1), N(9), 'a', 0);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS] + 1, "size of string 0 is 9, expected 1 to 2");
	own_section(&f, 6, STRINGS);
	PUT(&f.body[STRINGS], N(2), N(2), N(2), 'a', 0, 'b');
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS] + 5, "string 1 has 2 bytes");
	own_section(&f, 6, STRINGS);
	PUT(&f.body[STRINGS], N(1), N(2), 'a', 'b');
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS] + 3, "ends with 0x62");
	own_section(&f, 6, STRINGS);
	PUT(&f.body[STRINGS], N(1), N(2), 'a', 0, 0);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[STRINGS] + 4, "1 bytes too many");
}

static void checks_dialects(void)
{
	struct file f;
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(1), FLAG(5, 0), N(0)); /* strings: builtin, t, module, a, b */
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 1,
		"string index of a dialect's name is 5, expected less than 5");
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(1), FLAG(0, 1), IR, N(0), N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 2, "IR section, expected a DialectVersions section");
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(1), FLAG(0, 1), VERSIONS, N(9), N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 3, "of 9 bytes, but only 1 remain");
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 1, "the number of all op names");
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(1), FLAG(0, 0), N(1), N(1), N(1), FLAG(2, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 3, "dialect index is 1, expected less than 1");
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(1), FLAG(0, 0), N(1), N(0), N(2), FLAG(2, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 4, "number of op names is 2, but only 1 bytes follow");
	own_section(&f, 6, DIALECTS);
	PUT(&f.body[DIALECTS], N(1), FLAG(0, 0), N(1), N(0), N(1), FLAG(5, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[DIALECTS] + 5, "string index of an op's name is 5");
}

/* A dialect with a version, one that is there twice, groups without names, a name without a dot. */
static void reads_unusual_dialects(void)
{
	struct file f;
	own_section(&f, 6, DIALECTS);
	file_string(&f, "");
	PUT(&f.body[DIALECTS], N(3), FLAG(0, 1), VERSIONS, N(2), 0xAA, 0xBB, FLAG(1, 0), FLAG(1, 0), N(99));
	PUT(&f.body[DIALECTS], N(2), N(0), N(0), N(1), FLAG(2, 1), N(2), N(1), FLAG(3, 0), N(1), N(1), FLAG(5, 0));
	struct loaded l = load_good(&f);
	if (l.status == MLIRBC_OK) {
		const struct mlirbc_op *a = mlirbc_op_regions(l.module->body->first)->first->first;
		CHECK(mlirbc_op_is(a, "t.a") && mlirbc_op_is(a->next, "t"));
	}
	loaded_free(&l);
}

/* ---- attribute and type offsets, properties */

static void checks_entry_offsets(void)
{
	struct file f;
	own_section(&f, 6, OFFSETS);
	PUT(&f.body[OFFSETS], N(1), N(9), N(0), N(1), FLAG(1, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[OFFSETS] + 1, "number of types is 9, but only 3 bytes follow");
	own_section(&f, 6, OFFSETS);
	PUT(&f.body[OFFSETS], N(2), N(2), N(0), N(1), FLAG(1, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[OFFSETS] + 2, "4 attributes and types, but only 3 bytes follow");
	own_section(&f, 6, OFFSETS);
	PUT(&f.body[OFFSETS], N(1), N(1), N(0), N(2), FLAG(1, 1), FLAG(3, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[OFFSETS] + 3, "group of 2 entries, but only 1 remain");
	own_section(&f, 6, OFFSETS);
	PUT(&f.body[OFFSETS], N(1), N(1), N(2), N(1), FLAG(1, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[OFFSETS] + 2, "dialect index is 2, expected less than 2");
	own_section(&f, 6, OFFSETS);
	PUT(&f.body[OFFSETS], N(1), N(1), N(0), N(1), FLAG(1, 1), N(0), N(1), FLAG(4, 1));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[OFFSETS] + 7,
		"entry 1 has 4 bytes, but the AttrType section has only 3 left");
	own_section(&f, 6, OFFSETS);
	PUT(&f.body[OFFSETS], N(1), N(1), N(0), N(1), FLAG(1, 1), N(0), N(1), FLAG(3, 1), 0xFF);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[OFFSETS] + 8, "1 bytes too many");
}

static void checks_property_table(void)
{
	struct file f;
	small_file(&f, 6);
	PUT(&f.body[PROPERTIES], N(3), N(0));
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[PROPERTIES], "number of entries is 3");
	small_file(&f, 6);
	PUT(&f.body[PROPERTIES], N(1), N(3), 1, 2);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[PROPERTIES] + 1, "entry 0 has 3 bytes, but only 2 remain");
	small_file(&f, 6);
	PUT(&f.body[PROPERTIES], N(1), N(1), 1, 2);
	CHECK_BAD(&f, MLIRBC_E_CORRUPT, f.at[PROPERTIES] + 3, "1 bytes too many");
}

/* ---- resources. Strings of small_file, then: 5 "key", 6 "group", 7 "text". */

static void resource_file(struct file *f)
{
	small_file(f, 6);
	file_string(f, "key");
	file_string(f, "group");
	file_string(f, "text");
}

static void reads_resources(void)
{
	struct file f;
	resource_file(&f);
	/* one external group: key (string, one byte), builtin (bool, one byte) */
	PUT(&f.body[RESOURCE_OFFSETS], N(1), N(6), N(2), N(5), N(1), 2, N(0), N(1), 1);
	/* builtin: key (blob: sizes come with the padding), t (declared only) */
	PUT(&f.body[RESOURCE_OFFSETS], N(0), N(2), N(5), N(5), 0, N(1), N(0), 0);
	PUT(&f.body[RESOURCES], N(7), 1);
	PUT(&f.body[RESOURCES], N(1), N(3), 'x', 'y', 'z');
	struct loaded l = load_good(&f);
	if (l.status == MLIRBC_OK) {
		const struct mlirbc_resource *text = l.module->resources, *yes = text->next, *blob = yes->next,
					     *none = blob->next;
		CHECK(text->external && text->kind == MLIRBC_RESOURCE_STRING && text->size == 4 &&
			!memcmp(text->data, "text", 4));
		CHECK(is(text->group, "group"));
		CHECK(is(text->key, "key"));
		CHECK(yes->external && yes->kind == MLIRBC_RESOURCE_BOOL && yes->value);
		CHECK(!blob->external && blob->kind == MLIRBC_RESOURCE_BLOB && blob->alignment == 1);
		CHECK_BYTES(blob->data, blob->size, "xyz", 3);
		CHECK(blob->data > l.input); /* a view, not a copy */
		CHECK(is(blob->group, "builtin"));
		CHECK(none->kind == MLIRBC_RESOURCE_NONE && !none->next);
		CHECK(is(none->key, "t"));
	}
	loaded_free(&l);
}

#define CHECK_RESOURCE(section, offset, text, offsets, data)                                                           \
	do {                                                                                                           \
		struct file file;                                                                                      \
		resource_file(&file);                                                                                  \
		PUT(&file.body[RESOURCE_OFFSETS], offsets);                                                            \
		PUT(&file.body[RESOURCES], data);                                                                      \
		CHECK_BAD(&file, MLIRBC_E_CORRUPT, file.at[section] + (offset), (text));                               \
	} while (0)
#define LIST(...) __VA_ARGS__

static void checks_resources(void)
{
	CHECK_RESOURCE(RESOURCE_OFFSETS, 0, "number of external groups is 9", LIST(N(9)), LIST(0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 1, "string index of a group is 8", LIST(N(1), N(8), N(0)), LIST(0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 1, "dialect index is 2", LIST(N(0), N(2), N(0)), LIST(0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 2, "number of resources is 2, but only 1", LIST(N(0), N(0), N(2), 0), LIST(0));
	CHECK_RESOURCE(
		RESOURCE_OFFSETS, 3, "string index of a key is 8", LIST(N(0), N(0), N(1), N(8), N(0), 0), LIST(0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 5, "resource kind is 3", LIST(N(0), N(0), N(1), N(5), N(1), 3), LIST(0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 4, "resource of 2 bytes", LIST(N(0), N(0), N(1), N(5), N(2), 0), LIST(0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 4, "resource of 0 bytes", LIST(N(1), N(6), N(1), N(5), N(0), 1), LIST(0));
	CHECK_RESOURCE(RESOURCES, 0, "bool is 2", LIST(N(0), N(0), N(1), N(5), N(1), 1), LIST(2));
	CHECK_RESOURCE(RESOURCES, 1, "1 bytes too many", LIST(N(0), N(0), N(1), N(5), N(2), 1), LIST(1, 1));
	CHECK_RESOURCE(RESOURCES, 0, "string index is 99", LIST(N(0), N(0), N(1), N(5), N(1), 2), LIST(N(99)));
	CHECK_RESOURCE(RESOURCES, 0, "blob alignment is 6", LIST(N(0), N(0), N(1), N(5), N(3), 0), LIST(N(6), N(1), 0));
	CHECK_RESOURCE(RESOURCES, 0, "blob of 2 bytes, but only 1", LIST(N(0), N(0), N(1), N(5), N(3), 0),
		LIST(N(1), N(2), 0));
	CHECK_RESOURCE(RESOURCES, 0, "2 bytes too many", LIST(N(0)), LIST(0, 0));
	CHECK_RESOURCE(RESOURCE_OFFSETS, 6, "key \"key\" is duplicated",
		LIST(N(0), N(0), N(2), N(5), N(0), 0, N(5), N(0), 0), LIST(0));
}

/* ---- memory */

struct counting {
	size_t calls, fail_at, bytes;
};

static void *counting_alloc(void *ctx, size_t size, size_t align)
{
	struct counting *c = ctx;
	(void)align;
	if (++c->calls == c->fail_at)
		return NULL;
	c->bytes += size;
	return malloc(size);
}

static void counting_free(void *ctx, void *p, size_t size, size_t align)
{
	struct counting *c = ctx;
	(void)align;
	c->bytes -= size;
	free(p);
}

/* Each allocation fails once; all memory is freed. */
static void survives_without_memory(void)
{
	struct file f;
	resource_file(&f);
	PUT(&f.body[RESOURCE_OFFSETS], N(0), N(0), N(1), N(5), N(1), 1);
	PUT(&f.body[RESOURCES], 1);
	file_finish(&f);
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	size_t tries = 0;
	for (; status != MLIRBC_OK && tries < 1000; tries++) {
		struct counting counting = { .fail_at = tries + 2 }; /* the first one makes the context */
		struct mlirbc_allocator allocator = { counting_alloc, NULL, counting_free, &counting };
		struct mlirbc_context *context = mlirbc_context_create(&allocator);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct mlirbc_module *module;
		CHECK_OR_RETURN(context);
		status = mlirbc_load(context, f.out.data, f.out.size, NULL, &module, &diag);
		CHECK(status == MLIRBC_OK || (status == MLIRBC_E_NOMEM && !module && diag.status == status));
		mlirbc_context_destroy(context);
		CHECK_INT(counting.bytes, 0);
	}
	CHECK(tries > 10 && status == MLIRBC_OK);
	file_free(&f);
}

static void respects_the_limit(void)
{
	struct file f;
	small_file(&f, 6);
	file_finish(&f);
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	CHECK_OR_RETURN(context);
	mlirbc_context_limit(context, mlirbc_context_bytes(context) + 5000);
	CHECK_INT(mlirbc_load(context, f.out.data, f.out.size, NULL, &module, &diag), MLIRBC_E_LIMIT);
	CHECK_INT(diag.offset, MLIRBC_NO_OFFSET);
	mlirbc_context_destroy(context);
	CHECK_INT(mlirbc_load(context = mlirbc_context_create(NULL), f.out.data, f.out.size, NULL, &module, NULL),
		MLIRBC_OK);
	mlirbc_context_destroy(context);
	file_free(&f);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(reads_every_byte),
		CHECK_CASE(reads_every_version),
		CHECK_CASE(says_what_is_bytecode),
		CHECK_CASE(refuses_newer_versions),
		CHECK_CASE(needs_its_sections),
		CHECK_CASE(checks_section_headers),
		CHECK_CASE(aligns_by_file_offset),
		CHECK_CASE(checks_strings),
		CHECK_CASE(checks_dialects),
		CHECK_CASE(reads_unusual_dialects),
		CHECK_CASE(checks_entry_offsets),
		CHECK_CASE(checks_property_table),
		CHECK_CASE(reads_resources),
		CHECK_CASE(checks_resources),
		CHECK_CASE(survives_without_memory),
		CHECK_CASE(respects_the_limit),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
