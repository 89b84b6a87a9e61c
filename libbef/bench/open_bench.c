/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opening models of 100,000 operations, from text and as BEF files, first openings in new processes, and the memory of calls. A unit is a
 * model; BENCH_ONLY selects one of the lines. */
#define BENCH_BATCHES 7
#include <bench.h>
#include <bef/model.h>
#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <unistd.h>

enum { OPERATIONS = 100000, ROOM = 160, SHAPES = 4, FIRST_LINE = 400 };

struct work {
	const struct kernels_registry *registry;
	const void *data;
	size_t size;
	struct bef_model_options options;
};

static struct bef_model *open_model(const struct work *work)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	if (bef_model_open(work->data, work->size, NULL, work->registry, &work->options, &model, &diag) == BEF_OK)
		return model;
	fprintf(stderr, "%s\n", diag.message);
	exit(1);
}

static void open_and_close(void *ctx, uint64_t n)
{
	while (n--)
		bef_model_close(open_model(ctx));
}

/* ---- programs */

static const char *const shapes[SHAPES] = { "8x8xf32", "4x9xf32", "5x7xf32", "64xf32" };

/* One operation: operands are earlier ones by number, or -1: the argument. */
struct operation {
	const char *name;
	int left, right;
	int shape; /* -1: a number */
};

/* All in one chain of numbers, which becomes one expression. */
static struct operation number(int i)
{
	static const char *const names[] = { "add", "multiply", "maximum" };
	return (struct operation){ names[i % 3], i - 1, -1, -1 };
}

/* A chain of matrices in which every fourth operation is a product, or every second. */
static struct operation matrix(int i, int step)
{
	struct operation operation = number(i);
	operation.shape = 0;
	if (i % step == step - 1)
		operation.name = "dot_general";
	return operation;
}
static struct operation fourth_product(int i) { return matrix(i, 4); }
static struct operation second_product(int i) { return matrix(i, 2); }

/* Products and sums in turn. Two sums use each product, so that none is a part of its kernel. */
static struct operation apart(int i)
{
	if (i % 2 == 0)
		return (struct operation){ "dot_general", i - 1, -1, 0 };
	return (struct operation){ "add", i - 1, i - 3 < 0 ? -1 : i - 3, 0 };
}

/* Sums of an earlier value and one of the last eight values of one of four shapes; some have no uses. */
static struct operation any_shape(int i)
{
	static uint32_t random;
	static int values[SHAPES][OPERATIONS], count[SHAPES];
	if (i == 0) {
		random = 1;
		memset(count, 0, sizeof count);
	}
	uint32_t numbers[3];
	for (int k = 0; k < 3; k++)
		numbers[k] = (random = random * 1664525 + 1013904223) >> 8;
	const int shape = (int)(numbers[0] % SHAPES), known = count[shape], near = known < 8 ? known : 8;
	struct operation operation = { "add", -1, -1, shape };
	if (known > 0) {
		operation.left = values[shape][known - 1 - (int)(numbers[1] % (uint32_t)near)];
		operation.right = values[shape][numbers[2] % (uint32_t)known];
	}
	values[shape][count[shape]++] = i;
	return operation;
}

static const struct program {
	const char *name;
	struct operation (*operation)(int i);
	int arguments;
} programs[] = { { "scalars", number, 1 }, { "matrices", fourth_product, 1 }, { "products", second_product, 1 }, { "apart", apart, 1 },
	{ "shapes", any_shape, SHAPES } };

static const char *put_name(char name[24], int value, int shape)
{
	if (value < 0)
		sprintf(name, "%%x%d", shape < 0 ? 0 : shape);
	else
		sprintf(name, "%%%d", value);
	return name;
}

static char *put_operation(char *at, int number, const struct operation *operation)
{
	const char *type = operation->shape < 0 ? "f32" : shapes[operation->shape];
	char left[24], right[24];
	at += sprintf(at, "  %%%d = stablehlo.%s %s, %s", number, operation->name, put_name(left, operation->left, operation->shape),
		put_name(right, operation->right, operation->shape));
	if (strcmp(operation->name, "dot_general") == 0)
		return at + sprintf(at, ", contracting_dims = [1] x [0] : (tensor<%s>, tensor<%s>) -> tensor<%s>\n", type, type, type);
	return at + sprintf(at, " : tensor<%s>\n", type);
}

/* Returns a list of the types of the values, separated by ", "; `names` with "%x0: " in front of each. */
static void put_types(char out[FIRST_LINE], const struct program *program, bool scalar, bool names)
{
	char *at = out;
	for (int i = 0; i < program->arguments; i++) {
		at += sprintf(at, "%s", i ? ", " : "");
		if (names)
			at += sprintf(at, "%%x%d: ", i);
		at += sprintf(at, "tensor<%s>", scalar ? "f32" : shapes[i]);
	}
}

/* The results are the last values of each shape. */
static char *make_source(const struct program *program)
{
	char *text = malloc((size_t)OPERATIONS * ROOM + 2 * FIRST_LINE), *at = text, arguments[FIRST_LINE], results[FIRST_LINE];
	int last[SHAPES] = { -1, -1, -1, -1 };
	if (!text)
		exit(1);
	const bool scalar = program->operation == number;
	put_types(arguments, program, scalar, true);
	put_types(results, program, scalar, false);
	at += sprintf(at, "func.func @main(%s) -> (%s) {\n", arguments, results);
	for (int i = 0; i < OPERATIONS; i++) {
		const struct operation operation = program->operation(i);
		last[scalar ? 0 : operation.shape] = i;
		at = put_operation(at, i, &operation);
	}
	at += sprintf(at, "  return ");
	for (int i = 0; i < program->arguments; i++) {
		char name[24];
		at += sprintf(at, "%s%s", i ? ", " : "", put_name(name, last[i], i));
	}
	sprintf(at, " : %s\n}\n", results);
	return text;
}

/* Bytes of the open model, and of a call beside it. */
static void show_memory(const char *name, struct work *work, float *numbers)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_host host = *work->options.host;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct work counted = *work;
	host.allocator = counting;
	counted.options.host = &host;
	struct bef_model *model = open_model(&counted);
	const struct bef_stablehlo_function *main_function = bef_model_find(model, "main");
	struct bef_model_tensor x = { .dtype = KERNELS_F32, .rank = main_function->arguments[0].rank, .dims = { 8, 8 }, .data = numbers };
	struct bef_model_tensor result = { .data = NULL };
	x.size = x.rank ? 256 : 4;
	const uint64_t open = async_allocator_stats(counting).live_bytes;
	if (bef_model_run(model, main_function, &x, 1, &result, 1, NULL, &diag) != BEF_OK)
		exit(1);
	const uint64_t total = async_allocator_stats(counting).total_bytes;
	bef_model_tensor_release(&result);
	if (bef_model_run(model, main_function, &x, 1, &result, 1, NULL, &diag) != BEF_OK)
		exit(1);
	printf("{\"lib\": \"model-memory\", \"name\": \"%s\", \"open_bytes\": %llu, \"call_bytes\": %llu}\n", name, (unsigned long long)open,
		(unsigned long long)(async_allocator_stats(counting).total_bytes - total));
	bef_model_tensor_release(&result);
	bef_model_close(model);
	async_allocator_destroy(counting);
}

/* The first opening in a new process, which this program begins with a file as its argument: a file in the page cache, which nobody changes. */
static int open_first(const char *path, struct work *work)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	work->options.mapped = true;
	const double begin = bench_cpu();
	if (bef_model_open_path(path, work->registry, &work->options, &model, &diag) != BEF_OK) {
		fprintf(stderr, "%s\n", diag.message);
		return 1;
	}
	printf("%.0f\n", bench_cpu() - begin);
	bef_model_close(model);
	return 0;
}

/* The least processor time of some processes. */
static void show_first(const char *self, const char *name, const void *bef, size_t size)
{
	enum { PROCESSES = 5 };
	char path[] = "/tmp/bef_open_XXXXXX", command[4200];
	double least = 0;
	const int file = mkstemp(path);
	if (file < 0 || write(file, bef, size) != (ssize_t)size)
		exit(1);
	close(file);
	snprintf(command, sizeof command, "'%s' %s", self, path);
	for (int i = 0; i < PROCESSES; i++) {
		double ns = 0;
		FILE *out = popen(command, "r");
		if (!out || fscanf(out, "%lf", &ns) != 1 || pclose(out) != 0)
			exit(1);
		least = least == 0 || ns < least ? ns : least;
	}
	unlink(path);
	printf("{\"lib\": \"model-open\", \"name\": \"%s_first\", \"cpu_ns\": %.0f}\n", name, least);
}

static void measure(const char *self, struct work *work, const struct program *program, float *numbers)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	char *text = make_source(program), name[40];
	uint8_t *bef;
	size_t size;
	work->data = text;
	work->size = strlen(text);
	snprintf(name, sizeof name, "%s_text", program->name);
	bench_run("model-open", name, 1, open_and_close, work);
	if (bef_stablehlo_assemble(text, work->size, "bench", NULL, NULL, &bef, &size, &diag) != BEF_OK)
		exit(1);
	work->data = bef;
	work->size = size;
	snprintf(name, sizeof name, "%s_bef", program->name);
	bench_run("model-open", name, 1, open_and_close, work);
	if (!getenv("BENCH_ONLY") && !getenv("BENCH_ONCE"))
		show_first(self, program->name, bef, size);
	if (program->arguments == 1)
		show_memory(program->name, work, numbers);
	bef_assemble_free(NULL, bef, size);
	free(text);
}

int main(int count, char **arguments)
{
	static float numbers[64];
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct async_host host = ASYNC_HOST_INIT;
	host.queue = async_queue_create_single(NULL);
	struct work work = { .registry = registry, .options = { .size = sizeof work.options, .host = &host } };
	if (!registry || !host.queue || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 1;
	int failed = count > 1 ? open_first(arguments[1], &work) : 0;
	for (size_t i = 0; count < 2 && i < sizeof programs / sizeof *programs; i++)
		measure(arguments[0], &work, &programs[i], numbers);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return failed;
}
