/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks that serve. Programs with functions that they run: test/cli/bef. Argument "threads": on a queue with threads. */
#include "tasks.h"

static unsigned threads;

static struct async_value *context(uint32_t task) { return async_value_retain(tasks_contexts[task]); }
static struct async_value *chain(void) { return async_value_retain(async_chain()); }

static struct async_value *serve(uint32_t task, struct async_value *finished)
{
	struct async_value *done;
	struct async_value *arguments[] = { context(task), finished };
	tasks_call("collective.serve", 2, arguments, NULL, NULL, 1, &done);
	return done;
}

/* Serves until every task has finished; a task that is closed has. */
static void serving_ends(void)
{
	struct async_value *done[4], *twice;
	tasks_open(4, threads);
	struct async_value *late = async_value_create_indirect(async_allocator_system(), ASYNC_TYPE_CHAIN);
	for (uint32_t i = 0; i < 3; i++)
		done[i] = serve(i, i == 0 ? async_value_retain(late) : i == 1 ? tasks_error("failed") : chain());
	twice = serve(2, chain());
	tasks_await(&twice, 1);
	CHECK_STR(tasks_message(twice), "the task serves already");
	CHECK(!async_value_is_available(done[1]) && !async_value_is_available(done[2]));
	struct async_value *arguments[] = { context(3), chain() };
	tasks_call("tfrt_dist.test_close_distributed_context", 2, arguments, NULL, NULL, 1, &done[3]);
	async_value_forward(late, chain());
	tasks_await(done, 4);
	CHECK_STR(tasks_message(done[0]), "");
	CHECK_STR(tasks_message(done[1]), "failed");
	CHECK_STR(tasks_message(done[2]), "");
	kernels_values_release(done, 4);
	done[0] = serve(3, chain());
	tasks_await(done, 1);
	CHECK_STR(tasks_message(done[0]), "the context is closed");
	async_value_release(done[0]);
	async_value_release(late);
	async_value_release(twice);
	tasks_close();
}

static void a_function_needs_a_program(void)
{
	struct async_value *spec, *done;
	tasks_open(2, threads);
	struct async_value *argument = context(0);
	struct kernels_attributes *devices = kernels_attributes_create(async_allocator_system());
	CHECK(kernels_attributes_begin_aggregate(devices, "output_devices") == KERNELS_OK &&
		kernels_attributes_end_aggregate(devices) == KERNELS_OK);
	tasks_call_with("tfrt_dist.create_remote_execute_spec", 1, &argument, devices, 1, &spec);
	struct async_value *arguments[] = { chain(), context(0), tasks_task(1), spec };
	tasks_call("tfrt_dist.remote_execute", 4, arguments, "program_name", "f", 1, &done);
	tasks_await(&done, 1);
	CHECK_STR(tasks_message(done), "the op is in no program, which has the functions");
	async_value_release(done);
	tasks_close();
}

/* On another task and on the own one. */
static void a_text_needs_a_compiler(void)
{
	static const char message[] = "function f: the host of the task has no compiler";
	struct async_value *done[2], *served[2];
	tasks_open(2, threads);
	served[1] = serve(1, chain());
	for (uint32_t task = 0; task < 2; task++) {
		struct kernels_attributes *attributes = kernels_attributes_create(async_allocator_system());
		struct async_value *arguments[] = { chain(), context(0), tasks_task(task) };
		CHECK(kernels_attributes_string(attributes, "program", "func.func @f() {}", 17) == KERNELS_OK &&
			kernels_attributes_string(attributes, "program_name", "f", 1) == KERNELS_OK);
		tasks_call_with("tfrt_dist.register_tfrt_function", 3, arguments, attributes, 1, &done[task]);
	}
	tasks_await(done, 2);
	CHECK_STR(tasks_message(done[0]), message);
	CHECK(strstr(tasks_message(done[1]), message) != NULL);
	served[0] = serve(0, chain());
	tasks_await(served, 2);
	kernels_values_release(done, 2);
	kernels_values_release(served, 2);
	tasks_close();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(serving_ends),
		CHECK_CASE(a_function_needs_a_program),
		CHECK_CASE(a_text_needs_a_compiler),
	};
	if (argc > 1 && strcmp(argv[1], "threads") == 0) {
		threads = 2;
		argc--;
		argv++;
	}
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
