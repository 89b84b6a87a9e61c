/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Editing, over all golden files: what is compacted keeps every rule and says the same; what is stripped says the same but
 * for locations; doing it again changes nothing. */
#include "golden.h"

static size_t compacted, smaller, with_opaque;

static struct text print_bytes(const char *name, const void *data, size_t size, bool debug_info)
{
	struct text printed = { 0 };
	const struct mlirbc_print_options options = { .size = sizeof options, .debug_info = debug_info };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (mlirbc_load(context, data, size, NULL, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s does not load: byte %llu: %s", name,
			(unsigned long long)diag.offset, diag.message);
	else
		CHECK_INT(mlirbc_print(module, &options, append, &printed), MLIRBC_OK);
	mlirbc_context_destroy(context);
	return printed;
}

static bool equal(const struct text *a, const struct text *b)
{
	return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

static struct text compact(const char *name, const struct text *in, bool strip, struct mlirbc_compact_report *report)
{
	const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = strip };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct text out = { 0 };
	if (mlirbc_compact(context, in->data, in->size, &options, append, &out, report, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: byte %llu: %s", name, (unsigned long long)diag.offset, diag.message);
	mlirbc_context_destroy(context);
	return out;
}

static void check_rules(const char *name, const struct text *bytes)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_verify(bytes->data, bytes->size, NULL, NULL, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: byte %llu: %s", name, (unsigned long long)diag.offset, diag.message);
}

static void check_one(const char *name, const struct text *in, bool strip)
{
	struct mlirbc_compact_report report = { .size = sizeof report };
	struct text out = compact(name, in, strip, &report), again = { 0 };
	if (out.size == 0)
		return;
	check_rules(name, &out);
	/* attributes that are locations are stripped, too, and the text shows them */
	if (!strip || !strstr(name, "26_locations")) {
		struct text a = print_bytes(name, in->data, in->size, !strip);
		struct text b = print_bytes(name, out.data, out.size, !strip);
		if (!equal(&a, &b))
			check_report(__FILE__, __LINE__, "%s: another text", name);
		free(a.data);
		free(b.data);
	}
	again = compact(name, &out, strip, NULL);
	if (!equal(&out, &again))
		check_report(__FILE__, __LINE__, "%s, %s again, is other bytes", name, strip ? "stripped" : "compacted");
	compacted++;
	smaller += out.size < in->size;
	with_opaque += report.opaque != 0;
	free(again.data);
	free(out.data);
}

static void check_compact(const char *folder, const char *name)
{
	char path[4096];
	struct text in;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	CHECK(read_file(path, &in));
	check_one(name, &in, false);
	check_one(name, &in, true);
	free(in.data);
}

static void compacts_and_strips(void)
{
	CHECK(each_file("out", ".mlirbc", check_compact) > 0);
	printf("# %zu times compacted, %zu smaller, %zu with bytes that are not understood\n", compacted, smaller,
		with_opaque);
}

/* ---- hash, diff */

static size_t hashed, differing;

static bool hash_of(struct mlirbc_context *context, const char *name, const struct text *bytes, bool text,
	uint8_t out[MLIRBC_HASH_SIZE], struct mlirbc_module **out_module)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status =
		text ? mlirbc_parse(context, bytes->data, bytes->size, NULL, out_module, &diag)
		     : mlirbc_load(context, bytes->data, bytes->size, NULL, out_module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_hash(*out_module, out, &diag);
	if (status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", name, diag.message);
	return status == MLIRBC_OK;
}

/* The same hash as the module's, and no difference. */
static void check_same(const struct mlirbc_module *module, const uint8_t *expected, const char *name, const char *what,
	const struct text *bytes, bool text)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct text lines = { 0 };
	struct mlirbc_module *other;
	uint8_t hash[MLIRBC_HASH_SIZE];
	uint64_t count;
	if (bytes->size == 0 || !hash_of(module->context, name, bytes, text, hash, &other))
		return;
	if (memcmp(hash, expected, sizeof hash) != 0)
		check_report(__FILE__, __LINE__, "%s, %s, has another hash", name, what);
	CHECK_INT(mlirbc_diff(module, other, append, &lines, &count, &diag), MLIRBC_OK);
	if (count)
		check_report(__FILE__, __LINE__, "%s, %s: %s", name, what, lines.data);
	free(lines.data);
	hashed++;
}

static void check_versions(const struct loaded *l, const uint8_t *expected, const char *name)
{
	for (uint32_t version = 0; version <= 6; version++) {
		struct mlirbc_write_options options = {
			.size = sizeof options, .has_version = true, .version = version, .drop_use_orders = true };
		struct text out = { 0 };
		if (mlirbc_write(l->module, &options, append, &out, NULL) == MLIRBC_OK)
			check_same(l->module, expected, name, "converted", &out, false);
		free(out.data);
	}
}

static void check_hash(const char *folder, const char *name)
{
	if (!strstr(name, ".22.v"))
		return;
	struct loaded l = load(folder, name);
	uint8_t hash[MLIRBC_HASH_SIZE];
	struct text text = { 0 }, out = { 0 };
	const struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	CHECK_INT(l.status, MLIRBC_OK);
	if (l.status == MLIRBC_OK && mlirbc_hash(l.module, hash, NULL) == MLIRBC_OK) {
		for (int strip = 0; strip < 2; strip++) {
			out = compact(name, &l.input, strip, NULL);
			check_same(l.module, hash, name, strip ? "stripped" : "compacted", &out, false);
			free(out.data);
		}
		CHECK_INT(mlirbc_print(l.module, &options, append, &text), MLIRBC_OK);
		check_same(l.module, hash, name, "printed", &text, true);
		check_versions(&l, hash, name);
	}
	free(text.data);
	unload(&l);
}

static void hashes_what_is_said(void)
{
	CHECK(each_file("out", ".mlirbc", check_hash) > 0);
	printf("# %zu other forms of the files have the same hash and no difference\n", hashed);
}

/* Files of one release that are not versions of each other say different things. */
static uint8_t last_hash[MLIRBC_HASH_SIZE];

static void check_differs(const char *folder, const char *name)
{
	uint8_t hash[MLIRBC_HASH_SIZE];
	if (!strstr(name, ".22.v6."))
		return;
	struct loaded l = load(folder, name);
	CHECK_INT(mlirbc_hash(l.module, hash, NULL), MLIRBC_OK);
	differing += memcmp(hash, last_hash, sizeof hash) != 0;
	memcpy(last_hash, hash, sizeof hash);
	unload(&l);
}

static void hashes_differ(void)
{
	CHECK(each_file("out", ".mlirbc", check_differs) > 0);
	CHECK(differing > 40);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(compacts_and_strips), CHECK_CASE(hashes_what_is_said),
		CHECK_CASE(hashes_differ) };
	return golden_find("mlirbc") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
