/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Edits of handmade modules: names in text of a dialect, debug information, files that no tool writes. */
#include "bytecode.h"
#include "text.h"

static struct mlirbc_module *parse(struct mlirbc_context *c, const char *text)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!CHECK_INT(mlirbc_parse(c, text, strlen(text), NULL, &module, &diag), MLIRBC_OK))
		printf("# %u:%u: %s\n", diag.line, diag.column, diag.message);
	return module;
}

static bool prints(const struct mlirbc_module *module, const char *expected)
{
	struct printed out = print_module(module, false);
	bool same = strcmp(out.text, expected) == 0;
	if (!same)
		printf("# %s", out.text);
	free(out.text);
	return same;
}

#define PRIVATE(body)                                                                                                  \
	"\"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n"            \
	"  \"func.return\"() : () -> ()\n"                                                                             \
	"}) : () -> ()\n" body

/* The result of merging two of these; the result is in *out_module. */
static enum mlirbc_status merge(
	struct mlirbc_context *c, const char *a, const char *b, struct mlirbc_module **out_module)
{
	static const struct mlirbc_merge_options options = { .size = sizeof options, .rename_private = true };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *from = parse(c, b);
	*out_module = parse(c, a);
	if (!from || !*out_module)
		return MLIRBC_E_NOMEM;
	enum mlirbc_status status = mlirbc_merge(*out_module, from, &options, &diag);
	if (status != MLIRBC_OK)
		CHECK(strstr(diag.message, "@f would have to be renamed") != NULL);
	return status;
}

/* A symbol is one of the table around it: neither what is in another table, nor what is a string, is renamed. */
static void names_in_text_are_renamed(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	CHECK_INT(
		merge(c, PRIVATE(""),
			PRIVATE("\"t.use\"() {a = #t.refs<@f, \"@f\", @g::@f, @\"\\66\", @ff, [@f::@f]>} : () -> ()\n"),
			&module),
		MLIRBC_OK);
	CHECK(prints(module,
		"\"builtin.module\"() ({\n"
		"  \"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n"
		"    \"func.return\"() : () -> ()\n"
		"  }) : () -> ()\n"
		"  \"func.func\"() <{function_type = () -> (), sym_name = \"f_0\", sym_visibility = \"private\"}> ({\n"
		"    \"func.return\"() : () -> ()\n"
		"  }) : () -> ()\n"
		"  \"t.use\"() {a = #t.refs<@f_0, \"@f\", @g::@f, @f_0, @ff, [@f_0::@f]>} : () -> ()\n"
		"}) : () -> ()\n"));
	mlirbc_context_destroy(c);
}

static void names_in_types_are_not(void)
{
	static const char *const uses[] = {
		PRIVATE("\"t.use\"() : () -> !t.ref<@f>\n"),
		PRIVATE("\"t.use\"() {a = !t.ref<@f>} : () -> ()\n"),
		PRIVATE("\"t.use\"() ({\n^bb0(%a: tuple<!t.ref<@\"f\">>):\n}) : () -> ()\n"),
	};
	for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		CHECK_INT(merge(c, PRIVATE(""), uses[i], &module), MLIRBC_E_UNSUPPORTED);
		mlirbc_context_destroy(c);
	}
}

static void debug_information_goes(void)
{
	static const char text[] =
		"#file = #llvm.di_file<\"a.c\" in \"/\">\n"
		"#unit = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, "
		"isOptimized = "
		"false, emissionKind = Full>\n"
		"#variable = #llvm.di_local_variable<scope = #unit, name = \"x\">\n"
		"\"llvm.mlir.global\"() <{addr_space = 0 : i32, dbg_exprs = [], global_type = i32, linkage = "
		"#llvm.linkage<internal>, sym_name = \"g\", visibility_ = 0 : i64}> ({\n"
		"}) : () -> ()\n"
		"\"llvm.func\"() <{function_type = !llvm.func<void (i32)>, sym_name = \"f\"}> ({\n"
		"^bb0(%a: i32):\n"
		"  \"llvm.intr.dbg.value\"(%a) <{varInfo = #variable}> : (i32) -> ()\n"
		"  \"llvm.return\"() {t.kept = 1 : i32, t.unit = #unit} : () -> ()\n"
		"}) : () -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text);
	uint64_t count = 0;
	CHECK_INT(mlirbc_strip_debug_info(module, &count, NULL), MLIRBC_OK);
	CHECK_INT(count, 3);
	struct printed out = print_module(module, true);
	CHECK(!strstr(out.text, "di_") && !strstr(out.text, "dbg") && strstr(out.text, "{t.kept = 1 : i32}"));
	free(out.text);
	CHECK_INT(mlirbc_strip_debug_info(module, &count, NULL), MLIRBC_OK);
	CHECK_INT(count, 0);
	mlirbc_context_destroy(c);
}

static int drop(void *ctx, const char *data, size_t size)
{
	(void)data;
	*(size_t *)ctx += size;
	return 0;
}

/* Readers require at least one byte per declared value; stripping locations may remove these bytes. */
static void declared_values_must_exist(void)
{
	for (unsigned values = 1; values <= 2; values++) {
		const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = true };
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct file f;
		struct bytes ops = { 0 };
		size_t size = 0;
		file_start(&f, 6);
		PUT(&ops, N(1), 0x02, N(0), N(1), N(0)); /* t.a with a result */
		file_module(&f, values, 1, &ops);
		file_finish(&f);
		enum mlirbc_status status = mlirbc_compact(
			c, f.out.data, f.out.size, &options, drop, &size, NULL, &diag);
		CHECK_INT(status, values == 1 ? MLIRBC_OK : MLIRBC_E_CORRUPT);
		CHECK((size != 0) == (values == 1));
		CHECK(values == 1 || strstr(diag.message, "declared 2 values, but has 1"));
		free(ops.data);
		file_free(&f);
		mlirbc_context_destroy(c);
	}
}

/* ---- what is larger than a piece of output */

enum { PIECE = 1 << 16, ELEMENTS = 3 * PIECE };

struct pieces {
	struct printed all;
	size_t calls, short_ones, most_calls;
};

static int take_piece(void *ctx, const char *data, size_t size)
{
	struct pieces *pieces = ctx;
	if (++pieces->calls > pieces->most_calls)
		return 1;
	pieces->short_ones += size != PIECE;
	CHECK(size <= PIECE);
	return printed_append(&pieces->all, data, size);
}

static enum mlirbc_status compact_in_pieces(const struct printed *in, size_t most_calls, struct pieces *out)
{
	const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = true };
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	*out = (struct pieces){ .most_calls = most_calls };
	enum mlirbc_status status = mlirbc_compact(c, in->text, in->size, &options, take_piece, out, NULL, NULL);
	mlirbc_context_destroy(c);
	return status;
}

/* An op with many bytes as elements between short attributes, and many attributes in a list. */
static struct printed large_text(void)
{
	static const char hex[] = "0123456789ABCDEF";
	struct printed text = { 0 };
	char item[64];
	snprintf(item, sizeof item, "\"t.op\"() {a = 1 : i8, b = dense<\"0x");
	printed_append(&text, item, strlen(item));
	for (unsigned i = 0; i < 2 * ELEMENTS; i++)
		printed_append(&text, &hex[(i * 7 + i / 256) % 16], 1);
	snprintf(item, sizeof item, "\"> : tensor<%dxi8>, c = [0 : i32", ELEMENTS);
	printed_append(&text, item, strlen(item));
	for (int i = 1; i < 3000; i++) {
		snprintf(item, sizeof item, ", %d : i32", i * 37 % 1000);
		printed_append(&text, item, strlen(item));
	}
	printed_append(&text, "], d = \"x\"} : () -> ()\n", 23);
	return text;
}

static void large_parts_come_out_whole(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct printed text = large_text(), file = { 0 }, before, after;
	struct pieces once, again, cut;
	struct mlirbc_module *module = parse(c, text.text), *loaded;
	CHECK_INT(mlirbc_write(module, NULL, printed_append, &file, NULL), MLIRBC_OK);
	CHECK_INT(compact_in_pieces(&file, SIZE_MAX, &once), MLIRBC_OK);
	CHECK(once.short_ones <= 1 && once.calls == once.all.size / PIECE + 1);
	CHECK_INT(compact_in_pieces(&once.all, SIZE_MAX, &again), MLIRBC_OK);
	CHECK(once.all.size == again.all.size && memcmp(once.all.text, again.all.text, once.all.size) == 0);
	CHECK_INT(mlirbc_load(c, once.all.text, once.all.size, NULL, &loaded, NULL), MLIRBC_OK);
	before = print_module(module, false);
	after = print_module(loaded, false);
	CHECK(before.size > ELEMENTS && strcmp(before.text, after.text) == 0);
	for (size_t calls = 0; calls < once.calls; calls++) {
		CHECK_INT(compact_in_pieces(&file, calls, &cut), MLIRBC_E_IO);
		CHECK(cut.calls == calls + 1); /* nothing more after the first that failed */
		free(cut.all.text);
	}
	mlirbc_context_destroy(c);
	struct printed *all[] = { &text, &file, &once.all, &again.all, &before, &after };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]->text);
}

/* Errors of merging name the conflict. */
static void merging_gives_reasons(void)
{
	static const struct {
		const char *into, *from, *reason;
		enum mlirbc_status status;
	} rows[] = {
		{ "\"t.f\"() {sym_name = \"f\"} : () -> ()\n", "\"t.f\"() {sym_name = \"f\", x} : () -> ()\n",
			"both modules have: @f", MLIRBC_E_ARG },
		{ "\"t.f\"() {sym_name = \"f\"} : () -> ()\n\"t.f\"() {sym_name = \"g\"} : () -> ()\n",
			"\"t.f\"() {sym_name = \"g\", x} : () -> ()\n\"t.f\"() {sym_name = \"f\", x} : () -> ()\n",
			"both modules have: @g, @f", MLIRBC_E_ARG },
		{ "module attributes {t.x = 1 : i8} {\n}\n", "module attributes {t.x = 2 : i8} {\n}\n",
			"both modules have: attribute t.x", MLIRBC_E_ARG },
		{ "\"t.a\"() : () -> ()\n{-# external_resources: { t: { k: \"0x0100000001\" } } #-}\n",
			"\"t.a\"() : () -> ()\n{-# external_resources: { t: { k: \"0x0100000002\" } } #-}\n",
			"both modules have: resource k", MLIRBC_E_ARG },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct mlirbc_merge_options options = { .size = sizeof options };
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_module *into = parse(c, rows[i].into), *from = parse(c, rows[i].from);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		CHECK_OR_RETURN(into && from);
		CHECK_INT(mlirbc_merge(into, from, &options, &diag), rows[i].status);
		CHECK_STR(diag.message, rows[i].reason);
		mlirbc_context_destroy(c);
	}
	struct mlirbc_context *c = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *into = parse(c, "\"t.a\"() : () -> ()\n"), *from = parse(other, "\"t.a\"() : () -> ()\n");
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_OR_RETURN(into && from);
	CHECK_INT(mlirbc_merge(into, from, NULL, &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "expected two modules of one context");
	CHECK_INT(mlirbc_merge(into, into, NULL, &diag), MLIRBC_E_ARG);
	mlirbc_context_destroy(other);
	mlirbc_context_destroy(c);
}

static const char with_resources[] =
	"\"t.a\"() {a = [1 : i8, {b = dense_resource<used> : tensor<2xi8>}]} : () -> ()\n"
	"{-# dialect_resources: { builtin: { used: \"0x010000000102\", spare: \"0x010000000304\" } } #-}\n";

static void attributes_of_resources_are_found(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, with_resources);
	const struct mlirbc_attr *attr = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	bool used = false;
	CHECK_OR_RETURN(module);
	CHECK_INT(mlirbc_resource_attr(module, "used", &attr, &diag), MLIRBC_OK);
	if (CHECK(attr && attr->kind == MLIRBC_ATTR_DENSE_RESOURCE)) {
		char text[32];
		mlirbc_type_text(attr->type, text, sizeof text);
		CHECK_STR(text, "tensor<2xi8>");
	}
	CHECK_INT(mlirbc_resource_is_used(module, "used", &used, &diag), MLIRBC_OK);
	CHECK(used);
	CHECK_INT(mlirbc_resource_attr(module, "spare", &attr, &diag), MLIRBC_OK);
	CHECK(!attr);
	CHECK_INT(mlirbc_resource_is_used(module, "spare", &used, &diag), MLIRBC_OK);
	CHECK(!used);
	CHECK_INT(mlirbc_resource_attr(module, "none", &attr, &diag), MLIRBC_OK);
	CHECK(!attr);
	mlirbc_context_destroy(c);
}

/* Resources of a file that was compacted, and how many the report counts as dropped. */
static void unreferenced_resources_go_or_stay(void)
{
	for (int keep = 0; keep < 2; keep++) {
		const struct mlirbc_compact_options options = { .size = sizeof options, .keep_resources = keep };
		struct mlirbc_compact_report report = { .size = sizeof report };
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct printed file = { 0 }, compacted = { 0 };
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct mlirbc_module *module = parse(c, with_resources), *again = NULL;
		CHECK_OR_RETURN(module);
		CHECK_INT(mlirbc_write(module, NULL, printed_append, &file, &diag), MLIRBC_OK);
		CHECK_INT(mlirbc_compact(c, file.text, file.size, &options, printed_append, &compacted, &report, &diag),
			MLIRBC_OK);
		CHECK_INT(report.resources, !keep);
		CHECK_INT(mlirbc_load(c, compacted.text, compacted.size, NULL, &again, &diag), MLIRBC_OK);
		CHECK(again && mlirbc_resource_find(again, "builtin", "used"));
		CHECK(again && !mlirbc_resource_find(again, "builtin", "spare") == !keep);
		mlirbc_context_destroy(c);
		free(file.text);
		free(compacted.text);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(names_in_text_are_renamed),
		CHECK_CASE(names_in_types_are_not), CHECK_CASE(debug_information_goes),
		CHECK_CASE(declared_values_must_exist), CHECK_CASE(large_parts_come_out_whole),
		CHECK_CASE(merging_gives_reasons), CHECK_CASE(attributes_of_resources_are_found),
		CHECK_CASE(unreferenced_resources_go_or_stay) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
