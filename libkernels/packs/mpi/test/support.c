/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests, values, and checks of mpi_test. */
#include "mpi_test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SLOWER 10 /* several times the instructions, and threads that wait for each other more often */
#else
#define SLOWER 1
#endif

struct async_queue *queue;
struct async_host host = ASYNC_HOST_INIT;
const struct kernels_job *job;
uint32_t rank, count;
int failures;

void fail(int line, const char *what, const char *found)
{
	printf("rank %u: line %d: %s %s\n", rank, line, what, found);
	failures++;
}

double seconds(clockid_t id)
{
	struct timespec now;
	clock_gettime(id, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* With many more programs than processors the ranks themselves wait for seconds. */
bool in_time(double started, double most)
{
	double load = 0;
	const bool busy = getloadavg(&load, 1) == 1 && load > 6 * (double)sysconf(_SC_NPROCESSORS_ONLN);
	return seconds(CLOCK_MONOTONIC) - started < most * (busy ? 5 : 1) * SLOWER;
}

void pause_ms(long ms) { nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL); }

/* ---- requests and values */


struct scope begin(void)
{
	struct kernels_process process;
	char message[200];
	if (!job->join(0, 0, &process, message, sizeof message)) {
		printf("rank %u: %s\n", rank, message);
		exit(1);
	}
	struct scope scope = { async_request_create(&host, NULL), NULL };
	CHECK(kernels_process_set(scope.request, &process));
	scope.process = kernels_process_of(scope.request);
	return scope;
}

void end(struct scope scope)
{
	async_queue_quiesce(queue);
	async_request_release(scope.request);
}

struct async_value *tensor(enum kernels_dtype dtype, int64_t elements, int64_t seed)
{
	struct kernels_tensor tensor;
	const struct kernels_shape shape = { 1, { elements } };
	if (!kernels_tensor_init(&tensor, async_allocator_system(), dtype, &shape))
		abort();
	unsigned char *bytes = kernels_tensor_data(&tensor);
	const size_t size = (size_t)elements * kernels_dtype_size(dtype);
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)((int64_t)i * 7 + seed * 31);
	return async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
}

bool equal(struct async_value *value, enum kernels_dtype dtype, int64_t elements, int64_t seed)
{
	if (async_value_is_error(value)) {
		fail(__LINE__, "an error:", async_error_message(async_value_error(value)));
		return false;
	}
	const struct kernels_tensor *found = async_value_payload(value);
	struct async_value *expected = tensor(dtype, elements, seed);
	const struct kernels_tensor *wanted = async_value_payload(expected);
	const size_t size = (size_t)elements * kernels_dtype_size(dtype);
	const bool good = found->dtype == dtype && kernels_shape_equal(&found->shape, &wanted->shape) &&
			  (size == 0 || memcmp(kernels_tensor_bytes(found), kernels_tensor_bytes(wanted), size) == 0);
	async_value_release(expected);
	return good;
}

struct kernels_exchange of_all(int64_t channel, struct async_value **inputs, uint32_t input_count)
{
	static uint32_t members[64];
	for (uint32_t i = 0; i < count; i++)
		members[i] = i;
	return (struct kernels_exchange){ .kind = 1, .channel = channel, .members = members, .member_count = count, .self = rank,
		.inputs = inputs, .input_count = input_count, .fingerprint = 42, .name = "all_gather", .queue = queue };
}

void exchange(struct scope scope, const struct kernels_exchange *exchange, struct async_value **results)
{
	CHECK(scope.process->engine->exchange(scope.process->engine_ctx, scope.process, exchange, results));
}

void await(struct async_value **values, size_t number) { async_queue_await(queue, values, number); }

void release(struct async_value **values, size_t number)
{
	for (size_t i = 0; i < number; i++)
		async_value_release(values[i]);
}

/* The value is an error with this text. */
void check_error(struct async_value *value, enum async_code code, const char *text, int line)
{
	if (!async_value_is_error(value))
		fail(line, "no error, expected:", text);
	else if (!strstr(async_error_message(async_value_error(value)), text) || async_error_code(async_value_error(value)) != code)
		fail(line, text, async_error_message(async_value_error(value)));
}

void transfer(struct scope scope, bool send, int64_t peer, int64_t elements, int64_t seed, struct async_value **result)
{
	struct async_value *input = send ? tensor(KERNELS_F32, elements, seed) : NULL;
	const struct kernels_transfer transfer = { .channel = 3, .peer = peer, .inputs = &input, .count = 1, .queue = queue };
	if (send) {
		CHECK(scope.process->engine->send(scope.process->engine_ctx, scope.process, &transfer));
		async_value_release(input);
	} else {
		CHECK(scope.process->engine->receive(scope.process->engine_ctx, scope.process, &transfer, result));
	}
}
