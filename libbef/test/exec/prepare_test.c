/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels prepare their ops when a program is opened: once per op, before anything runs; faults are reported at their
 * ops; every state is released when the program ends. Views of attributes keep the bytes of the program. */
#include "host.h"

#include <check.h>
#include <kernels/tensor.h>
#include <stdlib.h>
#include <string.h>

static struct test_host h;
static int prepared, unprepared;

struct state {
	int32_t value;
	struct kernels_buffer *bytes;
};

static void unprepare(void *state, const struct async_allocator *allocator)
{
	unprepared++;
	kernels_buffer_release(((struct state *)state)->bytes);
	async_free(allocator, state, sizeof(struct state), _Alignof(struct state));
}

/* Negative values are refused; 0 has no state. */
static enum kernels_status prepare(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag)
{
	int32_t value = 0;
	if (!kernels_site_scalar(site, 0, KERNELS_I32, &value) || value < 0)
		return kernels_prepare_fail(diag, KERNELS_E_CORRUPT, "attribute value is %d", value);
	if (value == 0)
		return KERNELS_OK;
	struct state *state = async_alloc(allocator, sizeof *state, _Alignof(struct state));
	if (!state)
		return KERNELS_E_NOMEM;
	*state = (struct state){ 2 * value, kernels_site_buffer(site, allocator, site->attributes[0].data, 4, 4) };
	if (!state->bytes) {
		async_free(allocator, state, sizeof *state, _Alignof(struct state));
		return KERNELS_E_NOMEM;
	}
	prepared++;
	*out_state = state;
	return KERNELS_OK;
}

static void twice(struct kernels_call *call)
{
	const struct state *state = call->site->state;
	*(int32_t *)call->results[0] = state ? state->value : 0;
}

static void bytes(struct kernels_frame *frame)
{
	const struct state *state = frame->site->state;
	struct kernels_buffer *buffer = kernels_buffer_retain(state->bytes);
	kernels_frame_return(frame, 0, kernels_tensor_types()->buffer, &buffer);
}

static const struct kernels_prepared_kernel rows[] = {
	KERNELS_PREPARED_ROW("p.twice", "() {value: i32} -> i32", twice, KERNELS_SYNC, prepare, unprepare),
	KERNELS_PREPARED_ROW("p.bytes", "() {value: i32} -> any", bytes, 0, prepare, unprepare),
	KERNELS_PREPARED_ROW("p.shared", "(i32...) {value: i32} -> i32", twice, KERNELS_SHARES_STATE, prepare, unprepare),
	KERNELS_PREPARED_ROW("p.typed", "(i32) {value: i32} -> i32", twice, KERNELS_SHARES_STATE, prepare, unprepare),
	KERNELS_PREPARED_ROW("p.plain", "() {value: i32} -> i32", twice, 0, NULL, NULL),
};
static const struct kernels_pack pack = KERNELS_PREPARED_PACK_INIT("prepared", rows, NULL);

static void start(void)
{
	prepared = unprepared = 0;
	host_init(&h, HOST_SINGLE);
	CHECK(kernels_tensor_types()->buffer);
	CHECK_INT(kernels_registry_add(h.registry, &pack, NULL), KERNELS_OK);
}

static void finish(void)
{
	CHECK(host_finish(&h));
	CHECK_INT(unprepared, prepared);
}

static void once_per_op(void)
{
	static const struct op ops[] = {
		{ .kernel = "p.twice", .results = LIST(0), .attributes = LIST(4) },
		{ .kernel = "p.twice", .results = LIST(1), .attributes = LIST(0) },
		{ .kernel = "p.plain", .results = LIST(2), .attributes = LIST(5) },
		{ .kernel = "t.sum", .arguments = LIST(0, 1, 2), .results = LIST(3) },
	};
	static const struct op sync[] = { { .kernel = "p.twice", .results = LIST(0), .attributes = LIST(9) } };
	static const struct fn functions[] = {
		{ .name = "f", .register_count = 4, .returned = LIST(3), .ops = ops, .op_count = 4, .result_types = { "i32" } },
		{ .name = "s", .kind = BEF_FUNCTION_SYNC, .register_count = 1, .returned = LIST(0), .ops = sync, .op_count = 1,
			.result_types = { "i32" } },
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_value *result;
	start();
	host_open(&h, functions, 2, &diag);
	CHECK_OR_RETURN(h.file);
	CHECK_INT(prepared, 2);
	for (int i = 0; i < 3; i++) {
		host_run(&h, "f", NULL, &result);
		CHECK_INT(take_i32(result), 8);
		host_run(&h, "s", NULL, &result);
		CHECK_INT(take_i32(result), 18);
	}
	CHECK_INT(prepared, 2);
	CHECK_INT(unprepared, 0);
	finish();
}

/* Ops with the same attributes and numbers of arguments have one state, if the kernel permits that. */
static void once_for_equal_ops(void)
{
	static const struct op ops[] = {
		{ .kernel = "p.shared", .results = LIST(0), .attributes = LIST(4) },
		{ .kernel = "p.shared", .results = LIST(1), .attributes = LIST(4), .repeats = true },
		{ .kernel = "p.shared", .results = LIST(2), .attributes = LIST(5) },
		{ .kernel = "p.shared", .arguments = LIST(0), .results = LIST(3), .attributes = LIST(5), .repeats = true },
		{ .kernel = "p.twice", .results = LIST(4), .attributes = LIST(5), .repeats = true },
		{ .kernel = "p.shared", .results = LIST(5), .attributes = LIST(0) },
		{ .kernel = "t.sum", .arguments = LIST(1, 2, 3, 4, 5), .results = LIST(6) },
	};
	static const struct fn functions[] = {
		{ .name = "f", .register_count = 7, .returned = LIST(6), .ops = ops, .op_count = 7, .result_types = { "i32" } },
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_value *result;
	start();
	host_open(&h, functions, 1, &diag);
	CHECK_OR_RETURN(h.file);
	CHECK_INT(prepared, 4);
	host_run(&h, "f", NULL, &result);
	CHECK_INT(take_i32(result), 8 + 10 + 10 + 10);
	CHECK_INT(unprepared, 0);
	finish();
}

struct reports {
	char text[4096];
	int count;
};

static void on_report(void *ctx, const struct async_place *place, const char *message)
{
	struct reports *reports = ctx;
	size_t used = strlen(reports->text);
	snprintf(reports->text + used, sizeof reports->text - used, "%u: %s\n", place ? place->line : 0, message);
	reports->count++;
}

static enum bef_status open_program(const struct fn *functions, size_t count, const struct async_allocator *allocator,
	struct reports *reports)
{
	struct bef_open_options options = { .size = sizeof options, .allocator = allocator, .report = on_report,
		.report_ctx = reports };
	size_t size;
	h.bytes = build(functions, count, &size);
	memset(reports, 0, sizeof *reports);
	return bef_file_open(h.bytes, size, h.registry, &options, &h.file, NULL);
}

static void faults_are_reported(void)
{
	static struct op ops[30];
	static const struct fn function = { .name = "f", .register_count = 30, .returned = LIST(0), .ops = ops, .op_count = 30,
		.result_types = { "i32" } };
	struct reports reports;
	start();
	for (uint32_t i = 0; i < 30; i++)
		ops[i] = (struct op){ .kernel = "p.twice", .results = LIST(i), .attributes = LIST(i % 10 == 1 ? (uint32_t)-7 : 1) };
	CHECK_INT(open_program(&function, 1, h.counting, &reports), BEF_E_CORRUPT);
	CHECK_STR(reports.text, "2: p.twice: attribute value is -7\n12: p.twice: attribute value is -7\n"
				"22: p.twice: attribute value is -7\n");
	CHECK_INT(prepared, 27);
	CHECK_INT(unprepared, 27);
	free(h.bytes);
	for (uint32_t i = 0; i < 30; i++)
		ops[i].attributes.data[0] = (uint32_t)-1;
	CHECK_INT(open_program(&function, 1, h.counting, &reports), BEF_E_CORRUPT);
	CHECK_INT(reports.count, 20);
	finish();
}

/* The parts of an op that differ from a good one are still checked. */
static void equal_ops_are_checked(void)
{
	static const struct op ops[] = {
		{ .kernel = "p.typed", .arguments = LIST(0), .results = LIST(3), .attributes = LIST(4) },
		{ .kernel = "p.typed", .arguments = LIST(1), .results = LIST(4), .attributes = LIST(4), .repeats = true },
		{ .kernel = "p.typed", .arguments = LIST(2), .results = LIST(5), .attributes = LIST(4), .repeats = true },
		{ .kernel = "p.typed", .arguments = LIST(0), .results = LIST(6), .attributes = LIST(4), .repeats = true,
			.attribute_name = "other" },
		{ .kernel = "p.typed", .arguments = LIST(3), .results = LIST(7), .attributes = LIST(4), .repeats = true },
		{ .kernel = "p.typed", .arguments = LIST(2, 0), .results = LIST(8), .attributes = LIST(4), .repeats = true },
	};
	/* without the last op, whose number of arguments ends the decoding of the function */
	static const struct fn function = { .name = "f", .register_count = 8, .returned = LIST(7), .ops = ops, .op_count = 5,
		.argument_types = { "i32", "f32", "i32" }, .result_types = { "i32" } };
	static const struct fn all = { .name = "f", .register_count = 9, .returned = LIST(7), .ops = ops, .op_count = 6,
		.argument_types = { "i32", "f32", "i32" }, .result_types = { "i32" } };
	static const char expected[] = "2: p.typed: argument 0 is of type f32, expected i32\n"
				       "4: p.typed: attribute 0 is called 'other', expected 'value'\n";
	struct reports reports;
	start();
	build_optional = true;
	CHECK_INT(open_program(&function, 1, h.counting, &reports), BEF_E_CORRUPT);
	CHECK_STR(reports.text, expected);
	CHECK_INT(prepared, 1);
	free(h.bytes);
	CHECK_INT(open_program(&all, 1, h.counting, &reports), BEF_E_CORRUPT);
	CHECK_INT(reports.count, 3);
	build_optional = false;
	finish();
}

static void without_memory(void)
{
	static const struct op ops[] = {
		{ .kernel = "p.twice", .results = LIST(0), .attributes = LIST(4) },
		{ .kernel = "p.twice", .results = LIST(1), .attributes = LIST(3) },
	};
	static const struct fn function = { .name = "f", .register_count = 2, .returned = LIST(1), .ops = ops, .op_count = 2,
		.result_types = { "i32" } };
	struct reports reports;
	enum bef_status status = BEF_E_NOMEM;
	start();
	const struct async_allocator *failing = async_allocator_create_failing(h.counting, 0);
	for (uint64_t nth = 1; status == BEF_E_NOMEM && nth < 100; nth++) {
		async_allocator_fail_nth(failing, nth);
		status = open_program(&function, 1, failing, &reports);
		if (status == BEF_E_NOMEM)
			free(h.bytes);
	}
	async_allocator_fail_nth(failing, 0);
	CHECK_INT(status, BEF_OK);
	bef_file_close(h.file);
	h.file = NULL;
	async_allocator_destroy(failing);
	finish();
}

static int releases;
static void on_release(void *ctx, const void *data, size_t size)
{
	(void)ctx, (void)size;
	releases++;
	free((void *)(uintptr_t)data);
}

/* The result outlives the program whose bytes it shows. */
static void views_keep_the_bytes(void)
{
	static const struct op ops[] = { { .kernel = "p.bytes", .results = LIST(0), .attributes = LIST(77) } };
	static const struct fn function = { .name = "f", .register_count = 1, .returned = LIST(0), .ops = ops, .op_count = 1,
		.result_types = { "any" } };
	for (int writable = 0; writable < 2; writable++) {
		struct bef_open_options options = { .size = sizeof options, .release = on_release, .writable = writable };
		struct async_value *result;
		size_t size;
		start();
		options.allocator = h.counting;
		releases = 0;
		uint8_t *data = build(&function, 1, &size);
		CHECK_INT(bef_file_open(data, size, h.registry, &options, &h.file, NULL), BEF_OK);
		host_run(&h, "f", NULL, &result);
		bef_file_close(h.file);
		h.file = NULL;
		CHECK_INT(releases, !writable);
		struct kernels_buffer *buffer = *(struct kernels_buffer **)async_value_payload(result);
		const uint8_t *shown = kernels_buffer_bytes(buffer);
		CHECK_INT(shown[0], 77);
		CHECK(!writable || (shown > data && shown < data + size));
		CHECK(!writable || !kernels_buffer_is_unique(buffer));
		async_value_release(result);
		CHECK_INT(releases, 1);
		finish();
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(once_per_op),
		CHECK_CASE(once_for_equal_ops),
		CHECK_CASE(faults_are_reported),
		CHECK_CASE(equal_ops_are_checked),
		CHECK_CASE(without_memory),
		CHECK_CASE(views_keep_the_bytes),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
