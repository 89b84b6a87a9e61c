/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole executions, from the call to the released result, on the programs that TFRT was measured with: figures are nanoseconds
 * per kernel, its own beside them (tcmalloc, median; another machine, so compare ratios only within one). */
#include <bef/exec.h>
#include <bef/translate.h>
#include <bench.h>
#include <kernels/pack_basic.h>
#ifdef HAVE_MIMALLOC
#include <async/mimalloc.h>
#endif

struct program {
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
	struct program *p = ctx;
	struct async_request *request = async_request_create(&p->host, NULL);
	while (n--) {
		struct async_value *result;
		kernels_function_execute(p->function, request, NULL, &result);
		async_queue_await(p->host.queue, &result, 1);
		if (async_value_is_error(result) || *(int32_t *)async_value_payload(result) != p->expected)
			die("wrong result");
		async_value_release(result);
	}
	async_request_release(request);
}

static const char fib_text[] =
	"func.func @fib(%n: i32) -> i32 {\n"
	"  %one = tfrt.constant.i32 1\n"
	"  %small = \"tfrt.lessequal.i32\"(%n, %one) : (i32, i32) -> (i1)\n"
	"  %r = tfrt.if %small, %n : (i32) -> i32 {\n"
	"    tfrt.return %n : i32\n"
	"  } else {\n"
	"    %less = tfrt.constant.i32 -1\n"
	"    %n1 = tfrt.add.i32 %n, %less\n"
	"    %n2 = tfrt.add.i32 %n1, %less\n"
	"    %f1 = tfrt.call @fib(%n1) : (i32) -> (i32)\n"
	"    %f2 = tfrt.call @fib(%n2) : (i32) -> (i32)\n"
	"    %s = tfrt.add.i32 %f1, %f2\n"
	"    tfrt.return %s : i32\n"
	"  }\n"
	"  tfrt.return %r : i32\n"
	"}\n"
	"func.func @main() -> i32 {\n"
	"  %n = tfrt.constant.i32 20\n"
	"  %r = tfrt.call @fib(%n) : (i32) -> (i32)\n"
	"  tfrt.return %r : i32\n"
	"}\n";

/* A constant and 1000 additions, each of the one before. */
static char *chain_text(void)
{
	char *text = malloc(64 * 1024);
	size_t at = 0;
	if (!text)
		die("out of memory");
	at += (size_t)sprintf(text + at, "func.func @main() -> i32 {\n  %%c = tfrt.constant.i32 1\n"
					 "  %%v0 = tfrt.add.i32 %%c, %%c\n");
	for (int i = 1; i < 1000; i++)
		at += (size_t)sprintf(text + at, "  %%v%d = tfrt.add.i32 %%v%d, %%c\n", i, i - 1);
	sprintf(text + at, "  tfrt.return %%v999 : i32\n}\n");
	return text;
}

static void measure(const char *name, const char *text, int32_t expected, double kernels, double peer, unsigned threads,
	const struct kernels_registry *registry)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct program p = { ASYNC_HOST_INIT, NULL, NULL, expected };
	struct async_threads_options options = { sizeof options, threads, 2, 0, "bench" };
	uint8_t *bytes;
	size_t size;

	if (bef_assemble_text(text, strlen(text), name, NULL, NULL, &bytes, &size, &diag) != BEF_OK ||
		bef_file_open(bytes, size, registry, NULL, &p.file, &diag) != BEF_OK)
		die(diag.message);
#ifdef HAVE_MIMALLOC
	p.host.allocator = async_allocator_mimalloc();
#else
	p.host.allocator = async_allocator_system();
#endif
	p.host.queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	p.function = bef_file_find(p.file, "main", 4);
	bench_run_beside("bef", name, kernels, execute, &p, peer);
	async_queue_destroy(p.host.queue);
	bef_file_close(p.file);
	bef_assemble_free(NULL, bytes, size);
}

int main(void)
{
	struct kernels_registry *registry = kernels_registry_create(NULL);
	char *chain = chain_text();
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK)
		die("no kernels");
	measure("chain1000", chain, 1001, 1001, 30.1, 0, registry);
	measure("chain1000_2", chain, 1001, 1001, 30.3, 2, registry);
	measure("fib20", fib_text, 6765, 131345, 97.2, 0, registry);
	measure("fib20_2", fib_text, 6765, 131345, 69.2, 2, registry);
	free(chain);
	kernels_registry_destroy(registry);
	return 0;
}
