/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on devices, and the host device, on which they run without hardware.
 *
 * The driver "host" has two devices: commands of host:0 run in the thread that puts them into a stream; those of host:1
 * run as tasks of the host's queue, those of one stream in order. Programs may be any bytes: functions are found by
 * name among those that were added.
 *
 * Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_DEVICE_H
#define KERNELS_PACK_DEVICE_H

#include <kernels/device.h>
#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kernels of pack device; libkernels/packs/device/README.md lists them. For kernels_registry_add(). Static. */
KERNELS_API const struct kernels_pack *kernels_pack_device(void);

/* One launch on the host device. */
struct kernels_device_host_launch {
	uint32_t dimensions, argument_count;
	/* dimensions beyond have 1, 1, 0; a group that is left to the driver is 0 */
	size_t global[3], group[3], offset[3];
	/* The bytes of each argument: memory of a buffer, which the function may write; a number, aligned to 8; local
	 * memory. Buffers that are null pointers are NULL. */
	void *const *arguments;
	const size_t *sizes;
};
struct kernels_device_host_function {
	const char *name;
	/* Runs all work-items. Returns 0, or a number that fails this and all later commands of the stream. */
	int32_t (*run)(const struct kernels_device_host_launch *launch);
	const struct kernels_device_parameter *parameters; /* NULL: not compared */
	uint32_t parameter_count;
	size_t group[3]; /* required; 0, 0, 0: any */
};
/* Adds functions, which must stay valid as long as the process. Of two functions with one name, the one added last is
 * found. Returns false after 16 tables. */
KERNELS_API bool kernels_device_host_add(const struct kernels_device_host_function *functions, size_t count);

/* For tests: the n-th call of the driver "host" from now on fails, and no other. 0: none. */
KERNELS_API void kernels_device_host_fail_call(unsigned n);

#ifdef __cplusplus
}
#endif

#endif
