/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that end after Execute has returned: chains of them, their errors, and what is destroyed meanwhile. */
#include "client.h"

#include <malloc.h>
#include <pthread.h>
#include <time.h>

enum { WIDTH = 4096 };

/* %r#1: %x after a loop that adds 1 to each element. For printf, with the number of steps. */
#define LOOP \
	"  %%zero = stablehlo.constant dense<0> : tensor<i32>\n  %%one = stablehlo.constant dense<1> : tensor<i32>\n" \
	"  %%all = stablehlo.constant dense<%d> : tensor<i32>\n  %%f = stablehlo.constant dense<1.0> : tensor<4096xf32>\n" \
	"  %%r:2 = stablehlo.while(%%i = %%zero, %%a = %%x) : tensor<i32>, tensor<4096xf32>\n" \
	"  cond {\n    %%p = stablehlo.compare LT, %%i, %%all : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" \
	"    stablehlo.return %%p : tensor<i1>\n  } do {\n    %%j = stablehlo.add %%i, %%one : tensor<i32>\n" \
	"    %%b = stablehlo.add %%a, %%f : tensor<4096xf32>\n    stablehlo.return %%j, %%b : tensor<i32>, tensor<4096xf32>\n  }\n"

/* Adds 1 to each element, in a loop of `steps`: the plugin cannot know before how long it takes. */
static const char *loop(int steps, bool donates)
{
	static char text[2048];
	snprintf(text, sizeof text,
		"func.func public @main(%%x: tensor<4096xf32>%s) -> tensor<4096xf32> {\n"
		LOOP
		"  return %%r#1 : tensor<4096xf32>\n}\n",
		donates ? " {jax.buffer_donor = true}" : "", steps);
	return text;
}

/* some tenths of a second */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { STEPS = 20000, TIMES = 1 };
#else
enum { STEPS = 1000000, TIMES = 10 };
#endif
static const char add_one[] = "func.func public @main(%x: tensor<4096xf32>) -> tensor<4096xf32> {\n"
			      "  %f = stablehlo.constant dense<1.0> : tensor<4096xf32>\n"
			      "  %r = stablehlo.add %x, %f : tensor<4096xf32>\n  return %r : tensor<4096xf32>\n}\n";

static PJRT_Buffer *make_ones(PJRT_Client *of)
{
	static float data[WIDTH];
	for (int i = 0; i < WIDTH; i++)
		data[i] = 1;
	return make_floats(of, NULL, data, WIDTH);
}

/* Starts an execution of one argument and result. */
static PJRT_Buffer *launch(PJRT_LoadedExecutable *executable, PJRT_Buffer *argument, PJRT_Event **done)
{
	PJRT_Buffer *const arguments[] = { argument }, *const *lists = arguments;
	PJRT_Buffer *result = NULL, **results = &result;
	PJRT_ExecuteOptions options = { .struct_size = sizeof options };
	CALL(run, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = &lists, .num_devices = 1,
		.num_args = 1, .output_lists = &results, .device_complete_events = done);
	return result;
}

static bool is_ready(PJRT_Buffer *buffer)
{
	CALL(event, Buffer_ReadyEvent, .buffer = buffer);
	CALL(ready, Event_IsReady, .event = event.event);
	end_event(event.event);
	return ready.is_ready;
}

static bool await(PJRT_Buffer *buffer)
{
	CALL(event, Buffer_ReadyEvent, .buffer = buffer);
	PJRT_Event_Await_Args wait = { .struct_size = sizeof wait, .event = event.event };
	const bool good = succeeded(api->Event_Await(&wait));
	char text[sizeof failure];
	memcpy(text, failure, sizeof text);
	end_event(event.event);
	memcpy(failure, text, sizeof text);
	return good;
}

static void check_all(PJRT_Buffer *buffer, float expected)
{
	static float data[WIDTH];
	CALL(copy, Buffer_ToHostBuffer, .src = buffer, .dst = data, .dst_size = sizeof data);
	CALL(wait, Event_Await, .event = copy.event);
	end_event(copy.event);
	for (int i = 0; i < WIDTH; i++) {
		if (data[i] != expected) {
			check_report(__FILE__, __LINE__, "element %d is %g, expected %g", i, (double)data[i], (double)expected);
			return;
		}
	}
}

static void count(PJRT_Error *error, void *arg) /* in any thread: no checks */
{
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end, .error = error };
	__atomic_add_fetch((int *)arg, error ? 100 : 1, __ATOMIC_RELEASE);
	api->Error_Destroy(&end);
}

/* A callback may run a little after the event is ready. */
static bool comes_to(const int *calls, int expected)
{
	for (int i = 0; i < 20000 && __atomic_load_n(calls, __ATOMIC_ACQUIRE) != expected; i++)
		nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
	return __atomic_load_n(calls, __ATOMIC_ACQUIRE) == expected;
}

static void execute_returns_before_the_end(void)
{
	PJRT_LoadedExecutable *slow = compile(client, loop(STEPS, false)), *quick = compile(client, add_one);
	PJRT_Buffer *x = make_ones(client);
	PJRT_Event *done = NULL;
	int calls = 0;
	PJRT_Buffer *y = launch(slow, x, &done);
	CHECK_OR_RETURN(y);
	CHECK(!is_ready(y));
	CALL(ready, Event_IsReady, .event = done);
	CHECK(!ready.is_ready);
	CALL(then, Event_OnReady, .event = done, .callback = count, .user_arg = &calls);
	end_event(done);
	/* the shape is known, the argument may go, and another execution may use the result */
	CALL(dims, Buffer_Dimensions, .buffer = y);
	CHECK(dims.num_dims == 1 && dims.dims[0] == WIDTH);
	end_buffer(x);
	PJRT_Buffer *z = launch(quick, y, NULL), *again = launch(slow, z, NULL);
	CHECK(!is_ready(z) && !is_ready(again));
	check_all(again, 2 * STEPS + 2);
	check_all(z, STEPS + 2);
	check_all(y, STEPS + 1);
	CHECK(comes_to(&calls, 1));
	end_buffer(y);
	end_buffer(z);
	end_buffer(again);
	end_executable(slow);
	end_executable(quick);
}

static void *address(PJRT_Buffer *buffer)
{
	CALL(pointer, Buffer_OpaqueDeviceMemoryDataPointer, .buffer = buffer);
	return pointer.device_memory_ptr;
}

/* Each step writes where the one before wrote, although none has ended when the next one starts. */
static void donated_results_are_written_in_place(void)
{
	PJRT_LoadedExecutable *slow = compile(client, loop(STEPS / 20, true));
	PJRT_Buffer *x = make_ones(client);
	void *const first = address(x);
	for (int step = 0; step < 20; step++) {
		PJRT_Buffer *y = launch(slow, x, NULL);
		CALL(deleted, Buffer_IsDeleted, .buffer = x);
		CHECK(deleted.is_deleted);
		end_buffer(x);
		x = y;
	}
	CHECK(!is_ready(x));
	check_all(x, STEPS + 1);
	CHECK(address(x) == first);
	end_buffer(x);
	end_executable(slow);
}

/* A reference of the interface keeps the contents of a donated argument. */
static void referenced_arguments_are_not_written(void)
{
	PJRT_LoadedExecutable *slow = compile(client, loop(STEPS / 20, true));
	PJRT_Buffer *x = make_ones(client);
	const float *data = address(x);
	CALL(more, Buffer_IncreaseExternalReferenceCount, .buffer = x);
	PJRT_Buffer *y = launch(slow, x, NULL);
	check_all(y, STEPS / 20 + 1);
	CHECK(data[0] == 1 && data[WIDTH - 1] == 1);
	CALL(less, Buffer_DecreaseExternalReferenceCount, .buffer = x);
	end_buffer(x);
	end_buffer(y);
	end_executable(slow);
}

static void results_may_be_destroyed_at_once(void)
{
	PJRT_LoadedExecutable *slow = compile(client, loop(STEPS / 1000, false));
	PJRT_Buffer *x = make_ones(client), *last = NULL;
	for (int i = 0; i < 200; i++) { /* more than may be in flight */
		PJRT_Buffer *y = launch(slow, x, NULL);
		if (i % 3 == 0) {
			CALL(gone, Buffer_Delete, .buffer = y);
		}
		if (last)
			end_buffer(last);
		last = y;
	}
	CALL(gone, Buffer_IsDeleted, .buffer = last);
	CHECK(!gone.is_deleted);
	check_all(last, STEPS / 1000 + 1);
	end_buffer(last);
	end_buffer(x);
	end_executable(slow);
}

/* Memory of executions in flight is bounded: a caller that starts many waits. */
static void few_are_in_flight(void)
{
	enum { COUNT = 44, MOST = 32 };
	PJRT_LoadedExecutable *slow = compile(client, loop(STEPS / 50, false));
	PJRT_Buffer *x = make_ones(client), *results[COUNT];
	int ready = 0;
	for (int i = 0; i < COUNT; i++)
		results[i] = launch(slow, x, NULL);
	for (int i = 0; i < COUNT; i++)
		ready += is_ready(results[i]);
	CHECK(ready >= COUNT - MOST);
	for (int i = 0; i < COUNT; i++) {
		check_all(results[i], STEPS / 50 + 1);
		end_buffer(results[i]);
	}
	end_buffer(x);
	end_executable(slow);
}

/* ---- arguments that come later, or never */

static PJRT_AsyncHostToDeviceTransferManager *promise(PJRT_Buffer **out)
{
	static const int64_t dims[] = { WIDTH };
	static PJRT_ShapeSpec spec = { .struct_size = sizeof spec, .dims = dims, .num_dims = 1, .element_type = PJRT_Buffer_Type_F32 };
	CALL(made, Client_CreateBuffersForAsyncHostToDevice, .client = client, .shape_specs = &spec, .num_shape_specs = 1);
	CALL(part, AsyncHostToDeviceTransferManager_RetrieveBuffer, .transfer_manager = made.transfer_manager);
	*out = part.buffer_out;
	return made.transfer_manager;
}

static void executions_wait_for_their_arguments(void)
{
	PJRT_LoadedExecutable *quick = compile(client, add_one);
	PJRT_Buffer *x = NULL;
	PJRT_AsyncHostToDeviceTransferManager *transfer = promise(&x);
	static float data[WIDTH];
	static char copy[sizeof data];
	PJRT_Buffer *y = launch(quick, x, NULL), *z = launch(quick, y, NULL);
	CALL(raw, Buffer_CopyRawToHost, .buffer = z, .dst = copy, .offset = 4, .transfer_size = 8);
	CALL(before, Event_IsReady, .event = raw.event);
	CHECK(!is_ready(y) && !is_ready(z) && !before.is_ready);
	end_buffer(x);
	data[0] = data[2] = 5;
	CALL(sent, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = transfer, .data = data,
		.transfer_size = sizeof data, .is_last_transfer = true);
	end_event(sent.done_with_h2d_transfer);
	CHECK(await(z));
	CHECK(((const float *)address(z))[0] == 7 && ((const float *)address(y))[1] == 1);
	CALL(wait, Event_Await, .event = raw.event);
	const float two[] = { 2, 7 };
	CHECK_BYTES(copy, 8, two, 8);
	end_event(raw.event);
	end_buffer(y);
	end_buffer(z);
	CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = transfer);
	end_executable(quick);
}

static void errors_of_arguments_reach_all_results(void)
{
	PJRT_LoadedExecutable *quick = compile(client, add_one);
	PJRT_Buffer *x = NULL;
	PJRT_AsyncHostToDeviceTransferManager *transfer = promise(&x);
	PJRT_Event *done = NULL;
	int calls = 0;
	PJRT_Buffer *y = launch(quick, x, NULL), *z = launch(quick, y, &done);
	CALL(then, Event_OnReady, .event = done, .callback = count, .user_arg = &calls);
	CALL(lost, AsyncHostToDeviceTransferManager_SetBufferError, .transfer_manager = transfer,
		.error_code = PJRT_Error_Code_DATA_LOSS, .error_message = "the line is cut", .error_message_size = 15);
	CHECK(!await(z) && strstr(failure, "the line is cut"));
	CHECK(!await(y));
	REFUSED(Event_Await, PJRT_Error_Code_DATA_LOSS, .event = done);
	CHECK(comes_to(&calls, 100));
	end_event(done);
	static float data[WIDTH];
	REFUSED(Buffer_ToHostBuffer, PJRT_Error_Code_DATA_LOSS, .src = z, .dst = data, .dst_size = sizeof data);
	end_buffer(x);
	end_buffer(y);
	end_buffer(z);
	CALL(end, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = transfer);
	end_executable(quick);
}

/* ---- the end of a client */

static void a_client_waits_for_its_executions(void)
{
	for (int round = 0; round < 3; round++) {
		PJRT_Client *own = make_client(1);
		PJRT_LoadedExecutable *slow = compile(own, loop(STEPS / 10, false));
		PJRT_Buffer *x = make_ones(own);
		PJRT_Event *done = NULL;
		int calls = 0;
		PJRT_Buffer *y = launch(slow, x, &done);
		CALL(then, Event_OnReady, .event = done, .callback = count, .user_arg = &calls);
		end_event(done);
		end_executable(slow); /* the execution has the last reference */
		end_buffer(x);
		if (round == 0)
			end_buffer(y);
		end_client(own);
		CHECK_INT(__atomic_load_n(&calls, __ATOMIC_ACQUIRE), 1);
		if (round > 0) {
			check_all(y, STEPS / 10 + 1);
			end_buffer(y);
		}
	}
}

/* ---- statistics */

static PJRT_Device_MemoryStats_Args stats_of(PJRT_Device *device)
{
	CALL(stats, Device_MemoryStats, .device = device);
	return stats;
}

static void memory_is_counted(void)
{
	PJRT_Client *own = make_client(2);
	PJRT_LoadedExecutable *quick = compile(own, add_one);
	const int64_t each = WIDTH * 4;
	CHECK_INT(stats_of(device_at(own, 0)).bytes_in_use, 0);
	PJRT_Buffer *x = make_ones(own), *y = launch(quick, x, NULL);
	CHECK_INT(stats_of(device_at(own, 0)).bytes_in_use, 2 * each);
	CHECK_INT(stats_of(device_at(own, 1)).bytes_in_use, 0);
	CALL(gone, Buffer_Delete, .buffer = x);
	CHECK_INT(stats_of(device_at(own, 0)).bytes_in_use, each);
	end_buffer(x);
	end_buffer(y);
	const PJRT_Device_MemoryStats_Args last = stats_of(device_at(own, 0));
	CHECK_INT(last.bytes_in_use, 0);
	CHECK(last.peak_bytes_in_use_is_set && last.peak_bytes_in_use == 2 * each);
	CHECK(last.largest_alloc_size_is_set && last.largest_alloc_size == each);
	CHECK(last.bytes_limit_is_set && last.bytes_limit > 1 << 20);
	end_executable(quick);
	end_client(own);
}

static float property(PJRT_Executable *of, const char *name)
{
	CALL(list, Executable_GetCostAnalysis, .executable = of);
	for (size_t i = 0; i < list.num_properties; i++) {
		const PJRT_NamedValue *value = &list.properties[i];
		if (value->name_size == strlen(name) && memcmp(value->name, name, value->name_size) == 0 &&
			value->type == PJRT_NamedValue_kFloat)
			return value->float_value;
	}
	return -1;
}

static void the_work_of_a_program_is_known(void)
{
	PJRT_LoadedExecutable *product = compile(client,
		"func.func public @main(%a: tensor<30x40xf32> {tf.aliasing_output = 1 : i32}, %b: tensor<40x50xf32>) -> "
		"(tensor<30x50xf32>, tensor<30x40xf32>) {\n"
		"  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<30x40xf32>, tensor<40x50xf32>) -> "
		"tensor<30x50xf32>\n  %1 = stablehlo.negate %a : tensor<30x40xf32>\n"
		"  return %0, %1 : tensor<30x50xf32>, tensor<30x40xf32>\n}\n");
	CALL(inner, LoadedExecutable_GetExecutable, .loaded_executable = product);
	CHECK(property(inner.executable, "flops") == 2 * 30 * 40 * 50 + 30 * 40);
	CHECK(property(inner.executable, "bytes accessed") == 4 * (30 * 40 + 40 * 50 + 30 * 50 + 2 * 30 * 40));
	CALL(memory, Executable_GetCompiledMemoryStats, .executable = inner.executable);
	CHECK_INT(memory.alias_size_in_bytes, 30 * 40 * 4);
	CHECK_INT(memory.argument_size_in_bytes, (30 * 40 + 40 * 50) * 4);
	CHECK_INT(memory.output_size_in_bytes, (30 * 40 + 30 * 50) * 4);
	CALL(end, Executable_Destroy, .executable = inner.executable);
	end_executable(product);
}

static size_t memory_in_use(PJRT_Device *device)
{
	return mallinfo2().uordblks + (size_t)stats_of(device).pool_bytes;
}

/* A training loop: each step writes where the one before wrote. */
static void memory_stays_flat(void)
{
	enum { WARM = 2000, ALL = 10000 * TIMES };
	static const char step[] = "func.func public @main(%w: tensor<4096xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4096xf32> {\n"
				   "  %f = stablehlo.constant dense<1.0> : tensor<4096xf32>\n"
				   "  %r = stablehlo.add %w, %f : tensor<4096xf32>\n  return %r : tensor<4096xf32>\n}\n";
	PJRT_LoadedExecutable *training = compile(client, step);
	PJRT_Device *device = device_at(client, 0);
	PJRT_Buffer *w = make_ones(client);
	size_t before = 0;
	for (int i = 0; i < ALL; i++) {
		PJRT_Event *done = NULL;
		PJRT_Buffer *next = launch(training, w, &done);
		end_event(done);
		end_buffer(w);
		w = next;
		if (i == WARM && await(w))
			before = memory_in_use(device);
	}
	check_all(w, ALL + 1);
	const size_t after = memory_in_use(device);
	printf("# %zu bytes, then %zu\n", before, after);
	CHECK(after < before + 65536); /* AddressSanitizer's allocator counts none, but finds leaks */
	end_buffer(w);
	end_executable(training);
}

/* ---- threads */

static PJRT_LoadedExecutable *shared[2];
static PJRT_Buffer *shared_x;

static void *use_all(void *arg)
{
	const int number = *(const int *)arg;
	PJRT_Buffer *x = launch(shared[number % 2], shared_x, NULL);
	for (int i = 0; i < 50; i++) {
		PJRT_Buffer *y = launch(shared[(number + i) % 2], x, NULL);
		end_buffer(x);
		x = y;
	}
	return x;
}

static void threads_make_chains(void)
{
	enum { THREADS = 4 };
	pthread_t threads[THREADS];
	int numbers[THREADS];
	shared[0] = compile(client, loop(99, false));
	shared[1] = compile(client, add_one);
	shared_x = make_ones(client);
	for (int i = 0; i < THREADS; i++) {
		numbers[i] = i;
		pthread_create(&threads[i], NULL, use_all, &numbers[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		void *result;
		pthread_join(threads[i], &result);
		/* 51 executions; those of the loop are 25 or 26 */
		check_all(result, (float)(1 + (i % 2 ? 25 * 99 + 26 : 26 * 99 + 25)));
		end_buffer(result);
	}
	end_buffer(shared_x);
	end_executable(shared[0]);
	end_executable(shared[1]);
}

/* ---- several devices */

/* A loop over each half, then the sum of both; `fails`: replica 1 has an operation that cannot run before. */
static const char *two_loops(bool fails)
{
	static char text[4096];
	snprintf(text, sizeof text,
		"module @m attributes {mhlo.num_replicas = 2 : i32} { func.func public @main(%%x: tensor<4096xf32> {tf.aliasing_output = 0 : i32}) "
		"-> tensor<4096xf32> {\n"
		LOOP
		"  %%id = stablehlo.replica_id : tensor<ui32>\n  %%n = stablehlo.convert %%id : (tensor<ui32>) -> tensor<i32>\n"
		"  %%c = \"stablehlo.case\"(%%n) ({\n    stablehlo.return %%r#1 : tensor<4096xf32>\n  }, {\n"
		"    %%m = stablehlo.%s%%r#1%s\n    stablehlo.return %%m : tensor<4096xf32>\n  }) : (tensor<i32>) -> tensor<4096xf32>\n"
		"  %%s = \"stablehlo.all_reduce\"(%%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({\n"
		"  ^bb0(%%u: tensor<f32>, %%v: tensor<f32>):\n    %%w = stablehlo.add %%u, %%v : tensor<f32>\n"
		"    stablehlo.return %%w : tensor<f32>\n  }) : (tensor<4096xf32>) -> tensor<4096xf32>\n  return %%s : tensor<4096xf32>\n} }",
		STEPS / 10, fails ? "custom_call @nobody(" : "negate ",
		fails ? ") : (tensor<4096xf32>) -> tensor<4096xf32>" : " : tensor<4096xf32>");
	return text;
}

/* An argument and a result of each device; events are optional. */
static bool launch_two(PJRT_LoadedExecutable *executable, PJRT_Buffer *const *arguments, PJRT_Buffer **results, PJRT_Event **events)
{
	PJRT_Buffer *const *lists[] = { &arguments[0], &arguments[1] };
	PJRT_Buffer **outputs[] = { &results[0], &results[1] };
	PJRT_ExecuteOptions options = { .struct_size = sizeof options };
	PJRT_LoadedExecutable_Execute_Args run = { .struct_size = sizeof run, .executable = executable, .options = &options,
		.argument_lists = lists, .num_devices = 2, .num_args = 1, .output_lists = outputs, .device_complete_events = events };
	return succeeded(api->LoadedExecutable_Execute(&run));
}

static const unsigned char two_replicas[] = { 0x1a, 2, 0x20, 2 };

static void make_two(PJRT_Client *of, PJRT_Buffer **out)
{
	static float data[WIDTH];
	for (int i = 0; i < WIDTH; i++)
		data[i] = 1;
	for (size_t i = 0; i < 2; i++)
		out[i] = make_floats(of, device_at(of, i), data, WIDTH);
}

/* One after the other, without waiting: (1 + n) - (1 + n) is 0, then n - n is 0 again. */
static void executions_on_two_devices_end_later(void)
{
	PJRT_Client *own = make_client(2);
	PJRT_LoadedExecutable *executable = compile_with(own, two_loops(false), two_replicas, sizeof two_replicas);
	PJRT_Buffer *x[2], *y[2], *z[2];
	PJRT_Event *events[2];
	int calls = 0;
	CHECK_OR_RETURN(executable);
	make_two(own, x);
	CHECK_OR_RETURN(launch_two(executable, x, y, events));
	CHECK(!is_ready(y[0]) && !is_ready(y[1]));
	CHECK_OR_RETURN(launch_two(executable, y, z, NULL));
	CHECK(!is_ready(z[0]) && !is_ready(z[1]));
	for (int i = 0; i < 2; i++) {
		CALL(then, Event_OnReady, .event = events[i], .callback = count, .user_arg = &calls);
		end_event(events[i]);
		CALL(question, Buffer_IsDeleted, .buffer = y[i]);
		CHECK(question.is_deleted);
		CALL(where, Buffer_Device, .buffer = z[i]);
		CHECK(where.device == device_at(own, (size_t)i));
		end_buffer(x[i]);
		end_buffer(y[i]);
	}
	end_executable(executable);
	check_all(z[0], 0);
	check_all(z[1], 0);
	CHECK(comes_to(&calls, 2));
	end_buffer(z[0]);
	end_buffer(z[1]);
	end_client(own);
}

/* The error of one process is that of both results, and of executions that depend on them. */
static void errors_of_one_device_reach_the_other(void)
{
	PJRT_Client *own = make_client(2);
	PJRT_LoadedExecutable *bad = compile_with(own, two_loops(true), two_replicas, sizeof two_replicas);
	PJRT_LoadedExecutable *good = compile_with(own, two_loops(false), two_replicas, sizeof two_replicas);
	PJRT_Buffer *x[2], *y[2], *z[2];
	CHECK_OR_RETURN(bad && good);
	for (int i = 0; i < 3; i++) {
		make_two(own, x);
		CHECK_OR_RETURN(launch_two(bad, x, y, NULL) && launch_two(good, y, z, NULL));
		for (int k = 0; k < 2; k++) {
			CHECK(!await(z[k]));
			CHECK(strstr(failure, "nobody") != NULL || check_report(__FILE__, __LINE__, "%s", failure));
			end_buffer(x[k]);
			end_buffer(y[k]);
			end_buffer(z[k]);
		}
	}
	/* what is wrong with an argument is an error of Execute, and nothing is deleted */
	make_two(own, x);
	end_buffer(x[1]);
	x[1] = make_floats(own, device_at(own, 1), (float[]){ 1, 2 }, 2);
	CHECK(!launch_two(good, x, y, NULL));
	end_buffer(x[0]);
	end_buffer(x[1]);
	end_executable(bad);
	end_executable(good);
	end_client(own);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(executions_on_two_devices_end_later),
		CHECK_CASE(errors_of_one_device_reach_the_other),
		CHECK_CASE(execute_returns_before_the_end),
		CHECK_CASE(donated_results_are_written_in_place),
		CHECK_CASE(referenced_arguments_are_not_written),
		CHECK_CASE(results_may_be_destroyed_at_once),
		CHECK_CASE(few_are_in_flight),
		CHECK_CASE(executions_wait_for_their_arguments),
		CHECK_CASE(errors_of_arguments_reach_all_results),
		CHECK_CASE(a_client_waits_for_its_executions),
		CHECK_CASE(memory_is_counted),
		CHECK_CASE(the_work_of_a_program_is_known),
		CHECK_CASE(memory_stays_flat),
		CHECK_CASE(threads_make_chains),
	};
	return load_plugin() ? main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 1) : 1;
}
