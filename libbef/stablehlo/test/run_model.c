/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "run_model.h"

#include <bef/translate.h>
#include <dirent.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void runner_init(struct runner *runner, unsigned workers)
{
	const struct async_threads_options options = { .size = sizeof options, .threads = workers };
	runner->host = (struct async_host)ASYNC_HOST_INIT;
	runner->no_fusing = false;
	runner->semantics = BEF_SEMANTICS_XLA;
	runner->device = NULL;
	runner->host.allocator = async_allocator_system();
	runner->host.queue = workers ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	runner->registry = kernels_registry_create(NULL);
	if (!runner->host.queue || !runner->registry ||
		kernels_registry_add(runner->registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		(runner->pack = records_add_pack(runner->registry)) == NULL)
		abort();
	snprintf(runner->probes, sizeof runner->probes, "/tmp/probes-XXXXXX");
	if (!mkdtemp(runner->probes))
		abort();
}

static void remove_directory(const char *path)
{
	DIR *directory = opendir(path);
	for (struct dirent *entry; directory && (entry = readdir(directory)) != NULL;)
		(void)unlinkat(dirfd(directory), entry->d_name, 0);
	if (directory)
		closedir(directory);
	rmdir(path);
}

void runner_finish(struct runner *runner)
{
	async_queue_quiesce(runner->host.queue);
	async_queue_destroy(runner->host.queue);
	kernels_registry_destroy(runner->registry);
	free(runner->pack);
	remove_directory(runner->probes);
}

static void note_reason(void *ctx, const struct async_place *place, const char *message)
{
	struct model *model = ctx;
	size_t used = strlen(model->missing);
	(void)place;
	snprintf(model->missing + used, sizeof model->missing - used, "%s\n", message);
}

static bool opened(struct model *model, enum bef_status status, const struct bef_diag *diag)
{
	if (status != BEF_OK)
		snprintf(model->why, sizeof model->why, "%u:%u: %s", diag->line, diag->column, diag->message);
	return status == BEF_OK;
}

bool model_open(struct runner *runner, const void *data, size_t size, const char *name, bool folding, struct model *out)
{
	const struct bef_stablehlo_options options = {
		.size = sizeof options, .no_folding = !folding, .no_fusing = runner->no_fusing, .no_code = runner->no_code, .device = runner->device,
		.semantics = runner->semantics
	};
	const struct bef_open_options open = { .size = sizeof open, .report = note_reason, .report_ctx = out };
	struct bef_diag diag = BEF_DIAG_INIT;
	*out = (struct model){ .file = NULL };
	enum bef_status status =
		bef_stablehlo_assemble(data, size, name, NULL, &options, &out->bytes, &out->byte_count, &diag);
	if (status == BEF_OK)
		status = bef_file_open(out->bytes, out->byte_count, runner->registry, &open, &out->file, &diag);
	return opened(out, status, &diag);
}

bool model_open_path(struct runner *runner, const char *path, struct model *out)
{
	const struct bef_open_options open = { .size = sizeof open, .report = note_reason, .report_ctx = out };
	struct bef_diag diag = BEF_DIAG_INIT;
	*out = (struct model){ .file = NULL };
	return opened(out, bef_file_open_path(path, runner->registry, &open, &out->file, &diag), &diag);
}

bool model_contains(const struct model *model, const char *kernel)
{
	const size_t size = strlen(kernel) + 1;
	for (size_t i = 0; i + size <= model->byte_count; i++)
		if (memcmp(model->bytes + i, kernel, size) == 0)
			return true;
	return false;
}

void model_close(struct model *model)
{
	bef_file_close(model->file);
	bef_assemble_free(NULL, model->bytes, model->byte_count);
	*model = (struct model){ .file = NULL };
}

bool model_call(struct runner *runner, struct model *model, const struct kernels_function *function,
	struct async_value *const *arguments, struct async_value **results)
{
	struct async_resources *resources = async_resources_create(NULL);
	struct async_request *request = resources ? async_request_create(&runner->host, resources) : NULL;
	bool ok = true;
	if (!request || !kernels_hlo_probes_to_directory(resources, runner->probes))
		abort();
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
	async_resources_release(resources);
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
		for (uint32_t r = 0; r < function->result_count; r++) {
			records_add(results[r], "%.100s result %u", function->name, (unsigned)r);
			async_value_release(results[r]);
		}
		free(results);
	}
	return ok;
}
