/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR to BEF and back: a chain of 100,000 additions; a figure is the time for the whole program. The peers are
 * processes of TFRT's converter, 0.44 s (169 MiB) and 0.29 s. The `_process` figures are those of a process that
 * does nothing else, with its peak memory. */
#include <bef/translate.h>
#include <bench.h>
#include <malloc.h>
#include <mlirbc/parse.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* ---- in a separate process */

static struct file load(const char *path)
{
	struct file file = { NULL, 0 };
	FILE *f = fopen(path, "rb");
	if (!f || fseek(f, 0, SEEK_END) != 0)
		abort();
	file.size = (size_t)ftell(f);
	rewind(f);
	file.data = malloc(file.size);
	if (!file.data || fread(file.data, 1, file.size, f) != file.size)
		abort();
	fclose(f);
	return file;
}

/* Like `bef assemble` and `bef disassemble`; the bytes are discarded. */
static int convert(const char *what, const char *path)
{
	(void)mallopt(M_MMAP_THRESHOLD, 128 * 1024);
	struct file in = load(path), out;
	size_t size = 0;
	if (strcmp(what, "assemble") == 0)
		must((int)bef_assemble_text(
			(const char *)in.data, in.size, "chain.mlir", NULL, NULL, &out.data, &out.size, NULL));
	else
		must((int)bef_disassemble_text(in.data, in.size, NULL, NULL, count_text, &size, NULL));
	return 0;
}

static void in_process(const char *self, const char *name, const char *what, const struct file *input, double peer)
{
	char path[] = "/tmp/bef-bench-XXXXXX";
	double sample[BENCH_BATCHES];
	long kib = 0;
	int fd = mkstemp(path);
	if (fd < 0 || write(fd, input->data, input->size) != (ssize_t)input->size)
		abort();
	close(fd);
	for (int i = 0; i < BENCH_BATCHES; i++) {
		struct rusage usage;
		int status = 1;
		double start = bench_now();
		pid_t child = fork();
		if (child == 0) {
			execl(self, self, what, path, (char *)NULL);
			_exit(1);
		}
		if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
			abort();
		sample[i] = bench_now() - start;
		kib = usage.ru_maxrss > kib ? usage.ru_maxrss : kib;
	}
	unlink(path);
	qsort(sample, BENCH_BATCHES, sizeof *sample, bench_compare);
	printf("{\"lib\": \"bef-mlir\", \"name\": \"%s\", \"ns\": %.0f, \"min_ns\": %.0f, \"max_ns\": %.0f, "
	       "\"peak_kib\": %ld, \"peer_ns\": %.0f}\n",
		name, sample[BENCH_BATCHES / 2], sample[0], sample[BENCH_BATCHES - 1], kib, peer);
}

int main(int argc, char **argv)
{
	if (argc == 3)
		return convert(argv[1], argv[2]);
	const double assembling = 0.44e9, disassembling = 0.29e9;
	struct text text = make_chain();
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct file file;
	must((int)bef_assemble_text(text.data, text.size, "chain.mlir", NULL, NULL, &file.data, &file.size, NULL));
	if (!getenv("BENCH_ONCE") && !getenv("BENCH_ONLY")) {
		in_process(argv[0], "assemble_100k_process", "assemble",
			&(struct file){ (uint8_t *)text.data, text.size }, assembling);
		in_process(argv[0], "disassemble_100k_process", "disassemble", &file, disassembling);
	}
	bench_run_beside("bef-mlir", "assemble_100k", 1, from_text, &text, assembling);
	bench_run("bef-mlir", "assemble_100k_parse", 1, only_parse, &text);
	bench_run("bef-mlir", "assemble_100k_module", 1, from_module, parse(context, &text));
	bench_run_beside("bef-mlir", "disassemble_100k", 1, to_text, &file, disassembling);
	bef_assemble_free(NULL, file.data, file.size);
	mlirbc_context_destroy(context);
	free(text.data);
	return 0;
}
