/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text that nests a million times, read on a small stack: the result must be an error with a location, or a module. */
#include "check.h"

#include <mlirbc/mlirbc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 1000000, RAISED = 100000 };
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { STACK = 1 << 20 }; /* their stack frames are several times as large */
#else
enum { STACK = 64 << 10 };
#endif

struct source {
	const char *begin, *open, *middle, *close, *end;
};

struct job {
	char *text;
	size_t size;
	uint32_t max_depth;
	enum mlirbc_status status;
	struct mlirbc_diag diag;
	bool use; /* the result of the read */
	enum mlirbc_status printed, pretty, written, hashed;
};

static int discard(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return 0;
}

/* Succeeds, or reports that the nesting is too deep. */
static void use(struct job *job, const struct mlirbc_module *module)
{
	const struct mlirbc_print_options options = {
		.size = sizeof options, .debug_info = true, .max_output = 1 << 20
	};
	uint8_t hash[MLIRBC_HASH_SIZE];
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_print_options pretty = options;
	pretty.pretty = true;
	job->printed = mlirbc_print(module, &options, discard, NULL);
	job->pretty = mlirbc_print(module, &pretty, discard, NULL);
	job->written = mlirbc_write(module, NULL, discard, NULL, &diag);
	job->hashed = mlirbc_hash(module, hash, &diag);
}

static char *put(char *at, const char *text)
{
	size_t size = strlen(text);
	memcpy(at, text, size);
	return at + size;
}

static char *build(const struct source *source, size_t levels, size_t *out_size)
{
	size_t open = strlen(source->open), close = strlen(source->close);
	char *text = malloc(levels * (open + close) + 1000);
	if (!text)
		abort();
	char *at = text;
	at = put(at, source->begin);
	for (size_t i = 0; i < levels; i++, at += open)
		memcpy(at, source->open, open);
	at = put(at, source->middle);
	for (size_t i = 0; i < levels; i++, at += close)
		memcpy(at, source->close, close);
	at = put(at, source->end);
	*out_size = (size_t)(at - text);
	return text;
}

static void *parse(void *arg)
{
	struct job *job = arg;
	struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = job->max_depth };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	job->diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	job->status = mlirbc_parse(context, job->text, job->size, &options, &module, &job->diag);
	if (job->status == MLIRBC_OK && job->use)
		use(job, module);
	mlirbc_context_destroy(context);
	return NULL;
}

static void run(struct job *job)
{
	pthread_attr_t attr;
	pthread_t thread;
	if (pthread_attr_init(&attr) != 0 || pthread_attr_setstacksize(&attr, STACK) != 0 ||
		pthread_create(&thread, &attr, parse, job) != 0 || pthread_join(thread, NULL) != 0)
		abort();
	pthread_attr_destroy(&attr);
}

static const struct source sources[] = {
	{ "", "\"a.b\"() ({", "", "}) : () -> ()", "" },
	{ "", "module { ", "", "}", "" },
	{ "\"a.b\"() {x = ", "[", "", "]", "} : () -> ()" },
	{ "\"a.b\"() {x = ", "{y = ", "1", "}", "} : () -> ()" },
	{ "\"a.b\"() <{x = ", "[", "", "]", "}> : () -> ()" },
	{ "\"a.b\"() : () -> ", "tuple<", "", ">", "" },
	{ "\"a.b\"() : () -> (", "() -> (", "", ")", ")" },
	{ "\"a.b\"() : (", "(", ")", ") -> ()", ") -> ()" },
	{ "\"a.b\"() : () -> ", "tensor<2x", "i8", ">", "" },
	{ "\"a.b\"() : () -> () loc(", "callsite(\"a\" at ", "\"b\"", ")", ")" },
	{ "\"a.b\"() : () -> () loc(", "\"a\"(", "\"b\"", ")", ")" },
	{ "\"a.b\"() : () -> () loc(", "fused[", "\"b\"", "]", ")" },
	{ "\"a.b\"() {x = #d.e<", "(<[{", "", "}]>)", ">} : () -> ()" },
	{ "\"a.b\"() {x = ", "#llvm.di_global_variable_expression<var = ", "#c.d", ">", "} : () -> ()" },
	{ "\"a.b\"() {x = dense<", "[", "1", "]", "> : tensor<1xi8>} : () -> ()" },
	{ "\"a.b\"() {x = affine_map<(d0) -> (", "(", "d0", ")", ")>} : () -> ()" },
	{ "\"a.b\"() {x = affine_map<(d0) -> (", "-", "d0", "", ")>} : () -> ()" },
	{ "\"a.b\"() {x = distinct[0]<", "distinct[1]<", "1", ">", ">} : () -> ()" },
	{ "%c = arith.constant true ", "scf.if %c { ", "", "} ", "" },
	{ "%c = arith.constant true ", "scf.if %c { } else { ", "", "} ", "" },
	{ "%i = arith.constant 1 : index ", "scf.index_switch %i default { ", "", "} ", "" },
	{ "", "scf.execute_region { ", "", "scf.yield } ", "" },
	{ "", "memref.alloca_scope { ", "", "} ", "" },
	{ "", "func.func @f() { ", "", "return } ", "" },
	{ "%x = arith.constant ", "[", "", "]", "" },
	{ "memref.global @g : ", "memref<2x", "i8", ">", "" },
};

static void deep(void)
{
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		struct job job = { 0 };
		job.text = build(&sources[i], LEVELS, &job.size);
		run(&job);
		/* signs do not count as levels */
		bool good = strcmp(sources[i].open, "-") == 0
				    ? job.status == MLIRBC_OK
				    : (job.status == MLIRBC_E_LIMIT || job.status == MLIRBC_E_SYNTAX) &&
					      job.diag.line == 1 && job.diag.column > 400;
		if (!CHECK(good))
			check_report(
				__FILE__, __LINE__, "%s: %u: %s", sources[i].open, job.diag.column, job.diag.message);
		free(job.text);
	}
}

/* All of them as deep as the default allows. */
static void allowed(void)
{
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		struct job job = { 0 };
		job.text = build(&sources[i], 100, &job.size);
		run(&job);
		if (!CHECK(job.status == MLIRBC_OK || job.status == MLIRBC_E_SYNTAX))
			check_report(__FILE__, __LINE__, "%s: %s", sources[i].open, job.diag.message);
		free(job.text);
	}
}

/* Nesting that only the caller limits, on the same stack. */
static void raised(void)
{
	enum { REGIONS = 8 }; /* sources that nest regions; they come first */
	static const struct source good[] = {
		{ "", "\"a.b\"() ({", "", "}) : () -> ()", "" },
		{ "", "\"a.b\"() ({}, {^a: ", "", "}) {d} : () -> () loc(\"e\")", "" },
		{ "", "module { ", "", "}", "" },
		{ "", "func.func @f(%a: i8) { ", "\"b.c\"() : () -> ()", "}", "" },
		{ "%c = arith.constant true ", "scf.if %c { ", "", "} ", "" },
		{ "%c = arith.constant true ", "scf.if %c { } else { ", "\"b.c\"() : () -> ()", "} {d}", "" },
			{ "%i = arith.constant 1 : index ", "scf.index_switch %i default { ", "", "} ", "" },
		{ "", "scf.execute_region { ", "", "scf.yield } ", "" },
		{ "\"a.b\"() {x = ", "[1, ", "1", "]", "} : () -> ()" },
		{ "\"a.b\"() {x = ", "{u, y = ", "1", ", z}", "} : () -> ()" },
		{ "\"a.b\"() <{x = ", "[[], ", "1", "]", "}> : () -> ()" },
		{ "\"a.b\"() : () -> ", "tuple<i8, ", "i8", ">", "" },
		{ "\"a.b\"() : () -> (", "() -> (", "", ")", ")" },
		{ "\"a.b\"() {x = ", "(", "", ") -> ()", "} : () -> ()" },
		{ "\"a.b\"() : () -> ", "memref<2x", "i8", ", 1>", "" },
		{ "\"a.b\"() : () -> ", "tensor<i8, ", "1", ">", "" },
		{ "\"a.b\"() : () -> ", "tensor<i8, dense_resource<k> : ", "tensor<i8>", ">", "" },
		{ "\"a.b\"() : () -> ", "tensor<i8, dense<1> : ", "tensor<i8>", ">", "" },
		{ "\"a.b\"() : () -> ", "tensor<i8, \"a\" : ", "i8", ">", "" },
		{ "\"a.b\"() {x = loc(", "callsite(\"a\" at ", "\"b\"", ")", ")} : () -> ()" },
		{ "\"a.b\"() : () -> () loc(", "callsite(", "\"b\"", " at \"a\")", ")" },
		{ "\"a.b\"() : () -> () loc(", "\"a\"(", "\"b\"", ")", ")" },
		{ "\"a.b\"() : () -> () loc(", "fused[\"a\", \"c\"(", "\"b\"", ")]", ")" },
		{ "\"a.b\"() {x = ", "loc(fused<", "1", ">[\"b\"])", "} : () -> ()" },
		{ "\"a.b\"() {x = #d.e<", "(", "", ")", ">} : () -> ()" },
		{ "\"a.b\"() {x = affine_map<(d0) -> (", "-(", "d0", ")", ")>} : () -> ()" },
		{ "\"a.b\"() {x = ", "#llvm.di_global_variable_expression<var = ", "#c.d", ">", "} : () -> ()" },
	};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct job job = { .max_depth = 2 * RAISED + 10, .use = true }; /* some have two levels */
		job.text = build(&good[i], RAISED, &job.size);
		run(&job);
		if (!CHECK_INT(job.status, MLIRBC_OK))
			check_report(__FILE__, __LINE__, "%s: %u: %s", good[i].open, job.diag.column, job.diag.message);
		CHECK(job.printed == MLIRBC_OK || job.printed == MLIRBC_E_LIMIT);
		CHECK(job.pretty == MLIRBC_OK || job.pretty == MLIRBC_E_LIMIT);
		/* regions first, then attributes and types, then what is text */
		bool deep_parts = i >= REGIONS && i < sizeof good / sizeof *good - 3;
		CHECK_INT(job.written, deep_parts ? MLIRBC_E_LIMIT : MLIRBC_OK);
		CHECK_INT(job.hashed, deep_parts ? MLIRBC_E_LIMIT : MLIRBC_OK);
		free(job.text);
	}
}

/* Nothing of another dialect is a location, which is known only when all of it was read. */
static void refused(void)
{
	static const struct source source = { "\"a.b\"() : () -> ", "tensor<i8, loc(#d.e : ", "i8", ")>", "" };
	struct job job = { .max_depth = 4 * RAISED };
	job.text = build(&source, RAISED, &job.size);
	run(&job);
	CHECK_INT(job.status, MLIRBC_E_SYNTAX);
	CHECK(strstr(job.diag.message, "expected location") != NULL);
	CHECK(job.diag.column > RAISED);
	free(job.text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(deep), CHECK_CASE(allowed), CHECK_CASE(raised), CHECK_CASE(refused)
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
