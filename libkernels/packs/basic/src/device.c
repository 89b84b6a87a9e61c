/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt.get_device: devices by name. The host has one device, with TFRT's name. */
#include "basic.h"
#include <string.h>

static const char *const devices[] = { "CPU:0" };

static const struct async_type device_type = { .name = "!tfrt.device", .size = sizeof(const char *),
	.align = _Alignof(const char *) };

bool kernels_basic__register_types(void)
{
	return async_type_register(&device_type) != ASYNC_TYPE_NONE;
}

void kernels_basic__get_device(struct kernels_call *call)
{
	struct kernels_string name;
	if (!kernels_call_string(call, 0, &name))
		return;
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
		if (name.size == strlen(devices[i]) && memcmp(name.data, devices[i], name.size) == 0) {
			RESULT(const char *, 0) = devices[i];
			return;
		}
	}
	kernels_call_fail(call, "cannot find device %.*s", (int)(name.size < 256 ? name.size : 256), name.data);
}
