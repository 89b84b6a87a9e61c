/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* partition_test FILE: programs that are divided among partitions give the results of the whole program. The file has programs, separated
 * by "// -----"; DIMS(8,4) in them becomes a random sharding of a value with these dimensions, UNEVEN(9,6) one that need not divide them
 * evenly. Each runs once as a whole, where shardings mean nothing, and once by parts in as many processes as the mesh has devices. */
#include "check.h"

#include <bef/model.h>
#include <bef/source.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <kernels/world.h>
#include <math.h>
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 12, MOST_DEVICES = 8, SEEDS = 8 };

static struct kernels_registry *registry;
static uint32_t state = 1;

static uint32_t draw(uint32_t below)
{
	state = state * 1664525u + 1013904223u;
	return (state >> 8) % below;
}

/* ---- shardings */

struct mesh {
	const char *text;
	uint32_t count, sizes[3], devices;
};
static const struct mesh meshes[] = {
	{ "<[\"a\"=2]>", 1, { 2 }, 2 },
	{ "<[\"a\"=4]>", 1, { 4 }, 4 },
	{ "<[\"a\"=2, \"b\"=2]>", 2, { 2, 2 }, 4 },
	{ "<[\"a\"=2, \"b\"=2], device_ids=[2, 0, 3, 1]>", 2, { 2, 2 }, 4 },
	{ "<[\"a\"=2, \"b\"=2, \"c\"=2]>", 3, { 2, 2, 2 }, 8 },
};

/* Writes [{"a"}, {}, {"b", ?}] for dimensions such as "8,4,6)"; each axis divides at most one of them. */
static void put_dims(FILE *out, const struct mesh *mesh, const char *dims, bool evenly)
{
	uint32_t left = (1u << mesh->count) - 1;
	fputc('[', out);
	for (bool first = true; *dims != ')'; first = false) {
		char *end;
		unsigned long size = strtoul(dims, &end, 10);
		const char *between = "";
		fputs(first ? "{" : ", {", out);
		for (int tries = 0; tries < 3; tries++) {
			const uint32_t axis = draw(mesh->count);
			if (!(left >> axis & 1) || size == 0 || (evenly && size % mesh->sizes[axis] != 0) || draw(3) == 0)
				continue;
			left &= ~(1u << axis);
			size /= mesh->sizes[axis];
			fprintf(out, "%s\"%c\"", between, "abc"[axis]);
			between = ", ";
		}
		fprintf(out, draw(4) == 0 ? "%s?}" : "}", between);
		dims = *end == ',' ? end + 1 : end;
	}
	fputc(']', out);
}

/* The program with a mesh and shardings; to be freed. */
static char *with_shardings(const char *program, size_t size, const struct mesh *mesh, size_t *out_size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, out_size);
	fprintf(out, "sdy.mesh @m = %s\n", mesh->text);
	for (const char *at = program; at < program + size;) {
		const bool evenly = strncmp(at, "DIMS(", 5) == 0;
		if (!evenly && strncmp(at, "UNEVEN(", 7) != 0) {
			fputc(*at++, out);
			continue;
		}
		put_dims(out, mesh, strchr(at, '(') + 1, evenly);
		at = strchr(at, ')') + 1;
	}
	fclose(out);
	return text;
}

/* ---- models */

static struct bef_model *open_whole(const char *text, size_t size)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	if (bef_model_open(text, size, "whole", registry, NULL, &model, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s\n%s", diag.message, text);
	return model;
}

/* The divisions live as long as the source. */
static struct bef_model *open_parts(const char *text, size_t size, uint32_t devices, struct mlirbc_stablehlo_divisions *divisions,
	struct bef_source **source)
{
	const struct bef_source_options reading = { .size = sizeof reading, .name = "parts" };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	struct bef_model *model = NULL;
	*divisions = (struct mlirbc_stablehlo_divisions){ .size = sizeof *divisions };
	if (bef_source_open(text, size, &reading, source, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s", diag.message);
	else if (mlirbc_stablehlo_global_to_local(bef_source_module(*source), devices, divisions, &why) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s\n%s", why.message, text);
	else if (bef_model_open_source(text, size, *source, "parts", registry, NULL, &model, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s\n%s", diag.message, text);
	return model;
}

/* ---- tensors of 4 bytes */

static size_t elements(const int64_t *dims, size_t rank)
{
	size_t count = 1;
	for (size_t i = 0; i < rank; i++)
		count *= (size_t)dims[i];
	return count;
}

static struct bef_model_tensor make_argument(const struct bef_stablehlo_value *value)
{
	struct bef_model_tensor made = { .dtype = (enum kernels_dtype)value->dtype, .rank = value->rank };
	memcpy(made.dims, value->dims, value->rank * sizeof *made.dims);
	const size_t count = elements(made.dims, made.rank);
	made.size = 4 * count;
	made.data = malloc(made.size + 4);
	for (size_t i = 0; i < count; i++) {
		const int32_t number = (int32_t)draw(7) - 3;
		if (made.dtype == KERNELS_F32)
			((float *)made.data)[i] = (float)number;
		else
			((int32_t *)made.data)[i] = number < 0 ? -number : number; /* indices */
	}
	return made;
}

/* What the device has of a tensor; to be freed. */
static struct bef_model_tensor part_of(const struct bef_model_tensor *whole, const struct mlirbc_stablehlo_division *division, uint32_t device)
{
	struct bef_model_tensor made = *whole;
	int64_t start[KERNELS_MAX_RANK] = { 0 }, at[KERNELS_MAX_RANK] = { 0 };
	for (size_t i = 0; division->parts && i < made.rank; i++) {
		made.dims[i] /= division->parts[i];
		start[i] = made.dims[i] * division->at[device * division->rank + i];
	}
	const size_t count = elements(made.dims, made.rank);
	made.size = 4 * count;
	made.data = malloc(made.size + 4);
	for (size_t i = 0; i < count; i++) {
		size_t from = 0;
		for (size_t dim = 0; dim < made.rank; dim++)
			from = from * (size_t)whole->dims[dim] + (size_t)(start[dim] + at[dim]);
		memcpy((char *)made.data + 4 * i, (const char *)whole->data + 4 * from, 4);
		for (size_t dim = made.rank; dim-- > 0 && ++at[dim] == made.dims[dim];)
			at[dim] = 0;
	}
	return made;
}

static bool is_close(const struct bef_model_tensor *a, const struct bef_model_tensor *b)
{
	bool good = a->dtype == b->dtype && a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
	for (size_t i = 0; good && i < elements(a->dims, a->rank); i++) {
		const float x = ((const float *)a->data)[i], y = ((const float *)b->data)[i];
		good = a->dtype == KERNELS_F32 ? (isnan(x) && isnan(y)) || x == y || fabsf(x - y) <= 2e-5f * (1 + fabsf(y))
					       : memcmp((const char *)a->data + 4 * i, (const char *)b->data + 4 * i, 4) == 0;
	}
	return good;
}

/* ---- runs */

struct process {
	struct bef_model_tensor arguments[MOST], results[MOST];
	struct bef_model_call *call;
};

static bool start(struct bef_model *model, struct process *process, struct kernels_world *world, uint32_t devices, uint32_t device)
{
	const struct bef_stablehlo_function *main = bef_model_find(model, "main");
	const struct kernels_process number = { .size = sizeof number, .replicas = 1, .partitions = devices, .partition = device,
		.engine = kernels_world_engine(), .engine_ctx = world };
	const struct bef_model_call_options options = { .size = sizeof options, .process = &number };
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_model_start(model, main, process->arguments, main->argument_count, process->results, main->result_count, &options,
		    &process->call, &diag) == BEF_OK)
		return true;
	check_report(__FILE__, __LINE__, "%s", diag.message);
	kernels_world_end(world, device);
	return false;
}

/* Whether each part is that of the whole results. */
static bool run_parts(struct bef_model *model, uint32_t devices, const struct mlirbc_stablehlo_divisions *divisions,
	const struct bef_model_tensor *arguments, const struct bef_model_tensor *results)
{
	static struct process processes[MOST_DEVICES];
	const struct async_allocator *allocator = async_allocator_pooled();
	struct kernels_world *world = kernels_world_create(allocator, 1, devices);
	bool good = true;
	memset(processes, 0, sizeof processes);
	for (uint32_t device = 0; device < devices; device++) {
		for (size_t i = 0; i < divisions->argument_count; i++)
			processes[device].arguments[i] = part_of(&arguments[i], &divisions->arguments[i], device);
		good &= start(model, &processes[device], world, devices, device);
	}
	for (uint32_t device = 0; device < devices; device++) {
		struct process *process = &processes[device];
		struct bef_diag diag = BEF_DIAG_INIT;
		if (process->call && bef_model_call_finish(process->call, &diag) != BEF_OK) {
			check_report(__FILE__, __LINE__, "%s", diag.message);
			good = false;
		}
		for (size_t i = 0; i < divisions->result_count; i++) {
			struct bef_model_tensor expected = part_of(&results[i], &divisions->results[i], device);
			if (good && !is_close(&process->results[i], &expected)) {
				check_report(__FILE__, __LINE__, "result %zu of device %u differs", i, device);
				good = false;
			}
			free(expected.data);
			bef_model_tensor_release(&process->results[i]);
		}
	}
	for (uint32_t device = 0; device < devices; device++) {
		for (size_t i = 0; i < divisions->argument_count; i++)
			free(processes[device].arguments[i].data);
	}
	kernels_world_release(world);
	return good;
}

static void check_text(const char *text, size_t size, uint32_t devices)
{
	struct mlirbc_stablehlo_divisions divisions;
	struct bef_source *source = NULL;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_tensor arguments[MOST], results[MOST] = { { .data = NULL } };
	struct bef_model *whole = open_whole(text, size), *parts = open_parts(text, size, devices, &divisions, &source);
	if (whole && parts) {
		const struct bef_stablehlo_function *main = bef_model_find(whole, "main");
		const struct kernels_process alone = { .size = sizeof alone, .replicas = 1, .partitions = 1 };
		const struct bef_model_call_options options = { .size = sizeof options, .process = &alone };
		for (uint32_t i = 0; i < main->argument_count; i++)
			arguments[i] = make_argument(&main->arguments[i]);
		if (bef_model_run(whole, main, arguments, main->argument_count, results, main->result_count, &options, &diag) != BEF_OK)
			check_report(__FILE__, __LINE__, "%s\n%s", diag.message, text);
		else if (!run_parts(parts, devices, &divisions, arguments, results))
			check_report(__FILE__, __LINE__, "other results by parts:\n%s", text);
		for (uint32_t i = 0; i < main->result_count; i++)
			bef_model_tensor_release(&results[i]);
		for (uint32_t i = 0; i < main->argument_count; i++)
			free(arguments[i].data);
	}
	bef_model_close(whole);
	bef_model_close(parts);
	bef_source_close(source);
}

/* ---- programs */

static char *programs;

static void check_mesh(size_t at)
{
	for (const char *program = programs; *program;) {
		const char *end = strstr(program, "// -----\n");
		const size_t length = end ? (size_t)(end - program) : strlen(program);
		for (uint32_t seed = 0; seed < SEEDS; seed++) {
			size_t size;
			state = 7919 * seed + (uint32_t)at;
			char *text = with_shardings(program, length, &meshes[at], &size);
			check_text(text, size, meshes[at].devices);
			free(text);
		}
		program += length + (end ? 9 : 0);
	}
}

static void two_devices(void) { check_mesh(0); }
static void four_devices(void) { check_mesh(1); }
static void two_by_two(void) { check_mesh(2); }
static void in_another_order(void) { check_mesh(3); }
static void three_axes(void) { check_mesh(4); }

static char *read_file(const char *path)
{
	char *text = NULL;
	size_t size;
	FILE *in = fopen(path, "rb"), *out = open_memstream(&text, &size);
	for (int byte; in && (byte = fgetc(in)) != EOF;)
		fputc(byte, out);
	fclose(out);
	if (in)
		fclose(in);
	return text;
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(two_devices),
		CHECK_CASE(four_devices),
		CHECK_CASE(two_by_two),
		CHECK_CASE(in_another_order),
		CHECK_CASE(three_axes),
	};
	programs = argc > 1 ? read_file(argv[1]) : NULL;
	registry = kernels_registry_create(NULL);
	if (!programs || !*programs || !registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 2;
	const int failed = check_main(argc - 1, argv + 1, cases, sizeof cases / sizeof *cases);
	kernels_registry_destroy(registry);
	free(programs);
	return failed;
}
