/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The limit of calls of a model: which run, which wait for their turn, and which are refused. */
#include "models.h"

#include <async/async.h>
#include <kernels/tensor.h>

static const char plus[] = "func.func @plus(%x: tensor<i64>, %y: tensor<i64>) -> tensor<i64> {\n"
			   "  %0 = stablehlo.add %x, %y : tensor<i64>\n"
			   "  return %0 : tensor<i64>\n"
			   "}\n";

static struct bef_model *open_limited(size_t calls, size_t waiting)
{
	const struct bef_model_options options = { .size = sizeof options, .max_calls = calls, .max_waiting = waiting };
	return open_text(plus, &options);
}

struct one {
	int64_t x, y, sum;
	struct bef_model_tensor arguments[2], result;
	struct bef_model_call *call;
	struct bef_diag diag;
};

static void prepare(struct one *one, int64_t x, int64_t y)
{
	*one = (struct one){ .x = x, .y = y, .diag = BEF_DIAG_INIT };
	one->arguments[0] = (struct bef_model_tensor){ .dtype = KERNELS_I64, .data = &one->x, .size = 8 };
	one->arguments[1] = (struct bef_model_tensor){ .dtype = KERNELS_I64, .data = &one->y, .size = 8 };
	one->result = (struct bef_model_tensor){ .data = &one->sum, .size = 8 };
}

/* `pending`: the second argument, or NULL. */
static enum bef_status start(struct bef_model *model, struct one *one, struct async_value *pending, uint64_t deadline)
{
	struct async_value *values[2] = { NULL, pending };
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = deadline,
		.argument_values = pending ? values : NULL };
	return bef_model_start(model, bef_model_find(model, "plus"), one->arguments, 2, &one->result, 1, &options,
		&one->call, &one->diag);
}

static void finish(struct one *one, enum bef_status expected)
{
	CHECK_INT(bef_model_call_finish(one->call, &one->diag), expected);
	CHECK(expected != BEF_OK || one->sum == one->x + one->y);
}

static bool has_ended(const struct one *one) { return async_value_is_available(bef_model_call_done(one->call)); }

static void complete(struct async_value *pending, int64_t number)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = open_text(plus, NULL);
	int64_t zero = 0;
	struct async_value *result = NULL;
	const struct bef_model_tensor arguments[2] = { { .dtype = KERNELS_I64, .data = &number, .size = 8 },
		{ .dtype = KERNELS_I64, .data = &zero, .size = 8 } };
	const struct bef_model_call_options options = { .size = sizeof options, .result_values = &result };
	CHECK(model && good(bef_model_run(model, bef_model_find(model, "plus"), arguments, 2, NULL, 1, &options, &diag), &diag));
	async_value_forward(pending, result);
	bef_model_close(model);
}

/* The first call runs until its argument comes; two wait, others are refused. */
static void calls_wait_and_are_refused(void)
{
	struct bef_model *model = open_limited(1, 2);
	struct async_value *pending = async_value_create_indirect(NULL, ASYNC_TYPE_NONE);
	struct one calls[6];
	CHECK_OR_RETURN(model && pending);
	for (int i = 0; i < 6; i++)
		prepare(&calls[i], i, 10);
	CHECK_INT(start(model, &calls[0], pending, 0), BEF_OK);
	CHECK_INT(start(model, &calls[1], NULL, 0), BEF_OK);
	CHECK_INT(start(model, &calls[2], NULL, 0), BEF_OK);
	CHECK_INT(start(model, &calls[3], NULL, 0), BEF_E_LIMIT);
	CHECK(!calls[3].call && strstr(calls[3].diag.message, "1 calls of the model run and 2 wait"));
	CHECK_INT(bef_model_run(model, bef_model_find(model, "plus"), calls[3].arguments, 2, &calls[3].result, 1, NULL, NULL),
		BEF_E_LIMIT);
	CHECK(!has_ended(&calls[0]) && !has_ended(&calls[1]) && !has_ended(&calls[2]));
	/* a cancelled call leaves its place */
	bef_model_call_cancel(calls[1].call);
	finish(&calls[1], BEF_E_STATE);
	CHECK(!has_ended(&calls[2]));
	/* and so does one whose deadline passes */
	CHECK_INT(start(model, &calls[4], NULL, async_now_ns() + 2000000), BEF_OK);
	finish(&calls[4], BEF_E_STATE);
	CHECK_INT(start(model, &calls[5], NULL, 0), BEF_OK);
	complete(pending, 10);
	finish(&calls[0], BEF_OK);
	finish(&calls[2], BEF_OK);
	finish(&calls[5], BEF_OK);
	/* all turns are free again */
	CHECK_INT(start(model, &calls[3], NULL, 0), BEF_OK);
	finish(&calls[3], BEF_OK);
	async_value_release(pending);
	bef_model_close(model);
}

/* A call that is refused for its arguments takes no turn. */
static void mistakes_take_no_turn(void)
{
	struct bef_model *model = open_limited(1, 0);
	struct one call;
	CHECK_OR_RETURN(model);
	for (int i = 0; i < 3; i++) {
		struct async_value *wrong = async_value_create_error(NULL, async_error_make(ASYNC_CODE_ABORTED, "no argument"));
		prepare(&call, 1, 2);
		if (start(model, &call, wrong, 0) == BEF_OK)
			CHECK(bef_model_call_finish(call.call, NULL) != BEF_OK);
		async_value_release(wrong);
	}
	prepare(&call, 1, 2);
	CHECK_INT(start(model, &call, NULL, 0), BEF_OK);
	finish(&call, BEF_OK);
	bef_model_close(model);
}

/* ---- several threads */

enum { THREAD_COUNT = 4, ROUNDS = 200 };
static struct bef_model *shared;
static int refused, answered, wrong; /* atomic */

static void *call_often(void *ctx)
{
	const bool waits = ctx != NULL;
	for (int i = 0; i < ROUNDS; i++) {
		struct one one;
		prepare(&one, i, 1000);
		enum bef_status status;
		if (waits)
			status = bef_model_run(shared, bef_model_find(shared, "plus"), one.arguments, 2, &one.result, 1, NULL, NULL);
		else
			status = start(shared, &one, NULL, 0);
		if (!waits && status == BEF_OK && i % 3 == 0)
			bef_model_call_cancel(one.call);
		if (!waits && status == BEF_OK)
			status = bef_model_call_finish(one.call, NULL);
		__atomic_fetch_add(&refused, status == BEF_E_LIMIT, __ATOMIC_RELAXED);
		__atomic_fetch_add(&answered, status == BEF_OK, __ATOMIC_RELAXED);
		__atomic_fetch_add(&wrong, status == BEF_OK && one.sum != one.x + one.y, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void call_in_threads(size_t calls, size_t waiting)
{
	pthread_t threads[THREAD_COUNT];
	refused = answered = wrong = 0;
	shared = open_limited(calls, waiting);
	CHECK_OR_RETURN(shared);
	for (int i = 0; i < THREAD_COUNT; i++) {
		if (pthread_create(&threads[i], NULL, call_often, i % 2 ? &shared : NULL) != 0)
			abort();
	}
	for (int i = 0; i < THREAD_COUNT; i++)
		pthread_join(threads[i], NULL);
	bef_model_close(shared);
	CHECK_INT(wrong, 0);
	CHECK(answered > 0);
}

static void several_threads_call(void)
{
	call_in_threads(1, THREAD_COUNT);
	CHECK_INT(refused, 0);
	call_in_threads(2, 1);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(calls_wait_and_are_refused), CHECK_CASE(mistakes_take_no_turn),
		CHECK_CASE(several_threads_call) };
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
