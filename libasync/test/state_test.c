/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state table of <async/value.h>, row by row: each event in each state, for concrete and for indirect values.
 * Events that the table forbids must abort a debug build. */
#include "support.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum event { CONSTRUCT, SET_AVAILABLE, EMPLACE, FAIL, FORWARD, AND_THEN, EVENTS };
static const char *const event_names[] = { "construct", "set_available", "emplace", "fail", "forward", "and_then" };
static const char *const state_names[] = { "UNCONSTRUCTED", "CONSTRUCTED", "AVAILABLE", "ERROR" };
#define NO (-1) /* not allowed */
#define STAYS (-2)

static const struct async_allocator *memory;

static struct async_error *make_error(void) { return async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "x"); }

/* A value in this state, holding an owner where there is a payload. */
static struct async_value *concrete_in(enum async_state state)
{
	struct async_value *value = async_value_create(memory, type_owner());
	if (state == ASYNC_ERROR)
		async_value_fail(value, make_error());
	if (state == ASYNC_CONSTRUCTED || state == ASYNC_AVAILABLE)
		owner_init(async_value_storage(value), 1);
	if (state == ASYNC_CONSTRUCTED)
		async_value_set_constructed(value);
	if (state == ASYNC_AVAILABLE)
		async_value_set_available(value);
	return value;
}

static int runs;
static void count(struct async_waiter *waiter)
{
	(void)waiter;
	runs++;
}

static void apply(struct async_value *value, enum event event)
{
	static struct async_waiter waiter;
	struct owner owner;
	switch (event) {
	case CONSTRUCT:
		owner_init(async_value_storage(value), 2);
		async_value_set_constructed(value);
		break;
	case SET_AVAILABLE:
		if (async_value_state(value) == ASYNC_UNCONSTRUCTED)
			owner_init(async_value_storage(value), 2);
		async_value_set_available(value);
		break;
	case EMPLACE:
		owner_init(&owner, 2);
		async_value_emplace(value, &owner);
		break;
	case FAIL: async_value_fail(value, make_error()); break;
	case FORWARD: async_value_forward(value, concrete_in(ASYNC_AVAILABLE)); break;
	default:
		waiter = (struct async_waiter){ NULL, count };
		async_value_and_then(value, &waiter);
	}
}

#ifndef NDEBUG
/* Applies the event in a child process. Does an assertion end it? */
static bool is_refused(enum async_state state, enum event event)
{
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		close(STDERR_FILENO);
		signal(SIGABRT, SIG_DFL);
		apply(concrete_in(state), event);
		_exit(0);
	}
	int status = 0;
	return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
#endif

static const int concrete_table[4][EVENTS] = {
	/*                        construct          set_available    emplace          fail         forward  and_then */
	[ASYNC_UNCONSTRUCTED] = { ASYNC_CONSTRUCTED, ASYNC_AVAILABLE, ASYNC_AVAILABLE, ASYNC_ERROR, NO, STAYS },
	[ASYNC_CONSTRUCTED] =   { NO,                ASYNC_AVAILABLE, NO,              ASYNC_ERROR, NO, STAYS },
	[ASYNC_AVAILABLE] =     { NO,                NO,              NO,              NO,          NO, STAYS },
	[ASYNC_ERROR] =         { NO,                NO,              NO,              NO,          NO, STAYS },
};

static void check_row(enum async_state state)
{
	for (enum event event = 0; event < EVENTS; event++) {
		int expected = concrete_table[state][event];
		if (expected == NO)
			continue;
		memory = memory_begin();
		struct async_value *value = concrete_in(state);
		runs = 0;
		apply(value, event);
		enum async_state after = async_value_state(value);
		if ((int)after != (expected == STAYS ? (int)state : expected))
			check_report(__FILE__, __LINE__, "%s in %s gives %s", event_names[event], state_names[state],
				state_names[after]);
		if (event == AND_THEN)
			CHECK_INT(runs, state >= ASYNC_AVAILABLE); /* at once, or not yet */
		async_value_release(value); /* runs the waiters and destroys a constructed payload */
		CHECK_INT(runs, event == AND_THEN);
		memory_end(memory);
	}
}

static void row_unconstructed(void) { check_row(ASYNC_UNCONSTRUCTED); }
static void row_constructed(void) { check_row(ASYNC_CONSTRUCTED); }
static void row_available(void) { check_row(ASYNC_AVAILABLE); }
static void row_error(void) { check_row(ASYNC_ERROR); }

static void forbidden_events_are_caught(void)
{
#ifdef NDEBUG
	CHECK_SKIP("built without assertions");
#else
	memory = memory_begin();
	for (int state = 0; state < 4; state++) {
		for (enum event event = 0; event < EVENTS; event++) {
			if (concrete_table[state][event] == NO && !is_refused((enum async_state)state, event))
				check_report(__FILE__, __LINE__, "%s in %s is not caught", event_names[event],
					state_names[state]);
		}
	}
	memory_end(memory);
#endif
}

/* ---- indirect values: construct and emplace are not for them */

static void indirect_rows(void)
{
	memory = memory_begin();
	for (int target_state = 0; target_state < 4; target_state++) {
		struct async_value *value = async_value_create_indirect(memory, type_owner());
		struct async_value *target = concrete_in((enum async_state)target_state);
		CHECK_INT(async_value_state(value), ASYNC_UNCONSTRUCTED);
		async_value_forward(value, async_value_retain(target));
		bool complete = target_state >= ASYNC_AVAILABLE;
		CHECK_INT(async_value_state(value), complete ? target_state : ASYNC_UNCONSTRUCTED);
		if (!complete)
			async_value_fail(target, make_error());
		CHECK_INT(async_value_state(value), complete ? target_state : ASYNC_ERROR);
		async_value_release(target);
		async_value_release(value);
	}
	struct async_value *value = async_value_create_indirect(memory, type_owner());
	async_value_fail(value, make_error());
	CHECK_INT(async_value_state(value), ASYNC_ERROR);
	async_value_release(value);
	memory_end(memory);
}

static void wrong_type_is_caught(void)
{
#ifdef NDEBUG
	CHECK_SKIP("built without assertions");
#else
	memory = memory_begin();
	struct async_value *value = make_i32(memory, 5);
	CHECK_INT(*(int32_t *)async_value_payload_as(value, type_i32()), 5);
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		close(STDERR_FILENO);
		_exit(async_value_payload_as(value, type_owner()) == NULL);
	}
	int status = 0;
	waitpid(child, &status, 0);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	async_value_release(value);
	memory_end(memory);
#endif
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(row_unconstructed),
		CHECK_CASE(row_constructed),
		CHECK_CASE(row_available),
		CHECK_CASE(row_error),
		CHECK_CASE(forbidden_events_are_caught),
		CHECK_CASE(indirect_rows),
		CHECK_CASE(wrong_type_is_caught),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
