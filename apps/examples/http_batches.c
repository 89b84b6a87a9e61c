/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Batches of a server, see http_server.h.
 *
 * A request waits in the queue, then in a batch. A batch starts when a call may run, and it is full or its oldest request has waited
 * for the delay. While all calls run, the queue grows, and so does the next batch: under load the delay does not matter. A request
 * whose deadline passes, or whose client leaves, is settled at once; the call goes on for the others, and is cancelled when
 * there are none. One lock guards all of it and is never held while a function of the libraries waits or calls back. */
#include "http_server.h"
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct batch {
	struct batches *batches;
	struct batch_request **requests; /* each with a reference */
	size_t count;
	int64_t rows;
	struct bef_model_tensor argument, result; /* with memory of the batch */
	struct async_waiter waiter;               /* for the end of the call */
	struct batch *next;                       /* that starts at the same time */
	/* guarded by the lock: */
	size_t live;    /* requests that are not settled */
	unsigned users; /* the call, and a thread that cancels it: the last one finishes the call */
	struct bef_model_call *call;
};

struct batches {
	struct bef_model *model;
	const struct bef_stablehlo_function *function;
	struct batches_options options;
	bool any_rows;
	size_t row_size[2]; /* of argument and result */
	struct async_timers *timers;
	struct async_timer delay;
	pthread_mutex_t lock;
	/* guarded by lock: */
	pthread_cond_t idle;
	struct batch_request *first, **last;
	int64_t waiting_rows;
	bool hurry, delay_started;
	struct batches_counts counts;
};

static void dispatch(struct batches *b, size_t ended);

/* ---- requests */

void batches_retain(struct batch_request *request)
{
	pthread_mutex_lock(&request->batches->lock);
	request->users++;
	pthread_mutex_unlock(&request->batches->lock);
}

void batches_release(struct batch_request *request)
{
	struct batches *b = request->batches;
	pthread_mutex_lock(&b->lock);
	const bool last = --request->users == 0;
	pthread_mutex_unlock(&b->lock);
	if (last)
		request->destroy(request);
}

static void end_use(struct batch *batch);

/* With the lock held. @return a call that has become useless, with a use of it, or NULL */
static struct batch *leave(struct batches *b, struct batch_request *request)
{
	struct batch *batch = request->batch;
	request->batch = NULL;
	if (!batch) {
		struct batch_request **link = &b->first;
		while (*link != request)
			link = &(*link)->next;
		*link = request->next;
		if (b->last == &request->next)
			b->last = link;
		b->counts.waiting--;
		b->waiting_rows -= request->rows;
	} else if (--batch->live == 0 && batch->call && batch->users > 0) { /* without users, it has ended */
		batch->users++;
		return batch;
	}
	return NULL;
}

static void cancel(struct batch *batch)
{
	bef_model_call_cancel(batch->call);
	end_use(batch);
}

static bool settle(struct batch_request *request, enum outcome outcome)
{
	struct batches *b = request->batches;
	struct batch *useless = NULL;
	pthread_mutex_lock(&b->lock);
	const bool settles = request->outcome == OUTCOME_WAITING;
	if (settles) {
		request->outcome = outcome;
		useless = leave(b, request);
		b->counts.cancelled += useless != NULL;
	}
	pthread_mutex_unlock(&b->lock);
	if (useless)
		cancel(useless);
	if (settles)
		request->settled(request);
	return settles;
}

static void pass_deadline(struct async_timer *timer)
{
	struct batch_request *request = (struct batch_request *)(void *)((char *)timer -
									 offsetof(struct batch_request, timer));
	(void)settle(request, OUTCOME_DEADLINE);
	batches_release(request);
}

/* After it was settled by something else than its deadline. */
static void stop_timer(struct batch_request *request)
{
	if (async_timer_cancel(request->batches->timers, &request->timer))
		batches_release(request); /* the reference of the timer, which will not run */
}

bool batches_settle(struct batch_request *request, enum outcome outcome)
{
	const bool settles = settle(request, outcome);
	if (settles)
		stop_timer(request);
	return settles;
}

bool batches_add(struct batches *b, struct batch_request *request)
{
	request->batches = b;
	request->users = 1;
	request->arrived = async_now_ns();
	request->timer.run = pass_deadline;
	pthread_mutex_lock(&b->lock);
	const bool room = b->counts.waiting < b->options.queue;
	const bool taken = room && async_timer_start(b->timers, &request->timer, request->deadline) == ASYNC_OK;
	request->outcome = taken ? OUTCOME_WAITING : OUTCOME_OVERLOADED;
	if (taken) {
		request->users++; /* the timer */
		*b->last = request;
		b->last = &request->next;
		b->counts.waiting++;
		b->waiting_rows += request->rows;
	}
	pthread_mutex_unlock(&b->lock);
	if (taken)
		dispatch(b, 0);
	return taken;
}

/* ---- calls */

/* Copies the rows of the result to those that still wait, and frees the batch. */
static void end_batch(struct batch *batch, enum bef_status status, const struct bef_diag *diag)
{
	struct batches *b = batch->batches;
	const char *from = batch->result.data;
	for (size_t i = 0; i < batch->count; i++) {
		struct batch_request *request = batch->requests[i];
		const size_t size = (size_t)request->rows * b->row_size[1];
		pthread_mutex_lock(&b->lock);
		const bool waits = request->outcome == OUTCOME_WAITING;
		if (waits) {
			request->outcome = status == BEF_OK ? OUTCOME_OK : OUTCOME_FAILED;
			request->batch = NULL;
		}
		pthread_mutex_unlock(&b->lock);
		if (waits && status == BEF_OK)
			memcpy(request->result, from, size);
		else if (waits)
			snprintf(request->message, sizeof request->message, "%s", diag->message);
		if (waits) {
			request->settled(request);
			stop_timer(request);
		}
		from += size;
		batches_release(request);
	}
	free(batch->requests);
	free(batch->argument.data);
	free(batch->result.data);
	free(batch);
	dispatch(b, 1);
}

static void end_use(struct batch *batch)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	pthread_mutex_lock(&batch->batches->lock);
	const bool last = --batch->users == 0;
	pthread_mutex_unlock(&batch->batches->lock);
	if (last)
		end_batch(batch, bef_model_call_finish(batch->call, &diag), &diag);
}

static void has_ended(struct async_waiter *waiter)
{
	end_use((struct batch *)(void *)((char *)waiter - offsetof(struct batch, waiter)));
}

/* The rows of a call for `rows` rows: a power of two, so that few programs are compiled. */
static int64_t padded(const struct batches *b, int64_t rows)
{
	int64_t size = 1;
	while (size < rows)
		size *= 2;
	return b->any_rows && size < b->options.rows ? size : b->options.rows;
}

static struct bef_model_tensor tensor_of(const struct bef_stablehlo_value *value, int64_t rows, void *data, size_t size)
{
	struct bef_model_tensor tensor = { .dtype = value->dtype, .rank = value->rank, .data = data, .size = size };
	memcpy(tensor.dims, value->dims, value->rank * sizeof *value->dims);
	tensor.dims[0] = rows;
	return tensor;
}

/* With the rows of all requests. False: out of memory */
static bool join(struct batch *batch)
{
	const struct batches *b = batch->batches;
	const int64_t rows = padded(b, batch->rows);
	const size_t size = (size_t)rows * b->row_size[0], result_size = (size_t)rows * b->row_size[1];
	char *to = calloc(1, size);
	batch->argument = tensor_of(&b->function->arguments[0], rows, to, size);
	batch->result = (struct bef_model_tensor){ .data = malloc(result_size), .size = result_size };
	for (size_t i = 0; to && i < batch->count; i++) {
		const size_t part = (size_t)batch->requests[i]->rows * b->row_size[0];
		memcpy(to, batch->requests[i]->argument, part);
		to += part;
	}
	return to && batch->result.data;
}

/* A task of the model's queue. */
static void start(void *ctx)
{
	struct batch *batch = ctx;
	struct batches *b = batch->batches;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call = NULL;
	enum bef_status status = BEF_E_NOMEM;
	snprintf(diag.message, sizeof diag.message, "out of memory");
	if (join(batch)) {
		diag = (struct bef_diag)BEF_DIAG_INIT;
		status = bef_model_start(
			b->model, b->function, &batch->argument, 1, &batch->result, 1, NULL, &call, &diag);
	}
	if (status != BEF_OK) {
		end_batch(batch, status, &diag);
		return;
	}
	pthread_mutex_lock(&b->lock);
	batch->call = call;
	const bool useless = batch->live == 0; /* all of them have left before there was a call to cancel */
	batch->users += useless;
	b->counts.cancelled += useless;
	pthread_mutex_unlock(&b->lock);
	if (useless)
		cancel(batch);
	batch->waiter.run = has_ended;
	async_value_and_then(bef_model_call_done(call), &batch->waiter);
}

/* With the lock held: may the requests in the queue start? Otherwise starts the timer that looks again. */
static bool is_due(struct batches *b)
{
	if (!b->first || b->counts.running == b->options.calls)
		return false;
	const uint64_t due = b->first->arrived + b->options.delay;
	if (b->hurry || b->waiting_rows >= b->options.rows || async_now_ns() >= due)
		return true;
	if (!b->delay_started)
		b->delay_started = async_timer_start(b->timers, &b->delay, due) == ASYNC_OK;
	return !b->delay_started; /* without a timer, a batch does not wait */
}

/* With the lock held: moves requests from the queue to a batch. @return NULL when out of memory, with the queue unchanged */
static struct batch *take(struct batches *b)
{
	struct batch *batch = calloc(1, sizeof *batch);
	struct batch_request **requests = calloc((size_t)b->options.rows, sizeof(struct batch_request *));
	if (!batch || !requests) {
		free(batch);
		free(requests);
		return NULL;
	}
	*batch = (struct batch){ .batches = b, .requests = requests, .users = 1 };
	while (b->first && batch->rows + b->first->rows <= b->options.rows) {
		struct batch_request *request = b->first;
		b->first = request->next;
		request->next = NULL;
		request->batch = batch;
		request->users++;
		requests[batch->count++] = request;
		batch->rows += request->rows;
	}
	if (!b->first)
		b->last = &b->first;
	batch->live = batch->count;
	b->waiting_rows -= batch->rows;
	b->counts.waiting -= batch->count;
	b->counts.running++;
	b->counts.calls++;
	b->counts.rows += (uint64_t)batch->rows;
	size_t place = 0;
	while (place + 1 < BATCH_SIZES && (INT64_C(1) << place) < batch->rows)
		place++;
	b->counts.sizes[place]++;
	return batch;
}

/* Starts the batches that are due. Called whenever one may have become due, and by calls that have ended. */
static void dispatch(struct batches *b, size_t ended)
{
	struct async_queue *queue = bef_model_queue(b->model);
	struct batch *first = NULL, **last = &first, *batch;
	pthread_mutex_lock(&b->lock);
	b->counts.running -= ended;
	while (is_due(b) && (batch = take(b))) {
		*last = batch;
		last = &batch->next;
	}
	if (b->counts.running == 0)
		pthread_cond_broadcast(&b->idle);
	pthread_mutex_unlock(&b->lock); /* without batches, `b` may be destroyed now */
	while ((batch = first)) {
		first = batch->next;
		async_queue_add(queue, start, batch);
	}
}

static void pass_delay(struct async_timer *timer)
{
	struct batches *b = (struct batches *)(void *)((char *)timer - offsetof(struct batches, delay));
	pthread_mutex_lock(&b->lock);
	b->delay_started = false;
	pthread_mutex_unlock(&b->lock);
	dispatch(b, 0);
}

void batches_hurry(struct batches *b)
{
	pthread_mutex_lock(&b->lock);
	b->hurry = true;
	pthread_mutex_unlock(&b->lock);
	dispatch(b, 0);
}

struct batches_counts batches_count(struct batches *b)
{
	pthread_mutex_lock(&b->lock);
	const struct batches_counts counts = b->counts;
	pthread_mutex_unlock(&b->lock);
	return counts;
}

/* ---- the model */

/* @return bytes of a row; 0 if the value does not consist of rows */
static size_t row_size(const struct bef_stablehlo_value *value)
{
	size_t size = kernels_dtype_size(value->dtype);
	for (uint32_t i = 1; i < value->rank; i++)
		size = value->dims[i] < 0 ? 0 : size * (size_t)value->dims[i];
	return value->rank ? size : 0;
}

/* Compiles the programs of all sizes, so that no request waits for it. */
static bool try_all(struct batches *b)
{
	for (int64_t rows = b->any_rows ? 1 : b->options.rows;; rows = padded(b, rows + 1)) {
		struct bef_diag diag = BEF_DIAG_INIT;
		const size_t size = (size_t)rows * b->row_size[0], result_size = (size_t)rows * b->row_size[1];
		void *zeros = calloc(1, size), *out = malloc(result_size);
		const struct bef_model_tensor argument = tensor_of(&b->function->arguments[0], rows, zeros, size);
		struct bef_model_tensor result = { .data = out, .size = result_size };
		const bool ran = zeros && out &&
				 bef_model_run(b->model, b->function, &argument, 1, &result, 1, NULL, &diag) == BEF_OK;
		free(zeros);
		free(out);
		if (!ran)
			fprintf(stderr, "a call with %" PRId64 " rows: %s\n", rows, diag.message);
		if (!ran || rows == b->options.rows)
			return ran;
	}
}

struct batches *batches_create(
	struct bef_model *model, const struct bef_stablehlo_function *function, const struct batches_options *options)
{
	const struct bef_stablehlo_value *argument = function->arguments, *result = function->results;
	if (function->argument_count != 1 || function->result_count != 1 || !row_size(argument) || !row_size(result) ||
		argument->dims[0] != result->dims[0] || argument->dims[0] == 0) {
		fprintf(stderr,
			"expected one argument and one result with the same number of rows, and rows of known size\n");
		return NULL;
	}
	struct batches *b = calloc(1, sizeof *b);
	if (!b)
		return NULL;
	*b = (struct batches){ .model = model,
		.function = function,
		.options = *options,
		.any_rows = argument->dims[0] < 0,
		.row_size = { row_size(argument), row_size(result) },
		.delay = { .run = pass_delay } };
	if (!b->any_rows)
		b->options.rows = argument->dims[0];
	b->last = &b->first;
	b->timers = async_timers_create(NULL);
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->idle, NULL);
	if (b->timers && try_all(b))
		return b;
	batches_destroy(b);
	return NULL;
}

void batches_destroy(struct batches *b)
{
	pthread_mutex_lock(&b->lock);
	while (b->counts.running > 0)
		pthread_cond_wait(&b->idle, &b->lock);
	pthread_mutex_unlock(&b->lock);
	async_timers_destroy(b->timers);
	pthread_cond_destroy(&b->idle);
	pthread_mutex_destroy(&b->lock);
	free(b);
}

int64_t batches_most_rows(const struct batches *b) { return b->options.rows; }
size_t batches_row_size(const struct batches *b, bool of_result) { return b->row_size[of_result]; }
