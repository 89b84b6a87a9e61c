/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack: the lists of all rooms. */
#include "checks/checks.h"
#include "control/control.h"
#include "core/op.h"
#include "device/device.h"
#include "elementwise/elementwise.h"
#include "fusion/fusion.h"
#include "layout/layout.h"
#include "linear/linear.h"
#include "parallel/parallel.h"
#include "products/products.h"
#include "sorting/sorting.h"
#include "views/views.h"
#include "windows/windows.h"
#include <kernels/kernels.h>
#include <kernels/pack_hlo.h>
#include <kernels/tensor.h>

#define DECLARE(name, signature, function) \
	hlo_frame_function kernels_hlo__##function; \
	hlo_prepare_function kernels_hlo__##function##_prepare;
/* Long work is done in tasks, so a kernel takes less time than to wake another thread. */
#define ROW(name, signature, function) \
	KERNELS_DESCRIBED_ROW("hlo." name, signature, kernels_hlo__##function, KERNELS_QUICK | KERNELS_SHARES_STATE | KERNELS_KEEPS_TYPES, \
		kernels_hlo__##function##_prepare, kernels_hlo__unprepare, kernels_hlo__describe, kernels_hlo__cost),
/* Of kernels whose state may keep what they computed from arguments, or knows its op. */
#define OWN_ROW(name, signature, function) \
	KERNELS_DESCRIBED_ROW("hlo." name, signature, kernels_hlo__##function, KERNELS_QUICK | KERNELS_KEEPS_TYPES, \
		kernels_hlo__##function##_prepare, kernels_hlo__unprepare, kernels_hlo__describe, kernels_hlo__cost),

/* Kernels that call functions may run as long as these. */
#define CALLING_ROW(name, signature, function) \
	KERNELS_DESCRIBED_ROW("hlo." name, signature, kernels_hlo__##function, 0, kernels_hlo__##function##_prepare, \
		kernels_hlo__unprepare, kernels_hlo__describe, kernels_hlo__cost),

/* Kernels that start before their arguments are available. */
#define EXCHANGE_ROW(name, signature, function) \
	KERNELS_DESCRIBED_ROW("hlo." name, signature, kernels_hlo__##function, KERNELS_QUICK | KERNELS_NONSTRICT, \
		kernels_hlo__##function##_prepare, kernels_hlo__unprepare, kernels_hlo__describe, kernels_hlo__cost),

/* One line per room. */
#define ALL(X, OWN) \
	HLO_CHECKS(OWN) \
	HLO_SORTING(X) \
	HLO_WINDOWS(X) \
	HLO_ELEMENTWISE(X) \
	HLO_FUSION(X) \
	HLO_LAYOUT(X) \
	HLO_LINEAR(X) \
	HLO_PARALLEL(OWN) \
	HLO_PRODUCTS(X) \
	HLO_VIEWS(X)

/* Buffers of devices are not memory of the host, which describe() counts. */
#define DEVICE_ROW(name, signature, function) \
	KERNELS_PREPARED_ROW("hlo." name, signature, kernels_hlo__##function, KERNELS_QUICK | KERNELS_SHARES_STATE, \
		kernels_hlo__##function##_prepare, kernels_hlo__unprepare),

ALL(DECLARE, DECLARE)
HLO_DEVICE(DECLARE)
HLO_CONTROL(DECLARE)
HLO_EXCHANGES(DECLARE)
HLO_PROCESSES(DECLARE)
static const struct kernels_prepared_kernel kernels[] = { ALL(ROW, OWN_ROW) HLO_DEVICE(DEVICE_ROW) HLO_CONTROL(CALLING_ROW)
		HLO_EXCHANGES(EXCHANGE_ROW) HLO_PROCESSES(CALLING_ROW) };

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
