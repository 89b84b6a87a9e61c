/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls whose caller waits, and whose function ends in its thread without anything that continues elsewhere: most calls of small programs.
 * Nothing waits for `done` and `idle` then, and the request is as new. So the model keeps the call, with its request, one open unit of
 * work, and both chains, for the next one. */
#include "internal.h"

#include <string.h>

bool bef_model__is_over(const struct bef_model_call *call)
{
	if (call->on_done || call->on_begun || call->argument_values || call->promised || !async_request_is_unused(call->request))
		return false;
	for (uint32_t i = 0; i < call->value_count; i++) {
		if (!async_value_is_available(call->values[i]))
			return false;
	}
	return true;
}

static bool may_keep(const struct bef_model *model, const struct bef_model_call *call)
{
	return !call->error && !model->dynamic && call->memory == model->unlimited &&
	       async_request_resources(call->request) == model->resources;
}

void bef_model__free_spare(struct bef_model_call *spare)
{
	if (!spare)
		return;
	async_request_end_work(spare->request);
	bef_model__free_call(spare);
}

enum bef_status bef_model__end_waited(struct bef_model *model, struct bef_model_call *call, struct bef_diag *diag)
{
	bef_model__collect(call);
	bef_model__end_turn(call);
	enum bef_status status = call->error ? bef_model__outcome(call, diag) : BEF_OK;
	if (may_keep(model, call)) {
		call->over = call->any_taken = call->changed = false;
		/* acquire and release: the thread that takes it pairs with this one */
		call = __atomic_exchange_n(&model->spare, call, __ATOMIC_ACQ_REL);
	}
	bef_model__free_spare(call);
	return status;
}

struct bef_model_call *bef_model__take_spare(
	struct bef_model *model, const struct bef_stablehlo_function *function, const struct bef_model_call_options *options)
{
	if (options->resources || options->deadline || options->memory || options->process || options->argument_values ||
		options->result_values)
		return NULL;
	struct bef_model_call *call = __atomic_load_n(&model->spare, __ATOMIC_RELAXED) /* NULL while others have it */
		? __atomic_exchange_n(&model->spare, NULL, __ATOMIC_ACQ_REL) : NULL; /* pairs with bef_model__end_waited() */
	if (call && call->signature != function) {
		bef_model__free_spare(call);
		return NULL;
	}
	if (call)
		memset(call->inputs, 0, call->input_count * sizeof *call->inputs);
	return call;
}
