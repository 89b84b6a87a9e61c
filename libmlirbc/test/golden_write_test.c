/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode writer against files of MLIR's own tools: rewritten files are byte-identical; bytecode of their texts is
 * equivalent; conversions between versions succeed or name the obstacle. */
#include "golden.h"

static size_t same, others, converted, refused, assembled;

static bool write_module(const struct mlirbc_module *module, const struct mlirbc_write_options *options,
	struct text *out, struct mlirbc_diag *diag)
{
	*out = (struct text){ 0 };
	return mlirbc_write(module, options, append, out, diag) == MLIRBC_OK;
}

/* The generic text of some bytecode; empty after a message. */
static struct text print_again(const char *name, const struct text *bytes)
{
	struct text printed = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (mlirbc_load(context, bytes->data, bytes->size, NULL, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s, written, does not load: byte %llu: %s", name,
			(unsigned long long)diag.offset, diag.message);
	else if (mlirbc_print(module, &options, append, &printed) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s, written, does not print", name);
	mlirbc_context_destroy(context);
	return printed;
}

static void report_texts(const char *name, const struct text *a, const struct text *b)
{
	size_t at = 0;
	while (at < a->size && at < b->size && a->data[at] == b->data[at])
		at++;
	while (at && a->data[at - 1] != '\n')
		at--;
	check_report(__FILE__, __LINE__, "%s: another text:\n#  %.200s\n#  %.200s", name,
		at < a->size ? a->data + at : "", at < b->size ? b->data + at : "");
}

static void compare_texts(const char *name, const struct text *a, const struct text *b)
{
	if (a->size && b->size && (a->size != b->size || memcmp(a->data, b->data, a->size) != 0))
		report_texts(name, a, b);
}

/* ---- the same bytes */

static void check_same(const char *folder, const char *name)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct loaded l = load(folder, name);
	struct text out;
	if (l.status != MLIRBC_OK || !write_module(l.module, NULL, &out, &diag)) {
		check_report(__FILE__, __LINE__, "%s: %s%s", name, l.diag.message, diag.message);
	} else if (out.size != l.input.size || memcmp(out.data, l.input.data, out.size) != 0) {
		size_t at = 0;
		while (at < out.size && at < l.input.size && out.data[at] == l.input.data[at])
			at++;
		check_report(__FILE__, __LINE__, "%s: other bytes from %zu on", name, at);
		others++;
		free(out.data);
	} else {
		same++;
		free(out.data);
	}
	unload(&l);
}

static void writes_the_same_bytes(void)
{
	CHECK(each_file("out", ".mlirbc", check_same) > 0);
	printf("# %zu files are the same bytes when written again, %zu are not\n", same, others);
}

/* ---- regions that are not read */

static enum mlirbc_status load_lazily(
	const struct loaded *l, struct mlirbc_context *context, struct mlirbc_module **out)
{
	struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	return mlirbc_load(context, l->input.data, l->input.size, &options, out, NULL);
}

static size_t unread_ops(const struct mlirbc_module *module)
{
	size_t count = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(module->body->first, op)) != NULL;)
		count += op->unread;
	return count;
}

static size_t copied, read_for_it;

/* Unread regions are copied, unless the data before them grows. */
static void check_unread(const char *folder, const char *name)
{
	struct loaded l = load(folder, name);
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct text out = { 0 }, expected = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (l.status != MLIRBC_OK || load_lazily(&l, context, &module) != MLIRBC_OK) {
		check_report(__FILE__, __LINE__, "%s: %s", name, l.diag.message);
	} else {
		size_t unread = unread_ops(module);
		if (!write_module(module, NULL, &out, &diag) || out.size != l.input.size ||
			memcmp(out.data, l.input.data, out.size) != 0 || unread_ops(module) != unread)
			check_report(__FILE__, __LINE__, "%s: not the same bytes, or read: %s", name, diag.message);
		copied += unread != 0;
		free(out.data);
		struct mlirbc_op *ops[] = { l.module->body->first, module->body->first };
		mlirbc_op_set_location(ops[0], mlirbc_loc_file(l.module->context, "a new file", 10, 1, 2));
		mlirbc_op_set_location(ops[1], mlirbc_loc_file(context, "a new file", 10, 1, 2));
		bool both = write_module(l.module, NULL, &expected, &diag);
		bool equal = write_module(module, NULL, &out, &diag) && both && out.size == expected.size &&
			     memcmp(out.data, expected.data, out.size) == 0;
		if (!equal)
			check_report(
				__FILE__, __LINE__, "%s: changed, other bytes than when read: %s", name, diag.message);
		read_for_it += unread != unread_ops(module);
		free(out.data);
		free(expected.data);
	}
	mlirbc_context_destroy(context);
	unload(&l);
}

static void copies_what_is_not_read(void)
{
	CHECK(each_file("out", ".mlirbc", check_unread) > 0);
	printf("# regions of %zu files are copied; of %zu, changed, they are read for it\n", copied, read_for_it);
	CHECK(copied > 0 && read_for_it > 0);
}

/* ---- other versions */

static void check_version(const struct loaded *l, const char *name, const struct text *expected, uint32_t version)
{
	struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = version };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct text out;
	enum mlirbc_status status = MLIRBC_OK;
	if (!write_module(l->module, &options, &out, &diag)) {
		refused++;
		status = diag.status;
		if (status != MLIRBC_E_UNSUPPORTED)
			check_report(__FILE__, __LINE__, "%s to version %u: %s", name, version, diag.message);
	} else {
		struct text printed = print_again(name, &out);
		converted++;
		compare_texts(name, expected, &printed);
		free(printed.data);
	}
	free(out.data);
}

static void check_versions(const char *folder, const char *name)
{
	if (!strstr(name, ".22."))
		return;
	struct loaded l = load(folder, name);
	struct text expected = { 0 };
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	if (l.status == MLIRBC_OK && mlirbc_print(l.module, &options, append, &expected) == MLIRBC_OK) {
		for (uint32_t version = 0; version <= 6; version++)
			check_version(&l, name, &expected, version);
	}
	free(expected.data);
	unload(&l);
}

static void converts_versions(void)
{
	CHECK(each_file("out", ".mlirbc", check_versions) > 0);
	printf("# %zu conversions print the same text, %zu are refused\n", converted, refused);
	CHECK(converted > 0);
}

/* ---- text */

static void check_text(const char *folder, const char *name)
{
	char path[4096];
	struct text text, out = { 0 }, expected = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!strstr(name, ".22.") || !read_file(path, &text))
		return;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	if (mlirbc_parse(context, text.data, text.size, NULL, &module, &diag) == MLIRBC_OK &&
		mlirbc_print(module, &options, append, &expected) == MLIRBC_OK) {
		if (!write_module(module, NULL, &out, &diag)) {
			check_report(__FILE__, __LINE__, "%s: %s", name, diag.message);
		} else {
			struct text printed = print_again(name, &out);
			compare_texts(name, &expected, &printed);
			assembled++;
			free(printed.data);
		}
	}
	free(out.data);
	free(expected.data);
	free(text.data);
	mlirbc_context_destroy(context);
}

static void writes_what_text_says(void)
{
	CHECK(each_file("out", ".gen.txt", check_text) > 0);
	printf("# %zu texts are the same as bytecode\n", assembled);
	CHECK(assembled > 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(writes_the_same_bytes),
		CHECK_CASE(copies_what_is_not_read),
		CHECK_CASE(writes_what_text_says),
		CHECK_CASE(converts_versions),
	};
	return golden_find("mlirbc") ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 0;
}
