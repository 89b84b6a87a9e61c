/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of libbef-format, libbef-mlir and libbef-stablehlo without memory: each allocation fails once, and a context has each limit. The
 * diagnostic has the status and a message; after success it has neither. */
#include "check.h"

#include <bef/dump.h>
#include <bef/source.h>
#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <bef/writer.h>
#include <mlirbc/parse.h>
#include <stdlib.h>

static const char model[] =
	"func.func public @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {\n"
	"  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>\n"
	"  %c = stablehlo.constant dense<1.5> : tensor<f32>\n"
	"  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x2xf32>\n"
	"  %2 = stablehlo.add %0, %1 : tensor<4x2xf32>\n"
	"  %3 = func.call @tanh(%2) : (tensor<4x2xf32>) -> tensor<4x2xf32>\n"
	"  return %3 : tensor<4x2xf32>\n"
	"}\n"
	"func.func private @tanh(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {\n"
	"  %0 = stablehlo.tanh %x : tensor<4x2xf32>\n"
	"  return %0 : tensor<4x2xf32>\n"
	"}\n";
static const char program[] =
	"func.func @f(%x: i32) -> i32 {\n"
	"  %0 = tfrt.constant.i32 1\n"
	"  %1 = tfrt.add.i32 %0, %x\n"
	"  %2 = tfrt.call @g(%1) : (i32) -> i32\n"
	"  tfrt.return %2 : i32\n"
	"}\n"
	"func.func @g(%x: i32) -> i32 { tfrt.return %x : i32 }\n";

/* ---- memory that ends */

struct supply {
	size_t requests, left, open; /* requests that still succeed; blocks */
};

static void *alloc_some(void *ctx, size_t size, size_t align)
{
	struct supply *supply = ctx;
	void *p = NULL;
	supply->requests++;
	if (supply->left == 0)
		return NULL;
	supply->left--;
	if (posix_memalign(&p, align < sizeof p ? sizeof p : align, size ? size : 1) != 0)
		abort();
	supply->open++;
	return p;
}
static void free_some(void *ctx, void *p, size_t size, size_t align)
{
	(void)size, (void)align;
	((struct supply *)ctx)->open -= p != NULL;
	free(p);
}

struct trial {
	struct supply supply;
	struct bef_allocator allocator;
	struct mlirbc_allocator memory; /* of a context */
	size_t limit;                   /* of its bytes; 0: none */
};

static uint8_t *file, *model_file;
static size_t file_size, model_file_size;
static bool no_creation; /* the job could not make what it passes to the function */

static bool discard(void *ctx, const char *data, size_t size)
{
	(void)ctx, (void)data, (void)size;
	return true;
}

/* ---- jobs */

static enum bef_status job_source_open(struct trial *t, struct bef_diag *diag)
{
	const struct bef_source_options options = { .size = sizeof options, .allocator = &t->allocator, .max_memory = t->limit };
	struct bef_source *source;
	const enum bef_status status = bef_source_open(model, sizeof model - 1, &options, &source, diag);
	bef_source_close(source);
	return status;
}
static enum bef_status job_source_assemble(struct trial *t, struct bef_diag *diag)
{
	const struct bef_assemble_options assemble = { .size = sizeof assemble };
	const struct bef_source_options options = {
		.size = sizeof options, .allocator = &t->allocator, .assemble = &assemble, .max_memory = t->limit };
	struct bef_source *source;
	const enum bef_status status = bef_source_open(program, sizeof program - 1, &options, &source, diag);
	bef_source_close(source);
	return status;
}
static enum bef_status job_stablehlo_assemble(struct trial *t, struct bef_diag *diag)
{
	const struct bef_stablehlo_options options = { .size = sizeof options, .max_memory = t->limit };
	uint8_t *data;
	size_t size;
	const enum bef_status status =
		bef_stablehlo_assemble(model, sizeof model - 1, "model", &t->allocator, &options, &data, &size, diag);
	bef_assemble_free(&t->allocator, data, size);
	return status;
}
static enum bef_status job_stablehlo_lower(struct trial *t, struct bef_diag *diag)
{
	const size_t left = t->supply.left;
	const struct bef_source_options options = { .size = sizeof options, .allocator = &t->allocator };
	struct bef_source *source;
	struct mlirbc_module *made;
	t->supply.left = SIZE_MAX;
	if (bef_source_open(model, sizeof model - 1, &options, &source, NULL) != BEF_OK)
		abort();
	t->supply.left = left;
	struct mlirbc_context *context = bef_source_module(source)->context;
	if (t->limit)
		mlirbc_context_limit(context, mlirbc_context_bytes(context) + t->limit);
	const enum bef_status status = bef_stablehlo_lower(bef_source_module(source), NULL, &made, diag);
	bef_source_close(source);
	return status;
}
static enum bef_status job_signatures(struct trial *t, struct bef_diag *diag)
{
	struct bef_stablehlo_signatures *signatures;
	const enum bef_status status = bef_stablehlo_signatures_read(model_file, model_file_size, &t->allocator, &signatures, diag);
	bef_stablehlo_signatures_free(signatures);
	return status;
}
static enum bef_status job_assemble_text(struct trial *t, struct bef_diag *diag)
{
	uint8_t *data;
	size_t size;
	const enum bef_status status =
		bef_assemble_text(program, sizeof program - 1, "program", &t->allocator, NULL, &data, &size, diag);
	bef_assemble_free(&t->allocator, data, size);
	return status;
}
static enum bef_status job_assemble(struct trial *t, struct bef_diag *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module;
	uint8_t *data;
	size_t size;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	if (mlirbc_parse(context, program, sizeof program - 1, &options, &module, NULL) != MLIRBC_OK)
		abort();
	const enum bef_status status = bef_assemble(module, &t->allocator, NULL, &data, &size, diag);
	bef_assemble_free(&t->allocator, data, size);
	mlirbc_context_destroy(context);
	return status;
}
static enum bef_status job_disassemble(struct trial *t, struct bef_diag *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(&t->memory);
	struct mlirbc_module *module;
	no_creation = !context;
	const enum bef_status status =
		context ? bef_disassemble(file, file_size, context, &t->allocator, &module, diag) : BEF_E_NOMEM;
	mlirbc_context_destroy(context);
	return status;
}
static enum bef_status job_disassemble_text(struct trial *t, struct bef_diag *diag)
{
	return bef_disassemble_text(file, file_size, &t->allocator, NULL, discard, NULL, diag);
}
static enum bef_status job_verify(struct trial *t, struct bef_diag *diag)
{
	struct bef_reader reader;
	const enum bef_status status = bef_reader_open(model_file, model_file_size, &reader, diag);
	return status == BEF_OK ? bef_reader_verify(&reader, &t->allocator, diag) : status;
}
static enum bef_status job_dump(struct trial *t, struct bef_diag *diag)
{
	const struct bef_dump_options options = { .size = sizeof options, .allocator = &t->allocator };
	struct bef_reader reader;
	const enum bef_status status = bef_reader_open(model_file, model_file_size, &reader, diag);
	return status == BEF_OK ? bef_dump(&reader, &options, discard, NULL, diag) : status;
}

/* ---- running them */

/* True when the call succeeded. */
static bool run(const char *name, enum bef_status (*job)(struct trial *t, struct bef_diag *diag), size_t left, size_t limit)
{
	struct trial t = { .supply = { .left = left }, .limit = limit };
	struct bef_diag diag = BEF_DIAG_INIT;
	const int before = check_failures;
	t.allocator = (struct bef_allocator){ alloc_some, NULL, free_some, &t.supply };
	t.memory = (struct mlirbc_allocator){ alloc_some, NULL, free_some, &t.supply };
	no_creation = false;
	const enum bef_status status = job(&t, &diag);
	CHECK(status == BEF_OK || status == (limit ? BEF_E_LIMIT : BEF_E_NOMEM));
	if (!no_creation) {
		CHECK_INT(diag.status, status);
		CHECK((diag.message[0] != 0) == (status != BEF_OK));
	}
	CHECK_INT(t.supply.open, 0);
	if (check_failures != before)
		printf("# %s with %zu allocations, %zu bytes: %s: %s\n", name, left, limit, bef_status_name(status), diag.message);
	return status == BEF_OK || check_failures != before;
}

#define JOB(name) \
	static void name(void) \
	{ \
		size_t left = 0, limit = 8; \
		while (!run(#name, job_##name, left, 0)) \
			left++; \
		while (!run(#name, job_##name, SIZE_MAX, limit)) \
			limit += 8 + limit / 256 * 8; \
	}
JOB(source_open) JOB(source_assemble) JOB(stablehlo_assemble) JOB(stablehlo_lower) JOB(signatures) JOB(assemble_text) JOB(assemble)
JOB(disassemble) JOB(disassemble_text) JOB(verify) JOB(dump)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(source_open), CHECK_CASE(source_assemble), CHECK_CASE(stablehlo_assemble),
		CHECK_CASE(stablehlo_lower), CHECK_CASE(signatures), CHECK_CASE(assemble_text), CHECK_CASE(assemble), CHECK_CASE(disassemble),
		CHECK_CASE(disassemble_text), CHECK_CASE(verify), CHECK_CASE(dump) };
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_stablehlo_assemble(model, sizeof model - 1, NULL, NULL, NULL, &model_file, &model_file_size, &diag) != BEF_OK ||
		bef_assemble_text(program, sizeof program - 1, NULL, NULL, NULL, &file, &file_size, &diag) != BEF_OK) {
		printf("# %s\n", diag.message);
		return 3;
	}
	const int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	bef_assemble_free(NULL, file, file_size);
	bef_assemble_free(NULL, model_file, model_file_size);
	return code;
}
