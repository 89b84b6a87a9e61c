/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What an execution costs in the plugin itself: calls the entries that jaxlib 0.12 calls for each execution, in its order, without Python.
 *
 *	PJRT_PLUGIN=build/libbef/pjrt/libpjrt_befkit.so build/libbef/pjrt/bef-pjrt-dispatch [seconds]
 *
 * Prints the least CPU time of this thread per execution, of ten series. */
#include "../test/client.h"

#include <time.h>

enum { MOST = 64, SERIES = 10 };

static double now(clockid_t clock)
{
	struct timespec time;
	clock_gettime(clock, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void ready(PJRT_Error *error, void *user_arg)
{
	(void)succeeded(error);
	++*(size_t *)user_arg;
}

static void ask(PJRT_Buffer *buffer)
{
	CALL(device, Buffer_Device, .buffer = buffer);
	CALL(memory, Buffer_Memory, .buffer = buffer);
	CALL(kind, Memory_Kind, .memory = memory.memory);
}

static void run_once(PJRT_LoadedExecutable *executable, PJRT_Executable *described, PJRT_Buffer *const *arguments, size_t count,
	PJRT_Buffer **results)
{
	PJRT_ExecuteOptions options = { .struct_size = sizeof options };
	PJRT_Event *done = NULL;
	size_t called = 0;
	for (size_t i = 0; i < 2 * count; i++) {
		CALL(deleted, Buffer_IsDeleted, .buffer = arguments[i / 2]);
	}
	CALL(context, ExecuteContext_Create, 0);
	CALL(outputs, Executable_NumOutputs, .executable = described);
	options.context = context.context;
	CALL(run, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = &arguments,
		.num_devices = 1, .num_args = count, .output_lists = &results, .device_complete_events = &done);
	CALL(then, Event_OnReady, .event = done, .callback = ready, .user_arg = &called);
	end_event(done);
	CALL(end, ExecuteContext_Destroy, .context = context.context);
	for (size_t i = 0; i < outputs.num_outputs; i++)
		ask(results[i]);
	for (size_t i = 0; i < outputs.num_outputs; i++) {
		CALL(wait, Buffer_ReadyEvent, .buffer = results[i]);
		CALL(awaited, Event_Await, .event = wait.event);
		end_event(wait.event);
		end_buffer(results[i]);
	}
}

/* The least time of one execution in microseconds, after its program has been compiled. */
static double measure(PJRT_Client *of, const char *text, size_t count, int64_t elements, double seconds)
{
	PJRT_Buffer *arguments[MOST], *results[MOST];
	float *data = calloc((size_t)elements, sizeof *data);
	PJRT_LoadedExecutable *executable = compile(of, text);
	CALL(described, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	for (size_t i = 0; i < count; i++)
		arguments[i] = make_floats(of, device_at(of, 0), data, elements);
	double least = 1e9;
	for (int series = 0; series < SERIES; series++) {
		const double begin = now(CLOCK_MONOTONIC), cpu = now(CLOCK_THREAD_CPUTIME_ID);
		size_t runs = 0;
		for (; now(CLOCK_MONOTONIC) - begin < seconds / SERIES; runs += 64) {
			for (int i = 0; i < 64; i++)
				run_once(executable, described.executable, arguments, count, results);
		}
		const double each = (now(CLOCK_THREAD_CPUTIME_ID) - cpu) / (double)runs * 1e6;
		least = each < least ? each : least;
	}
	for (size_t i = 0; i < count; i++)
		end_buffer(arguments[i]);
	CALL(end, Executable_Destroy, .executable = described.executable);
	end_executable(executable);
	free(data);
	return least;
}

/* func main(%0: tensor<4xf32>, ...) that returns each argument plus itself. */
static const char *write_program(size_t count, int64_t elements)
{
	static char text[32768];
	char type[40];
	size_t at = 0;
	snprintf(type, sizeof type, "tensor<%lldxf32>", (long long)elements);
#define PUT(...) at += (size_t)snprintf(text + at, sizeof text - at, __VA_ARGS__)
	PUT("func.func public @main(");
	for (size_t i = 0; i < count; i++)
		PUT("%s%%a%zu: %s", i ? ", " : "", i, type);
	PUT(") -> (");
	for (size_t i = 0; i < count; i++)
		PUT("%s%s", i ? ", " : "", type);
	PUT(") {\n");
	for (size_t i = 0; i < count; i++)
		PUT("%%r%zu = stablehlo.add %%a%zu, %%a%zu : %s\n", i, i, i, type);
	PUT("return ");
	for (size_t i = 0; i < count; i++)
		PUT("%s%%r%zu", i ? ", " : "", i);
	PUT(" : ");
	for (size_t i = 0; i < count; i++)
		PUT("%s%s", i ? ", " : "", type);
	PUT("\n}\n");
#undef PUT
	return text;
}

int main(int argc, char **argv)
{
	static const struct {
		size_t count;
		int64_t elements;
	} programs[] = { { 1, 1 }, { 1, 64 }, { 20, 4 }, { 60, 4 } };
	const double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;
	if (!load_plugin())
		return 1;
	PJRT_Client *of = make_client(1);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		const char *text = write_program(programs[i].count, programs[i].elements);
		printf("%2zu arguments and results of %2lld floats: %7.3f us\n", programs[i].count, (long long)programs[i].elements,
			measure(of, text, programs[i].count, programs[i].elements, seconds));
	}
	end_client(of);
	return 0;
}
