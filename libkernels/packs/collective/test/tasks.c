/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See tasks.h. */
#include "tasks.h"
#include <kernels/invoke.h>

struct async_request *tasks_request;
uint32_t tasks_count;
struct async_value *tasks_contexts[MOST_TASKS];
static const struct async_allocator *counting;
static struct async_host host;
static struct kernels_registry *registry;

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	(void)error;
}

static void *need(void *pointer)
{
	if (!pointer) {
		printf("Bail out! out of memory\n");
		exit(1);
	}
	return pointer;
}

void tasks_open(uint32_t tasks, unsigned threads)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct async_threads_options options = { .size = sizeof options, .threads = threads };
	struct async_value *configurations[MOST_TASKS];
	counting = need((void *)(uintptr_t)async_allocator_create_counting(async_allocator_system()));
	host = (struct async_host){ .size = sizeof host, .allocator = counting, .report = report,
		.queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL) };
	tasks_request = need(async_request_create(&host, NULL));
	registry = need(kernels_registry_create(NULL));
	if (kernels_registry_add(registry, kernels_pack_collective(), &diag) != KERNELS_OK) {
		printf("Bail out! %s\n", diag.message);
		exit(1);
	}
	tasks_count = tasks;
	tasks_call("tfrt_dist.test_create_configurations", 0, NULL, NULL, NULL, tasks, configurations);
	tasks_call("tfrt_dist.test_create_distributed_context", tasks, configurations, NULL, NULL, tasks, tasks_contexts);
}

void tasks_close(void)
{
	kernels_values_release(tasks_contexts, tasks_count);
	struct async_value *idle = async_request_idle(tasks_request);
	tasks_await(&idle, 1);
	async_value_release(idle);
	async_queue_quiesce(host.queue);
	kernels_registry_destroy(registry);
	async_request_release(tasks_request);
	async_queue_destroy(host.queue);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_allocator_destroy(counting);
}

void tasks_await(struct async_value *const *values, uint32_t count) { async_queue_await(host.queue, values, count); }

struct async_value *tasks_string(const char *text)
{
	struct kernels_text payload;
	if (!kernels_text_init(&payload, counting, text, strlen(text)))
		need(NULL);
	return need(async_value_create_available(counting, kernels_types()->string, &payload));
}

struct async_value *tasks_number(enum kernels_dtype dtype, const void *number)
{
	const async_type_id type = dtype == KERNELS_UI64 ? kernels_types()->ui64 : kernels_types()->i32;
	return need(async_value_create_available(counting, type, (void *)(uintptr_t)number));
}

struct async_value *tasks_task(uint32_t number)
{
	struct async_value *result;
	struct async_value *arguments[] = { async_value_retain(tasks_contexts[0]), tasks_number(KERNELS_I32, &number) };
	tasks_call("collective.task", 2, arguments, NULL, NULL, 1, &result);
	return result;
}

struct async_value *tasks_tensor(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, const void *bytes)
{
	struct kernels_shape shape = { .rank = rank };
	struct kernels_tensor tensor;
	memcpy(shape.dims, dims, rank * sizeof *dims);
	if (!kernels_tensor_init(&tensor, counting, dtype, &shape))
		need(NULL);
	const size_t size = kernels_buffer_size(tensor.buffer);
	if (bytes && size > 0)
		memcpy(kernels_tensor_data(&tensor), bytes, size);
	else
		memset(kernels_tensor_data(&tensor), 0, size);
	return need(async_value_create_available(counting, kernels_tensor_types()->tensor, &tensor));
}

struct async_value *tasks_error(const char *message)
{
	return need(async_value_create_error(counting, async_error_make(ASYNC_CODE_DATA_LOSS, "%s", message)));
}

const void *tasks_bytes(struct async_value *tensor) { return kernels_tensor_bytes(async_value_payload(tensor)); }

const char *tasks_message(struct async_value *value)
{
	return async_value_is_error(value) ? async_error_message(async_value_error(value)) : "";
}

void tasks_call_with(const char *kernel, uint32_t argument_count, struct async_value *const *arguments,
	struct kernels_attributes *attributes, uint32_t result_count, struct async_value **results)
{
	kernels_invoke(registry, kernel, tasks_request, arguments, argument_count, attributes, results, result_count);
	kernels_attributes_release(attributes);
	kernels_values_release(arguments, argument_count);
}

void tasks_call(const char *kernel, uint32_t argument_count, struct async_value *const *arguments, const char *name,
	const char *text, uint32_t result_count, struct async_value **results)
{
	struct kernels_attributes *attributes = name ? need(kernels_attributes_create(counting)) : NULL;
	if (name && kernels_attributes_string(attributes, name, text, strlen(text)) != KERNELS_OK)
		need(NULL);
	tasks_call_with(kernel, argument_count, arguments, attributes, result_count, results);
}
