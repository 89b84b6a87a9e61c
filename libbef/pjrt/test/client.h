/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client of PJRT for tests: loads the plugin that PJRT_PLUGIN names, and calls entries of its table. With PJRT_SIZES=old,
 * arguments are those of old clients. */
#ifndef PJRT_TEST_CLIENT_H
#define PJRT_TEST_CLIENT_H

#include "../src/api.h"
#include "check.h"
#include "old_sizes.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static const PJRT_Api *api;
static _Thread_local char failure[4096]; /* the text of the last error of this thread */
static _Thread_local PJRT_Error_Code failure_code;

/* Keeps code and text of an error and destroys it. Returns whether there was none. */
static bool succeeded(PJRT_Error *error)
{
	failure[0] = 0;
	failure_code = PJRT_Error_Code_OK;
	if (!error)
		return true;
	PJRT_Error_Message_Args text = { .struct_size = sizeof text, .error = error };
	PJRT_Error_GetCode_Args code = { .struct_size = sizeof code, .error = error };
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end, .error = error };
	api->Error_Message(&text);
	snprintf(failure, sizeof failure, "%.*s", (int)text.message_size, text.message);
	if (api->Error_GetCode(&code) == NULL)
		failure_code = code.code;
	api->Error_Destroy(&end);
	return false;
}

/* CALL(args, Client_Create, .num_options = 0) declares `args` and calls the entry. */
#define CALL(args, name, ...) \
	PJRT_##name##_Args args = { .struct_size = sizeof args, __VA_ARGS__ }; \
	if (!succeeded(api->name(&(args)))) \
		check_report(__FILE__, __LINE__, #name ": %s", failure)
/* The same for an entry that fails. */
#define REFUSED(name, expected, ...) \
	do { \
		PJRT_##name##_Args refused = { .struct_size = sizeof refused, __VA_ARGS__ }; \
		if (succeeded(api->name(&refused))) \
			check_report(__FILE__, __LINE__, #name " succeeded"); \
		else if (failure_code != (expected)) \
			check_report(__FILE__, __LINE__, #name ": code %d: %s", (int)failure_code, failure); \
	} while (0)

static bool load_plugin(void)
{
	const char *path = getenv("PJRT_PLUGIN");
	void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
	const PJRT_Api *(*get)(void) = NULL;
	void *symbol = library ? dlsym(library, "GetPjrtApi") : NULL;
	memcpy(&get, &symbol, sizeof get);
	if (!get) {
		printf("Bail out! PJRT_PLUGIN: %s\n", path ? dlerror() : "is not set");
		return false;
	}
	const char *sizes = getenv("PJRT_SIZES");
	api = get();
	if (api && sizes && strcmp(sizes, "old") == 0)
		api = old_table(api);
	return api != NULL;
}

static __attribute__((unused)) PJRT_Extension_Base *find_extension(int type)
{
	PJRT_Extension_Base *at = api->extension_start;
	while (at && (int)at->type != type)
		at = at->next;
	return at;
}

static __attribute__((unused)) PJRT_Client *make_client(int64_t devices)
{
	const PJRT_NamedValue option = { .struct_size = sizeof option, .name = "num_devices", .name_size = 11,
		.type = PJRT_NamedValue_kInt64, .int64_value = devices, .value_size = 1 };
	CALL(create, Client_Create, .create_options = &option, .num_options = 1);
	return create.client;
}

static __attribute__((unused)) void end_client(PJRT_Client *of)
{
	CALL(end, Client_Destroy, .client = of);
}

/* The client of all cases of a test. */
static __attribute__((unused)) PJRT_Client *client;

/* main() of a test whose cases share a client; the plugin was loaded. */
static __attribute__((unused)) int main_with_client(
	int argc, char **argv, const struct check_case *cases, size_t count, int64_t devices)
{
	client = make_client(devices);
	int status = check_main(argc, argv, cases, count);
	end_client(client);
	return status;
}

static __attribute__((unused)) PJRT_Device *device_at(PJRT_Client *of, size_t at)
{
	CALL(list, Client_AddressableDevices, .client = of);
	return at < list.num_addressable_devices ? list.addressable_devices[at] : NULL;
}

static __attribute__((unused)) PJRT_LoadedExecutable *compile_with(
	PJRT_Client *of, const char *text, const void *options, size_t size)
{
	PJRT_Program program = { .struct_size = sizeof program, .code = (char *)(uintptr_t)text, .code_size = strlen(text),
		.format = "mlir", .format_size = 4 };
	CALL(made, Client_Compile, .client = of, .program = &program, .compile_options = options,
		.compile_options_size = size);
	return made.executable;
}

static __attribute__((unused)) PJRT_LoadedExecutable *compile(PJRT_Client *of, const char *text)
{
	return compile_with(of, text, NULL, 0);
}

static __attribute__((unused)) void end_executable(PJRT_LoadedExecutable *executable)
{
	CALL(end, LoadedExecutable_Destroy, .executable = executable);
}

static __attribute__((unused)) void end_event(PJRT_Event *event)
{
	CALL(end, Event_Destroy, .event = event);
}

static __attribute__((unused)) void end_buffer(PJRT_Buffer *buffer)
{
	CALL(end, Buffer_Destroy, .buffer = buffer);
}

/* A copy of f32 data on a device. */
static __attribute__((unused)) PJRT_Buffer *make_floats(PJRT_Client *of, PJRT_Device *device, const float *data, int64_t count)
{
	CALL(made, Client_BufferFromHostBuffer, .client = of, .data = data, .type = PJRT_Buffer_Type_F32, .dims = &count,
		.num_dims = 1, .device = device);
	end_event(made.done_with_host_buffer);
	return made.buffer;
}

/* Whether the buffer has these bytes. */
static __attribute__((unused)) bool has_bytes(PJRT_Buffer *buffer, const void *expected, size_t size)
{
	unsigned char data[4096];
	PJRT_Buffer_ToHostBuffer_Args args = { .struct_size = sizeof args, .src = buffer };
	if (!succeeded(api->Buffer_ToHostBuffer(&args)) || args.dst_size != size || size > sizeof data)
		return check_report(__FILE__, __LINE__, "%zu bytes instead of %zu: %s", args.dst_size, size, failure);
	args.dst = data;
	if (!succeeded(api->Buffer_ToHostBuffer(&args)))
		return check_report(__FILE__, __LINE__, "%s", failure);
	CALL(wait, Event_Await, .event = args.event);
	end_event(args.event);
	return CHECK_BYTES(data, size, expected, size);
}

static __attribute__((unused)) bool has_floats(PJRT_Buffer *buffer, const float *expected, size_t count)
{
	return has_bytes(buffer, expected, count * sizeof *expected);
}

/* Runs on one device; the caller destroys the results. */
static __attribute__((unused)) bool execute(
	PJRT_LoadedExecutable *executable, PJRT_Buffer *const *arguments, size_t count, PJRT_Buffer **results)
{
	PJRT_ExecuteOptions options = { .struct_size = sizeof options };
	PJRT_Event *done = NULL;
	PJRT_LoadedExecutable_Execute_Args args = { .struct_size = sizeof args, .executable = executable, .options = &options,
		.argument_lists = &arguments, .num_devices = 1, .num_args = count, .output_lists = &results,
		.device_complete_events = &done };
	if (!succeeded(api->LoadedExecutable_Execute(&args)))
		return false;
	CALL(wait, Event_Await, .event = done);
	end_event(done);
	return true;
}

#endif
