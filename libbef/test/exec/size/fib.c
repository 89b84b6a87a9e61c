/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The smallest program that runs BEF: reads a file from stdin and executes every named function without arguments,
 * in file order, with the kernels of the pack `basic`. Its size is the executor's cost for an application. */
#include <bef/exec.h>
#include <kernels/pack_basic.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads stdin to its end. NULL: failure. */
static char *read_all(size_t *out_size)
{
	size_t size = 0, room = 4096;
	char *bytes = malloc(room);
	while (bytes) {
		size += fread(bytes + size, 1, room - size, stdin);
		if (size < room)
			break;
		char *more = realloc(bytes, room *= 2);
		if (!more)
			free(bytes);
		bytes = more;
	}
	*out_size = size;
	return bytes;
}

static void print(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	fwrite(text, 1, size, stdout);
}

static int run(const struct kernels_function *function, const struct async_host *host)
{
	int failed = 0;
	struct async_request *request = async_request_create(host, NULL);
	struct async_value **results = calloc(function->result_count + 1, sizeof(struct async_value *));
	if (!request || !results)
		exit(3);
	kernels_function_execute(function, request, NULL, results);
	async_queue_await(host->queue, results, function->result_count);
	for (uint32_t i = 0; i < function->result_count; i++) {
		if (async_value_is_error(results[i])) {
			fprintf(stderr, "%.*s: %s\n", (int)function->name_size, function->name,
				async_error_message(async_value_error(results[i])));
			failed = 1;
		}
		async_value_release(results[i]);
	}
	free(results);
	async_queue_quiesce(host->queue); /* including kernels that no result depends on */
	async_request_release(request);
	return failed;
}

static int run_all(const struct bef_file *file, const struct async_host *host)
{
	int failed = 0;
	for (size_t i = 0; i < bef_file_function_count(file); i++) {
		const struct kernels_function *function = bef_file_function(file, i);
		if (function->name_size && !function->argument_count &&
			bef_file_function_kind(file, i) == BEF_FUNCTION_ASYNC)
			failed |= run(function, host);
	}
	return failed;
}

int main(void)
{
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_file *file;
	size_t size;
	char *bytes = read_all(&size);
	host.allocator = async_allocator_system();
	host.print = print;
	host.queue = async_queue_create_single(NULL);
	if (!bytes || !registry || !host.queue ||
		kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK)
		return 3;
	int failed = bef_file_open(bytes, size, registry, NULL, &file, &diag) != BEF_OK;
	if (failed)
		fprintf(stderr, "0x%llx: %s\n", (unsigned long long)diag.offset, diag.message);
	else
		failed = run_all(file, &host);
	async_queue_destroy(host.queue);
	bef_file_close(file);
	kernels_registry_destroy(registry);
	free(bytes);
	return failed;
}
