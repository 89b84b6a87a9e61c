/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device of a model, and of a BEF file. */
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

static enum bef_status not_found(const char *what, const char *why, struct bef_diag *diag)
{
	char devices[400];
	list_devices(devices, sizeof devices);
	return bef_model__fail(diag, BEF_E_NOT_FOUND, "%s: %s. Devices: %s", what, why, devices[0] ? devices : "none");
}

enum bef_status bef_model_lowering_device(const char *device, struct bef_stablehlo_options *lowering, char *out_name, size_t room,
	struct bef_diag *diag)
{
	struct kernels_device found;
	struct kernels_device_info info;
	struct kernels_device_error error;
	if (BYTECURSOR_SIZE_IS_WRONG(lowering) || lowering->size < offsetof(struct bef_stablehlo_options, unused))
		return bef_model__size_is_wrong(diag, lowering->size, "bef_stablehlo_options");
	if (!kernels_device_find(device, strlen(device), &found, &error))
		return not_found("device", error.text, diag);
	const int size = snprintf(out_name, room, "%s:%u", found.driver->name, (unsigned)found.index);
	if (size < 0 || (size_t)size >= room)
		return bef_model__fail(diag, BEF_E_ARG, "device: its name does not fit into %zu bytes", room);
	lowering->device = NULL;
	lowering->device_without_f64 = false;
	if (found.driver->platform == HOST)
		return BEF_OK; /* it has no compiler: all operations run on the host */
	if (!found.driver->describe(found.index, &info, &error))
		return bef_model__fail(diag, BEF_E_UNSUPPORTED, "device: %s", error.text);
	if (found.driver->platform != OPENCL || !info.compiler)
		return bef_model__fail(diag, BEF_E_UNSUPPORTED,
			"device %s (%s) does not compile OpenCL C, in which the kernels of models are written", out_name, info.name);
	lowering->device = out_name;
	lowering->device_without_f64 = !info.fp64;
	return BEF_OK;
}

enum bef_status bef_model__choose_device(struct bef_model *model, const char *name, struct bef_diag *diag)
{
	return name ? bef_model_lowering_device(name, &model->lowering, model->device, sizeof model->device, diag) : BEF_OK;
}

static bool is_same(const char *asked, const struct kernels_device *other)
{
	struct kernels_device device;
	struct kernels_device_error ignored;
	return kernels_device_find(asked, strlen(asked), &device, &ignored) && device.driver == other->driver &&
	       device.index == other->index;
}

enum bef_status bef_model__check_device(const struct bef_model *model, struct bef_string name, struct bef_diag *diag)
{
	const char *asked = model->lowering.device ? model->lowering.device : model->device[0] ? model->device : NULL;
	const int shown = name.size < 64 ? (int)name.size : 64;
	struct kernels_device device;
	struct kernels_device_error error;
	char what[120];
	if (name.size == 0)
		return model->lowering.device ? bef_model__fail(diag, BEF_E_UNSUPPORTED,
			"this BEF file was lowered for the host; open its source to run it on device %s", asked) : BEF_OK;
	const bool found = kernels_device_find(name.data, name.size, &device, &error);
	if (asked && !(found && is_same(asked, &device)))
		return bef_model__fail(diag, BEF_E_UNSUPPORTED,
			"this BEF file was lowered for device %.*s; open its source to run it on device %s", shown, name.data, asked);
	snprintf(what, sizeof what, "this BEF file was lowered for device %.*s", shown, name.data);
	return found ? BEF_OK : not_found(what, error.text, diag);
}
