/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernels of TFRT's names: collective operations of 1 to 8 tasks against a serial reference, messages, errors. Argument
 * "threads": on a queue with threads. */
#include "tasks.h"
#include <math.h>

static unsigned threads;

static struct async_value *context(uint32_t task) { return async_value_retain(tasks_contexts[task]); }
static struct async_value *chain(void) { return async_value_retain(async_chain()); }

/* Element i of the tensor of a task: small, of both signs, not the same for any two tasks. */
static int32_t element(uint32_t task, int64_t i) { return (int32_t)((i * 7 + task * 13) % 23) - 9; }

static struct async_value *tensor_of(uint32_t task, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct async_value *value = tasks_tensor(dtype, rank, dims, NULL);
	const struct kernels_tensor *tensor = async_value_payload(value);
	for (int64_t i = 0; i < kernels_tensor_elements(tensor); i++) {
		if (dtype == KERNELS_I32)
			((int32_t *)kernels_tensor_data(tensor))[i] = element(task, i);
		else
			((float *)kernels_tensor_data(tensor))[i] = (float)element(task, i);
	}
	return value;
}

static double number_at(struct async_value *tensor, int64_t i)
{
	const struct kernels_tensor *t = async_value_payload(tensor);
	if (t->dtype == KERNELS_I32)
		return ((const int32_t *)kernels_tensor_bytes(t))[i];
	return (double)((const float *)kernels_tensor_bytes(t))[i];
}

static void name_of(char *out, const char *kernel, enum kernels_dtype dtype)
{
	snprintf(out, 60, "tfrt_dist.cpu.%s.%s", kernel, dtype == KERNELS_I32 ? "i32" : "f32");
}

/* ---- allreduce */

static struct async_value *allreduce(uint32_t task, const char *group, const char *key, const char *how,
	struct async_value *in, struct async_value *out, struct async_value *after)
{
	struct async_value *done;
	char name[60];
	const struct kernels_tensor *tensor = async_value_is_error(in) ? async_value_payload(out) : async_value_payload(in);
	name_of(name, "allreduce", tensor->dtype);
	struct async_value *arguments[] = { context(task), tasks_string(group), tasks_string(key), async_value_retain(in),
		async_value_retain(out), after };
	tasks_call(name, 6, arguments, "reduction_fn", how, 1, &done);
	return done;
}

static double expected_sum(const char *how, enum kernels_dtype dtype, int64_t i)
{
	double all = element(0, i);
	for (uint32_t task = 1; task < tasks_count; task++) {
		const double next = element(task, i);
		if (strncmp(how, "min", 3) == 0)
			all = next < all ? next : all;
		else if (strncmp(how, "max", 3) == 0)
			all = next > all ? next : all;
		else
			all = strcmp(how, "multiply") == 0 ? all * next : all + next;
	}
	if (strcmp(how, "mean") != 0)
		return all;
	return dtype == KERNELS_I32 ? trunc(all / tasks_count) : (float)all / (float)tasks_count;
}

/* Two operations at a time, which the tasks start in different orders. */
static void reduce_twice(const char *how, enum kernels_dtype dtype, int64_t size)
{
	struct async_value *in[MOST_TASKS], *out[2][MOST_TASKS], *done[2 * MOST_TASKS];
	for (uint32_t i = 0; i < tasks_count; i++) {
		in[i] = tensor_of(i, dtype, 1, &size);
		for (uint32_t k = 0; k < 2; k++) {
			const uint32_t which = (i + k) % 2;
			out[which][i] = tasks_tensor(dtype, 1, &size, NULL);
			done[2 * i + which] =
				allreduce(i, "world", which ? "first" : "second", how, in[i], out[which][i], chain());
		}
	}
	tasks_await(done, 2 * tasks_count);
	for (uint32_t i = 0; i < tasks_count; i++) {
		CHECK_STR(tasks_message(done[2 * i]), "");
		for (int64_t k = 0; k < size; k++) {
			const double expected = expected_sum(how, dtype, k);
			if (number_at(out[0][i], k) != expected || number_at(out[1][i], k) != expected ||
				number_at(in[i], k) != element(i, k))
				check_report(__FILE__, __LINE__, "%s of %u tasks: element %d of task %u is %f, expected %f", how,
					tasks_count, (int)k, i, number_at(out[0][i], k), expected);
		}
		async_value_release(in[i]);
	}
	kernels_values_release(out[0], tasks_count);
	kernels_values_release(out[1], tasks_count);
	kernels_values_release(done, 2 * tasks_count);
}

static void allreduce_is_the_serial_one(void)
{
	static const char *const hows[] = { "sum", "min", "max", "mean", "add", "multiply", "minimum", "maximum" };
	static const int64_t sizes[] = { 0, 1, 3, 17 };
	for (uint32_t tasks = 1; tasks <= MOST_TASKS; tasks++) {
		tasks_open(tasks, threads);
		for (size_t how = 0; how < sizeof hows / sizeof *hows; how++)
			for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
				/* a product of 8 tasks has up to 30 bits */
				if (strcmp(hows[how], "multiply") != 0 || tasks <= 6)
					reduce_twice(hows[how], KERNELS_F32, sizes[s]);
				reduce_twice(hows[how], KERNELS_I32, sizes[s]);
			}
		tasks_close();
	}
}

static void allreduce_keeps_nan(void)
{
	static const float values[3][3] = { { 1, NAN, 3 }, { NAN, 2, 1 }, { 0, 1, 2 } };
	const int64_t size = 3;
	tasks_open(3, threads);
	for (int how = 0; how < 2; how++) {
		struct async_value *in[3], *done[3];
		for (uint32_t i = 0; i < 3; i++) {
			in[i] = tasks_tensor(KERNELS_F32, 1, &size, values[i]);
			done[i] = allreduce(i, "world", "k", how ? "max" : "min", in[i], in[i], chain());
		}
		tasks_await(done, 3);
		for (uint32_t i = 0; i < 3; i++)
			CHECK(isnan(number_at(in[i], 0)) && isnan(number_at(in[i], 1)) && number_at(in[i], 2) == (how ? 3 : 1));
		kernels_values_release(in, 3);
		kernels_values_release(done, 3);
	}
	tasks_close();
}

static void groups_are_lists_of_tasks(void)
{
	const int64_t size = 2;
	struct async_value *in[3], *done[3];
	tasks_open(4, threads);
	const uint32_t members[3] = { 3, 0, 2 };
	for (uint32_t i = 0; i < 3; i++) {
		in[i] = tensor_of(members[i], KERNELS_I32, 1, &size);
		done[i] = allreduce(members[i], "3,0,2", "k", "sum", in[i], in[i], chain());
	}
	tasks_await(done, 3);
	for (uint32_t i = 0; i < 3; i++)
		CHECK_INT(number_at(in[i], 1), element(0, 1) + element(2, 1) + element(3, 1));
	kernels_values_release(done, 3);
	static const struct {
		const char *group, *message;
	} wrong[] = { { "3,0", "The current task 1 is not part of the collective group 3,0" },
		{ "0,1,0", "the group 0,1,0 does not exist; expected world, or different tasks below 4 as in 0,2,3" },
		{ "4", "the group 4 does not exist; expected world, or different tasks below 4 as in 0,2,3" },
		{ "1,", "the group 1, does not exist; expected world, or different tasks below 4 as in 0,2,3" },
		{ "", "the group  does not exist; expected world, or different tasks below 4 as in 0,2,3" } };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		done[0] = allreduce(1, wrong[i].group, "k", "sum", in[0], in[0], chain());
		tasks_await(done, 1);
		CHECK_STR(tasks_message(done[0]), wrong[i].message);
		async_value_release(done[0]);
	}
	kernels_values_release(in, 3);
	tasks_close();
}

/* ---- broadcast, allgather */

static void broadcast_from(uint32_t sender, enum kernels_dtype dtype, int64_t size)
{
	struct async_value *tensors[MOST_TASKS], *done[MOST_TASKS];
	char name[60];
	name_of(name, "broadcast", dtype);
	for (uint32_t i = tasks_count; i-- > 0;) {
		tensors[i] = tensor_of(i, dtype, 1, &size);
		struct async_value *arguments[] = { context(i), tasks_string("world"), tasks_string("b"),
			async_value_retain(tensors[i]), tasks_task(sender), chain() };
		tasks_call(name, 6, arguments, NULL, NULL, 1, &done[i]);
	}
	tasks_await(done, tasks_count);
	for (uint32_t i = 0; i < tasks_count; i++) {
		CHECK_STR(tasks_message(done[i]), "");
		for (int64_t k = 0; k < size; k++)
			CHECK_INT(number_at(tensors[i], k), element(sender, k));
	}
	kernels_values_release(tensors, tasks_count);
	kernels_values_release(done, tasks_count);
}

static void broadcast_is_the_senders_tensor(void)
{
	for (uint32_t tasks = 1; tasks <= MOST_TASKS; tasks++) {
		tasks_open(tasks, threads);
		for (uint32_t sender = 0; sender < tasks; sender++) {
			broadcast_from(sender, KERNELS_F32, 5);
			broadcast_from(sender, KERNELS_I32, sender % 2);
		}
		tasks_close();
	}
}

/* Element [a][b][c] of the concatenation along `axis` of tensors with `sizes` along it. */
static double gathered(const int64_t *dims, const int64_t *sizes, uint64_t axis, const int64_t *index)
{
	int64_t at[3] = { index[0], index[1], index[2] }, own[3] = { dims[0], dims[1], dims[2] };
	uint32_t task = 0;
	while (at[axis] >= sizes[task])
		at[axis] -= sizes[task++];
	own[axis] = sizes[task];
	return element(task, (at[0] * own[1] + at[1]) * own[2] + at[2]);
}

static void gather(enum kernels_dtype dtype, uint64_t axis, bool any, const int64_t *sizes)
{
	struct async_value *in[MOST_TASKS], *out[MOST_TASKS], *results[2], *done[MOST_TASKS];
	int64_t all[3] = { 2, 3, 2 }, part[3] = { 2, 3, 2 }, total = 0;
	char name[60];
	name_of(name, any ? "allgather_any_shape" : "allgather_fixed_shape", dtype);
	for (uint32_t i = 0; i < tasks_count; i++)
		total += sizes[i];
	all[axis] = total;
	for (uint32_t i = 0; i < tasks_count; i++) {
		part[axis] = sizes[i];
		in[i] = tensor_of(i, dtype, 3, part);
		out[i] = any ? NULL : tasks_tensor(dtype, 3, all, NULL);
		struct async_value *arguments[7] = { context(i), tasks_string("world"), tasks_string("g"), in[i] };
		uint32_t count = 4;
		if (!any)
			arguments[count++] = async_value_retain(out[i]);
		arguments[count++] = tasks_number(KERNELS_UI64, &axis);
		arguments[count++] = chain();
		tasks_call(name, count, arguments, NULL, NULL, any ? 2 : 1, results);
		done[i] = results[0];
		if (any)
			out[i] = results[1];
	}
	tasks_await(done, tasks_count);
	tasks_await(out, tasks_count);
	for (uint32_t i = 0; i < tasks_count; i++) {
		CHECK_STR(tasks_message(done[i]), "");
		int64_t index[3], k = 0;
		for (index[0] = 0; index[0] < all[0]; index[0]++)
			for (index[1] = 0; index[1] < all[1]; index[1]++)
				for (index[2] = 0; index[2] < all[2]; index[2]++)
					CHECK(number_at(out[i], k++) == gathered(part, sizes, axis, index));
	}
	kernels_values_release(out, tasks_count);
	kernels_values_release(done, tasks_count);
}

static void allgather_concatenates(void)
{
	static const int64_t equal[MOST_TASKS] = { 2, 2, 2, 2, 2, 2, 2, 2 }, different[MOST_TASKS] = { 1, 3, 0, 2, 5, 1, 0, 4 };
	for (uint32_t tasks = 1; tasks <= MOST_TASKS; tasks++) {
		tasks_open(tasks, threads);
		for (uint64_t axis = 0; axis < 3; axis++) {
			gather(KERNELS_F32, axis, false, equal);
			gather(KERNELS_I32, axis, false, equal);
			gather(KERNELS_F32, axis, true, equal);
			gather(KERNELS_I32, axis, true, different);
		}
		tasks_close();
	}
}

/* ---- errors */

static void expect_on_all(struct async_value **done, uint32_t count, const char *own, const char *others, uint32_t culprit)
{
	tasks_await(done, count);
	for (uint32_t i = 0; i < count; i++)
		CHECK_STR(tasks_message(done[i]), i == culprit ? own : others);
	kernels_values_release(done, count);
}

static void errors_reach_all_tasks(void)
{
	const int64_t size = 4, other = 5;
	struct async_value *in[3], *done[3];
	tasks_open(3, threads);
	struct async_value *error = tasks_error("no data"), *longer = tasks_tensor(KERNELS_F32, 1, &other, NULL);
	for (uint32_t i = 0; i < 3; i++)
		in[i] = tensor_of(i, KERNELS_F32, 1, &size);
	for (uint32_t i = 0; i < 3; i++)
		done[i] = allreduce(i, "world", "k", "sum", i == 1 ? error : in[i], in[i], chain());
	expect_on_all(done, 3, "replica 1, partition 0: no data", "replica 1, partition 0: no data", 1);
	for (uint32_t i = 0; i < 3; i++)
		done[i] = allreduce(i, "world", "k", "sum", in[i], in[i], i == 2 ? async_value_retain(error) : chain());
	expect_on_all(done, 3, "replica 2, partition 0: no data", "replica 2, partition 0: no data", 2);
	for (uint32_t i = 0; i < 3; i++)
		done[i] = allreduce(i, "world", "k", i == 0 ? "median" : "sum", in[i], in[i], chain());
	expect_on_all(done, 3, "replica 0, partition 0: unexpected reduction_name in AllReduce",
		"replica 0, partition 0: unexpected reduction_name in AllReduce", 0);
	for (uint32_t i = 0; i < 3; i++)
		done[i] = allreduce(i, "world", "k", "sum", i == 2 ? longer : in[i], i == 2 ? longer : in[i], chain());
	expect_on_all(done, 3, "task 0 takes part with a tensor [4] of f32; expected [5] of f32",
		"task 2 takes part with a tensor [5] of f32; expected [4] of f32", 2);
	/* the channel is good for the next operation */
	for (uint32_t i = 0; i < 3; i++)
		done[i] = allreduce(i, "world", "k", "sum", in[i], in[i], chain());
	expect_on_all(done, 3, "", "", 0);
	kernels_values_release(in, 3);
	async_value_release(longer);
	async_value_release(error);
	tasks_close();
}

/* A task with an error gets it before the others take part, and may start the next operations of the key. */
static void own_errors_come_at_once(void)
{
	const int64_t size = 4;
	struct async_value *in[2], *done[4];
	tasks_open(2, threads);
	struct async_value *error = tasks_error("no data");
	for (uint32_t i = 0; i < 2; i++)
		in[i] = tensor_of(i, KERNELS_F32, 1, &size);
	done[0] = allreduce(0, "world", "k", "sum", error, in[0], chain());
	tasks_await(&done[0], 1); /* ends, although nobody else has begun */
	done[1] = allreduce(0, "world", "k", "sum", in[0], in[0], chain());
	CHECK(!async_value_is_available(done[1]));
	done[2] = allreduce(1, "world", "k", "sum", in[1], in[1], chain());
	tasks_await(&done[2], 1);
	CHECK_STR(tasks_message(done[0]), "replica 0, partition 0: no data");
	CHECK_STR(tasks_message(done[2]), "replica 0, partition 0: no data");
	CHECK(!async_value_is_available(done[1]));
	done[3] = allreduce(1, "world", "k", "sum", in[1], in[1], chain());
	tasks_await(done, 4);
	CHECK_STR(tasks_message(done[1]), "");
	CHECK_STR(tasks_message(done[3]), "");
	kernels_values_release(done, 4);
	kernels_values_release(in, 2);
	async_value_release(error);
	tasks_close();
}

static void wrong_arguments_are_errors(void)
{
	const int64_t dims[2] = { 2, 2 };
	const uint64_t beyond = 2;
	struct async_value *done[2], *tensor;
	tasks_open(1, threads);
	tensor = tensor_of(0, KERNELS_I32, 2, dims);
	struct async_value *gathering[] = { context(0), tasks_string("world"), tasks_string("k"), async_value_retain(tensor),
		tasks_number(KERNELS_UI64, &beyond), chain() };
	tasks_call("tfrt_dist.cpu.allgather_any_shape.i32", 6, gathering, NULL, NULL, 2, done);
	tasks_await(done, 2);
	CHECK_STR(tasks_message(done[1]), "argument 4: axis 2 of a tensor of rank 2");
	kernels_values_release(done, 2);
	struct async_value *reducing[] = { context(0), tasks_string("world"), tasks_string("k"), async_value_retain(tensor),
		async_value_retain(tensor), chain() };
	tasks_call("tfrt_dist.cpu.allreduce.f32", 6, reducing, "reduction_fn", "sum", 1, done);
	tasks_await(done, 1);
	CHECK_STR(tasks_message(done[0]), "argument 3 is not a dense tensor of f32");
	async_value_release(done[0]);
	struct async_value *bad = tasks_string("x");
	done[0] = allreduce(0, "world", "k", "sum", tensor, tensor, bad);
	tasks_await(done, 1);
	CHECK_STR(tasks_message(done[0]), "argument 5 is a !tfrt.string; expected a !tfrt.chain");
	async_value_release(done[0]);
	async_value_release(tensor);
	tasks_close();
}

/* A task that ends, or whose request is cancelled, leaves no operation pending. */
static void ends_are_errors(void)
{
	const int64_t size = 1;
	struct async_value *done[3], *tensor, *closed;
	tasks_open(3, threads);
	tensor = tensor_of(0, KERNELS_F32, 1, &size);
	done[0] = allreduce(0, "world", "k", "sum", tensor, tensor, chain());
	struct async_value *closing[] = { context(2), chain() };
	tasks_call("tfrt_dist.test_close_distributed_context", 2, closing, NULL, NULL, 1, &closed);
	tasks_await(&closed, 1);
	struct async_value *last = allreduce(1, "world", "k", "sum", tensor, tensor, chain());
	tasks_await(done, 1);
	async_value_release(last);
	CHECK_STR(tasks_message(done[0]), "replica 2, partition 0 has ended without taking part in this operation");
	done[1] = allreduce(2, "world", "k", "sum", tensor, tensor, chain());
	tasks_await(&done[1], 1);
	CHECK_STR(tasks_message(done[1]), "the context is closed");
	done[2] = allreduce(0, "0,1", "k", "sum", tensor, tensor, chain());
	CHECK(!async_value_is_available(done[2]));
	async_request_cancel(tasks_request);
	tasks_await(&done[2], 1);
	CHECK_INT(async_error_code(async_value_error(done[2])), ASYNC_CODE_CANCELLED);
	kernels_values_release(done, 3);
	async_value_release(closed);
	async_value_release(tensor);
	tasks_close();
}

/* ---- messages */

static void send(uint32_t from, uint32_t to, const char *key, struct async_value *payload)
{
	struct async_value *sent, *arguments[] = { context(from), tasks_task(to), tasks_string(key), payload };
	tasks_call("tfrt_dist.send_bytes", 4, arguments, NULL, NULL, 1, &sent);
	tasks_await(&sent, 1);
	CHECK_STR(tasks_message(sent), "");
	async_value_release(sent);
}

static struct async_value *receive(uint32_t task, uint32_t from, const char *key)
{
	struct async_value *result, *arguments[] = { context(task), tasks_task(from), tasks_string(key) };
	tasks_call("tfrt_dist.recv_bytes", 3, arguments, NULL, NULL, 1, &result);
	return result;
}

static struct async_value *serialize(struct async_value *tensor)
{
	struct async_value *result, *arguments[] = { tensor, chain() };
	tasks_call("tfrt_dist.serialize", 2, arguments, NULL, NULL, 1, &result);
	return result;
}

static struct async_value *deserialize(struct async_value *payload)
{
	struct async_value *result;
	tasks_call("tfrt_dist.deserialize", 1, &payload, NULL, NULL, 1, &result);
	tasks_await(&result, 1);
	return result;
}

static void messages_match_by_key_and_sender(void)
{
	static const int64_t dims[] = { 2, 3 };
	tasks_open(3, threads);
	struct async_value *early = receive(2, 1, "x");
	send(0, 2, "x", serialize(tensor_of(0, KERNELS_I32, 2, dims)));
	CHECK(!async_value_is_available(early));
	send(1, 2, "y", serialize(tensor_of(5, KERNELS_F32, 2, dims)));
	send(1, 2, "x", serialize(tensor_of(1, KERNELS_F32, 1, dims)));
	struct async_value *tensors[] = { deserialize(early), deserialize(receive(2, 0, "x")), deserialize(receive(2, 1, "y")) };
	const uint32_t seeds[] = { 1, 0, 5 };
	for (uint32_t i = 0; i < 3; i++) {
		const struct kernels_tensor *tensor = async_value_payload(tensors[i]);
		CHECK_INT(tensor->shape.rank, i == 0 ? 1 : 2);
		CHECK_INT(tensor->dtype, i == 1 ? KERNELS_I32 : KERNELS_F32);
		CHECK_INT(number_at(tensors[i], 1), element(seeds[i], 1));
	}
	kernels_values_release(tensors, 3);
	tasks_close();
}

static void all_types_travel(void)
{
	static const int64_t dims[] = { 3, 0, 5 };
	tasks_open(2, threads);
	for (int dtype = 1; dtype < 64; dtype++) {
		if (kernels_dtype_size((enum kernels_dtype)dtype) == 0)
			continue;
		for (uint32_t rank = 0; rank <= 3; rank++) {
			struct async_value *tensor = tasks_tensor((enum kernels_dtype)dtype, rank, dims, NULL);
			const struct kernels_tensor *from = async_value_payload(tensor);
			for (size_t i = 0; i < kernels_buffer_size(from->buffer); i++)
				((uint8_t *)kernels_tensor_data(from))[i] = (uint8_t)(i + rank + 1);
			send(0, 1, "t", serialize(async_value_retain(tensor)));
			struct async_value *back = deserialize(receive(1, 0, "t"));
			const struct kernels_tensor *to = async_value_payload(back);
			CHECK(to->dtype == from->dtype && kernels_shape_equal(&to->shape, &from->shape));
			CHECK_BYTES(kernels_tensor_bytes(to), kernels_buffer_size(to->buffer), kernels_tensor_bytes(from),
				kernels_buffer_size(from->buffer));
			async_value_release(back);
			async_value_release(tensor);
		}
	}
	tasks_close();
}

/* ---- names of tasks */

static void tasks_have_names(void)
{
	static const struct {
		const char *name, *message;
	} names[] = { { "/job:worker/task:2", "" }, { "/job:worker/replica:0/task:0/device:CPU:0", "" },
		{ "/job:worker/task:3", "Failed to get TaskHandle for job_name=worker, task_id=3: the task 3 does not exist." },
		{ "/job:ps/task:0", "Failed to get TaskHandle for job_name=ps, task_id=0: the job ps does not exist." },
		{ "/job:worker/task:00", "Error parsing task name \"/job:worker/task:00\": expected /job:NAME/task:NUMBER" },
		{ "/job:1/task:0", "Error parsing task name \"/job:1/task:0\": expected /job:NAME/task:NUMBER" },
		{ "worker", "Error parsing task name \"worker\": expected /job:NAME/task:NUMBER" } };
	tasks_open(3, threads);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct async_value *handle, *argument = context(1);
		tasks_call("tfrt_dist.get_task_handle", 1, &argument, "task_name", names[i].name, 1, &handle);
		tasks_await(&handle, 1);
		CHECK_STR(tasks_message(handle), names[i].message);
		async_value_release(handle);
	}
	tasks_close();
}

static void a_program_is_the_only_task(void)
{
	struct async_value *own, *count, *number, *payload;
	const int64_t size = 2;
	tasks_open(1, threads);
	tasks_call("tfrt_dist.get_distributed_context", 0, NULL, NULL, NULL, 1, &own);
	struct async_value *argument = async_value_retain(own);
	tasks_call("collective.task_count", 1, &argument, NULL, NULL, 1, &count);
	argument = async_value_retain(own);
	tasks_call("collective.task_number", 1, &argument, NULL, NULL, 1, &number);
	CHECK_INT(*(const int32_t *)async_value_payload(count), 1);
	CHECK_INT(*(const int32_t *)async_value_payload(number), 0);
	struct async_value *receiving[] = { own, tasks_task(0), tasks_string("k") };
	tasks_call("tfrt_dist.recv_bytes", 3, receiving, NULL, NULL, 1, &payload);
	tasks_await(&payload, 1);
	CHECK_STR(tasks_message(payload), "there is no other task");
	async_value_release(payload);
	async_value_release(count);
	async_value_release(number);
	broadcast_from(0, KERNELS_F32, size);
	tasks_close();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(allreduce_is_the_serial_one),
		CHECK_CASE(allreduce_keeps_nan),
		CHECK_CASE(groups_are_lists_of_tasks),
		CHECK_CASE(broadcast_is_the_senders_tensor),
		CHECK_CASE(allgather_concatenates),
		CHECK_CASE(errors_reach_all_tasks),
		CHECK_CASE(own_errors_come_at_once),
		CHECK_CASE(wrong_arguments_are_errors),
		CHECK_CASE(ends_are_errors),
		CHECK_CASE(messages_match_by_key_and_sender),
		CHECK_CASE(all_types_travel),
		CHECK_CASE(tasks_have_names),
		CHECK_CASE(a_program_is_the_only_task),
	};
	if (argc > 1 && strcmp(argv[1], "threads") == 0) {
		threads = 2;
		argc--;
		argv++;
	}
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
