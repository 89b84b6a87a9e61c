/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loop of hlo.device_loop_fusion as text. loop_source.c finds dimensions, values and passes; a form of the kernel writes the text. */
#ifndef KERNELS_HLO_DEVICE_LOOP_TEXT_H
#define KERNELS_HLO_DEVICE_LOOP_TEXT_H

#include "device/device.h"
#include "fusion/program.h"

struct hlo_device_value {
	uint32_t level;
	bool full;      /* differs in a row */
	bool needed;    /* by the pass */
};

struct hlo_device_loop {
	const struct hlo_op *op;
	const struct hlo_expr *body;
	struct hlo_loop_space space;
	struct kernels_array maps;
	struct hlo_device_value *values;
	struct hlo_source *source;
	int64_t outer, inner, columns, items;
	uint32_t passes;
	bool rows;         /* items are rows or columns; else elements */
	const char *index; /* type of indices */
};

static inline uint32_t hlo_loop_values(const struct hlo_device_loop *loop) { return loop->body->argument_count + loop->body->step_count; }
static inline enum kernels_dtype hlo_loop_dtype(const struct hlo_device_loop *loop, uint32_t value) { return loop->body->dtypes[value]; }
/* NULL: an argument. */
static inline const struct hlo_expr_step *hlo_loop_step(const struct hlo_device_loop *loop, uint32_t value)
{
	return value < loop->body->argument_count ? NULL : &loop->body->steps[value - loop->body->argument_count];
}
static inline bool hlo_loop_is_reduction(const struct hlo_device_loop *loop, uint32_t value)
{
	const struct hlo_expr_step *step = hlo_loop_step(loop, value);
	return step && step->opcode == HLO_STEP_REDUCE;
}

enum hlo_loop_role { HLO_LOOP_OUTER, HLO_LOOP_ROW, HLO_LOOP_COLUMN };
enum hlo_loop_role kernels_hlo__loop_role(const struct hlo_device_loop *loop, uint32_t dimension);
/* Of an argument, in elements; 0 for dimensions of one element. */
int64_t kernels_hlo__loop_stride(const struct hlo_device_loop *loop, uint32_t argument, uint32_t dimension);
/* Result i has an element for each element of the space, not for each row. */
bool kernels_hlo__loop_full_result(const struct hlo_device_loop *loop, uint32_t i);

/* The reduction that makes the value at the end of the pass, or NULL. */
const struct hlo_expr_step *kernels_hlo__loop_reduction(const struct hlo_device_loop *loop, uint32_t v, uint32_t pass);
/* Marks the full values of the pass. Returns whether there is anything to do for the elements of a row. */
bool kernels_hlo__loop_find_needed(const struct hlo_device_loop *loop, uint32_t pass);

/* Writes where the element of an argument is that has the number in a variable: `full`: in the space, else among the items. */
void kernels_hlo__loop_position(const struct hlo_device_loop *loop, uint32_t argument, bool full, const char *variable);
/* Writes the number of an iota at that position: of the space, if the value is full, else of the items. */
void kernels_hlo__loop_iota(const struct hlo_device_loop *loop, uint32_t v, const char *variable);
/* Writes the value of a step, of which `operands` are the texts. Returns false if there is no such step of vectors. */
bool kernels_hlo__loop_step(const struct hlo_device_loop *loop, uint32_t v, const char *const *operands);
/* Writes the combination of two texts by the operation of a reduction. */
void kernels_hlo__loop_combined(const struct hlo_device_loop *loop, uint32_t v, const char *a, const char *b);

/* The kernels, for GPUs and for CPUs: they write the whole text, and fill the launch. They return false if there are no vectors for all steps.
 * `scalars`: vectors are not used. For CPUs, a loop without reductions is one row. */
bool kernels_hlo__loop_items(struct hlo_device_loop *loop, struct hlo_device *device);
bool kernels_hlo__loop_vectors(struct hlo_device_loop *loop, struct hlo_device *device, bool scalars);

#endif
