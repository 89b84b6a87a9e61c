/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that compute elements independently of each other: the text around the code of one element, which has the number e. On CPUs a
 * work-item computes a block of neighbours; on GPUs it computes one.
 *
 *	kernels_hlo__elements_begin(&elements, op, device, small); // then the text of functions
 *	kernels_hlo__elements_kernel(&elements);                   // then text that all elements of a work-item share
 *	kernels_hlo__elements_loop(&elements, count);              // then that of an element
 *	return kernels_hlo__elements_end(&elements); */
#ifndef KERNELS_HLO_DEVICE_ELEMENTS_H
#define KERNELS_HLO_DEVICE_ELEMENTS_H

#include "device/device.h"
#include "windows/body.h"

struct hlo_elements {
	struct hlo_op *op;
	struct hlo_device *device;
	struct hlo_source source;
};

#define HLO_SMALL_ARRAY (INT64_C(1) << 30) /* arrays with fewer elements have indices of type int */

/* Declares `index`, the type of indices, and returns its size. `small`: all other numbers that the code computes with fit int. */
size_t kernels_hlo__elements_begin(struct hlo_elements *elements, struct hlo_op *op, struct hlo_device *device, bool small);
void kernels_hlo__elements_kernel(struct hlo_elements *elements);
void kernels_hlo__elements_loop(struct hlo_elements *elements, int64_t count);
/* All three, for the elements of result 0. */
void kernels_hlo__elements_of_result(struct hlo_elements *elements, struct hlo_op *op, struct hlo_device *device, bool small);
bool kernels_hlo__elements_end(struct hlo_elements *elements);

/* Divides `count` elements among work-items. Returns how many an item computes. */
int64_t kernels_hlo__elements_launch(const struct hlo_device *device, int64_t count, struct kernels_device_launch *launch);
/* Writes `const index NAME = POSITION`: where the element with this number (a variable) of a space is, in an array with these strides. */
void kernels_hlo__elements_position(struct hlo_elements *elements, const char *name, const char *number, uint32_t rank,
	const int64_t *dims, const int64_t *strides);
/* Writes the start that an operand of one element gives, between 0 and `last`, as a long. */
void kernels_hlo__elements_start(struct hlo_elements *elements, uint32_t operand, const char *at, int64_t last);

/* Writes the steps of an expression, whose arguments are the variables v0, v1, ... False: it has a step that devices do not have, or is
 * a function. */
bool kernels_hlo__source_body(struct hlo_source *source, const struct hlo_expr *body, bool f64);
/* Writes the combination of sum0, sum1, ... with x0, x1, ... by a body. Its operands are those of the kernel of the host: one less. */
bool kernels_hlo__elements_combine(struct hlo_elements *elements, const struct hlo_body *body);

#endif
