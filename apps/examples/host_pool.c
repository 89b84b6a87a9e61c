/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model in a program with its own thread pool and its own allocator: the model runs in threads of the pool, and every block
 * that a call needs comes from the allocator. */
#include <bef/model.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the thread pool of the program: a ring of jobs */

enum { THREADS = 2, ROOM = 64 };
struct job {
	void (*run)(void *arg);
	void *arg;
};
static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct job ring[ROOM];
	unsigned first, count;
	bool stop;
} pool = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, { { NULL, NULL } }, 0, 0, false };

/* For struct async_pool. @return false when the ring is full: the queue then runs the job in the caller */
static bool submit(void *ctx, void (*run)(void *arg), void *arg)
{
	(void)ctx;
	pthread_mutex_lock(&pool.lock);
	const bool taken = pool.count < ROOM;
	if (taken)
		pool.ring[(pool.first + pool.count++) % ROOM] = (struct job){ run, arg };
	pthread_cond_signal(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
	return taken;
}

static void *work(void *unused)
{
	pthread_mutex_lock(&pool.lock);
	while (pool.count > 0 || !pool.stop) {
		if (pool.count == 0) {
			pthread_cond_wait(&pool.changed, &pool.lock);
			continue;
		}
		const struct job job = pool.ring[pool.first++ % ROOM];
		pool.count--;
		pthread_mutex_unlock(&pool.lock);
		job.run(job.arg);
		pthread_mutex_lock(&pool.lock);
	}
	pthread_mutex_unlock(&pool.lock);
	return unused;
}

/* ---- the allocator of the program: counts bytes in use. Several threads call it at once. */

static size_t in_use, peak;

static void *take(void *ctx, size_t size, size_t align)
{
	void *block = aligned_alloc(align, (size / align + 1) * align);
	(void)ctx;
	if (!block)
		return NULL;
	const size_t now = __atomic_add_fetch(&in_use, size, __ATOMIC_RELAXED);
	for (size_t most = __atomic_load_n(&peak, __ATOMIC_RELAXED); now > most;) {
		if (__atomic_compare_exchange_n(&peak, &most, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			break;
	}
	return block;
}

static void give_back(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	(void)align;
	__atomic_sub_fetch(&in_use, size, __ATOMIC_RELAXED);
	free(block);
}

static const struct async_allocator allocator = { take, NULL, give_back, NULL };

/* ---- the model */

enum { N = 1 << 20 };
static const char source[] = "func.func @main(%x: tensor<1048576xf32>) -> tensor<1048576xf32> {\n"
			     "  %0 = stablehlo.multiply %x, %x : tensor<1048576xf32>\n"
			     "  %1 = stablehlo.add %0, %x : tensor<1048576xf32>\n"
			     "  return %1 : tensor<1048576xf32>\n"
			     "}\n";

static int call(const struct async_host *host, const struct kernels_registry *registry)
{
	static float numbers[N];
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	struct bef_model_tensor result = { .data = NULL }; /* in memory of the allocator */
	const struct bef_model_options options = { .size = sizeof options, .host = host };
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .rank = 1, .dims = { N }, .data = numbers, .size = sizeof numbers };
	numbers[7] = 3;
	enum bef_status status = bef_model_open(source, strlen(source), "model", registry, &options, &model, &diag);
	if (status == BEF_OK)
		status = bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, NULL, &diag);
	if (status == BEF_OK)
		printf("3 * 3 + 3 = %g; at most %zu KiB in use\n", (double)((float *)result.data)[7],
			__atomic_load_n(&peak, __ATOMIC_RELAXED) / 1024);
	else
		fprintf(stderr, "model:%u:%u: %s\n", (unsigned)diag.line, (unsigned)diag.column, diag.message);
	bef_model_tensor_release(&result);
	bef_model_close(model);
	return status == BEF_OK ? 0 : 1;
}

int main(void)
{
	const struct async_pool mine = { .size = sizeof mine, .name = "mine", .parallelism = THREADS, .submit = submit };
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct async_host host = ASYNC_HOST_INIT;
	pthread_t threads[THREADS];
	int code = 3;
	host.allocator = &allocator;
	host.queue = async_queue_create_adapter(NULL, &mine);
	if (!registry || !host.queue || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, work, NULL) != 0)
			return 3;
	}
	code = call(&host, registry);
	async_queue_destroy(host.queue); /* waits for its tasks, so the pool must still run */
	pthread_mutex_lock(&pool.lock);
	pool.stop = true;
	pthread_cond_broadcast(&pool.changed);
	pthread_mutex_unlock(&pool.lock);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	kernels_registry_destroy(registry);
	return code ? code : in_use != 0;
}
