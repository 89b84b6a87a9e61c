/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens and verifies a file of a thousand dependent kernels, and writes one of a hundred thousand. The file is
 * chain1000.bef of $BEFKIT_BENCH, or of the folder configured in the build; if it is missing, the writer creates one
 * of the same form. */
#include <bef/reader.h>
#include <bef/writer.h>
#include <bench.h>

struct chain {
	size_t length;
	struct bef_writer_kernel *kernels;
	uint32_t *registers, *arguments, *users, *use_counts, *types;
	const uint32_t **lists;
	size_t *user_counts;
};

struct file {
	uint8_t *data;
	size_t size;
};

static void require(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "format_bench: %s failed\n", what);
	exit(1);
}

/* %0 = constant, then %i = add %(i - 1), %0. */
static void make_chain(struct chain *c, size_t length)
{
	size_t n = length + 1;
	c->length = length;
	c->kernels = calloc(n, sizeof *c->kernels);
	c->registers = calloc(n, sizeof *c->registers);
	c->arguments = calloc(2 * n, sizeof *c->arguments);
	c->users = calloc(2 * n, sizeof *c->users);
	c->use_counts = calloc(n, sizeof *c->use_counts);
	c->types = calloc(n, sizeof *c->types);
	c->lists = calloc(n, sizeof *c->lists);
	c->user_counts = calloc(n, sizeof *c->user_counts);
	require(c->kernels && c->registers && c->arguments && c->users && c->use_counts && c->types && c->lists &&
		c->user_counts, "memory");
	for (size_t i = 0; i < n; i++) {
		c->registers[i] = (uint32_t)i;
		c->arguments[2 * i] = (uint32_t)(i > 0 ? i - 1 : 0);
		c->use_counts[i] = 1;
		c->user_counts[i] = i > 0 && i < length;
		c->users[n + i] = (uint32_t)i + 2;
		c->lists[i] = c->users + n + i;
	}
	/* Every addition uses the constant, the first one twice; the last user comes first. */
	for (size_t i = 0; i < length; i++)
		c->users[i] = (uint32_t)(length + 1 - i);
	c->users[length] = 2;
	c->lists[0] = c->users;
	c->user_counts[0] = length + 1;
	c->use_counts[0] = (uint32_t)length + 1;
}

static void free_chain(struct chain *c)
{
	free(c->kernels);
	free(c->registers);
	free(c->arguments);
	free(c->users);
	free(c->use_counts);
	free(c->types);
	free(c->lists);
	free(c->user_counts);
}

static struct file write_chain(const struct chain *c)
{
	static const uint8_t one[] = { 1, 0, 0, 0 };
	static const char *const name = "value";
	static const uint32_t i32[] = { 0 };
	const struct bef_function_type type = { NULL, i32, 0, 1 };
	const uint32_t result = (uint32_t)c->length;
	struct bef_writer_body body = { .register_types = c->types, .use_counts = c->use_counts, .kernels = c->kernels,
		.register_count = c->length + 1, .kernel_count = c->length + 1, .results = &result, .result_count = 1 };
	struct bef_writer *w = bef_writer_create(NULL, NULL);
	struct file file = { NULL, 0 };
	uint32_t attribute, n;
	require(w && !bef_writer_type(w, "i32", 3, &n) && !bef_writer_scalar(w, BEF_DTYPE_I32, one, &attribute) &&
		!bef_writer_attribute_type(w, attribute, BEF_DTYPE_I32), "tables");
	require(!bef_writer_function(w, BEF_FUNCTION_ASYNC, "chain", 5, &type, &n), "function");
	require(!bef_writer_location_file(w, "chain.mlir", 10, 1, 1, &body.location), "location");
	for (size_t i = 0; i <= c->length; i++) {
		struct bef_writer_kernel *k = &c->kernels[i];
		*k = (struct bef_writer_kernel){ .results = &c->registers[i],
			.result_count = 1,
			.users = &c->lists[i],
			.user_counts = &c->user_counts[i],
			.arguments = &c->arguments[2 * i],
			.argument_count = i > 0 ? 2 : 0 };
		if (i == 0) {
			k->attributes = &attribute;
			k->attribute_count = 1;
			k->attribute_names = &name;
		}
		require(!bef_writer_kernel_name(w, i > 0 ? "tfrt.add.i32" : "tfrt.constant.i32", i > 0 ? 12 : 17,
				&k->code),
			"name");
		require(!bef_writer_location_file(w, "chain.mlir", 10, i + 2, 8, &k->location), "location");
	}
	require(!bef_writer_body(w, &body, NULL) && !bef_writer_finish(w, &file.data, &file.size, NULL), "writing");
	bef_writer_destroy(w); /* the bytes come from malloc(), as no allocator was given */
	return file;
}

static struct file load(void)
{
	const char *folder = getenv("BEFKIT_BENCH");
	char path[1024];
	struct file file = { NULL, 0 };
	snprintf(path, sizeof path, "%s/chain1000.bef", folder ? folder : BENCH);
	FILE *f = fopen(path, "rb");
	if (!f) {
		struct chain chain;
		make_chain(&chain, 1000);
		file = write_chain(&chain);
		free_chain(&chain);
		return file;
	}
	fseek(f, 0, SEEK_END);
	file.size = (size_t)ftell(f);
	rewind(f);
	file.data = malloc(file.size);
	require(file.data && fread(file.data, 1, file.size, f) == file.size, "reading chain1000.bef");
	fclose(f);
	return file;
}

static void open_file(void *ctx, uint64_t n)
{
	const struct file *file = ctx;
	struct bef_reader reader;
	while (n--)
		require(bef_reader_open(file->data, file->size, &reader, NULL) == BEF_OK, "open");
}

static void verify_file(void *ctx, uint64_t n)
{
	const struct file *file = ctx;
	struct bef_reader reader;
	require(bef_reader_open(file->data, file->size, &reader, NULL) == BEF_OK, "open");
	while (n--)
		require(bef_reader_verify(&reader, NULL, NULL) == BEF_OK, "verify");
}

static void write_file(void *ctx, uint64_t n)
{
	while (n--) {
		struct file file = write_chain(ctx);
		free(file.data);
	}
}

int main(void)
{
	struct file file = load();
	bench_run("bef-format", "open_chain1000", 1, open_file, &file);
	bench_run("bef-format", "verify_chain1000", 1, verify_file, &file);
	free(file.data);
	struct chain chain;
	make_chain(&chain, 100000);
	bench_run("bef-format", "write_kernel_of_chain100000", 100001, write_file, &chain);
	file = write_chain(&chain);
	verify_file(&file, 1);
	free(file.data);
	free_chain(&chain);
	return 0;
}
