/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "models/model_calls.h"
#include "machine/interrupt.h"
#include "models/agree.h"
#include "models/model.h"
#include "record/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors */

static int no_memory(const struct run *run)
{
	if (!run->limits.bytes)
		return cli_out_of_memory();
	cli_error("the call needs more than %" PRIu64 " bytes (--memory-limit)", run->limits.bytes);
	return CLI_BAD;
}

/* In the layout of host programs. */
static void print_error(const struct run *run, const struct bef_stablehlo_function *function, const struct bef_diag *diag)
{
	if (run->json) {
		cli_json_word("error", diag->message);
		cli_json_word("code", diag->rule);
		return;
	}
	putchar('\'');
	cli_put_escaped(stdout, function->name.data, function->name.size);
	fputs("' returned <<error: ", stdout);
	cli_put_escaped(stdout, diag->message, strlen(diag->message));
	if (run->print_error_code)
		printf(", code: %s", diag->rule);
	puts(">>");
}

/* Prints the error of a call, and reports it if no kernel has. */
static int call_failed(const struct run *run, const struct bef_stablehlo_function *function, uint32_t index,
	enum bef_status status, const struct bef_diag *diag)
{
	struct bef_diag named = *diag;
	const bool late = run->limits.timeout && strcmp(diag->rule, async_code_name(ASYNC_CODE_DEADLINE_EXCEEDED)) == 0;
	if (interrupt_seen())
		return INTERRUPT_EXIT;
	if (!run->json)
		ranks_title(&run->ranks, index);
	print_error(run, function, diag);
	if (run->ranks.total > 1)
		snprintf(named.message, sizeof named.message, "rank %" PRIu32 ": %s", run->ranks.first + index, diag->message);
	if (late)
		(void)limits_passed(&run->limits);
	else if (status == BEF_E_NOMEM)
		return no_memory(run);
	else if (status == BEF_E_IO)
		return program_error(run->model->lowering.name, &named);
	else if (!run->machine.diagnostics.failed && !run->machine.diagnostics.expectations)
		return program_error(run->model->lowering.name, &named);
	return CLI_BAD;
}

/* ---- the call of a rank */

struct calls;
struct call_of_rank {
	struct calls *all;
	uint32_t index;
	struct bef_model_call *call; /* atomic: a signal cancels it. NULL: it has not begun */
	enum bef_status status;      /* of its start */
	struct bef_diag diag;
};
struct calls {
	struct kernels_world *world; /* NULL: one rank */
	uint32_t count;
	bool compiling; /* shows its progress until the call begins */
	struct call_of_rank *list;
};

static void cancel(void *ctx)
{
	struct calls *calls = ctx;
	for (uint32_t i = 0; i < calls->count; i++) {
		/* acquire: pairs with begun() */
		struct bef_model_call *call = __atomic_load_n(&calls->list[i].call, __ATOMIC_ACQUIRE);
		if (call)
			bef_model_call_cancel(call);
	}
}

/* A signal cancels the call from its first operation on. */
static void begun(void *ctx, struct bef_model_call *call)
{
	struct call_of_rank *own = ctx;
	if (own->all->compiling)
		cli_progress_end(); /* kernels may print */
	__atomic_store_n(&own->call, call, __ATOMIC_RELEASE);
	interrupt_set(cancel, own->all);
}

/* The others do not wait for a rank that has ended. */
static void ended(void *ctx, struct bef_model_call *call)
{
	const struct call_of_rank *own = ctx;
	(void)call;
	if (own->all->world)
		kernels_world_end(own->all->world, own->index);
}

static int start(struct run *run, const struct bef_stablehlo_function *function, const struct arguments *arguments,
	struct bef_model_tensor *results, struct call_of_rank *own)
{
	struct kernels_process process;
	struct bef_model_call *call;
	bool said;
	int code = ranks_process(&run->ranks, own->index, own->all->world, &process, &said);
	own->diag = (struct bef_diag)BEF_DIAG_INIT;
	own->status = BEF_E_STATE;
	if (code == CLI_GOOD && process.engine && run->ranks.divided && !run->ranks.agreed && !own->all->world)
		code = agree(run->model, &process, &run->limits);
	run->ranks.agreed |= code == CLI_GOOD;
	if (code == CLI_GOOD) {
		const struct bef_model_call_options options = { .size = sizeof options,
			.process = process.engine || said ? &process : NULL,
			.deadline = run->limits.deadline,
			.memory = run->limits.bytes,
			.begun = begun,
			.begun_ctx = own,
			.done = ended,
			.done_ctx = own,
			.resources = run->resources };
		if (own->all->compiling)
			cli_progress_begin("compile", run->model->lowering.name);
		own->status = bef_model_start(run->model->handle, function, arguments->tensors, arguments->count, results,
			function->result_count, &options, &call, &own->diag);
		if (own->all->compiling && own->status != BEF_OK)
			cli_progress_end();
	}
	if (own->status == BEF_OK)
		return CLI_GOOD;
	ended(own, NULL);
	if (code != CLI_GOOD)
		return code;
	if (own->status == BEF_E_LIMIT && interrupt_seen())
		return INTERRUPT_EXIT;
	if (own->status == BEF_E_LIMIT && limits_are_over(&run->limits))
		(void)limits_passed(&run->limits);
	if (own->status != BEF_E_NOMEM || own->diag.line == 0)
		return own->status == BEF_E_NOMEM ? no_memory(run) : model_error(run->model, &own->diag);
	(void)model_error(run->model, &own->diag); /* certainly beyond the limit: nothing has run */
	return CLI_BAD;
}

/* ---- all ranks */

/* Waits, so that a signal can cancel the calls until they have ended. */
static int await(struct run *run, struct calls *calls)
{
	struct async_value **done = calloc(calls->count, sizeof *done);
	uint32_t count = 0;
	for (uint32_t i = 0; i < calls->count; i++)
		if (calls->list[i].status == BEF_OK && done)
			done[count++] = bef_model_call_done(calls->list[i].call);
	if (done)
		async_queue_await_helping(bef_model_queue(run->model->handle), done, count);
	free(done);
	interrupt_set(NULL, NULL);
	return done ? CLI_GOOD : cli_out_of_memory();
}

/* The code of the first rank that failed. */
static int finish(struct run *run, const struct bef_stablehlo_function *function, struct calls *calls, int code)
{
	for (uint32_t i = 0; i < calls->count; i++) {
		struct call_of_rank *own = &calls->list[i];
		if (own->status != BEF_OK)
			continue;
		const enum bef_status status = bef_model_call_finish(own->call, &own->diag);
		run->ranks.failed[i] = status != BEF_OK;
		if (status == BEF_OK || interrupt_seen())
			continue;
		const int failed = call_failed(run, function, i, status, &own->diag);
		code = code == CLI_GOOD ? failed : code;
	}
	return interrupt_seen() ? INTERRUPT_EXIT : code;
}

int model_call(struct run *run, const struct bef_stablehlo_function *function, const struct arguments *arguments,
	struct bef_model_tensor *results)
{
	/* other threads must not end the progress that this one begins: kernels of another rank report errors */
	const bool compiling = run->first_call && run->ranks.count == 1;
	struct calls calls = { .count = run->ranks.count, .compiling = compiling, .list = calloc(run->ranks.count, sizeof *calls.list) };
	memset(run->ranks.failed, true, calls.count * sizeof *run->ranks.failed);
	int code = calls.list ? ranks_world(&run->ranks, &calls.world) : cli_out_of_memory();
	if (code != CLI_GOOD) {
		free(calls.list);
		return code;
	}
	record_next_call(run->record);
	for (uint32_t i = 0; i < calls.count; i++) {
		calls.list[i].all = &calls;
		calls.list[i].index = i;
	}
	for (uint32_t i = 0; i < calls.count; i++) {
		const int started = start(run, function, &arguments[i], results + (size_t)i * function->result_count, &calls.list[i]);
		code = code == CLI_GOOD ? started : code;
	}
	const int awaited = await(run, &calls);
	code = finish(run, function, &calls, code == CLI_GOOD ? awaited : code);
	if (calls.world)
		kernels_world_release(calls.world);
	free(calls.list);
	return code;
}
