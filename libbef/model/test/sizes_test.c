/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Structs that begin with their size, and those that they point to: a size that no release has is refused, with a message. */
#include "models.h"
#include "sizes.h"

#include <bef/source.h>
#include <bef/stablehlo.h>
#include <mlirbc/mlirbc.h>
#include <stdlib.h>

static const char text[] = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
			   "  %0 = stablehlo.add %x, %x : tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n";
static const size_t text_size = sizeof text - 1;

/* The status is BEF_E_ARG, and the message names the struct. */
static bool is_named(enum bef_status status, struct bef_diag *diag, const char *name)
{
	const bool good = status == BEF_E_ARG && diag->status == BEF_E_ARG && strstr(diag->message, "size") && strstr(diag->message, name);
	*diag = (struct bef_diag)BEF_DIAG_INIT;
	return good;
}

/* ---- opening */

static enum bef_status open_with(const struct bef_model_options *options, struct bef_diag *diag)
{
	struct bef_model *model;
	enum bef_status status = bef_model_open(text, text_size, NULL, registry, options, &model, diag);
	bef_model_close(model);
	if (status != BEF_OK)
		CHECK(!model);
	return status;
}

static void options_of_models(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_host host = ASYNC_HOST_INIT;
	struct bef_stablehlo_options lowering = { 0 };
	struct bef_observer observer = { 0 };
	struct bef_model_options options = { .max_memory = 1 };
	struct bef_model *model;
	SIZES_REFUSED(struct bef_model_options, options.size, is_named(open_with(&options, &diag), &diag, "bef_model_options"));
	SIZES_REFUSED(struct bef_model_options, options.size,
		is_named(bef_model_open_path("/none", registry, &options, &model, &diag), &diag, "bef_model_options"));
	options.max_memory = 0;
	options.host = &host;
	SIZES_REFUSED(struct async_host, host.size, is_named(open_with(&options, &diag), &diag, "async_host"));
	options.lowering = &lowering;
	SIZES_REFUSED(struct bef_stablehlo_options, lowering.size, is_named(open_with(&options, &diag), &diag, "bef_stablehlo_options"));
	options.observer = &observer;
	SIZES_REFUSED(struct bef_observer, observer.size, is_named(open_with(&options, &diag), &diag, "bef_observer"));
	options.observer = NULL;
	CHECK_INT(open_with(&options, &diag), BEF_OK);
	/* a limit that the struct of the caller lacks is absent */
	options.max_open_memory = 1;
	CHECK_INT(open_with(&options, &diag), BEF_E_LIMIT);
	options.size = offsetof(struct bef_model_options, max_open_memory);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(open_with(&options, &diag), BEF_OK);
}

static void costs(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	struct bef_model_cost cost = { .size = sizeof cost };
	CHECK_OR_RETURN(bef_model_open(text, text_size, NULL, registry, NULL, &model, &diag) == BEF_OK);
	SIZES_REFUSED(struct bef_model_cost, cost.size,
		is_named(bef_model_cost(model, bef_model_function(model, 0), &cost, &diag), &diag, "bef_model_cost"));
	CHECK_INT(bef_model_cost(model, bef_model_function(model, 0), &cost, &diag), BEF_OK);
	bef_model_close(model);
}

static void options_of_lowering(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_stablehlo_options lowering = { 0 };
	struct bef_source_options options = { 0 };
	struct bef_assemble_options assemble = { 0 };
	struct bef_source *read = NULL;
	struct mlirbc_module *module;
	uint8_t *data;
	size_t size;
	char name[64];
	SIZES_REFUSED(struct bef_stablehlo_options, lowering.size,
		is_named(bef_stablehlo_assemble(text, text_size, NULL, NULL, &lowering, &data, &size, &diag), &diag, "bef_stablehlo_options"));
	SIZES_REFUSED(struct bef_stablehlo_options, lowering.size,
		is_named(bef_model_lowering_device("host:0", &lowering, name, sizeof name, &diag), &diag, "bef_stablehlo_options"));
	SIZES_REFUSED(struct bef_source_options, options.size,
		is_named(bef_source_open(text, text_size, &options, &read, &diag), &diag, "bef_source_options") && !read);
	options.assemble = &assemble;
	SIZES_REFUSED(struct bef_assemble_options, assemble.size,
		is_named(bef_source_open(text, text_size, &options, &read, &diag), &diag, "bef_assemble_options") && !read);
	CHECK_OR_RETURN(bef_source_open(text, text_size, &options, &read, &diag) == BEF_OK);
	SIZES_REFUSED(struct bef_stablehlo_options, lowering.size,
		is_named(bef_stablehlo_lower(bef_source_module(read), &lowering, &module, &diag), &diag, "bef_stablehlo_options"));
	CHECK_INT(bef_stablehlo_lower(bef_source_module(read), &lowering, &module, &diag), BEF_OK);
	bef_source_close(read);
}

/* ---- BEF files */

static int releases;
static void release(void *ctx, const void *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	releases++;
}

static void options_of_files(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_open_options options = { .release = release };
	struct bef_observer observer = { 0 };
	struct bef_compiler compiler = { 0 };
	struct bef_file *file;
	uint8_t *data;
	size_t size;
	CHECK_OR_RETURN(bef_stablehlo_assemble(text, text_size, NULL, NULL, NULL, &data, &size, &diag) == BEF_OK);
	SIZES_REFUSED(struct bef_open_options, options.size,
		is_named(bef_file_open(data, size, registry, &options, &file, &diag), &diag, "bef_open_options") && !file);
	SIZES_REFUSED(struct bef_open_options, options.size,
		is_named(bef_file_open_path("/none", registry, &options, &file, &diag), &diag, "bef_open_options") && !file);
	CHECK_INT(releases, 0);
	options.observer = &observer;
	SIZES_REFUSED(struct bef_observer, observer.size,
		is_named(bef_file_open(data, size, registry, &options, &file, &diag), &diag, "bef_observer") && !file && releases-- == 1);
	options.observer = NULL;
	options.compiler = &compiler;
	SIZES_REFUSED(struct bef_compiler, compiler.size,
		is_named(bef_file_open(data, size, registry, &options, &file, &diag), &diag, "bef_compiler") && !file && releases-- == 1);
	CHECK_OR_RETURN(bef_file_open(data, size, registry, &options, &file, &diag) == BEF_OK);
	bef_file_close(file);
	bef_assemble_free(NULL, data, size);
}

/* ---- calls */

static bool exchange(void *ctx, const struct kernels_process *process, const struct kernels_exchange *asked,
	struct async_value **results)
{
	(void)ctx;
	(void)process;
	(void)asked;
	(void)results;
	return false;
}

static int done_calls;
static void note_done(void *ctx, struct bef_model_call *call)
{
	(void)ctx;
	(void)call;
	done_calls++;
}

static void options_of_calls(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct kernels_engine engine = { .exchange = exchange };
	struct kernels_process process = { .replicas = 1, .partitions = 1, .engine = &engine };
	struct bef_model_call_options options = { .done = note_done };
	struct bef_model *model;
	float x[2] = { 1, 2 }, y[2] = { 0 };
	const struct bef_model_tensor argument = vector(KERNELS_F32, x, 2);
	struct bef_model_tensor result = { .data = y, .size = sizeof y };
	CHECK_OR_RETURN(bef_model_open(text, text_size, NULL, registry, NULL, &model, &diag) == BEF_OK);
	const struct bef_stablehlo_function *main_function = bef_model_find(model, "main");
#define CALL() bef_model_run(model, main_function, &argument, 1, &result, 1, &options, &diag)
	SIZES_REFUSED(struct bef_model_call_options, options.size, is_named(CALL(), &diag, "bef_model_call_options"));
	options.process = &process;
	SIZES_REFUSED(struct kernels_process, process.size, is_named(CALL(), &diag, "kernels_process"));
	SIZES_REFUSED(struct kernels_engine, engine.size, is_named(CALL(), &diag, "kernels_engine"));
	CHECK(done_calls == 0 && y[1] == 0);
	CHECK_INT(CALL(), BEF_OK);
	CHECK(done_calls == 1 && y[1] == 4);
	/* an older release: no process */
	process.size = 0;
	options.size = offsetof(struct bef_model_call_options, process);
	CHECK_INT(CALL(), BEF_OK);
#undef CALL
	bef_model_close(model);
}

/* ---- what is filled in */

static int misuses;
static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	misuses += misuse->kind == ASYNC_MISUSE_BAD_ARGUMENT;
}

static void structs_for_results(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_parallel parallel = { .replicas = 77 };
	struct kernels_hlo_probes probes = { 0 };
	struct async_resources *resources = async_resources_create(NULL);
	struct bef_model *model;
	CHECK_OR_RETURN(bef_model_open(text, text_size, NULL, registry, NULL, &model, &diag) == BEF_OK);
	async_set_misuse_handler(note_misuse, NULL);
	SIZES_REFUSED(struct bef_model_parallel, parallel.size,
		(bef_model_parallel(model, &parallel), parallel.replicas == 77 && misuses-- == 1));
	bef_model_parallel(model, &parallel);
	CHECK(parallel.replicas == 0 && misuses == 0);
	SIZES_REFUSED(struct kernels_hlo_probes, probes.size, !kernels_hlo_probes_set(resources, &probes) && misuses-- == 1);
	CHECK(kernels_hlo_probes_set(resources, &probes) && misuses == 0);
	async_set_misuse_handler(NULL, NULL);
	struct bef_model_part part = { .rank = 77 };
	SIZES_REFUSED(struct bef_model_part, part.size,
		is_named(bef_model_sharding(model, bef_model_function(model, 0), false, 0, 0, &part, &diag), &diag, "bef_model_part"));
	CHECK(bef_model_sharding(model, bef_model_function(model, 0), false, 0, 0, &part, &diag) == BEF_OK && part.local[0] == 2);
	async_resources_release(resources);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(options_of_models), CHECK_CASE(costs), CHECK_CASE(options_of_lowering),
		CHECK_CASE(options_of_files), CHECK_CASE(options_of_calls), CHECK_CASE(structs_for_results) };
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
