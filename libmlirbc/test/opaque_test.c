/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hash and diff of modules with attributes, types and properties in an unknown encoding: the numbers in their bytes name
 * entries of the file's tables, so neither may claim equality from equal bytes. */
#include "bytecode.h"
#include "text.h"

enum { HAS_PROPERTIES = 0x40, HAS_RESULTS = 0x02 };

/* module { op }, with op 3: `mine.op` of dialect 2, and a property blob of two bytes that name attribute or type 1,
 * string 7, or resource 0. The members change one part each. */
struct change {
	uint8_t value;            /* of attribute 1, an integer of i32 */
	uint8_t width;            /* of type 1, an integer */
	const char *string;       /* string 7 */
	const char *producer;
	const char *resource;     /* its key; NULL: no resources */
	uint8_t blob[4];
	size_t size;
	unsigned version;
	uint8_t dialect_version; /* 0: none */
};

static const struct change base = { 5, 8, "v", "MLIR21.1.0", NULL, { N(1), N(7) }, 2, 6, 0 };

static void put_resource(struct file *f, const char *key)
{
	const unsigned string = file_string(f, key);
	PUT(&f->body[RESOURCES], 1);
	PUT(&f->body[RESOURCE_OFFSETS], N(0), N(2), N(1), N(string), N(1), 1); /* of dialect 2: a boolean */
}

static void make(struct file *f, const struct change *c)
{
	struct bytes op = { 0 };
	file_start(f, c->version);
	f->producer = c->producer;
	const unsigned dialect = file_dialect(f, "mine");
	file_op(f, dialect, "op", true);
	file_string(f, c->string);
	ATTR(f, N(8), N(0), N(2 * c->value));
	TYPE(f, N(0), N(c->width << 2));
	PUT(&op, N(3), HAS_PROPERTIES, N(0), N(0));
	file_module(f, 0, 1, &op);
	free(op.data);
	PUT(&f->body[PROPERTIES], N(1), N(c->size));
	put_data(&f->body[PROPERTIES], c->blob, c->size);
	if (c->resource)
		put_resource(f, c->resource);
}

static struct mlirbc_module *load_in(struct mlirbc_context *context, struct file *f, uint8_t **input)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	file_finish(f);
	*input = malloc(f->out.size);
	if (!*input)
		abort();
	memcpy(*input, f->out.data, f->out.size);
	if (mlirbc_load(context, *input, f->out.size, NULL, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "at %llu: %s", (unsigned long long)diag.offset, diag.message);
	file_free(f);
	return module;
}

static void check_hash_refused(int line, const struct mlirbc_module *module)
{
	uint8_t hash[MLIRBC_HASH_SIZE];
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const enum mlirbc_status status = mlirbc_hash(module, hash, &diag);
	if (status != MLIRBC_E_UNSUPPORTED || !strstr(diag.message, "unknown encoding"))
		check_report(__FILE__, line, "hash: %s: %s", mlirbc_status_name(status), diag.message);
}

/* Compares both modules in both orders. `count` differences, 0: proven equal. Frees the files. */
static void check_files(int line, struct file files[2], uint64_t count, bool hashed)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	uint8_t *inputs[2];
	struct mlirbc_module *modules[2];
	for (int i = 0; i < 2; i++)
		modules[i] = load_in(context, &files[i], &inputs[i]);
	for (int i = 0; i < 2 && modules[0] && modules[1]; i++) {
		struct printed lines = { 0 };
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		uint64_t found = 0;
		const enum mlirbc_status status = mlirbc_diff(
			modules[i], modules[!i], printed_append, &lines, &found, &diag);
		if (status != MLIRBC_OK || found != count)
			check_report(__FILE__, line, "%s %s, %llu differences: %s", mlirbc_status_name(status),
				diag.message, (unsigned long long)found, lines.text ? lines.text : "");
		else if (found && !strstr(lines.text, "unknown encoding: not proven equal"))
			check_report(__FILE__, line, "without the reason: %s", lines.text);
		free(lines.text);
		if (!hashed)
			check_hash_refused(line, modules[i]);
	}
	mlirbc_context_destroy(context);
	free(inputs[0]);
	free(inputs[1]);
}

static void check_changes(int line, const struct change *a, const struct change *b, uint64_t count)
{
	struct file files[2];
	make(&files[0], a);
	make(&files[1], b);
	check_files(line, files, count, false);
}

static void properties_that_may_name_other_entries_differ(void)
{
	struct change with = base, without = base;
	check_changes(__LINE__, &base, &base, 0);
	with.value = 6; /* an attribute */
	check_changes(__LINE__, &base, &with, 1);
	with.blob[0] = without.blob[0] = FLAG(1, 1); /* the same, optional */
	check_changes(__LINE__, &without, &with, 1);
	with = base;
	with.width = 16; /* a type */
	check_changes(__LINE__, &base, &with, 1);
	with = base;
	with.string = "w";
	check_changes(__LINE__, &base, &with, 1);
	with = base;
	with.blob[0] = N(0); /* the number itself */
	check_changes(__LINE__, &base, &with, 1);
	with = base;
	with.size = 1;
	check_changes(__LINE__, &base, &with, 1);
}

/* Another reader may decode the bytes in another way. */
static void properties_of_other_writers_differ(void)
{
	struct change other = base;
	other.producer = "MLIR20.1.0";
	check_changes(__LINE__, &base, &other, 1);
	other = base;
	other.version = 5;
	check_changes(__LINE__, &base, &other, 1);
}

static void properties_that_name_other_resources_differ(void)
{
	struct change a = base, b = base;
	a.blob[0] = b.blob[0] = N(0);
	a.resource = b.resource = "k";
	check_changes(__LINE__, &a, &b, 0);
	b.resource = "l";
	struct file files[2];
	make(&files[0], &a);
	make(&files[1], &b);
	check_files(__LINE__, files, 3, false); /* the resources too */
}

/* Entries that none of the bytes may name do not matter; without bytes there is nothing to name. */
static void other_entries_do_not_matter(void)
{
	struct change a = base, b = base;
	a.blob[0] = b.blob[0] = 0xFF; /* needs eight more bytes: not a number */
	a.blob[1] = b.blob[1] = N(100);
	b.value = 9;
	b.string = "w";
	struct file files[2];
	uint8_t hash[2][MLIRBC_HASH_SIZE];
	make(&files[0], &a);
	make(&files[1], &b);
	check_files(__LINE__, files, 0, true);
	a.size = b.size = 0;
	for (int i = 0; i < 2; i++) {
		make(&files[0], i ? &a : &b);
		struct loaded l = load_good(&files[0]);
		CHECK_INT(mlirbc_hash(l.module, hash[i], NULL), MLIRBC_OK);
		loaded_free(&l);
	}
	CHECK_BYTES(hash[0], sizeof hash[0], hash[1], sizeof hash[1]);
}

/* ---- attributes and types */

/* module { t.a {x = X} } with attributes 3 = X and 4 = `value` : i32, and type 8 of dialect t. */
static void attr_file(struct file *f, const uint8_t *x, size_t size, unsigned dialect, uint8_t value)
{
	attr_start(f);
	file_entry(f, false, dialect, true, x, size);
	ATTR(f, N(8), N(0), N(2 * value));
	file_entry(f, true, 1, true, "\11", 1); /* type Y: names attribute 4 */
}

static void attributes_and_types_differ(void)
{
	static const struct {
		uint8_t x[8];
		size_t size;
		unsigned dialect;
	} cases[] = {
		{ { N(4) }, 1, 1 },                         /* bytes of t */
		{ { N(X), N(4) }, 2, 1 },                   /* itself too */
		{ { N(0), N(1), N(4), N(0) }, 4, 1 },       /* several */
		{ { N(6), N(Y) }, 2, 0 },                   /* a type of t */
		{ { N(18), N(Y), N(2), 1, 2 }, 5, 0 },      /* elements whose type only t knows */
		{ { N(3), N(3), N(Y) }, 3, 0 },             /* a string with a type */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (uint8_t value = 6; value < 8; value++) {
			struct file files[2];
			attr_file(&files[0], cases[i].x, cases[i].size, cases[i].dialect, 6);
			attr_file(&files[1], cases[i].x, cases[i].size, cases[i].dialect, value);
			check_files(__LINE__, files, value != 6, false);
		}
	}
}

/* t.a with a result whose type contains one of t. */
static void result_types_differ(void)
{
	for (uint8_t value = 6; value < 8; value++) {
		struct file files[2];
		for (int i = 0; i < 2; i++) {
			struct bytes op = { 0 };
			file_start(&files[i], 6);
			file_entry(&files[i], true, 1, true, "\3", 1);                /* type 1: names 1 */
			ATTR(&files[i], N(8), N(0), N(2 * (i ? value : 6)));          /* attribute 1 */
			TYPE(&files[i], N(15), N(1), N(1));                           /* tuple<type 1> */
			PUT(&op, N(1), HAS_RESULTS, N(0), N(1), N(2));
			file_module(&files[i], 1, 1, &op);
			free(op.data);
		}
		check_files(__LINE__, files, value != 6, false);
	}
}

/* A chain of attributes, each of which names the next one, and the last the first, must not use the stack without
 * limit. */
static void chains_end(void)
{
	for (unsigned length = 100; length <= 100000; length *= 1000) {
		struct file files[2];
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *modules[2];
		uint8_t *inputs[2];
		uint64_t count = 0;
		struct printed lines = { 0 };
		for (int i = 0; i < 2; i++) {
			attr_start(&files[i]);
			for (unsigned k = 0; k < length; k++) {
				struct bytes number = { 0 };
				put_number(&number, X + (k + 1) % length);
				file_entry(&files[i], false, 1, true, number.data, number.size);
				free(number.data);
			}
			modules[i] = load_in(context, &files[i], &inputs[i]);
		}
		CHECK_INT(mlirbc_diff(modules[0], modules[1], printed_append, &lines, &count, NULL),
			length == 100 ? MLIRBC_OK : MLIRBC_E_LIMIT);
		CHECK_INT(count, 0);
		free(lines.text);
		mlirbc_context_destroy(context);
		free(inputs[0]);
		free(inputs[1]);
	}
}

static int append(void *ctx, const char *data, size_t size)
{
	put_data(ctx, data, size);
	return 0;
}

/* Compaction keeps the numbers of all entries that the bytes may name. */
static void compacted_files_are_equal(void)
{
	struct file f;
	struct bytes out = { 0 };
	uint64_t count = 1;
	struct mlirbc_module *modules[2];
	make(&f, &base);
	for (int i = 0; i < 20; i++)
		ATTR(&f, N(8), N(0), N(i)); /* unused */
	file_finish(&f);
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	CHECK_INT(mlirbc_compact(context, f.out.data, f.out.size, NULL, append, &out, NULL, NULL), MLIRBC_OK);
	CHECK(out.size < f.out.size);
	CHECK_INT(mlirbc_load(context, f.out.data, f.out.size, NULL, &modules[0], NULL), MLIRBC_OK);
	if (CHECK_INT(mlirbc_load(context, out.data, out.size, NULL, &modules[1], NULL), MLIRBC_OK))
		CHECK_INT(mlirbc_diff(modules[0], modules[1], append, &f.body[VERSIONS], &count, NULL), MLIRBC_OK);
	CHECK_INT(count, 0);
	mlirbc_context_destroy(context);
	free(out.data);
	file_free(&f);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(properties_that_may_name_other_entries_differ),
		CHECK_CASE(properties_of_other_writers_differ),
		CHECK_CASE(properties_that_name_other_resources_differ),
		CHECK_CASE(other_entries_do_not_matter),
		CHECK_CASE(attributes_and_types_differ),
		CHECK_CASE(result_types_differ),
		CHECK_CASE(chains_end),
		CHECK_CASE(compacted_files_are_equal),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
