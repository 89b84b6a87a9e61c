/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole executions, from the call to the released result, of the programs that TFRT was measured with. Figures are
 * nanoseconds per kernel, beside TFRT's (tcmalloc, median; from another run, so only ratios are meaningful). "fib25"
 * and similar figures are also per kernel, of which there are 1,456,709. */
#include "programs.h"

#include <bef/exec.h>
#include <bef/translate.h>
#include <bench.h>
#include <kernels/pack_basic.h>
#ifdef HAVE_TEST_PACK
#include <kernels/pack_test.h>
#endif

/* The synchronous kernels that TFRT was measured with; it registers them for this purpose. */
static void sync_constant(struct kernels_call *call)
{
	int32_t value;
	if (kernels_call_scalar(call, 0, KERNELS_I32, &value))
		*(int32_t *)call->results[0] = value;
}

static void sync_add(struct kernels_call *call)
{
	uint32_t a = *(const uint32_t *)call->arguments[0], b = *(const uint32_t *)call->arguments[1];
	*(int32_t *)call->results[0] = (int32_t)(a + b);
}

static const struct kernels_kernel sync_kernels[] = {
	{ "peer.sync_constant.i32", "() {value: i32} -> i32", sync_constant, NULL, KERNELS_SYNC | KERNELS_QUICK, 0 },
	{ "peer.sync_add.i32", "(i32, i32) -> i32", sync_add, NULL, KERNELS_SYNC | KERNELS_QUICK, 0 },
};
static const struct kernels_pack sync_pack = KERNELS_PACK_INIT("peer", sync_kernels, NULL, 0, NULL);

enum { NO_VALUE = -1 }; /* for `expected`: the result is a chain */

struct measured {
	struct async_host host;
	struct bef_file *file;
	const struct kernels_function *function;
	int32_t expected;
};

static void die(const char *what)
{
	fprintf(stderr, "exec_bench: %s\n", what);
	exit(1);
}

static void execute(void *ctx, uint64_t n)
{
	struct measured *m = ctx;
	struct async_request *request = async_request_create(&m->host, NULL);
	while (n--) {
		struct async_value *result;
		kernels_function_execute(m->function, request, NULL, &result);
		async_queue_await(m->host.queue, &result, 1);
		if (async_value_is_error(result) ||
			(m->expected != NO_VALUE && *(int32_t *)async_value_payload(result) != m->expected))
			die("wrong result");
		async_value_release(result);
	}
	async_request_release(request);
}

/* The typical use of the interpreter of synchronous functions: payloads in, payloads out. */
static void execute_sync(void *ctx, uint64_t n)
{
	struct measured *m = ctx;
	struct async_request *request = async_request_create(&m->host, NULL);
	while (n--) {
		int32_t result = 0;
		void *const results[] = { &result };
		if (m->function->vtable->execute_sync(m->function, request, NULL, results) || result != m->expected)
			die("wrong result");
	}
	async_request_release(request);
}

struct row {
	const char *name;
	int32_t expected;
	double kernels, peer; /* peer: TFRT's ns per kernel; 0: not measured */
	unsigned threads;     /* 0: the single-threaded queue */
};

static void measure(const struct row *row, const struct program_text *text, const struct kernels_registry *registry)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct measured m = { ASYNC_HOST_INIT, NULL, NULL, row->expected };
	struct async_threads_options options = { .size = sizeof options, .threads = row->threads, .blocking_threads = 2, .name = "bench" };
	const char *only = getenv("BENCH_ONLY");
	uint8_t *bytes;
	size_t size;

	if (only && strcmp(only, row->name) != 0)
		return;
	if (!text->text)
		die("out of memory");
	if (bef_assemble_text(text->text, text->size, row->name, NULL, NULL, &bytes, &size, &diag) != BEF_OK ||
		bef_file_open(bytes, size, registry, NULL, &m.file, &diag) != BEF_OK)
		die(diag.message);
	m.host.allocator = async_allocator_cached();
	m.host.queue = row->threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	m.function = bef_file_find(m.file, "main", 4);
	bench_run_beside("bef", row->name, row->kernels, m.function->vtable->execute_sync ? execute_sync : execute, &m,
		row->peer);
	async_queue_destroy(m.host.queue);
	bef_file_close(m.file);
	bef_assemble_free(NULL, bytes, size);
}

/* Runs a program on one thread and on two workers. */
static void measure_both(const struct row *single, const struct row *two, struct program_text *text,
	const struct kernels_registry *registry)
{
	measure(single, text, registry);
	if (two)
		measure(two, text, registry);
	program_free(text);
}

int main(void)
{
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct program_text text = { NULL, 0, 0 };
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, &sync_pack, NULL) != KERNELS_OK)
		die("no kernels");
	program_chain(&text, "tfrt.constant.i32", "tfrt.add.i32", "");
	measure_both(&(struct row){ "chain1000", 1001, 1001, 30.1, 0 },
		&(struct row){ "chain1000_2", 1001, 1001, 30.3, 2 }, &text, registry);
	program_wide(&text, "tfrt.add.i32");
	measure_both(&(struct row){ "wide1000", 2000, 2000, 45.0, 0 },
		&(struct row){ "wide1000_2", 2000, 2000, 62.1, 2 }, &text, registry);
	program_chain(&text, "peer.sync_constant.i32", "peer.sync_add.i32", " attributes {tfrt.sync}");
	measure_both(&(struct row){ "sync_chain1000", 1001, 1001, 6.5, 0 }, NULL, &text, registry);
	program_one(&text);
	measure_both(&(struct row){ "one", 42, 1, 129.4, 0 }, NULL, &text, registry);
	program_repeat(&text);
	measure_both(&(struct row){ "repeat100k", 100000, 100000, 141.7, 0 }, NULL, &text, registry);
	program_fib(&text, 16);
	measure_both(&(struct row){ "fib16", 987, 19157, 83.1, 0 }, NULL, &text, registry);
	program_fib(&text, 25);
	measure_both(&(struct row){ "fib25", 75025, 1456709, 165.2, 0 },
		&(struct row){ "fib25_2", 75025, 1456709, 68.1, 2 }, &text, registry);
	program_merge(&text);
	measure_both(&(struct row){ "merge1000", NO_VALUE, 1002, 63.6, 0 },
		&(struct row){ "merge1000_2", NO_VALUE, 1002, 0, 2 }, &text, registry);
#ifdef HAVE_TEST_PACK
	if (kernels_registry_add(registry, kernels_pack_test(), NULL) != KERNELS_OK)
		die("no kernels");
	program_wide(&text, "tfrt_test.async_add.i32");
	measure_both(&(struct row){ "async_wide1000", 2000, 2000, 87.6, 0 },
		&(struct row){ "async_wide1000_2", 2000, 2000, 117.7, 2 }, &text, registry);
	program_chain(&text, "tfrt.constant.i32", "tfrt_test.async_add.i32", "");
	measure_both(&(struct row){ "async_chain1000", 1001, 1001, 111.4, 0 },
		&(struct row){ "async_chain1000_2", 1001, 1001, 331.5, 2 }, &text, registry);
#endif
	kernels_registry_destroy(registry);
	return 0;
}
