/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Editing, over all golden files: compacted files obey every rule and have the same hash; stripped ones differ in
 * locations only; repeating an edit changes nothing. */
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

static bool hash_bytes(const struct text *bytes, uint8_t out[MLIRBC_HASH_SIZE])
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	bool good = context && mlirbc_load(context, bytes->data, bytes->size, NULL, &module, NULL) == MLIRBC_OK &&
		    mlirbc_hash(module, out, NULL) == MLIRBC_OK;
	mlirbc_context_destroy(context);
	return good;
}

/* The same text; stripping also changes locations that are attributes, and the text shows these: then the same hash. */
static bool says_the_same(const char *name, const struct text *in, const struct text *out, bool strip)
{
	struct text a = print_bytes(name, in->data, in->size, !strip);
	struct text b = print_bytes(name, out->data, out->size, !strip);
	uint8_t hashes[2][MLIRBC_HASH_SIZE];
	bool same = equal(&a, &b);
	if (!same && strip && a.data && (strstr(a.data, "loc(") || strstr(a.data, "#loc")))
		same = hash_bytes(in, hashes[0]) && hash_bytes(out, hashes[1]) &&
		       memcmp(hashes[0], hashes[1], MLIRBC_HASH_SIZE) == 0;
	free(a.data);
	free(b.data);
	return same;
}

static struct text compact(const char *name, const struct text *in, bool strip, struct mlirbc_compact_report *report)
{
	const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = strip };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct text out = { 0 };
	if (mlirbc_compact(context, in->data, in->size, &options, append, &out, report, &diag) != MLIRBC_OK)
		check_report(
			__FILE__, __LINE__, "%s: byte %llu: %s", name, (unsigned long long)diag.offset, diag.message);
	mlirbc_context_destroy(context);
	return out;
}

static void check_rules(const char *name, const struct text *bytes)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_verify(bytes->data, bytes->size, NULL, NULL, &diag) != MLIRBC_OK)
		check_report(
			__FILE__, __LINE__, "%s: byte %llu: %s", name, (unsigned long long)diag.offset, diag.message);
}

static void check_one(const char *name, const struct text *in, bool strip)
{
	struct mlirbc_compact_report report = { .size = sizeof report };
	struct text out = compact(name, in, strip, &report), again = { 0 };
	if (out.size == 0)
		return;
	check_rules(name, &out);
	if (!says_the_same(name, in, &out, strip))
		check_report(__FILE__, __LINE__, "%s: another text", name);
	again = compact(name, &out, strip, NULL);
	if (!equal(&out, &again))
		check_report(
			__FILE__, __LINE__, "%s, %s again, is other bytes", name, strip ? "stripped" : "compacted");
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

/* ---- bytes that are not understood */

static size_t guarded;

/* Compacts the file as if an unknown release had written it, which makes properties and attributes of llvm opaque;
 * then restores the producer. The meaning must be unchanged. */
static void check_opaque_one(const char *name, struct text *in, bool strip)
{
	struct mlirbc_compact_report report = { .size = sizeof report };
	in->data[10] = '9'; /* MLIR22 becomes MLIR29 */
	struct text out = compact(name, in, strip, &report);
	in->data[10] = '2';
	if (out.size > 10) {
		CHECK_INT(out.data[10], '9');
		check_rules(name, &out);
		struct text again = compact(name, &out, strip, NULL);
		if (!equal(&out, &again))
			check_report(__FILE__, __LINE__, "%s of another release is other bytes again", name);
		free(again.data);
		out.data[10] = '2';
		if (!says_the_same(name, in, &out, strip))
			check_report(__FILE__, __LINE__, "%s of another release says something else", name);
		guarded += report.opaque != 0;
	}
	free(out.data);
}

static void check_opaque(const char *folder, const char *name)
{
	char path[4096];
	struct text in;
	if (!strstr(name, ".22.v6.") && !strstr(name, ".22.v5."))
		return;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	CHECK(read_file(path, &in));
	CHECK(in.size > 10 && memcmp(in.data + 5, "MLIR22", 6) == 0);
	check_opaque_one(name, &in, false);
	check_opaque_one(name, &in, true);
	free(in.data);
}

static void keeps_what_opaque_bytes_say(void)
{
	CHECK(each_file("out", ".mlirbc", check_opaque) > 0);
	printf("# %zu times with bytes that are not understood\n", guarded);
	CHECK(guarded > 40);
}

/* ---- merge, extract */

static size_t merged;

/* Merges two modules; extracting one of them again yields its old hash. */
static void check_merge(const char *folder, const char *name)
{
	static const struct mlirbc_merge_options options = { .size = sizeof options, .rename_private = true };
	static const char other_text[] = "func.func @only_here(%a: i32) -> i32 { return %a : i32 }";
	static const struct mlirbc_string other_name = { "only_here", 9 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *other, *alone;
	uint8_t hash[MLIRBC_HASH_SIZE], expected[MLIRBC_HASH_SIZE];
	if (!strstr(name, ".22.v6."))
		return;
	struct loaded l = load(folder, name);
	struct text out = { 0 };
	CHECK_INT(mlirbc_parse(l.context, other_text, sizeof other_text - 1, NULL, &other, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_parse(l.context, other_text, sizeof other_text - 1, NULL, &alone, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_hash(alone, expected, NULL), MLIRBC_OK);
	if (mlirbc_block_symbol(mlirbc_module_symbols(l.module), mlirbc_string_get(l.context, "only_here", 9)))
		check_report(__FILE__, __LINE__, "%s has the symbol", name);
	enum mlirbc_status status = mlirbc_merge(l.module, other, &options, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_write(l.module, NULL, append, &out, &diag);
	if (status == MLIRBC_OK) {
		check_rules(name, &out);
		status = mlirbc_extract(l.module, &other_name, 1, &diag);
	}
	struct mlirbc_op *root = l.module->body->first;
	if (status == MLIRBC_OK && root && mlirbc_op_is(root, "builtin.module") && !root->next &&
		!mlirbc_op_attributes(root) && !mlirbc_op_properties(root) && !l.module->resources) {
		CHECK_INT(mlirbc_hash(l.module, hash, &diag), MLIRBC_OK);
		if (memcmp(hash, expected, sizeof hash) != 0)
			check_report(__FILE__, __LINE__, "%s: the extracted module differs", name);
		merged++;
	}
	if (status != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", name, diag.message);
	free(out.data);
	unload(&l);
}

static void merges_and_extracts(void)
{
	CHECK(each_file("out", ".mlirbc", check_merge) > 0);
	printf("# %zu modules merged, and the other one extracted again\n", merged);
	CHECK(merged > 10);
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

/* Files of one release that are not versions of each other have different content. */
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
	static const struct check_case cases[] = { CHECK_CASE(compacts_and_strips),
		CHECK_CASE(keeps_what_opaque_bytes_say), CHECK_CASE(merges_and_extracts),
		CHECK_CASE(hashes_what_is_said), CHECK_CASE(hashes_differ) };
	return golden_find("mlirbc") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
