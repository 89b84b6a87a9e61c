/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "host". host.c: devices, programs, the table; host_memory.c: buffers and places in copies; host_command.c:
 * makes commands; host_stream.c: runs them, streams and events. */
#ifndef KERNELS_DEVICE_HOST_H
#define KERNELS_DEVICE_HOST_H

#include <kernels/pack_device.h>
#include <shared/driver.h>

enum { HOST_IN_CALLER, HOST_IN_QUEUE, HOST_DEVICES };

/* Numbers of failures. Others come from functions. */
#define HOST_INJECTED (-1001)
#define HOST_NO_MEMORY (-1002)

struct kernels_device__host_buffer {
	struct kernels_device_buffer base; /* first */
	char *data;
	void (*release)(void *owner); /* of wrapped memory */
	void *owner;
	size_t align; /* of own memory; 0: the memory is another's */
};

struct kernels_device__host_function {
	struct kernels_device_function base; /* first */
	const struct kernels_device_host_function *code;
};

extern const struct kernels_device_driver kernels_device__host;
DRIVER_FUNCTIONS(DRIVER_DECLARE, kernels_device__host_)

/* Returns false, and fills *error, for the call that kernels_device_host_fail_call() named. */
bool kernels_device__host_enter(const char *call, struct kernels_device_error *error);
bool kernels_device__host_no_memory(struct kernels_device_error *error);

static inline char *kernels_device__host_data(struct kernels_device_buffer *buffer)
{
	return ((struct kernels_device__host_buffer *)buffer)->data;
}

#endif
