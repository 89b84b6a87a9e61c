/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bytecode writer: text round-trips, edits are kept, parts that a version cannot represent are an error, and
 * failures of memory and of writing are reported. */
#include "check.h"

#include <mlirbc/mlirbc.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
	char data[1 << 16];
	size_t size, limit;
};

static int take(void *ctx, const char *data, size_t size)
{
	struct bytes *out = ctx;
	if (size > out->limit - out->size)
		return 1;
	memcpy(out->data + out->size, data, size);
	out->size += size;
	return 0;
}

static const char *const source =
	"\"builtin.module\"() ({\n"
	"  \"func.func\"() <{function_type = (i32, memref<4x?xf32>) -> i32, sym_name = \"f\"}> ({\n"
	"  ^bb0(%a: i32, %b: memref<4x?xf32>):\n"
	"    %0 = \"arith.addi\"(%a, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32\n"
	"    %1:2 = \"x.y\"(%0, %2) {a = dense<[true, false]> : tensor<2xi1>, b = 1.5 : f64, c = @s::@t} : (i32, i32) "
	"-> (i32, i65)\n"
	"    %2 = \"x.z\"(%1#0) ({\n"
	"      \"x.inner\"(%a) : (i32) -> ()\n"
	"    }) {k = dense_resource<key> : tensor<2xi8>, n = 36893488147419103232 : i67} : (i32) -> i32\n"
	"    \"cf.br\"(%2)[^bb1] : (i32) -> ()\n"
	"  ^bb1(%c: i32):\n"
	"    \"func.return\"(%c) : (i32) -> () loc(\"file\":3:4)\n"
	"  }) : () -> ()\n"
	"}) : () -> ()\n"
	"{-#\n  dialect_resources: {\n    builtin: {\n      key: \"0x100000000102\"\n    }\n  },\n"
	"  external_resources: {\n    g: {\n      flag: true,\n      text: \"t\"\n    }\n  }\n#-}\n";

static struct mlirbc_module *parse(struct mlirbc_context *context, const char *text)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_parse(context, text, strlen(text), NULL, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "line %u: %s", diag.line, diag.message);
	if (!module)
		abort();
	return module;
}

static void print_all(const struct mlirbc_module *module, struct bytes *out)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	out->size = 0;
	out->limit = sizeof out->data;
	CHECK_INT(mlirbc_print(module, &options, take, out), MLIRBC_OK);
}

static enum mlirbc_status write_version(
	const struct mlirbc_module *module, uint32_t version, struct bytes *out, struct mlirbc_diag *diag)
{
	struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = version };
	out->size = 0;
	out->limit = sizeof out->data;
	return mlirbc_write(module, &options, take, out, diag);
}

static struct bytes first, second, third;

static bool equal(const struct bytes *a, const struct bytes *b)
{
	return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void text_comes_back(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, source), *loaded;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	print_all(module, &first);
	for (uint32_t version = 0; version <= 6; version++) {
		if (!CHECK_INT(write_version(module, version, &second, &diag), MLIRBC_OK))
			printf("# version %u: %s\n", version, diag.message);
		if (!CHECK_INT(mlirbc_load(context, second.data, second.size, NULL, &loaded, &diag), MLIRBC_OK)) {
			printf("# version %u: byte %llu: %s\n", version, (unsigned long long)diag.offset, diag.message);
			break;
		}
		CHECK_INT(mlirbc_file_version(loaded->file), version);
		print_all(loaded, &third);
		CHECK(equal(&first, &third));
		third.size = 0;
		CHECK_INT(mlirbc_write(loaded, NULL, take, &third, &diag), MLIRBC_OK);
		CHECK(equal(&second, &third));
	}
	mlirbc_context_destroy(context);
}

/* The type read back from the type's text, as MLIR prints it; NULL: the text cannot be encoded, and is kept. */
static void types_of_quant_are_encoded(void)
{
	static const char *const table[][2] = {
		{ "any<i8>", "any<i8>" },
		{ "any<u8<0:255>:f32>", "any<u8:f32>" },
		{ "any< i16 < -5 : 7 > : f64 >", "any<i16<-5:7>:f64>" },
		{ "any<i32>", "any<i32>" },
		{ "calibrated<f32<-0.998:1.25>>", "calibrated<f32<-0.998:1.250000e+00>>" },
		{ "uniform<i8:f32, 1.0>", "uniform<i8:f32, 1.000000e+00>" },
		{ "uniform<u4<1:14>:bf16, 0x3FF8000000000000:-3>", "uniform<u4<1:14>:bf16, 1.500000e+00:-3>" },
		{ "uniform<i8:f32:1, {2.0e+2,0.5:120}>", "uniform<i8:f32:1, {2.000000e+02,5.000000e-01:120}>" },
		{ "uniform<i8:f32:{0:2, 1:4}, {{1.0:1, 2.0}, {0.5, 3.0:-2}}>",
			"uniform<i8:f32:{0:2, 1:4}, {{1.000000e+00:1, 2.000000e+00}, {5.000000e-01, "
			"3.000000e+00:-2}}>" },
		{ "uniform<i8:f32:{}, {{2.0:1}}>", "uniform<i8:f32:{}, {{2.000000e+00:1}}>" },
		{ "any<i0>", NULL },
		{ "any<i33>", NULL },
		{ "any<f8E5M2>", NULL },
		{ "any<i8:i8>", NULL },
		{ "any<i8<1:>>", NULL },
		{ "uniform<i8:f32>", NULL },
		{ "uniform<i8:f32, 1>", NULL },
		{ "uniform<i8:f32, 1.0:>", NULL },
		{ "uniform<i8:f32:-1, {1.0}>", NULL },
		{ "uniform<i8:f32:1, {}>", NULL },
		{ "uniform<i8:f32:{0:1}, {{1.0}, {1.0, 2.0}}>", NULL },
		{ "uniform<i8:f32:{0:1}, 1.0>", NULL },
		{ "uniform<i8:f32:{0:1}, {1.0:x}>", NULL },
		{ "unknown<i8>", NULL },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *loaded = NULL;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		char text[300], expected[300];
		snprintf(text, sizeof text, "\"a.b\"() {t = !quant.%s} : () -> ()", table[i][0]);
		snprintf(expected, sizeof expected, "{t = !quant.%s} :", table[i][table[i][1] != NULL]);
		CHECK_INT(write_version(parse(context, text), 6, &first, &diag), MLIRBC_OK);
		CHECK_INT(mlirbc_load(context, first.data, first.size, NULL, &loaded, &diag), MLIRBC_OK);
		print_all(loaded, &second);
		second.data[second.size] = '\0';
		if (!CHECK(strstr(second.data, expected) != NULL))
			printf("# expected %s in %s\n", expected, second.data);
		first.data[first.size] = '\0';
		bool kept = false;
		for (size_t at = 0; at + 7 < first.size; at++)
			kept |= memcmp(first.data + at, "!quant.", 7) == 0;
		CHECK_INT(kept, table[i][1] == NULL);
		mlirbc_context_destroy(context);
	}
}

/* The replacement of an alias in kept text has its mnemonic only where MLIR prints it. */
static void spelled_out_aliases_are_short(void)
{
	static const char *const table[][2] = {
		{ "#llvm.alias_scope<id = \"s\", domain = #d>",
			"#llvm.alias_scope<id = \"s\", domain = <id = \"d\">>" },
		{ "#llvm.tbaa_tag<base_type = #t, access_type = #t, offset = 0>",
			"#llvm.tbaa_tag<base_type = <id = \"t\">, access_type = <id = \"t\">, offset = 0>" },
		{ "#llvm.di_common_block<scope = #f, name = \"c\", file = #f>",
			"#llvm.di_common_block<scope = #llvm.di_file<\"a\" in \"b\">, name = \"c\", file = <\"a\" in "
			"\"b\">>" },
		{ "#llvm.loop_unroll<followupAll = #l>", "#llvm.loop_unroll<followupAll = <mustProgress = true>>" },
		{ "#llvm.alias_scope<id = \"s\", domain = #t>", "domain = #llvm.tbaa_type_desc<id = \"t\">>" },
		{ "#llvm.tbaa_type_desc<id = \"m\", members = {<#t, 0>}>", "{<#llvm.tbaa_type_desc<id = \"t\">, 0>}>" },
		{ "#foo.x<domain = #d>", "#foo.x<domain = #llvm.alias_scope_domain<id = \"d\">>" },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		size_t size = strlen(table[i][1]);
		char text[600];
		bool found = false;
		snprintf(text, sizeof text,
			"#d = #llvm.alias_scope_domain<id = \"d\">\n#t = #llvm.tbaa_type_desc<id = \"t\">\n"
			"#f = #llvm.di_file<\"a\" in \"b\">\n#l = #llvm.loop_annotation<mustProgress = true>\n"
			"\"a.b\"() {a = %s} : () -> ()",
			table[i][0]);
		CHECK_INT(write_version(parse(context, text), 6, &first, &diag), MLIRBC_OK);
		for (size_t at = 0; at + size < first.size; at++)
			found |= memcmp(first.data + at, table[i][1], size) == 0;
		if (!CHECK(found))
			printf("# %s\n", table[i][1]);
		mlirbc_context_destroy(context);
	}
}

/* Changing a loaded module appends; the rest keeps its numbers. */
static void edits_are_kept(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, source), *loaded, *again;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_INT(write_version(module, 6, &first, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_load(context, first.data, first.size, NULL, &loaded, &diag), MLIRBC_OK);
	struct mlirbc_op *root = loaded->body->first;
	CHECK(mlirbc_op_set_location(root, mlirbc_loc_file(context, "new", 3, 7, 8)));
	struct mlirbc_block *block = mlirbc_op_regions(root)[0].first;
	struct mlirbc_op_spec spec = { .name = "new.op", .name_size = 6 };
	const struct mlirbc_type *type = mlirbc_type_integer(context, 77, MLIRBC_UNSIGNED);
	spec.result_types = &type;
	spec.result_count = 1;
	CHECK(mlirbc_op_create(context, &spec, block) != NULL);
	print_all(loaded, &second);
	third.size = 0;
	third.limit = sizeof third.data;
	CHECK_INT(mlirbc_write(loaded, NULL, take, &third, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_load(context, third.data, third.size, NULL, &again, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_file_count(again->file, MLIRBC_TABLE_TYPES),
		mlirbc_file_count(loaded->file, MLIRBC_TABLE_TYPES) + 1);
	print_all(again, &first);
	CHECK(equal(&first, &second));
	mlirbc_context_destroy(context);
}

static void refuses_what_a_version_lacks(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, "\"a.b\"() <{x = 1 : i8}> : () -> ()");
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_INT(write_version(module, 4, &first, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "\"a.b\"") != NULL);
	CHECK_INT(first.size, 0);
	CHECK_INT(write_version(module, 5, &first, NULL), MLIRBC_OK);
	CHECK_INT(write_version(module, 7, &first, NULL), MLIRBC_E_ARG);
	module = parse(context, "\"cf.cond_br\"() <{operandSegmentSizes = array<i32: 1, -1, 0>}> : () -> ()");
	CHECK_INT(write_version(module, 6, &first, NULL), MLIRBC_E_UNSUPPORTED);
	mlirbc_context_destroy(context);
}

/* Properties that are not attributes become attributes below version 5, and are counted. */
static void reports_what_became_an_attribute(void)
{
	static const char text[] =
		"%0 = \"x.y\"() : () -> i32\n"
		"%1 = \"llvm.add\"(%0, %0) <{overflowFlags = #llvm.overflow<nsw>}> : (i32, i32) -> i32\n"
		"%2 = \"llvm.add\"(%0, %0) <{overflowFlags = #llvm.overflow<none>}> : (i32, i32) -> i32\n"
		"%3 = \"arith.addi\"(%0, %0) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, text);
	for (uint32_t version = 0; version <= 6; version++) {
		struct mlirbc_write_report report = { .size = sizeof report, .properties_as_attributes = 99 };
		const struct mlirbc_write_options options = { .size = sizeof options,
			.has_version = true,
			.version = version,
			.drop_use_orders = true,
			.report = &report };
		first.size = 0;
		first.limit = sizeof first.data;
		CHECK_INT(mlirbc_write(module, &options, take, &first, NULL), MLIRBC_OK);
		CHECK_INT(report.properties_as_attributes, version < 5);
	}
	mlirbc_context_destroy(context);
}

static void short_writes_are_told(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context, source);
	first.size = 0;
	first.limit = sizeof first.data;
	CHECK_INT(mlirbc_write(module, NULL, take, &first, NULL), MLIRBC_OK);
	for (size_t limit = 0; limit < first.size; limit++) {
		second.size = 0;
		second.limit = limit;
		if (!CHECK_INT(mlirbc_write(module, NULL, take, &second, NULL), MLIRBC_E_IO))
			break;
	}
	mlirbc_context_destroy(context);
}

/* ---- memory */

static size_t allocations_left, live;

static void *some_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (allocations_left == 0)
		return NULL;
	allocations_left--;
	live++;
	return aligned_alloc(align, (size + align - 1) / align * align);
}

static void some_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	live -= p != NULL;
	free(p);
}

static void memory_may_fail(void)
{
	const struct mlirbc_allocator allocator = { some_alloc, NULL, some_free, NULL };
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	size_t failures = 0;
	for (size_t count = 0; count < 2000 && status != MLIRBC_OK; count++) {
		allocations_left = SIZE_MAX;
		struct mlirbc_context *context = mlirbc_context_create(&allocator);
		struct mlirbc_module *module = parse(context, source);
		allocations_left = count;
		first.size = 0;
		first.limit = sizeof first.data;
		status = mlirbc_write(module, NULL, take, &first, NULL);
		failures += status == MLIRBC_E_NOMEM;
		CHECK(status == MLIRBC_OK || status == MLIRBC_E_NOMEM);
		mlirbc_context_destroy(context);
		CHECK_INT(live, 0);
	}
	CHECK_INT(status, MLIRBC_OK);
	CHECK(failures > 5);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(text_comes_back),
		CHECK_CASE(types_of_quant_are_encoded),
		CHECK_CASE(spelled_out_aliases_are_short),
		CHECK_CASE(edits_are_kept),
		CHECK_CASE(refuses_what_a_version_lacks),
		CHECK_CASE(reports_what_became_an_attribute),
		CHECK_CASE(short_writes_are_told),
		CHECK_CASE(memory_may_fail),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
