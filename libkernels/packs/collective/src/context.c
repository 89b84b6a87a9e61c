/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts and task handles. */
#include "remote.h"
#include <stdio.h>
#include <string.h>

/* Returns the context as result `index`. `world`: one more reference is taken; NULL: none. */
static bool return_context(struct kernels_frame *frame, uint32_t index, const struct kernels_process *process,
	struct kernels_world *world)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct kernels_collective__context *context =
		async_alloc(allocator, sizeof *context, _Alignof(struct kernels_collective__context));
	if (!context)
		return false;
	struct kernels_collective__store *store =
		world ? kernels_collective__store_create(allocator) : kernels_collective__store_of(frame->request);
	if (!store) {
		async_free(allocator, context, sizeof *context, _Alignof(struct kernels_collective__context));
		return false;
	}
	*context = (struct kernels_collective__context){ .refs = 1, .allocator = allocator, .process = *process, .store = store };
	context->world = world ? kernels_world_retain(world) : NULL;
	kernels_frame_return(frame, index, kernels_collective__types().context, &context);
	return true;
}

void kernels_collective__get_context(struct kernels_frame *frame)
{
	if (!return_context(frame, 0, kernels_process_of(frame->request), NULL))
		kernels_frame_fail(frame, "out of memory");
}

/* ---- several tasks in one program, for tests */

#define MOST_TASKS 4096u

void kernels_collective__create_configurations(struct kernels_frame *frame)
{
	const uint32_t count = frame->site->result_count;
	if (count > MOST_TASKS) {
		kernels_frame_fail(frame, "%u results; expected one for each of at most %u tasks", count, MOST_TASKS);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		struct kernels_collective__configuration configuration = { i, count };
		kernels_frame_return(frame, i, kernels_collective__types().configuration, &configuration);
	}
}

/* The configurations are those of all tasks, each once. */
static bool are_complete(const struct kernels_frame *frame, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_collective__configuration own = VALUE(struct kernels_collective__configuration, i);
		if (own.tasks != count)
			return false;
		for (uint32_t k = 0; k < i; k++)
			if (VALUE(struct kernels_collective__configuration, k).task == own.task)
				return false;
	}
	return true;
}

void kernels_collective__create_contexts(struct kernels_frame *frame)
{
	const uint32_t count = frame->site->argument_count;
	if (frame->site->result_count != count || count == 0 || !are_complete(frame, count)) {
		kernels_frame_fail(frame, "%u configurations and %u results; expected one of each for every task of a cluster",
			count, frame->site->result_count);
		return;
	}
	struct kernels_world *world = kernels_world_create(kernels_host(frame->request)->allocator, count, 1);
	bool good = world != NULL;
	for (uint32_t i = 0; good && i < count; i++) {
		const struct kernels_process process = { sizeof process, VALUE(struct kernels_collective__configuration, i).task, 0,
			count, 1, kernels_world_engine(), world };
		good = return_context(frame, i, &process, world);
	}
	if (world)
		kernels_world_release(world);
	if (!good)
		kernels_frame_fail(frame, "out of memory");
}

void kernels_collective__close_context(struct kernels_call *call)
{
	kernels_collective__context_close(ARGUMENT(struct kernels_collective__context *, 0));
}

/* ---- tasks */

void kernels_collective__task_count(struct kernels_call *call)
{
	RESULT(int32_t, 0) = (int32_t)kernels_collective__tasks(ARGUMENT(struct kernels_collective__context *, 0));
}

void kernels_collective__task_number(struct kernels_call *call)
{
	RESULT(int32_t, 0) =
		(int32_t)kernels_process_number(&ARGUMENT(struct kernels_collective__context *, 0)->process);
}

void kernels_collective__task(struct kernels_call *call)
{
	const struct kernels_collective__context *context = ARGUMENT(struct kernels_collective__context *, 0);
	const int32_t number = ARGUMENT(int32_t, 1);
	if (number < 0 || (uint32_t)number >= kernels_collective__tasks(context))
		kernels_call_fail(call, "argument 1: task %d of %u tasks", (int)number, kernels_collective__tasks(context));
	else
		RESULT(uint32_t, 0) = (uint32_t)number;
}

/* The parts of a task name. */
struct name {
	const char *job;
	int job_size;
	uint64_t task;
	struct kernels_string rest;
};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Moves *at behind `word`. */
static bool skip(const char **at, const char *end, const char *word)
{
	const size_t size = strlen(word);
	if ((size_t)(end - *at) < size || memcmp(*at, word, size) != 0)
		return false;
	*at += size;
	return true;
}

/* "/job:NAME/task:N" or "/job:NAME/replica:0/task:N", and anything behind it that does not continue the number. */
static bool parse(struct kernels_string text, struct name *out)
{
	const char *at = text.data, *end = at + text.size;
	if (!skip(&at, end, "/job:") || at == end || !is_letter(*at))
		return false;
	out->job = at;
	while (at < end && (is_letter(*at) || is_digit(*at) || *at == '_'))
		at++;
	out->job_size = (int)(at - out->job < 200 ? at - out->job : 200);
	(void)skip(&at, end, "/replica:0");
	if (!skip(&at, end, "/task:") || at == end || !is_digit(*at) || (*at == '0' && at + 1 < end && is_digit(at[1])))
		return false;
	for (out->task = 0; at < end && is_digit(*at); at++)
		if (out->task <= UINT32_MAX)
			out->task = 10 * out->task + (uint64_t)(*at - '0');
	out->rest = (struct kernels_string){ at, (size_t)(end - at) };
	return true;
}

static const char job[] = "worker";

static bool has_job(const struct name *name)
{
	return name->job_size == (int)strlen(job) && memcmp(name->job, job, strlen(job)) == 0;
}

bool kernels_collective__device_task(const struct kernels_collective__context *context, struct kernels_string text, uint32_t *out)
{
	static const char device[] = "/device:CPU:0";
	struct name name;
	if (!parse(text, &name) || !has_job(&name) || name.task >= kernels_collective__tasks(context) ||
		name.rest.size != strlen(device) || memcmp(name.rest.data, device, strlen(device)) != 0)
		return false;
	*out = (uint32_t)name.task;
	return true;
}

void kernels_collective__get_task_handle(struct kernels_call *call)
{
	const struct kernels_collective__context *context = ARGUMENT(struct kernels_collective__context *, 0);
	struct kernels_string text;
	struct name name;
	if (!kernels_call_string(call, 0, &text))
		return;
	if (!parse(text, &name)) {
		kernels_call_fail(call, "Error parsing task name \"%.*s\": expected /job:NAME/task:NUMBER",
			(int)(text.size < 200 ? text.size : 200), text.data);
		return;
	}
	if (has_job(&name) && name.task < kernels_collective__tasks(context))
		RESULT(uint32_t, 0) = (uint32_t)name.task;
	else if (has_job(&name))
		kernels_call_fail(call,
			"Failed to get TaskHandle for job_name=%.*s, task_id=%llu: the task %llu does not exist.",
			name.job_size, name.job, (unsigned long long)name.task, (unsigned long long)name.task);
	else
		kernels_call_fail(call,
			"Failed to get TaskHandle for job_name=%.*s, task_id=%llu: the job %.*s does not exist.",
			name.job_size, name.job, (unsigned long long)name.task, name.job_size, name.job);
}
