/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models in files that other programs truncate, write and replace: copied ones are not affected, mapped ones fail. */
#include "models.h"

#include <bef/stablehlo.h>
#include <bef/translate.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WEIGHTS = 100000 };

static char folder[] = "/tmp/bef-mapping-XXXXXX", path[64];
static uint8_t *program;
static size_t program_size;
static struct bef_model_options mapped = { .size = sizeof mapped, .mapped = true };
static atomic_int lost; /* pages */

/* @main returns its argument and weights, added up; @weights only them. */
static void make_program(void)
{
	size_t size;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);
	for (int f = 0; f < 2; f++) {
		fprintf(out, f ? "func.func @weights() -> tensor<%dxf32> {\n" : "func.func @main(%%x: tensor<%dxf32>) -> tensor<%dxf32> {\n",
			WEIGHTS, WEIGHTS);
		fprintf(out, "  %%w = stablehlo.constant dense<\"0x");
		for (int i = 0; i < WEIGHTS; i++)
			fprintf(out, f ? "00%02X8040" : "00%02X803F", i % 128); /* from 4 and from 1 on */
		fprintf(out, "\"> : tensor<%dxf32>\n", WEIGHTS);
		fprintf(out, f ? "  return %%w : tensor<%dxf32>\n}\n"
			       : "  %%s = stablehlo.add %%x, %%w : tensor<%dxf32>\n  return %%s : tensor<%dxf32>\n}\n",
			WEIGHTS, WEIGHTS);
	}
	fclose(out);
	CHECK(bef_stablehlo_assemble(text, size, "test.mlir", NULL, NULL, &program, &program_size, NULL) == BEF_OK);
	free(text);
}

static void write_program(void)
{
	FILE *out = fopen(path, "wb");
	CHECK(out && fwrite(program, 1, program_size, out) == program_size && fclose(out) == 0);
}

static void shrink(off_t size) { CHECK(truncate(path, size) == 0); }

static struct bef_model *opened(const struct bef_model_options *options)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	write_program();
	(void)good(bef_model_open_path(path, registry, options, &model, &diag), &diag);
	return model;
}

static enum bef_status run(struct bef_model *model, void (*begun)(void *ctx, struct bef_model_call *call), struct bef_diag *diag)
{
	static float x[WEIGHTS], sum[WEIGHTS];
	const struct bef_model_tensor argument = vector(KERNELS_F32, x, WEIGHTS);
	struct bef_model_tensor result = { .data = sum, .size = sizeof sum };
	const struct bef_model_call_options options = { .size = sizeof options, .begun = begun };
	for (int i = 0; i < WEIGHTS; i++)
		x[i] = 1;
	*diag = (struct bef_diag)BEF_DIAG_INIT;
	enum bef_status status = bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, &options, diag);
	for (int i = 0; i < WEIGHTS && status == BEF_OK; i++) {
		if (sum[i] != 2 + (float)(i % 128) / 32768) {
			check_report(__FILE__, __LINE__, "sum %d is %g", i, (double)sum[i]);
			break;
		}
	}
	return status;
}

static void is_refused(enum bef_status status, const struct bef_diag *diag)
{
	CHECK_INT(status, BEF_E_IO);
	CHECK_INT(diag->status, BEF_E_IO);
	CHECK(strstr(diag->message, "truncated or written while it was mapped"));
}

static void opening_installs_no_handler(void)
{
	struct sigaction before, after;
	struct bef_diag diag;
	sigaction(SIGBUS, NULL, &before);
	struct bef_model *model = opened(&mapped);
	CHECK_OR_RETURN(model);
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	bef_model_close(model);
	sigaction(SIGBUS, NULL, &after);
	CHECK(before.sa_handler == after.sa_handler && before.sa_flags == after.sa_flags);
}

/* Without options: the file may become shorter, other bytes, and nothing. */
static void copies_do_not_change(void)
{
	struct bef_diag diag;
	struct bef_model_tensor weights = { .data = NULL };
	struct bef_model *model = opened(NULL);
	CHECK_OR_RETURN(model);
	shrink(0);
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	CHECK_INT(bef_model_run(model, bef_model_find(model, "weights"), NULL, 0, &weights, 1, NULL, &diag), BEF_OK);
	write_program();
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	unlink(path);
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	bef_model_close(model);
	CHECK(weights.data && ((float *)weights.data)[0] == 4 && ((float *)weights.data)[WEIGHTS - 1] > 4);
	bef_model_tensor_release(&weights);
}

/* Allocates the block into which the file is read, after its size was asked for. */
static void *alloc_and_shrink(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (size > program_size)
		shrink((off_t)program_size - 1);
	return async_alloc(async_allocator_system(), size, align);
}

static void free_block(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	async_free(async_allocator_system(), p, size, align);
}

static void truncated_while_read(void)
{
	const struct async_allocator allocator = { .alloc = alloc_and_shrink, .free = free_block };
	const struct async_host host = { .size = sizeof host, .allocator = &allocator };
	const struct bef_model_options options = { .size = sizeof options, .host = &host };
	const struct bef_open_options open = { .size = sizeof open, .allocator = &allocator };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	struct bef_file *file;
	write_program();
	CHECK_INT(bef_model_open_path(path, registry, &options, &model, &diag), BEF_E_IO);
	CHECK(!model && strstr(diag.message, "it shrank from "));
	write_program();
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_file_open_path(path, registry, &open, &file, &diag), BEF_E_IO);
	CHECK(!file && strstr(diag.message, "it shrank from "));
}

static void replaced_files_stay(void)
{
	struct bef_diag diag;
	char other[80];
	struct bef_model *model = opened(&mapped);
	CHECK_OR_RETURN(model);
	snprintf(other, sizeof other, "%s.new", path);
	FILE *out = fopen(other, "wb");
	CHECK(out && fclose(out) == 0 && rename(other, path) == 0);
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	unlink(path);
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	bef_model_close(model);
}

/* ---- with the guard */

static void count_lost(void) { atomic_fetch_add(&lost, 1); }

static void truncated_before_a_call(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	struct bef_model_tensor weights = { .data = NULL };
	struct bef_model *model = opened(&mapped);
	CHECK_OR_RETURN(model);
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	shrink(0);
	is_refused(run(model, NULL, &diag), &diag);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	is_refused(bef_model_start(model, bef_model_function(model, 1), NULL, 0, &weights, 1, NULL, &call, &diag), &diag);
	CHECK(!call && !weights.data);
	bef_model_close(model);
}

static void truncate_all(void *ctx, struct bef_model_call *call)
{
	(void)ctx;
	(void)call;
	shrink(0);
}

static void truncated_during_a_call(void)
{
	struct bef_diag diag;
	struct bef_model *model = opened(&mapped);
	CHECK_OR_RETURN(model);
	const int before = atomic_load(&lost);
	is_refused(run(model, truncate_all, &diag), &diag);
	CHECK(atomic_load(&lost) > before); /* otherwise the weights were not read from the file */
	is_refused(run(model, NULL, &diag), &diag);
	write_program(); /* as long as before */
	is_refused(run(model, NULL, &diag), &diag);
	bef_model_close(model);
	CHECK_OR_RETURN(model = opened(&mapped));
	CHECK_INT(run(model, NULL, &diag), BEF_OK);
	bef_model_close(model);
}

static void truncate_by_a_byte(void *ctx, struct bef_model_call *call)
{
	(void)ctx;
	(void)call;
	shrink((off_t)program_size - 1);
}

static void write_again(void *ctx, struct bef_model_call *call)
{
	(void)ctx;
	(void)call;
	usleep(20000); /* the time of modification may be that of the last tick of the system's clock */
	write_program();
}

/* No page is missing. */
static void changed_without_a_signal(void)
{
	struct bef_diag diag;
	struct bef_model *model = opened(&mapped);
	CHECK_OR_RETURN(model);
	const int before = atomic_load(&lost);
	is_refused(run(model, truncate_by_a_byte, &diag), &diag);
	CHECK_INT(atomic_load(&lost), before);
	bef_model_close(model);
	CHECK_OR_RETURN(model = opened(&mapped));
	is_refused(run(model, write_again, &diag), &diag);
	bef_model_close(model);
}

/* Owned results are copies of what is in the file, so they do not change after the call. */
static void results_are_not_mapped(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor weights = { .data = NULL };
	struct bef_model *model = opened(&mapped);
	CHECK_OR_RETURN(model);
	if (good(bef_model_run(model, bef_model_find(model, "weights"), NULL, 0, &weights, 1, NULL, &diag), &diag)) {
		shrink(0);
		CHECK(((float *)weights.data)[0] == 4 && ((float *)weights.data)[WEIGHTS - 1] > 4);
	}
	bef_model_tensor_release(&weights);
	weights = (struct bef_model_tensor){ .data = NULL };
	bef_model_close(model);
	CHECK_OR_RETURN(model = opened(&mapped));
	const struct bef_model_call_options options = { .size = sizeof options, .begun = truncate_all };
	diag = (struct bef_diag)BEF_DIAG_INIT;
	is_refused(bef_model_run(model, bef_model_find(model, "weights"), NULL, 0, &weights, 1, &options, &diag), &diag);
	CHECK(!weights.data && !weights.owner);
	bef_model_close(model);
}

static void truncate_opened(void *ctx, struct bef_file *file, const void *data, size_t size)
{
	(void)ctx;
	(void)file;
	shrink(4096);
	CHECK(((const uint8_t *)data)[size - 1] == 0);
}

static void truncated_while_opening(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	struct bef_model_options options = mapped;
	options.opened = truncate_opened;
	write_program();
	is_refused(bef_model_open_path(path, registry, &options, &model, &diag), &diag);
	CHECK(!model);
	write_program();
	shrink((off_t)program_size / 2); /* before it is mapped: a damaged file */
	CHECK(bef_model_open_path(path, registry, &mapped, &model, NULL) != BEF_E_IO);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case unguarded[] = {
		CHECK_CASE(opening_installs_no_handler),
		CHECK_CASE(copies_do_not_change),
		CHECK_CASE(truncated_while_read),
		CHECK_CASE(replaced_files_stay),
	};
	static const struct check_case guarded[] = {
		CHECK_CASE(copies_do_not_change),
		CHECK_CASE(replaced_files_stay),
		CHECK_CASE(truncated_before_a_call),
		CHECK_CASE(truncated_during_a_call),
		CHECK_CASE(changed_without_a_signal),
		CHECK_CASE(results_are_not_mapped),
		CHECK_CASE(truncated_while_opening),
	};
	const bool guard = argc > 1 && strcmp(argv[1], "--guard") == 0;
	if (!mkdtemp(folder))
		return 3;
	snprintf(path, sizeof path, "%s/model.bef", folder);
	make_program();
	if (guard)
		bef_model_mapping_guard(count_lost);
	int code = guard ? models_main(argc - 1, argv + 1, guarded, sizeof guarded / sizeof *guarded)
			 : models_main(argc, argv, unguarded, sizeof unguarded / sizeof *unguarded);
	bef_assemble_free(NULL, program, program_size);
	unlink(path);
	rmdir(folder);
	return code;
}
