/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A value goes round a ring of ranks as tasks of StarPU-MPI: each task adds one on the rank that owns its result, so the runtime sends
 * each value to the next rank. Prints the least time of a round, as a line of JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <starpu_mpi.h>

enum { ROUNDS = 50, REPETITIONS = 10, MOST_RANKS = 64 };

static void add_one(void *buffers[], void *unused)
{
	const float *from = (const float *)STARPU_VARIABLE_GET_PTR(buffers[0]);
	float *to = (float *)STARPU_VARIABLE_GET_PTR(buffers[1]);
	(void)unused;
	*to = *from + 1;
}

static struct starpu_codelet codelet = {
	.cpu_funcs = { add_one }, .nbuffers = 2, .modes = { STARPU_R, STARPU_W }, .name = "add_one"
};

/* The handles of values 0 to `hops`, whose owners take turns. */
static void register_values(starpu_data_handle_t *handles, float *values, int hops, int rank, int size)
{
	for (int i = 0; i <= hops; i++) {
		const int home = i % size == rank ? STARPU_MAIN_RAM : -1;
		values[i] = 0;
		starpu_variable_data_register(&handles[i], home, home < 0 ? 0 : (uintptr_t)&values[i], sizeof values[i]);
		starpu_mpi_data_register(handles[i], i, i % size);
	}
}

/* The time of all hops; false if the last value is wrong. */
static int ring(int hops, int rank, int size, double *out_us)
{
	starpu_data_handle_t *handles = calloc((size_t)hops + 1, sizeof *handles);
	float *values = calloc((size_t)hops + 1, sizeof *values);
	int good = handles && values;
	if (good) {
		register_values(handles, values, hops, rank, size);
		starpu_mpi_barrier(MPI_COMM_WORLD);
		const double started = starpu_timing_now();
		for (int i = 0; i < hops && good; i++)
			good = starpu_mpi_task_insert(MPI_COMM_WORLD, &codelet, STARPU_R, handles[i], STARPU_W, handles[i + 1], 0) == 0;
		starpu_task_wait_for_all();
		starpu_mpi_barrier(MPI_COMM_WORLD);
		*out_us = starpu_timing_now() - started;
		for (int i = 0; i <= hops; i++)
			starpu_data_unregister(handles[i]);
		good = good && (hops % size != rank || values[hops] == (float)hops);
	}
	free(handles);
	free(values);
	return good;
}

int main(int argc, char **argv)
{
	int rank, size, good = 1;
	double least = 0;
	setenv("STARPU_SILENT", "1", 0);
	if (starpu_mpi_init_conf(&argc, &argv, 1, MPI_COMM_WORLD, NULL) != 0)
		return 1;
	starpu_mpi_comm_rank(MPI_COMM_WORLD, &rank);
	starpu_mpi_comm_size(MPI_COMM_WORLD, &size);
	for (int i = 0; i < REPETITIONS && good && size <= MOST_RANKS; i++) {
		double us = 0;
		good = ring(ROUNDS * size, rank, size, &us);
		least = i == 0 || us < least ? us : least;
	}
	if (!good)
		printf("rank %d: a wrong value, or no memory\n", rank);
	else if (rank == 0)
		printf("{\"lib\": \"kernels-mpi\", \"name\": \"starpu_ring_1\", \"ranks\": %d, \"ns\": %.0f}\n", size, 1e3 * least / ROUNDS);
	starpu_mpi_shutdown();
	return good ? 0 : 1;
}
