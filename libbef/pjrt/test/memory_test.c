/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The n-th allocation of the process fails, for each n of a session: calls end with RESOURCE_EXHAUSTED or succeed, nothing
 * crashes, and what was made can be destroyed. A session again without failures works, and memory does not grow. */
#include "client.h"

#include <errno.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __SANITIZE_THREAD__
#define MUST_SEE_ALLOCATIONS
#elif defined(__has_feature) && !defined(__SANITIZE_ADDRESS__)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define MUST_SEE_ALLOCATIONS
#endif
#endif

/* Functions of the process that take precedence over those of the C library, also in the plugin. */
#ifdef __SANITIZE_ADDRESS__
#define REAL(name) __interceptor_##name
enum { STEP = 5 }; /* processes with it take long */
static __thread bool may_fail; /* of the thread of the session: where others begin, AddressSanitizer needs memory itself */
#else
#define REAL(name) __libc_##name
enum { STEP = 1 };
static bool may_fail;
#endif
void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *p, size_t size);
void *REAL(memalign)(size_t align, size_t size);

static long countdown; /* atomic; 0: nothing fails */
static long allocations; /* atomic */

static bool fails(void)
{
	if (!may_fail)
		return false;
	__atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED);
	if (__atomic_load_n(&countdown, __ATOMIC_RELAXED) <= 0 || __atomic_sub_fetch(&countdown, 1, __ATOMIC_RELAXED) != 0)
		return false;
	errno = ENOMEM; /* which the C library checks where it makes threads */
	return true;
}

#define VISIBLE __attribute__((visibility("default")))
VISIBLE void *malloc(size_t size) { return fails() ? NULL : REAL(malloc)(size); }
VISIBLE void *calloc(size_t count, size_t size) { return fails() ? NULL : REAL(calloc)(count, size); }
VISIBLE void *realloc(void *p, size_t size) { return fails() ? NULL : REAL(realloc)(p, size); }
VISIBLE void *aligned_alloc(size_t align, size_t size) { return fails() ? NULL : REAL(memalign)(align, size); }

VISIBLE int posix_memalign(void **out, size_t align, size_t size)
{
	void *p = fails() ? NULL : REAL(memalign)(align, size);
	if (!p)
		return ENOMEM;
	*out = p;
	return 0;
}

/* ---- a session, which goes on as far as it can */

static const char program[] = "module { func.func @main(%a: tensor<3xf32> {jax.buffer_donor = true}, %b: tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>) {\n"
			      "  %0 = stablehlo.add %a, %b : tensor<3xf32>\n  %1 = stablehlo.sine %0 : tensor<3xf32>\n"
			      "  %2 = stablehlo.constant dense<7> : tensor<i32>\n  return %1, %2 : tensor<3xf32>, tensor<i32>\n} }";
static const float ones[] = { 1, 1, 1 };

static int unexpected; /* errors of another kind */
static char unexpected_text[512];

/* Whether there was no error; only those of memory are expected. */
static bool done(PJRT_Error *error)
{
	PJRT_Error_GetCode_Args code = { .struct_size = sizeof code, .error = error };
	PJRT_Error_Message_Args text = { .struct_size = sizeof text, .error = error };
	PJRT_Error_Destroy_Args end = { .struct_size = sizeof end, .error = error };
	if (!error)
		return true;
	if (api->Error_GetCode(&code) != NULL || code.code != PJRT_Error_Code_RESOURCE_EXHAUSTED) {
		api->Error_Message(&text);
		if (unexpected++ == 0)
			snprintf(unexpected_text, sizeof unexpected_text, "code %d: %.*s", (int)code.code, (int)text.message_size, text.message);
	}
	api->Error_Destroy(&end);
	return false;
}

#define TRY(args, name, ...) \
	PJRT_##name##_Args args = { .struct_size = sizeof args, __VA_ARGS__ }; \
	__attribute__((unused)) const bool args##_done = done(api->name(&(args)))

static PJRT_Buffer *try_floats(PJRT_Client *own, PJRT_HostBufferSemantics semantics)
{
	TRY(made, Client_BufferFromHostBuffer, .client = own, .data = ones, .type = PJRT_Buffer_Type_F32, .dims = (int64_t[]){ 3 },
		.num_dims = 1, .host_buffer_semantics = semantics);
	if (!made_done)
		return NULL;
	TRY(end, Event_Destroy, .event = made.done_with_host_buffer);
	return made.buffer;
}

static void try_buffers(PJRT_Client *own)
{
	const PJRT_ShapeSpec spec = { .struct_size = sizeof spec, .dims = (int64_t[]){ 3 }, .num_dims = 1,
		.element_type = PJRT_Buffer_Type_F32 };
	float data[3];
	PJRT_Buffer *buffer = try_floats(own, PJRT_HostBufferSemantics_kImmutableZeroCopy), *gone = try_floats(own, 0);
	if (buffer) {
		TRY(copy, Buffer_ToHostBuffer, .src = buffer, .dst = data, .dst_size = sizeof data);
		TRY(cast, Buffer_Bitcast, .buffer = buffer, .element_type = PJRT_Buffer_Type_S32, .dims = (int64_t[]){ 3 }, .num_dims = 1);
		TRY(end, Buffer_Destroy, .buffer = cast_done ? cast.out_buffer : NULL);
	}
	if (gone) {
		TRY(drop, Buffer_Delete, .buffer = gone);
		TRY(ready, Buffer_ReadyEvent, .buffer = gone);
		TRY(end, Event_Destroy, .event = ready_done ? ready.event : NULL);
	}
	TRY(end_gone, Buffer_Destroy, .buffer = gone);
	TRY(end_buffer, Buffer_Destroy, .buffer = buffer);
	TRY(empty, Client_CreateUninitializedBuffer, .client = own, .shape_dims = spec.dims, .shape_num_dims = 1,
		.shape_element_type = PJRT_Buffer_Type_F32);
	TRY(end_empty, Buffer_Destroy, .buffer = empty_done ? empty.buffer : NULL);
	TRY(lost, Client_CreateErrorBuffer, .client = own, .error_code = PJRT_Error_Code_RESOURCE_EXHAUSTED, .shape_dims = spec.dims,
		.shape_num_dims = 1, .shape_element_type = PJRT_Buffer_Type_F32);
	TRY(end_lost, Buffer_Destroy, .buffer = lost_done ? lost.buffer : NULL);
	TRY(view, Client_CreateViewOfDeviceBuffer, .client = own, .device_buffer_ptr = data, .dims = spec.dims, .num_dims = 1,
		.element_type = PJRT_Buffer_Type_F32);
	TRY(end_view, Buffer_Destroy, .buffer = view_done ? view.buffer : NULL);
	PJRT_ShapeSpec specs[] = { spec, spec };
	TRY(pieces, Client_CreateBuffersForAsyncHostToDevice, .client = own, .shape_specs = specs, .num_shape_specs = 2);
	if (pieces_done) {
		TRY(data_done, AsyncHostToDeviceTransferManager_TransferData, .transfer_manager = pieces.transfer_manager, .data = ones,
			.transfer_size = 12, .is_last_transfer = true);
		TRY(failed, AsyncHostToDeviceTransferManager_SetBufferError, .transfer_manager = pieces.transfer_manager, .buffer_index = 1,
			.error_code = PJRT_Error_Code_RESOURCE_EXHAUSTED);
		TRY(end_pieces, AsyncHostToDeviceTransferManager_Destroy, .transfer_manager = pieces.transfer_manager);
	}
}

static void ignore(PJRT_Error *error, void *arg)
{
	(void)arg;
	(void)done(error);
}

static void try_events(void)
{
	TRY(made, Event_Create, .extension_start = NULL);
	if (!made_done)
		return;
	TRY(later, Event_OnReady, .event = made.event, .callback = ignore);
	TRY(set, Event_Set, .event = made.event, .error_code = PJRT_Error_Code_RESOURCE_EXHAUSTED);
	TRY(after, Event_OnReady, .event = made.event, .callback = ignore);
	TRY(end, Event_Destroy, .event = made.event);
}

static void try_execution(PJRT_Client *own, PJRT_LoadedExecutable *executable)
{
	PJRT_Buffer *list[] = { try_floats(own, 0), try_floats(own, 2) }, *results[2] = { NULL };
	PJRT_Buffer *const *lists[] = { list };
	PJRT_Buffer **outputs[] = { results };
	PJRT_Event *event = NULL;
	if (list[0] && list[1]) {
		TRY(context, ExecuteContext_Create, .extension_start = NULL);
		PJRT_ExecuteOptions options = { .struct_size = sizeof options, .context = context_done ? context.context : NULL };
		TRY(run, LoadedExecutable_Execute, .executable = executable, .options = &options, .argument_lists = lists, .num_devices = 1,
			.num_args = 2, .output_lists = outputs, .device_complete_events = &event);
		if (run_done) {
			TRY(wait, Event_Await, .event = event);
			TRY(end, Event_Destroy, .event = event);
		}
		for (int i = 0; run_done && i < 2; i++) {
			TRY(end, Buffer_Destroy, .buffer = results[i]);
		}
		TRY(end_context, ExecuteContext_Destroy, .context = options.context);
	}
	for (int i = 0; i < 2; i++) {
		TRY(end, Buffer_Destroy, .buffer = list[i]);
	}
}

/* Two processes, of which one waits for the other. */
static void try_replicas(PJRT_Client *own)
{
	static const char sum[] = "module { func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {\n"
				  "  %0 = \"stablehlo.all_reduce\"(%a) ({\n  ^bb0(%x: tensor<f32>, %y: tensor<f32>):\n"
				  "    %1 = stablehlo.add %x, %y : tensor<f32>\n    stablehlo.return %1 : tensor<f32>\n"
				  "  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>\n"
				  "  return %0 : tensor<3xf32>\n} }";
	static const char options[] = { 3 << 3 | 2, 2, 4 << 3, 2 }; /* executable_build_options { num_replicas: 2 } */
	PJRT_Program source = { .struct_size = sizeof source, .code = (char *)(uintptr_t)sum, .code_size = sizeof sum - 1,
		.format = "mlir", .format_size = 4 };
	TRY(made, Client_Compile, .client = own, .program = &source, .compile_options = options, .compile_options_size = sizeof options);
	if (!made_done)
		return;
	PJRT_Buffer *list[] = { try_floats(own, 0), try_floats(own, 0) }, *results[2] = { NULL };
	PJRT_Buffer *const *lists[] = { &list[0], &list[1] };
	PJRT_Buffer **outputs[] = { &results[0], &results[1] };
	if (list[0] && list[1]) {
		TRY(run, LoadedExecutable_Execute, .executable = made.executable, .argument_lists = lists, .num_devices = 2,
			.num_args = 1, .output_lists = outputs);
		for (int i = 0; run_done && i < 2; i++) {
			TRY(end, Buffer_Destroy, .buffer = results[i]);
		}
	}
	for (int i = 0; i < 2; i++) {
		TRY(end, Buffer_Destroy, .buffer = list[i]);
	}
	TRY(end_executable, LoadedExecutable_Destroy, .executable = made.executable);
}

static void try_executable(PJRT_Client *own, PJRT_LoadedExecutable *executable)
{
	TRY(inner, LoadedExecutable_GetExecutable, .loaded_executable = executable);
	TRY(assignment, LoadedExecutable_GetDeviceAssignment, .executable = executable);
	if (assignment_done)
		assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
	if (!inner_done)
		return;
	TRY(stats, Executable_GetCompiledMemoryStats, .executable = inner.executable);
	TRY(bytes, Executable_Serialize, .executable = inner.executable);
	if (bytes_done) {
		TRY(loaded, Executable_DeserializeAndLoad, .client = own, .serialized_executable = bytes.serialized_bytes,
			.serialized_executable_size = bytes.serialized_bytes_size);
		TRY(end_loaded, LoadedExecutable_Destroy, .executable = loaded_done ? loaded.loaded_executable : NULL);
		bytes.serialized_executable_deleter(bytes.serialized_executable);
	}
	TRY(again, Client_Load, .client = own, .executable = inner.executable);
	TRY(end_again, LoadedExecutable_Destroy, .executable = again_done ? again.loaded_executable : NULL);
	TRY(end_inner, Executable_Destroy, .executable = inner.executable);
}

static void session(void)
{
	PJRT_Program source = { .struct_size = sizeof source, .code = (char *)(uintptr_t)program, .code_size = sizeof program - 1,
		.format = "mlir", .format_size = 4 };
	const PJRT_NamedValue devices = { .struct_size = sizeof devices, .name = "num_devices", .name_size = 11,
		.type = PJRT_NamedValue_kInt64, .int64_value = 2, .value_size = 1 };
	TRY(create, Client_Create, .create_options = &devices, .num_options = 1);
	if (!create_done)
		return;
	try_events();
	try_buffers(create.client);
	TRY(made, Client_Compile, .client = create.client, .program = &source);
	if (made_done) {
		try_execution(create.client, made.executable);
		try_executable(create.client, made.executable);
		TRY(end_executable, LoadedExecutable_Destroy, .executable = made.executable);
	}
	try_replicas(create.client);
	TRY(end_client, Client_Destroy, .client = create.client);
}

/* ---- cases */

/* In a process of its own, whose pools are empty. Returns the number of allocations of a session, or -1. */
static long first_session(long n)
{
	int ends[2];
	long count = -1;
	if (pipe(ends) != 0)
		return -1;
	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		__atomic_store_n(&allocations, 0, __ATOMIC_RELAXED);
		__atomic_store_n(&countdown, n, __ATOMIC_RELAXED);
		session();
		__atomic_store_n(&countdown, 0, __ATOMIC_RELAXED);
		count = __atomic_load_n(&allocations, __ATOMIC_RELAXED);
		if (unexpected)
			printf("# allocation %ld of a new process: %s\n", n, unexpected_text);
		exit(unexpected || write(ends[1], &count, sizeof count) != sizeof count); /* the leak checker looks now */
	}
	int status = -1;
	close(ends[1]);
	const ssize_t size = read(ends[0], &count, sizeof count);
	close(ends[0]);
	const bool ended = child > 0 && waitpid(child, &status, 0) == child && status == 0 && size == sizeof count;
	return ended ? count : -1;
}

static void each_allocation_of_a_new_process_fails(void)
{
	const long count = first_session(0);
	printf("# %ld allocations\n", count);
	CHECK_OR_RETURN(count > 150);
	for (long n = 1; n <= count; n += STEP) {
		if (first_session(n) < 0)
			check_report(__FILE__, __LINE__, "the process did not end well after allocation %ld", n);
	}
}

static void each_allocation_fails(void)
{
	session(); /* what is allocated once */
	const long before = __atomic_load_n(&allocations, __ATOMIC_RELAXED);
	session();
	const long count = __atomic_load_n(&allocations, __ATOMIC_RELAXED) - before;
	printf("# %ld allocations\n", count);
	CHECK(count > 100);
	unexpected = 0;
	for (long n = 1; n <= count + 20; n += STEP) {
		__atomic_store_n(&countdown, n, __ATOMIC_RELAXED);
		session();
		__atomic_store_n(&countdown, 0, __ATOMIC_RELAXED);
		if (unexpected > 0) {
			check_report(__FILE__, __LINE__, "allocation %ld: %s", n, unexpected_text);
			unexpected = 0;
		}
	}
	unexpected = 0;
	session();
	CHECK_INT(unexpected, 0);
}

/* A leak of a few bytes for each failure would be much for all of them, in each round. Caches of the threads grow in the first rounds. */
static void memory_does_not_grow(void)
{
	enum { ROUNDS = 6 };
	size_t before = 0;
	bool grew = true;
	for (int round = 0; round < ROUNDS && grew; round++) {
		for (long n = 1; n < 2000; n += 7) {
			__atomic_store_n(&countdown, n, __ATOMIC_RELAXED);
			session();
			__atomic_store_n(&countdown, 0, __ATOMIC_RELAXED);
		}
		const size_t used = mallinfo2().uordblks;
		printf("# %zu bytes in use\n", used);
		grew = round == 0 || used >= before + 4096;
		before = used;
	}
	unexpected = 0;
	CHECK(!grew);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(each_allocation_of_a_new_process_fails), /* before there are threads */
		CHECK_CASE(each_allocation_fails),
		CHECK_CASE(memory_does_not_grow),
	};
#ifdef MUST_SEE_ALLOCATIONS
	printf("1..0 # SKIP this sanitizer must see allocations\n");
	return (void)cases, (void)argc, (void)argv, 0;
#endif
	may_fail = true;
	return load_plugin() ? check_main(argc, argv, cases, sizeof cases / sizeof *cases) : 1;
}
