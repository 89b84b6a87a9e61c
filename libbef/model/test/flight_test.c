/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls in flight: several at once, of several threads; cancelled, too late, or beyond their memory. */
#include "models.h"

/* ---- several calls at once */

enum { ROUNDS = 40, IN_FLIGHT = 5 };

static unsigned ended; /* atomic */

static void count_end(void *ctx, struct bef_model_call *call)
{
	(void)call;
	__atomic_fetch_add((unsigned *)ctx, 1, __ATOMIC_RELAXED);
}

static void *call_often(void *ctx)
{
	struct caller *caller = ctx;
	const struct bef_model_call_options options = { .size = sizeof options, .done = count_end, .done_ctx = &ended };
	const struct bef_stablehlo_function *function = bef_model_find(caller->model, "add");
	for (int round = 0; round < ROUNDS; round++) {
		float x[IN_FLIGHT][6], z[IN_FLIGHT][6];
		struct bef_model_tensor arguments[IN_FLIGHT][2], results[IN_FLIGHT];
		struct bef_model_call *calls[IN_FLIGHT];
		for (int c = 0; c < IN_FLIGHT; c++) {
			for (int i = 0; i < 6; i++)
				x[c][i] = (float)(round * 100 + c * 10 + i);
			arguments[c][0] = arguments[c][1] = floats(x[c], 2, 3);
			results[c] = (struct bef_model_tensor){ .data = z[c], .size = sizeof z[c] };
			caller->failures += bef_model_start(caller->model, function, arguments[c], 2, &results[c], 1,
						    &options, &calls[c], NULL) != BEF_OK;
		}
		for (int c = 0; c < IN_FLIGHT; c++) {
			caller->failures += !calls[c] || bef_model_call_finish(calls[c], NULL) != BEF_OK;
			for (int i = 0; i < 6; i++)
				caller->failures += z[c][i] != 2 * x[c][i];
		}
	}
	return NULL;
}

static void several_threads_call(void)
{
	struct bef_model *model = open_text(source, NULL);
	ended = 0;
	CHECK_OR_RETURN(model);
	in_threads(model, call_often);
	CHECK_INT(ended, THREADS * ROUNDS * IN_FLIGHT);
}

/* A waiter of the value may finish the call. */
struct finisher {
	struct async_waiter waiter;
	struct bef_model_call *call;
	struct async_value *finished;
	enum bef_status status;
};

static void finish_in_waiter(struct async_waiter *waiter)
{
	struct finisher *finisher = (struct finisher *)(void *)waiter;
	struct async_value *finished = finisher->finished;
	finisher->status = bef_model_call_finish(finisher->call, NULL);
	async_value_set_available(finished);
}

static void waiters_finish_calls(void)
{
	struct bef_model *model = open_text(source, NULL);
	int64_t n = 1000, r = 0;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_tensor argument = { .dtype = KERNELS_I64, .data = &n, .size = sizeof n };
	struct bef_model_tensor result = { .data = &r, .size = sizeof r };
	struct finisher finisher = { .waiter = { .run = finish_in_waiter }, .finished = async_chain_create(NULL) };
	CHECK_OR_RETURN(model);
	if (good(bef_model_start(
			 model, bef_model_find(model, "long"), &argument, 1, &result, 1, NULL, &finisher.call, &diag),
		    &diag)) {
		async_value_and_then(bef_model_call_done(finisher.call), &finisher.waiter);
		async_queue_await(bef_model_queue(model), &finisher.finished, 1);
		CHECK_INT(finisher.status, BEF_OK);
		CHECK_INT(r, 1000);
	}
	async_value_release(finisher.finished);
	async_queue_quiesce(bef_model_queue(model));
	bef_model_close(model);
}

/* ---- calls that are stopped */

static void stop(struct bef_model *model, uint64_t deadline, const char *rule)
{
	int64_t n = INT64_MAX, r = -1;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = deadline };
	const struct bef_model_tensor argument = { .dtype = KERNELS_I64, .data = &n, .size = sizeof n };
	struct bef_model_tensor result = { .data = &r, .size = sizeof r };
	struct bef_model_call *call;
	if (!good(bef_model_start(
			  model, bef_model_find(model, "long"), &argument, 1, &result, 1, &options, &call, &diag),
		    &diag))
		return;
	if (!deadline)
		bef_model_call_cancel(call);
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_STATE);
	CHECK_STR(diag.rule, rule);
	CHECK_INT(r, -1);
}

static void cancels_and_observes_deadlines(void)
{
	struct bef_model *model = open_text(source, NULL);
	CHECK_OR_RETURN(model);
	stop(model, 0, "CANCELLED");
	stop(model, async_now_ns() + 20000000, "DEADLINE_EXCEEDED");
	stop(model, 1, "DEADLINE_EXCEEDED");
	add(model, 3);
	bef_model_close(model);
}

static void limits_memory(void)
{
	struct bef_model *model = open_text(source, NULL);
	float x = 1.5f;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call_options options = { .size = sizeof options, .memory = 3 << 20 };
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .data = &x, .size = sizeof x };
	struct bef_model_tensor result = { .data = NULL };
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *function = bef_model_find(model, "large");
	CHECK_INT(bef_model_run(model, function, &argument, 1, &result, 1, &options, &diag), BEF_E_NOMEM);
	CHECK(!result.data && strlen(diag.message) > 0);
	options.memory = 100;
	CHECK_INT(bef_model_run(model, function, &argument, 1, &result, 1, &options, NULL), BEF_E_NOMEM);
	options.memory = 16 << 20;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (good(bef_model_run(model, function, &argument, 1, &result, 1, &options, &diag), &diag)) {
		CHECK_INT(result.size, 4 << 20);
		CHECK(((const float *)result.data)[(1 << 20) - 1] == 3.0f);
	}
	bef_model_close(model);
	bef_model_tensor_release(&result);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(several_threads_call),
		CHECK_CASE(waiters_finish_calls),
		CHECK_CASE(cancels_and_observes_deadlines),
		CHECK_CASE(limits_memory),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
