/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chains, and kernels that call one function: the selected function, its arguments, and errors for functions that do
 * not match. */
#include "runner.h"

#define ARGS(...) .arguments = { __VA_ARGS__ }

static struct runner r;

/* Results are the arguments, in reverse order. */
static void reverse(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request;
	for (uint32_t i = 0; i < self->base.result_count; i++)
		results[i] = async_value_retain(arguments[self->base.argument_count - 1 - i]);
}

/* Every result is the number that data points to. */
static void number(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request, (void)arguments;
	for (uint32_t i = 0; i < self->base.result_count; i++)
		results[i] = i32(&r, *(int32_t *)self->data);
}

static struct fake constant_function(const char *name, uint32_t argument_count, uint32_t result_count, int32_t *value)
{
	struct fake fake = fake_function(name, argument_count, result_count, number);
	fake.data = value;
	return fake;
}

static void chains(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt.new.chain", .result_count = 1);
	CHECK(is_chain(&r, 0));
	RUN(&r, "tfrt.merge.chains", .result_count = 1);
	CHECK(is_chain(&r, 0));
	RUN(&r, "tfrt.merge.chains", ARGS(async_chain(), i64(&r, 77), async_chain()));
	CHECK(is_chain(&r, 0));
	RUN(&r, "tfrt.merge.chains", ARGS(async_chain(), error(&r, "no")));
	CHECK_STR(error_at(&r, 0), "no");
	runner_close(&r);
}

static void alias(void)
{
	runner_open(&r, 0);
	struct async_value *value = i32(&r, 11);
	RUN(&r, "tfrt.alias.value", ARGS(async_chain(), async_value_retain(value)));
	CHECK(r.results[0] == value);
	async_value_release(value);
	CHECK_INT(i32_at(&r, 0), 11);
	runner_close(&r);
}

static void calls(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("swap", 2, 2, reverse);
	RUN(&r, "tfrt.call", .functions = { as_function(&f) }, ARGS(i32(&r, 1), i64(&r, 2)), .result_count = 2);
	CHECK_INT(i64_at(&r, 0), 2);
	CHECK_INT(i32_at(&r, 1), 1);
	struct fake nothing = fake_function("", 0, 0, reverse);
	RUN(&r, "tfrt.call", .functions = { as_function(&nothing) });
	CHECK_INT(nothing.calls, 1);
	runner_close(&r);
}

static void branches_of_if(void)
{
	runner_open(&r, 0);
	int32_t one = 1, two = 2;
	struct fake yes = constant_function("yes", 1, 1, &one), no = constant_function("no", 1, 1, &two);
	static const char *const names[] = { "tfrt.if", "tfrt.cond" };
	for (int i = 0; i < 2; i++) {
		RUN(&r, names[i], .functions = { as_function(&yes), as_function(&no) }, ARGS(i1(&r, true), i32(&r, 9)),
			.result_count = 1);
		CHECK_INT(i32_at(&r, 0), 1);
		RUN(&r, names[i], .functions = { as_function(&yes), as_function(&no) }, ARGS(i1(&r, false), i32(&r, 9)),
			.result_count = 1);
		CHECK_INT(i32_at(&r, 0), 2);
		RUN(&r, names[i], .functions = { as_function(&yes), as_function(&no) },
			ARGS(error(&r, "unsure"), i32(&r, 9)), .result_count = 1);
		CHECK_STR(error_at(&r, 0), "unsure");
	}
	CHECK_INT(yes.calls, 2);
	CHECK_INT(no.calls, 2);
	runner_close(&r);
}

static void branches_of_case(void)
{
	static const struct { int32_t index, result; } all[] = { { 0, 10 }, { 1, 20 }, { 2, 30 }, { 3, 30 }, { -1, 30 },
		{ INT32_MIN, 30 }, { INT32_MAX, 30 } };
	int32_t values[] = { 10, 20, 30 };
	runner_open(&r, 0);
	struct fake a = constant_function("a", 0, 1, &values[0]), b = constant_function("b", 0, 1, &values[1]),
		    c = constant_function("c", 0, 1, &values[2]);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		RUN(&r, "tfrt.case", .functions = { as_function(&a), as_function(&b), as_function(&c) },
			ARGS(i32(&r, all[i].index)), .result_count = 1);
		CHECK_INT(i32_at(&r, 0), all[i].result);
	}
	RUN(&r, "tfrt.case", ARGS(i32(&r, 0)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "no branches");
	runner_close(&r);
}

/* A file may pair any function with any kernel. */
static void functions_that_do_not_fit(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("f", 2, 1, reverse);
	const struct kernels_function *two = as_function(&f);
	RUN(&r, "tfrt.call", .functions = { two }, ARGS(i32(&r, 1)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "function 'f' takes 2 arguments and gives 1 results, but is called with 1 for 1");
	CHECK_STR(reported(&r), "function 'f' takes 2 arguments and gives 1 results, but is called with 1 for 1");
	RUN(&r, "tfrt.call", .functions = { two }, ARGS(i32(&r, 1), i32(&r, 2)), .result_count = 2);
	CHECK_STR(error_at(&r, 1), "function 'f' takes 2 arguments and gives 1 results, but is called with 2 for 2");
	RUN(&r, "tfrt.if", .functions = { two, two }, ARGS(i1(&r, true), i32(&r, 2)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "function 'f' takes 2 arguments and gives 1 results, but is called with 1 for 1");
	RUN(&r, "tfrt.case", .functions = { two }, ARGS(i32(&r, 1)), .result_count = 1);
	CHECK_STR(error_at(&r, 0), "function 'f' takes 2 arguments and gives 1 results, but is called with 0 for 1");
	RUN(&r, "tfrt.once", .functions = { two }, .result_count = 1);
	CHECK_STR(error_at(&r, 0), "function 'f' takes 2 arguments and gives 1 results, but is called with 0 for 1");
	CHECK_INT(f.calls, 0);
	runner_close(&r);
}

/* ---- once */

static void once_runs_once(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("f", 1, 1, reverse), g = fake_function("g", 1, 1, reverse);
	RUN(&r, "tfrt.once", .functions = { as_function(&f) }, ARGS(i32(&r, 5)), .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 5);
	RUN(&r, "tfrt.once", .functions = { as_function(&f) }, ARGS(i32(&r, 6)), .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 5);
	CHECK_INT(f.calls, 1);
	RUN(&r, "tfrt.once", .functions = { as_function(&g) }, ARGS(i32(&r, 7)), .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 7);
	runner_new_request(&r); /* with a separate store */
	RUN(&r, "tfrt.once", .functions = { as_function(&f) }, ARGS(i32(&r, 8)), .result_count = 1);
	CHECK_INT(i32_at(&r, 0), 8);
	CHECK_INT(f.calls, 2);
	runner_close(&r);
}

static void once_with_another_of_that_name(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("f", 1, 1, reverse), other = fake_function("f", 2, 2, reverse);
	RUN(&r, "tfrt.once", .functions = { as_function(&f) }, ARGS(i32(&r, 5)), .result_count = 1);
	RUN(&r, "tfrt.once", .functions = { as_function(&other) }, ARGS(i32(&r, 1), i32(&r, 2)), .result_count = 2);
	CHECK_STR(error_at(&r, 1), "another function 'f' already ran once and returned 1 results");
	runner_close(&r);
}

static void complete_later(void *ctx)
{
	int32_t value = 99;
	async_value_emplace(ctx, &value);
	async_value_release(ctx);
}

static void later(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)arguments;
	results[0] = async_value_create(async_allocator_system(), kernels_types()->i32);
	async_queue_add(kernels_host(request)->queue, complete_later, async_value_retain(results[0]));
}

static void once_before_it_is_done(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("f", 0, 1, later);
	RUN(&r, "tfrt.once", .functions = { as_function(&f) }, .result_count = 1);
	struct async_value *first = take(&r, 0);
	RUN(&r, "tfrt.once", .functions = { as_function(&f) }, .result_count = 1);
	CHECK(!async_value_is_available(first));
	CHECK(!async_value_is_available(r.results[0]));
	CHECK_INT(i32_at(&r, 0), 99);
	CHECK_INT(*(int32_t *)async_value_payload(first), 99);
	CHECK_INT(f.calls, 1);
	async_value_release(first);
	runner_close(&r);
}

static void once_without_memory(void)
{
	runner_open(&r, 0);
	struct fake f = fake_function("f", 2, 2, reverse);
	bool good = false;
	for (uint64_t nth = 1; !good && nth < 20; nth++) {
		runner_new_request(&r);
		async_allocator_fail_nth(r.failing, nth);
		RUN(&r, "tfrt.once", .functions = { as_function(&f) }, ARGS(i32(&r, 1), i32(&r, 2)), .result_count = 2);
		good = !async_value_is_error(r.results[0]);
		if (!good)
			CHECK_STR(error_at(&r, 1), "out of memory");
	}
	async_allocator_fail_nth(r.failing, 0);
	CHECK(good);
	CHECK_INT(f.calls, 1);
	runner_close(&r);
}

static void *once_in_a_thread(void *ctx)
{
	struct fake *f = ctx;
	const struct kernels_entry *entry = kernels_registry_find(r.registry, "tfrt.once", 9);
	const struct kernels_function *functions[] = { &f->base };
	struct kernels_site site = { .entry = entry, .functions = functions, .result_count = 1, .function_count = 1 };
	struct async_value *results[1] = { NULL };
	struct kernels_frame frame = { NULL, results, &site, r.request, false, NULL };
	entry->kernel->frame(&frame);
	return results[0];
}

static void once_from_many_threads(void)
{
	enum { THREADS = 8 };
	pthread_t threads[THREADS];
	runner_open(&r, 2);
	struct fake f = fake_function("f", 0, 1, later);
	as_function(&f); /* initializes it before threads exist */
	for (int i = 0; i < THREADS; i++)
		CHECK_OR_RETURN(pthread_create(&threads[i], NULL, once_in_a_thread, &f) == 0);
	for (int i = 0; i < THREADS; i++) {
		void *result;
		pthread_join(threads[i], &result);
		CHECK_INT(*(int32_t *)async_value_payload(await(&r, result)), 99);
		async_value_release(result);
	}
	CHECK_INT(f.calls, 1);
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(chains),
		CHECK_CASE(alias),
		CHECK_CASE(calls),
		CHECK_CASE(branches_of_if),
		CHECK_CASE(branches_of_case),
		CHECK_CASE(functions_that_do_not_fit),
		CHECK_CASE(once_runs_once),
		CHECK_CASE(once_with_another_of_that_name),
		CHECK_CASE(once_before_it_is_done),
		CHECK_CASE(once_without_memory),
		CHECK_CASE(once_from_many_threads),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
