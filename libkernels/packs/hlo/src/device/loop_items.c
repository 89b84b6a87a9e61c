/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops on GPUs. Without reductions a work-item computes one element. Otherwise an item is a row, or a column. A work-item computes short
 * items, and columns if there are many. A work-group computes one long row, or some neighbouring long columns: its lanes have every n-th
 * element of an item, and then the group combines them. */
#include "device/vectors.h"
#include <inttypes.h>
#include <stdio.h>

#define LANES 64     /* work-items for a row that a group computes */
#define COLUMNS 16   /* of a group, with as many lanes each */
#define LONG 64      /* shorter rows and columns have one work-item */
#define MANY 16384   /* columns that use the device without groups */
#define GROUP 256    /* work-items of other groups */
#define LOCAL 16384  /* bytes of local memory that groups of columns may use */

struct items {
	const struct hlo_device_loop *loop;
	struct hlo_source *source;
	struct hlo_vectors values; /* of one lane: each position is found from the number of the element or item, as those of columns */
	int lanes;   /* work-items of an item; 1: no groups */
	int together; /* items of a group */
};

/* ---- passes */

/* For each reduction of the pass: its first value before the loop. A group begins with the first elements of its lanes. */
static void begin_reductions(const struct items *items, uint32_t pass)
{
	const struct hlo_device_loop *loop = items->loop;
	if (items->lanes == 1)
		kernels_hlo__vectors_begin_reductions(&items->values, pass);
	for (uint32_t v = 0; v < hlo_loop_values(loop) && items->lanes > 1; v++) {
		if (kernels_hlo__loop_reduction(loop, v, pass))
			kernels_hlo__source_put(items->source, "%s sum%u = 0;\n", kernels_hlo__source_type(hlo_loop_dtype(loop, v)), v);
	}
}

static void add_elements(const struct items *items, uint32_t pass)
{
	const struct hlo_device_loop *loop = items->loop;
	char sum[16], element[16];
	if (items->lanes == 1)
		kernels_hlo__vectors_reduce(&items->values, pass);
	for (uint32_t v = 0; v < hlo_loop_values(loop) && items->lanes > 1; v++) {
		const struct hlo_expr_step *step = kernels_hlo__loop_reduction(loop, v, pass);
		if (!step)
			continue;
		snprintf(sum, sizeof sum, "sum%u", v);
		snprintf(element, sizeof element, "v%u", step->operands[0]);
		kernels_hlo__source_put(items->source, "%s = j < %d ? %s : ", sum, items->lanes, element);
		kernels_hlo__loop_combined(loop, v, sum, element);
		kernels_hlo__source_put(items->source, ";\n");
	}
}

/* Combines the lanes of a group, each half with the other, then with the initial value. */
static void end_reduction_of_group(const struct items *items, uint32_t v)
{
	const struct hlo_device_loop *loop = items->loop;
	char names[3][32];
	snprintf(names[0], sizeof names[0], "lanes%u[own]", v);
	snprintf(names[1], sizeof names[1], "lanes%u[own + s * %d]", v, items->together);
	kernels_hlo__source_put(items->source, "%s = sum%u;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
		"for (int s = %d; s > 0; s /= 2) {\nif (lane < s && lane + s < %" PRId64 ")\n%s = ",
		names[0], v, items->lanes / 2, loop->inner, names[0]);
	kernels_hlo__loop_combined(loop, v, names[0], names[1]);
	kernels_hlo__source_put(items->source, ";\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nconst %s v%u = ",
		kernels_hlo__source_type(hlo_loop_dtype(loop, v)), v);
	snprintf(names[0], sizeof names[0], "v%u", hlo_loop_step(loop, v)->operands[1]);
	snprintf(names[2], sizeof names[2], "lanes%u[own - lane * %d]", v, items->together);
	kernels_hlo__loop_combined(loop, v, names[0], names[2]);
	kernels_hlo__source_put(items->source, ";\n");
}

static void end_reductions(const struct items *items, uint32_t pass)
{
	const struct hlo_device_loop *loop = items->loop;
	if (items->lanes == 1)
		kernels_hlo__vectors_end_reductions(&items->values, pass);
	for (uint32_t v = 0; v < hlo_loop_values(loop) && items->lanes > 1; v++)
		if (kernels_hlo__loop_reduction(loop, v, pass))
			end_reduction_of_group(items, v);
}

static void store(const struct items *items, uint32_t pass, bool full)
{
	const struct hlo_device_loop *loop = items->loop;
	for (uint32_t i = 0; i < loop->body->result_count; i++) {
		const uint32_t v = loop->body->results[i];
		if (kernels_hlo__loop_full_result(loop, i) == full && (!full || loop->values[v].level == pass))
			kernels_hlo__source_put(items->source, "%sr%u[%s] = v%u;\n", full && items->together > 1 ? "if (exists)\n" : "", i,
				full ? "e" : "item", v);
	}
}

static bool put_elements(const struct items *items, uint32_t pass)
{
	const struct hlo_device_loop *loop = items->loop;
	bool good = true;
	kernels_hlo__source_put(items->source, "for (%s j = %s; j < %" PRId64 "; j += %d) {\nconst %s e = ", loop->index,
		items->lanes > 1 ? "lane" : "0", loop->inner, items->lanes, loop->index);
	if (loop->columns == 1)
		kernels_hlo__source_put(items->source, "item * %" PRId64 " + j;\n", loop->inner);
	else
		kernels_hlo__source_put(items->source, "(item / %" PRId64 " * %" PRId64 " + j) * %" PRId64 " + item %% %" PRId64 ";\n",
			loop->columns, loop->inner, loop->columns, loop->columns);
	for (uint32_t v = 0; v < hlo_loop_values(loop) && good; v++) {
		if (loop->values[v].needed && loop->values[v].full)
			good = kernels_hlo__vectors_declare(&items->values, v);
	}
	add_elements(items, pass);
	store(items, pass, true);
	kernels_hlo__source_put(items->source, "}\n");
	return good;
}

static bool put_pass(const struct items *items, uint32_t pass)
{
	const struct hlo_device_loop *loop = items->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_device_value *value = &loop->values[v];
		if (!value->full && value->level == pass && !hlo_loop_is_reduction(loop, v) &&
			!kernels_hlo__vectors_declare(&items->values, v))
			return false;
	}
	if (!loop->rows || !kernels_hlo__loop_find_needed(loop, pass))
		return true;
	begin_reductions(items, pass);
	if (loop->inner > 0 && !put_elements(items, pass)) /* strides of empty rows were not checked */
		return false;
	end_reductions(items, pass);
	return true;
}

/* Declares the item, the lane, and memory of the group. Items of the last group may not exist: they compute the last item again, since
 * barriers are for all work-items. */
static void begin_group(const struct items *items)
{
	const struct hlo_device_loop *loop = items->loop;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		if (hlo_loop_is_reduction(loop, v))
			kernels_hlo__source_put(items->source, "local %s lanes%u[%d];\n", kernels_hlo__source_type(hlo_loop_dtype(loop, v)), v,
				items->lanes * items->together);
	}
	kernels_hlo__source_put(items->source,
		"const int own = get_local_id(0), lane = own / %d;\nconst %s number = get_group_id(0) * %d + own %% %d, item = min(number, (%s)%" PRId64
		");\nconst int exists = number == item;\n",
		items->together, loop->index, items->together, items->together, loop->index, loop->items - 1);
}

static bool put_kernel(const struct items *items)
{
	const struct hlo_device_loop *loop = items->loop;
	if (items->lanes > 1)
		begin_group(items);
	else
		kernels_hlo__source_put(items->source, "const %s item = get_global_id(0);\nif (item >= %" PRId64 ")\nreturn;\n", loop->index,
			loop->items);
	for (uint32_t pass = 0; pass < loop->passes; pass++) {
		if (!put_pass(items, pass))
			return false;
	}
	if (items->lanes > 1)
		kernels_hlo__source_put(items->source, "if (lane == 0 && exists) {\n");
	store(items, 0, false);
	kernels_hlo__source_put(items->source, items->lanes > 1 ? "}\n}\n" : "}\n");
	return true;
}

/* Bytes of local memory for each work-item of a group. */
static size_t local_bytes(const struct hlo_device_loop *loop)
{
	size_t bytes = 0;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++)
		bytes += hlo_loop_is_reduction(loop, v) ? kernels_dtype_size(hlo_loop_dtype(loop, v)) : 0;
	return bytes;
}

static void find_groups(struct items *items, size_t largest_group)
{
	const struct hlo_device_loop *loop = items->loop;
	items->lanes = items->together = 1;
	if (!loop->rows || loop->passes == 1 || loop->inner < LONG || loop->items == 0)
		return;
	if (loop->columns == 1 && largest_group >= LANES)
		items->lanes = LANES;
	if (loop->columns > 1 && loop->items < MANY && largest_group >= COLUMNS * COLUMNS &&
		local_bytes(loop) * COLUMNS * COLUMNS <= LOCAL)
		items->lanes = items->together = COLUMNS;
}

bool kernels_hlo__loop_items(struct hlo_device_loop *loop, struct hlo_device *device)
{
	const size_t most = device->largest_group < GROUP ? device->largest_group : GROUP, count = (size_t)loop->items;
	struct items items = { .loop = loop, .source = loop->source,
		.values = { .loop = loop, .source = loop->source, .columns = true, .lanes = 1 } };
	find_groups(&items, device->largest_group);
	const size_t together = (size_t)items.together, of_lanes = (size_t)items.lanes * together;
	const size_t group = items.lanes > 1 ? of_lanes : count < most ? count : most, has = items.lanes > 1 ? together : group;
	kernels_hlo__source_prelude(loop->source, device->f64, 1);
	kernels_hlo__device_begin_kernel(loop->op, device, loop->source);
	device->launch.dimensions = 1;
	device->launch.group[0] = group;
	device->launch.global[0] = (count + has - 1) / has * group;
	return put_kernel(&items);
}
