/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls in tasks of the model's own queue, in jobs of the pool behind it, and in `done`. */
#include "models.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIDE = 160, MOST_THREADS = 4, ROOM = 1024, HANDLERS = 24 };

static const char products[] =
	"func.func @main(%x: tensor<160x160xf32>) -> tensor<160x160xf32> {\n"
	"  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<160x160xf32>, tensor<160x160xf32>) -> "
	"tensor<160x160xf32>\n"
	"  %b = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<160x160xf32>, tensor<160x160xf32>) -> "
	"tensor<160x160xf32>\n"
	"  return %b : tensor<160x160xf32>\n"
	"}\n";

static struct bef_model *model;
static float input[SIDE * SIDE];
static int right, refused, ended; /* atomic */

static struct bef_model_tensor tensor(float *data)
{
	return (struct bef_model_tensor){
		.dtype = KERNELS_F32, .rank = 2, .dims = { SIDE, SIDE }, .data = data, .size = sizeof input };
}

static void handle(void *ctx)
{
	float *out = calloc(SIDE * SIDE, sizeof *out);
	struct bef_model_tensor argument = tensor(input), result = tensor(out);
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, NULL, &diag);
	(void)ctx;
	if (status == BEF_OK && out[0] == (float)SIDE * SIDE && out[SIDE * SIDE - 1] == (float)SIDE * SIDE)
		__atomic_add_fetch(&right, 1, __ATOMIC_RELAXED);
	if (status == BEF_E_STATE)
		__atomic_add_fetch(&refused, 1, __ATOMIC_RELAXED);
	free(out);
	__atomic_add_fetch(&ended, 1, __ATOMIC_RELEASE);
}

static void in_done(void *ctx, struct bef_model_call *call)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	handle(ctx);
	if (bef_model_call_finish(call, &diag) == BEF_E_STATE) /* the call itself */
		__atomic_add_fetch(&refused, 1, __ATOMIC_RELAXED);
}

/* ---- a pool of the host */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job {
		void (*run)(void *arg);
		void *arg;
	} jobs[ROOM];
	unsigned first, count;
	bool stop;
	pthread_t threads[MOST_THREADS];
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER };

static bool submit(void *ctx, void (*run)(void *arg), void *arg)
{
	(void)ctx;
	pthread_mutex_lock(&pool.lock);
	const bool taken = pool.count < ROOM;
	if (taken)
		pool.jobs[(pool.first + pool.count++) % ROOM] = (struct job){ run, arg };
	pthread_cond_signal(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
	return taken;
}

static void *work(void *ctx)
{
	(void)ctx;
	pthread_mutex_lock(&pool.lock);
	while (!pool.stop || pool.count) {
		if (!pool.count) {
			pthread_cond_wait(&pool.changed, &pool.lock);
			continue;
		}
		struct job job = pool.jobs[pool.first];
		pool.first = (pool.first + 1) % ROOM;
		pool.count--;
		pthread_mutex_unlock(&pool.lock);
		job.run(job.arg);
		pthread_mutex_lock(&pool.lock);
	}
	pthread_mutex_unlock(&pool.lock);
	return NULL;
}

static void start_pool(unsigned threads)
{
	pool.stop = false;
	for (unsigned i = 0; i < threads; i++)
		CHECK(pthread_create(&pool.threads[i], NULL, work, NULL) == 0);
}

static void stop_pool(unsigned threads)
{
	pthread_mutex_lock(&pool.lock);
	pool.stop = true;
	pthread_cond_broadcast(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
	for (unsigned i = 0; i < threads; i++)
		pthread_join(pool.threads[i], NULL);
}

/* ---- */

static void expect(const char *where, int runs, int refusals)
{
	if (right != runs || refused != refusals)
		check_report(__FILE__, __LINE__, "%s: %d of %d runs were right, %d refused, expected %d", where, right, runs, refused, refusals);
	right = refused = ended = 0;
}

static void call_with_done(struct async_queue *queue)
{
	float *out = calloc(SIDE * SIDE, sizeof *out);
	struct bef_model_tensor argument = tensor(input), result = tensor(out);
	struct bef_model_call_options options = { .size = sizeof options, .done = in_done };
	struct bef_model_call *call;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (CHECK_INT(bef_model_start(model, bef_model_find(model, "main"), &argument, 1, &result, 1, &options, &call, &diag), BEF_OK))
		CHECK_INT(bef_model_call_finish(call, &diag), BEF_OK);
	CHECK(out[0] == (float)SIDE * SIDE);
	async_queue_quiesce(queue);
	free(out);
}

static void check_queue(struct async_queue *queue, bool has_pool)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct bef_model_options options = { .size = sizeof options, .host = &host };
	struct bef_diag diag = BEF_DIAG_INIT;
	host.queue = queue;
	for (size_t i = 0; i < SIDE * SIDE; i++)
		input[i] = 1;
	if (bef_model_open(products, sizeof products - 1, "products", registry, &options, &model, &diag) != BEF_OK) {
		check_report(__FILE__, __LINE__, "%s", diag.message);
		return;
	}
	for (int i = 0; i < HANDLERS; i++)
		async_queue_add(queue, handle, NULL);
	async_queue_quiesce(queue);
	expect("tasks", HANDLERS, 0);
	async_queue_add_blocking(queue, handle, NULL, true);
	async_queue_quiesce(queue);
	expect("a blocking task", 1, 0);
	for (int i = 0; i < HANDLERS && has_pool; i++)
		CHECK(submit(NULL, handle, NULL));
	while (has_pool && __atomic_load_n(&ended, __ATOMIC_ACQUIRE) < HANDLERS)
		usleep(1000);
	expect("jobs of the pool", has_pool ? HANDLERS : 0, 0);
	call_with_done(queue);
	expect("done", 0, 2);
	bef_model_close(model);
}

static void on_one_thread(void)
{
	struct async_queue *queue = async_queue_create_single(NULL);
	check_queue(queue, false);
	async_queue_destroy(queue);
}

static void on_workers(void)
{
	for (unsigned threads = 1; threads <= 2; threads++) {
		struct async_threads_options options = { .size = sizeof options, .threads = threads };
		struct async_queue *queue = async_queue_create_threads(NULL, &options);
		check_queue(queue, false);
		async_queue_destroy(queue);
	}
}

static void on_lent_threads(void)
{
	struct async_queue *queue = async_queue_create_donated(NULL, 2);
	check_queue(queue, false);
	async_queue_destroy(queue);
}

static void on_pools_of_the_host(void)
{
	for (unsigned threads = 1; threads <= 3; threads++) {
		const struct async_pool face = { .size = sizeof face, .parallelism = threads, .submit = submit };
		start_pool(threads);
		struct async_queue *queue = async_queue_create_adapter(NULL, &face);
		check_queue(queue, true);
		async_queue_destroy(queue);
		stop_pool(threads);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(on_one_thread), CHECK_CASE(on_workers), CHECK_CASE(on_lent_threads),
		CHECK_CASE(on_pools_of_the_host) };
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
