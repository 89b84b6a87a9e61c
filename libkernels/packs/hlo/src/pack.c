/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack, from the lists in hlo/kernels.h. Functions have the names of the kernels; those of steps share one. */
#include "core/op.h"
#include <hlo/kernels.h>
#include <kernels/device.h>
#include <kernels/kernels.h>
#include <kernels/pack_hlo.h>
#include <kernels/tensor.h>

#define DECLARE(name, signature, made_by) \
	hlo_frame_function kernels_hlo__##name; \
	hlo_prepare_function kernels_hlo__##name##_prepare;
HLO_KERNELS(DECLARE)
DECLARE(elementwise, , )

/* Which kernels the table has: all, or those of the option hlo_kernels, for each of which hlo_kernels.h defines
 * KERNELS_HLO_KEEP_name as ",KEPT". A linker that collects sections leaves out the code of the others. */
#define KEPT(...) __VA_ARGS__
#ifdef KERNELS_HLO_SELECTED
#include <hlo_kernels.h> /* made by the build */
#define DROPPED(...)
#define SECOND(first, second, ...) second
#define CHOOSE(...) SECOND(__VA_ARGS__)
#define KEEP(name) CHOOSE(KERNELS_HLO_KEEP_##name, DROPPED, )
#else
#define KEEP(name) KEPT
#endif

#define ROW_OF(name, signature, function, flags) \
	KEEP(name)(KERNELS_DESCRIBED_ROW("hlo." #name, signature, kernels_hlo__##function, flags, \
		kernels_hlo__##function##_prepare, kernels_hlo__unprepare, kernels_hlo__describe, kernels_hlo__cost),)
/* Long work is done in tasks, so a kernel takes less time than to wake another thread. */
#define ROW(name, signature, made_by) ROW_OF(name, signature, name, KERNELS_QUICK | KERNELS_SHARES_STATE | KERNELS_KEEPS_TYPES)
#define STEP_ROW(name, signature, made_by) \
	ROW_OF(name, signature, elementwise, KERNELS_QUICK | KERNELS_SHARES_STATE | KERNELS_KEEPS_TYPES)
#define STEP(name, operands, form, kinds, flags) HLO_STEP_KERNEL(STEP_ROW, name, operands, form)
/* Of kernels whose state may keep what they computed from arguments, or knows its op. */
#define OWN_ROW(name, signature, made_by) ROW_OF(name, signature, name, KERNELS_QUICK | KERNELS_KEEPS_TYPES)
/* Kernels that call functions may run as long as these. */
#define CALLING_ROW(name, signature, made_by) ROW_OF(name, signature, name, 0)
/* Kernels that start before their arguments are available. */
#define EXCHANGE_ROW(name, signature, made_by) ROW_OF(name, signature, name, KERNELS_QUICK | KERNELS_NONSTRICT)
/* describe() counts the memory of devices, too. */
#define DEVICE_ROW(name, signature, made_by) \
	KEEP(name)(KERNELS_DESCRIBED_ROW("hlo." #name, signature, kernels_hlo__##name, KERNELS_QUICK | KERNELS_SHARES_STATE, \
		kernels_hlo__##name##_prepare, kernels_hlo__unprepare, kernels_hlo__device_describe, kernels_hlo__cost),)

static const struct kernels_prepared_kernel kernels[] = {
	HLO_STEPS(STEP) HLO_CHECKS(OWN_ROW) HLO_CONTROL(CALLING_ROW) HLO_DEVICE(DEVICE_ROW) HLO_ELEMENTWISE(ROW)
	HLO_EXCHANGES(EXCHANGE_ROW) HLO_FUSION(ROW) HLO_LAYOUT(ROW) HLO_LINEAR(ROW) HLO_PARALLEL(OWN_ROW)
	HLO_PROCESSES(CALLING_ROW) HLO_PRODUCTS(ROW) HLO_SORTING(ROW) HLO_VIEWS(ROW) HLO_WINDOWS(ROW)
};

static bool register_types(void)
{
	const struct kernels_device_types *device = kernels_device_types();
	return kernels_tensor_types()->tensor != ASYNC_TYPE_NONE && device->stream != ASYNC_TYPE_NONE &&
	       device->buffer != ASYNC_TYPE_NONE;
}

static const struct kernels_pack pack = KERNELS_PREPARED_PACK_INIT("hlo", kernels, register_types);

const struct kernels_pack *kernels_pack_hlo(void)
{
	return &pack;
}
