/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The launches of ../../test/device/device_bench.c as tasks of StarPU, whose OpenCL driver runs them: one handle, which each task
 * reads and writes. Its driver polls in a thread of its own, so wall time counts. */
#define CL_TARGET_OPENCL_VERSION 120
#include <starpu.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COUNT 1000
#define ROUNDS 60

static struct starpu_opencl_program program;
static cl_kernel kernel;
static cl_command_queue queue;
static starpu_data_handle_t handle;

static double now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void add_index(void *buffers[], void *argument)
{
	static const size_t items = 1;
	const cl_int k = 1;
	cl_mem memory = (cl_mem)STARPU_VECTOR_GET_DEV_HANDLE(buffers[0]);
	(void)argument;
	if (!kernel)
		starpu_opencl_load_kernel(&kernel, &queue, &program, "add_index", starpu_worker_get_devid(starpu_worker_get_id()));
	clSetKernelArg(kernel, 0, sizeof memory, &memory);
	clSetKernelArg(kernel, 1, sizeof k, &k);
	if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL) != CL_SUCCESS)
		exit(1);
}

static struct starpu_codelet codelet = { .opencl_funcs = { add_index },
	.opencl_flags = { STARPU_OPENCL_ASYNC },
	.nbuffers = 1,
	.modes = { STARPU_RW },
	.name = "add_index" };

/* Tasks that need each other: all at once, or each after the end of the one before. */
static double run(bool wait_for_each)
{
	const double begun = now_us();
	for (int i = 0; i < COUNT; i++) {
		if (starpu_task_insert(&codelet, STARPU_RW, handle, 0) != 0)
			exit(1);
		if (wait_for_each)
			starpu_task_wait_for_all();
	}
	starpu_task_wait_for_all();
	return (now_us() - begun) / COUNT;
}

static void measure(const char *what, bool wait_for_each)
{
	double least = 1e9;
	for (int i = 0; i < ROUNDS; i++) {
		const double us = run(wait_for_each);
		least = us < least ? us : least;
	}
	printf("{\"lib\": \"starpu\", \"name\": \"%s\", \"ns\": %.0f}\n", what, 1e3 * least);
}

int main(void)
{
	static const char source[] = "kernel void add_index(global int *p, int k)"
				     " { size_t i = get_global_id(0); p[i] += (int)i * k; }";
	static int numbers[16];
	struct starpu_conf conf;
	setenv("STARPU_OPENCL_ON_CPUS", "1", 1);
	setenv("STARPU_SILENT", "1", 1);
	starpu_conf_init(&conf);
	conf.ncpus = 0;
	conf.nopencl = 1;
	if (starpu_init(&conf) != 0 || starpu_opencl_worker_get_count() == 0)
		return 77;
	if (starpu_opencl_load_opencl_from_string(source, &program, "") != 0)
		return 1;
	starpu_vector_data_register(&handle, STARPU_MAIN_RAM, (uintptr_t)numbers, 16, sizeof numbers[0]);
	run(false);
	measure("launch_in_a_chain", false);
	measure("launch_and_completion", true);
	starpu_data_unregister(handle);
	starpu_opencl_unload_opencl(&program);
	starpu_shutdown();
	return 0;
}
