/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What devices compute. libbef-stablehlo gives operations to a device by these rules (emit/place.c), and the kernels hlo.device_* write code
 * for all that fits them. `f64`: the device has f64. */
#ifndef HLO_DEVICE_H
#define HLO_DEVICE_H

#include <hlo/steps.h>

enum { HLO_DEVICE_PARAMETERS = 100 }; /* of a kernel at most: operands and results. Drivers accept 128 pointers */

static inline bool hlo_device_has_type(enum kernels_dtype t, bool f64)
{
	switch (hlo_kind(t)) {
	case HLO_KIND_BOOL: return true;
	case HLO_KIND_SIGNED:
	case HLO_KIND_UNSIGNED: return hlo_element_type(t).bits >= 8;
	case HLO_KIND_FLOAT: return t == KERNELS_F32 || t == KERNELS_F16 || t == KERNELS_BF16 || (t == KERNELS_F64 && f64);
	default: return false;
	}
}

/* Devices compute in f32 what has 16 bits, so a conversion of wider numbers would round twice. */
static inline bool hlo_device_converts(enum kernels_dtype from, enum kernels_dtype to)
{
	const bool small = to == KERNELS_F16 || to == KERNELS_BF16;
	return !small || (from != KERNELS_F64 && (hlo_is_float(from) || hlo_element_type(from).bits <= 16));
}

/* A step of hlo.device_loop_fusion, for types that the operation accepts; `operand`: the last one (constants: any). iota D T has T, and
 * reduce.NAME is a step NAME. */
static inline bool hlo_device_has_step(enum hlo_opcode opcode, enum kernels_dtype operand, enum kernels_dtype result, bool f64)
{
	const struct hlo_step *step = hlo_step(opcode);
	if (!hlo_device_has_type(result, f64) || (step->operands > 0 && !hlo_device_has_type(operand, f64)))
		return false;
	switch (step->form) {
	case HLO_FORM_PARTS:
	case HLO_FORM_PRECISION: return false;
	case HLO_FORM_CONVERSION: return hlo_device_converts(operand, result);
	default: return true;
	}
}

/* Products without an algorithm: operands of one type, which are converted to the type of the result without loss. */
static inline bool hlo_device_has_product(enum kernels_dtype lhs, enum kernels_dtype rhs, enum kernels_dtype result, bool f64)
{
	if (lhs != rhs || lhs == KERNELS_I1 || !hlo_device_has_type(lhs, f64) || !hlo_device_has_type(result, f64))
		return false;
	return lhs == result || ((lhs == KERNELS_F16 || lhs == KERNELS_BF16) && result == KERNELS_F32) ||
		(lhs == KERNELS_I8 && result == KERNELS_I32);
}

#endif
