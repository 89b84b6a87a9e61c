/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of Python, with functions of C in its place: what jaxlib attaches to executions, which callable runs, tokens, failures. */
#include "client.h"
#include "python.h"

/* A callable adds its number to each element of its first array. */
static int numbers[] = { 10, 20, 30 };
static int order[8], calls;
static char traceback[3000]; /* of more than one line, and longer than a diagnosis */

static int run(void *callable, int argument_count, const struct pjrt__view *arguments, int result_count,
	const struct pjrt__view *results, char *message, size_t room)
{
	const int number = *(int *)callable;
	const struct pjrt__view *from = NULL, *to = NULL;
	for (int i = 0; i < argument_count && !from; i++)
		from = arguments[i].type ? &arguments[i] : NULL;
	for (int i = 0; i < result_count && !to; i++)
		to = results[i].type ? &results[i] : NULL;
	if (calls < 8)
		order[calls++] = number;
	if (number == 30) {
		snprintf(message, room, "ValueError: %d\n%s", number, traceback);
		return 1;
	}
	for (int64_t i = 0; from && to && i < to->size / 4; i++)
		((float *)to->data)[i] = ((const float *)from->data)[i] + (float)number;
	return 0;
}

static PJRT_ExecuteContext *make_context(void *callables)
{
	CALL(made, ExecuteContext_Create, .extension_start = NULL);
	PJRT_FFI_UserData_Add_Args add = { .struct_size = sizeof add, .context = made.context, .user_data = { 7, callables } };
	CHECK(ffi->UserData_Add(&add) == NULL);
	return made.context;
}

static bool run_program(PJRT_LoadedExecutable *executable, void *callables, PJRT_Buffer *argument, PJRT_Buffer **result)
{
	PJRT_Buffer *const *lists[] = { &argument };
	PJRT_ExecuteOptions options = { .struct_size = sizeof options, .context = make_context(callables) };
	PJRT_LoadedExecutable_Execute_Args args = { .struct_size = sizeof args, .executable = executable, .options = &options,
		.argument_lists = lists, .num_devices = 1, .num_args = 1, .output_lists = &result };
	PJRT_Error *error = api->LoadedExecutable_Execute(&args);
	CALL(end, ExecuteContext_Destroy, .context = options.context);
	return succeeded(error);
}

static struct {
	void **callables;
	size_t count;
} data = { (void *[]){ &numbers[0], &numbers[1], &numbers[2] }, 3 };

#define CALLBACK(result, operand, index) \
	"  " result " = stablehlo.custom_call @xla_ffi_python_cpu_callback(" operand ") {api_version = 4 : i32, " \
	"mhlo.backend_config = {index = " index " : ui64}} : (tensor<3xf32>) -> tensor<3xf32>\n"

/* JAX writes the number as mhlo.backend_config. */
static void the_number_chooses(void)
{
	PJRT_LoadedExecutable *executable = compile(client, "module { func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
		CALLBACK("%0", "%a", "1") CALLBACK("%1", "%0", "0") "  return %1 : tensor<3xf32>\n} }");
	CHECK_OR_RETURN(executable != NULL);
	PJRT_Buffer *argument = make_floats(client, NULL, (float[]){ 1, 2, 3 }, 3), *result = NULL;
	calls = 0;
	CHECK_OR_RETURN(run_program(executable, &data, argument, &result));
	has_floats(result, (float[]){ 31, 32, 33 }, 3);
	CHECK(calls == 2 && order[0] == 20 && order[1] == 10);
	end_buffer(result);
	end_buffer(argument);
	end_executable(executable);
}

/* Ordered callbacks have a token as first operand and first result. */
static void tokens_order_callbacks(void)
{
	PJRT_LoadedExecutable *executable = compile(client,
		"module { func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n  %t = stablehlo.create_token : !stablehlo.token\n"
		"  %0:2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%t, %a) {api_version = 4 : i32, has_side_effect = true, "
		"mhlo.backend_config = {index = 0 : ui64}} : (!stablehlo.token, tensor<3xf32>) -> (!stablehlo.token, tensor<3xf32>)\n"
		"  %1:2 = stablehlo.custom_call @xla_ffi_python_cpu_callback(%0#0, %a) {api_version = 4 : i32, has_side_effect = true, "
		"mhlo.backend_config = {index = 1 : ui64}} : (!stablehlo.token, tensor<3xf32>) -> (!stablehlo.token, tensor<3xf32>)\n"
		"  return %1#1 : tensor<3xf32>\n} }");
	CHECK_OR_RETURN(executable != NULL);
	PJRT_Buffer *argument = make_floats(client, NULL, (float[]){ 1, 2, 3 }, 3), *result = NULL;
	calls = 0;
	CHECK_OR_RETURN(run_program(executable, &data, argument, &result));
	has_floats(result, (float[]){ 21, 22, 23 }, 3);
	CHECK(calls == 2 && order[0] == 10 && order[1] == 20);
	end_buffer(result);
	end_buffer(argument);
	end_executable(executable);
}

static void failures_have_texts(void)
{
	PJRT_LoadedExecutable *executable = compile(client, "module { func.func public @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
		CALLBACK("%0", "%a", "2") "  return %0 : tensor<3xf32>\n} }");
	CHECK_OR_RETURN(executable != NULL);
	PJRT_Buffer *argument = make_floats(client, NULL, (float[]){ 1, 2, 3 }, 3), *result = NULL;
	CHECK(!run_program(executable, &data, argument, &result));
	CHECK_INT(failure_code, PJRT_Error_Code_INTERNAL);
	CHECK(strncmp(failure, "ValueError: 30\n", 15) == 0);
	CHECK_STR(failure + 15, traceback);
	/* fewer callables than the program wants, and none */
	data.count = 2;
	CHECK(!run_program(executable, &data, argument, &result));
	CHECK(strstr(failure, "no Python") != NULL);
	data.count = 3;
	CHECK(!run_program(executable, NULL, argument, &result));
	CHECK(strstr(failure, "no Python") != NULL);
	end_buffer(argument);
	end_executable(executable);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(the_number_chooses),
		CHECK_CASE(tokens_order_callbacks),
		CHECK_CASE(failures_have_texts),
	};
	if (!load_plugin())
		return 1;
	memset(traceback, 'x', sizeof traceback - 1);
	static const struct pjrt__python python = { .size = sizeof python, .call = run, .call_views = run };
	if (!install_python(&python))
		return 1;
	return main_with_client(argc, argv, cases, sizeof cases / sizeof *cases, 1);
}
