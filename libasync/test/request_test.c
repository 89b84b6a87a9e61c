/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hosts, requests and their resources. */
#include "support.h"
#include <pthread.h>

/* ---- host */

struct seen {
	char text[4096];
	size_t size;
	int prints, reports;
	enum async_code code;
};

static void on_print(void *ctx, const char *text, size_t size)
{
	struct seen *seen = ctx;
	seen->prints++;
	seen->size = size;
	memcpy(seen->text, text, size);
	seen->text[size] = '\0';
}

static void on_report(void *ctx, const struct async_error *error)
{
	struct seen *seen = ctx;
	seen->reports++;
	seen->code = async_error_code(error);
}

static struct async_host host_of(const struct async_allocator *memory, struct seen *seen)
{
	struct async_host host = ASYNC_HOST_INIT;
	memset(seen, 0, sizeof *seen);
	host.allocator = memory;
	host.print = on_print;
	host.print_ctx = seen;
	host.report = on_report;
	host.report_ctx = seen;
	return host;
}

static void prints_in_one_piece(void)
{
	const struct async_allocator *memory = memory_begin(), *failing = async_allocator_create_failing(memory, 0);
	struct seen seen;
	struct async_host host = host_of(failing, &seen);
	static const int sizes[] = { 1, 511, 512, 513, 3000 };
	CHECK_INT(host.size, sizeof host);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		async_host_print(&host, "%*d", sizes[i], 1);
		CHECK_INT(seen.prints, i + 1);
		CHECK_INT(seen.size, sizes[i]);
		CHECK_INT(seen.text[sizes[i] - 1], '1');
	}
	async_allocator_fail_nth(failing, 1);
	async_host_print(&host, "%-2000d", 7); /* no memory: as much as fits */
	CHECK_INT(seen.prints, 6);
	CHECK(seen.size > 100 && seen.text[0] == '7');
	async_host_print(&host, "%s", "");
	CHECK_INT(seen.prints, 6); /* nothing to print */
	host.print = NULL;
	async_host_print(&host, "unheard");
	CHECK_INT(seen.prints, 6);
	async_allocator_destroy(failing);
	memory_end(memory);
}

static void errors_are_reported(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_error *error = async_host_error(&host, ASYNC_CODE_NOT_FOUND, nowhere, "no %s", "file");
	CHECK_INT(seen.reports, 1);
	CHECK_INT(seen.code, ASYNC_CODE_NOT_FOUND);
	CHECK_STR(async_error_message(error), "no file");
	async_error_release(error);
	host.report = NULL;
	error = async_host_error(&host, ASYNC_CODE_NOT_FOUND, nowhere, "silent");
	CHECK_STR(async_error_message(error), "silent");
	async_error_release(error);
	memory_end(memory);
}

/* ---- resources */

static int made, destroyed;

struct object {
	int number;
	struct object **older; /* must still be there when this one goes */
};

static void *make(void *ctx)
{
	struct object *object = malloc(sizeof *object);
	if (!object)
		abort();
	object->number = ++made;
	object->older = ctx;
	return object;
}

static void destroy(void *object)
{
	struct object *self = object;
	if (self->older && !*self->older)
		destroyed += 1000;
	if (self->older)
		*self->older = NULL;
	destroyed++;
	free(self);
}

static void *refuse(void *ctx)
{
	(void)ctx;
	return NULL;
}

static void resources_are_made_once(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_resources *store = async_resources_create(memory);
	made = destroyed = 0;
	struct object *first = async_resources_get(store, "first", make, NULL, destroy);
	CHECK_INT(first->number, 1);
	CHECK(async_resources_get(store, "first", make, NULL, destroy) == first);
	CHECK(async_resources_get(store, "first", refuse, NULL, NULL) == first);
	CHECK(async_resources_get(store, "second", refuse, NULL, destroy) == NULL);
	struct object *second = async_resources_get(store, "second", make, &first, destroy);
	CHECK_INT(second->number, 2);
	for (int i = 0; i < 500; i++) {
		char name[16];
		snprintf(name, sizeof name, "r%d", i % 250);
		struct object *object = async_resources_get(store, name, make, NULL, destroy);
		CHECK_INT(object->number, 3 + i % 250);
	}
	CHECK(async_resources_retain(store) == store);
	async_resources_release(store);
	CHECK_INT(destroyed, 0);
	async_resources_release(store);
	CHECK_INT(destroyed, 252); /* newest first: "second" found "first" alive */
	CHECK(first == NULL);
	async_resources_release(NULL);
	memory_end(memory);
}

static void *get_all(void *arg)
{
	for (int i = 0; i < 100; i++) {
		char name[16];
		snprintf(name, sizeof name, "t%d", i);
		async_resources_get(arg, name, make, NULL, destroy);
	}
	return NULL;
}

static void threads_share_resources(void)
{
	struct async_resources *store = async_resources_create(NULL);
	pthread_t threads[4];
	made = destroyed = 0;
	for (int i = 0; i < 4; i++) {
		if (pthread_create(&threads[i], NULL, get_all, store) != 0)
			abort();
	}
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(made, 100);
	async_resources_release(store);
	CHECK_INT(destroyed, 100);
}

/* ---- requests */

static void request_knows_its_host_and_resources(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_resources *store = async_resources_create(memory);
	struct async_request *request = async_request_create(&host, store);
	CHECK(async_request_host(request) == &host);
	CHECK(async_request_resources(request) == store);
	CHECK(async_request_cancelled(request) == NULL);
	struct async_request *other = async_request_create(&host, NULL);
	CHECK(async_request_resources(other) && async_request_resources(other) != store);
	CHECK(async_request_retain(request) == request);
	async_request_release(request);
	async_resources_release(store); /* the request has its own reference */
	made = destroyed = 0;
	CHECK(async_resources_get(async_request_resources(request), "x", make, NULL, destroy) != NULL);
	async_request_release(request);
	CHECK_INT(destroyed, 1);
	async_request_release(other);
	async_request_release(NULL);
	memory_end(memory);
}

static void first_cancel_wins(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_request *request = async_request_create(&host, NULL);
	async_request_cancel(request);
	struct async_error *error = async_request_cancelled(request);
	CHECK_OR_RETURN(error != NULL);
	CHECK_INT(async_error_code(error), ASYNC_CODE_CANCELLED);
	CHECK_STR(async_error_message(error), "Cancelled");
	async_request_cancel(request);
	async_request_cancel_with(request, async_error_create(memory, ASYNC_CODE_DEADLINE_EXCEEDED, nowhere, "late"));
	CHECK(async_request_cancelled(request) == error);
	async_request_release(request);
	request = async_request_create(&host, NULL);
	async_request_cancel_with(request, async_error_create(memory, ASYNC_CODE_DEADLINE_EXCEEDED, nowhere, "late"));
	async_request_cancel(request);
	CHECK_INT(async_error_code(async_request_cancelled(request)), ASYNC_CODE_DEADLINE_EXCEEDED);
	async_request_release(request);
	CHECK_INT(seen.reports, 0); /* nothing went wrong */
	memory_end(memory);
}

static void *cancel(void *arg)
{
	async_request_cancel(arg);
	return async_request_cancelled(arg);
}

static void threads_agree_on_the_reason(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	for (int round = 0; round < TIMES(100, 100, 10); round++) {
		struct async_request *request = async_request_create(&host, NULL);
		pthread_t threads[3];
		void *reasons[3];
		for (int i = 0; i < 3; i++) {
			if (pthread_create(&threads[i], NULL, cancel, request) != 0)
				abort();
		}
		for (int i = 0; i < 3; i++)
			pthread_join(threads[i], &reasons[i]);
		CHECK(reasons[0] && reasons[0] == reasons[1] && reasons[1] == reasons[2]);
		async_request_release(request);
	}
	memory_end(memory);
}

/* ---- work */

static bool is_there(struct async_value *value) { return async_value_state(value) == ASYNC_AVAILABLE; }

static void idle_comes_with_the_end_of_the_last_work(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_request *request = async_request_create(&host, NULL);
	struct async_value *idle = async_request_idle(request);
	CHECK(idle == async_chain());
	CHECK(async_request_begin_work(request) == request);
	CHECK(async_request_begin_work_n(request, 3) == request);
	idle = async_request_idle(request);
	struct async_value *same = async_request_idle(request);
	CHECK(idle == same && !is_there(idle));
	int turns = 0;
	struct note note = note_of(&turns, idle);
	async_value_and_then(idle, &note.waiter);
	async_request_end_work_n(request, 3);
	async_request_end_work_n(request, 0);
	CHECK_INT(turns, 0);
	async_request_release(request); /* the last unit holds a separate reference */
	async_request_end_work(request);
	CHECK_INT(turns, 1);
	CHECK(is_there(idle));
	async_value_release(idle);
	async_value_release(same);
	memory_end(memory);
}

static void ignore_cancel(struct async_cancel_hook *hook, struct async_error *error)
{
	(void)hook;
	(void)error;
}

static void knows_whether_it_is_unused(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_request *request = async_request_create(&host, NULL);
	struct async_cancel_hook hook = { .run = ignore_cancel };
	CHECK(!async_request_is_unused(request));
	async_request_begin_work(request);
	CHECK(async_request_is_unused(request));
	struct async_value *idle = async_request_idle(request);
	CHECK(async_request_is_unused(request));
	async_request_begin_work(request);
	CHECK(!async_request_is_unused(request));
	async_request_end_work(request);
	async_request_retain(request);
	CHECK(!async_request_is_unused(request));
	async_request_release(request);
	async_request_on_cancel(request, &hook);
	CHECK(!async_request_is_unused(request));
	CHECK(async_request_off_cancel(request, &hook));
	async_request_set_priority(request, ASYNC_PRIORITY_LOW);
	CHECK(!async_request_is_unused(request));
	async_request_set_priority(request, ASYNC_PRIORITY_NORMAL);
	CHECK(async_request_set_deadline(request, NULL, async_now_ns() + UINT64_C(1000000000000)) == ASYNC_OK);
	CHECK(!async_request_is_unused(request));
	CHECK(async_request_set_deadline(request, NULL, ASYNC_NEVER) == ASYNC_OK);
	CHECK(async_request_is_unused(request) && !is_there(idle));
	CHECK(async_request_data(request) && !async_request_is_unused(request));
	async_request_end_work(request);
	CHECK(is_there(idle));
	async_value_release(idle);
	async_request_release(request);
	request = async_request_create(&host, NULL);
	async_request_begin_work(request);
	async_request_cancel(request);
	CHECK(!async_request_is_unused(request));
	async_request_end_work(request);
	async_request_release(request);
	memory_end(memory);
}

static void each_period_has_its_chain(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_request *request = async_request_create(&host, NULL);
	for (int period = 0; period < 3; period++) {
		async_request_begin_work(request);
		struct async_value *idle = async_request_idle(request);
		CHECK(!is_there(idle));
		async_request_begin_work(request); /* work that begins other work */
		async_request_end_work(request);
		CHECK(!is_there(idle));
		async_request_end_work(request);
		CHECK(is_there(idle));
		async_value_release(idle);
		idle = async_request_idle(request);
		CHECK(is_there(idle));
	}
	async_request_begin_work(request);
	async_value_release(async_request_idle(request)); /* requested, and dropped */
	async_request_release(request);
	async_request_end_work(request);
	memory_end(memory);
}

/* Begins and ends work, `rounds` units nested in one that the caller has begun for it; asks for idle in between. */
struct worker {
	pthread_t thread;
	struct async_request *request;
	int rounds;
};

static void *work(void *arg)
{
	struct worker *worker = arg;
	for (int i = 0; i < worker->rounds; i++) {
		async_request_begin_work(worker->request);
		if (i % 3 == 0)
			async_value_release(async_request_idle(worker->request));
		async_request_end_work(worker->request);
	}
	async_request_end_work(worker->request);
	return NULL;
}

/* As soon as the chain is available the waiter destroys what the request was made of: its memory and its host. */
static void idle_is_the_last_touch(void)
{
	enum { WORKERS = 3 };
	struct async_queue *queue = async_queue_create_single(NULL);
	CHECK_OR_RETURN(queue != NULL);
	for (int round = 0; round < TIMES(2000, 300, 3); round++) {
		const struct async_allocator *memory = memory_begin();
		struct seen *seen = malloc(sizeof *seen);
		struct async_host *host = malloc(sizeof *host);
		struct worker workers[WORKERS];
		if (!seen || !host)
			abort();
		*host = host_of(memory, seen);
		struct async_request *request = async_request_create(host, NULL);
		for (int i = 0; i < WORKERS; i++) {
			workers[i] = (struct worker){ .request = async_request_begin_work(request), .rounds = i * 5 };
			if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
				abort();
		}
		struct async_value *idle = async_request_idle(request);
		if (round % 2) { /* a second call may find that the last unit has just ended */
			async_queue_await(queue, &idle, 1);
			async_value_release(idle);
			idle = async_request_idle(request);
		}
		async_request_release(request);
		async_queue_await(queue, &idle, 1);
		async_value_release(idle);
		memory_end(memory);
		free(host);
		free(seen);
		for (int i = 0; i < WORKERS; i++)
			pthread_join(workers[i].thread, NULL);
	}
	async_queue_destroy(queue);
}

static void *ask_often(void *arg)
{
	for (int i = 0; i < 20; i++)
		async_value_release(async_request_idle(arg));
	async_request_release(arg);
	return NULL;
}

/* Threads that ask race with threads that end the last unit: the host is destroyed as soon as a call reports "idle". */
static void idle_may_be_asked_for_at_any_time(void)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	for (int round = 0; round < TIMES(2000, 300, 3); round++) {
		struct async_request *request = async_request_create(&host, NULL);
		struct worker worker = { .request = async_request_begin_work(request), .rounds = round % 7 };
		pthread_t asker;
		if (pthread_create(&asker, NULL, ask_often, async_request_retain(request)) != 0 ||
			pthread_create(&worker.thread, NULL, work, &worker) != 0)
			abort();
		struct async_value *idle;
		while (!is_there(idle = async_request_idle(request)))
			async_value_release(idle);
		async_value_release(idle);
		pthread_join(worker.thread, NULL);
		pthread_join(asker, NULL);
		async_request_release(request);
	}
	memory_end(memory);
}

enum way { KEPT, RELEASED, FORWARD_LAST, COMPLETE, WAYS };

/* The request is idle when no waiter leads from the target to the memory of the host. */
static void forward_as_work(enum way way)
{
	const struct async_allocator *memory = memory_begin();
	struct seen seen;
	struct async_host host = host_of(memory, &seen);
	struct async_request *request = async_request_create(&host, NULL);
	struct async_value *target = async_value_create(NULL, type_i32());
	struct async_value *value = async_value_create_indirect(memory, ASYNC_TYPE_NONE);
	int32_t payload = 7;
	if (way == COMPLETE)
		async_value_emplace(target, &payload);
	if (way == FORWARD_LAST)
		async_request_forward_last(request, value, async_value_retain(target));
	else
		async_request_forward(request, value, async_value_retain(target));
	if (way == RELEASED)
		async_value_release(value);
	struct async_value *idle = async_request_idle(request);
	CHECK_INT(is_there(idle), way == COMPLETE);
	if (way != COMPLETE)
		async_value_emplace(target, &payload);
	CHECK(is_there(idle));
	if (way == KEPT || way == COMPLETE)
		async_value_release(value);
	async_value_release(idle);
	async_request_release(request);
	memory_end(memory);
	async_value_release(target);
}

static void forwards_are_work(void)
{
	for (enum way way = 0; way < WAYS; way++)
		forward_as_work(way);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(prints_in_one_piece),
		CHECK_CASE(errors_are_reported),
		CHECK_CASE(resources_are_made_once),
		CHECK_CASE(threads_share_resources),
		CHECK_CASE(request_knows_its_host_and_resources),
		CHECK_CASE(first_cancel_wins),
		CHECK_CASE(threads_agree_on_the_reason),
		CHECK_CASE(idle_comes_with_the_end_of_the_last_work),
		CHECK_CASE(knows_whether_it_is_unused),
		CHECK_CASE(each_period_has_its_chain),
		CHECK_CASE(idle_is_the_last_touch),
		CHECK_CASE(idle_may_be_asked_for_at_any_time),
		CHECK_CASE(forwards_are_work),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
