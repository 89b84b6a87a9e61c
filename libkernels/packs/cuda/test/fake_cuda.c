/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A libcuda on host memory for tests: a thread per stream, kernels out of a table. It counts what is alive and what breaks
 * the rules of the real one: calls without a current context or in callbacks, memory that it does not know. */
#include "fake_cuda.h"
#include "fake_cuda_private.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

atomic_int fake_alive, fake_dead;
_Thread_local bool fake_in_callback;
static atomic_int violations, calls_left, calls;
static _Thread_local int depth; /* of pushed contexts */
static int the_context;

int fake_cuda_alive(void) { return fake_alive; }
int fake_cuda_violations(void) { return violations; }
int fake_cuda_depth(void) { return depth; }
int fake_cuda_calls(void) { return calls; }
void fake_cuda_fail_call(int n) { calls_left = n; }
void fake_cuda_kill(int result) { fake_dead = result; }

/* While held, streams begin no operation. */
static pthread_mutex_t hold_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t hold_changed = PTHREAD_COND_INITIALIZER;
static bool held;

void fake_cuda_hold(bool hold)
{
	pthread_mutex_lock(&hold_lock);
	held = hold;
	pthread_cond_broadcast(&hold_changed);
	pthread_mutex_unlock(&hold_lock);
}

void fake_wait_while_held(void)
{
	pthread_mutex_lock(&hold_lock);
	while (held)
		pthread_cond_wait(&hold_changed, &hold_lock);
	pthread_mutex_unlock(&hold_lock);
}

int fake_broken(const char *what)
{
	violations++;
	fprintf(stderr, "fake libcuda: %s\n", what);
	return INVALID_VALUE;
}

int fake_enter(const char *name, bool current)
{
	calls++;
	if (fake_in_callback)
		return fake_broken(name), NOT_PERMITTED;
	if (current && depth == 0)
		return fake_broken(name), BAD_CONTEXT;
	int left = calls_left;
	while (left > 0 && !atomic_compare_exchange_weak(&calls_left, &left, left - 1)) {
	}
	return fake_dead ? fake_dead : left == 1 ? NO_MEMORY : 0;
}
/* ---- known memory */

struct block {
	struct block *next;
	char *start;
	size_t size;
	bool registered;
};
static struct block *blocks;
static pthread_mutex_t blocks_lock = PTHREAD_MUTEX_INITIALIZER;

static void add_block(void *start, size_t size, bool registered)
{
	struct block *b = malloc(sizeof *b);
	if (!b)
		abort();
	pthread_mutex_lock(&blocks_lock);
	*b = (struct block){ blocks, start, size, registered };
	blocks = b;
	pthread_mutex_unlock(&blocks_lock);
	fake_alive++;
}

static int remove_block(void *start, bool registered)
{
	pthread_mutex_lock(&blocks_lock);
	struct block **place = &blocks;
	while (*place && ((*place)->start != start || (*place)->registered != registered))
		place = &(*place)->next;
	struct block *found = *place;
	if (found)
		*place = found->next;
	pthread_mutex_unlock(&blocks_lock);
	if (!found)
		return fake_broken("memory that was not allocated is freed");
	if (!registered)
		free(start);
	free(found);
	fake_alive--;
	return 0;
}

bool fake_is_known(uint64_t start, size_t size)
{
	const char *p = (const char *)(uintptr_t)start;
	pthread_mutex_lock(&blocks_lock);
	const struct block *b = blocks;
	while (b && !(p >= b->start && p + size <= b->start + b->size))
		b = b->next;
	pthread_mutex_unlock(&blocks_lock);
	return b != NULL;
}

int cuMemAlloc_v2(uint64_t *pointer, size_t size)
{
	ENTER(true);
	void *p = size ? malloc(size) : NULL;
	if (!p)
		return size ? NO_MEMORY : INVALID_VALUE;
	add_block(p, size, false);
	*pointer = (uintptr_t)p;
	return 0;
}

int cuMemFree_v2(uint64_t pointer) { return remove_block((void *)(uintptr_t)pointer, false); }

int cuMemHostAlloc(void **pointer, size_t size, unsigned flags)
{
	uint64_t address;
	(void)flags;
	const int result = cuMemAlloc_v2(&address, size);
	if (!result)
		*pointer = (void *)(uintptr_t)address;
	return result;
}

int cuMemFreeHost(void *pointer) { return remove_block(pointer, false); }

int cuMemHostRegister_v2(void *pointer, size_t size, unsigned flags)
{
	(void)flags;
	ENTER(true);
	add_block(pointer, size, true);
	return 0;
}

int cuMemHostUnregister(void *pointer) { return remove_block(pointer, true); }

/* ---- devices and contexts */

int cuInit(unsigned flags)
{
	(void)flags;
	return 0;
}

int cuDriverGetVersion(int *version)
{
	*version = 12040;
	return 0;
}

int cuDeviceGetCount(int *count)
{
	*count = 2;
	return 0;
}

int cuDeviceGet(int *device, int ordinal)
{
	ENTER(false);
	*device = ordinal;
	return ordinal < 2 ? 0 : 101;
}

int cuDeviceGetName(char *name, int length, int device)
{
	snprintf(name, (size_t)length, "fake GPU %d", device);
	return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	(void)device;
	*value = attribute == 16 ? 3 : attribute == 13 ? 1500000 : attribute == 75 ? 7 : attribute == 76 ? 5 : 1024;
	return 0;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
	(void)device;
	*bytes = (size_t)1 << 30;
	return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
	(void)device;
	ENTER(false);
	*context = &the_context;
	fake_alive++;
	return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device)
{
	(void)device;
	fake_alive--;
	return 0;
}

int cuCtxCreate_v2(void **context, unsigned flags, int device)
{
	(void)flags;
	const int result = cuDevicePrimaryCtxRetain(context, device);
	depth += result == 0;
	return result;
}

int cuCtxDestroy_v2(void *context)
{
	(void)context;
	fake_alive--;
	return 0;
}

int cuCtxPushCurrent_v2(void *context)
{
	(void)context;
	if (fake_in_callback)
		return fake_broken(__func__), NOT_PERMITTED;
	depth++;
	return 0;
}

int cuCtxPopCurrent_v2(void **context)
{
	*context = &the_context;
	return depth-- > 0 ? 0 : fake_broken("pop without push");
}

int cuGetErrorName(int result, const char **name)
{
	*name = result == NO_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : result == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS" :
		result == MISSING ? "CUDA_ERROR_NOT_FOUND" : result == BAD_PTX ? "CUDA_ERROR_INVALID_PTX" : "CUDA_ERROR_UNKNOWN";
	return 0;
}
