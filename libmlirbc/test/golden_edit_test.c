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

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(compacts_and_strips) };
	return golden_find("mlirbc") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
