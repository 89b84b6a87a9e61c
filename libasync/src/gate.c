/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several events may determine a result; the first does. The protocol (models/gate.pml):
 *
 * - `claimed` is set by the event that determines the result. It records what the result is.
 * - `steps` counts two steps: the creator has registered everything, and the result is recorded. The thread that does
 *   the second of them finishes: releases the losers, takes back timer and hook, and completes the result. Before the
 *   creator is done nothing may be released, because it is still adding waiters.
 * - The reference to each value is taken by an exchange, by the waiter of the value or by the thread that finishes. A
 *   waiter that gets none must not look at the value.
 * - Each waiter, the timer and the hook own a reference to the memory, which cannot go before they have run. */
#include "gate.h"
#include "allocator_private.h"
#include "atomics.h"
#include "owned_timer.h"

#define REGISTERED 1u
#define DETERMINED 2u

struct gate;

struct leg {
	struct async_waiter waiter; /* first */
	struct gate *gate;
	struct async_value *value; /* atomic: a reference; NULL: taken */
};

struct gate {
	const struct async_allocator *allocator;
	enum async__gate_kind kind;
	uint32_t refs;    /* atomic */
	uint32_t claimed; /* atomic */
	uint32_t steps;   /* atomic: REGISTERED, DETERMINED */
	size_t missing;   /* atomic: values that are not available */
	size_t count;
	struct async_value *result; /* one reference until finish() */
	struct async_value *winner; /* written by the thread that claims; a reference, or NULL */
	struct async_error *error;  /* likewise */
	struct async_error *first_error; /* atomic, for ANY: set once; a reference */
	struct async_request *request;   /* NULL, or a unit of its work */
	struct async_cancel_hook hook;
	struct async_timers *timers; /* NULL, or retained */
	struct async__owned_timer timer;
	struct leg legs[];
};

static const struct async_location nowhere = { NULL, 0 };

static size_t size_of(size_t count) { return sizeof(struct gate) + count * sizeof(struct leg); }

static void drop(struct gate *gate)
{
	if (async__sub_acq_rel(&gate->refs, 1u) != 1) /* acq_rel: the last one acquires what the others released */
		return;
	struct async_request *request = gate->request;
	async_error_release(gate->first_error);
	if (gate->timers)
		async__timers_release(gate->timers);
	async_free(gate->allocator, gate, size_of(gate->count), _Alignof(struct gate));
	if (request)
		async_request_end_work(request);
}

/* acq_rel: the waiter of the value and the thread that finishes compete for the reference */
static struct async_value *take_value(struct leg *leg) { return async__exchange_acq_rel(&leg->value, NULL); }

static void complete(struct gate *gate)
{
	if (gate->winner)
		async_value_try_forward(gate->result, gate->winner);
	else if (gate->error)
		async_value_try_fail(gate->result, gate->error);
	else
		async_value_try_set_available(gate->result);
	async_value_release(gate->result);
}

/* The caller has a reference to the gate. */
static void finish(struct gate *gate)
{
	for (size_t i = 0; i < gate->count; i++)
		async_value_release(take_value(&gate->legs[i]));
	if (gate->timers && async__owned_timer_cancel(gate->timers, &gate->timer))
		drop(gate);
	if (gate->request && gate->hook.run && async_request_off_cancel(gate->request, &gate->hook))
		drop(gate);
	complete(gate);
}

/* seq_cst: the second step acquires what the first one released */
static void do_step(struct gate *gate, uint32_t step)
{
	if (async__add_seq_cst(&gate->steps, step) != 0)
		finish(gate);
}

/* The result is `winner`, or `error`, or an available chain. Takes over the references. */
static void determine(struct gate *gate, struct async_value *winner, struct async_error *error)
{
	uint32_t open = 0;
	if (!async__cas_strong_seq_cst(&gate->claimed, &open, 1u)) {
		async_value_release(winner);
		async_error_release(error);
		return;
	}
	gate->winner = winner;
	gate->error = error;
	do_step(gate, DETERMINED);
}

static bool is_last(struct gate *gate) { return async__sub_acq_rel(&gate->missing, (size_t)1) == 1; }

/* Keeps the first error for the case that no value succeeds. Takes over the reference to the value. */
static void any_failed(struct gate *gate, struct async_value *value)
{
	struct async_error *none = NULL, *error = async_error_retain(async_value_error(value));
	if (!async__cas_strong_release_acquire(&gate->first_error, &none, error)) /* release: pairs with is_last() */
		async_error_release(error);
	async_value_release(value);
	if (is_last(gate))
		determine(gate, NULL, async_error_retain(async__load_acquire(&gate->first_error)));
}

static void all_available(struct gate *gate, struct async_value *value)
{
	struct async_error *error = async_value_is_error(value) ? async_value_error(value) : NULL;
	if (error && gate->kind == ASYNC__GATE_ALL)
		determine(gate, NULL, async_error_retain(error));
	async_value_release(value);
	if (is_last(gate))
		determine(gate, NULL, NULL);
}

static void run_leg(struct async_waiter *waiter)
{
	struct leg *leg = (struct leg *)waiter;
	struct gate *gate = leg->gate;
	struct async_value *value = take_value(leg);
	if (!value) {
		/* the result is determined */
	} else if (gate->kind == ASYNC__GATE_RACE || (gate->kind == ASYNC__GATE_ANY && !async_value_is_error(value))) {
		determine(gate, value, NULL);
	} else if (gate->kind == ASYNC__GATE_ANY) {
		any_failed(gate, value);
	} else {
		all_available(gate, value);
	}
	drop(gate);
}

static void end_timer(struct async__owned_timer *timer, bool due)
{
	struct gate *gate = (void *)((char *)timer - offsetof(struct gate, timer));
	if (!due)
		determine(gate, NULL, async__timers_destroyed(gate->allocator));
	else if (gate->kind == ASYNC__GATE_SLEEP)
		determine(gate, NULL, NULL);
	else
		determine(gate, NULL, async_error_create(gate->allocator, ASYNC_CODE_DEADLINE_EXCEEDED, nowhere,
					      "Deadline exceeded"));
	drop(gate);
}

static void run_hook(struct async_cancel_hook *hook, struct async_error *error)
{
	struct gate *gate = (void *)((char *)hook - offsetof(struct gate, hook));
	determine(gate, NULL, async_error_retain(error));
	drop(gate);
}

static bool is_claimed(struct gate *gate) { return async__load_acquire(&gate->claimed) != 0; }

/* Each part that is registered has a reference; the creator has one of its own. */
static void add_part(struct gate *gate) { async__add_relaxed(&gate->refs, 1u); }

static void start_timer(struct gate *gate, struct async_timers *timers, uint64_t when)
{
	async__timers_retain(timers);
	gate->timers = timers;
	gate->timer.end = end_timer;
	add_part(gate);
	enum async_status status = async__owned_timer_start(timers, &gate->timer, when);
	if (status == ASYNC_OK)
		return;
	determine(gate, NULL,
		status == ASYNC_E_STATE ? async__timers_destroyed(gate->allocator) :
					  async_error_create(gate->allocator, ASYNC_CODE_RESOURCE_EXHAUSTED, nowhere,
						  "no thread for the timer of a deadline"));
	drop(gate);
}

static void register_parts(struct gate *gate, const struct async_future_options *options)
{
	for (size_t i = 0; i < gate->count && !is_claimed(gate); i++) {
		add_part(gate);
		async_value_and_then(gate->legs[i].value, &gate->legs[i].waiter);
	}
	if (gate->count == 0 && (gate->kind == ASYNC__GATE_ALL || gate->kind == ASYNC__GATE_SETTLED))
		determine(gate, NULL, NULL);
	bool timed = gate->kind == ASYNC__GATE_SLEEP || options->when != ASYNC_NEVER;
	if (options->timers && timed && !is_claimed(gate))
		start_timer(gate, options->timers, options->when);
	if (gate->request && !is_claimed(gate)) {
		gate->hook.run = run_hook;
		add_part(gate);
		async_request_on_cancel(gate->request, &gate->hook);
	}
	do_step(gate, REGISTERED);
}

static struct gate *allocate(size_t count, const struct async_allocator *allocator, struct async_value *result)
{
	struct gate *gate = NULL;
	if (result && count <= (SIZE_MAX - sizeof *gate) / sizeof *gate->legs)
		gate = async_alloc(allocator, size_of(count), _Alignof(struct gate));
	if (!gate)
		async_value_release(result);
	return gate;
}

struct async_value *async__gate_create(enum async__gate_kind kind, struct async_value *const *values, size_t count,
	const struct async_future_options *options)
{
	bool forwards = kind == ASYNC__GATE_RACE || kind == ASYNC__GATE_ANY;
	const struct async_allocator *allocator = options->allocator;
	struct async_value *result = forwards ? async_value_create_indirect(allocator, ASYNC_TYPE_NONE) :
						async_chain_create(allocator);
	struct gate *gate = allocate(count, allocator, result);
	if (!gate)
		return async_value_out_of_memory();
	*gate = (struct gate){ .allocator = allocator, .kind = kind, .refs = 1, .missing = count, .count = count,
		.result = async_value_retain_new(result, 1) };
	gate->request = options->request ? async_request_begin_work(options->request) : NULL;
	for (size_t i = 0; i < count; i++)
		gate->legs[i] = (struct leg){ { NULL, run_leg }, gate, async_value_retain(values[i]) };
	register_parts(gate, options);
	drop(gate);
	return result;
}
