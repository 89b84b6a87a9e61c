/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fuzz_host.h"

#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OPEN_BYTES = 64 << 20, CALL_BYTES = 1 << 20, ARGUMENT_BYTES = 1 << 16, MOST_FUNCTIONS = 8 };
#define CALL_NANOSECONDS 5000000u

/* ---- the host */

static size_t live, peak; /* atomic: the thread of deadlines may release; peak: since it was last set */
static unsigned long opened, called, succeeded;

/* With FUZZ_STATS: how many inputs came how far. */
static void print_stats(void)
{
	if (getenv("FUZZ_STATS"))
		fprintf(stderr, "%lu models opened, %lu calls, %lu of them successful\n", opened, called, succeeded);
}

static void *limited_alloc(void *ctx, size_t size, size_t align)
{
	const struct async_allocator *system = async_allocator_system();
	(void)ctx;
	if (size > OPEN_BYTES || __atomic_load_n(&live, __ATOMIC_RELAXED) > OPEN_BYTES - size)
		return NULL;
	void *block = async_alloc(system, size, align);
	size_t now = block ? __atomic_add_fetch(&live, size, __ATOMIC_RELAXED) : 0;
	size_t before = __atomic_load_n(&peak, __ATOMIC_RELAXED);
	while (now > before && !__atomic_compare_exchange_n(&peak, &before, now, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return block;
}

static void limited_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	if (block)
		__atomic_fetch_sub(&live, size, __ATOMIC_RELAXED);
	async_free(async_allocator_system(), block, size, align);
}

const struct fuzz_host *fuzz_host(void)
{
	static const struct async_allocator limited = { limited_alloc, NULL, limited_free, NULL };
	static struct fuzz_host made;
	if (made.registry)
		return &made;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	made.host = (struct async_host)ASYNC_HOST_INIT;
	made.host.allocator = &limited;
	made.host.queue = async_queue_create_single(NULL);
	made.registry = registry;
	if (!registry || !made.host.queue || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		abort();
	atexit(print_stats);
	return &made;
}

void fuzz_check_leaks(void)
{
	if (live == 0)
		return;
	fprintf(stderr, "%zu bytes are not free\n", live);
	abort();
}

/* ---- calls */

static size_t bytes_of(const struct bef_model_tensor *tensor)
{
	size_t bytes = kernels_dtype_size(tensor->dtype);
	for (uint32_t i = 0; i < tensor->rank; i++) {
		if (__builtin_mul_overflow(bytes, (size_t)tensor->dims[i], &bytes) || bytes > ARGUMENT_BYTES)
			return SIZE_MAX;
	}
	return bytes;
}

/* Bits that the type allows, in a block of exactly their size. */
static bool make_argument(const struct bef_stablehlo_value *type, unsigned number, struct bef_model_tensor *out)
{
	*out = (struct bef_model_tensor){ .dtype = (enum kernels_dtype)type->dtype, .rank = type->rank };
	if (type->dtype == 0)
		return true;
	const size_t element = kernels_dtype_size(out->dtype);
	if (type->rank > KERNELS_MAX_RANK || element == 0)
		return false;
	for (uint32_t i = 0; i < type->rank; i++)
		out->dims[i] = type->dims[i] < 0 ? number % 4 : type->dims[i];
	out->size = bytes_of(out);
	uint8_t *data = out->size == SIZE_MAX ? NULL : malloc(out->size + (out->size == 0));
	out->data = data;
	for (size_t i = 0; data && i < out->size; i++)
		data[i] = element == 1 ? (uint8_t)(i % 2) : (uint8_t)(i * 37 + i / 16 + number);
	return data != NULL;
}

/* The thread that cancelled a call at its deadline may still release values when the call has returned. The next call would count
 * them as live before it. A model may keep memory, so this does not wait long. */
static void await_release(size_t level)
{
	const struct timespec millisecond = { .tv_nsec = 1000000 };
	for (int i = 0; i < 50 && __atomic_load_n(&live, __ATOMIC_RELAXED) > level; i++)
		nanosleep(&millisecond, NULL);
}

static void call(struct bef_model *model, const struct bef_stablehlo_function *function)
{
	struct bef_model_tensor *arguments = calloc(function->argument_count + 1u, sizeof *arguments);
	struct bef_model_tensor *results = calloc(function->result_count + 1u, sizeof *results);
	const struct bef_model_call_options options = { .size = sizeof options,
		.deadline = async_now_ns() + CALL_NANOSECONDS,
		.memory = CALL_BYTES };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_memory need;
	uint32_t made = 0;
	if (bef_model_memory(model, function, &need, &diag) != BEF_OK)
		need.bytes = 0;
	async_queue_quiesce(fuzz_host()->host.queue); /* a call that was given up may have left work */
	const size_t before = peak = live;
	if (!arguments || !results)
		abort();
	while (made < function->argument_count && make_argument(&function->arguments[made], made, &arguments[made]))
		made++;
	called++;
	if (made == function->argument_count &&
		bef_model_run(model, function, arguments, made, results, function->result_count, &options, &diag) == BEF_OK) {
		succeeded++;
		if (peak - before < need.bytes) {
			fprintf(stderr, "a call needed %zu bytes, not %llu\n", peak - before, (unsigned long long)need.bytes);
			abort();
		}
		for (uint32_t i = 0; i < function->result_count; i++)
			bef_model_tensor_release(&results[i]);
	}
	else if (async_now_ns() >= options.deadline)
		await_release(before);
	for (uint32_t i = 0; i < function->argument_count; i++)
		free(arguments[i].data);
	free(arguments);
	free(results);
}

void fuzz_model(const uint8_t *data, size_t size)
{
	const struct fuzz_host *host = fuzz_host();
	const struct bef_stablehlo_options plain = { .size = sizeof plain, .no_folding = true };
	const struct bef_model_options options = { .size = sizeof options,
		.host = &host->host,
		.lowering = size % 4 == 0 ? NULL : &plain };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	if (bef_model_open(data, size, "fuzz", host->registry, &options, &model, &diag) != BEF_OK)
		return;
	opened++;
	for (size_t i = 0; i < bef_model_function_count(model) && i < MOST_FUNCTIONS; i++)
		call(model, bef_model_function(model, i));
	bef_model_close(model);
	async_queue_quiesce(host->host.queue);
}
