/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors on a device: tensors_test DEVICE. */
#include "world.h"

#include <check.h>
#include <pthread.h>
#include <string.h>

static const char *device;

static char printed[256];
static pthread_mutex_t print_lock = PTHREAD_MUTEX_INITIALIZER;

static void print(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	pthread_mutex_lock(&print_lock);
	const size_t used = strlen(printed);
	snprintf(printed + used, sizeof printed - used, "%.*s", (int)size, text);
	pthread_mutex_unlock(&print_lock);
}

/* Runs the graph. Returns the message if it fails, "" otherwise. */
static const char *run(const char *text, unsigned threads)
{
	static char message[2048];
	struct world w;
	message[0] = printed[0] = '\0';
	if (CHECK(world_open(&w, device, threads, text))) {
		w.host.print = print;
		struct async_value *result = world_run(&w);
		CHECK_INT(w.report_count, !result || async_value_is_error(result));
		memcpy(message, w.reports, sizeof message);
		async_value_release(result);
	}
	CHECK(world_close(&w));
	return message;
}

#define SHAPE(name, dims) name " = \"ts.build_shape\"() {value = [" dims "]} : () -> !ts.shape\n"
#define MAKE(name, type, buffer, shape) \
	name " = \"tfrt_gpu.tensor.make." type "\"(" buffer ", " shape ", %ch) : (!tfrt_gpu.buffer, !ts.shape, !tfrt.chain) -> " \
	"!tfrt_gpu.tensor\n"
#define PRINT(chain, tensor, after) \
	chain " = \"tfrt_gpu.tensor.print_metadata\"(" tensor ", " after ") : (!tfrt_gpu.tensor, !tfrt.chain) -> !tfrt.chain\n"
#define MADE(type, size, dims) \
	BEGIN I64("%n", size) ALLOCATE("%b", "%n") SHAPE("%z", dims) MAKE("%t", type, "%b", "%z") PRINT("%c", "%t", "%ch") \
		RETURN("%c", "!tfrt.chain")

/* The text up to the pointer, and the text behind it. */
static void expect_printed(const char *head, unsigned threads, const char *text)
{
	const size_t size = strlen(head);
	char tail[64];
	CHECK_STR(run(text, threads), "");
	const int name = (int)strcspn(device, ":");
	snprintf(tail, sizeof tail, " (%.*s)>\n", name, device);
	if (!CHECK(strncmp(printed, head, size) == 0 && strlen(printed) > size + strlen(tail) &&
		    strcmp(printed + strlen(printed) - strlen(tail), tail) == 0))
		printf("# %s", printed);
}

static void metadata(void)
{
	expect_printed("DenseGpuTensor<dtype=f64, shape=[2, 4], pointer=0x", 0, MADE("f64", "64", "2 : i64, 4 : i64"));
	expect_printed("DenseGpuTensor<dtype=i8, shape=[64], pointer=0x", 1, MADE("i8", "64", "64 : i64"));
	expect_printed("DenseGpuTensor<dtype=i32, shape=[4, 1, 4], pointer=0x", 2, MADE("i32", "64", "4 : i64, 1 : i64, 4 : i64"));
	expect_printed("DenseGpuTensor<dtype=i64, shape=[8], pointer=0x", 0, MADE("i64", "64", "8 : i64"));
	expect_printed("DenseGpuTensor<dtype=f32, shape=[], pointer=0x", 0, MADE("f32", "4", ""));
}

/* The tensor is used after all other references to the buffer have ended, and in several places. */
static void tensors_keep_buffers(void)
{
	static const char text[] = BEGIN I64("%n", "256") ALLOCATE("%b", "%n")
		"%o = \"tfrt.constant.ui64\"() {value = 128 : ui64} : () -> ui64\n"
		"%v = \"tfrt_gpu.mem.view\"(%b, %o, %o) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n" SHAPE("%z", "32 : i64")
		MAKE("%t", "f32", "%v", "%z") "%c0 = \"tfrt_gpu.stream.synchronize\"(%s, %ch) : (!tfrt_gpu.stream, !tfrt.chain) -> "
		"!tfrt.chain\n%u = \"tfrt_gpu.alias\"(%t, %c0) : (!tfrt_gpu.tensor, !tfrt.chain) -> !tfrt_gpu.tensor\n"
		PRINT("%c1", "%u", "%ch") PRINT("%c2", "%t", "%c1") RETURN("%c2", "!tfrt.chain");
	for (unsigned threads = 0; threads < 3; threads++) {
		CHECK_STR(run(text, threads), "");
		const char *second = strchr(printed, '\n');
		const size_t line = second ? (size_t)(second + 1 - printed) : 0;
		CHECK(line > 0 && strlen(printed) == 2 * line && memcmp(printed, printed + line, line) == 0);
	}
}

static void expect_error(const char *text, const char *words)
{
	const char *message = run(text, 0);
	if (!strstr(message, words))
		CHECK_STR(message, words);
	CHECK_STR(printed, "");
}

static void wrong_shapes(void)
{
	expect_error(MADE("i32", "64", "5 : i64, 4 : i64"),
		"tfrt_gpu.tensor.make failed: buffer_size (64) is not equal to the number of elements in shape ([5, 4]) times "
		"element size (4)");
	expect_error(MADE("f64", "64", "0 : i64"), "elements in shape ([0]) times element size (8)");
	/* 2^61 + 2 elements of 8 bytes are 16 bytes if the product wraps */
	expect_error(MADE("f64", "16", "2305843009213693954 : i64"), "shape ([2305843009213693954]) times element size (8)");
	expect_error(MADE("f64", "0", "4294967296 : i64, 4294967296 : i64"), "no tensor has this shape");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(metadata), CHECK_CASE(tensors_keep_buffers),
		CHECK_CASE(wrong_shapes) };
	return world_main(argc, argv, &device, cases, sizeof cases / sizeof *cases);
}
