/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Graphs that fail on a device: wrong arguments, failed calls of the driver and of allocators, requests that are cancelled. */
#include "device_test.h"

#include <check.h>
#include <dlfcn.h>
#include <kernels/pack_device.h>
#include <stdlib.h>
#include <string.h>

/* Runs a graph that fails once with a message that contains the words. */
static void expect_error(const char *text, const char *words)
{
	for (unsigned threads = 0; threads < 3; threads += 2) {
		struct world w;
		if (CHECK(world_open(&w, device, threads, text))) {
			struct async_value *result = world_run(&w);
			CHECK(result && async_value_is_error(result));
			CHECK_INT(w.report_count, 1);
			if (!strstr(w.reports, words))
				CHECK_STR(w.reports, words);
			async_value_release(result);
		}
		CHECK(world_close(&w));
	}
}

void wrong_arguments(void)
{
#define CASE(function, arguments, types) \
	BEGIN FUNCTION("%f", function) BUFFER_64 I32("%k", "1") I64("%wide", "1") \
		LAUNCH("%c1", "%f", "16", "", "", arguments, types, "%c0") RETURN_16("%c1")
	expect_error(CASE("add_index", "%b", "!tfrt_gpu.buffer"), "1 arguments; 'add_index' on ");
	expect_error(CASE("add_index", "%k, %k", "i32, i32"), "argument 3 is a number or bytes; parameter 0 p of 'add_index'");
	expect_error(CASE("add_index", "%b, %b", "!tfrt_gpu.buffer, !tfrt_gpu.buffer"), "argument 4 is a buffer; parameter 1 k");
	expect_error(CASE("add_index", "%b, %wide", "!tfrt_gpu.buffer, i64"), "argument 4 has 8 bytes; parameter 1 k");
	expect_error(BEGIN FUNCTION("%f", "add_index") BUFFER_64 "%x = \"tfrt.constant.f32\"() {value = 1.0 : f32} : () -> f32\n"
		LAUNCH("%c1", "%f", "16", "", "", "%b, %x", "!tfrt_gpu.buffer, f32", "%c0") RETURN_16("%c1"),
		"argument 4 is a floating-point number; parameter 1 k");
	expect_error(CASE("add_index", "%b, %s", "!tfrt_gpu.buffer, !tfrt_gpu.stream"), "Unsupported argument type");
	expect_error(CASE("no_such", "%b, %k", "!tfrt_gpu.buffer, i32"), "no_such");
	expect_error(BEGIN FUNCTION("%f", "add_index") BUFFER_64 I32("%k", "1")
		LAUNCH("%c1", "%f", "16", "5", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0") RETURN_16("%c1"),
		"groups of 5 items do not divide 16 items");
}

void wrong_memory(void)
{
	expect_error(BEGIN I64("%n", "-1") ALLOCATE("%b", "%n") RETURN_16("%ch"), "a buffer of -1 bytes");
	expect_error(BEGIN BUFFER_64 "%o = \"tfrt.constant.ui64\"() {value = 60 : ui64} : () -> ui64\n"
		"%z = \"tfrt.constant.ui64\"() {value = 18446744073709551615 : ui64} : () -> ui64\n"
		"%v = \"tfrt_gpu.mem.view\"(%b, %o, %z) : (!tfrt_gpu.buffer, ui64, ui64) -> !tfrt_gpu.buffer\n"
		RETURN("%v", "!tfrt_gpu.buffer"), "buffer size (64) is smaller than offset (60) plus size");
	expect_error(BEGIN BUFFER_64 "%r = \"tfrt_gpu.mem.load\"(%b, %ch) {type = i32} : (!tfrt_gpu.buffer, !tfrt.chain) -> "
		"i32\n" RETURN("%r", "i32"), "expected memory of the host");
	expect_error(BEGIN BUFFER_64 READ("%t", "%b", "17", "%c0") RETURN("%t", "!tfrt_tensor.tensor"),
		"argument 0 has 64 bytes; the tensor has 68");
	expect_error(BEGIN I64("%n", "64") I64("%m8", "8") ALLOCATE("%b", "%n") ALLOCATE("%x", "%m8")
		"%c4 = \"tfrt_gpu.mem.copy\"(%b, %x, %s, %ch) : (!tfrt_gpu.buffer, !tfrt_gpu.buffer, !tfrt_gpu.stream, "
		"!tfrt.chain) -> !tfrt.chain\n" RETURN("%c4", "!tfrt.chain"),
		"Buffer sizes don't match: 64 (dst size) vs 8 (src size)");
}

void other_contexts(void)
{
	expect_error(BEGIN "%ctx2 = \"tfrt_gpu.context.create\"(%d) : (!tfrt_gpu.device) -> !tfrt_gpu.context\n"
		"%s2 = \"tfrt_gpu.stream.create\"(%ctx2) : (!tfrt_gpu.context) -> !tfrt_gpu.stream\n" BUFFER_64
		"%c1 = \"tfrt_gpu.mem.set\"(%b, %zero, %s2, %c0) : (!tfrt_gpu.buffer, i32, !tfrt_gpu.stream, !tfrt.chain) "
		"-> !tfrt.chain\n" RETURN("%c1", "!tfrt.chain"), "argument 0 belongs to another context");
}

void failing_functions(void)
{
	if (!device_is_host) {
		CHECK_SKIP("functions of other devices cannot fail on request");
		return;
	}
	/* in the caller, the launch's own chain has the error; else the next value that waits */
	const bool at_once = strcmp(device, "host:0") == 0;
	expect_error(BEGIN FUNCTION("%f", "fail") BUFFER_64 LAUNCH("%c1", "%f", "16", "", "", "%b", "!tfrt_gpu.buffer", "%c0")
		LAUNCH("%c2", "%f", "16", "", "", "%b", "!tfrt_gpu.buffer", "%c1") RETURN_16("%c2"),
		at_once ? "launch of 'fail' on host:0: failed with 42" : "failed with 42");
	expect_error(BEGIN FUNCTION("%f", "fail") BUFFER_64
		"%c1 = \"device.function.run\"(%s, %f, %c0, %b) {global = [16], group = [], offset = []} : (!tfrt_gpu.stream, "
		"!tfrt_gpu.function, !tfrt.chain, !tfrt_gpu.buffer) -> !tfrt.chain\n" RETURN_16("%c1"), "launch of 'fail': ");
	expect_error(BEGIN FUNCTION("%f", "eight") BUFFER_64 LAUNCH("%c1", "%f", "16", "4", "", "%b", "!tfrt_gpu.buffer", "%c0")
		RETURN_16("%c1"), "requires 8 x 1 x 1");
}

void no_such_device(void)
{
	expect_error("func.func @main() -> RESULT {\n%d = \"device.find\"() {name = \"DEVICE9\"} : () -> !tfrt_gpu.device\n"
		RETURN("%d", "!tfrt_gpu.device"), "no device ");
	expect_error("func.func @main() -> RESULT {\n%d = \"device.find\"() {name = \"toaster:0\"} : () -> !tfrt_gpu.device\n"
		RETURN("%d", "!tfrt_gpu.device"), "no driver for device toaster:0");
}

static const char whole[] = BEGIN FUNCTION("%f", "add_index") I64("%n", "64") ALLOCATE("%b", "%n") I32("%five", "5")
	I32("%k", "3") SET("%c0", "%b", "%five", "%ch") LAUNCH("%c1", "%f", "16", "", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0")
	"%e = \"tfrt_gpu.event.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.event\n"
	"%c2 = \"tfrt_gpu.event.record\"(%e, %s, %c1) : (!tfrt_gpu.event, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain\n"
	"%c3 = \"tfrt_gpu.event.synchronize\"(%e, %c2) : (!tfrt_gpu.event, !tfrt.chain) -> !tfrt.chain\n"
	"%c4 = \"tfrt_gpu.stream.synchronize\"(%s, %c3) : (!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain\n" RETURN_16("%c4");

/* The same in a context of its own, whose objects come from the allocator of the test. */
static const char *whole_with_context(void)
{
	static char text[sizeof whole];
	const char *at = strcpy(text, whole);
	return memcpy(strstr(at, "context.primary\""), "context.create\" ", 16) ? text : NULL;
}

/* The n-th allocation fails, or the n-th call of the driver, for all n: one error, no leak, no hang. */
void nth_failures(void)
{
	for (int calls = 0; calls <= device_is_host; calls++) {
		bool failed = true;
		unsigned n = 1;
		for (; failed && n < 1000; n++) {
			struct world w;
			if (!CHECK(world_open(&w, device, n % 3, calls ? whole : whole_with_context())))
				break;
			if (calls)
				kernels_device_host_fail_call(n);
			else
				async_allocator_fail_nth(w.failing, n);
			struct async_value *result = world_run(&w);
			async_allocator_fail_nth(w.failing, 0);
			kernels_device_host_fail_call(0);
			failed = !result || async_value_is_error(result);
			if (calls || !failed)
				CHECK_INT(w.report_count, failed);
			async_value_release(result);
			CHECK(world_close(&w));
		}
		CHECK(n > 8 && n < 1000);
	}
}

/* A function of the libOpenCL of the tests (shim_opencl.c). NULL, and the case is skipped: it is another library. */
static void *shim_function(const char *name)
{
	const char *path = getenv("KERNELS_OPENCL");
	void *library = path ? dlopen(path, RTLD_NOW) : NULL, *symbol = library ? dlsym(library, name) : NULL;
	if (!symbol)
		CHECK_SKIP("the library is not the one of the tests");
	return symbol;
}

/* As above, for a driver of OpenCL. A call that only asks may fail without an error: then the run is as good as any. */
void nth_failures_of_opencl(void)
{
	int (*fail_call)(int n), (*alive)(void);
	void *symbol = shim_function("shim_opencl_fail_call"), *second = symbol ? shim_function("shim_opencl_alive") : NULL;
	if (!symbol || !second)
		return;
	memcpy(&fail_call, &symbol, sizeof fail_call);
	memcpy(&alive, &second, sizeof alive);
	int n = 1, errors = 0;
	for (int left = 0; left == 0 && n < 1000; n++) {
		struct world w;
		if (!CHECK(world_open(&w, device, (unsigned)n % 3, whole_with_context())))
			break;
		fail_call(n);
		struct async_value *result = world_run(&w);
		left = fail_call(0);
		const bool failed = !result || async_value_is_error(result);
		CHECK_INT(w.report_count, failed);
		if (failed && !CHECK(strstr(w.reports, "CL_OUT_OF_RESOURCES (-5)") != NULL))
			printf("# call %d: %s", n, w.reports);
		errors += failed;
		async_value_release(result);
		CHECK(world_close(&w));
		if (!CHECK_INT(alive(), 0))
			printf("# call %d\n", n);
	}
	printf("# %d calls, %d errors\n", n - 2, errors);
	CHECK(errors > 10 && n < 1000);
}

/* A launch fails while it runs; the copy behind it reports that. */
void failures_noticed_later(void)
{
	void (*fail_later)(void);
	void *symbol = shim_function("shim_opencl_fail_later");
	struct world w;
	if (!symbol)
		return;
	memcpy(&fail_later, &symbol, sizeof fail_later);
	if (!CHECK(world_open(&w, device, 0, whole_with_context())))
		return;
	fail_later();
	struct async_value *result = world_run(&w);
	CHECK(!result || async_value_is_error(result));
	if (!CHECK(strstr(w.reports, "launch of 'add_index' on opencl:0 (") && strstr(w.reports, "CL_OUT_OF_RESOURCES (-5)")))
		printf("# %s", w.reports);
	async_value_release(result);
	CHECK(world_close(&w));
}

/* Nothing waits for the launch, and its stream is released while it runs. It ends before the registry is destroyed. */
void launches_of_released_streams(void)
{
	int (*last_launch)(void);
	void *symbol = shim_function("shim_opencl_last_launch");
	if (!symbol)
		return;
	memcpy(&last_launch, &symbol, sizeof last_launch);
	for (unsigned i = 0; i < 3; i++) {
		struct world w;
		if (!CHECK(world_open(&w, device, i, BEGIN FUNCTION("%f", "slow") BUFFER_64 I32("%k", "100000000")
			LAUNCH("%c1", "%f", "16", "", "", "%b, %k", "!tfrt_gpu.buffer, i32", "%c0") RETURN("%c1", "!tfrt.chain"))))
			return;
		struct async_value *result = world_run(&w);
		CHECK(result && !async_value_is_error(result));
		async_value_release(result);
		CHECK(world_close(&w));
		CHECK_INT(last_launch(), 0);
	}
}

/* Drivers that were compiled for other structs are not used. */
void drivers_of_other_versions(void)
{
	struct kernels_device found;
	struct kernels_device_error error;
	CHECK_OR_RETURN(kernels_device_find(device, strlen(device), &found, &error));
	static struct kernels_device_driver other;
	other = *found.driver;
	other.name = "other";
	other.platform = 77;
	other.structs++;
	CHECK_INT(kernels_device_driver_add(&other), KERNELS_E_VERSION);
	other.structs--;
	other.size = offsetof(struct kernels_device_driver, structs);
	CHECK_INT(kernels_device_driver_add(&other), KERNELS_E_VERSION);
	other.size = offsetof(struct kernels_device_driver, explain);
	CHECK_INT(kernels_device_driver_add(&other), KERNELS_E_ARG);
	CHECK(!kernels_device_driver_find("other", 5) && !kernels_device_driver_of(77));
}

/* The result fails early; nothing is freed that the device uses. */
void cancelled_requests(void)
{
	for (int i = 0; i < 20; i++) {
		struct world w;
		if (CHECK(world_open(&w, device, (unsigned)i % 3, whole)))
			async_value_release(world_run_cancelled(&w));
		CHECK(world_close(&w));
	}
}
