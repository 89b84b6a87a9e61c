/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times of finding a kernel, calling one, and one iteration of a loop. */
#include "bench.h"
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>

static struct kernels_registry *registry;
static struct async_request *request;

static const struct kernels_entry *find(const char *name)
{
	return kernels_registry_find(registry, name, strlen(name));
}

/* All names in turn, so that no name is found twice in a row. */
static void registry_find(void *ctx, uint64_t n)
{
	size_t count = kernels_registry_count(registry), i = 0;
	uintptr_t sum = 0;
	while (n--) {
		const char *name = kernels_registry_at(registry, i)->kernel->name;
		sum += (uintptr_t)find(name);
		i = i + 1 < count ? i + 1 : 0;
	}
	*(volatile uintptr_t *)ctx = sum;
}

static void payload_call(void *ctx, uint64_t n)
{
	const struct kernels_entry *entry = ctx;
	const struct kernels_site site = { .entry = entry, .argument_count = 2, .result_count = 1 };
	int32_t a = 0, one = 1, sum;
	void *arguments[] = { &a, &one }, *results[] = { &sum };
	struct kernels_call call = { arguments, results, &site, request, NULL };
	kernels_payload_fn volatile payload = entry->kernel->payload;
	while (n--) {
		payload(&call);
		a = sum;
	}
}

/* The body returns its argument, so the time is that of the loop. */
static void same(const struct kernels_function *self, struct async_request *r, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)r;
	results[0] = async_value_retain(arguments[0]);
}

static void repeat_iteration(void *ctx, uint64_t n)
{
	static const struct kernels_function_vtable vtable = { .size = sizeof vtable, .execute = same };
	static const struct kernels_function body = { .vtable = &vtable, .argument_count = 1, .result_count = 1 };
	static const struct kernels_function *const functions[] = { &body };
	const struct kernels_entry *entry = ctx;
	const struct kernels_site site = {
		.entry = entry, .functions = functions, .argument_count = 2, .result_count = 1, .function_count = 1
	};
	while (n > 0) {
		int32_t count = n < INT32_MAX ? (int32_t)n : INT32_MAX;
		struct async_value *times =
			async_value_create_available(async_allocator_system(), kernels_types()->i32, &count);
		struct async_value *arguments[] = { times, async_chain() };
		struct async_value *results[] = { NULL };
		struct kernels_frame frame = { arguments, results, &site, request, false, NULL };
		entry->kernel->frame(&frame);
		async_value_release(times);
		async_value_release(results[0]);
		n -= (uint64_t)count;
	}
}

static const struct async_allocator *request_allocator(void)
{
	return async_request_host(request)->allocator;
}

/* A kernel by entry or by name, on available values. */
static void invoke(uint64_t n, const struct kernels_entry *entry)
{
	int32_t number = 1;
	struct async_value *one = async_value_create_available(request_allocator(), kernels_types()->i32, &number);
	struct async_value *sum = async_value_retain(one);
	while (n--) {
		struct async_value *const arguments[] = { sum, one };
		struct async_value *result;
		if (entry)
			kernels_invoke_entry(entry, request, arguments, 2, NULL, &result, 1);
		else
			kernels_invoke(registry, "tfrt.add.i32", request, arguments, 2, NULL, &result, 1);
		async_value_release(sum);
		sum = result;
	}
	async_value_release(sum);
	async_value_release(one);
}

static void invoke_entry(void *ctx, uint64_t n)
{
	invoke(n, ctx);
}

static void invoke_name(void *ctx, uint64_t n)
{
	(void)ctx;
	invoke(n, NULL);
}

int main(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	uintptr_t sink;
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_single(NULL);
	request = async_request_create(&host, NULL);
	registry = kernels_registry_create(NULL);
	if (kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_test(), NULL) != KERNELS_OK)
		return 1;
	bench_run("kernels", "registry_find", 1, registry_find, &sink);
	bench_run("kernels", "payload_add_i32", 1, payload_call, (void *)(uintptr_t)find("tfrt.add.i32"));
	bench_run("kernels", "repeat_iteration", 1, repeat_iteration, (void *)(uintptr_t)find("tfrt.repeat.i32"));
	bench_run("kernels", "invoke_entry_add_i32", 1, invoke_entry, (void *)(uintptr_t)find("tfrt.add.i32"));
	bench_run("kernels", "invoke_name_add_i32", 1, invoke_name, NULL);
	kernels_registry_destroy(registry);
	async_request_release(request);
	async_queue_destroy(host.queue);
	return 0;
}
