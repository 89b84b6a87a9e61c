/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels prepare their ops when a program is opened: once per op, before anything runs; faults are reported at their
 * ops; every state is released when the program ends. Views of attributes keep the bytes of the program. */
#include "host.h"

#include <bef/writer.h>
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

/* States in blocks of many sizes, some of which are freed while the program is open or after it. */
enum { MOST_KEPT = 64 };
static struct kept {
	const struct async_allocator *allocator;
	unsigned char *bytes;
	size_t size;
} kept[MOST_KEPT];
static size_t kept_count;

struct block_state {
	int32_t value;
	size_t size; /* of the whole */
	unsigned char bytes[];
};

static size_t block_size(int32_t value)
{
	return sizeof(struct block_state) + (value % 500 == 0 ? 100000 + (size_t)value : value % 7 == 0 ? (size_t)value * 3 : (size_t)value % 200);
}

static bool is_filled(const unsigned char *bytes, size_t size, int32_t value)
{
	for (size_t i = 0; i < size; i++)
		if (bytes[i] != (unsigned char)value)
			return false;
	return true;
}

static void unprepare_block(void *state, const struct async_allocator *allocator)
{
	struct block_state *block = state;
	unprepared++;
	CHECK(is_filled(block->bytes, block->size - sizeof *block, block->value));
	async_free(allocator, block, block->size, 16);
}

static enum kernels_status prepare_block(const struct kernels_site *site, const struct async_allocator *allocator,
	void **out_state, struct kernels_diag *diag)
{
	int32_t value = 0;
	(void)diag;
	(void)!kernels_site_scalar(site, 0, KERNELS_I32, &value);
	const size_t size = block_size(value), spare = block_size(value + 3);
	unsigned char *meanwhile = async_alloc(allocator, spare, 16);
	struct block_state *block = async_alloc(allocator, size, 16);
	if (meanwhile && value % 64 == 1 && kept_count < MOST_KEPT) {
		memset(meanwhile, value, spare);
		kept[kept_count++] = (struct kept){ allocator, meanwhile, spare };
	} else if (meanwhile) {
		memset(meanwhile, 0xEE, spare);
		async_free(allocator, meanwhile, spare, 16);
	}
	if (!block)
		return KERNELS_E_NOMEM;
	block->value = value;
	block->size = size;
	memset(block->bytes, value, size - sizeof *block);
	prepared++;
	*out_state = block;
	return KERNELS_OK;
}

static void value_of_block(struct kernels_call *call)
{
	const struct block_state *block = call->site->state;
	*(int32_t *)call->results[0] = *(const int32_t *)call->arguments[0] ^ block->value;
}

static const struct kernels_prepared_kernel rows[] = {
	KERNELS_PREPARED_ROW("p.block", "(i32) {value: i32} -> i32", value_of_block, 0, prepare_block, unprepare_block),
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

/* ---- a chain of ops, as many as need large blocks for the arrays of the program */

enum { OPS = 20000 };

struct chain {
	struct bef_writer_kernel kernels[OPS];
	uint32_t registers[OPS + 1], numbers[OPS + 1], uses[OPS + 1], offsets[OPS], types[OPS + 1];
	const uint32_t *users[OPS + 1];
	size_t user_counts[OPS + 1];
};

/* Op i takes register i and makes register i + 1; `types`: with the types of registers and attributes. */
static bool write_chain(struct bef_writer *w, struct chain *c, bool types)
{
	struct bef_writer_body body = { .register_types = types ? c->types : NULL, .use_counts = c->uses, .register_count = OPS + 1,
		.kernels = c->kernels, .kernel_count = OPS, .argument_users = c->users, .argument_user_counts = c->user_counts,
		.results = &c->registers[OPS], .result_count = 1 };
	static const char *name = "value";
	uint32_t code = 0, i32 = 0;
	bool good = bef_writer_type(w, "i32", 3, &i32) == BEF_OK && bef_writer_kernel_name(w, "p.block", 7, &code) == BEF_OK;
	const struct bef_function_type type = { &i32, &i32, 1, 1 };
	good = good && bef_writer_function(w, BEF_FUNCTION_ASYNC, "f", 1, &type, &body.function) == BEF_OK &&
		bef_writer_location_file(w, "test.mlir", 9, 1, 1, &body.location) == BEF_OK;
	for (uint32_t i = 0; i <= OPS; i++) {
		c->registers[i] = i;
		c->numbers[i] = i + 1; /* kernel 0 is not an op */
		c->users[i] = &c->numbers[i];
		c->user_counts[i] = i < OPS;
		c->uses[i] = 1;
		c->types[i] = i32;
	}
	for (uint32_t i = 0; good && i < OPS; i++) {
		const uint8_t bytes[4] = { (uint8_t)i, (uint8_t)(i >> 8) };
		good = bef_writer_scalar(w, BEF_DTYPE_I32, bytes, &c->offsets[i]) == BEF_OK &&
			(!types || bef_writer_attribute_type(w, c->offsets[i], BEF_DTYPE_I32) == BEF_OK);
		c->kernels[i] = (struct bef_writer_kernel){ .code = code, .location = body.location, .arguments = &c->registers[i],
			.argument_count = 1, .results = &c->registers[i + 1], .result_count = 1, .attributes = &c->offsets[i],
			.attribute_count = 1, .attribute_names = types ? &name : NULL, .users = &c->users[i + 1],
			.user_counts = &c->user_counts[i + 1] };
	}
	struct bef_diag diag = BEF_DIAG_INIT;
	good = good && bef_writer_body(w, &body, &diag) == BEF_OK;
	CHECK_STR(diag.message, "");
	return good;
}

/* A block from malloc; NULL after a failed check. */
static uint8_t *build_chain(bool types, size_t *out_size)
{
	const struct bef_writer_options options = { .size = sizeof options, .no_optional_sections = !types };
	struct bef_writer *w = bef_writer_create(NULL, &options);
	struct chain *c = calloc(1, sizeof *c);
	uint8_t *data = NULL, *copy = NULL;
	if (CHECK(w && c) && CHECK(write_chain(w, c, types)) && CHECK(bef_writer_finish(w, &data, out_size, NULL) == BEF_OK)) {
		copy = malloc(*out_size);
		if (CHECK(copy))
			memcpy(copy, data, *out_size);
		bef_writer_free_bytes(w, data, *out_size);
	}
	free(c);
	bef_writer_destroy(w);
	return copy;
}

static void many_ops(void)
{
	int32_t expected = 0;
	for (int32_t i = 0; i < OPS; i++)
		expected ^= i;
	for (int types = 0; types < 2; types++) {
		struct reports reports = { .count = 0 };
		size_t size = 0;
		uint8_t *data = build_chain(types, &size);
		CHECK_OR_RETURN(data);
		start();
		kept_count = 0;
		const struct bef_open_options open = { .size = sizeof open, .allocator = h.counting, .report = on_report,
			.report_ctx = &reports };
		CHECK_INT(bef_file_open(data, size, h.registry, &open, &h.file, NULL), BEF_OK);
		CHECK_STR(reports.text, "");
		CHECK_INT(prepared, OPS);
		if (h.file) {
			struct async_value *argument = make_i32(&h, 0), *result;
			for (int i = 0; i < 2; i++) {
				host_run(&h, "f", &argument, &result);
				CHECK_INT(take_i32(result), expected);
			}
			async_value_release(argument);
		}
		bef_file_close(h.file);
		h.file = NULL;
		CHECK_INT(unprepared, OPS);
		CHECK_INT(kept_count, MOST_KEPT);
		for (size_t i = 0; i < kept_count; i++) { /* they keep their allocator */
			CHECK(is_filled(kept[i].bytes, kept[i].size, kept[i].bytes[0]));
			async_free(kept[i].allocator, kept[i].bytes, kept[i].size, 16);
		}
		free(data);
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
		CHECK_CASE(many_ops),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
