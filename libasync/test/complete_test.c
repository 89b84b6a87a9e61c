/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Completion: a second one is reported and undone in every build; the forms for exclusive access; missing payloads. */
#include "support.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- a second completion */

static struct async_misuse noted;
static int misuses;

static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	noted = *misuse;
	misuses++;
}

enum call {
	EMPLACE,
	EMPLACE_NEW,
	SET_AVAILABLE,
	SET_AVAILABLE_NEW,
	SET_CONSTRUCTED,
	FAIL,
	FAIL_NEW,
	CONCRETE_CALLS,
	FORWARD = CONCRETE_CALLS,
	FORWARD_NEW,
	FORWARD_LAST,
	CALLS
};
static const char *const call_names[] = { "async_value_emplace", "async_value_emplace_new", "async_value_set_available",
	"async_value_set_available_new", "async_value_set_constructed", "async_value_fail", "async_value_fail_new",
	"async_value_forward", "async_value_forward_new", "async_value_forward_last" };

static const struct async_allocator *memory;

static struct async_error *make_error(const char *text)
{
	return async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "%s", text);
}

static struct async_value *make_owner(int number)
{
	struct owner owner;
	owner_init(&owner, number);
	struct async_value *value = async_value_create_available(memory, type_owner(), &owner);
	if (!value)
		abort();
	return value;
}

static void make_call(struct async_value *value, enum call call)
{
	struct owner owner;
	switch (call) {
	case EMPLACE:
		owner_init(&owner, 2);
		async_value_emplace(value, &owner);
		break;
	case EMPLACE_NEW:
		owner_init(&owner, 2);
		async_value_emplace_new(value, &owner);
		break;
	case SET_AVAILABLE: async_value_set_available(value); break;
	case SET_AVAILABLE_NEW: async_value_set_available_new(value); break;
	case SET_CONSTRUCTED: async_value_set_constructed(value); break;
	case FAIL: async_value_fail(value, make_error("second")); break;
	case FAIL_NEW: async_value_fail_new(value, make_error("second")); break;
	case FORWARD: async_value_forward(value, make_owner(2)); break;
	case FORWARD_NEW: async_value_forward_new(value, make_owner(2)); break;
	default: async_value_forward_last(async_value_retain(value), make_owner(2));
	}
}

/* Makes the call on a complete value, which must stay as it is. */
static void check_refused(struct async_value *value, enum call call)
{
	enum async_state state = async_value_state(value);
	struct async_error *error = state == ASYNC_ERROR ? async_value_error(value) : NULL;
	misuses = 0;
	make_call(value, call);
	CHECK_INT(misuses, 1);
	CHECK_INT(noted.kind, ASYNC_MISUSE_COMPLETED_TWICE);
	CHECK_STR(noted.function, call_names[call]);
	CHECK(noted.object == value);
	CHECK_INT(async_value_state(value), state);
	if (error)
		CHECK(async_value_error(value) == error);
	else
		CHECK_INT(((struct owner *)async_value_payload(value))->number, 1);
	async_value_release(value);
}

static void begin(void)
{
	memory = memory_begin();
	async_set_misuse_handler(note_misuse, NULL);
}

static void end(void)
{
	async_set_misuse_handler(NULL, NULL);
	memory_end(memory);
}

static void second_completion_of_a_concrete_value(void)
{
	for (enum call call = 0; call < CONCRETE_CALLS; call++) {
		begin();
		check_refused(make_owner(1), call);
		if (call != EMPLACE && call != EMPLACE_NEW) /* the type of such an error, so of a payload, is unknown */
			check_refused(async_value_create_error(memory, make_error("first")), call);
		struct async_value *value = async_value_create(memory, type_owner());
		async_value_fail(value, make_error("first"));
		check_refused(value, call);
		end();
	}
}

static void second_completion_of_an_indirect_value(void)
{
	static const enum call calls[] = { FAIL, FAIL_NEW, FORWARD, FORWARD_NEW };
	for (int i = 0; i < 4; i++) {
		begin();
		struct async_value *value = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
		async_value_forward(value, make_owner(1));
		check_refused(value, calls[i]);
		value = async_value_create_indirect(memory, type_owner());
		async_value_fail(value, make_error("first"));
		check_refused(value, calls[i]);
		end();
	}
}

/* After forward() the producer must not complete the value, although it is not complete yet. */
static void forwarded_value_stays_forwarded(void)
{
	static const enum call calls[] = { FAIL, FORWARD };
	for (int i = 0; i < 2; i++) {
		begin();
		struct async_value *value = async_value_create_indirect(memory, type_owner());
		struct async_value *target = async_value_create(memory, type_owner());
		struct owner owner;
		int count = 0;
		struct note note = note_of(&count, value);
		async_value_and_then(value, &note.waiter);
		async_value_forward(value, async_value_retain(target));
		misuses = 0;
		make_call(value, calls[i]);
		CHECK_INT(misuses, 1);
		CHECK_INT(noted.kind, ASYNC_MISUSE_COMPLETED_TWICE);
		CHECK_INT(async_value_state(value), ASYNC_UNCONSTRUCTED);
		CHECK_INT(count, 0);
		owner_init(&owner, 1);
		async_value_emplace(target, &owner);
		CHECK_INT(count, 1);
		CHECK_INT(((struct owner *)async_value_payload(value))->number, 1);
		async_value_release(target);
		async_value_release(value);
		end();
	}
}

/* A payload that was constructed in the storage stays. */
static void emplace_of_a_constructed_value(void)
{
	begin();
	struct async_value *value = async_value_create(memory, type_owner());
	owner_init(async_value_storage(value), 1);
	async_value_set_constructed(value);
	misuses = 0;
	make_call(value, EMPLACE);
	CHECK_INT(misuses, 1);
	async_value_set_available(value);
	CHECK_INT(((struct owner *)async_value_payload(value))->number, 1);
	async_value_release(value);
	end();
}

static void chain_cannot_be_completed_again(void)
{
	begin();
	misuses = 0;
	async_value_set_available(async_chain());
	async_value_fail(async_chain(), make_error("second"));
	CHECK_INT(misuses, 2);
	CHECK_INT(async_value_state(async_chain()), ASYNC_AVAILABLE);
	end();
}

/* ---- the explicit forms */

static void exclusive_forms_do_the_same(void)
{
	for (int call = EMPLACE_NEW; call < CALLS; call++) {
		if (call != EMPLACE_NEW && call != SET_AVAILABLE_NEW && call != FAIL_NEW && call != FORWARD_NEW)
			continue;
		begin();
		struct async_value *value = call == FORWARD_NEW ? async_value_create_indirect(memory, ASYNC_TYPE_NONE)
								: async_value_create(memory, type_owner());
		int count = 0;
		struct note notes[3];
		for (int i = 0; i < 3; i++)
			notes[i] = note_of(&count, value);
		async_value_and_then_new(value, &notes[0].waiter);
		async_value_and_then(value, &notes[1].waiter);
		if (call == SET_AVAILABLE_NEW)
			owner_init(async_value_storage(value), 2);
		CHECK_INT(count, 0);
		make_call(value, (enum call)call);
		CHECK_INT(notes[0].turn, 1);
		CHECK_INT(notes[1].turn, 2);
		async_value_and_then_new(value, &notes[2].waiter);
		CHECK_INT(notes[2].turn, 3);
		for (int i = 0; i < 3; i++)
			CHECK_INT(notes[i].state, call == FAIL_NEW ? ASYNC_ERROR : ASYNC_AVAILABLE);
		if (call != FAIL_NEW)
			CHECK_INT(((struct owner *)async_value_payload(value))->number, 2);
		async_value_release(value);
		end();
	}
}

static void forward_new_to_an_unavailable_target(void)
{
	begin();
	struct async_value *value = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	struct async_value *target = async_value_create(memory, type_i32());
	int32_t number = 3;
	int count = 0;
	struct note note = note_of(&count, value);
	async_value_and_then_new(value, &note.waiter);
	async_value_forward_new(value, async_value_retain(target));
	CHECK_INT(count, 0);
	async_value_emplace(target, &number);
	CHECK_INT(count, 1);
	CHECK_INT(get_i32(value), 3);
	async_value_release(target);
	async_value_release(value);
	end();
}

/* More completions nested in each other than the stack is to hold. */
struct link {
	struct async_waiter waiter;
	struct async_value *next;
};

static void complete_next(struct async_waiter *waiter)
{
	struct link *link = (struct link *)waiter;
	if (link->next)
		async_value_set_available_new(link->next);
}

static void exclusive_completions_nest(void)
{
	enum { LONG = TIMES(100000, 10000, 200) };
	begin();
	struct async_value **values = malloc(LONG * sizeof(void *));
	struct link *links = malloc(LONG * sizeof *links);
	CHECK_OR_RETURN(values && links);
	for (int i = LONG - 1; i >= 0; i--) {
		values[i] = async_chain_create(memory);
		links[i] = (struct link){ { NULL, complete_next }, i + 1 < LONG ? values[i + 1] : NULL };
		async_value_and_then_new(values[i], &links[i].waiter);
	}
	async_value_set_available_new(values[0]);
	for (int i = 0; i < LONG; i++) {
		CHECK(async_value_is_available(values[i]));
		async_value_release(values[i]);
	}
	free(values);
	free(links);
	end();
}

/* ---- what debug builds assert */

#ifndef NDEBUG
/* Tests whether a separate process aborts with an assertion. */
static bool aborts(void (*mistake)(void))
{
	int status = 0;
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		close(STDERR_FILENO);
		signal(SIGABRT, SIG_DFL);
		mistake();
		_exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void *volatile sink;
static struct async_value *make_empty(void) { return async_value_create(NULL, type_i32()); }
static struct async_value *make_failed(void) { return async_value_create_error(NULL, make_error("x")); }
static void payload_of_empty(void) { sink = async_value_payload(make_empty()); }
static void payload_small_of_empty(void) { sink = async_value_payload_small(make_empty()); }
static void payload_as_of_empty(void) { sink = async_value_payload_as(make_empty(), type_i32()); }
static void payload_of_error(void) { sink = async_value_payload(make_failed()); }
static void payload_small_of_error(void) { sink = async_value_payload_small(make_failed()); }
static void payload_of_indirect(void) { sink = async_value_payload(async_value_create_indirect(NULL, type_i32())); }
static void payload_of_indirect_error(void)
{
	struct async_value *value = async_value_create_indirect(NULL, type_i32());
	async_value_forward(value, make_failed());
	sink = async_value_payload(value);
}
static void storage_of_available(void) { sink = async_value_storage(make_i32(NULL, 1)); }
static void error_of_available(void) { sink = async_value_error(make_i32(NULL, 1)); }
static void set_available_new_of_shared(void) { async_value_set_available_new(async_value_retain(make_empty())); }
static void emplace_new_of_shared(void)
{
	int32_t number = 1;
	async_value_emplace_new(async_value_retain(make_empty()), &number);
}
static void fail_new_of_shared(void) { async_value_fail_new(async_value_retain(make_empty()), make_error("x")); }
static void and_then_new_of_shared(void)
{
	static struct async_waiter waiter;
	async_value_and_then_new(async_value_retain(make_empty()), &waiter);
}
static void and_then_new_of_chain(void)
{
	static struct async_waiter waiter;
	async_value_and_then_new(async_chain(), &waiter);
}
static void retain_new_of_chain(void) { async_value_retain_new(async_chain(), 1); }
static void and_then_new_of_forwarded(void)
{
	static struct async_waiter waiter;
	struct async_value *value = async_value_create_indirect(NULL, type_i32());
	async_value_forward(value, make_empty());
	async_value_and_then_new(value, &waiter);
}
static void forward_new_of_shared(void)
{
	struct async_value *value = async_value_create_indirect(NULL, type_i32());
	async_value_forward_new(async_value_retain(value), make_i32(NULL, 1));
}
#endif

static void mistakes_are_asserted(void)
{
#ifdef NDEBUG
	CHECK_SKIP("built without assertions");
#else
	static const struct {
		const char *name;
		void (*make)(void);
	} mistakes[] = { CHECK_CASE(payload_of_empty), CHECK_CASE(payload_small_of_empty),
		CHECK_CASE(payload_as_of_empty), CHECK_CASE(payload_of_error), CHECK_CASE(payload_small_of_error),
		CHECK_CASE(payload_of_indirect), CHECK_CASE(payload_of_indirect_error),
		CHECK_CASE(storage_of_available), CHECK_CASE(error_of_available),
		CHECK_CASE(set_available_new_of_shared), CHECK_CASE(emplace_new_of_shared),
		CHECK_CASE(fail_new_of_shared), CHECK_CASE(and_then_new_of_shared), CHECK_CASE(and_then_new_of_chain),
		CHECK_CASE(retain_new_of_chain), CHECK_CASE(and_then_new_of_forwarded),
		CHECK_CASE(forward_new_of_shared) };
	memory = NULL;
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
		if (!aborts(mistakes[i].make))
			check_report(__FILE__, __LINE__, "%s is not asserted", mistakes[i].name);
	}
#endif
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(second_completion_of_a_concrete_value),
		CHECK_CASE(second_completion_of_an_indirect_value),
		CHECK_CASE(forwarded_value_stays_forwarded),
		CHECK_CASE(emplace_of_a_constructed_value),
		CHECK_CASE(chain_cannot_be_completed_again),
		CHECK_CASE(exclusive_forms_do_the_same),
		CHECK_CASE(forward_new_to_an_unavailable_target),
		CHECK_CASE(exclusive_completions_nest),
		CHECK_CASE(mistakes_are_asserted),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
