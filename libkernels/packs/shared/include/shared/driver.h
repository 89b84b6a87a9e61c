/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of a driver of devices: kernels/device.h says what they do. */
#ifndef SHARED_DRIVER_H
#define SHARED_DRIVER_H

#include <kernels/device.h>

/* Those that every driver has, by the names of the members of struct kernels_device_driver. */
#define DRIVER_FUNCTIONS(F, prefix) \
	F(prefix, open) \
	F(prefix, describe) \
	F(prefix, context_create) \
	F(prefix, stream_create) \
	F(prefix, buffer_create) \
	F(prefix, buffer_view) \
	F(prefix, buffer_wrap) \
	F(prefix, program_create) \
	F(prefix, function_create) \
	F(prefix, event_create) \
	F(prefix, copy) \
	F(prefix, fill) \
	F(prefix, launch) \
	F(prefix, signal) \
	F(prefix, event_record) \
	F(prefix, event_signal) \
	F(prefix, stream_wait) \
	F(prefix, explain)

/* Declares a function that has the type of the member. */
#define DRIVER_DECLARE(prefix, name) __typeof__(*((const struct kernels_device_driver *)NULL)->name) prefix##name;
/* The member of the table. */
#define DRIVER_MEMBER(prefix, name) .name = prefix##name,

#endif
