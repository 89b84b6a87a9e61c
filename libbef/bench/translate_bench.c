/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR to BEF and back: a chain of 100,000 additions, from text and from IR. Figures are per op. */
#include <bench.h>
#include <bef/translate.h>
#include <mlirbc/parse.h>
#include <stdbool.h>

#define OPS 100000

struct text {
	char *data;
	size_t size;
};

/* func.func @chain() { %v0 = 1; %v1 = %v0 + %c; ... } */
static struct text make_chain(void)
{
	struct text text = { malloc((size_t)OPS * 64), 0 };
	if (!text.data)
		abort();
	text.size = (size_t)sprintf(text.data, "func.func @chain() -> i32 {\n  %%c = tfrt.constant.i32 1\n"
					       "  %%v0 = tfrt.constant.i32 1\n");
	for (int i = 1; i < OPS - 1; i++)
		text.size += (size_t)sprintf(text.data + text.size, "  %%v%d = tfrt.add.i32 %%v%d, %%c\n", i, i - 1);
	text.size += (size_t)sprintf(text.data + text.size, "  tfrt.return %%v%d : i32\n}\n", OPS - 2);
	return text;
}

static void must(int status)
{
	if (status != 0)
		abort();
}

static void from_text(void *ctx, uint64_t n)
{
	const struct text *text = ctx;
	uint8_t *data;
	size_t size;
	while (n--) {
		must((int)bef_assemble_text(text->data, text->size, "chain.mlir", NULL, NULL, &data, &size, NULL));
		bef_assemble_free(NULL, data, size);
	}
}

static struct mlirbc_module *parse(struct mlirbc_context *context, const struct text *text)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "chain.mlir" };
	struct mlirbc_module *module;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	must((int)mlirbc_parse(context, text->data, text->size, &options, &module, NULL));
	return module;
}

static void only_parse(void *ctx, uint64_t n)
{
	while (n--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		(void)parse(context, ctx);
		mlirbc_context_destroy(context);
	}
}

static void from_module(void *ctx, uint64_t n)
{
	uint8_t *data;
	size_t size;
	while (n--) {
		must((int)bef_assemble(ctx, NULL, NULL, &data, &size, NULL));
		bef_assemble_free(NULL, data, size);
	}
}

struct file {
	uint8_t *data;
	size_t size;
};

static bool count_text(void *ctx, const char *data, size_t size)
{
	(void)data;
	*(size_t *)ctx += size;
	return true;
}

static void to_text(void *ctx, uint64_t n)
{
	const struct file *file = ctx;
	size_t size = 0;
	while (n--)
		must((int)bef_disassemble_text(file->data, file->size, NULL, NULL, count_text, &size, NULL));
}

int main(void)
{
	struct text text = make_chain();
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	bench_run("bef-mlir", "assemble_chain100k", OPS, from_text, &text);
	bench_run("bef-mlir", "assemble_chain100k_parse", OPS, only_parse, &text);
	bench_run("bef-mlir", "assemble_chain100k_module", OPS, from_module, parse(context, &text));
	struct file file;
	must((int)bef_assemble_text(text.data, text.size, "chain.mlir", NULL, NULL, &file.data, &file.size, NULL));
	bench_run("bef-mlir", "disassemble_chain100k", OPS, to_text, &file);
	bef_assemble_free(NULL, file.data, file.size);
	mlirbc_context_destroy(context);
	free(text.data);
	return 0;
}
