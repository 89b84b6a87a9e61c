/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pack test: async values, locations and threads, synchronous functions. */
#include "runner.h"

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define ATTRS(...) .attributes = { __VA_ARGS__ }

static struct runner r;

/* ---- values */

static void results_are_the_arguments(void)
{
	runner_open(&r, 0);
	struct async_value *a = i32(&r, 11), *b = i64(&r, 22);
	RUN(&r, "tfrt_test.identity", ARGS(async_chain(), async_value_retain(a), async_value_retain(b)),
		.result_count = 2);
	CHECK(r.results[0] == a && r.results[1] == b);
	RUN(&r, "tfrt_test.multi_arg_result", ARGS(async_value_retain(b), async_value_retain(a)), .result_count = 2);
	CHECK(r.results[0] == b && r.results[1] == a);
	RUN(&r, "tfrt_test.identity", ARGS(async_chain(), a, b), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "2 values for 1 results");
	RUN(&r, "tfrt_test.multi_arg_result", .result_count = 2);
	CHECK_STR(error_at(&r, 1), "0 values for 2 results");
	runner_close(&r);
}

static void uniqueness(void)
{
	runner_open(&r, 0);
	struct async_value *shared = i32(&r, 1);
	RUN(&r, "tfrt_test.get_uniqueness", ARGS(i32(&r, 5), async_value_retain(shared), async_chain()),
		.result_count = 3);
	CHECK_INT(i1_at(&r, 0), 1);
	CHECK_INT(i1_at(&r, 1), 0);
	CHECK_INT(i1_at(&r, 2), 0);
	async_value_release(shared);
	RUN(&r, "tfrt_test.make_indirect", ARGS(i32(&r, 5)), .result_count = 1);
	CHECK_INT(r.results[0]->kind, ASYNC_INDIRECT);
	CHECK_INT(i32_at(&r, 0), 5);
	struct async_value *indirect = r.results[0];
	r.results[0] = async_chain();
	RUN(&r, "tfrt_test.get_uniqueness", ARGS(indirect), .result_count = 1);
	CHECK_INT(i1_at(&r, 0), 1);
	shared = i32(&r, 1);
	RUN(&r, "tfrt_test.make_indirect", ARGS(async_value_retain(shared)), .result_count = 1);
	indirect = r.results[0];
	r.results[0] = async_chain();
	RUN(&r, "tfrt_test.get_uniqueness", ARGS(indirect), .result_count = 1); /* its target has other references */
	CHECK_INT(i1_at(&r, 0), 0);
	async_value_release(shared);
	RUN(&r, "tfrt_test.get_uniqueness", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "0 values for 1 results");
	RUN(&r, "tfrt_test.make_indirect", ARGS(i32(&r, 1)), .result_count = 2);
	CHECK_STR(error_at(&r, 1), "1 values for 2 results");
	async_allocator_fail_nth(r.failing, 1);
	RUN(&r, "tfrt_test.make_indirect", ARGS(i32(&r, 1)), .result_count = 1);
	CHECK_INT(async_error_code(async_value_error(r.results[0])), ASYNC_CODE_RESOURCE_EXHAUSTED);
	runner_close(&r);
}

static void self_checks(void)
{
	static const char *const names[] = { "tfrt_test.async_value_get", "tfrt_test.async_value_ref" };
	static const char *const texts[] = { "async value get: ok", "async value ref: ok" };
	runner_open(&r, 0);
	for (int i = 0; i < 2; i++) {
		RUN(&r, names[i], .result_count = 1);
		CHECK_STR(text_at(&r, 0), texts[i]);
		for (uint64_t nth = 1; nth <= (i ? 2 : 3); nth++) {
			async_allocator_fail_nth(r.failing, nth);
			RUN(&r, names[i], .result_count = 1);
			CHECK_STR(error_at(&r, 0), "out of memory");
		}
	}
	runner_close(&r);
}

/* ---- places */

static const struct async_place places[] = {
	{ 0 },
	{ .file = "a.mlirx", .file_size = 6, .line = 3, .column = 9 },
	{ .text = "named", .text_size = 5, .debug = "named!", .debug_size = 5 },
	{ .text = "fused", .text_size = 5, .debug = "", .debug_size = 0 },
	{ .file = "a.mlir", .file_size = 6, .line = 3, .column = 10 },
	{ .text = "(unknown)", .text_size = 9 }, /* loc(unknown) */
};

static void decode(const struct async_location_source *source, uint64_t handle,
	void (*visit)(void *ctx, const struct async_place *place), void *ctx)
{
	(void)source;
	visit(ctx, &places[handle % 16]); /* several handles of one location, as in a BEF file */
}

static const struct async_location_source source = { .decode = decode };

static void debug_info(void)
{
	static const char *const texts[] = { "Kernel has no debug info\n", "Kernel has no debug info\n", "named\n",
		"\n" };
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.print_debug_info", .result_count = 1);
	CHECK_STR(printed(&r), "Kernel has no debug info\n");
	for (uint64_t i = 0; i < 4; i++) {
		r.location = (struct async_location){ &source, i };
		RUN(&r, "tfrt_test.print_debug_info", ARGS(async_chain()));
		CHECK_STR(printed(&r), texts[i]);
	}
	runner_close(&r);
}

static const char *unique(uint64_t handle, const char *name)
{
	struct { uint32_t size; char data[8]; } attr = { (uint32_t)strlen(name), "" };
	memcpy(attr.data, name, strlen(name));
	struct op op = { .attributes = { { (const uint8_t *)&attr, 4 + strlen(name) } } };
	r.location = (struct async_location){ &source, handle };
	runner_run(&r, "tfrt_test.unique_loc", &op);
	return error_at(&r, 0);
}

static void unique_places(void)
{
	runner_open(&r, 0);
	CHECK_STR(unique(1, "one"), "");
	CHECK_STR(unique(17, "one"), ""); /* the same op again, or an equal one */
	CHECK_STR(unique(2, "two"), "");
	CHECK_STR(unique(3, "two"), "");
	CHECK_STR(unique(4, "four"), "");
	CHECK_STR(unique(5, "five"), "");
	CHECK_STR(unique(21, "other"), "");
	CHECK_STR(unique(33, "other"), "duplicate locations");
	CHECK_STR(unique(2, "tw"), "duplicate locations");
	CHECK_STR(unique(0, "a"), "");
	CHECK_STR(unique(0, "b"), ""); /* unknown location */
	runner_new_request(&r);
	CHECK_STR(unique(1, "other"), "");
	for (uint64_t nth = 1; nth <= 3; nth++) {
		async_allocator_fail_nth(r.failing, nth);
		unique(2, "two");
	}
	async_allocator_fail_nth(r.failing, 0);
	CHECK_STR(unique(2, "two"), "");
	RUN(&r, "tfrt_test.unique_loc", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a string");
	runner_close(&r);
}

/* ---- threads */

static void *thread_id(void *ctx)
{
	int32_t id = -1, *out = ctx;
	void *results[] = { &id };
	struct kernels_call call = { .results = results };
	kernels_registry_find(r.registry, "tfrt_test.get_thread_id", 23)->kernel->payload(&call);
	*out = id;
	call.results = results;
	kernels_registry_find(r.registry, "tfrt_test.get_thread_id", 23)->kernel->payload(&call);
	return id == *out ? out : NULL;
}

static void thread_ids(void)
{
	enum { THREADS = 5 };
	pthread_t threads[THREADS];
	int32_t ids[THREADS];
	unsigned seen = 0;
	runner_open(&r, 0);
	for (int i = 0; i < THREADS; i++)
		CHECK_OR_RETURN(pthread_create(&threads[i], NULL, thread_id, &ids[i]) == 0);
	for (int i = 0; i < THREADS; i++) {
		void *same;
		pthread_join(threads[i], &same);
		CHECK(same != NULL);
		CHECK(ids[i] >= 0 && ids[i] < THREADS);
		seen |= 1u << ids[i];
	}
	CHECK_INT(seen, (1u << THREADS) - 1);
	runner_close(&r);
}

/* ---- synchronous functions */

static struct async_error *sum_and_product(struct fake *self, void *const *arguments, void *const *results)
{
	int32_t a = *(int32_t *)arguments[0], b = *(int32_t *)arguments[1];
	*(int32_t *)results[0] = a + b;
	if (self->base.result_count > 1)
		*(int32_t *)results[1] = a * b;
	return NULL;
}

static struct async_error *refuse(struct fake *self, void *const *arguments, void *const *results)
{
	struct async_location nowhere = { NULL, 0 };
	(void)self, (void)arguments, (void)results;
	return async_error_create(NULL, ASYNC_CODE_OUT_OF_RANGE, nowhere, "refused");
}

static struct fake sync_function(uint32_t argument_count, uint32_t result_count,
	struct async_error *(*run)(struct fake *self, void *const *arguments, void *const *results))
{
	struct fake f = fake_function("f", argument_count, result_count, NULL);
	f.run_sync = run;
	for (int i = 0; i < RUNNER_MOST; i++)
		f.types[i].id = kernels_types()->i32;
	return f;
}

static void sums_of_attributes(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.sync_sum_attributes", .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 0);
	RUN(&r, "tfrt_test.sync_sum_attributes", ATTRS(ATTR(int32_t, 1), ATTR(int32_t, 20), ATTR(int32_t, -300)));
	CHECK_INT(i32_at(&r, 0), -279);
	RUN(&r, "tfrt_test.sync_sum_attributes", ATTRS(ATTR(int32_t, 1), ATTR(uint8_t, 20)));
	CHECK_STR(error_at(&r, 0), "attribute 1 is not a value of type i32");
	CHECK(kernels_registry_find(r.registry, "tfrt_test.sync_sum_attributes", 29)->kernel->flags & KERNELS_SYNC);
	runner_close(&r);
}

static void invoking(void)
{
	static const char *const one[] = { "tfrt_test.invoke_sync_function.i32_i32.i32",
		"tfrt_test.sync_function_runner.i32_i32.i32" };
	static const char *const two[] = { "tfrt_test.invoke_sync_function.i32_i32.i32_i32",
		"tfrt_test.sync_function_runner.i32_i32.i32_i32" };
	runner_open(&r, 0);
	for (int i = 0; i < 2; i++) {
		struct fake f = sync_function(2, 1, sum_and_product), g = sync_function(2, 2, sum_and_product);
		RUN(&r, one[i], .functions = { as_function(&f) }, ARGS(i32(&r, 3), i32(&r, 4)));
		CHECK_INT(i32_at(&r, 0), 7);
		RUN(&r, two[i], .functions = { as_function(&g) }, ARGS(i32(&r, 3), i32(&r, 4)));
		CHECK_INT(i32_at(&r, 0), 7);
		CHECK_INT(i32_at(&r, 1), 12);
		struct fake bad = sync_function(2, 1, refuse);
		RUN(&r, one[i], .functions = { as_function(&bad) }, ARGS(i32(&r, 3), i32(&r, 4)));
		CHECK_STR(error_at(&r, 0), "refused");
		CHECK_INT(r.reports, 0); /* the creator of the error has reported it */
	}
	runner_close(&r);
}

/* Payloads are raw memory: only functions on i32 may be called. */
static void invoking_what_does_not_fit(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("f", 2, 1, NULL);
	RUN(&r, "tfrt_test.invoke_sync_function.i32_i32.i32", .functions = { as_function(&f) },
		ARGS(i32(&r, 3), i32(&r, 4)));
	CHECK_STR(error_at(&r, 0), "function 'f' is not synchronous");
	struct fake others[] = { sync_function(2, 2, sum_and_product), sync_function(1, 1, sum_and_product),
		sync_function(2, 1, sum_and_product), sync_function(2, 1, sum_and_product) };
	others[2].types[0].id = kernels_types()->string;
	others[3].types[1].id = ASYNC_TYPE_NONE;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		RUN(&r, "tfrt_test.invoke_sync_function.i32_i32.i32", .functions = { as_function(&others[i]) },
			ARGS(i32(&r, 3), i32(&r, 4)));
		CHECK_STR(error_at(&r, 0), "function 'f' does not take two i32 and return 1");
		CHECK_INT(others[i].calls, 0);
	}
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(thread_ids), /* first: its threads get the first numbers */
		CHECK_CASE(results_are_the_arguments),
		CHECK_CASE(uniqueness),
		CHECK_CASE(self_checks),
		CHECK_CASE(debug_info),
		CHECK_CASE(unique_places),
		CHECK_CASE(sums_of_attributes),
		CHECK_CASE(invoking),
		CHECK_CASE(invoking_what_does_not_fit),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
