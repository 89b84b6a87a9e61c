/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs that begin with their size: one that no release has is refused; members that an older struct lacks are absent. */
#include "sizes.h"

#include <kernels/device.h>
#include <kernels/handler.h>
#include <kernels/kernels.h>
#include <kernels/math.h>
#include <kernels/process.h>
#include <kernels/program.h>
#include <kernels/watch.h>
#include <stdlib.h>

static int misuses;
static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	misuses += misuse->kind == ASYNC_MISUSE_BAD_ARGUMENT;
}

/* The call failed, and the mistake was reported once. */
static bool is_reported(bool result)
{
	const bool good = !result && misuses == 1;
	misuses = 0;
	return good;
}

/* ---- processes */

static int cancellations;
static bool exchange(void *ctx, const struct kernels_process *process, const struct kernels_exchange *asked,
	struct async_value **results)
{
	(void)ctx;
	(void)process;
	(void)asked;
	(void)results;
	return false;
}
static void cancelled(void *ctx, const struct kernels_process *process, struct async_error *error)
{
	(void)ctx;
	(void)process;
	(void)error;
	cancellations++;
}

static void processes_and_engines(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	host.queue = async_queue_create_single(NULL);
	host.allocator = counting;
	struct kernels_engine engine = { .size = sizeof engine, .exchange = exchange, .cancelled = cancelled };
	struct kernels_process process = { .replica = 1, .replicas = 2, .partitions = 1, .engine = &engine };
	struct async_request *request = async_request_create(&host, NULL);
	CHECK_OR_RETURN(request);
	SIZES_REFUSED(struct kernels_process, process.size, is_reported(kernels_process_set(request, &process)));
	SIZES_REFUSED(struct kernels_engine, engine.size, is_reported(kernels_process_set(request, &process)));
	CHECK(!kernels_process_is_set(request));
	engine.size = offsetof(struct kernels_engine, outfeed); /* smaller than the first release */
	CHECK(is_reported(kernels_process_set(request, &process)));
	engine.size = offsetof(struct kernels_engine, cancelled); /* the first release: without this member */
	process.size += 64;                                       /* a later one */
	CHECK(async_request_data(request) != NULL);
	const uint64_t blocks = async_allocator_stats(counting).total_blocks;
	CHECK(kernels_process_set(request, &process) && misuses == 0);
	/* the process, and its place in the data of the request */
	CHECK_INT(async_allocator_stats(counting).total_blocks, blocks + 2);
	CHECK_INT(kernels_process_of(request)->replica, 1);
	CHECK_INT(kernels_process_of(request)->size, sizeof process);
	CHECK(!kernels_engine_has_parts(&engine));
	async_request_cancel(request);
	CHECK_INT(cancellations, 0);
	async_request_release(request);
	async_queue_destroy(host.queue);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_allocator_destroy(counting);
}

static void jobs(void)
{
	static struct kernels_job job = { .name = "test" };
	SIZES_REFUSED(struct kernels_job, job.size, is_reported(kernels_job_add(&job)));
	CHECK(!kernels_job_of_program());
	job.size = offsetof(struct kernels_job, set_deadline); /* the first release */
	CHECK(kernels_job_add(&job) && kernels_job_of_program() == &job);
	CHECK(!kernels_job_has_deadline(&job));
	kernels_job_remove(&job);
}

/* ---- what packs bring */

static bool decline(const struct kernels_sgemm *p)
{
	(void)p;
	return false;
}
static bool decline_gemm(const struct kernels_gemm *p)
{
	(void)p;
	abort(); /* an older library has no such member */
}

static void math_libraries(void)
{
	static struct kernels_math math = { .name = "sized", .sgemm = decline, .gemm = decline_gemm };
	SIZES_REFUSED(struct kernels_math, math.size, kernels_math_add(&math) == KERNELS_E_ARG);
	CHECK(!kernels_math_at(0));
	math.size = offsetof(struct kernels_math, gemm); /* the first release */
	CHECK_INT(kernels_math_add(&math), KERNELS_OK);
	CHECK(!kernels_math_has_gemm(&math) && !kernels_math_has_lapack(&math));
}

static void device_drivers(void)
{
	static struct kernels_device_driver driver = { .name = "sized", .platform = 77, .structs = KERNELS_DEVICE_STRUCTS };
	struct kernels_device_launch launch = { .dimensions = 1 };
	struct kernels_device_code code = { .kind = KERNELS_DEVICE_SOURCE_AUTO };
	struct kernels_device_error error;
	SIZES_REFUSED(struct kernels_device_driver, driver.size, kernels_device_driver_add(&driver) == KERNELS_E_ARG);
	SIZES_REFUSED(struct kernels_device_launch, launch.size, !kernels_device_launch_has_size(&launch, &error));
	CHECK_INT(error.code, ASYNC_CODE_INVALID_ARGUMENT);
	CHECK(strstr(error.text, "kernels_device_launch") != NULL && kernels_device_launch_has_size(&launch, &error));
	SIZES_REFUSED(struct kernels_device_code, code.size, !kernels_device_code_has_size(&code, &error));
	CHECK(strstr(error.text, "kernels_device_code") != NULL && kernels_device_code_has_size(&code, &error));
	launch.size = offsetof(struct kernels_device_launch, compiled);
	CHECK(kernels_device_launch_has_size(&launch, &error));
}

static void packs(void)
{
	static struct kernels_pack pack = { .abi = KERNELS_PACK_ABI, .sanitizer = KERNELS_SANITIZER, .name = "sized" };
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	CHECK_OR_RETURN(registry);
	SIZES_REFUSED(struct kernels_pack, pack.size, kernels_registry_add(registry, &pack, NULL) == KERNELS_E_CORRUPT);
	pack.size = 0;
	CHECK_INT(kernels_registry_add(registry, &pack, &diag), KERNELS_E_CORRUPT);
	CHECK(strstr(diag.message, "pack sized: its size is not set, expected sizeof(struct kernels_pack)") != NULL);
	pack.size = offsetof(struct kernels_pack, finish); /* the first release */
	CHECK_INT(kernels_registry_add(registry, &pack, NULL), KERNELS_OK);
	kernels_registry_destroy(registry);
}

/* ---- what executors bring */

static int begun, ended;
static void begin(const struct kernels_watch *self, struct kernels_work *work)
{
	(void)self;
	(void)work;
	begun++;
}
static void end(const struct kernels_watch *self, struct kernels_work *work)
{
	(void)self;
	(void)work;
	ended++;
}

static void watch_once(const struct kernels_site *site)
{
	struct kernels_work work;
	kernels_work_begin(&work, site);
	kernels_work_end(&work);
}

static void watches(void)
{
	struct kernels_watch watch = { .begin = begin, .end = end };
	const struct kernels_site site = { .watch = &watch };
	SIZES_REFUSED(struct kernels_watch, watch.size, (watch_once(&site), is_reported(false)));
	CHECK(begun == 0 && ended == 0);
	watch_once(&site);
	CHECK(begun == 1 && ended == 1 && misuses == 0);
}

static int executions;
static void execute(const struct kernels_function *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self;
	(void)request;
	(void)arguments;
	(void)results;
	executions++;
}
static void execute_taking(const struct kernels_function *self, struct async_request *request,
	struct async_value *const *arguments, struct async_value **results)
{
	execute(self, request, arguments, results);
	abort(); /* the vtable does not have it */
}
static const struct kernels_program *compile(const struct kernels_program *self, const char *text, size_t text_size,
	const char *file_name, char *message, size_t message_size)
{
	(void)text;
	(void)text_size;
	(void)file_name;
	(void)message;
	(void)message_size;
	return self;
}

/* Their sizes only tell which optional members there are: without size, none. */
static void optional_members_are_absent(void)
{
	const struct kernels_program program = { .size = 0, .compile = compile };
	const struct kernels_function_vtable vtable = { .size = 0, .execute = execute, .execute_taking = execute_taking };
	const struct kernels_function function = { .vtable = &vtable };
	CHECK(!kernels_program_compiles(&program));
	kernels_function_execute_taking(&function, NULL, NULL, NULL);
	CHECK_INT(executions, 1);
}

/* ---- eager operations */

static bool execute_op(const struct kernels_handler *self, const struct kernels_handler_call *call)
{
	(void)self;
	call->results[0] = async_value_retain(async_chain());
	return true;
}

static bool executes(const struct kernels_handler *handler, struct async_request *request)
{
	struct async_value *result;
	kernels_handler_execute(handler, "op", request, NULL, 0, NULL, &result, 1);
	bool good = !async_value_is_error(result);
	async_value_release(result);
	return good;
}

static void handlers(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = async_allocator_system();
	struct async_request *request = async_request_create(&host, NULL);
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct kernels_handler handler = { sizeof handler, "cpu", execute_op, NULL };
	struct kernels_choice choice = { sizeof choice, "op", NULL, "k", NULL };
	struct kernels_choices *choices;
	CHECK(executes(&handler, request));
	SIZES_REFUSED(struct kernels_handler, handler.size, is_reported(executes(&handler, request)));
	SIZES_REFUSED(struct kernels_choice, choice.size,
		kernels_choices_create(registry, NULL, "cpu", &choice, 1, NULL, &choices, NULL) == KERNELS_E_ARG);
	kernels_registry_destroy(registry);
	async_request_release(request);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(processes_and_engines), CHECK_CASE(jobs), CHECK_CASE(math_libraries),
		CHECK_CASE(device_drivers), CHECK_CASE(packs), CHECK_CASE(watches), CHECK_CASE(handlers), CHECK_CASE(optional_members_are_absent) };
	async_set_misuse_handler(note_misuse, NULL);
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
