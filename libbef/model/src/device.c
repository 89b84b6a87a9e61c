/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device of a model. */
#include "internal.h"

#include <kernels/device.h>
#include <stdio.h>
#include <string.h>

enum { OPENCL = 3, HOST = 4 }; /* kernels_device_driver.platform */

/* Writes the names of all devices: "host:0 host:1 opencl:0". */
static void list_devices(char *out, size_t size)
{
	const struct kernels_device_driver *driver;
	size_t used = 0;
	out[0] = '\0';
	for (size_t i = 0; (driver = kernels_device_driver_at(i)) != NULL; i++) {
		struct kernels_device_error ignored;
		uint32_t count = 0;
		if (!driver->open(&count, &ignored))
			continue;
		for (uint32_t k = 0; k < count && used < size; k++)
			used += (size_t)snprintf(out + used, size - used, "%s%s:%u", used ? " " : "", driver->name, (unsigned)k);
	}
}

static enum bef_status use(struct bef_model *model, struct kernels_device device, struct bef_diag *diag)
{
	struct kernels_device_info info;
	struct kernels_device_error error;
	if (device.driver->platform == HOST)
		return BEF_OK; /* it has no compiler: all operations run on the host */
	if (!device.driver->describe(device.index, &info, &error))
		return bef_model__fail(diag, BEF_E_UNSUPPORTED, "device: %s", error.text);
	if (device.driver->platform != OPENCL || !info.compiler)
		return bef_model__fail(diag, BEF_E_UNSUPPORTED,
			"device %s:%u (%s) does not compile OpenCL C, in which the kernels of models are written", device.driver->name,
			(unsigned)device.index, info.name);
	snprintf(model->device, sizeof model->device, "%.40s:%u", device.driver->name, (unsigned)device.index);
	model->lowering.device = model->device;
	model->lowering.device_without_f64 = !info.fp64;
	return BEF_OK;
}

enum bef_status bef_model__choose_device(struct bef_model *model, const char *name, struct bef_diag *diag)
{
	struct kernels_device device;
	struct kernels_device_error error;
	char devices[400];
	if (!name)
		return BEF_OK;
	if (kernels_device_find(name, strlen(name), &device, &error))
		return use(model, device, diag);
	list_devices(devices, sizeof devices);
	return bef_model__fail(diag, BEF_E_NOT_FOUND, "device: %s. Devices: %s", error.text, devices[0] ? devices : "none");
}
