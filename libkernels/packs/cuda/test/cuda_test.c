/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "cuda" on the fake libcuda that KERNELS_CUDA names, and real_device() on a GPU. */
#include "check.h"
#include "fake_cuda.h"
#include <async/async.h>
#include <dlfcn.h>
#include <kernels/device.h>
#include <kernels/kernels.h>
#include <kernels/pack_cuda.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#ifdef HAVE_SYCLBIN
#include <syclbin/syclbin.h>
#endif

enum { COUNT = 1000 };
static const char fake_ptx[] = ".version 7.0 // vadd add_number local boom boom_now";

static struct {
	int (*alive)(void), (*violations)(void), (*depth)(void), (*calls)(void);
	void (*fail_call)(int n), (*kill)(int result), (*hold)(bool hold);
} fake;

static const struct kernels_device_driver *driver;
static struct kernels_registry *registry;
static struct async_queue *queue;
static struct kernels_device_context *context;
static struct kernels_device_stream *stream;
static struct kernels_device_program *program;
static struct kernels_device_error error;

/* ---- signals that a thread waits for */

struct waiter {
	struct kernels_device_signal signal; /* first */
	pthread_mutex_t lock;
	pthread_cond_t changed;
	unsigned calls;
	int32_t number;
};

static void done(struct kernels_device_signal *self, int32_t number)
{
	struct waiter *w = (struct waiter *)self;
	pthread_mutex_lock(&w->lock);
	w->calls++;
	w->number = number;
	pthread_cond_signal(&w->changed);
	pthread_mutex_unlock(&w->lock);
}

static void prepare(struct waiter *w)
{
	*w = (struct waiter){ .signal = { done }, .number = -1 };
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->changed, NULL);
}

static int32_t await(struct waiter *w)
{
	pthread_mutex_lock(&w->lock);
	while (w->calls == 0)
		pthread_cond_wait(&w->changed, &w->lock);
	CHECK_INT(w->calls, 1);
	pthread_mutex_unlock(&w->lock);
	pthread_mutex_destroy(&w->lock);
	pthread_cond_destroy(&w->changed);
	return w->number;
}

/* ---- a context with a stream and a program */

static void add_pack(void)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	registry = kernels_registry_create(NULL);
	CHECK_INT(kernels_registry_add(registry, kernels_pack_cuda(), &diag), KERNELS_OK);
	driver = kernels_device_driver_find("cuda", 4);
}

static bool open_device(const struct async_allocator *allocator, const void *code, size_t size)
{
	struct kernels_device_code source = { .size = sizeof source, .bytes = code, .byte_count = size, .name = "test" };
	uint32_t count;
	error.text[0] = '\0';
	queue = async_queue_create_threads(NULL, &(struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = 2 });
	if (!driver->open(&count, &error))
		return false;
	context = kernels_device_context_open((struct kernels_device){ driver, 0 }, false, allocator, &error);
	stream = context ? driver->stream_create(context, queue, &error) : NULL;
	program = stream ? driver->program_create(context, &source, &error) : NULL;
	return program != NULL;
}

static void release(void *object)
{
	kernels_device_release(object);
}

static void release_device(void)
{
	release(program);
	release(stream);
	release(context);
	program = NULL;
	stream = NULL;
	context = NULL;
}

static void close_device(void)
{
	release_device();
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	queue = NULL;
}

/* Streams of the fake end in their own threads. */
static void check_nothing_is_left(void)
{
	const struct timespec moment = { 0, 1000000 };
	for (unsigned i = 0; fake.alive() > 0 && i < 5000; i++)
		nanosleep(&moment, NULL);
	CHECK_INT(fake.alive(), 0);
	CHECK_INT(fake.violations(), 0);
	CHECK_INT(fake.depth(), 0);
}

static struct kernels_device_argument of_buffer(struct kernels_device_buffer *buffer)
{
	return (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer };
}

static struct kernels_device_argument of_bytes(const void *bytes, size_t size)
{
	return (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BYTES, .bytes = bytes, .size = size };
}

static bool launch(struct kernels_device_function *function, size_t global, const struct kernels_device_argument *arguments,
	uint32_t count, struct kernels_device_signal *signal)
{
	const struct kernels_device_launch l = { .size = sizeof l, .function = function, .dimensions = 1, .global = { global },
		.arguments = arguments, .argument_count = count, .signal = signal };
	return driver->launch(stream, &l, &error);
}

/* Adds b to a COUNT times by chained launches, and reads the sum. False, with the error, if a call fails; what was signalled
 * has then been waited for. */
static bool scenario(const struct async_allocator *allocator)
{
	int32_t values[COUNT], result[COUNT] = { 0 };
	struct kernels_device_buffer *a = NULL, *b = NULL;
	struct kernels_device_function *vadd = NULL;
	struct waiter written, read;
	bool good = open_device(allocator, fake_ptx, sizeof fake_ptx - 1), copied = false;
	for (int i = 0; i < COUNT; i++)
		values[i] = i;
	good = good && (vadd = driver->function_create(program, "vadd", &error)) != NULL;
	good = good && (a = driver->buffer_create(context, sizeof values, false, &error)) != NULL;
	good = good && (b = driver->buffer_create(context, sizeof values, false, &error)) != NULL;
	prepare(&written);
	prepare(&read);
	if (good && (copied = driver->copy(stream, &(struct kernels_device_place){ .buffer = a },
			     &(struct kernels_device_place){ .host = values }, sizeof values, &written.signal, &error)))
		CHECK_INT(await(&written), 0);
	const int32_t three = 3;
	good = good && copied && driver->fill(stream, b, &three, 4, sizeof values, &error);
	const struct kernels_device_argument arguments[] = { of_buffer(a), of_buffer(b), of_buffer(a) };
	for (int i = 0; good && i < 100; i++)
		good = launch(vadd, COUNT, arguments, 3, NULL);
	release(vadd); /* the commands keep what they use */
	if (good && driver->copy(stream, &(struct kernels_device_place){ .host = result }, &(struct kernels_device_place){ .buffer = a },
			    sizeof result, &read.signal, &error)) {
		CHECK_INT(await(&read), 0);
		for (int i = 0; i < COUNT; i++) {
			if (!CHECK_INT(result[i], i + 300))
				break;
		}
	} else {
		good = false;
	}
	release(a);
	release(b);
	close_device();
	return good;
}

static void chains_of_launches(void)
{
	CHECK(scenario(NULL));
	CHECK_STR(error.text, "");
	check_nothing_is_left();
}

/* The n-th call fails, for all n: an error with its name, nothing left, no hang. */
static void every_call_fails(void)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	int n = 0;
	bool good = false;
	while (!good && n < 1000) {
		fake.fail_call(++n);
		good = scenario(counting);
		if (!good)
			CHECK(strstr(error.text, "CUDA_ERROR_OUT_OF_MEMORY (2)") && error.code == ASYNC_CODE_RESOURCE_EXHAUSTED);
		fake.fail_call(0);
		check_nothing_is_left();
		CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	}
	CHECK(n > 100);
	async_allocator_destroy(counting);
}

static void every_allocation_fails(void)
{
	const struct async_allocator *failing = async_allocator_create_failing(NULL, 0);
	const struct async_allocator *counting = async_allocator_create_counting(failing);
	uint64_t n = 0;
	bool good = false;
	while (!good && n < 1000) {
		async_allocator_fail_nth(failing, ++n);
		good = scenario(counting);
		if (!good)
			CHECK_STR(error.text, "out of memory");
		check_nothing_is_left();
		CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	}
	CHECK(n > 8);
	async_allocator_destroy(counting);
	async_allocator_destroy(failing);
}

static void describes_devices(void)
{
	struct kernels_device device;
	struct kernels_device_info info;
	CHECK(kernels_device_find("cuda:1", 6, &device, &error));
	CHECK_INT(device.index, 1);
	CHECK(driver->describe(1, &info, &error));
	CHECK_STR(info.name, "fake GPU 1");
	CHECK_STR(info.version, "sm_75");
	CHECK_STR(info.driver_version, "CUDA 12.4");
	CHECK(info.units == 3 && info.clock == 1500 && info.kind == KERNELS_DEVICE_GPU && info.memory == 1 << 30);
	CHECK(!kernels_device_find("cuda:2", 6, &device, &error));
}

static void refuses_wrong_launches(void)
{
	CHECK_OR_RETURN(open_device(NULL, fake_ptx, sizeof fake_ptx));
	struct kernels_device_function *f = driver->function_create(program, "add_number", &error);
	struct kernels_device_buffer *a = driver->buffer_create(context, 4096, false, &error);
	CHECK_OR_RETURN(f && a);
	CHECK(f->parameter_count == 2 && f->parameters[1].size == 4);
	const int64_t number = 7;
	struct kernels_device_argument arguments[] = { of_buffer(a), of_bytes(&number, 8) };
	CHECK(!launch(f, 16, arguments, 2, NULL));
	CHECK_STR(error.text, "argument 1 of kernel 'add_number' on cuda:0 (fake GPU 0) has 8 bytes, expected 4");
	CHECK(!launch(f, 16, arguments, 1, NULL));
	CHECK_STR(error.text, "kernel 'add_number' on cuda:0 (fake GPU 0) has 2 parameters, the launch has 1");
	arguments[1].size = 4;
	struct kernels_device_launch l = { .size = sizeof l, .function = f, .dimensions = 2, .global = { 600, 2 }, .group = { 600, 1 },
		.arguments = arguments, .argument_count = 2 };
	CHECK(!driver->launch(stream, &l, &error));
	CHECK_STR(error.text, "launch of 'add_number': groups of 600 work-items, at most 512 are supported");
	l.group[0] = 7;
	CHECK(!driver->launch(stream, &l, &error));
	CHECK_STR(error.text, "launch of 'add_number': 600 work-items in dimension 0, in groups of 7");
	l.group[0] = 6;
	l.offset[1] = 1;
	CHECK(!driver->launch(stream, &l, &error));
	l.offset[1] = 0;
	l.global[1] = 0; /* nothing runs */
	CHECK(driver->launch(stream, &l, &error));
	CHECK(!driver->function_create(program, "missing", &error));
	CHECK_STR(error.text, "the program for cuda:0 (fake GPU 0) has no kernel 'missing': CUDA_ERROR_NOT_FOUND (500)");
	CHECK_INT(error.code, ASYNC_CODE_NOT_FOUND);
	struct kernels_device_buffer *global = driver->program_global(program, "global", &error);
	CHECK(global && global->size == 4);
	release(global);
	CHECK(!driver->program_global(program, "nothing", &error));
	release(f);
	release(a);
	close_device();
	check_nothing_is_left();
}

static void refuses_wrong_code(void)
{
	CHECK(!open_device(NULL, "no PTX", 6));
	CHECK_STR(error.text, "cuModuleLoadDataEx of test on cuda:0 (fake GPU 0): CUDA_ERROR_INVALID_PTX (218): "
			      "line 1: this is not PTX");
	close_device();
	CHECK(!open_device(NULL, "\3\2\43\7more", 8));
	CHECK_STR(error.text, "test for cuda:0 (fake GPU 0): expected PTX, a cubin, a fat binary or a SYCLBIN file with one of them");
	close_device();
	CHECK(!open_device(NULL, "", 0));
	close_device();
	check_nothing_is_left();
}

static void local_memory_and_views(void)
{
	CHECK_OR_RETURN(open_device(NULL, fake_ptx, sizeof fake_ptx));
	struct kernels_device_function *f = driver->function_create(program, "local", &error);
	struct kernels_device_buffer *a = driver->buffer_create(context, 4096, true, &error);
	struct kernels_device_buffer *view = a ? driver->buffer_view(a, 64, 256, &error) : NULL;
	CHECK_OR_RETURN(f && view && view->host == (char *)a->host + 64);
	struct kernels_device_argument arguments[] = { of_buffer(view), { .kind = KERNELS_DEVICE_LOCAL, .size = 20 },
		{ .kind = KERNELS_DEVICE_LOCAL, .size = 100 } };
	struct waiter w;
	prepare(&w);
	CHECK(launch(f, 1, arguments, 3, &w.signal));
	release(a); /* the view keeps it */
	CHECK_INT(await(&w), 0);
	CHECK_INT(((const uint32_t *)view->host)[0], 32); /* the second begins at a multiple of 16 */
	CHECK_INT(((const uint32_t *)view->host)[1], 132);
	release(view);
	release(f);
	close_device();
	check_nothing_is_left();
}

static unsigned released;
static void count_release(void *owner) { *(unsigned *)owner += 1; }

static void wrapped_memory_and_fills(void)
{
	static uint8_t data[64];
	CHECK_OR_RETURN(open_device(NULL, fake_ptx, sizeof fake_ptx));
	struct kernels_device_buffer *wrapped = driver->buffer_wrap(context, data, sizeof data, count_release, &released, &error);
	CHECK_OR_RETURN(wrapped && wrapped->host == data);
	struct kernels_device_buffer *end = driver->buffer_view(wrapped, 32, 32, &error);
	CHECK(driver->fill(stream, wrapped, &(uint8_t){ 7 }, 1, 32, &error));
	CHECK(driver->fill(stream, end, &(uint16_t){ 0x0102 }, 2, 32, &error));
	release(end);
	release(wrapped);
	struct waiter w;
	prepare(&w);
	CHECK(driver->signal(stream, &w.signal, &error));
	CHECK_INT(await(&w), 0);
	CHECK(data[0] == 7 && data[31] == 7 && data[32] == 2 && data[33] == 1 && data[63] == 1);
	close_device();
	CHECK_INT(released, 1);
	check_nothing_is_left();
}

static void events_order_streams(void)
{
	CHECK_OR_RETURN(open_device(NULL, fake_ptx, sizeof fake_ptx));
	struct kernels_device_stream *other = driver->stream_create(context, queue, &error);
	struct kernels_device_event *event = driver->event_create(context, &error);
	struct kernels_device_function *f = driver->function_create(program, "add_number", &error);
	struct kernels_device_buffer *a = driver->buffer_create(context, 4 * COUNT, false, &error);
	CHECK_OR_RETURN(other && event && f && a);
	struct waiter early, late, copied;
	int32_t result[COUNT];
	prepare(&early);
	CHECK(driver->event_signal(event, &early.signal, &error)); /* never recorded: reached */
	CHECK_INT(await(&early), 0);
	CHECK(driver->fill(stream, a, &(uint32_t){ 0 }, 4, 4 * COUNT, &error));
	const struct kernels_device_argument arguments[] = { of_buffer(a), of_bytes(&(int32_t){ 2 }, 4) };
	for (int i = 0; i < 50; i++)
		CHECK(launch(f, COUNT, arguments, 2, NULL));
	CHECK(driver->event_record(event, stream, &error));
	CHECK(driver->stream_wait(other, event, &error));
	prepare(&late);
	prepare(&copied);
	CHECK(driver->event_signal(event, &late.signal, &error));
	CHECK(driver->copy(other, &(struct kernels_device_place){ .host = result }, &(struct kernels_device_place){ .buffer = a },
		sizeof result, &copied.signal, &error));
	CHECK_INT(await(&copied), 0);
	CHECK(result[0] == 100 && result[COUNT - 1] == 100);
	CHECK_INT(await(&late), 0);
	release(event);
	release(other);
	release(f);
	release(a);
	close_device();
	check_nothing_is_left();
}

static void check_lost(const char *last_kernel)
{
	CHECK(!driver->buffer_create(context, 64, false, &error));
	CHECK_INT(error.code, ASYNC_CODE_UNAVAILABLE);
	CHECK_STR(error.text, "cuMemAlloc on cuda:0 (fake GPU 0): the context was lost by CUDA_ERROR_ILLEGAL_ADDRESS (700)");
	driver->explain(context, 700, &error);
	CHECK_STR(error.text, last_kernel);
}

/* A kernel ends the context: signals in flight get its number, by the timer if nothing else calls the driver. The kernel is
 * held until both signals are in the stream: a call after it would fail, and its signal would not be called. */
static void a_lost_context(void)
{
	for (unsigned by_call = 0; by_call < 2; by_call++) {
		CHECK_OR_RETURN(open_device(NULL, fake_ptx, sizeof fake_ptx));
		struct kernels_device_function *f = driver->function_create(program, "boom", &error);
		struct kernels_device_buffer *a = driver->buffer_create(context, 64, false, &error);
		struct waiter first, second;
		prepare(&first);
		prepare(&second);
		fake.hold(true);
		const bool launched = CHECK(launch(f, 1, NULL, 0, &first.signal));
		const bool taken = CHECK(driver->signal(stream, &second.signal, &error));
		fake.hold(false);
		while (by_call && driver->fill(stream, a, "x", 1, 64, &error))
			sched_yield();
		if (launched)
			CHECK_INT(await(&first), 700);
		if (taken)
			CHECK_INT(await(&second), 700);
		check_lost("cuda:0 (fake GPU 0): CUDA_ERROR_ILLEGAL_ADDRESS (700); the kernel launched last is 'boom'");
		release(a);
		release(f);
		close_device();
		fake.kill(0);
		check_nothing_is_left();
	}
}

/* The kernel ends the context before its fence is in the stream: the launch fails, and its signal is not called. */
static void lost_before_the_fence(void)
{
	CHECK_OR_RETURN(open_device(NULL, fake_ptx, sizeof fake_ptx));
	struct kernels_device_function *f = driver->function_create(program, "boom_now", &error);
	struct waiter never;
	prepare(&never);
	CHECK(!launch(f, 1, NULL, 0, &never.signal));
	CHECK_STR(error.text, "cuda:0 (fake GPU 0): CUDA_ERROR_ILLEGAL_ADDRESS (700); the kernel launched last is 'boom_now'");
	check_lost("cuda:0 (fake GPU 0): CUDA_ERROR_ILLEGAL_ADDRESS (700); the kernel launched last is 'boom_now'");
	release(f);
	close_device();
	CHECK_INT(never.calls, 0);
	fake.kill(0);
	check_nothing_is_left();
}

/* Nobody waits for the last commands of a stream: its release does not, and the queue does. The stream begins no command before. */
static void released_streams_end_later(void)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	int32_t values[COUNT] = { 0 };
	CHECK_OR_RETURN(open_device(counting, fake_ptx, sizeof fake_ptx - 1));
	struct kernels_device_function *vadd = driver->function_create(program, "vadd", &error);
	struct kernels_device_buffer *a = driver->buffer_create(context, sizeof values, false, &error);
	CHECK_OR_RETURN(vadd && a);
	const struct kernels_device_argument arguments[] = { of_buffer(a), of_buffer(a), of_buffer(a) };
	fake.hold(true);
	CHECK(launch(vadd, COUNT, arguments, 3, NULL));
	release(vadd);
	release(a);
	release_device();
	CHECK(fake.alive() > 0); /* the command has its memory */
	fake.hold(false);
	async_queue_quiesce(queue);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_queue_destroy(queue);
	queue = NULL;
	check_nothing_is_left();
	async_allocator_destroy(counting);
}

#ifdef HAVE_SYCLBIN
static struct syclbin_string string(const char *text) { return (struct syclbin_string){ text, strlen(text) }; }

static void code_out_of_a_package(void)
{
	static const char properties[] = "[SYCL/kernel names]\nvadd=1|1\nadd_number=1|1\n[SYCL/imported symbols]\n"
					 "[SYCL/kernel param opt]\nvadd=2|FAAAAAAAAAgC\nadd_number=2|FAAAAAAAAAgC\n";
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	struct syclbin_writer_image image = { sizeof image, SYCLBIN_PART_NATIVE, { NULL, 0 }, SYCLBIN_IR_SPIRV,
		string("nvptx64-nvidia-cuda"), string("sm_75"), { fake_ptx, -1, 0, sizeof fake_ptx - 1 } };
	uint32_t number;
	uint8_t *file;
	size_t size;
	CHECK_INT(syclbin_writer_module(writer, string(properties), &number, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_image(writer, number, &image, NULL), SYCLBIN_OK);
	CHECK_INT(syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &size, NULL), SYCLBIN_OK);
	syclbin_writer_destroy(writer);
	CHECK(open_device(NULL, file, size));
	memset(file, 0, size); /* the program has its own copy */
	free(file);
	CHECK_OR_RETURN(program);
	struct kernels_device_function *f = driver->function_create(program, "vadd", &error);
	CHECK(f && f->parameter_count == 3);
	/* of 5 arguments in the source, 1 and 3 were removed */
	CHECK(f && f->source_count == 5 && f->sources[0] == 0 && f->sources[1] == UINT32_MAX && f->sources[4] == 2);
	release(f);
	CHECK(!driver->function_create(program, "add_number", &error));
	CHECK_STR(error.text, "'add_number' on cuda:0 (fake GPU 0) has 2 parameters, but its mask in the SYCLBIN file leaves 3");
	CHECK(!driver->function_create(program, "other", &error));
	CHECK_STR(error.text, "the program for cuda:0 (fake GPU 0): SYCLBIN: no module has a kernel 'other'");
	close_device();
	check_nothing_is_left();
}
#endif

static const char real_ptx[] =
	".version 6.4\n.target sm_50\n.address_size 64\n"
	".visible .entry vadd(.param .u64 a, .param .u64 b, .param .u64 c)\n{\n"
	".reg .b32 %r<8>;\n.reg .b64 %d<8>;\n"
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\nmad.lo.s32 %r4, %r1, %r2, %r3;\n"
	"mul.wide.s32 %d1, %r4, 4;\nld.param.u64 %d2, [a];\nld.param.u64 %d3, [b];\nld.param.u64 %d4, [c];\n"
	"cvta.to.global.u64 %d2, %d2;\ncvta.to.global.u64 %d3, %d3;\ncvta.to.global.u64 %d4, %d4;\n"
	"add.s64 %d2, %d2, %d1;\nadd.s64 %d3, %d3, %d1;\nadd.s64 %d4, %d4, %d1;\n"
	"ld.global.u32 %r5, [%d2];\nld.global.u32 %r6, [%d3];\nadd.s32 %r7, %r5, %r6;\nst.global.u32 [%d4], %r7;\nret;\n}\n";

static void real_device(void)
{
	uint32_t count = 0;
	if (getenv("KERNELS_CUDA") || !driver->open(&count, &error) || count == 0) {
		CHECK_SKIP("no GPU");
		return;
	}
	CHECK(open_device(NULL, real_ptx, sizeof real_ptx - 1));
	CHECK_STR(error.text, "");
	CHECK_OR_RETURN(program);
	struct kernels_device_function *f = driver->function_create(program, "vadd", &error);
	struct kernels_device_buffer *a = driver->buffer_create(context, 4 * COUNT, false, &error);
	CHECK_OR_RETURN(f && a);
	int32_t result[COUNT];
	struct waiter w;
	prepare(&w);
	CHECK(driver->fill(stream, a, &(uint32_t){ 21 }, 4, sizeof result, &error));
	const struct kernels_device_argument arguments[] = { of_buffer(a), of_buffer(a), of_buffer(a) };
	CHECK(launch(f, COUNT, arguments, 3, NULL));
	CHECK(driver->copy(stream, &(struct kernels_device_place){ .host = result }, &(struct kernels_device_place){ .buffer = a },
		sizeof result, &w.signal, &error));
	CHECK_INT(await(&w), 0);
	CHECK(result[0] == 42 && result[COUNT - 1] == 42);
	release(f);
	release(a);
	close_device();
}

static bool find_fake(void)
{
	const char *path = getenv("KERNELS_CUDA");
	void *library = path ? dlopen(path, RTLD_NOW) : NULL;
	void *const functions[] = { &fake.alive, &fake.violations, &fake.depth, &fake.calls, &fake.fail_call, &fake.kill,
		&fake.hold };
	static const char *const names[] = { "fake_cuda_alive", "fake_cuda_violations", "fake_cuda_depth", "fake_cuda_calls",
		"fake_cuda_fail_call", "fake_cuda_kill", "fake_cuda_hold" };
	for (size_t i = 0; library && i < sizeof names / sizeof *names; i++) {
		void *symbol = dlsym(library, names[i]);
		if (!symbol)
			return false;
		memcpy(functions[i], &symbol, sizeof symbol);
	}
	return library != NULL;
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(describes_devices), CHECK_CASE(chains_of_launches),
		CHECK_CASE(refuses_wrong_launches), CHECK_CASE(refuses_wrong_code), CHECK_CASE(local_memory_and_views),
		CHECK_CASE(wrapped_memory_and_fills), CHECK_CASE(events_order_streams), CHECK_CASE(a_lost_context),
		CHECK_CASE(lost_before_the_fence),
		CHECK_CASE(released_streams_end_later),
#ifdef HAVE_SYCLBIN
		CHECK_CASE(code_out_of_a_package),
#endif
		CHECK_CASE(every_call_fails), CHECK_CASE(every_allocation_fails), CHECK_CASE(real_device) };
	if (argc < 2 && !find_fake())
		return 77;
	add_pack();
	const int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	kernels_registry_destroy(registry);
	return result;
}
