/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The programs of data/run check themselves: from text, from artifacts and from BEF files, on one thread and on two workers, with the
 * same bits in each run. Those of data/refused cannot run: each has lines "// expected LINE:COLUMN: MESSAGE" for all reports, in order. */
#include "../../../libmlirbc/test/golden.h"
#include "forms.h"

#include <bef/translate.h>
#include <limits.h>

static struct runner runner;
static struct forms forms;
static size_t ran;

static void run(const char *folder, const char *name)
{
	char path[4096];
	struct text text;
	struct outcome outcome;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	forms_run(&forms, &(struct program){ .name = name, .text = text.data, .text_size = text.size }, &outcome);
	if (!outcome.ok || outcome.difference[0])
		check_report(name, 0, "%s%s", outcome.why, outcome.difference);
	CHECK(outcome.count > 0);
	ran += outcome.count;
	free(text.data);
}

static void runs(void)
{
	forms_init(&forms);
	ran = 0;
	snprintf(golden, sizeof golden, "%s", PROGRAMS);
	each_file("run", ".mlir", run);
	CHECK(ran > 0);
	forms_finish(&forms);
}

/* ---- programs whose results depend on the semantics: those of data/semantics/NAME.mlir are those of NAME */

static void run_with(enum bef_semantics semantics, const char *name)
{
	forms_init(&forms);
	forms.single.semantics = forms.workers.semantics = semantics;
	run(golden, name);
	forms_finish(&forms);
}

/* Each function of spec.mlir but those of select_and_scatter fails with the semantics of XLA, and the other way round. */
static void fails_with(enum bef_semantics semantics, const char *name)
{
	char path[4096];
	struct text text;
	struct model model;
	struct records records;
	runner_init(&runner, 0);
	runner.semantics = semantics;
	snprintf(path, sizeof path, "%s/%s", golden, name);
	if (!read_file(path, &text))
		abort();
	if (CHECK(model_open(&runner, text.data, text.size, name, true, &model)))
		for (size_t i = 0; i < bef_file_function_count(model.file); i++) {
			const struct kernels_function *function = bef_file_function(model.file, i);
			struct async_value *result;
			if (function->name_size == 0 || memchr(function->name, '.', function->name_size) || function->result_count != 1)
				continue;
			const bool once = function->name_size > 8 && memcmp(function->name, "selected", 8) == 0;
			if (model_call(&runner, &model, function, NULL, &result) != once)
				check_report(name, 0, "%.*s %s with the other semantics", (int)function->name_size, function->name,
					once ? "fails" : "passes");
			async_value_release(result);
		}
	records_take(&records);
	records_free(&records);
	model_close(&model);
	runner_finish(&runner);
	free(text.data);
}

static void semantics(void)
{
	ran = 0;
	snprintf(golden, sizeof golden, "%s/semantics", PROGRAMS);
	run_with(BEF_SEMANTICS_XLA, "xla.mlir");
	run_with(BEF_SEMANTICS_SPEC, "spec.mlir");
	CHECK(ran > 60);
	fails_with(BEF_SEMANTICS_SPEC, "xla.mlir");
	fails_with(BEF_SEMANTICS_XLA, "spec.mlir");
}

/* The table of the README: each row names functions of both files. */
static void documented_semantics(void)
{
	struct text document, xla, spec;
	size_t rows = 0;
	char path[4096], name[80];
	snprintf(path, sizeof path, "%s/semantics/xla.mlir", PROGRAMS);
	if (!read_file(README, &document) || !read_file(path, &xla))
		abort();
	snprintf(path, sizeof path, "%s/semantics/spec.mlir", PROGRAMS);
	if (!read_file(path, &spec))
		abort();
	const char *at = strstr(document.data, "| operation | XLA, the default |");
	for (at = at ? strchr(at, '\n') : NULL; at && at[1] == '|'; at = strchr(at + 1, '\n')) {
		const char *end = strchr(at + 1, '\n');
		while (end > at && end[-1] != '|')
			end--;
		for (end--; end > at && end[-1] != '|';) /* the names in the last cell, from the right */
			if (*--end == '`' && end[-1] == '_') {
				const char *begin = end;
				while (begin[-1] != '`')
					begin--;
				snprintf(name, sizeof name, "func.func @%.*s", (int)(end - begin), begin);
				if (!strstr(xla.data, name) || !strstr(spec.data, name))
					check_report(README, 0, "no test has a name with %s", name);
				rows++;
				end = begin - 1;
			}
	}
	CHECK_INT(rows, 21);
	free(document.data);
	free(xla.data);
	free(spec.data);
}

static void unknown_semantics(void)
{
	const struct bef_stablehlo_options options = { .size = sizeof options, .semantics = (enum bef_semantics)2 };
	static const char text[] = "func.func @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }";
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	CHECK_INT(bef_stablehlo_assemble(text, strlen(text), "x", NULL, &options, &data, &size, &diag), BEF_E_ARG);
	CHECK(data == NULL && strstr(diag.message, "semantics"));
}

/* ---- programs that cannot run */

static struct text reports;

static void note(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag)
{
	char line[400];
	(void)ctx;
	(void)op;
	append(&reports, line,
		(size_t)snprintf(line, sizeof line, "// expected %u:%u: %s\n", diag->line, diag->column, diag->message));
}

static void refuse(const char *folder, const char *name)
{
	const struct bef_stablehlo_options options = { .size = sizeof options, .report = note };
	struct bef_diag diag = BEF_DIAG_INIT;
	char path[4096];
	struct text text, expected = { 0 };
	uint8_t *data;
	size_t size;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	reports = (struct text){ 0 };
	append(&reports, "", 0);
	append(&expected, "", 0);
	for (char *at = strstr(text.data, "// expected "); at; at = strstr(at + 1, "// expected "))
		append(&expected, at, strcspn(at, "\n") + 1);
	for (char *at = expected.data; sizeof(void *) == 4 && (at = strstr(at, "2^59")); at += 4)
		memcpy(at, "2^27", 4); /* the limit of 32-bit machines */
	enum bef_status status = bef_stablehlo_assemble(text.data, text.size, name, NULL, &options, &data, &size, &diag);
	CHECK_INT(status, BEF_E_UNSUPPORTED);
	CHECK(data == NULL);
	CHECK_STR(reports.data, expected.data);
	free(reports.data);
	free(expected.data);
	free(text.data);
	ran++;
}

static void refused(void)
{
	ran = 0;
	snprintf(golden, sizeof golden, "%s", PROGRAMS);
	each_file("refused", ".mlir", refuse);
	CHECK(ran > 0);
}

/* ---- a check that fails */

static void failed_check(void)
{
	static const char text[] = "func.func @main() -> tensor<2xi32> {\n"
				   "  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
				   "  %b = stablehlo.add %a, %a : tensor<2xi32>\n"
				   "  check.expect_eq_const %b, dense<[2, 5]> : tensor<2xi32>\n"
				   "  return %b : tensor<2xi32>\n"
				   "}\n";
	struct model model;
	size_t count = 0;
	runner_init(&runner, 0);
	if (CHECK(model_open(&runner, text, strlen(text), "failed.mlir", false, &model))) {
		CHECK(!model_run_all(&runner, &model, &count));
		CHECK_INT(count, 1);
		CHECK(strstr(model.why, "4") && strstr(model.why, "5"));
	}
	model_close(&model);
	runner_finish(&runner);
}

/* A check that fails within the body of a reduction. */
static void failed_body(void)
{
	static const char text[] = "func.func @main() -> tensor<i32> {\n"
				   "  %x = stablehlo.constant dense<[3, 4]> : tensor<2xi32>\n"
				   "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
				   "  %r = \"stablehlo.reduce\"(%x, %zero) ({\n"
				   "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
				   "    check.expect_eq %a, %zero : tensor<i32>\n"
				   "    %s = stablehlo.add %a, %b : tensor<i32>\n"
				   "    stablehlo.return %s : tensor<i32>\n"
				   "  }) {dimensions = array<i64: 0>} : (tensor<2xi32>, tensor<i32>) -> tensor<i32>\n"
				   "  return %r : tensor<i32>\n"
				   "}\n";
	struct model model;
	size_t count = 0;
	runner_init(&runner, 1);
	if (CHECK(model_open(&runner, text, strlen(text), "body.mlir", true, &model))) {
		CHECK(!model_run_all(&runner, &model, &count));
		CHECK(strstr(model.why, "element [] is 3, expected 0") != NULL);
	}
	model_close(&model);
	runner_finish(&runner);
}

/* ---- records of runs */

static void record_run(const char *text, struct records *out)
{
	struct model model;
	size_t count;
	CHECK(model_open(&runner, text, strlen(text), "record.mlir", false, &model) && model_run_all(&runner, &model, &count));
	records_take(out);
	model_close(&model);
}

/* A sign of zero that the check does not see, a result of other bits, and a missing check are differences. */
static void other_bits(void)
{
#define BEGIN \
	"func.func @main() -> tensor<2xf32> {\n" \
	"  %a = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32>\n"
#define CHECKED "  check.expect_eq_const %b, dense<[-1.0, 0.0]> : tensor<2xf32>\n"
	static const char *const texts[] = {
		BEGIN "  %b = stablehlo.negate %a : tensor<2xf32>\n" CHECKED "  return %a : tensor<2xf32>\n}\n",
		BEGIN "  %b = stablehlo.constant dense<[-1.0, 0.0]> : tensor<2xf32>\n" CHECKED "  return %a : tensor<2xf32>\n}\n",
		BEGIN "  %b = stablehlo.negate %a : tensor<2xf32>\n" CHECKED "  return %b : tensor<2xf32>\n}\n",
		BEGIN "  return %a : tensor<2xf32>\n}\n",
	};
	static const char *const differences[] = { NULL, "other bits in hlo.check_eq operand 0: f32[2] from byte 7",
		"other bits in main result 0: f32[2] from byte 3", "main result 0: f32[2], expected hlo.check_eq operand 0: f32[2]" };
	struct records first, other;
	char why[700];
	runner_init(&runner, 0);
	record_run(texts[0], &first);
	CHECK_INT(first.count, 3);
	for (int i = 0; i < 4; i++) {
		record_run(texts[i], &other);
		why[0] = '\0';
		CHECK(records_equal(&other, &first, why, sizeof why) == (i == 0));
		if (i > 0)
			CHECK_STR(why, differences[i]);
		records_free(&other);
	}
	records_free(&first);
	runner_finish(&runner);
}

/* ---- random numbers */

/* Runs a function with one result in a request of its own. Returns the result, which the caller releases; NULL on failure. */
static struct async_value *run_once(struct model *model, const char *name)
{
	struct async_value *result = NULL;
	const struct kernels_function *function = bef_file_find(model->file, name, strlen(name));
	if (!CHECK(function && function->argument_count == 0 && function->result_count == 1))
		return NULL;
	if (model_call(&runner, model, function, NULL, &result))
		return result;
	check_report(name, 0, "%s", model->why);
	async_value_release(result);
	return NULL;
}

/* A program gives the same bits in each run, with any number of workers. */
static void random_runs(void)
{
	static const char text[] =
		"func.func @main() -> tensor<4x1000xf32> {\n"
		"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		"  %four = stablehlo.constant dense<4> : tensor<i32>\n"
		"  %a = stablehlo.constant dense<0.0> : tensor<f32>\n"
		"  %b = stablehlo.constant dense<1.0> : tensor<f32>\n"
		"  %shape = stablehlo.constant dense<[1, 1000]> : tensor<2xi64>\n"
		"  %empty = stablehlo.constant dense<0.0> : tensor<4x1000xf32>\n"
		"  %0:2 = stablehlo.while(%i = %zero, %all = %empty) : tensor<i32>, tensor<4x1000xf32>\n"
		"    cond {\n"
		"      %1 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		"      stablehlo.return %1 : tensor<i1>\n"
		"    } do {\n"
		"      %1 = stablehlo.rng %a, %b, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> "
		"tensor<1x1000xf32>\n"
		"      %2 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> "
		"tensor<1x1000xf32>\n"
		"      %3 = stablehlo.add %1, %2 : tensor<1x1000xf32>\n"
		"      %4 = stablehlo.dynamic_update_slice %all, %3, %i, %zero : (tensor<4x1000xf32>, tensor<1x1000xf32>, "
		"tensor<i32>, tensor<i32>) -> tensor<4x1000xf32>\n"
		"      %5 = stablehlo.add %i, %one : tensor<i32>\n"
		"      stablehlo.return %5, %4 : tensor<i32>, tensor<4x1000xf32>\n"
		"    }\n"
		"  return %0#1 : tensor<4x1000xf32>\n"
		"}\n";
	enum { COUNT = 4000 };
	static float first[COUNT];
	for (int run = 0; run < 4; run++) {
		struct model model;
		runner_init(&runner, run < 2 ? 0 : 2);
		if (CHECK(model_open(&runner, text, strlen(text), "random.mlir", run % 2, &model))) {
			for (int again = 0; again < 2; again++) {
				struct async_value *value = run_once(&model, "main");
				const float *got = value ? kernels_tensor_bytes(async_value_payload(value)) : first;
				if (run == 0 && again == 0 && value)
					memcpy(first, got, sizeof first);
				CHECK_BYTES(got, sizeof first, first, sizeof first);
				async_value_release(value);
			}
		}
		model_close(&model);
		runner_finish(&runner);
	}
	for (int row = 1; row < 4; row++)
		for (int i = 0; i < 1000; i++)
			CHECK(first[row * 1000 + i] != first[row * 1000 - 1000 + i]);
}

/* Invalid programs: the first failure of the verifier, or of the parser. */
static void invalid(void)
{
	static const struct { const char *text; enum bef_status status; unsigned line; } cases[] = {
		{ "func.func @f(%a: tensor<2xf32>) -> tensor<3xf32> {\n  %0 = stablehlo.add %a, %a : (tensor<2xf32>, "
		  "tensor<2xf32>) -> tensor<3xf32>\n  return %0 : tensor<3xf32>\n}\n", BEF_E_CORRUPT, 2 },
		{ "func.func @f( {\n", BEF_E_SYNTAX, 1 },
		{ "ML\xEFR broken", BEF_E_CORRUPT, 0 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct bef_diag diag = BEF_DIAG_INIT;
		uint8_t *data;
		size_t size;
		enum bef_status status = bef_stablehlo_assemble(
			cases[i].text, strlen(cases[i].text), "invalid", NULL, NULL, &data, &size, &diag);
		CHECK(status != BEF_OK && data == NULL);
		if (cases[i].line) {
			CHECK_INT(status, cases[i].status);
			CHECK_INT(diag.line, cases[i].line);
		}
	}
}

/* ---- memory: allocations fail, and nothing leaks */

enum { MOST_FAILURES = 120 }; /* of a program; of larger ones only some allocations fail */
static long left, live;

static void *scarce_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align;
	if (left-- <= 0)
		return NULL;
	live++;
	return malloc(size);
}

static void *scarce_resize(void *ctx, void *block, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	(void)align;
	if (left-- <= 0)
		return NULL;
	live += block == NULL;
	return realloc(block, size);
}

static void scarce_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	live -= block != NULL;
	free(block);
}

static const struct bef_allocator scarce = { scarce_alloc, scarce_resize, scarce_free, NULL };

static long count_allocations(const struct text *text, const char *name)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *data;
	size_t size;
	left = LONG_MAX;
	CHECK_INT(bef_stablehlo_assemble(text->data, text->size, name, &scarce, NULL, &data, &size, &diag), BEF_OK);
	bef_assemble_free(&scarce, data, size);
	return LONG_MAX - left;
}

static void fail_each(const char *folder, const char *name)
{
	char path[4096];
	struct text text;
	enum bef_status status = BEF_E_NOMEM;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!read_file(path, &text))
		abort();
	const long step = count_allocations(&text, name) / MOST_FAILURES + 1;
	for (long n = 0; status != BEF_OK && n < 1000000; n += step) {
		struct bef_diag diag = BEF_DIAG_INIT;
		struct bef_stablehlo_signatures *signatures = NULL;
		uint8_t *data;
		size_t size;
		left = n;
		status = bef_stablehlo_assemble(text.data, text.size, name, &scarce, NULL, &data, &size, &diag);
		if (status == BEF_OK) {
			left++;
			CHECK_INT(bef_stablehlo_signatures_read(data, size, &scarce, &signatures, &diag), BEF_OK);
			bef_stablehlo_signatures_free(signatures);
			left = 0;
			CHECK_INT(bef_stablehlo_signatures_read(data, size, &scarce, &signatures, &diag), BEF_E_NOMEM);
			bef_assemble_free(&scarce, data, size);
			ran++;
		} else if (status != BEF_E_NOMEM) {
			CHECK_INT(status, BEF_E_NOMEM);
			break;
		}
		if (live) {
			CHECK_INT(live, 0);
			break;
		}
	}
	free(text.data);
}

static void no_memory(void)
{
	ran = 0;
	live = 0;
	snprintf(golden, sizeof golden, "%s", PROGRAMS);
	each_file("run", ".mlir", fail_each);
	CHECK(ran > 0);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(runs), CHECK_CASE(semantics), CHECK_CASE(documented_semantics),
		CHECK_CASE(unknown_semantics), CHECK_CASE(other_bits), CHECK_CASE(refused),
		CHECK_CASE(failed_check), CHECK_CASE(failed_body), CHECK_CASE(random_runs), CHECK_CASE(invalid), CHECK_CASE(no_memory) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
