/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One allocator for a host: with its own allocator for queue, registry, request and values, calls do not use malloc(). Only the scratch
 * memory of products, blocks of more than a megabyte, is the process's, which keeps it. */
#include "check.h"
#include <kernels/invoke.h>
#include <kernels/kernels.h>
#include <kernels/pack_tensor.h>
#include <kernels/world.h>
#include <stdlib.h>
#include <sys/mman.h>

/* The C library and sanitizers have other names for malloc(). */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INTERPOSED 1
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_memalign(size_t align, size_t size);
#else
#define INTERPOSED 0
#endif

static bool watched; /* atomic */
static int mallocs;  /* atomic: calls while `watched` */

#if INTERPOSED
#define SCRATCH_LEAST ((size_t)1 << 20)
static void count(size_t size)
{
	if (size < SCRATCH_LEAST && __atomic_load_n(&watched, __ATOMIC_RELAXED))
		__atomic_add_fetch(&mallocs, 1, __ATOMIC_RELAXED);
}

void *malloc(size_t size)
{
	count(size);
	return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
	count(number * size);
	return __libc_calloc(number, size);
}

int posix_memalign(void **out, size_t align, size_t size)
{
	count(size);
	*out = __libc_memalign(align, size);
	return *out ? 0 : 12;
}
#endif

/* ---- an allocator of the host: blocks side by side in one mapping, never reused */

static char *arena;
static size_t arena_used; /* atomic */
#define ARENA_SIZE (UINT64_C(1) << 30)

static void *arena_allocate(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	size_t at = __atomic_fetch_add(&arena_used, size + align, __ATOMIC_RELAXED);
	return at + size + align > ARENA_SIZE ? NULL : arena + ((at + align - 1) & ~(align - 1));
}

static void arena_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx, (void)block, (void)size, (void)align;
}

static const struct async_allocator own = { arena_allocate, NULL, arena_free, NULL };

/* ---- a product that several threads share */

enum { SIZE = 512 };

static struct async_value *matrix(float element)
{
	static const struct kernels_shape shape = { .rank = 2, .dims = { SIZE, SIZE } };
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, &own, KERNELS_F32, &shape))
		abort();
	float *data = kernels_tensor_data(&tensor);
	for (size_t i = 0; i < (size_t)SIZE * SIZE; i++)
		data[i] = element;
	return async_value_create_available(&own, kernels_tensor_types()->tensor, &tensor);
}

static void multiply(struct kernels_registry *registry, struct async_request *request)
{
	float one = 1, zero = 0;
	struct async_value *arguments[] = { async_value_create_available(&own, kernels_types()->f32, &one), matrix(2),
		matrix(3), async_value_create_available(&own, kernels_types()->f32, &zero), matrix(0) };
	struct async_value *result;
	kernels_invoke(registry, "eigen.matmul.f32", request, arguments, 5, NULL, &result, 1);
	async_queue_await(async_request_host(request)->queue, &result, 1);
	CHECK(!async_value_is_error(result));
	const float *product = kernels_tensor_bytes(async_value_payload(arguments[4]));
	CHECK(product[0] == 6.0f * SIZE && product[SIZE * SIZE - 1] == 6.0f * SIZE);
	for (int i = 0; i < 5; i++)
		async_value_release(arguments[i]);
	async_value_release(result);
}

static void a_shared_product_uses_the_hosts_allocator(void)
{
	const struct async_threads_options options = { .size = sizeof options, .threads = 3 };
	arena = mmap(NULL, ARENA_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (!INTERPOSED || arena == MAP_FAILED) {
		CHECK_SKIP("malloc() cannot be counted here");
		return;
	}
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = &own;
	host.queue = async_queue_create_threads(&own, &options);
	struct kernels_registry *registry = kernels_registry_create(&own);
	CHECK_OR_RETURN(host.queue && registry && kernels_registry_add(registry, kernels_pack_tensor(), NULL) == KERNELS_OK);
	struct async_request *request = async_request_create(&host, NULL);
	size_t before = arena_used;
	__atomic_store_n(&watched, true, __ATOMIC_RELAXED);
	void *volatile block = malloc(1); /* which a compiler does not leave out */
	free(block);
	CHECK_INT(mallocs, 1); /* the count works */
	mallocs = 0;
	for (int i = 0; i < 10; i++)
		multiply(registry, request);
	async_queue_quiesce(host.queue);
	__atomic_store_n(&watched, false, __ATOMIC_RELAXED);
	CHECK_INT(mallocs, 0);
	CHECK(arena_used > before);
	async_request_release(request);
	kernels_registry_destroy(registry);
	async_queue_destroy(host.queue);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(a_shared_product_uses_the_hosts_allocator) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
