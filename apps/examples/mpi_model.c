/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model and pack mpi: each program that mpirun has started computes its part of a model with shardings. No
 * program has more of a weight than its part:
 *
 *	mpirun --tag-output -n 4 mpi_model mpi two_layers.mlir */
#include <bef/model.h>
#include <kernels/load.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdio.h>
#include <stdlib.h>

/* Fills a part of the weights. Each number depends on its place in the whole tensor, as if it was read from a file. */
static void fill(float *data, const struct bef_model_part *part, uint32_t argument)
{
	for (int64_t i = 0; i < part->local[0]; i++) {
		for (int64_t k = 0; k < part->local[1]; k++) {
			const int64_t row = part->start[0] + i, column = part->start[1] + k;
			data[i * part->local[1] + k] = (float)((row * 7 + column * 3 + argument) % 11 - 5) / 16;
		}
	}
}

static int run(const char *path, const struct kernels_registry *registry, const struct kernels_process *process)
{
	const struct bef_model_options options = { .size = sizeof options, .partitions = process->partitions };
	const struct bef_model_call_options call = { .size = sizeof call, .process = process };
	struct bef_model_part part = { .size = sizeof part };
	struct bef_model_tensor arguments[3] = { { .data = NULL } }, result = { .data = NULL };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	enum bef_status status = bef_model_open_path(path, registry, &options, &model, &diag);
	const struct bef_stablehlo_function *main_function = status == BEF_OK ? bef_model_find(model, "main") : NULL;
	struct bef_model_parallel parallel = { .size = sizeof parallel };
	if (status == BEF_OK)
		bef_model_parallel(model, &parallel);
	if (status == BEF_OK && process->partitions > 1 && !parallel.divided) { /* every program would compute all of it */
		fprintf(stderr, "%s: its mesh does not have %u devices\n", path, process->partitions);
		bef_model_close(model);
		return 1;
	}
	for (uint32_t i = 0; status == BEF_OK && i < 3; i++) {
		status = bef_model_sharding(model, main_function, false, i, process->partition, &part, &diag);
		if (status != BEF_OK)
			break;
		arguments[i] = (struct bef_model_tensor){ .dtype = KERNELS_F32, .rank = 2, .dims = { part.local[0], part.local[1] },
			.size = (size_t)(part.local[0] * part.local[1]) * sizeof(float) };
		arguments[i].data = malloc(arguments[i].size);
		if (!arguments[i].data)
			abort();
		fill(arguments[i].data, &part, i);
	}
	if (status == BEF_OK)
		status = bef_model_run(model, main_function, arguments, 3, &result, 1, &call, &diag);
	if (status == BEF_OK)
		status = bef_model_sharding(model, main_function, true, 0, process->partition, &part, &diag);
	for (int64_t i = 0; status == BEF_OK && i < part.local[0]; i++)
		printf("row %d: %.6f %.6f\n", (int)(part.start[0] + i), (double)((float *)result.data)[2 * i],
			(double)((float *)result.data)[2 * i + 1]);
	if (status != BEF_OK)
		fprintf(stderr, "%s: %s\n", path, diag.message);
	bef_model_tensor_release(&result);
	for (uint32_t i = 0; i < 3; i++)
		free(arguments[i].data);
	bef_model_close(model);
	return status != BEF_OK;
}

int main(int argc, char **argv)
{
	char message[200];
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_process process = { .size = sizeof process, .replicas = 1, .partitions = 1 };
	const struct kernels_pack *mpi = NULL;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (argc != 3)
		return fprintf(stderr, "usage: mpirun -n 4 mpi_model mpi two_layers.mlir\n"), 2;
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	if (kernels_pack_load(argv[1], &mpi, &diag) != KERNELS_OK || kernels_registry_add(registry, mpi, &diag) != KERNELS_OK)
		return fprintf(stderr, "%s\n", diag.message), 3;

	uint32_t rank, ranks;
	const struct kernels_job *job = kernels_job_of_program();
	job->place(&rank, &ranks);
	int failed = 1;
	if (ranks > 1 && !job->join(1, ranks, &process, message, sizeof message))
		fprintf(stderr, "%s\n", message);
	else
		failed = run(argv[2], registry, &process);
	kernels_registry_destroy(registry); /* waits for the other programs, and ends MPI */
	return failed;
}
