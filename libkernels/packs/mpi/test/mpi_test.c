/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_test PACK CASES: the engine of pack mpi, in each program that mpirun starts. CASES: "all", "bench", or "die POINT RANK", in which
 * a rank kills itself. A rank prints what fails; the exit code is 1 then, and 3 after a rank was lost. mpi_test library: prints which MPI
 * this is. */
#include <async/async.h>
#include <kernels/kernels.h>
#include <kernels/load.h>
#include <kernels/process.h>
#include <kernels/tensor.h>
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct async_queue *queue;
static struct async_host host = ASYNC_HOST_INIT;
static const struct kernels_job *job;
static uint32_t rank, count;
static int failures;

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition, ""))
static void fail(int line, const char *what, const char *found)
{
	printf("rank %u: line %d: %s %s\n", rank, line, what, found);
	failures++;
}

static double seconds(clockid_t id)
{
	struct timespec now;
	clock_gettime(id, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void pause_ms(long ms) { nanosleep(&(struct timespec){ ms / 1000, ms % 1000 * 1000000 }, NULL); }

/* ---- requests and values */

struct scope {
	struct async_request *request;
	const struct kernels_process *process;
};

static struct scope begin(void)
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

static void end(struct scope scope)
{
	async_queue_quiesce(queue);
	async_request_release(scope.request);
}

static struct async_value *tensor(enum kernels_dtype dtype, int64_t elements, int64_t seed)
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

static bool equal(struct async_value *value, enum kernels_dtype dtype, int64_t elements, int64_t seed)
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

static struct kernels_exchange of_all(int64_t channel, struct async_value **inputs, uint32_t input_count)
{
	static uint32_t members[64];
	for (uint32_t i = 0; i < count; i++)
		members[i] = i;
	return (struct kernels_exchange){ .kind = 1, .channel = channel, .members = members, .member_count = count, .self = rank,
		.inputs = inputs, .input_count = input_count, .fingerprint = 42, .name = "all_gather", .queue = queue };
}

static void exchange(struct scope scope, const struct kernels_exchange *exchange, struct async_value **results)
{
	CHECK(scope.process->engine->exchange(scope.process->engine_ctx, scope.process, exchange, results));
}

static void await(struct async_value **values, size_t number) { async_queue_await(queue, values, number); }

static void release(struct async_value **values, size_t number)
{
	for (size_t i = 0; i < number; i++)
		async_value_release(values[i]);
}

/* The value is an error with this text. */
static void check_error(struct async_value *value, enum async_code code, const char *text, int line)
{
	if (!async_value_is_error(value))
		fail(line, "no error, expected:", text);
	else if (!strstr(async_error_message(async_value_error(value)), text) || async_error_code(async_value_error(value)) != code)
		fail(line, text, async_error_message(async_value_error(value)));
}

/* ---- cases */

static void values_of_all_types_and_sizes(void)
{
	static const enum kernels_dtype types[] = { KERNELS_I1, KERNELS_I8, KERNELS_UI16, KERNELS_F16, KERNELS_BF16, KERNELS_F8E4M3FN,
		KERNELS_F32, KERNELS_I64, KERNELS_F64, KERNELS_COMPLEX128 };
	static const int64_t sizes[] = { 0, 1, 3, 100, 1000, 5000, 300000 };
	struct scope scope = begin();
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
			struct async_value *inputs[2] = { tensor(types[t], sizes[s], rank), tensor(types[t], 2, rank + 9) };
			struct async_value *results[2 * 64];
			const struct kernels_exchange all = of_all((int64_t)s, inputs, 2);
			exchange(scope, &all, results);
			await(results, 2 * (size_t)count);
			for (uint32_t m = 0; m < count; m++) {
				CHECK(equal(results[2 * m], types[t], sizes[s], m));
				CHECK(equal(results[2 * m + 1], types[t], 2, m + 9));
			}
			release(results, 2 * (size_t)count);
			release(inputs, 2);
		}
	end(scope);
}

enum { MANY = 100 };

/* Types of many values need several fragments. */
static void many_values(void)
{
	struct scope scope = begin();
	struct async_value *inputs[MANY], **results = calloc(MANY * (size_t)count, sizeof *results);
	for (uint32_t i = 0; i < MANY; i++)
		inputs[i] = tensor(KERNELS_F32, 1 + i % 7, rank + i);
	const struct kernels_exchange all = of_all(1, inputs, MANY);
	exchange(scope, &all, results);
	await(results, MANY * (size_t)count);
	for (uint32_t m = 0; m < count; m++)
		for (uint32_t i = 0; i < MANY; i++)
			CHECK(equal(results[m * MANY + i], KERNELS_F32, 1 + i % 7, m + i));
	release(results, MANY * (size_t)count);
	release(inputs, MANY);
	free(results);
	end(scope);
}

/* Operations of two channels and of overlapping groups, all started before the first is awaited; two requests at once. */
static void many_at_a_time(void)
{
	struct scope scopes[2] = { begin(), begin() };
	struct async_value *results[2][MANY][64];
	uint32_t pair[2] = { rank / 2 * 2, rank / 2 * 2 + 1 };
	for (int64_t i = 0; i < MANY; i++)
		for (int s = 0; s < 2; s++) {
			struct async_value *input = tensor(KERNELS_I32, i % 3 == 0 ? 3000 : 5, rank + i + s);
			struct kernels_exchange part = of_all(i % 2, &input, 1);
			if (i % 5 == 0 && pair[1] < count) {
				part.members = pair;
				part.member_count = 2;
				part.self = rank % 2;
			} else if (i % 5 == 0) {
				part.members = &rank;
				part.member_count = 1;
				part.self = 0;
			}
			exchange(scopes[s], &part, results[s][i]);
			async_value_release(input);
		}
	for (int64_t i = 0; i < MANY; i++)
		for (int s = 0; s < 2; s++) {
			const bool grouped = i % 5 == 0;
			const uint32_t number = !grouped ? count : pair[1] < count ? 2 : 1;
			await(results[s][i], number);
			for (uint32_t m = 0; m < number; m++)
				CHECK(equal(results[s][i][m], KERNELS_I32, i % 3 == 0 ? 3000 : 5,
					(!grouped ? m : pair[1] < count ? pair[m] : rank) + i + s));
			release(results[s][i], number);
		}
	end(scopes[1]);
	end(scopes[0]);
}

static void transfer(struct scope scope, bool send, int64_t peer, int64_t elements, int64_t seed, struct async_value **result)
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

static void ring_of_transfers(void)
{
	struct scope scope = begin();
	for (int64_t i = 0; i < 20; i++) {
		struct async_value *result;
		const int64_t elements = i % 2 ? 10 : 100000;
		transfer(scope, true, (rank + 1) % count, elements, rank + i, NULL);
		transfer(scope, false, i % 4 == 0 && count > 1 ? -1 : (int64_t)((rank + count - 1) % count), 0, 0, &result);
		await(&result, 1);
		CHECK(equal(result, KERNELS_F32, elements, (rank + count - 1) % count + i));
		async_value_release(result);
	}
	end(scope);
}

/* An input that is an error reaches all members; operations before and after it are good. */
static void errors_name_their_rank(void)
{
	struct scope scope = begin();
	struct async_value *results[3][64];
	for (int64_t i = 0; i < 3; i++) {
		struct async_value *input = i == 1 && rank == 1
						    ? async_value_create_error(async_allocator_system(),
							      async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no such row"))
						    : tensor(KERNELS_F32, 4, rank + i);
		const struct kernels_exchange all = of_all(0, &input, 1);
		exchange(scope, &all, results[i]);
		async_value_release(input);
	}
	for (int64_t i = 0; i < 3; i++) {
		await(results[i], count);
		for (uint32_t m = 0; m < count; m++)
			if (i == 1 && m == 1)
				check_error(results[i][m], ASYNC_CODE_OUT_OF_RANGE, "rank 1: no such row", __LINE__);
			else
				CHECK(equal(results[i][m], KERNELS_F32, 4, m + i));
		release(results[i], count);
	}
	end(scope);
}

/* The last rank has another operation: both sides are told within a second, and the next operation is good. */
static void different_operations_are_errors(void)
{
	struct scope scope = begin();
	const double started = seconds(CLOCK_MONOTONIC);
	struct async_value *results[64], *input = tensor(KERNELS_F32, 3000, rank);
	struct kernels_exchange all = of_all(0, &input, 1);
	const bool differs = rank == count - 1;
	if (differs) {
		all.name = "all_reduce";
		all.fingerprint = 43;
	}
	exchange(scope, &all, results);
	await(results, count);
	CHECK(seconds(CLOCK_MONOTONIC) - started < 1);
	for (uint32_t m = 0; m < count; m++)
		if (m != rank && (differs || m == count - 1))
			check_error(results[m], ASYNC_CODE_FAILED_PRECONDITION,
				differs ? "takes part with all_gather where this one" : "takes part with all_reduce where this one", __LINE__);
		else
			CHECK(equal(results[m], KERNELS_F32, 3000, m));
	release(results, count);
	all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	await(results, count);
	for (uint32_t m = 0; m < count; m++)
		CHECK(equal(results[m], KERNELS_F32, 3000, m));
	release(results, count);
	async_value_release(input);
	end(scope);
}

static void cancelled_and_ended_requests_are_errors(void)
{
	for (int cancels = 0; cancels < 2; cancels++) {
		struct scope scope = begin();
		struct async_value *results[64], *input = tensor(KERNELS_F32, 3, rank);
		const double started = seconds(CLOCK_MONOTONIC);
		if (rank == 0 && cancels)
			async_request_cancel(scope.request);
		if (rank != 0) {
			const struct kernels_exchange all = of_all(0, &input, 1);
			exchange(scope, &all, results);
			await(results, count);
			check_error(results[0], cancels ? ASYNC_CODE_CANCELLED : ASYNC_CODE_ABORTED,
				cancels ? "rank 0 was cancelled" : "rank 0 has ended without taking part", __LINE__);
			CHECK(seconds(CLOCK_MONOTONIC) - started < 1);
			release(results, count);
		}
		async_value_release(input);
		end(scope);
	}
}

/* A rank that waits for another one sleeps. */
static void waiting_takes_little_time(void)
{
	struct scope scope = begin();
	struct async_value *results[64], *input = tensor(KERNELS_F32, 3, rank);
	if (rank == 0)
		pause_ms(1000);
	const double processor = seconds(CLOCK_PROCESS_CPUTIME_ID), started = seconds(CLOCK_MONOTONIC);
	const struct kernels_exchange all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	await(results, count);
	const double used = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor, waited = seconds(CLOCK_MONOTONIC) - started;
	CHECK(rank == 0 || waited > 0.5);
	CHECK(rank == 0 || used < 0.1 * waited);
	if (rank == 1)
		printf("waited %.2f s with %.4f s of processor time\n", waited, used);
	release(results, count);
	async_value_release(input);
	end(scope);
}

/* ---- scatter and reduce */

static struct kernels_exchange scatter_of(struct async_value **inputs)
{
	struct kernels_exchange all = of_all(5, inputs, 1);
	all.name = "all_to_all";
	return all;
}

static void scatter(struct scope scope, struct async_value **inputs, struct async_value **results)
{
	const struct kernels_exchange all = scatter_of(inputs);
	CHECK(scope.process->engine->scatter(scope.process->engine_ctx, scope.process, &all, results));
	await(results, count);
}

static bool is_empty(struct async_value *value)
{
	return !async_value_is_error(value) && kernels_tensor_elements(async_value_payload(value)) == 0;
}

/* Values for all members; for the next one only; for none. */
static void values_for_each_member(void)
{
	static const int64_t sizes[] = { 0, 3, 1000, 100000 };
	struct scope scope = begin();
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
		struct async_value *inputs[64], *results[64], *one[64] = { NULL }, *none[64] = { NULL };
		for (uint32_t m = 0; m < count; m++)
			inputs[m] = tensor(KERNELS_I16, sizes[s], rank * 10 + m);
		scatter(scope, inputs, results);
		for (uint32_t m = 0; m < count; m++)
			CHECK(equal(results[m], KERNELS_I16, sizes[s], m * 10 + rank));
		release(results, count);
		one[(rank + 1) % count] = inputs[(rank + 1) % count];
		scatter(scope, one, results);
		for (uint32_t m = 0; m < count; m++)
			CHECK((m + 1) % count == rank ? equal(results[m], KERNELS_I16, sizes[s], m * 10 + rank) : is_empty(results[m]));
		release(results, count);
		scatter(scope, rank == 1 ? inputs : none, results);
		for (uint32_t m = 0; m < count; m++)
			CHECK(m == 1 ? equal(results[m], KERNELS_I16, sizes[s], 10 + rank) : is_empty(results[m]));
		release(results, count);
		release(inputs, count);
	}
	end(scope);
}

/* A combination whose result depends on the order. `released`: calls of release(). */
struct combination {
	int released;
	bool fails;
};

static struct async_error *combine(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements)
{
	const struct combination *combination = ctx;
	float *to = out;
	for (size_t i = 0; i < elements; i++) {
		float value = ((const float *)parts[0])[i];
		for (uint32_t m = 1; m < count; m++)
			value = value * 0.75f - ((const float *)parts[m])[i] * (float)(input + 1);
		to[i] = value;
	}
	return combination->fails ? async_error_make(ASYNC_CODE_DATA_LOSS, "no such combination") : NULL;
}
/* In any thread of the queue; async_queue_quiesce() orders reads behind it. */
static void released(void *ctx) { __atomic_fetch_add(&((struct combination *)ctx)->released, 1, __ATOMIC_RELAXED); }

static float element(uint32_t member, uint32_t input, int64_t index)
{
	return (float)((index * 37 + member * 11 + input * 5) % 1009) / 7;
}

static struct async_value *floats(uint32_t input, int64_t elements)
{
	struct kernels_tensor tensor;
	const struct kernels_shape shape = { 2, { elements, 1 } };
	if (!kernels_tensor_init(&tensor, async_allocator_system(), KERNELS_F32, &shape))
		abort();
	for (int64_t i = 0; i < elements; i++)
		((float *)kernels_tensor_data(&tensor))[i] = element(rank, input, i);
	return async_value_create_available(async_allocator_system(), kernels_tensor_types()->tensor, &tensor);
}

static void start_reduce(struct scope scope, struct async_value **inputs, int64_t source, int64_t target, bool differs,
	struct combination *combination, struct async_value **results)
{
	struct kernels_reduction reduction = { .exchange = of_all(6, inputs, 2), .source = source, .target = target,
		.combine = combine, .release = released, .ctx = combination };
	reduction.exchange.name = differs ? "reduce_scatter" : "all_reduce";
	reduction.exchange.fingerprint += differs ? 1 : 0;
	CHECK(scope.process->engine->reduce(scope.process->engine_ctx, scope.process, &reduction, results));
}

static void check_reduced(struct async_value *value, uint32_t input, int64_t elements, int64_t source, int64_t target)
{
	if (async_value_is_error(value)) {
		fail(__LINE__, "an error:", async_error_message(async_value_error(value)));
		return;
	}
	const struct kernels_tensor *tensor = async_value_payload(value);
	if (target >= 0 && target != (int64_t)rank && source != (int64_t)rank) {
		CHECK(kernels_tensor_elements(tensor) == 0);
		return;
	}
	CHECK(tensor->shape.rank == 2 && tensor->shape.dims[0] == elements && tensor->dtype == KERNELS_F32);
	int wrong = 0;
	for (int64_t i = 0; i < elements; i++) {
		float parts[64], expected;
		const void *pointers[64] = { NULL };
		for (uint32_t m = 0; m < count; m++) {
			parts[m] = element(m, input, i);
			pointers[m] = &parts[m];
		}
		if (source >= 0)
			expected = parts[source];
		else
			combine(&(struct combination){ 0 }, input, pointers, &expected, 1);
		wrong += memcmp(&expected, (const float *)kernels_tensor_bytes(tensor) + i, sizeof expected) != 0;
	}
	CHECK(wrong == 0);
}

/* All members; a source; a target. Several operations at a time. */
static void reductions_by_parts(void)
{
	static const int64_t sizes[] = { 0, 1, 64, 65, 1000, 30000 };
	enum { SIZES = sizeof sizes / sizeof *sizes };
	struct scope scope = begin();
	for (int way = 0; way < 4; way++) {
		const int64_t source = way == 1 ? 1 : -1, target = way == 2 ? 0 : way == 3 ? (int64_t)count - 1 : -1;
		struct combination combination = { 0, false };
		struct async_value *inputs[SIZES][2], *results[SIZES][2];
		for (int s = 0; s < SIZES; s++) {
			for (uint32_t i = 0; i < 2; i++)
				inputs[s][i] = floats(i, sizes[(s + (int)i) % SIZES]);
			start_reduce(scope, inputs[s], source, target, false, &combination, results[s]);
		}
		for (int s = 0; s < SIZES; s++) {
			await(results[s], 2);
			for (uint32_t i = 0; i < 2; i++)
				check_reduced(results[s][i], i, sizes[(s + (int)i) % SIZES], source, target);
			release(results[s], 2);
			release(inputs[s], 2);
		}
		async_queue_quiesce(queue);
		CHECK(__atomic_load_n(&combination.released, __ATOMIC_RELAXED) == SIZES);
	}
	end(scope);
}

/* 0: an input is an error, 1: the combination fails at one rank, 2: one rank has another operation. Then all is good again. */
static void reductions_that_fail(void)
{
	struct scope scope = begin();
	for (int way = 0; way < 4; way++) {
		struct combination combination = { 0, way == 1 && rank == 1 };
		struct async_value *inputs[2] = { floats(0, 3000), floats(1, 70) }, *results[2];
		if (way == 0 && rank == 1) {
			async_value_release(inputs[1]);
			inputs[1] = async_value_create_error(
				async_allocator_system(), async_error_make(ASYNC_CODE_OUT_OF_RANGE, "no such row"));
		}
		const bool differs = way == 2 && rank == 1;
		start_reduce(scope, inputs, -1, -1, differs, &combination, results);
		await(results, 2);
		for (uint32_t i = 0; i < 2; i++)
			if (way == 0)
				check_error(results[i], ASYNC_CODE_OUT_OF_RANGE, "rank 1: no such row", __LINE__);
			else if (way == 1)
				check_error(results[i], ASYNC_CODE_DATA_LOSS, rank == 1 ? "no such combination" : "rank 1: no such combination",
					__LINE__);
			else if (way == 2)
				check_error(results[i], ASYNC_CODE_FAILED_PRECONDITION, "takes part with", __LINE__);
			else
				check_reduced(results[i], i, i ? 70 : 3000, -1, -1);
		release(results, 2);
		release(inputs, 2);
		async_queue_quiesce(queue);
		CHECK(__atomic_load_n(&combination.released, __ATOMIC_RELAXED) == 1);
	}
	end(scope);
}

/* A request that is cancelled in a reduction: the others are told, and it releases what it was given. */
static void cancelled_reductions(void)
{
	struct scope scope = begin();
	struct combination combination = { 0, false };
	struct async_value *inputs[2] = { floats(0, 300000), floats(1, 70) }, *results[2];
	start_reduce(scope, inputs, -1, -1, false, &combination, results);
	if (rank == 0)
		async_request_cancel(scope.request);
	await(results, 2); /* the others may have had all by then */
	CHECK(rank != 0 || async_value_is_error(results[0]));
	if (rank != 0 && async_value_is_error(results[0]))
		check_error(results[0], ASYNC_CODE_CANCELLED, "rank 0 was cancelled", __LINE__);
	release(results, 2);
	release(inputs, 2);
	end(scope);
	CHECK(__atomic_load_n(&combination.released, __ATOMIC_RELAXED) == 1);
}

/* ---- a rank that is lost */

enum { LARGE = 3000000 };

static void one_exchange(struct scope scope, int64_t elements, struct async_value **results)
{
	struct async_value *input = tensor(KERNELS_F32, elements, rank);
	const struct kernels_exchange all = of_all(0, &input, 1);
	exchange(scope, &all, results);
	async_value_release(input);
}

/* The next rank has sent large contents to ranks that do not receive them, and looks after all others have left. */
static void survivor_is_late(struct scope scope, uint32_t victim)
{
	struct async_value *results[64], *input = tensor(KERNELS_F32, LARGE, rank);
	if (rank == (victim + 1) % count) {
		const struct kernels_exchange all = of_all(7, &input, 1);
		exchange(scope, &all, results);
		pause_ms(1500);
		await(results, count);
		CHECK(async_value_is_error(results[victim]));
		release(results, count);
	} else {
		pause_ms(100);
		if (rank == victim)
			raise(SIGKILL);
		one_exchange(scope, 10, results);
		await(results, count);
		check_error(results[victim], ASYNC_CODE_UNAVAILABLE, "was lost", __LINE__);
		release(results, count);
	}
	async_value_release(input);
	end(scope);
}

static void *kill_soon(void *ctx)
{
	(void)ctx;
	pause_ms(300);
	raise(SIGKILL);
	return NULL;
}

/* The victim has left all sessions, and waits for the others. */
static void killed_while_leaving(struct scope scope, uint32_t victim)
{
	pthread_t thread;
	struct async_value *results[64];
	end(scope);
	if (rank == victim) {
		CHECK(pthread_create(&thread, NULL, kill_soon, NULL) == 0);
		return;
	}
	pause_ms(100);
	scope = begin();
	one_exchange(scope, 10, results); /* learns that the victim leaves */
	await(results, count);
	CHECK(async_value_is_error(results[victim]));
	release(results, count);
	end(scope);
	pause_ms(800);
}

/* POINT: 0 before an operation, 1 in one (its message is sent, its large contents are not), 2 after one, 3 between two requests, 4 after
 * a random time in a loop of operations, 5 while others wait for a late one, 6 while it leaves the job, 7 while the job starts. */
static void die(int point, uint32_t victim)
{
	if (point == 7 && rank == victim) {
		MPI_Init(NULL, NULL);
		raise(SIGKILL);
	}
	struct scope scope = begin();
	struct async_value *results[64];
	double since = 0;
	one_exchange(scope, 10, results);
	await(results, count);
	release(results, count);
	if (point == 5 || point == 6) {
		(point == 5 ? survivor_is_late : killed_while_leaving)(scope, victim);
		return;
	}
	if (point == 3) {
		end(scope);
		scope = begin();
	}
	if (rank == victim && point == 1) {
		one_exchange(scope, LARGE, results);
		raise(SIGKILL);
	}
	if (rank == victim && point != 2 && point != 4) {
		pause_ms(20);
		raise(SIGKILL);
	}
	const double until = seconds(CLOCK_MONOTONIC), chance = until * 1e4;
	for (int i = 0; since == 0 && i < 1000000; i++) {
		const double started = seconds(CLOCK_MONOTONIC);
		if (rank == victim && i > 0 && (point == 2 || started > until + 0.3 * (chance - (double)(long)chance)))
			raise(SIGKILL);
		one_exchange(scope, point == 1 ? LARGE : i % 7 == 0 ? 5000 : 10, results);
		await(results, count);
		bool any = false;
		for (uint32_t m = 0; m < count; m++)
			any = any || async_value_is_error(results[m]);
		if (any) {
			char text[40];
			snprintf(text, sizeof text, "rank %u was lost", victim);
			check_error(results[victim], ASYNC_CODE_UNAVAILABLE, text, __LINE__);
			since = started;
		}
		release(results, count);
	}
	/* a busy machine takes its time; the figures are in bench/RESULTS.md */
	CHECK(since > 0 && seconds(CLOCK_MONOTONIC) - since < 5);
	printf("rank %u: told after %.3f s\n", rank, seconds(CLOCK_MONOTONIC) - since);
	/* what needs no lost rank goes on */
	struct async_value *input = tensor(KERNELS_F32, 5, rank);
	uint32_t others[64], number = 0, self = 0;
	for (uint32_t i = 0; i < count; i++)
		if (i != victim) {
			self = i == rank ? number : self;
			others[number++] = i;
		}
	struct kernels_exchange rest = of_all(9, &input, 1);
	rest.members = others;
	rest.member_count = number;
	rest.self = self;
	exchange(scope, &rest, results);
	await(results, number);
	for (uint32_t m = 0; m < number; m++)
		CHECK(equal(results[m], KERNELS_F32, 5, others[m]));
	release(results, number);
	async_value_release(input);
	end(scope);
}

/* ---- figures: the engine and MPI itself in one run */

static int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

enum { ROUNDS = 40 };

static struct async_error *add(void *ctx, uint32_t input, const void *const *parts, void *out, size_t elements)
{
	(void)ctx;
	(void)input;
	for (size_t i = 0; i < elements; i++)
		((float *)out)[i] = ((const float *)parts[0])[i] + ((const float *)parts[1])[i];
	for (uint32_t m = 2; m < count; m++)
		for (size_t i = 0; i < elements; i++)
			((float *)out)[i] += ((const float *)parts[m])[i];
	return NULL;
}

static void chain_by_parts(struct scope scope, int64_t elements, int steps)
{
	struct combination combination = { 0, false };
	struct async_value *value = tensor(KERNELS_F32, elements, 1);
	for (int i = 0; i < steps; i++) {
		struct async_value *result;
		const struct kernels_reduction reduction = { .exchange = of_all(0, &value, 1), .source = -1, .target = -1,
			.combine = add, .release = released, .ctx = &combination };
		CHECK(scope.process->engine->reduce(scope.process->engine_ctx, scope.process, &reduction, &result));
		await(&result, 1);
		async_value_release(value);
		value = result;
	}
	async_value_release(value);
}

static void chain_of_engine(struct scope scope, int64_t elements, int steps)
{
	struct async_value *value = tensor(KERNELS_F32, elements, 1);
	for (int i = 0; i < steps; i++) {
		struct async_value *results[64];
		const struct kernels_exchange all = of_all(0, &value, 1);
		exchange(scope, &all, results);
		await(results, count);
		struct kernels_tensor sum;
		const struct kernels_shape shape = { 1, { elements } };
		if (!kernels_tensor_init(&sum, async_allocator_pooled(), KERNELS_F32, &shape))
			abort();
		float *to = kernels_tensor_data(&sum);
		const void *parts[64];
		for (uint32_t m = 0; m < count; m++)
			parts[m] = kernels_tensor_bytes(async_value_payload(results[m]));
		(void)add(NULL, 0, parts, to, (size_t)elements);
		async_value_release(value);
		value = async_value_create_available(async_allocator_pooled(), kernels_tensor_types()->tensor, &sum);
		release(results, count);
	}
	async_value_release(value);
}

static void chain_of_mpi(MPI_Comm comm, int elements, int steps)
{
	float *a = calloc((size_t)elements, sizeof *a), *b = calloc((size_t)elements, sizeof *b);
	for (int i = 0; i < steps; i++) {
		MPI_Request request;
		int done = 0;
		MPI_Iallreduce(a, b, elements, MPI_FLOAT, MPI_SUM, comm, &request);
		while (!done)
			MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		float *swap = a;
		a = b;
		b = swap;
	}
	free(a);
	free(b);
}

static void ring_of_engine(struct scope scope, int64_t elements, int steps)
{
	for (int i = 0; i < steps; i++) {
		struct async_value *result;
		if (rank == 0)
			transfer(scope, true, 1, elements, 0, NULL);
		transfer(scope, false, (rank + count - 1) % count, 0, 0, &result);
		await(&result, 1);
		if (rank != 0) {
			const struct kernels_transfer next = { .channel = 3, .peer = (rank + 1) % count, .inputs = &result, .count = 1,
				.queue = queue };
			CHECK(scope.process->engine->send(scope.process->engine_ctx, scope.process, &next));
		}
		async_value_release(result);
	}
}

static void ring_of_mpi(MPI_Comm comm, int elements, int steps)
{
	float *a = calloc((size_t)elements, sizeof *a);
	const int next = (int)((rank + 1) % count), before = (int)((rank + count - 1) % count);
	for (int i = 0; i < steps; i++) {
		if (rank == 0)
			MPI_Send(a, elements, MPI_FLOAT, next, 1, comm);
		MPI_Recv(a, elements, MPI_FLOAT, before, 1, comm, MPI_STATUS_IGNORE);
		if (rank != 0)
			MPI_Send(a, elements, MPI_FLOAT, next, 1, comm);
	}
	free(a);
}

static void bench(void)
{
	static const struct {
		const char *name;
		int elements, steps;
		bool ring, by_parts;
	} lines[] = { { "all-reduce of 1 float", 1, 500, false, false }, { "all-reduce of 256 floats", 256, 300, false, false },
		{ "all-reduce of 4096 floats", 4096, 30, false, false }, { "the same by parts", 4096, 30, false, true },
		{ "all-reduce of 16384 floats", 16384, 8, false, false }, { "the same by parts", 16384, 8, false, true },
		{ "all-reduce of 65536 floats", 65536, 8, false, false }, { "the same by parts", 65536, 8, false, true },
		{ "all-reduce of 1048576 floats", 1048576, 1, false, false }, { "the same by parts", 1048576, 1, false, true },
		{ "ring of 1 float", 1, 300, true, false }, { "ring of 65536 floats", 65536, 8, true, false } };
	struct scope scope = begin();
	MPI_Comm comm;
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	for (size_t l = 0; l < sizeof lines / sizeof *lines; l++) {
		double times[2][ROUNDS];
		const int n = lines[l].elements, steps = lines[l].steps;
		const int rounds = n > 100000 ? ROUNDS / 4 : ROUNDS;
		for (int i = 0; i < rounds; i++) {
			double at = seconds(CLOCK_MONOTONIC);
			if (lines[l].ring)
				ring_of_engine(scope, n, steps);
			else if (lines[l].by_parts)
				chain_by_parts(scope, n, steps);
			else
				chain_of_engine(scope, n, steps);
			times[0][i] = (seconds(CLOCK_MONOTONIC) - at) * 1e6 / steps;
			at = seconds(CLOCK_MONOTONIC);
			if (lines[l].ring)
				ring_of_mpi(comm, n, steps);
			else
				chain_of_mpi(comm, n, steps);
			times[1][i] = (seconds(CLOCK_MONOTONIC) - at) * 1e6 / steps;
		}
		qsort(times[0], (size_t)rounds, sizeof(double), by_value);
		qsort(times[1], (size_t)rounds, sizeof(double), by_value);
		if (rank == 0)
			printf("%-28s engine %8.2f us (median %8.2f)  MPI %8.2f (%8.2f)  ratio %.2f\n", lines[l].name, times[0][0],
				times[0][rounds / 2], times[1][0], times[1][rounds / 2], times[0][0] / times[1][0]);
	}
	MPI_Comm_free(&comm);
	end(scope);
}

int main(int argc, char **argv)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	const struct kernels_pack *pack;
	if (argc == 2 && strcmp(argv[1], "library") == 0) {
		char version[MPI_MAX_LIBRARY_VERSION_STRING];
		int size;
		MPI_Get_library_version(version, &size);
		puts(version);
		return 0;
	}
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (argc < 3 || kernels_pack_load(argv[1], &pack, &diag) != KERNELS_OK ||
		kernels_registry_add(registry, pack, &diag) != KERNELS_OK) {
		printf("%s\n", diag.message);
		return 2;
	}
	queue = getenv("MPI_TEST_THREADS") ? async_queue_create_threads(
			NULL, &(struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = 2 })
					   : async_queue_create_single(NULL);
	host.queue = queue;
	host.allocator = async_allocator_system();
	job = kernels_job_of_program();
	job->place(&rank, &count);
	if (strcmp(argv[2], "bench") == 0) {
		bench();
	} else if (strcmp(argv[2], "die") == 0 && argc == 5) {
		die(atoi(argv[3]), (uint32_t)atoi(argv[4]));
	} else {
		values_of_all_types_and_sizes();
		many_values();
		many_at_a_time();
		ring_of_transfers();
		values_for_each_member();
		reductions_by_parts();
		reductions_that_fail();
		cancelled_reductions();
		errors_name_their_rank();
		different_operations_are_errors();
		cancelled_and_ended_requests_are_errors();
		waiting_takes_little_time();
	}
	char message[200];
	async_queue_destroy(queue);
	kernels_registry_destroy(registry);
	const bool lost = job->lost(message, sizeof message);
	printf("rank %u: %s%s%s\n", rank, failures ? "failed" : "good", lost ? ", " : "", lost ? message : "");
	fflush(stdout);
	return failures ? 1 : lost ? 3 : 0;
}
