/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs one kernel: gathers its arguments, calls it, stores its results. If an argument is an error or the request was
 * cancelled, the results are that error and the kernel is not called. */
#include "settle.h"
#include "run.h"

#include <string.h>

enum { POINTERS_ON_STACK = 32 };

/* The reason why a kernel is not called, or failed. Both members are borrowed: the value is that of an argument, which
 * is shared instead of creating another error value. */
struct failure {
	struct async_error *error; /* NULL: none */
	struct async_value *value;
};

static void fail_results(struct bef__frame *frame, const struct bef__kernel *k, struct failure why)
{
	struct async_value *value = why.value ? async_value_retain(why.value) : NULL;
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		if (result->local) {
			*bef__frame_error(frame, result->slot) = async_error_retain(why.error);
			*bef__frame_state(frame, result->state) = 1;
			__atomic_store_n(&frame->has_errors, 1, __ATOMIC_RELAXED); /* see bef__frame_has_errors() */
			continue;
		}
		if (!value)
			value = kernels_error_value(frame->request, async_error_retain(why.error));
		bef__frame_set(frame, result, async_value_retain(value));
	}
	async_value_release(value);
}

/* Called before a frame kernel that is the last user of a value, so that it may find the reference to be the only
 * one. */
static void unguard(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (uint32_t i = 0; i < k->argument_count; i++) {
		if (k->arguments[i].unguard)
			async_value_release(*bef__frame_value(frame, k->arguments[i].slot));
	}
}

/* Releases the references that belong to uses, in a counted execution. */
static inline void release_uses(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (const struct bef__argument *argument = k->arguments, *end = argument + k->argument_count; argument < end;
		argument++) {
		if (!argument->local)
			async_value_release(*bef__frame_value(frame, argument->slot));
	}
}

/* As above, in an execution by the plan: the last use of a heap register releases its reference. */
static void release_last(struct bef__frame *frame, const struct bef__kernel *k, bool unguarded)
{
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->local || !argument->last)
			continue;
		struct async_value **place = bef__frame_value(frame, argument->slot);
		async_value_release_n(*place, 1u + (argument->guarded && !(unguarded && argument->unguard)));
		*place = NULL; /* for bef__call_counted() */
	}
}

static inline void release_arguments(struct bef__frame *frame, const struct bef__kernel *k, bool unguarded)
{
	if (frame->counted)
		release_uses(frame, k);
	else
		release_last(frame, k, unguarded);
}

/* The last error among the arguments, else the cancellation of the request. */
static struct failure find_failure(struct bef__frame *frame, const struct bef__kernel *k)
{
	struct failure why = { async_request_cancelled(frame->request), NULL };
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->local) {
			if (*bef__frame_state(frame, argument->state)) {
				why.error = *bef__frame_error(frame, argument->slot);
				why.value = NULL;
			}
		} else {
			struct async_value *value = *bef__frame_value(frame, argument->slot);
			if (async_value_is_error(value)) {
				why.error = async_value_error(value);
				why.value = value;
			}
		}
	}
	return why;
}

/* Checks the types that decoding could not prove: that a value has the payload that the kernel reads. Returns NULL, or
 * an error with one reference, owned by the caller. */
static struct async_error *check_types(struct bef__frame *frame, const struct bef__kernel *k)
{
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->check == ASYNC_TYPE_NONE)
			continue;
		async_type_id type = async_value_type(*bef__frame_value(frame, argument->slot));
		if (type != argument->check)
			return kernels_site_error(&k->site, frame->request, ASYNC_CODE_INVALID_ARGUMENT,
				"%s: argument %u is of type %s, expected %s", k->site.entry->kernel->name, i,
				async_type_get(type)->name, async_type_get(argument->check)->name);
	}
	return NULL;
}

/* @return false when an argument may be an error or have another type. */
static bool gather_arguments(struct bef__frame *frame, const struct bef__kernel *k, void **out)
{
	const bool has_errors = bef__frame_has_errors(frame);
	const enum bef__take what = k->payload ? BEF__PAYLOAD : BEF__VALUE;
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (!argument->local) {
			if (!(out[i] = bef__take_heap(frame, argument, what)))
				return false;
			continue;
		}
		if (has_errors && *bef__frame_state(frame, argument->state))
			return false;
		out[i] = bef__frame_payload(frame, argument->slot);
	}
	return true;
}

/* ---- payload kernels */

/* Sets the addresses at which the kernel constructs its results. values[i] is the value that owns the storage; NULL for
 * local registers. @return false when out of memory. */
static bool make_places(
	struct bef__frame *frame, const struct bef__kernel *k, struct async_value **values, void **places)
{
	static char nothing; /* address of payloads of size 0 */
	bool good = true;
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		values[i] = NULL;
		if (result->local) {
			places[i] = bef__frame_payload(frame, result->slot);
		} else if (result->type == ASYNC_TYPE_CHAIN) {
			values[i] = async_chain();
			places[i] = &nothing;
		} else {
			values[i] = async_value_create(frame->allocator, result->type);
			places[i] = values[i] ? async_value_storage(values[i]) : NULL;
			good = good && values[i];
		}
	}
	return good;
}

static void set_results(struct bef__frame *frame, const struct bef__kernel *k, struct async_value **values)
{
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		const struct bef__result *result = &k->results[i];
		struct async_value *value = values[i];
		if (result->local)
			continue;
		if (value != async_chain())
			async_value_set_available_new(value);
		bef__frame_set(frame, result, value);
	}
}

/* pointers: the arguments, gathered; then room for two pointers per result. */
static void call_payload(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	void **places = pointers + k->argument_count;
	struct async_value **values = (struct async_value **)(void *)(places + k->site.result_count);
	struct kernels_call call = { pointers, places, &k->site, frame->request, NULL };
	struct failure why = { NULL, NULL };

	if (make_places(frame, k, values, places)) {
		k->payload(&call);
		why.error = call.error;
	} else {
		why.value = async_value_out_of_memory();
		why.error = async_value_error(why.value);
	}
	release_arguments(frame, k, false);
	if (BEF__LIKELY(!why.error)) {
		set_results(frame, k, values);
		return;
	}
	for (uint32_t i = 0; i < k->site.result_count; i++)
		async_value_release(values[i]);
	fail_results(frame, k, why);
	async_error_release(call.error);
}

/* ---- frame kernels */

static void set_frame_results(struct bef__frame *frame, const struct bef__kernel *k, struct kernels_frame *call)
{
	for (uint32_t i = 0; i < k->site.result_count; i++) {
		struct async_value *value = call->results[i];
		if (!BEF__LIKELY(kernels_result_is_ready(value, k->results[i].type)))
			value = kernels_result_take(&k->site, frame->request, i, k->results[i].type, value);
		bef__frame_set(frame, &k->results[i], value);
	}
}

/* pointers: the arguments, then room for the results. */
static inline struct kernels_frame make_call(
	struct bef__frame *frame, const struct bef__kernel *k, void **pointers, bool may_take)
{
	struct async_value **arguments = (struct async_value **)(void *)pointers;
	struct async_value **results = arguments + k->argument_count;
	if (!BEF__LIKELY(k->site.function_count == 0))
		kernels_caller_.site = &k->site;
	if (k->site.result_count == 1) /* the most frequent case, without a call */
		results[0] = NULL;
	else
		memset(results, 0, k->site.result_count * sizeof *results);
	return (struct kernels_frame){ arguments, results, &k->site, frame->request, may_take, NULL };
}

/* In the plan: gives the call a reference to each argument, as counted executions do, so that a function that the kernel calls may find
 * a value unique. Those of last uses are the frame's. Call after unguard(). */
static void own_arguments(struct bef__frame *frame, const struct bef__kernel *k, struct async_value *const *arguments)
{
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		if (argument->last && argument->guarded == argument->unguard)
			*bef__frame_value(frame, argument->slot) = NULL; /* release_last() skips it */
		else if (!argument->local)
			async_value_retain(arguments[i]);
	}
}

/* The node of a kernel becomes the task; see run.h. The function of the late part is stored in the register of the
 * first result, and the arguments stay in their registers. */
static void prepare_late(
	struct bef__frame *frame, const struct bef__kernel *k, const struct kernels_continuation *continuation)
{
	uint32_t number = (uint32_t)(k - frame->function->kernels);
	struct bef__node *node = &bef__frame_nodes(frame)[number];
	node->count = number;
	node->next = continuation->blocking;
	memcpy(bef__frame_payload(frame, k->results[0].slot), &continuation->run, sizeof continuation->run);
}

static kernels_frame_fn late_function(struct bef__frame *frame, const struct bef__kernel *k)
{
	kernels_frame_fn run;
	memcpy(&run, bef__frame_payload(frame, k->results[0].slot), sizeof run);
	return run;
}

/* The function of a branch whose condition is in the frame, where the kernel could not read it; NULL: another kernel. The condition
 * is not an argument afterwards. */
static const struct kernels_function *take_branch(const struct bef__kernel *k, void **pointers)
{
	if (!BEF__SHORT_CUT || !bef__chooses(k->calls) || !k->arguments[0].local)
		return NULL;
	const struct kernels_function *taken = bef__chosen(k, pointers[0]);
	pointers[0] = NULL;
	return taken;
}

/* @return false when the kernel continues as a task. */
static bool call_frame(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	const struct kernels_function *taken = take_branch(k, pointers);
	bool owns = frame->counted || k->site.function_count > 0;
	struct kernels_frame call = make_call(frame, k, pointers, owns);
	struct kernels_continuation continuation = { NULL, false };
	if (BEF__LATE && frame->counted && k->site.result_count > 0 && !frame->watch)
		call.continuation = &continuation;
	if (!frame->counted)
		unguard(frame, k);
	if (owns && !frame->counted)
		own_arguments(frame, k, call.arguments);
	if (BEF__LIKELY(!taken))
		k->frame(&call);
	else
		kernels_frame_execute(&call, taken, 1);
	if (BEF__LATE && continuation.run) {
		prepare_late(frame, k, &continuation);
		return false;
	}
	if (owns)
		kernels_values_release(call.arguments, k->argument_count);
	if (!frame->counted)
		release_last(frame, k, true);
	set_frame_results(frame, k, &call);
	return true;
}

static bool call_late(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	struct kernels_frame call = make_call(frame, k, pointers, true);
	struct async_error *cancelled = async_request_cancelled(frame->request);
	for (uint32_t i = 0; i < k->argument_count; i++)
		pointers[i] = *bef__frame_value(frame, k->arguments[i].slot);
	if (BEF__LIKELY(!cancelled))
		late_function(frame, k)(&call);
	else
		kernels_frame_fail_with(&call, async_error_retain(cancelled));
	for (uint32_t i = 0; i < k->argument_count; i++)
		bef__settle_release(frame, call.arguments[i]);
	set_frame_results(frame, k, &call);
	return true;
}

/* ---- */

static void run_failed(struct bef__frame *frame, const struct bef__kernel *k, struct failure why)
{
	fail_results(frame, k, why);
	release_arguments(frame, k, false);
}

__attribute__((cold)) void bef__run_fail(struct bef__frame *frame, const struct bef__kernel *k, struct async_error *error)
{
	run_failed(frame, k, (struct failure){ error, NULL });
	async_error_release(error);
}

/* The request is cancelled, or an argument is an error or has another type: the kernel is not called. */
static void run_refused(struct bef__frame *frame, const struct bef__kernel *k)
{
	struct failure why = find_failure(frame, k);
	struct async_error *wrong_type = why.error ? NULL : check_types(frame, k);
	assert(why.error || wrong_type);
	if (wrong_type)
		why.error = wrong_type;
	run_failed(frame, k, why);
	async_error_release(wrong_type);
}

static bool run_strict(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	if (!BEF__LIKELY(!async_request_is_cancelled(frame->request) && gather_arguments(frame, k, pointers)))
		run_refused(frame, k);
	else if (k->payload)
		call_payload(frame, k, pointers);
	else
		return call_frame(frame, k, pointers);
	return true;
}

/* A kernel that starts with its first argument gets the others as they are: possibly unavailable, or errors. Arguments
 * that do not exist yet are indirect values. */
static bool run_nonstrict(struct bef__frame *frame, const struct bef__kernel *k, void **pointers)
{
	struct async_error *cancelled = async_request_cancelled(frame->request);
	struct kernels_frame call = make_call(frame, k, pointers, true);
	for (uint32_t i = 0; i < k->argument_count; i++) {
		const struct bef__argument *argument = &k->arguments[i];
		pointers[i] = argument->state ? bef__frame_take_out(frame, argument->slot)
					      : *bef__frame_value(frame, argument->slot);
	}
	if (cancelled)
		kernels_frame_fail_with(&call, async_error_retain(cancelled));
	else
		k->frame(&call);
	kernels_values_release(call.arguments, k->argument_count);
	set_frame_results(frame, k, &call);
	return true;
}

typedef bool (*run_fn)(struct bef__frame *frame, const struct bef__kernel *k, void **pointers);

/* For kernels with more pointers than fit on the stack. */
static bool run_large(struct bef__frame *frame, const struct bef__kernel *k, size_t count, run_fn run)
{
	void **pointers = async_alloc(frame->allocator, count * sizeof *pointers, _Alignof(void *));
	if (!pointers) {
		struct failure why = { NULL, async_value_out_of_memory() };
		why.error = async_value_error(why.value);
		run_failed(frame, k, why);
		return true;
	}
	bool done = run(frame, k, pointers);
	async_free(frame->allocator, pointers, count * sizeof *pointers, _Alignof(void *));
	return done;
}

static inline bool run_with(struct bef__frame *frame, const struct bef__kernel *k, run_fn run)
{
	void *small[POINTERS_ON_STACK];
	size_t count = (size_t)k->argument_count + 2 * (size_t)k->site.result_count;
	return BEF__LIKELY(count <= POINTERS_ON_STACK) ? run(frame, k, small) : run_large(frame, k, count, run);
}

bool bef__run_kernel(struct bef__frame *frame, const struct bef__kernel *k)
{
	if (!BEF__HAS_NONSTRICT || BEF__LIKELY(k->nonstrict == BEF__NONE))
		return run_with(frame, k, run_strict);
	return run_with(frame, k, run_nonstrict);
}

void bef__run_late(struct bef__frame *frame, const struct bef__kernel *k)
{
	run_with(frame, k, call_late);
}
