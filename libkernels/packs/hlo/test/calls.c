/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See calls.h. */
#include "calls.h"
#include <kernels/invoke.h>
#include <kernels/pack_hlo.h>
#include <kernels/process.h>

#define MOST 64

static const struct async_allocator *failing, *counting;
static struct async_host host;
static struct async_request *request;
static struct kernels_registry *registry;

static struct {
	const char *name;
	struct kernels_attributes *attributes;
	struct async_value *operands[MOST];
	struct array operand_types[MOST], results[MOST], outputs[MOST];
	struct async_value *values[MOST], *kept;
	const void *operand_bytes[MOST];
	uint32_t operand_count, result_count;
	bool has_types, gives, panels[MOST];
	uint32_t given;
	char message[700];
} call;

bool calls_mutating;
static unsigned fail_at; /* the allocation of the next call that fails */

static int64_t mutated_always(void)
{
	static const int64_t numbers[] = { 0, 1, -1, 2, 3, 4, 16, 17, INT32_MAX, INT64_MAX, INT64_MIN, INT64_MAX / 2,
		-3, INT64_C(1) << 62, INT64_C(1) << 40 };
	return numbers[random_below(sizeof numbers / sizeof *numbers)];
}

/* In mutants: sometimes another number. */
static int64_t mutated(int64_t value)
{
	if (!calls_mutating || random_below(12))
		return value;
	return random_below(2) ? mutated_always() : (int64_t)((uint64_t)value + (uint64_t)random_from(-2, 2));
}

/* Refuses blocks that only a mutant asks for. */
static void *small_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	return size > (1u << 22) * 16u ? NULL : async_alloc(async_allocator_system(), size, align);
}

static void small_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	async_free(async_allocator_system(), block, size, align);
}

static const struct async_allocator small = { small_alloc, NULL, small_free, NULL };

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	(void)error;
}

static char printed[4096];

/* Of hlo.print: the last text. */
static void print(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	snprintf(printed, sizeof printed, "%.*s", (int)size, text);
}

const char *calls_printed(void) { return printed; }

static struct array probed;

/* Of hlo.probe: the last tensor. */
static bool probe(void *ctx, const struct kernels_hlo_probe *tensor, const void *data, char *message, size_t message_size)
{
	(void)ctx;
	(void)message;
	(void)message_size;
	array_free(&probed);
	probed = array_make(tensor->dtype, tensor->shape->rank, tensor->shape->dims);
	memcpy(probed.bytes, data, tensor->size);
	return true;
}

const struct array *calls_probed(void) { return &probed; }

static void *need(void *pointer)
{
	if (!pointer) {
		printf("Bail out! out of memory\n");
		exit(1);
	}
	return pointer;
}

static void expect_ok(enum kernels_status status)
{
	if (status != KERNELS_OK) {
		printf("Bail out! %s\n", kernels_status_name(status));
		exit(1);
	}
}

static void release_call(void)
{
	for (uint32_t i = 0; i < call.operand_count; i++)
		async_value_release(call.operands[i]);
	for (uint32_t i = 0; i < call.result_count; i++)
		if (call.values[i])
			async_value_release(call.values[i]);
	if (call.kept)
		async_value_release(call.kept);
	kernels_attributes_release(call.attributes);
	memset(&call, 0, sizeof call);
}

void calls_open(unsigned threads)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	failing = async_allocator_create_failing(&small, 0);
	counting = async_allocator_create_counting(failing);
	struct async_threads_options options = { .size = sizeof options, .threads = threads };
	host = (struct async_host){ .size = sizeof host, .allocator = counting,
		.queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL), .report = report,
		.print = print };
	struct async_resources *resources = need(async_resources_create(counting));
	const struct kernels_hlo_probes probes = { .size = sizeof probes, .write = probe };
	if (!kernels_hlo_probes_set(resources, &probes))
		need(NULL);
	request = need(async_request_create(&host, resources));
	if (!kernels_process_set(request, &(struct kernels_process){ .size = sizeof(struct kernels_process), .replicas = 1, .partitions = 1 }))
		abort();
	async_resources_release(resources);
	registry = need(kernels_registry_create(NULL));
	if (kernels_registry_add(registry, kernels_pack_hlo(), &diag) != KERNELS_OK) {
		printf("Bail out! %s\n", diag.message);
		exit(1);
	}
}

uint64_t calls_close(void)
{
	release_call();
	async_queue_quiesce(host.queue); /* the end of a call uses the registry after its results are available */
	kernels_registry_destroy(registry);
	async_request_release(request);
	async_queue_destroy(host.queue);
	array_free(&probed);
	uint64_t blocks = async_allocator_stats(counting).live_blocks;
	async_allocator_destroy(counting);
	async_allocator_destroy(failing);
	return blocks;
}

const struct kernels_registry *calls_registry(void) { return registry; }

/* ---- arrays */

struct array array_make(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = { .dtype = dtype, .shape = { .rank = rank }, .elements = 1 };
	for (uint32_t i = 0; i < rank; i++) {
		array.shape.dims[i] = dims[i];
		array.elements *= dims[i];
	}
	array.bytes = need(calloc((size_t)array.elements + 1, 16));
	return array;
}

void array_free(struct array *array)
{
	free(array->bytes);
	array->bytes = NULL;
}

int64_t array_get(const struct array *array, int64_t i)
{
	switch (kernels_dtype_size(array->dtype)) {
	case 1: return ((const int8_t *)array->bytes)[i];
	case 2: return ((const int16_t *)array->bytes)[i];
	case 4: return ((const int32_t *)array->bytes)[i];
	default: return ((const int64_t *)array->bytes)[i];
	}
}

void array_set(struct array *array, int64_t i, int64_t value)
{
	switch (kernels_dtype_size(array->dtype)) {
	case 1: ((int8_t *)array->bytes)[i] = (int8_t)value; break;
	case 2: ((int16_t *)array->bytes)[i] = (int16_t)value; break;
	case 4: ((int32_t *)array->bytes)[i] = (int32_t)value; break;
	default: ((int64_t *)array->bytes)[i] = value;
	}
}

int64_t array_at(const struct kernels_shape *shape, const int64_t *index)
{
	int64_t at = 0;
	for (uint32_t i = 0; i < shape->rank; i++)
		at = at * shape->dims[i] + index[i];
	return at;
}

bool array_next(const struct kernels_shape *shape, int64_t *index)
{
	for (uint32_t i = shape->rank; i-- > 0;) {
		if (++index[i] < shape->dims[i])
			return true;
		index[i] = 0;
	}
	return false;
}

uint64_t calls_random(void)
{
	static uint64_t state;
	if (state == 0) {
		const char *seed = getenv("HLO_TEST_SEED");
		state = 0x9E3779B97F4A7C15u ^ (seed ? strtoull(seed, NULL, 0) << 20 : 0);
	}
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545F4914F6CDD1Du >> 11;
}

/* ---- a call */

void calls_begin(const char *name)
{
	release_call();
	call.name = name;
	call.attributes = need(kernels_attributes_create(counting));
}

void calls_operand(const struct array *array)
{
	struct kernels_tensor tensor;
	uint32_t at = call.operand_count++;
	if (!kernels_tensor_init(&tensor, counting, array->dtype, &array->shape))
		need(NULL);
	memcpy(kernels_tensor_data(&tensor), array->bytes, kernels_buffer_size(tensor.buffer));
	if (calls_mutating && random_below(10) == 0 && tensor.shape.rank > 0)
		tensor.shape.dims[0] = random_below(tensor.shape.dims[0] + 1);
	call.operand_types[at] = *array;
	call.operand_types[at].shape = tensor.shape;
	call.operand_bytes[at] = kernels_tensor_bytes(&tensor);
	call.operands[at] =
		need(async_value_create_available(counting, kernels_tensor_types()->tensor, &tensor));
}

void calls_token(void)
{
	call.operand_types[call.operand_count] = (struct array){ .dtype = KERNELS_DTYPE_INVALID };
	call.operand_bytes[call.operand_count] = NULL;
	call.operands[call.operand_count++] = async_value_retain(async_chain());
}

void calls_result(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array *array = &call.results[call.result_count++];
	*array = (struct array){ .dtype = dtype, .shape = { .rank = rank } };
	for (uint32_t i = 0; i < rank; i++)
		array->shape.dims[i] = mutated(dims[i]);
}

void calls_int(const char *name, int64_t value)
{
	value = mutated(value);
	expect_ok(kernels_attributes_scalar(call.attributes, name, KERNELS_I64, &value));
}

void calls_bool(const char *name, bool value)
{
	uint8_t byte = value;
	expect_ok(kernels_attributes_scalar(call.attributes, name, KERNELS_I1, &byte));
}

void calls_double(const char *name, double value)
{
	expect_ok(kernels_attributes_scalar(call.attributes, name, KERNELS_F64, &value));
}

void calls_text(const char *name, const char *value)
{
	expect_ok(kernels_attributes_string(call.attributes, name, value, strlen(value)));
}

void calls_ints(const char *name, uint32_t count, const int64_t *values)
{
	int64_t copy[MOST * 4];
	if (count > MOST * 4 - 1 || !calls_mutating) {
		expect_ok(kernels_attributes_array(call.attributes, name, KERNELS_I64, values, count));
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		copy[i] = mutated(values[i]);
	copy[count] = 1;
	if (random_below(20) == 0)
		count += (uint32_t)random_from(count ? -1 : 0, 1);
	expect_ok(kernels_attributes_array(call.attributes, name, KERNELS_I64, copy, count));
}

void calls_convolution(const struct calls_window *w, bool channels_first, int64_t groups)
{
	calls_ints("window_strides", 2, (int64_t[]){ w->stride, w->stride });
	calls_ints("padding", 4, (int64_t[]){ w->low, w->high, w->low, w->high });
	calls_ints("lhs_dilation", 2, (int64_t[]){ 1, 1 });
	calls_ints("rhs_dilation", 2, (int64_t[]){ 1, 1 });
	calls_ints("window_reversal", 2, (int64_t[]){ w->reversed, w->reversed });
	calls_int("input_batch_dimension", 0);
	calls_int("output_batch_dimension", 0);
	calls_int("input_feature_dimension", channels_first ? 1 : 3);
	calls_int("output_feature_dimension", channels_first ? 1 : 3);
	calls_int("kernel_input_feature_dimension", channels_first ? 1 : 2);
	calls_int("kernel_output_feature_dimension", channels_first ? 0 : 3);
	calls_ints("input_spatial_dimensions", 2, channels_first ? (int64_t[]){ 2, 3 } : (int64_t[]){ 1, 2 });
	calls_ints("output_spatial_dimensions", 2, channels_first ? (int64_t[]){ 2, 3 } : (int64_t[]){ 1, 2 });
	calls_ints("kernel_spatial_dimensions", 2, channels_first ? (int64_t[]){ 2, 3 } : (int64_t[]){ 0, 1 });
	calls_int("feature_group_count", groups);
	calls_int("batch_group_count", 1);
}

void calls_no_algorithm(void)
{
	calls_text("accumulation_type", "");
	calls_text("lhs_precision_type", "");
	calls_text("rhs_precision_type", "");
	calls_int("lhs_component_count", 1);
	calls_int("rhs_component_count", 1);
	calls_int("num_primitive_operations", 1);
	calls_bool("allow_imprecise_accumulation", false);
}

void calls_dot(uint32_t batches, int64_t lhs_contracting, int64_t rhs_contracting)
{
	calls_no_algorithm();
	calls_ints("lhs_batching_dimensions", batches, (int64_t[]){ 0 });
	calls_ints("rhs_batching_dimensions", batches, (int64_t[]){ 0 });
	calls_ints("lhs_contracting_dimensions", 1, &lhs_contracting);
	calls_ints("rhs_contracting_dimensions", 1, &rhs_contracting);
}

void calls_doubles(const char *name, uint32_t count, const double *values)
{
	if (calls_mutating && random_below(20) == 0)
		count -= count > 0;
	expect_ok(kernels_attributes_array(call.attributes, name, KERNELS_F64, values, count));
}

void calls_dense(const char *name, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, const void *elements)
{
	expect_ok(kernels_attributes_dense(call.attributes, name, dtype, dims, rank, elements));
}

void calls_types(uint32_t count, const int64_t *words)
{
	calls_ints("types", count, words);
	call.has_types = true;
}

void calls_panels(uint32_t index) { call.panels[index] = true; }

void calls_unknown(uint32_t index, uint32_t dim) { call.operand_types[index].shape.dims[dim] = -1; }

void calls_keep(uint32_t index) { call.kept = async_value_retain(call.operands[index]); }

void calls_give(uint32_t index)
{
	call.gives = true;
	call.given = index;
}

/* With calls_give(), the last operand comes late, when only the call refers to the given one. */
static void invoke(void)
{
	struct async_value *value = NULL, **late = &call.operands[call.operand_count ? call.operand_count - 1 : 0];
	if (call.gives) {
		value = *late;
		*late = need(async_value_create_indirect(async_allocator_system(), kernels_tensor_types()->tensor));
	}
	kernels_invoke(registry, call.name, request, call.operands, call.operand_count, call.attributes, call.values,
		call.result_count);
	if (call.gives) {
		async_value_release(call.operands[call.given]);
		call.operands[call.given] = async_value_retain(async_chain());
		async_value_forward(*late, value);
	}
}

static uint32_t add_words(int64_t *words, uint32_t at, const struct array *array, bool panels)
{
	words[at++] = array->dtype + (panels ? 256 : 0);
	words[at++] = array->shape.rank;
	for (uint32_t i = 0; i < array->shape.rank; i++)
		words[at++] = array->shape.dims[i];
	return at;
}

const char *calls_run(void)
{
	static int64_t words[2 * MOST * (2 + KERNELS_MAX_RANK)];
	uint32_t count = 0;
	for (uint32_t i = 0; i < call.operand_count; i++)
		count = add_words(words, count, &call.operand_types[i], call.panels[i]);
	for (uint32_t i = 0; i < call.result_count; i++)
		count = add_words(words, count, &call.results[i], false);
	if (calls_mutating && random_below(4) == 0)
		words[random_below(count ? count : 1)] = mutated_always();
	if (!call.has_types)
		calls_ints("types", count, words);
	if (calls_mutating)
		fail_at = random_below(8) ? 0 : (unsigned)random_from(1, 20);
	async_allocator_fail_nth(failing, fail_at);
	invoke();
	async_queue_await(host.queue, call.values, call.result_count);
	async_allocator_fail_nth(failing, 0);
	fail_at = 0;
	for (uint32_t i = 0; i < call.result_count; i++) {
		if (async_value_is_error(call.values[i])) {
			const char *message = async_error_message(async_value_error(call.values[i]));
			size_t size = strlen(call.name); /* a refusal before the call begins with the name */
			bool named = strncmp(message, call.name, size) == 0 && strncmp(message + size, ": ", 2) == 0;
			snprintf(call.message, sizeof call.message, "%s", message + (named ? size + 2 : 0));
			return call.message;
		}
		if (async_value_type(call.values[i]) != kernels_tensor_types()->tensor)
			continue;
		const struct kernels_tensor *tensor = async_value_payload(call.values[i]);
		call.outputs[i] = (struct array){ tensor->dtype, tensor->shape, kernels_tensor_elements(tensor),
			(void *)(uintptr_t)kernels_tensor_bytes(tensor) };
	}
	return NULL;
}

const struct array *calls_output(uint32_t index) { return &call.outputs[index]; }
const void *calls_kept(void) { return kernels_tensor_bytes(async_value_payload(call.kept)); }
bool calls_reused(uint32_t index) { return call.outputs[0].bytes == call.operand_bytes[index]; }
void calls_fail_allocation(unsigned n) { fail_at = n; }
