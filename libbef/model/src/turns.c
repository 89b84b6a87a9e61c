/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The limit of calls of a model: so many run, so many wait for their turn, and others are refused.
 *
 * A call is admitted before anything of it exists, and gets a turn at once or is counted as waiting. When it is ready to run
 * and has no turn, it is put into the list, unless a turn has become free meanwhile. The end of a call passes its turn to the
 * first of the list. A call that is cancelled while it waits runs without a turn: its operations do nothing. */
#include "internal.h"

enum bef_status bef_model__admit(struct bef_model *model, struct bef_model_call *call, struct bef_diag *diag)
{
	struct bef_model__turns *turns = &model->turns;
	call->model = NULL;
	if (turns->most_running == 0)
		return BEF_OK;
	pthread_mutex_lock(&turns->lock);
	const size_t running = turns->running, waiting = turns->waiting;
	call->has_turn = running < turns->most_running;
	const bool admitted = call->has_turn || waiting < turns->most_waiting;
	turns->running += call->has_turn;
	turns->waiting += admitted && !call->has_turn;
	pthread_mutex_unlock(&turns->lock);
	if (!admitted)
		return bef_model__fail(diag, BEF_E_LIMIT,
			"%zu calls of the model run and %zu wait, as many as max_calls and max_waiting of its options permit",
			running, waiting);
	call->model = model;
	call->next = NULL;
	call->in_list = false;
	return BEF_OK;
}

/* With the lock held. Takes a call out of the list. */
static void take_out(struct bef_model__turns *turns, struct bef_model_call *call)
{
	struct bef_model_call **link = &turns->first, *previous = NULL;
	while (*link != call) {
		previous = *link;
		link = &previous->next;
	}
	*link = call->next;
	if (turns->last == call)
		turns->last = previous;
	call->in_list = false;
	turns->waiting--;
}

static void run_cancelled(struct async_cancel_hook *hook, struct async_error *error)
{
	struct bef_model_call *call = (struct bef_model_call *)(void *)((char *)hook - offsetof(struct bef_model_call, hook));
	struct bef_model__turns *turns = &call->model->turns;
	(void)error;
	pthread_mutex_lock(&turns->lock);
	const bool waits = call->in_list;
	if (waits)
		take_out(turns, call);
	pthread_mutex_unlock(&turns->lock);
	if (waits) /* otherwise it has a turn, and another thread adds it to the queue */
		async_queue_add(call->memory->host.queue, bef_model__run_function, call);
}

bool bef_model__takes_turn(struct bef_model_call *call)
{
	if (!call->model || call->has_turn)
		return true;
	struct bef_model__turns *turns = &call->model->turns;
	struct async_request *request = call->request;
	pthread_mutex_lock(&turns->lock);
	call->has_turn = turns->running < turns->most_running;
	turns->running += call->has_turn;
	turns->waiting -= call->has_turn;
	pthread_mutex_unlock(&turns->lock);
	if (call->has_turn)
		return true;
	/* the hook first: once the call is in the list, another thread may run and free it */
	call->hook.run = run_cancelled;
	call->waits = false;
	async_request_begin_work(request);
	async_request_on_cancel(request, &call->hook);
	pthread_mutex_lock(&turns->lock);
	const bool free_turn = turns->running < turns->most_running, cancelled = async_request_cancelled(request) != NULL;
	if (free_turn && !cancelled) {
		call->has_turn = true;
		turns->running++;
		turns->waiting--;
	} else if (cancelled) {
		turns->waiting--;
	} else {
		call->in_list = true;
		if (turns->last)
			turns->last->next = call;
		else
			turns->first = call;
		turns->last = call;
	}
	const bool runs = !call->in_list;
	pthread_mutex_unlock(&turns->lock);
	if (runs)
		async_request_off_cancel(request, &call->hook);
	async_request_end_work(request);
	return runs;
}

void bef_model__end_turn(struct bef_model_call *call)
{
	struct bef_model *model = call->model;
	if (!model)
		return;
	struct bef_model__turns *turns = &model->turns;
	call->model = NULL;
	pthread_mutex_lock(&turns->lock);
	struct bef_model_call *next = call->has_turn ? turns->first : NULL;
	if (next) {
		take_out(turns, next);
		next->has_turn = true;
	} else if (call->has_turn) {
		turns->running--;
	}
	pthread_mutex_unlock(&turns->lock);
	call->has_turn = false;
	if (!next)
		return;
	async_request_off_cancel(next->request, &next->hook);
	async_queue_add(next->memory->host.queue, bef_model__run_function, next);
}

void bef_model__withdraw(struct bef_model_call *call)
{
	if (call->model && !call->has_turn) {
		pthread_mutex_lock(&call->model->turns.lock);
		call->model->turns.waiting--;
		pthread_mutex_unlock(&call->model->turns.lock);
		call->model = NULL;
	}
	bef_model__end_turn(call);
}
