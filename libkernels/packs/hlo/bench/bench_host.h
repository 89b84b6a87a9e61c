/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The host of benchmarks of ops: a queue, a request, and a registry with the pack. Arguments of these programs: number of threads
 * (default 1), then the beginning of the names to measure. With one thread times are processor time of the thread, which
 * other programs disturb less. */
#ifndef KERNELS_HLO_BENCH_HOST_H
#define KERNELS_HLO_BENCH_HOST_H

#include "bench.h"
#include <kernels/invoke.h>
#include <kernels/kernels.h>
#include <kernels/pack_hlo.h>

static struct async_host host;
static struct async_request *request;
static struct kernels_registry *registry;
static unsigned threads = 1;
static const char *only = "";

static void *need(void *pointer)
{
	if (!pointer) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	return pointer;
}

static void ok(enum kernels_status status)
{
	if (status != KERNELS_OK) {
		fprintf(stderr, "%s\n", kernels_status_name(status));
		exit(1);
	}
}

static double now(void)
{
	struct timespec t;
	clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static bool wanted(const char *name) { return strncmp(name, only, strlen(only)) == 0; }

static void ignore_error(void *ctx, const struct async_error *error)
{
	(void)ctx;
	(void)error;
}

static void open_host(int count, char **arguments, const struct async_allocator *allocator)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	threads = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 1;
	only = count > 2 ? arguments[2] : "";
	struct async_threads_options options = { .size = sizeof options, .threads = threads };
	host = (struct async_host){ .size = sizeof host, .allocator = allocator,
		.queue = threads > 1 ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL),
		.report = ignore_error };
	request = need(async_request_create(&host, NULL));
	registry = need(kernels_registry_create(NULL));
	ok(kernels_registry_add(registry, kernels_pack_hlo(), &diag));
}

static void close_host(void)
{
	async_queue_quiesce(host.queue);
	kernels_registry_destroy(registry);
	async_request_release(request);
	async_queue_destroy(host.queue);
}

#endif
