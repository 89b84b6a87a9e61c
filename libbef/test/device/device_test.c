/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs with kernels on a device: device_test DEVICE. The results are the same on every device. */
#include "device_test.h"

#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

const char *device;
bool device_is_host;

/* Runs a graph that returns a tensor of i32; compares it with f(index). */
static void expect_elements(unsigned threads, const char *text, int count, int32_t (*f)(int32_t index))
{
	struct world w;
	if (CHECK(world_open(&w, device, threads, text))) {
		struct async_value *result = world_run(&w);
		CHECK_STR(w.reports, "");
		if (CHECK(result && async_value_state(result) == ASYNC_AVAILABLE)) {
			const struct kernels_tensor *tensor = async_value_payload(result);
			const int32_t *elements = kernels_tensor_bytes(tensor);
			CHECK_INT(kernels_tensor_elements(tensor), count);
			for (int32_t i = 0; i < count; i++)
				CHECK_INT(elements[i], f(i));
		}
		async_value_release(result);
	}
	CHECK(world_close(&w));
}

static int32_t triple(int32_t i) { return 5 + 3 * i; }

static void launches_in_order(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "add_index") I64("%n", "64") ALLOCATE("%b", "%n") I32("%five", "5")
		I32("%k", "1") SET("%c0", "%b", "%five", "%ch")
		LAUNCH("%c1", "%f", "16", "", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0")
		LAUNCH("%c2", "%f", "16", "4", "0", "%b, %k", "!tfrt_gpu.buffer, i32", "%c1")
		LAUNCH("%c3", "%f", "8", "8", "0", "%b, %k", "!tfrt_gpu.buffer, i32", "%c2")
		LAUNCH("%c4", "%f", "8", "", "8", "%b, %k", "!tfrt_gpu.buffer, i32", "%c3") RETURN_16("%c4");
	for (unsigned threads = 0; threads < 3; threads++)
		expect_elements(threads, text, 16, triple);
}

static int32_t sum_wide(int32_t i) { return (void)i, -1 - 2 + 3 + 4 + 5 + 6; }

static void numbers_of_all_widths(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "add_wide") BUFFER_64
		"%i8 = \"device.argument.bytes\"() {bytes = \"\\FF\"} : () -> !device.argument\n"
		"%i16 = \"device.argument.bytes\"() {bytes = \"\\FE\\FF\"} : () -> !device.argument\n" I32("%i32", "3")
		I64("%i64", "4") "%f32 = \"tfrt.constant.f32\"() {value = 5.0 : f32} : () -> f32\n"
		"%f64 = \"tfrt.constant.f64\"() {value = 6.0 : f64} : () -> f64\n"
		LAUNCH("%c1", "%f", "16", "", "", "%b, %i8, %i16, %i32, %i64, %f32, %f64",
			"!tfrt_gpu.buffer, !device.argument, !device.argument, i32, i64, f32, f64", "%c0") RETURN_16("%c1");
	expect_elements(2, text, 16, sum_wide);
}

static int32_t index_of(int32_t i) { return i; }

static void two_dimensions_with_grids(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "place") BUFFER_64
		"%u1 = \"tfrt.constant.ui64\"() {value = 1 : ui64} : () -> ui64\n"
		"%u2 = \"tfrt.constant.ui64\"() {value = 2 : ui64} : () -> ui64\n"
		"%u4 = \"tfrt.constant.ui64\"() {value = 4 : ui64} : () -> ui64\n"
		"%shared = \"tfrt.constant.ui32\"() {value = 0 : ui32} : () -> ui32\n"
		"%c1 = \"tfrt_gpu.function.launch\"(%s, %f, %u2, %u4, %u1, %u2, %u1, %u1, %shared, %c0, %b) : "
		"(!tfrt_gpu.stream, !tfrt_gpu.function, ui64, ui64, ui64, ui64, ui64, ui64, ui32, !tfrt.chain, "
		"!tfrt_gpu.buffer) -> !tfrt.chain\n" RETURN_16("%c1");
	expect_elements(0, text, 16, index_of);
}

static int32_t group_sum(int32_t i) { return i / 4 * 16 + 6; }

static void local_memory(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "add_index") FUNCTION("%g", "sum_group") BUFFER_64 I32("%k", "1")
		I64("%bytes", "16") "%l = \"device.argument.local\"(%bytes) : (i64) -> !device.argument\n"
		LAUNCH("%c1", "%f", "16", "", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0")
		LAUNCH("%c2", "%g", "16", "4", "", "%b, %l", "!tfrt_gpu.buffer, !device.argument", "%c1") RETURN_16("%c2");
	expect_elements(1, text, 16, group_sum);
}

static int32_t twelve(int32_t i) { return (void)i, 12; }

static void structs(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "take_pair") BUFFER_64
		"%v = \"device.argument.bytes\"() {bytes = \"\\01\\00\\00\\00\\02\\00\\00\\00\"} : () -> !device.argument\n"
		LAUNCH("%c1", "%f", "16", "", "", "%b, %v", "!tfrt_gpu.buffer, !device.argument", "%c0") RETURN_16("%c1");
	expect_elements(0, text, 16, twelve);
}

static int32_t one(int32_t i) { return (void)i, 1; }

static void null_buffers(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "is_null") BUFFER_64
		"%v = \"device.argument.null\"() : () -> !device.argument\n"
		LAUNCH("%c1", "%f", "16", "", "", "%b, %v", "!tfrt_gpu.buffer, !device.argument", "%c0") RETURN_16("%c1");
	expect_elements(0, text, 16, one);
}

/* Copies between buffers, views, and events between two streams. */
static int32_t view_copy(int32_t i) { return i < 32 ? 0 : 7; }

static void views_copies_and_events(void)
{
	static const char text[] = BEGIN I64("%n", "256") ALLOCATE("%b", "%n") ALLOCATE("%x", "%n") I32("%zero", "0")
		I32("%seven", "7") SET("%c0", "%b", "%zero", "%ch")
		"%s2 = \"tfrt_gpu.stream.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.stream\n"
		"%e = \"tfrt_gpu.event.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.event\n"
		"%w0 = \"tfrt_gpu.stream.wait\"(%s, %e, %ch) : (!tfrt_gpu.stream, !tfrt_gpu.event, !tfrt.chain) -> "
		"!tfrt.chain\n"
		"%c1 = \"tfrt_gpu.mem.set\"(%x, %seven, %s2, %w0) : (!tfrt_gpu.buffer, i32, !tfrt_gpu.stream, !tfrt.chain) "
		"-> !tfrt.chain\n"
		"%c2 = \"tfrt_gpu.event.record\"(%e, %s2, %c1) : (!tfrt_gpu.event, !tfrt_gpu.stream, !tfrt.chain) -> "
		"!tfrt.chain\n"
		"%c3 = \"tfrt_gpu.stream.wait\"(%s, %e, %c2) : (!tfrt_gpu.stream, !tfrt_gpu.event, !tfrt.chain) -> "
		"!tfrt.chain\n"
		"%off = \"tfrt.constant.ui64\"() {value = 128 : ui64} : () -> ui64\n"
		"%vb = \"tfrt_gpu.mem.view\"(%b, %off, %off) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		"%vx = \"tfrt_gpu.mem.view\"(%x, %off, %off) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		"%m2 = \"tfrt.merge.chains\"(%c0, %c3) : (!tfrt.chain, !tfrt.chain) -> !tfrt.chain\n"
		"%c4 = \"tfrt_gpu.mem.copy\"(%vb, %vx, %s, %m2) : (!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.stream, "
		"!tfrt.chain) -> !tfrt.chain\n"
		"%c5 = \"tfrt_gpu.event.synchronize\"(%e, %c4) : (!tfrt_gpu.event, !tfrt.chain) -> !tfrt.chain\n"
		READ("%t", "%b", "64", "%c5") RETURN("%t", "!tfrt_tensor.tensor");
	for (unsigned threads = 0; threads < 3; threads++)
		expect_elements(threads, text, 64, view_copy);
}

static void views_as_arguments(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "add_index") I64("%n", "192") ALLOCATE("%x", "%n") I32("%zero", "0")
		I32("%k", "1") SET("%c0", "%x", "%zero", "%ch")
		"%off = \"tfrt.constant.ui64\"() {value = 128 : ui64} : () -> ui64\n"
		"%len = \"tfrt.constant.ui64\"() {value = 64 : ui64} : () -> ui64\n"
		"%b = \"tfrt_gpu.mem.view\"(%x, %off, %len) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		LAUNCH("%c1", "%f", "16", "", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0") RETURN_16("%c1");
	expect_elements(0, text, 16, index_of);
}

/* A launch whose chain means "done"; the host reads its own memory afterwards. */
static void done_and_host_memory(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "add_index") BUFFER_64 I32("%k", "9")
		"%c1 = \"device.function.run\"(%s, %f, %c0, %b, %k) {global = [16], group = [], offset = []} : "
		"(!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, !tfrt_gpu.buffer, i32) -> !tfrt.chain\n"
		"%h = \"tfrt_gpu.mem.allocate_host\"(%ctx, %n, %c1) : (!tfrt_gpu.context, i64, !tfrt.chain) -> "
		"!tfrt_gpu.buffer\n"
		"%c2 = \"tfrt_gpu.mem.copy\"(%h, %b, %s, %c1) : (!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.stream, "
		"!tfrt.chain) -> !tfrt.chain\n"
		"%c3 = \"tfrt_gpu.stream.synchronize\"(%s, %c2) : (!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain\n"
		"%four = \"tfrt.constant.ui64\"() {value = 4 : ui64} : () -> ui64\n"
		"%v = \"tfrt_gpu.mem.view\"(%h, %four, %four) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		"%r = \"tfrt_gpu.mem.load\"(%v, %c3) {type = i32} : (!tfrt_gpu.buffer, !tfrt.chain) -> i32\n"
		RETURN("%r", "i32");
	for (unsigned threads = 0; threads < 3; threads++) {
		struct world w;
		if (CHECK(world_open(&w, device, threads, text))) {
			struct async_value *result = world_run(&w);
			CHECK_STR(w.reports, "");
			if (CHECK(async_value_state(result) == ASYNC_AVAILABLE))
				CHECK_INT(*(const int32_t *)async_value_payload(result), 9);
			async_value_release(result);
		}
		CHECK(world_close(&w));
	}
}

/* ---- observing */

static int32_t twice(int32_t i) { return 2 * i; }

static atomic_int launches, copies, others;

static void count_span(void *ctx, const struct kernels_device_span *span)
{
	(void)ctx;
	if (span->put == 0 || span->ended < span->put || strncmp(span->device, device, strlen(device)) != 0)
		others++;
	else if (strcmp(span->name, "add_index") == 0)
		launches++;
	else
		copies += strcmp(span->name, "copy") == 0;
}

/* Launches are reported whether or not a value waits for them. */
static void commands_are_reported(void)
{
	static const char text[] = BEGIN FUNCTION("%f", "add_index") BUFFER_64 I32("%k", "1")
		LAUNCH("%c1", "%f", "16", "", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0")
		"%c2 = \"device.function.run\"(%s, %f, %c1, %b, %k) {global = [16], group = [], offset = []} : (!tfrt_gpu.stream, "
		"!tfrt_gpu.function, !tfrt.chain, !tfrt_gpu.buffer, i32) -> !tfrt.chain\n"
		RETURN_16("%c2");
	launches = copies = others = 0;
	kernels_device_watch(count_span, NULL);
	expect_elements(1, text, 16, twice);
	kernels_device_watch(NULL, NULL);
	expect_elements(1, text, 16, twice);
	CHECK_INT(launches, 2);
	CHECK_INT(copies, 1);
	CHECK_INT(others, 0);
}

/* ---- streams */

/* Workers put commands of independent branches into one stream at the same time. */
static void branches_of_one_stream(void)
{
	static char text[16384];
	size_t used = (size_t)snprintf(text, sizeof text, "%s%s", BEGIN, I64("%n", "64") I32("%seven", "7"));
	for (int i = 0; i < 24; i++)
		used += (size_t)snprintf(text + used, sizeof text - used,
			"%%b%d = \"tfrt_gpu.mem.allocate\"(%%a, %%s, %%n, %%ch) : (!tfrt_gpu.allocator, !tfrt_gpu.stream, i64, "
			"!tfrt.chain) -> !tfrt_gpu.buffer\n"
			"%%c%d = \"tfrt_gpu.mem.set\"(%%b%d, %%seven, %%s, %%ch) : (!tfrt_gpu.buffer, i32, !tfrt_gpu.stream, "
			"!tfrt.chain) -> !tfrt.chain\n"
			"%%d%d = \"tfrt_gpu.stream.synchronize\"(%%s, %%c%d) : (!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain\n",
			i, i, i, i, i);
	used += (size_t)snprintf(
		text + used, sizeof text - used, "%s", READ("%r", "%b23", "16", "%d23") RETURN("%r", "!tfrt_tensor.tensor"));
	CHECK_OR_RETURN(used < sizeof text);
	for (int i = 0; i < 40; i++) {
		struct world w;
		if (!CHECK(world_open(&w, device, 3, text)))
			break;
		struct async_value *result = world_run(&w);
		CHECK(result && !async_value_is_error(result));
		async_value_release(result);
		CHECK(world_close(&w));
	}
}

/* A driver that compiles for sizes of groups knows which code it has. */
static void first_launches_compile(void)
{
	static const char source[] = "__kernel void one(__global int *p) { p[get_global_id(0)] = 1; }";
	const struct kernels_device_code code = { .size = sizeof code, .bytes = source, .byte_count = sizeof source - 1 };
	struct kernels_device_error error;
	struct kernels_device found;
	if (device_is_host)
		return;
	CHECK_OR_RETURN(kernels_device_find(device, strlen(device), &found, &error));
	const struct kernels_device_driver *driver = found.driver;
	struct async_queue *queue = async_queue_create_single(NULL);
	struct kernels_device_context *context = kernels_device_context_open(found, true, NULL, &error);
	CHECK_OR_RETURN(context && driver->is_compiled);
	struct kernels_device_stream *stream = driver->stream_create(context, queue, &error);
	struct kernels_device_program *program = driver->program_create(context, &code, &error);
	CHECK_OR_RETURN(stream && program);
	struct kernels_device_function *function = driver->function_create(program, "one", &error);
	struct kernels_device_buffer *buffer = driver->buffer_create(context, 1024, false, &error);
	CHECK_OR_RETURN(function && buffer);
	const struct kernels_device_argument argument = { .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer };
	struct kernels_device_launch launch = { .size = sizeof launch, .function = function, .dimensions = 1, .global = { 16 },
		.group = { 4 }, .arguments = &argument, .argument_count = 1 };
	struct kernels_device_code unsized = code;
	unsized.size = launch.size = 0;
	CHECK(!driver->program_create(context, &unsized, &error) && error.code == ASYNC_CODE_INVALID_ARGUMENT);
	CHECK(!driver->launch(stream, &launch, &error) && error.code == ASYNC_CODE_INVALID_ARGUMENT);
	launch.size = sizeof launch;
	CHECK(!kernels_device_is_compiled(&launch));
	CHECK(driver->launch(stream, &launch, &error));
	launch.global[0] = 32;
	CHECK(kernels_device_is_compiled(&launch));
	launch.offset[0] = 4;
	CHECK(!kernels_device_is_compiled(&launch));
	launch.offset[0] = 0;
	for (size_t i = 1; i <= 32; i++) { /* more than it remembers */
		launch.group[0] = launch.global[0] = i;
		CHECK(i == 4 || !kernels_device_is_compiled(&launch));
		CHECK(driver->launch(stream, &launch, &error));
		CHECK(kernels_device_is_compiled(&launch));
	}
	launch.global[0] = 0;
	CHECK(kernels_device_is_compiled(&launch)); /* nothing runs */
	kernels_device_release(&stream->base);
	kernels_device_release(&buffer->base);
	kernels_device_release(&function->base);
	kernels_device_release(&program->base);
	kernels_device_release(&context->base);
	async_queue_destroy(queue);
}

/* ---- a function in several streams, without graphs */

static const char add_index_source[] = "kernel void add_index(global int *p, int k) { size_t i = get_global_id(0); p[i] += (int)i * k; }";

#define STREAMS 7 /* more than a driver may have kernel objects of a function */
#define ROUNDS 20

struct flag {
	struct kernels_device_signal signal; /* first */
	atomic_int ended;
};

static void raise_flag(struct kernels_device_signal *signal, int32_t number)
{
	atomic_store(&((struct flag *)signal)->ended, number == 0 ? 1 : -1);
}

struct user {
	const struct kernels_device_driver *driver;
	struct kernels_device_context *context;
	struct kernels_device_function *function;
	struct async_queue *queue;
	int32_t step;
	int32_t elements[4];
	bool good;
};

/* Adds `step` times the index in ROUNDS launches, each into a new buffer with the sum so far: memory of the last one may be used
 * again, at the same address. */
static void *use_stream(void *ctx)
{
	struct user *u = ctx;
	const struct kernels_device_driver *driver = u->driver;
	struct kernels_device_error error;
	struct flag flag = { .signal.done = raise_flag };
	struct kernels_device_stream *stream = driver->stream_create(u->context, u->queue, &error);
	struct kernels_device_buffer *last = NULL;
	u->good = stream != NULL;
	for (int round = 0; round < ROUNDS && u->good; round++) {
		struct kernels_device_buffer *buffer = driver->buffer_create(u->context, sizeof u->elements, false, &error);
		const int32_t zero = 0;
		const struct kernels_device_place to = { .buffer = buffer }, from = { .buffer = last };
		const struct kernels_device_argument arguments[] = { { .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer },
			{ .kind = KERNELS_DEVICE_BYTES, .bytes = &u->step, .size = sizeof u->step } };
		const struct kernels_device_launch launch = { .size = sizeof launch, .function = u->function, .dimensions = 1,
			.global = { 4 }, .arguments = arguments, .argument_count = 2 };
		u->good = buffer &&
			  (last ? driver->copy(stream, &to, &from, sizeof u->elements, NULL, &error)
				: driver->fill(stream, buffer, &zero, 4, sizeof u->elements, &error)) &&
			  driver->launch(stream, &launch, &error);
		kernels_device_release(last ? &last->base : NULL);
		last = buffer;
	}
	const struct kernels_device_place host = { .host = u->elements }, device_place = { .buffer = last };
	u->good = u->good && driver->copy(stream, &host, &device_place, sizeof u->elements, &flag.signal, &error);
	while (u->good && !atomic_load(&flag.ended))
		sched_yield();
	u->good = u->good && flag.ended == 1;
	kernels_device_release(last ? &last->base : NULL);
	kernels_device_release(stream ? &stream->base : NULL);
	return NULL;
}

static void streams_of_one_function(void)
{
	const struct kernels_device_code code = { .size = sizeof code, .bytes = add_index_source, .byte_count = sizeof add_index_source - 1 };
	struct kernels_device_error error;
	struct kernels_device found;
	struct user users[STREAMS];
	pthread_t threads[STREAMS];
	CHECK_OR_RETURN(kernels_device_find(device, strlen(device), &found, &error));
	const struct kernels_device_driver *driver = found.driver;
	struct async_queue *queue = async_queue_create_threads(NULL, NULL);
	struct kernels_device_context *context = kernels_device_context_open(found, true, NULL, &error);
	CHECK_OR_RETURN(queue && context);
	struct kernels_device_program *program = driver->program_create(context, &code, &error);
	CHECK_OR_RETURN(program);
	struct kernels_device_function *function = driver->function_create(program, "add_index", &error);
	CHECK_OR_RETURN(function);
	for (int i = 0; i < STREAMS; i++) {
		users[i] = (struct user){ driver, context, function, queue, i + 1, { 0 }, false };
		CHECK_INT(pthread_create(&threads[i], NULL, use_stream, &users[i]), 0);
	}
	for (int i = 0; i < STREAMS; i++) {
		pthread_join(threads[i], NULL);
		CHECK(users[i].good);
		for (int32_t j = 0; j < 4; j++)
			CHECK_INT(users[i].elements[j], ROUNDS * (i + 1) * j);
	}
	kernels_device_release(&function->base);
	kernels_device_release(&program->base);
	kernels_device_release(&context->base);
	async_queue_destroy(queue);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(launches_in_order),
		CHECK_CASE(numbers_of_all_widths),
		CHECK_CASE(two_dimensions_with_grids),
		CHECK_CASE(local_memory),
		CHECK_CASE(structs),
		CHECK_CASE(null_buffers),
		CHECK_CASE(views_copies_and_events),
		CHECK_CASE(views_as_arguments),
		CHECK_CASE(done_and_host_memory),
		CHECK_CASE(commands_are_reported),
		CHECK_CASE(wrong_arguments),
		CHECK_CASE(wrong_memory),
		CHECK_CASE(other_contexts),
		CHECK_CASE(failing_functions),
		CHECK_CASE(no_such_device),
		CHECK_CASE(nth_failures), CHECK_CASE(nth_failures_of_opencl), CHECK_CASE(failures_noticed_later),
		CHECK_CASE(launches_of_released_streams),
		CHECK_CASE(branches_of_one_stream),
		CHECK_CASE(first_launches_compile),
		CHECK_CASE(streams_of_one_function),
		CHECK_CASE(drivers_of_other_versions),
		CHECK_CASE(cancelled_requests),
	};
	device_is_host = argc < 2 || strncmp(argv[1], "host", 4) == 0;
	return world_main(argc, argv, &device, cases, sizeof cases / sizeof *cases);
}
