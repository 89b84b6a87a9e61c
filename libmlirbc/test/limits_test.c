/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each limit that an option sets, by value: the limit itself, one more, and the default. */
#include "bytecode.h"

/* ---- nesting */

enum nested { REGIONS_IN_ONE, REGIONS_IN_SECTIONS, ARRAYS, TUPLES, NESTED };

static void nest_regions(struct file *f, unsigned depth, bool sections)
{
	struct bytes ops = { 0 };
	PUT(&ops, N(2), 0, N(0)); /* t.b */
	for (unsigned i = 1; i < depth; i++) {
		struct bytes outer = { 0 };
		PUT(&outer, N(1), 0x10, N(0), FLAG(1, sections)); /* t.a, regions, location */
		if (sections) {
			PUT(&outer, IR);
			put_number(&outer, 3 + ops.size);
		}
		PUT(&outer, N(1), N(0), N(2));
		put_all(&outer, &ops);
		free(ops.data);
		ops = outer;
	}
	file_start(f, 6);
	file_module(f, 0, 1, &ops);
	free(ops.data);
}

/* module { t.a {x = [[...]]} }, or {x = tuple<tuple<...>>}: `depth` of them with the dictionary, or with dictionary and
 * attribute. */
static void nest_entries(struct file *f, unsigned depth, bool types)
{
	attr_start(f);
	unsigned outside = types ? 2 : 1;
	if (types)
		ATTR(f, N(6), N(Y)); /* a type */
	for (unsigned i = outside; i < depth; i++) {
		struct bytes entry = { 0 };
		bool last = i + 1 == depth;
		PUT(&entry, N(types ? 15 : 0), last ? N(0) : N(1));
		if (!last)
			put_number(&entry, f->count[types] + 1);
		file_entry(f, types, 0, true, entry.data, entry.size);
		free(entry.data);
	}
}

static void nest(struct file *f, enum nested what, unsigned depth)
{
	if (what == REGIONS_IN_ONE || what == REGIONS_IN_SECTIONS)
		nest_regions(f, depth, what == REGIONS_IN_SECTIONS);
	else
		nest_entries(f, depth, what == TUPLES);
	file_finish(f);
}

static enum mlirbc_status load_nested(enum nested what, unsigned depth, uint32_t max_depth)
{
	struct file f;
	nest(&f, what, depth);
	struct loaded l = load_bytes(f.out.data, f.out.size, max_depth);
	enum mlirbc_status status = l.status;
	loaded_free(&l);
	file_free(&f);
	return status;
}

static enum mlirbc_status verify_nested(enum nested what, unsigned depth, uint32_t max_depth)
{
	const struct mlirbc_verify_options options = { .size = sizeof options, .max_depth = max_depth };
	struct file f;
	const char *rule = NULL;
	nest(&f, what, depth);
	enum mlirbc_status status = mlirbc_verify(f.out.data, f.out.size, &options, &rule, NULL);
	CHECK((status == MLIRBC_OK || status == MLIRBC_E_LIMIT) == (rule == NULL));
	file_free(&f);
	return status;
}

static void depth_of_files(void)
{
	static const uint32_t limits[] = { 3, 4, 100, 511, 512, 513, 2000, 0 };
	for (enum nested what = 0; what < NESTED; what++) {
		for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
			uint32_t most = limits[i] ? limits[i] : 512;
			CHECK_INT(load_nested(what, most, limits[i]), MLIRBC_OK);
			CHECK_INT(load_nested(what, most + 1, limits[i]), MLIRBC_E_LIMIT);
			CHECK_INT(verify_nested(what, most, limits[i]), MLIRBC_OK);
			CHECK_INT(verify_nested(what, most + 1, limits[i]), MLIRBC_E_LIMIT);
		}
	}
}

static int discard(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return 0;
}

/* Each op has an array around that of the previous op, so that none is deep when it is read; `count` of them, the
 * first of depth 1, in dictionaries. Returns the status of writing. */
static enum mlirbc_status write_growing(unsigned count)
{
	struct file f;
	struct bytes ops = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	file_start(&f, 6);
	file_string(&f, "x");
	ATTR(&f, N(2), N(5));
	for (unsigned i = 0; i < count; i++) {
		struct bytes array = { 0 }, dictionary = { 0 };
		PUT(&array, N(0), i ? N(1) : N(0));
		if (i)
			put_number(&array, f.count[0] - 2);
		PUT(&dictionary, N(1), N(1), N(1));
		put_number(&dictionary, f.count[0]);
		file_entry(&f, false, 0, true, array.data, array.size);
		PUT(&ops, N(1), 0x01, N(0)); /* t.a, has attributes, location */
		put_number(&ops, f.count[0]);
		file_entry(&f, false, 0, true, dictionary.data, dictionary.size);
		free(array.data);
		free(dictionary.data);
	}
	file_module(&f, 0, count, &ops);
	file_finish(&f);
	struct loaded l = load_bytes(f.out.data, f.out.size, UINT32_MAX);
	CHECK_INT(l.status, MLIRBC_OK);
	enum mlirbc_status status = mlirbc_write(l.module, NULL, discard, NULL, &diag);
	loaded_free(&l);
	file_free(&f);
	free(ops.data);
	return status;
}

static void depth_of_writing(void)
{
	CHECK_INT(write_growing(4095), MLIRBC_OK); /* with the dictionary 4096 */
	CHECK_INT(write_growing(4097), MLIRBC_E_LIMIT);
	CHECK_INT(write_growing(6000), MLIRBC_E_LIMIT);
}

/* `depth` nested arrays, as an attribute of an op of a module: dictionaries of ops do not count as levels in text. */
static enum mlirbc_status parse_nested(unsigned depth, uint32_t max_depth)
{
	const struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = max_depth };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct bytes text = { 0 };
	static const char before[] = "\"t.a\"() {x = ", after[] = "} : () -> ()";
	put_data(&text, before, sizeof before - 1);
	for (unsigned i = 0; i < 2 * depth; i++)
		PUT(&text, i < depth ? '[' : ']');
	put_data(&text, after, sizeof after - 1);
	enum mlirbc_status status = mlirbc_parse(context, (const char *)text.data, text.size, &options, &module, NULL);
	mlirbc_context_destroy(context);
	free(text.data);
	return status;
}

static void depth_of_text(void)
{
	static const uint32_t limits[] = { 3, 100, 511, 512, 513, 0 };
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		uint32_t most = limits[i] ? limits[i] : 512;
		CHECK_INT(parse_nested(most, limits[i]), MLIRBC_OK);
		CHECK_INT(parse_nested(most + 1, limits[i]), MLIRBC_E_LIMIT);
	}
}

/* ---- work */

/* `ops` ops, each of another entry of the table of names, which all have one name of `size` bytes: each is read. */
static void share_name(struct file *f, unsigned ops, size_t size)
{
	struct bytes body = { 0 };
	char *name = malloc(size);
	if (!name)
		abort();
	memset(name, 'x', size);
	file_start(f, 6);
	unsigned string = file_string_of(f, name, size);
	free(name);
	for (unsigned i = 0; i < ops; i++) {
		PUT(&f->op_names, N(1), N(1)); /* a group of one of dialect t */
		put_number(&f->op_names, string << 1);
		put_number(&body, f->op_count++);
		PUT(&body, 0, N(0)); /* location */
	}
	file_module(f, 0, ops, &body);
	file_finish(f);
	free(body.data);
}

static enum mlirbc_status load_work(const struct file *f, uint32_t max_work)
{
	const struct mlirbc_load_options options = { .size = sizeof options, .max_work = max_work };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	enum mlirbc_status status = mlirbc_load(context, f->out.data, f->out.size, &options, &module, NULL);
	mlirbc_context_destroy(context);
	return status;
}

static enum mlirbc_status verify_work(const struct file *f, uint32_t max_work)
{
	const struct mlirbc_verify_options options = { .size = sizeof options, .max_work = max_work };
	return mlirbc_verify(f->out.data, f->out.size, &options, NULL, NULL);
}

/* Which factor a file needs; the default lets through what needs 64 at most. */
static void work(void)
{
	static const unsigned counts[] = { 10, 100, 118, 120, 122, 200, 1000 };
	bool below = false, above = false;
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct file f;
		uint32_t low = 1, least = 1000; /* fails; does not */
		share_name(&f, counts[i], 20000);
		while (least - low > 1) {
			uint32_t middle = low + (least - low) / 2;
			*(load_work(&f, middle) == MLIRBC_E_LIMIT ? &low : &least) = middle;
		}
		CHECK(least < 1000);
		CHECK_INT(load_work(&f, least), MLIRBC_OK);
		CHECK_INT(load_work(&f, least - 1), MLIRBC_E_LIMIT);
		CHECK_INT(load_work(&f, 0), least <= 64 ? MLIRBC_OK : MLIRBC_E_LIMIT);
		CHECK_INT(verify_work(&f, least), MLIRBC_OK);
		CHECK_INT(verify_work(&f, least - 1), MLIRBC_E_LIMIT);
		CHECK_INT(verify_work(&f, 0), least <= 64 ? MLIRBC_OK : MLIRBC_E_LIMIT);
		printf("# %u ops: %u\n", counts[i], least);
		below |= least <= 64;
		above |= least > 64;
		file_free(&f);
	}
	CHECK(below && above);
}

/* ---- memory */

static enum mlirbc_status load_within(const struct file *f, size_t limit, size_t *out_bytes)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	mlirbc_context_limit(context, limit);
	enum mlirbc_status status = mlirbc_load(context, f->out.data, f->out.size, NULL, &module, &diag);
	if (out_bytes)
		*out_bytes = mlirbc_context_bytes(context);
	CHECK(!limit || mlirbc_context_bytes(context) <= limit);
	CHECK_INT(diag.status, status);
	mlirbc_context_destroy(context);
	return status;
}

static enum mlirbc_status verify_within(const struct file *f, size_t limit)
{
	const struct mlirbc_verify_options options = { .size = sizeof options, .memory = limit };
	return mlirbc_verify(f->out.data, f->out.size, &options, NULL, NULL);
}

static void memory(void)
{
	struct file f;
	share_name(&f, 500, 10);
	for (int verifies = 0; verifies < 2; verifies++) {
		size_t low = 1, high = (size_t)1 << 24; /* fails; does not */
		while (high - low > 1) {
			size_t middle = low + (high - low) / 2;
			enum mlirbc_status status = verifies ? verify_within(&f, middle)
							     : load_within(&f, middle, NULL);
			CHECK(status == MLIRBC_OK || status == MLIRBC_E_LIMIT);
			*(status == MLIRBC_OK ? &high : &low) = middle;
		}
		CHECK(high > f.out.size && high < (size_t)1 << 24);
		CHECK_INT(verifies ? verify_within(&f, high) : load_within(&f, high, NULL), MLIRBC_OK);
		CHECK_INT(verifies ? verify_within(&f, high - 1) : load_within(&f, high - 1, NULL), MLIRBC_E_LIMIT);
		CHECK_INT(verifies ? verify_within(&f, 0) : load_within(&f, 0, NULL), MLIRBC_OK);
	}
	file_free(&f);
}

static bool asked_often(void *ctx) { return --*(int *)ctx < 0; }

/* A context whose caller stops it makes nothing more, whenever that is. */
static void stopped(void)
{
	struct file f;
	share_name(&f, 500, 10);
	enum mlirbc_status status = MLIRBC_E_LIMIT;
	int most = 0;
	for (; status == MLIRBC_E_LIMIT && most < 1000; most++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		const char *text;
		int left = most;
		mlirbc_context_stop(context, asked_often, &left);
		status = mlirbc_load(context, f.out.data, f.out.size, NULL, &module, &diag);
		if (status == MLIRBC_OK)
			status = mlirbc_module_load(module, &diag);
		if (status != MLIRBC_OK) {
			CHECK_INT(status, MLIRBC_E_LIMIT);
			CHECK_STR(diag.message, "stopped by the caller");
			CHECK(mlirbc_context_stopped(context));
			CHECK_INT(mlirbc_context_shortage(context, &text), MLIRBC_E_LIMIT);
			CHECK_STR(text, "stopped by the caller");
			mlirbc_context_limit(context, 0); /* does not start it again */
			CHECK(!mlirbc_context_alloc(context, 8, 8));
		}
		mlirbc_context_destroy(context);
	}
	CHECK_INT(status, MLIRBC_OK);
	CHECK(most > 3);
	file_free(&f);
}

/* Nested regions announce values that are not defined. One byte must not count for several. */
static void values_declared(void)
{
	struct file f;
	struct bytes ops = { 0 };
	for (unsigned i = 0; i < 100; i++)
		PUT(&ops, N(1), 0x10, N(0), FLAG(1, 0), N(1), N(100), N(2)); /* t.a { 1 block, 100 values; one op */
	for (unsigned i = 0; i < 100; i++)
		PUT(&ops, N(2), 0, N(0));
	file_start(&f, 6);
	file_module(&f, 0, 1, &ops);
	file_finish(&f);
	const struct mlirbc_verify_options options = { .size = sizeof options, .memory = 256 << 10 };
	const char *rule = NULL;
	CHECK_INT(mlirbc_verify(f.out.data, f.out.size, &options, &rule, NULL), MLIRBC_E_CORRUPT);
	CHECK(rule && strcmp(rule, "count") == 0);
	file_free(&f);
	free(ops.data);
}

/* ---- output */

struct sink {
	uint64_t size;
};

static int take(void *ctx, const char *text, size_t size)
{
	(void)text;
	((struct sink *)ctx)->size += size;
	return 0;
}

static enum mlirbc_status print(const struct mlirbc_module *module, uint64_t most, uint64_t *out_size)
{
	const struct mlirbc_print_options options = { .size = sizeof options, .max_output = most };
	struct sink sink = { 0 };
	enum mlirbc_status status = mlirbc_print(module, &options, take, &sink);
	*out_size = sink.size;
	return status;
}

/* x = [y, y] and so on, 2^levels of the innermost. */
static struct loaded doubled(unsigned levels, size_t *out_file)
{
	struct file f;
	attr_start(&f);
	for (unsigned i = 0; i < levels; i++)
		ATTR(&f, N(0), N(2), N(X + 1 + i), N(X + 1 + i));
	ATTR(&f, N(7)); /* unit */
	file_finish(&f);
	*out_file = f.out.size;
	struct loaded l = load_bytes(f.out.data, f.out.size, 0);
	CHECK_INT(l.status, MLIRBC_OK);
	file_free(&f);
	return l;
}

static void output(void)
{
	uint64_t whole, size;
	size_t file;
	struct loaded l = doubled(4, &file);
	CHECK_INT(print(l.module, 0, &whole), MLIRBC_OK);
	CHECK_INT(print(l.module, whole, &size), MLIRBC_OK);
	CHECK(size == whole);
	CHECK_INT(print(l.module, whole - 1, &size), MLIRBC_E_LIMIT);
	CHECK(size < whole);
	CHECK_INT(print(l.module, 1, &size), MLIRBC_E_LIMIT);
	loaded_free(&l);
}

/* Without an option: 1 GiB and 1,024 times the size of the file. */
static void output_default(void)
{
	uint64_t size;
	size_t file;
	struct loaded l = doubled(40, &file);
	uint64_t most = ((uint64_t)1 << 30) + 1024 * (uint64_t)file;
	CHECK_INT(print(l.module, 0, &size), MLIRBC_E_LIMIT);
	CHECK(size <= most && size > most - (1 << 20));
	loaded_free(&l);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(depth_of_files), CHECK_CASE(depth_of_writing),
		CHECK_CASE(depth_of_text), CHECK_CASE(work), CHECK_CASE(memory), CHECK_CASE(stopped), CHECK_CASE(values_declared),
		CHECK_CASE(output), CHECK_CASE(output_default) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
