/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The frame of all kernels: types, plans, tasks, reuse of memory, and executors that do not prepare. */
#include "arrays.h"
#include <kernels/check.h>
#include <kernels/invoke.h>
#include <kernels/pack_hlo.h>

/* ---- attribute `types` */

static void begin_negate(const struct array *from)
{
	calls_begin("hlo.negate");
	calls_operand(from);
	calls_result(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
}

static void wrong_types(void)
{
	static const struct {
		uint32_t count;
		int64_t words[8];
		const char *error;
	} table[] = {
		{ 0, { 0 }, "attribute types is too short for 1 operands and 1 results" },
		{ 4, { 10, 2, 2, 3 }, "attribute types is too short for 1 operands and 1 results" },
		{ 7, { 10, 2, 2, 3, 10, 2, 2 }, "attribute types has the rank 2" },
		{ 5, { 10, 3, 2, 3, 4 }, "attribute types is too short for 1 operands and 1 results" },
		{ 4, { 24, 0, 10, 0 }, "attribute types has the element type 24" },
		{ 4, { 16, 0, 10, 0 }, "attribute types has the element type 16" },
		{ 4, { -1, 0, 10, 0 }, "attribute types has the element type -1" },
		{ 4, { 47, 0, 10, 0 }, "attribute types has the element type 47" },
		{ 4, { INT64_MAX, 0, 10, 0 }, "attribute types has the element type 9223372036854775807" },
		{ 4, { 0, 1, 10, 0 }, "attribute types has the rank 1" },
		{ 4, { 10, -1, 10, 0 }, "attribute types has the rank -1" },
		{ 4, { 10, 17, 10, 0 }, "attribute types has the rank 17" },
		{ 5, { 10, 1, -2, 10, 0 }, "attribute types has the dimension -2" },
		{ 8, { 10, 2, INT64_C(1) << 40, INT64_C(1) << 40, 10, 2, 2, 3 },
			"attribute types has a type with too many elements" },
		{ 5, { 10, 0, 10, 0, 7 }, "attribute types has 1 words more than 1 operands and 1 results need" },
		{ 8, { 10, 2, 3, 2, 10, 2, 3, 2 }, "argument 0 has the type f32[2, 3], expected f32[3, 2]" },
		{ 8, { 11, 2, 2, 3, 11, 2, 2, 3 }, "argument 0 has the type f32[2, 3], expected f64[2, 3]" },
		{ 8, { 10, 2, -1, 2, 10, 2, -1, 2 }, "argument 0 has the type f32[2, 3], expected f32[-1, 2]" },
	};
	struct array from = any_array_of(KERNELS_F32, 2, (int64_t[]){ 2, 3 });
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		begin_negate(&from);
		calls_types(table[i].count, table[i].words);
		REFUSED(table[i].error);
	}
	array_free(&from);
}

/* Unknown dimensions are those of the arguments. */
static void unknown_dimensions(void)
{
	for (int round = 0; round < 300; round++) {
		int64_t dims[KERNELS_MAX_RANK];
		uint32_t rank = any_dims(dims);
		struct array from = array_make(KERNELS_I32, rank, dims), expected = array_make(KERNELS_I32, rank, dims);
		for (int64_t i = 0; i < from.elements; i++) {
			array_set(&from, i, i);
			array_set(&expected, i, -i);
		}
		calls_begin("hlo.negate");
		operand(from);
		for (uint32_t i = 0; i < rank; i++)
			if (random_below(2))
				calls_unknown(0, i);
		result(&expected, false);
		expect(&expected);
	}
}

/* ---- long operations are tasks, with the same bits */

static void long_operations(void)
{
	static const int64_t count = 300000;
	struct array from = array_make(KERNELS_F32, 1, &count), expected = array_make(KERNELS_F32, 1, &count);
	float *elements = from.bytes;
	for (int64_t i = 0; i < count; i++)
		elements[i] = (float)i * 0.37f - 1000.0f;
	for (int64_t i = 0; i < count; i++)
		((float *)expected.bytes)[i] = -elements[i];
	for (int unknown = 0; unknown < 2; unknown++) {
		calls_begin("hlo.negate");
		calls_operand(&from);
		if (unknown)
			calls_unknown(0, 0);
		calls_result(KERNELS_F32, 1, &count);
		const char *error = calls_run();
		CHECK_STR(error ? error : "", "");
		if (!error)
			CHECK(memcmp(calls_output(0)->bytes, expected.bytes, (size_t)count * 4) == 0);
	}
	array_free(&from);
	array_free(&expected);
}

/* ---- an executor that does not prepare */

struct words {
	uint32_t count;
	int64_t words[8];
} __attribute__((packed));

struct direct {
	const struct async_allocator *counting, *failing;
	struct async_host host;
	struct kernels_registry *registry;
	struct async_request *request;
};

static void on_report(void *ctx, const struct async_error *error) { (void)ctx, (void)error; }

static void direct_open(struct direct *d)
{
	d->counting = async_allocator_create_counting(NULL);
	d->failing = async_allocator_create_failing(d->counting, 0);
	d->host = (struct async_host)ASYNC_HOST_INIT;
	d->host.allocator = d->failing;
	d->host.queue = async_queue_create_single(NULL);
	d->host.report = on_report;
	d->registry = kernels_registry_create(NULL);
	CHECK_INT(kernels_registry_add(d->registry, kernels_pack_hlo(), NULL), KERNELS_OK);
	d->request = async_request_create(&d->host, NULL);
}

static void direct_close(struct direct *d)
{
	async_request_release(d->request);
	kernels_registry_destroy(d->registry);
	async_queue_destroy(d->host.queue);
	async_allocator_destroy(d->failing);
	CHECK_INT(async_allocator_stats(d->counting).live_blocks, 0);
	async_allocator_destroy(d->counting);
}

static struct async_value *run_direct(struct direct *d, const char *name, const struct kernels_attr *attributes,
	uint32_t attribute_count, struct async_value *argument)
{
	struct kernels_site site = { .entry = kernels_registry_find(d->registry, name, strlen(name)),
		.attributes = attributes, .attribute_count = attribute_count, .argument_count = argument != NULL, .result_count = 1 };
	struct async_value *results[1] = { NULL };
	struct kernels_frame frame = { .arguments = &argument, .results = results, .site = &site, .request = d->request };
	site.entry->kernel->frame(&frame);
	return results[0];
}

static struct async_value *four(const struct async_allocator *allocator)
{
	struct kernels_tensor tensor;
	struct kernels_shape shape = { .rank = 1, .dims = { 4 } };
	if (!kernels_tensor_init(&tensor, allocator, KERNELS_I32, &shape))
		abort();
	for (int32_t i = 0; i < 4; i++)
		((int32_t *)kernels_tensor_data(&tensor))[i] = i;
	return async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor);
}

static const int32_t *elements_of(struct async_value *value)
{
	return kernels_tensor_bytes(async_value_payload(value));
}

/* The argument has one reference: its memory becomes that of the result. */
static void without_preparation(void)
{
	static const struct words types = { 6, { KERNELS_I32, 1, 4, KERNELS_I32, 1, 4 } };
	const struct kernels_attr attributes[] = { { (const uint8_t *)&types, sizeof types } };
	struct direct d;
	direct_open(&d);
	struct async_value *argument = four(NULL);
	const int32_t *before = elements_of(argument);
	struct async_value *result = run_direct(&d, "hlo.negate", attributes, 1, argument);
	CHECK(elements_of(result) == before && elements_of(result)[3] == -3);
	async_value_release(result);
	async_value_release(argument);
	argument = four(NULL);
	async_value_retain(argument);
	result = run_direct(&d, "hlo.negate", attributes, 1, argument);
	CHECK(elements_of(result) != elements_of(argument) && elements_of(result)[3] == -3 && elements_of(argument)[3] == 3);
	async_value_release(result);
	for (uint64_t nth = 1, failures = 1; failures; nth++) {
		async_allocator_fail_nth(d.failing, nth);
		result = run_direct(&d, "hlo.negate", attributes, 1, argument);
		async_allocator_fail_nth(d.failing, 0);
		failures = async_value_is_error(result);
		CHECK(nth < 20 && (!failures || async_error_code(async_value_error(result)) == ASYNC_CODE_RESOURCE_EXHAUSTED));
		async_value_release(result);
		if (nth == 20)
			break;
	}
	async_value_release_n(argument, 2);
	direct_close(&d);
}

/* A short op that was planned. The only reference to the argument: its value is the result; else the result is a new one. */
static void prepared(void)
{
	static const struct words types = { 6, { KERNELS_I32, 1, 4, KERNELS_I32, 1, 4 } };
	const struct kernels_attr attribute = { (const uint8_t *)&types, sizeof types };
	struct direct d;
	direct_open(&d);
	struct kernels_site site = { .entry = kernels_registry_find(d.registry, "hlo.negate", 10), .attributes = &attribute,
		.attribute_count = 1, .argument_count = 1, .result_count = 1 };
	struct async_value *argument = four(NULL), *result = NULL;
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_frame frame = { .arguments = &argument, .results = &result, .site = &site, .request = d.request };
	CHECK_INT(kernels_prepare_op(&site, d.counting, &site.state, &diag), KERNELS_OK);
	site.entry->kernel->frame(&frame);
	CHECK(result == argument && elements_of(result)[3] == -3);
	for (uint64_t nth = 1, failures = 1; failures && CHECK(nth < 9); nth++) { /* the argument has two references */
		result = NULL;
		async_allocator_fail_nth(d.failing, nth);
		site.entry->kernel->frame(&frame);
		async_allocator_fail_nth(d.failing, 0);
		failures = async_value_is_error(result);
		CHECK(result != argument && (failures || elements_of(result)[3] == 3));
		CHECK(!failures || async_error_code(async_value_error(result)) == ASYNC_CODE_RESOURCE_EXHAUSTED);
		CHECK_INT(elements_of(argument)[3], -3);
		async_value_release(result);
	}
	async_value_release_n(argument, 2);
	argument = async_value_retain(async_chain());
	result = NULL;
	site.entry->kernel->frame(&frame);
	CHECK_STR(async_error_message(async_value_error(result)), "argument 0 is not a tensor");
	async_value_release(result);
	kernels_unprepare_op(site.entry, site.state, d.counting);
	direct_close(&d);
}

static void constants_without_preparation(void)
{
	static const struct words types = { 3, { KERNELS_I32, 1, 4 } };
	struct kernels_attributes *a = kernels_attributes_create(NULL);
	struct direct d;
	direct_open(&d);
	CHECK_INT(kernels_attributes_array(a, "types", KERNELS_I64, types.words, 3), KERNELS_OK);
	CHECK_INT(kernels_attributes_dense(a, "value", KERNELS_I32, NULL, 0, &(int32_t){ 8 }), KERNELS_OK);
	/* header, no dimensions, the element at the next multiple of 8 */
	static const uint8_t dense[28] = { 8, KERNELS_I32, 20, 0, 28, 0, 0, 0, 24, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9 };
	const struct kernels_attr attributes[] = { { (const uint8_t *)&types, sizeof types }, { dense, sizeof dense } };
	struct async_value *result = run_direct(&d, "hlo.constant", attributes, 2, NULL);
	CHECK(!async_value_is_error(result) && elements_of(result)[3] == 9);
	async_value_release(result);
	kernels_invoke(d.registry, "hlo.constant", d.request, NULL, 0, a, &result, 1);
	CHECK(!async_value_is_error(result) && elements_of(result)[3] == 8);
	async_value_release(result);
	kernels_attributes_release(a);
	direct_close(&d);
}

static const struct check_case cases[] = { CHECK_CASE(wrong_types), CHECK_CASE(unknown_dimensions),
	CHECK_CASE(long_operations), CHECK_CASE(without_preparation), CHECK_CASE(prepared), CHECK_CASE(constants_without_preparation) };

int main(int argc, char **argv)
{
	calls_open(2);
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return calls_close() ? 1 : code;
}
