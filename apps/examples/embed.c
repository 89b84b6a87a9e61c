/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef and libbef-mlir: a host program that assembles MLIR text, binds it to its own kernels, runs it and reads the
 * result. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <stdio.h>
#include <string.h>

static const char source[] = "func.func @main() -> i32 {\n"
			     "  %seed = \"host.seed\"() : () -> i32\n"
			     "  %sum = \"host.add\"(%seed, %seed) : (i32, i32) -> i32\n"
			     "  tfrt.return %sum : i32\n"
			     "}\n";

static void seed(struct kernels_call *call) { *(int32_t *)call->results[0] = 21; }

static void add(struct kernels_call *call)
{
	*(int32_t *)call->results[0] = *(const int32_t *)call->arguments[0] + *(const int32_t *)call->arguments[1];
}

static const struct kernels_kernel kernels[] = {
	{ "host.add", "(i32, i32) -> i32", add, NULL, 0, 0 },
	{ "host.seed", "() -> i32", seed, NULL, 0, 0 },
};
static const struct kernels_pack pack = KERNELS_PACK_INIT("host", kernels, NULL, 0, NULL);

static void report(void *ctx, const struct async_error *error)
{
	(void)ctx;
	fprintf(stderr, "error: %s\n", async_error_message(error));
}

/* Runs main() and prints what it returns. */
static int run(const struct bef_file *file, const struct async_host *host)
{
	const struct kernels_function *function = bef_file_find(file, "main", strlen("main"));
	struct async_request *request = async_request_create(host, NULL);
	struct async_value *result = NULL;
	int code = 1;
	if (!function || !request)
		return 3;
	kernels_function_execute(function, request, NULL, &result);
	async_queue_await(host->queue, &result, 1);
	if (!async_value_is_error(result)) {
		printf("main returned %d\n", (int)*(int32_t *)async_value_payload(result));
		code = 0;
	}
	async_value_release(result);
	async_queue_quiesce(host->queue); /* no work of the request is running */
	async_request_release(request);
	return code;
}

int main(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct bef_file *file = NULL;
	uint8_t *bytes = NULL;
	size_t size = 0;
	int code = 1;
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_threads(NULL, NULL);
	host.report = report;
	if (!registry || !host.queue || kernels_registry_add(registry, &pack, NULL) != KERNELS_OK)
		return 3;
	if (bef_assemble_text(source, strlen(source), "main.mlir", NULL, NULL, &bytes, &size, &diag) == BEF_OK &&
		bef_file_open(bytes, size, registry, NULL, &file, &diag) == BEF_OK)
		code = run(file, &host);
	else
		fprintf(stderr, "main.mlir:%u:%u: %s\n", (unsigned)diag.line, (unsigned)diag.column, diag.message);
	bef_file_close(file);
	bef_assemble_free(NULL, bytes, size);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return code;
}
