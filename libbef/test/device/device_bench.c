/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches in graphs beside the same calls of OpenCL alone: device_bench [DEVICE]. Set POCL_DEVICES=basic or pthread. */
#include "cl.h"
#include "world.h"

#include <bef/translate.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define COUNT 1000
#define ROUNDS 60

/* PoCL's device "basic" runs everything in the caller: there the processor's time counts, which other processes disturb less. */
static clockid_t measured = CLOCK_MONOTONIC;

static double now_us(void)
{
	struct timespec t;
	clock_gettime(measured, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double least(double a, double b) { return a < b ? a : b; }

/* ---- OpenCL alone */

static struct {
#define MEMBER(type, name, parameters, arguments) type(*name) parameters;
	OPENCL_CODES(MEMBER)
	OPENCL_OBJECTS(MEMBER)
	OPENCL_RELEASES(MEMBER)
	int32_t (*clWaitForEvents)(uint32_t count, void *const *events);
#undef MEMBER
} cl;
static void *queue, *kernel, *buffer;

static void find(void *library, const char *name, void *out)
{
	void *symbol = dlsym(library, name);
	memcpy(out, &symbol, sizeof symbol);
}

static bool raw_open(void)
{
	static const char source[] = "kernel void add_index(global int *p, int k)"
				     " { size_t i = get_global_id(0); p[i] += (int)i * k; }";
	const char *text = source;
	void *platform, *device, *context, *program;
	int32_t code = 0;
	void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
	if (!library)
		return false;
#define FIND(type, name, parameters, arguments) find(library, #name, &cl.name);
	OPENCL_CODES(FIND)
	OPENCL_OBJECTS(FIND)
	OPENCL_RELEASES(FIND)
#undef FIND
	find(library, "clWaitForEvents", &cl.clWaitForEvents);
	if (cl.clGetPlatformIDs(1, &platform, NULL) != 0 || cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != 0)
		return false;
	context = cl.clCreateContext(NULL, 1, &device, NULL, NULL, &code);
	queue = cl.clCreateCommandQueue(context, device, 0, &code);
	program = cl.clCreateProgramWithSource(context, 1, &text, NULL, &code);
	code |= cl.clBuildProgram(program, 1, &device, "", NULL, NULL);
	kernel = cl.clCreateKernel(program, "add_index", &code);
	buffer = cl.clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &code);
	return code == 0;
}

static void raw_set(int32_t k)
{
	cl.clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
	cl.clSetKernelArg(kernel, 1, sizeof k, &k);
}

static void raw_enqueue(void **out_event)
{
	static const size_t items = 1;
	cl.clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, out_event);
}

/* As programs do in which launches know nothing of each other: each sets its arguments. No launch has an event. */
static double raw_chain(void)
{
	const double begun = now_us();
	for (int i = 0; i < COUNT; i++) {
		raw_set(1);
		raw_enqueue(NULL);
	}
	cl.clFinish(queue);
	return (now_us() - begun) / COUNT;
}

/* Written by hand for this loop: the arguments are set once. */
static double raw_chain_set_once(void)
{
	const double begun = now_us();
	raw_set(1);
	for (int i = 0; i < COUNT; i++)
		raw_enqueue(NULL);
	cl.clFinish(queue);
	return (now_us() - begun) / COUNT;
}

static double raw_chain_of_two(void)
{
	const double begun = now_us();
	for (int i = 0; i < COUNT; i++) {
		raw_set(2 - i % 2);
		raw_enqueue(NULL);
	}
	cl.clFinish(queue);
	return (now_us() - begun) / COUNT;
}

/* clWaitForEvents() flushes. */
static double raw_done(void)
{
	const double begun = now_us();
	for (int i = 0; i < COUNT; i++) {
		void *event;
		raw_set(1);
		raw_enqueue(&event);
		cl.clWaitForEvents(1, &event);
		cl.clReleaseEvent(event);
	}
	return (now_us() - begun) / COUNT;
}

/* ---- graphs */

#define OBJECTS "!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt_gpu.buffer, i32, !tfrt.chain"
#define TAKES "(%s : !tfrt_gpu.stream, %f : !tfrt_gpu.function, %b : !tfrt_gpu.buffer, %k : i32, %c0 : !tfrt.chain)"

enum kind { CHAIN, CHAIN_OF_TWO, DONE, HOST };

static size_t put_line(char *out, size_t room, enum kind kind, int i)
{
	if (kind == HOST)
		return (size_t)snprintf(out, room, "%%c%d = \"tfrt.add.i32\"(%%c%d, %%k) : (i32, i32) -> i32\n", i + 1, i);
	return (size_t)snprintf(out, room,
		"%%c%d = \"device.function.%s\"(%%s, %%f, %%c%d, %%b, %%k%s) {global = [1], group = [], offset = []} : "
		"(!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, !tfrt_gpu.buffer, i32) -> !tfrt.chain\n",
		i + 1, kind == DONE ? "run" : "launch", i, kind == CHAIN_OF_TWO && i % 2 == 0 ? "2" : "");
}

/* A function of COUNT operations, each of which needs the one before. The first launch of CHAIN_OF_TWO also needs the sum: with
 * two operations ready at the start, the execution would count operands, for idle threads. */
static size_t put_function(char *out, size_t room, enum kind kind)
{
	static const char *const heads[] = { "func.func @chain" TAKES " -> !tfrt.chain {\n",
		"func.func @chain_of_two" TAKES " -> !tfrt.chain {\n%k2 = \"tfrt.add.i32\"(%k, %k) : (i32, i32) -> i32\n",
		"func.func @done" TAKES " -> !tfrt.chain {\n",
		"func.func @host(%k : i32) -> i32 {\n%c0 = \"tfrt.add.i32\"(%k, %k) : (i32, i32) -> i32\n" };
	size_t used = (size_t)snprintf(out, room, "%s", heads[kind]);
	for (int i = 0; i < COUNT; i++)
		used += put_line(out + used, room - used, kind, i);
	if (kind == CHAIN || kind == CHAIN_OF_TWO)
		return used + (size_t)snprintf(out + used, room - used,
				      "%%e = \"tfrt_gpu.stream.synchronize\"(%%s, %%c%d) : (!tfrt_gpu.stream, !tfrt.chain) -> "
				      "!tfrt.chain\ntfrt.return %%e : !tfrt.chain\n}\n",
				      COUNT);
	return used + (size_t)snprintf(out + used, room - used, "tfrt.return %%c%d : %s\n}\n", COUNT,
			      kind == HOST ? "i32" : "!tfrt.chain");
}

static char *graph(void)
{
	const size_t room = 1 << 20;
	char *text = malloc(room);
	static const char setup[] =
		"func.func @slow" TAKES " -> !tfrt.chain {\n%c1 = \"device.function.run\"(%s, %f, %c0, %b, %k) {global = [1], "
		"group = [], offset = []} : (!tfrt_gpu.stream, !tfrt_gpu.function, !tfrt.chain, !tfrt_gpu.buffer, i32) -> "
		"!tfrt.chain\ntfrt.return %c1 : !tfrt.chain\n}\n" BEGIN FUNCTION("%f", "add_index") FUNCTION("%g", "slow")
			I64("%n", "64") ALLOCATE("%b", "%n") I32("%k", "1")
				"tfrt.return %s, %f, %b, %k, %ch, %g : " OBJECTS ", !tfrt_gpu.function\n}\n";
	size_t used = 0;
	for (enum kind kind = CHAIN; kind <= HOST; kind++)
		used += put_function(text + used, room - used, kind);
	snprintf(text + used, room - used, "%s", setup);
	return text;
}

static struct async_value *values[6];

static double call(struct world *w, const char *name, struct async_value *const *arguments)
{
	const struct kernels_function *function = bef_file_find(w->file, name, strlen(name));
	struct async_value *result = NULL;
	const double begun = now_us();
	struct async_request *request = async_request_create(&w->host, NULL);
	kernels_function_execute(function, request, arguments, &result);
	async_queue_await(w->host.queue, &result, 1);
	const double us = now_us() - begun;
	if (async_value_is_error(result))
		printf("# %s: %s\n", name, async_error_message(async_value_error(result)));
	async_value_release(result);
	async_request_release(request);
	return us;
}

static void setup(struct world *w)
{
	struct async_request *request = async_request_create(&w->host, NULL);
	kernels_function_execute(bef_file_find(w->file, "main", 4), request, NULL, values);
	async_queue_await(w->host.queue, values, 6);
	async_request_release(request);
}

static void compare(struct world *w, const char *what, const char *name, double (*raw)(void))
{
	double graph_us = 1e9, raw_us = 1e9;
	call(w, name, values);
	raw();
	for (int i = 0; i < ROUNDS; i++) {
		raw_us = least(raw_us, raw());
		graph_us = least(graph_us, call(w, name, values) / COUNT);
	}
	printf("{\"lib\": \"bef\", \"name\": \"%s\", \"ns\": %.0f, \"peer\": \"opencl\", \"peer_ns\": %.0f, \"ratio\": %.2f}\n", what,
		1e3 * graph_us, 1e3 * raw_us, graph_us / raw_us);
}

/* 1000 kernels of the host while the device is busy for about 100 ms. */
static void beside(struct world *w)
{
	double alone = 1e9, during = 1e9, slow_us = 0;
	int32_t rounds = 1 << 20;
	const async_type_id i32 = kernels_types()->i32;
	struct async_value *slow[5] = { values[0], values[5], values[2], NULL, values[4] };
	for (; slow_us < 1e5 && rounds < 1 << 29; rounds *= 2) {
		async_value_release(slow[3]);
		slow[3] = async_value_create_available(NULL, i32, &rounds);
		slow_us = call(w, "slow", slow);
	}
	for (int i = 0; i < 5; i++) {
		struct async_value *result = NULL;
		struct async_request *request = async_request_create(&w->host, NULL);
		alone = least(alone, call(w, "host", &values[3]));
		kernels_function_execute(bef_file_find(w->file, "slow", 4), request, slow, &result);
		during = least(during, call(w, "host", &values[3]));
		async_queue_await(w->host.queue, &result, 1);
		async_value_release(result);
		async_request_release(request);
	}
	async_value_release(slow[3]);
	printf("{\"lib\": \"bef\", \"name\": \"host_kernels\", \"count\": %d, \"ns\": %.0f}\n", COUNT, 1e3 * alone);
	printf("{\"lib\": \"bef\", \"name\": \"host_kernels_beside_a_launch\", \"count\": %d, \"ns\": %.0f, \"launch_ms\": %.0f}\n", COUNT,
		1e3 * during, slow_us / 1e3);
}

int main(int argc, char **argv)
{
	const char *device = argc > 1 ? argv[1] : "opencl:0", *mode = getenv("POCL_DEVICES");
	struct world w;
	if (!world_find(device) || !raw_open())
		return 77;
	char *text = graph();
	if (!world_open(&w, device, 0, text))
		return 1;
	w.host.allocator = async_allocator_cached();
	setup(&w);
	if (mode && strcmp(mode, "basic") == 0)
		measured = CLOCK_THREAD_CPUTIME_ID;
	printf("# %s, %s\n", device, mode ? mode : "default");
	compare(&w, "launch_in_a_chain", "chain", raw_chain);
	compare(&w, "launch_in_a_chain_set_once", "chain", raw_chain_set_once);
	compare(&w, "launch_in_a_chain_of_two", "chain_of_two", raw_chain_of_two);
	compare(&w, "launch_and_completion", "done", raw_done);
	if (!mode || strcmp(mode, "basic") != 0) {
		for (size_t i = 0; i < 6; i++)
			async_value_release(values[i]);
		world_close(&w);
		if (!world_open(&w, device, 1, text))
			return 1;
		w.host.allocator = async_allocator_cached();
		setup(&w);
		beside(&w);
	}
	for (size_t i = 0; i < 6; i++)
		async_value_release(values[i]);
	free(text);
	world_close(&w);
	world_end();
	return 0;
}
