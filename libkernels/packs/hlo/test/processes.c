/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See processes.h. */
#include "processes.h"
#include <kernels/invoke.h>
#include <kernels/pack_hlo.h>
#include <kernels/world.h>

static const struct async_allocator *counting;
static struct async_host host;
static struct kernels_registry *registry;
static struct kernels_world *world;
static struct async_request *requests[MOST_PROCESSES];
static uint32_t count;

static struct {
	const char *name;
	struct kernels_attributes *attributes;
	struct async_value *results[MOST_PROCESSES * (MOST_OPERANDS + 1)];
	uint32_t result_count;
} op;

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	(void)error;
}

static void need(bool good)
{
	if (good)
		return;
	printf("Bail out! out of memory\n");
	exit(1);
}

void processes_open(uint32_t replicas, uint32_t partitions, unsigned threads)
{
	struct async_threads_options options = { .size = sizeof options, .threads = threads };
	counting = async_allocator_create_counting(async_allocator_system());
	host = (struct async_host){ .size = sizeof host, .allocator = counting, .report = report,
		.queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL) };
	registry = kernels_registry_create(NULL);
	world = kernels_world_create(counting, replicas, partitions);
	need(counting && host.queue && registry && world &&
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) == KERNELS_OK);
	count = replicas * partitions;
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_process process = { sizeof process, i / partitions, i % partitions, replicas, partitions,
			kernels_world_engine(), world };
		requests[i] = async_request_create(&host, NULL);
		need(requests[i] && kernels_process_set(requests[i], &process));
	}
}

uint64_t processes_close(void)
{
	async_queue_quiesce(host.queue);
	for (uint32_t i = 0; i < count; i++) {
		kernels_world_end(world, i);
		async_request_release(requests[i]);
	}
	kernels_world_release(world);
	kernels_registry_destroy(registry);
	async_queue_destroy(host.queue);
	const uint64_t blocks = async_allocator_stats(counting).live_blocks;
	async_allocator_destroy(counting);
	return blocks;
}

void processes_begin(const char *name)
{
	op.name = name;
	op.result_count = 0;
	op.attributes = kernels_attributes_create(counting);
	need(op.attributes);
}

void processes_int(const char *name, int64_t value)
{
	need(kernels_attributes_scalar(op.attributes, name, KERNELS_I64, &value) == KERNELS_OK);
}

void processes_bool(const char *name, bool value)
{
	const uint8_t byte = value;
	need(kernels_attributes_scalar(op.attributes, name, KERNELS_I1, &byte) == KERNELS_OK);
}

void processes_ints(const char *name, size_t size, const int64_t *values)
{
	need(kernels_attributes_array(op.attributes, name, KERNELS_I64, values, size) == KERNELS_OK);
}

void processes_text(const char *name, const char *value)
{
	need(kernels_attributes_string(op.attributes, name, value, strlen(value)) == KERNELS_OK);
}

static struct async_value *tensor_of(const struct array *array)
{
	struct kernels_tensor tensor;
	need(kernels_tensor_init(&tensor, counting, array->dtype, &array->shape));
	if (array->elements > 0)
		memcpy(kernels_tensor_data(&tensor), array->bytes, kernels_buffer_size(tensor.buffer));
	struct async_value *value = async_value_create_available(counting, kernels_tensor_types()->tensor, &tensor);
	need(value != NULL);
	return value;
}

static uint32_t add_type(int64_t *words, uint32_t at, const struct array *array)
{
	words[at++] = array ? array->dtype : KERNELS_DTYPE_INVALID;
	words[at++] = array ? array->shape.rank : 0;
	for (uint32_t i = 0; array && i < array->shape.rank; i++)
		words[at++] = array->shape.dims[i];
	return at;
}

static void set_types(const struct array *operands, uint32_t operand_count, const struct array *results, uint32_t result_count)
{
	int64_t words[2 * (MOST_OPERANDS + 1) * (2 + KERNELS_MAX_RANK)];
	uint32_t at = 0;
	for (uint32_t i = 0; i <= operand_count; i++)
		at = add_type(words, at, i < operand_count ? &operands[i] : NULL);
	for (uint32_t i = 0; i <= result_count; i++)
		at = add_type(words, at, i < result_count ? &results[i] : NULL);
	processes_ints("types", at, words);
	op.result_count = result_count + 1;
}

/* Takes over `arguments`, the last of which is the token. */
static void start(uint32_t process, struct async_value **arguments, uint32_t operand_count)
{
	arguments[operand_count] = async_value_retain(async_chain());
	kernels_invoke(registry, op.name, requests[process], arguments, operand_count + 1, op.attributes,
		op.results + process * op.result_count, op.result_count);
	kernels_values_release(arguments, operand_count + 1);
}

void processes_run(const struct array *operands, uint32_t operand_count, const struct array *results, uint32_t result_count)
{
	set_types(operands, operand_count, results, result_count);
	for (uint32_t i = 0; i < count; i++) {
		struct async_value *arguments[MOST_OPERANDS + 1];
		for (uint32_t k = 0; k < operand_count; k++)
			arguments[k] = tensor_of(&operands[i * operand_count + k]);
		start(i, arguments, operand_count);
	}
	async_queue_await(host.queue, op.results, count * op.result_count);
}

void processes_start(uint32_t process, const struct array *operand, const struct array *result, const char *message)
{
	struct async_value *arguments[2];
	if (op.result_count == 0)
		set_types(operand, 1, result, 1);
	arguments[0] = message ? async_value_create_error(counting, async_error_make(ASYNC_CODE_UNKNOWN, "%s", message)) : tensor_of(operand);
	need(arguments[0] != NULL);
	start(process, arguments, 1);
}

void processes_await(uint32_t process)
{
	async_queue_await(host.queue, op.results + process * op.result_count, op.result_count);
}

void processes_ids(const struct array *result)
{
	int64_t words[2 + KERNELS_MAX_RANK];
	processes_ints("types", add_type(words, 0, result), words);
	op.result_count = 1;
	for (uint32_t i = 0; i < count; i++)
		kernels_invoke(registry, op.name, requests[i], NULL, 0, op.attributes, op.results + i, 1);
	async_queue_await(host.queue, op.results, count);
}

const void *processes_result(uint32_t process, uint32_t index)
{
	struct async_value *value = op.results[process * op.result_count + index];
	return async_value_is_error(value) ? NULL : kernels_tensor_bytes(async_value_payload(value));
}

const char *processes_message(uint32_t process)
{
	struct async_value *value = op.results[process * op.result_count];
	return async_value_is_error(value) ? async_error_message(async_value_error(value)) : "";
}

void processes_end(void)
{
	kernels_values_release(op.results, count * op.result_count);
	async_queue_quiesce(host.queue);
	kernels_attributes_release(op.attributes);
}
