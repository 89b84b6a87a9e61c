/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Futures of several values, promises, and waiting with a limit. */
#include "allocator_private.h"
#include "awaiter.h"
#include "gate.h"
#include "misuse_private.h"
#include <bytecursor/options.h>

static const struct async_location nowhere = { NULL, 0 };

/* ---- options */

bool async__future_options(const char *function, const struct async_future_options *options,
	struct async_future_options *out_options)
{
	static const struct async_future_options defaults = ASYNC_FUTURE_OPTIONS_INIT;
	*out_options = defaults;
	bool valid = !options || !BYTECURSOR_SIZE_LACKS(options, release);
	if (!valid)
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, function, options,
			"options: size is not set, expected ASYNC_FUTURE_OPTIONS_INIT; the result is an error");
	else if (options)
		*out_options = *options;
	if (!out_options->allocator && out_options->request)
		out_options->allocator = async_request_host(out_options->request)->allocator;
	out_options->allocator = async__or_system(out_options->allocator);
	return valid;
}

struct async_value *async__future_refused(const struct async_future_options *options, const char *message)
{
	struct async_error *error = async_error_create(
		options->allocator, ASYNC_CODE_INVALID_ARGUMENT, nowhere, "%s", message);
	struct async_value *value = async_value_create_error(options->allocator, error);
	return value ? value : async_value_out_of_memory();
}

/* ---- several values */

static struct async_value *create(const char *function, enum async__gate_kind kind, struct async_value *const *values,
	size_t count, const struct async_future_options *options)
{
	struct async_future_options all;
	if (!async__future_options(function, options, &all))
		return async__future_refused(&all, "options of a future: size is not set");
	if (count == 0 && (kind == ASYNC__GATE_RACE || kind == ASYNC__GATE_ANY))
		return async__future_refused(&all, "0 values, expected at least 1");
	if (kind == ASYNC__GATE_SLEEP && !all.timers)
		return async__future_refused(&all, "no timers to sleep with");
	if (async__future_lacks_timers(&all))
		return async__future_refused(&all, ASYNC__NO_TIMERS);
	return async__gate_create(kind, values, count, &all);
}

struct async_value *async_future_race(
	struct async_value *const *values, size_t count, const struct async_future_options *options)
{
	return create("async_future_race", ASYNC__GATE_RACE, values, count, options);
}

struct async_value *async_future_any(
	struct async_value *const *values, size_t count, const struct async_future_options *options)
{
	return create("async_future_any", ASYNC__GATE_ANY, values, count, options);
}

struct async_value *async_future_all(
	struct async_value *const *values, size_t count, const struct async_future_options *options)
{
	return create("async_future_all", ASYNC__GATE_ALL, values, count, options);
}

struct async_value *async_future_all_settled(
	struct async_value *const *values, size_t count, const struct async_future_options *options)
{
	return create("async_future_all_settled", ASYNC__GATE_SETTLED, values, count, options);
}

struct async_value *async_future_until(struct async_value *value, const struct async_future_options *options)
{
	return create("async_future_until", ASYNC__GATE_RACE, &value, 1, options);
}

struct async_value *async_future_sleep(const struct async_future_options *options)
{
	return create("async_future_sleep", ASYNC__GATE_SLEEP, NULL, 0, options);
}

/* ---- promises */

void async_promise_release(struct async_value *promise)
{
	if (!promise)
		return;
	if (!async_value_is_available(promise))
		async_value_try_fail(promise, async_error_create(promise->allocator, ASYNC_CODE_ABORTED, nowhere,
						      "broken promise: released without a result"));
	async_value_release(promise);
}

/* ---- blocking */

static enum async_status await_with(struct async_queue *queue, struct async_timers *timers,
	struct async_value *const *values, size_t count, uint64_t when)
{
	struct async_future_options options = ASYNC_FUTURE_OPTIONS_INIT;
	options.allocator = async_allocator_system();
	options.timers = timers;
	options.when = when;
	struct async_value *done = async__gate_create(ASYNC__GATE_SETTLED, values, count, &options);
	bool made = done != async_value_out_of_memory();
	size_t next = 0;
	if (made)
		async_queue_await(queue, &done, 1);
	async_value_release(done);
	if (async__all_available(values, count, &next))
		return ASYNC_OK;
	return made ? ASYNC_E_STATE : ASYNC_E_NOMEM;
}

enum async_status async_queue_await_until(struct async_queue *queue, struct async_timers *timers,
	struct async_value *const *values, size_t count, uint64_t when)
{
	size_t next = 0;
	if (async__all_available(values, count, &next))
		return ASYNC_OK;
	if (timers)
		return await_with(queue, timers, values + next, count - next, when);
	struct async_timers *own = async_timers_create(NULL);
	if (!own)
		return ASYNC_E_NOMEM;
	enum async_status status = await_with(queue, own, values + next, count - next, when);
	async_timers_destroy(own);
	return status;
}

enum async_status async_queue_quiesce_until(struct async_queue *queue, uint64_t when)
{
	const struct async_queue_vtable *vtable = queue->vtable;
	if (vtable->size <= offsetof(struct async_queue_vtable, quiesce_until) || !vtable->quiesce_until)
		return ASYNC_E_UNSUPPORTED;
	return vtable->quiesce_until(queue, when) ? ASYNC_OK : ASYNC_E_STATE;
}
