/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of the fake libcuda: kernels out of a table, which are functions of the host. */
#include "fake_cuda_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- modules and kernels */

struct kernel {
	const char *name;
	unsigned count;
	unsigned sizes[8];
	void (*run)(const struct operation *o, unsigned i);
};

static void vadd(const struct operation *o, unsigned i)
{
	/* unsigned: additions wrap, as on devices; memory may hold any number */
	const uint32_t *a = (const uint32_t *)(uintptr_t)o->arguments[0], *b = (const uint32_t *)(uintptr_t)o->arguments[1];
	((uint32_t *)(uintptr_t)o->arguments[2])[i] = a[i] + b[i];
}

static void add_number(const struct operation *o, unsigned i)
{
	((uint32_t *)(uintptr_t)o->arguments[0])[i] += (uint32_t)o->arguments[1];
}

/* Stores the offset of its local memory and the bytes of all of it. */
static void local(const struct operation *o, unsigned i)
{
	((uint32_t *)(uintptr_t)o->arguments[0])[2 * i] = (uint32_t)o->arguments[2];
	((uint32_t *)(uintptr_t)o->arguments[0])[2 * i + 1] = o->value;
}

static void boom(const struct operation *o, unsigned i)
{
	(void)o, (void)i;
	fake_dead = 700;
}

/* Its context ends before the launch returns. */
static void boom_now(const struct operation *o, unsigned i) { (void)o, (void)i; }

/* ---- the functions of the suite `device` */

static int32_t *first(const struct operation *o) { return (int32_t *)(uintptr_t)o->arguments[0]; }

static void add_index(const struct operation *o, unsigned i) { first(o)[i] += (int32_t)i * (int32_t)o->arguments[1]; }

static void add_wide(const struct operation *o, unsigned i)
{
	float e;
	double f;
	memcpy(&e, o->arguments + 5, sizeof e);
	memcpy(&f, o->arguments + 6, sizeof f);
	first(o)[i] = (int8_t)o->arguments[1] + (int16_t)o->arguments[2] + (int32_t)o->arguments[3] + (int32_t)o->arguments[4] +
		      (int32_t)e + (int32_t)f;
}

static void place(const struct operation *o, unsigned i)
{
	const unsigned width = o->grid[0] * o->block[0], at = i % width + 4 * (i / width);
	first(o)[at] = (int32_t)at;
}

static void sum_group(const struct operation *o, unsigned i)
{
	int32_t sum = 0;
	for (unsigned j = 0; i % o->block[0] == 0 && j < o->block[0]; j++)
		sum += first(o)[i + j];
	for (unsigned j = 0; i % o->block[0] == 0 && j < o->block[0]; j++)
		first(o)[i + j] = sum;
}

static void take_pair(const struct operation *o, unsigned i)
{
	int32_t pair[2];
	memcpy(pair, o->arguments + 1, sizeof pair);
	first(o)[i] = pair[0] * 10 + pair[1];
}

static void is_null(const struct operation *o, unsigned i) { first(o)[i] = o->arguments[1] == 0; }

static const struct kernel kernels[] = { { "add_index", 2, { 8, 4 }, add_index },
	{ "add_wide", 7, { 8, 1, 2, 4, 8, 4, 8 }, add_wide }, { "place", 1, { 8 }, place }, { "sum_group", 2, { 8, 8 }, sum_group },
	{ "take_pair", 2, { 8, 8 }, take_pair }, { "is_null", 2, { 8, 8 }, is_null },
	 { "vadd", 3, { 8, 8, 8 }, vadd }, { "add_number", 2, { 8, 4 }, add_number },
	{ "local", 3, { 8, 8, 4 }, local }, { "boom", 0, { 0 }, boom }, { "boom_now", 0, { 0 }, boom_now } };

int cuModuleLoadDataEx(char **module, const void *image, unsigned count, int *options, void **values)
{
	ENTER(true);
	/* the suite `device` builds OpenCL C */
	if (strncmp(image, ".version", 8) != 0 && strncmp(image, "kernel void", 11) != 0) {
		for (unsigned i = 0; i < count; i++) {
			if (options[i] == 5)
				snprintf(values[i], 64, "line 1: this is not PTX");
		}
		return BAD_PTX;
	}
	*module = strdup(image);
	fake_alive++;
	return *module ? 0 : NO_MEMORY;
}

int cuModuleUnload(char *module)
{
	free(module);
	fake_alive--;
	return 0;
}

int cuModuleGetFunction(const struct kernel **function, const char *module, const char *name)
{
	ENTER(true);
	for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
		if (strcmp(kernels[i].name, name) == 0 && strstr(module, name)) {
			*function = kernels + i;
			return 0;
		}
	}
	return MISSING;
}

int cuModuleGetGlobal_v2(uint64_t *pointer, size_t *size, const char *module, const char *name)
{
	ENTER(true);
	(void)module;
	static uint32_t global;
	*pointer = (uintptr_t)&global;
	*size = sizeof global;
	return strcmp(name, "global") == 0 ? 0 : MISSING;
}

int cuFuncGetAttribute(int *value, int attribute, const struct kernel *function)
{
	(void)function, (void)attribute;
	*value = 512;
	return 0;
}

int cuFuncSetAttribute(const struct kernel *function, int attribute, int value)
{
	(void)function, (void)attribute, (void)value;
	ENTER(true);
	return 0;
}

int cuFuncGetParamInfo(const struct kernel *function, size_t index, size_t *offset, size_t *size)
{
	if (index >= function->count)
		return INVALID_VALUE;
	*offset = 8 * index;
	*size = function->sizes[index];
	return 0;
}

static void run_kernel(struct operation *o)
{
	unsigned count = 1;
	for (unsigned i = 0; i < 3; i++)
		count *= o->grid[i] * o->block[i];
	for (unsigned i = 0; i < count; i++)
		o->kernel->run(o, i);
}

int cuLaunchKernel(const struct kernel *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
	unsigned shared, struct stream *s, void **arguments, void **extra)
{
	(void)extra;
	ENTER(true);
	if (gx * gy * gz == 0 || bx * by * bz == 0 || bx * by * bz > 512)
		return fake_broken("sizes of a launch");
	struct operation o = { .run = run_kernel, .kernel = function, .grid = { gx, gy, gz }, .block = { bx, by, bz }, .value = shared };
	for (unsigned i = 0; i < function->count; i++)
		memcpy(o.arguments + i, arguments[i], function->sizes[i]);
	if (function->run == boom_now)
		fake_dead = 700;
	return fake_put(s, o);
}
