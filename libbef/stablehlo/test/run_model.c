/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "run_model.h"

#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdlib.h>
#include <string.h>

void runner_init(struct runner *runner, unsigned workers)
{
	const struct async_threads_options options = { .size = sizeof options, .threads = workers };
	runner->host = (struct async_host)ASYNC_HOST_INIT;
	runner->no_fusing = false;
	runner->host.allocator = async_allocator_system();
	runner->host.queue = workers ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	runner->registry = kernels_registry_create(NULL);
	if (!runner->host.queue || !runner->registry ||
		kernels_registry_add(runner->registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(runner->registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		abort();
}

void runner_finish(struct runner *runner)
{
	async_queue_quiesce(runner->host.queue);
	async_queue_destroy(runner->host.queue);
	kernels_registry_destroy(runner->registry);
}

static void note_reason(void *ctx, const struct async_place *place, const char *message)
{
	struct model *model = ctx;
	size_t used = strlen(model->missing);
	(void)place;
	snprintf(model->missing + used, sizeof model->missing - used, "%s\n", message);
}

bool model_open(struct runner *runner, const void *data, size_t size, const char *name, bool folding, struct model *out)
{
	const struct bef_stablehlo_options options = {
		.size = sizeof options, .no_folding = !folding, .no_fusing = runner->no_fusing
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *bytes;
	size_t byte_count;
	*out = (struct model){ .file = NULL };
	enum bef_status status =
		bef_stablehlo_assemble(data, size, name, NULL, &options, &bytes, &byte_count, &diag);
	if (status == BEF_OK) {
		const struct bef_open_options open = { .size = sizeof open, .report = note_reason, .report_ctx = out };
		status = bef_file_open(bytes, byte_count, runner->registry, &open, &out->file, &diag);
		bef_assemble_free(NULL, bytes, byte_count);
	}
	if (status != BEF_OK)
		snprintf(out->why, sizeof out->why, "%u:%u: %s", diag.line, diag.column, diag.message);
	return status == BEF_OK;
}

void model_close(struct model *model) { bef_file_close(model->file); }

bool model_call(struct runner *runner, struct model *model, const struct kernels_function *function,
	struct async_value *const *arguments, struct async_value **results)
{
	struct async_request *request = async_request_create(&runner->host, NULL);
	bool ok = true;
	kernels_function_execute(function, request, arguments, results);
	async_queue_await(runner->host.queue, results, function->result_count);
	async_queue_quiesce(runner->host.queue);
	for (uint32_t i = 0; i < function->result_count; i++) {
		if (!async_value_is_error(results[i]))
			continue;
		snprintf(model->why, sizeof model->why, "%s", async_error_message(async_value_error(results[i])));
		ok = false;
	}
	async_request_release(request);
	return ok;
}

bool model_run_all(struct runner *runner, struct model *model, size_t *out_count)
{
	bool ok = true;
	*out_count = 0;
	for (size_t i = 0; i < bef_file_function_count(model->file); i++) {
		const struct kernels_function *function = bef_file_function(model->file, i);
		if (function->name_size == 0 || memchr(function->name, '.', function->name_size) || function->argument_count)
			continue;
		struct async_value **results = calloc(function->result_count + 1u, sizeof *results);
		++*out_count;
		ok = model_call(runner, model, function, NULL, results) && ok;
		for (uint32_t r = 0; r < function->result_count; r++)
			async_value_release(results[r]);
		free(results);
	}
	return ok;
}
